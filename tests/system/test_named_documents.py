"""Documents that users name, in one file."""

from pathlib import Path

import pytest

from gpuscope.system.named_documents import NamedDocuments


@pytest.mark.parametrize("text", ["{no JSON", "[1, 2]", "[" * 100_000])
def test_a_file_that_cannot_be_read_counts_as_empty_and_is_set_aside(text: str, tmp_path: Path) -> None:
    (tmp_path / "presets.json").write_text(text)
    documents = NamedDocuments(tmp_path / "presets.json", "the presets")
    assert documents.read() == {}
    documents.change({"mine": {}})
    documents.change({"yours": {}})
    assert list(documents.read()) == ["mine", "yours"]
    assert (tmp_path / "presets.damaged.json").read_text() == text


def test_what_another_version_wrote_is_kept(tmp_path: Path) -> None:
    (tmp_path / "presets.json").write_text('{"theirs": 3, "gone": {}}')
    documents = NamedDocuments(tmp_path / "presets.json", "the presets")
    documents.change({"mine": {"steps": 5}, "gone": None})
    assert documents.read() == {"mine": {"steps": 5}}
    assert '"theirs": 3' in (tmp_path / "presets.json").read_text()
