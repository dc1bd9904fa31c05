"""``gpuscope run``: records one run of a workload or of any command."""

import argparse
import contextlib
import os
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from gpuscope.cli import console, sensor_choice
from gpuscope.cli.parser import verb_index
from gpuscope.cli.run_observer import RunObserver
from gpuscope.core.errors import GpuscopeError, UsageError
from gpuscope.core.run import RunState
from gpuscope.core.runspec import COMMAND, FIELDS, Field, RunSpec
from gpuscope.recording import launch
from gpuscope.recording.command_check import refuse_missing_command, refuse_missing_folder
from gpuscope.recording.recorder import Recorder
from gpuscope.recording.run_folder import new_run_id
from gpuscope.recording.run_request import Outcome, RunRequest, default_name
from gpuscope.reports.printable import printable

NAME = "run"
HELP = "run a workload, or any command behind --, and record it"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the flags, made from RunSpec's fields."""
    parser.usage = "gpuscope run WORKLOAD [options]\n       gpuscope run [options] -- COMMAND [ARGUMENT …]"
    parser.add_argument("workload", nargs="?", metavar="WORKLOAD", help="what to run; 'gpuscope workloads' lists them")
    for field in FIELDS.values():
        if field.flag:
            parser.add_argument(field.flag, dest=f"field_{field.key}", metavar=field.metavar or _choices(field), help=_help(field))
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="an option of the workload, or any of the above")
    parser.add_argument("--name", help="name of the run; made from what is run when not given")
    parser.add_argument("--detach", action="store_true", help="start it and come back; 'show --follow' watches it")
    parser.add_argument(
        "--tty", choices=("auto", "inherit"), default="auto", help="inherit: pass the terminal through, for full-screen programs"
    )
    sensor_choice.add_flag(parser)
    parser.add_argument(launch.READY_FLAG, type=int, help=argparse.SUPPRESS)
    parser.set_defaults(command=[])


def _choices(field: Field) -> str:
    return "{" + ",".join(field.choices) + "}"


def _help(field: Field) -> str:
    default = "" if field.default is None else f" (default {field.default})"
    return f"{field.help}{default}".replace("%", "%%")


def run(arguments: argparse.Namespace) -> int:
    """Records the run in this process, or starts a detached recorder."""
    asked_ns = _process_start_ns()
    if arguments.detach:
        return _detach(arguments)
    launcher = None if arguments.ready_fd is None else launch.Launcher(arguments.ready_fd)
    try:
        request = _request(arguments, asked_ns)
        with RunObserver(sys.stderr.fileno(), launcher=launcher, quiet=_is_quiet(arguments, request.spec)) as observer:
            outcome = Recorder(request, observer).run()
    except GpuscopeError as error:
        if launcher is not None:
            launcher.tell_refused(error)
        raise
    return _ended(arguments, outcome)


def spec_from(arguments: argparse.Namespace) -> RunSpec:
    """Returns what the command line asks for.

    Raises:
        UsageError: A flag does not fit.
    """
    command = arguments.command[1:] if arguments.command[:1] == ["--"] else arguments.command
    values: dict[str, object] = {
        field.key: value for field in FIELDS.values() if (value := getattr(arguments, f"field_{field.key}", None)) is not None
    }
    values |= dict(_setting(text) for text in arguments.set)
    if command:
        if arguments.workload is not None:
            raise UsageError("a workload and a command at once", "Name a workload of ours, or a command behind --, not both.")
        if values:
            raise UsageError(f"{', '.join(sorted(values))}: not for a command", "Put the command's own options behind it.")
        return RunSpec(COMMAND, command=tuple(command))
    if arguments.workload is None:
        raise UsageError("nothing to run", "Name a workload ('gpuscope workloads' lists them), or a command behind --.")
    return RunSpec(arguments.workload).with_values(values)


