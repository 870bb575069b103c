"""Rules: games that belong together, and questions about them."""

from __future__ import annotations

import inspect
import os
import re
import warnings
from collections import Counter
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar, get_type_hints

from . import _errors, _fairgame, _progress
from ._answers import Answer, Period, Picture, Table, Verdict, period_of
from ._positions import Game, Position

if TYPE_CHECKING:
    import networkx
    import numpy
    import numpy.typing

    from typing_extensions import Unpack

    from ._fairgame import Engine


class Budgets(TypedDict, total=False):
    """The limits on each question: arguments of ``load``, ``rules`` and ``Rules.limit``."""

    #: Seconds; ``None`` and 0 are no limit.
    time: float | None
    #: Positions that are solved.
    positions: int | None
    #: Bytes, or as in ``"500M"`` and ``"4G"``.
    memory: int | str | None
    #: Positions that are looked at where they grow without end, before a question is left open.
    bound: int | None
    #: Threads that work on a question; all there are if nothing is said.
    threads: int | None


#: What bounds a question if nothing is said.
_USUAL: Budgets = {"time": 60}


class Rules:
    """Games, as ``load`` and ``rules`` read them. Each is an attribute by its name.

    >>> import fairgame
    >>> g = fairgame.rules('''
    ... # One pile; take one, two or three.
    ... game Pile(n: nat)
    ...   move take(k in 1..3 where k <= n) to Pile(n - k)
    ... ''')
    >>> g.Pile(7).value
    3
    >>> g.Pile
    <game Pile(n: nat)>
    >>> [position.value for position in map(g.Pile, range(6))]
    [0, 1, 2, 3, 0, 1]
    """

    def __init__(
        self, name: str, text: str | None, budgets: Budgets, progress: bool | None
    ) -> None:
        self._name = name
        self._texts: list[str] = []
        self._source = text
        self._budgets = _known(budgets)
        self._progress = progress
        self._start()

    # ---- the session behind it

    def _start(self) -> None:
        """Begins a session, and reads everything that was read before."""
        show: Callable[[], _progress.Bar | None] | None = {
            None: _progress.when_watched,
            True: _progress.always,
            False: None,
        }[self._progress]
        self._process = os.getpid()
        self._engine_here = _fairgame.Engine(progress=show, **_usable(self._budgets))
        self._read(self._engine_here.load(self._name, self._source))
        for text in self._texts:
            self._read(self._engine_here.enter(text))

    def _read(self, told: Mapping[str, Any]) -> None:
        self._games = {n: Game(self, n, usage, doc) for n, usage, doc in told["games"]}
        self._statements: list[str] = told["statements"]
        self._verdicts = [Verdict(*v) for v in told["verdicts"]]
        if told["warned"]:
            warnings.warn(told["warned"].rstrip(), _errors.FairgameWarning, stacklevel=5)

    @property
    def _engine(self) -> Engine:
        if self._process != os.getpid():
            # A process that was forked has no threads but its own: it reads the rules again.
            self._start()
        return self._engine_here

    def limit(self, **budgets: Unpack[Budgets]) -> None:
        """Limits each question from now on: ``time`` in seconds (``None`` is no limit), ``positions``, ``memory`` in bytes
        or as ``"500M"``, ``bound`` and ``threads``, as for ``load``. Limits that you do not name stay as they are.

        >>> import fairgame
        >>> g = fairgame.load("kayles")
        >>> g.limit(time=5, memory="500M")
        """
        self._budgets.update(_known(budgets))
        if budgets.get("time", 0) is None:
            budgets["time"] = 0
        self._engine.limit(**_usable(budgets))

    # ---- games

    @property
    def games(self) -> dict[str, Game]:
        """The games by name."""
        return dict(self._games)

    def __getattr__(self, name: str) -> Game:
        if name.startswith("_"):
            raise AttributeError(name)
        return self[name]

    def __getitem__(self, name: str) -> Game:
        found = self._games.get(name)
        if found is None:
            raise _no_game(name, list(self._games))
        return found

    def __contains__(self, name: object) -> bool:
        return name in self._games

    def __dir__(self) -> list[str]:
        return sorted([*super().__dir__(), *self._games])

    def add(self, text: str) -> list[Answer]:
        """Reads more definitions, as at the prompt: they replace those of the same name. Returns the answers
        to the questions there.

        >>> import fairgame
        >>> g = fairgame.load("kayles")
        >>> g.add("let double(n: nat) = Kayles(n) + Kayles(n)\\nshow double(4)")[0].short
        '0, P'
        """
        self._read(self._engine.enter(text))
        self._texts.append(text)
        return [self.ask(statement) for statement in self._statements]

    def heap(self, size: int) -> Position:
        """The nim-heap of that size, ``*size``."""
        return Position(self, _fairgame.At.heap(size))

    # ---- questions

    def eval(self, expression: str, *, misere: bool = False) -> Any:
        """The value of an expression, as a Python value: sets are frozen sets, bags counters, cells and tuples tuples,
        lists lists, maps dictionaries, names of enumerations texts, positions positions.

        >>> import fairgame
        >>> g = fairgame.load("kayles")
        >>> g.eval("{ n for n in 0..20 where value(Kayles(n)) == 0 }") == {0}
        True
        >>> g.eval("Kayles(3) + Kayles(4)").value
        2
        >>> g.eval("2^100") == 2**100
        True
        """
        return self._wrapped(self._engine.evaluate(expression, misere))

    def position(self, expression: str) -> Position:
        """The position that an expression gives.

        >>> import fairgame
        >>> fairgame.load("nim").position("Nim[3, 5, 7]").value
        1
        """
        found = self.eval(expression)
        if not isinstance(found, Position):
            raise _errors.refused("not-a-position", f"A position is needed, and this is {found}")
        return found

    def ask(self, statement: str, *, misere: bool = False) -> Answer:
        """Answers any statement of the language: ``show``, ``table``, ``period``, ``quotient``, ``play``, ``expect``, ...

        >>> import fairgame
        >>> print(fairgame.load("kayles").ask("expect Kayles(8) is *1"))
        ok  expect Kayles(8) is *1
        """
        return Answer(self._engine.answer(statement, misere, False))

    def run(self) -> list[Answer]:
        """Answers the statements of the text, in order."""
        return [self.ask(statement) for statement in self._statements]

    def check(self) -> list[Verdict]:
        """For each game of the text, whether every play of it ends.

        >>> import fairgame
        >>> [v.fine for v in fairgame.rules("game G(n: nat)\\n  move stay to G(n)").check()]
        [False]
        """
        return list(self._verdicts)

    def why(self, what: str) -> Answer:
        """Why a position is won or lost, or a period (``"period ..."``) lasts, in sentences."""
        return Answer(self._engine.answer(what, False, True))

    def table(self, what: str, *, misere: bool = False) -> Table:
        """A table of values; write what follows ``table`` in the language.

        >>> import fairgame
        >>> g = fairgame.load("kayles")
        >>> g.table("Kayles(n), { k for k in 0..n } for n in 2..3").rows == [(2, 2, {0, 1, 2}), (3, 3, {0, 1, 2, 3})]
        True
        """
        found = self._engine.table(_statement("table", what), misere)
        columns, binders, rows, rests_on, shown, stopped = found
        rows = [[self._wrapped(cell) for cell in row] for row in rows]
        table = Table(shown, columns, rows, binders, rests_on)
        if stopped is not None:
            stopped.known = table
            raise stopped
        return table

    def plot(self, what: str, *, misere: bool = False, dark: bool = False, title: str | None = None) -> Picture:
        """A plot of the values of a table: a sequence as marks, a table over two names as a heat map."""
        return self.table(what, misere=misere).plot(dark=dark, title=title)

    def values(
        self, what: str, start: int | None = None, stop: int | None = None, *, name: str | None = None
    ) -> numpy.typing.NDArray[Any]:
        """The values of a sequence as a NumPy array, for every n in ``range(start, stop)``.

        This makes no Python integers unless a value is beyond 64 bits: then the array holds Python integers,
        ``dtype=object``. ``what`` has one undefined name, which is the index; or name it by ``name``, or write the range
        as in the language, ``"Kayles(n) for n in 0..99"``.

        >>> import fairgame
        >>> g = fairgame.load("kayles")
        >>> g.values("Kayles(n)", 0, 12)
        array([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6])
        """
        import numpy

        if start is not None and stop is None:
            start, stop = 0, start
        if stop is None or start is None:
            if not _has_binder(what):
                raise _errors.refused("no-range", "From where to where? As in `values(\"Kayles(n)\", 0, 100)`")
        elif _has_binder(what):
            raise _errors.refused("no-range", f"`{what}` says itself where its name runs")
        elif stop <= start:
            return numpy.empty(0, dtype=numpy.int64)
        else:
            what = f"{what} for {name or self._free_name(what)} in {start}..{stop - 1}"
        try:
            numbers, stopped = self._engine.numbers(f"table {what}")
        except _errors.FairgameError as error:
            return self._large_values(what, error)
        found = numpy.frombuffer(numbers, dtype=numpy.int64)
        if stopped is not None:
            stopped.known = found
            raise stopped
        return found

    def _large_values(self, what: str, error: _errors.FairgameError) -> numpy.typing.NDArray[Any]:
        """Numbers that fit no machine word, if that was the only thing wrong."""
        import numpy

        if error.code != "not-a-number":
            raise error
        found = self.table(what).column(-1)
        if not all(type(one) is int for one in found):
            raise error
        return numpy.array(found, dtype=object)

    def period(self, what: str, start: int | None = None, stop: int | None = None) -> Period:
        """The period of a sequence, and whether it is proved.

        Without a range the search goes as far as needed; else it covers every n in ``range(start, stop)``.

        >>> import fairgame
        >>> fairgame.load("heaps").period("TakeAway(n, {1, 3, 4})").period
        7
        """
        if not _has_binder(what):
            what = f"{what} for {self._free_name(what)}"
            if stop is not None:
                what += f" in {start or 0}..{stop - 1}"
        return period_of(*self._engine.period(_statement("period", what)))

    def graph(self, position: Position, most: int = 5000) -> networkx.DiGraph[Position]:
        """The reachable positions and the moves between them, for networkx.

        Nodes are positions, with ``value`` (a number, if there is one) and ``outcome``; edges have ``moves``, their
        names, and ``winning``. For partizan games it is a multigraph whose edges have a ``player``. It leaves out
        parts of sums that have no move, and the order of parts makes no difference. ``graph.graph["start"]`` is
        the first position.

        >>> import fairgame
        >>> g = fairgame.load("nim")
        >>> graph = g.graph(g.Nim(3))
        >>> sorted((str(a), str(b)) for a, b in graph.edges)[:2]
        [('Nim(1)', 'Nim(0)'), ('Nim(2)', 'Nim(0)')]
        >>> graph.nodes[g.Nim(3)]["value"]
        3
        """
        try:
            import networkx
        except ImportError as error:
            raise ImportError("for graphs: pip install 'fairgame[notebook]'") from error

        nodes, edges, folded, reached = self._engine.reach(position._at, position.is_misere, most)
        all_ = [position._new(at) for at in reached]
        owned = any(player for *_, player in edges)
        graph = (networkx.MultiDiGraph if owned else networkx.DiGraph)(start=all_[0])
        for p, (value, outcome, _, _) in zip(all_, nodes, strict=True):
            number = int(value) if re.fullmatch(r"-?\d+", value) else value or None
            graph.add_node(p, value=number, outcome=outcome)
        for a, b, moves, winning, player in edges:
            more = {"player": player} if owned else {}
            graph.add_edge(all_[a], all_[b], moves=moves, winning=winning, **more)
        if folded:
            words = f"there are more than {most} positions; `most` says how many are wanted"
            stopped = _errors.stopped("positions", words, None, graph)
            raise stopped
        return graph

    # ---- small things

    def _free_name(self, what: str) -> str:
        names = self._engine.unknown(what)
        if len(names) == 1:
            return names[0]
        which = f"it has {', '.join(names)}" if names else "it has none"
        words = f"Which name runs in `{what}`? One that nothing defines is needed, and {which}"
        raise _errors.refused("no-range", words)

    def _wrapped(self, found: Any) -> Any:
        """Positions anywhere in a value know their rules."""
        if isinstance(found, _fairgame.At):
            return Position(self, found)
        if isinstance(found, Counter):
            return Counter({self._wrapped(k): n for k, n in found.items()})
        if isinstance(found, dict):
            return {self._wrapped(k): self._wrapped(v) for k, v in found.items()}
        if type(found) in (list, tuple, frozenset):
            return type(found)(self._wrapped(one) for one in found)
        return found

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Rules):
            return NotImplemented
        return (self._name, self._source, self._texts) == (other._name, other._source, other._texts)

    def __hash__(self) -> int:
        return hash((self._name, self._source))

    def __reduce__(self) -> tuple[Any, ...]:
        return (_again, (self._name, self._source, list(self._texts), self._budgets, self._progress))

    def __repr__(self) -> str:
        own = [v.game for v in self._verdicts] or list(self._games)
        shown = ", ".join(own[:6]) + (", ..." if len(own) > 6 else "")
        return f"<rules {self._name}: {shown}>" if shown else f"<rules {self._name}>"


