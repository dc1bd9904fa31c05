"""Torch is found in another Python, in the user's folder, or nowhere; nothing is imported, and a named Python is never skipped silently."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest

from gpuscope.core.runspec import RunSpec
from gpuscope.system import settings, torch_place
from gpuscope.system.torch_place import candidates, install_folder, other
from gpuscope.workloads import catalog, launch
from gpuscope.workloads.capabilities import Capabilities


@pytest.fixture(autouse=True)
def _anew(gpuscope_home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Hide this machine's installations: the torch of the running Python, and environments."""
    for name in (torch_place.VARIABLE, torch_place.PACKAGES_VARIABLE, "VIRTUAL_ENV", "CONDA_PREFIX"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setattr(torch_place, "_module_spec", lambda name: None)
    torch_place._search.cache_clear()
    yield
    torch_place._search.cache_clear()


def with_torch(folder: Path, version: str = "2.13.0") -> Path:
    (folder / "torch").mkdir(parents=True)
    (folder / "torch" / "__init__.py").write_text("raise AssertionError('imported')")
    about = folder / f"torch-{version}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: torch\nVersion: {version}\n")
    return folder


def environment(folder: Path, torch: str | None = "2.13.0") -> Path:
    """Make a virtual environment with the given version of torch; return its interpreter."""
    subprocess.run([sys.executable, "-I", "-m", "venv", "--without-pip", str(folder)], check=True)
    if torch is not None:
        with_torch(next(folder.glob("lib/python3*/site-packages")), torch)
    return folder / "bin" / "python"


def fake_python(path: Path, answer: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\necho '{answer}'\n")
    path.chmod(0o755)
    return path


def test_our_own_python_is_no_other_one_when_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """It was shown by the first folder of its path, and refused new packages as a package's Python does."""
    monkeypatch.setattr(torch_place, "_module_spec", find_spec)
    named = other("named in the settings", sys.executable)
    assert named.place == replace(torch_place.own_place(), description="named in the settings")


def test_without_torch_anywhere_our_own_python_stands_and_says_so() -> None:
    place = torch_place.torch_place()
    assert (place.is_other, place.find_module("torch"), place.problem) == (False, None, "")
    assert [(entry.description, entry.reason) for entry in candidates()] == [
        ("gpuscope's own Python", "has no torch"), ("installed by gpuscope", "has no torch"),
    ]  # fmt: skip


def test_what_was_installed_is_found_and_put_behind_our_own_packages() -> None:
    assert torch_place.torch_place().find_module("torch") is None
    with_torch(install_folder())
    place = torch_place.torch_place()
    assert (place.is_other, place.find_module("torch") is not None, place.description) == (False, True, "installed by gpuscope")
    start = launch.capabilities_command()[-1]
    assert start.startswith(f"import sys;sys.path += ['{install_folder()}']; ")


def test_the_active_environment_runs_workloads_with_our_package_and_its_own_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    python = environment(tmp_path / "env")
    monkeypatch.setenv("VIRTUAL_ENV", str(tmp_path / "env"))
    place = torch_place.torch_place()
    assert (place.python, place.description) == (str(python), "the active virtual environment")
    assert Capabilities.load().torch_version == "2.13.0"
    program, _, _, start = launch.capabilities_command()
    assert program == str(python)
    shown = start.partition("from gpuscope.workloads")[0] + "print(gpuscope.__file__); print(sys.path)"
    done = subprocess.run([program, "-P", "-c", shown], capture_output=True, text=True, check=True)
    file, folders = done.stdout.splitlines()
    assert Path(file).parent == Path(torch_place.__file__).parents[1]
    assert str(Path(file).parents[1]) not in json.loads(folders.replace("'", '"'))


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ('["/x/python", [3, 9, 2], []]', "is Python 3.9.2, and 3.11 or newer is needed"),
        ("no Python at all", "is not a working Python"),
        ('["/x/python", [3, 12, 0], []]', "has no torch"),
    ],
)
def test_why_an_interpreter_is_of_no_use_is_told(answer: str, reason: str, tmp_path: Path) -> None:
    assert other("python3 on the PATH", str(fake_python(tmp_path / "python3", answer))).reason == reason


def test_an_old_torch_is_not_taken(tmp_path: Path) -> None:
    folder = with_torch(tmp_path / "packages", "2.9.1")
    found = other("named", str(fake_python(tmp_path / "python3", json.dumps(["/x/python", [3, 12, 0], [str(folder)]]))))
    assert (found.place, found.reason) == (None, "has torch 2.9.1, and 2.11 or newer is needed")


@pytest.mark.parametrize("by", ["variable", "settings"])
def test_what_was_named_goes_first_and_is_never_passed_over_in_silence(by: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_torch(install_folder())
    folder = with_torch(tmp_path / "packages")
    python = fake_python(tmp_path / "python3", json.dumps([str(tmp_path / "python3"), [3, 12, 0], [str(folder)]]))
    if by == "variable":
        monkeypatch.setenv(torch_place.VARIABLE, str(python))
    else:
        settings.write_settings({"torch_python": str(python)})
    assert torch_place.torch_place().python == str(python)
    python.unlink()
    torch_place._search.cache_clear()
    refused = catalog.refusal(catalog.resolve(RunSpec("gemm")), Capabilities.load())
    assert refused is not None
    assert "cannot be started" in refused.message
    assert "gpuscope setup --python" in refused.hint


def test_a_workload_that_another_python_runs_looks_no_further(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(torch_place.PACKAGES_VARIABLE, "/somewhere")
    monkeypatch.setenv(torch_place.VARIABLE, "/no/such/python")
    assert torch_place.torch_place() == torch_place.own_place()


def test_a_torch_python_that_is_no_path_is_reported(gpuscope_home: Path) -> None:
    gpuscope_home.mkdir(parents=True, exist_ok=True)
    (gpuscope_home / "settings.json").write_text('{"torch_python": 3}')
    found = settings.read_settings()
    assert found.torch_python is None
    assert len(found.problems) == 1
    assert os.environ["PATH"] == "/nowhere"
