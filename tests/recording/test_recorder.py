"""The complete recorder: real processes, a real store, known true values."""

import contextlib
import json
import os
import re
import signal
import struct
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from gpuscope.core import figures
from gpuscope.core.errors import UnavailableError
from gpuscope.core.event import Log
from gpuscope.core.event_batch import EventBatch
from gpuscope.recording.left_runs import recover_left_runs
from gpuscope.recording.run_connection import RunConnection
from gpuscope.recording.run_folder import derive_state
from gpuscope.recording.spool import _complete_items
from gpuscope.storage.sqlite_file import lock_path, store_path
from gpuscope.storage.store import StoreReader
from gpuscope.system import paths
from gpuscope.system.locks import FileLock
from tests.recording.recorders import ROOT, gpuscope, of_home, recorder, store_url, until, with_words
from tests.standin.fixtures import PlacedStandin, standin
from tests.standin.standin import Rule

__all__ = ["standin"]

SLEEPER = "import time; print('ready', flush=True); time.sleep(60)"
STUBBORN = "import signal, time; [signal.signal(n, signal.SIG_IGN) for n in (2, 15)]; print('ready', flush=True); time.sleep(60)"


def test_a_workload_of_ours_is_recorded_with_its_known_steps_and_samples() -> None:
    done = gpuscope("run", "mnist-mlp", "--batch-size", "32", "--steps", "400", "--warmup-steps", "10", "--json")
    assert done.code == 0, done.err
    run = done.document
    assert run["state"] == "finished"
    assert (run["steps"], run["warmup_steps"], run["samples"], run["steps_kind"]) == (400, 10, 400 * 32, "optimizer")
    throughput = run["metrics"]["throughput"]
    assert throughput["quality"] == "derived"
    assert throughput["value"] == pytest.approx(run["samples"] / run["duration_s"], rel=1e-9)
    assert 0.0 <= run["metrics"]["accuracy"]["value"] <= 1.0
    assert run["metrics"]["energy"]["value"] is None
    assert run["metrics"]["energy"]["reason"]
    assert run["metrics"]["time_to_first_step"]["value"] > 0
    for phase in ("data", "forward", "backward", "optimizer"):
        assert 0 < run["metrics"][f"phase_time_{phase}"]["value"] < run["duration_s"]
    assert "phase_time_copy" not in run["metrics"]
    assert "energy_waiting" not in run["metrics"]
    assert run["environment"]["torch"]
    assert run["environment"]["cpu"]
    assert len(str(run["environment"]["recorder.helper_cpu_time_s"]).partition(".")[2]) <= 3, "in milliseconds"
    assert not of_home()
    shown = gpuscope("show", run["run_id"][:6], "--json").document
    assert shown == run
    with StoreReader(store_url()) as reader:
        assert len(reader.steps(run["run_id"])) == 410
        clocks = [event for event in reader.events(run["run_id"], ["log"]) if isinstance(event, Log) and event.level == "clocks"]
        assert len(clocks) >= 2
        assert clocks[-1].values["realtime_s"] - clocks[0].values["realtime_s"] == pytest.approx(
            (clocks[-1].t_ns - clocks[0].t_ns) / 1e9, abs=0.01
        )
        assert {"cpu", "workload", "recorder"} <= {info.device for info in reader.series_list(run["run_id"])}


def test_secrets_of_a_command_line_reach_the_command_and_no_file_of_ours(gpuscope_home: Path) -> None:
    runs = []
    for token, password in (("hf_abcdefghijklmnopqrst", "swordfish-one"), ("hf_0123456789abcdefghij", "swordfish-two")):
        script = f'API_KEY={password}; test "$0$2" = {token}$API_KEY && cp $GPUSCOPE_CHANNEL/header.json $GPUSCOPE_HOME && echo told'
        done = gpuscope("run", "--name", f"with {token}", "--", "sh", "-c", script, token, "--password", password)
        assert (done.code, done.out) == (0, "told\n"), done.err
        runs.append(gpuscope("show", "last", "--json").document)
    assert [run["name"] for run in runs] == ["with [redacted]"] * 2
    assert "both runs have the same settings" in gpuscope("compare", *(run["run_id"] for run in runs)).err
    kept = [file for file in gpuscope_home.rglob("*") if file.is_file()]
    assert {"gpuscope.sqlite", "header.json"} <= {file.name for file in kept}
    for file in kept:
        assert not re.search(b"hf_abcdefgh|hf_01234567|swordfish", file.read_bytes()), file


