// Serves the built page on this machine alone: node tools/serve.mjs [--open] [PORT]

import { execFile } from "node:child_process";
import path from "node:path";
import { serve } from "./server.mjs";

const port = Number(process.argv.find((a) => /^\d+$/.test(a)) ?? 8017);
const dist = path.join(path.dirname(import.meta.dirname), "dist");
const { url } = await serve(dist, port);
console.log(`The page is at ${url} until Ctrl+C ends this.`);
if (process.argv.includes("--open")) {
  const opener = { darwin: "open", win32: "explorer" }[process.platform] ?? "xdg-open";
  execFile(opener, [url], () => {});
}
