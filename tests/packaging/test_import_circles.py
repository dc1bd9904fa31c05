"""No file of the package imports itself through others."""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import gpuscope
from tests.packaging.syntax import inner

ROOT = Path(gpuscope.__file__).parent


def modules(root: Path) -> dict[str, Path]:
    """Return the files of a package by module name."""
    found = {}
    for path in sorted(root.rglob("*.py")):
        parts = path.relative_to(root.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(root: Path) -> dict[str, set[str]]:
    """Return the modules of the package that each one imports, anywhere in the file except for type checkers only."""
    known = modules(root)
    return {name: set(_imported(path, known)) - {name} for name, path in known.items()}


def _imported(path: Path, known: Mapping[str, Path]) -> Iterator[str]:
    waiting: list[ast.AST] = [ast.parse(path.read_text("utf-8"))]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            waiting += node.orelse
            continue
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names if one.name in known)
        if isinstance(node, ast.ImportFrom) and node.module is not None and node.level == 0:
            whole = {f"{node.module}.{one.name}" for one in node.names}
            yield from whole & known.keys()
            if not whole <= known.keys() and node.module in known:
                yield node.module
        waiting += inner(node)


def circles(graph: Mapping[str, set[str]]) -> list[list[str]]:
    """Return the strongly connected components with more than one member (Tarjan, SIAM J. Comput. 1(2), 1972)."""
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(name: str) -> None:
        order[name] = lowest[name] = len(order)
        stack.append(name)
        for other in graph[name]:
            if other not in order:
                visit(other)
                lowest[name] = min(lowest[name], lowest[other])
            elif other in stack:
                lowest[name] = min(lowest[name], order[other])
        if lowest[name] == order[name]:
            members = stack[stack.index(name) :]
            del stack[stack.index(name) :]
            if len(members) > 1:
                found.append(sorted(members))

    for name in graph:
        if name not in order:
            visit(name)
    return found


def test_a_circle_is_found_wherever_its_imports_stand(tmp_path: Path) -> None:
    package = tmp_path / "pack"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "a.py").write_text("from pack import b\n")
    (package / "b.py").write_text("def late():\n    from pack.c import x\n")
    (package / "c.py").write_text(
        "try:\n    x = 1\nexcept OSError:\n    match x:\n        case 1:\n            while x:\n                pass\n            else:\n"
        "                import pack.a\n"
    )
    (package / "d.py").write_text("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from pack import e\n")
    (package / "e.py").write_text("from pack import d\n")
    assert circles(imports(package)) == [["pack.a", "pack.b", "pack.c"]]


def test_no_module_imports_itself_by_way_of_others() -> None:
    assert circles(imports(ROOT)) == []
