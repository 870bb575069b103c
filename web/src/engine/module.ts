// Where the module and the worker come from: files beside the page, or, in the page that is one file, the page itself.

import packed from "../../pkg/fairgame.bin?url";
import workerFile from "./worker.ts?worker&url";
import type { Unpacked } from "./shapes";
import { script } from "./trusted";

/** A block of data in the page that is one file. */
const inside = (id: string): string | undefined => document.getElementById(id)?.textContent?.trim() || undefined;

async function bytes(): Promise<ArrayBuffer> {
  const data = inside("fairgame-module");
  if (data) return decoded(data).buffer;
  const found = await fetch(packed);
  if (!found.ok) throw new Error(`the module cannot be loaded (${found.status})`);
  return found.arrayBuffer();
}

const decoded = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));

/** The module is packed by the build, so that no server has to do it; a worker unpacks it, so that the page goes on meanwhile. */
async function load(): Promise<WebAssembly.Module> {
  const packed = await bytes();
  const worker = newWorker();
  const told = await new Promise<Unpacked>((take, fail) => {
    worker.onmessage = ({ data }: MessageEvent<Unpacked>) => take(data);
    worker.onerror = (event) => fail(new Error(event.message || "the worker cannot be started"));
    worker.postMessage({ packed }, [packed]);
  }).finally(() => worker.terminate());
  if ("not" in told) throw new Error(`the module cannot be unpacked: ${told.not}`);
  return told.is;
}

let loading: Promise<WebAssembly.Module> | undefined;
export const theModule = (): Promise<WebAssembly.Module> => (loading ??= load());

let address: string | undefined;
export function newWorker(): Worker {
  const code = inside("fairgame-worker");
  address ??= code ? URL.createObjectURL(new Blob([decoded(code)], { type: "text/javascript" })) : workerFile;
  return new Worker(script(address));
}
