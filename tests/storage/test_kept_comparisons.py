"""Comparisons that the user has named, in their file beside the store."""

import stat
from pathlib import Path

import pytest

from gpuscope.core.errors import UnavailableError, UsageError
from gpuscope.storage.kept_comparisons import KeptComparisons

CHOICE = {"groups": [{"name": "fp32", "runs": ["aa"], "own": False}], "baseline": "fp32"}


@pytest.fixture
def kept(tmp_path: Path) -> KeptComparisons:
    return KeptComparisons(f"sqlite:///{tmp_path / 'gpuscope.sqlite'}")


def test_what_is_kept_is_found_again_the_newest_first(kept: KeptComparisons, tmp_path: Path) -> None:
    assert kept.all() == []
    assert kept.keep("  fp32   and bf16 ", CHOICE) == "fp32 and bf16"
    kept.keep("训练 🚀", {**CHOICE, "baseline": "x"})
    again = KeptComparisons(f"sqlite:///{tmp_path / 'gpuscope.sqlite'}").all()
    assert [(one.name, one.choice["baseline"]) for one in again] == [("训练 🚀", "x"), ("fp32 and bf16", "fp32")]
    assert stat.S_IMODE((tmp_path / "comparisons.json").stat().st_mode) == 0o600


def test_one_of_the_same_name_is_replaced_and_one_that_is_forgotten_has_gone(kept: KeptComparisons) -> None:
    kept.keep("a", CHOICE)
    kept.keep("a", {**CHOICE, "baseline": "x"})
    assert [one.choice["baseline"] for one in kept.all()] == ["x"]
    kept.remove("a")
    kept.remove("never there")
    assert kept.all() == []


def test_a_name_is_needed(kept: KeptComparisons) -> None:
    with pytest.raises(UsageError, match="needs a name"):
        kept.keep(" \n ", CHOICE)


@pytest.mark.parametrize("text", ["", "{", "[1]", '{"a": 1, "b": {"choice": 2}}'])
def test_a_damaged_file_is_as_good_as_none(kept: KeptComparisons, tmp_path: Path, text: str) -> None:
    (tmp_path / "comparisons.json").write_text(text)
    assert kept.all() == []
    kept.keep("a", CHOICE)
    assert [one.name for one in kept.all()] == ["a"]


def test_a_file_that_cannot_be_written_says_so(kept: KeptComparisons, tmp_path: Path) -> None:
    (tmp_path / "comparisons.json").mkdir()
    with pytest.raises(UnavailableError, match="cannot be written"):
        kept.keep("a", CHOICE)
    assert [one.name for one in tmp_path.iterdir() if one.suffix == ".tmp"] == []
