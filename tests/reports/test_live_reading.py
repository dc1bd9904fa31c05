"""Labels of readings: short, and in the language of the reader."""

from collections.abc import Iterator

import pytest

from gpuscope.reports.headlines import of_device
from gpuscope.reports.live_reading import label_on
from gpuscope.system import language


@pytest.fixture
def chinese() -> Iterator[None]:
    language.use("zh_CN")
    yield
    language.use(language.ENGLISH)


@pytest.mark.parametrize(
    ("device", "label", "shown"),
    [
        ("gpu:0", "Memory", "显存"),
        ("gpu:0", "Memory used", "已用显存"),
        ("gpu:0", "Memory used, peak", "已用显存（峰值）"),
        ("cpu", "Memory used, peak", "已用内存（峰值）"),
        ("gpu:0", "Power, mean", "功率（平均）"),
        ("gpu:0", "已用显存（平均）", "已用显存（平均）"),
    ],
)
def test_memory_of_a_gpu_has_its_own_word_in_chinese(chinese: None, device: str, label: str, shown: str) -> None:
    assert label_on(device, label) == shown
    assert of_device(device, label) == (f"CPU {shown}" if device == "cpu" else f"{device} {shown}")


def test_memory_has_one_word_in_english() -> None:
    assert label_on("gpu:0", "Memory used") == label_on("cpu", "Memory used") == "Memory used"
    assert of_device("cpu", "Memory used") == "Main memory used"
