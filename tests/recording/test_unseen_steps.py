"""Tests of the reasons why no steps of a command were detected."""

import errno
import os
import sys
import time
from pathlib import Path

import pytest

from gpuscope.probe.hooks.seen_ring import opened_ring
from gpuscope.recording.unseen_steps import why_unseen
from gpuscope.system import paths
from tests.recording.recorders import PATIENCE_S, gpuscope


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (["python", "-I", "train.py"], "python -I ignores PYTHONPATH"),
        (["python3.11", "-uE", "train.py"], "python3.11 -E ignores PYTHONPATH"),
        (["/usr/bin/python", "-S", "-m", "train"], "python -S runs no sitecustomize"),
        (["python", "-W", "ignore", "train.py"], "PYTHONPATH replaced"),
        (["python", "train.py", "-I"], "PYTHONPATH replaced"),
        (["python", "-c", "pass", "-I"], "PYTHONPATH replaced"),
        (["env", "PYTHONPATH=/x", "python3", "train.py"], "another sitecustomize or PYTHONPATH replaced"),
        (["nice", "-n", "5", "/usr/bin/python3", "-I", "train.py"], "python3 -I ignores PYTHONPATH"),
    ],
)
def test_options_of_python_that_keep_the_hooks_out_are_named(tmp_path: Path, command: list[str], words: str) -> None:
    assert words in (why_unseen(tmp_path, command) or "")


@pytest.mark.parametrize(
    ("marks", "words"),
    [
        (["hooks"], "no import of PyTorch was detected"),
        (["hooks", "jax"], "steps of JAX cannot be detected; gpuscope.step()"),
        (["hooks", "sklearn"], "steps of scikit-learn cannot be detected"),
        (["hooks", "torch", "sklearn"], "no optimizer step"),
    ],
)
def test_what_was_imported_gives_the_reason(tmp_path: Path, marks: list[str], words: str) -> None:
    for name in marks:
        (tmp_path / f"saw.{name}").touch()
    assert words in (why_unseen(tmp_path, ["python", "train.py"]) or "")


@pytest.mark.parametrize(
    ("marks", "started", "words"),
    [
        ([], ["python3", "train.py"], "another sitecustomize or PYTHONPATH replaced gpuscope's"),
        (["hooks"], ["/venv/bin/python3.12", "-I", "train.py"], "python3.12 -I ignores PYTHONPATH"),
    ],
)
def test_a_shell_that_starts_pytorch_without_the_hooks_is_told(tmp_path: Path, marks: list[str], started: list[str], words: str) -> None:
    for name in marks:
        (tmp_path / f"saw.{name}").touch()
    assert why_unseen(tmp_path, ["sh", "train.sh"], torch_command=started) == f"steps cannot be detected: {words}"
    (tmp_path / "saw.torch").touch()
    assert "no optimizer step" in (why_unseen(tmp_path, ["sh", "train.sh"], torch_command=started) or "")


USES_TORCH = """
import mmap, time
library = open("libtorch_cpu.so", "w+b")
library.truncate(4096)
mapped = mmap.mmap(library.fileno(), 4096)
time.sleep(4)
"""


def test_the_recorder_notices_pytorch_in_a_process_that_a_script_started_with_a_pythonpath_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text(USES_TORCH)
    done = gpuscope("run", "--", "sh", "-c", f"PYTHONPATH=/tmp {sys.executable} train.py; true", cwd=tmp_path)
    assert "Steps cannot be detected: another sitecustomize or PYTHONPATH replaced gpuscope's." in done.err


def test_the_hooks_say_that_a_python_is_too_old_for_them(tmp_path: Path) -> None:
    (tmp_path / "saw.old").touch()
    assert why_unseen(tmp_path, ["python3.6", "train.py"]) == "steps cannot be detected: python3.6 is older than Python 3.8"
    assert why_unseen(tmp_path, ["make"]) is None


def test_a_program_without_space_for_its_steps_did_take_some(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a full disk would be told as a training without steps."""

    def allocate(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "posix_fallocate", allocate)
    (tmp_path / "saw.hooks").touch()
    (tmp_path / "saw.torch").touch()
    with pytest.raises(OSError, match="No space"):
        opened_ring(str(tmp_path))
    assert why_unseen(tmp_path, ["make", "train"]) == "steps are not recorded: No space left on device"
    assert not [path for path in tmp_path.iterdir() if not path.name.startswith("saw.")]


def test_a_program_that_was_stopped_may_not_have_come_to_its_steps(tmp_path: Path) -> None:
    for name in ("hooks", "torch"):
        (tmp_path / f"saw.{name}").touch()
    reason = why_unseen(tmp_path, ["python", "train.py"], is_stopped=True) or ""
    assert reason.startswith("no step was detected before it was stopped; if it took some, gpuscope.step()")
    assert "no optimizer step" in (why_unseen(tmp_path, ["python", "train.py"]) or "")


def test_of_other_programs_there_is_nothing_to_say(tmp_path: Path) -> None:
    assert why_unseen(tmp_path, ["make", "-j8"]) is None
    assert why_unseen(tmp_path, []) is None


def test_the_recorder_knows_that_it_stopped_the_program() -> None:
    """The mark stands for the import of torch, during which it is stopped."""
    script = 'touch "$GPUSCOPE_CHANNEL/saw.torch"; exec sleep 60'
    run_id = gpuscope("run", "--json", "--detach", "--", "sh", "-c", script).document["run_id"]
    marked = paths.runs_folder(paths.default_store_url()) / run_id / "saw.torch"
    deadline = time.monotonic() + PATIENCE_S
    while not marked.exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    assert gpuscope("stop", run_id).code == 0
    reason = gpuscope("show", run_id, "--json").document["metrics"]["step_rate"]["reason"]
    assert "no step was detected before it was stopped" in reason
