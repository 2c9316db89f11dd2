r"""Section 3.3: the probability of the stability event S_δ under optimal sampling [eq:stability]."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import mpmath
import numpy as np
from mpmath import iv
from numpy.polynomial import hermite_e, legendre

from checks.theory.stability import exact_failure
from theorytest import at_most, claim, equal, family, integers, product, reals, repair, sampled
from theorytest.approximation import Gaussian, Hermite, Legendre, Optimal, Plain, Space, Uniform, deviation
from theorytest.decisions.probability import probability_at_least


def printed(delta):
    """δ²/2, the printed exponent for n/d = 1."""
    return delta**2 / 2


def chernoff(delta):
    """(1 + δ) ln(1 + δ) - δ."""
    log = iv.log if isinstance(delta, type(iv.mpf(1))) else mpmath.log
    return (1 + delta) * log(1 + delta) - delta


@dataclass(frozen=True)
class Cells:
    """d equal cells, whose probability of failure is a fraction."""

    d: int
    n: int
    delta: Fraction

    def relation(self, exponent, _):
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

    def relation(self, exponent, sampling):
        sampler, d = sampling(self.space), self.space.dim

        def stable(rng, size):
            return deviation(sampler, sampler.sample(rng, size, self.n)) <= self.delta

        bound = 1 - 2 * d * np.exp(-float(exponent(self.delta)) * self.n / d)
        options = {"bound": bound, "resolution": 0.02, "max_draws": 40_000, "symbol": "P(S_δ)"}
        return sampled(probability_at_least, stable, **options)


CELLS = {  # the first line is the smallest n found that breaks the printed bound, over all d and δ
    "11 cells, n = 589, δ = 499/500": Cells(11, 589, Fraction(499, 500)),
    "2 cells, n = 60, δ = 1/2": Cells(2, 60, Fraction(1, 2)),
    "10 cells, n = 900, δ = 2/5": Cells(10, 900, Fraction(2, 5)),
}


# At most 64 points: probabilities of many are slow, and the printed bound first fails at n = 589.
ANY_CELLS = product(integers(1, 6), integers(1, 64), reals(0, 2, open=True)).map(
    lambda d, n, delta: Cells(d, n, Fraction(delta).limit_denominator(1000))
)


def with_polynomials():
    return CELLS | {
        "Legendre 3, n = 40, δ = 0.7": Polynomials(Space(Legendre(3), Uniform()), 40),
        "Hermite 7, n = 140, δ = 0.7": Polynomials(Space(Hermite(7), Gaussian()), 140),
    }


@repair(
    "x:display-stability-probability/corrected",
    "x:display-stability-probability",
    by={"exponent": chernoff},
    says="With optimal samples, P(S_δ) is at least 1 − 2d exp(−((1 + δ) ln(1 + δ) − δ) n/d).",
    formula=r"\mathbb{P}(\mathcal{S}_\delta) \ge "
    r"1 - 2 d_t \exp\big(-\tfrac{n}{d_t}((1+\delta)\ln(1+\delta)-\delta)\big)",
    forall={"T, n, δ": family(with_polynomials, "spaces, numbers of points and δ > 0", search=ANY_CELLS, effort=20)},
    expected="confirmed",
    reading="The matrix Chernoff inequality, with the exponent of the upper tail for both tails.",
    tight="loose by 52.43 on ten cells with n = 900 and δ = 2/5",
    premises=["eq:stability"],
    mutants={
        "the printed exponent": {"exponent": printed},
        "plain samples": {"sampling": Plain},
    },
)
@claim(
    "x:display-stability-probability",
    says="With optimal samples, P(S_δ) is at least 1 − 2d exp(−δ²n/(2d)).",
    formula=r"\mathbb{P}(\mathcal{S}_\delta) \ge 1 - 2 d_t \exp\big(-\tfrac{\delta^2 n}{2 d_t}\big)",
    forall={"T, n, δ": family(CELLS, "spaces, numbers of points and δ > 0", search=ANY_CELLS, effort=20)},
    gravity="wrong constant",
    finding="exponent-of-the-upper-tail",
    premises=["eq:stability"],
)
def stability_is_likely(case, *, exponent=printed, sampling=Optimal):
    """The upper tail is Poisson-like, and (1 + δ) ln(1 + δ) - δ < δ²/2: eleven cells and 589 points refute it."""
    return case.relation(exponent, sampling)


KNOWN_BASES = {  # √(2k + 1) P_k for k < 3, and He_k/√k! for k < 4
    "Legendre 3": (Space(Legendre(3), Uniform()), lambda x: legendre.legvander(x, 2) * np.sqrt([1, 3, 5])),
    "Hermite 4": (Space(Hermite(4), Gaussian()), lambda x: hermite_e.hermevander(x, 3) / np.sqrt([1, 1, 2, 6])),
}


@claim(
    "eq:stability",
    kind="definition",
    says="The event S_δ says that the empirical Gramian is within δ of the identity in the spectral norm.",
    formula=r"\mathcal{S}_\delta := \{\|I - \hat G\| \le \delta\}",
    forall={"T": family(KNOWN_BASES, "spaces with a basis in closed form")},  # not searched: 50 samples are drawn
    reading="The deviation that the package computes for 50 drawn samples, against bases that are typed in.",
    mutants={
        "the Frobenius norm": {"norm": lambda E: np.linalg.norm(E, axis=(-2, -1))},
        "the largest entry": {"norm": lambda E: np.abs(E).max(axis=(-2, -1))},
    },
)
def stability_is_computed_as_defined(run, case, *, norm=lambda E: np.linalg.norm(E, ord=2, axis=(-2, -1))):
    space, basis = case
    x = Optimal(space).sample(run.generators(str(space.dim))(0), 50, 20)
    b = basis(x[..., 0])
    w = space.dim / np.sum(b**2, axis=-1)
    G = np.einsum("ri,rik,ril->rkl", w, b, b) / 20
    return equal(deviation(Optimal(space), x), norm(np.eye(space.dim) - G), digits=9, symbol="‖I - Ĝ‖")
