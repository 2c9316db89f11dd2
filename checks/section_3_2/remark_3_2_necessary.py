r"""Remark 3.2: is it necessary to control κ(G) and k_t for rates in the true risk?

For the paper's way to rates it is: (BBV) holds for every gradient, and for normal ones E‖P^1 g‖² = ∫ w K g² dρ, whose
supremum over ‖g‖ = 1 is k on a measure without atoms.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from theorytest import at_least, at_most, claim, equal, family, integers, threshold
from theorytest.approximation import Gaussian, Hermite, Legendre, Measure, Uniform


def second_moments(size, system, measure, weigh, d):
    """∫ w K h_i h_j dρ for T = span of the first d functions h of a system, over the next `size` functions."""
    rule = measure.quadrature(2 * size + 2 * d + 2)
    h = system(size + d).values(rule.nodes)
    K = np.sum(h[:, :d] ** 2, axis=1)
    return (h[:, d:].T * (rule.weights * weigh(K) * K)) @ h[:, d:]


@dataclass(frozen=True)
class Bounded:
    """The first d functions of a system, one point and a finite k, by subspaces of more and more functions."""

    system: type
    measure: Measure
    d: int
    weigh: Callable = np.ones_like
    k: float = 0.0

    def relations(self, k, growth, weigh):  # noqa: ARG002 (the signature of an instance)
        """The largest eigenvalue over the next 120 functions comes near to k."""
        drawn = self.system, self.measure, weigh or self.weigh, self.d
        largest = [np.linalg.eigvalsh(second_moments(size, *drawn))[-1] for size in (10, 40, 120)]
        yield at_most(largest, k(self.k), name="not more", digits=9, symbol="c_var,2")
        yield at_least(largest[-1], threshold(0.998 * k(self.k)), name="approached", symbol="c_var,2")


@dataclass(frozen=True)
class Unbounded:
    """Lines and one plain Gaussian point: k = ∞."""

    def relations(self, k, growth, weigh):  # noqa: ARG002 (the signature of an instance)
        """Hermite polynomials h_m are normal for m ≥ 2: K = 1 + x² and x h_m = √(m+1) h_{m+1} + √m h_{m-1}."""
        m = np.arange(2, 40)
        squares = np.diag(second_moments(len(m), Hermite, Gaussian(), weigh or np.ones_like, 2))
        yield equal(squares, growth(m), name="without bound", digits=9, symbol="E‖P¹h_m‖²")


ONE_POINT = {
    "lines, optimal uniform points": Bounded(Legendre, Uniform(), 2, lambda K: 2 / K, 2.0),
    "lines, plain uniform points": Bounded(Legendre, Uniform(), 2, k=4.0),
    "parabolas, plain uniform points": Bounded(Legendre, Uniform(), 3, k=9.0),
    "Hermite 3, optimal Gaussian points": Bounded(Hermite, Gaussian(), 3, lambda K: 3 / K, 3.0),
    "lines, plain Gaussian points": Unbounded(),
}


@claim(
    "x:rmk-complexity-necessary",
    says="Rates by (BBV) need control of k: in L² without atoms the quasi-projection from one point has no c_var,2 "
    "below k.",
    formula=r"\sup_{g\perp\mathcal{T}_t}\frac{\mathbb{E}\|P_t^1g\|^2}{\|g\|^2} = k_t",
    forall={
        "T, μ": family(
            ONE_POINT,
            "spaces in L² without atoms, with an orthonormal basis and one point",
            search=integers(1, 4).map(lambda d: Bounded(Legendre, Uniform(), d, lambda K: d / K, float(d))),
            effort=4,
        )
    },
    reading="Necessary for the paper's way to rates, by variance constants that hold for every gradient.",
    mutants={
        "one per cent less than k": {"k": lambda k: 0.99 * k},
        "one per cent more than k": {"k": lambda k: 1.01 * k},
        "optimal points of lines": {"weigh": lambda K: 2 / K},
        "2m + 1": {"growth": lambda m: 2 * m + 1},
    },
)
def no_constant_is_below_k(case, *, k=lambda k: k, growth=lambda m: 2 * m + 2, weigh=None):
    """E‖P¹g‖² = ∫ w K g² dρ for g ⊥ T; without atoms some g ⊥ T live where w K is as large as can be."""
    yield from case.relations(k, growth, weigh)
