r"""Parameterised classes u = F(θ) and scalar losses ℓ̃(v; x) on four points, all differentiated by definition.

On finitely many points with masses p a function is the vector of its values, L²(ρ) has the inner product Σ p_i u_i v_i,
and the Riesz gradient of a functional has the values ∂_i L / p_i. Derivatives are limits of difference quotients in
thirty digits, so no formula of the paper is used to compute them.
"""

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import mpmath as mp
import numpy as np
from numpy.typing import NDArray

from theorytest import choices, family, frames, product, reals, vectors
from theorytest.approximation import Discrete, Functions, Space

Array = NDArray[Any]
Number = Any  # a float or one of mpmath
Loss = Callable[[Number, float], Number]  # ℓ̃(v; x)
Functional = Callable[[Sequence[Number]], Number]  # of the values at the points

POINTS = (-1.0, 0.5, 1.25, 2.0)
MASSES = np.array([0.4, 0.3, 0.1, 0.2])
TARGET = (0.25, -0.75, 0.5, 1.5)
DIGITS = 30


def target(x: float) -> float:
    """u*(x), a function that none of the classes contains."""
    return TARGET[POINTS.index(x)]


@dataclass(frozen=True)
class Model:
    """The class {F(θ)} through the value F(θ)(x), with one parameter vector to stand at."""

    value: Callable[[Sequence[Number], float], Number]
    theta: tuple[float, ...]

    def __call__(self, theta: Sequence[Number]) -> list[Number]:
        """F(θ), its values at the points."""
        return [self.value(theta, x) for x in POINTS]

    def tangent(self, theta: Sequence[Number] | Array) -> Array:
        """φ_k = ∂_k F(θ), an array (points, parameters)."""

        def row(x: float) -> Array:
            return derivative(lambda t: self.value(t, x), theta)

        return np.array([row(x) for x in POINTS])


def exponential(theta: Sequence[Number], x: float) -> Number:
    return theta[0] * mp.exp(theta[1] * x)


MODELS = {
    "exponential": Model(exponential, (0.5, -0.25)),
    "a tanh neuron": Model(lambda theta, x: theta[0] * mp.tanh(theta[1] * x + theta[2]), (1.5, 0.5, -0.25)),
    "dependent derivatives": Model(lambda theta, x: theta[0] * theta[1] * x, (2.0, 0.5)),
}
# θ₁ ≥ 1/8, since the derivatives become dependent at 0, where pseudo-inverses would have to know the rank.
ANY_EXPONENTIAL = product(reals(1 / 8, 2), reals(-2, 2)).map(lambda *theta: Model(exponential, theta), "exponentials")
CLASSES = family(MODELS, "differentiable classes F(θ), functions on four points", search=ANY_EXPONENTIAL, effort=20)

COEFFICIENTS = family(
    [(1.0, 0.0, 0.0), (1.0, -2.0, 0.5), (0.0, 1.0, 1.0), (4.0, -1.0, 0.0)],
    "directions in the parameters; here the first entries of three",
    search=vectors([3], -9, 9),
)

SAMPLES = family(
    [(0,), (1, 3), (0, 2, 2), (2, 2, 0, 1)],
    "samples, by the numbers of their points",
    search=choices(draws for n in (1, 2) for draws in itertools.product(range(4), repeat=n)),
    effort=20,
)

LOSSES: dict[str, Loss] = {
    "least squares": lambda v, x: (v - target(x)) ** 2 / 2,
    "logistic loss": lambda v, x: mp.log(1 + mp.exp(-mp.sign(target(x)) * v)),
    "quartic with a factor": lambda v, x: (1 + x**2) * (v - target(x)) ** 4 / 4,
}


def mixed(square: Number, quartic: Number, logistic: Number, wave: Number) -> Loss:
    """A sum of the losses above and a sine, with any coefficients: it need be neither convex nor bounded below."""

    def value(v: Number, x: float) -> Number:
        z = v - target(x)
        smooth = square * z**2 / 2 + (1 + x**2) * quartic * z**4 / 4
        return smooth + logistic * mp.log(1 + mp.exp(-v)) + wave * x * mp.sin(v)

    return value


ANY_LOSS = family(
    LOSSES,
    "pointwise differentiable losses",
    search=product(*[reals(-9, 9)] * 4).map(mixed, "sums of a square, a quartic, a logistic loss and a sine"),
    effort=20,
)


def derivative(f: Functional, at: Sequence[Number] | Array) -> Array:
    """The partial derivatives of f at a point, as floats."""
    with mp.workdps(DIGITS):
        at = [mp.mpf(float(a)) for a in at]
        return np.array([float(mp.diff(lambda s, k=k: f([*at[:k], s, *at[k + 1 :]]), at[k])) for k in range(len(at))])


def risk(loss: Loss, masses: Array = MASSES) -> Functional:
    """L(v) = Σ p_i ℓ̃(v_i; x_i)."""
    return lambda v: sum(p * loss(v_i, x) for p, v_i, x in zip(masses, v, POINTS, strict=True))


def empirical_risk(loss: Loss, draws: Sequence[int]) -> Functional:
    """L_n(v) = (1/n) Σ ℓ̃(v(x_i); x_i) for the drawn indices."""
    return lambda v: sum(loss(v[i], POINTS[i]) for i in draws) / len(draws)


def riesz_gradient(functional: Functional, v: Array) -> Array:
    """∇L(v) in L²(ρ): the g with Σ p_i g_i h_i = DL(v) h for all h."""
    return np.asarray(derivative(functional, v) / MASSES)


def gramian(phi: Array) -> Array:
    """H_kl = (φ_k, φ_l) = Σ p_i φ_k(x_i) φ_l(x_i)."""
    return np.asarray(phi.T @ (MASSES[:, None] * phi))


