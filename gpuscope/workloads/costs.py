"""Operations and memory of one step by formula, without torch.

Operations are those of matrix products and convolutions; a multiplication and an addition count as two. Elementwise
operations (ReLU, pooling, softmax, the optimizer) are left out, as in Kaplan et al. (arXiv 2001.08361, 2.1).
Memory is an estimate that decides whether a batch can fit at all; it is never shown as a measurement.
"""

import math
from collections.abc import Callable

from gpuscope.core.runspec import ResolvedSpec

CLASSES = 10  # of the digits, of MNIST and of CIFAR-10
MLP_INPUTS = 28 * 28  # MNIST's pixels
CNN_PARAMETERS = (3 * 9 + 1) * 32 + (32 * 9 + 1) * 64 + (64 * 8 * 8 + 1) * 128 + (128 + 1) * CLASSES
"""Weights and biases of two convolutions (3 to 32 to 64 channels, 3×3) and two linear layers, on images of 3·32·32."""
_CNN_CONV_1, _CNN_CONV_2 = 32 * 32 * 32 * 3 * 9, 16 * 16 * 64 * 32 * 9
_CNN_LINEAR = 64 * 8 * 8 * 128 + 128 * CLASSES
"""Multiplications per sample of the linear layers; the two above are those of the convolutions, each followed by pooling that halves both
sides."""
TORCH_BYTES = 350 * 2**20
"""Main memory of a process after importing torch and one step."""


def element_size(precision: str) -> int:
    """Return the bytes per stored number; autocast keeps weights and data in FP32."""
    return 8 if precision == "fp64" else 4


def mlp_parameters(hidden: int) -> int:
    """Return the number of weights and biases of the MLP 784-hidden-10."""
    return (MLP_INPUTS + 1) * hidden + (hidden + 1) * CLASSES


def mlp_operations(spec: ResolvedSpec) -> float:
    """Return the FLOP of a step: the backward pass computes two products per layer, but no gradient of the input."""
    first, second = MLP_INPUTS * int(spec.options["hidden"]), int(spec.options["hidden"]) * CLASSES
    products = 2 * first + 3 * second if spec.task == "training" else first + second
    return 2.0 * spec.batch_size * products


def mlp_memory(spec: ResolvedSpec) -> int:
    """Return the bytes that a step needs in addition to the data set: weights, gradients, activations and their gradients."""
    hidden, training = int(spec.options["hidden"]), spec.task == "training"
    activations = MLP_INPUTS + hidden * (3 if training else 2) + 4 * CLASSES
    return _bytes(spec, mlp_parameters(hidden) * (3.5 if training else 1), activations)


def cnn_operations(spec: ResolvedSpec) -> float:
    """Return the FLOP of a step of the CNN for 32×32×3; as for the MLP, without the gradient of the input."""
    inner = _CNN_CONV_2 + _CNN_LINEAR
    products = 2 * _CNN_CONV_1 + 3 * inner if spec.task == "training" else _CNN_CONV_1 + inner
    return 2.0 * spec.batch_size * products


def cnn_memory(spec: ResolvedSpec) -> int:
    """Return the bytes that a step needs in addition to the data set; Adam keeps two moments per weight."""
    training = spec.task == "training"
    feature_maps = 32 * 32 * 32, 32 * 16 * 16, 64 * 16 * 16, 64 * 8 * 8
    activations = 3 * 32 * 32 + 2 * (sum(feature_maps) if training else feature_maps[0])
    return _bytes(spec, CNN_PARAMETERS * (6 if training else 1), activations)


