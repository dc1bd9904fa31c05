"""Text that comes with Python: the topics of ``help()`` (``pydoc_data.topics``, PSF licence), about 460,000 bytes."""

import re
from collections import Counter
from collections.abc import Mapping
from importlib import import_module

import torch

from gpuscope.core.errors import UnavailableError
from gpuscope.core.runspec import ResolvedSpec
from gpuscope.workloads.costs import CLASSIFIED_TOPICS, VOCABULARY, WORDS, positions
from gpuscope.workloads.data.dataset import Dataset, held_out

_NAME = "Python's help topics"
_HELD_OUT_BLOCKS = 10
"""One in ten windows of bytes is held out."""


def read_topics() -> Mapping[str, str]:
    """Return the texts by topic.

    Raises:
        UnavailableError: This Python lacks them.
    """
    try:
        topics: Mapping[str, str] = import_module("pydoc_data.topics").topics
        if set(CLASSIFIED_TOPICS) <= topics.keys():
            return topics
    except (ImportError, AttributeError):
        pass
    raise UnavailableError(
        "this Python comes without the texts of its help (pydoc_data.topics)", "Install a complete Python, 3.11 or later."
    )


def classified(_spec: ResolvedSpec) -> Dataset:
    """Return passages of 32 words, labelled by topic; every fifth passage of a topic is held out.

    Words are numbered from 1 by their frequency in the training passages; 0 is any other word.
    """
    passages, labels = _passages()
    apart = held_out(labels)
    trained = (passage for passage, is_apart in zip(passages, apart.tolist(), strict=True) if not is_apart)
    counted = Counter(word for passage in trained for word in passage)
    numbers = {word: number for number, (word, _) in enumerate(counted.most_common(VOCABULARY - 1), 1)}
    samples = torch.tensor([[numbers.get(word, 0) for word in passage] for passage in passages])
    return Dataset(_NAME, samples[~apart], labels[~apart], samples[apart], labels[apart])


def next_bytes(spec: ResolvedSpec) -> Dataset:
    """Return windows of bytes, labelled with the byte that follows each; every tenth window is held out."""
    length = positions(spec)
    text = torch.frombuffer(bytearray("\n".join(topic for _, topic in sorted(read_topics().items())), "utf-8"), dtype=torch.uint8).long()
    count = (len(text) - 1) // length
    if count < _HELD_OUT_BLOCKS:
        raise UnavailableError(f"the text is too short for windows of {length} bytes", "Make the context shorter.")
    windows, following = text[: count * length].reshape(count, length), text[1 : count * length + 1].reshape(count, length)
    apart = torch.arange(count) % _HELD_OUT_BLOCKS == _HELD_OUT_BLOCKS - 1
    return Dataset(_NAME, windows[~apart], following[~apart], windows[apart], following[apart])


def _passages() -> tuple[list[list[str]], torch.Tensor]:
    topics = read_topics()
    passages, labels = [], []
    for label, topic in enumerate(CLASSIFIED_TOPICS):
        tokens = re.findall(r"\w+|[^\w\s]", topics[topic].lower())
        for begin in range(0, len(tokens) - WORDS + 1, WORDS):
            passages.append(tokens[begin : begin + WORDS])
            labels.append(label)
    return passages, torch.tensor(labels)
