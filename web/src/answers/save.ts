// An answer copied, or saved in the form that is wanted.

import { announce, copy, h, isDark, save } from "../dom";
import type { Shown } from "../engine/shapes";
import type { Page } from "../page";

const FORMS: [string, string, string][] = [
  ["CSV", "csv", "csv"],
  ["Markdown", "markdown", "md"],
  ["LaTeX", "latex", "tex"],
  ["b-file", "b-file", "txt"],
  ["JSON", "json", "json"],
  ["Text", "text", "txt"],
];

export function saving(page: Page, shown: Shown): HTMLElement {
  const isTable = shown.data.answer === "table";
  const forms = FORMS.filter(([, form]) => isTable || !["csv", "b-file"].includes(form));
  const button = (name: string, run: () => Promise<void>) => h("button", { onclick: () => void run() }, name);
  const menu = h("details", { class: "menu" },
    h("summary", {}, "Save"),
    h("div", {},
      ...forms.map(([name, form, ending]) => button(name, () => saveAs(page, shown, form, ending))),
      button("SVG", () => savePicture(page, shown, "svg")),
      button("PNG", () => savePicture(page, shown, "png"))));
  return h("span", { class: "saving" }, button("Copy", () => copyText(page, shown)), menu);
}

async function copyText(page: Page, shown: Shown): Promise<void> {
  const form = shown.data.answer === "table" ? "csv" : "text";
  const told = await page.ask<string>("written", shown.number, form);
  if ("is" in told) announce((await copy(told.is)) ? "Copied." : "This browser does not let the page copy; Save does.");
}

async function saveAs(page: Page, shown: Shown, form: string, ending: string): Promise<void> {
  const told = await page.ask<string>("written", shown.number, form);
  if ("is" in told) save(`fairgame.${ending}`, told.is, "text/plain");
  else announce(`It cannot be saved in this form: ${told.not}.`);
}

async function savePicture(page: Page, shown: Shown, form: "svg" | "png"): Promise<void> {
  const told = await page.ask<string>("picture", shown.number, form === "png" && isDark(), 60);
  if ("not" in told) return announce(told.not);
  if (form === "svg") return save("fairgame.svg", told.is, "image/svg+xml");
  save("fairgame.png", await png(told.is), "image/png");
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
