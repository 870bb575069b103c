"""Games and positions as Python objects."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from . import _fairgame
from ._answers import Answer, Picture
from ._errors import ArgumentError, Finding

if TYPE_CHECKING:
    from ._fairgame import At
    from ._rules import Rules

Player = Literal["Left", "Right"]


class Game:
    """A game: called with arguments, it gives a position.

    >>> import fairgame
    >>> g = fairgame.load("kayles")
    >>> g.Kayles(9)
    Kayles(9)
    >>> g.Kayles(n=9).value
    4

    Arguments are Python numbers, sets, lists, tuples, dictionaries and positions. To pass a function of the language,
    give its name as a text:

    >>> fairgame.load("coins").Coin(5, "turtles").value
    5
    """

    def __init__(self, rules: Rules, name: str, usage: str, doc: str | None) -> None:
        self._rules = rules
        #: Its name.
        self.name = name
        #: How it is written: ``Kayles(n: nat)``.
        self.usage = usage
        self.__doc__ = f"{usage}\n\n{doc}" if doc else usage
        names = [p.split(":")[0].strip() for p in _split(usage[len(name) + 1 : -1])]
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        if all(n.isidentifier() for n in names):
            self.__signature__ = inspect.Signature([inspect.Parameter(n, kind) for n in names])

    def __call__(self, *arguments: Any, **named: Any) -> Position:
        at = self._rules._engine.position(self.name, arguments, named)
        return Position(self._rules, at)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (self._rules, self.name) == (other._rules, other.name)

    def __hash__(self) -> int:
        return hash(self.name)

    def __reduce__(self) -> tuple[Any, ...]:
        return (getattr, (self._rules, self.name))

    def __repr__(self) -> str:
        return f"<game {self.usage}>"


def _split(parameters: str) -> list[str]:
    """The parameters of a usage: commas in brackets do not part them."""
    parts, depth = [""], 0
    for c in parameters:
        depth += (c in "([{") - (c in ")]}")
        if c == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
    return [p for p in parts if p.strip()]


@dataclass(frozen=True)
class Move:
    """A legal move."""

    #: ``take(3)``, or ``take(3) in 2`` in a sum.
    name: str
    #: In which part of a sum it is made, from 0.
    part: int
    #: The player who may make it, if only one may.
    player: str | None
    #: The position after it.
    to: Position

    def __repr__(self) -> str:
        whose = f" ({self.player})" if self.player else ""
        return f"{self.name}{whose} -> {self.to}"


class Position:
    """A position, or a sum of positions.

    Positions are values: they are equal if they consist of the same games with the same arguments in the same order, and
    you can put them into sets and dictionaries. ``value`` says whether they are worth the same.

    >>> import fairgame
    >>> g = fairgame.load("nim")
    >>> p = g.Nim(3) + g.Nim(5)
    >>> p.value, p.outcome
    (6, 'N')
    >>> p.winning()
    [take(2) in 2 -> Nim(3) + Nim(3)]
    >>> p.winning()[0].to.outcome
    'P'
    >>> len({g.Nim(3), g.Nim(3), g.Nim(5)})
    2
    >>> sum([g.Nim(1), g.Nim(2)], g.Nim(4)).value
    7
    """

    __slots__ = ("_at", "_misere", "_rules")

    def __init__(self, rules: Rules, at: At, misere: bool = False) -> None:
        self._rules = rules
        self._at = at
        self._misere = misere

    def _new(self, at: At) -> Position:
        return Position(self._rules, at, self._misere)

    # ---- what it is

    @property
    def game(self) -> str | None:
        """The name of its game; ``None`` for sums."""
        return self._at.game

    @property
    def args(self) -> tuple[Any, ...] | None:
        """Its arguments as Python values; ``None`` for sums.

        >>> import fairgame
        >>> fairgame.load("welter").Welter({2, 5, 7}).args == (frozenset({2, 5, 7}),)
        True
        """
        return self._at.args()

    @property
    def parts(self) -> list[Position]:
        """The parts of the sum."""
        return [self._new(part) for part in self._at.parts()]

    @property
    def is_misere(self) -> bool:
        """Whether a player who cannot move wins."""
        return self._misere

    @property
    def under_misere(self) -> Position:
        """The same position under misère play, in which a player who cannot move wins.

        >>> import fairgame
        >>> p = fairgame.load("nim").Nim(1)
        >>> p.outcome, p.under_misere.outcome
        ('N', 'P')
        """
        return Position(self._rules, self._at, True)

    @property
    def under_normal(self) -> Position:
        """The same position under normal play, in which a player who cannot move loses."""
        return Position(self._rules, self._at, False)

    # ---- what is known of it

    @property
    def value(self) -> int:
        """The nim-value; under misère play the misère nim-value, which does not add."""
        if self._misere:
            return int(self._rules._engine.tell("misere_value", self._at, False))
        return self._rules._engine.value(self._at)

    @property
    def outcome(self) -> str:
        """``"P"`` if the previous player wins, ``"N"`` if the next one does; ``"draw"``, ``"Left"``, ... in other games."""
        return self._rules._engine.outcome(self._at, self._misere)

    @property
    def remoteness(self) -> int:
        """The number of moves until the end when the winner hurries and the loser delays.

        >>> import fairgame
        >>> fairgame.load("nim").Nim(5).remoteness
        1
        """
        return int(self.tell("remoteness"))

    @property
    def genus(self) -> str:
        """The nim-value, and raised the misère nim-values with 0, 1, 2, ... nim-heaps of 2 beside it.

        >>> import fairgame
        >>> fairgame.load("kayles").Kayles(9).genus
        '4^{046}'
        """
        return str(self._rules._engine.tell("genus", self._at, False))

    @property
    def tame(self) -> bool:
        """Whether it, and every position it leads to, plays like Nim under misère play."""
        return bool(self._rules._engine.tell("tame", self._at, False))

    def tell(self, question: str, player: Player | None = None) -> Any:
        """The answer to a question of the language about it: ``longest``, ``shortest``, ``plays``, ``remoteness``, ...

        >>> import fairgame
        >>> fairgame.load("nim").Nim(4).tell("plays")
        8
        """
        found = self._rules._engine.tell(question, self._at, self._misere, player)
        return self._rules._wrapped(found)

    def moves(self, player: Player | None = None) -> list[Move]:
        """The legal moves, in the order of the rules; in partizan games, those of one player."""
        return self._moves(False, player)

    def winning(self, player: Player | None = None) -> list[Move]:
        """The winning moves; in partizan games, those of the player to move."""
        if player is None:
            return self._moves(True, None)
        names = set(self.tell("winning", player))
        return [m for m in self._moves(False, player) if m.name in names]

    def _moves(self, winning: bool, player: Player | None) -> list[Move]:
        found = self._rules._engine.moves(self._at, self._misere, winning)
        return [
            Move(name, part, whose, self._new(to))
            for name, part, whose, to in found
            if player is None or whose in (None, player)
        ]

    def options(self, player: Player | None = None) -> list[Position]:
        """The positions one move away, each once."""
        if player is None:
            return [self._new(at) for at in self._rules._engine.options(self._at, self._misere)]
        return list(dict.fromkeys(m.to for m in self.moves(player)))

    def after(self, move: str) -> Position:
        """The position after a move, by its name.

        >>> import fairgame
        >>> fairgame.load("nim").Nim(4).after("take(3)")
        Nim(1)
        """
        moves = self.moves()
        for m in moves:
            if m.name == move:
                return m.to
        known = ", ".join(m.name for m in moves[:8]) + (", ..." if len(moves) > 8 else "")
        words = f"{self} has no move {move!r}; it has {known or 'none'}"
        raise ArgumentError(words, [Finding("error", "no-such-move", words)])

    def show(self) -> Answer:
        """Everything there is to say of it: value, outcome, winning moves."""
        return self._answer(why=False)

    def why(self) -> Answer:
        """Why it is won or lost, in sentences.

        >>> import fairgame
        >>> str(fairgame.load("nim").Nim(2).why()).splitlines()[-1].strip()
        'What to do: each time, leave 0. Here take(2) does it.'
        """
        return self._answer(why=True)

    def _answer(self, why: bool) -> Answer:
        return Answer(self._rules._engine.answer(str(self._at), self._misere, why))

    # ---- pictures

    def graph(self, most: int = 24, *, dark: bool = False) -> Picture:
        """A drawing of the reachable positions, at most ``most`` of them, and the moves between them."""
        engine = self._rules._engine
        return Picture(engine.graph_picture(self._at, self._misere, most, "svg", dark))

    def picture(self, *, dark: bool = False) -> Picture:
        """A drawing of the position, with its value and the winning moves."""
        return Picture(_fairgame.lettered(self._drawn(), dark))

    def tikz(self, most: int | None = None) -> str:
        """For papers, with the package ``tikz``: the board, or with ``most`` the graph of that many positions.

        >>> import fairgame
        >>> print(fairgame.load("nim").Nim(1).tikz(most=9).splitlines()[0][:20])
        \\begin{tikzpicture}[
        """
        engine = self._rules._engine
        face = [] if most else engine.face(self._at)
        if not face:
            return engine.graph_picture(self._at, self._misere, most or 24, "tikz", False)
        letters = {c for line in face for c in line}
        return _fairgame.tikz_board(face, letters.isdisjoint("/\\|_-+") and " " not in letters)

    def play(self, *, first: bool = True) -> Any:
        """A small board to play against the computer in a notebook; needs ``pip install fairgame[notebook]``."""
        from ._play import Play

        return Play(self, first=first)

    def _drawn(self) -> str:
        said = self.show().text.rstrip()
        face = self._rules._engine.face(self._at)
        told = [line.rstrip() for line in face]
        if not told or all(line in said for line in told):
            return said
        return "\n".join([*told, "", said])

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        from ._errors import FairgameError

        plain = {"text/plain": repr(self)}
        try:
            return {**plain, "image/svg+xml": self.picture().svg}
        except FairgameError as error:
            # It can be written though it cannot be solved within the budget.
            return {"text/plain": f"{self!r}\n{error}"}

    # ---- as values of Python

    def __add__(self, other: Position) -> Position:
        if not isinstance(other, Position):
            return NotImplemented
        if self._rules != other._rules:
            raise ArgumentError("positions of different rules cannot be added: load them together")
        if self._misere != other._misere:
            raise ArgumentError("one position is under misère play, the other is not")
        return self._new(self._at.plus(other._at))

    def __radd__(self, other: object) -> Position:
        # So that `sum` can begin with its 0.
        return self if other == 0 else NotImplemented

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._misere == other._misere and self._at == other._at and self._rules == other._rules

    def __hash__(self) -> int:
        return hash((self._at, self._misere))

    def __reduce__(self) -> tuple[Any, ...]:
        return (_again, (self._rules, str(self._at), self._misere))

    def __str__(self) -> str:
        return str(self._at)

    def __repr__(self) -> str:
        return f"{self._at} under misere" if self._misere else str(self._at)


def _again(rules: Rules, written: str, misere: bool) -> Position:
    """A position from its text."""
    found = rules._engine.evaluate(written, False)
    return Position(rules, found, misere)


def listed(moves: Sequence[Move]) -> str:
    """Moves on a line."""
    return ", ".join(m.name for m in moves)
