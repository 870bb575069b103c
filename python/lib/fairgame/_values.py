"""Values of the language for which Python has no type."""

from typing import NamedTuple


class Cell(NamedTuple):
    """A cell of a board: its row and its column, from 1 at the upper left.

    >>> Cell(2, 3) == (2, 3)
    True
    """

    row: int
    col: int
