// Positions inside words: each of them can be asked why it is what it is.

import { h } from "../dom";

/** A name that a bracket follows, as games are written. */
const NAMED = /[\p{L}_][\p{L}\p{N}_]*(?=[([])/gu;
const PARTNER: Record<string, string> = { "(": ")", "[": "]", "{": "}" };

/** Which names are games; those of the library begin with a capital letter. */
export type IsGame = (name: string) => boolean;

/** Of each game with parameters that never change: which of them do not. */
export type Rules = Record<string, boolean[]>;

/** The text in pieces: what is a position is a button. */
export function withPositions(text: string, isGame: IsGame, inFull: (line: string) => string, ask: (line: string) => void): (string | HTMLElement)[] {
  const pieces: (string | HTMLElement)[] = [];
  let done = 0;
  for (const [from, to] of positions(text, isGame)) {
    const shown = text.slice(from, to);
    const line = inFull(shown);
    const button = h("button", { class: "value", title: `Why? ${line}`, onclick: () => ask(line) }, shown);
    pieces.push(text.slice(done, from), button);
    done = to;
  }
  return [...pieces, text.slice(done)];
}

/** Where positions begin and end; those that a `+` joins are one. */
export function positions(text: string, isGame: IsGame): [number, number][] {
  const found: [number, number][] = [];
  for (const match of text.matchAll(NAMED)) {
    const from = match.index;
    const last = found[found.length - 1];
    if (last && from < last[1]) continue;
    const to = closed(text, from + match[0].length);
    if (!isGame(match[0]) || !to || !isSettled(text.slice(from + match[0].length, to))) continue;
    if (last && text.slice(last[1], from) === " + ") last[1] = to;
    else found.push([from, to]);
  }
  return found;
}

/** Positions with the rules of their games, which answers leave out; `known` has those that were met with their positions. */
export function completed(line: string, isGame: IsGame, rules: Rules, known: Map<string, string[]>): string {
  return positions(line, isGame).reduceRight((text, [from, to]) => {
    const whole = text.slice(from, to).split(/ \+ (?=[\p{L}_][\p{L}\p{N}_]*\()/u).map((part) => {
      const name = part.slice(0, part.indexOf("("));
      const which = rules[name];
      if (!which || !part.startsWith(`${name}(`)) return part;
      const given = entries(part.slice(name.length + 1, -1));
      if (given.length === which.length) known.set(name, given.filter((_, i) => which[i]));
      const fixed = known.get(name);
      if (!fixed || given.length + fixed.length !== which.length) return part;
      const [state, rule] = [given[Symbol.iterator](), fixed[Symbol.iterator]()];
      return `${name}(${which.map((is) => (is ? rule : state).next().value).join(", ")})`;
    });
    return text.slice(0, from) + whole.join(" + ") + text.slice(to);
  }, line);
}

/** What commas separate, outside of brackets. */
function entries(inside: string): string[] {
  const found: string[] = [];
  let from = 0;
  for (let i = 0; i < inside.length; i++) {
    if ((inside[i] ?? "") in PARTNER) i = Math.max(i, closed(inside, i) - 1);
    else if (inside[i] === ",") {
      found.push(inside.slice(from, i).trim());
      from = i + 1;
    }
  }
  const last = inside.slice(from).trim();
  return last ? [...found, last] : found;
}

/** Behind the bracket that closes the one here; 0 if there is none. */
function closed(text: string, from: number): number {
  const open: string[] = [];
  for (let i = from; i < text.length; i++) {
    const letter = text[i] ?? "";
    if (letter in PARTNER) open.push(PARTNER[letter] ?? "");
    else if (")]}".includes(letter) && open.pop() !== letter) return 0;
    if (letter === "\n") return 0;
    if (!open.length) return i + 1;
  }
  return 0;
}

/** Nothing in it has still to be chosen, and nothing is left out. */
function isSettled(inside: string): boolean {
  const bare = inside.replace(/"[^"]*"/g, "").replace(/\b(true|false)\b/g, "");
  return !/\p{L}[\p{L}\p{N}_]*(?![\p{L}\p{N}_([])|\.\.\.|…/u.test(bare);
}
