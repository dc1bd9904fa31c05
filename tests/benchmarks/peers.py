"""Other monitoring tools, and gpuscope itself: each a process of its own over the same stand-in NVML.

The tools are taken from a virtual environment of their own, never the project's; GPUSCOPE_PEERS names its folder::

    python -m venv PEERS && PEERS/bin/pip install codecarbon nvitop wandb mlflow
    GPUSCOPE_PEERS=PEERS python -m tests.benchmarks peers
"""

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from struct import iter_unpack

import psutil

from tests.benchmarks.bench_recording import START
from tests.standin.standin import Standin, build, environment

VARIABLE = "GPUSCOPE_PEERS"
_NO_READINGS = ("nvmlDeviceGetFieldValues", "nvmlDeviceGetHandleByIndex_v2", "nvmlGpmSampleAlloc", "nvmlGpmSampleFree")
_FOREVER = "\nimport time\ntime.sleep(3600)\n"


@dataclass(frozen=True, slots=True)
class Peer:
    """A tool.

    Attributes:
        name: Also the package's name.
        rate: Description of the rate at which it runs.
        function: The NVML function that it calls once for each sample of a GPU.
        script: Code that starts it; None for gpuscope.
        options: Options of ``gpuscope run``.
    """

    name: str
    rate: str
    function: str
    script: str | None = None
    options: tuple[str, ...] = ()


_ONCE_A_SAMPLE = "nvmlDeviceGetCurrentClocksEventReasons"
GPUSCOPE = Peer("gpuscope", "20 Hz, its upper limit", _ONCE_A_SAMPLE, options=("--power-hz", "20"))
AT_DEFAULTS = Peer("gpuscope at its default rates", "10 Hz", _ONCE_A_SAMPLE)
PEERS = (
    Peer(
        "codecarbon",
        "every 0.05 s, beside its own fixed 1 s; any interval is allowed",
        "nvmlDeviceGetTotalEnergyConsumption",
        """
from codecarbon import OfflineEmissionsTracker
tracker = OfflineEmissionsTracker(country_iso_code="DEU", measure_power_secs=0.05, output_dir=".", log_level="error")
tracker.start()
""",
    ),
    Peer(
        "nvitop",
        "collector, every 0.05 s; any interval is allowed",
        "nvmlDeviceGetPowerUsage",
        """
from nvitop import Device, ResourceMetricCollector
collector = ResourceMetricCollector(Device.all(), interval=0.05)
collector.daemonize(lambda metrics: True, interval=0.05, tag="run")
""",
    ),
    Peer(
        "wandb",
        "offline, every 0.1 s, its lower limit",
        "nvmlDeviceGetPowerUsage",
        """
import wandb
wandb.init(mode="offline", project="benchmark", settings=wandb.Settings(x_stats_sampling_interval=0.1, console="off"))
""",
    ),
    Peer(
        "mlflow",
        "system metrics into SQLite, every 0.05 s; any interval is allowed",
        "nvmlDeviceGetPowerUsage",
        """
import mlflow
mlflow.set_tracking_uri("sqlite:///mlflow.db")
mlflow.set_system_metrics_sampling_interval(0.05)
mlflow.start_run(log_system_metrics=True)
""",
    ),
)


def interpreter() -> Path | None:
    """Return the Python of the peers' environment; None if there is none."""
    folder = os.environ.get(VARIABLE)
    found = Path(folder, "bin/python") if folder else None
    return found if found and found.exists() else None


def missing(peer: Peer) -> str | None:
    """Return why a peer cannot be started; None if it can."""
    python = interpreter()
    if peer.script is None:
        return None
    if python is None:
        return f"not installed: {VARIABLE} names no virtual environment"
    look = f"import importlib.util, sys; sys.exit(importlib.util.find_spec({peer.name!r}) is None)"
    return "not installed" if subprocess.run([python, "-c", look], check=False).returncode else None


class Watched:
    """A running tool.

    Attributes:
        processes: Its processes, parents first: stop them in this order and continue them in reverse.
    """

    def __init__(self, peer: Peer, process: subprocess.Popen[bytes], counts: Path) -> None:
        self._peer = peer
        self._process = psutil.Process(process.pid)
        self._counts = counts

    @property
    def processes(self) -> list[psutil.Process]:
        below = self._process.children(recursive=True)
        if self._peer.script is None:  # neither the guards nor the programs that they run
            below = [one for one in below if "sensors" in " ".join(one.cmdline())]
        return [self._process, *below]

    def cpu_s(self) -> float:
        """Return the processor seconds so far."""
        return sum(sum(one.cpu_times()[:2]) for one in self.processes)

    def taken(self) -> tuple[int, int]:
        """Return the number of samples of GPU 0, and the number of its readings: calls, and fields within a call."""
        slots = {name.rstrip(b"\0").decode(): int(calls) for name, calls in iter_unpack("56sQ", self._counts.read_bytes())}
        return slots.get(self._peer.function, 0), sum(calls for name, calls in slots.items() if name not in _NO_READINGS)


@contextlib.contextmanager
def watching(peer: Peer, folder: Path, machine: Standin) -> Iterator[Watched]:
    """Start a tool in a folder that serves as its home, its temporary folder and the location of its NVML."""
    counts = folder / "counts"
    command = [str(interpreter()), "-c", f"{peer.script}{_FOREVER}"]
    if peer.script is None:
        command = [sys.executable, "-c", START, "run", *peer.options, "--", "sleep", "3600"]
    process = subprocess.Popen(
        command,
        cwd=folder,
        env={**os.environ, **_variables(folder, machine), "GPUSCOPE_NVML_COUNTS": str(counts)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    watched = Watched(peer, process, counts)
    try:
        yield watched
    finally:
        _end(process)


def _variables(folder: Path, machine: Standin) -> Mapping[str, str]:
    """Return variables that make a tool load the stand-in; add an nvidia-smi to the folder, because codecarbon looks for that program."""
    library, configuration = build(folder), folder / "standin.conf"
    machine.write(configuration)
    for name in ("libnvidia-ml.so.1", "libnvidia-ml.so"):
        (folder / name).symlink_to(library)
    (folder / "nvidia-smi").write_text("#!/bin/sh\n")
    (folder / "nvidia-smi").chmod(0o755)
    return {
        **environment(library, configuration),
        "LD_LIBRARY_PATH": str(folder),
        "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(folder),
        "TMPDIR": str(folder),
        "GPUSCOPE_HOME": str(folder / "gpuscope"),
        "PYTHONPATH": str(Path(__file__).parents[2]),
    }


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is not None:
        return
    below = psutil.Process(process.pid).children(recursive=True)
    for one in (*below, psutil.Process(process.pid)):
        with contextlib.suppress(psutil.NoSuchProcess):
            one.resume()
    process.terminate()
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    for one in psutil.wait_procs(below, timeout=5)[1]:
        with contextlib.suppress(psutil.NoSuchProcess):
            one.kill()
