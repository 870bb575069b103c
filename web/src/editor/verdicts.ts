// The verdict on each game, behind the line of its name.

import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";
import { h } from "../dom";
import type { Verdict } from "../engine/shapes";
import { offset } from "./findings";

export const setVerdicts = StateEffect.define<Verdict[]>();

const SIGNS = { proved: "✓ proved", loopy: "∞ loopy", checked: "? checked", wrong: "✗ wrong" };

class Badge extends WidgetType {
  constructor(private verdict: Verdict) {
    super();
  }

  override eq(other: Badge): boolean {
    return JSON.stringify(other.verdict) === JSON.stringify(this.verdict);
  }

  toDOM(): HTMLElement {
    const { verdict, sentence, play } = this.verdict;
    const title = play ? `${sentence}: ${play}` : sentence;
    return h("span", { class: `verdict ${verdict}`, title }, `${SIGNS[verdict]}: ${sentence}`);
  }
}

const behind = (state: EditorView["state"], verdicts: Verdict[]): DecorationSet => {
  const badges = verdicts.flatMap((verdict) => {
    if (!verdict.place) return [];
    const line = state.doc.lineAt(offset(state.doc, verdict.place.to));
    return [Decoration.widget({ widget: new Badge(verdict), side: 1 }).range(line.to)];
  });
  return Decoration.set(badges, true);
};

export const verdicts = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(badges, transaction) {
    const told = transaction.effects.find((e) => e.is(setVerdicts));
    if (told) return behind(transaction.state, told.value as Verdict[]);
    // What was said of a line is not true of it any more once it is typed in; others move with the text.
    return badges.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});
