// The games that come along, by chapter, with search.

import { h, later } from "../dom";
import type { Entry } from "../engine/shapes";
import type { Page } from "../page";
import { open, shut } from "./dialog";

export async function catalogue(page: Page, load: (text: string, what: string) => Promise<void>): Promise<void> {
  const list = h("div", { class: "list", id: "found" });
  const take = async (entry: Entry) => {
    const text = await page.reader.call<string>("entry", entry.name);
    shut();
    await load(text, entry.title);
  };
  const fill = async (words: string) => {
    const found = await page.reader.call<Entry[]>("catalogue", words);
    list.replaceChildren(...chapters(found, words !== "", take));
  };
  const search = h("input", { id: "search", type: "search", "aria-label": "Search the games", placeholder: "Search" });
  search.addEventListener("input", later(120, () => void fill(search.value.trim())));
  open("Games", search, list);
  search.focus();
  await fill("");
}

function chapters(found: Entry[], searched: boolean, take: (entry: Entry) => void): Node[] {
  if (!found.length) return [h("p", {}, "No game has all these words. Would fewer do?")];
  const names = searched ? ["Found"] : [...new Set(found.map((e) => e.chapter))];
  return names.map((name) => {
    const entries = searched ? found : found.filter((e) => e.chapter === name);
    const items = entries.map((e) => h("li", {}, h("button", { onclick: () => take(e) }, e.title || e.name)));
    return h("section", {}, h("h3", {}, name), h("ul", {}, ...items));
  });
}
