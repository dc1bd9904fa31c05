"""Labels of settings and facts."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import gpuscope
from gpuscope import workloads
from gpuscope.core.device import device_of_fact
from gpuscope.reports.setting_labels import ENVIRONMENT, LABELS, setting_label, setting_value
from gpuscope.system import language
from gpuscope.system.language import composed
from gpuscope.workloads.workload_table import WORKLOADS

_SEVERAL = {"size"}
"""The option that each workload names differently."""
_NAMES = {"cuda", "cudnn", "ranks", "torch", "torchao"}
"""Facts whose label is a name."""


def test_an_option_has_the_label_that_it_has_in_the_form() -> None:
    options = [option for known in WORKLOADS.values() for option in known.options if option.key not in _SEVERAL]
    assert {option.key: setting_label(f"options.{option.key}") for option in options} == {option.key: option.label for option in options}


@pytest.mark.parametrize(
    "key",
    [
        "options.hidden", "options.pretrain_steps", "environment.pretrain_steps", "environment.engine_providers",
        "environment.engine_version", "environment.engine_conversion_s", "environment.calibration_samples", "environment.weight_bits",
        "environment.git_reason", "environment.packages_reason", "environment.recorder.profile", "environment.plan.item",
        "environment.recorder.long_steps",
        "environment.gpu:0.driver_version", "environment.gpu:0.name", "environment.amd:0.power_limit", "environment.gpu:0.idle_bare_w",
        "environment.gpu:0.idle_bare_uncertainty_w", "environment.steady", "environment.power_source", "environment.stepping",
        "environment.bytes_per_step", "environment.ceiling_bandwidth", "environment.engine_conversion",
    ],
)  # fmt: skip
def test_labels_are_in_chinese_throughout(key: str) -> None:
    language.use("zh_CN")
    try:
        label = composed(setting_label(key)).removeprefix(device_of_fact(key.removeprefix("environment.")))
    finally:
        language.use(language.ENGLISH)
    assert re.search("[\u4e00-\u9fff]", label)
    assert not re.search("[A-Za-z]{2}", label)


@pytest.mark.parametrize(
    ("key", "value", "shown"),
    [
        ("duration_s", 3.0, "3 s"),
        ("warmup_limit_s", 0.0, "0 s"),
        ("steps", 300, "300"),
        ("environment.memory_bytes", 2**30, "1.00 GiB"),
        ("environment.ceiling_flops", 1.2e13, "12.0 TFLOP/s"),
        ("ceiling_bandwidth", 2e11, "200 GB/s"),
        ("bytes_per_step", 3 * 2**20, "3.00 MiB"),
        ("environment.gpu:0.idle_bare_w", 71.25, "71.2 W"),
        ("environment.amd:0.power_limit", 300.0, "300 W"),
        ("engine_conversion_s", 4.290354120999837, "4.29"),
        ("environment.engine_providers", ["CUDAExecutionProvider", "CPUExecutionProvider"], "CUDAExecutionProvider, CPUExecutionProvider"),
    ],
)
def test_a_setting_that_is_a_time_has_its_unit(key: str, value: object, shown: str) -> None:
    assert setting_value(key, value) == shown


def _written_facts() -> Iterator[str]:
    """Yield the keys of the facts that workloads, their optimizations and engines write into a run's environment."""
    for file in Path(workloads.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            match node:
                case ast.FunctionDef(name=name) if name.strip("_").endswith("facts") or name == "_device_uuids":
                    for part in ast.walk(node):
                        if isinstance(part, ast.Dict):
                            yield from (key.value for key in part.keys if isinstance(key, ast.Constant) and isinstance(key.value, str))
                case ast.Subscript(value=ast.Attribute(attr="_facts") | ast.Name(id="environment"), slice=ast.Constant(value=str(key))):
                    yield key
                case ast.AugAssign(target=ast.Attribute(attr="_facts"), value=ast.Dict(keys=keys)):
                    yield from (key.value for key in keys if isinstance(key, ast.Constant) and isinstance(key.value, str))


def test_every_fact_that_a_workload_writes_has_words_in_both_languages() -> None:
    found = sorted(set(_written_facts()))
    assert {"operations_per_step", "steady", "engine_version", "device_uuids", "bytes_per_step"} <= set(found)
    language.use("zh_CN")
    try:
        labels = {key: composed(setting_label(f"environment.{key}")) for key in found}
    finally:
        language.use(language.ENGLISH)
    assert {key: label for key, label in labels.items() if not re.search("[\u4e00-\u9fff]", label) and key not in _NAMES} == {}


def test_every_fact_that_has_a_label_is_written() -> None:
    """A label of a key that nothing writes means that the fact is lost under another key."""
    package = Path(gpuscope.__file__).parent
    texts = {
        node.value
        for file in package.rglob("*.py")
        if file.name != "setting_labels.py"
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    facts = [key.removeprefix(ENVIRONMENT) for key in LABELS if key.startswith(ENVIRONMENT)]
    assert [fact for fact in facts if fact not in texts and fact.removeprefix("recorder.") not in texts] == []
