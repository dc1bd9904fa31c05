"""What a recorder records, who watches it, and how it ended."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Protocol

from gpuscope.core.run import RunRecord
from gpuscope.core.runspec import RunSpec
from gpuscope.recording.progress import Progress
from gpuscope.sensors.backend import FAST_HZ
from gpuscope.system.process_facts import ProcessFacts

if TYPE_CHECKING:
    from gpuscope.core.alert_rule import AlertRule

LEAST_BASELINE_S, MOST_BASELINE_S = 5.0, 600.0
"""For how long idle power may be recorded after a run."""


@dataclass(frozen=True, slots=True)
class Attached:
    """What is recorded without being started.

    Attributes:
        process: The process; None for the machine as a whole.
        seconds: After how long the recording ends.
    """

    process: ProcessFacts | None
    seconds: float = math.inf

    @property
    def facts(self) -> dict[str, str | int]:
        """What identifies the process, for the run's environment."""
        if self.process is None:
            return {}
        return {"attached.pid": self.process.pid, "attached.started": self.process.started.isoformat(timespec="seconds")}


@dataclass(frozen=True, slots=True)
class RunRequest:
    """What a recorder records, and how.

    Attributes:
        run_id: Of the new run.
        name: Its name.
        spec: What to run; resolved and accepted.
        argv: The workload's command.
        store_url: Where it is kept.
        detached: Whether nobody sits in front of it: no terminal, no input.
        forward_output_to: The descriptors that take the output of the user's command; None keeps it in the tail.
        inherit_output: Passes our own output descriptors through (full-screen programs).
        asked_ns: Monotonic stamp of the command.
        sensors: Sensors beside those of the hardware: "simulated", "replay:FILE".
        attached: What is running already and is only watched; None starts ``argv``.
        power_hz: How often a second an NVIDIA GPU's power, energy and throttling are read.
        baseline_s: How long idle power is recorded, of a context and bare; 0 for not at all.
        worker: How the process of a workload of ours began, for the run's environment: "ready" where it had made its imports before it
            was asked for, "importing" where it was at them, "fresh"; "" of anything else.
        membership: Which item of which plan it is, for the run's environment: "plan" and "plan.item"; empty for a plain run.
        tags: Of the new run.
        folder: Where the command runs, absolute; "" for this process's working folder.
        variables: What is set in the command's environment beside what it inherits; secrets included, which nothing writes down.
        alerts: Rules that are watched while it is recorded.
        alert_command: The words of what is run when one fires; empty for nothing.
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
    sensors: tuple[str, ...] = ()
    attached: Attached | None = None
    baseline_s: float = 0.0
    power_hz: float = FAST_HZ
    worker: str = ""
    membership: Mapping[str, str | int] = field(default_factory=dict)
    tags: tuple[str, ...] = ()
    folder: str = ""
    variables: Mapping[str, str] = field(default_factory=dict)
    alerts: tuple[AlertRule, ...] = ()
    alert_command: tuple[str, ...] = ()

    @property
    def facts(self) -> dict[str, str | int]:
        """What the run's environment says of how it came about."""
        return {**({"worker": self.worker} if self.worker else {}), **self.membership}


def default_name(spec: RunSpec) -> str:
    """Return the name of a run whose user gave it none: its distinguishing settings in a few words."""
    if spec.is_attached:
        return f"attached to {_line(spec.command)}" if spec.command else "this machine"
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
    return " ".join([PurePath(command[0]).name, *command[1:]])[:120]


class Observer(Protocol):
    """Watches from inside the recorder's process: the live line of the command line, or nobody."""

    def started(self, run_id: str, folder: Path) -> None:
        """Note that the workload is running, and that its recorder listens in that folder."""
        ...

    @property
    def is_live(self) -> bool:
        """Whether it shows every :meth:`show`, so that the run is worth looking at often."""
        ...

    def show(self, progress: Progress, countdown_s: float | None) -> None:
        """Five times a second at most."""
        ...

    def notice(self, text: str) -> None:
        """Something that the user should know now."""
        ...


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a run ended.

    Attributes:
        record: The run with its results; without them when the store could not be written.
        exit_code: The workload's own in a shell's terms (128+N for a signal).
        refusal_code: 2 or 3 when a workload of ours refused its settings; else None.
        interrupted_by_sigint: Whether the workload died of SIGINT.
        store_trouble: Why the run is not in the store, or not whole; None when it is.
        bug: What broke the storing that should not have; None when nothing did.
        tail: The last lines of the output.
        stored_ns: Monotonic stamp at which its end was in the store; None when it is not.
    """

    record: RunRecord
    exit_code: int
    refusal_code: int | None
    interrupted_by_sigint: bool
    store_trouble: str | None
    bug: Exception | None
    tail: tuple[str, ...]
    stored_ns: int | None = None
