// A board as a grid of named cells: clicked, or walked through by the arrow keys. Places are chosen until one move is left.

import { h } from "../dom";
import type { Board, Choice } from "../engine/shapes";

type Place = [number, number];

export interface Chosen {
  /** The places chosen so far. */
  places: Place[];
  /** The moves that are about all of them. */
  moves: Choice[];
}

const same = (a: Place, b: Place): boolean => a[0] === b[0] && a[1] === b[1];
const about = (move: Choice, place: Place): boolean => move.touches.some((t) => same(t, place));

/** What choosing one more place leaves; `made` is the move that it means, if it means one. */
export function choose(moves: Choice[], before: Chosen, place: Place): { made?: Choice; chosen: Chosen } {
  const means = moves.filter((m) => m.means && same(m.means, place));
  if (!before.places.length && means.length === 1) return { made: means[0], chosen: nothing(moves) };
  const again = before.places.some((p) => same(p, place));
  if (again) {
    // The same place once more: exactly what is chosen, and nothing else.
    const exact = before.moves.filter((m) => m.touches.length === before.places.length);
    return exact.length === 1 ? { made: exact[0], chosen: nothing(moves) } : { chosen: nothing(moves) };
  }
  const left = before.moves.filter((m) => about(m, place));
  if (!left.length) {
    const fresh = moves.filter((m) => about(m, place));
    if (fresh.length === 1) return { made: fresh[0], chosen: nothing(moves) };
    return { chosen: fresh.length ? { places: [place], moves: fresh } : nothing(moves) };
  }
  if (left.length === 1) return { made: left[0], chosen: nothing(moves) };
  return { chosen: { places: [...before.places, place], moves: left } };
}

export const nothing = (moves: Choice[]): Chosen => ({ places: [], moves });

export function boardGrid(board: Board, number: number, chosen: Chosen, moves: Choice[], click: (place: Place) => void): HTMLElement {
  const cells: HTMLElement[] = [];
  const rows = Array.from({ length: board.rows }, (_, r) => {
    const row = Array.from({ length: board.columns }, (_, c) => {
      const place: Place = [number, r * board.columns + c];
      const cell = cellOf(board, place, chosen, moves, () => click(place));
      cells.push(cell);
      return cell;
    });
    return h("div", { role: "row" }, ...row);
  });
  const first = cells.find((cell) => cell.classList.contains("open")) ?? cells[0];
  first?.setAttribute("tabindex", "0");
  const grid = h("div", { role: "grid", class: `board ${board.kind}`, "aria-label": board.label }, ...rows);
  grid.addEventListener("keydown", (event) => walk(event, cells, board.columns));
  return grid;
}

function cellOf(board: Board, place: Place, chosen: Chosen, moves: Choice[], click: () => void): HTMLElement {
  const here = board.places[place[1]] ?? "";
  const isChosen = chosen.places.some((p) => same(p, place));
  const these = (chosen.places.length ? chosen.moves : moves).filter((m) => about(m, place));
  const open = these.length > 0;
  const name = `${nameOf(board, place[1])}, ${whatIs(board, here)}${isChosen ? ", chosen" : open ? `, ${inMoves(these)}` : ""}`;
  const cell = h("div", {
    role: "gridcell", tabindex: -1, "aria-label": name, "aria-selected": String(isChosen),
    class: `place ${open ? "open" : ""} ${isChosen ? "chosen" : ""} ${here === "" ? "none" : here === "o" ? "full" : ""}`,
  }, here === "o" ? (board.kind === "grid" ? "" : "●") : here === "." ? "" : here.slice(0, LETTERS));
  if (open || isChosen) cell.addEventListener("click", click);
  return cell;
}

/** So many letters of what stands at a place have room there; all of them are in its name. */
const LETTERS = 3;

/** What is at a place: of a set of cells each is there or not, on a strip and in a row there are tokens. */
function whatIs(board: Board, here: string): string {
  if (here === "") return "empty";
  if (board.kind === "grid") return { o: "there", ".": "not there" }[here] ?? here;
  return { o: "token", ".": "free" }[here] ?? here;
}

/** So many moves are named. */
const NAMED = 3;

function inMoves(moves: Choice[]): string {
  const named = moves.slice(0, NAMED).map((move) => move.name);
  const more = moves.length > NAMED ? ` and ${moves.length - NAMED} more` : "";
  return `may be chosen for ${named.join(", ")}${more}`;
}

function nameOf(board: Board, index: number): string {
  const [row, column] = [board.first[0] + Math.floor(index / board.columns), board.first[1] + (index % board.columns)];
  if (board.kind === "tokens") return `token ${column}`;
  return board.kind === "strip" ? `square ${column}` : `row ${row}, column ${column}`;
}

/** The arrow keys lead from cell to cell; Enter and the space bar choose. */
function walk(event: KeyboardEvent, cells: HTMLElement[], columns: number): void {
  const at = cells.indexOf(event.target as HTMLElement);
  const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns };
  const step = steps[event.key];
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    cells[at]?.click();
  } else if (step !== undefined || event.key === "Home" || event.key === "End") {
    event.preventDefault();
    const to = event.key === "Home" ? 0 : event.key === "End" ? cells.length - 1 : at + (step ?? 0);
    const next = cells[to];
    if (!next) return;
    cells.forEach((cell) => cell.setAttribute("tabindex", "-1"));
    next.setAttribute("tabindex", "0");
    next.focus();
  }
}
