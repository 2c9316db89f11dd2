r"""Shallow networks and Gaussian rules that the checks of Appendix K share.

Networks of width 2 on the line and on the plane, with nodes and weights that integrate their tangents.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from theorytest import Region, family, integers, product
from theorytest.approximation import Gaussian
from theorytest.descent.models.shallow import Logistic, Network, RePU, Tanh, trapezoid

Array = NDArray[Any]


@dataclass(frozen=True)
class Blend:
    """σ(z) = a tanh(b z) + c /(1 + exp(-z)) + d sin z, smooth and with bounded derivatives."""

    tanh: float
    scale: float
    logistic: float
    sine: float

    def value(self, z: Array) -> Array:
        """σ(z)."""
        smooth = self.tanh * np.tanh(self.scale * z) + self.logistic * Logistic().value(z)
        return np.asarray(smooth + self.sine * np.sin(z))

    def slope(self, z: Array) -> Array:
        """σ'(z)."""
        smooth = self.tanh * self.scale * Tanh().slope(self.scale * z) + self.logistic * Logistic().slope(z)
        return np.asarray(smooth + self.sine * np.cos(z))


def blends(most: int, scales: Region) -> Region:
    """Blends with whole coefficients up to the largest."""
    part = integers(-most, most)
    return product(part, scales, part, part).map(Blend, "sums of tanh, the logistic function and a sine")


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


EVENTS = {  # with the resolution; the second knows axes, signs and dependence
    "|x| < 2": (lambda x: np.sum(x**2, axis=-1) < 4, 0.06),
    "x_1 > 1, x_2 < -1": (lambda x: (x[..., 0] > 1) & (x[..., 1] < -1), 0.2),
}
# no region: a probability is sampled
GAUSSIAN_EVENTS = family(EVENTS, "events")
OUTER_WEIGHTS, INNER_BIAS = np.array([1.0, -2.0]), np.array([0.3, -0.4])
INNER_LINE = np.array([[0.8], [-0.6]])
INNER_PLANE = np.array([[0.5, -0.3], [0.2, 0.6]])


# No region: the panels and grids are made for these kinks and weights.
def integrated() -> dict[str, Any]:
    """Networks of width 2 with nodes and weights that integrate their tangents."""
    rule = Gaussian().quadrature(20, tuple(-INNER_BIAS / INNER_LINE[:, 0]))
    made: list[tuple[str, Any, Any, Any]] = [("line", each, INNER_LINE, (rule.nodes, rule.weights)) for each in POWERS]
    made += [("plane", each, INNER_PLANE, grid(2)) for each in (Tanh(), Logistic())]
    return {
        f"{activation} on the {word}": (Network(activation, OUTER_WEIGHTS, 0.5, inner, INNER_BIAS), *nodes)
        for word, activation, inner, nodes in made
    }


POWERS = (RePU(2), RePU(3))
INTEGRATED = family(integrated, "networks, here of width 2")
