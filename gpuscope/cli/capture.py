"""``gpuscope capture``: profiles the next steps of a live run, or samples its Python stacks, and waits for the profile."""

import argparse
import contextlib
import time
from pathlib import Path
from typing import Any

from gpuscope.cli import console, selection
from gpuscope.cli.capture_question import FLAG, agree
from gpuscope.core import figures
from gpuscope.core.capture_request import EXTRAS, CaptureRequest
from gpuscope.core.errors import GpuscopeError, UsageError
from gpuscope.core.event import Capture, End
from gpuscope.core.field import parse_seconds
from gpuscope.core.run import RunRecord, RunState
from gpuscope.recording.capture_size import CaptureWeight, large_request
from gpuscope.recording.captures import captures
from gpuscope.recording.run_connection import Batch, RunConnection
from gpuscope.recording.run_history import RunHistory

HELP = "profile the next steps of a live run, or sample its Python stacks"
_STEPS = 10
"""Enough to distinguish consistently slow operations from outliers; yields a trace of a few megabytes."""

_LONGEST_S = 600
"""Maximum duration of stack sampling in seconds: 60,000 samples at 100 per second."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``gpuscope capture``."""
    parser.add_argument("run", metavar="RUN", help=selection.LIVE_RUN_HELP)
    parser.add_argument("--steps", type=int, default=_STEPS, metavar="N", help=f"how many steps (default {_STEPS})")
    parser.add_argument("--stacks", metavar="TIME", help="sample Python stacks with py-spy instead, for so long: 10s")
    parser.add_argument(FLAG, action="store_true", help="record a large profile without asking")
    parser.add_argument(
        "--with", dest="extras", default="", metavar="WHAT", help=f"in addition to operators and shapes: {','.join(EXTRAS)}"
    )


def run(arguments: argparse.Namespace) -> int:
    """Ask the run's recorder, and wait until the profile is written."""
    extras = [name for part in arguments.extras.split(",") if (name := part.strip().lower())]
    with selection.opened(arguments) as reader:
        record = reader.find_live(arguments.run)
        earlier = _earlier(reader, record)
    if record.state is not RunState.RUNNING:
        hint = f"Profile a new run: gpuscope {' '.join(_again(record))}"
        raise UsageError(f"run {record.run_id} is not live: it is {record.state.value}", hint)
    if arguments.stacks is not None:
        return _sample(arguments, record, _sampled_s(arguments.stacks))
    if not arguments.yes:
        agree(large_request(CaptureRequest("steps", 0, arguments.steps, tuple(extras)), earlier, Path(record.folder)))
    asked_ns = time.monotonic_ns()
    with RunConnection.open(Path(record.folder)) as connection:
        answer = connection.request("profile", steps=arguments.steps, extras=extras)
        if not answer.get("ok"):
            hint = str(answer.get("hint") or _progress(record))
            raise UsageError(f"run {record.run_id} cannot be profiled: {answer.get('error')}", hint)
        capture = _wait(connection, asked_ns, arguments.steps)
    if capture is None:
        raise GpuscopeError("the run ended before its profile was written", f"'gpuscope show {record.run_id}' says why.")
    if capture.state == "failed":
        raise GpuscopeError(f"nothing was profiled: {capture.text}", "The run goes on.")
    return _print_capture(arguments, record, capture)


def _earlier(reader: RunHistory, record: RunRecord) -> CaptureWeight | None:
    """Return the size of the run's earlier captures; None without any, and for a run too new to be in the store."""
    try:
        return CaptureWeight.of(captures(reader.events(record.run_id, [Capture.KIND])))
    except UsageError:
        return None


def _sampled_s(text: str) -> float:
    seconds = parse_seconds(text)
    if seconds is None or not 1 <= seconds <= _LONGEST_S:
        raise UsageError(f"stacks are sampled for 1 s to {_LONGEST_S} s, not for {text[:20]!r}", "For example: --stacks 10s")
    return seconds


def _sample(arguments: argparse.Namespace, record: RunRecord, seconds: float) -> int:
    """Sample the stacks of the run's program, and report the capture to the run."""
    from gpuscope.recording.stack_sampling import sample_stacks, sampler

    sampler()
    folder, line = Path(record.folder), console.LiveLine()
    with RunConnection.open(folder) as connection:
        pid = connection.request("ping").get("program_pid")
        if not pid:
            raise UsageError(f"run {record.run_id} has no program whose stacks can be sampled", _progress(record))
        try:
            line.show(f"sampling stacks for {figures.figure(seconds, 's')}")
            sampled = sample_stacks(pid, seconds, folder)
        finally:
            line.clear()
        noted: dict[str, Any] = {
            "begin_ns": sampled.begin_ns,
            "end_ns": sampled.end_ns,
            "file": sampled.file,
            "size_bytes": sampled.size_bytes,
        }
        with contextlib.suppress(GpuscopeError, OSError):  # the run may have ended meanwhile; the file exists anyway
            connection.request("sampled", pid=pid, **noted)
    if arguments.json:
        console.print_document({"run_id": record.run_id, "file": str(folder / sampled.file), "size_bytes": sampled.size_bytes})
    else:
        console.print_text(
            f"Stacks sampled for {figures.figure(seconds, 's')}: {figures.figure(sampled.size_bytes, 'B')}. Their flame graph:"
        )
        console.print_text(f"gpuscope --page profile --items {folder / sampled.file}")
        console.print_text(f"Its functions: gpuscope profile {record.run_id}")
    return 0


def _progress(record: RunRecord) -> str:
    return f"'gpuscope show {record.run_id}' shows its progress."


def _again(record: RunRecord) -> list[str]:
    return ["run", "--profile", "steps=10:20", *(["--", "…"] if record.spec.is_command else [record.spec.workload])]


def _wait(connection: RunConnection, asked_ns: int, steps: int) -> Capture | None:
    """Return the capture once it is complete; None if the run ends first. One planned at the run's start may be recorded before it."""
    line, planned = console.LiveLine(), set[tuple[int, int]]()
    try:
        line.show("waiting for the next step")
        for message in connection.messages():
            for event in message.events if isinstance(message, Batch) else ():
                if isinstance(event, End):
                    return None
                if not isinstance(event, Capture) or event.begin_ns < asked_ns or (key := (event.pid, event.begin_ns)) in planned:
                    continue
                if event.state != "capturing":
                    return event
                if event.steps == steps:
                    line.show(f"recording {figures.counted(steps, 'step')}")
                else:
                    planned.add(key)
    finally:
        line.clear()
    return None


def _print_capture(arguments: argparse.Namespace, record: RunRecord, capture: Capture) -> int:
    path = Path(record.folder) / capture.file
    if arguments.json:
        document = {
            "run_id": record.run_id,
            "file": str(path),
            "first": capture.first,
            "steps": capture.steps,
            "size_bytes": capture.size_bytes,
        }
        console.print_document(document)
        return 0
    own_s = capture.seconds.get("start", 0.0) + capture.seconds.get("write", 0.0)
    size, cost = figures.figure(capture.size_bytes, "B"), figures.figure(own_s, "s")
    lacking = f" ({capture.text})" if capture.text else ""
    console.print_text(
        f"{figures.counted(capture.steps, 'step')} profiled from {figures.setting(capture.first)} on{lacking}: {size},"
        f" {cost} to start and write."
    )
    console.print_text(f"gpuscope profile {record.run_id}")
    return 0
