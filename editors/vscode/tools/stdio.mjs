// The server that comes with the extension, behind standard input and output: for tests, and for editors without a program.
//
//   node tools/stdio.mjs

import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import { Worker } from "node:worker_threads";

const dist = path.join(path.dirname(import.meta.dirname), "dist");
const worker = new Worker(path.join(dist, "worker-node.js"), { resourceLimits: { stackSizeMb: 64 } });
worker.postMessage({ module: await WebAssembly.compile(zlib.gunzipSync(fs.readFileSync(path.join(dist, "fairgame.bin")))) });
worker.on("message", (message) => {
  if (message.lost) {
    console.error(message.lost);
    process.exit(1);
  }
  const text = Buffer.from(JSON.stringify(message));
  process.stdout.write(Buffer.concat([Buffer.from(`Content-Length: ${text.length}\r\n\r\n`), text]));
});

let come = Buffer.alloc(0);
process.stdin.on("data", (more) => {
  come = Buffer.concat([come, more]);
  for (let message = next(); message; message = next()) take(message);
});
process.stdin.on("end", () => process.exit(1));

/** The next message that has come in whole. */
function next() {
  const end = come.indexOf("\r\n\r\n");
  const length = end < 0 ? NaN : Number(/Content-Length: *(\d+)/i.exec(come.subarray(0, end).toString())?.[1]);
  if (!(come.length >= end + 4 + length)) return undefined;
  const text = come.subarray(end + 4, end + 4 + length).toString();
  come = come.subarray(end + 4 + length);
  return JSON.parse(text);
}

function take(message) {
  if (message.method === "exit") process.exit(0);
  worker.postMessage(message);
}
