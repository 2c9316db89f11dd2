r"""Section 1.3: the ABC condition E‖ĝ‖² ≤ A (L(u) - L_min) + B ‖∇L(u)‖² + C, for least squares on a linear space.

The paper's constants (A = 0) come from the quasi-projection: with optimal points E‖P^n g‖² equals
((n - 1 + d)/n) ‖P g‖² + (d/n) ‖(I - P) g‖², and for M = T and least squares (I - P) g = -(I - P) u* does not change.
"""

from __future__ import annotations

import numpy as np

from checks.instances.nonlinear import MASSES, cases, derivative, empirical_risk, risk
from checks.instances.spaces import FOUR_POINTS
from theorytest import at_most, claim, equal
from theorytest.approximation.enumeration import draws
from theorytest.approximation.estimators import QuasiProjection, project
from theorytest.approximation.sampling import Optimal, Plain
from theorytest.approximation.spaces import Space
from theorytest.approximation.systems import Monomials

TARGET = np.array([1.0, -2.0, 0.5, 3.0])


def second_moment(space, n, g, sampler):
    """E‖P^n g‖² over all samples of the four points."""
    every = draws(sampler(space), n)
    index = np.searchsorted(FOUR_POINTS.points[:, 0], every.points[..., 0])
    coefficients = project(QuasiProjection(sampler(space), n), lambda _: g[index], every.points)
    return every.probability @ np.sum(coefficients**2, axis=-1)


def iterates(space):
    """Elements of T: the target's projection, far away from it, and in between."""
    b = space.jets(FOUR_POINTS.points)[..., 0]
    best = b @ (b.T @ (FOUR_POINTS.weights * TARGET))
    return [best, best + 100 * b[:, 0], best + b.sum(axis=1), best - 3 * b[:, -1]]


@claim(
    "x:display-abc-condition",
    also=["x:sec1.3-abc-a-zero"],
    kind="constant",
    says="For least squares on a linear space the quasi-projection with optimal points has the ABC condition with "
    "A = 0, B = (n - 1 + d)/n for the gradient in the space and C = d/n times the squared distance of the target.",
    formula=r"\mathbb{E}\|P_t^n g_t\|^2 \le \tfrac{n-1+d}{n}\|P_t g_t\|^2 + \tfrac dn\|(I-P_t)u^*\|^2",
    expected="computed",
    tight="attained for every iterate",
    mutants={
        "B x 0.9": {"B": lambda n, d: 0.9 * ((n - 1 + d) / n)},
        "C x 0.9": {"C": lambda n, d: 0.9 * (d / n)},
        "plain points": {"sampler": Plain},
    },
)
def quasi_projection_satisfies_abc(*, B=lambda n, d: (n - 1 + d) / n, C=lambda n, d: d / n, sampler=Optimal):
    """Attained for every iterate: w K is constant."""
    p = FOUR_POINTS.weights
    for d in (1, 2, 3):
        space = Space(Monomials(d), FOUR_POINTS)
        b = space.jets(FOUR_POINTS.points)[..., 0]
        for i, u in enumerate(iterates(space)):
            g = u - TARGET
            inside = b @ (b.T @ (p * g))
            for n in (1, 2, 3):
                bound = B(n, d) * (p @ inside**2) + C(n, d) * (p @ (g - inside) ** 2)
                value = second_moment(space, n, g, sampler)
                name = f"dimension {d}, iterate {i}, n = {n}"
                yield at_most(value, bound, name=name, digits=10, symbol="E|P^n g|^2")


@claim(
    "x:display-abc-condition/whole-space",
    label="x:display-abc-condition",
    kind="identity",
    says="With the gap to the infimum over the whole space the same estimator has the ABC condition with C = 0, "
    "A = 2d/n and B = (n - 1)/n, although its noise does not vanish at the best element of the space.",
    formula=r"\mathbb{E}\|P_t^n g_t\|^2 = \tfrac{2d}{n}\big(\mathcal{L}(u_t) - \mathcal{L}_{\min}\big) "
    r"+ \tfrac{n-1}{n}\|P_t g_t\|^2, \qquad \mathcal{L}_{\min} = \inf_{\mathcal{H}}\mathcal{L} = 0",
    expected="computed",
    mutants={"plain points": {"sampler": Plain}, "two per cent less of A": {"A": lambda n, d: 1.96 * d / n}},
)
def gap_to_the_whole_space_hides_the_noise(*, A=lambda n, d: 2 * d / n, sampler=Optimal):
    """So that C = 0 is a statement about M = H: on a proper subspace A takes the place of C."""
    p = FOUR_POINTS.weights
    for d in (1, 2, 3):
        space = Space(Monomials(d), FOUR_POINTS)
        b = space.jets(FOUR_POINTS.points)[..., 0]
        for i, u in enumerate(iterates(space)):
            g = u - TARGET
            inside, n = b @ (b.T @ (p * g)), 2
            claimed = A(n, d) * (p @ g**2) / 2 + (n - 1) / n * (p @ inside**2)
            value = second_moment(space, n, g, sampler)
            name = f"dimension {d}, iterate {i}"
            yield equal(value, claimed, name=name, digits=10, symbol="E|P^n g|^2")


@claim(
    "x:sec1.3-abc-unbiased",
    kind="identity",
    says="The gradient of the empirical risk in the parameters is an unbiased estimate of that of the risk.",
    formula=r"\mathbb{E}\,\nabla_\theta\mathcal{L}_n(F(\theta)) = \nabla_\theta\mathcal{L}(F(\theta))",
    expected="computed",
    premises=["eq:etahat_is_parameter_grad"],
    mutants={"points that are not drawn from rho": {"law": np.array([0.35, 0.35, 0.1, 0.2])}},
)
def parameter_gradient_is_unbiased(*, law=MASSES):
    """Every class with every loss, one point with its probability each: the mean over n points is the same."""
    for name, model, loss in cases():
        estimates = [
            derivative(lambda t, i=i, m=model, f=loss: empirical_risk(f, (i,))(m(t)), model.theta) for i in range(4)
        ]
        reference = derivative(lambda t, m=model, f=loss: risk(f)(m(t)), model.theta)
        yield equal(law @ np.array(estimates), reference, name=name, digits=11, symbol="the mean")
