"""Every user error gives one or two lines with the problem and its remedy, and the right exit code, and loses nothing."""

import os
import shlex
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from gpuscope.cli import parser
from tests.cli.stored_runs import store_run
from tests.recording.recorders import command, gpuscope

RUN = ("run", "mnist-mlp", "--steps", "5")


def refused(capsys: pytest.CaptureFixture[str], arguments: Sequence[str], code: int, *words: str) -> None:
    """Assert that a command line exits with that code, prints at most two lines containing the words, and nothing on standard output."""
    assert parser.main(arguments) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert 1 <= len(err.splitlines()) <= 2, err
    assert "Traceback" not in err
    for word in words:
        assert word in err, err


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["frobnicate"], 2, ["'frobnicate'", "--help"]),
        (["rnu"], 2, ["'rnu'", "Did you mean 'run'"]),
        (["--frob"], 2, ["--frob"]),
        (["run"], 2, ["nothing to run"]),
        (["run", "--"], 2, ["nothing to run"]),
        (["run", "mnist-mpl"], 2, ["'mnist-mpl'", "Did you mean 'mnist-mlp'"]),
        (["workloads", "mnist-mpl"], 2, ["Did you mean 'mnist-mlp'"]),
        (["run", "mnist-mlp", "--stepz", "10"], 2, ["--stepz", "Did you mean '--steps'"]),
        (["run", "mnist-mlp", "--stepz=10"], 2, ["Did you mean '--steps'"]),
        (["run", "true"], 2, ["'true'", "gpuscope run -- true"]),
        (["run", "python", "train.py", "--lr", "0.1"], 2, ["train.py", "gpuscope run -- python train.py --lr 0.1\n"]),
        (["run", "mnist-mlp", "500"], 2, ["unrecognized arguments: 500\n'gpuscope run --help'"]),
        (["run", "--tag", "x", "mnist-mlp"], 2, ["--tag", "gpuscope edit last --tag TAG\n"]),
        (["runs", "resnet 50"], 2, ["gpuscope runs --filter 'resnet 50'\n"]),
        (["runs", "--tag", "nightly"], 2, ["gpuscope runs --filter tag=nightly\n"]),
        (["runs", "--batch-size=8"], 2, ["gpuscope runs --filter batch-size=8\n"]),
        (["runs", "--tag", "--limit", "3"], 2, ["'gpuscope runs --help' lists its arguments.\n"]),
        (["runs", "--limt", "3"], 2, ["Did you mean '--limit'"]),
        (["run", "../../etc"], 2, ["not known"]),
        (["run", "mnist-mlp", "--frob"], 2, ["--frob", "--help"]),
        (["run", "mnist-mlp", "--", "true"], 2, ["a workload and a command"]),
        (["run", "--precision", "bf16", "--", "true"], 2, ["--precision: not for a command"]),
        (
            ["run", "--profile", "steps=1:2", "--profile", "time=1s:2s", "--", "true"],
            2,
            ["a run has one --profile, not 2", "gpuscope capture"],
        ),
        (["run", "mnist-mlp", "--precision", "fp8"], 2, ["'fp8'", "bf16"]),
        (["run", "mnist-mlp", "--steps", "many"], 2, ["'many'", "whole number"]),
        (["run", "mnist-mlp", "--batch-size", "0"], 2, ["too small", "1"]),
        (["run", "mnist-mlp", "--batch-size", "-5"], 2, []),
        (["run", "mnist-mlp", "--set", "colour=red"], 2, ["colour"]),
        (["run", "mnist-mlp", "--set", "colour"], 2, ["KEY=VALUE"]),
        (["run", "gemm", "--set", "size=0"], 2, ["too small"]),
        (["run", "mnist-mlp", "--device", "tpu"], 2, ["'tpu'"]),
        (["run", "mnist-mlp", "--device", "cuda:0,cuda:0"], 2, ["cuda:0 is named twice"]),
        (["run", "mnist-mlp", "--precision", "tf32"], 3, ["tf32"]),
        (["run", "mnist-mlp", "--device", "mps"], 3, ["mps"]),
        (["run", "mnist-mlp", "--batch-size", "1000000000"], 2, ["GiB", "--batch-size"]),
        (["run", "gemm", "--set", "size=131072"], 2, ["GiB"]),
        (["run", "mnist-mlp", "--data", "/nowhere/at/all"], 2, ["/nowhere/at/all"]),
        (["run", "--", "no-such-command-anywhere"], 2, ["not found"]),
        (["run", "--", "/etc/passwd"], 2, ["cannot be executed"]),
        (["show", "zzz"], 2, ["zzz"]),
        (["show", "last"], 2, []),
        (["show", ""], 2, ["a run is needed", "'last'"]),
        (["show", " "], 2, ["a run is needed"]),
        (["delete", ""], 2, ["a run is needed"]),
        (["compare"], 2, ["two runs", "compare"]),
        (["runs", "--filter", "foo=bar"], 2, ["'foo'", "state", "tag", "precision", "hidden"]),
        (["runs", "--filter", "state=bogus"], 2, ["'bogus'", "running", "finished", "interrupted"]),
        (["export", "last", "-o", "samples.txt"], 2, ["'samples.txt'", "ending", ".csv"]),
        (["export", "last", "-o", "-", "--json"], 2, ["--json", "standard output"]),
        (["stop", "zzz"], 2, ["zzz"]),
        (["mark", "zzz", "text"], 2, ["zzz"]),
        (["capture", "zzz"], 2, ["zzz"]),
        (["profile", "zzz"], 2, ["zzz"]),
        (["run", "gemm", "--profile", "100"], 2, ["--profile steps=100:110"]),
        (["edit", "zzz", "--name", "x"], 2, ["zzz"]),
        (["delete", "zzz"], 2, ["zzz"]),
        (["compare", "zzz", "yyy"], 2, ["zzz"]),
        (["export", "zzz", "-o", "x.csv"], 2, ["zzz"]),
        (["runs", "--store", "mysql://host/db"], 3, ["mysql"]),
        (["run", "mnist-mlp", "--store", "postgresql://host/db"], 3, ["postgresql"]),
        (["runs", "--store", "nonsense"], 3, ["'nonsense' is not the URL of a store", "SQLite file"]),
        (["runs", "--store", "sqlite:////nowhere/at/all.sqlite"], 2, ["/nowhere/at/all.sqlite", "is not there"]),
        (["show", "last", "--store", "sqlite:////nowhere/at/all.sqlite"], 2, ["/nowhere/at/all.sqlite", "is not there"]),
    ],
)
def test_a_wrong_word_is_answered_in_two_lines(
    capsys: pytest.CaptureFixture[str], gpuscope_home: Path, arguments: list[str], code: int, words: list[str]
) -> None:
    refused(capsys, arguments, code, *words)
    assert not (gpuscope_home / "runs").exists() or not list((gpuscope_home / "runs").iterdir())


