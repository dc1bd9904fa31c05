"""Sizes of the models for text, and operations and memory of one step of them by formula, as ``costs`` counts them. Without torch."""

from gpuscope.core.runspec import ResolvedSpec
from gpuscope.workloads.costs import base_bytes, element_size

CLASSIFIED_TOPICS = ("specialnames", "compound", "types", "formatstrings", "string-methods", "typesseq", "debugger", "typesmapping")
"""The largest topics of Python's help of which none quotes another."""
VOCABULARY = 2048
WORDS = 32
EMBEDDING = 64
BYTES = 256


def lstm_parameters(hidden: int) -> int:
    """Return how many weights and biases the text classifier has."""
    return VOCABULARY * EMBEDDING + 4 * hidden * (EMBEDDING + hidden + 2) + (hidden + 1) * len(CLASSIFIED_TOPICS)


def lstm_operations(spec: ResolvedSpec) -> float:
    """Return FLOP of a step: four gates a word, each of the word and of the state before it.

    The backward pass computes two products for one, but no gradient of the state before the first word.
    """
    hidden = int(spec.options["hidden"])
    recurrent, output = 4 * hidden * hidden, hidden * len(CLASSIFIED_TOPICS)
    forward = WORDS * (4 * hidden * EMBEDDING + recurrent) + output
    return 2.0 * spec.batch_size * (3 * forward - recurrent if spec.task == "training" else forward)


def lstm_memory(spec: ResolvedSpec) -> int:
    """Return the bytes that a step needs: gates and states of every word are kept for the backward pass; Adam has two moments."""
    hidden, training = int(spec.options["hidden"]), spec.task == "training"
    activations = WORDS * (EMBEDDING + hidden * (12 if training else 6))
    return base_bytes(spec) + element_size(spec.precision) * (
        lstm_parameters(hidden) * (6 if training else 1) + spec.batch_size * activations
    )


def positions(spec: ResolvedSpec) -> int:
    """Return how many positions the GPT of a resolved spec has: its context, or in inference a prompt and what follows it."""
    if spec.task == "training":
        return int(spec.options["context"])
    return int(spec.options["prompt"]) + int(spec.options["new_tokens"])


def width(spec: ResolvedSpec) -> int:
    """Return how many numbers stand for a token between the layers of the GPT."""
    return int(spec.options["heads"]) * int(spec.options["head_width"])


def gpt_parameters(spec: ResolvedSpec) -> int:
    """Return how many weights and biases the GPT has."""
    size = width(spec)
    block = 12 * size * size + 13 * size
    return (BYTES + positions(spec)) * size + int(spec.options["layers"]) * block + 2 * size + size * BYTES


def gpt_tokens(spec: ResolvedSpec) -> int:
    """Return the tokens of a step: those predicted in training, those generated in inference."""
    return spec.batch_size * int(spec.options["context" if spec.task == "training" else "new_tokens"])


def gpt_operations(spec: ResolvedSpec) -> float:
    """Return FLOP of a step.

    Attention is counted as the full square, also where a causal kernel skips half of it, as in Chowdhery et al.
    (arXiv 2204.02311, appendix B).
    """
    layers, size = int(spec.options["layers"]), width(spec)
    block, output = layers * 12 * size * size, size * BYTES
    if spec.task == "training":
        context = int(spec.options["context"])
        return 3 * 2.0 * spec.batch_size * context * (block + layers * 2 * context * size + output)
    prompt, new = int(spec.options["prompt"]), int(spec.options["new_tokens"])
    seen = sum(range(prompt + 1, prompt + new))  # keys that the second to last new tokens look at
    products = (prompt + new - 1) * block + layers * 2 * size * (prompt * prompt + seen) + new * output
    return 2.0 * spec.batch_size * products


def gpt_memory(spec: ResolvedSpec) -> int:
    """Return the bytes that a step needs, without the square of attention, which a fused kernel does not keep."""
    layers, size, training = int(spec.options["layers"]), width(spec), spec.task == "training"
    token = layers * 34 * size + 4 * BYTES if training else layers * 2 * size + 12 * size
    numbers = gpt_parameters(spec) * (6 if training else 1) + spec.batch_size * positions(spec) * token
    return base_bytes(spec) + element_size(spec.precision) * numbers
