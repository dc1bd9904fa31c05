"""Runs the program as `gpuscope` without arguments does, and on its event loop a script that measures it.

python -m tests.benchmarks.window_script NAME ARGUMENTS_AS_JSON

A script is a generator function in `window_scripts`: it yields seconds to sleep, or a condition to wait for. This module must not import
anything that the program itself would import later.
"""

import faulthandler
import json
import os
import sys
import time
import traceback
from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Any, TypeVar

from gpuscope import app
from tests.gui.charts.stack_hands import values_at, view_range

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from gpuscope.gui.data.shown_run import ShownRun
    from gpuscope.gui.first_frame import FirstFrame
    from gpuscope.gui.main_window import MainWindow
    from gpuscope.gui.pages.runs_page import RunsPage
    from gpuscope.gui.run_view.run_view import RunView

Script = Generator[float | Callable[[], object], None, None]
_POLL_MS = 2
_Found = TypeVar("_Found", bound="QObject")


class Stage:
    """The script's access to the window.

    Args:
        frame: The window.

    Attributes:
        frame: The window.
    """

    def __init__(self, frame: "FirstFrame") -> None:
        self.frame = frame
        self._script: Script | None = None

    def begin(self, script: Script) -> None:
        """Start the script once the event loop runs."""
        from PySide6.QtCore import QTimer

        self._script = script
        QTimer.singleShot(0, self._go_on)

    def find(self, kind: type[_Found]) -> _Found | None:
        """Return the window's object of the given class; None if there is none."""
        return self.frame.findChild(kind)

    @property
    def window(self) -> "MainWindow":
        """The content of the frame; it exists from the first turn of the event loop on."""
        from gpuscope.gui.main_window import MainWindow

        found = self.find(MainWindow)
        assert found is not None
        return found

    def run_view(self) -> "RunView | None":
        """Return the visible view of a run; None if there is none."""
        module = sys.modules.get("gpuscope.gui.run_view.run_view")
        if module is None or not hasattr(module, "RunView"):
            return None  # not before the program itself has imported it
        return next((view for view in self.frame.findChildren(module.RunView) if view.isVisible()), None)

    def show_alone(self, data: "ShownRun") -> None:
        """Show readings on the Run page, without the page's other work for a run."""
        from PySide6.QtWidgets import QStackedWidget

        from gpuscope.gui.pages.run.run_stage import RunStage

        found = self.find(RunStage)
        assert found is not None
        stack = found.view.parentWidget()
        assert isinstance(stack, QStackedWidget)
        stack.setCurrentWidget(found.view)
        found.view.show_data(data)
        found.view.start()

    def runs_page(self) -> "RunsPage":
        """Return the Runs page, which must have been shown."""
        from gpuscope.gui.pages.runs_page import RunsPage

        page = self.window.page("runs")
        assert isinstance(page, RunsPage)
        return page

    def drawn(self) -> dict[str, int]:
        """Return the numbers of strips and curves, and of points in the longest curve, in the visible run."""
        view = self.run_view()
        assert view is not None
        assert view.data is not None
        found = values_at(view.strips.stack, view_range(view.strips.stack)[1])
        points = max(view.data.series(*key)[0].size for key in view.data.series_keys())
        return {"strips": len({strip for strip, _, _ in found}), "curves": len(found), "points": points}

    def live_run(self) -> str | None:
        """Return the id of a live run that the window has found; None until then."""
        from gpuscope.gui.services.live_runs import LiveRuns

        services = self.find(LiveRuns)
        return services.runs[0].run_id if services is not None and services.runs else None

    @staticmethod
    def tell(**figures: object) -> None:
        """Print figures for the benchmark."""
        print(json.dumps(figures), flush=True)

    def _go_on(self) -> None:
        from PySide6.QtCore import QTimer

        assert self._script is not None
        try:
            wanted = next(self._script)
            if callable(wanted):
                self._wait_for(wanted)
            else:
                QTimer.singleShot(round(wanted * 1000), self._go_on)
        except StopIteration:
            self._end()
        except Exception:  # noqa: BLE001 - a slot may not raise, and the benchmark wants to know
            traceback.print_exc()
            os._exit(1)

    def _wait_for(self, condition: Callable[[], object]) -> None:
        from PySide6.QtCore import QTimer

        if condition():
            self._go_on()
        else:
            QTimer.singleShot(_POLL_MS, lambda: self._wait_for(condition))

    def _end(self) -> None:
        """Close the window as SIGTERM does, without a question."""
        from gpuscope.gui.session import Session

        session = self.find(Session)
        assert session is not None
        session.close_unasked()


class Usage:
    """Processor time of this process, all of its threads, and wall-clock time, both since its creation."""

    def __init__(self) -> None:
        self._begin = time.process_time(), time.monotonic()

    def told(self) -> dict[str, float]:
        """Return both, in seconds."""
        return {"cpu_s": time.process_time() - self._begin[0], "wall_s": time.monotonic() - self._begin[1]}


def run(script: Callable[..., Script], arguments: dict[str, Any]) -> int:
    """Run the program with a script beside it, and return its exit code."""
    faulthandler.enable()
    shown = app.early_frame
    stages = []  # a single-shot timer alone does not keep a stage from being collected

    def early_frame() -> Any:
        frame = shown()
        assert frame is not None
        stage = Stage(frame)
        stages.append(stage)
        stage.begin(script(stage, **arguments))
        return frame

    app.early_frame = early_frame
    from gpuscope.__main__ import main

    return main()


if __name__ == "__main__":
    from tests.benchmarks import window_scripts

    name, given = sys.argv[1:]
    del sys.argv[1:]
    sys.exit(run(getattr(window_scripts, name), json.loads(given)))
