"""The diffs in ARCHITECTURE.md match this repository: following a recipe gives the code that is here."""

import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ADDED = re.findall(r"```diff\n(.*?)```", (ROOT / "ARCHITECTURE.md").read_text(), re.DOTALL)


def additions(diff: str) -> Iterator[tuple[str, str]]:
    """Yield path and text of each run of added lines; for a replaced line, only its new words."""
    path, former = "", ""
    for is_added, lines in groupby(diff.splitlines(), key=lambda line: line.startswith("+") and not line.startswith("+++")):
        text = list(lines)
        if not is_added:
            path, former = next((line[4:] for line in reversed(text) if line.startswith("+++ ")), path), text[-1]
        elif former.startswith("-"):
            yield from ((path, word) for word in re.findall(r"\w+", text[0]) if word not in former)
        else:
            yield path, "\n".join(line[1:] for line in text)


@pytest.mark.parametrize("diff", ADDED)
def test_what_a_recipe_adds_is_here(diff: str) -> None:
    found = list(additions(diff))
    assert len({path for path, _ in found}) >= 2  # a file, and an entry
    for path, text in found:
        assert text in (ROOT / path).read_text(), f"{path} has no\n{text}"


def test_there_is_a_recipe_for_each_kind() -> None:
    paths = {path for diff in ADDED for path, _ in additions(diff)}
    assert {f"gpuscope/workloads/{kind}" for kind in ("models", "families", "optimizations", "engines")} <= {
        str(Path(path).parent) for path in paths
    }
