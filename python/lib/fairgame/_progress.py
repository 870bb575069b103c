"""The progress of a long calculation."""

from __future__ import annotations

import sys
from typing import Any, Protocol


class Bar(Protocol):
    """A display of progress."""

    def update(self, solved: int) -> None:
        """Shows the number of positions solved."""

    def close(self) -> None:
        """Ends the display."""


class _Tqdm:
    def __init__(self, bar: Any) -> None:
        self._bar = bar

    def update(self, solved: int) -> None:
        self._bar.update(solved - self._bar.n)

    def close(self) -> None:
        self._bar.close()


def _watched() -> bool:
    """Whether a person is watching: at a terminal, or in a notebook."""
    if "ipykernel" in sys.modules:
        return True
    return sys.stderr is not None and sys.stderr.isatty()


def when_watched() -> Bar | None:
    """A bar of tqdm, if it is installed and somebody is watching."""
    return always() if _watched() else None


def always() -> Bar | None:
    """A bar of tqdm, if it is installed."""
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None
    return _Tqdm(tqdm(unit=" positions", unit_scale=True, desc="solved", leave=False))