@pytest.mark.skipif(Path("/proc/driver/nvidia/version").exists(), reason="this machine has an NVIDIA driver")
def test_a_device_that_is_not_there_is_refused_with_its_reason(capsys: pytest.CaptureFixture[str]) -> None:
    refused(capsys, ["run", "mnist-mlp", "--device", "cuda:0"], 3, "cuda:0", "driver")


def test_a_prefix_of_two_runs_names_them(capsys: pytest.CaptureFixture[str]) -> None:
    for run_id in ("abc000000001", "abc000000002"):
        store_run(run_id)
    refused(capsys, ["show", "abc"], 2, "abc000000001", "abc000000002")
    assert parser.main(["show", "abc000000001", "--json"]) == 0


@pytest.mark.parametrize("verb", [("export", "last"), ("compare", "last", "last")])
def test_an_output_path_in_a_missing_folder(capsys: pytest.CaptureFixture[str], tmp_path: Path, verb: tuple[str, ...]) -> None:
    store_run("abc000000001")
    refused(capsys, [*verb, "-o", str(tmp_path / "no" / "x.csv")], 2, str(tmp_path / "no"))


@pytest.mark.parametrize("verb", [("runs",), ("show", "last"), RUN])
@pytest.mark.parametrize("kind", ["foreign", "garbage"])
def test_a_foreign_store_is_refused_and_not_touched(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, verb: tuple[str, ...], kind: str
) -> None:
    path = tmp_path / "other.sqlite"
    if kind == "foreign":
        with sqlite3.connect(path) as connection:
            connection.execute("CREATE TABLE bookmarks (url TEXT)")
        connection.close()
    else:
        path.write_bytes(b"no database at all" * 100)
    before = path.read_bytes()
    refused(capsys, [*verb, "--store", f"sqlite:///{path}"], 3, "other.sqlite")
    assert path.read_bytes() == before


