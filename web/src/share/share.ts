// Links: made of all that is to be seen, copied, or shown as a QR code for the projector.

import { announce, copy, h, picture } from "../dom";
import type { Told } from "../engine/shapes";
import { open } from "../pages/dialog";
import type { Page } from "../page";

/** The address of this page, with a fragment. */
export function address(fragment: string): string {
  const plain = location.href.split(/[?#]/)[0] ?? "";
  return `${plain}#${fragment}`;
}

export async function share(page: Page): Promise<void> {
  const withPlay = h("input", { type: "checkbox", id: "with-play" });
  const play = page.play();
  const result = h("div", { id: "link-result" });
  const make = async () => {
    const told = await page.reader.call<Told<string>>("make_link", page.editor.text(), withPlay.checked ? JSON.stringify(play) : "", false);
    if ("not" in told) return result.replaceChildren(h("p", { class: "complaint" }, told.not));
    await shown(page, result, address(told.is));
  };
  withPlay.addEventListener("change", () => void make());
  open("Share", h("p", {}, "The link contains the whole text. No server sees it, and the recipient needs nothing else."),
    play && h("label", {}, withPlay, " with the play at hand") || h("span", {}), result);
  await make();
}

/** A link with all that can be done with it. */
export async function shown(page: Page, box: HTMLElement, link: string): Promise<void> {
  const field = h("input", { class: "link", readonly: true, "aria-label": "Link", value: link });
  const done = h("span", { role: "status" });
  const copying = async () => {
    field.select();
    const copied = await copy(link);
    done.textContent = copied ? "Copied." : "Ctrl+C copies it.";
    announce(done.textContent);
  };
  box.replaceChildren(
    h("p", {}, field), h("p", { class: "tools" }, h("button", { class: "main", onclick: () => void copying() }, "Copy"), done, h("span", { class: "small" }, `${link.length} characters`)));
  const code = await page.reader.call<Told<{ svg: string }>>("qr", link);
  if ("is" in code) box.append(picture(code.is.svg, "QR code of the link"));
  else box.append(h("p", { class: "small" }, `There is no QR code: ${code.not}`));
  box.querySelector("img")?.classList.add("qr");
}
