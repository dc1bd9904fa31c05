"""Import rules that pyproject.toml's contracts cannot express: which files need only the standard library."""

import ast
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.run import RunState
from gpuscope.storage.run_writer import RunWriter
from tests.packaging.syntax import statements
from tests.profiles.made import small_step, written
from tests.storage.known import a_record

ROOT = Path(__file__).parents[2]
STANDARD_ONLY = [
    *sorted((ROOT / "gpuscope" / "core").glob("*.py")),
    *sorted((ROOT / "gpuscope" / "probe").rglob("*.py")),
    ROOT / "gpuscope" / "recording" / "guard.py",
    ROOT / "main.py",
    *sorted((ROOT / "packaging" / "installers").glob("*.py")),
    *sorted(path for path in (ROOT / "packaging").glob("*.py") if not path.name.startswith("make_")),  # run by hand, with the dev extra
]


def imported(path: Path) -> set[str]:
    """Return the full names of the modules that a file imports, at any depth of its code."""
    names: set[str] = set()
    for node in statements(path):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names.add(node.module or "")
    return names


@pytest.mark.parametrize("path", STANDARD_ONLY, ids=lambda path: str(path.relative_to(ROOT)))
def test_only_the_standard_library_is_needed(path: Path) -> None:
    own = {
        "core": ("gpuscope.core",),
        "probe": ("gpuscope.probe",),
        "alone": ("gpuscope.probe",),
        "packaging": ("setup_progress", "venv_setup", "installers"),
        "installers": ("installers", "gpuscope"),
        ROOT.name: ("gpuscope.__main__", "venv_setup"),
    }.get(path.parent.name, ())
    foreign = {name for name in imported(path) if name.split(".")[0] not in sys.stdlib_module_names}
    assert sorted(name for name in foreign if not name.startswith(own)) == []


@pytest.mark.parametrize("package", ["cli", "recording"])
def test_no_heavy_library_is_imported_with_a_package(package: str) -> None:
    modules = [f"gpuscope.{package}.{path.stem}" for path in sorted((ROOT / "gpuscope" / package).glob("[!_]*.py"))]
    heavy = {"torch", "sklearn", "PySide6", "pyqtgraph", "pynvml"}
    code = f"import sys, importlib\nfor name in {modules}: importlib.import_module(name)\nprint(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("[]\n", "")


@pytest.mark.parametrize("program", ["child", "parallel.launcher"])
def test_a_workloads_process_speaks_before_it_imports_torch(program: str) -> None:
    code = f"import sys, gpuscope.workloads.{program}\nprint('torch' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("False\n", "")


def test_the_recorder_starts_without_what_most_runs_do_not_need() -> None:
    rare = {"statistics", "random", "decimal", "numpy", "sqlalchemy", "gpuscope.probe.channel", "gpuscope.recording.cause_of_death"}
    rare |= {"gpuscope.core.event", "gpuscope.core.figures", "gpuscope.sensors.backends", "gpuscope.recording.recording_loop"}
    code = f"import sys, gpuscope.cli.run\nprint(sorted({rare} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("[]\n", "")


def test_settled_runs_are_listed_without_sqlalchemy_and_numpy(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'gpuscope.sqlite'}"
    ended = replace(a_record(), state=RunState.FINISHED, metrics={"energy": Quantity(12.5, "J", Quality.MEASURED, "NVML")})
    with RunWriter(url, ended) as writer:
        writer.finish(ended)
    code = f"import sys\nfrom gpuscope.cli import parser\nparser.main(['runs', '--store', {url!r}])"
    code += "\nprint(sorted({'numpy', 'sqlalchemy', 'asyncio'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout.splitlines()[-1] == "[]", done
    assert "12.5" in done.stdout


def test_a_trace_s_tables_are_printed_without_what_only_others_need(tmp_path: Path) -> None:
    """Imports take a third of the time in which a trace of 50 MB is shown."""
    trace = written(tmp_path, small_step())
    rare = {
        "zipfile",
        "gpuscope.core.run",
        "gpuscope.profiles.difference",
        "gpuscope.profiles.lanes",
        "gpuscope.profiles.reading.perfetto",
        "gpuscope.reports.csv_report",
        "gpuscope.reports.pictures.picture",
    }
    code = f"import sys\nfrom gpuscope.cli.parser import main\nmain(['profile', {str(trace)!r}])\nprint(sorted({rare} & set(sys.modules)))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert loaded.stdout.splitlines()[-1] == "[]"


def test_a_comparison_is_reported_without_what_reads_profiles() -> None:
    code = "import sys, gpuscope.cli.compare, gpuscope.reports.pdf_report\nprint('gpuscope.profiles.profile' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("False\n", "")


def test_every_package_has_a_map_without_code() -> None:
    for path in sorted((ROOT / "gpuscope").glob("*/**/__init__.py")):
        body = ast.parse(path.read_text(encoding="utf-8")).body
        assert len(body) == 1, path
        assert isinstance(body[0], ast.Expr), path


def test_the_root_of_the_package_holds_only_the_starters() -> None:
    assert {path.name for path in (ROOT / "gpuscope").glob("*.py")} <= {"__init__.py", "__main__.py", "app.py"}


def test_no_module_is_a_catch_all() -> None:
    forbidden = {"utils", "util", "helpers", "common", "misc", "manager", "managers"}
    assert [path for path in (ROOT / "gpuscope").rglob("*.py") if forbidden & {path.stem, path.parent.name}] == []
