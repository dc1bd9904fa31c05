"""Trains a workload's model unless it is already stored; takes the spec as JSON in ``argv[1]`` and prints one line of JSON.

The line has "workload", "accuracy" on the held-out data, the number of its "samples", and "seconds". Errors go to standard error.
"""

import json
import sys
import time

from gpuscope.core.errors import GpuscopeError
from gpuscope.core.runspec import ResolvedSpec, RunSpec
from gpuscope.workloads.catalog import resolve


def main(arguments: list[str]) -> int:
    """Train. Returns the exit code."""
    try:
        summary = _trained(resolve(RunSpec.from_json(json.loads(arguments[1]))))
    except GpuscopeError as error:
        sys.stderr.write(f"{error}\n")
        return error.exit_code
    sys.stdout.write(json.dumps(summary) + "\n")
    return 0


def _trained(spec: ResolvedSpec) -> dict[str, object]:
    import torch

    from gpuscope.probe.channel import Channel
    from gpuscope.workloads.loops.inference import pretrain
    from gpuscope.workloads.models import classifier
    from gpuscope.workloads.models.classifier import build_model
    from gpuscope.workloads.steps.setting import prepare
    from gpuscope.workloads.steps.stop_request import StopRequest

    setting = prepare(spec, Channel(None), StopRequest())
    begin = time.perf_counter()
    dataset = classifier.read_data(setting).to(setting.device, torch.float32)
    model = build_model(spec).to(setting.device)
    pretrain(setting, model, dataset)
    seconds = time.perf_counter() - begin
    tested = classifier.test(model, dataset, setting, classifier.sample_form(spec, lambda images: images))
    samples = dataset.held_out_labels.numel()
    return {"workload": spec.workload, "accuracy": tested["accuracy"].value, "samples": samples, "seconds": seconds}


if __name__ == "__main__":
    sys.exit(main(sys.argv))
