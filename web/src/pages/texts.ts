// The texts that are kept on this machine.

import { h } from "../dom";
import { listed, title, type Kept } from "../keep/texts";
import { open, shut } from "./dialog";

export function texts(load: (kept: Kept | null) => Promise<void>): void {
  const item = (k: Kept) => {
    const when = new Date(k.when).toLocaleString();
    const take = () => {
      shut();
      void load(k);
    };
    return h("li", {}, h("button", { onclick: take }, title(k.text)), h("span", { class: "small" }, ` ${when}${k.exercise ? ", exercise" : ""}`));
  };
  const fresh = () => {
    shut();
    void load(null);
  };
  open("My texts",
    h("p", {}, "The last twenty texts of yours, and those you opened, kept in this browser and nowhere else."),
    h("button", { onclick: fresh }, "New text"),
    h("ul", { class: "list" }, ...listed().map(item)));
}
