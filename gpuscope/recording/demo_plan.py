"""What the demonstration compares on this machine, and in which order."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

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
    """Return what can be compared here, and why the rest cannot."""
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
    """Return each variant once, in the order of the questions."""
    by_name = {variant.name: variant for question in questions for variant in (question.baseline, question.other)}
    return list(by_name.values())


def run_name(variant: Variant) -> str:
    """Return what a run of a variant is called."""
    return f"demo: {variant.name}"


def run_order(questions: Iterable[Question], repeats: int) -> list[Variant]:
    """Return every variant as often as asked, interleaved."""
    return [variant for round_ in islice(interleaved(variants(questions)), repeats) for variant in round_]
