"""The probe in programs of other environments: importable there as gpuscope, unless the environment has its own gpuscope."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gpuscope.storage.store import StoreReader
from tests.recording.recorders import gpuscope, store_url

ROOT = Path(__file__).parents[2]
ALONE = ROOT / "gpuscope" / "probe" / "alone"
ENTRY = ROOT / "gpuscope" / "probe" / "hooks" / "entry"
OTHERS = sorted(Path.home().glob(".pyenv/versions/3.*/bin/python"))
PROGRAM = """
import gpuscope
with gpuscope.phase("train"):
    for index in range(5):
        gpuscope.step()
    gpuscope.log(loss=0.5)
import sys
try:
    import gpuscope.core
except ImportError:
    print("nothing else", sorted(name for name in sys.modules if name.startswith("gpuscope")))
"""


@pytest.fixture(scope="module")
def other_python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the interpreter of an empty virtual environment."""
    folder = tmp_path_factory.mktemp("other")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True, timeout=60)
    return folder / "bin" / "python"


def steps_and_words(python: Path) -> tuple[int, str]:
    done = gpuscope("run", "--json", "--", str(python), "-c", PROGRAM, cwd=python.parent)
    assert done.code == 0, done.err
    with StoreReader(store_url()) as reader:
        return reader.steps(done.document["run_id"]).size, done.err


def test_a_program_of_another_environment_finds_the_probe_and_nothing_else(other_python: Path) -> None:
    steps, words = steps_and_words(other_python)
    assert steps == 5
    names = ("", ".channel", ".hooks", ".hooks.mapped_file", ".program", ".report_ring", ".ring")
    modules = ["gpuscope", *(f"gpuscope.probe{name}" for name in names)]
    assert f"nothing else {modules}" in words


@pytest.mark.parametrize("python", [path for path in OTHERS if int(path.parts[-3].split(".")[1]) >= 9], ids=lambda path: path.parts[-3])
def test_the_probe_runs_with_other_versions_of_python(python: Path) -> None:
    assert steps_and_words(python)[0] == 5


def test_a_gpuscope_behind_it_takes_its_place(other_python: Path) -> None:
    (packages,) = other_python.parents[1].glob("lib/python*/site-packages")
    (packages / "gpuscope").mkdir()
    (packages / "gpuscope" / "__init__.py").write_text("words = 'their own'\n")
    (packages / "gpuscope" / "part.py").write_text("")
    try:
        script = "import gpuscope, gpuscope.part, sys; print(gpuscope.words, sys.modules['gpuscope'] is gpuscope)"
        done = gpuscope("run", "--", str(other_python), "-c", script, cwd=other_python.parent)
    finally:
        for path in (packages / "gpuscope").glob("*.py"):
            path.unlink()
    assert (done.code, done.out) == (0, "their own True\n")


def test_the_whole_of_this_package_is_found_where_it_is_in_front_or_behind() -> None:
    script = "import gpuscope.core.errors, gpuscope; print(gpuscope.__version__)"
    for path in (f"{ROOT}{os.pathsep}{ALONE}", f"{ALONE}{os.pathsep}{ROOT}"):
        done = subprocess.run([sys.executable, "-P", "-c", script], env={**os.environ, "PYTHONPATH": path}, capture_output=True, check=True)
        assert done.stdout


@pytest.mark.parametrize(("named", "wanted"), [(None, []), ("/a:/b", ["/a", "/b"]), ("", [])])
def test_the_folders_stand_around_what_is_named_there_already(
    monkeypatch: pytest.MonkeyPatch, named: str | None, wanted: list[str]
) -> None:
    if named is None:
        monkeypatch.delenv("PYTHONPATH", raising=False)
    else:
        monkeypatch.setenv("PYTHONPATH", named)
    done = gpuscope("run", "--", "printenv", "PYTHONPATH")
    assert done.out.strip().split(":") == [str(ENTRY), *wanted, str(ALONE)]
