// Inside the side view: the text comes from the editor, answers, pictures and play are those of the page.

import { Answers } from "../../../../web/src/answers/answers";
import { announce, byId, h, isDark, picture } from "../../../../web/src/dom";
import type { Editor } from "../../../../web/src/editor/editor";
import type { Piece, Seen, Shown, Told } from "../../../../web/src/engine/shapes";
import { Page } from "../../../../web/src/page";
import { Play } from "../../../../web/src/play/play";

declare function acquireVsCodeApi(): { postMessage(message: unknown): void };

interface Message { text: string; link?: string; answer?: boolean; ask?: string; graph?: string; play?: string }

/** So many positions a picture has at most. */
const MOST = 40;

const code = acquireVsCodeApi();
const page = new Page();
let text = "";

// The editor is the real one.
page.editor = { text: () => text, show: (place: Piece) => code.postMessage({ show: place }) } as Partial<Editor> as Editor;
const answers = new Answers(page);
const play = new Play(page);
answers.onPlay = (position, misere) => begin(position + (misere ? " under misere" : ""));

function begin(position: string): void {
  byId("play").scrollIntoView({ block: "start" });
  void play.begin(position);
}

function state(said: string): void {
  byId("state").textContent = said;
}

async function take(message: Message): Promise<void> {
  if (message.link !== page.link) await page.opened(message.link);
  const changed = message.text !== text;
  text = message.text;
  const seen = await page.reader.call<Seen>("open", text);
  if (text !== message.text) return;
  if (changed) play.forget();
  const wrong = seen.findings.filter((f) => f.severity === "error").length;
  state(wrong ? "There are mistakes in the rules: they are marked there." : "");
  answers.show(seen.questions);
  const first = seen.games[0];
  if (first) play.offer(first.starts ? first.name : `${first.name}(5)`);
  if (seen.fine) await answerAsWanted(message);
  document.body.dataset.read = String(Number(document.body.dataset.read ?? 0) + 1);
}

async function answerAsWanted({ answer, ask, graph, play: from }: Message): Promise<void> {
  if (from) return begin(from);
  if (graph) return draw(graph);
  if (ask) return answers.ask(ask);
  await (answer ? answers.answerAll() : answers.answerSmall());
}

/** The moves between the positions that follow one. */
async function draw(position: string): Promise<void> {
  const box = byId("graph");
  box.replaceChildren(h("p", {}, "Working…"));
  const solver = await page.ready();
  const told = await solver.run({ line: `show ${position}` }).answer;
  const drawn = "is" in told ? await solver.run<string>({ picture: told.is.number, dark: isDark(), most: MOST }).answer : told;
  const close = h("button", { onclick: () => box.replaceChildren() }, "Close");
  box.replaceChildren(h("h3", {}, position, " ", close), said(told), "is" in drawn ? picture(drawn.is, `The moves from ${position}`) : h("p", {}, drawn.not));
  announce(`The graph of ${position}`);
}

const said = (told: Told<Shown>): HTMLElement => h("p", {}, "is" in told ? told.is.short : told.not);

byId("run").addEventListener("click", () => void answers.answerAll());
byId("stop").addEventListener("click", () => answers.stop());
byId("ask").addEventListener("submit", (event) => {
  event.preventDefault();
  const line = byId<HTMLInputElement>("line").value.trim();
  if (line) void answers.ask(line);
});
addEventListener("message", ({ data }: MessageEvent<Message>) => {
  if (typeof data?.text === "string") take(data).catch((why: Error) => state(`This cannot be worked out here: ${why.message}.`));
});
state("");
code.postMessage({ ready: true });
