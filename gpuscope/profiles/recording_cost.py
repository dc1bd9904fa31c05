"""What recording cost the captured steps, and an estimate of what their parts take in the run's other steps.

A profiler adds about the same time to every call that it records, so a part of a step that makes many small calls is inflated far more
than the step as a whole. The excess of a captured step over the run's others, divided by the calls recorded in it, is that time per call,
but no more than what calls spend outside of their inner calls, where those are recorded. An excess too large for that, or of single
steps, has other causes (a busy machine, other batches), which are assumed to slow all parts evenly. Compilation is no such cause: steps
in which torch.compile compiles are not compared.
"""

from dataclasses import dataclass

import numpy as np

from gpuscope.profiles.gaps import compilations
from gpuscope.profiles.intervals import covered
from gpuscope.profiles.profile import Profile
from gpuscope.profiles.trace import S_PER_NS, Category, Integers

_RECORDED = (Category.OPERATOR, Category.RUNTIME, Category.ANNOTATION, Category.PYTHON)
_FEWEST_STEPS = 3
"""The median of fewer steps does not leave out a step with an unusual event."""
LEAST_FACTOR = 1.05
"""Smaller differences are within the scatter of steps."""
_MOST_PER_CALL_S = 20e-6
"""A call's recording takes torch.profiler 1 to 5 µs, a few times that with Python stacks: a larger excess has another cause."""
_FEWEST_CALLS, _SHORTEST = 20, 0.1
"""Number of calls with inner ones from which the shortest tenth of them is known, in whose own time there is little but recording."""


@dataclass(frozen=True, slots=True)
class RecordingCost:
    """How much longer the captured steps took than the run's others.

    Attributes:
        step_s: Median duration of the captured steps without compilation, in seconds.
        normal_step_s: Mean duration of the run's other steps in seconds.
        per_call_s: Estimated time that recording added to each call, in seconds; None if recording alone cannot explain the difference.
        slowness: Time of all captured steps without recording, by that of as many others; at least 1. Interrupted steps raise it.
        calls_ns: Starts of the recorded calls, ascending, from the trace's origin.
    """

    step_s: float
    normal_step_s: float
    per_call_s: float | None
    slowness: float
    calls_ns: Integers

    @property
    def factor(self) -> float:
        """Duration of a captured step divided by that of the other steps."""
        return self.step_s / self.normal_step_s

    def normal_s(self, time_s: float, calls: int) -> float:
        """Return the estimated duration of a captured time without the profiler, as in the run's other steps, in seconds.

        The cost of recording its calls is subtracted, and the rest divided by `slowness`, so that the captured steps together are
        estimated to take as long as the same number of other steps.
        """
        return max(0.0, time_s - calls * (self.per_call_s or 0.0)) / self.slowness

    def calls_within(self, start_ns: Integers, end_ns: Integers) -> int:
        """Return the number of calls that begin in disjoint intervals."""
        return int((np.searchsorted(self.calls_ns, end_ns, "left") - np.searchsorted(self.calls_ns, start_ns, "left")).sum())


def recording_cost(profile: Profile, normal_step_s: float | None) -> RecordingCost | None:
    """Return what recording cost; None if it is not known, or if the captured steps took no longer than the run's others.

    It is not known without the duration of the run's other steps, or if too few were captured without compilation.

    Args:
        profile: The evaluated capture.
        normal_step_s: Mean duration of the run's steps that were not captured, in seconds; None if it is not known.
    """
    slices, steps = profile.trace.slices, _uncompiled(profile)
    if not normal_step_s or steps.size < _FEWEST_STEPS:
        return None
    durations_s = slices.duration_ns[steps] * S_PER_NS
    step_s = float(np.median(durations_s))
    if step_s < LEAST_FACTOR * normal_step_s:
        return None
    calls_ns = np.sort(slices.start_ns[slices.of(*_RECORDED)])
    calls = np.searchsorted(calls_ns, slices.end_ns[steps]) - np.searchsorted(calls_ns, slices.start_ns[steps])
    per_call_s = (step_s - normal_step_s) / max(1.0, float(np.median(calls)))
    explained_s = min(per_call_s, _most_per_call_s(profile)) if per_call_s <= _MOST_PER_CALL_S else None
    left_s = float(durations_s.sum()) - int(calls.sum()) * (explained_s or 0.0)
    return RecordingCost(step_s, normal_step_s, explained_s, max(1.0, left_s / (steps.size * normal_step_s)), calls_ns)


def _most_per_call_s(profile: Profile) -> float:
    """Return what recording a call took at most in seconds, by the calls that took the shortest time outside of the calls in them.

    Those inner calls are recorded within that time. It is `_MOST_PER_CALL_S` if too few calls have inner ones.
    """
    tree = profile.tree
    duration_ns = profile.trace.slices.duration_ns[tree.calls]
    inner = np.flatnonzero(tree.parent >= 0)
    around = tree.parent[inner]
    count = np.bincount(around, minlength=duration_ns.size)
    own_ns = duration_ns - np.bincount(around, duration_ns[inner], duration_ns.size)
    has_inner = count > 0
    if np.count_nonzero(has_inner) < _FEWEST_CALLS:
        return _MOST_PER_CALL_S
    return float(np.quantile(own_ns[has_inner] / count[has_inner], _SHORTEST)) * S_PER_NS


def _uncompiled(profile: Profile) -> Integers:
    """Return the steps in which torch.compile compiled nothing, as indices into the slices."""
    slices, steps = profile.trace.slices, profile.marked_steps.marks
    compiled_ns = covered(slices, compilations(profile.trace)).within_each(slices.start_ns[steps], slices.end_ns[steps])
    uncompiled: Integers = steps[compiled_ns == 0]
    return uncompiled
