"""``gpuscope run``: records one run of a workload or of any command."""

from __future__ import annotations

import argparse
import re
import shlex
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gpuscope.cli import alert_flags, console, recorded_run, sensor_choice
from gpuscope.cli.capture_question import agree_to_capture
from gpuscope.cli.parser import arguments_of
from gpuscope.cli.spec_flags import add_spec_flags, spec_from
from gpuscope.core.errors import UsageError
from gpuscope.core.field import shown
from gpuscope.core.run import RunState
from gpuscope.core.runspec import VARIABLES, RunSpec, variables_text
from gpuscope.recording import early_guard
from gpuscope.recording.recorder_template import TEMPLATE_FLAG
from gpuscope.recording.run_request import LEAST_BASELINE_S, MOST_BASELINE_S, RunRequest, default_name, idle_s
from gpuscope.recording.standby_recorder import CONDUCTED_FLAG, RUN_ID_FLAG
from gpuscope.recording.start_error import refuse_missing_command, refuse_missing_folder

if TYPE_CHECKING:
    from gpuscope.recording.run_end import Outcome

HELP = "run a workload, or any command after --, and record it"
_SCRIPTS = (".py", ".sh")
"""Endings of programs."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the flags, including those generated from RunSpec's fields."""
    parser.usage = "gpuscope run WORKLOAD [options]\n       gpuscope run [options] -- COMMAND [ARGUMENT …]"
    add_spec_flags(parser)
    recorded_run.add_flags(parser)
    parser.add_argument(
        "--baseline",
        metavar="TIME",
        help=f"after the run, record idle power for this long, {LEAST_BASELINE_S:.0f}s to {MOST_BASELINE_S:.0f}s: for energy above idle",
    )
    parser.add_argument(
        "--tty", choices=("auto", "inherit"), default="auto", help="inherit: pass on the terminal, for full-screen programs"
    )
    parser.add_argument(
        "--chain",
        action="store_true",
        help="train, compress (--optimize, or distill), quantize, export to each engine: one run each, and a table of deployment costs",
    )
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE", help="with --chain: write its table to a .pdf, .html, .csv or .json file"
    )
    parser.add_argument("--folder", type=Path, metavar="FOLDER", help="for a command: its working folder (default: this one)")
    parser.add_argument("--after", action="store_true", help="queue it until its device is free; 'gpuscope plans' lists the queue")
    parser.add_argument(CONDUCTED_FLAG, type=int, help=argparse.SUPPRESS)
    parser.add_argument(TEMPLATE_FLAG, type=int, help=argparse.SUPPRESS)
    parser.add_argument(RUN_ID_FLAG, help=argparse.SUPPRESS)


def hint_for(word: str, given: Sequence[str]) -> str:
    """Return how to record a program given without ``--``, and when to tag a run; "" for anything else."""
    from gpuscope.workloads.workload_table import WORKLOADS

    if word in ("--tag", "--tags"):
        return "'gpuscope run --help' lists its arguments; a run is tagged afterwards: gpuscope edit last --tag TAG"
    if given[0].startswith("-") or given[0] in WORKLOADS:
        return ""
    return f"'gpuscope run --help' lists its arguments; a program comes after --: gpuscope run -- {shlex.join(given)}"


def run(arguments: argparse.Namespace) -> int:
    """Record the run in this process, or start a detached recorder."""
    _refuse_program(arguments)
    if arguments.template_fd is not None:
        from gpuscope.cli.conducted_run import forked_recorder

        if (forked := forked_recorder(arguments)) is None:
            return 0
        arguments = forked
    if arguments.conducted_fd is not None:
        from gpuscope.cli.conducted_run import record_conducted

        return record_conducted(arguments, lambda own, document: _conducted_request(own, arguments.run_id, document))
    if arguments.yes:
        _download(spec_from(arguments))
    if arguments.output is not None and not arguments.chain:
        raise UsageError("--output without --chain", "A run is written by 'gpuscope export RUN -o FILE' when it is over.")
    if arguments.ready_fd is None and arguments.field_profile is not None:
        agree_to_capture(arguments, spec_from(arguments))
    if arguments.after:
        return _enqueue(arguments)
    if arguments.detach:
        _print_other_users(arguments)
        return recorded_run.detach(arguments, "run")
    if arguments.chain:
        from gpuscope.cli.chain import record_chain

        return record_chain(arguments)
    outcome = recorded_run.record(arguments, lambda asked_ns: _request(arguments, asked_ns))
    recorded_run.print_end(arguments, outcome)
    return _exit_code(outcome)


def _refuse_program(arguments: argparse.Namespace) -> None:
    """Refuse a program in place of the workload, with the line that records it: no workload is named like a file.

    Raises:
        UsageError: It is a program.
    """
    named = arguments.workload or ""
    if not arguments.command and ("/" in named or Path(named).suffix in _SCRIPTS):
        line = shlex.join(["python3", named] if named.endswith(".py") else [named])
        raise UsageError(f"workload {shown(named)} is not known", f"A program comes after --: gpuscope run -- {line}")


def _print_other_users(arguments: argparse.Namespace) -> None:
    """Print which runs use the device of a detached run, whose recorder has no terminal to print it on."""
    from gpuscope.system import paths, settings
    from gpuscope.system.device_use import beside, users_of

    if not arguments.chain and (others := users_of(spec_from(arguments))):
        console.print_to_stderr(beside(others, paths.runs_folder(settings.store_url(arguments.store))))


