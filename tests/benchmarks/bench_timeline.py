"""The timeline of a generated trace of a million events, zoomed and panned in software raster: ``python -m tests.benchmarks timeline``.

Times whole frames, from the wheel event to the painted widget, in a process of its own.
"""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from tests.benchmarks.row import Row

if TYPE_CHECKING:
    from gpuscope.gui.charts.trace_timeline import TraceTimeline
    from gpuscope.profiles.lanes import TraceLanes

SIZES = {"1280×800": (1100, 620), "1920×1080": (1740, 900)}
"""The size that the window leaves to the timeline."""
KERNELS = 200_000
"""Each with a launch, two operators around it and a Python function: a million slices in total."""
FRAMES = 60
KERNEL_NAMES = (
    "sgemm_128x64",
    "vectorized_elementwise_kernel",
    "flash_fwd_kernel",
    "layer_norm_kernel",
    "ncclDevKernel_AllReduce",
)
OPERATOR_NAMES = ("aten::mm", "aten::add", "aten::_flash_attention_forward", "aten::layer_norm", "c10d::allreduce_")
LEAST_RATE = 20.0


def made_lanes(kernels: int) -> "TraceLanes":
    """Return the lanes of a trace with the given number of kernels and five times as many slices."""
    from gpuscope.profiles.call_tree import call_tree
    from gpuscope.profiles.lanes import trace_lanes
    from gpuscope.profiles.trace import (
        Allocations,
        Category,
        DeviceWork,
        OperatorCalls,
        Slices,
        Trace,
        Track,
    )

    random = np.random.default_rng(15)
    kind = random.integers(0, len(KERNEL_NAMES), kernels)
    host = 10_000 * np.arange(kernels, dtype=np.int64)
    lengths = np.minimum(9_500, random.lognormal(8.2, 0.8, kernels).astype(np.int64) + 800)
    names = (*KERNEL_NAMES, *OPERATOR_NAMES, "cudaLaunchKernel", "train.py(10): step", "aten::linear")
    parts = (
        (host, 9_000, np.full(kernels, 11), Category.PYTHON, 0, -1),
        (host + 300, 8_000, np.full(kernels, 12), Category.OPERATOR, 0, -1),
        (host + 900, 6_000, kind + 5, Category.OPERATOR, 0, -1),
        (host + 1_500, 3_000, np.full(kernels, 10), Category.RUNTIME, 0, 1),
        (host + 20_000, lengths, kind, Category.KERNEL, 1, 1),
    )
    start = np.concatenate([part[0] for part in parts])
    order = np.argsort(start, kind="stable")

    def column(place: int, dtype: type) -> np.ndarray:
        return np.concatenate([np.broadcast_to(np.asarray(part[place], dtype), kernels) for part in parts])[order]

    numbers = np.arange(kernels)
    correlation = np.concatenate([numbers if part[5] == 1 else np.full(kernels, -1) for part in parts])[order]
    unknown = np.full(start.size, -1, np.int64)
    slices = Slices(start[order], column(1, np.int64), column(2, np.int32), column(3, np.uint8), column(4, np.int32), unknown, correlation)
    work = np.flatnonzero(slices.category == Category.KERNEL)
    none, triples = np.empty(0, np.int64), np.full((work.size, 3), -1, np.int64)
    minus, few, empty = np.full(work.size, -1), np.empty(0, np.int32), np.empty(0)
    trace = Trace(
        "made",
        0,
        names,
        (),
        (Track(1, 1, thread_name="main"), Track(0, 7, thread_name="stream 7")),
        slices,
        DeviceWork(work, minus + 1, minus + 8, triples, triples, minus, minus, np.full(work.size, np.nan), minus),
        OperatorCalls(none, few, few, few, few, empty),
        Allocations(none, few, none, none, none, none, none, none),
    )
    return trace_lanes(call_tree(trace))


