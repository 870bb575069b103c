// The worker: it has the module, answers calls at once, and works on questions in slices, between which it hears calls.

import { Desk, initSync } from "../../pkg/fairgame_web.js";
import { decompress } from "lzma1";
import { together } from "./streams.js";
import type { First, Message, Request, Run, Stepped, Told, Unpacked } from "./shapes";

/** Milliseconds: the page hears from the worker, and the worker from the page, this often. */
const SLICE = 40;

let desk: Desk;
const waiting: { id: number; run: Run }[] = [];
const stopped = new Set<number>();
let working = false;

self.onmessage = ({ data }: MessageEvent<Request | First>) => {
  if ("packed" in data) {
    void unpack(data.packed).then((told) => self.postMessage(told));
  } else if ("module" in data) {
    initSync({ module: data.module });
    desk = new Desk(data.memory);
    say({ ready: true });
  } else if ("stop" in data) {
    stopped.add(data.stop);
  } else if ("run" in data) {
    waiting.push(data);
    if (!working) void work();
  } else {
    answer(data.id, () => call(data.call, data.args, data.careful));
  }
};

async function unpack(packed: ArrayBuffer): Promise<Unpacked> {
  try {
    return { is: await WebAssembly.compile(together(decompress(new Uint8Array(packed))) as BufferSource) };
  } catch (why) {
    return { not: String(why) };
  }
}

function say(message: Message): void {
  self.postMessage(message);
}

function answer(id: number, ask: () => unknown): void {
  try {
    say({ id, value: ask() });
  } catch (why) {
    say({ id, failed: String(why) });
  }
}

function call(name: string, args: unknown[], careful = false): unknown {
  desk.be_careful(careful);
  const method = (desk as unknown as Record<string, (...args: unknown[]) => unknown>)[name];
  const told = method?.apply(desk, args);
  // Texts come as they are, everything else as JSON.
  return typeof told === "string" && !["laid_out", "entry"].includes(name) ? JSON.parse(told) : told;
}

async function work(): Promise<void> {
  working = true;
  for (let job = waiting.shift(); job; job = waiting.shift()) {
    try {
      await workOn(job.id, job.run);
    } catch (why) {
      say({ id: job.id, failed: String(why) });
    }
    stopped.delete(job.id);
  }
  working = false;
}

async function workOn(id: number, run: Run): Promise<void> {
  desk.be_careful(Boolean(run.careful));
  const begun = JSON.parse(run.line === undefined ? desk.ask(run.number ?? 0) : desk.ask_line(run.line));
  if ("not" in (begun as Told<string>)) return say({ id, value: begun });
  for (;;) {
    // Calls in between have bounds of their own.
    desk.be_careful(Boolean(run.careful));
    const step = (stopped.has(id) ? JSON.parse(desk.stop()) : JSON.parse(desk.step(SLICE))) as Stepped;
    if (step === "idle") return say({ id, value: { not: "the text was changed meanwhile" } });
    if ("done" in step) return say({ id, value: { is: step.done } });
    say({ id, more: step.more });
    await breath();
  }
}

const channel = new MessageChannel();
const breaths: (() => void)[] = [];
channel.port1.onmessage = () => breaths.shift()?.();

/** Until the messages that have come in are heard. */
function breath(): Promise<void> {
  return new Promise((go) => {
    breaths.push(() => setTimeout(go));
    channel.port2.postMessage(0);
  });
}
