// A play against the computer, or of two people at one screen: on drawn boards, or by the names of the moves.

import { announce, byId, h } from "../dom";
import type { Choice, Hint, Standing, Told } from "../engine/shapes";
import type { Page } from "../page";
import { boardGrid, choose, type Chosen, nothing } from "./board";

/** The computer thinks about a position so long before it moves by what it knows. */
const THINKING = 5000;

const MISERE = /\s+under mis[eè]re$/;

/** How a play begins: under which rule, with which moves, and with care where nobody asked for it. */
export interface Begun { misere?: boolean; moves?: string[]; careful?: boolean }

export class Play {
  private now: Standing | undefined;
  private chosen: Chosen = { places: [], moves: [] };
  private busy = false;
  private said = "";
  /** Which text the solver had that knows the play: with another one, it is told of it again. */
  private given = -1;

  constructor(private page: Page) {
    byId("begin").addEventListener("submit", (event) => {
      event.preventDefault();
      const position = input("position").value || input("position").placeholder;
      void this.begin(position, { misere: input("misere").checked || MISERE.test(position) });
    });
    byId("play").addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.draw();
    });
    page.play = () => (this.now ? { position: this.now.start + (this.now.misere ? " under misere" : ""), moves: this.now.made } : null);
  }

  private get level(): string {
    return byId<HTMLSelectElement>("opponent").value;
  }

  private get you(): number {
    return Number(byId<HTMLSelectElement>("first").value);
  }

  /** What the form offers when another text is read. */
  offer(position: string): void {
    input("position").placeholder = position;
  }

  forget(): void {
    this.now = undefined;
    byId("table").replaceChildren();
  }

  /** A play that comes with a link begins with care, and waits for a person. */
  async begin(position: string, { misere = MISERE.test(position), moves = [], careful = false }: Begun = {}): Promise<void> {
    const plain = position.replace(MISERE, "");
    input("position").value = plain;
    input("misere").checked = misere;
    this.said = "";
    const begun = [plain, JSON.stringify(moves), misere];
    if (careful) await this.ask("play", begun, true);
    else if (await this.ask("play", begun)) await this.answer();
  }

  private async ask(call: string, args: unknown[], careful = false): Promise<boolean> {
    const told = await this.told<Standing>(call, args, careful);
    if ("is" in told) {
      this.now = told.is;
      this.draw();
      return true;
    }
    if (this.now && call !== "play") {
      this.said = told.not;
      this.draw();
      announce(told.not);
    } else {
      byId("table").replaceChildren(h("p", { class: "complaint", role: "alert" }, told.not));
    }
    return false;
  }

  /** What takes too long can be stopped: another worker takes the play up then. */
  private async told<T>(call: string, args: unknown[], careful: boolean): Promise<Told<T>> {
    const solver = await this.page.ready();
    const over = this.page.stoppable(() => solver.replace("it was stopped"));
    try {
      const { now } = this;
      if (this.given !== this.page.given && now && call !== "play") {
        const again = await solver.call<Told<Standing>>("play", now.start, JSON.stringify(now.made), now.misere);
        if ("not" in again) return { not: `By the rules as they are now, there is no such play. ${again.not}` };
      }
      this.given = this.page.given;
      return careful ? await solver.callWithCare(call, ...args) : await solver.call(call, ...args);
    } catch (why) {
      return { not: `Stopped: ${(why as Error).message}.` };
    } finally {
      over();
    }
  }

  private async make(move: Choice): Promise<void> {
    const number = this.now?.moves.indexOf(move) ?? -1;
    if (this.busy || number < 0) return;
    this.said = `You: ${move.name}.`;
    if (await this.ask("make", [number])) await this.answer();
    this.focus();
  }

  /** The computer's move, if it is its turn. */
  private async answer(): Promise<void> {
    const now = this.now;
    if (!now || now.ended || this.level === "nobody" || now.turn === this.you) return this.tell();
    this.busy = true;
    this.draw();
    const before = now.made.length;
    if (this.level === "perfect") await this.think(now);
    const replied = await this.ask("reply", [this.level, Math.floor(Math.random() * 2 ** 31)], true);
    this.busy = false;
    const made = this.now?.made[before];
    if (replied && made) this.said += ` The computer: ${made}.`;
    this.draw();
    this.tell();
  }

  /** In slices, so that it can be stopped; what is found out is known then. */
  private async think({ position, misere }: Standing): Promise<void> {
    const solver = await this.page.ready();
    const running = solver.run({ line: `show ${position}${misere ? " under misere" : ""}` });
    const enough = setTimeout(running.stop, THINKING);
    const over = this.page.stoppable(running.stop);
    await running.answer;
    over();
    clearTimeout(enough);
  }

  private tell(): void {
    announce(`${this.said} ${this.standing()}`);
  }

  private standing(): string {
    const now = this.now;
    if (!now) return "";
    const name = (player: number) =>
      this.level === "nobody" ? `Player ${player}${now.sides ? ` (${now.sides[player - 1]})` : ""}` : player === this.you ? "You" : "The computer";
    if (!now.ended) return this.busy ? "The computer thinks." : `${name(now.turn)} to move: ${now.moves.length + now.more} moves.`;
    const wins = now.ended.winner === 0 ? "A draw." : `${name(now.ended.winner)} ${now.ended.winner === this.you && this.level !== "nobody" ? "win" : "wins"}.`;
    return `${now.ended.why}. ${wins}`;
  }

  private draw(): void {
    const now = this.now;
    if (!now) return;
    this.chosen = nothing(now.moves);
    this.redraw(now);
  }

  private redraw(now: Standing): void {
    const goOn = this.place();
    const boards = now.boards.map((board, i) => h("figure", {},
      boardGrid(board, i, this.chosen, this.open(now), (place) => this.click(place)), h("figcaption", {}, board.label)));
    const drawn = now.boards.length ? [] : [h("pre", { class: "drawn" }, now.drawn.join("\n") || now.position)];
    byId("table").replaceChildren(
      h("p", { class: "standing" }, this.said && `${this.said} `, h("strong", {}, this.standing())),
      h("div", { class: "boards" }, ...boards, ...drawn), this.tools(now), this.list(now), this.record(now));
    goOn();
  }

  /** Where the keys are now, to go on there when all of it is drawn again. */
  private place(): () => void {
    const active = document.activeElement;
    if (!active || !byId("table").contains(active)) return () => {};
    const cells = () => [...byId("table").querySelectorAll<HTMLElement>("[role=gridcell]")];
    const at = cells().indexOf(active as HTMLElement);
    if (at >= 0) return () => cells()[at]?.focus();
    const same = (button: HTMLElement) => button.textContent === active.textContent;
    return () => {
      const buttons = [...byId("table").querySelectorAll<HTMLButtonElement>("button:not(:disabled)")];
      const again = buttons.find(same);
      if (again) again.focus();
      else this.focus();
    };
  }

  private open(now: Standing): Choice[] {
    return this.busy || now.ended ? [] : now.moves;
  }

  private click(place: [number, number]): void {
    if (!this.now || this.busy) return;
    const { made, chosen } = choose(this.now.moves, this.chosen, place);
    if (made) return void this.make(made);
    this.chosen = chosen;
    this.redraw(this.now);
    this.focus(place);
    announce(chosen.places.length ? `Chosen. ${chosen.moves.length} moves remain; choose another place, or the same one again.` : "Nothing is chosen.");
  }

  /** Keys go on where they were. */
  private focus(place?: [number, number]): void {
    const grids = byId("table").querySelectorAll<HTMLElement>("[role=grid]");
    const cell = place && grids[place[0]]?.querySelectorAll<HTMLElement>("[role=gridcell]")[place[1]];
    const target = cell ?? byId("table").querySelector<HTMLElement>(".open[tabindex='0'], .moves button, .tools button");
    target?.focus();
  }

  private list(now: Standing): HTMLElement {
    const moves = this.busy || now.ended ? [] : this.chosen.moves;
    const button = (move: Choice) => h("button", { onclick: () => void this.make(move), title: `to ${move.to}` }, move.name);
    const more = now.more && !this.chosen.places.length ? h("p", {}, `and ${now.more} more`) : null;
    return h("div", { class: "moves", role: "group", "aria-label": "Moves" }, ...moves.map(button), more);
  }

  private tools(now: Standing): HTMLElement {
    // Back to where it was your turn.
    const steps = this.level === "nobody" || now.turn !== this.you ? 1 : Math.min(2, now.made.length);
    const undo = h("button", { onclick: () => void this.undo(steps), disabled: !now.made.length }, "Undo");
    const hint = h("button", { onclick: () => void this.hint(), disabled: Boolean(now.ended) }, "Hint");
    const swap = h("button", { onclick: () => void this.answer(), disabled: Boolean(now.ended) || now.turn === this.you }, "Go on");
    return h("div", { class: "tools" }, undo, hint, this.level !== "nobody" && now.turn !== this.you && swap);
  }

  private async undo(steps: number): Promise<void> {
    this.said = "";
    await this.ask("undo", [steps]);
    this.tell();
  }

  private async hint(): Promise<void> {
    if (!this.now) return;
    await this.think(this.now);
    const told = await this.told<Hint>("advice", [], true);
    if ("not" in told) return this.tellHint(told.not);
    const { hope, moves } = told.is;
    const said = { win: "You can win", loss: "Every move loses against best play", draw: "You can hold a draw", open: "Nobody knows" };
    const by = moves.length ? `: ${moves.slice(0, 6).join(", ")}` : "";
    this.tellHint(`${said[hope]}${by}.`);
  }

  private tellHint(said: string): void {
    this.said = said;
    this.draw();
    announce(said);
  }

  private record(now: Standing): HTMLElement {
    return h("details", { class: "record" }, h("summary", {}, `The play so far (${now.made.length} moves)`), h("pre", {}, now.statement));
  }
}

const input = (id: string): HTMLInputElement => byId<HTMLInputElement>(id);
