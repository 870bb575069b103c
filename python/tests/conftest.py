"""What the tests have in common."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis.configuration import set_hypothesis_home_dir

import fairgame

# Tests leave nothing behind in the project.
set_hypothesis_home_dir(tempfile.mkdtemp(prefix="hypothesis-"))

#: Games whose statements are answered in a moment; together they have every kind of game and of answer.
QUICK = (
    "nim", "kayles", "grundy", "welter", "chocolate", "chomp", "cram", "tribulations", "green-hackenbush", "state-games",
    "misere-nim", "silver-dollar", "northcott", "digraphs",
)  # fmt: skip


def command_line(*arguments: str, text: str | None = None) -> list[dict[str, Any]]:
    """What the command line answers, as data: the program of this installation, in a process of its own."""
    program = [sys.executable, "-m", "fairgame", *arguments, "--json"]
    done = subprocess.run(program, input=text, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode in (0, 1, 3), done.stderr + done.stdout
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture
def loaded() -> Callable[[str], fairgame.Rules]:
    """Games of the library, each read once."""
    known: dict[str, fairgame.Rules] = {}
    return lambda name: known.setdefault(name, fairgame.load(name, progress=False))
