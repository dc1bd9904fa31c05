"""A run whose store cannot be written to the end: kept elsewhere and imported later, automatically or on request."""

import json
import os
import shutil
import socket
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from gpuscope.core.errors import UsageError
from gpuscope.core.event import End, Event, Sample
from gpuscope.core.event_batch import EventBatch, SeriesLayout
from gpuscope.core.run import RunRecord, RunState
from gpuscope.core.runspec import RunSpec
from gpuscope.recording import unstored
from gpuscope.recording.left_runs import recover_left_runs, restore_unstored
from gpuscope.recording.run_folder import RunFolder
from gpuscope.recording.run_history import RunHistory
from gpuscope.recording.spool import line_of
from gpuscope.storage.run_writer import RunWriter
from gpuscope.storage.store import StoreReader
from gpuscope.system import language
from gpuscope.system.processes import boot_id
from tests.recording.recorders import ROOT, gpuscope, store_url
from tests.storage.known import CALLS, CPU, GPU, QUALITY, RUN_ID, a_record, assert_whole, batch

LAYOUT = SeriesLayout([CPU, GPU], CALLS, QUALITY)
LINES = ("second last line", "last line")


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    monkeypatch.setattr(unstored, "places", lambda: [Path("/proc/nowhere"), folder])
    return folder


def batches(first: int, last: int) -> list[EventBatch]:
    return [EventBatch(batch(seq)) for seq in range(first, last + 1)]


def ended() -> RunRecord:
    return a_record(state=RunState.FINISHED, exit_code=0, spec=RunSpec("command", command=("train",)))


def ended_here() -> RunRecord:
    return replace(ended(), host=socket.gethostname(), boot_id=boot_id())


def kept(*items: EventBatch | SeriesLayout) -> Path:
    last = batch(10)[1][0]
    assert isinstance(last, Sample)
    end: list[Event] = [End(last.after_ns, "finished", 0)]
    found = unstored.keep(ended(), store_url(), [*items, EventBatch((10, end))], LINES)
    assert found is not None
    return found


def assert_all(reader: StoreReader) -> None:
    """Assert that batches 0 … 9 are there, each once, and the end."""
    assert reader.steps(RUN_ID).tolist() == [seq * 100_000_000 + offset for seq in range(10) for offset in (10, 20)]
    assert reader.series(RUN_ID, "cpu", "disk_read").values.tolist() == [float(2**53 + 4096 * seq) for seq in range(10)]
    assert reader.series(RUN_ID, "gpu:0", "power").values.tolist() == [70 + seq / 1000 for seq in range(0, 10, 3)]
    assert len(reader.events(RUN_ID, [End.KIND])) == 1


def in_store(record: RunRecord) -> None:
    """Leave the spool of a recorder whose store could be written for five batches."""
    folder = RunFolder.beside(store_url(), RUN_ID)
    running = replace(record, folder=str(folder.path), state=RunState.RUNNING, exit_code=None)
    folder.write_header(running, store_url())
    with RunWriter(store_url(), running) as writer:
        writer.declare([CPU, GPU], CALLS, QUALITY)
        writer.append(batches(0, 4))
    folder.close()


def test_what_the_store_lacks_follows_on_what_it_has(elsewhere: Path) -> None:
    in_store(ended())
    folder = kept(*batches(3, 9))
    told: list[str] = []
    recover_left_runs(store_url(), told.append)
    with RunHistory(store_url()) as history:
        found = history.find(RUN_ID)
        assert_all(history)
    assert (found.state, found.exit_code) == (RunState.FINISHED, 0)
    assert Path(found.folder, "output.log").read_text().splitlines() == list(LINES)
    assert len(told) == 1
    assert not folder.exists()


def test_a_run_that_was_called_interrupted_meanwhile_is_made_whole(elsewhere: Path) -> None:
    in_store(ended())
    recover_left_runs(store_url(), lambda _: None)
    with StoreReader(store_url()) as reader:
        assert reader.run(RUN_ID).state is RunState.INTERRUPTED
    kept(*batches(5, 9))
    recover_left_runs(store_url(), lambda _: None)
    with RunHistory(store_url()) as history:
        assert history.find(RUN_ID).state is RunState.FINISHED
        assert_all(history)


