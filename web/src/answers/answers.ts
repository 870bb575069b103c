// The answers beside the rules: a card for each statement. Small ones are answered at once, all others when somebody says so.

import { announce, byId, h, isDark, picture } from "../dom";
import type { Running } from "../engine/engine";
import type { Asks, More, Shown, Told } from "../engine/shapes";
import { embedded, type Page } from "../page";
import { busy } from "../keep/freeze";
import { marked } from "./marked";
import { type Rules, completed, withPositions } from "./positions";
import { saving } from "./save";
import { table } from "./table";

/** So long all small answers together may take. */
const SMALL = 3000;

export class Answers {
  private cards = new Map<string, Card>();
  private running: Running | undefined;
  /** Each round of answers ends the one before. */
  private round = 0;
  private over: () => void = () => {};
  onPlay: (position: string, misere: boolean) => void = () => {};

  /** The games of the text. */
  private games = new Set<string>();
  private rules: Rules = {};

  constructor(private page: Page) {}

  /** The statements of the text, with the answers that are known to those that stayed as they were. */
  show(questions: Asks[], games: string[] = [], rules: Rules = {}): void {
    this.games = new Set(games);
    this.rules = rules;
    const known = this.cards;
    this.cards = new Map();
    for (const [number, asks] of questions.entries()) {
      const key = asks.text + (this.cards.has(asks.text) ? ` ${number}` : "");
      const card = known.get(key) ?? new Card(this, this.page, asks.text);
      card.asks = asks;
      card.question = number;
      this.cards.set(key, card);
    }
    const lines = [...this.own.values()];
    byId("cards").replaceChildren(...[...lines, ...this.cards.values()].map((card) => card.element));
    if (!questions.length && !lines.length) {
      byId("cards").append(h("p", { class: "hint" }, "No questions yet. Does the text have a `show`, a `table` or an `expect`? You can also type a question in the line above."));
    }
  }

  private own = new Map<string, Card>();

  /** All answers of another text are out of date. */
  async answerSmall(): Promise<void> {
    await this.answer(true);
  }

  async answerAll(): Promise<void> {
    await this.answer(false);
  }

  private async answer(careful: boolean): Promise<void> {
    const round = this.begin(careful);
    await this.page.ready();
    const until = Date.now() + SMALL;
    for (const card of this.cards.values()) {
      // Another one may have taken its place, which has no text yet.
      const solver = await this.page.ready();
      if (round !== this.round) return;
      if (careful && Date.now() > until) card.waits();
      else await this.work(round, card, solver.run({ number: card.question, careful }, heard(card)), careful);
    }
    if (round === this.round) this.end(careful ? "" : "All is answered.");
  }

  /** A line that somebody typed. */
  async ask(line: string): Promise<void> {
    const round = this.begin(false);
    const card = this.own.get(line) ?? new Card(this, this.page, line);
    this.own.set(line, card);
    byId("cards").querySelector(".hint")?.remove();
    byId("cards").prepend(card.element);
    const solver = await this.page.ready();
    await this.work(round, card, solver.run({ line }, heard(card)), false);
    if (round === this.round) this.end("");
  }

  private async work(round: number, card: Card, running: Running, careful: boolean): Promise<void> {
    this.running = running;
    card.works();
    card.given = this.page.given;
    const told = await running.answer;
    // An answer that came too late is an answer all the same, unless the text was changed.
    if (round !== this.round && "not" in told) return card.notNow();
    card.told(told, careful);
    // What was solved holds all the memory there may be: the next question begins with none of it.
    if ("is" in told && told.is.stopped && /MiB of memory/.test(told.is.html)) this.page.solver.replace("its memory was used up");
  }

  private begin(careful: boolean): number {
    this.running?.stop();
    // What is small freezes nothing.
    busy(!careful);
    this.over();
    this.over = this.page.stoppable(() => this.stop());
    return ++this.round;
  }

  private end(said: string): void {
    this.running = undefined;
    busy(false);
    this.over();
    if (said) announce(said);
  }

