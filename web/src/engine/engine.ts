// A worker as the page sees it: calls give promises, questions can be stopped, and a worker that does not answer is replaced.

import { newWorker, theModule } from "./module";
import type { Message, More, Request, Run, Shown, Told } from "./shapes";

/** What is being worked on. */
export interface Running<T = Shown> {
  answer: Promise<Told<T>>;
  /** Ends it with what is known, at once. */
  stop(): void;
}

/** So long the worker may take to end by itself; the page says that it has stopped then, in any case. */
const AT_ONCE = 70;
/** And so long until another worker takes its place. */
const PATIENCE = 3000;

/** How much all that is solved may hold: what the address says, else less on small machines. Running out of it is an answer. */
const MEBIBYTES = (() => {
  const asked = Number(new URLSearchParams(location.search).get("memory"));
  const { deviceMemory = 8 } = navigator as { deviceMemory?: number };
  return Math.round(asked > 0 ? Math.min(asked, 2048) : Math.min(1024, 128 * deviceMemory));
})();

interface Waiting { take: (value: unknown) => void; fail: (why: Error) => void; more?: (more: More) => void; late?: (value: unknown) => void }

/** What is heard of a question besides its answer: how far it is, and what comes in after it was stopped. */
export interface Heard { more?: (more: More) => void; late?: (told: Told<Shown>) => void }

export class Engine {
  private worker: Worker | undefined;
  private ready: Promise<void> | undefined;
  private waiting = new Map<number, Waiting>();
  private last = 0;

  /** @param again what a new worker has to be told before all else */
  constructor(private again: () => [string, ...unknown[]][] = () => []) {}

  private start(): Promise<void> {
    return (this.ready ??= this.begin());
  }

  private async begin(): Promise<void> {
    const module = await theModule();
    const worker = newWorker();
    this.worker = worker;
    await new Promise<void>((ready, fail) => {
      worker.onerror = (event) => fail(new Error(event.message || "the worker cannot be started"));
      worker.onmessage = () => ready();
      worker.postMessage({ module, memory: MEBIBYTES });
    });
    worker.onmessage = ({ data }: MessageEvent<Message>) => this.hear(data);
    worker.onerror = () => this.replace("the memory of the browser, or its stack, is used up");
    for (const [call, ...args] of this.again()) this.send({ id: ++this.last, call, args });
  }

  private send(request: Request): void {
    this.worker?.postMessage(request);
  }

  private hear(message: Message): void {
    if (!("id" in message)) return;
    const waiting = this.waiting.get(message.id);
    if ("more" in message) return waiting?.more?.(message.more);
    this.waiting.delete(message.id);
    if ("value" in message) waiting?.take(message.value);
    // What fails inside the module leaves it in no state to go on.
    if ("failed" in message) {
      const full = /stack|memory|unreachable/i.test(message.failed);
      const why = full ? "the memory of the browser, or its stack, is used up" : message.failed;
      waiting?.fail(new Error(why));
      this.replace(why);
    }
  }

  /** Another worker takes its place; what waits is told why. */
  replace(why: string): void {
    this.worker?.terminate();
    this.worker = this.ready = undefined;
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    waiting.forEach((w) => w.fail(new Error(why)));
  }

  async call<T>(name: string, ...args: unknown[]): Promise<T> {
    await this.start();
    return this.ask<T>((id) => ({ id, call: name, args }));
  }

  /** Until the worker hears: before each of thousands of questions, so that costs it nothing. */
  async here(): Promise<void> {
    await this.call("here");
  }

  /** The same for what nobody has asked for: it may cost little. */
  async callWithCare<T>(name: string, ...args: unknown[]): Promise<T> {
    await this.start();
    return this.ask<T>((id) => ({ id, call: name, args, careful: true }));
  }

  private ask<T>(request: (id: number) => Request, heard: Pick<Waiting, "more" | "late"> = {}, known?: (id: number) => void): Promise<T> {
    const id = ++this.last;
    known?.(id);
    const answer = new Promise<T>((take, fail) => {
      this.waiting.set(id, { take: take as (value: unknown) => void, fail, ...heard });
    });
    this.send(request(id));
    return answer;
  }

  /** Works on a question, a reason or a picture. */
  run<T = Shown>(run: Run, { more, late }: Heard = {}): Running<T> {
    let id = 0;
    let stopped = false;
    const stop = () => {
      stopped = true;
      if (id) this.stop(id);
    };
    const answer = (async (): Promise<Told<T>> => {
      try {
        await this.start();
        if (stopped) return { not: "Stopped." };
        const heard = { more, late: late as (value: unknown) => void };
        return await this.ask((i) => ({ id: i, run }), heard, (i) => (id = i));
      } catch (why) {
        return { not: `Stopped: ${(why as Error).message}.` };
      }
    })();
    return { answer, stop };
  }

  private stop(id: number): void {
    this.send({ stop: id });
    setTimeout(() => {
      const waiting = this.waiting.get(id);
      if (!waiting) return;
      waiting.take({ not: "Stopped." });
      // What it says later of how far it got is heard all the same.
      this.waiting.set(id, { take: waiting.late ?? (() => {}), fail: () => {} });
      this.replaceIfSilent();
    }, AT_ONCE);
  }

  private replaceIfSilent(): void {
    const silent = setTimeout(() => this.replace("the worker was stopped"), PATIENCE);
    this.here().then(() => clearTimeout(silent), () => clearTimeout(silent));
  }
}
