"""House rules: imports are declared, modules are on their package's map, and each rule cited in the code is documented."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.packaging.syntax import statements

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "gpuscope"
GUIDE = ROOT / "resources" / "guide"
DISTRIBUTIONS = {
    "PySide6": "PySide6-Essentials", "shiboken6": "PySide6-Essentials", "sklearn": "scikit-learn", "pynvml": "nvidia-ml-py",
    "sqlalchemy": "SQLAlchemy",
}  # fmt: skip
"""Distributions of imported modules with a different name."""
WITH_TORCH = {"triton"}
"""Comes with torch where it exists, and is used only there."""
BY_THE_USER = {"amdsmi", "cuda", "torch_xla", "tensorrt", "ai_edge_litert", "litert_torch"}
"""Optional: the user is shown the line that installs them; nothing needs them to start."""


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def imported(path: Path) -> Iterator[str]:
    """Yield the top-level names of a module's imports, anywhere in its code."""
    for node in statements(path):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


def declared() -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = [line for lines in project["optional-dependencies"].values() for line in lines]
    return {Requirement(line).name.lower() for line in [*project["dependencies"], *extras]}


def test_what_is_imported_is_declared() -> None:
    names = {name for path in modules() for name in imported(path)} - set(sys.stdlib_module_names) - {"gpuscope"}
    distributions = {DISTRIBUTIONS.get(name, name).lower() for name in names - WITH_TORCH - BY_THE_USER}
    assert sorted(distributions - declared()) == []


@pytest.mark.parametrize("package", sorted(path.parent for path in PACKAGE.rglob("__init__.py")), ids=lambda path: path.name)
def test_each_module_is_on_the_map_of_its_package(package: Path) -> None:
    text = ast.get_docstring(ast.parse((package / "__init__.py").read_text(encoding="utf-8"))) or ""
    named = set(re.findall(r"``([\w./]+?)(?:\.py)?``", text))
    parts = [path.stem for path in package.glob("*.py") if not path.stem.startswith("__")]
    parts += [path.parent.name for path in package.glob("*/__init__.py")]
    if package == PACKAGE:  # its map is ARCHITECTURE.md's table of packages
        named = set(re.findall(r"^\|(.*?)\|", (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8"), re.MULTILINE))
        named = {name for cell in named for name in re.findall(r"`(\w+)`", cell)}
    if package.name == "versions":  # Alembic's revisions have a chain of their own
        return
    assert sorted(set(parts) - named) == []


def test_each_rule_that_the_code_names_is_written_down() -> None:
    measurement = set(re.findall(r"\*\*(S\d+)\.|^\| (G\d) \|", (GUIDE / "measurement.md").read_text(encoding="utf-8"), re.MULTILINE))
    rules = {rule for pair in measurement for rule in pair if rule}
    decisions = set(re.findall(r"^(\d+)\. \*\*", (GUIDE / "faults.md").read_text(encoding="utf-8"), re.MULTILINE))
    used = 0
    for path in [*modules(), *(ROOT / "tests").rglob("*.py")]:
        text = path.read_text(encoding="utf-8")
        for reference in re.findall(r"measurement\.md,? ([SG0-9, and]*\d)", text):
            used += 1
            assert set(re.findall(r"[SG]\d+", reference)) <= rules, f"{path}: {reference}"
        for decision in re.findall(r"faults\.md, decision (\d+)", text):
            used += 1
            assert decision in decisions, f"{path}: decision {decision}"
    assert used > 20  # the pattern still matches references in the code
