"""Answers: their data, and every form that shows them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from . import _fairgame

if TYPE_CHECKING:
    from ._fairgame import Shown


@dataclass(frozen=True)
class _Kept:
    """An answer in every form, for other processes and for files."""

    text: str
    short: str
    html: str
    markdown: str
    latex: str
    json: str
    code: str | None
    #: As it is on light ground, and on dark.
    drawn: tuple[str, str]

    def svg(self, dark: bool = False, title: str | None = None) -> str:
        if title is not None:
            raise ValueError("an answer that was pickled has no more room for a title: draw it before")
        return self.drawn[dark]


def _kept(shown: Shown | _Kept) -> _Kept:
    drawn = (shown.svg(False), shown.svg(True))
    return _Kept(
        shown.text, shown.short, shown.html, shown.markdown, shown.latex, shown.json, shown.code, drawn
    )


class Picture:
    """A drawing; a notebook shows it.

    >>> import fairgame
    >>> picture = fairgame.load("kayles").plot("Kayles(n) for n in 0..30")
    >>> picture.svg.startswith("<svg")
    True
    """

    def __init__(self, svg: str) -> None:
        #: The drawing as SVG.
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | Path) -> None:
        """Writes it as SVG, PNG or PDF, according to the end of the name."""
        path = Path(path)
        form = path.suffix.lower()
        if form == ".svg":
            path.write_text(self.svg, encoding="utf-8")
        elif form in (".png", ".pdf"):
            path.write_bytes(_fairgame.raster(self.svg, form[1:]))
        else:
            raise ValueError(f"a picture is .svg, .png or .pdf, not {form or 'without an end'}")

    def __repr__(self) -> str:
        return f"<picture, {len(self.svg)} bytes of SVG>"


class Answer:
    """The result of a statement. ``print`` shows what the command line would print; a notebook shows tables and colours.

    >>> import fairgame
    >>> answer = fairgame.load("kayles").ask("show Kayles(5)")
    >>> answer.data["value"], answer.data["outcome"]
    ('4', 'N')
    >>> answer.short
    '*4, N'
    """

    def __init__(self, shown: Shown | _Kept) -> None:
        self._shown = shown

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_shown": _kept(self._shown)}

    @property
    def data(self) -> dict[str, Any]:
        """The answer as ``fairgame --json`` writes it: docs/json.md describes it."""
        data: dict[str, Any] = json.loads(self._shown.json)
        return data

    @property
    def kind(self) -> str:
        """``position``, ``table``, ``period``, ``expect``, ...; ``stopped`` if a budget ran out, or ``mistake``."""
        return str(self.data["answer"])

    @property
    def ok(self) -> bool:
        """Whether there is an answer, and the expectation (if any) holds."""
        return self._shown.code is None and self.kind != "stopped"

    @property
    def text(self) -> str:
        """As the command line prints it."""
        return self._shown.text

    @property
    def short(self) -> str:
        """In a few words."""
        return self._shown.short

    @property
    def markdown(self) -> str:
        """For wikis and forums."""
        return self._shown.markdown

    @property
    def latex(self) -> str:
        """For papers."""
        return self._shown.latex

    def plot(self, *, dark: bool = False, title: str | None = None) -> Picture:
        """A picture: the plot or heat map of a table that can be drawn, otherwise the text."""
        return Picture(self._shown.svg(dark, title))

    def __str__(self) -> str:
        return self._shown.text.rstrip()

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return self._shown.html


class Table(Answer, Sequence[tuple[Any, ...]]):
    """A table: a sequence of rows, whose cells are Python numbers, sets, texts, ...

    A position stands for its nim-value, or for its outcome if that says more.

    >>> import fairgame
    >>> table = fairgame.load("kayles").table("Kayles(n) for n in 0..4")
    >>> table.columns, table[3], len(table)
    (('n', 'Kayles(n)'), (3, 3), 5)
    >>> table.column("Kayles(n)")
    [0, 1, 2, 3, 1]
    """

    def __init__(
        self,
        shown: Shown | _Kept,
        columns: Sequence[str],
        rows: Sequence[Sequence[Any]],
        binders: int,
        rests_on: Sequence[str],
    ) -> None:
        super().__init__(shown)
        #: The names of the columns: what runs, then the expressions.
        self.columns = tuple(columns)
        #: The rows.
        self.rows = [tuple(row) for row in rows]
        #: How many of the columns run.
        self.binders = binders
        #: What the values rest on that is not proved, in sentences.
        self.rests_on = list(rests_on)

    def column(self, name: str | int) -> list[Any]:
        """The cells of a column, by its name or its number."""
        i = name if isinstance(name, int) else self.columns.index(name)
        return [row[i] for row in self.rows]

    @overload
    def __getitem__(self, i: int) -> tuple[Any, ...]: ...
    @overload
    def __getitem__(self, i: slice) -> list[tuple[Any, ...]]: ...
    def __getitem__(self, i: int | slice) -> tuple[Any, ...] | list[tuple[Any, ...]]:
        return self.rows[i]

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return iter(self.rows)


@dataclass(frozen=True)
class Period:
    """The period of a sequence.

    ``period`` is ``None`` if no repetition was seen. If one was seen but not proved, ``proved`` is false.

    >>> import fairgame
    >>> p = fairgame.load("kayles").period("Kayles(n)")
    >>> p.period, p.preperiod, p.saltus, p.proved
    (12, 71, 0, True)
    >>> p.theorem
    'theorem of Guy and Smith (1956)'
    >>> p.exceptions[:3]
    (0, 3, 6)
    """

    sequence: str
    #: The period, if a repetition was seen.
    period: int | None
    #: The first index from which every value is the one a period later, less the saltus.
    preperiod: int | None
    #: What is added with every period.
    saltus: int
    #: Whether it is proved to go on for ever.
    proved: bool
    #: The theorem behind the proof.
    theorem: str | None
    #: The last index whose value the proof needs.
    needed: int | None
    #: The indices before ``preperiod`` that do not follow the period, if it is proved.
    exceptions: tuple[int, ...]
    #: The first and the last index that was looked at.
    looked_at: tuple[int, int]
    #: In words, what is known.
    verdict: str
    #: The proof as a line of text, for ``fairgame verify``; where there is none, ``None``.
    certificate: str | None = field(repr=False)
    #: The answer in every form.
    answer: Answer = field(repr=False, compare=False)

    def __bool__(self) -> bool:
        return self.period is not None

    def _repr_html_(self) -> str:
        return self.answer._repr_html_()


def period_of(shown: Shown, certificate: str | None) -> Period:
    """A period from its answer."""
    answer = Answer(shown)
    data = answer.data
    last, first = data["last_exception"], data["from"]
    return Period(
        sequence=data["sequence"],
        period=data["period"],
        preperiod=None if data["period"] is None else first if last is None else last + 1,
        saltus=data["saltus"],
        proved=data["proved"],
        theorem=data.get("theorem"),
        needed=data.get("needed"),
        exceptions=tuple(data.get("exceptions_listed", ())),
        looked_at=(first, data["to"]),
        verdict=data["verdict"],
        certificate=certificate,
        answer=answer,
    )


@dataclass(frozen=True)
class Verdict:
    """Whether every play of a game ends, in a sentence.

    >>> import fairgame
    >>> fairgame.rules("game G(n: nat)\\n  move stay to G(n)").check()[0].play
    '0  stay -> 0 -> ...'
    """

    game: str
    sentence: str
    #: False if there is an endless play that the rules do not speak of.
    fine: bool
    #: An endless play on a line, if one was found.
    play: str = ""
