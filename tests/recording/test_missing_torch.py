import sys
from pathlib import Path

import pytest

from gpuscope.recording import missing_torch
from gpuscope.recording.missing_torch import command_with_torch, with_other_python
from gpuscope.system.torch_place import TorchPlace
from tests.recording.recorders import gpuscope

REASON = "exit code 1: its Python finds no module torch"


class Place(TorchPlace):
    def find_module(self, name: str) -> object:  # type: ignore[override]
        return self if self.description else None


def place(monkeypatch: pytest.MonkeyPatch, python: str, *, has: bool = True) -> None:
    monkeypatch.setattr(missing_torch, "torch_place", lambda: Place(python, "3.12.0", (), "here" if has else ""))


def test_the_python_that_has_torch_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    python = tmp_path / "python3"
    python.write_text("#!/bin/sh\n")
    python.chmod(0o755)
    place(monkeypatch, "/env/bin/python")
    told = f"exit code 1: its Python ({python}) has no torch: start the program with /env/bin/python"
    assert with_other_python(REASON, ["python3", "train.py"], search_path=str(tmp_path)) == told
    assert with_other_python(REASON, ["nice", str(python), "train.py"]) == told
    assert with_other_python(REASON, ["./python3", "train.py"], str(tmp_path)) == told.replace(str(python), f"{tmp_path}/./python3")


def test_the_command_with_that_python(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    place(monkeypatch, "/env/my own/python")
    command = ("nice", sys.executable, "train.py", "--epochs", "3")
    told = with_other_python(REASON, command)
    assert command_with_torch(told, command) == ("nice", "/env/my own/python", "train.py", "--epochs", "3")
    assert command_with_torch(REASON, command) == command_with_torch(None, command) == command_with_torch(told, ("./train.sh",)) == ()


def test_nothing_is_named_for_another_cause_or_if_no_other_python_has_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    place(monkeypatch, "/env/bin/python")
    for reason in (None, "exit code 1", "exit code 1: its Python finds no module torchvision"):
        assert with_other_python(reason, [sys.executable, "train.py"]) == reason
    assert with_other_python(REASON, ["./train.sh"]) == REASON
    assert with_other_python(REASON, ["/env/bin/python", "train.py"]) == REASON
    place(monkeypatch, "/env/bin/python", has=False)
    assert with_other_python(REASON, [sys.executable, "train.py"]) == REASON


def test_a_run_tells_it(tmp_path: Path) -> None:
    python = tmp_path / "python3"
    python.write_text("""#!/bin/sh
echo "ModuleNotFoundError: No module named 'torch'" >&2
exit 1
""")
    python.chmod(0o755)
    done = gpuscope("run", "--", str(python), "train.py")
    assert f"its Python ({python}) has no torch: start the program with {sys.executable}" in done.err