def _again(
    name: str, source: str | None, texts: list[str], budgets: Budgets, progress: bool | None
) -> Rules:
    rules = Rules(name, source, budgets, progress)
    for text in texts:
        rules.add(text)
    return rules


def _statement(kind: str, what: str) -> str:
    return what if re.match(rf"\s*{kind}\b", what) else f"{kind} {what}"


def _has_binder(what: str) -> bool:
    """Whether `for` stands outside of brackets and texts."""
    depth = 0
    for word in re.findall(r'"[^"]*"|[\w]+|[^\w\s]', what):
        depth += (word in "([{") - (word in ")]}")
        if word == "for" and depth == 0:
            return True
    return False


def _no_game(name: str, known: list[str]) -> _errors.NameNotFound:
    import difflib

    near = difflib.get_close_matches(name, known, 1)
    hints = [f"Did you mean {near[0]}?"] if near else []
    words = f"There is no game `{name}`; there are {', '.join(known) or 'none'}"
    finding = _errors.Finding("error", "unknown-name", words, hints=hints)
    return _errors.NameNotFound("\n  ".join([f"error[unknown-name]: {words}", *hints]), [finding])


def _known(budgets: Budgets) -> Budgets:
    """A copy, if these budgets exist."""
    known = Budgets.__annotations__
    wrong = [name for name in budgets if name not in known]
    if wrong:
        raise TypeError(f"no budget {wrong[0]!r}; there are {', '.join(known)}")
    return budgets.copy()


