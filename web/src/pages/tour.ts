// The guided tour: ten steps, each tried on the spot, with a desk of its own, so that nothing of what was written is touched.

import { h } from "../dom";
import { marked } from "../answers/marked";
import { table } from "../answers/table";
import { Engine } from "../engine/engine";
import type { Judged, Shown, Step, Told } from "../engine/shapes";
import { open } from "./dialog";

const own = new Engine();
const PLACE = "fairgame-tour";

export async function tour(load: (text: string, what: string) => Promise<void>): Promise<void> {
  const steps = await own.call<Step[]>("tour");
  let at = Math.min(Number(localStorage.getItem(PLACE) ?? 0) || 0, steps.length - 1);
  let defined = defining(steps, at);
  const show = () => {
    const step = steps[at];
    if (!step) return;
    localStorage.setItem(PLACE, String(at));
    const typed = h("textarea", { rows: step.typed.trim().split("\n").length + 1, spellcheck: false, "aria-label": "Try it" });
    typed.value = step.typed.trim();
    const answer = h("div", { class: "answer", role: "status" });
    const trying = async () => {
      answer.replaceChildren("…");
      const tried = await attempt(defined, typed.value, load);
      defined = tried.defined;
      answer.replaceChildren(...tried.said);
    };
    const go = (by: number) => {
      at += by;
      defined = defining(steps, at);
      show();
    };
    open(`Tour: step ${at + 1} of ${steps.length}`,
      h("p", {}, step.says), typed,
      h("div", { class: "tools" },
        h("button", { class: "main", onclick: () => void trying() }, "Try it"),
        h("button", { onclick: () => go(-1), disabled: at === 0 }, "Back"),
        h("button", { onclick: () => go(1), disabled: at === steps.length - 1 }, "Next")),
      answer);
  };
  show();
}

const isGame = (text: string): boolean => /^(loopy )?(game|graph|let)\b/.test(text.trim());

/** What the steps before define: the last game of them. */
function defining(steps: Step[], at: number): string {
  return steps.slice(0, at).map((step) => step.typed).filter(isGame).pop() ?? "";
}

interface Tried { defined: string; said: Node[] }

async function attempt(defined: string, typed: string, load: (text: string, what: string) => Promise<void>): Promise<Tried> {
  const line = typed.trim();
  if (isGame(line)) return define(line);
  await own.call("open", defined);
  if (line.startsWith(":why ")) return { defined, said: said(await own.call<Told<Shown>>("why_line", line.slice(5))) };
  if (line.startsWith(":")) return { defined, said: [await leave(defined, load)] };
  return { defined, said: said(await own.run({ line }).answer) };
}

async function define(text: string): Promise<Tried> {
  const { findings } = await own.call<{ findings: { title: string; hints: string[] }[] }>("open", text);
  if (findings.length) return { defined: text, said: findings.map((f) => h("p", { class: "complaint" }, [f.title, ...f.hints].join(" "))) };
  const { verdicts } = await own.call<Judged>("verdicts");
  return { defined: text, said: verdicts.map((v) => h("p", {}, `${v.verdict}: ${v.game} ends: ${v.sentence}`)) };
}

/** The last step: what was defined is taken into the editor, where it is kept. */
async function leave(defined: string, load: (text: string, what: string) => Promise<void>): Promise<Node> {
  await load(`${defined.trim()}\n\nshow Beans(10)\n`, "the game of the tour");
  return h("p", {}, "It is in the editor now, and kept on this machine. Share makes a link of it.");
}

function said(told: Told<Shown>): Node[] {
  if ("not" in told) return [h("p", { class: "complaint" }, told.not)];
  const { data, html } = told.is;
  const rows = data.columns && data.rows ? [table({ columns: data.columns, rows: data.rows, binders: data.binders ?? 1 }, () => {})] : [];
  return [...rows, marked(html)];
}
