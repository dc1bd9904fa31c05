"""Converted models are kept: a second run opens the file of the first, unless anything that it depends on has changed."""

from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from torch import nn

from gpuscope.system.paths import cache_folder
from gpuscope.workloads.engines.kept_conversions import Conversion, convert_once
from gpuscope.workloads.steps.setting import Setting

Prepare = Callable[..., Setting]


class Converter:
    """Converts a model to a text file, and counts how often."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.count = folder, 0

    def __call__(self, model: nn.Module, example: torch.Tensor, setting: Setting, *about: object) -> Conversion:
        folder = self.folder / f"{len(list(self.folder.iterdir()))}"
        folder.mkdir()
        facts: dict[str, object] = {}

        def convert() -> Path:
            self.count += 1
            facts["noted"] = 5
            (folder / "weights").write_bytes(b"weights")
            path = folder / "graph"
            path.write_text(f"conversion {self.count}")
            return path

        conversion = convert_once(convert, folder, model, example, setting, about, facts)
        assert facts == {"noted": 5}
        assert (folder / "weights").read_bytes() == b"weights"
        return conversion


@pytest.fixture
def converter(tmp_path: Path) -> Converter:
    return Converter(tmp_path)


def linear(seed: int = 1) -> nn.Module:
    torch.manual_seed(seed)
    return nn.Linear(4, 2).eval()


def test_the_same_model_is_converted_once(converter: Converter, setting: Prepare) -> None:
    run = setting("cifar-cnn", task="inference")
    first = converter(linear(), torch.ones(2, 4), run)
    second = converter(linear(), torch.zeros(2, 4), run)
    assert (first.is_kept, second.is_kept, converter.count) == (False, True, 1)
    assert second.path.read_text() == "conversion 1"
    assert second.seconds == first.seconds


def test_what_a_conversion_depends_on_makes_it_another(converter: Converter, setting: Prepare) -> None:
    run = setting("cifar-cnn", task="inference")
    converter(linear(), torch.ones(2, 4), run, "onnx")
    others = [
        converter(linear(seed=2), torch.ones(2, 4), run, "onnx"),
        converter(linear(), torch.ones(3, 4), run, "onnx"),
        converter(linear().double(), torch.ones(2, 4).double(), run, "onnx"),
        converter(nn.Sequential(linear()), torch.ones(2, 4), run, "onnx"),
        converter(linear(), torch.ones(2, 4), run, "openvino"),
        converter(linear(), torch.ones(2, 4), setting("cifar-cnn", task="inference", optimize="prune-structured"), "onnx"),
    ]
    assert not any(other.is_kept for other in others)
    assert converter.count == 7


def test_a_damaged_file_is_converted_anew(converter: Converter, setting: Prepare) -> None:
    run = setting("cifar-cnn", task="inference")
    converter(linear(), torch.ones(2, 4), run)
    [kept] = (cache_folder() / "engines").iterdir()
    (kept / "graph").write_text("conversion 9")
    assert not converter(linear(), torch.ones(2, 4), run).is_kept
    assert converter(linear(), torch.ones(2, 4), run).path.read_text() == "conversion 2"


def test_without_a_cache_every_run_converts(
    converter: Converter, setting: Prepare, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (blocked := tmp_path.parent / f"{tmp_path.name}-blocked").write_text("no folder")
    monkeypatch.setattr("gpuscope.workloads.engines.kept_conversions.cache_folder", lambda: blocked)
    run = setting("cifar-cnn", task="inference")
    assert not converter(linear(), torch.ones(2, 4), run).is_kept
    assert not converter(linear(), torch.ones(2, 4), run).is_kept


def test_the_least_recently_used_conversions_give_way(converter: Converter, setting: Prepare, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpuscope.workloads.engines.kept_conversions._MOST_BYTES", 1)
    run = setting("cifar-cnn", task="inference")
    converter(linear(), torch.ones(2, 4), run)
    converter(linear(seed=2), torch.ones(2, 4), run)
    assert converter(linear(seed=2), torch.ones(2, 4), run).is_kept
    assert not converter(linear(), torch.ones(2, 4), run).is_kept