def _usable(budgets: Budgets) -> dict[str, Any]:
    """Budgets as numbers."""
    usable = {name: value for name, value in budgets.items() if value is not None}
    memory = usable.get("memory")
    if isinstance(memory, str):
        found = re.fullmatch(r"(\d+)\s*([KMGT]?)i?B?", memory.strip(), re.IGNORECASE)
        if not found:
            raise ValueError(f'memory is a number of bytes, or as "500M" or "4G", not {memory!r}')
        scale = " KMGT".index(found[2].upper() or " ")
        usable["memory"] = int(found[1]) << (10 * scale)
    return usable


_Reads = TypeVar("_Reads", bound=Callable[..., Rules])


def _spelled_out(read: _Reads) -> _Reads:
    """``help()`` lists the budgets one by one, with their defaults."""
    all_ = inspect.signature(read).parameters.values()
    own = [p for p in all_ if p.kind is not inspect.Parameter.VAR_KEYWORD]
    kind = inspect.Parameter.KEYWORD_ONLY
    types = get_type_hints(Budgets)
    budgets = [inspect.Parameter(n, kind, default=_USUAL.get(n), annotation=types[n]) for n in types]
    signature = inspect.Signature([*own, *budgets], return_annotation="Rules")
    read.__signature__ = signature  # type: ignore[attr-defined]
    return read


