// The guided tour: ten steps, each tried on the spot, with a desk of its own, so that nothing of what was written is touched.

import { byId, h } from "../dom";
import { marked } from "../answers/marked";
import { table } from "../answers/table";
import { Engine } from "../engine/engine";
import type { Judged, Shown, Step, Told } from "../engine/shapes";
import { store, stored } from "../keep/texts";
import { open, shut, working } from "./dialog";

const own = new Engine();
const PLACE = "fairgame-tour";

/** How the tour leaves: its game goes into the editor, and perhaps a play begins. */
export type Leave = (text: string, what: string, play?: string) => Promise<void>;

export async function tour(leave: Leave): Promise<void> {
  const steps = await own.call<Step[]>("tour");
  let at = Math.min(Number(stored(PLACE)) || 0, steps.length - 1);
  /** What the reader made of each step. */
  const drafts = steps.map((step) => step.typed.trim());
  let defined = defining(drafts, at);
  const show = () => {
    const step = steps[at];
    if (!step) return;
    store(PLACE, String(at));
    const typed = h("textarea", { rows: (drafts[at] ?? "").split("\n").length + 1, spellcheck: false, "aria-label": "Try it" });
    typed.value = drafts[at] ?? "";
    typed.addEventListener("input", () => (drafts[at] = typed.value));
    const answer = h("div", { class: "answer", role: "status" });
    const trying = async () => {
      answer.replaceChildren(working(() => own.replace("it was stopped")));
      const stopped = (why: Error): Tried => ({ defined, said: [h("p", { class: "complaint" }, `Stopped: ${why.message}.`)] });
      const tried = await attempt(defined, typed.value, leave).catch(stopped);
      defined = tried.defined;
      answer.replaceChildren(...tried.said);
    };
    const go = (by: number) => {
      at += by;
      defined = defining(drafts, at);
      show();
      // Keys go on where they were, or in the text if there is no further step.
      const again = [...byId("dialog").querySelectorAll<HTMLButtonElement>(".tools button")][by < 0 ? 1 : 2];
      (again?.disabled ? byId("dialog").querySelector("textarea") : again)?.focus();
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
function defining(drafts: string[], at: number): string {
  return drafts.slice(0, at).filter(isGame).pop() ?? "";
}

interface Tried { defined: string; said: Node[] }

async function attempt(defined: string, typed: string, leave: Leave): Promise<Tried> {
  const line = typed.trim();
  if (isGame(line)) return define(line);
  await own.call("open", defined);
  if (line.startsWith(":why ")) return { defined, said: said(await own.run({ whyLine: line.slice(5) }).answer) };
  if (line.startsWith(":play ")) return { defined, said: [await taken(defined, leave, line.slice(6).trim())] };
  if (line.startsWith(":")) return { defined, said: [await taken(defined, leave)] };
  return { defined, said: said(await own.run({ line }).answer) };
}

async function define(text: string): Promise<Tried> {
  const { findings } = await own.call<{ findings: { title: string; hints: string[] }[] }>("open", text);
  if (findings.length) return { defined: text, said: findings.map((f) => h("p", { class: "complaint" }, [f.title, ...f.hints].join(" "))) };
  const { verdicts } = await own.call<Judged>("verdicts");
  return { defined: text, said: verdicts.map((v) => h("p", {}, `${v.verdict}: ${v.game} ends: ${v.sentence}`)) };
}

/** The last step: what was defined is taken into the editor, where it is kept. */
async function taken(defined: string, leave: Leave, play?: string): Promise<Node> {
  if (play) shut();
  await leave(`${defined.trim()}\n\nshow ${play ?? "Beans(10)"}\n`, "the game of the tour", play);
  return h("p", {}, "It is in the editor now, and kept on this machine. Share makes a link of it.");
}

function said(told: Told<Shown>): Node[] {
  if ("not" in told) return [h("p", { class: "complaint" }, told.not)];
  const { data, html } = told.is;
  const rows = data.columns && data.rows ? [table(data.columns.at(-1) ?? "", { columns: data.columns, rows: data.rows, binders: data.binders ?? 1 }, () => {})] : [];
  return [...rows, marked(html)];
}
