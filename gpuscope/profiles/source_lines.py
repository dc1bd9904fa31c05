"""The lines on which a function of a program makes a call, read from its source if that is available and unchanged.

A trace gives a function's name and first line, or, of a function that already ran when the capture began, the line that it was on; if both
match the file, it is taken to be the file that ran. Nothing is guessed: without the file, or with another function on that line, no lines
are returned.
"""

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from gpuscope.profiles.call_sites import CallSite

_LARGEST_FILE = 4 << 20
"""Maximum file size in bytes, far above that of a module with thousands of lines."""
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_MODULE = "<module>"
_NEXT = "__next__"
"""The method that a loop calls on its iterator; with several loops, it is not known which one."""


@dataclass(frozen=True)
class SourceLines:
    """Finds lines in source files; each file is read once.

    Attributes:
        folders: Folders that may contain files with relative paths in a trace, the most likely first.
    """

    folders: Sequence[Path] = ()
    _modules: dict[str, ast.Module | None] = field(default_factory=dict)

    def of(self, site: CallSite) -> tuple[int, ...]:
        """Return the lines on which a site's function calls its callee, ascending; () if they are not known."""
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
    """Return the body of a site's function; None if no function of that name contains the line."""
    if site.function == _MODULE:
        return module.body
    inner: ast.FunctionDef | ast.AsyncFunctionDef | None = None
    for node in ast.walk(module):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name == site.function.rpartition(".")[2]:
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            if first <= site.line <= (node.end_lineno or first) and (inner is None or node.lineno > inner.lineno):
                inner = node
    return None if inner is None else inner.body


def _lines(body: Sequence[ast.AST], callee: str) -> Iterator[int]:
    """Yield the lines of calls to a name, excluding those in nested functions and classes."""
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
    """Return the line of the called name itself; for a method, the last line of the attribute expression, as chains may span several."""
    return (function.end_lineno or function.lineno) if isinstance(function, ast.Attribute) else function.lineno