def zoom(timeline: "TraceTimeline", turn: int) -> None:
    """Zoom in to a few kernels and out again, about a moving position."""
    timeline.zoom(1.3 if turn % FRAMES < FRAMES // 2 else 1 / 1.3, 300.0 + 7 * turn % 500)


def pan(timeline: "TraceTimeline", turn: int) -> None:
    """Drag the view to and fro over a tenth of the capture."""
    if turn == 0:
        timeline.reset()
        timeline.zoom(10)
    timeline.pan(0.02 if turn // 20 % 2 else -0.02)


def pan_unfolded(timeline: "TraceTimeline", turn: int) -> None:
    """Drag with every lane unfolded, at a zoom at which nearly every slice has a label."""
    if turn == 0:
        for lane in timeline.scene.layout.titles:
            timeline.fold(lane.key, is_folded=False)
        timeline.show_range(1e9, 1e9 + 200_000)
    timeline.pan(0.02 if turn // 20 % 2 else -0.02)


def hover(timeline: "TraceTimeline", turn: int) -> None:
    """Move the pointer over slices and gaps."""
    from PySide6.QtCore import QPoint
    from PySide6.QtTest import QTest

    QTest.mouseMove(timeline.viewport(), QPoint(250 + 11 * turn % 700, 60 + 13 * turn % 160))


def measured(scene: str, size: tuple[int, int]) -> dict[str, float]:
    """Draw frames of a scene; return the slices, and the median frame, the slowest frame and the time to the first frame in ms."""
    from PySide6.QtWidgets import QApplication

    from gpuscope.gui import fonts
    from gpuscope.gui.charts.trace_timeline import TraceTimeline
    from gpuscope.gui.theme import Choice, Theme

    app = QApplication([])
    fonts.load_text_fonts()
    lanes = made_lanes(KERNELS)
    begun = time.perf_counter()
    lanes.prepare()
    prepared = time.perf_counter() - begun
    timeline = TraceTimeline(Theme(Choice.DARK))
    timeline.resize(*size)
    begun = time.perf_counter()
    timeline.show_lanes(lanes)
    timeline.show()
    timeline.grab()
    first = time.perf_counter() - begun
    times = []
    for turn in range(FRAMES):
        start = time.perf_counter()
        globals()[scene](timeline, turn)
        timeline.viewport().repaint()
        app.processEvents()
        times.append(1000 * (time.perf_counter() - start))
    slices = len(lanes.trace.slices)
    timeline.close()
    return {
        "slices": slices,
        "median": float(np.median(times)),
        "slowest": float(np.percentile(times, 95)),
        "first": 1000 * first,
        "prepared": 1000 * prepared,
    }


def _child(scene: str, size: tuple[int, int]) -> dict[str, float]:
    code = f"import json; from tests.benchmarks import bench_timeline as b; print(json.dumps(b.measured({scene!r}, {size!r})))"
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=Path(__file__).parents[2], env=environment, stdout=subprocess.PIPE, check=True, timeout=120
    )
    return json.loads(done.stdout)


def _row(what: str, scene: str, window: str) -> Row:
    found = _child(scene, SIZES[window])
    rate = 1000 / found["slowest"]
    detail = (
        f"the slowest of twenty frames; median {found['median']:.1f} ms; {found['slices'] / 1e6:.1f} million slices, "
        f"prepared in {found['prepared']:.0f} ms, first frame {found['first']:.0f} ms, load {os.getloadavg()[0]:.1f}"
    )
    return Row(f"{what}, window of {window}", rate, "frames/s", f">= {LEAST_RATE:g}", rate >= LEAST_RATE, detail)


def rows() -> list[Row]:
    """Measure each scene in a process of its own."""
    return [
        _row("zoom from the whole capture to a few kernels and back", "zoom", "1280×800"),
        _row("zoom from the whole capture to a few kernels and back", "zoom", "1920×1080"),
        _row("pan a tenth of the capture", "pan", "1920×1080"),
        _row("pan with every lane unfolded and names on all slices", "pan_unfolded", "1920×1080"),
        _row("the pointer over slices, arrows and gaps", "hover", "1920×1080"),
    ]


if __name__ == "__main__":
    from tests.benchmarks.__main__ import main

    sys.exit(main(["timeline"]))
