"""What all advice has in common, advice on real traces, and the program line that it names."""

import json
import random
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from gpuscope.core.cure_texts import ALL_CURES
from gpuscope.profiles.advice import RULES, TITLES, Program, advice
from gpuscope.profiles.call_sites import CallSite, CallSites
from gpuscope.profiles.recording_cost import recording_cost
from gpuscope.profiles.rules.evidence import Evidence
from gpuscope.profiles.rules.finding import Finding
from gpuscope.profiles.source_lines import SourceLines
from gpuscope.profiles.trace import Category
from tests.profiles.made import annotation, copy, kernel, launch, made_profile, operator, small_step
from tests.profiles.recorded import open_profile, recorded_profile
from tests.profiles.rules.advised import called, runtime

EXPECTED = {
    "h100-bert-small": ["host_bound_launches", "synchronization"],
    "mi300-bert-small": ["host_bound_launches", "synchronization"],
    "h100-qwen1.5-0.5b": ["elementwise_chains", "conversions"],
    "mi300-qwen1.5-0.5b": ["elementwise_chains", "conversions"],
    "mi210-gpu-only": ["layout_transforms"],
    "torch-compile-triton": [],
    "hta/nccl.json.gz": ["host_bound_launches", "pauses", "layout_transforms", "elementwise_chains"],
    "hta/alexnet.json.gz": ["program_start", "single_precision"],
}
"""By recorded trace: two small models, launch-bound, that end in an .item(); two language models in eager mode, whose rotary embeddings,
norms and activations are chains of elementwise kernels with upcasts; MIOpen's transposes around convolutions; a compiled graph that
needs no advice; a ResNet in FP32 with channels-first images on eight A100s that wait for Python half of the time; and a program recorded
from its first kernel, idle only during startup, which happens once and which no advice can improve."""

SCRIPT = """\
import sys
import torch


def peek(value):
    return value.item()


def train(weights, batches):
    total = 0.0
    for batch in batches:
        weights = weights + batch.mean(0)
        for entry in weights.tolist():
            total += entry
        for place in range(weights.numel()):
            total += (
                weights[place]
                .item()
            )
    return total


with torch.profiler.profile(with_stack=True) as profiler:
    for _ in range(2):
        train(torch.zeros(200), torch.ones(4, 8, 200))
        profiler.step()
profiler.export_chrome_trace(sys.argv[1])
"""