def nearest(phi: Array, g: Array, p: Array = MASSES) -> Array:
    """The shortest ϑ that minimises ‖g - Σ_k ϑ_k φ_k‖, without a Gramian; none for the space {0}."""
    root = np.sqrt(p)
    return np.linalg.lstsq(root[:, None] * phi, root * g, rcond=1e-12)[0] if phi.shape[1] else np.zeros(0)


def values(model: Model, theta: Sequence[Number] | Array) -> Array:
    """F(θ) as floats."""
    return np.array([float(v) for v in model([float(t) for t in theta])])


def tangent_space(model: Model, theta: Sequence[Number] | Array) -> Space:
    """T = span{φ_k} on the four points, as a space of the package."""
    phi = model.tangent(theta)

    def member(k: int) -> Callable[[Array], Array]:
        return lambda x: phi[np.searchsorted(POINTS, x[..., 0]), k]

    return Space(Functions(tuple(member(k) for k in range(phi.shape[1]))), Discrete(np.array(POINTS), MASSES))


def empirical_product(g: Array, phi: Array, draws: Sequence[int]) -> Array:
    """(g, φ_k)_n = (1/n) Σ g(x_i) φ_k(x_i) for all k, with w = 1."""
    chosen = list(draws)
    return np.asarray(g[chosen] @ phi[chosen] / len(chosen))


def parameter_gradient(model: Model, functional: Functional) -> Array:
    """The gradient of θ ↦ functional(F(θ)), straight from the composed function."""
    return derivative(lambda theta: functional(model(theta)), model.theta)


def squared_norm(v: Array, p: Array = MASSES) -> float:
    return float(p @ v**2)


def update(model: Model, loss: Loss) -> tuple[Array, Array]:
    """P_t g_t, and its shortest coefficients."""
    phi, g = model.tangent(model.theta), riesz_gradient(risk(loss), values(model, model.theta))
    vartheta = nearest(phi, g)
    return phi @ vartheta, vartheta


def slope_of_the_step(model: Model, loss: Loss, vartheta: Array, sign: int) -> float:
    """d/ds at s = 0 of L(F(θ + sign s ϑ)): how the risk changes along the retracted step."""

    def along(s: Sequence[mp.mpf]) -> mp.mpf:
        moved = [mp.mpf(t) + sign * s[0] * float(c) for t, c in zip(model.theta, vartheta, strict=True)]
        return risk(loss)(model(moved))

    return float(derivative(along, [0])[0])


@dataclass(frozen=True)
class Regression:
    """A class with a loss, v = F(θ) and the tangent functions φ_k at the points."""

    model: Model
    loss: Loss

    @property
    def v(self) -> Array:
        return values(self.model, self.model.theta)

    @property
    def phi(self) -> Array:
        return self.model.tangent(self.model.theta)


REGRESSIONS = family(
    {f"{a}, {b}": Regression(model, loss) for a, model in MODELS.items() for b, loss in LOSSES.items()},
    "classes and scalar losses, on four points of mass",
    search=product(ANY_EXPONENTIAL, choices(LOSSES.values())).map(Regression),
    effort=20,
)


def kept_eigenvalues(H: Any) -> Any:
    """The eigenvalues of H that are not zero, with their eigenvectors."""
    eigenvalues, V = np.linalg.eigh(H)
    positive = eigenvalues > 1e-12 * eigenvalues[-1]
    return eigenvalues[positive], V[:, positive]


@dataclass(frozen=True, eq=False)
class Tangents:
    """The functions φ_k at the four points, an array (points, parameters)."""

    phi: Any

    @property
    def independent(self) -> Any:
        return len(kept_eigenvalues(gramian(self.phi))[0]) == self.phi.shape[1]


def tangents() -> Any:
    """φ = 2 first, then the tangent functions of every class; those of θ₁ θ₂ x are dependent."""
    models = {f"tangents, {name}": Tangents(model.tangent(model.theta)) for name, model in MODELS.items()}
    return {"φ = 2": Tangents(np.full((4, 1), 2.0))} | models


# Orthonormal in coordinates, so that no Gramian is near a singular one, where H⁺ is not continuous.
FRAMES = frames([(4, 1), (4, 2), (4, 3)]).map(lambda phi: Tangents(np.asarray(phi, dtype=float)), "frames")
TANGENTS = family(tangents, "tangent functions in L², on four points of mass", search=FRAMES)


def curve(first: Any, second: Any) -> Any:
    """A curve in the functions on the points, through its first two values; the others are 0."""
    return Model(lambda theta, x: {POINTS[0]: first, POINTS[1]: second}.get(x, lambda s: 0 * s)(theta[0]), (0.0,))


def torus(theta: Any, x: Any) -> Any:
    """In the functions that vanish at the last point."""
    a, b = theta
    return ((2 + mp.cos(a)) * mp.cos(b), (2 + mp.cos(a)) * mp.sin(b), mp.sin(a), 0 * a)[POINTS.index(x)]


MANIFOLDS = {"the curve (s, s²)": curve(lambda s: s, lambda s: s**2), "torus": Model(torus, (0.0, 0.0))}


def cubic(slope: Any, bend: Any, turn: Any) -> Any:
    """The graph of a polynomial, which is a smooth curve whatever its coefficients are."""
    return curve(lambda s: s, lambda s: slope * s + bend * s**2 + turn * s**3)


CUSP = curve(lambda s: s**2, lambda s: s**3)
SMOOTH_MANIFOLDS = family(
    MANIFOLDS, "smooth manifolds, here a curve and a surface", search=product(*[reals(-4, 4)] * 3).map(cubic)
)
