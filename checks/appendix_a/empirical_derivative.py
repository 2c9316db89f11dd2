r"""Appendix A, the display before [eq:etahat_is_parameter_grad]: is L_n Fréchet differentiable in L²(ρ)?

A Fréchet derivative is a bounded functional, ⟨D L_n, h⟩ ≤ c ‖h‖, and leaves a remainder of smaller order than ‖h‖.
Point values are neither: the spike h = 1 on [x_1 - ε/2, x_1 + ε/2] has h(x_1) = 1, and ‖h‖² = ε for uniform points.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from checks.appendix_a.running_example import BOUNDS, Spike, above, pointwise_loss, target
from checks.appendix_a.stochastic_gradient import empirical_product, scalar_derivative
from checks.instances.nonlinear import LOSSES, MASSES, POINTS, cases, derivative, directional, empirical_risk, values
from theorytest import at_most, claim, equal, repair

SEEN = (Fraction(1, 2),)  # one sample point


def sampled_risk(v, sample=SEEN):
    """L_n(v) for least squares."""
    return sum(pointwise_loss(v, x) for x in sample) / len(sample)


def pairing(v, h, sample=SEEN):
    """⟨D L_n(v), h⟩ as printed: (ℓ̃'(v), h)_n with ℓ̃' = v - u*."""
    return sum((v(x) - target(x)) * h(x) for x in sample) / len(sample)


@claim(
    "x:display-appA-frechet",
    kind="remark",
    says="The empirical risk has a Frechet derivative in L2, whatever the measure.",
    formula=r"D_v\mathcal{L}_n(v) \in L^2(\rho)^*, \qquad "
    r"\langle D_v\mathcal{L}_n(v), h\rangle = (\tilde\ell'(v(\bullet);\bullet), h)_n",
    expected="refuted",
    gravity="gap in a proof",
)
def empirical_risk_has_a_derivative_in_L2(*, width=lambda bound: 1 / (4 * bound**2)):
    """Uniform points, least squares, one sample point, v - u* = 1.

    Adding 1 at x_1 alone changes nothing in L² and L_n from 1/2 to 2. Whatever bound a derivative is said to have, a
    spike of height 1 and width 1/(2 bound)² has ‖h‖ = 1/(2 bound) and ⟨D L_n, h⟩ = 1, twice what the bound allows.
    """
    at, one = SEEN[0], Fraction(1)
    point = Spike(one, Fraction(0), at)
    yield equal(point.norm_squared, 0, name="no mass", symbol="the squared norm")
    changed = sampled_risk(lambda x: above(x) + point(x))
    same = "L_n of the same element"
    yield equal(changed, sampled_risk(above), name="equal in L2", symbol=same)
    for bound in BOUNDS:
        h = Spike(one, width(bound), at)
        squared = pairing(above, h) ** 2 / h.norm_squared
        yield at_most(squared, bound**2, name=f"bound {bound}", symbol="the squared quotient")


@repair(
    "x:display-appA-frechet/corrected",
    "x:display-appA-frechet",
    kind="identity",
    says="Along functions with point values the empirical risk has the printed directional derivative.",
    formula=r"\lim_{s\to0}\tfrac1s\big(\mathcal{L}_n(v + s\varphi_k) - \mathcal{L}_n(v)\big) "
    r"= (\tilde\ell'(v(\bullet);\bullet), \varphi_k)_n",
    expected="computed",
    mutants={
        "the derivative at another function": {"shift": 0.01},
        "a sum for the mean": {"product": lambda g, phi, draws: 2 * empirical_product(g, phi, draws)},
        "another sample": {"seen": (0, 1, 1)},
    },
)
def directional_derivative_is_as_printed(*, shift=0.0, product=empirical_product, seen=(0, 2, 2)):
    """What SGD uses, where the values of F at the sample points are differentiable in θ (`parametrisation`)."""
    for name, model, loss in cases():
        v, phi = values(model, model.theta), model.tangent(model.theta)
        along = directional(empirical_risk(loss, (0, 2, 2)), v, phi)
        formula = product(scalar_derivative(loss, v + shift), phi, seen)
        yield equal(formula, along, name=name, digits=11, symbol="the derivative")


def largest_remainder(draws):
    """sup over h of |L_n(v + h) - L_n(v) - ⟨D L_n, h⟩| / ‖h‖², from its values along each point, for least squares."""
    f, v = empirical_risk(LOSSES["least squares"], draws), np.array([0.5, -1.0, 2.0, 0.0])
    slope = derivative(f, v)
    h = np.eye(len(POINTS))
    return max(abs(float(f(v + h_i)) - float(f(v)) - slope @ h_i) / MASSES[i] for i, h_i in enumerate(h))


@claim(
    "x:display-appA-frechet/atoms",
    kind="constant",
    says="Where every sample point has mass the derivative of the empirical least squares risk is Frechet's: the "
    "remainder is at most half the largest ratio of frequency and mass times the squared norm, and attains it.",
    formula=r"\sup_h \frac{|\mathcal{L}_n(v+h) - \mathcal{L}_n(v) - \langle D\mathcal{L}_n(v), h\rangle|}{\|h\|^2} "
    r"= \max_i \frac{N_i}{2 n p_i}",
    expected="computed",
    tight="attained by functions on one atom",
    mutants={
        "frequencies only": {"masses": np.ones(len(POINTS))},
        "no half": {"half": 1.0},
        "one hundredth less than half": {"half": 0.495},
    },
)
def remainder_is_of_second_order_on_atoms(*, masses=MASSES, half=0.5):
    """The remainder is a diagonal form in the values, so that its supremum is at one of the points."""
    for draws in ((0,), (0, 1), (2, 2, 1)):
        frequency = np.bincount(draws, minlength=len(POINTS)) / len(draws)
        yield equal(
            half * np.max(frequency / masses),
            largest_remainder(draws),
            name=f"draws {draws}",
            digits=11,
            symbol="the constant",
        )