@pytest.mark.parametrize("began_stored", [True, False])
def test_until_it_is_recovered_its_end_is_told_and_not_a_kill(elsewhere: Path, began_stored: bool) -> None:
    if began_stored:
        in_store(ended_here())
    else:
        folder = RunFolder.beside(store_url(), RUN_ID)
        folder.write_header(replace(ended_here(), state=RunState.RUNNING, exit_code=None), store_url())
        folder.close()
    kept(*batches(5, 9))
    with RunHistory(store_url()) as history:
        shown = history.find(RUN_ID)
        (listed,) = history.young(()) if not began_stored else map(history.true_state, history.runs())
    assert (shown.state, shown.exit_code) == (listed.state, listed.exit_code) == (RunState.FINISHED, 0)
    assert shown.reason == "not all of it is in the store yet: the next 'gpuscope run' adds the rest"


def test_an_end_left_in_the_folder_of_the_run_is_told_too(elsewhere: Path) -> None:
    in_store(ended_here())
    folder = RunFolder.beside(store_url(), RUN_ID)
    folder.write_header(replace(ended_here(), state=RunState.FAILED, exit_code=6, reason="exit code 6"), store_url())
    folder.close()
    with RunHistory(store_url()) as history:
        shown = history.find(RUN_ID)
    assert (shown.state, shown.exit_code) == (RunState.FAILED, 6)
    assert shown.reason == "exit code 6; not all of it is in the store yet: the next 'gpuscope run' adds the rest"


def test_of_a_recorder_killed_before_the_store_was_open_it_is_told_that_its_samples_will_come(elsewhere: Path) -> None:
    folder = RunFolder.beside(store_url(), RUN_ID)
    folder.write_header(replace(ended_here(), state=RunState.RUNNING, exit_code=None), store_url())
    folder.close()
    with RunHistory(store_url()) as history:
        assert "before its first samples were stored" in str(history.find(RUN_ID).reason)
        (folder.path / "batches.spool").write_bytes(line_of(LAYOUT))
        assert str(history.find(RUN_ID).reason).endswith("; what it recorded is not in the store yet: the next 'gpuscope run' adds it")


def test_a_run_that_no_store_knows_is_whole_in_any(elsewhere: Path, tmp_path: Path) -> None:
    folder = kept(LAYOUT, *batches(0, 4), LAYOUT, *batches(5, 9))
    other = f"sqlite:///{tmp_path / 'other' / 'gpuscope.sqlite'}"
    (tmp_path / "other").mkdir()
    assert restore_unstored(other, folder).state is RunState.FINISHED
    with RunHistory(other) as history:
        assert history.find(RUN_ID).state is RunState.FINISHED
        assert_all(history)


def test_one_of_another_store_is_left_to_that(elsewhere: Path, tmp_path: Path) -> None:
    folder = kept(LAYOUT, *batches(0, 9))
    recover_left_runs(f"sqlite:///{tmp_path / 'other.sqlite'}", lambda _: None)
    assert folder.exists()


def test_one_that_somebody_else_could_have_written_is_not_taken_in_by_itself(elsewhere: Path) -> None:
    folder = kept(LAYOUT, *batches(0, 9))
    folder.chmod(0o770)
    recover_left_runs(store_url(), lambda _: None)
    assert folder.exists()


def test_of_a_torn_one_the_whole_lines_are_taken_and_the_rest_is_said_to_be_lost(elsewhere: Path) -> None:
    folder = kept(LAYOUT, *batches(0, 9))
    path = folder / "batches.spool"
    path.write_bytes(path.read_bytes()[:-30])
    recover_left_runs(store_url(), lambda _: None)
    with RunHistory(store_url()) as history:
        assert "were lost" in str(history.find(RUN_ID).reason)
        assert_whole(history, 10)


def test_where_nothing_can_be_written_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unstored, "places", lambda: [Path("/proc/nowhere")])
    assert unstored.keep(ended(), store_url(), [LAYOUT], LINES) is None


def test_the_command_brings_it_in(elsewhere: Path) -> None:
    folder = kept(LAYOUT, *batches(0, 9))
    done = gpuscope("import", str(folder), "--json")
    assert (done.code, done.document["files"][0]["new"]) == (0, [RUN_ID])
    with RunHistory(store_url()) as history:
        assert_all(history)


