"""The games that come along."""

from typing import NamedTuple

from . import _fairgame


class Entry(NamedTuple):
    """A game that comes along: ``load`` reads it by its name."""

    name: str
    title: str
    chapter: str | None
    text: str


def catalogue() -> list[Entry]:
    """The games that come along.

    >>> import fairgame
    >>> [e.title for e in fairgame.catalogue() if e.name == "kayles"]
    ['Kayles']
    """
    return [Entry(*row) for row in _fairgame.catalogue()]
