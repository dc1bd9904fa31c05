"""The complete process of a workload: each test starts one, which takes seconds."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from gpuscope.core.event import End, Event, Hello, Phase, Result
from gpuscope.core.quantity import Quantity
from gpuscope.core.runspec import RunSpec
from gpuscope.probe.channel import Channel
from gpuscope.workloads import child, launch
from gpuscope.workloads.catalog import resolve
from gpuscope.workloads.child import cause
from gpuscope.workloads.steps.stop_request import StopRequest
from tests.probe.listener import Listener
from tests.workloads.steps.test_measured import stamps


def start(spec: RunSpec, folder: Path, wrapper: Sequence[str] = ()) -> "subprocess.Popen[str]":
    command = [*wrapper, *launch.child_command(spec)]
    variables = {**os.environ, "GPUSCOPE_CHANNEL": str(folder)}
    return subprocess.Popen(command, env=variables, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def finish(process: "subprocess.Popen[str]", listener: Listener) -> tuple[list[Event], str, str]:
    events = listener.events()
    out, err = process.communicate(timeout=60)
    return events, out, err


def test_a_whole_run(listener: Listener) -> None:
    (listener.folder / "torch.py").write_text("raise SystemExit('a file of the working folder was imported')")
    spec = resolve(RunSpec("gemm", steps=50, warmup_steps=5, threads=1, options={"size": 128}))
    process = start(spec, listener.folder)
    events, out, err = finish(process, listener)
    assert (process.returncode, out, err) == (0, "", "")
    hello, *_, result, done, end = events
    assert isinstance(hello, Hello)
    assert hello.info == {
        "steps": 50, "warmup_steps": 5, "duration_s": None, "warmup_limit_s": 0.0,
        "batch_size": 1, "samples_per_step": 1, "steps_kind": "kernel",
        "ring": f"steps-{process.pid}.ring", "ring_reason": None,
    }  # fmt: skip
    phases = [event.name for event in events if isinstance(event, Phase)]
    assert phases == ["load", "warmup", "measured", "evaluate", "done"]
    assert len(stamps(listener.folder)) == 55
    assert isinstance(result, Result)
    assert Quantity.from_json(result.values["flops"]).value is not None
    assert result.facts["threads"] == 1
    assert isinstance(done, Phase)
    assert isinstance(end, End)
    assert (end.state, end.exit_code, end.reason) == ("finished", 0, None)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signal_ends_a_run_in_good_order(listener: Listener, number: signal.Signals) -> None:
    spec = resolve(RunSpec("gemm", steps=10**6, warmup_steps=5, options={"size": 64}))
    process = start(spec, listener.folder)
    data = b""
    while b'"measured"' not in data:
        data += listener.connection.recv(1 << 16)
    process.send_signal(number)
    while part := listener.connection.recv(1 << 16):
        data += part
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, "", "")
    events = [json.loads(line) for line in data.splitlines()]
    closed = next(event for event in events if event["e"] == "phase" and event["name"] == "evaluate")
    assert closed["step"] == len(stamps(listener.folder))
    assert events[-2]["e"] == "result"
    assert events[-2]["values"]["max_relative_error"]["value"] is not None
    assert (events[-1]["state"], events[-1]["exit_code"], events[-1]["reason"]) == ("stopped", 130, "stopped by request")


def test_signal_while_torch_is_imported(listener: Listener) -> None:
    process = start(resolve(RunSpec("gemm")), listener.folder)
    data = b""
    while b'"load"' not in data:
        data += listener.connection.recv(1 << 16)
    time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    while part := listener.connection.recv(1 << 16):
        data += part
    process.communicate(timeout=60)
    end = json.loads(data.splitlines()[-1])
    assert (process.returncode, end["state"], end["exit_code"]) == (130, "stopped", 130)


def test_bad_data_is_refused_by_the_child_itself(listener: Listener, tmp_path: Path) -> None:
    from tests.workloads.data.test_source import mnist

    mnist(tmp_path / "data")
    images = tmp_path / "data" / "train-images-idx3-ubyte"
    images.rename(images.with_suffix(".gz"))
    process = start(resolve(RunSpec("mnist-mlp", data=str(tmp_path / "data"))), listener.folder)
    events, out, err = finish(process, listener)
    assert (process.returncode, out, err) == (2, "", "")
    end = events[-1]
    assert isinstance(end, End)
    assert (end.state, end.exit_code) == ("failed", 2)
    assert end.reason is not None
    message, hint = end.reason.split("\n")
    assert message == "train-images-idx3-ubyte.gz is not a usable MNIST file: it is not whole gzip data"
    assert hint


def test_main_memory_that_runs_out_is_told_in_words(listener: Listener) -> None:
    limited = "import os, resource, sys; resource.setrlimit(resource.RLIMIT_AS, (12 << 30,) * 2); os.execv(sys.argv[1], sys.argv[1:])"
    spec = resolve(RunSpec("gemm", options={"size": 65536}))  # 16 GiB per matrix
    process = start(spec, listener.folder, [sys.executable, "-c", limited])
    events, out, err = finish(process, listener)
    assert (process.returncode, out) == (1, "")
    assert "Traceback" in err
    end = events[-1]
    assert isinstance(end, End)
    assert (end.state, end.exit_code) == ("failed", 1)
    assert (end.reason or "").startswith("main memory ran out: ")
    assert (end.reason or "").endswith("\nMake --batch-size smaller.")


def test_a_spec_that_is_none_fails_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child.StopRequest, "install", lambda self: None)  # type: ignore[attr-defined]
    assert child.main(["child", '{"workload": "nix"}']) == 2
    assert capsys.readouterr().err.startswith("workload 'nix' is not known\n")
    assert child.main(["child", "no json"]) == 1
    assert "JSONDecodeError" in capsys.readouterr().err


def test_everything_is_exempt_from_the_last_garbage_collection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would take most of a second where torch's compiler is imported; a quarter of a run of a few steps."""
    watch = "import atexit, gc, sys\natexit.register(lambda: sys.stderr.write(f'frozen: {gc.get_freeze_count()}\\n'))\n"
    (tmp_path / "sitecustomize.py").write_text(watch, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    command = [*launch.child_command(RunSpec("gemm"))[:-1], "no json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode == 1
    assert int(done.stderr.rpartition("frozen: ")[2]) > 10_000


def test_interrupted_import_that_raises_something_else_is_a_stop(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(_spec: RunSpec, _channel: Channel, stop: StopRequest, _idle_s: float) -> None:
        stop.requested = True
        raise ImportError("partially initialized module")

    monkeypatch.setattr(child, "_run", interrupted)
    monkeypatch.setattr(child.StopRequest, "install", lambda self: None)  # type: ignore[attr-defined]
    assert child.main(["child", json.dumps(resolve(RunSpec("gemm")).to_json())]) == 130
    assert capsys.readouterr().err == "stopped before the measured part was over\n"


def test_cuda_is_refused_before_torch_in_the_words_of_the_catalogue(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gpuscope.workloads.capabilities._DRIVER_NODES", ())
    monkeypatch.setattr(child.StopRequest, "install", lambda self: None)  # type: ignore[attr-defined]
    spec = resolve(RunSpec("gemm", device="cuda:0"))
    assert child.main(["child", json.dumps(spec.to_json())]) == 3
    assert capsys.readouterr().err.startswith("cuda:0: no NVIDIA driver is loaded on this machine\n")


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (
            type("OutOfMemoryError", (RuntimeError,), {})("CUDA out of memory. Tried to allocate 2 GiB.\nmore"),
            "the GPU's memory ran out: CUDA out",
        ),
        (MemoryError("no"), "main memory ran out: no"),
        (RuntimeError("[enforce fail] DefaultCPUAllocator: can't allocate memory: you tried"), "main memory ran out: "),
        (ValueError("first\nsecond"), "ValueError: first"),
    ],
)
def test_causes(error: Exception, words: str) -> None:
    assert cause(error).startswith(words)
    assert "more" not in cause(error)
    assert "second" not in cause(error)
