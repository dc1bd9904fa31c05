"""One metric of a run, by the key under which it is compared, and notes on its reliability."""

import math
import re
from collections.abc import Sequence
from dataclasses import replace

from gpuscope.analysis.group import Group, runs_of
from gpuscope.analysis.processor_share import others_share, others_share_text
from gpuscope.core import figures
from gpuscope.core.lack_of_memory import is_out_of_memory
from gpuscope.core.metric_registry import describe, metric
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.run import DAMAGED_READINGS, RunRecord, RunState

WALL_TIME = "wall_time"
"""Key of the time from a run's start to its exit, which needs no sensor."""
RECORDED_TIME = "recorded_time"
"""Key of the time for which a process that ran already was recorded: it is neither its time from start to exit nor better if shorter."""
PER_RANK = "throughput_per_rank"
"""Key of the throughput divided by the number of ranks; its ratio to that of one rank is the scaling efficiency."""
AS_POINTS = frozenset({"accuracy", "accuracy_before", "accuracy_undistilled"})
"""Shares that are compared by their difference in percentage points instead of their ratio."""
SHORT_WINDOW_S = 1.0
"""Measured windows below this get a warning: a scheduler slice or garbage collection of about 10 ms is a percent of a second."""

_LISTED = 4
"""Maximum number of damaged series named in a sentence, to keep it within two lines; a table lists all."""
_SHARERS = 2
"""Maximum number of named runs that shared the device; that there were any matters more than which."""


def metric_keys(groups: Sequence[Group]) -> list[str]:
    """Return the metric keys that any of the runs has: the runs' own first, then those of their devices."""
    keys: dict[str, None] = {}
    for run in runs_of(groups):
        keys |= dict.fromkeys(run.metrics)
        if PER_RANK not in keys and run.spec.ranks * run.spec.nodes > 1:
            keys = {key: None for recorded in keys for key in ((recorded, PER_RANK) if recorded == "throughput" else (recorded,))}
    keys |= dict.fromkeys(RECORDED_TIME if run.spec.is_attached else WALL_TIME for run in runs_of(groups))
    for run in runs_of(groups):
        keys |= {f"{result.device.key}/{key}": None for result in run.devices for key in result.metrics}
    return list(keys)


def quantity(run: RunRecord, key: str) -> Quantity:
    """Return a run's metric by its comparison key ("gpu:0/power_mean" for a device); missing, with the reason, if not recorded."""
    device, slash, name = key.rpartition("/")
    if key == PER_RANK:
        return _per_rank(run)
    if key in (WALL_TIME, RECORDED_TIME):
        return _time(run, key)
    if slash:
        measured = next((result.metrics.get(name) for result in run.devices if result.device.key == device), None)
    else:
        measured = run.metrics.get(name)
    return measured or Quantity.missing(describe(name)[1], f"not recorded in this run ({run.state.value})")


def speed(run: RunRecord) -> float | None:
    """Return a run's throughput, or for a command without one runs per second; None if it is unknown or not positive."""
    throughput = run.metrics.get("throughput")
    if throughput is not None and throughput.value is not None:
        return throughput.value if 0.0 < throughput.value < math.inf else None
    rate = 1.0 / run.wall_s if run.spec.is_command and run.wall_s else 0.0
    return rate if 0.0 < rate < math.inf else None


def _per_rank(run: RunRecord) -> Quantity:
    whole = quantity(run, "throughput")
    if whole.value is None or run.spec.ranks == 1:
        return whole
    source = f"throughput divided by {run.spec.ranks} ranks; divided by that of one rank, it is the scaling efficiency"
    return replace(whole, value=whole.value / run.spec.ranks, quality=Quality.DERIVED, source=source)


def _time(run: RunRecord, key: str) -> Quantity:
    is_attached = run.spec.is_attached
    if is_attached is not (key == RECORDED_TIME):
        return Quantity.missing("s", "it ran already when its recording began" if is_attached else "it was recorded from its start")
    if run.wall_s is None:
        return Quantity.missing("s", f"its exit was not recorded ({run.state.value})")
    source = "from the start of the recording to its end" if is_attached else "from the start of the process to its exit"
    return Quantity(run.wall_s, "s", Quality.MEASURED, f"{source}, by the clock")


def run_notes(record: RunRecord) -> list[str]:
    """Return notes on a run's reliability: damage, a short window, a shared CPU or device, what its steps are, a profiler."""
    if record.state is RunState.RUNNING:
        return []
    notes = (
        damage_note(record),
        short_window_note([record]),
        others_share_text(others_share(record)),
        shared_device_note(record),
        stepping_note(record),
        _KIND_TEXTS.get(record.steps_kind or "", ""),
        str(record.environment.get(LONG_STEPS, "")),
        str(record.environment.get(PROFILED, "")),
        memory_note(record),
    )
    return [f"{figures.capitalized(text)}." for text in notes if text]


