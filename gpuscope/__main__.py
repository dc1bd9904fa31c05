"""``gpuscope`` and ``python -m gpuscope``."""

import sys


def main() -> int:
    """Runs the command line and returns the exit code."""
    from gpuscope.cli import parser

    return parser.main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
