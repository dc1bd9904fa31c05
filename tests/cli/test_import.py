"""Runs exported as a bundle and imported, from the command line."""

import json
import re
from pathlib import Path

import pytest

from gpuscope.cli.parser import main
from gpuscope.core.runspec import COMMAND, RunSpec
from gpuscope.storage import editing
from tests.bundles.test_foreign_files import carbon_csv, mlflow_store, smi_log
from tests.cli.stored_runs import live_recorder, record, store_run, url
from tests.cli.test_kept_runs import Line

A, B = "aaaa11112222", "bbbb11112222"


@pytest.fixture
def line(capsys: pytest.CaptureFixture[str]) -> Line:
    return Line(capsys)


@pytest.fixture
def bundle(gpuscope_home: Path, tmp_path: Path, line: Line) -> Path:
    """A bundle of two runs that are no longer in the store."""
    store_run(A, tags=("paper",), note="mine")
    store_run(B, RunSpec(COMMAND, command=("python", "train.py")), minutes=1)
    path = tmp_path / "two.gpuscope"
    assert line("export", A, B, "-o", str(path)) == f"The 2 runs are in {path}\n"
    editing.delete_runs(url(), [A, B])
    editing.purge(url())
    return path


def test_a_bundle_is_imported_once(line: Line, bundle: Path) -> None:
    assert line("import", str(bundle)) == f"two.gpuscope: 2 runs imported ({A}, {B})\n"
    assert line("import", str(bundle)) == f"two.gpuscope: 2 runs there already ({A}, {B})\n"
    (told,) = line.json("import", str(bundle))["files"]
    assert (told["new"], told["present"]) == ([], [A, B])


def test_files_before_one_that_is_refused_are_in_the_document(bundle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad.csv").write_text("no log\n")
    capsys.readouterr()
    assert main(["import", "--json", str(bundle), str(tmp_path / "bad.csv")]) != 0
    told = capsys.readouterr()
    assert json.loads(told.out)["files"][0]["new"] == [A, B]
    assert "bad.csv" in told.err


def test_where_a_run_came_from_is_told_wherever_it_is_shown(line: Line, bundle: Path, tmp_path: Path) -> None:
    store_run("cccc11112222", minutes=2)
    assert "imported" not in line("runs")
    line("import", str(bundle))
    listed = line("runs").splitlines()
    assert sum("imported from " in one for one in listed) == 2
    zoned = [re.search(r":\d\d [+-]\d{4}  ", one) is not None for one in listed[1:]]
    assert zoned == ["imported from " in one for one in listed[1:]], "elsewhere it was another time of day"
    assert "Imported from " in line("show", A)
    assert "mported from" not in line("show", "cccc")
    assert line.json("show", A)["origin"]["tool"] == "gpuscope"
    line("export", A, "cccc", "-o", str(tmp_path / "numbers.csv"))
    assert "imported from " in (tmp_path / "numbers.csv").read_text()


def test_recordings_of_other_programs_are_imported(line: Line, gpuscope_home: Path, tmp_path: Path) -> None:
    (tmp_path / "power.csv").write_text(smi_log(30))
    (tmp_path / "emissions.csv").write_text(carbon_csv({}))
    files = [tmp_path / "power.csv", tmp_path / "emissions.csv", mlflow_store(tmp_path)]
    found = line.json("import", *map(str, files))["files"]
    assert [len(one["new"]) for one in found] == [1, 1, 1]
    smi, carbon, mlflow = (one["new"][0] for one in found)
    assert "nvidia-smi power.draw" in line("show", smi, "--all")
    assert "CodeCarbon gpu_energy" in line("show", carbon, "--all")
    shown = line("show", mlflow, "--all")
    assert "Recorded by MLflow, imported on " in shown
    assert "train.py" in shown
    for run_id in (smi, carbon, mlflow):
        line("export", run_id, "-o", str(tmp_path / "x.gpuscope"))
        assert line.json("import", str(tmp_path / "x.gpuscope"))["files"][0]["present"] == [run_id]
    line("compare", smi, carbon, mlflow)


@pytest.mark.parametrize("name", ["nothing.gpuscope", "text.csv", "zeros.gpuscope", "."])
def test_what_is_no_recording_is_refused(line: Line, gpuscope_home: Path, tmp_path: Path, name: str) -> None:
    (tmp_path / "text.csv").write_text("a,b\n1,2\n")
    (tmp_path / "zeros.gpuscope").write_bytes(bytes(1000))
    line("import", str(tmp_path / name), code=2)
    assert f"{tmp_path / name} cannot be imported" in line.err
    assert line.json("runs") == {"runs": []}


def test_a_live_run_is_not_exported(line: Line, gpuscope_home: Path, tmp_path: Path) -> None:
    store_run(A)
    live = record(B, minutes=1)
    with live_recorder(live):
        line("export", A, B, "-o", str(tmp_path / "x.gpuscope"), code=2)
    assert "is live" in line.err
    assert not (tmp_path / "x.gpuscope").exists()


def test_a_full_disk_is_told_when_a_bundle_is_written(line: Line, gpuscope_home: Path, tmp_path: Path) -> None:
    store_run(A)
    (tmp_path / "x.gpuscope").symlink_to("/dev/full")
    line("export", A, "-o", str(tmp_path / "x.gpuscope"), code=3)
    assert "cannot be written: No space left" in line.err
