"""Impartial games from their rules: values, tables, periods, pictures.

    >>> import fairgame
    >>> g = fairgame.load("kayles")         # a file, or a bundled game
    >>> p = g.Kayles(3) + g.Kayles(6)       # positions are values
    >>> p.value, p.outcome
    (0, 'P')
    >>> g.period("Kayles(n)").period
    12

``load`` and ``rules`` read games. They return an object that has the games as attributes and makes tables, arrays,
periods, graphs and pictures. ``%load_ext fairgame`` adds ``%%fairgame`` cells to a notebook. The project's
docs/language.md describes the language.
"""

from ._answers import Answer, Period, Picture, Table, Verdict
from ._catalogue import Entry, catalogue
from ._errors import (
    ArgumentError,
    BudgetExceeded,
    FairgameError,
    FairgameWarning,
    Finding,
    NameNotFound,
    Place,
)
from ._fairgame import __version__
from ._magic import load_ipython_extension
from ._positions import Game, Move, Position
from ._rules import Budgets, Rules, load, rules
from ._values import Cell

__all__ = [
    "Answer",
    "ArgumentError",
    "BudgetExceeded",
    "Budgets",
    "Cell",
    "Entry",
    "FairgameError",
    "FairgameWarning",
    "Finding",
    "Game",
    "Move",
    "NameNotFound",
    "Period",
    "Picture",
    "Place",
    "Position",
    "Rules",
    "Table",
    "Verdict",
    "__version__",
    "catalogue",
    "load",
    "load_ipython_extension",
    "rules",
]