def _enqueue(arguments: argparse.Namespace) -> int:
    """Queue the run until its device is free; reject at once what its recorder would reject then."""
    from gpuscope.recording.plan_start import enqueue

    if arguments.chain or arguments.tty == "inherit":
        raise UsageError(f"--after with {'--chain' if arguments.chain else '--tty inherit'}", "Leave one of them out.")
    request = _request(arguments, time.monotonic_ns())
    own = [
        *sensor_choice.run_arguments(arguments),
        *alert_flags.run_arguments(arguments),
        *(["--baseline", arguments.baseline] if arguments.baseline else []),
    ]
    own += ["--folder", request.folder] if request.folder else []
    plan_id, was_there = enqueue(request.store_url, spec_from(arguments), request.name, own)
    when = "will run it after the others" if was_there else "will run it when its device is free"
    text = f"plan {plan_id} {when}: gpuscope plans {plan_id}"
    return console.print_result(arguments, {"plan_id": plan_id, "appended": was_there}, text)


def _conducted_request(own: list[str], run_id: str, document: Mapping[str, Any]) -> RunRequest:
    """Return the request of a plan's item from command-line arguments."""
    arguments = arguments_of("run", own)
    arguments.store = document["store"]
    request = _request(arguments, time.monotonic_ns(), warns=False)  # the plan has warned before its first run
    membership = {"plan": document["plan"], "plan.item": document["item"]} if "plan" in document else {}
    tags = tuple(document.get("tags", ()))
    return replace(request, run_id=run_id, detached=True, forward_output_to=None, membership=membership, tags=tags)


def _download(spec: RunSpec) -> None:
    """Download the data set of a run, unless it has been downloaded before."""
    from gpuscope.workloads.data.download import PARTS, download
    from gpuscope.workloads.workload_table import workload

    if spec.data == "download":
        for name in PARTS.keys() & set(workload(spec.workload).data_sets):
            download(name, lambda item: console.print_to_stderr(f"downloading {item}"))


def baseline_seconds(text: str | None) -> float:
    """Return for how many seconds to record idle power ("10s", "10", "2min"); 0 by default.

    Raises:
        UsageError: It is not a time, or too short or too long.
    """
    if text is None:
        return 0.0
    match = re.fullmatch(r"(\d+(?:\.\d+)?) ?(s|min|)", text.strip())
    seconds = 0.0 if match is None else float(match[1]) * (60.0 if match[2] == "min" else 1.0)
    if not LEAST_BASELINE_S <= seconds <= MOST_BASELINE_S:
        raise UsageError(
            f"--baseline {text!r} is not a time of {LEAST_BASELINE_S:.0f} s to {MOST_BASELINE_S:.0f} s", "For example: --baseline 10s"
        )
    return seconds


def _request(arguments: argparse.Namespace, asked_ns: int, *, warns: bool = True) -> RunRequest:
    """Return the recorder's request; only its argv and variables, which are never stored, contain secrets of the command line."""
    from gpuscope.system.redaction import redact_arguments, redact_text, redact_variables
    from gpuscope.system.settings import store_url

    spec, baseline_s, folder = spec_from(arguments), baseline_seconds(arguments.baseline), _folder(arguments)
    refuse_missing_folder(folder)
    url, name = store_url(arguments.store), (arguments.name or "").strip()
    if spec.is_command:
        argv: Sequence[str] = spec.command
        variables = spec.variables
        refuse_missing_command(argv[0], folder, variables.get("PATH"))
        shown = {VARIABLES: variables_text(redact_variables(variables))} if variables else {}
        spec = replace(spec, command=tuple(redact_arguments(argv)), options={**spec.options, **shown})
    else:
        variables = {}
        spec, argv = _workload(spec, idle_s(baseline_s), url, warns=warns)
    sensors = sensor_choice.chosen(arguments)
    alerts = alert_flags.chosen(arguments, sensors)
    return RunRequest(
        run_id=early_guard.run_id(),
        name=redact_text(name) if name else default_name(spec),
        spec=spec,
        argv=argv,
        store_url=url,
        detached=arguments.ready_fd is not None,
        forward_output_to=_forwarding(arguments) if spec.is_command else None,
        inherit_output=arguments.tty == "inherit" and spec.is_command,
        asked_ns=asked_ns,
        sensors=sensors,
        power_hz=arguments.power_hz,
        baseline_s=baseline_s,
        worker="" if spec.is_command else "fresh",
        folder=folder,
        variables=variables,
        alerts=alerts,
        alert_command=alert_flags.command(arguments, alerts),
    )


def _folder(arguments: argparse.Namespace) -> str:
    """Return the given folder as an absolute path; "" for the working folder of this process."""
    if arguments.folder is None:
        return ""
    if not arguments.command:
        raise UsageError("--folder is for a command", "A built-in workload reads and writes nothing in its working folder.")
    return str(arguments.folder.expanduser().absolute())


def _workload(spec: RunSpec, idle_s: float, store_url: str, *, warns: bool) -> tuple[RunSpec, list[str]]:
    """Return the resolved spec of a workload of ours, and the command that runs it; refuse what cannot run or be stored."""
    from gpuscope.storage.sqlite_file import refuse_unusable
    from gpuscope.workloads import catalog, number_formats
    from gpuscope.workloads import launch as workload_launch
    from gpuscope.workloads.capabilities import Capabilities

    resolved, capabilities = catalog.resolve(spec), Capabilities.load()
    refusal = catalog.refusal(resolved, capabilities)
    if refusal is not None:
        raise refusal
    if warns and (warning := number_formats.warning(resolved.device, resolved.precision, capabilities)):
        console.print_to_stderr(warning)
    refuse_unusable(store_url)
    return resolved, workload_launch.child_command(resolved, idle_s)


def _forwarding(arguments: argparse.Namespace) -> tuple[int, int] | None:
    if arguments.ready_fd is not None:
        return None
    return (2, 2) if arguments.json else (1, 2)


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
