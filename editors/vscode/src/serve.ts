// The server in a worker: it answers at once, and works out values and verdicts when nothing else is to be done.

import { EditorServer, initSync } from "../../../web/pkg/fairgame_web.js";

/** Milliseconds: so long must no key be pressed before verdicts and values are worked out. */
const QUIET = 120;

/** Serves an editor: `say` sends a message, and the function that comes back takes one, the module before all else. */
export function serve(say: (message: unknown) => void): (data: unknown) => void {
  let server: EditorServer | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const sayAll = (list: string) => (JSON.parse(list) as unknown[]).forEach(say);
  const rest = (milliseconds: number) => {
    clearTimeout(timer);
    if (server?.has_work()) timer = setTimeout(() => safely(work), milliseconds);
  };
  const work = () => {
    if (server) sayAll(server.work());
    rest(0);
  };
  // What fails inside the module leaves it in no state to go on: the editor starts another one.
  const safely = (run: () => void) => {
    try {
      run();
    } catch (why) {
      server = undefined;
      say({ lost: String(why) });
    }
  };
  const begin = (module: WebAssembly.Module) => {
    initSync({ module });
    server = new EditorServer();
  };
  return (data) => safely(() => {
    if (typeof data === "object" && data !== null && "module" in data) return begin(data.module as WebAssembly.Module);
    if (server) sayAll(server.receive(JSON.stringify(data)));
    rest(QUIET);
  });
}
