"""Networks for text: an LSTM classifier, and a small decoder-only transformer with its key-value cache."""

import torch
from torch import nn
from torch.nn.functional import gelu, scaled_dot_product_attention

from gpuscope.core.runspec import ResolvedSpec
from gpuscope.workloads.costs import BYTES, CLASSIFIED_TOPICS, EMBEDDING, VOCABULARY, positions


class LstmClassifier(nn.Module):  # type: ignore[misc]
    """Classifies passages of words."""

    def __init__(self, hidden: int) -> None:
        super().__init__()
        self.embedding = nn.Embedding(VOCABULARY, EMBEDDING)
        self.lstm = nn.LSTM(EMBEDDING, hidden, batch_first=True)
        self.output = nn.Linear(hidden, len(CLASSIFIED_TOPICS))

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        """Take int64 (batch, words), return logits (batch, classes)."""
        states, _ = self.lstm(self.embedding(tokens))
        logits: torch.Tensor = self.output(states.mean(1))
        return logits


def lstm(spec: ResolvedSpec) -> nn.Module:
    """Return the network of a spec."""
    return LstmClassifier(int(spec.options["hidden"]))


class KeyValueCache:
    """Keys and values of previous tokens, per layer, so that a new token costs one position instead of all.

    Args:
        layers: Number of layers.
        capacity: Maximum number of tokens.

    Attributes:
        length: Number of tokens that all layers have processed.
    """

    def __init__(self, layers: int, capacity: int) -> None:
        self.length = 0
        self._capacity = capacity
        self._kept: list[tuple[torch.Tensor, torch.Tensor] | None] = [None] * layers

    def clear(self) -> None:
        """Forget all tokens; the memory is used again."""
        self.length = 0
        for kept in self._kept:
            for tensor in kept or ():
                if tensor.requires_grad:  # without inference mode: otherwise the graphs of all earlier generations would be kept too
                    tensor.detach_()

    def extend(self, layer: int, keys: torch.Tensor, values: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Append the keys and values of new tokens, each (batch, heads, new, head width), and return those of all tokens."""
        kept = self._kept[layer]
        if kept is None:
            # One position stays unused: a view of all of them would be contiguous, and a compiled model would recompile for the last token.
            shape = (*keys.shape[:2], self._capacity + 1, keys.shape[3])
            kept = self._kept[layer] = keys.new_empty(shape), values.new_empty(shape)
        end = self.length + keys.shape[2]
        for place, new in zip(kept, (keys, values), strict=True):
            place[:, :, self.length : end] = new
        return kept[0][:, :, :end], kept[1][:, :, :end]


class Block(nn.Module):  # type: ignore[misc]
    """Causal self-attention and two linear layers, both with residual connections.

    Attributes:
        linear_pairs: Names of pairs of linear layers that tensor parallelism can split: the second takes a slice of the first's output.
        joined: Name of the layer that computes queries, keys and values in one product.
    """

    linear_pairs = (("query_key_value", "projection"), ("expand", "contract"))
    joined = "query_key_value"

    def __init__(self, heads: int, head_width: int) -> None:
        super().__init__()
        size = heads * head_width
        self._heads = heads
        self.attention_norm, self.linear_norm = nn.LayerNorm(size), nn.LayerNorm(size)
        self.query_key_value, self.projection = nn.Linear(size, 3 * size), nn.Linear(size, size)
        self.expand, self.contract = nn.Linear(size, 4 * size), nn.Linear(4 * size, size)

    def forward(self, tokens: torch.Tensor, layer: int = 0, cache: KeyValueCache | None = None) -> torch.Tensor:
        """Take and return (batch, tokens, width)."""
        tokens = tokens + self.projection(self._attended(self.attention_norm(tokens), layer, cache))
        return tokens + self.contract(gelu(self.expand(self.linear_norm(tokens))))

    def part_heads(self, parts: int) -> None:
        """Reorder queries, keys and values so that each of ``parts`` equal slices has whole heads; a forward pass then uses one slice."""
        self._heads //= parts
        for parameter in self.query_key_value.parameters():
            parameter.data = _swapped(parameter.data, 3, parts)

    def in_order(self, rows: torch.Tensor, parts: int) -> torch.Tensor:
        """Return reordered rows of queries, keys and values in their original order."""
        return _swapped(rows, parts, 3)

    def _attended(self, tokens: torch.Tensor, layer: int, cache: KeyValueCache | None) -> torch.Tensor:
        query, keys, values = (part.unflatten(2, (self._heads, -1)).transpose(1, 2) for part in self.query_key_value(tokens).chunk(3, 2))
        if cache is not None:
            keys, values = cache.extend(layer, keys, values)
        # A single new token attends to all cached ones. The condition uses the cache, not the query's shape: that is symbolic in a model
        # compiled for any number of tokens, and would make the whole model fall back to eager.
        attended = scaled_dot_product_attention(query, keys, values, is_causal=cache is None or not cache.length)
        return attended.transpose(1, 2).flatten(2)


class Gpt(nn.Module):  # type: ignore[misc]
    """Predicts the next byte of a text.

    Args:
        layers: Number of blocks.
        heads: Attention heads per block.
        positions: Maximum length of a text.
    """

    def __init__(self, layers: int, heads: int, head_width: int, positions: int) -> None:
        super().__init__()
        size = heads * head_width
        self.embedding, self.position = nn.Embedding(BYTES, size), nn.Embedding(positions, size)
        self.blocks = nn.ModuleList(Block(heads, head_width) for _ in range(layers))
        self.norm, self.output = nn.LayerNorm(size), nn.Linear(size, BYTES, bias=False)
        self.apply(_initialize)

    def forward(self, tokens: torch.Tensor, cache: KeyValueCache | None = None) -> torch.Tensor:
        """Take int64 (batch, tokens), return logits (batch, 256, tokens).

        With a cache the tokens continue the cached ones (several only if the cache is empty), and only the logits after the last token
        are returned, (batch, 256, 1).
        """
        seen = 0 if cache is None else cache.length
        states = self.embedding(tokens) + self.position.weight[seen : seen + tokens.shape[1]]
        for layer, block in enumerate(self.blocks):
            states = block(states, layer, cache)
        if cache is not None:
            cache.length += tokens.shape[1]
            states = states[:, -1:]
        logits: torch.Tensor = self.output(self.norm(states))
        return logits.transpose(1, 2)

    def chain(self) -> list[nn.Module]:
        """Return the model as a sequence of modules that compute the same result without a cache."""
        return [_Beginning(self.embedding, self.position), *self.blocks, _Ending(self.norm, self.output)]


class _Beginning(nn.Module):  # type: ignore[misc]
    def __init__(self, embedding: nn.Embedding, position: nn.Embedding) -> None:
        super().__init__()
        self.embedding, self.position = embedding, position

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        states: torch.Tensor = self.embedding(tokens) + self.position.weight[: tokens.shape[1]]
        return states


class _Ending(nn.Module):  # type: ignore[misc]
    def __init__(self, norm: nn.LayerNorm, output: nn.Linear) -> None:
        super().__init__()
        self.norm, self.output = norm, output

    def forward(self, states: torch.Tensor) -> torch.Tensor:
        logits: torch.Tensor = self.output(self.norm(states))
        return logits.transpose(1, 2)


def _swapped(rows: torch.Tensor, outer: int, inner: int) -> torch.Tensor:
    """Transpose rows grouped as (outer, inner) to (inner, outer)."""
    return rows.unflatten(0, (outer, inner, -1)).transpose(0, 1).flatten(0, 2)


def _initialize(module: nn.Module) -> None:
    if isinstance(module, (nn.Linear, nn.Embedding)):
        nn.init.normal_(module.weight, std=0.02)
    if isinstance(module, nn.Linear) and module.bias is not None:
        nn.init.zeros_(module.bias)


def gpt(spec: ResolvedSpec) -> nn.Module:
    """Return the network of a spec."""
    layers, heads, head_width = (int(spec.options[key]) for key in ("layers", "heads", "head_width"))
    return Gpt(layers, heads, head_width, positions(spec))
