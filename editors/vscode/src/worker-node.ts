// The server in a thread beside the editor, where the program is not found.

import { parentPort } from "node:worker_threads";
import { serve } from "./serve";

const take = serve((message) => parentPort?.postMessage(message));
parentPort?.on("message", take);
