"""Samples that are stable, or regular: for Lemma E.1, quasi-optimality, the bias of least squares and P(S_δ)."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
from mpmath import iv

from checks.instances.finite_systems import ANY_BASIS, ANY_SYSTEM, once, quasi_systems, values
from checks.theory.finite import Finite, optimal, orthonormalised, rational_system
from checks.theory.forms import determinant
from checks.theory.stable_least_squares import Stable, exact_failure
from theorytest import at_most, family, finite, integers, product, reals, sampled
from theorytest.approximation import Gaussian, Hermite, Legendre, Space, Uniform, deviation
from theorytest.decisions.probability import probability_at_least


def rarely_stable(probability: float, first: float = 1.0, far: float = 1 + 1e-7, base: float = 1 - 1e-7) -> Finite:
    """b² = `first`, `far`, `base` at three points drawn plainly, the first of them with this probability.

    With n points and n - first = (n - 1) base, Ĝ is 1 for samples of one first point and n - 1 base points, and for no
    others if `far` is no such sum: S_δ with a small δ is about n times as probable as the first point.
    """
    second = (1 - base - probability * (first - base)) / (far - base)  # such that ∫ b² dρ = 1
    masses = np.array([probability, second, 1 - probability - second])
    return Finite(masses, masses, values(np.sqrt([first, far, base])))


def almost_singular(probability: float = 1e-4, size: float = 0.1) -> Finite:
    """A plane on two heavy points and two rare ones, at which its features are small and alike; drawn plainly.

    A rare and a heavy point have λ_min(Ĝ) = size², about, whichever they are.
    """
    masses = np.array([probability, probability, 0.5 - probability, 0.5 - probability])
    plane = Finite(masses, masses, values([size, size, 1, 0], [size, size, 0, 1]))
    return Finite(masses, masses, plane.basis_jets)


@cache
def stable_samples() -> dict[str, Stable]:
    """Those that attain the constants in a limit, or show that they need n, k and δ, and all bases with few points."""
    lines = quasi_systems()["lines on three points, optimal, orthonormalised"]
    extreme = {
        "stable with probability 1/2": (rarely_stable(0.5), 1),
        "stable with probability 1e-5": (rarely_stable(1e-5), 1),
        "four draws": (rarely_stable(1e-5, first=1 + 3e-7, far=1 + 1e-5), 4),
        "k = 3": (rarely_stable(1e-5, first=3, far=3 - 1e-6, base=0), 3),
        "delta = 1/2": (rarely_stable(1e-5, first=0.5, far=1.51, base=0.49), 1),
        "almost singular": (almost_singular(), 2),
        "lines on three points, n = 60": (lines, 60, 0.2),  # S_δ is almost certain
    }
    small = {f"{name}, n = {n}": (system, n) for name, system in quasi_systems().items() for n in (1, 2, 3)}
    return {name: Stable(*each) for name, each in (extreme | small).items()}


STABLE = family(
    stable_samples,
    "spaces T in L² and H¹, laws of the draws and n, on finitely many points, and all g; 0 < δ < 1, here all at which "
    "S_δ grows",
    search=product(ANY_BASIS, integers(1, 2)).map(Stable),
    effort=30,
)


def light_point(eps: Any) -> Any:
    """Four points and a plane T; the optimal measure draws the last one with probability ε.

    The features (1, 0), (1, ±2)/√5, (0, 1) times √2 are a tight frame. Two points are stable for δ < 1/√5 only if they
    are the first and the last, and a function that lives at the last point is then seen 1/ε times too large.
    """
    second = 5 / 16 * (1 - 2 * eps)
    masses = np.array([6 / 5 * second + eps, second / 5, second / 5, eps])
    masses = masses / masses.sum()
    return orthonormalised(Finite(masses, masses, values((1, 1, 1, 0), (0, 2, -2, 1))))


def optimal_samples() -> dict[str, Stable]:
    """Every basis with its optimal points, and light points."""
    systems = once({name: optimal(each) for name, each in quasi_systems().items()})
    found = {f"{name}, n = {n} optimal points": Stable(each, n) for name, each in systems.items() for n in (1, 2, 3)}
    for eps in (1 / 10, 1 / 4000):
        found[f"a light point of {eps:g}"] = Stable(optimal(light_point(eps)), 2)
    return found | {"60 optimal points": Stable(systems["lines on three points, optimal, orthonormalised"], 60, 0.2)}


ANY_OPTIMAL_SAMPLE = product(ANY_BASIS.map(optimal), integers(1, 2)).map(Stable)
OPTIMAL_SAMPLES = family(
    optimal_samples, "spaces on finitely many points, n and δ < 1", search=ANY_OPTIMAL_SAMPLE, effort=30
)


@dataclass(frozen=True, eq=False)
class Regular:
    """A system and n of its points, given that Ĝ is regular."""

    system: Finite
    n: int

    def mean(self, law: Any) -> Any:
        """E[P^n | Ĝ regular], with a law of the samples."""
        system, mass, total = self.system, 0, 0 * self.system.identity
        for p, draws in system.samples(self.n):
            G = system.empirical_gramian(draws)
            if determinant(G) != 0:
                share = law(p, G)
                mass, total = mass + share, total + share * system.least_squares(draws)
        return total / mass


LINES = rational_system((1, 4, 4), (1, 4, 4), [1, 1, 1], [-1, 0, 2])
CELLS = rational_system((1, 4, 4, 16), (1, 4, 1, 4), [1, 1, 0, 0], [0, 0, 1, 1])  # each drawn with probability 1/2
LINES_CASE = {"lines on -1, 0, 2, n = 2": Regular(optimal(LINES), 2)}
NAMED = {
    "constants, n = 2": Regular(rational_system((9, 16), (9, 16), [1, 1]), 2),
    "two cells, n = 3": Regular(CELLS, 3),
}
SCALAR = ANY_SYSTEM.where(lambda system: system.phi.shape[-1] == 1, "l = 1")
SEARCHED = product(SCALAR.map(optimal), integers(1, 3)).map(Regular)
CASES = family(NAMED | LINES_CASE, "spaces and numbers of optimal points", search=SEARCHED)
BIASED_LINES = finite(LINES_CASE)


@dataclass(frozen=True)
class Cells:
    """d equal cells, whose probability of failure is a fraction."""

    d: int
    n: int
    delta: Fraction

    def relation(self, exponent: Any, _: Any) -> Any:
        """P(not S_δ) ≤ 2 d exp(-exponent(δ) n/d), in intervals of 30 digits."""
        iv.dps = 30
        delta = iv.mpf(self.delta.numerator) / self.delta.denominator
        found = exact_failure(self.d, self.n, self.delta)
        bound = 2 * self.d * iv.exp(-exponent(delta) * self.n / self.d)
        return at_most(iv.mpf(found.numerator) / found.denominator, bound, symbol="P(not S_δ)")


@dataclass(frozen=True)
class Polynomials:
    """Polynomials, by drawing."""

    space: Space
    n: int
    delta: float = 0.7

    def relation(self, exponent: Any, sampling: Any) -> Any:
        sampler, d = sampling(self.space), self.space.dim

        def stable(rng: Any, size: Any) -> Any:
            return deviation(sampler, sampler.sample(rng, size, self.n)) <= self.delta

        bound = 1 - 2 * d * np.exp(-float(exponent(self.delta)) * self.n / d)
        options = {"bound": bound, "resolution": 0.02, "max_draws": 40_000, "symbol": "P(S_δ)"}
        return sampled(probability_at_least, stable, **options)


EQUAL_CELLS_BY_NAME = {  # the first line is the smallest n found that breaks the printed bound, over all d and δ
    "11 cells, n = 589, δ = 499/500": Cells(11, 589, Fraction(499, 500)),
    "2 cells, n = 60, δ = 1/2": Cells(2, 60, Fraction(1, 2)),
    "10 cells, n = 900, δ = 2/5": Cells(10, 900, Fraction(2, 5)),
}
# At most 64 points: probabilities of many are slow, and the printed bound first fails at n = 589.
ANY_CELLS = product(integers(1, 6), integers(1, 64), reals(0, 2, open=True)).map(
    lambda d, n, delta: Cells(d, n, Fraction(delta).limit_denominator(1000))
)


POLYNOMIALS_BY_NAME = {
    "Legendre 3, n = 40, δ = 0.7": Polynomials(Space(Legendre(3), Uniform()), 40),
    "Hermite 7, n = 140, δ = 0.7": Polynomials(Space(Hermite(7), Gaussian()), 140),
}
CELLS_AND_POLYNOMIALS = family(
    EQUAL_CELLS_BY_NAME | POLYNOMIALS_BY_NAME, "spaces, numbers of points and δ > 0", search=ANY_CELLS, effort=20
)
EQUAL_CELLS = family(
    EQUAL_CELLS_BY_NAME, "spaces, numbers of points and δ > 0; here cells", search=ANY_CELLS, effort=20
)
