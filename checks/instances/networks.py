"""Shallow networks, activations and Gaussian rules that the checks of Appendix K share.

Networks of width 2 on the line and on the plane, with nodes and weights that integrate their tangents; neurons
σ(αᵀx + β) on Rⁿ with whole weights, and the singularity that their derivatives by an inner weight have.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import tanh
from typing import Any

import numpy as np
import sympy
from numpy.typing import NDArray

from theorytest import Region, choices, family, integers, product
from theorytest.approximation import Gaussian
from theorytest.attacks.region import either
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


def small_network(activation: Any, width: int, first: int, inputs: int = 2) -> Network:
    """On R^inputs, with whole numbers that differ from entry to entry."""
    numbers = (np.arange(first, first + (inputs + 2) * width + 1) * 7) % 11 - 5
    outer, shift, rest = numbers[:width], numbers[width], numbers[width + 1 :]
    inner, bias = rest[: inputs * width].reshape(width, inputs), rest[inputs * width :]
    return Network(activation, outer, float(shift), inner, bias)


def small_points(inputs: int) -> Array:
    """Four points of R^inputs, in the plane those above."""
    return np.column_stack([POINTS[:, k % 2] * (1 + k // 2) for k in range(inputs)])


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


ANY_ACTIVATION = either(integers(2, 5).map(RePU, "RePU of the powers 2 to 5"), blends(2, integers(-2, 2)))
ACTIVATIONS = family(
    [RePU(2), RePU(3), Logistic(), Tanh()], "differentiable activations", search=ANY_ACTIVATION, effort=6
)


def of_power(p: Any) -> Any:
    """RePU(p) in the package, and by its formula."""
    return RePU(p), lambda z: max(z, Fraction(0)) ** p


SIGMAS = {"RePU(2)": of_power(2), "tanh": (Tanh(), lambda z: tanh(z))}
WITH_FORMULAS = family(SIGMAS, "activations; here by their formulas", search=integers(2, 5).map(of_power))
CURVATURE = {RePU(2): 2.0, Tanh(): 4 / (3 * np.sqrt(3)), Logistic(): 1 / (6 * np.sqrt(3))}  # sup |σ''|
# no region: the package knows the integrals of three activations
CURVED = family(list(CURVATURE), "activations; here with known sup |σ''|")
NODES = np.array([16, 32, 64, 128])
FALLING = np.exp(-4 * np.sqrt(NODES)) + 1e-14
CASES = {  # σ, and our bounds of the error on the line and in the plane
    "RePU(2)": (RePU(2), 0.21 * NODES**-1.5, 1.7 * NODES**-1.5),
    "logistic": (Logistic(), FALLING, FALLING),
}
# no region: each has bounds of its own
QUADRATURES = family(CASES, "continuous activations of polynomial growth")
PLACES = tuple(sympy.Rational(k, 2) for k in range(-4, 5))
Z, T = sympy.symbols("z t")
POLES = {Tanh(): sympy.I * sympy.pi / 2, Logistic(): sympy.I * sympy.pi}  # of σ; simple ones


@dataclass(frozen=True)
class Neuron:
    """σ(α'x + β) on Rⁿ for RePU, tanh or the logistic function, and the j of the weight that is moved."""

    sigma: Any
    alpha: tuple[Any, ...]
    beta: int
    j: int

    @property
    def formula(self) -> Any:
        """σ(z), for RePU where z > 0."""
        if isinstance(self.sigma, RePU):
            return Z**self.sigma.power
        return sympy.tanh(Z) if isinstance(self.sigma, Tanh) else 1 / (1 + sympy.exp(-Z))

    @property
    def place(self) -> Any:
        """A real or complex x where σ is singular, with x_j ≠ 0 if there is one: the nearest to 0, or 1 beside it."""
        square, j = sum(a * a for a in self.alpha), self.j
        foot = [(POLES.get(self.sigma, 0) - self.beta) * sympy.Rational(a, square) for a in self.alpha]
        along = [int(i == j) - sympy.Rational(self.alpha[j] * a, square) for i, a in enumerate(self.alpha)]
        return foot if foot[j] != 0 else [x + t for x, t in zip(foot, along, strict=True)]

    @property
    def kinked(self) -> Any:
        """Whether x_j is not 0 wherever σ is singular: for RePU, α'x + β is no multiple of x_j."""
        return self.place[self.j] != 0

    def singularity(self, function: Any, order: int = 1) -> Any:
        """What no network has, of function(x_j, z) along α through the place, z = α'x + β.

        For RePU(p) the jump of the derivative of order p - 1 at the kink, else the coefficient of a double pole.
        """
        x = [a + T * b for a, b in zip(self.place, self.alpha, strict=True)]
        z = sympy.expand(sum(a * b for a, b in zip(self.alpha, x, strict=True)) + self.beta)
        along = function(x[self.j], Z).subs(Z, z)
        if isinstance(self.sigma, RePU):
            return abs(sympy.diff(along, T, self.sigma.power - order).subs(T, 0))
        return abs(sympy.limit(T**2 * along, T, 0))

    def apart(self, factor: Any, order: int = 1) -> Any:
        """The singularity of the derivative; without one, its distance from the network (p/α_j) σ on a line."""
        if self.kinked:
            return self.singularity(lambda x, z: factor(x, z) * self.formula.diff(z), order)
        p, alpha = self.sigma.power, self.alpha[self.j]
        active = [(x, max(alpha * x, 0)) for x in PLACES]
        return max(abs(x * p * z ** (p - 1) - sympy.Rational(p, alpha) * z**p) for x, z in active)


WEIGHTS = integers(-3, 3)
NEURONS = family(
    {
        "RePU(2), one input, no bias": Neuron(RePU(2), (3,), 0, 0),
        "RePU(3), one weight, its coordinate, no bias": Neuron(RePU(3), (2, 0), 0, 0),
        "RePU(2), one input, bias 1": Neuron(RePU(2), (2,), 1, 0),
        "RePU(2), one weight, the other coordinate": Neuron(RePU(2), (2, 0), 0, 1),
        "RePU(3), two inputs, no bias": Neuron(RePU(3), (1, 1), 0, 0),
        "RePU(3), three inputs": Neuron(RePU(3), (1, 0, 2), 1, 1),
        "tanh, one input, no bias": Neuron(Tanh(), (3,), 0, 0),
        "logistic, one weight, the other coordinate": Neuron(Logistic(), (0, 2), -1, 0),
    },
    "neurons with nonzero inner and outer weights, for RePU, tanh and the logistic function",
    search=product(choices([RePU(2), RePU(3), RePU(4), Tanh(), Logistic()]), WEIGHTS, WEIGHTS, WEIGHTS, integers(0, 1))
    .where(lambda sigma, v, w, beta, j: v or w)  # noqa: ARG005 (takes them all)
    .map(lambda sigma, v, w, beta, j: Neuron(sigma, (v, w), beta, j)),
    effort=60,
)
