"""Profiles of runs, from the flag to the file, and the run's record of them."""

import gzip
import json
import os
import signal
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from gpuscope.analysis.run_value import RECORDED
from gpuscope.analysis.series import DeviceSeries
from gpuscope.core.capture_request import CaptureRequest
from gpuscope.core.event import Capture
from gpuscope.core.quantity import Quality
from gpuscope.core.run import DeviceResult
from gpuscope.core.runspec import RunSpec
from gpuscope.recording.captures import captures, compress, profile_energy, profile_files, sentences
from gpuscope.storage.store import StoreReader
from gpuscope.system import paths
from tests.analysis.records import run_record
from tests.analysis.test_capture_energy import CARD
from tests.profiles import made
from tests.recording.recorders import gpuscope, of_home, recorder, store_url, until
from tests.standin.fixtures import PlacedStandin, standin
from tests.standin.standin import Gpu, Standin

__all__ = ["standin"]

REQUEST = CaptureRequest.parse("steps=100:110")
TIMED = CaptureRequest.parse("time=30s:35s")
WRITTEN = Capture(7, 1_000, 2_000, "written", 100, 10, 10, "profile-7-1.json", 5_000, {"start": 0.02, "steps": 0.15, "write": 0.06})


def kept(run_id: str) -> tuple[Path, list[Capture]]:
    with StoreReader(store_url()) as reader:
        return paths.runs_folder(store_url()) / run_id, captures(reader.events(run_id))


def steps_of(path: Path) -> list[str]:
    events = json.loads(gzip.decompress(path.read_bytes()))["traceEvents"]
    return [event["name"] for event in events if event.get("cat") == "user_annotation" and event["name"].startswith("ProfilerStep")]


def test_a_profiled_run_has_its_profile_beside_it_and_says_so(tmp_path: Path) -> None:
    done = gpuscope("run", "mnist-mlp", "--steps", "300", "--profile", "steps=100:110,memory", "--json")
    assert done.code == 0, done.err
    run = done.document
    assert run["spec"]["profile"] == "steps=100:110,memory"
    folder, told = kept(run["run_id"])
    assert [(one.state, one.first, one.steps) for one in told] == [("written", 100, 10)]
    (path,) = profile_files(folder)
    assert path.name == f"{told[0].file}.gz"
    assert path.stat().st_mode & 0o777 == 0o600
    assert steps_of(path) == [f"ProfilerStep#{number}" for number in range(100, 110)]
    assert run["environment"]["recorder.profile"].startswith("the profiler recorded 10 steps from 100 on")
    assert run["steps"] == 300
    throughput = run["metrics"]["throughput"]
    assert "in which the profiler ran" in throughput["reason"]
    assert told[0].end_ns is not None
    lost_s = (told[0].end_ns - told[0].begin_ns) / 1e9
    assert throughput["value"] == pytest.approx(290 * 64 / (run["duration_s"] - lost_s), rel=1e-6)
    assert run["metrics"]["latency_p50"]["source"].startswith("ends of 290 steps")
    assert f"What the profiler recorded: gpuscope profile {run['run_id']}" in gpuscope("show", run["run_id"]).out
    assert gpuscope("profile", run["run_id"], "--json").document["steps"]
    exported = gpuscope("export", run["run_id"], "-o", str(tmp_path / "run.gpuscope"))
    assert f"without its profile, which stays a file of its own: {path}" in exported.err
    assert "USDT" not in done.err
    gpuscope("delete", run["run_id"])
    gpuscope("delete", "--purge")
    assert not folder.exists()


def test_energy_of_the_profiled_part_is_left_out(standin: PlacedStandin) -> None:
    machine = Standin(gpus=(Gpu(curve="ramp", low=100, high=300, period=3.0),))
    standin.show(machine)
    done = gpuscope("run", "mnist-mlp", "--duration", "4s", "--profile", "time=1s:2s", "--json")
    assert done.code == 0, done.err
    run = done.document
    _, (told,) = kept(run["run_id"])
    assert told.end_ns is not None
    with StoreReader(store_url()) as reader:
        record = reader.run(run["run_id"])
    assert record.window_start_s is not None
    assert record.duration_s is not None
    gpu, open_s = machine.gpus[0], (record.start_ns - machine.epoch) / 1e9 + record.window_start_s
    begin_s, end_s = ((stamp - machine.epoch) / 1e9 for stamp in (told.begin_ns, told.end_ns))
    truth_j = gpu.energy_j(begin_s) - gpu.energy_j(open_s) + gpu.energy_j(open_s + record.duration_s) - gpu.energy_j(end_s)
    (energy,) = [device["metrics"]["energy"] for device in run["devices"] if device["device"] == "gpu:0"]
    edge_j = 300 * 0.05  # half of the 0.1 s between two readings, at the highest power
    assert energy["value"] == pytest.approx(truth_j, abs=2 * edge_j)  # of four edges, which offset one another in part
    assert energy["value"] < 0.9 * (gpu.energy_j(open_s + record.duration_s) - gpu.energy_j(open_s))
    assert "in which the profiler ran" in energy["reason"]