  /** Ends what is being worked out; what is known stays. */
  stop(): void {
    this.round++;
    const running = this.running;
    this.end("Stopped. Known results stay.");
    running?.stop();
    this.cards.forEach((card) => card.notNow());
  }

  /** Words in which every position can be asked why. */
  words(html: string, card: Card): HTMLElement {
    const isGame = (name: string) => this.games.has(name) || /^\p{Lu}/u.test(name);
    const inFull = (line: string) => completed(line, isGame, this.rules, card.known);
    return marked(html, (text) => withPositions(text, isGame, inFull, (line) => void this.why(card, line)));
  }

  /** Why: beside the answer that it is about. */
  async why(card: Card, line?: string): Promise<void> {
    const told = await this.reason(card, line);
    card.explain(line ?? card.statement, told);
  }

  private async reason(card: Card, line?: string): Promise<Told<Shown>> {
    if (line !== undefined) {
      await this.page.ready();
      return this.page.run({ whyLine: line });
    }
    const number = await this.number(card);
    return "not" in number ? number : this.page.run({ why: number.is });
  }

  /** The answer that a card shows, drawn. */
  async picture(card: Card, dark: boolean, most: number): Promise<Told<string>> {
    const number = await this.number(card);
    return "not" in number ? number : this.page.run({ picture: number.is, dark, most });
  }

  /** The same in some form of text. */
  async written(card: Card, form: string): Promise<Told<string>> {
    const number = await this.number(card);
    return "not" in number ? number : this.page.ask("written", number.is, form);
  }

  /** Its number. A solver that has another text since, or took the place of another one, is asked again. */
  private async number(card: Card): Promise<Told<number>> {
    await this.page.ready();
    if (card.given !== this.page.given) {
      const told = await this.page.run<Shown>(card.asks ? { number: card.question } : { line: card.statement });
      if ("not" in told) return told;
      card.told(told, false);
      card.given = this.page.given;
    }
    return { is: card.number };
  }
}

const heard = (card: Card) => ({ more: (more: More) => card.more(more), late: (told: Told<Shown>) => card.late(told) });

/** A statement and its answer. */
export class Card {
  readonly element: HTMLElement;
  asks: Asks | undefined;
  question = 0;
  number = -1;
  /** Which text the solver had that gave the answer that number. */
  given = 0;
  /** By game, what its rules are in this answer. */
  readonly known = new Map<string, string[]>();
  private body = h("div", { class: "body" });
  /** The answer that stands there, apart from its number. */
  private standing = "";
  /** The text whose answer is explained. */
  private explained = "";
  private rows: string[][] = [];
  private waiting = false;
  /** Stopped, with nothing known yet. */
  private halted = false;

  constructor(private answers: Answers, private page: Page, readonly statement: string) {
    const goThere = () => this.asks && this.page.editor.show(this.asks.place);
    const head = h("h3", {}, h("button", { class: "statement", title: "Go to it", onclick: goThere }, statement));
    this.element = h("article", { class: "card" }, head, this.body);
  }

  works(): void {
    this.rows = [];
    this.waiting = true;
    this.halted = false;
    this.element.setAttribute("aria-busy", "true");
  }

  more(more: More): void {
    this.rows.push(...more.rows);
    const rows = this.rows.length ? `${this.rows.length} rows, ` : "";
    const far = `${rows}${more.positions.toLocaleString("en")} positions, ${more.seconds.toFixed(1)} s`;
    if (more.seconds > 0.3) this.put(h("p", { class: "progress" }, `Working: ${far}`));
  }

  /** How far it got, of a question that took a while to stop. */
  late(told: Told<Shown>): void {
    if (this.halted && this.given === this.page.given && "is" in told) this.told(told, false);
  }

  /** Nothing was found out in time, or nobody wants to know any more. */
  notNow(): void {
    if (this.waiting) this.told({ not: "Stopped." }, false);
    else if (!this.body.hasChildNodes()) this.waits();
  }

