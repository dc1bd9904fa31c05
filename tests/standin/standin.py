"""Builds the stand-in NVML and writes its configuration; the true power and energy of its GPUs are computed here."""

import hashlib
import math
import shutil
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

SOURCE = Path(__file__).with_name("nvml_standin.c")


def compiler() -> str | None:
    """The C compiler of this machine, or None."""
    return shutil.which("gcc") or shutil.which("cc")


def build(folder: Path, missing: Sequence[str] = ()) -> Path:
    """Compile the library into ``folder``, without the functions in ``missing``; an existing library is reused."""
    source = SOURCE.read_bytes()
    digest = hashlib.sha256(source + repr(sorted(missing)).encode()).hexdigest()[:16]
    library = folder / f"libstandin-{digest}.so"
    if library.exists():
        return library
    hidden = folder / f"{digest}.map"
    hidden.write_text("{ global: *; local: " + "".join(f"{name}; " for name in ("unused_", *missing)) + "};\n")
    made = folder / f"{digest}.tmp"
    found = compiler()
    assert found is not None, "no C compiler"
    command = [found, "-std=gnu11", "-O1", "-Wall", "-Werror", "-shared", "-fPIC", f"-Wl,--version-script={hidden}"]
    subprocess.run([*command, "-o", str(made), str(SOURCE), "-lm", "-lpthread"], check=True, timeout=60)
    made.replace(library)
    return library


@dataclass(frozen=True)
class Gpu:
    """A GPU of the stand-in. Power in watts, times in seconds on the curve's clock (which starts at the epoch)."""

    curve: str = "constant"
    """"constant" (low), "square" (high in the first half of the period) or "ramp" (from low to high, repeatedly)."""
    low: float = 100.0
    high: float = 300.0
    period: float = 1.0
    update: float = 0.1
    window: float = 0.025
    name: bytes = b"Stand-in H100"
    architecture: int = 9
    major: int = 9
    minor: int = 0
    base_mj: float = 5_000_000
    reset_at: float = -1
    frozen_at: float = -1
    limit_w: float = 700
    lost_from: int = 0
    """Time in monotonic nanoseconds; 0 means never."""
    lost_until: int = 0
    mig: int = 0
    utilization: int = 60
    memory_utilization: int = 30
    clock_mhz: int = 1980
    memory_clock_mhz: int = 2619
    temperature: int = 55
    reasons: int = 4
    memory_total: int = 80 * 2**30
    memory_used: int = 12 * 2**30
    memory_reserved: int = 2**29
    memory_temperature: int = 70
    """-1: this GPU has no such sensor; the same holds for the fan and NVLink."""
    fan: int = 40
    nvlink_kib: int = 1000
    """Received over all links; twice as much is sent."""
    pcie_kib: int = 2048
    """Received per second; half of it is sent."""
    pcie_ms: int = 0
    """Duration of the call that returns it, in milliseconds; 20 on real hardware."""
    gpm: int = 1
    """Whether it has GPM counters: SM activity is 80 % of the power's share of the limit, tensor 50 % of that, memory 25 %."""
    virtualization: int = 0
    processes: str = ""
    """Space-separated entries "pid/kind/memory_bytes": kind c or g, memory "-" if not reported."""

    def power_w(self, t: float) -> float:
        """Return the true power at a time."""
        if self.curve == "constant":
            return self.low
        x = math.fmod(t, self.period)
        if self.curve == "ramp":
            return self.low + (self.high - self.low) * x / self.period
        return self.high if x < self.period / 2 else self.low

    def energy_j(self, t: float) -> float:
        """Return the true energy from the epoch to a time."""
        if self.curve == "constant":
            return self.low * t
        whole = math.floor(t / self.period)
        x = t - whole * self.period
        done = whole * self.period * (self.low + self.high) / 2
        if self.curve == "ramp":
            return done + self.low * x + (self.high - self.low) * x * x / (2 * self.period)
        return done + self.high * min(x, self.period / 2) + self.low * max(0.0, x - self.period / 2)


@dataclass(frozen=True)
class Rule:
    """Replaces the normal behaviour of a function.

    Attributes:
        function: The C name, with its version suffix; "field:186" for the entry of a field, "gpm:2" for a GPM metric.
        kind: "error" (with the code as number), "hang" (until the rule is removed), "crash" or "slow" (milliseconds as number).
        gpu: Index, or -1 for all.
    """

    function: str
    kind: str
    number: int = 0
    gpu: int = -1


@dataclass(frozen=True)
class Standin:
    """The complete stand-in."""

    gpus: tuple[Gpu, ...] = (Gpu(),)
    rules: tuple[Rule, ...] = ()
    scale: float = 1.0
    epoch: int = field(default_factory=time.monotonic_ns)
    driver: str = "580.00.01"
    cuda: int = 13000
    noise: int = 0
    """1 to print a line on standard output at nvmlInit."""
    fixed: int = 0
    """1 for a machine that never changes: checking its file takes as long as the rest of a call, which a benchmark would count."""

    def with_rules(self, *rules: Rule) -> "Standin":
        """Return the same machine with other rules."""
        return replace(self, rules=rules)

    def with_gpu(self, index: int, **changes: object) -> "Standin":
        """Return the same machine with one GPU changed."""
        gpus = list(self.gpus)
        gpus[index] = replace(gpus[index], **changes)  # type: ignore[arg-type]
        return replace(self, gpus=tuple(gpus))

    def write(self, path: Path) -> None:
        """Write the configuration; a library that has loaded it reloads it at its next call."""
        lines = [
            f"epoch {self.epoch}",
            f"scale {self.scale}",
            f"driver {self.driver}",
            f"cuda {self.cuda}",
            f"noise {self.noise}",
            f"fixed {self.fixed}",
        ]
        for index, gpu in enumerate(self.gpus):
            lines += ["gpu begin", f"gpu uuid GPU-00000000-0000-0000-0000-{index:012d}"]
            for key, value in vars(gpu).items():
                lines.append(f"gpu {key} {value.hex() if isinstance(value, bytes) else value}")
        lines += [f"rule {rule.function} {rule.gpu} {rule.kind} {rule.number}" for rule in self.rules]
        made = path.with_suffix(".new")
        made.write_text("\n".join(lines) + "\n")
        made.replace(path)


def environment(library: Path, configuration: Path) -> dict[str, str]:
    """Return the variables that make gpuscope's helper load the stand-in."""
    return {"GPUSCOPE_NVML_LIBRARY": str(library), "GPUSCOPE_NVML_STANDIN": str(configuration)}
