"""Play against the computer, in a notebook."""

from __future__ import annotations

import random
from typing import Any

from ._errors import ArgumentError
from ._positions import Position

try:
    import anywidget
    import traitlets
except ImportError as error:
    raise ImportError("to play in a notebook: pip install 'fairgame[notebook]'") from error

# Buttons for the moves, and what was played.
_PAGE = """
function render({ model, el }) {
  const draw = () => {
    el.replaceChildren();
    const said = document.createElement("p");
    said.setAttribute("role", "status");
    said.textContent = model.get("said");
    const board = document.createElement("div");
    board.innerHTML = model.get("svg");
    const moves = document.createElement("div");
    model.get("moves").forEach((name, i) => {
      const button = document.createElement("button");
      button.textContent = name;
      button.style.margin = "2px";
      button.onclick = () => { model.set("chosen", i); model.save_changes(); };
      moves.append(button);
    });
    const again = document.createElement("button");
    again.textContent = "again";
    again.onclick = () => { model.set("chosen", -2); model.save_changes(); };
    const log = document.createElement("pre");
    log.textContent = model.get("log").join("\\n");
    el.append(said, board, moves, again, log);
  };
  ["said", "svg", "moves", "log"].forEach((name) => model.on("change:" + name, draw));
  draw();
}
export default { render };
"""


class Play(anywidget.AnyWidget):  # type: ignore[misc]
    """A play of a position: you choose moves by buttons, and the computer replies with a winning one, if there is one.

    ``position`` is the current position, ``log`` the moves so far; ``choose("take(2)")`` moves without a mouse.
    """

    _esm = _PAGE
    said = traitlets.Unicode("").tag(sync=True)
    svg = traitlets.Unicode("").tag(sync=True)
    moves = traitlets.List(traitlets.Unicode(), []).tag(sync=True)
    log = traitlets.List(traitlets.Unicode(), []).tag(sync=True)
    chosen = traitlets.Int(-1).tag(sync=True)

    def __init__(self, start: Position, *, first: bool = True, seed: int | None = None, **more: Any) -> None:
        super().__init__(**more)
        if any(m.player for m in start.moves()):
            raise ArgumentError("only games in which both players have the same moves are played here")
        self._start, self._first = start, first
        self._random = random.Random(seed)
        self.position = start
        self.observe(self._choice, "chosen")
        self.begin()

    def begin(self) -> None:
        """From the start again."""
        self.position, self.log = self._start, []
        if not self._first:
            self._answer()
        self._show("Your move.")

    def choose(self, move: str) -> None:
        """Makes your move, and then the computer's."""
        self.position = self.position.after(move)
        self.log = [*self.log, f"you: {move}"]
        if not self.position.moves():
            self._show("You lose." if self.position.is_misere else "You win.")
            return
        self._answer()
        over = not self.position.moves()
        ended = "You win." if self.position.is_misere else "You lose."
        self._show(ended if over else "Your move.")

    def _answer(self) -> None:
        moves = self.position.moves()
        if not moves:
            return
        best = self.position.winning() or moves
        made = self._random.choice(best)
        self.position = made.to
        self.log = [*self.log, f"computer: {made.name}"]

    def _choice(self, change: Any) -> None:
        number = change["new"]
        if number == -1:
            return
        if number == -2:
            self.begin()
        elif 0 <= number < len(self.moves):
            self.choose(self.moves[number])
        self.chosen = -1

    def _show(self, said: str) -> None:
        self.said = f"{self.position}: {said}"
        self.svg = self.position.graph(1).svg
        self.moves = [m.name for m in self.position.moves()]
