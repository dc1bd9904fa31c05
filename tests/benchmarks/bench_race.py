"""The cost of a running race of eight lanes, in a process of its own: ``python -m tests.benchmarks race``.

The page's own stage draws eight lanes with steps, power and joules at thirty frames a second, software raster: in the size that the window
leaves it at 1280×800, and full-screen at 1920×1080. Also a film of it, drawn and encoded.
"""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tests.benchmarks.row import Row

if TYPE_CHECKING:
    from gpuscope.reports.pictures.race_picture import RacePicture

WINDOW_S = 8.0
IN_WINDOW, FULL_SCREEN = (1104, 744), (1920, 1080)
LANES, SECONDS = 8, 120.0
MOST_SHARE, LEAST_RATE = 30.0, 28.0
"""Percent of a core, and frames per second: a 33 ms timer fires about thirty times a second, slightly late."""
FILM_S = 6.0


def eight() -> "RacePicture":
    """Return a race of eight runs of different speeds on a card with an energy counter."""
    from gpuscope.analysis.placement import Placement
    from gpuscope.analysis.race import lane_of, race
    from gpuscope.analysis.series import DeviceSeries
    from gpuscope.core.quantity import Quality
    from gpuscope.reports.pictures.race_picture import race_picture
    from tests.reports import recorded_runs

    stamps = (np.arange(0.0, SECONDS + 4, 0.1) * 1e9).astype(np.int64)
    lanes = []
    for (run,) in recorded_runs.variants(LANES, seconds=SECONDS):
        watts = (run.record.metrics["energy"].value or 0.0) / SECONDS
        counter = DeviceSeries("gpu:0", "energy", stamps, stamps, (watts * stamps / 1e9).astype(np.float64), Quality.MEASURED, "NVML", 0.1)
        lanes.append(lane_of(run.record.name, run.record, Placement(("gpu:0",)), (*run.series, counter), run.steps_ns))
    assert all(lane.energy is not None for lane in lanes)
    return race_picture(race(lanes), "J")


def running(size: tuple[int, int], window_s: float) -> dict[str, float]:
    """Run the race for a while; return the share of a core that the process used, and the repaints per second."""
    from PySide6.QtWidgets import QApplication

    from gpuscope.gui import fonts
    from gpuscope.gui.pages.race.race_stage import RaceStage
    from gpuscope.gui.stylesheet import ControlPictures, stylesheet
    from gpuscope.gui.theme import Choice, Theme
    from tests.benchmarks.painting import cost_of_painting

    app = QApplication([])
    fonts.load_text_fonts()
    theme, pictures = Theme(Choice.DARK), ControlPictures()
    app.setStyleSheet(stylesheet(theme.palette, pictures))
    stage = RaceStage(theme)
    stage.resize(*size)
    stage.show()
    stage.show_race(eight())
    stage.set_speed(5.0)
    stage.play()
    cost = cost_of_painting(app, stage.view, window_s)
    assert stage.is_running, "the race was over before it was measured"
    stage.close()
    return cost


def film(size: tuple[int, int]) -> dict[str, float]:
    """Draw and encode a GIF; return the milliseconds per frame and the size in bytes."""
    from PySide6.QtGui import QGuiApplication

    from gpuscope.gui import fonts
    from gpuscope.gui.pages.race.race_frames import RaceFrames
    from gpuscope.gui.theme import DARK
    from gpuscope.reports.film import frame_times
    from gpuscope.reports.gif import gif_pieces

    application = QGuiApplication([])
    fonts.load_text_fonts()
    picture = eight()
    times_s = frame_times(picture.race.length_s, picture.race.length_s / FILM_S, ".gif")
    begun = time.process_time()
    frames = RaceFrames(picture, size, DARK, 10.0)
    written = sum(map(len, gif_pieces(map(frames.frame, times_s), frames.samples(), 0.05, 2.0)))
    took_s = time.process_time() - begun
    del application
    return {"frame_ms": 1000 * took_s / len(times_s), "bytes": written, "frames": len(times_s)}


def _child(call: str) -> dict[str, Any]:
    code = f"import json; from tests.benchmarks import bench_race as b; print(json.dumps(b.{call}))"
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=Path(__file__).parents[2], env=environment, stdout=subprocess.PIPE, check=True, timeout=120
    )
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def _running_row(name: str, size: tuple[int, int], most: float | None) -> Row:
    measured = _child(f"running({size}, {WINDOW_S})")
    share = 100 * measured["cpu"]
    met = None if most is None else share <= most and measured["rate"] >= LEAST_RATE
    detail = f"{measured['rate']:.1f} repaints/s of {size[0]}×{size[1]}, {WINDOW_S:g} s, load {os.getloadavg()[0]:.1f}"
    return Row(name, share, "% of a core", "" if most is None else f"<= {most:g}", met, detail)


def rows() -> list[Row]:
    """Measure each in a process of its own."""
    drawn = _child("film((1280, 720))")
    detail = f"{drawn['frames']:.0f} frames of 1280×720 are {drawn['bytes'] / 2**20:.1f} MiB"
    return [
        _running_row("race of 8 lanes, 30 frames/s", IN_WINDOW, MOST_SHARE),
        _running_row("the same over a screen of 1920×1080", FULL_SCREEN, None),
        Row("a frame of its GIF, drawn and packed", drawn["frame_ms"], "ms", detail=detail),
    ]
