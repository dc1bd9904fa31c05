"""Operations and memory of one step by formula, without torch.

Operations are those of the matrix products and convolutions, a multiplication and an addition counted as two; what is
done element by element (ReLU, pooling, softmax, the optimizer) is left out, as in Kaplan et al. (arXiv 2001.08361, 2.1).
Memory is an estimate that decides whether a batch can fit at all; it is never shown as a measurement.
"""

from collections.abc import Callable

from gpuscope.core.runspec import ResolvedSpec

CLASSES = 10
MLP_INPUTS = 28 * 28
CNN_PARAMETERS = (3 * 9 + 1) * 32 + (32 * 9 + 1) * 64 + (64 * 8 * 8 + 1) * 128 + (128 + 1) * CLASSES
_CNN_CONV_1 = 32 * 32 * 32 * 3 * 9
_CNN_CONV_2 = 16 * 16 * 64 * 32 * 9
_CNN_LINEAR = 64 * 8 * 8 * 128 + 128 * CLASSES
TORCH_BYTES = 350 * 2**20
"""Main memory of a process that has torch imported and one step behind it."""


def element_size(precision: str) -> int:
    """Return the bytes of one number as it is stored: autocast keeps weights and data in FP32."""
    return 8 if precision == "fp64" else 4


def mlp_parameters(hidden: int) -> int:
    """Return how many weights and biases the MLP 784-hidden-10 has."""
    return (MLP_INPUTS + 1) * hidden + (hidden + 1) * CLASSES


def mlp_operations(spec: ResolvedSpec) -> float:
    """Return FLOP of a step: the backward pass computes two products a layer, but no gradient of the input."""
    first, second = MLP_INPUTS * int(spec.options["hidden"]), int(spec.options["hidden"]) * CLASSES
    products = 2 * first + 3 * second if spec.task == "training" else first + second
    return 2.0 * spec.batch_size * products


def mlp_memory(spec: ResolvedSpec) -> int:
    """Return the bytes that a step needs beside the data set: weights, gradients, activations and their gradients."""
    hidden, training = int(spec.options["hidden"]), spec.task == "training"
    activations = MLP_INPUTS + hidden * (3 if training else 2) + 4 * CLASSES
    return _bytes(spec, mlp_parameters(hidden) * (3.5 if training else 1), activations)


def cnn_operations(spec: ResolvedSpec) -> float:
    """Return FLOP of a step of the CNN for 32×32×3; as for the MLP, without the gradient of the input."""
    inner = _CNN_CONV_2 + _CNN_LINEAR
    products = 2 * _CNN_CONV_1 + 3 * inner if spec.task == "training" else _CNN_CONV_1 + inner
    return 2.0 * spec.batch_size * products


def cnn_memory(spec: ResolvedSpec) -> int:
    """Return the bytes that a step needs beside the data set; Adam keeps two moments a weight."""
    training = spec.task == "training"
    feature_maps = 32 * 32 * 32, 32 * 16 * 16, 64 * 16 * 16, 64 * 8 * 8
    activations = 3 * 32 * 32 + 2 * (sum(feature_maps) if training else feature_maps[0])
    return _bytes(spec, CNN_PARAMETERS * (6 if training else 1), activations)


def network_memory(parameters: int, outputs: int, largest: int) -> Callable[[ResolvedSpec], int]:
    """Return what tells the bytes that a step of a deep network needs beside the data set.

    Args:
        parameters: Weights and biases.
        outputs: Numbers that all layers give for a sample.
        largest: Numbers that the largest layer takes and gives for a sample.
    """

    def memory(spec: ResolvedSpec) -> int:
        training = spec.task == "training"
        # Backward needs about three outputs of four: what goes into a convolution, a normalization and behind a ReLU.
        return _bytes(spec, parameters * (3.5 if training else 1), outputs * 3 // 4 if training else largest)

    return memory


def gemm_operations(spec: ResolvedSpec) -> float:
    """Return FLOP of a step: the batch times 2 n³."""
    return 2.0 * spec.batch_size * float(int(spec.options["size"])) ** 3


def gemm_memory(spec: ResolvedSpec) -> int:
    """Return the bytes of the two factors and the product, and of a factor in FP32 while it becomes a narrower one."""
    stored = {"fp64": 8, "bf16": 2, "fp16": 2}.get(spec.precision, 4)
    made = {8: 4, 4: 0, 2: 4}[stored]
    return base_bytes(spec) + spec.batch_size * int(spec.options["size"]) ** 2 * (3 * stored + made)


def base_bytes(spec: ResolvedSpec) -> int:
    """Return the bytes that torch itself takes where a spec computes."""
    return TORCH_BYTES if spec.device == "cpu" else 0


def _bytes(spec: ResolvedSpec, weights: float, activations_per_sample: int) -> int:
    # Factors as measured (tests/workloads/test_costs.py): autocast copies the weights, and keeps activations in half the width.
    half = spec.precision in ("bf16", "fp16")
    numbers = weights * (1.5 if half else 1) + spec.batch_size * activations_per_sample * (0.6 if half else 1)
    return base_bytes(spec) + int(element_size(spec.precision) * numbers)
