"""Operations on vectors and matrices whose work is moving numbers: what they compute, on which shapes, and how many numbers move."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import torch

SCALE = 0.75
"""What a vector is multiplied with before it is added; exact in every format."""
Shape = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class VectorOperation:
    """One operation.

    Attributes:
        key: Its name in every implementation.
        formula: What it computes, in torch's words; also the reference when its inputs are FP64.
        shapes: Of its inputs, by the size.
        results: How many numbers it gives, by the size.
    """

    key: str
    formula: Callable[..., torch.Tensor]
    shapes: Callable[[int], tuple[Shape, ...]]
    results: Callable[[int], int]

    def numbers(self, size: int) -> int:
        """Return how many numbers are read and written at least, each once."""
        return sum(math.prod(shape) for shape in self.shapes(size)) + self.results(size)


def neighbours(x: torch.Tensor) -> torch.Tensor:
    """out[i] = x[i] · x[i+1] + x[i+2] · x[i+3] for each i that has all four."""
    return x[:-3] * x[1:-2] + x[2:-1] * x[3:]


def product_sum(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """Σ x[i] · y[i], as a vector of one number."""
    return (x * y).sum(0, keepdim=True)


def scaled_sum(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """out[i] = a · x[i] + y[i]."""
    return SCALE * x + y


def matrix_vector(matrix: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
    """out[i] = Σ matrix[i, j] · x[j]."""
    return matrix @ x


NEIGHBOURS = VectorOperation("neighbours", neighbours, lambda n: ((n,),), lambda n: n - 3)
PRODUCT_SUM = VectorOperation("product_sum", product_sum, lambda n: ((n,), (n,)), lambda _n: 1)
SCALED_SUM = VectorOperation("scaled_sum", scaled_sum, lambda n: ((n,), (n,)), lambda n: n)
MATRIX_VECTOR = VectorOperation("matrix_vector", matrix_vector, lambda n: ((n, n), (n,)), lambda n: n)
