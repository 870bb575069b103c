"""Runs notebooks from their first cell to their last; says which one fails, and where."""

import sys
import time
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError


def run(path: Path) -> bool:
    """Whether every cell of a notebook runs."""
    started = time.monotonic()
    book = nbformat.read(path, as_version=4)
    nbformat.validate(book)
    left = [cell for cell in book.cells if cell.get("outputs") or cell.get("execution_count")]
    if left:
        print(f"{path.name}: keeps outputs of another run; clear them")
        return False
    try:
        NotebookClient(book, timeout=600, kernel_name="python3").execute()
    except CellExecutionError as error:
        print(f"{path.name}:\n{error}")
        return False
    print(f"{path.name}: ok, {time.monotonic() - started:.1f} s")
    return True


if __name__ == "__main__":
    sys.exit(not all([run(Path(name)) for name in sys.argv[1:]]))
