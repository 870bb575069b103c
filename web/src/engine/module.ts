// Where the module and the worker come from: files beside the page, or, in the page that is one file, the page itself.

import packed from "../../pkg/fairgame.bin?url";
import workerFile from "./worker.ts?worker&url";
import { script } from "./trusted";

/** A block of data in the page that is one file. */
const inside = (id: string): string | undefined => document.getElementById(id)?.textContent?.trim() || undefined;

async function bytes(): Promise<ReadableStream<Uint8Array>> {
  const data = inside("fairgame-module");
  const found = data ? new Response(decoded(data)) : await fetch(packed);
  if (!found.ok || !found.body) throw new Error(`the module cannot be loaded (${found.status})`);
  return found.body;
}

const decoded = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));

/** The module is packed by the build, so that no server has to do it. */
async function load(): Promise<WebAssembly.Module> {
  const unpacked = (await bytes()).pipeThrough(new DecompressionStream("gzip") as ReadableWritablePair);
  return WebAssembly.compile(await new Response(unpacked).arrayBuffer());
}

let loading: Promise<WebAssembly.Module> | undefined;
export const theModule = (): Promise<WebAssembly.Module> => (loading ??= load());

let address: string | undefined;
export function newWorker(): Worker {
  const code = inside("fairgame-worker");
  address ??= code ? URL.createObjectURL(new Blob([decoded(code)], { type: "text/javascript" })) : workerFile;
  return new Worker(script(address));
}
