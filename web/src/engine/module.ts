// Where the module and the worker come from: files beside the page, or, in the page that is one file, the page itself.

import packed from "../../pkg/fairgame.bin?url";
import workerFile from "./worker.ts?worker&url";
import type { Unpacked } from "./shapes";
import { script } from "./trusted";

/** A block of data in the page that is one file. */
const inside = (id: string): string | undefined => document.getElementById(id)?.textContent?.trim() || undefined;

/** Hears how many bytes have come in, of how many. */
type Hear = (have: number, all: number) => void;

async function bytes(hear: Hear): Promise<ArrayBuffer> {
  const data = inside("fairgame-module");
  if (data) return decoded(data).buffer;
  const found = await fetch(packed);
  if (!found.ok) throw new Error(`the module cannot be loaded (${found.status})`);
  const all = Number(found.headers.get("content-length"));
  // Where a server packs it once more, nobody knows how much there is to come.
  if (!found.body || !all || found.headers.get("content-encoding")) return found.arrayBuffer();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let have = 0;
  const reader = found.body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    parts.push(next.value);
    hear((have += next.value.length), all);
  }
  return new Blob(parts).arrayBuffer();
}

const decoded = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));

/** The module is packed by the build, so that no server has to do it; a worker unpacks it, so that the page goes on meanwhile. */
async function load(hear: Hear): Promise<WebAssembly.Module> {
  const packed = await bytes(hear);
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
/** The first who asks for it hears how far it is. */
export const theModule = (hear: Hear = () => {}): Promise<WebAssembly.Module> => (loading ??= load(hear));

let address: string | undefined;
export function newWorker(): Worker {
  const code = inside("fairgame-worker");
  address ??= code ? URL.createObjectURL(new Blob([decoded(code)], { type: "text/javascript" })) : workerFile;
  return new Worker(script(address));
}