@pytest.fixture(scope="module")
def traced(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return a script and the trace of running it, which takes seconds because it imports torch."""
    folder = tmp_path_factory.mktemp("traced")
    script, trace = folder / "train_slowly.py", folder / "trace.json"
    script.write_text(SCRIPT)
    subprocess.run([sys.executable, str(script), str(trace)], check=True, capture_output=True, timeout=120)
    return script, trace


@pytest.mark.parametrize("name", EXPECTED)
def test_recorded_traces_are_advised_on_as_an_expert_would(name: str) -> None:
    findings = advice(recorded_profile(name))
    assert [finding.rule for finding in findings] == EXPECTED[name]


@pytest.mark.parametrize("name", EXPECTED)
def test_no_finding_of_a_device_costs_more_than_the_device_had(name: str) -> None:
    profile = recorded_profile(name)
    assert profile.timeline is not None
    for finding in advice(profile):
        assert 0 < finding.cost_s <= profile.timeline.total_s * (1 + 1e-9)
        assert all(place.cost_s <= finding.cost_s * (1 + 1e-9) for place in finding.places)


def test_gaps_are_given_to_one_rule_each(tmp_path: Path) -> None:
    profile = recorded_profile("hta/nccl.json.gz")
    assert profile.timeline is not None
    idle = sum(
        finding.cost_s for finding in advice(profile) if finding.rule in ("host_bound_launches", "pauses", "synchronization", "loading")
    )
    assert idle <= profile.timeline.idle_s


def test_nothing_is_said_of_a_capture_in_which_nothing_stands_out(tmp_path: Path) -> None:
    assert advice(made_profile(tmp_path, [launch(1, 0), kernel("gemm", 1, 10, 100)])) == ()


def test_any_mixture_of_events_gives_findings_that_cost_something_and_no_more_than_there_was(tmp_path: Path) -> None:
    chance = random.Random(15)
    pool = [
        *small_step(), annotation("enumerate(DataLoader)#x.__next__", 3, 60), runtime("cudaStreamSynchronize", 20, 30),
        runtime("cudaMalloc", 60, 20), called("a.py(3): f", 0, 90, 1), operator("aten::item", 61, 5), operator("dynamo", 0, 200),
        copy("Memcpy HtoD (Pageable -> Device)", 99, 200, 5), copy("Memcpy HtoD (Pageable -> Device)", 3, 90, 5),
        annotation("Optimizer.step#SGD.step", 5, 60), kernel("sgemm", 77, 300, 50), launch(77, 1e6, tid=5),
    ]  # fmt: skip
    steps = [annotation(f"ProfilerStep#{number}", 75 * number, 75) for number in range(4)]
    for _ in range(300):
        events = chance.sample(pool, chance.randint(1, len(pool)))
        moved = [
            {**event, "ts": event["ts"] + chance.choice((0, -50, 1e9)), "dur": chance.choice((0, event["dur"], 1e6))} for event in events
        ]
        profile = made_profile(tmp_path, [*chance.choice((events, moved)), *chance.choice(((), steps))])
        step_s = chance.choice((None, 5e-6, 70e-6))
        total_s = Evidence(profile, recording=recording_cost(profile, step_s)).total_s
        for finding in advice(profile, Program(step_s=step_s)):
            assert 0 < finding.cost_s <= total_s * (1 + 1e-9), finding
            assert all(share <= 100 for share in shares(finding)), finding


def shares(finding: Finding) -> list[float]:
    """Return the shares that a finding names, in per cent."""
    return [float(share.replace("\u202f", "")) for share in re.findall(r"([\d.\u202f]+)\s?%", finding.seen)]


@pytest.mark.parametrize("start_ms", [5, 50, 500])
def test_the_start_of_a_program_in_short_steps_takes_a_part_of_the_time(tmp_path: Path, start_ms: int) -> None:
    begin = 1000.0 * start_ms
    events = [annotation("ProfilerStep#0", 0, begin + 1000), launch(1, 0), kernel("memset", 1, 10, 10)]
    events += [launch(2, 20, begin), kernel("gemm", 2, begin + 30, 970)]
    for number in range(1, 4):
        at = begin + 1000 * number
        events += [annotation(f"ProfilerStep#{number}", at, 1000), launch(number + 2, at), kernel("gemm", number + 2, at + 10, 980)]
    (finding,) = (one for one in advice(made_profile(tmp_path, events), Program(step_s=0.9e-3)) if one.rule == "program_start")
    assert 50 < shares(finding)[0] <= 100
    assert finding.cost_s <= 4 * 0.9e-3 * (1 + 1e-9)


def test_energy_is_the_devices_time_at_its_power(tmp_path: Path) -> None:
    findings = advice(made_profile(tmp_path, small_step()), Program(power_w=300.0))
    assert findings
    assert all(finding.cost_j == pytest.approx(300 * finding.cost_s) for finding in findings)
    (on_host,) = advice(made_profile(tmp_path, [operator("aten::mm", 0, 100)]), Program(power_w=20.0))
    assert on_host.rule == "dominant_operator"
    assert on_host.cost_j == pytest.approx(20 * 100e-6)


def test_every_cure_is_in_the_one_list_and_every_rule_has_a_title() -> None:
    words = {*ALL_CURES}
    for name in EXPECTED:
        for finding in advice(recorded_profile(name)):
            assert {finding.cure, *finding.changes} <= words
            assert finding.rule in TITLES
    assert len(TITLES) == len(RULES)


def test_the_line_of_a_real_program_is_named_exactly(traced: tuple[Path, Path]) -> None:
    script, trace = traced
    profile = open_profile(trace)
    finding = next(finding for finding in advice(profile, Program((script.parent,))) if finding.rule == "values_read")
    line = next(number for number, text in enumerate(SCRIPT.splitlines(), 1) if ".item()" in text and "return" not in text)
    assert [place.text for place in finding.places] == [f"train_slowly.py:{line}"]
    assert finding.places[0].calls == 2 * 4 * 200
    calls = [event for event in json.loads(trace.read_text())["traceEvents"] if event["name"] == "aten::item"]
    assert finding.cost_s <= sum(event["dur"] for event in calls) * 1.001e-6
    without_source = next(finding for finding in advice(profile) if finding.rule == "values_read")
    begin = SCRIPT.splitlines().index("def train(weights, batches):") + 1
    assert [place.text for place in without_source.places] == [f"train_slowly.py:{begin} (train)"]


def test_a_source_that_has_changed_since_is_not_believed(traced: tuple[Path, Path]) -> None:
    script, trace = traced
    script.write_text(f"# a line more\n{SCRIPT}")
    try:
        findings = advice(open_profile(trace), Program((script.parent,)))
    finally:
        script.write_text(SCRIPT)
    finding = next(finding for finding in findings if finding.rule == "values_read")
    assert finding.places[0].lines == ()


def test_a_function_that_already_ran_is_known_by_the_line_that_it_was_on(tmp_path: Path) -> None:
    source = "def train(loader):\n    for batch in loader:\n        batch.mean()\n        optimizer.step()\n\n\ndef test():\n    pass\n"
    (tmp_path / "train.py").write_text(source)
    lines = SourceLines((tmp_path,))
    assert lines.of(CallSite("train.py", 4, "train", "mean")) == (3,)
    assert lines.of(CallSite("train.py", 1, "train", "__next__")) == (2,)
    assert lines.of(CallSite("train.py", 8, "train", "mean")) == (), "another function is on that line"


@pytest.mark.parametrize("last", ["return " + " + ".join(["x"] * 2000), "if x == 0:\n        pass" + "\n    elif x:\n        pass" * 2000])
def test_a_function_with_a_very_long_expression_is_searched_too(last: str, tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text(f"def train(x):\n    step(x)\n    {last}\n")
    assert SourceLines((tmp_path,)).of(CallSite("train.py", 1, "train", "step")) == (2,)


LOOPS = """\
def train(loader, others):
    for epoch in range(3):
        for batch in loader:
            step(batch)
        for batch in bar(others):
            step(batch)


def test(loader):
    for epoch in range(3):
        for batch in loader:
            look(batch)
"""


@pytest.mark.parametrize(
    ("function", "line", "callee", "lines"),
    [("train", 4, "__next__", (3, 5)), ("train", 1, "__iter__", (3, 5)), ("test", 9, "__next__", (11,))],
)
def test_the_loops_over_batches_are_named_and_not_those_over_epochs(
    tmp_path: Path, function: str, line: int, callee: str, lines: tuple[int, ...]
) -> None:
    (tmp_path / "train.py").write_text(LOOPS)
    sources, site = SourceLines((tmp_path,)), CallSite("train.py", line, function, callee)
    assert sources.of(site) == lines
    assert sources.first(site) == (1 if function == "train" else 9)


COMPILED = """import re, torch
fast = torch.compile(square, dynamic=False)
pattern = re.compile("square")


class Model:
    def __init__(self, is_compiled):
        self.net: object = torch.compile(build()) if is_compiled else build()


@torch.compile(dynamic=False)
def fused(batch):
    return batch.sin()


def train(batch):
    square(batch)
    loss = fast(batch)
    model.net(
        pattern.match(batch)
    )
    return loss + fused(batch)


def test(batch):
    return square(batch)
"""


@pytest.mark.parametrize("wrapper", ["torch/_dynamo/eval_frame.py(1076): compile_wrapper", "torch/_dynamo/eval_frame.py(499): __call__"])
@pytest.mark.parametrize(("function", "line", "lines"), [("train", 16, (18, 19, 22)), ("test", 25, ())])
def test_what_is_compiled_is_found_by_the_name_that_the_program_calls_it_by(
    tmp_path: Path, wrapper: str, function: str, line: int, lines: tuple[int, ...]
) -> None:
    """The trace names torch's wrapper in its place."""
    (tmp_path / "train.py").write_text(COMPILED)
    events = [called(f"train.py({line}): {function}", 0, 100, 1), called(wrapper, 10, 80, 2, 1), operator("dynamo", 20, 60)]
    trace = made_profile(tmp_path, events).trace
    ((site, _, _),) = CallSites(trace).by_cost(trace.slices.of(Category.OPERATOR), np.array([60_000]))
    assert SourceLines((tmp_path,)).of(site) == lines


def test_the_caller_is_named_though_the_step_began_in_the_hook_of_the_step_before(tmp_path: Path) -> None:
    """The range of a step begins at the end of the optimizer's last function, and what gpuscope put around torch's is not called."""
    events = [
        called("train.py(4): train", 0, 1000, 1),
        called("torch/optim/optimizer.py(538): wrapper", 10, 20, 2, 1),
        called("torch/optim/adam.py(213): step", 11, 10, 3, 2),
        operator("aten::add_", 12, 5),
        annotation("ProfilerStep#0", 29, 900),
        called("gpuscope/probe/hooks/step_watch.py(285): draw", 40, 100, 4, 1),
        called("torch/utils/data/dataloader.py(720): __next__", 41, 98, 5, 4),
        annotation("enumerate(DataLoader)#x.__next__", 42, 90),
    ]
    trace = made_profile(tmp_path, events).trace
    sites = CallSites(trace)
    rows = [np.array([index for index in range(len(trace.slices)) if trace.name_of(index).startswith(name)]) for name in ("enum", "aten")]
    found = [sites.by_cost(row, trace.slices.duration_ns[row]) for row in rows]
    assert found == [[(CallSite("train.py", 4, "train", callee), 1, cost)] for callee, cost in (("__next__", 90_000), ("step", 5_000))]
