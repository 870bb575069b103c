"""Mistakes, budgets, Ctrl-C, threads, processes."""

import os
import pickle
import signal
import sys
import threading
import time

import pytest

import fairgame

#: Coins of two colours on a strip. With ten of them it takes far longer than any test waits.
HARD = """
game H(c: set of nat, d: set of nat)
  move s(x in c, y in 0..<x where y not in c and y not in d) to H(c without x with y, d)
  move t(x in d, y in 0..<x where y not in c and y not in d) to H(c, d without x with y)
"""


def hard(**budgets) -> fairgame.Position:
    return fairgame.rules(HARD, **{"progress": False, **budgets}).H({30, 31, 32, 33, 34}, {35, 36, 37, 38, 39})


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("game Pile(n: nat)\n  move take to Pile(m)", "unknown-name", 2),
        ("game Pile(n: nat", None, 1),
        ("let x = ", None, 1),
        ('use "no-such-module"', "cannot-use", 1),
        ("", "empty-file", None),
    ],
)
def test_mistakes_have_a_code_and_a_place(text, code, line):
    with pytest.raises(fairgame.FairgameError) as caught:
        fairgame.rules(text)
    error = caught.value
    assert code in (None, error.code) and error.code in str(error)
    assert (error.place and error.place.line) == line
    assert error.findings[0].explain()
    assert pickle.loads(pickle.dumps(error)).code == error.code


def test_arguments_that_do_not_fit():
    g = fairgame.load("kayles")
    for arguments in [(-1,), ("x",), (True,), (2.5,), (1, 2), (), ({1},), (None,)]:
        with pytest.raises(fairgame.ArgumentError):
            g.Kayles(*arguments)
        with pytest.raises((TypeError, ValueError)):
            g.Kayles(*arguments)
    with pytest.raises(fairgame.ArgumentError):
        g.Kayles(m=1)
    with pytest.raises(AttributeError, match="Did you mean Kayles"):
        g.Kayls  # noqa: B018
    assert not hasattr(g, "nothing_like_it")


def test_a_play_without_end_is_no_value():
    g = fairgame.rules("game G(n: nat)\n  move stay to G(n)\n")
    with pytest.raises(fairgame.FairgameError) as caught:
        g.G(1).value  # noqa: B018
    assert caught.value.code and not isinstance(caught.value, fairgame.BudgetExceeded)


def test_budgets():
    with pytest.raises(fairgame.BudgetExceeded) as caught:
        hard(positions=1000).value  # noqa: B018
    assert caught.value.budget == "positions"
    with pytest.raises(fairgame.BudgetExceeded) as caught:
        hard(time=0.2).value  # noqa: B018
    assert caught.value.budget == "time" and caught.value.known is None
    p = hard()
    p._rules.limit(positions=500)
    with pytest.raises(fairgame.BudgetExceeded):
        p.value  # noqa: B018
    with pytest.raises(ValueError, match="500M"):
        fairgame.load("nim", memory="much")


def test_what_is_known_comes_with_the_exception():
    p = hard(positions=20_000)
    g = p._rules
    with pytest.raises(fairgame.BudgetExceeded) as caught:
        g.table("H({n, n + 1, n + 2, n + 3}, {n + 4, n + 5, n + 6}) for n in 0..40")
    known = caught.value.known
    assert 0 < len(known) < 41 and known[0][0] == 0
    with pytest.raises(fairgame.BudgetExceeded) as caught:
        g.values("H({n, n + 1, n + 2, n + 3}, {n + 4, n + 5, n + 6})", 0, 41)
    assert 0 < len(caught.value.known) < 41


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_ctrl_c_ends_a_question():
    p = hard(time=None)
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        p.value  # noqa: B018
    timer.join()
    # The rules are there as before.
    assert p._rules.H({1}, {2}).outcome in "NP"


def test_other_threads_go_on_and_may_ask():
    p = hard(time=1)
    ticks, found = [], []

    def tick() -> None:
        while not found:
            ticks.append(1)
            time.sleep(0.01)

    other = threading.Thread(target=tick)
    other.start()
    try:
        with pytest.raises(fairgame.BudgetExceeded):
            p.value  # noqa: B018
    finally:
        found.append(1)
        other.join()
    assert len(ticks) > 3
    values = []
    asking = [threading.Thread(target=lambda n=n: values.append((n, p._rules.H({n}, {n + 1}).value))) for n in range(4)]
    [t.start() for t in asking], [t.join() for t in asking]
    assert sorted(n for n, _ in values) == [0, 1, 2, 3]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_forked_process_reads_the_rules_again():
    p = fairgame.load("kayles", progress=False).Kayles(9)
    child = os.fork()
    if child == 0:
        signal.alarm(300)
        os._exit(p.value)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 4


def test_progress_is_shown_if_it_is_wanted(capfd):
    pytest.importorskip("tqdm")
    with pytest.raises(fairgame.BudgetExceeded):
        hard(time=2, progress=True).value  # noqa: B018
    assert "positions" in capfd.readouterr().err


def test_warnings_are_warnings():
    with pytest.warns(fairgame.FairgameWarning):
        fairgame.rules("game G(n: nat)\n  move never(k in 1..n where k < 0) to G(n - k)\n  move go(k in 1..n) to G(n - k)")
