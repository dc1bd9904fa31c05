"""`.venv` is created, repaired and updated; environments that are not ours are left alone; errors have clear messages."""

import fcntl
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

import setup_progress
import venv_setup
from gpuscope.cli.recorded_run import SET_UP
from venv_setup import JUST_SET_UP, SetupError


class FakePip:
    """Replaces running venv and pip: environments are created for real, and pip's arguments are kept."""

    def __init__(self) -> None:
        self.installed: list[str] = []
        self.compiled: list[str] = []
        self.output: str | None = None

    def __call__(self, words: str, command: Sequence[str]) -> str | None:
        if "venv" in command:
            make_venv(Path(command[-1]))
            return None
        assert json.loads(venv_setup.STAMP.read_text()) == {}, "while pip runs, the environment counts as begun"
        if "compileall" in command:
            self.compiled.append(command[-1])
            return None
        self.installed.append(command[-1])
        return self.output


def make_venv(folder: Path) -> None:
    subprocess.run([sys.executable, "-I", "-m", "venv", "--without-pip", str(folder)], check=True)
    packages = next(folder.glob("lib/python3*/site-packages"))
    (packages / "pip.py").write_text("")


@pytest.fixture(autouse=True)
def pip(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> FakePip:
    monkeypatch.setattr(venv_setup, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(venv_setup, "STAMP", tmp_path / ".venv" / "gpuscope-setup.json")
    monkeypatch.setattr(venv_setup, "has_nvidia_gpu", lambda: False)
    monkeypatch.setenv(JUST_SET_UP, "")
    monkeypatch.setenv(SET_UP, "")
    pip = FakePip()
    monkeypatch.setattr(venv_setup, "run_shown", pip)
    return pip


def stamp() -> dict[str, object]:
    found: dict[str, object] = json.loads(venv_setup.STAMP.read_text())
    return found


def test_an_environment_is_made_and_stamped_last(pip: FakePip, capsys: pytest.CaptureFixture[str]) -> None:
    venv_setup.prepare_environment(dev=False)
    assert pip.installed == ["torch==2.13.0+cpu", "editables", f"{venv_setup.ROOT}[{venv_setup.ENGINES}]"]
    assert pip.compiled == [str(venv_setup.ROOT / "gpuscope")]
    assert stamp() == {"digest": venv_setup.digest(), "dev": False}
    shown = capsys.readouterr().err
    assert "takes some minutes" in shown
    assert f"python3 main.py VERB …, or {venv_setup.VENV}/bin/gpuscope VERB …" in shown  # a clone puts nothing on the PATH
    assert 0 <= time.monotonic_ns() - int(os.environ[SET_UP]) < 60_000_000_000


def test_a_complete_environment_is_used_as_it_is(pip: FakePip, capsys: pytest.CaptureFixture[str]) -> None:
    venv_setup.prepare_environment(dev=True)
    pip.installed.clear()
    capsys.readouterr()
    venv_setup.prepare_environment(dev=False)
    assert pip.installed == []
    assert capsys.readouterr().err == ""


def test_what_the_gates_need_is_added_and_kept(pip: FakePip, monkeypatch: pytest.MonkeyPatch) -> None:
    venv_setup.prepare_environment(dev=False)
    venv_setup.prepare_environment(dev=True)
    assert stamp()["dev"] is True
    monkeypatch.setattr(venv_setup, "digest", lambda: "changed")
    venv_setup.prepare_environment(dev=False)
    assert pip.installed[-1] == f"{venv_setup.ROOT}[dev]"
    assert stamp() == {"digest": "changed", "dev": True}


def test_changed_requirements_are_installed_into_what_is_there(pip: FakePip, monkeypatch: pytest.MonkeyPatch) -> None:
    venv_setup.prepare_environment(dev=False)
    (venv_setup.VENV / "kept").touch()
    monkeypatch.setattr(venv_setup, "digest", lambda: "changed")
    venv_setup.prepare_environment(dev=False)
    assert (venv_setup.VENV / "kept").exists()
    assert len(pip.installed) == 6


@pytest.mark.parametrize("broken", ["interrupted", "no interpreter", "no pip", "garbled stamp"])
def test_a_broken_environment_of_ours_is_made_anew(broken: str, pip: FakePip, capsys: pytest.CaptureFixture[str]) -> None:
    venv_setup.prepare_environment(dev=False)
    (venv_setup.VENV / "stale").touch()
    if broken == "interrupted":
        venv_setup.STAMP.write_text("{}")
    elif broken == "no interpreter":
        venv_setup.venv_python().unlink()
    elif broken == "no pip":
        next(venv_setup.VENV.glob("lib/python3*/site-packages/pip.py")).unlink()
    else:
        venv_setup.STAMP.write_text('{"digest"')
    venv_setup.prepare_environment(dev=False)
    assert not (venv_setup.VENV / "stale").exists()
    assert venv_setup.works()
    assert stamp()["digest"] == venv_setup.digest()
    assert "is not complete; making it anew" in capsys.readouterr().err


@pytest.mark.parametrize("kind", ["empty folder", "file", "dangling link", "dead venv"])
def test_what_is_not_ours_and_does_not_work_is_left_alone(kind: str, pip: FakePip) -> None:
    venv = venv_setup.VENV
    if kind == "file":
        venv.write_text("mine")
    elif kind == "dangling link":
        venv.symlink_to("nowhere")
    else:
        venv.mkdir()
        if kind == "dead venv":
            make_venv(venv)
            venv_setup.venv_python().unlink()
    before = sorted(venv.parent.rglob("*"))
    with pytest.raises(SetupError, match="was not made by gpuscope") as refusal:
        venv_setup.prepare_environment(dev=False)
    assert refusal.value.hint.endswith(f"mv {venv} {venv}-old")
    assert sorted(venv.parent.rglob("*")) == before
    assert pip.installed == []


def test_an_environment_of_the_users_own_that_works_is_installed_into(pip: FakePip) -> None:
    make_venv(venv_setup.VENV)
    (venv_setup.VENV / "kept").touch()
    venv_setup.prepare_environment(dev=False)
    assert (venv_setup.VENV / "kept").exists()
    assert len(pip.installed) == 3


def test_a_failed_installation_leaves_the_environment_begun(pip: FakePip) -> None:
    pip.output = "ERROR: something odd\n"
    with pytest.raises(SetupError, match=r"pip could not install what gpuscope needs: ERROR: something odd"):
        venv_setup.prepare_environment(dev=False)
    assert stamp() == {}
    assert pip.installed == ["torch==2.13.0+cpu", "torch==2.13.0+cpu", "torch==2.13.0"]


def test_a_machine_with_nvidia_gets_the_build_for_it(pip: FakePip, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(venv_setup, "has_nvidia_gpu", lambda: True)
    venv_setup.prepare_environment(dev=False)
    assert pip.installed[0] == "torch==2.13.0"


@pytest.mark.parametrize(
    ("output", "message"),
    [
        ("WARNING: Retrying after connection broken by 'NewConnectionError'\nERROR: ResolutionImpossible\n", "index does not answer"),
        ("ERROR: No matching distribution found for torch==2.13.0\n", "index has no torch==2.13.0 for this machine"),
        ("    torch 2.13.0 depends on filelock\n    The user requested (constraint) filelock==4.2.11\n", "index has no filelock==4.2.11"),
        ("ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device\n", "The disk is full"),
        ("", "nothing was said"),
    ],
)
def test_what_pip_says_is_put_in_plain_words(output: str, message: str) -> None:
    error = venv_setup.install_error(output)
    assert message in str(error)
    assert "run the same command again" in error.hint


@pytest.mark.parametrize(
    ("setting", "value", "message", "tries"),
    [
        ("PIP_INDEX_URL", "https://127.0.0.1:9/simple", "index does not answer", 1),
        ("PIP_NO_INDEX", "1", r"index has no torch==2\.13\.0", 3),
    ],
)
def test_trouble_is_told_from_what_pip_really_says(
    setting: str, value: str, message: str, tries: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("pip")
    monkeypatch.setattr(venv_setup, "run_shown", setup_progress.run_shown)
    for name in [name for name in os.environ if name.startswith("PIP_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv(setting, value)
    options = ["--dry-run", "--ignore-installed", "--no-input", "--retries=1", "-c", str(venv_setup.CONSTRAINTS)]
    with pytest.raises(SetupError, match=message):
        venv_setup.install_torch([sys.executable, "-I", "-m", "pip", "install", *options])
    assert capsys.readouterr().err.count("failed after") == tries


def test_without_ensurepip_the_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "ensurepip" else object())
    with pytest.raises(SetupError, match="no module ensurepip") as refusal:
        venv_setup.make_environment()
    assert "python3-venv" in refusal.value.hint
    assert not venv_setup.VENV.exists()


def test_a_folder_that_cannot_be_written_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(venv_setup, "VENV", Path("/proc/gpuscope-venv"))
    monkeypatch.setattr(venv_setup, "STAMP", Path("/proc/gpuscope-venv/stamp"))
    monkeypatch.setattr(venv_setup, "unmet_requirements", lambda dev: ["torch>=2.11"])
    monkeypatch.delenv(JUST_SET_UP)
    with pytest.raises(SetupError, match="/proc/gpuscope-venv cannot be written"):
        venv_setup.ready_interpreter(dev=False)


def test_a_restart_that_still_lacks_something_does_not_go_round(pip: FakePip, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(venv_setup, "unmet_requirements", lambda dev: ["torch>=2.11"])
    monkeypatch.setenv(JUST_SET_UP, "1")
    with pytest.raises(SetupError, match="still lacks torch"):
        venv_setup.ready_interpreter(dev=False)
    assert JUST_SET_UP not in os.environ
    monkeypatch.setenv(JUST_SET_UP, "")


def test_an_interpreter_that_lacks_nothing_is_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(venv_setup, "unmet_requirements", lambda dev: [])
    assert venv_setup.ready_interpreter(dev=True) == sys.executable
    monkeypatch.setenv(JUST_SET_UP, "")


def test_a_second_start_waits_for_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    said, done = threading.Event(), threading.Event()
    monkeypatch.setattr(venv_setup, "say", lambda text: said.set())

    def second() -> None:
        with venv_setup.alone():
            done.set()

    first = os.open(venv_setup.ROOT, os.O_RDONLY)
    fcntl.flock(first, fcntl.LOCK_EX)
    thread = threading.Thread(target=second)
    thread.start()
    assert said.wait(10)
    assert not done.is_set()
    os.close(first)
    assert done.wait(10)
    thread.join()


@pytest.mark.parametrize(
    ("requirement", "met"),
    [
        ("pytest", True),
        ("pytest>=8.3", True),
        ("pytest>=8.3,<2000", True),
        ("pytest>=2000", False),
        ("pytest<2", False),
        ("pytest>=8.3,<8.3", False),
        ("no-such-distribution>=1", False),
    ],
)
def test_requirements_are_held_against_what_is_installed(requirement: str, met: bool) -> None:
    assert venv_setup.is_met(requirement) is met


def test_versions_are_compared_by_their_numbers() -> None:
    assert venv_setup.release("2.13.0+cpu") == (2, 13, 0)
    assert venv_setup.release("2.9.1") < venv_setup.release("2.13.0rc1")
