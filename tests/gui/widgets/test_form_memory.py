"""A stored run loaded into the form, and what the form remembers."""

import json
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from gpuscope.core.errors import UsageError
from gpuscope.core.runspec import COMMAND, RunSpec
from gpuscope.gui.services.run_starter import RunStarter
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.spec_form import SpecForm
from gpuscope.workloads import catalog


@pytest.mark.parametrize(
    "spec",
    [
        RunSpec("mnist-mlp"),
        RunSpec("mnist-mlp", duration_s=10.0),
        RunSpec("mnist-mlp", steps=1000),
        RunSpec("mnist-mlp", task="inference", batch_size=64, steps=10, warmup_steps=10, options={"pretrain_steps": 500, "hidden": 64}),
        RunSpec("gemm", device="cpu", precision="fp64", batch_size=3, seed=5, options={"size": 2}),
        RunSpec("cifar-cnn", device="cuda:1", threads=3, data="/somewhere/else"),
        RunSpec(COMMAND, command=("python", "-c", "print('ä b')")),
    ],
)
def test_a_kept_run_is_repeated_exactly(form: SpecForm, spec: RunSpec) -> None:
    form.editor("seed").set_text("99")
    form.editor("name").set_text("before")
    form.set_spec(spec if spec.is_command else catalog.resolve(spec))
    again = form.spec()
    assert again is not None
    assert again == spec if spec.is_command else catalog.resolve(again).to_json() == catalog.resolve(spec).to_json()
    assert form.run_name() == ""


def test_a_run_of_another_version_leaves_the_form_as_it_was(form: SpecForm) -> None:
    form.editor("steps").set_text("7")
    for spec in (RunSpec("llm-1t"), RunSpec("gemm", options={"sparse": True})):
        with pytest.raises(UsageError):
            form.set_spec(spec)
    assert form.spec() == RunSpec("mnist-mlp", steps=7)


def test_everything_is_found_again(qtbot: QtBot, form: SpecForm, theme: Theme, starter: RunStarter) -> None:
    form.editor("steps").set_text("77")
    form.editor("task").set_text("inference")
    form.editor("pretrain_steps").set_text("5")
    form.editor("threads").set_text("2")
    form.editor("name").set_text("once")
    form.editor("command").set_text("python train.py")
    kept = json.loads(json.dumps(form.memory()))
    other = SpecForm(theme, starter)
    qtbot.addWidget(other)
    other.recall(kept)
    assert other.spec() == form.spec()
    assert other.editor("command").text() == "python train.py"
    assert other.run_name() == ""


def test_no_secret_is_written_down(form: SpecForm) -> None:
    form.editor("workload").set_text(COMMAND)
    for text in ("train --token hunter2", "train API_KEY=hunter2", "train --token hunter2 '"):
        form.editor("command").set_text(text)
        assert "hunter2" not in json.dumps(form.memory())


@pytest.mark.parametrize(
    "memory",
    [
        {},
        {"workload": "llm-1t", "texts": {"steps": "3"}, "options": [["llm-1t", "size", "3"], ["gemm", "nix", "3"], ["gemm"], 4]},
        {"workload": 5, "texts": {"steps": 3, "task": "sleeping", "nix": "x"}, "options": "x", "command": 7, "more": "yes"},
        {"workload": [], "texts": [], "options": {}, "command": None},
    ],
)
def test_a_memory_that_does_not_fit_is_let_go(form: SpecForm, memory: dict[str, Any]) -> None:
    form.recall(memory)
    spec = form.spec()
    assert spec is not None
    assert (spec.workload, spec.task) == ("mnist-mlp", "training")
