// The page: what is typed is read at once, what is small is answered, and nothing runs that nobody asked for.

import { Answers } from "./answers/answers";
import { announce, byId, h, later } from "./dom";
import { editor } from "./editor/editor";
import { inWords } from "./editor/findings";
import { theModule } from "./engine/module";
import type { Judged, Opened, Seen, Task, Told } from "./engine/shapes";
import { begin, claim, keep, listed, mine, title, type Kept } from "./keep/texts";
import { busy, wasBusy } from "./keep/freeze";
import { register } from "./keep/offline";
import { layout, showPane } from "./layout";
import { embedded, notice, Page, query } from "./page";
import { catalogue } from "./pages/catalogue";
import { texts } from "./pages/texts";
import { tour } from "./pages/tour";
import { Play } from "./play/play";
import { changed, makeExercise, showTask } from "./share/exercise";
import { share } from "./share/share";

const FIRST = `# A row of pins: a move knocks down one pin, or two neighbours.
# A player who cannot move loses.
game Kayles(n: nat)
  move knock(k in 1..2, left in 0..n-k) to Kayles(left) + Kayles(n - k - left)
  starts Kayles(7)
  picture repeat("!", n)

show   Kayles(7)
table  Kayles(n) for n in 0..12
expect Kayles(5) + Kayles(3) is N
`;

const page = new Page();
const answers = new Answers(page);
let play: Play;
/** Small statements are answered by themselves, but not behind a freeze. */
let answering = true;
let reading = 0;
let origin = "";

const readSoon = later(150, () => void read());

const keepSoon = later(300, keepNow);

/** Keeps the text at hand. What was opened is kept as that until somebody types. */
function keepNow(): void {
  const text = page.editor.text();
  if (embedded || (mine()?.text ?? origin) === text) return;
  if (!keep(text, page.exercise?.kept, page.link)) notice("This browser keeps nothing: save your text, or make a link of it.");
}

/** Reads what stands in the editor: mistakes at once, verdicts and small answers behind them. */
async function read(): Promise<void> {
  const round = ++reading;
  const text = page.editor.text();
  // Nobody waits for verdicts on a text that is gone.
  if (judging && Date.now() - judging > AT_ONCE) page.reader.replace("another text came");
  judging = 0;
  let seen: Seen;
  try {
    seen = await page.reader.call<Seen>("open", text);
  } catch (why) {
    return state(`The text cannot be read here: ${(why as Error).message}. Is it nested very deeply?`);
  }
  if (round !== reading || text !== page.editor.text()) return;
  page.editor.found(seen.findings);
  tell(seen);
  answers.show(seen.questions, seen.games.map((game) => game.name), seen.rules);
  const first = seen.games.find((game) => game.starts) ?? seen.games[0];
  if (first) play.offer(first.starts ? first.name : `${first.name}(5)`);
  if (seen.fine && answering) void answers.answerSmall();
  await judge(round, seen);
}

/** When the verdicts that are being worked out were begun; 0 if there are none. */
let judging = 0;
/** So long they may take while another text waits to be read. */
const AT_ONCE = 300;

async function judge(round: number, seen: Seen): Promise<void> {
  if (!seen.fine) return page.editor.judged([]);
  judging = Date.now();
  const over = page.stoppable(() => page.reader.replace("stopped"));
  const judged = await page.reader.call<Judged>("verdicts").catch(() => null);
  over();
  if (round !== reading) return;
  judging = 0;
  if (!judged) {
    state("Stopped before it was known whether every play ends.");
    return void page.reader.call("open", page.editor.text());
  }
  const { verdicts, findings } = judged;
  page.editor.judged(verdicts);
  const all = [...seen.findings, ...findings];
  page.editor.found(all);
  tell({ ...seen, findings: all });
  document.body.dataset.judged = String(round);
}

function tell(seen: Seen): void {
  const [first] = seen.findings.filter((f) => f.severity === "error");
  const wrong = seen.findings.filter((f) => f.severity === "error").length;
  const said = first ? `${wrong === 1 ? "1 mistake" : `${wrong} mistakes`}: ${inWords(first).join(" ")}` : "No mistake is known.";
  state(said, Boolean(first));
  document.body.dataset.ready = "yes";
}

function state(said: string, bad = false): void {
  const box = byId("state");
  if (box.textContent !== said) box.textContent = said;
  box.classList.toggle("bad", bad);
}

/** A text with what belongs to it: an exercise, and the link that brought other texts. */
interface Whole { text: string; exercise: Task | null; link?: string }

/** Another text comes into the editor; the one before is kept, and one click away. */
async function load(text: string, what: string): Promise<void> {
  await put({ text, exercise: null }, what);
}

async function put(whole: Whole, what: string): Promise<void> {
  const before: Whole = { text: page.editor.text(), exercise: page.exercise, link: page.link };
  await take(whole);
  const back = h("button", { onclick: () => void put(before, "the text before") }, "Undo");
  if (before.text.trim() && before.text !== whole.text) notice(`Opened ${what}. What you wrote is kept.`, back);
  else notice("");
}

async function take({ text, exercise, link }: Whole): Promise<void> {
  keepNow();
  // What is in other pages is theirs to keep.
  if (!embedded) begin(text, exercise?.kept, link);
  if (page.link !== link) await page.opened(link);
  setExercise(exercise);
  answering = true;
  origin = text;
  play.forget();
  page.editor.open(text);
  showPane("rules");
}