def network_memory(parameters: int, outputs: int, largest: int) -> Callable[[ResolvedSpec], int]:
    """Return a function that estimates the bytes of a step of a deep network, without the data set.

    Args:
        parameters: Number of weights and biases.
        outputs: Outputs of all layers per sample.
        largest: Inputs and outputs of the largest layer per sample.
    """

    def memory(spec: ResolvedSpec) -> int:
        training = spec.task == "training"
        # Backward keeps about three of four outputs: inputs of convolutions and normalizations, and outputs of ReLUs.
        return _bytes(spec, parameters * (3.5 if training else 1), outputs * 3 // 4 if training else largest)

    return memory


def gemm_operations(spec: ResolvedSpec) -> float:
    """Return the FLOP of a step: the batch size times 2 n³."""
    return 2.0 * spec.batch_size * float(int(spec.options["size"])) ** 3


def gemm_memory(spec: ResolvedSpec) -> int:
    """Return the bytes of the two factors and the product, and of a factor in FP32 while it is converted to a narrower type."""
    stored = number_size(spec.precision)
    conversion = {8: 4, 4: 0, 2: 4}[stored]
    return base_bytes(spec) + spec.batch_size * int(spec.options["size"]) ** 2 * (3 * stored + conversion)


def base_bytes(spec: ResolvedSpec) -> int:
    """Return the bytes that torch itself takes in the memory of a spec's device."""
    return TORCH_BYTES if spec.device == "cpu" else 0


def _bytes(spec: ResolvedSpec, weights: float, activations_per_sample: int) -> int:
    # Measured factors (tests/workloads/test_costs.py): autocast copies the weights, and keeps activations in half the width.
    half = spec.precision in ("bf16", "fp16")
    numbers = weights * (1.5 if half else 1) + spec.batch_size * activations_per_sample * (0.6 if half else 1)
    return base_bytes(spec) + int(element_size(spec.precision) * numbers)


CLASSIFIED_TOPICS = ("specialnames", "compound", "types", "formatstrings", "string-methods", "typesseq", "debugger", "typesmapping")
"""The largest of Python's help topics that do not quote each other."""
VOCABULARY = 2048
"""Number of words that the text classifier distinguishes."""
WORDS = 32
"""Words per passage."""
EMBEDDING = 64
"""Width of a word's embedding."""
BYTES = 256
"""Vocabulary of the GPT: its tokens are bytes."""


def lstm_parameters(hidden: int) -> int:
    """Return the number of weights and biases of the text classifier."""
    return VOCABULARY * EMBEDDING + 4 * hidden * (EMBEDDING + hidden + 2) + (hidden + 1) * len(CLASSIFIED_TOPICS)


def lstm_operations(spec: ResolvedSpec) -> float:
    """Return the FLOP of a step: four gates per word, each with products of the word and of the previous state.

    The backward pass computes two products for each, but no gradient of the state before the first word.
    """
    hidden = int(spec.options["hidden"])
    recurrent, output = 4 * hidden * hidden, hidden * len(CLASSIFIED_TOPICS)
    forward = WORDS * (4 * hidden * EMBEDDING + recurrent) + output
    return 2.0 * spec.batch_size * (3 * forward - recurrent if spec.task == "training" else forward)


def lstm_memory(spec: ResolvedSpec) -> int:
    """Return the bytes that a step needs: gates and states of every word are kept for the backward pass; Adam keeps two moments."""
    hidden, training = int(spec.options["hidden"]), spec.task == "training"
    activations = WORDS * (EMBEDDING + hidden * (12 if training else 6))
    return base_bytes(spec) + element_size(spec.precision) * (
        lstm_parameters(hidden) * (6 if training else 1) + spec.batch_size * activations
    )


def positions(spec: ResolvedSpec) -> int:
    """Return the number of positions of a spec's GPT: its context in training, prompt plus new tokens in inference."""
    if spec.task == "training":
        return int(spec.options["context"])
    return int(spec.options["prompt"]) + int(spec.options["new_tokens"])


def width(spec: ResolvedSpec) -> int:
    """Return the width of the GPT: the numbers per token between its layers."""
    return int(spec.options["heads"]) * int(spec.options["head_width"])


def gpt_parameters(spec: ResolvedSpec) -> int:
    """Return the number of weights and biases of the GPT."""
    size = width(spec)
    block = 12 * size * size + 13 * size
    return (BYTES + positions(spec)) * size + int(spec.options["layers"]) * block + 2 * size + size * BYTES


def gpt_tokens(spec: ResolvedSpec) -> int:
    """Return the tokens of a step: those predicted in training, those generated in inference."""
    return spec.batch_size * int(spec.options["context" if spec.task == "training" else "new_tokens"])


def gpt_operations(spec: ResolvedSpec) -> float:
    """Return the FLOP of a step.

    Attention is counted as the full square, even where a causal kernel skips half of it, as in Chowdhery et al.
    (arXiv 2204.02311, appendix B).
    """
    layers, size = int(spec.options["layers"]), width(spec)
    block, output = layers * 12 * size * size, size * BYTES
    if spec.task == "training":
        context = int(spec.options["context"])
        return 3 * 2.0 * spec.batch_size * context * (block + layers * 2 * context * size + output)
    prompt, new = int(spec.options["prompt"]), int(spec.options["new_tokens"])
    seen = sum(range(prompt + 1, prompt + new))  # keys that the second to the last new token attend to
    products = (prompt + new - 1) * block + layers * 2 * size * (prompt * prompt + seen) + new * output
    return 2.0 * spec.batch_size * products


def gpt_memory(spec: ResolvedSpec) -> int:
    """Return the bytes that a step needs, without the square of attention scores, which a fused kernel does not store."""
    layers, size, training = int(spec.options["layers"]), width(spec), spec.task == "training"
    token = layers * 34 * size + 4 * BYTES if training else layers * 2 * size + 12 * size
    numbers = gpt_parameters(spec) * (6 if training else 1) + spec.batch_size * positions(spec) * token
    return base_bytes(spec) + element_size(spec.precision) * numbers


MEBI = 2**20  # bytes


def number_size(precision: str) -> int:
    """Return the bytes per number in a kernel, which stores numbers in the format that it computes in."""
    return {"fp64": 8, "bf16": 2, "fp16": 2}.get(precision, 4)


def convolution_operations(spec: ResolvedSpec) -> float:
    """Return the FLOP of a step: those of the direct sum, or of the transforms."""
    size, width = int(spec.options["size"]), int(spec.options["filter"])
    return _correlation(spec, (size, size), (width, width), filters=1)


def direct_convolution_operations(spec: ResolvedSpec) -> float:
    """Return the FLOP of a step by the direct sum, for one image per unit of the batch size."""
    size, width = int(spec.options["size"]), int(spec.options["filter"])
    return 2.0 * spec.batch_size * (size - width + 1) ** 2 * width**2


def autocorrelation_operations(spec: ResolvedSpec) -> float:
    """Return the FLOP of a step: the signal slides over itself, padded with zeros at its end."""
    size = int(spec.options["size"])
    return _correlation(spec, (1, 2 * size - 1), (1, size), filters=spec.batch_size)


def convolution_memory(spec: ResolvedSpec) -> int:
    """Return the bytes of images, results and a method's intermediate values."""
    return _memory(spec, 6 * spec.batch_size * int(spec.options["size"]) ** 2)


def autocorrelation_memory(spec: ResolvedSpec) -> int:
    """Return the bytes of signals, results and a method's intermediate values."""
    return _memory(spec, 12 * spec.batch_size * int(spec.options["size"]))


def neighbour_operations(spec: ResolvedSpec) -> float:
    """Return the FLOP of a step: two products and a sum per result."""
    return 3.0 * spec.batch_size * (int(spec.options["size"]) - 3)


def reduction_operations(spec: ResolvedSpec) -> float:
    """Return the FLOP of a step: a product and an addition per pair; also valid for adding a scaled vector."""
    return 2.0 * spec.batch_size * int(spec.options["size"])


def matrix_vector_operations(spec: ResolvedSpec) -> float:
    """Return the FLOP of a step: 2 n² per product."""
    return 2.0 * spec.batch_size * float(int(spec.options["size"])) ** 2


def vector_memory(spec: ResolvedSpec) -> int:
    """Return the bytes of three vectors and their intermediate values; on the CPU also of the comparison with FP64."""
    return _memory(spec, 4 * int(spec.options["size"])) + _compared(spec, 4 * int(spec.options["size"]))


def matrix_vector_memory(spec: ResolvedSpec) -> int:
    """Return the bytes of matrix and vectors, and of the matrix in FP32 while it is converted, or on the CPU in FP64 for the comparison."""
    numbers = int(spec.options["size"]) ** 2
    return _memory(spec, numbers) + max(numbers * (0 if number_size(spec.precision) == 4 else 4), _compared(spec, numbers))


def copy_memory(spec: ResolvedSpec) -> int:
    """Return the bytes of source and target, as if both were in the same memory."""
    return base_bytes(spec) + 2 * int(spec.options["size"]) * MEBI


def _correlation(spec: ResolvedSpec, signal: tuple[int, int], taps: tuple[int, int], filters: int) -> float:
    if spec.options["method"] == "fft":
        points, transforms = math.prod(signal), 2 * spec.batch_size + filters  # of signals, results and filters
        return transforms * 2.5 * points * math.log2(max(2, points)) + spec.batch_size * 3.0 * points
    results = math.prod(whole - part + 1 for whole, part in zip(signal, taps, strict=True))
    return 2.0 * spec.batch_size * results * math.prod(taps)


def _compared(spec: ResolvedSpec, numbers: int) -> int:
    """Return the bytes of numbers in FP64 in main memory; 0 if the spec's own are elsewhere, or in FP64 already."""
    return 8 * numbers if spec.device == "cpu" and spec.precision != "fp64" else 0


def _memory(spec: ResolvedSpec, numbers: int) -> int:
    return base_bytes(spec) + numbers * number_size(spec.precision)
