import sys
from dataclasses import replace
from pathlib import Path

import pytest

from gpuscope.core.runspec import RunSpec
from gpuscope.recording import missing_torch as module
from gpuscope.recording.missing_torch import PYTHON_WITH_TORCH, MissingTorch, command_with_torch, missing_torch
from gpuscope.system import language
from gpuscope.system.language import composed
from gpuscope.system.torch_place import TorchPlace
from tests.analysis.records import run_record
from tests.recording.recorders import gpuscope


class Place(TorchPlace):
    def find_module(self, name: str) -> object:  # type: ignore[override]
        return self if self.description else None


def place(monkeypatch: pytest.MonkeyPatch, python: str, *, has: bool = True, folders: tuple[str, ...] = ()) -> None:
    monkeypatch.setattr(module, "torch_place", lambda: Place(python, "3.12.0", folders, "here" if has else ""))


def test_the_python_that_has_torch_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    python = tmp_path / "python3"
    python.write_text("#!/bin/sh\n")
    python.chmod(0o755)
    place(monkeypatch, "/env/bin/python")
    found = MissingTorch(str(python), "/env/bin/python")
    assert missing_torch(["python3", "train.py"], search_path=str(tmp_path)) == found
    assert missing_torch(["nice", str(python), "train.py"]) == found
    assert missing_torch(["./python3", "train.py"], str(tmp_path)) == MissingTorch(f"{tmp_path}/./python3", "/env/bin/python")


def test_the_command_with_that_python() -> None:
    command = ("nice", sys.executable, "train.py", "--epochs", "3")
    record = run_record("aaaaaaaaaaaa", spec=RunSpec("command", command=command), environment={PYTHON_WITH_TORCH: "/env/my own/python"})
    assert command_with_torch(record) == ("nice", "/env/my own/python", "train.py", "--epochs", "3")
    assert command_with_torch(replace(record, environment={})) == ()
    assert command_with_torch(replace(record, environment={PYTHON_WITH_TORCH: 3})) == ()
    assert command_with_torch(replace(record, spec=RunSpec("command", command=("./train.sh",)))) == ()


def test_nothing_is_found_without_a_python_in_the_command_or_if_no_other_has_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    place(monkeypatch, "/env/bin/python")
    assert missing_torch(["./train.sh"]) is None
    assert missing_torch(["/env/bin/python", "train.py"]) is None
    place(monkeypatch, "/env/bin/python", has=False)
    assert missing_torch([sys.executable, "train.py"]) is None


def test_torch_that_gpuscope_installed_for_itself_serves_no_other_python_which_needs_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    place(monkeypatch, sys.executable, folders=("/home/torch/python3.12",))
    found = missing_torch(["/usr/bin/python3", "train.py"])
    assert found == MissingTorch("/usr/bin/python3", "")
    assert found.cause == (
        "its Python (/usr/bin/python3) has no torch, and gpuscope's own serves its workloads alone:"
        " install it with /usr/bin/python3 -m pip install torch"
    )
    language.use("zh_CN")
    try:
        assert composed(found.cause) == (
            "其 Python（/usr/bin/python3）没有 torch，而 gpuscope 安装的只供其负载使用：请用 /usr/bin/python3 -m pip install torch 安装"
        )
    finally:
        language.use(language.ENGLISH)


def test_a_run_tells_it(tmp_path: Path) -> None:
    python = tmp_path / "python3"
    python.write_text("""#!/bin/sh
echo "ModuleNotFoundError: No module named '$1'" >&2
exit 1
""")
    python.chmod(0o755)
    done = gpuscope("run", "--json", "--", str(python), "torch")
    assert done.document["reason"] == f"exit code 1: its Python ({python}) has no torch: start the program with {sys.executable}"
    assert done.document["environment"][PYTHON_WITH_TORCH] == sys.executable
    done = gpuscope("run", "--json", "--", str(python), "torchvision")
    assert done.document["reason"] == "exit code 1: its Python finds no module torchvision"
    assert PYTHON_WITH_TORCH not in done.document["environment"]
