// What the parts of the page share: the text, the two workers, and what there is to tell.

import { announce, byId, h } from "./dom";
import type { Editor } from "./editor/editor";
import { Engine } from "./engine/engine";
import type { Play, Run, Task, Told } from "./engine/shapes";

/** What the page was opened as. */
export const query = new URLSearchParams(location.search);
export const embedded = query.has("embed");

export class Page {
  editor!: Editor;
  exercise: Task | null = null;
  /** One worker reads what is typed; another one solves, so that neither waits for the other. */
  readonly reader: Engine;
  readonly solver: Engine;
  /** The text that the solver has. */
  private solving: string | undefined;
  /** How often it was given one: answers have numbers, and a play is known, until it is given the next one. */
  given = 0;
  /** The link that the page was opened with has other texts, which each worker needs. */
  link: string | undefined;
  /** The play at hand, for links. */
  play: () => Play | null = () => null;

  constructor() {
    this.reader = new Engine(() => this.known());
    this.solver = new Engine(() => {
      this.solving = undefined;
      return this.known();
    });
  }

  private stops = new Set<() => void>();

  /** What can be stopped while it lasts; what comes back is called when it is over. */
  stoppable(stop: () => void): () => void {
    this.stops.add(stop);
    byId("stop").hidden = false;
    return () => {
      this.stops.delete(stop);
      byId("stop").hidden = this.stops.size === 0;
    };
  }

  /** Ends all that is being worked out. */
  stop(): void {
    [...this.stops].forEach((stop) => stop());
  }

  private known(): [string, ...unknown[]][] {
    const link: [string, ...unknown[]][] = this.link ? [["open_link", this.link]] : [];
    return this.exercise ? [...link, ["take_exercise", this.exercise.kept]] : link;
  }

  /** The solver, with the text that is to be seen. If it is replaced meanwhile, this is left to the one that takes its place. */
  ready(): Promise<Engine> {
    return this.prepared().catch(() => this.prepared());
  }

  /** What the solver is asked beside what it does in slices: it can be stopped, too, but another one takes its place then. */
  async ask<T>(name: string, ...args: unknown[]): Promise<Told<T>> {
    const over = this.stoppable(() => this.solver.replace("it was stopped"));
    try {
      return await this.solver.call<Told<T>>(name, ...args);
    } catch (why) {
      return { not: `Stopped: ${(why as Error).message}.` };
    } finally {
      over();
    }
  }

  /** The same in slices: stopping it leaves the solver what it knows. */
  async run<T>(run: Run): Promise<Told<T>> {
    const running = this.solver.run<T>(run);
    const over = this.stoppable(running.stop);
    const told = await running.answer;
    over();
    return told;
  }

  private async prepared(): Promise<Engine> {
    const text = this.editor.text();
    await this.solver.here();
    if (this.solving !== text) {
      this.solving = text;
      await this.solver.call("open", text);
      this.given++;
    }
    return this.solver;
  }

  /** What a link brought is forgotten, or another takes its place; both workers hear of it. */
  async opened(link: string | undefined): Promise<void> {
    this.link = link;
    this.solving = undefined;
    // A worker that is replaced meanwhile leaves an heir that is told of it before all else.
    const tell = (engine: Engine) => (link ? engine.call("open_link", link) : engine.call("close_link")).catch(() => {});
    await Promise.all([tell(this.reader), tell(this.solver)]);
  }
}

/** A line above everything, with what can be done about it. */
export function notice(text: string, ...buttons: HTMLElement[]): void {
  const box = byId("notice");
  const close = h("button", { "aria-label": "Close", onclick: () => (box.hidden = true) }, "✕");
  box.replaceChildren(text, " ", ...buttons, close);
  box.hidden = !text;
  if (text) announce(text);
}
