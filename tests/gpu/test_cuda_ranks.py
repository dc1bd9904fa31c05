"""Training over ranks on real CUDA devices, as complete runs: a GPU each, NCCL between them; a single GPU runs one rank the same way."""

import pytest

from gpuscope.workloads.capabilities import Capabilities
from gpuscope.workloads.launch import PARALLEL
from tests.recording.recorders import gpuscope

HERE = Capabilities.load()
pytestmark = [pytest.mark.gpu, pytest.mark.skipif(HERE.cuda_reason is not None, reason="no CUDA device here")]


@pytest.mark.parametrize("form", sorted(PARALLEL))
def test_training_over_gpus(form: str) -> None:
    ranks = min(2, len(HERE.cuda or ()))
    done = gpuscope(
        "run",
        "cifar-cnn",
        "--device",
        "cuda:0",
        "--optimize",
        form,
        "--ranks",
        str(ranks),
        "--steps",
        "100",
        "--warmup-steps",
        "10",
        "--json",
    )
    assert done.code == 0, done.err
    document = done.document
    assert (document["steps"], document["samples"]) == (100, 6400)
    assert document["metrics"]["accuracy"]["value"] >= 0.9
    facts = document["environment"]
    assert (facts["ranks"], facts["collectives"]) == (ranks, "nccl")
    assert len(set(facts["device_uuids"])) == ranks
