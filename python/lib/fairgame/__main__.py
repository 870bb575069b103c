"""The program ``fairgame``, as ``python -m fairgame`` and as the command of that name."""

import sys

from . import _fairgame


def main() -> None:
    """Runs the command line with the arguments of this process."""
    sys.stdout.flush()
    sys.exit(_fairgame.program(["fairgame", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
