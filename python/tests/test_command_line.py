"""Every value from Python is the command line's."""

from collections.abc import Callable

import pytest
from conftest import QUICK, command_line

import fairgame

Loaded = Callable[[str], fairgame.Rules]

#: What says where a question stands and how it was solved, not what the answer is.
ASIDE = ("file", "line", "engines", "statement")


def said(data: dict) -> dict:
    return {key: value for key, value in data.items() if key not in ASIDE}


@pytest.mark.parametrize("name", QUICK)
def test_statements_have_the_answers_of_the_command_line(name: str, loaded: Loaded) -> None:
    lines = command_line("run", name)
    verdicts = [line for line in lines if line["answer"] == "verdict"]
    lines = [line for line in lines if line["answer"] not in ("verdict", "claim")]
    rules = loaded(name)
    answers = rules.run()
    assert [said(a.data) for a in answers] == [said(line) for line in lines]
    assert [(v.game, v.fine) for v in rules.check()] == [(v["game"], v["verdict"] != "wrong") for v in verdicts]
    for answer, line in zip(answers, lines, strict=True):
        check_typed(rules, answer, line)


def check_typed(rules: fairgame.Rules, answer: fairgame.Answer, line: dict) -> None:
    """What Python has as values is what the answer has as text."""
    if line["answer"] == "position":
        p = rules.position(line["position"])
        assert (str(p.value), p.outcome, len(p.moves())) == (line["value"], line["outcome"], line["moves"])
        if "winning_count" not in line:
            assert [m.name for m in p.winning()] == [m["move"] for m in line["winning"]]
        assert all(m.to.outcome == "P" for m in p.winning()[:5])
    elif line["answer"] == "misere":
        p = rules.position(line["position"]).under_misere
        assert (p.outcome, [m.name for m in p.winning()]) == (line["outcome"], [m["move"] for m in line["winning"]])
    elif line["answer"] == "standing":
        p = rules.position(line["position"])
        assert (p.under_misere if line["misere"] else p).outcome == line["outcome"]
    elif line["answer"] == "table":
        table = rules.table(line["statement"])
        assert list(table.columns) == line["columns"]
        assert len(table) == len(line["rows"])
        for row, cells in zip(table, line["rows"], strict=True):
            for cell, text in zip(row, cells, strict=True):
                if isinstance(cell, (bool, str)):
                    assert str(cell).lower() == text.lower()
                elif isinstance(cell, int):
                    assert str(cell) == text
    elif line["answer"] == "period":
        p = rules.period(line["statement"])
        assert (p.period, p.saltus, p.proved, p.verdict) == tuple(line[k] for k in ("period", "saltus", "proved", "verdict"))


@pytest.mark.parametrize("name", ["kayles", "welter", "chocolate", "tribulations"])
def test_the_text_of_an_answer_is_what_is_printed(name: str, loaded: Loaded) -> None:
    import subprocess
    import sys

    done = subprocess.run(
        [sys.executable, "-m", "fairgame", "run", name, "--color", "never"],
        capture_output=True, text=True, encoding="utf-8", check=False,
    )  # fmt: skip
    for answer in loaded(name).run():
        first = answer.text.splitlines()[0]
        assert first in done.stdout


def test_values_are_those_of_a_table(loaded: Loaded) -> None:
    [line] = command_line("table", "Kayles(n)", "for", "n in 0..500", "--use", "kayles")
    values = loaded("kayles").values("Kayles(n)", 0, 501)
    assert [str(v) for v in values] == [row[1] for row in line["rows"]]


def test_the_program_is_there() -> None:
    import subprocess
    import sys

    # In a process of its own: the program takes over what Ctrl-C does.
    for arguments, code in ((["--version"], 0), (["run", "no-such.game"], 2)):
        done = subprocess.run([sys.executable, "-m", "fairgame", *arguments], capture_output=True, check=False)
        assert done.returncode == code


def test_a_certificate_is_accepted_by_the_checker(loaded: Loaded, tmp_path) -> None:
    period = loaded("kayles").period("Kayles(n)")
    file = tmp_path / "kayles.cert"
    file.write_text(period.certificate + "\n")
    [line] = command_line("verify", str(file))
    assert line["verdict"] == "proved"
    file.write_text(period.certificate.replace('"period":12', '"period":6') + "\n")
    import subprocess
    import sys

    done = subprocess.run([sys.executable, "-m", "fairgame", "verify", str(file)], capture_output=True, check=False)
    assert done.returncode != 0
