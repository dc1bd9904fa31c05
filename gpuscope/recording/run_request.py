"""What a recorder is asked to do, who watches it do it, and how it ended."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Protocol

from gpuscope.core.run import RunRecord
from gpuscope.core.runspec import RunSpec
from gpuscope.recording.progress import Progress


@dataclass(frozen=True, slots=True)
class RunRequest:
    """What a recorder is asked to do.

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


def default_name(spec: RunSpec) -> str:
    """Returns the name of a run whose user gave it none: what tells it from others, in a few words."""
    if spec.is_command:
        return " ".join([PurePath(spec.command[0]).name, *spec.command[1:]])[:120]
    parts = [spec.workload, spec.device, spec.precision]
    if spec.task == "inference":
        parts.append("inference")
    if spec.threads is not None:
        parts.append(f"{spec.threads} thread{'s' if spec.threads > 1 else ''}")
    return " ".join(parts)


class Observer(Protocol):
    """Whoever watches from inside the recorder's process: the live line of the command line, or nobody."""

    def started(self, run_id: str, folder: Path) -> None:
        """The workload is running; its recorder listens in that folder."""
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
        refusal_code: 2 or 3 when a workload of ours refused what it was asked for; else None.
        interrupted_by_sigint: Whether the workload died of SIGINT.
        store_trouble: Why the run is not in the store, or not whole; None when it is.
        bug: What broke the storing that should not have; None when nothing did.
        tail: The last lines of the output.
    """

    record: RunRecord
    exit_code: int
    refusal_code: int | None
    interrupted_by_sigint: bool
    store_trouble: str | None
    bug: Exception | None
    tail: tuple[str, ...]
