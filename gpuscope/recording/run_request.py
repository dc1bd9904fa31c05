"""The request and the observer of a recording."""

from __future__ import annotations

import math
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from pathlib import Path

    from gpuscope.core.alert_rule import AlertRule
    from gpuscope.core.runspec import RunSpec
    from gpuscope.recording.progress import Progress
    from gpuscope.system.process_facts import ProcessFacts

LEAST_BASELINE_S, MOST_BASELINE_S = 5.0, 600.0
"""Range of durations for recording idle power, in seconds."""
_LONGEST_NAME = 120
"""Characters of a command in a run's name: about the width of a terminal."""
SETTLING_S = 2.0
"""Time that a device needs to settle to idle after a load, in seconds; readings during it are ignored."""


def idle_s(baseline_s: float) -> float:
    """Return how long a built-in workload keeps its context idle after its work, in a run that records ``baseline_s`` of idle power."""
    return SETTLING_S + baseline_s if baseline_s else 0.0


@dataclass(frozen=True, slots=True)
class Attached:
    """A running process, or the machine, to record without starting a workload.

    Attributes:
        process: The process; None for the machine as a whole.
        seconds: Maximum duration of the recording.
    """

    process: ProcessFacts | None
    seconds: float = math.inf

    @property
    def facts(self) -> dict[str, str | int]:
        """Identification of the process, for the run's environment."""
        if self.process is None:
            return {}
        return {"attached.pid": self.process.pid, "attached.started": self.process.started.isoformat(timespec="seconds")}


@dataclass(frozen=True, slots=True)
class RunRequest:
    """What to record, and how.

    Attributes:
        run_id: Id of the new run.
        name: Name of the new run.
        spec: What to run; resolved and accepted by the catalogue.
        argv: The workload's command.
        store_url: The store of the run.
        detached: Whether the run has neither terminal nor input.
        forward_output_to: Descriptors that receive the output of the user's command; None keeps it in the tail.
        inherit_output: Whether the workload inherits this process's output descriptors (full-screen programs).
        asked_ns: Monotonic stamp of the user's request.
        power_hz: Rate at which an NVIDIA GPU's power, energy and throttling are read.
        sensors: Additional sensors: "simulated", "replay:FILE".
        attached: A running process or the machine to record; None starts ``argv``.
        baseline_s: How long to record idle power, both with context and bare, in seconds; 0 for not at all.
        worker: How the process of a built-in workload started, for the run's environment: "ready" if its imports were done before the
            request, "importing" if in progress, "fresh"; "" for anything else.
        membership: The run's plan and item, for its environment: "plan" and "plan.item"; empty for a plain run.
        tags: Tags of the new run.
        folder: Absolute working folder of the command; "" for this process's working folder.
        variables: Variables set in the command's environment in addition to inherited ones; may contain secrets, which are never written.
        alerts: Alert rules to evaluate during the recording.
        alert_command: Words of the command to run when an alert fires; empty for none.
    """

    run_id: str
    name: str
    spec: RunSpec
    argv: Sequence[str]
    store_url: str
    detached: bool
    forward_output_to: tuple[int, int] | None
    inherit_output: bool
    asked_ns: int
    power_hz: float
    sensors: tuple[str, ...] = ()
    attached: Attached | None = None
    baseline_s: float = 0.0
    worker: str = ""
    membership: Mapping[str, str | int] = field(default_factory=dict)
    tags: tuple[str, ...] = ()
    folder: str = ""
    variables: Mapping[str, str] = field(default_factory=dict)
    alerts: tuple[AlertRule, ...] = ()
    alert_command: tuple[str, ...] = ()

    @property
    def facts(self) -> dict[str, str | int]:
        """Facts on the origin of the run, for its environment."""
        return {**({"worker": self.worker} if self.worker else {}), **self.membership}


ATTACHED_NAME = "attached to {0}"
"""Default name of a recording of a running process."""


def default_name(spec: RunSpec) -> str:
    """Return the default name of a run: its distinguishing settings in a few words."""
    if spec.is_attached:
        return ATTACHED_NAME.format(_line(spec.command)) if spec.command else "this machine"
    if spec.is_command:
        return _line(spec.command)
    parts = [spec.workload, spec.device, spec.precision]
    if spec.task == "inference":
        parts.append("inference")
    if spec.data == "synthetic":
        parts.append("synthetic data")
    if spec.threads is not None:
        parts.append(f"{spec.threads} thread{'s' if spec.threads > 1 else ''}")
    if spec.ranks > 1:
        parts.append(f"{spec.ranks} ranks")
    return " ".join([*parts, *spec.changes])


def _line(command: Sequence[str]) -> str:
    line = shlex.join([PurePath(command[0]).name, *command[1:]])
    return line if len(line) <= _LONGEST_NAME else f"{line[: _LONGEST_NAME - 1]}…"


class Observer(Protocol):
    """Observer within the recorder's process, such as the live line of the command line."""

    def started(self, run_id: str, folder: Path) -> None:
        """Note that the workload is running, and that its recorder listens in ``folder``."""
        ...

    @property
    def is_live(self) -> bool:
        """Whether it displays every :meth:`show`, so that frequent batches are worthwhile."""
        ...

    def show(self, progress: Progress, countdown_s: float | None) -> None:
        """Show the current progress; called at most five times a second."""
        ...

    def notice(self, text: str) -> None:
        """Show a message to the user."""
        ...
