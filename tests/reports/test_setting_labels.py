"""Labels of settings and facts."""

import re

import pytest

from gpuscope.core.device import device_of_fact
from gpuscope.reports.setting_labels import setting_label, setting_value
from gpuscope.system import language
from gpuscope.system.language import composed
from gpuscope.workloads.workload_table import WORKLOADS

_SEVERAL = {"size"}
"""The option that each workload names differently."""


def test_an_option_has_the_label_that_it_has_in_the_form() -> None:
    options = [option for known in WORKLOADS.values() for option in known.options if option.key not in _SEVERAL]
    assert {option.key: setting_label(f"options.{option.key}") for option in options} == {option.key: option.label for option in options}


@pytest.mark.parametrize(
    "key",
    [
        "options.hidden", "options.pretrain_steps", "environment.pretrain_steps", "environment.engine_providers",
        "environment.engine_version", "environment.engine_conversion_s", "environment.calibration_samples", "environment.weight_bits",
        "environment.git_reason", "environment.packages_reason", "environment.recorder.profile", "environment.plan.item",
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
    ],
)
def test_a_setting_that_is_a_time_has_its_unit(key: str, value: float, shown: str) -> None:
    assert setting_value(key, value) == shown
