"""Positions and values, against a few lines of plain Python."""

import copy
import pickle
from collections import Counter
from functools import cache

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fairgame

few = settings(max_examples=25, deadline=None)


def mex(values) -> int:
    values, n = set(values), 0
    while n in values:
        n += 1
    return n


@cache
def take_away(n: int, allowed: frozenset) -> int:
    return mex(take_away(n - k, allowed) for k in allowed if 1 <= k <= n)


@cache
def kayles(n: int) -> int:
    return mex(kayles(left) ^ kayles(n - k - left) for k in (1, 2) for left in range(n - k + 1))


@cache
def welter(coins: frozenset) -> int:
    return mex(welter(coins - {c} | {d}) for c in coins for d in range(c) if d not in coins)


@cache
def misere_nim(piles: tuple) -> str:
    options = [piles[:i] + (left,) + piles[i + 1 :] for i, n in enumerate(piles) for left in range(n)]
    return "N" if not options or any(misere_nim(o) == "P" for o in options) else "P"


HEAPS = fairgame.load("heaps", progress=False)
KAYLES = fairgame.load("kayles", progress=False)
WELTER = fairgame.load("welter", progress=False)


@few
@given(st.integers(0, 60), st.frozensets(st.integers(1, 12), min_size=1, max_size=5))
def test_take_away(n, allowed):
    p = HEAPS.TakeAway(n, allowed)
    assert p.value == take_away(n, allowed)
    assert p.args == (n, allowed)
    assert p.outcome == ("P" if p.value == 0 else "N")
    assert {m.to for m in p.moves()} == set(p.options())
    assert p.value == mex(q.value for q in p.options())
    assert all(m.to.value == 0 for m in p.winning())


@few
@given(st.lists(st.integers(0, 40), min_size=1, max_size=4))
def test_sums_of_kayles(piles):
    p = sum(map(KAYLES.Kayles, piles))
    assert p.value == numpy.bitwise_xor.reduce([kayles(n) for n in piles])
    assert [q.args[0] for q in p.parts] == piles
    assert p == KAYLES.position(str(p))
    assert hash(p) == hash(KAYLES.position(str(p)))


@few
@given(st.frozensets(st.integers(0, 9), max_size=4))
def test_welter(coins):
    assert WELTER.Welter(coins).value == welter(coins)
    assert WELTER.Welter(sorted(coins)) == WELTER.Welter(coins)


@few
@given(st.lists(st.integers(0, 4), min_size=1, max_size=3))
def test_misere_nim(piles):
    p = sum(map(HEAPS.Nim, piles)).under_misere
    assert p.outcome == misere_nim(tuple(piles))
    assert all(m.to.is_misere and m.to.outcome == "P" for m in p.winning())


@few
@given(st.integers(0, 300), st.integers(0, 300))
def test_arrays(a, b):
    values = KAYLES.values("Kayles(n)", a, b)
    assert values.dtype == numpy.int64
    assert values.tolist() == [KAYLES.Kayles(n).value for n in range(a, b)]


# Values of every type go in and come out again.
TYPES = """
game Holds(n: int, s: set of int, b: bag of int, l: list of int, m: map of int to text, c: cell, t: (int, bool), e: red | blue, x: text)
  move stop to Nim(0)
game Nested(a: set of list of int, b: bag of bag of int, c: map of (int, int) to set of int, d: set of bag of int, p: position)
  move stop to Nim(0)
use "heaps"
"""

numbers = st.integers(-(2**80), 2**80)
small = st.integers(0, 5)


@few
@given(
    numbers, st.frozensets(numbers, max_size=3), st.lists(small, max_size=4), st.lists(numbers, max_size=3),
    st.dictionaries(small, st.text("ab", max_size=2), max_size=3), st.tuples(small, small), st.booleans(),
    st.sampled_from(["red", "blue"]), st.text("xyz", max_size=3),
)  # fmt: skip
def test_values_go_in_and_out(n, s, b, l, m, c, t, e, x):
    given_ = (n, s, Counter(b), l, m, c, (n, t), e, x)
    rules = _types()
    p = rules.Holds(*given_)
    assert p.args == given_
    assert rules.Holds(n, list(s), b, tuple(l), m, list(c), [n, t], e, x) == p
    assert rules.position(str(p)) == p
    assert p.args[5].row == c[0]


@few
@given(
    st.frozensets(st.lists(small, max_size=3).map(tuple), max_size=3), st.lists(st.lists(small, max_size=2), max_size=3),
    st.dictionaries(st.tuples(small, small), st.frozensets(small), max_size=2), small,
)  # fmt: skip
def test_values_inside_values(a, b, c, n):
    rules = _types()
    bags = Counter(frozenset(Counter(one).items()) for one in b)
    inside = rules.Nim(n) + rules.heap(n)
    p = rules.Nested(a, bags, c, set(bags), inside)
    assert p.args[:4] == (a, bags, c, frozenset(bags))
    assert p.tell("longest") == 1
    assert rules.position(str(p)) == p
    # What came out goes in again.
    assert rules.Nested(*p.args[:4], inside) == p


@cache
def _types():
    return fairgame.rules(TYPES, progress=False)


def test_values_of_expressions():
    assert KAYLES.eval("{1, 2}") == {1, 2}
    assert KAYLES.eval("bag(1, 1, 2)") == Counter([1, 1, 2])
    assert KAYLES.eval("[1, 2]") == [1, 2]
    assert KAYLES.eval("true") is True
    assert KAYLES.eval("-(2^70)") == -(2**70)
    assert KAYLES.eval("options(Kayles(1))") == [KAYLES.eval("Kayles(0) + Kayles(0)")]
    assert KAYLES.eval("outcome(Kayles(3))") == "N"


