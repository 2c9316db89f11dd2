r"""Parameterised classes u = F(θ) and scalar losses ℓ̃(v; x) on four points, all differentiated by definition.

On finitely many points with masses p a function is the vector of its values, L²(ρ) has the inner product Σ p_i u_i v_i,
and the Riesz gradient of a functional has the values ∂_i L / p_i. Derivatives are limits of difference quotients in
thirty digits, so no formula of the paper is used to compute them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import mpmath as mp
import numpy as np

from theorytest.approximation import Discrete, Functions, Space

POINTS = (-1.0, 0.5, 1.25, 2.0)
MASSES = np.array([0.4, 0.3, 0.1, 0.2])
TARGET = (0.25, -0.75, 0.5, 1.5)
DIGITS = 30


def target(x):
    """u*(x), a function that none of the classes contains."""
    return TARGET[POINTS.index(x)]


@dataclass(frozen=True)
class Model:
    """The class {F(θ)} through the value F(θ)(x), with one parameter vector to stand at."""

    value: Callable
    theta: tuple[float, ...]

    def __call__(self, theta):
        """F(θ), its values at the points."""
        return [self.value(theta, x) for x in POINTS]

    def tangent(self, theta):
        """φ_k = ∂_k F(θ), an array (points, parameters)."""
        return np.array([derivative(lambda t, x=x: self.value(t, x), theta) for x in POINTS])


def exponential(theta, x):
    return theta[0] * mp.exp(theta[1] * x)


def neuron(theta, x):
    return theta[0] * mp.tanh(theta[1] * x + theta[2])


def product(theta, x):
    return theta[0] * theta[1] * x


MODELS = {
    "exponential": Model(exponential, (0.5, -0.25)),
    "a tanh neuron": Model(neuron, (1.5, 0.5, -0.25)),
    "dependent derivatives": Model(product, (2.0, 0.5)),
}


LOSSES = {
    "least squares": lambda v, x: (v - target(x)) ** 2 / 2,
    "logistic": lambda v, x: mp.log(1 + mp.exp(-mp.sign(target(x)) * v)),
    "quartic with a factor": lambda v, x: (1 + x**2) * (v - target(x)) ** 4 / 4,
}


def cases():
    """Every class with every loss."""
    return [(f"{a}, {b}", model, loss) for a, model in MODELS.items() for b, loss in LOSSES.items()]


def derivative(f, at):
    """The partial derivatives of f at a point, as floats."""
    with mp.workdps(DIGITS):
        at = [mp.mpf(float(a)) for a in at]
        return np.array([float(mp.diff(lambda s, k=k: f([*at[:k], s, *at[k + 1 :]]), at[k])) for k in range(len(at))])


def directional(f, at, directions):
    """The derivatives of f at a point along the columns of an array."""

    def along(h):
        return derivative(lambda s: f([a + s[0] * float(b) for a, b in zip(at, h, strict=True)]), [0])[0]

    return np.array([along(h) for h in np.transpose(directions)])


def risk(loss, masses=MASSES):
    """L(v) = Σ p_i ℓ̃(v_i; x_i)."""
    return lambda v: sum(p * loss(v_i, x) for p, v_i, x in zip(masses, v, POINTS, strict=True))


def empirical_risk(loss, draws):
    """L_n(v) = (1/n) Σ ℓ̃(v(x_i); x_i) for the drawn indices."""
    return lambda v: sum(loss(v[i], POINTS[i]) for i in draws) / len(draws)


def riesz_gradient(functional, v):
    """∇L(v) in L²(ρ): the g with Σ p_i g_i h_i = DL(v) h for all h."""
    return derivative(functional, v) / MASSES


def gramian(phi):
    """H_kl = (φ_k, φ_l) = Σ p_i φ_k(x_i) φ_l(x_i)."""
    return phi.T @ (MASSES[:, None] * phi)


def nearest(phi, g, p=MASSES):
    """The shortest ϑ that minimises ‖g - Σ_k ϑ_k φ_k‖, without a Gramian; none for the space {0}."""
    root = np.sqrt(p)
    return np.linalg.lstsq(root[:, None] * phi, root * g, rcond=1e-12)[0] if phi.shape[1] else np.zeros(0)


def values(model, theta):
    """F(θ) as floats."""
    return np.array([float(v) for v in model([float(t) for t in theta])])


def tangent_space(model, theta):
    """T = span{φ_k} on the four points, as a space of the package."""
    phi = model.tangent(theta)

    def member(k):
        return lambda x: phi[np.searchsorted(POINTS, x[..., 0]), k]

    return Space(Functions(tuple(member(k) for k in range(phi.shape[1]))), Discrete(np.array(POINTS), MASSES))


def scalar_derivative(loss, v):
    """ℓ̃'(v(x); x) at every point."""
    return np.array([derivative(lambda s, x=x: loss(s[0], x), [v_i])[0] for v_i, x in zip(v, POINTS, strict=True)])


def empirical_product(g, phi, draws):
    """(g, φ_k)_n = (1/n) Σ g(x_i) φ_k(x_i) for all k, with w = 1."""
    chosen = list(draws)
    return g[chosen] @ phi[chosen] / len(chosen)


def parameter_gradient(model, functional):
    """The gradient of θ ↦ functional(F(θ)), straight from the composed function."""
    return derivative(lambda theta: functional(model(theta)), model.theta)


@dataclass(frozen=True)
class Regression:
    """A class with a loss, v = F(θ) and the tangent functions φ_k at the points."""

    name: str
    model: Model
    loss: Callable

    @property
    def v(self):
        return values(self.model, self.model.theta)

    @property
    def phi(self):
        return self.model.tangent(self.model.theta)


def regressions():
    """Every class with every loss, by name."""
    return [Regression(*case) for case in cases()]
