r"""Section 1.3: quasi-optimality in expectation of least squares from stable points, and what its constant depends on.

E‖v - P^n v‖² = ‖v - P v‖² + E‖P^n (v - P v)‖², so that the needed c is n/d times the largest eigenvalue of the second
moment of P^n on the complement. Decided over all ordered samples of finitely many points, for every δ < 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import numpy as np

from checks.hypotheses import optimal_points, possible
from checks.theory.least_squares import (
    Finite,
    every_multiset,
    every_sample,
    finite_problems,
    levels,
    mean,
    problems,
    tabulated,
)
from theorytest import Hypothesis, at_least, claim, family


def light_point(eps):
    """Four points and a plane T; the optimal measure draws the last one with probability ε.

    The features (1, 0), (1, ±2)/√5, (0, 1) times √2 are a tight frame. Two points are stable for δ < 1/√5 only if they
    are the first and the last, and a function that lives at the last point is then seen 1/ε times too large.
    """
    second = Fraction(5, 16) * (1 - 2 * Fraction(eps))
    masses = np.array([float(Fraction(6, 5) * second + Fraction(eps)), *[float(second / 5)] * 2, float(eps)])
    return Finite(tabulated(masses / masses.sum(), (1, 1, 1, 0), (0, 2, -2, 1)))


@dataclass(frozen=True, eq=False)
class Situation:
    """All samples of n points of a space of dimension d, a level δ, P(S_δ), and whether the points are optimal."""

    samples: object
    d: int
    n: int
    delta: float
    p: float
    optimal: bool

    def error(self, chosen):
        """E‖v - P^n v‖² as a matrix, on a basis that begins with that of T."""
        e = chosen.rows.shape[-1]
        A = np.eye(e) - np.pad(chosen.operators, ((0, 0), (0, e - self.d), (0, 0)))
        return mean(chosen.probability, np.swapaxes(A, -1, -2) @ A)


@cache
def situations():
    """All problems at all their levels, light points, and lines from a hundred points."""
    light = {f"a light point of {eps}": (light_point(eps), 2) for eps in (Fraction(1, 10), Fraction(1, 4000))}
    listed = [(name, *each, every_sample(*each)) for name, each in (problems() | light).items()]
    lines = finite_problems()["lines"][0]
    levelled = [(*each, levels(each[-1].deviation)) for each in listed]
    levelled.append(("lines, n = 100", lines, 100, every_multiset(lines, 100), (0.2,)))
    return {
        f"{name}, δ = {delta:.9f}": Situation(
            samples, samples.dim, n, float(delta), _probability(samples, delta), not problem.plain
        )
        for name, problem, n, samples, deltas in levelled
        for delta in deltas
    }


def _probability(samples, delta):
    return float(samples.stable(delta).probability.sum())


def stable(samples, delta):
    return samples.stable(delta)


def from_probability(s):
    """1/((1 - δ)² p)."""
    return 1 / ((1 - s.delta) ** 2 * s.p)


from_optimal_points = Hypothesis(optimal_points.name, lambda situation: situation.optimal)
SITUATIONS = family(situations, "spaces on finitely many points, numbers of points n and levels δ")


@claim(
    "x:display-quasi-optimality-expectation",
    says="A suitable least squares projection has E‖v - P_t^n v‖² ≤ (1 + c d_t/n)‖v - P_t v‖² for all v and some c > "
    "0.",
    formula=r"\mathbb{E}\|v - P_t^n v\|^2 \le (1 + c\tfrac{d_t}{n})\|v - P_t v\|^2, \quad c = \tfrac{1}{(1-\delta)^2 "
    r"p}",
    forall={"T, n, δ": SITUATIONS},
    given=[from_optimal_points, possible],
    reading="Suitable: from optimal points, given that they are stable, with c = 1/((1 - δ)² P(S_δ)); c may depend on "
    "the space. No c serves all spaces, n and δ: a point of mass 1/4000 needs c above 1000.",
    tight="attained by constants, where P(S_δ) = 1",
    premises=["lemma:QBP_bias"],
    mutants={
        "c = 1": {"constant": lambda _: 1.0},
        "one c for all spaces": {"constant": lambda _: 1e3},
        "no dimension": {"constant": lambda s: from_probability(s) / s.d},
        "no probability": {"constant": lambda s: (1 - s.delta) ** -2},
        "points that are not conditioned": {"event": lambda samples, _: samples},
    },
)
def least_squares_is_quasi_optimal_in_expectation(situation, *, constant=from_probability, event=stable):
    """For every v at once: bound minus error has no negative eigenvalue."""
    s, error = situation, situation.error(event(situation.samples, situation.delta))
    bound = (1 + constant(s) * s.d / s.n) * np.diag((np.arange(len(error)) >= s.d).astype(float))
    room, scale = np.linalg.eigvalsh(bound - error)[0], max(1.0, float(bound.max()))
    return at_least(room, 0.0, digits=9, scale=scale, symbol="the least of bound minus error")
