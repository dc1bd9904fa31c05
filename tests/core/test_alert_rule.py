"""Tests of alert rules: how they are parsed, the messages for invalid rules, and where they can be measured."""

import math

import pytest

from gpuscope.core.alert_rule import QUANTITIES, AlertRule, Beyond, label, margin
from gpuscope.core.device import Capability, Device, DeviceKind
from gpuscope.core.errors import UsageError
from gpuscope.system import language

GPU = Device(
    "gpu:0", DeviceKind.GPU, "GPU", capabilities={"power": Capability(True, "NVML"), "fan": Capability(False, "NVML", reason="it has none")}
)
OLD_GPU = Device("gpu:1", DeviceKind.GPU, "old GPU", capabilities={"power_average": Capability(True, "NVML")})
CPU = Device("cpu", DeviceKind.CPU, "CPU", capabilities={"temperature": Capability(True, "hwmon")})


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("temperature>85", AlertRule("temperature", Beyond.ABOVE, 85.0)),
        (" temperature > 85 °C ", AlertRule("temperature", Beyond.ABOVE, 85.0)),
        ("gpu:0/power>0.3kW for 30s", AlertRule("power", Beyond.ABOVE, 300.0, "gpu:0", 30.0)),
        ("gpu/utilization<10% for 5min", AlertRule("utilization", Beyond.BELOW, 0.1, "gpu", 300.0)),
        ("utilization<10", AlertRule("utilization", Beyond.BELOW, 0.1)),
        ("memory used>70GiB", AlertRule("memory_used", Beyond.ABOVE, 70.0 * 2**30)),
        ("clock<900MHz", AlertRule("clock", Beyond.BELOW, 9e8)),
        ("throttling for 10s", AlertRule("throttling", Beyond.HOLDS, math.nan, "", 10.0)),
        ("loss nan", AlertRule("loss", Beyond.NOT_A_NUMBER)),
        ("loss>10", AlertRule("loss", Beyond.ABOVE, 10.0)),
        ("silence>10min", AlertRule("silence", Beyond.ABOVE, 600.0)),
        ("silence for 90s", AlertRule("silence", Beyond.ABOVE, 90.0)),
        ("silence>10min for 30s", AlertRule("silence", Beyond.ABOVE, 630.0)),  # both are times without a step: they add up
        ("power>300W for 300h", AlertRule("power", Beyond.ABOVE, 300.0, "", 1_080_000.0)),
        ("power>300W for 1234567.5s", AlertRule("power", Beyond.ABOVE, 300.0, "", 1_234_567.5)),
        ("silence>1234567.5s", AlertRule("silence", Beyond.ABOVE, 1_234_567.5)),
        ("loss<1e-10", AlertRule("loss", Beyond.BELOW, 1e-10)),
    ],
)
def test_a_rule_is_read_and_written_back_the_same(text: str, rule: AlertRule) -> None:
    read = AlertRule.parse(text)
    assert repr(read) == repr(rule)
    assert repr(AlertRule.parse(read.text)) == repr(rule)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is not an alert rule"),
        ("temperature>85; rm -rf /", "is not an alert rule"),
        ("x" * 500, "is not an alert rule"),
        ("temprature>85", "not a quantity"),
        ("energy>5", "not a quantity"),
        ("temperature", "needs a limit"),
        ("temperature>85W", "limit in C and °C"),
        ("memory_used>70", "limit in MB, GB"),
        ("power nan", "only the loss"),
        ("throttling>3", "takes no limit"),
        ("silence", "needs a time"),
        ("silence<10min", "needs a time"),
        ("silence>0s", "needs a time"),
        ("gpu:0/loss nan", "not by a device"),
        ("power>1e999", "not a finite number"),
    ],
)
def test_what_is_no_rule_is_refused_in_words(text: str, words: str) -> None:
    with pytest.raises(UsageError, match=words) as refusal:
        AlertRule.parse(text)
    assert refusal.value.hint


