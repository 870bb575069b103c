// Exercises: a teacher makes one of the text at hand, a student tries it and hands it in as a link.

import { announce, byId, h } from "../dom";
import type { Checked, Task, Told } from "../engine/shapes";
import { open, working } from "../pages/dialog";
import type { Page } from "../page";
import { address, shown } from "./share";

const HONEST = "A determined student can read everything on their own machine. The checks help honest work; what counts is the regrade: fairgame grade LINKS.csv --against SOLUTION.game solves everything again.";

/** What a student sees above the editor. */
export function showTask(page: Page): void {
  const box = byId("task");
  const task = page.exercise;
  box.hidden = !task;
  if (!task) return box.replaceChildren();
  const checks = h("ol", { class: "checks" }, ...task.asks.map((ask) => h("li", {}, h("code", {}, ask))));
  const handed = h("div", { class: "handed" });
  box.replaceChildren(
    h("h3", {}, `Exercise: ${task.title}`), h("p", { class: "written" }, task.task.trim()), checks,
    h("p", { class: "tools" },
      h("button", { class: "main", id: "try", onclick: () => void tryAll(page, task, checks) }, "Try the checks"),
      h("button", { id: "hand-in", onclick: () => void handIn(page, handed) }, "Hand in")),
    handed, h("p", { class: "small" }, HONEST));
}

/** Another text has neither the ticks nor the link of the one before. */
export function changed(): void {
  const box = byId("task");
  box.querySelector(".handed")?.replaceChildren();
  for (const item of box.querySelectorAll(".checks li[class]")) {
    item.removeAttribute("class");
    item.replaceChildren(...[...item.children].slice(0, 1));
  }
}

async function tryAll(page: Page, task: Task, list: HTMLElement): Promise<void> {
  const text = page.editor.text();
  let [holding, stopped] = [0, false];
  for (const [i, ask] of task.asks.entries()) {
    const item = list.children[i];
    if (!item || stopped || text !== page.editor.text()) break;
    item.replaceChildren(h("code", {}, ask), " …");
    const solver = await page.ready();
    // In slices first, so that nothing freezes; the check itself finds it known then.
    const running = solver.run({ line: ask.startsWith("expect ") ? ask : `show ${ask}` });
    const over = page.stoppable(() => {
      stopped = true;
      running.stop();
    });
    await running.answer;
    over();
    const told: Told<Checked> = stopped ? { not: "Stopped." } : await page.ask("try_check", i);
    if (text !== page.editor.text()) return;
    stopped ||= "not" in told && told.not.startsWith("Stopped");
    const said = inWords(told);
    holding += Number(said === "holds");
    item.className = said === "holds" ? "holds" : "fails";
    item.replaceChildren(h("code", {}, ask), `: ${said === "holds" ? "✓ holds" : said}`);
  }
  announce(stopped ? "Stopped." : `${holding} of ${task.asks.length} checks hold.`);
}

function inWords(told: Told<Checked>): string {
  if ("not" in told) return told.not;
  if (typeof told.is === "object") return `? no answer: ${told.is.unanswered}`;
  return told.is === "holds" ? "holds" : "✗ does not hold for this position";
}

async function handIn(page: Page, box: HTMLElement): Promise<void> {
  const told = await page.reader.call<Told<string>>("make_link", page.editor.text(), "", true);
  if ("not" in told) return box.replaceChildren(h("p", { class: "complaint" }, told.not));
  box.replaceChildren(h("p", {}, "Send this link to your teacher:"), h("div", {}));
  await shown(page, box.lastElementChild as HTMLElement, address(told.is));
}

/** What a teacher wrote so far: it is there again when the dialog is. */
const draft = new Map<string, string>();

/** The dialog of a teacher: the text at hand is the solution. */
export function makeExercise(page: Page): void {
  const field = (id: string, label: string, input: HTMLInputElement | HTMLTextAreaElement) => {
    input.id = id;
    if (input.type !== "file") {
      input.value = draft.get(id) ?? input.value;
      input.addEventListener("input", () => draft.set(id, input.value));
    }
    return h("p", {}, h("label", { for: id }, label), input);
  };
  const title = h("input", { value: "Try this" });
  const task = h("textarea", { rows: 3 });
  const starter = h("textarea", { rows: 4, spellcheck: false });
  const checks = h("textarea", { rows: 4, spellcheck: false, placeholder: "Kayles(5)\nKayles(12) is P" });
  const file = h("input", { type: "file", accept: ".toml" });
  const result = h("div", { role: "status" });
  const toml = () => written(title.value, task.value, starter.value, page.editor.text(), checks.value);
  const make = async (text: string) => {
    result.replaceChildren(working(() => page.reader.replace("it was stopped")));
    const made = page.reader.call<Told<Task>>("make_exercise", text);
    const told = await made.catch((why: Error) => {
      // The reader that takes its place has no text yet.
      void page.reader.call("open", page.editor.text());
      return { not: `Stopped: ${why.message}.` };
    });
    if ("not" in told) return result.replaceChildren(h("p", { class: "complaint" }, told.not));
    await page.reader.call("take_exercise", told.is.kept);
    const link = await page.reader.call<Told<string>>("make_link", told.is.starter, "", true);
    await page.reader.call("take_exercise", page.exercise?.kept ?? "null");
    if ("not" in link) return result.replaceChildren(h("p", { class: "complaint" }, link.not));
    result.replaceChildren(h("p", {}, "The link for your students:"), h("div", {}));
    await shown(page, result.lastElementChild as HTMLElement, address(link.is));
  };
  file.addEventListener("change", () => void file.files?.[0]?.text().then(make));
  open("Make an exercise",
    h("p", {}, "The text in the editor is the solution. It stays with you: the link contains seals of the answers, not the answers."),
    field("e-title", "Title", title), field("e-task", "What is to be done", task),
    field("e-starter", "What students begin with", starter),
    field("e-checks", "Checks, one on each line: positions, or expressions", checks),
    h("p", { class: "tools" }, h("button", { class: "main", id: "e-make", onclick: () => void make(toml()) }, "Make the link")),
    field("e-file", "Or a TOML file, as for the command line", file),
    result, h("p", { class: "small" }, HONEST));
}

/** The exercise in TOML, whose texts are written as those of JSON. */
function written(title: string, task: string, starter: string, solution: string, checks: string): string {
  const text = (value: string) => JSON.stringify(value).replace(/\u007f/g, "");
  const asked = checks.split("\n").map((line) => line.trim()).filter(Boolean).map(text);
  return [`title = ${text(title)}`, `task = ${text(task)}`, `starter = ${text(starter)}`, `solution = ${text(solution)}`, `checks = [${asked.join(", ")}]`].join("\n");
}