def test_a_command_runs_as_it_would_bare_and_ends_with_its_code(tmp_path: Path) -> None:
    script = tmp_path / "command.py"
    script.write_text("import os, sys; print('to out'); print('to err', file=sys.stderr); print(os.getcwd()); sys.exit(7)")
    done = gpuscope("run", "--name", "seven", "--", sys.executable, str(script), cwd=tmp_path)
    assert done.code == 7
    assert done.out == f"to out\n{tmp_path}\n"
    assert "to err\n" in done.err
    run = gpuscope("show", "last", "--json").document
    assert (run["name"], run["state"], run["exit_code"], run["steps"], run["steps_kind"]) == ("seven", "failed", 7, None, None)
    assert "7" in run["reason"]


def test_nobody_waits_for_a_run_that_has_ended_while_its_alert_command_is_awaited(tmp_path: Path) -> None:
    begun, over = tmp_path / "begun", tmp_path / "over"
    alert = f"sh -c 'touch {begun}; for _ in $(seq 500); do [ -e {over} ] && break; sleep 0.05; done'"
    with recorder("run", "--sensor", "simulated", "--alert", "power>1W", "--alert-command", alert, "--", "sleep", "1") as process:
        until(begun.exists)
        (folder,) = paths.runs_folder(store_url()).iterdir()
        with RunConnection.open(folder) as connection:
            assert list(connection.messages()), "it is served until its end"
        assert process.poll() is None
        with pytest.raises(UnavailableError, match="does not answer"):
            RunConnection.open(folder)
        over.touch()
        assert process.wait(20) == 0


def test_with_json_only_the_document_stands_on_standard_output() -> None:
    done = gpuscope("run", "--json", "--", sys.executable, "-c", "print('noise')")
    assert done.code == 0
    assert done.document["state"] == "finished"
    assert "noise\n" in done.err


def test_a_commands_window_opens_with_the_first_readings_and_closes_at_its_end() -> None:
    done = gpuscope("run", "--json", "--", sys.executable, "-c", "import time; time.sleep(3)")
    run = done.document
    assert 0 < run["window_start_s"] < 3
    assert run["duration_s"] == pytest.approx(run["wall_s"] - run["window_start_s"], abs=0.02)
    cpu = next(device for device in run["devices"] if device["device"] == "cpu")
    assert 0 <= cpu["metrics"]["utilization_mean"]["value"] <= 1
    assert cpu["metrics"]["energy"]["value"] is None


def test_the_steps_that_a_command_tells_of_are_its_figures() -> None:
    script = (
        f"import sys, time; sys.path.insert(0, {str(ROOT)!r}); import gpuscope\n"
        "with gpuscope.phase('epoch 1'):\n"
        "    gpuscope.log('begins'); time.sleep(0.5)\n"
        "    for _ in range(31): time.sleep(0.01); gpuscope.step()"
    )
    done = gpuscope("run", "--json", "--", sys.executable, "-c", script)
    run = done.document
    assert (run["steps"], run["warmup_steps"], run["steps_kind"]) == (31, 0, None)
    assert 30 < run["metrics"]["step_rate"]["value"] <= 100
    assert 0.01 <= run["metrics"]["latency_p50"]["value"] < 0.03
    assert "not recorded" not in done.err
    assert run["wall_s"] > 0.8
    shown = gpuscope("show", "last", "--all").out
    assert f"It finished after 31 steps in {figures.duration(run['wall_s'])}" in shown, shown
    with StoreReader(store_url()) as reader:
        assert not [event for event in reader.events(run["run_id"], ["log"]) if isinstance(event, Log) and event.level == "warning"]


@pytest.mark.parametrize(("number", "name"), [(signal.SIGKILL, "SIGKILL"), (signal.SIGSEGV, "SIGSEGV")])
def test_a_command_that_a_signal_ends_is_128_and_the_signal(number: int, name: str) -> None:
    done = gpuscope("run", "--", sys.executable, "-c", f"import os; os.kill(os.getpid(), {int(number)})")
    assert done.code == 128 + number
    run = gpuscope("show", "last", "--json").document
    assert (run["state"], run["exit_code"], run["signal"]) == ("failed", None, number)
    assert name in run["reason"] or "memory" in run["reason"]


