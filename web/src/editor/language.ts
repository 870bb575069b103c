// The colours of the language: words, names, numbers and signs, as the highlighters of other editors have them.

import { HighlightStyle, StreamLanguage, syntaxHighlighting, type StringStream } from "@codemirror/language";
import { tags } from "@lezer/highlight";

const words = (list: string): Set<string> => new Set(list.split(" "));
const KINDS: [string, Set<string>][] = [
  ["keyword", words("use let game graph loopy")],
  ["statement", words("show table period play expect quotient sparse compare")],
  ["clause", words("move ends splits same starts picture decreases wins when into as left right")],
  ["control", words("if then else for where in to from of is under grundy functions")],
  ["operator", words("and or not xor mod union common minus flip with without impartial")],
  ["type", words("nat int bool text cell drawing position set bag list map")],
  ["constant", words("true false nothing P N draw Left Right misere misère normal")],
];

const NAME = /^[\p{L}_][\p{L}\p{N}_]*'*/u;
const SIGN = /^(\.\.\.?<?|…<?|->|→|==|!=|<=|>=|[-+*/^=<>|×·÷−≤≥≠∈∉⊕])/;

interface State { defines: string | null }

function token(stream: StringStream, state: State): string | null {
  if (stream.eatSpace()) return null;
  if (stream.match(/^#.*/)) return "comment";
  if (stream.match(/^["“”„](\\.|[^"“”\\])*["“”]?/)) return "string";
  if (stream.match(/^[0-9]+/)) return "number";
  const name = stream.match(NAME) as RegExpMatchArray | null;
  if (name) return ofName(name[0], stream, state);
  if (stream.match(SIGN)) return "operator";
  stream.next();
  return null;
}

function ofName(name: string, stream: StringStream, state: State): string {
  const defines = state.defines;
  state.defines = null;
  if (defines) return defines;
  const kind = KINDS.find(([, list]) => list.has(name))?.[0];
  if (name === "game" || name === "graph") state.defines = "gameName";
  if (name === "let" || name === "move") state.defines = "functionName";
  if (kind) return kind;
  const called = /^\s*[([]/.test(stream.string.slice(stream.pos));
  return called ? (/^\p{Lu}/u.test(name) ? "gameName" : "functionName") : "variable";
}

const language = StreamLanguage.define<State>({
  name: "fairgame",
  startState: () => ({ defines: null }),
  token,
  languageData: { commentTokens: { line: "#" }, closeBrackets: { brackets: ["(", "[", "{", '"'] } },
  tokenTable: {
    statement: tags.controlKeyword,
    clause: tags.modifier,
    control: tags.keyword,
    operator: tags.operator,
    type: tags.typeName,
    constant: tags.bool,
    gameName: tags.className,
    functionName: tags.function(tags.name),
    variable: tags.variableName,
  },
});

// Colours are those of style.css, for light and dark.
const colours = HighlightStyle.define([
  { tag: tags.comment, color: "var(--comment)", fontStyle: "italic" },
  { tag: tags.string, color: "var(--string)" },
  { tag: tags.number, color: "var(--number)" },
  { tag: [tags.keyword, tags.modifier], color: "var(--keyword)" },
  { tag: tags.controlKeyword, color: "var(--statement)", fontWeight: "bold" },
  { tag: tags.typeName, color: "var(--type)" },
  { tag: tags.bool, color: "var(--number)" },
  { tag: tags.className, color: "var(--game)", fontWeight: "bold" },
  { tag: tags.function(tags.name), color: "var(--function)" },
]);

export const fairgame = [language, syntaxHighlighting(colours)];
