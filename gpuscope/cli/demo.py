"""``gpuscope demo``: a small comparison on this machine, from its runs to a CSV."""

import argparse
import json
import os
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from gpuscope.cli import console, selection
from gpuscope.core.errors import GpuscopeError
from gpuscope.core.run import RunRecord
from gpuscope.core.runspec import RunSpec
from gpuscope.recording.launch import ERRORS, recorder_command

NAME = "demo"
HELP = "run a small comparison and leave a CSV"
DEFAULT_OUTPUT = Path("gpuscope-demo.csv")
_WORKLOAD = "cifar-cnn"
# Found by trying on two cores with AVX512-BF16: at this size a step takes some tens of milliseconds, the convolutions
# fill both cores, and a run lasts a few seconds.
_CPU = {"batch_size": 64, "steps": 150}
_GPU = {"batch_size": 256, "steps": 2000}


@dataclass(frozen=True, slots=True)
class Variant:
    """One of the things that are compared."""

    name: str
    spec: RunSpec


@dataclass(frozen=True, slots=True)
class Question:
    """A variant against its baseline."""

    baseline: Variant
    other: Variant


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the flags."""
    parser.add_argument("--repeats", type=int, default=2, metavar="N", help="runs of each variant (default 2)")
    parser.add_argument("--steps", type=int, metavar="N", help="measured steps of each run; chosen so that it takes seconds when not given")
    parser.add_argument(
        "-o", "--output", type=Path, default=DEFAULT_OUTPUT, metavar="FILE", help=f"the CSV (default {DEFAULT_OUTPUT}, in this folder)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Runs the comparison and leaves its CSV."""
    from gpuscope.core.errors import UsageError
    from gpuscope.reports.output_file import refuse_bad_output
    from gpuscope.storage.preflight import refuse_unusable

    if arguments.repeats < 1 or (arguments.steps is not None and arguments.steps < 1):
        raise UsageError("at least one repeat and one step are needed", "For example: gpuscope demo --repeats 2 --steps 100")
    refuse_bad_output(arguments.output)
    refuse_unusable(selection.url_of(arguments))
    questions, absent = _questions(arguments.steps)
    if not arguments.json:
        console.say("A small comparison: " + "; ".join(f"{one.other.name} against {one.baseline.name}" for one in questions) + ".")
        for reason in absent:
            console.say(f"Left out: {reason}")
    runs = _record(questions, arguments)
    return _report(questions, runs, arguments)


def _questions(steps: int | None) -> tuple[list[Question], list[str]]:
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


def _variants(questions: Iterable[Question]) -> list[Variant]:
    found = {one.name: one for question in questions for one in (question.baseline, question.other)}
    return list(found.values())


def _record(questions: Sequence[Question], arguments: argparse.Namespace) -> dict[str, list[str]]:
    """Records every variant as often as asked, forth and back (A B C C B A), so that a drift of the machine meets all alike."""
    variants = _variants(questions)
    order = [one for repeat in range(arguments.repeats) for one in (variants if repeat % 2 == 0 else reversed(variants))]
    runs: dict[str, list[str]] = {one.name: [] for one in variants}
    for number, variant in enumerate(order, 1):
        console.tell(f"run {number} of {len(order)}: {variant.name}")
        runs[variant.name].append(_one(variant, arguments))
    return runs


def _one(variant: Variant, arguments: argparse.Namespace) -> str:
    """Records one run in a recorder of its own and returns its id; its live line goes to our standard error."""
    store = ["--store", selection.url_of(arguments)]
    command = recorder_command([*variant.spec.command_line(), "--name", f"demo: {variant.name}", "--json", *store])
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, env=os.environ)
    while True:
        try:
            output, _ = process.communicate()
            break
        except KeyboardInterrupt:
            continue  # the recorder has it too, and ends its run in good order
    if process.returncode == 130:
        raise KeyboardInterrupt
    document = _document(output)
    if process.returncode != 0 or document is None:
        error = ERRORS.get(process.returncode, GpuscopeError)
        raise error(f"the run of {variant.name} failed", (document or {}).get("reason") or "The lines above say why.")
    return str(document["run_id"])


def _document(output: bytes) -> dict[str, Any] | None:
    try:
        found = json.loads(output)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def _report(questions: Sequence[Question], runs: dict[str, list[str]], arguments: argparse.Namespace) -> int:
    from gpuscope.analysis.comparison import Group, compare
    from gpuscope.reports.comparison_report import comparison_report, comparison_table
    from gpuscope.reports.csv_report import table_pieces
    from gpuscope.reports.output_file import write_file
    from gpuscope.reports.text import render

    with selection.opened(arguments) as reader:
        records = {name: tuple(reader.find_all(ids)) for name, ids in runs.items()}
    comparison = compare([Group(name, group) for name, group in records.items()], questions[0].baseline.name)
    write_file(arguments.output, table_pieces(comparison_table(comparison)))
    answers = [answer(one, records[one.baseline.name], records[one.other.name]) for one in questions]
    if arguments.json:
        document = comparison.to_json()
        console.print_document({**document, "answers": answers, "csv": str(arguments.output.absolute())})
        return 0
    console.say(render(comparison_report(comparison), console.columns()))
    console.say("")
    for text in answers:
        console.say(text)
    console.say(f"\nEvery number of it: {arguments.output.absolute()}\nThe runs are kept: gpuscope runs, gpuscope show RUN")
    return 0


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
