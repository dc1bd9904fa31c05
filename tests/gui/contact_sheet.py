"""Draws every page in both themes and two sizes into a folder, and all of them onto one sheet.

    python -m tests.gui.contact_sheet FOLDER [--size 1280x800 …] [--theme dark …] [--lang zh_CN …] [--page ladder …] [--scale 2]
                                      [--home HOME]

The runs on them are invented, and their GPU says so; with --home they are those of a store: its newest ladder, sweep and profiled run.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

SIZES = ("1280x800", "1920x1080")
THEMES = ("dark", "light")
_THUMB = 640
Look = tuple[str, str, str]
"""Size, theme and language."""


def main(arguments: Sequence[str]) -> int:
    """Draw them, and print where the sheet is."""
    parser = argparse.ArgumentParser(prog="python -m tests.gui.contact_sheet", description="Draw every page.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--size", action="append", default=[])
    parser.add_argument("--theme", action="append", default=[])
    parser.add_argument("--page", action="append", default=[])
    parser.add_argument("--lang", action="append", default=[])
    parser.add_argument("--scale", default="1")
    parser.add_argument("--home", type=Path)
    chosen = parser.parse_args(arguments)
    chosen.folder.mkdir(parents=True, exist_ok=True)
    os.environ["QT_SCALE_FACTOR"] = chosen.scale
    looks = [(size, theme, lang) for size in chosen.size or SIZES for theme in chosen.theme or THEMES for lang in chosen.lang or ("en",)]
    if chosen.home is not None:
        os.environ["GPUSCOPE_HOME"] = str(chosen.home)
        pages = {name: page for name, page in _stored_pages().items() if not chosen.page or name in chosen.page}
        print(sheet(_draw_all(chosen.folder, looks, pages), chosen.folder / "sheet.png"))
        return 0
    print(sheet(draw_invented(chosen.folder, looks, chosen.page), chosen.folder / "sheet.png"))
    return 0


def draw_invented(folder: Path, looks: Sequence[Look], only: Sequence[str]) -> list[Path]:
    """Draw pages in a home of their own, without a screen; all of them where none is named."""
    with tempfile.TemporaryDirectory(prefix="gpuscope-sheet-") as home:
        os.environ["GPUSCOPE_HOME"] = home
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
        return draw(folder, looks, only)


def draw(folder: Path, looks: Sequence[Look], only: Sequence[str]) -> list[Path]:
    """Draw the pages of a store with invented runs; one of them is live while it is drawn."""
    from tests.gui import shown_runs

    drawn = []
    empty = {"run-empty": ["--page", "run"], "runs-empty": ["--page", "runs"], "compare-empty": ["--page", "compare"]}
    drawn += _draw_all(folder, looks, {name: page for name, page in empty.items() if not only or name in only})
    groups = shown_runs.fill()
    ids = [run_id for one in groups.values() for run_id in one]
    kept = {
        "runs": ["--page", "runs"],
        "run-kept": ["--page", "runs", "--items", ids[-1]],
        "run-failed": ["--page", "runs", "--items", "d0" + "cd" * 5],
        "compare": ["--page", "compare", "--items", ",".join(ids)],
        "compare-two": ["--page", "compare", "--items", f"{ids[0]},{ids[-1]}"],
        "machine": ["--page", "machine"],
        "health": ["--page", "health"],
        "settings": ["--page", "settings"],
    }
    drawn += _draw_all(folder, looks, {name: page for name, page in kept.items() if not only or name in only})
    if not only or "run-live" in only:
        with _live():
            drawn += _draw_all(folder, looks, {"run-live": ["--page", "run"]})
    return drawn


def _stored_pages() -> dict[str, list[str]]:
    """Return the pages that show a store's newest plans and runs."""
    from gpuscope.core.plan import PlanKind
    from gpuscope.storage.plans import PlanReader
    from gpuscope.storage.store import StoreReader
    from gpuscope.system import paths

    url = paths.default_store_url()
    with PlanReader(url) as plans, StoreReader(url) as store:
        newest = {kind: next((plan.plan_id for plan in plans.plans() if plan.kind is kind), "") for kind in PlanKind}
        runs = [record.run_id for record in store.runs() if not record.spec.is_command]
        profiled = next((record.run_id for record in store.runs() if record.spec.profile), "")
    pages = {
        "ladder": ["--page", "ladder", "--items", newest[PlanKind.LADDER]],
        "sweep": ["--page", "sweep", "--items", newest[PlanKind.SWEEP]],
        "race": ["--page", "race", "--items", ",".join(runs[:2])],
        "profile": ["--page", "profile", "--items", profiled],
        "compare": ["--page", "compare", "--items", ",".join(runs[:2])],
        "run-kept": ["--page", "runs", "--items", runs[0]],
        "ladder-form": ["--page", "ladder"],
        "sweep-form": ["--page", "sweep"],
        "profile-empty": ["--page", "profile"],
    }
    return {name: page for name, page in pages.items() if page[-1]}


def _draw_all(folder: Path, looks: Sequence[Look], pages: dict[str, list[str]]) -> list[Path]:
    drawn = []
    for name, page in pages.items():
        for size, theme, lang in looks:
            file = folder / f"{name}-{size}-{theme}-{lang}.png"
            command = [sys.executable, "-m", "gpuscope", *page, "--picture", str(file), "--size", size, "--theme", theme, "--lang", lang]
            subprocess.run(command, check=True, timeout=90)
            drawn.append(file)
    return drawn


@contextmanager
def _live() -> Iterator[None]:
    """A run that is live while the context lasts: its recorder's socket is served from here."""
    from gpuscope.core.event import Phase
    from gpuscope.core.runspec import RunSpec
    from gpuscope.system import paths
    from tests.cli import stored_runs
    from tests.gui import shown_runs
    from tests.gui.run_view import made_runs

    spec = RunSpec("cifar-cnn", device="cuda:0", precision="bf16", batch_size=256, steps=2_000)
    run_id = "b" * 12
    folder = str(paths.runs_folder(paths.default_store_url()) / run_id)
    live = replace(stored_runs.record(run_id, spec, name="cifar-cnn"), start_ns=made_runs.START_NS, folder=folder)
    with stored_runs.live_recorder(live) as recorder:
        told = [one for one in shown_runs.gpu_events(0.0331) if not (isinstance(one, Phase) and one.name == "evaluate")]
        events = [made_runs.hello(shown_runs.devices(gpu=True)), *told]
        recorder.do(lambda: recorder.broadcast.publish(0, events))
        yield


def sheet(files: Sequence[Path], target: Path) -> Path:
    """Put pictures onto one, four beside each other, and return its path."""
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QGuiApplication, QImage, QPainter

    application = QGuiApplication.instance() or QGuiApplication([])
    thumbs = [QImage(str(file)).scaledToWidth(_THUMB, Qt.TransformationMode.SmoothTransformation) for file in files]
    rows = [thumbs[at : at + 4] for at in range(0, len(thumbs), 4)]
    heights = [max(one.height() for one in row) + 8 for row in rows]
    whole = QImage(4 * (_THUMB + 8), max(1, sum(heights)), QImage.Format.Format_RGB32)
    whole.fill(Qt.GlobalColor.darkGray)
    painter = QPainter(whole)
    top = 0
    for row, height in zip(rows, heights, strict=True):
        for column, one in enumerate(row):
            painter.drawImage(column * (_THUMB + 8), top, one)
        top += height
    painter.end()
    whole.save(str(target))
    del application
    return target


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
