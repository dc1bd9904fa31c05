"""The lines of a program on which a function calls something, read from its source where that is at hand and unchanged.

A trace names the function and the line at which it begins; that both stand so in the file is the check that the file is the one that
ran. Nothing is guessed: without the file, or with another function on that line, there are no lines.
"""

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from gpuscope.profiles.call_sites import CallSite

_LARGEST_FILE = 4 << 20
"""Bytes; a program's module has some thousand lines of forty."""
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_MODULE = "<module>"
_NEXT = "__next__"
"""What a loop calls of what it goes over; of several loops it is not known which."""


@dataclass(frozen=True)
class SourceLines:
    """Finds lines in source files; each file is read once.

    Attributes:
        folders: Where files that a trace names without a folder may lie, the likeliest first.
    """

    folders: Sequence[Path] = ()
    _modules: dict[str, ast.Module | None] = field(default_factory=dict)

    def of(self, site: CallSite) -> tuple[int, ...]:
        """Return the lines on which a function calls what the site says, ascending; () where they are not known."""
        module = self._module(site.file) if site.callee else None
        body = None if module is None else _body(module, site)
        lines = set() if body is None else set(_lines(body, site.callee))
        return () if site.callee == _NEXT and len(lines) > 1 else tuple(sorted(lines))

    def _module(self, file: str) -> ast.Module | None:
        if file not in self._modules:
            self._modules[file] = next((module for path in self._paths(file) if (module := _parsed(path)) is not None), None)
        return self._modules[file]

    def _paths(self, file: str) -> Iterator[Path]:
        if Path(file).is_absolute():
            yield Path(file)
        elif ".." not in Path(file).parts:
            yield from (folder / file for folder in self.folders)


def _parsed(path: Path) -> ast.Module | None:
    try:
        if not path.is_file() or path.stat().st_size > _LARGEST_FILE:
            return None
        return ast.parse(path.read_bytes())
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _body(module: ast.Module, site: CallSite) -> list[ast.stmt] | None:
    """Return what the function of a site consists of; None where no such function begins on that line."""
    if site.function == _MODULE:
        return module.body
    for node in ast.walk(module):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name == site.function.rpartition(".")[2]:
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            if site.line in (first, node.lineno):
                return node.body
    return None


def _lines(body: Sequence[ast.AST], callee: str) -> Iterator[int]:
    """Yield the lines of calls of a name, those in functions inside left out."""
    for node in body:
        if isinstance(node, _SCOPES):
            continue
        if callee == _NEXT and isinstance(node, (ast.For, ast.AsyncFor)):
            yield node.lineno
        elif isinstance(node, ast.Call) and _name(node.func) == callee:
            yield _line_of_name(node.func)
        yield from _lines(list(ast.iter_child_nodes(node)), callee)


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _line_of_name(function: ast.expr) -> int:
    """Return the line of the called name itself: in a chain over several lines it is the last of what it is called on."""
    return (function.end_lineno or function.lineno) if isinstance(function, ast.Attribute) else function.lineno
