"""The form accepts and rejects the same specs as the command line, with the same messages."""

import argparse
import json
from collections.abc import Mapping

import pytest

from gpuscope.cli import run as run_verb
from gpuscope.cli.spec_flags import spec_from
from gpuscope.core.errors import GpuscopeError
from gpuscope.core.runspec import FIELDS
from gpuscope.gui.services.run_starter import start_refusal
from gpuscope.gui.widgets.spec_draft import SpecDraft
from gpuscope.system.settings import store_url
from gpuscope.workloads import catalog, workload_table
from gpuscope.workloads.capabilities import Capabilities


def of_the_command_line(workload: str, values: Mapping[str, str]) -> str:
    """Return the resolved spec, or the refusal, from the command line's own functions."""
    parser = argparse.ArgumentParser()
    run_verb.add_arguments(parser)
    arguments = parser.parse_args([workload, *(f"--set={key}={value}" for key, value in values.items())])
    try:
        spec, _ = run_verb._workload(spec_from(arguments), 0.0, store_url(), warns=True)
    except GpuscopeError as error:
        return f"{error.exit_code} {error}"
    return json.dumps(spec.to_json())


def of_the_form(workload: str, values: Mapping[str, str]) -> str:
    """Return the same from the form's functions."""
    checked = SpecDraft(workload, values).check()
    if checked.spec is None:
        (error,) = checked.errors.values()
    else:
        found = start_refusal(checked.spec, Capabilities.load(), store_url())
        if found is None:
            return json.dumps(catalog.resolve(checked.spec).to_json())
        error = found[1]
    return f"{error.exit_code} {error}"


FITS = [
    ("mnist-mlp", {}),
    ("mnist-mlp", {"task": "inference", "pretrain_steps": "0", "hidden": "1"}),
    (
        "cifar-cnn",
        {"precision": "bf16", "batch_size": " 8 ", "steps": "1", "warmup_steps": "20", "threads": "4096", "seed": str(2**63 - 1)},
    ),
    ("gpt", {"context": "64", "heads": "2"}),
    ("mnist-mlp", {"optimize": "pipeline-parallel", "ranks": "2"}),
    ("gpt", {"optimize": "ddp", "ranks": "2", "nodes": "2", "rendezvous": "host:29400"}),
    ("gpt", {"task": "inference", "prompt": "8", "new_tokens": "4"}),
    ("gemm", {"size": "64", "batch_size": "2", "precision": "fp64", "steps": "1_000"}),
    ("mnist-mlp", {"steps": str(10**9), "warmup_steps": "0", "device": "CPU"}),
    ("mnist-mlp", {"duration_s": "10s"}),
    ("gemm", {"duration_s": "2min", "warmup_limit_s": "30s"}),
    ("mnist-mlp", {"profile": "steps=10:20, Stacks"}),
]
DOES_NOT_FIT = [
    ("mnist-mlp", {"duration_s": "0"}),
    ("mnist-mlp", {"duration_s": "soon"}),
    ("mnist-mlp", {"duration_s": "10s", "steps": "5"}),
    ("mnist-mlp", {"task": "sleeping"}),
    ("mnist-mlp", {"device": "toaster"}),
    ("mnist-mlp", {"device": "cpu,cpu"}),
    ("mnist-mlp", {"device": "cpu,cuda:0"}),
    ("mnist-mlp", {"device": "mps"}),
    ("mnist-mlp", {"device": "cuda:99"}),
    ("mnist-mlp", {"precision": "fp8"}),
    ("mnist-mlp", {"precision": "tf32"}),
    *(("mnist-mlp", {"batch_size": text}) for text in ("0", "-1", str(2**31), "1.5", "many", "1e3", "5,000", " ", "9" * 100)),
    ("mnist-mlp", {"batch_size": str(2**31 - 1)}),
    *(("cifar-cnn", {"steps": text}) for text in ("0", str(10**9 + 1), "all", "nan")),
    *(("mnist-mlp", {"warmup_steps": text}) for text in ("-1", str(10**9 + 1), "x")),
    *(("mnist-mlp", {"warmup_limit_s": text}) for text in ("-1", "3601", "nan", "long")),
    *(("mnist-mlp", {"threads": text}) for text in ("0", "4097", "∞")),
    *(("mnist-mlp", {"seed": text}) for text in ("-1", str(2**63), "0.5")),
    *(("mnist-mlp", {"data": text}) for text in ("/no/such/folder", "/etc/passwd", "/etc", "~nobody/x", "a\0b", "x" * 70_000)),
    *(("mnist-mlp", {"hidden": text}) for text in ("0", "65537", "wide")),
    *(("mnist-mlp", {"task": "inference", "pretrain_steps": text}) for text in ("-1", "1000001", "some")),
    *(("gpt", {key: "0"}) for key in ("layers", "heads", "head_width", "context")),
    *(("gpt", {"task": "inference", key: text}) for key in ("prompt", "new_tokens") for text in ("0", "4097")),
    ("lstm-text", {"hidden": "16385"}),
    ("lstm-text", {"optimize": "flash-attention"}),
    *(("gemm", {"size": text}) for text in ("0", "131073", "1x1")),
    ("gemm", {"size": "131072"}),
    *(("convolution", values) for values in ({"method": "abacus"}, {"operation": "division"}, {"filter": "0"}, {"filter": "257"})),
    *(("scaled-sum", {"implementation": text}) for text in ("fortran", "triton", "cuda")),
    *(("copy", {"size": text}) for text in ("0", "65537")),
    *(("h2d-copy", values) for values in ({"memory": "paper"}, {"overlap": "maybe"}, {"memory": "pinned"})),
    ("mnist-mlp", {"optimizer": "adagrad"}),
    *(("cifar-cnn-loader", {"workers": text}) for text in ("-1", "257", "all")),
    *(("cifar-cnn-loader", {"prefetch": text}) for text in ("0", "65")),
    ("cifar-cnn-loader", {"augmentation": "blur"}),
    *(("cifar-cnn-loader", {"mixup": text}) for text in ("-1", "11")),
    ("cifar-cnn-loader", {"pinned": "perhaps"}),
    *(("early-stopping", {"target_accuracy": text}) for text in ("-0.1", "1.5", "all")),
    *(("early-stopping", {"test_every": text}) for text in ("0", "1e9", "often")),
    *(("mnist-mlp", {"learning_rate": text}) for text in ("0", "101", "fast")),
    ("mnist-mlp", {"optimize": "channels-last"}),
    *(("mnist-mlp", {"optimize": "ddp", "ranks": text}) for text in ("0", "1025", "3", "all")),
    *(("mnist-mlp", {"optimize": "ddp", "nodes": text}) for text in ("0", "2", "4097")),
    ("mnist-mlp", {"optimize": "ddp", "nodes": "2", "rendezvous": "nowhere"}),
    ("mnist-mlp", {"ranks": "2"}),
    *(("mnist-mlp", {"profile": text}) for text in ("100:110", "steps=9:3", "steps=499:501", "time=1:2,colour")),
    ("early-stopping", {"optimize": "ddp"}),
    ("lstm-text", {"optimize": "fsdp2"}),
    ("mnist-mlp", {"optimize": "warp-drive"}),
    ("gemm", {"optimize": "compile"}),
    ("mnist-mlp", {"engine": "steam"}),
]


