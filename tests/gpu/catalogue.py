"""The whole catalogue on an NVIDIA GPU, in under ten minutes: ``python -m tests.gpu.catalogue``.

Each workload and task runs separately for some seconds, as ``gpuscope run`` runs it, followed by some optimizations and engines. Writes a
dated table to ``tests/gpu/results/``: throughput, latency, energy, FLOP/s and their share of torch's own throughput for a matrix product.
Has the same requirements as :mod:`tests.gpu.measure`. Read-only: changes no clock, limit or mode.
"""

import argparse
import json
import os
import platform
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from gpuscope.core.runspec import RunSpec
from gpuscope.workloads.catalog import resolve
from gpuscope.workloads.optimizations.registry import OPTIMIZATIONS, refusal
from gpuscope.workloads.workload_table import WORKLOADS
from tests.benchmarks.__main__ import cpu_model
from tests.gpu.bench import ROOT, Load
from tests.gpu.load import SIZE
from tests.gpu.measure import HERE, NO_GPU, why_not

BUDGET_S = 570.0
MEASURED_S = 3.0
STARTING_S = 40.0
"""Time limit for a run's first step."""
SHARE = 0.95
BATCHES: Mapping[str, int] = {
    "mnist-mlp": 8192,
    "cifar-cnn": 2048,
    "cifar-cnn-loader": 512,
    "early-stopping": 64,
    "lstm-text": 1024,
    "gpt": 64,
}
DEEP_BATCH = 128
HEADERS = ("workload", "task", "samples/s", "latency p50", "J/sample", "FLOP/s", "of torch's product", "how it ended")


@dataclass(frozen=True, slots=True)
class Entry:
    """A run in the table.

    Attributes:
        key: The workload's key.
        task: Its task; "" for a kernel.
        words: Further arguments of the command line.
        note: Label of the run's special option.
    """

    key: str
    task: str = ""
    words: tuple[str, ...] = ()
    note: str = ""

    def command(self, device: str) -> list[str]:
        """Return the command line; it has more steps than needed, because the run is stopped."""
        known = WORKLOADS[self.key]
        batch = BATCHES.get(self.key, DEEP_BATCH if known.family == "images" else known.default_batch_size)
        precision = "bf16" if "bf16" in known.precisions and device != "cpu" else "fp32"
        words = ["--device", device, "--precision", precision, "--batch-size", str(batch), "--steps", "1000000000"]
        task = ["--task", self.task] if self.task else []
        return [sys.executable, "-m", "gpuscope", "run", self.key, *words, *task, *self.words, "--json"]


def entries() -> Iterator[Entry]:
    """Yield the runs, most important first."""
    yield Entry("gemm", words=("--set", f"size={SIZE}"))
    for one in WORKLOADS.values():
        if one.key != "gemm" and "cuda" in one.devices:
            yield from (Entry(one.key, task, _fast(one.key, task)) for task in one.tasks or ("",))
    for key, made in OPTIMIZATIONS.items():
        for task in ("training", "inference"):
            spec = resolve(RunSpec("resnet50-32", task=task, device="cuda:0", precision="bf16", optimize=key))
            if task in made().tasks and refusal(WORKLOADS[spec.workload], spec) is None:
                yield Entry(spec.workload, task, ("--optimize", key, *_fast(spec.workload, task)), key)
                break
    for engine in ("onnxruntime", "tensorrt", "jax"):
        yield Entry("resnet50-32", "inference", ("--engine", engine, *_fast("resnet50-32", "inference")), engine)


def _fast(key: str, task: str) -> tuple[str, ...]:
    """Return options that leave the time to the measurement: this table does not show accuracies."""
    options = WORKLOADS[key].options_of(task or "training")
    return ("--set", "pretrain_steps=0") if "pretrain_steps" in options else ()


