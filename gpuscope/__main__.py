"""``gpuscope`` and ``python -m gpuscope``: the command line, or the window where no verb is given."""

import argparse
import sys


def main() -> int:
    """Does what the command line asks for and returns the exit code."""
    from gpuscope.cli import parser

    return parser.main(sys.argv[1:], _open_window)


def _open_window(arguments: argparse.Namespace) -> int:
    from gpuscope import app

    return app.open_window(arguments)


if __name__ == "__main__":
    sys.exit(main())
