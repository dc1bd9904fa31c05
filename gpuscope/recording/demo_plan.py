"""What the demonstration compares on this machine, and what its repeats show."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from statistics import median

from gpuscope.core.run import RunRecord
from gpuscope.core.runspec import RunSpec
from gpuscope.recording.variants import Variant, interleaved

_WORKLOAD = "cifar-cnn"
# Found by trying on two cores with AVX512-BF16: at this size a step takes some tens of milliseconds, the convolutions
# fill both cores, and a run lasts a few seconds.
_CPU = {"batch_size": 64, "steps": 150}
_GPU = {"batch_size": 256, "steps": 2000}


@dataclass(frozen=True, slots=True)
class Question:
    """A variant against its baseline."""

    baseline: Variant
    other: Variant


def questions(steps: int | None) -> tuple[list[Question], list[str]]:
    """Returns what can be compared here, and why the rest cannot."""
    from gpuscope.workloads import catalog
    from gpuscope.workloads.capabilities import Capabilities

    capabilities = Capabilities.load()
    cores = capabilities.cpu_count
    cpu = RunSpec(_WORKLOAD).with_values({**_CPU, "threads": cores, **({"steps": steps} if steps else {})})
    all_threads = Variant(f"CPU, {cores} threads, FP32" if cores > 1 else "CPU, FP32", cpu)
    questions, absent = [], []
    if cores > 1:
        questions.append(Question(Variant("CPU, 1 thread, FP32", cpu.with_values({"threads": 1})), all_threads))
    else:
        absent.append("threads (this machine gives one processor)")
    questions.append(Question(all_threads, Variant(all_threads.name.replace("FP32", "BF16"), cpu.with_values({"precision": "bf16"}))))
    gpu = RunSpec(_WORKLOAD).with_values({**_GPU, "device": "cuda:0", **({"steps": steps} if steps else {})})
    refusal = catalog.refusal(catalog.resolve(gpu), capabilities)
    if refusal is None:
        questions.append(Question(all_threads, Variant("GPU, FP32", gpu)))
        questions.append(Question(Variant("GPU, FP32", gpu), Variant("GPU, BF16", gpu.with_values({"precision": "bf16"}))))
    else:
        absent.append(f"CPU against GPU ({refusal.message})")
    return questions, absent


def variants(questions: Iterable[Question]) -> list[Variant]:
    """Returns each variant once, in the order of the questions."""
    found = {one.name: one for question in questions for one in (question.baseline, question.other)}
    return list(found.values())


def run_name(variant: Variant) -> str:
    """Returns what a run of a variant is called."""
    return f"demo: {variant.name}"


def run_order(questions: Iterable[Question], repeats: int) -> list[Variant]:
    """Returns every variant as often as asked, interleaved."""
    return [one for round_ in islice(interleaved(variants(questions)), repeats) for one in round_]


def answer(question: Question, baseline: Sequence[RunRecord], other: Sequence[RunRecord]) -> str:
    """Returns in a sentence what the repeats show, and no more than that.

    A difference is only told when every repeat of the one side lies on the same side of every repeat of the other.
    """
    name, reference = question.other.name, question.baseline.name
    ours, theirs = _throughputs(other), _throughputs(baseline)
    if not ours or not theirs:
        return f"{name} against {reference}: no throughput was measured."
    ratio = median(ours) / median(theirs)
    repeats = min(len(ours), len(theirs))
    if repeats == 1:
        return f"{name}: {ratio:.2f} times the throughput of {reference}, in one repeat each, which proves little."
    low, high = min(ours) / max(theirs), max(ours) / min(theirs)
    spread = f"{repeats} repeats each, ratios from {low:.2f} to {high:.2f}"
    if low <= 1 <= high:
        return f"{name} against {reference}: no difference in throughput that these repeats would show ({spread})."
    return f"{name}: {ratio:.2f} times the throughput of {reference} ({spread})."


def _throughputs(records: Iterable[RunRecord]) -> list[float]:
    found = (record.metrics.get("throughput") for record in records)
    return [one.value for one in found if one is not None and one.value is not None]
