"""The exceptions for questions without an answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Place:
    """A place in a text; lines and columns count from 1, and the end is one past the last letter."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True)
class Finding:
    """A mistake, or a warning.

    ``code`` is its stable name, ``title`` a sentence, ``play`` a play that shows it, ``notes`` facts that help, and
    ``hints`` are questions.
    """

    severity: str
    code: str
    title: str
    place: Place | None = None
    play: Sequence[str] = field(default_factory=tuple)
    notes: Sequence[str] = field(default_factory=tuple)
    hints: Sequence[str] = field(default_factory=tuple)

    def explain(self) -> str:
        """The meaning of its code, with an example."""
        from ._fairgame import explanation

        return explanation(self.code) or self.title


class FairgameError(Exception):
    """A mistake in rules or in a question. Its text is what the program prints.

    >>> import fairgame
    >>> try:
    ...     fairgame.rules("game Pile(n: nat)\\n  move take to Pile(m)")
    ... except fairgame.FairgameError as error:
    ...     print(error.code, error.place.line, error.place.column)
    unknown-name 2 21
    """

    def __init__(self, text: str, findings: Sequence[Finding] = ()) -> None:
        super().__init__(text)
        #: All that was found: mistakes, and warnings beside them.
        self.findings: tuple[Finding, ...] = tuple(findings)

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (str(self), self.findings))

    @property
    def _first(self) -> Finding | None:
        errors = [f for f in self.findings if f.severity == "error"]
        return next(iter(errors or self.findings), None)

    @property
    def code(self) -> str:
        """The stable name of the first mistake; ``fairgame explain CODE`` explains it."""
        return self._first.code if self._first else ""

    @property
    def place(self) -> Place | None:
        """The place of the first mistake."""
        return self._first.place if self._first else None

    @property
    def hints(self) -> Sequence[str]:
        """Questions that may help."""
        return self._first.hints if self._first else ()


class ArgumentError(FairgameError, TypeError, ValueError):
    """Arguments do not fit the parameters of a game."""


class NameNotFound(FairgameError, AttributeError):
    """There is no game of that name."""


class BudgetExceeded(FairgameError):
    """A budget ran out.

    ``budget`` says which one (``"time"``, ``"positions"``, ``"memory"``, ...), ``how_far`` how far it got, and ``known``
    holds the results so far: a table or an array, or ``None``. Solved values stay solved, so the same question
    resumes where it stopped.

    >>> import fairgame
    >>> g = fairgame.load("cram", positions=10)
    >>> try:
    ...     g.Cram(g.eval("rectangle(5, 5)")).value
    ... except fairgame.BudgetExceeded as error:
    ...     print(error.budget)
    positions
    """

    def __init__(self, text: str, budget: str = "", known: Any = None, how_far: str = "") -> None:
        super().__init__(text, [Finding("error", "stopped", text)])
        self.budget = budget
        self.known = known
        self.how_far = how_far

    def __reduce__(self) -> tuple[Any, ...]:
        return (BudgetExceeded, (str(self), self.budget, self.known, self.how_far))


class FairgameWarning(UserWarning):
    """A warning about something in the rules that may be unintended."""


def _finding(told: Mapping[str, Any]) -> Finding:
    place = told["place"]
    return Finding(
        severity=told["severity"],
        code=told["code"],
        title=told["title"],
        place=None if place is None else Place(*place),
        play=tuple(told["play"]),
        notes=tuple(told["notes"]),
        hints=tuple(told["hints"]),
    )


_OF_ARGUMENTS = {"wrong-type", "wrong-number-of-arguments", "does-not-fit"}


def mistakes(text: str, told: Sequence[Mapping[str, Any]]) -> FairgameError:
    """The exception for mistakes."""
    findings = [_finding(one) for one in told]
    of_arguments = findings and findings[0].place is None and findings[0].code in _OF_ARGUMENTS
    return (ArgumentError if of_arguments else FairgameError)(text.rstrip(), findings)


def refused(code: str, words: str) -> FairgameError:
    """The exception for unsuitable Python arguments."""
    finding = Finding("error", code, words)
    return ArgumentError(f"error[{code}]: {words}", [finding])


_ARGUMENT = {"--positions": "positions", "--memory": "memory", "--time": "time"}


def stopped(budget: str, how_far: str, flag: str | None, known: Any) -> BudgetExceeded:
    """The exception for a budget that ran out."""
    name = _ARGUMENT.get(flag or "")
    more = "" if name is None else f"\n  Would a larger budget do, as in `load(..., {name}=...)`?"
    return BudgetExceeded(f"stopped: {how_far}{more}", budget, known, how_far)
