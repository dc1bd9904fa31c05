"""The wheel contains the program and its resources, and the program starts from it."""

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)], cwd=ROOT, check=True, capture_output=True
    )
    return next(folder.glob("gpuscope-*.whl"))


def test_the_wheel_has_modules_resources_and_command(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        points = archive.read(next(name for name in names if name.endswith("entry_points.txt"))).decode()
    resources = [f"gpuscope/{path.relative_to(ROOT)}" for path in (ROOT / "resources").rglob("*") if path.is_file()]
    assert {"gpuscope/__main__.py", "gpuscope/core/event.py", "gpuscope/py.typed", *resources} <= set(names)
    assert {name.split("/")[0].split("-")[0] for name in names} == {"gpuscope"}
    assert "gpuscope = gpuscope.__main__:main" in points


def test_the_source_archive_gives_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(tmp_path)], cwd=ROOT, check=True, capture_output=True
    )
    with tarfile.open(next(tmp_path.glob("gpuscope-*.tar.gz"))) as archive:
        archive.extractall(tmp_path, filter="data")
    source = next(path for path in tmp_path.glob("gpuscope-*") if path.is_dir())
    again = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(again, cwd=source, check=True, capture_output=True)
    made = [zipfile.ZipFile(path) for path in (wheel, next(tmp_path.glob("*.whl")))]
    assert made[0].namelist() == made[1].namelist()
    assert "gpuscope/resources/constraints.txt" in made[0].namelist()
    for archive_of_wheel in made:
        archive_of_wheel.close()


def test_the_command_starts_from_the_wheel_and_finds_its_resources(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    code = f"""if True:
        import sys
        sys.path.insert(0, {str(tmp_path)!r})
        from gpuscope.system.paths import resources_folder
        from gpuscope.__main__ import main
        print(resources_folder(), flush=True)
        sys.argv = ["gpuscope", "--help"]
        sys.exit(main())
    """
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[0] == str(tmp_path / "gpuscope" / "resources")
