// What is wrong, as squiggles: the sentence, a play that shows it, hints, and buttons that do what a hint says.

import type { Diagnostic } from "@codemirror/lint";
import type { Text } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { h } from "../dom";
import type { At, Found, Piece } from "../engine/shapes";

export function offset(text: Text, { line, at }: At): number {
  if (line >= text.lines) return text.length;
  const there = text.line(line + 1);
  return Math.min(there.from + at, there.to);
}

export function span(text: Text, piece: Piece): { from: number; to: number } {
  return { from: offset(text, piece.from), to: offset(text, piece.to) };
}

export function diagnostics(text: Text, findings: Found[]): Diagnostic[] {
  return findings.map((found) => diagnostic(text, found));
}

function diagnostic(text: Text, found: Found): Diagnostic {
  const place = found.place ? span(text, found.place) : { from: 0, to: Math.min(1, text.length) };
  return {
    ...place,
    severity: found.severity,
    message: inWords(found).join("\n"),
    renderMessage: () => shown(found),
    actions: actions(found),
  };
}

/** All that is said of it, line by line. */
export function inWords(found: Found): string[] {
  const label = found.label && found.label !== found.title ? [found.label] : [];
  return [found.title, ...label, ...found.play, ...found.notes, ...found.hints];
}

function shown(found: Found): HTMLElement {
  const box = h("div", { class: "finding" }, h("strong", {}, found.title));
  if (found.label) box.append(h("div", {}, found.label));
  if (found.play.length) box.append(h("pre", {}, found.play.join("\n")));
  found.notes.forEach((note) => box.append(h("div", {}, note)));
  found.hints.forEach((hint) => box.append(h("em", {}, hint)));
  return box;
}

function actions(found: Found): Diagnostic["actions"] {
  if (!found.replacements.length) return [];
  const first = found.replacements[0]?.[1] ?? "";
  const name = found.replacements.length === 1 && first.length <= 30 ? `Put ${first || "nothing"} here` : "Do what the hint says";
  return [{ name, apply: (view) => replace(view, found) }];
}

export function replace(view: EditorView, found: Found): void {
  const text = view.state.doc;
  const changes = found.replacements.map(([piece, insert]) => ({ ...span(text, piece), insert }));
  view.dispatch({ changes, userEvent: "input.complete" });
}
