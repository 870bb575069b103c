// What the engine tells: the shapes of web/wasm/src, as they arrive in JSON.

export interface At { line: number; at: number }
export interface Piece { from: At; to: At }

/** Something, or why there is none, in words. */
export type Told<T> = { is: T } | { not: string };

export interface Found {
  severity: "error" | "warning" | "info";
  code: string;
  title: string;
  place: Piece | null;
  label: string;
  play: string[];
  notes: string[];
  hints: string[];
  replacements: [Piece, string][];
}

export interface Asks { text: string; kind: string; place: Piece; misere: boolean }
export interface Named { name: string; place: Piece; starts: boolean }
export interface Seen { fine: boolean; findings: Found[]; questions: Asks[]; games: Named[]; rules: Record<string, boolean[]> }

export interface Verdict {
  game: string;
  place: Piece | null;
  verdict: "proved" | "loopy" | "checked" | "wrong";
  sentence: string;
  play: string;
}
export interface Judged { verdicts: Verdict[]; findings: Found[] }

export interface Offered { text: string; kind: string; detail: string }
export interface Meaning { usage: string; doc: string | null; place: Piece }

/** An answer; docs/json.md says what is in `data`. */
export interface Shown {
  number: number;
  data: Data;
  html: string;
  short: string;
  bad: boolean;
  stopped: string | null;
  has_picture: boolean;
  has_why: boolean;
}

export interface Data {
  answer?: string;
  position?: string;
  value?: string;
  outcome?: string;
  winning?: { move: string; to: string }[];
  columns?: string[];
  rows?: string[][];
  binders?: number;
}

export interface More { positions: number; rows: string[][]; rows_in_all: number; seconds: number }
export type Stepped = { done: Shown } | { drawn: Told<string> } | { more: More } | "idle";

export interface Board {
  label: string;
  kind: "tokens" | "rows" | "strip" | "grid" | "piece";
  rows: number;
  columns: number;
  first: [number, number];
  places: string[];
}

export interface Choice { name: string; to: string; touches: [number, number][]; means: [number, number] | null }

export interface Standing {
  position: string;
  drawn: string[];
  boards: Board[];
  moves: Choice[];
  more: number;
  made: string[];
  turn: 1 | 2;
  sides: [string, string] | null;
  ended: { winner: 0 | 1 | 2; why: string } | null;
  statement: string;
  start: string;
  misere: boolean;
}

export interface Hint { hope: "win" | "loss" | "draw" | "open"; moves: string[]; lasts: number | null }

export interface Task { title: string; task: string; starter: string; asks: string[]; kept: string }
export interface Play { position: string; moves: string[] }
export interface Opened {
  text: string;
  others: string[];
  play: Play | null;
  exercise: Task | null;
  kept: string | null;
}
export type Checked = "holds" | "fails" | { unanswered: string };

export interface Entry { name: string; title: string; chapter: string }
export interface Step { says: string; typed: string }

/** A question of the text by its number, or a line; why an answer of that number, or a line, says what it says; or such an answer as a picture of so many positions. */
export type Wanted =
  | { number: number }
  | { line: string }
  | { why: number }
  | { whyLine: string }
  | { picture: number; dark: boolean; most: number };

/** What is worked on in slices. What nobody has asked for yet is answered with care: it may cost little. */
export type Run = Wanted & { careful?: boolean };

/** The module as a worker unpacked it, or why it could not. */
export type Unpacked = Told<WebAssembly.Module>;

/** What a worker is told first: what to unpack, or what to work with, and how many mebibytes it may hold. */
export type First = { packed: ArrayBuffer } | { module: WebAssembly.Module; memory: number };

/** What the worker is asked, and what it says. */
export type Request =
  | { id: number; call: string; args: unknown[]; careful?: boolean }
  | { id: number; run: Run }
  | { stop: number };
export type Message =
  | { ready: true }
  | { id: number; value: unknown }
  | { id: number; more: More }
  | { id: number; failed: string };
