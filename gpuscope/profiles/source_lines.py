"""The lines on which a function of a program makes a call, read from its source if that is available and unchanged.

A trace gives a function's name and first line, or, of a function that already ran when the capture began, the line that it was on; if both
match the file, it is taken to be the file that ran. Nothing is guessed: without the file, or with another function on that line, no lines
are returned.
"""

import ast
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from gpuscope.profiles.call_sites import COMPILED, MODULE, CallSite

_LARGEST_FILE = 4 << 20
"""Maximum file size in bytes, far above that of a module with thousands of lines."""
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_OF_LOOPS = frozenset(("__next__", "__iter__"))
"""The methods that a loop calls on its iterator; the latter is how progress bars yield from theirs."""


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
        if module is None or body is None:
            return ()
        callees = {*_compiled(module)} if site.callee == COMPILED else {site.callee}
        return tuple(sorted(set(_lines(body, callees))))

    def first(self, site: CallSite) -> int:
        """Return the first line of a site's function; the line in the trace if the source is not known."""
        module = self._module(site.file)
        function = None if module is None else _function(module, site)
        return site.line if function is None else function.lineno

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
    if site.function == MODULE:
        return module.body
    function = _function(module, site)
    return None if function is None else function.body


def _function(module: ast.Module, site: CallSite) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
    """Return the innermost function of a site's name that contains its line."""
    inner: ast.FunctionDef | ast.AsyncFunctionDef | None = None
    for node in ast.walk(module):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name == site.function.rpartition(".")[2]:
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            if first <= site.line <= (node.end_lineno or first) and (inner is None or node.lineno > inner.lineno):
                inner = node
    return inner


def _compiled(module: ast.Module) -> Iterator[str]:
    """Yield the names to which a module assigns what torch.compile returns, and those of functions decorated with it."""
    for node in ast.walk(module):
        match node:
            case ast.Assign(targets=targets, value=value) if _compiles(value):
                yield from map(_name, targets)
            case ast.AnnAssign(target=target, value=ast.expr() as value) if _compiles(value):
                yield _name(target)
            case ast.FunctionDef(name=name, decorator_list=decorators) if any(map(_compiles, decorators)):
                yield name


def _compiles(value: ast.expr) -> bool:
    """Return whether an expression names torch.compile."""
    return any(_name(node) == "compile" and ast.unparse(node) == COMPILED for node in ast.walk(value))


def _lines(body: Sequence[ast.AST], callees: Container[str]) -> Iterator[int]:
    """Yield the lines of calls to some names, excluding those in nested functions and classes."""
    for node in _nodes(body):
        if isinstance(node, ast.Call) and _name(node.func) in callees:
            yield _line_of_name(node.func)
        elif isinstance(node, (ast.For, ast.AsyncFor)) and any(name in callees for name in _OF_LOOPS) and not _is_range(node.iter):
            yield node.lineno


def _is_range(iterated: ast.expr) -> bool:
    """Return whether a loop counts, such as one over epochs: no Python function runs for its next number."""
    return isinstance(iterated, ast.Call) and _name(iterated.func) == "range"


def _nodes(body: Sequence[ast.AST]) -> Iterator[ast.AST]:
    """Yield the nodes of a function's body in no particular order, excluding nested functions and classes."""
    left = list(body)
    while left:  # no recursion: generated code may nest deeper than Python calls
        node = left.pop()
        if not isinstance(node, _SCOPES):
            yield node
            left += ast.iter_child_nodes(node)


def _name(function: ast.AST) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _line_of_name(function: ast.expr) -> int:
    """Return the line of the called name itself; for a method, the last line of the attribute expression, as chains may span several."""
    return (function.end_lineno or function.lineno) if isinstance(function, ast.Attribute) else function.lineno