@pytest.mark.parametrize(
    ("rule", "english", "chinese"),
    [
        ("power>500", "Power rises above 500 W", "功率超过 500 W"),
        ("power>500 for 30s", "Power rises above 500 W for at least 30 s", "功率超过 500 W，持续至少 30 秒"),
        (
            "gpu/temperature>85 for 2min",
            "Temperature of any GPU rises above 85 °C for at least 2 min",
            "任意 GPU 的温度超过 85 °C，持续至少 2 分钟",
        ),
        ("gpu:1/utilization<10%", "Utilization of gpu:1 falls below 10 %", "gpu:1 的利用率低于 10 %"),
        ("gpu/memory_used>70GiB", "Memory used of any GPU rises above 70 GiB", "任意 GPU 的已用内存超过 70 GiB"),
        ("gpu:1/power>300 for 30s", "Power of gpu:1 rises above 300 W for at least 30 s", "gpu:1 的功率超过 300 W，持续至少 30 秒"),
        (
            "gpu/utilization<10% for 5min",
            "Utilization of any GPU falls below 10 % for at least 5 min",
            "任意 GPU 的利用率低于 10 %，持续至少 5 分钟",
        ),
        ("throttling for 10s", "The clock is throttled for at least 10 s", "时钟被降频，持续至少 10 秒"),
        ("gpu/throttling", "The clock of any GPU is throttled", "任意 GPU 的时钟被降频"),
        ("gpu:0/throttling for 10s", "The clock of gpu:0 is throttled for at least 10 s", "gpu:0 的时钟被降频，持续至少 10 秒"),
        ("loss nan for 30s", "The loss is not a finite number for at least 30 s", "损失为非有限值，持续至少 30 秒"),
    ],
)
def test_a_rule_is_one_sentence_in_both_languages(rule: str, english: str, chinese: str) -> None:
    sentence = AlertRule.parse(rule).sentence
    assert sentence == english
    language.use("zh_CN")
    try:
        assert language.composed(sentence) == chinese
    finally:
        language.use(language.ENGLISH)


def test_a_rule_says_in_words_what_it_watches() -> None:
    assert AlertRule.parse("silence>90s").sentence == "No step has ended for 1 min 30 s"
    assert AlertRule.parse("silence>10min for 30s").sentence == "No step has ended for 10 min 30 s"
    fired = AlertRule.parse("power>300 for 30s").fired_text("gpu:0 (SIMULATED)", 312.4)
    assert fired == "Alert: Power rises above 300 W; for 30 s now; gpu:0 (SIMULATED) has reached 312 W"
    assert AlertRule.parse("power>300").fired_text("gpu:0", 300.4) == "Alert: Power rises above 300 W; gpu:0 has reached 300.4 W"
    assert AlertRule.parse("throttling").fired_text("gpu:0", 4.0) == "Alert: The clock is throttled; gpu:0"


def test_a_rule_knows_on_which_devices_it_can_be_measured() -> None:
    devices = [GPU, OLD_GPU, CPU]
    assert AlertRule.parse("power>3").series(devices) == {"gpu:0": "power", "gpu:1": "power_average"}
    assert AlertRule.parse("temperature>85").series(devices) == {"cpu": "temperature"}
    assert AlertRule.parse("gpu/temperature>85").unmeasured(devices) == (
        "no sensor of this machine measures it",
        "'gpuscope devices' lists what is measured.",
    )
    assert AlertRule.parse("fan>50%").unmeasured(devices) == ("it has none", "")
    assert AlertRule.parse("gpu:7/power>3").unmeasured(devices) == ("there is no device 'gpu:7' here", "There are: gpu:0, gpu:1, cpu.")
    assert AlertRule.parse("loss nan").unmeasured(devices) is None


def test_every_quantity_has_a_name_and_a_margin() -> None:
    assert all(label(quantity)[0].isupper() for quantity in QUANTITIES)
    assert margin("temperature", 85.0) == 3.0
    assert margin("power", 300.0) == pytest.approx(9.0)