def measured(entry: Entry, device: str, seconds: float) -> dict[str, Any]:
    """Run for some seconds after the first step, and return the document; only "reason" if the run printed none."""
    process = subprocess.Popen(entry.command(device), cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        _wait_for_steps(process)
        time.sleep(seconds if process.poll() is None else 0.0)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        process.terminate()
        out, err = process.communicate()
    try:
        return dict(json.loads(out))
    except ValueError:
        return {"reason": (err.strip().splitlines() or [f"ended with {process.returncode}"])[-1]}


def _wait_for_steps(process: subprocess.Popen[str]) -> None:
    """Wait until the live run of this store makes steps, up to a time limit."""
    end = time.monotonic() + STARTING_S
    while process.poll() is None and time.monotonic() < end:
        rings = list(Path(os.environ["GPUSCOPE_HOME"]).glob("runs/*/steps-*.ring"))
        if any(int.from_bytes(ring.read_bytes()[64:72], "little") > 0 for ring in rings):
            return
        time.sleep(0.1)


def line(entry: Entry, document: Mapping[str, Any], product_flops: float | None) -> tuple[str, ...]:
    """Return the cells of a run's row."""
    metrics = document.get("metrics") or {}
    flops = _value(metrics, "flops")
    share = f"{100 * flops / product_flops:.1f} %" if flops and product_flops else "–"
    latency = _value(metrics, "latency_p50")
    return (
        f"{entry.key} {entry.note}".strip(),
        entry.task or "–",
        _shown(_value(metrics, "throughput")),
        "–" if latency is None else f"{1000 * latency:.3g} ms",
        _shown(_value(metrics, "energy_per_sample")),
        _shown(flops),
        share,
        str(document.get("reason") or document.get("state")),
    )


def _value(metrics: Mapping[str, Any], key: str) -> float | None:
    found = metrics.get(key, {}).get("value")
    return None if found is None else float(found)


def _shown(value: float | None) -> str:
    return "–" if value is None else f"{value:.4g}"


def torch_alone(seconds: float) -> float:
    """Return the FLOP/s that torch reaches for bf16 products without gpuscope."""
    with Load("cuda:0") as load:
        load.do("gemm", 2.0)
        told = load.do("gemm", seconds)
    return 2.0 * SIZE**3 * float(told["count"]) / (float(told["end_ns"] - told["start_ns"]) * 1e-9)


def table(lines: Sequence[tuple[str, ...]]) -> str:
    """Return the rows as Markdown."""
    return "\n".join(["| " + " | ".join(cells) + " |" for cells in (HEADERS, ("---",) * len(HEADERS), *lines)])


def main(arguments: Sequence[str]) -> int:
    """Measure, write and print; return 0, 1 if the product is slower than with torch alone, 3 if there is no GPU."""
    parser = argparse.ArgumentParser(prog="python -m tests.gpu.catalogue", description="Measure every workload on an NVIDIA GPU.")
    parser.add_argument("--results", type=Path, default=HERE / "results", help="folder of the table")
    parser.add_argument("--budget", type=float, default=BUDGET_S, help="seconds within which it ends")
    chosen = parser.parse_args(arguments)
    reason = why_not()
    if reason:
        print(f"nothing was measured: {reason}", file=sys.stderr)
        return NO_GPU
    with tempfile.TemporaryDirectory() as home:
        os.environ["GPUSCOPE_HOME"] = home
        return _measure(chosen.results, chosen.budget)


def _measure(results: Path, budget_s: float) -> int:
    start, product, lines, ratio = time.monotonic(), torch_alone(MEASURED_S), [], 0.0
    for entry in entries():
        if time.monotonic() - start > budget_s - 3 * MEASURED_S:
            document: dict[str, Any] = {"reason": "no time was left"}
        else:
            document = measured(entry, "cuda:0", MEASURED_S)
        if entry.key == "gemm":
            ratio = (_value(document.get("metrics") or {}, "flops") or 0.0) / product
        lines.append(line(entry, document, product))
        print(" | ".join(lines[-1]), file=sys.stderr, flush=True)
    _tell(results, product, ratio, lines, time.monotonic() - start)
    return int(ratio < SHARE)


def _tell(results: Path, product: float, ratio: float, lines: Sequence[tuple[str, ...]], seconds: float) -> None:
    import torch

    now, name = datetime.now(UTC), torch.cuda.get_device_name(0)
    head = f"# The catalogue on {name}, torch {torch.__version__}\n\n{now:%Y-%m-%d %H:%M UTC}, {cpu_model()}, Python"
    said = f"torch alone: {product / 1e12:,.0f} TFLOP/s in bf16, {SIZE}×{SIZE}; gpuscope run gemm reaches {100 * ratio:.1f} % of it"
    verdict = f"{said} (at least {100 * SHARE:g} %: {'met' if ratio >= SHARE else 'MISSED'})."
    text = f"{head} {platform.python_version()}, {seconds:.0f} s; bf16, each run some {MEASURED_S:g} s.\n\n{verdict}\n\n{table(lines)}\n"
    print(text)
    results.mkdir(parents=True, exist_ok=True)
    (results / f"{now:%Y-%m-%d-%H%M}-catalogue.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
