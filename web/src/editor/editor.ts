// The editor: colours, brackets, completion, what names mean, squiggles, verdicts.

import {
  autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, type CompletionContext, type CompletionResult,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentUnit } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState } from "@codemirror/state";
import {
  drawSelection, EditorView, highlightActiveLine, highlightSpecialChars, hoverTooltip, keymap, lineNumbers, type Tooltip,
} from "@codemirror/view";
import { h } from "../dom";
import type { Found, Meaning, Offered, Piece, Verdict } from "../engine/shapes";
import { diagnostics, span } from "./findings";
import { fairgame } from "./language";
import { setVerdicts, verdicts } from "./verdicts";

/** What the editor asks of the rest of the page. */
export interface Around {
  changed(text: string): void;
  run(): void;
  candidates(line: number, at: number): Promise<Offered[]>;
  meaning(line: number, at: number): Promise<Meaning | null>;
}

export interface Editor {
  text(): string;
  open(text: string): void;
  focus(): void;
  readOnly(yes: boolean): void;
  found(findings: Found[]): void;
  judged(verdicts: Verdict[]): void;
  show(piece: Piece): void;
}

export function editor(parent: HTMLElement, around: Around): Editor {
  // Styles of the editor are rules of its own root, which no policy has to allow.
  const root = parent.attachShadow({ mode: "open" });
  const writable = new Compartment();
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({ extensions: [...extensions(around), writable.of([])] }),
  });
  return {
    text: () => view.state.doc.toString(),
    open: (text) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor: 0 } }),
    focus: () => view.focus(),
    readOnly: (yes) => view.dispatch({
      effects: writable.reconfigure(yes ? [EditorState.readOnly.of(true), EditorView.editable.of(false)] : []),
    }),
    found: (findings) => view.dispatch(setDiagnostics(view.state, diagnostics(view.state.doc, findings))),
    judged: (all) => view.dispatch({ effects: setVerdicts.of(all) }),
    show: (piece) => {
      const { from } = span(view.state.doc, piece);
      view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
      view.focus();
    },
  };
}

function extensions(around: Around) {
  const run = () => {
    around.run();
    return true;
  };
  return [
    lineNumbers(), history(), drawSelection(), highlightActiveLine(), bracketMatching(), closeBrackets(),
    // What cannot be seen, or turns the direction of letters, is shown as a sign: nobody is to read what is not there.
    highlightSpecialChars(), highlightSelectionMatches(), indentUnit.of("  "), EditorView.lineWrapping, fairgame, verdicts, lintGutter(),
    autocompletion({ override: [(context) => complete(around, context)], icons: false }),
    hoverTooltip((view, at) => explain(around, view, at)),
    keymap.of([
      { key: "Mod-Enter", run, preventDefault: true },
      ...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap,
      // Escape, then Tab leaves the editor.
      indentWithTab,
    ]),
    EditorView.contentAttributes.of({ "aria-label": "Rules of the game. Escape, then Tab leaves the editor.", spellcheck: "false", tabindex: "0" }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) around.changed(update.state.doc.toString());
    }),
    theme,
  ];
}

async function complete(around: Around, context: CompletionContext): Promise<CompletionResult | null> {
  const word = context.matchBefore(/[\p{L}_][\p{L}\p{N}_]*'*/u);
  if (!word && !context.explicit) return null;
  const line = context.state.doc.lineAt(context.pos);
  const offered = await around.candidates(line.number - 1, context.pos - line.from);
  const options = offered.map((o) => ({ label: o.text, type: o.kind, detail: o.detail.slice(0, 60) }));
  return options.length ? { from: word?.from ?? context.pos, options, validFor: /^[\p{L}_][\p{L}\p{N}_]*'*$/u } : null;
}

async function explain(around: Around, view: EditorView, at: number): Promise<Tooltip | null> {
  const line = view.state.doc.lineAt(at);
  const meaning = await around.meaning(line.number - 1, at - line.from);
  if (!meaning) return null;
  const { from, to } = span(view.state.doc, meaning.place);
  const dom = h("div", { class: "meaning" }, h("code", {}, meaning.usage), meaning.doc && h("div", {}, meaning.doc));
  return { pos: from, end: to, create: () => ({ dom }) };
}

const theme = EditorView.theme({
  "&": { height: "100%", backgroundColor: "var(--paper)", color: "var(--ink)", fontSize: "1rem" },
  "&.cm-focused": { outline: "2px solid var(--focus)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--shade)", color: "var(--dim)", border: "none" },
  ".cm-activeLine": { backgroundColor: "var(--line)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--selection) !important" },
  ".cm-selectionMatch, &.cm-focused .cm-matchingBracket": { backgroundColor: "var(--selection)" },
  ".cm-tooltip": { backgroundColor: "var(--paper)", color: "var(--ink)", border: "1px solid var(--dim)", maxWidth: "36rem" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--focus)", color: "var(--on-focus)" },
  ".cm-panels": { backgroundColor: "var(--shade)", color: "var(--ink)" },
  ".cm-diagnostic": { padding: "0.4rem 0.6rem" },
  ".cm-diagnosticAction": { backgroundColor: "var(--focus)", color: "var(--on-focus)", font: "inherit", padding: "0.1rem 0.5rem" },
  ".finding pre": { margin: "0.3rem 0", fontFamily: "var(--mono)" },
  ".meaning": { padding: "0.4rem 0.6rem", whiteSpace: "pre-wrap" },
  ".verdict": { marginLeft: "1.2rem", fontSize: "0.85em", fontFamily: "var(--sans)", color: "var(--dim)" },
  ".verdict.proved": { color: "var(--good)" },
  ".verdict.wrong": { color: "var(--bad)", fontWeight: "bold" },
});