SCRIPT = """
set -e
cd "$1"; truncate -s 64M image; mkfs.ext4 -q -F image; mkdir -p mounted elsewhere; mount -o loop,errors=remount-ro image mounted
echo mounted
export GPUSCOPE_HOME="$PWD/mounted/home" TMPDIR="$PWD/elsewhere"
set +e
"$2" -P -c "$3" run -- "$2" -c "$4" >out 2>err; echo "code $?"
umount -l mounted; mount -o loop,errors=remount-ro image mounted
"$2" -P -c "$3" run -- true 2>again
"$2" -P -c "$3" runs --json >runs
"$2" -P -c "$3" doctor >/dev/null 2>&1
umount mounted
"""
WORKLOAD = """
import gpuscope, subprocess, time, sys
end = time.monotonic() + 7
aborted = False
while time.monotonic() < end:
    gpuscope.step()
    time.sleep(0.01)
    if not aborted and time.monotonic() > end - 2.5:
        aborted = True
        subprocess.run(["mount", "-o", "remount,abort", "mounted"], check=True)
print("to the end")
sys.exit(7)
"""


@pytest.fixture
def on_a_disk(tmp_path: Path) -> subprocess.CompletedProcess[str]:
    """Record a run in a file system of its own, which the kernel makes read-only meanwhile, as it does after disk errors."""
    if os.geteuid() or not shutil.which("mkfs.ext4") or not shutil.which("unshare"):
        pytest.skip("needs root, unshare and mkfs.ext4 for a file system of its own")
    start = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from gpuscope.__main__ import main; sys.exit(main())"
    arguments = [str(tmp_path), sys.executable, start, WORKLOAD]
    done = subprocess.run(
        ["unshare", "-m", "bash", "-c", SCRIPT, "-", *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, timeout=100, check=False,
    )  # fmt: skip
    if "mounted" not in done.stdout:
        pytest.skip(f"no file system can be mounted here: {done.stderr}")
    return done


@pytest.mark.slow
def test_a_file_system_that_turns_read_only_costs_neither_the_exit_code_nor_the_readings(
    on_a_disk: subprocess.CompletedProcess[str], tmp_path: Path
) -> None:
    told = (tmp_path / "err").read_text()
    assert "code 7" in on_a_disk.stdout, told
    assert "bug" not in told
    assert "recording goes on in memory" in told
    assert f"gpuscope import {tmp_path / 'elsewhere'}" in told
    assert "recovered run" in (tmp_path / "again").read_text()
    runs = json.loads((tmp_path / "runs").read_text())["runs"]
    first = min(runs, key=lambda run: datetime.fromisoformat(run["started_at"]).astimezone(UTC))
    assert (first["state"], first["exit_code"]) == ("failed", 7)
    assert first["steps"] > 400  # of about 650: all of them, including the seconds in which nothing could be written
    assert not list((tmp_path / "elsewhere").iterdir())


@pytest.mark.parametrize("verb", [("export", "-o", "x.csv"), ("export", "-o", "x.gpuscope"), ("edit", "--name", "x"), ("delete",)])
def test_a_listed_run_that_the_store_lacks_is_not_said_to_be_unknown(elsewhere: Path, verb: tuple[str, ...]) -> None:
    folder = RunFolder.beside(store_url(), RUN_ID)
    folder.write_header(replace(ended_here(), state=RunState.RUNNING, exit_code=None), store_url())
    folder.close()
    refused = gpuscope(verb[0], RUN_ID, *verb[1:])
    assert refused.code == 2
    assert f"run {RUN_ID} is not in the store yet\nThe next run to start here adds it, for example: gpuscope run -- true" in refused.err


def test_a_name_in_place_of_an_id_is_answered_with_the_id(elsewhere: Path) -> None:
    in_store(replace(ended(), name="base"))
    with RunHistory(store_url()) as history, pytest.raises(UsageError, match="the name of a run") as refused:
        history.find("base")
    assert refused.value.hint == f"Give its id: {RUN_ID}"


def test_ids_of_runs_of_one_name_are_told_in_the_language(elsewhere: Path) -> None:
    other = f"{RUN_ID[:-1]}1"
    for run_id in (RUN_ID, other):
        RunWriter(store_url(), replace(ended(), name="base", run_id=run_id)).close()
    with RunHistory(store_url()) as history, pytest.raises(UsageError) as refused:
        history.find("base")
    language.use("zh_CN")
    try:
        shown = language.composed(refused.value.hint)
    finally:
        language.use(language.ENGLISH)
    assert RUN_ID in shown
    assert other in shown
    assert "Give" not in shown
