"""Open the window from the command line: check the arguments, show an empty frame at once, then hand over to the session.

Qt is imported only after a screen was found.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from gpuscope.core.errors import UnavailableError, UsageError
from gpuscope.system import screen

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from pathlib import Path

    from gpuscope.gui.first_frame import FirstFrame
    from gpuscope.gui.window_request import WindowRequest

_PICTURE = ".png"
_PAGES_WITHOUT_RUNS = ("machine", "help", "settings")
_PAGES_OF_PLANS = ("ladder", "sweep")
_PLAN_PREFIX = "p"
"""Prefix of plan ids (``storage.plans``); no run id starts with it."""


def early_frame() -> FirstFrame | None:
    """Show the empty window before anything else is loaded; None without a screen, which :func:`open_window` reports."""
    try:
        screen.refuse_without_screen()
    except UnavailableError:
        return None
    from gpuscope.gui.first_frame import show_first_frame

    return show_first_frame()


def open_window(arguments: argparse.Namespace, frame: FirstFrame | None = None) -> int:
    """Open the window for a command line and return the exit code after it closes.

    Args:
        arguments: The parsed command line.
        frame: The window, if it is already on screen.

    Raises:
        UsageError: An option is invalid, or the run to draw does not exist.
        UnavailableError: There is no screen, a library is missing, or the store needed for a picture cannot be read.
    """
    if getattr(arguments, "film", None) is not None:
        return _draw_film(arguments)
    request = _request(arguments)
    if request.picture is not None:
        _refuse_unreadable(request)
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    if frame is None:
        screen.refuse_without_screen()
        from gpuscope.gui.first_frame import show_first_frame

        frame = show_first_frame(request.size if request.picture else None)
    from gpuscope.gui.session import Session

    code, error = Session(request, frame).run()
    if error is not None:
        raise error
    return code


def _request(arguments: argparse.Namespace) -> WindowRequest:
    from gpuscope.gui.window_request import PAGES, THEMES, DemoRequest, WindowRequest, parse_size
    from gpuscope.system import settings
    from gpuscope.system.language import LANGUAGES

    store_url = settings.store_url(arguments.store)
    if getattr(arguments, "repeats", None) is not None:
        demo = DemoRequest(arguments.repeats, arguments.steps, arguments.output.absolute())
        return WindowRequest(store_url, page="ladder", demo=demo)
    if (recordings := getattr(arguments, "recordings", None)) is not None:
        return WindowRequest(store_url, page="runs" if recordings else None, recordings=tuple(recordings))
    if arguments.json:
        raise UsageError("the window prints no JSON", "Name a verb: --help lists them.")
    _refuse("--page", arguments.page, PAGES)
    _refuse("--theme", arguments.theme, THEMES)
    _refuse("--lang", arguments.lang, tuple(LANGUAGES))
    items = tuple(one.strip() for one in (arguments.items or "").split(",") if one.strip())
    return WindowRequest(
        store_url,
        page=arguments.page or ("run" if arguments.picture else None),
        items=items,
        picture=_picture(arguments),
        size=parse_size(arguments.size) if arguments.size else (1280, 800),
        theme=arguments.theme,
        language=arguments.lang,
    )


def _draw_film(arguments: argparse.Namespace) -> int:
    """Render the film of a race to its file, without a screen; the verb has already checked the file."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    screen.refuse_without_screen()
    from gpuscope.gui.pages.race.race_frames import draw_film
    from gpuscope.gui.window_request import parse_size

    draw_film(arguments.film, parse_size(arguments.size), is_dark=arguments.theme == "dark")
    return 0


def _refuse_unreadable(request: WindowRequest) -> None:
    """Raise if the runs or plans of a picture cannot be read: a window reports that on its page, but a script only gets the exit code."""
    if request.page in _PAGES_WITHOUT_RUNS:
        return
    if request.page == "ladder":
        from gpuscope.storage.plans import PlanReader

        with PlanReader(request.store_url) as plans:
            plans.plans(limit=1)
            for item in request.items:
                plans.plan(item)
        return
    from gpuscope.recording.run_history import RunHistory
    from gpuscope.recording.trace_paths import is_trace_path

    runs = list(request.items)
    if request.page in _PAGES_OF_PLANS:
        runs = [item for item in runs if not item.startswith(_PLAN_PREFIX)]
    elif request.page == "profile":
        runs = [item for item in runs if not is_trace_path(item)]
    with RunHistory(request.store_url) as store:
        store.runs(limit=1)
        store.find_all(runs)


def _refuse(option: str, value: str | None, known: Sequence[str]) -> None:
    if value is not None and value not in known:
        raise UsageError(f"{option} {value[:40]!r} is not known", f"Choose one of {', '.join(known)}.")


def _picture(arguments: argparse.Namespace) -> Path | None:
    if arguments.picture is None:
        if arguments.size is not None:
            raise UsageError("--size is for a picture", "For example: gpuscope --page runs --picture runs.png --size 1280x800")
        return None
    from pathlib import Path

    path = Path(arguments.picture).absolute()
    if path.suffix.lower() != _PICTURE:
        raise UsageError(f"{path.name[:60]!r} does not end in {_PICTURE}", "For example: --picture runs.png")
    from gpuscope.reports.output_file import refuse_bad_output

    refuse_bad_output(path)
    return path
