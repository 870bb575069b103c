"""``%%fairgame``: a cell of a notebook in the language."""

from __future__ import annotations

from typing import Any

from ._errors import FairgameError
from ._rules import Rules


class _Cells:
    """The rules of the cells of a notebook, taken together."""

    def __init__(self, shell: Any) -> None:
        self._shell = shell
        self._rules: Rules | None = None

    def cell(self, line: str, cell: str) -> None:
        """Reads a cell and shows its answers; afterwards its games are Python objects, and `rules` has all of them."""
        from IPython.display import display

        try:
            rules = self._rules or Rules("<notebook>", _NOTHING, {"time": 60}, None)
            answers = rules.add(cell)
        except FairgameError as error:
            self._shell.showtraceback((type(error), error, None))
            raise _Shown from None
        self._rules = rules
        self._shell.push({**rules.games, line.strip() or "rules": rules})
        for answer in answers:
            display(answer)


class _Shown(Exception):
    """The mistake was shown; the cell has failed, and there is nothing to add."""

    def _render_traceback_(self) -> list[str]:
        return []


# A text must define something; nobody sees this name.
_NOTHING = "let nothing_yet = 0\n"


def load_ipython_extension(shell: Any) -> None:
    """``%load_ext fairgame``: adds ``%%fairgame`` cells to a notebook. A name after it stands for all the rules:

    ::

        %%fairgame my_rules
        game Pile(n: nat)
          move take(k in 1..3 where k <= n) to Pile(n - k)
        show Pile(7)
    """
    shell.register_magic_function(_Cells(shell).cell, "cell", "fairgame")
