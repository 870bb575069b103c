"""What a user writes, as a checker of types sees it: mistakes are seen where they are made, and only there."""

from pathlib import Path
from typing import Any

import fairgame
from fairgame import BudgetExceeded, Period, Position, Rules


def winners(g: Rules, n: int) -> list[str]:
    p: Position = g.Kayles(n)
    return [move.name for move in p.winning()]


def known(g: Rules, budget: float) -> Any:
    g.limit(time=budget, memory="500M")
    try:
        return g.values("Kayles(n)", 0, 100).sum()
    except BudgetExceeded as stopped:
        return stopped.known


rules = fairgame.load(Path("kayles.game"), time=None, positions=10, threads=1, progress=False)
first: tuple[Any, ...] = rules.table("Kayles(n) for n in 0..3")[0]
period: Period = rules.period("Kayles(n)")
sums: dict[Position, int] = {sum([rules.Kayles(1)], rules.Kayles(3)): 1}
chapters: list[str | None] = [entry.chapter for entry in fairgame.catalogue()]

fairgame.load("kayles", tme=5)  # type: ignore[call-arg]
fairgame.rules("game G(n: nat)", time="long")  # type: ignore[arg-type]
rules.limit(speed=1)  # type: ignore[call-arg]
word: str = rules.Kayles(3).value  # type: ignore[assignment]
rules.Kayles(3) + 3  # type: ignore[operator]
