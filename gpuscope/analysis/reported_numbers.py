"""Numbers that a user's program reported, as metrics of its run: time in its phases, samples of its steps, its last values."""

from collections.abc import Iterable, Sequence

from gpuscope.core import figures
from gpuscope.core.event import LEVELS_WITHOUT_VALUES, PHASES_TALLY, Event, Hello, Log, SamplesTally
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.workload_keys import IN_PHASE, PHASE_TIMES, PHASE_WITHIN, REPORTED, STEP_PHASES, phase_time_key, split_rank

_STEP_TIMES = frozenset(map(phase_time_key, STEP_PHASES))
_MOST_VALUES = 100
"""Maximum number of value names kept as metrics, in order of arrival: a program may generate a new name for each value."""


def phase_numbers(events: Iterable[Event], took_s: float | None) -> dict[str, Quantity]:
    """Return the time in each phase that a program named, nested phases included, the longest first.

    Args:
        events: Events of the run.
        took_s: Time from its start to its exit; None if unknown.
    """
    tally = next((event.values for event in events if isinstance(event, Log) and event.level == PHASES_TALLY), {})
    seconds: dict[str, float] = {}
    times: dict[str, float] = {}
    around: dict[str, dict[str, None]] = {}
    for path, value in tally.items():
        names = path.removesuffix(PHASE_TIMES).split(PHASE_WITHIN)
        if path.endswith(PHASE_TIMES):
            times[names[-1]] = times.get(names[-1], 0.0) + value
            around.setdefault(names[-1], {}).update(dict.fromkeys(names[-2:-1]))
        else:
            for name in dict.fromkeys(names):
                seconds[name] = seconds.get(name, 0.0) + value
    ordered = sorted(seconds.items(), key=lambda item: -item[1])
    return {IN_PHASE + name: _in_phase(value, times.get(name, 0.0), list(around.get(name, ())), took_s) for name, value in ordered}


def _in_phase(seconds: float, times: float, around: Sequence[str], took_s: float | None) -> Quantity:
    parts = [f"gpuscope.phase(), entered {figures.how_often(int(times))}"]
    if around:
        parts.append(f"within {around[0]}" if len(around) == 1 else f"within {len(around)} other phases")
    if took_s:
        parts.insert(0, f"{figures.percent(min(1.0, seconds / took_s))} of the run")
    return Quantity(seconds, "s", Quality.MEASURED, "; ".join(parts))


def last_values(events: Iterable[Event]) -> dict[str, Quantity]:
    """Return the last value that a program reported under each name."""
    last: dict[str, tuple[float, int | None]] = {}
    counts: dict[str, int] = {}
    for event in events:
        if isinstance(event, Log) and event.level not in LEVELS_WITHOUT_VALUES:
            for key, value in event.values.items():
                if split_rank(key)[0] not in _STEP_TIMES and (key in last or len(last) < _MOST_VALUES):
                    last[key] = (value, event.step)
                    counts[key] = counts.get(key, 0) + 1
    return {REPORTED + key: _reported(value, step, counts[key]) for key, (value, step) in last.items()}


def _reported(value: float, step: int | None, count: int) -> Quantity:
    place = "" if step is None else f", at step {step}"
    return Quantity(value, "1", Quality.MEASURED, f"logged by the program, the last of {figures.counted(count, 'value')}{place}")


def counting_pids(events: Sequence[Event], leader: Hello | None) -> tuple[int, ...]:
    """Return the processes that take each step together: all ranks of one training, else only the leader."""
    if leader is None:
        return ()
    if "rank" not in leader.info:
        return (leader.pid,)
    ranks = (event for event in events if isinstance(event, Hello) and event.role == "workload" and "rank" in event.info)
    return tuple(dict.fromkeys(hello.pid for hello in ranks if hello.info.get("ring")))


def reported_samples(events: Iterable[Event], pids: Sequence[int]) -> tuple[int, int, int] | None:
    """Return (samples of all steps, of the first, number of steps with samples), summed over processes that step together, or None."""
    tallies = {tally.pid: tally for event in events if (tally := SamplesTally.of(event)) is not None}
    counted = [tallies[pid] for pid in pids if pid in tallies]
    if not counted:
        return None
    steps = 0 if len(counted) < len(pids) else min(tally.steps for tally in counted)
    return sum(tally.samples for tally in counted), sum(tally.first for tally in counted), steps


def stepping_text(events: Sequence[Event], leader: Hello | None) -> str:
    """Return whose steps are counted if several processes or threads took steps: "rank 0 of 4 processes"; "" if only one did."""
    hellos = [event for event in events if isinstance(event, Hello) and event.role == "workload"]
    reporting = {hello.pid for hello in hellos if hello.info.get("ring")}
    stepping = reporting | {hello.pid for hello in hellos if hello.info.get("seen")}
    threads = 1 if leader is None else leader.info.get("threads", 1)
    if leader is None or len(stepping) < 2:
        if threads < 2:
            return ""
        return f"the first of {threads} threads that took steps, each with optimizers of its own; energy and memory are of all of them"
    rank = leader.info.get("rank")
    if rank is None and reporting and reporting != stepping:
        return f"the first process to report any, while {len(stepping)} took steps"
    return f"{'the first' if rank is None else f'rank {rank}'} of {len(stepping)} processes that took steps"
