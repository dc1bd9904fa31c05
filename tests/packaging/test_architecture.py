"""The diffs in ARCHITECTURE.md match this repository: following a recipe gives the code that is here. The files it names are here too."""

import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "ARCHITECTURE.md").read_text()
FOLDERS, ENDINGS = ("gpuscope", "packaging", "tests", "resources"), ("py", "sh", "typ", "js", "md", "toml", "txt")
ADDED = re.findall(r"```diff\n(.*?)```", TEXT, re.DOTALL)


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


@pytest.mark.parametrize("document", ["ARCHITECTURE.md", "CONTRIBUTING.md", "packaging/README.md"])
def test_files_and_modules_that_a_document_names_are_here(document: str) -> None:
    """A file may be named by the end of its path."""
    text = (ROOT / document).read_text()
    files = set(re.findall(rf"`((?:[\w.-]+/)*[\w-]+\.(?:{'|'.join(ENDINGS)}))`", text)) - {"train.py", "tests/benchmarks/bench_NAME.py"}
    modules = set(re.findall(r"python -m ((?:tests|gpuscope)[\w.]*\w)", text))
    here = {path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.suffix[1:] in ENDINGS} | set(ROOT.iterdir())
    assert files | modules
    assert sorted(file for file in files if not any(str(path).endswith(f"/{file}") for path in here)) == []
    assert [
        module for module in modules if not any((ROOT / module.replace(".", "/")).with_suffix(end).exists() for end in (".py", ""))
    ] == []


def test_the_requests_of_a_runs_socket_are_all_named() -> None:
    source = (ROOT / "gpuscope" / "recording" / "run_requests.py").read_text()
    answered = set(re.findall(r'case "(\w+)"', source)) | {"attach"}
    named = re.search(r'\{"op": ((?:"\w+"(?: \| )?)+)\}', TEXT)
    assert named is not None
    assert set(re.findall(r"\w+", named[1])) == answered