def _setting(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals or not key.strip():
        raise UsageError(f"--set {text!r} is not KEY=VALUE", "For example: --set task=inference")
    return key.strip().replace("-", "_"), value


def _request(arguments: argparse.Namespace, asked_ns: int) -> RunRequest:
    """Returns what the recorder is asked to do; secrets of the command line are in its argv alone, which nothing writes down."""
    from gpuscope.storage.preflight import refuse_unusable
    from gpuscope.system.redaction import redact_arguments, redact_text
    from gpuscope.system.settings import store_url

    spec = spec_from(arguments)
    refuse_missing_folder()
    url, name = store_url(arguments.store), (arguments.name or "").strip()
    if spec.is_command:
        argv: Sequence[str] = spec.command
        refuse_missing_command(argv[0])
        spec = replace(spec, command=tuple(redact_arguments(argv)))
    else:
        spec, argv = _workload(spec)
        refuse_unusable(url)
    return RunRequest(
        run_id=new_run_id(),
        name=redact_text(name) if name else default_name(spec),
        spec=spec,
        argv=argv,
        store_url=url,
        detached=arguments.ready_fd is not None,
        forward_output_to=_forwarding(arguments) if spec.is_command else None,
        inherit_output=arguments.tty == "inherit" and spec.is_command,
        asked_ns=asked_ns,
        sensors=sensor_choice.chosen(arguments),
    )


def _workload(spec: RunSpec) -> tuple[RunSpec, list[str]]:
    from gpuscope.workloads import catalog
    from gpuscope.workloads import launch as workload_launch
    from gpuscope.workloads.capabilities import Capabilities

    resolved = catalog.resolve(spec)
    refusal = catalog.refusal(resolved, Capabilities.load())
    if refusal is not None:
        raise refusal
    return resolved, workload_launch.child_command(resolved)


def _forwarding(arguments: argparse.Namespace) -> tuple[int, int] | None:
    if arguments.ready_fd is not None:
        return None
    return (2, 2) if arguments.json else (1, 2)


def _detach(arguments: argparse.Namespace) -> int:
    run_id = launch.launch_detached(_own_arguments()).run_id
    if arguments.json:
        console.print_document({"run_id": run_id, "state": RunState.RUNNING.value})
    else:
        console.say(f"run {run_id} started; watch it with: gpuscope show {run_id} --follow")
    return 0


def _own_arguments() -> list[str]:
    """Returns the command line as it was given but for ``--detach``, the verb first; options before the verb go behind it."""
    arguments = sys.argv[1:]
    at = verb_index(arguments)
    ours = [*arguments[:at], *arguments[at + 1 :]]
    end = ours.index("--") if "--" in ours else len(ours)
    return [NAME, *(one for one in ours[:end] if one != "--detach"), *ours[end:]]


def _is_quiet(arguments: argparse.Namespace, spec: RunSpec) -> bool:
    """A command has the terminal for itself; a detached recorder has none."""
    return spec.is_command or arguments.ready_fd is not None


def _ended(arguments: argparse.Namespace, outcome: Outcome) -> int:
    if arguments.ready_fd is None:
        try:
            _print_result(arguments, outcome)
        except OSError as error:  # a terminal that is closed, an output that is full: the run is kept, and its code is its own
            console.tell(f"the result cannot be printed: {error.strerror}; 'gpuscope show {outcome.record.run_id}' shows it")
        if outcome.store_trouble is not None:
            console.tell(f"the run is not in the store, or not whole: {outcome.store_trouble}")
        if outcome.bug is not None:
            from gpuscope.system.bug_log import log_bug

            log_bug(outcome.bug)
    return _exit_code(outcome)


def _print_result(arguments: argparse.Namespace, outcome: Outcome) -> None:
    if arguments.json:
        console.print_document(outcome.record.to_json())
    else:
        _tell_result(outcome)
    sys.stdout.flush()


def _tell_result(outcome: Outcome) -> None:
    """Says in words how the run ended; for a command on standard error, whose standard output is the command's own."""
    from gpuscope.reports.run_report import sentences

    record = outcome.record
    lines = [f"{record.name}  ({record.run_id})", *sentences(record)]
    if record.state is RunState.FAILED and not record.spec.is_command:
        lines += ["Last lines of its output:", *(f"  {line}" for line in outcome.tail)] if outcome.tail else []
    write = console.tell if record.spec.is_command else console.say
    for line in lines:
        write(printable(line))


def _exit_code(outcome: Outcome) -> int:
    if outcome.record.spec.is_command:
        if outcome.interrupted_by_sigint:
            from gpuscope.recording.guarded_process import die_of_interrupt

            die_of_interrupt()
        return outcome.exit_code
    match outcome.record.state:
        case RunState.FINISHED:
            return 0
        case RunState.STOPPED:
            return 130
        case _:
            return outcome.refusal_code or 1


def _process_start_ns() -> int:
    """Returns the monotonic stamp at which this process was started, to a hundredth of a second."""
    with contextlib.suppress(OSError, ValueError, IndexError, AttributeError):
        ticks = int(Path("/proc/self/stat").read_text().rpartition(")")[2].split()[19])
        since_boot_ns = ticks * 1_000_000_000 // os.sysconf("SC_CLK_TCK")
        return time.monotonic_ns() - (time.clock_gettime_ns(time.CLOCK_BOOTTIME) - since_boot_ns)
    return time.monotonic_ns()