def test_a_workload_that_is_killed_while_it_is_profiled_leaves_a_run_and_no_profile() -> None:
    with recorder("run", "mnist-mlp", "--duration", "60s", "--profile", "time=0.3s:15s"):
        until(lambda: any(told.state == "capturing" for told in _live()), 60)
        os.kill(_live()[0].pid, signal.SIGKILL)
        until(lambda: not of_home(), 30)
    with StoreReader(store_url()) as reader:
        (row,) = reader.runs()
        record = reader.run(row.run_id)
    assert record.state.value == "failed"
    assert record.environment["recorder.profile"] == "the program ended while it was profiled, and left no profile"
    assert record.metrics["throughput"].value is not None
    assert not profile_files(Path(record.folder))


def _live() -> list[Capture]:
    with StoreReader(store_url()) as reader:
        return [told for row in reader.runs() for told in captures(reader.events(row.run_id))]


def test_what_was_profiled_is_told_with_its_cost() -> None:
    words = sentences(REQUEST, [WRITTEN], 300, 7)
    assert words == (
        "the profiler recorded 10 steps from 100 on; starting and writing took 80.0 ms; none of it is in throughput, step times and energy"
    )


def test_a_capture_of_one_of_several_gpus_has_no_joules_of_all(tmp_path: Path) -> None:
    cards = [DeviceResult(replace(CARD, key=f"gpu:{number}")) for number in range(2)]
    stamps = np.arange(0, 20_000_000_000, 20_000_000, dtype=np.int64)
    power_w = np.where(stamps % 40_000_000, 100.0, 101.0)
    watts = [DeviceSeries(card.device.key, "power", stamps, stamps, power_w, Quality.MEASURED, "a sensor", 0.02) for card in cards]
    run = run_record("a", RunSpec("command", command=("python", "train.py")), devices=tuple(cards))
    begin_ns = int(run.started_at.timestamp() * 1e9) + 4_000_000_000
    work = [made.kernel("gemm", 1, 0, 1_000_000), made.kernel("gemm", 2, 1_000_000, 1_000_000)]
    alone = made.made_profile(tmp_path, work, baseTimeNanoseconds=begin_ns)
    energy = profile_energy(run, watts, alone)
    assert (energy.value, energy.reason) == (None, "the run had 2 GPUs, of which this capture shows the work of 1")
    both = made.made_profile(tmp_path, [work[0], made.kernel("gemm", 2, 1_000_000, 1_000_000, device=1)], baseTimeNanoseconds=begin_ns)
    assert profile_energy(run, watts, both).value == pytest.approx(2 * 2 * 100.5, rel=0.02)


def test_what_was_profiled_begins_as_it_is_looked_for() -> None:
    assert sentences(REQUEST, [WRITTEN], 300, 7).startswith(RECORDED)


def test_of_several_ranks_the_one_that_counts_is_told_and_the_others_counted() -> None:
    others = [Capture(pid, 1_000, 2_000, "written", 100, 10) for pid in (8, 9)]
    assert sentences(REQUEST, [others[0], WRITTEN, others[1]], 300, 7).endswith("; 2 profiles of other processes as well")


@pytest.mark.parametrize(
    ("request_", "taken", "words"),
    [
        (REQUEST, 80, "nothing was profiled: steps 100 to 110 were never reached, the run ended after 80 steps"),
        (REQUEST, 300, "nothing was profiled: gpuscope could not be loaded in the program, where another module may have its name"),
        (
            CaptureRequest.parse("time=30s:35s"),
            80,
            "nothing was profiled: the time from 30 s to 35 s was never reached, the run ended after 80 steps",
        ),
        (
            REQUEST,
            0,
            (
                "nothing was profiled: the program took no step that gpuscope could detect, but 'gpuscope capture last --stacks 10s'"
                " samples a live program's Python stacks"
            ),
        ),
        (None, 80, ""),
    ],
)
def test_what_was_never_reached_is_told(request_: CaptureRequest | None, taken: int, words: str) -> None:
    assert sentences(request_, [], taken, 7) == words


def test_profiles_of_an_ended_run_are_compressed_and_unfinished_ones_removed(tmp_path: Path) -> None:
    (tmp_path / "profile-7-1.json").write_text('{"traceEvents": []}')
    (tmp_path / "profile-7-2.json.tmp").write_text("half")
    (tmp_path / "other.json").write_text("{}")
    compress(tmp_path)
    assert [path.name for path in profile_files(tmp_path)] == ["profile-7-1.json.gz"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["other.json", "profile-7-1.json.gz"]
    assert json.loads(gzip.decompress((tmp_path / "profile-7-1.json.gz").read_bytes())) == {"traceEvents": []}
    compress(tmp_path)
    assert len(profile_files(tmp_path)) == 1


def test_a_profile_that_cannot_be_compressed_stays_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    (tmp_path / "profile-7-1.json").write_text("{}")
    monkeypatch.setattr("gpuscope.recording.captures.shutil.copyfileobj", full)
    compress(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["profile-7-1.json"]


def test_a_file_system_that_has_become_read_only_keeps_profiles_as_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """There, even the removal of a file that does not exist is refused."""

    def refuse(*_: object, **_more: object) -> None:
        raise OSError(30, "Read-only file system")

    (tmp_path / "profile-7-1.json").write_text("{}")
    with monkeypatch.context() as patch:
        patch.setattr("gpuscope.recording.captures.open", refuse, raising=False)
        patch.setattr(Path, "unlink", refuse)
        compress(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["profile-7-1.json"]