PROFILED = "recorder.profile"
"""Key in a run's environment: what the profiler recorded and its overhead, in words."""
RECORDED = "the profiler recorded"
"""Prefix of these words if there is a profile."""
MEMORY_TEXT = "a profile of its last steps shows what filled the memory: --profile steps={0}:{1},memory,stacks"
_LAST_STEPS = 5
"""Steps before the one in which memory ran out that such a profile covers."""


def memory_note(record: RunRecord) -> str:
    """Return how to find out what filled the memory of a run that ran out of it in some step; "" if it did not, or has a profile."""
    is_profiled = RECORDED in str(record.environment.get(PROFILED, ""))
    if is_profiled or not record.steps or not record.reason or not is_out_of_memory(record.reason):
        return ""
    return MEMORY_TEXT.format(max(0, record.steps - _LAST_STEPS), record.steps + 1)


SHARED_DEVICE = "shared_device"
"""Key in a run's environment: other users of its devices during the run, in words."""
SHARED_DEVICE_TEXT = "its device was used meanwhile by {0}"


def shared_device_note(record: RunRecord) -> str:
    """Return a note on other users of the run's device; "" if it had the device alone, as far as gpuscope knows."""
    others = re.split(r"(?<=\)), ", str(record.environment.get(SHARED_DEVICE) or ""))  # each entry ends with a name in brackets
    named = r"^(?:run|plan) \S+ \((.+?)(?:, another store)?\)$"
    others = list(dict.fromkeys(re.sub(named, r"“\1”", other) for other in others))  # its name says more than its id; runs may share one
    listed = others if len(others) <= _SHARERS else [*others[:_SHARERS], f"{len(others) - _SHARERS} more"]
    return SHARED_DEVICE_TEXT.format(figures.listed(listed)) if others[0] else ""


LONG_STEPS = "recorder.long_steps"
"""Key in a command's environment: which steps took far longer than the others, and what that cost, in words."""
_KIND_TEXTS = {
    "backward": (
        "its steps are backward passes, since no optimizer of torch took a step; "
        "if a step has several, gpuscope.step() at the end of each step reports them"
    ),
    "batch": "its steps are batches of a DataLoader, since no backward pass and no step of an optimizer was detected",
}
"""What the detected steps of a program without an optimizer are, by their kind."""
STEPPING = "stepping"
"""Key in a command's environment: whose steps are counted if several of its processes took steps, in words."""
STEPPING_TEXT = "its steps are those of {0}"


def stepping_note(record: RunRecord) -> str:
    """Return whose steps a command's run counts; "" if a single process took all of them."""
    stepping = record.environment.get(STEPPING)
    return STEPPING_TEXT.format(stepping) if stepping else ""


def damage_note(record: RunRecord) -> str:
    """Return a note that names the run's series with damaged readings in the store; "" if there are none."""
    gaps = [gap for result in record.devices for gap in result.gaps if gap.reason == DAMAGED_READINGS]
    if not gaps:
        return ""
    names = dict.fromkeys(_series_name(gap.device, key) for gap in gaps for key in gap.metrics)
    listed = list(names) if len(names) <= _LISTED else [*list(names)[:_LISTED], f"{len(names) - _LISTED} more"]
    return f"readings are damaged in the store and shown as missing: {figures.listed(listed)} ('gpuscope show RUN --all' lists when)"


def _series_name(device: str, key: str) -> str:
    definition = metric(key)
    return f"{key if definition is None else definition.label} of {device}" if key and device else "a series whose name is lost"


SHORT_COMMAND_TEXT = "measured for only {0}: results of windows under a second vary widely"
SHORT_WINDOW_TEXT = "measured for only {0}: results of windows under a second vary widely (use more --steps, or --duration 10s)"


def timed_window_s(run: RunRecord) -> float | None:
    """Return the length of the window of throughput, step times and energies per item, in seconds; None without one.

    The steps of a command are timed from the end of the first to that of the last, while its measured window begins with the sensors'
    first reading. Those of any other run fill its measured window.
    """
    rate = run.metrics.get("step_rate")
    if run.spec.is_command and run.steps and rate is not None and rate.finite:
        return (run.steps - 1) / rate.finite
    return run.duration_s


def short_window_note(runs: Sequence[RunRecord]) -> str:
    """Return a note if the shortest window in which the runs' steps were timed is below a second; "" otherwise."""
    windows_s = [(window_s, run) for run in runs if (run.steps or not run.spec.is_command) and (window_s := timed_window_s(run))]
    shortest_s, shortest = min(windows_s, default=(SHORT_WINDOW_S, None), key=lambda window: window[0])
    if shortest is None or shortest_s >= SHORT_WINDOW_S:
        return ""
    text = SHORT_COMMAND_TEXT if shortest.spec.is_command else SHORT_WINDOW_TEXT  # a command has no such options
    return text.format(figures.figure(shortest_s, "s"))
