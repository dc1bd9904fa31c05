"""Torch is installed beside its place and renamed into it; size and place are shown beforehand, and failures have messages."""

import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from gpuscope.core.errors import UnavailableError
from gpuscope.system import torch_install, torch_place
from gpuscope.system.torch_install import CPU_INDEX, TorchInstallation, TorchPlan, refuse, remove, torch_plan


@pytest.fixture(autouse=True)
def _home(gpuscope_home: Path) -> None:
    """The folder belongs to this test."""


def plan(*sources: tuple[str, ...]) -> TorchPlan:
    return TorchPlan("torch==2.13.0+cpu", sources or ((),), False, torch_place.install_folder())


def fake_pip(monkeypatch: pytest.MonkeyPatch, *codes: str) -> list[list[str]]:
    """Replace pip with a Python program for each call; return pip's command lines."""
    calls: list[list[str]] = []
    make = torch_install._pip_command

    def command(wanted: TorchPlan, source: tuple[str, ...], target: Path) -> list[str]:
        calls.append(make(wanted, source, target))
        return [sys.executable, "-c", codes[len(calls) - 1], str(target)]

    monkeypatch.setattr(torch_install, "_pip_command", command)
    return calls


GOOD = """if True:
    import pathlib, sys
    pathlib.Path(sys.argv[1], "torch").mkdir(parents=True)
    print("Downloading torch-2.13.0+cpu-cp311-x.whl (191.8 MB)")
"""


def test_the_build_follows_the_machine_and_the_wish(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch_install, "has_nvidia_gpu", lambda: False)
    assert torch_plan().requirement == "torch==2.13.0+cpu"
    assert torch_plan().sources == ((), ("--extra-index-url", CPU_INDEX))
    assert torch_plan(with_cuda=True).requirement == "torch==2.13.0"
    assert torch_plan().size_text == "about 193 MiB to download, 830 MiB on disk"
    monkeypatch.setattr(torch_install, "has_nvidia_gpu", lambda: True)
    assert torch_plan().build == "torch 2.13.0, the build for NVIDIA GPUs"


def test_looking_for_pip_leaves_an_imported_distutils_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    distutils = ModuleType("distutils")
    monkeypatch.setitem(sys.modules, "distutils", distutils)
    refuse(plan())
    assert sys.modules["distutils"] is distutils


def test_an_installation_is_whole_or_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    calls = fake_pip(monkeypatch, GOOD)
    TorchInstallation(plan(), shown.append).run()
    folder = torch_place.install_folder()
    assert (folder / "torch").is_dir()
    assert [path.name for path in folder.parent.iterdir()] == [folder.name]
    assert shown == ["fetching torch 2.13.0+cpu (191.8 MB)"]
    assert calls[0][-1] == "torch==2.13.0+cpu"
    assert remove()
    assert not remove()


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("print('OSError: [Errno 28] No space left on device'); raise SystemExit(1)", "the disk became full"),
        ("print('Retrying after connection broken by X'); raise SystemExit(1)", "does not answer"),
        ("print('ERROR: odd'); raise SystemExit(1)", "pip could not install torch: ERROR: odd"),
    ],
)
def test_trouble_is_told_and_leaves_what_was_there(code: str, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = torch_place.install_folder()
    folder.mkdir(parents=True)
    (folder / "kept").touch()
    fake_pip(monkeypatch, code)
    with pytest.raises(UnavailableError, match=words):
        TorchInstallation(plan(), lambda _: None).run()
    assert [path.name for path in folder.parent.rglob("*")] == [folder.name, "kept"]


def test_the_next_source_is_tried_where_the_index_has_no_such_build(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = fake_pip(monkeypatch, "print('ERROR: No matching distribution'); raise SystemExit(1)", GOOD)
    TorchInstallation(plan((), ("--extra-index-url", CPU_INDEX)), lambda _: None).run()
    assert [CPU_INDEX in call for call in calls] == [False, True]


def test_a_full_disk_is_refused_before_anything_is_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch_install, "_SPACE_CPU", 1e18)
    with pytest.raises(UnavailableError, match="free, and torch needs"):
        refuse(plan())


def test_it_is_asked_before_and_where_nobody_can_answer_nothing_is_done(gpuscope_home: Path) -> None:
    code = "import sys; from gpuscope.cli.parser import main; sys.exit(main(['setup', '--install', '--cpu']))"
    done = subprocess.run([sys.executable, "-c", code], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert done.returncode == 3
    assert f"830 MiB on disk, into {torch_place.install_folder()}" in done.stderr
    assert "gpuscope setup --install --yes" in done.stderr
    assert not torch_place.install_folder().exists()


def test_what_is_cancelled_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    fake_pip(monkeypatch, "import time; print('Installing collected packages: torch', flush=True); time.sleep(60)")
    running = TorchInstallation(plan(), lambda words: running.cancel())
    with pytest.raises(UnavailableError, match="nothing was installed"):
        running.run()
    assert list(torch_place.install_folder().parent.iterdir()) == []
