"""What the verbs that record a run share: the recorder, in this process or detached, and the output at its end."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from gpuscope.cli import alert_flags, console, sensor_choice
from gpuscope.cli.parser import logged, verb_index
from gpuscope.cli.run_observer import RunObserver
from gpuscope.core.errors import GpuscopeError, refusal_by_system
from gpuscope.core.run import RunState
from gpuscope.recording import launch
from gpuscope.recording.recorder import Recorder

SET_UP = "GPUSCOPE_SET_UP_NS"
"""Environment variable that `main.py` sets to the monotonic time at which its installation ended, in ns: the installation does not
count as part of the run."""

if TYPE_CHECKING:
    from collections.abc import Callable

    from gpuscope.core.run import RunRecord
    from gpuscope.recording.run_end import Outcome
    from gpuscope.recording.run_request import RunRequest


def add_flags(parser: argparse.ArgumentParser, *, is_run: bool = True) -> None:
    """Add the shared flags; ``is_run`` as for :func:`alert_flags.chosen`."""
    parser.add_argument("--name", help="name of the run (default: derived from its settings)")
    parser.add_argument("--detach", action="store_true", help="start it in the background; 'show --follow' watches it")
    sensor_choice.add_flag(parser)
    sensor_choice.add_rate_flag(parser)
    alert_flags.add_flags(parser, is_run=is_run)
    parser.add_argument(launch.READY_FLAG, type=int, help=argparse.SUPPRESS)


def detach(arguments: argparse.Namespace, verb: str) -> int:
    """Start a detached recorder with the same command line; return the exit code."""
    run_id = launch.launch_detached(_own_arguments(verb)).run_id
    text = f"run {run_id} started; watch it with: gpuscope show {run_id} --follow"
    return console.print_result(arguments, {"run_id": run_id, "state": RunState.RUNNING.value}, text)


def _own_arguments(verb: str) -> list[str]:
    """Return the original command line without ``--detach``, the verb first, and options before the verb moved after it."""
    arguments = sys.argv[1:]
    at = verb_index(arguments)
    ours = [*arguments[:at], *arguments[at + 1 :]]
    end = ours.index("--") if "--" in ours else len(ours)
    return [verb, *(argument for argument in ours[:end] if argument != "--detach"), *ours[end:]]


def record(arguments: argparse.Namespace, make: Callable[[int], RunRequest]) -> Outcome:
    """Record a run in this process, and report to a detaching launcher that it has begun, or why not.

    Args:
        arguments: The verb's arguments.
        make: Makes the request from the monotonic time of the command in ns.
    """
    asked_ns = command_start_ns()
    with launch.Launcher.reporting(arguments.ready_fd) as launcher:
        request = make(asked_ns)
        has_terminal = request.spec.is_command and request.attached is None  # the command, which has it to itself
        quiet = has_terminal or arguments.ready_fd is not None
        with RunObserver(sys.stderr.fileno(), launcher=launcher, quiet=quiet) as observer:
            return Recorder(request, observer).run()


def print_end(arguments: argparse.Namespace, outcome: Outcome) -> None:
    """Print the result of a run, as JSON or as text, and any problem with storing it."""
    if arguments.ready_fd is not None:
        return
    try:
        _print_result(arguments, outcome)
    except OSError as error:  # closed terminal, full disk: the run is stored, and its exit code stands
        console.print_to_stderr(f"the result cannot be printed: {error.strerror}; 'gpuscope show {outcome.record.run_id}' shows it")
    except Exception as error:
        refusal = refusal_by_system(error) or refusal_by_system(outcome.bug)
        if refusal is None:
            raise
        console.print_to_stderr(f"the result cannot be printed: {refusal.message}; 'gpuscope show {outcome.record.run_id}' shows it")
        logged(error)
    if outcome.store_trouble is not None:
        console.print_to_stderr(f"the run is not in the store, or not whole: {outcome.store_trouble}")
    if outcome.bug is not None:
        logged(outcome.bug)


def _print_result(arguments: argparse.Namespace, outcome: Outcome) -> None:
    if arguments.json:
        from gpuscope.reports.run_json import run_document  # imported after the run, not to delay its start
        from gpuscope.system.settings import read_settings

        console.print_document(run_document(outcome.record, _marks(arguments, outcome.record), read_settings().factors))
    else:
        _show_result(outcome)
    sys.stdout.flush()


def _marks(arguments: argparse.Namespace, record: RunRecord) -> list[tuple[float, str]]:
    """Return the run's marks; none if the store cannot be read."""
    from gpuscope.recording.run_history import RunHistory
    from gpuscope.system.settings import store_url

    with contextlib.suppress(GpuscopeError), RunHistory(store_url(arguments.store)) as reader:
        return reader.marks(record)
    return []


def _show_result(outcome: Outcome) -> None:
    """Print the result of the run; for a command on standard error, since standard output belongs to the command."""
    from gpuscope.reports.printable import printable
    from gpuscope.reports.run_report import keep_as_written, sentences
    from gpuscope.reports.run_screen import profile_lines
    from gpuscope.system.language import remarked
    from gpuscope.system.settings import read_settings

    record = outcome.record
    keep_as_written(record)
    lines = [remarked(record.name, record.run_id, "  "), *sentences(record, read_settings().energy_unit)]
    if record.state is RunState.FAILED and not record.spec.is_command:
        lines += ["Last lines of its output:", *(f"  {line}" for line in outcome.tail)] if outcome.tail else []
    lines += profile_lines(record)
    write = console.print_to_stderr if record.spec.is_command and not record.spec.is_attached else console.print_text
    for line in lines:
        write(printable(line))


def command_start_ns() -> int:
    """Return the monotonic time at which this command was started, in ns with a resolution of 10 ms; after an installation, its end."""
    now_ns, begin_ns = time.monotonic_ns(), 0
    with contextlib.suppress(OSError, ValueError, IndexError, AttributeError):
        ticks = int(Path("/proc/self/stat").read_text().rpartition(")")[2].split()[19])
        since_boot_ns = ticks * 1_000_000_000 // os.sysconf("SC_CLK_TCK")
        begin_ns = now_ns - (time.clock_gettime_ns(time.CLOCK_BOOTTIME) - since_boot_ns)
    with contextlib.suppress(ValueError):
        set_up_ns = int(os.environ.pop(SET_UP, ""))
        begin_ns = max(begin_ns, set_up_ns if set_up_ns <= now_ns else 0)
    return begin_ns or now_ns
