"""The statements of source files, without their expressions: a walk through all nodes takes longer than parsing."""

import ast
from collections.abc import Iterator
from pathlib import Path

_PARTS = ("body", "orelse", "handlers", "finalbody", "cases")
"""The fields of statements, except clauses and cases that contain statements."""


def inner(node: ast.AST) -> list[ast.AST]:
    """Return the statements, except clauses and cases directly within a file or one of these."""
    return [one for part in _PARTS for one in getattr(node, part, ())]


def statements(path: Path) -> Iterator[ast.AST]:
    """Yield the statements of a file at any depth, and the except clauses and cases among them."""
    waiting: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    while waiting:
        yield (node := waiting.pop())
        waiting += inner(node)