def test_positions_are_values():
    p, q = KAYLES.Kayles(3), KAYLES.Kayles(n=3)
    assert p == q and p != KAYLES.Kayles(4) and p != p.under_misere and p != 3
    assert len({p, q, p.under_misere}) == 2
    assert copy.copy(p) == copy.deepcopy(p) == p
    again = pickle.loads(pickle.dumps(p.under_misere))
    assert again == p.under_misere and again.outcome == p.under_misere.outcome
    assert pickle.loads(pickle.dumps(KAYLES.Kayles))(3) == p
    assert p.remoteness == KAYLES.eval("remoteness(Kayles(3))")
    assert p + KAYLES.heap(3) == KAYLES.position("Kayles(3) + *3")
    assert (p + KAYLES.heap(3)).value == 0


def test_positions_stay_themselves_when_games_are_added():
    rules = fairgame.rules("game B(n: nat)\n  move go(k in 1..n) to B(n - k)", progress=False)
    p = rules.B(3)
    rules.add("game A(n: nat)\n  move go(k in 1..2 where k <= n) to A(n - k)")
    assert rules.A(3) != p and rules.B(3) == p and len({rules.A(3), rules.B(3), p}) == 2
    assert (p.value, rules.A(3).value, (p + rules.A(4)).value) == (3, 0, 2)


def test_numbers_of_numpy():
    assert KAYLES.Kayles(numpy.int32(9)) == KAYLES.Kayles(9)
    assert HEAPS.TakeAway(numpy.uint8(9), numpy.array([1, 2])).value == 0


def test_values_beyond_the_words_of_a_machine():
    powers = KAYLES.values("2^n", 60, 70)
    assert powers.dtype == object and powers.tolist() == [2**n for n in range(60, 70)]
    piles = HEAPS.values("Nim(2^63 + n)", -2, 2)
    assert piles.tolist() == [2**63 + n for n in range(-2, 2)]
    for what in ("n > 1", "outcome(Nim(n))", "{n}"):
        with pytest.raises(fairgame.FairgameError) as caught:
            HEAPS.values(what, 0, 3)
        assert caught.value.code == "not-a-number"


def test_answers_can_be_sent_elsewhere():
    table, why = KAYLES.table("Kayles(n) for n in 0..9"), KAYLES.Kayles(9).why()
    for answer in (table, why, KAYLES.ask("expect Kayles(8) is *2")):
        again = pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(answer))))
        assert type(again) is type(answer) and (again.data, again.ok) == (answer.data, answer.ok)
        for form in ("text", "short", "markdown", "latex"):
            assert getattr(again, form) == getattr(answer, form)
        assert again._repr_html_() == answer._repr_html_() and again.plot(dark=True).svg == answer.plot(dark=True).svg
    assert pickle.loads(pickle.dumps(table)).rows == table.rows
    assert copy.deepcopy(table) is not table and copy.deepcopy(table).rows == table.rows
    period = KAYLES.period("Kayles(n)")
    assert pickle.loads(pickle.dumps(period)) == period


def test_a_million_values():
    values = KAYLES.values("Kayles(n)", 0, 10**6)
    assert values.shape == (10**6,)
    assert (values[71:-12] == values[83:]).all()
    assert KAYLES.values("Kayles(n) for n in 5..7").tolist() == [4, 3, 2]
    assert KAYLES.values("Kayles(n) + *1", 4).tolist() == [1, 0, 3, 2]


def test_periods():
    p = KAYLES.period("Kayles(n)")
    values = KAYLES.values("Kayles(n)", 0, 500)
    assert all(values[n] == values[n + p.period] for n in range(p.preperiod, 480))
    assert values[p.preperiod - 1] != values[p.preperiod - 1 + p.period]
    assert p.exceptions[-1] == p.preperiod - 1
    assert HEAPS.period("Nim(n)", 0, 100).saltus == 1
    unseen = fairgame.load("grundy").period("Grundy(n)", 0, 200)
    assert not unseen and unseen.certificate is None and unseen.preperiod is None


def test_graphs():
    networkx = pytest.importorskip("networkx")
    start = WELTER.Welter({1, 3, 4})
    graph = WELTER.graph(start)
    assert graph.graph["start"] == start
    assert networkx.is_directed_acyclic_graph(graph)
    for p, known in graph.nodes(data=True):
        assert known["value"] == p.value == mex(graph.nodes[q]["value"] for q in graph[p])
        assert set(graph[p]) == set(p.options())
    with pytest.raises(fairgame.BudgetExceeded) as caught:
        WELTER.graph(start, most=3)
    assert len(caught.value.known) == 3


def test_moves_of_one_player():
    text = "game G(n: nat)\n  left move one where n >= 1 to G(n - 1)\n  right move two where n >= 2 to G(n - 2)"
    rules = fairgame.rules(text, progress=False)
    p = rules.G(2)
    assert [(m.name, m.player) for m in p.moves()] == [("one", "Left"), ("two", "Right")]
    assert p.options("Right") == [rules.G(0)]
    assert p.winning("Left") == [m for m in p.moves("Left") if m.name in rules.eval("winning(G(2), Left)")]
    assert p.tell("remoteness", "Left") == rules.eval("remoteness(G(2), Left)")
    graph = rules.graph(p)
    assert {d["player"] for *_, d in graph.edges(data=True)} == {"Left", "Right"}
