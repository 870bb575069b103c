// Tables: sorted by a click on a heading, a grid where there are two names, and why each value is what it is.

import { h } from "../dom";

export interface Rows { columns: string[]; rows: string[][]; binders: number }

/** What a click on a value asks: the line that shows it. */
export type Ask = (line: string) => void;

/** So many rows are shown at first, and so many more each time: a browser takes half a second to lay out 50,000. */
const SHOWN = 200;
const MORE = 2000;

/** The table of a statement. */
export function table(of: string, data: Rows, ask: Ask): HTMLElement {
  const box = h("div", { class: "table", tabindex: 0, role: "region", "aria-label": `Values: ${of}` });
  const grid = asGrid(data);
  box.append(grid ? gridTable(grid, data, ask) : listTable(data, ask, SHOWN, box));
  enter(box);
  box.addEventListener("keydown", walk);
  box.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof HTMLElement) || !target.matches(".value")) return;
    box.querySelectorAll(".value[tabindex='0']").forEach((other) => other.setAttribute("tabindex", "-1"));
    target.setAttribute("tabindex", "0");
  });
  return box;
}

/** Tab leads to the first value. */
const enter = (box: HTMLElement): void => box.querySelector(".value")?.setAttribute("tabindex", "0");

/** From there the arrow keys lead to the others. */
function walk(event: KeyboardEvent): void {
  const cell = (event.target as HTMLElement).closest("td");
  const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
  const [down, right] = step ?? [];
  const row = cell?.parentElement as HTMLTableRowElement | null | undefined;
  if (!cell || !row || down === undefined || right === undefined) return;
  const rows = (row.parentElement as HTMLTableSectionElement).rows;
  const next = rows[row.sectionRowIndex + down]?.cells[cell.cellIndex + right]?.querySelector<HTMLElement>(".value");
  event.preventDefault();
  next?.focus();
}

interface Grid { across: string[]; down: string[] }

function asGrid({ columns, rows, binders }: Rows): Grid | null {
  if (binders !== 2 || columns.length !== 3 || rows.length < 4) return null;
  const across = [...new Set(rows.map((r) => r[1] ?? ""))];
  const down = [...new Set(rows.map((r) => r[0] ?? ""))];
  const full = rows.length === across.length * down.length;
  return full && across.length <= 40 && down.length <= 100 ? { across, down } : null;
}

function gridTable({ across, down }: Grid, data: Rows, ask: Ask): HTMLElement {
  const [first, second, title] = data.columns;
  const head = h("tr", {}, h("th", { scope: "col" }, `${first} \\ ${second}`), ...across.map((x) => h("th", { scope: "col" }, x)));
  const body = down.map((y, i) => {
    const row = data.rows.slice(i * across.length, (i + 1) * across.length);
    return h("tr", {}, h("th", { scope: "row" }, y), ...row.map((cells) => value(data, cells, 2, ask)));
  });
  return h("table", {}, h("caption", {}, title), h("thead", {}, head), h("tbody", {}, ...body));
}

function listTable(data: Rows, ask: Ask, most: number, box: HTMLElement, order?: { column: number; up: boolean }): HTMLElement {
  const again = (shown: number, by = order) => {
    box.replaceChildren(listTable(data, ask, shown, box, by));
    enter(box);
  };
  const rows = order ? [...data.rows].sort((a, b) => compare(a, b, order)) : data.rows;
  const head = data.columns.map((name, column) => {
    const mine = order?.column === column;
    const sort = () => {
      again(most, { column, up: mine ? !order.up : true });
      box.querySelectorAll<HTMLElement>("thead button")[column]?.focus();
    };
    const sorted = mine ? (order.up ? "ascending" : "descending") : "none";
    const button = h("button", { onclick: sort, title: "Sort" }, name, mine && (order.up ? " ▲" : " ▼"));
    return h("th", { scope: "col", "aria-sort": sorted }, button);
  });
  const body = rows.slice(0, most).map((cells) =>
    h("tr", {}, ...cells.map((cell, i) => (i < data.binders ? h("td", {}, cell) : value(data, cells, i, ask)))));
  const whole = h("table", {}, h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, ...body));
  const left = rows.length - most;
  if (left <= 0) return whole;
  const next = Math.min(left, MORE);
  const more = h("button", { onclick: () => again(most + next) }, `Show ${next} more rows`);
  return h("div", {}, whole, more, h("span", { class: "small" }, ` ${left} are not shown. “Save” has them all.`));
}

/** By number where both are numbers, else by letters. */
function compare(a: string[], b: string[], { column, up }: { column: number; up: boolean }): number {
  const [x, y] = [a[column] ?? "", b[column] ?? ""];
  const numbers = Number(x.replace("*", "")) - Number(y.replace("*", ""));
  return (Number.isNaN(numbers) ? x.localeCompare(y) : numbers) * (up ? 1 : -1);
}

function value(data: Rows, cells: string[], column: number, ask: Ask): HTMLElement {
  const line = lineFor(data, cells, column);
  const text = cells[column] ?? "";
  return h("td", {}, h("button", { class: "value", tabindex: -1, title: `Why? ${line}`, onclick: () => ask(line) }, text));
}

/** The position behind a value, as it could be typed: with the names of the row in front of it. */
export function lineFor({ columns, binders }: Rows, cells: string[], column: number): string {
  const inside = /^(?:value|outcome|misere_value)\((.*)\)$/.exec(columns[column] ?? "")?.[1];
  const names = columns.slice(0, binders).map((name, i) => `let ${name} = ${cells[i]} in `);
  const whole = names.join("") + (inside ?? columns[column] ?? "");
  return binders ? `(${whole})` : whole;
}
