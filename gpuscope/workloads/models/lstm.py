"""The text classifier: an embedding of words, one LSTM layer (Hochreiter and Schmidhuber 1997), and a linear layer on its mean output."""

import torch
from torch import nn

from gpuscope.core.runspec import ResolvedSpec
from gpuscope.workloads.text_costs import CLASSIFIED_TOPICS, EMBEDDING, VOCABULARY


class LstmClassifier(nn.Module):  # type: ignore[misc]
    """Tells which class a passage of words is from.

    Args:
        hidden: Numbers that the LSTM keeps from word to word.
    """

    def __init__(self, hidden: int) -> None:
        super().__init__()
        self.embedding = nn.Embedding(VOCABULARY, EMBEDDING)
        self.lstm = nn.LSTM(EMBEDDING, hidden, batch_first=True)
        self.output = nn.Linear(hidden, len(CLASSIFIED_TOPICS))

    def forward(self, words: torch.Tensor) -> torch.Tensor:
        """Take int64 (batch, words), gives logits (batch, classes)."""
        states, _ = self.lstm(self.embedding(words))
        logits: torch.Tensor = self.output(states.mean(1))
        return logits


def of_spec(spec: ResolvedSpec) -> nn.Module:
    """Return the network of a resolved spec."""
    return LstmClassifier(int(spec.options["hidden"]))
