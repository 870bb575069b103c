"""Values of the language that Python has no type for."""

from typing import NamedTuple


class Cell(NamedTuple):
    """A cell of a board: its row and its column, from 1 at the upper left.

    >>> Cell(2, 3) == (2, 3)
    True
    """

    row: int
    col: int
