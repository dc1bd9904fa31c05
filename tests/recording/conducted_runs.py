"""Runs of recorders that wait, and what a workload's process is like at its end: for tests that set one way to start it against another."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gpuscope.core.event import Log
from gpuscope.core.run import RunRecord
from gpuscope.recording.standby_recorder import StandbyRecorder
from gpuscope.storage.store import StoreReader
from tests.recording.recorders import store_url, until

TRAINING = ("mnist-mlp", "--steps", "30", "--warmup-steps", "2")
KERNEL = ("gemm", "--set", "size=64", "--steps", "5", "--warmup-steps", "1")
INFERENCE = ("mnist-mlp", "--task", "inference", "--steps", "20", "--warmup-steps", "2", "--threads", "1")
RANKS = ("mnist-mlp", "--optimize", "ddp", "--ranks", "2", "--steps", "3", "--warmup-steps", "1")
STATE_AT_THE_END = """
import atexit, os, sys


def write():
    if "torch" not in sys.modules:
        return
    import gc, json, random, re, resource, signal, torch

    state = {
        "environment": dict(os.environ), "threads": torch.get_num_threads(), "interop": torch.get_num_interop_threads(),
        "native_threads": len(os.listdir("/proc/self/task")), "folder": os.getcwd(), "affinity": sorted(os.sched_getaffinity(0)),
        "nice": os.nice(0), "umask": os.umask(0o77), "limits": [resource.getrlimit(n) for n in range(16)],
        "signals": [str(signal.getsignal(n)).split(" at ")[0] for n in sorted(signal.valid_signals())],
        "modules": sorted(name for name in sys.modules), "path": sys.path, "flags": str(sys.flags),
        "collector": [gc.isenabled(), gc.get_threshold()], "recursion": sys.getrecursionlimit(), "seed": torch.initial_seed(),
        "dtype": str(torch.get_default_dtype()), "matmul": torch.get_float32_matmul_precision(), "grad": torch.is_grad_enabled(),
        "deterministic": torch.are_deterministic_algorithms_enabled(), "parallel": torch.__config__.parallel_info(),
        "random": torch.random.get_rng_state().tolist(),
        "dynamo": "torch._dynamo" in sys.modules and {name: re.sub(" at 0x[0-9a-f]+", "", str(value))
            for name, value in torch._dynamo.config.get_config_copy().items()},
        "cuda": torch.cuda.is_initialized(), "streams": [os.readlink(f"/proc/self/fd/{n}").split(":")[0] for n in range(3)],
        "descriptors": len(os.listdir("/proc/self/fd")), "scheduler": os.sched_getscheduler(0),
        "session": os.getsid(0) == os.getpid(), "group": os.getpgid(0) == os.getpid(),
        "status": [line for line in open("/proc/self/status") if re.match("Sig[^Q]|Shd|Cap|NoNewPrivs|Seccomp|Cpus|Mems", line)],
        "oom": [open("/proc/self/" + name).read() for name in ("oom_score_adj", "timerslack_ns", "cgroup", "coredump_filter")],
        "visible": sorted(entry.split("=")[0] for entry in open("/proc/self/environ").read().split(chr(0))),
        "name": open("/proc/self/comm").read(), "program": os.readlink("/proc/self/exe"), "arguments": sys.argv[1:],
        "python": random.random(), "buffered": [sys.stdout.line_buffering, sys.stderr.line_buffering, sys.stdout.encoding],
        "resident": int(next(line for line in open("/proc/self/status") if line.startswith("VmHWM:")).split()[1]),
    }
    with open(os.path.join(os.environ["STATES"], os.environ["GPUSCOPE_RUN"]), "w") as file:
        json.dump(state, file)


atexit.register(write)
"""
"""A ``sitecustomize`` that writes it as JSON into the folder ``$STATES``, into a file of the run's id."""


def run(recorder: StandbyRecorder, *arguments: str, folder: Path | None = None) -> Mapping[str, Any]:
    """Have it record, and return how that ended."""
    recorder.begin({"arguments": list(arguments), "folder": str(folder or Path.cwd()), "store": store_url()})
    ended: list[Mapping[str, Any]] = []

    def has_ended() -> bool:
        message = recorder.poll(0.1)
        if message is not None and "started" not in message and "ready" not in message:
            ended.append(message)
        return bool(ended)

    until(has_ended, 60)
    return ended[0]


def stored(run_id: str) -> RunRecord:
    with StoreReader(store_url()) as reader:
        return reader.run(run_id)


def losses(record: RunRecord) -> dict[int | None, float]:
    with StoreReader(store_url()) as reader:
        logs = [event for event in reader.events(record.run_id) if isinstance(event, Log)]
    return {log.step: float(log.values["loss"]) for log in logs if "loss" in log.values}
