"""Runs small compiled models, in a process of its own, and writes the deviation of their answers from eager to ``argv[1]`` as JSON.

The other arguments are the workloads. Where the MLP is one of them, a compiled training of it is first recorded on the channel, by the code
of a workload's process.

"errors": by "workload precision", the run's largest relative error. "graph_breaks": where a model was compiled in parts, or not at all.
"""

import json
import sys
from pathlib import Path
from typing import Any
from unittest.mock import patch

from gpuscope.core.runspec import RunSpec
from gpuscope.probe.channel import Channel
from gpuscope.workloads import child
from gpuscope.workloads.catalog import resolve
from gpuscope.workloads.loops.generation import run_generation
from gpuscope.workloads.loops.inference import run_inference
from gpuscope.workloads.models import images
from gpuscope.workloads.steps.setting import prepare
from gpuscope.workloads.steps.stop_request import StopRequest

_GPT = {"layers": 1, "heads": 2, "head_width": 8, "prompt": 8, "new_tokens": 4, "pretrain_steps": 0}
CASES: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("mnist-mlp", "fp32", {"pretrain_steps": 0}),
    ("cifar-cnn", "fp32", {"pretrain_steps": 0}),
    ("resnet50-32", "fp32", {}),
    ("gpt", "fp32", _GPT),
)
TRAINING: dict[str, Any] = {"steps": 3, "warmup_steps": 1, "batch_size": 8}
"""Of the compiled training."""
COMPARED = 32
"""Samples whose answers are compared. With steps of this size a model is compiled once, otherwise a second time for any size; the smallest
model tests that this agrees too, because its two graphs take a second rather than half a minute."""


def error(workload: str, precision: str, options: dict[str, Any]) -> float | None:
    """Return the error that a run of a few steps reports."""
    batch_size = 4 if workload == "mnist-mlp" else COMPARED
    sizes: dict[str, Any] = {"steps": 1, "warmup_steps": 1, "batch_size": batch_size, "threads": 1}
    spec = resolve(RunSpec(workload, task="inference", optimize="compile", precision=precision, options=options, **sizes))
    run = run_generation if workload == "gpt" else run_inference
    return run(prepare(spec, Channel(None), StopRequest())).values["max_relative_error"].value


if __name__ == "__main__":
    from torch._dynamo.utils import counters  # not above: the tests import this module, and the compiler takes them a second

    if "mnist-mlp" in sys.argv[2:]:
        training = resolve(RunSpec("mnist-mlp", optimize="compile", **TRAINING))
        assert child.run_document(training.to_json(), 0.0, StopRequest()) == 0
    with patch.object(images, "_STAGES", ((8, 1, 2),)):  # a block with everything that blocks contain: a stride and a projection beside it
        errors = {f"{case[0]} {case[1]}": error(*case) for case in CASES if case[0] in sys.argv[2:]}
    Path(sys.argv[1]).write_text(json.dumps({"errors": errors, "graph_breaks": list(counters["graph_break"])}))
    child.leave(0)
