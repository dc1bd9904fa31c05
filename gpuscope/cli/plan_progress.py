"""What the verbs of plans have in common: the lines on standard error while one conducts a plan, its output file, its errors."""

from __future__ import annotations

import math
import time
from pathlib import Path
from typing import TYPE_CHECKING

from gpuscope.cli import console
from gpuscope.core.errors import error_type
from gpuscope.core.plan import ItemState
from gpuscope.core.run import reason_beyond
from gpuscope.recording.plan_observer import PlanObserver
from gpuscope.system.language import composed, filled, labelled, translated

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable

    from gpuscope.core.errors import GpuscopeError
    from gpuscope.core.plan import Plan, PlanItem
    from gpuscope.core.runspec import RunSpec
    from gpuscope.workloads.capabilities import Capabilities

WAIT_NOTICE_S = 30.0
"""Minimum seconds between two lines on what a plan waits for; more would push the results off the screen."""


def warn_of_formats(specs: Iterable[RunSpec], capabilities: Capabilities) -> None:
    """Print, once each, which number formats of a plan's runs this machine emulates; the runs themselves do not repeat it."""
    from gpuscope.workloads import number_formats

    for warning in dict.fromkeys(
        number_formats.warning(spec.device, spec.precision, capabilities) for spec in specs if not spec.is_command
    ):
        if warning:
            console.print_to_stderr(warning)


def output_option(arguments: argparse.Namespace) -> str | None:
    """Return the output file of the command line, for the options of its plan: whoever resumes it may do so from another folder."""
    return None if arguments.output is None else str(arguments.output.absolute())


def output_of(plan: Plan) -> Path | None:
    """Return the file that a plan's findings are written to; None for none."""
    return Path(plan.options["output"]) if plan.options.get("output") else None


def without_figures(plan: Plan, sentence: str, exit_code: int = 1) -> GpuscopeError:
    """Return the error for a plan in which no run produced a figure, with the exit code of the first run that failed.

    Args:
        plan: The plan, which has ended.
        sentence: The message if the plan records no reason.
        exit_code: The code if no run failed.
    """
    code = next((code for item in plan.items if (code := item.exit_code)), exit_code)
    return error_type(code)(plan.reason or sentence, f"'gpuscope plans {plan.plan_id}' lists its runs and their reasons.")


class PlanProgress(PlanObserver):
    """Prints a line when an item begins, when it did not succeed, and when the plan waits.

    Args:
        beginning: Returns the text for an item that begins; by default, the number of its run and its title.
    """

    shows_progress = True

    def __init__(self, beginning: Callable[[Plan, PlanItem], str] | None = None) -> None:
        self._beginning = beginning or self._numbered
        self._printed_waits: set[str] = set()
        self._printed_at_s = -math.inf

    def item_begins(self, plan: Plan, item: PlanItem) -> None:
        """Print which item begins."""
        console.print_to_stderr(self._beginning(plan, item))

    def name(self, plan: Plan, item: PlanItem) -> str:  # noqa: ARG002 - the plan of a sweep has its axes
        """Return the name of an item."""
        return item.shown_title

    def _numbered(self, plan: Plan, item: PlanItem) -> str:
        number, total = item.number + 1, max(plan.total, item.number + 1)
        return filled("run {0} of {1}: {2}", str(number), str(total), composed(self.name(plan, item)))

    def item_ended(self, plan: Plan, item: PlanItem) -> None:
        """Print what went wrong."""
        if item.state is not ItemState.DONE:
            reason = reason_beyond(item.state, item.reason)
            shown = composed(reason)
            if reason.startswith(f"{item.shown_title} "):  # "Channels last does not fit mnist-mlp: …"
                shown = shown.removeprefix(composed(item.shown_title)).lstrip()
            standing = translated("not here") if item.state is ItemState.SKIPPED else composed(item.state.value)
            told = f"{standing}{translated(', ')}{shown}" if shown else standing
            console.print_to_stderr(labelled(composed(self.name(plan, item)), told))
            for line in item.last_lines:
                console.print_to_stderr(f"  {line}")

    def waits(self, plan: Plan) -> None:
        """Print what the plan waits for, once per reason and rate-limited: the users of a device may change every second."""
        if plan.reason in self._printed_waits or time.monotonic() - self._printed_at_s < WAIT_NOTICE_S:
            return
        self._printed_at_s = time.monotonic()
        self._printed_waits.add(str(plan.reason))
        console.print_to_stderr(f"{plan.reason}; 'gpuscope stop {plan.plan_id}' gives up")

    def notice(self, text: str) -> None:
        """Print the notice."""
        console.print_to_stderr(text)
