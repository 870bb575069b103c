// An answer copied, or saved in the form that is wanted.

import { copy, h, isDark, save } from "../dom";
import type { Shown, Told } from "../engine/shapes";

const FORMS: [string, string, string][] = [
  ["CSV", "csv", "csv"],
  ["Markdown", "markdown", "md"],
  ["LaTeX", "latex", "tex"],
  ["b-file", "b-file", "txt"],
  ["JSON", "json", "json"],
  ["Text", "text", "txt"],
];

/** Asks for the answer in some form. */
interface Of {
  written(form: string): Promise<Told<string>>;
  picture(dark: boolean, most: number): Promise<Told<string>>;
}

export function saving(statement: string, shown: Shown, of: Of): HTMLElement {
  const said = h("span", { class: "small", role: "status" });
  const put = (form: string, content: BlobPart, type: string) => {
    const file = `${nameFor(statement)}.${form}`;
    save(file, content, type);
    said.textContent = `Saved as ${file}.`;
  };
  const run = async (what: (put: Put) => Promise<string | undefined>) => {
    said.textContent = "";
    said.textContent = (await what(put)) ?? said.textContent;
  };
  const isTable = shown.data.answer === "table";
  const forms = FORMS.filter(([, form]) => isTable || !["csv", "b-file"].includes(form));
  const button = (name: string, what: (put: Put) => Promise<string | undefined>) => h("button", { onclick: () => void run(what) }, name);
  const menu = h("details", { class: "menu" },
    h("summary", {}, "Save"),
    h("div", {},
      ...forms.map(([name, form, ending]) => button(name, (put) => saveAs(of, form, ending, put))),
      button("SVG", (put) => savePicture(of, "svg", put)),
      button("PNG", (put) => savePicture(of, "png", put))));
  return h("span", { class: "saving" }, button("Copy", () => copyText(of, isTable)), menu, said);
}

/** Saves a file of some form; gives what there is to say if it is not saved. */
type Put = (form: string, content: BlobPart, type: string) => void;

/** A name for a file, of what was asked. */
function nameFor(statement: string): string {
  const words = statement.toLowerCase().normalize("NFKD").match(/[a-z0-9]+/g) ?? [];
  return words.join("-").slice(0, 40).replace(/-$/, "") || "fairgame";
}

async function copyText(of: Of, isTable: boolean): Promise<string> {
  const told = await of.written(isTable ? "csv" : "text");
  if ("not" in told) return told.not;
  return (await copy(told.is)) ? "Copied." : "This browser does not let the page copy; Save does.";
}

async function saveAs(of: Of, form: string, ending: string, put: Put): Promise<string | undefined> {
  const told = await of.written(form);
  if ("not" in told) return `It cannot be saved in this form: ${told.not}.`;
  put(ending, told.is, "text/plain");
  return undefined;
}

async function savePicture(of: Of, form: "svg" | "png", put: Put): Promise<string | undefined> {
  const told = await of.picture(form === "png" && isDark(), 60);
  if ("not" in told) return told.not;
  if (form === "svg") put("svg", told.is, "image/svg+xml");
  else put("png", await png(told.is), "image/png");
  return undefined;
}

/** Twice as large in pixels as it is in points. */
async function png(svg: string): Promise<Blob> {
  const image = new Image();
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  image.src = address;
  await image.decode();
  const canvas = h("canvas", { width: 2 * image.naturalWidth, height: 2 * image.naturalHeight });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(address);
  return new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture")))));
}