def test_detach_follow_mark_and_stop() -> None:
    started = gpuscope("run", "--detach", "--json", "--", sys.executable, "-c", SLEEPER)
    assert started.code == 0, started.err
    run_id = started.document["run_id"]
    until(lambda: gpuscope("mark", run_id, "half way").code == 0)
    with recorder("show", run_id, "--follow", "--json") as follower:
        stopped = gpuscope("stop", run_id)
        assert stopped.code == 0, stopped.err
        out, _ = follower.communicate(timeout=30)
    run = json.loads(out)
    assert run["state"] == "stopped"
    until(lambda: not of_home())
    with StoreReader(store_url()) as reader:
        marks = [event.text for event in reader.events(run_id, ["log"]) if isinstance(event, Log) and event.level == "mark"]
    assert marks == ["half way"]


def test_gpu_sensors_that_crashed_three_times_are_tried_again_on_request(standin: PlacedStandin) -> None:
    healthy = standin.machine
    standin.show(healthy.with_rules(Rule("nvmlInitWithFlags", "crash")))
    run_id = gpuscope("run", "--detach", "--json", "--", sys.executable, "-c", SLEEPER).document["run_id"]
    until(lambda: gpuscope("mark", run_id, "listens").code == 0)
    until(lambda: "switched off" in logs_of(run_id))
    standin.show(healthy)
    with RunConnection.open(paths.runs_folder(store_url()) / run_id) as connection:
        assert connection.request("sensors")["ok"]
    until(lambda: "gpu:0" in [device["device"] for device in gpuscope("show", run_id, "--json").document["devices"]])
    assert gpuscope("stop", run_id).code == 0
    until(lambda: not of_home())


def logs_of(run_id: str) -> str:
    with StoreReader(store_url()) as reader:
        if run_id not in [record.run_id for record in reader.runs()]:
            return ""
        return "\n".join(event.text for event in reader.events(run_id, ["log"]) if isinstance(event, Log))


def test_a_detached_recorders_refusal_comes_back_in_its_words() -> None:
    done = gpuscope("run", "no-such-thing", "--detach")
    assert done.code == 2
    assert "no-such-thing" in done.err
    assert "gpuscope workloads" in done.err or "Choose one of" in done.err


def test_a_stubborn_command_is_gone_within_ten_seconds_of_the_stop() -> None:
    with recorder("run", "--", sys.executable, "-c", STUBBORN) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        begin = time.monotonic()
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=15)
        assert time.monotonic() - begin < 10.5
    assert not of_home()
    assert gpuscope("show", "last", "--json").document["state"] == "stopped"


def test_ctrl_c_ends_a_workload_of_ours_in_good_order(naps: Path) -> None:
    with recorder("run", "mnist-mlp", "--steps", "1000000", "--json") as process:
        until(lambda: _steps_taken() > 100, 60)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=20)
    assert process.returncode == 130
    run = json.loads(out)
    assert run["state"] == "stopped"
    assert run["steps"] > 0
    assert run["samples"] == run["steps"] * 64
    assert run["duration_s"] > 0
    assert not of_home()


def test_killing_the_recorder_leaves_no_process_and_an_interrupted_run() -> None:
    tree = (
        "import os, subprocess, sys, time\n"
        "for _ in range(3): subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'], start_new_session=True)\n"
        "print('ready', flush=True); time.sleep(60)"
    )
    with recorder("run", "--name", "killed", "--", sys.executable, "-c", tree) as process:
        assert process.stdout is not None
        process.stdout.readline()
        until(lambda: len(with_words(of_home(), "time.sleep(60)")) >= 5)
        until(lambda: _committed() > 2)
        committed = _committed()
        process.kill()
        killed = time.monotonic()
        until(lambda: not of_home(), 2)
        assert time.monotonic() - killed < 2
    with StoreReader(store_url()) as reader:
        record = derive_state(reader.run("last"))
        assert reader.committed(record.run_id) >= committed
    assert record.state == "interrupted"
    assert record.reason is not None
    assert "recorded up to" in record.reason
    assert gpuscope("runs", "--json").document["runs"][0]["state"] == "interrupted"
    done = gpuscope("run", "--", sys.executable, "-c", "import time; time.sleep(0.5)")  # the next start imports it
    assert done.code == 0
    assert "recovered run killed" in done.err
    again = gpuscope("show", record.run_id, "--json").document
    assert again["state"] == "interrupted"
    assert again["duration_s"] > 0


STEPPER = "import gpuscope, time\nwhile True:\n    gpuscope.step()\n    time.sleep(0.001)"