@_spelled_out
def load(
    name: str | os.PathLike[str], *, progress: bool | None = None, **budgets: Unpack[Budgets]
) -> Rules:
    """Reads a file, or a bundled game or module (``fairgame.catalogue()`` lists the games).

    Budgets bound each question: ``time`` in seconds (default 60; ``None`` is no limit), ``positions`` solved,
    ``memory`` in bytes or as ``"500M"``, ``bound`` and ``threads``; ``fairgame.Budgets`` says more. An exceeded
    budget raises ``BudgetExceeded``. ``progress`` says whether a bar shows the progress of a long question; if it is
    ``None``, one does if a person is watching.

    >>> import fairgame
    >>> g = fairgame.load("kayles")
    >>> g.Kayles(9).value, g.Kayles(9).outcome
    (4, 'N')
    """
    return Rules(os.fspath(name), None, {**_USUAL, **budgets}, progress)


@_spelled_out
def rules(
    text: str, *, name: str = "<python>", progress: bool | None = None, **budgets: Unpack[Budgets]
) -> Rules:
    """Reads rules from a text. Budgets and ``progress`` as for ``load``.

    >>> import fairgame
    >>> g = fairgame.rules("game Pile(n: nat)\\n  move take(k in 1..2 where k <= n) to Pile(n - k)")
    >>> [g.Pile(n).outcome for n in range(4)]
    ['P', 'N', 'N', 'P']
    """
    return Rules(name, text, {**_USUAL, **budgets}, progress)