@pytest.mark.parametrize(("workload", "values"), FITS)
def test_what_the_command_line_takes_the_form_takes(workload: str, values: dict[str, str]) -> None:
    told = of_the_form(workload, values)
    assert json.loads(told)["workload"] == workload
    assert told == of_the_command_line(workload, values)


@pytest.mark.parametrize(("workload", "values"), DOES_NOT_FIT, ids=str)
def test_what_the_command_line_refuses_the_form_refuses_in_its_words(workload: str, values: dict[str, str]) -> None:
    told = of_the_form(workload, values)
    assert told[:2] in ("2 ", "3 ")
    assert _without_figures(told) == _without_figures(of_the_command_line(workload, values))


def _without_figures(text: str) -> str:
    """Remove the amount of free memory, which changes between calls."""
    return text.partition(", and ")[0]


def test_every_field_has_something_out_of_range_above() -> None:
    assert {key for _, values in DOES_NOT_FIT for key in values} >= FIELDS.keys()


@pytest.mark.parametrize("workload", workload_table.WORKLOADS)
def test_every_option_of_a_workload_is_refused_out_of_range_in_the_same_words(workload: str) -> None:
    known = workload_table.WORKLOADS[workload]
    task = {"task": "inference"} if "inference" in known.tasks else {}
    for option in known.options:
        if option.key not in known.options_of(task.get("task", "training")):
            continue
        wrong = "nonsense" if option.choices or option.type is bool or option.minimum is None else str(int(option.minimum) - 1)
        told = of_the_form(workload, {**task, option.key: "a\0b" if option.type is str and not option.choices else wrong})
        assert told.startswith(f"2 {option.label}: ")
