"""What the demo says and with which code it ends when its runs cannot be."""

import subprocess
from pathlib import Path

import pytest

from gpuscope.cli import parser, recorded_variant
from gpuscope.workloads.capabilities import Capabilities


@pytest.fixture(autouse=True)
def one_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without a GPU that nothing is measured of."""
    monkeypatch.setattr(Capabilities, "load", staticmethod(lambda: Capabilities("2.13", (), "there is none", None)))


def test_an_unusable_store_is_refused_before_any_run(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "other.sqlite"
    path.write_bytes(b"no database at all" * 100)
    code = parser.main(["demo", "--steps", "1", "-o", str(tmp_path / "out.csv"), "--store", f"sqlite:///{path}"])
    out, err = capfd.readouterr()
    assert (code, out) == (3, "")
    assert len(err.splitlines()) == 2
    assert "other.sqlite" in err


@pytest.mark.parametrize(("ends", "code"), [(1, 1), (2, 2), (3, 3), (-9, 1)])
def test_a_run_that_cannot_be_ends_the_demo_with_its_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], ends: int, code: int
) -> None:
    command = ["sh", "-c", f"exit {ends}" if ends > 0 else f"kill {ends} $$"]
    monkeypatch.setattr(recorded_variant, "recorder_command", lambda _arguments: command)
    assert subprocess.run(command, check=False).returncode == ends
    assert parser.main(["demo", "--steps", "1", "-o", str(tmp_path / "out.csv")]) == code
    assert "the run of CPU, FP32 failed" in capfd.readouterr().err
