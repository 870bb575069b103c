// The one dialog of the page.

import { byId, h } from "../dom";

export function open(title: string, ...contents: Node[]): HTMLDialogElement {
  const dialog = byId<HTMLDialogElement>("dialog");
  const close = h("button", { class: "close", "aria-label": "Close", onclick: () => dialog.close() }, "✕");
  dialog.replaceChildren(close, h("h2", { id: "dialog-title" }, title), ...contents);
  if (!dialog.open) dialog.showModal();
  return dialog;
}

/** What is shown while something is worked out behind the dialog, where the page's own button cannot be reached. */
export const working = (stop: () => void): HTMLElement => h("p", {}, "Working… ", h("button", { onclick: stop }, "Stop"));

export const shut = (): void => byId<HTMLDialogElement>("dialog").close();
