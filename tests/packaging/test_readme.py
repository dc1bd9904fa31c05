"""The README's commands and files exist."""

import re
import subprocess
from pathlib import Path

import pytest

from gpuscope.cli import parser
from gpuscope.workloads.engines.registry import ENGINES
from gpuscope.workloads.optimizations.registry import OPTIMIZATIONS
from gpuscope.workloads.workload_table import WORKLOADS

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CATALOGUE = "\n".join(re.findall(r"^\| .*$", README.partition("## What can be run")[2].partition("Left out")[0], re.MULTILINE))
TECHNIQUES = (
    "MLP; CNN; AlexNet; VGG; ResNet; RNN; Transformer; KV cache; convolution; correlation; CUDA kernels; Triton; NVRTC; "
    "roofline; pinned memory; graph split; FP64; TF32; loss scaling; half storage; momentum; RMSprop; prefetch; augmentation; "
    "mixup; XLA; TensorRT; ONNX; OpenVINO; OpenCL; LiteRT; 2:4 sparsity; structured pruning; quantization; distillation; "
    "one chain; data parallel; model parallel; pipeline; sharded; gradient accumulation; activation checkpointing; "
    "channels-last; cuDNN autotune; CUDA graphs; flash attention; larger batch; inference mode; early stopping; "
    "time to accuracy; Apple; Intel"
)
EXAMPLES = re.findall(r"^    gpuscope (.+?)(?: {2,}#.*)?$", README, re.MULTILINE)
COMMANDS = [example for example in EXAMPLES if example.strip() and not example.startswith("-")]
WINDOWS = [example.split() for example in EXAMPLES if example.startswith("-")]


@pytest.mark.parametrize("command", COMMANDS)
def test_examples_use_verbs_and_flags_that_exist(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    verb, *words = command.partition(" -- ")[0].split()
    assert parser.main([verb, "--help"]) == 0
    shown = capsys.readouterr().out
    flags = [word for word in words if word.startswith("-")]
    assert [flag for flag in flags if not re.search(rf"(^|\s|,){re.escape(flag)}\b", shown)] == []


@pytest.mark.parametrize("words", WINDOWS, ids=" ".join)
def test_examples_of_the_window_use_options_that_exist(words: list[str]) -> None:
    assert parser.main(words, lambda arguments: 7 if arguments.page else 0) == 7


def test_every_verb_has_an_example() -> None:
    shown = {command.split()[0] for command in COMMANDS} | set(re.findall(r"python3 main\.py (\w+)$", README, re.MULTILINE))
    assert sorted({verb for verb, _ in parser.VERBS} - shown) == []


def test_links_and_places_exist() -> None:
    table = README.partition("## Where things are")[2]
    places = re.findall(r"`((?:gpuscope|tests|packaging)(?:/[\w/]+)?)`", table) + re.findall(r"\]\(([\w./-]+)\)", README)
    assert len(places) > 10
    assert [place for place in places if not (ROOT / place).exists()] == []


def test_what_the_catalogue_is_said_to_have_is_there() -> None:
    named = set(re.findall(r"`([a-z0-9][a-z0-9-]+)`", CATALOGUE))
    assert sorted(named ^ (WORKLOADS.keys() | OPTIMIZATIONS.keys() | ENGINES.keys())) == []


@pytest.mark.parametrize("word", TECHNIQUES.split("; "))
def test_every_technique_of_the_field_is_found_by_its_word(word: str) -> None:
    assert word in CATALOGUE


def test_ci_runs_the_readmes_test_command() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    command = "python3 main.py check"
    assert f"\n    {command}\n" in README
    assert command in script.splitlines()
    assert "set -euo pipefail" in script
    subprocess.run(["bash", "-n", str(ROOT / ".ci" / "run")], check=True)


def test_ci_installs_the_packages_of_step_0() -> None:
    """And the browser, which the README names apart."""
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    of_ci = re.search(r"packages=\(\n(.*?)\n\)", script, re.DOTALL)
    of_readme = re.search(r"sudo apt-get install (.*?[^\\])\n", README, re.DOTALL)
    assert of_ci is not None
    assert of_readme is not None
    assert set(of_ci[1].split()) == {*of_readme[1].replace("\\\n", " ").split(), "chromium-headless-shell"}
