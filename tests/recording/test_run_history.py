"""What is read of a run beside its record in the store."""

from dataclasses import replace
from pathlib import Path

from gpuscope.recording.run_history import last_lines
from tests.bundles.recorded import ended


def test_the_last_lines_of_a_long_output_are_whole(tmp_path: Path) -> None:
    written = [f"line {number} {'x' * 90}" for number in range(1000)]
    (tmp_path / "output.log").write_text("\n".join(written) + "\n")
    lines = last_lines(replace(ended(), folder=str(tmp_path)), 1000)
    assert len(lines) > 100
    assert lines == written[-len(lines) :]
