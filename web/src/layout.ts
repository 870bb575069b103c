// Three panes beside each other where there is room, else one of them behind tabs.

import { byId } from "./dom";

const PANES = ["rules", "answers", "play"] as const;
export type Pane = (typeof PANES)[number];

const narrow = matchMedia("(max-width: 60rem)");

export function layout(): void {
  const tabs = PANES.map((pane) => byId(`tab-${pane}`));
  tabs.forEach((tab, i) => {
    tab.addEventListener("click", () => showPane(PANES[i] ?? "rules"));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const next = PANES[(i + step + PANES.length) % PANES.length] ?? "rules";
      showPane(next);
      byId(`tab-${next}`).focus();
    });
  });
  narrow.addEventListener("change", () => showPane(current()));
  showPane("rules");
}

const current = (): Pane => PANES.find((pane) => byId(`tab-${pane}`).getAttribute("aria-selected") === "true") ?? "rules";

/** Shows a pane; on a wide screen all of them are to be seen. */
export function showPane(pane: Pane): void {
  for (const other of PANES) {
    const chosen = other === pane;
    byId(`tab-${other}`).setAttribute("aria-selected", String(chosen));
    byId(`tab-${other}`).setAttribute("tabindex", chosen ? "0" : "-1");
    byId(other).hidden = narrow.matches && !chosen;
    if (narrow.matches) byId(other).setAttribute("role", "tabpanel");
    else byId(other).removeAttribute("role");
  }
  byId("tabs").hidden = !narrow.matches;
}
