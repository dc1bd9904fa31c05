"""Workloads for each bottleneck of a CPU, run for real, and the verdicts on them."""

import statistics

import pytest
from torch import nn

from gpuscope.analysis.bottleneck import bottleneck
from gpuscope.core.event import Log
from gpuscope.core.workload_keys import STEP_PHASES, phase_time_key
from gpuscope.probe.channel import Channel
from gpuscope.workloads.loops.training import run_training
from gpuscope.workloads.models import images
from tests.analysis.records import measured, run_record
from tests.probe.listener import Listener
from tests.recording.recorders import gpuscope
from tests.workloads.conftest import Prepare


@pytest.mark.serial  # where others take the processor meanwhile, no ceiling is reached and none is named
@pytest.mark.parametrize(
    ("arguments", "verdict"),
    [
        (("gemm", "--set", "size=768", "--steps", "20"), "compute-bound"),
        (("copy", "--steps", "20"), "memory-bound"),
        (("mnist-mlp", "--batch-size", "1", "--steps", "4000"), "overhead-bound"),
    ],
    ids=lambda one: one[0] if isinstance(one, tuple) else one,
)
def test_a_run_of_each_is_told_to_be_it(arguments: tuple[str, ...], verdict: str) -> None:
    done = gpuscope("run", *arguments, "--threads", "1", "--json")
    assert done.code == 0, done.err
    found = done.document["bottleneck"]
    limits = [found["verdict"], *found["also"]]
    if limits[0] == "processor-shared":  # other programs took the processor meanwhile: what limits the steps stands next to that
        assert found["evidence"][0]["value"] >= found["evidence"][0]["threshold"]
        del limits[0]
    assert limits[:1] == [verdict], found
    assert found["evidence"]
    assert found["try"]


def test_batches_made_one_by_one_for_a_small_model_make_a_run_input_bound(
    setting: Prepare, channel: Channel, listener: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(images, "cnn_of", lambda _spec: nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(3, 10)))
    made = setting("cifar-cnn-loader", steps=60, warmup_steps=2, threads=1, options={"workers": 0, "augmentation": "flip-crop"})
    run_training(made)
    channel.close()
    logs = [event.values for event in listener.events() if isinstance(event, Log)]
    told = {phase: [values[key] for values in logs if (key := phase_time_key(phase)) in values] for phase in STEP_PHASES}
    times = {f"phase_time_{phase}": measured(statistics.median(values), "s") for phase, values in told.items() if values}
    found = bottleneck(run_record("a", made.spec, times))
    assert found.verdict == "input-bound", found
    assert found.cures[0].values == {"workers": 2}
