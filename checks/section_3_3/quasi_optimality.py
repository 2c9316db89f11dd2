r"""Section 3.3 [eq:Ptn-quasi-opt]: the quasi-optimality of least squares, and what conditioning on S_δ does for it.

With E = T ⊕ C both sides are quadratic forms in g, so that the inequality holds for all g iff a matrix has no negative
eigenvalue: one for every ordered sample of finitely many points.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from checks.hypotheses import delta_below_one
from checks.instances.least_squares_samples import Sampled, enough_points, with_too_few_points
from checks.theory.least_squares import levels
from theorytest import at_least, at_most, claim, family, more_than, repair


@dataclass(frozen=True)
class OnePoint:
    """T = span{f} on two points of masses 1/4 and 3/4, f = (3, 1), g = (1, -1) ⟂ f, and one plain point x."""

    x: int

    @property
    def delta(self):
        """|1 - f(x)²/‖f‖²| with ‖f‖² = 3."""
        return abs(1 - Fraction((3, 1)[self.x] ** 2, 3))

    def room(self, factor):
        """‖g - P g‖² + factor ‖g - P g‖_1² - ‖g - P^1 g‖² for P^1 g = f g(x)/f(x) and P g = 0."""
        mass, f, g = (Fraction(1, 4), Fraction(3, 4)), (3, 1), (1, -1)
        error = [b - Fraction(g[self.x], f[self.x]) * a for a, b in zip(f, g, strict=True)]
        left = sum(m * e**2 for m, e in zip(mass, error, strict=True))
        return sum(m * b**2 for m, b in zip(mass, g, strict=True)) + factor(self.delta) * g[self.x] ** 2 - left


@dataclass(frozen=True)
class Stable:
    """All samples with δ < 1 of a problem."""

    case: Sampled

    @property
    def samples(self):
        return self.case.samples.stable(1 - 1e-6)

    @property
    def delta(self):
        return self.samples.deviation.max(initial=np.inf if not len(self.samples.probability) else 0.0)

    def room(self, factor):
        """The smallest eigenvalue of (right side) - (left side) as quadratic forms in g, for each sample."""
        samples = self.samples
        d, e = samples.dim, samples.rows.shape[-1]
        normal = np.diag((np.arange(e) >= d).astype(float))  # g - P g
        error = np.eye(e) - np.pad(samples.operators, ((0, 0), (0, e - d), (0, 0)))
        seen = samples.rows @ normal
        right = normal + factor(samples.deviation)[:, None, None] * (np.swapaxes(seen, -1, -2) @ seen)
        return np.linalg.eigvalsh(right - np.swapaxes(error, -1, -2) @ error)[:, 0]


ONE_POINT = {"one point of two, δ = 2/3": OnePoint(1), "one point of two, δ = 2": OnePoint(0)}


def samples():
    return ONE_POINT | {name: Stable(case) for name, case in enough_points().items()}


@repair(
    "eq:Ptn-quasi-opt/corrected",
    "eq:Ptn-quasi-opt",
    says="If δ < 1, the squared error of Pⁿg is at most ‖g − P g‖² plus ‖g − P g‖²ₙ/(1 − δ).",
    formula=r"\|I - \hat G\| =: \delta < 1 \implies "
    r"\|g - P_t^n g\|^2 \le \|g - P_t g\|^2 + \tfrac{1}{1-\delta}\|g - P_t g\|_n^2",
    forall={"T, μ, sample": family(samples, "samples of spaces in L² and H¹; all g")},
    given=[delta_below_one],
    tight="attained by samples whose smallest eigenvalue is 1 - δ",
    premises=["eq:least-squares-projection/onto-corrected"],
    mutants={
        "no factor": {"factor": lambda delta: 1 + 0 * delta},
        "1 / (1 + delta)": {"factor": lambda delta: 1 / (1 + delta)},
        "one per cent less": {"factor": lambda delta: 0.99 / (1 - delta)},
    },
)
@claim(
    "eq:Ptn-quasi-opt",
    says="The squared error of Pⁿg is at most ‖g − P g‖² plus ‖g − P g‖²ₙ/(1 − δ), where δ = ‖I − Ĝ‖.",
    formula=r"\|g - P_t^n g\|^2 \le \|g - P_t g\|^2 + \tfrac{1}{1-\delta}\|g - P_t g\|_n^2, "
    r"\qquad \delta := \|I - \hat G\|",
    forall={"T, μ, sample": family(ONE_POINT, "samples; all g")},
    reading="δ is what the sample gives; the sentence before the event S_δ does not say that it is below 1.",
    gravity="fails only when read literally",
    finding="delta-below-one",
    premises=["eq:least-squares-projection"],
)
def least_squares_is_quasi_optimal(case, *, factor=lambda delta: 1 / (1 - delta)):
    """Above 1 the factor is negative: 4/3 against 0 with one point of two."""
    return at_least(case.room(factor), 0, digits=8, scale=1.0, symbol="right minus left side")


@claim(
    "x:sec3.3-conditioning-well-defined",
    says="Conditioning on S_δ makes the least squares projection well defined: some samples lie in S_δ.",
    formula=r"\mathbb{P}(\mathcal{S}_\delta) > 0",
    forall={"T, μ, n": family(with_too_few_points, "spaces, sampling measures and numbers of points")},
    reading="For every number of points, with δ = 0.95. Lemma E.1 assumes that the event is possible; Section 3.3 does "
    "not say so.",
    gravity="fails only when read literally",
    finding="too-few-points-for-least-squares",
    premises=["eq:stability"],
    controls={"a large δ": {"delta": 100.0}},
)
def conditioning_is_possible(case, *, delta=0.95):
    """With fewer than d/l points ‖I - Ĝ‖ ≥ 1 for every sample, and there is nothing to condition on."""
    return more_than(len(case.samples.stable(delta).probability), 0, symbol="samples in S_δ")


@repair(
    "x:sec3.3-conditioning-well-defined/corrected",
    "x:sec3.3-conditioning-well-defined",
    says="If δ < 1, the condition number of Ĝ is at most (1 + δ)/(1 − δ) on S_δ.",
    formula=r"\delta < 1 \implies \kappa(\hat G) \le \tfrac{1+\delta}{1-\delta} \quad\text{on } \mathcal{S}_\delta",
    forall={"T, μ, n": family(enough_points, "spaces, sampling measures and numbers of points; all δ < 1")},
    tight="attained by planes whose eigenvalues are 1 - δ and 1 + δ",
    premises=["eq:stability"],
    mutants={
        "1/(1 - delta)": {"bound": lambda delta: 1 / (1 - delta)},
        "one per cent less": {"bound": lambda delta: 0.99 * (1 + delta) / (1 - delta)},
    },
)
def conditioning_bounds_the_condition(case, *, bound=lambda delta: (1 + delta) / (1 - delta)):
    """Attained: the trace of Ĝ is 2 for optimal points of a plane, so that its eigenvalues are 1 ± δ."""
    for delta in levels(case.samples.deviation):
        eigenvalues = np.linalg.eigvalsh(case.samples.stable(delta).gramian)
        worst = np.max(eigenvalues[:, -1] / eigenvalues[:, 0])
        yield at_most(worst, bound(delta), name=f"δ = {delta:.9f}", digits=8, symbol="κ(Ĝ)")