@pytest.mark.parametrize("verb", [("runs",), ("show", "last")])
def test_a_corrupt_store_is_told_with_the_cure_and_left_alone(
    capsys: pytest.CaptureFixture[str], gpuscope_home: Path, verb: tuple[str, ...]
) -> None:
    path = damaged_store(gpuscope_home)
    before = path.read_bytes()
    refused(capsys, verb, 3, "doctor --repair")
    assert path.read_bytes() == before


def test_run_sets_a_corrupt_store_aside_and_goes_on(gpuscope_home: Path) -> None:
    damaged_store(gpuscope_home)
    done = gpuscope("run", "--json", "--", sys.executable, "-c", "import time; time.sleep(0.3)")
    assert done.code == 0
    assert "set aside" in done.err
    assert [path.name for path in gpuscope_home.glob("*damaged*")] or len(list(gpuscope_home.glob("gpuscope*.sqlite*"))) > 1
    assert gpuscope("show", done.document["run_id"], "--json").document["state"] == "finished"


def damaged_store(home: Path) -> Path:
    store_run("abc000000001")
    path = home / "gpuscope.sqlite"
    data = bytearray(path.read_bytes())
    for at in range(4096, len(data), 4096):
        data[at : at + 200] = b"\xff" * 200
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("verb", [("runs",), RUN])
def test_a_home_that_cannot_be_made(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, verb: tuple[str, ...]
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("GPUSCOPE_HOME", str(tmp_path / "file" / "home"))
    if verb == RUN:
        refused(capsys, verb, 3, "GPUSCOPE_HOME")
    else:  # reading needs no folder, and an empty store is valid
        assert parser.main(verb) in (0, 3)


LIMITED = (
    "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000)); "
    "from gpuscope.__main__ import main; sys.exit(main())"
)


def test_a_full_disk_refuses_a_workload_of_ours_before_it_starts(gpuscope_home: Path) -> None:
    done = limited(*RUN)
    assert done.returncode == 3
    assert len(done.stderr.splitlines()) == 2
    assert "Free" in done.stderr
    assert not list(gpuscope_home.glob("runs/*"))


def test_a_full_disk_leaves_a_command_its_own_code() -> None:
    done = limited("run", "--", sys.executable, "-c", "print('untouched'); raise SystemExit(5)")
    assert done.returncode == 5
    assert done.stdout == "untouched\n"
    assert "not stored" in done.stderr or "not in the store" in done.stderr


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The fallback folder for readings that the store cannot take, in the test's temporary folder."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    return folder


def limited(*arguments: str, script: str = LIMITED) -> subprocess.CompletedProcess[str]:
    """Run gpuscope with files limited to 100 kB, as on a full disk."""
    return subprocess.run(
        [sys.executable, "-c", script, *arguments],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        env=dict(os.environ),
        timeout=100,
        check=False,
    )


NO_SPOOL = LIMITED.replace("sys.exit", "from gpuscope.recording.spool import Spool; Spool.append = lambda *_: False; sys.exit")
"""Like LIMITED, and the spool in the run's folder cannot be written either."""
NOWHERE = NO_SPOOL.replace("sys.exit", "from gpuscope.recording import unstored; unstored.places = list; sys.exit")
"""Like NO_SPOOL, and there is no fallback folder for the readings."""


def test_a_run_that_the_store_could_not_take_is_whole_after_the_next_start_by_its_spool(gpuscope_home: Path, elsewhere: Path) -> None:
    assert limited("run", "--name", "late", "--", sys.executable, "-c", "raise SystemExit(5)").returncode == 5
    assert list(elsewhere.glob("gpuscope-unstored-*")) == []
    run = after_the_next_start("late")
    assert (run["state"], run["exit_code"], run["reason"]) == ("failed", 5, "exit code 5")
    assert run["devices"]


def test_a_run_that_the_store_could_not_take_is_whole_after_the_next_start(gpuscope_home: Path, elsewhere: Path) -> None:
    assert limited("run", "--name", "late", "--", sys.executable, "-c", "raise SystemExit(5)", script=NO_SPOOL).returncode == 5
    assert len(list(elsewhere.glob("gpuscope-unstored-*"))) == 1
    run = after_the_next_start("late")
    assert (run["state"], run["exit_code"], run["reason"]) == ("failed", 5, "exit code 5")
    assert run["devices"]
    assert list(elsewhere.glob("gpuscope-unstored-*")) == []


def test_a_run_that_nothing_could_take_is_told_truly_afterwards(gpuscope_home: Path) -> None:
    done = limited("run", "--name", "lost", "--", sys.executable, "-c", "raise SystemExit(5)", script=NOWHERE)
    assert done.returncode == 5
    run = after_the_next_start("lost")
    assert (run["state"], run["exit_code"]) == ("failed", 5)
    assert "samples were lost" in run["reason"]


def after_the_next_start(name: str) -> dict[str, Any]:
    """Start another run, which imports the saved readings, and return the stored document of the named run."""
    assert gpuscope("run", "--", "true").code == 0
    known = {run["name"]: run["run_id"] for run in gpuscope("runs", "--json").document["runs"]}
    document: dict[str, Any] = gpuscope("show", known[name], "--json").document
    return document


@pytest.mark.parametrize("arguments", [("--help",), ("runs",), ("runs", "--json"), ("workloads",)])
def test_a_standard_output_that_is_full_is_told_and_is_no_bug(gpuscope_home: Path, arguments: tuple[str, ...]) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(command(*arguments), stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert done.stderr.splitlines()[0] == "gpuscope: standard output cannot be written: No space left on device"
    assert not (gpuscope_home / "gpuscope.log").exists()


def test_a_commands_code_is_its_own_also_when_the_result_cannot_be_printed() -> None:
    with open("/dev/full", "w") as full:
        arguments = command("run", "--json", "--", sys.executable, "-c", "raise SystemExit(7)")
        done = subprocess.run(arguments, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    assert done.returncode == 7
    assert "the result cannot be printed" in done.stderr


def test_a_working_folder_that_is_gone(tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    for words in (["gemm", "--steps", "1"], ["--", "true"]):
        script = f"cd {folder} && rmdir {folder} && exec {shlex.join(command('run', *words))}"
        done = subprocess.run(["sh", "-c", script], capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 2
        assert "the working folder is gone" in done.stderr
        folder.mkdir()


def test_a_second_ctrl_c_while_the_process_ends_prints_no_traceback() -> None:
    code = """if True:
        import atexit, os, signal, sys
        from gpuscope.__main__ import main
        atexit.register(os.kill, os.getpid(), signal.SIGINT)  # registered before main is called, so called after what main registers
        sys.argv = ["gpuscope", "--version"]
        sys.exit(main())
    """
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)
    assert (ended.returncode, ended.stderr) == (0, "")
