"""How much of a window was not read, in words."""

from gpuscope.analysis.gaps_within import gap_words
from gpuscope.core.run import RunGap

S = 1_000_000_000


def gap(start_s: float, end_s: float | None, reason: str = "the helper was gone", metrics: tuple[str, ...] = ()) -> RunGap:
    return RunGap(start_s, end_s, "gpu:0", metrics, reason)


def test_gaps_that_lie_over_each_other_count_once() -> None:
    gaps = [gap(1.0, 4.0), gap(2.0, 3.0, "asleep"), gap(3.5, 5.0), gap(8.0, None)]
    assert gap_words(gaps, "power", (0, 10 * S)) == "6 s of the window without readings (the helper was gone)"


def test_only_what_lies_within_and_is_of_the_metric_counts() -> None:
    assert gap_words([gap(1.0, 4.0)], "power", (3 * S, 10 * S)) == "1 s of the window without readings (the helper was gone)"
    assert gap_words([gap(1.0, 4.0, metrics=("clock",)), gap(11.0, 12.0)], "power", (0, 10 * S)) is None
