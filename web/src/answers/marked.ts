// What the engine says as marked-up text, made into elements: only those that it is known to use, and all text as text.

import { h } from "../dom";

const NAMES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"' };
const PIECE = /<(pre|span) class="([a-z]+)">|<\/(pre|span)>|[^<]+|</g;

const plain = (text: string): string => text.replace(/&(amp|lt|gt|quot);/g, (_, name: string) => NAMES[name] ?? "");

/** The blocks behind a table, or all of it. */
export function marked(html: string, pieces: (text: string) => (string | Node)[] = (text) => [text]): HTMLElement {
  const whole = h("div", { class: "words" });
  const open: HTMLElement[] = [whole];
  const inside = () => open[open.length - 1] ?? whole;
  const behindTable = html.slice(Math.max(0, html.indexOf("</table>") + 8 * Number(html.includes("</table>"))));
  for (const [piece, tag, name, end] of behindTable.matchAll(PIECE)) {
    if (tag) {
      const element = h(tag as "pre" | "span", { class: name });
      inside().append(element);
      open.push(element);
    } else if (end) {
      if (open.length > 1) open.pop();
    } else if (open.length > 1) {
      inside().append(...pieces(plain(piece)));
    }
  }
  return whole;
}
