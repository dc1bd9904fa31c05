"""Every advised change exists in the catalogue and fits the run's workload."""

from collections.abc import Iterator

import pytest

from gpuscope.analysis.bottleneck_cures import CONVOLUTIONAL, VECTORS, cures
from gpuscope.core.cure_texts import ALL_CURES
from gpuscope.core.errors import UsageError
from gpuscope.core.runspec import RunSpec
from gpuscope.workloads.capabilities import Capabilities
from gpuscope.workloads.catalog import refusal, resolve
from gpuscope.workloads.workload_table import WORKLOADS
from tests.analysis.records import run_record

VERDICTS = (
    "throttled",
    "input-bound",
    "copy-bound",
    "power-limited",
    "launch-bound",
    "overhead-bound",
    "memory-bound",
    "compute-bound",
    "not-known",
)


def specs() -> Iterator[RunSpec]:
    for key, known in WORKLOADS.items():
        for task in known.tasks or ("training",):
            for device in known.devices:
                yield resolve(RunSpec(key, task=task, device={"cuda": "cuda:0"}.get(device, device)))


@pytest.mark.parametrize(
    "spec", [one for one in specs() if one.device in ("cpu", "cuda:0")], ids=lambda one: f"{one.workload}-{one.task}-{one.device}"
)
def test_the_catalogue_takes_each_change(spec: RunSpec) -> None:
    for verdict in VERDICTS:
        for cure in cures(verdict, run_record("a", spec)):
            assert cure.sentence in ALL_CURES
            if cure.values:
                changed = resolve(spec.with_values(cure.values))
                assert changed != spec
                assert not isinstance(refusal(changed, Capabilities("2.13.0", None, None, None)), UsageError), (verdict, cure.arguments)


def test_the_groups_of_workloads_are_the_catalogues() -> None:
    assert {key for key, known in WORKLOADS.items() if len(known.sample_shape) == 3} == CONVOLUTIONAL
    assert {key for key, known in WORKLOADS.items() if any(option.key == "implementation" for option in known.options)} == VECTORS


def test_a_change_is_told_as_the_command_line_takes_it_and_keeps_what_the_run_had() -> None:
    spec = resolve(RunSpec("cifar-cnn-loader", optimize="channels-last", options={"workers": 0}))
    workers = cures("input-bound", run_record("a", spec))[0]
    assert workers.arguments == "--set workers=2"
    fused = next(one for one in cures("overhead-bound", run_record("a", spec)) if "fused" in one.sentence)
    assert fused.arguments == "--optimize channels-last,fused-optimizer"


def test_a_command_gets_advice_alone() -> None:
    record = run_record("a", RunSpec("command", command=("true",)))
    assert not [cure for verdict in VERDICTS for cure in cures(verdict, record) if cure.values]
    assert all(cures(verdict, record) for verdict in VERDICTS)