@pytest.mark.parametrize(("another_writer_has_the_store", "count"), [(False, 3), (True, 6)])
def test_killing_the_recorder_loses_less_than_a_second_however_old_its_last_commit_is(
    another_writer_has_the_store: bool, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    with recorder("run", "--", sys.executable, "-c", STEPPER) as process:
        until(lambda: _committed() >= 0)
        spool = next((Path(os.environ["GPUSCOPE_HOME"]) / "runs").glob("*/batches.spool"))
        until(lambda: _unstored(spool))  # so that no declaration is pending
        with FileLock(lock_path(store_path(store_url()))) if another_writer_has_the_store else contextlib.nullcontext():
            seen: list[list[int]] = []
            until(lambda: seen.append(_unstored(spool)) or len(seen[-1]) >= count)  # type: ignore[func-returns-value]
            killed_ns = time.monotonic_ns()
            process.kill()
            process.wait()
    run_id = spool.parent.name
    assert gpuscope("show", run_id, "--json").document["state"] == "interrupted"
    with StoreReader(store_url()) as reader:
        assert reader.committed(run_id) >= seen[-1][-1]
        run, steps = reader.run(run_id), reader.steps(run_id)
        assert {one.device for one in reader.series_list(run_id)} <= {result.device.key for result in run.devices}
    assert killed_ns - (run.start_ns + int(steps[-1])) < 1_000_000_000
    assert (steps[1:] > steps[:-1]).all()
    assert not spool.exists()


def test_a_recorder_that_is_killed_before_its_store_is_open_keeps_its_readings() -> None:
    Path(os.environ["GPUSCOPE_HOME"]).mkdir(mode=0o700, exist_ok=True)
    with FileLock(lock_path(store_path(store_url()))), recorder("run", "--", sys.executable, "-c", SLEEPER) as process:
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(2)
        killed_ns = time.monotonic_ns()
        process.kill()
        process.wait()
    recover_left_runs(store_url(), lambda _: None)
    with StoreReader(store_url()) as reader:
        run = reader.run("last")
        stamps = [reader.series(run.run_id, info.device, info.metric).after_ns for info in reader.series_list(run.run_id) if info.device]
        assert {info.device for info in reader.series_list(run.run_id)} <= {result.device.key for result in run.devices}
    last_ns = max((run.start_ns + int(series[-1]) for series in stamps if series.size), default=0)
    assert killed_ns - last_ns < 1_500_000_000, "a second, and what a busy machine is late"


def _unstored(spool: Path) -> list[int]:
    """Return the numbers of the spooled batches that the store lacks."""
    committed = _committed()
    return [item.seq for item in _complete_items(spool) if isinstance(item, EventBatch) and item.seq > committed]


def _steps_taken() -> int:
    """Return the step count of the live run's ring."""
    for ring in (Path(os.environ["GPUSCOPE_HOME"]) / "runs").glob("*/steps-*.ring"):
        return struct.unpack_from("<q", ring.read_bytes()[:72], 64)[0]
    return 0


def _committed() -> int:
    with StoreReader(store_url()) as reader:
        runs = reader.runs()
        return reader.committed(runs[0].run_id) if runs else -1


@pytest.mark.parametrize("who", ["guard", "sensors"])
def test_killing_guard_or_helper_hurts_neither_the_run_nor_its_record(who: str, tmp_path: Path) -> None:
    script = "import pathlib, sys, time; pathlib.Path(sys.argv[1]).touch(); time.sleep(4); print('whole')"
    with recorder("run", "--json", "--", sys.executable, "-c", script, str(tmp_path / "runs")) as process:
        until(lambda: (tmp_path / "runs").exists() and with_words(psutil_children(process.pid), who))
        for victim in with_words(psutil_children(process.pid), who)[:1]:
            victim.kill()
        out, err = process.communicate(timeout=30)
    assert process.returncode == 0, err
    run = json.loads(out)
    assert run["state"] == "finished"
    assert run["wall_s"] > 4
    assert "whole" in err
    if who == "sensors":
        cpu = next(device for device in run["devices"] if device["device"] == "cpu")
        assert cpu["metrics"]["utilization_mean"]["value"] is not None


def psutil_children(pid: int) -> list[psutil.Process]:
    try:
        return psutil.Process(pid).children(recursive=True)
    except psutil.NoSuchProcess:
        return []


def test_two_recorders_at_once_both_work() -> None:
    with (
        recorder("run", "--json", "--name", "one", "--", "sleep", "2") as one,
        recorder("run", "--json", "--name", "two", "--", "sleep", "2") as two,
    ):
        documents = [json.loads(process.communicate(timeout=40)[0]) for process in (one, two)]
    assert {document["name"] for document in documents} == {"one", "two"}
    assert all(document["state"] == "finished" for document in documents)
    assert len(gpuscope("runs", "--json").document["runs"]) == 2


def test_a_failing_workload_tells_why_with_the_last_lines() -> None:
    done = gpuscope("run", "--", sys.executable, "-c", "import nothing_of_that_name")
    assert done.code == 1
    run = gpuscope("show", "last", "--json").document
    assert "nothing_of_that_name" in run["reason"]


def test_gigabytes_of_output_stay_bounded(tmp_path: Path) -> None:
    script = "import sys\nfor _ in range(600): sys.stdout.buffer.write(b'\\x1b[31m' + b'x' * 100000)\nprint('\\nend')"
    done = gpuscope("run", "--json", "--", sys.executable, "-c", script)
    assert done.code == 0
    assert len(done.err) > 60_000_000
    log = next((Path(os.environ["GPUSCOPE_HOME"]) / "runs").glob("*/output.log"))
    assert log.stat().st_size < 1 << 20
    assert "\x1b" not in log.read_text()
    assert log.read_text().rstrip().endswith("end")


def test_a_bug_where_the_store_is_opened_ends_nobodys_command(tmp_path: Path) -> None:
    broken = "import gpuscope.recording.results as results; results.environment = lambda *_: 1 / 0\n"
    script = f"{broken}from gpuscope.__main__ import main; import sys; sys.exit(main())"
    command = [sys.executable, "-c", script, "run", "--", sys.executable, "-c", "import time; time.sleep(2); print('whole'); exit(6)"]
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (6, "whole\n")
    assert "a bug of gpuscope" in done.stderr
    assert "ZeroDivisionError" in (Path(os.environ["GPUSCOPE_HOME"]) / "gpuscope.log").read_text()


def test_a_warning_before_the_refusal_of_a_run_is_shown(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    full = "import tempfile\ndef full(**_): raise OSError(28, 'No space left on device')\ntempfile.mkdtemp = full\n"
    script = f"{full}from gpuscope.__main__ import main; import sys; sys.exit(main())"
    environ = {**os.environ, "GPUSCOPE_HOME": str(tmp_path / "file" / "home")}
    command = [sys.executable, "-c", script, "run", "--", sys.executable, "-c", "print('ran')"]
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60, check=False, env=environ)
    assert (done.returncode, done.stdout) == (3, "")
    assert "the command runs anyway" in done.stderr
    assert "no temporary folder can be made: No space left on device\nFree some disk space, or set TMPDIR." in done.stderr


def test_a_recorder_without_memory_says_so_and_keeps_the_commands_exit_code(tmp_path: Path) -> None:
    script = (  # stands for libraries that cannot be mapped
        "import sys\n"
        "class Refusing:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name in ('numpy', 'sqlalchemy', 'unicodedata'):\n"
        "            raise ImportError(name + '.so: failed to map segment from shared object')\n"
        "sys.meta_path.insert(0, Refusing())\n"
        "from gpuscope.__main__ import main; sys.exit(main())"
    )
    command = [sys.executable, "-c", script, "run", "--", sys.executable, "-c", "print('whole'); exit(6)"]
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (6, "whole\n")
    assert "the end of the run is not stored: there is not enough memory for gpuscope itself; the next run recovers it" in done.stderr
    assert "Traceback" not in done.stderr
    assert "bug" not in done.stderr


def test_a_command_runs_also_where_nothing_can_be_kept(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    home = str(tmp_path / "file" / "home")
    done = gpuscope("run", "--", sys.executable, "-c", "print('ran'); exit(3)", GPUSCOPE_HOME=home, TMPDIR=str(tmp_path))
    assert (done.code, done.out) == (3, "ran\n")
    assert "the command runs anyway" in done.err
    assert "not in the store" in done.err
    (kept,) = tmp_path.glob("gpuscope-unstored-*")
    assert gpuscope("import", str(kept)).code == 0
    (run,) = gpuscope("runs", "--json").document["runs"]
    assert (run["state"], run["exit_code"]) == ("failed", 3)


def test_a_program_that_tells_something_just_before_its_end_is_heard() -> None:
    script = "import gpuscope\nfor n in range(50): gpuscope.log(f'word {n}')"
    done = gpuscope("run", "--json", "--", sys.executable, "-c", script, PYTHONPATH=str(ROOT))
    assert done.code == 0, done.err
    with StoreReader(store_url()) as reader:
        words = [
            event.text for event in reader.events(done.document["run_id"], ["log"]) if isinstance(event, Log) and event.level == "info"
        ]
    assert words == [f"word {n}" for n in range(50)]