  waits(): void {
    this.done();
    const all = () => void this.answers.answerAll();
    this.put(h("p", {}, "Not computed yet, since it may take long. ", h("button", { onclick: all }, "Answer all")));
  }

  private done(): void {
    this.waiting = false;
    this.element.removeAttribute("aria-busy");
  }

  told(told: Told<Shown>, careful: boolean): void {
    this.done();
    this.halted = "not" in told;
    if ("not" in told) return this.stopped(told.not);
    const shown = told.is;
    if (careful && shown.stopped && shown.data.answer !== "table") return this.waits();
    this.number = shown.number;
    this.element.classList.toggle("bad", shown.bad);
    const standing = JSON.stringify({ ...shown, number: 0, rest: Boolean(careful && shown.stopped), misere: this.asks?.misere });
    if (standing === this.standing) return this.stays();
    this.put(...this.contents(shown));
    this.standing = standing;
    if (careful && shown.stopped) this.body.append(h("p", {}, "The rest may take long. ", h("button", { onclick: () => void this.answers.answerAll() }, "Answer all")));
  }

  /** What came in before it was stopped stands. */
  private stopped(why: string): void {
    const rows = this.rows;
    this.put(h("p", { class: "complaint" }, why));
    if (!rows.length) return;
    const binders = Math.max(1, (rows[0]?.length ?? 2) - 1);
    const columns = rows[0]?.map((_, i) => (i < binders ? "" : this.statement)) ?? [];
    this.body.append(h("p", {}, `The first ${rows.length} rows:`), table(this.statement, { columns, rows, binders }, () => {}));
  }

  private put(...nodes: Node[]): void {
    this.standing = "";
    this.body.replaceChildren(...nodes);
  }

  /** The same answer again, perhaps of another text: what somebody opened stays open, and says so. */
  private stays(): void {
    const box = this.body.querySelector<HTMLElement>(".why");
    if (!box || this.page.editor.text() === this.explained || box.querySelector(".hint")) return;
    box.prepend(h("p", { class: "hint" }, "The text was changed since."));
  }

  private contents(shown: Shown): Node[] {
    const { columns, rows, binders } = shown.data;
    const parts: Node[] = [];
    if (columns && rows && binders !== undefined) {
      const under = this.asks?.misere ? " under misere" : "";
      parts.push(table(this.statement, { columns, rows, binders }, (line) => void this.answers.why(this, line + under)));
    }
    parts.push(this.answers.words(shown.html, this), this.tools(shown));
    return parts;
  }

  private tools(shown: Shown): HTMLElement {
    const button = (name: string, run: () => void) => h("button", { onclick: run }, name);
    const { position } = shown.data;
    const misere = shown.data.answer === "misere" || Boolean(this.asks?.misere);
    return h("div", { class: "tools" },
      shown.has_why && button("Why?", () => void this.answers.why(this)),
      shown.has_picture && button("Picture", () => void this.draw(shown)),
      position && !embedded && button("Play", () => this.answers.onPlay(position, misere)),
      saving(this.statement, shown, {
        written: (form) => this.answers.written(this, form),
        picture: (dark, most) => this.answers.picture(this, dark, most),
      }));
  }

  private async draw(shown: Shown): Promise<void> {
    const told = await this.answers.picture(this, isDark(), 24);
    this.body.querySelector(".picture")?.remove();
    const what = shown.data.position ? "The moves between positions" : "The values, drawn";
    this.body.append("is" in told ? picture(told.is, `${what}: ${this.statement}. ${shown.short}`) : h("p", {}, told.not));
  }

  explain(line: string, told: Told<Shown>): void {
    this.body.querySelector(".why")?.remove();
    const close = h("button", { onclick: () => box.remove() }, "Close");
    const said = "is" in told ? this.answers.words(told.is.html, this) : h("p", {}, told.not);
    this.explained = this.page.editor.text();
    const box = h("section", { class: "why", tabindex: -1, "aria-label": `Why ${line}` }, h("h4", {}, `Why ${line}?`), said, close);
    this.body.append(box);
    box.focus();
    box.scrollIntoView({ block: "nearest" });
  }
}
