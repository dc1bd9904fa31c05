"""Some mutated traces; ``python -m tests.profiles.fuzz --count 2000`` tries more."""

from pathlib import Path

from tests.profiles.fuzz import failures


def test_each_mutated_trace_is_a_profile_or_an_error_in_words(tmp_path: Path) -> None:
    assert list(failures(150, 1, tmp_path)) == []
