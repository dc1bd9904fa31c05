"""Programs with rare behaviour: their steps are detected, or a reason is given, and they end as they do without gpuscope."""

import sys
from pathlib import Path

import pytest

from tests.recording.recorders import gpuscope

pytest.importorskip("torch")
TRAINING = """
import torch
weights = torch.zeros(3, requires_grad=True)
for _ in range(5):
    (weights - 1).square().sum().backward()
"""
"""Steps without an optimizer: the first optimizer makes torch import its compiler, which takes as long as everything else."""
UNDER_ANOTHER_NAME = """
import torch as t, torch.optim as o
weights = t.zeros(3, requires_grad=True)
optimizer = o.SGD([weights], lr=0.1)
for _ in range(5):
    (weights - 1).square().sum().backward()
    optimizer.step()
    optimizer.zero_grad()
"""
IN_A_SUBPROCESS = f"import subprocess, sys\nsubprocess.run([sys.executable, '-c', {TRAINING!r}], check=True)\n"
EXITS_AT_ONCE = f"{TRAINING}\nimport os\nos._exit(7)\n"


def written(folder: Path, text: str) -> str:
    (folder / "train.py").write_text(text)
    return str(folder / "train.py")


@pytest.mark.parametrize(
    ("text", "code"),
    [(UNDER_ANOTHER_NAME, 0), (IN_A_SUBPROCESS, 0), (EXITS_AT_ONCE, 7)],
    ids=["torch under another name", "torch in a subprocess", "os._exit"],
)
def test_steps_of_an_odd_program_are_seen_and_it_ends_as_alone(text: str, code: int, tmp_path: Path) -> None:
    """A program with its own excepthook is in the corpus of the hooks (`dies`)."""
    done = gpuscope("run", "--json", "--", sys.executable, written(tmp_path, text))
    assert (done.code, done.document["steps"], done.err) == (code, 5, "")


def test_a_program_with_a_pythonpath_of_its_own_finds_it_and_is_seen(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text("print('own module')")
    path = written(tmp_path, f"import own\n{TRAINING}")
    (tmp_path / "train.py").rename(tmp_path.parent / "train.py")
    done = gpuscope("run", "--json", "--", sys.executable, str(tmp_path.parent / Path(path).name), PYTHONPATH=str(tmp_path))
    assert (done.code, done.document["steps"], done.err) == (0, 5, "own module\n")


def test_python_that_keeps_the_hooks_out_is_named_at_the_end(tmp_path: Path) -> None:
    done = gpuscope("run", "--", sys.executable, "-I", written(tmp_path, TRAINING))
    assert done.code == 0
    assert " -I ignores PYTHONPATH." in done.err


def test_steps_to_be_profiled_that_were_never_reached_are_told_at_the_end(tmp_path: Path) -> None:
    done = gpuscope("run", "--profile", "steps=100:110", "--", sys.executable, written(tmp_path, TRAINING))
    assert done.code == 0
    assert "Nothing was profiled: steps 100 to 110 were never reached, the run ended after 5 steps" in done.err


@pytest.mark.parametrize(("text", "code"), [("print(", 1), (None, 2)], ids=["no Python", "not there"])
def test_what_cannot_run_ends_as_alone_and_no_word_is_lost_about_steps(text: str | None, code: int, tmp_path: Path) -> None:
    path = str(tmp_path / "train.py") if text is None else written(tmp_path, text)
    done = gpuscope("run", "--", sys.executable, path)
    assert done.code == code
    assert "PyTorch" not in done.err


def test_of_a_program_that_has_nothing_to_do_with_torch_no_word_is_lost_about_steps() -> None:
    done = gpuscope("run", "--", sys.executable, "-c", "print(1)")
    assert (done.code, done.out) == (0, "1\n")
    assert "PyTorch" not in done.err


@pytest.mark.parametrize(("library", "name"), [("jax", "JAX"), ("sklearn", "scikit-learn")])
def test_of_other_libraries_it_is_said_what_would_tell_their_steps(library: str, name: str, tmp_path: Path) -> None:
    (tmp_path / f"{library}.py").write_text("")  # a module of that name suffices
    done = gpuscope("run", "--", sys.executable, written(tmp_path, f"import {library}"))
    assert done.code == 0
    assert f"Steps of {name} cannot be detected; gpuscope.step() at the end of each step reports them." in done.err


def test_a_program_that_removes_its_working_folder_is_stored_like_any_other(tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    code = f"import os, time; os.rmdir({str(folder)!r}); time.sleep(0.1); os._exit(4)"
    done = gpuscope("run", "--json", "--", sys.executable, "-c", code, cwd=folder)
    assert done.code == 4
    assert "not in the store" not in done.err
    assert done.document["environment"]["working_folder"] == str(folder)


def test_a_program_that_removes_its_run_folder_at_once_keeps_its_exit_code() -> None:
    done = gpuscope("run", "--json", "--", "sh", "-c", 'rm -rf "$(dirname "$GPUSCOPE_CHANNEL")"; sleep 0.5; exit 5')
    assert done.code == 5
