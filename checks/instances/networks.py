r"""Shallow networks and Gaussian rules that the checks of Appendix K share."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from theorytest.descent.models.shallow import Network, RePU, Tanh, trapezoid

Array = NDArray[Any]
POINTS = np.array([[-2, 1], [0, 0], [1, 3], [3, -1]])
NETWORK = Network(Tanh(), [1.0, -0.5], 0.3, [[0.6, -0.5], [0.3, 0.7]], [0.4, -0.2])
LINE = Network(RePU(2), [1.0, -0.5], 0.3, [[0.8], [-0.6]], [0.4, -0.2])
STEP = 0.3  # the trapezoidal rule is exact to 12 digits for the weights that are used
KEPT = 1e-9  # eigenvalues of the normalised Gramian


def small_network(activation: Any, width: int, first: int) -> Network:
    """On the plane, with whole numbers that differ from entry to entry."""
    numbers = (np.arange(first, first + 4 * width + 1) * 7) % 11 - 5
    outer, shift, rest = numbers[:width], numbers[width], numbers[width + 1 :]
    return Network(activation, outer, float(shift), rest[: 2 * width].reshape(width, 2), rest[2 * width :])


def grid(ndim: int) -> tuple[Array, Array]:
    """A tensor rule for the standard Gaussian of R^ndim."""
    x, w = trapezoid(STEP, 1e-16)
    keep = w > 1e-17
    nodes = np.stack(np.meshgrid(*[x[keep]] * ndim, indexing="ij"), axis=-1).reshape(-1, ndim)
    weights = np.prod(np.stack(np.meshgrid(*[w[keep]] * ndim, indexing="ij")), axis=0).ravel()
    return nodes, weights


def coefficients(G: Array, kept: float = KEPT, scaled: bool = True) -> Array:
    """c_kj with ψ_k = Σ_j c_kj φ_j from the Gramian of φ alone, an array (d, r)."""
    scale = np.sqrt(np.diag(G))
    values, V = np.linalg.eigh(G / np.outer(scale, scale))
    chosen = values > kept
    return np.asarray(V[:, chosen] / scale[:, None] / (np.sqrt(values[chosen]) if scaled else 1.0))
