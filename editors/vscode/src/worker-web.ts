// The server in a worker of a browser.

import { serve } from "./serve";

const take = serve((message) => postMessage(message));
onmessage = ({ data }) => take(data);
