"""What the demonstration answers: the sentences of the comparison's result, each variant against its own baseline."""

from collections.abc import Sequence

from gpuscope.core.run import RunRecord
from gpuscope.core.runspec import RunSpec
from gpuscope.recording.demo_plan import Question
from gpuscope.recording.demo_report import compare_demo
from gpuscope.recording.variants import Variant
from tests.analysis.records import measured, run_record

ONE, ALL, BF16 = (
    Variant(name, RunSpec("cifar-cnn").with_values(values))
    for name, values in (("1 thread", {"threads": 1}), ("2 threads", {"threads": 2}), ("BF16", {"threads": 2, "precision": "bf16"}))
)
QUESTIONS = [Question(ONE, ALL), Question(ALL, BF16)]
SPEEDS = {"1 thread": (100.0, 101.0, 99.0), "2 threads": (190.0, 191.0, 189.0), "BF16": (380.0, 382.0, 378.0)}


class Reader:
    """Gives runs by their ids, which say what they were."""

    def find_all(self, ids: Sequence[str]) -> list[RunRecord]:
        found = []
        for one in ids:
            name, _, number = one.rpartition("/")
            spec = next(variant.spec for variant in (ONE, ALL, BF16) if variant.name == name)
            found.append(run_record(one, spec, {"throughput": measured(SPEEDS[name][int(number)], "samples/s")}))
        return found


def answers(repeats: int) -> list[str]:
    ids = {name: [f"{name}/{number}" for number in range(repeats)] for name in SPEEDS}
    comparison, found = compare_demo(Reader(), QUESTIONS, ids)  # type: ignore[arg-type]
    assert comparison.baseline == "1 thread"
    return found


def test_each_question_is_answered_against_its_own_baseline_with_the_interval() -> None:
    assert answers(3) == [
        "2 threads is 1.90× faster than 1 thread (1.86–1.94, n = 3).",
        "BF16 is 2.00× faster than 2 threads (1.98–2.02, n = 3).",
    ]


def test_a_single_repeat_gives_a_ratio_and_no_verdict() -> None:
    assert answers(1)[1] == "BF16 has 2.00 × the throughput of 2 threads."
