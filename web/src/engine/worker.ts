// The worker: it has the module, answers calls at once, and works on questions in slices, between which it hears calls.

import { Desk, initSync } from "../../pkg/fairgame_web.js";
import { decompress } from "lzma1";
import { together } from "./streams.js";
import type { First, Message, Request, Run, Stepped, Told, Unpacked } from "./shapes";

/** Milliseconds: the page hears from the worker, and the worker from the page, this often. */
const SLICE = 40;

let desk: Desk;
const stopped = new Set<number>();

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
    ("number" in data.run || "line" in data.run ? questions : beside).add(data);
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
  if (name === "here") return true;
  desk.be_careful(careful);
  const method = (desk as unknown as Record<string, (...args: unknown[]) => unknown>)[name];
  const told = method?.apply(desk, args);
  // Texts come as they are, everything else as JSON.
  return typeof told === "string" && !["laid_out", "entry"].includes(name) ? JSON.parse(told) : told;
}

interface Job { id: number; run: Run }

/** Jobs that are done one after the other, in slices. */
class Line {
  private waiting: Job[] = [];
  private working = false;

  constructor(private begin: (run: Run) => string, private step: () => string, private stop: () => string) {}

  add(job: Job): void {
    this.waiting.push(job);
    if (!this.working) void this.work();
  }

  private async work(): Promise<void> {
    this.working = true;
    for (let job = this.waiting.shift(); job; job = this.waiting.shift()) {
      try {
        await this.workOn(job);
      } catch (why) {
        say({ id: job.id, failed: String(why) });
      }
      stopped.delete(job.id);
    }
    this.working = false;
  }

  private async workOn({ id, run }: Job): Promise<void> {
    desk.be_careful(Boolean(run.careful));
    const begun = JSON.parse(this.begin(run));
    if ("not" in (begun as Told<string>)) return say({ id, value: begun });
    for (;;) {
      // Calls in between have bounds of their own.
      desk.be_careful(Boolean(run.careful));
      const step = JSON.parse(stopped.has(id) ? this.stop() : this.step()) as Stepped;
      if (step === "idle") return say({ id, value: { not: "the text was changed meanwhile" } });
      if ("done" in step) return say({ id, value: { is: step.done } });
      if ("drawn" in step) return say({ id, value: step.drawn });
      say({ id, more: step.more });
      await breath();
    }
  }
}

const questions = new Line(
  (run) => ("line" in run ? desk.ask_line(run.line) : desk.ask("number" in run ? run.number : 0)),
  () => desk.step(SLICE),
  () => desk.stop(),
);
/** What is asked about answers waits for no question. */
const beside = new Line(
  (run) => {
    if ("picture" in run) return desk.ask_picture(run.picture, run.dark, run.most);
    return "whyLine" in run ? desk.ask_why_line(run.whyLine) : desk.ask_why("why" in run ? run.why : 0);
  },
  () => desk.step_beside(SLICE),
  () => desk.stop_beside(),
);

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
