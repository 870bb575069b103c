"""The bundled games."""

from typing import NamedTuple

from . import _fairgame


class Entry(NamedTuple):
    """A bundled game: ``load`` reads it by its name."""

    name: str
    title: str
    chapter: str | None
    text: str


def catalogue() -> list[Entry]:
    """The bundled games.

    >>> import fairgame
    >>> [e.title for e in fairgame.catalogue() if e.name == "kayles"]
    ['Kayles']
    """
    return [Entry(*row) for row in _fairgame.catalogue()]
