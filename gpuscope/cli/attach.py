"""``gpuscope attach``: records a process that is already running, or the machine, without interfering."""

import argparse
import math

from gpuscope.cli import alert_flags, recorded_run, sensor_choice
from gpuscope.core.errors import UsageError
from gpuscope.core.run import RunState
from gpuscope.core.runspec import ATTACHED, RunSpec
from gpuscope.recording.early_guard import new_run_id
from gpuscope.recording.run_request import Attached, RunRequest, default_name
from gpuscope.storage.sqlite_file import refuse_unusable
from gpuscope.system.process_facts import ProcessFacts
from gpuscope.system.redaction import redact_arguments, redact_text
from gpuscope.system.settings import store_url

_ENDLESS_S = 1e9
"""More than thirty years."""
HELP = "record a running process and its children, or the machine"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``gpuscope attach``."""
    parser.usage = "gpuscope attach PID [options]\n       gpuscope attach --machine [options]"
    parser.add_argument("pid", nargs="?", metavar="PID", help="the process; it is only observed, and continues when the recording ends")
    parser.add_argument("--machine", action="store_true", help="the machine as a whole, with no process")
    parser.add_argument("--seconds", type=float, metavar="N", help="stop after N seconds (default: at the process's end, 'stop' or Ctrl-C)")
    recorded_run.add_flags(parser, is_run=False)


def run(arguments: argparse.Namespace) -> int:
    """Record until the process ends, or the recording is ended."""
    if arguments.detach:
        return recorded_run.detach(arguments, "attach")
    outcome = recorded_run.record(arguments, lambda asked_ns: _request(arguments, asked_ns))
    recorded_run.print_end(arguments, outcome)
    return 0 if outcome.record.state is RunState.FINISHED and outcome.store_trouble is None else 1


def _request(arguments: argparse.Namespace, asked_ns: int) -> RunRequest:
    attached = Attached(_process(arguments), _seconds(arguments))
    url, name = store_url(arguments.store), (arguments.name or "").strip()
    refuse_unusable(url)
    sensors = sensor_choice.chosen(arguments)
    alerts = alert_flags.chosen(arguments, sensors, is_run=False)
    spec = RunSpec(ATTACHED, command=() if attached.process is None else tuple(redact_arguments(attached.process.argv)))
    return RunRequest(
        run_id=new_run_id(),
        name=redact_text(name) if name else default_name(spec),
        spec=spec,
        argv=(),
        store_url=url,
        detached=arguments.ready_fd is not None,
        forward_output_to=None,
        inherit_output=False,
        asked_ns=asked_ns,
        sensors=sensors,
        alerts=alerts,
        alert_command=alert_flags.command(arguments, alerts),
        power_hz=arguments.power_hz,
        attached=attached,
    )


def _process(arguments: argparse.Namespace) -> ProcessFacts | None:
    if arguments.machine:
        if arguments.pid is not None:
            raise UsageError("a process and --machine cannot be combined", "Name the process, or the machine, not both.")
        return None
    if arguments.pid is None:
        raise UsageError("nothing to attach to", "Give a process, for example: gpuscope attach 1234. Or the machine: --machine.")
    if not (arguments.pid.isascii() and arguments.pid.isdigit()) or int(arguments.pid) < 1 or len(arguments.pid) > 10:
        raise UsageError(f"{arguments.pid[:60]!r} is not a process ID", "'ps -ef' lists the processes.")
    return ProcessFacts.of(int(arguments.pid))


def _seconds(arguments: argparse.Namespace) -> float:
    if arguments.seconds is None:
        return math.inf
    if not 0 < arguments.seconds < math.inf:
        raise UsageError("--seconds needs a finite number above 0", "For example: --seconds 60")
    return float(arguments.seconds) if arguments.seconds < _ENDLESS_S else math.inf
