from types import ModuleType

import pytest
import torch

from gpuscope.core.errors import UnavailableError
from gpuscope.core.runspec import RunSpec
from gpuscope.workloads.catalog import resolve
from gpuscope.workloads.data import topics


def test_passages_are_held_apart_from_each_topic() -> None:
    found = topics.classified(resolve(RunSpec("lstm-text")))
    assert found.images.shape == (len(found.labels), 32)
    assert len(found.held_out_labels) == pytest.approx(len(found.labels) / 4, rel=0.02)
    assert set(found.labels.tolist()) == set(found.held_out_labels.tolist()) == set(range(8))
    assert 0 <= int(found.images.min()) < int(found.images.max()) < 2048


def test_a_label_is_the_byte_that_follows() -> None:
    found = topics.next_bytes(resolve(RunSpec("gpt", options={"context": 32})))
    assert found.images.shape == found.labels.shape == (len(found.images), 32)
    assert torch.equal(found.images[:, 1:], found.labels[:, :-1])
    assert len(found.held_out_images) == (len(found.images) + len(found.held_out_images)) // 10
    assert " the " in bytes(found.images.flatten().tolist()).decode("utf-8", "replace")


def test_generation_takes_windows_of_prompt_and_answer() -> None:
    found = topics.next_bytes(resolve(RunSpec("gpt", task="inference", options={"prompt": 10, "new_tokens": 6})))
    assert found.images.shape[1] == 16


def test_text_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(topics, "import_module", lambda _name: ModuleType("topics"))
    with pytest.raises(UnavailableError, match="without the texts of its help"):
        topics.read_topics()


def test_windows_longer_than_the_text_are_refused() -> None:
    with pytest.raises(UnavailableError, match="too short"):
        topics.next_bytes(
            resolve(RunSpec("gpt", task="inference", options={"prompt": 4096, "new_tokens": 4096})).with_values({"prompt": 90_000})
        )