function setExercise(exercise: Task | null): void {
  page.exercise = exercise;
  // A worker that is replaced meanwhile leaves an heir that is told of it before all else.
  for (const engine of [page.reader, page.solver]) engine.call("take_exercise", exercise?.kept ?? "null").catch(() => {});
  showTask(page);
}

/** A link is read, checked, and answered as far as that takes no time; nothing else of it happens by itself. */
async function openLink(fragment: string): Promise<void> {
  const told = await page.reader.call<Told<Opened>>("open_link", fragment);
  if ("not" in told) return notice(`The link cannot be read: ${told.not}`);
  const { text, exercise, others, play: made } = told.is;
  // Without other texts there is nothing more in it.
  await page.opened(page.link);
  await put({ text, exercise, link: others.length ? fragment : undefined }, exercise ? `the exercise “${exercise.title}”` : "the link");
  if (made) await play.begin(made.position, { moves: made.moves, careful: true });
  // What is typed from now on is no link any more.
  history.replaceState(null, "", location.pathname + location.search);
}

/** A text that was kept, its exercise with it. */
function whole(kept: Kept): Whole {
  const { text, exercise, link } = kept;
  return { text, exercise: exercise ? asTask(exercise) : null, link };
}

function asTask(kept: string): Task {
  const written = JSON.parse(kept) as { title: string; task: string; starter: string; checks: { ask: string }[] };
  return { ...written, asks: written.checks.map((check) => check.ask), kept };
}

/** The text that was here last. */
async function resume(kept: Kept | undefined): Promise<void> {
  const { text, exercise, link } = kept ? whole(kept) : { text: FIRST, exercise: null, link: undefined };
  if (link) await page.opened(link);
  if (exercise) setExercise(exercise);
  origin = text;
  page.editor.open(text);
  const [last] = kept ? [] : listed().filter((other) => !other.opened);
  if (last && !linkHere()) notice(`Your last text is kept: ${title(last.text)}.`, h("button", { onclick: () => void openKept(last) }, "Open it"));
}

const openKept = (kept: Kept | null): Promise<void> =>
  put(kept ? whole(kept) : { text: "", exercise: null }, kept ? "a text of yours" : "a new text");

function buttons(): void {
  const on = (id: string, run: () => void) => byId(id).addEventListener("click", run);
  const runAll = () => {
    showPane("answers");
    void answers.answerAll();
  };
  on("run", runAll);
  on("stop", () => page.stop());
  on("games", () => void catalogue(page, load));
  on("tour", () => void tour(async (text, what, position) => {
    await load(text, what);
    if (position) answers.onPlay(position, / under mis[eè]re$/.test(position));
  }));
  on("share", () => void share(page));
  on("texts", () => texts(openKept));
  on("exercise", () => makeExercise(page));
  on("reset", () => void take({ text: origin, exercise: page.exercise, link: page.link }));
  byId("ask").addEventListener("submit", (event) => {
    event.preventDefault();
    const line = byId<HTMLInputElement>("line").value.trim();
    if (line) void answers.ask(line);
  });
  addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "Enter" && !event.defaultPrevented) runAll();
  });
}

function setUp(): void {
  page.editor = editor(byId("editor"), {
    changed: (text) => {
      if (text !== origin) changed();
      if (!embedded) keepSoon();
      readSoon();
    },
    run: () => void answers.answerAll(),
    candidates: async (line, at) => {
      // What was typed just now counts.
      await page.reader.call("open", page.editor.text());
      return page.reader.call("candidates", line, at);
    },
    meaning: (line, at) => page.reader.call("meaning", line, at),
  });
  play = new Play(page);
  answers.onPlay = (position, misere) => {
    showPane("play");
    void play.begin(position, { misere });
  };
  layout();
  buttons();
}

/** In another page: the text comes from there. */
function embed(): void {
  document.body.classList.add("embedded");
  byId("reset").hidden = query.has("readonly");
  page.editor.readOnly(query.has("readonly"));
  addEventListener("message", ({ data, source }) => {
    if (source === window.parent && typeof data?.fairgame === "string") void take({ text: data.fairgame.slice(0, 1 << 18), exercise: null });
  });
  window.parent.postMessage({ fairgame: "ready" }, "*");
}

/** What the address brings, which is no place on the page. */
function linkHere(): string {
  const fragment = location.hash.slice(1);
  return document.getElementById(fragment) ? "" : fragment;
}

async function start(): Promise<void> {
  // Said in few steps, since each is read aloud. What goes wrong here is told to whoever asks next.
  const loaded = (have: number, all: number) => state(`The engine is being loaded: ${25 * Math.floor((4 * have) / all)}%.`);
  theModule(loaded).catch(() => {});
  setUp();
  if (wasBusy()) {
    answering = false;
    busy(false);
    notice("The page was solving when it was closed, so it now computes nothing by itself. “Answer all” does it.");
  }
  const link = linkHere();
  if (embedded) embed();
  if (!embedded) {
    await claim();
    await resume(mine());
  }
  if (link) await openLink(link);
  addEventListener("pagehide", keepNow);
  addEventListener("hashchange", () => {
    const link = linkHere();
    if (link) void openLink(link);
  });
  // What is kept for later does not slow down what is needed first.
  const keeps = "serviceWorker" in navigator && location.protocol.startsWith("http") && !embedded;
  if (keeps) void theModule().then(register, () => {});
}

start().catch((why: Error) => {
  state(`The page cannot work here: ${why.message}.`, true);
  announce(why.message);
});
