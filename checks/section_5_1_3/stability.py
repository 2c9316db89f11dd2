r"""Section 5.1.3: six points for three dimensions, and how likely they are stable."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor, log, sqrt

import mpmath
import numpy as np

from checks.instances.conditioned import DIM, N, on_six_nodes
from checks.instances.linear_experiments import bounded_loss
from checks.theory.stability import chernoff_failure, failure
from theorytest import at_least, at_most, claim, equal, repair, sampled
from theorytest.approximation.enumeration import stable_draws
from theorytest.approximation.sampling import Optimal, Plain
from theorytest.approximation.stability import deviation
from theorytest.decisions.probability import probability_at_least, probability_at_most, probability_equals

HALF = Fraction(1, 2)
POISSON = 1.5 * log(1.5) - 0.5  # of the tail above 3/2 of the mean
LEVELS = {1 / 2: 0.25, 1 / 4: 0.04, 1 / 8: 0.006, 1 / 16: 0.001}


@claim(
    "x:sec5.1.3-n",
    also=["x:sec5.1.3-d-log-d"],
    kind="value",
    says="Six points are twice the dimension 3 and more than 3 log 3 = 3.296; twice the dimension is more than "
    "d log d up to d = 7.",
    formula=r"n = 2d_t = 6 > d_t\log d_t = 3.296",
    expected="computed",
    mutants={
        "dimension 8": {"d": 8},
        "three points": {"factor": 1},
        "log to the base of the root of 2": {"base": 2**0.5},
    },
)
def six_points(*, d=DIM, factor=2, base=np.e):
    yield at_least(factor * d, d * np.log(d) / np.log(base) + 1e-9, name="d log d", digits=None)
    yield equal(factor * DIM, N, name="n", symbol="2 d")


@claim(
    "x:sec5.1.3-probability",
    also=["x:sec5.1.3-delta"],
    kind="value",
    says="With n = 6 optimal points S_delta has the probability 0.223 for delta = 0.5: one sample in 4.5 is kept.",
    formula=r"\mathbb{P}(\mathcal{S}_{1/2}) = 0.223 \quad (n = 6,\ d_t = 3)",
    expected="confirmed",
    mutants={
        "uniform points": {"sampler": Plain},
        "five points": {"n": 5},
        "delta = 0.45": {"delta": 0.45},
        "a tenth more": {"p": 0.245},
    },
)
def stable_with_six_points(*, sampler=Optimal, n=N, delta=0.5, p=0.223):
    """The bound of Section 3.3 says nothing here: 1 - 2 d exp(-δ² n / (2d)) = -3.7."""
    points = sampler(bounded_loss().space)

    def stable(rng, size):
        return deviation(points, points.sample(rng, size, n)) <= delta

    yield sampled(
        probability_equals, stable, value=p, name="S_delta", resolution=0.05, max_draws=150_000, symbol="P(S_delta)"
    )


@claim(
    "x:sec5.1.3-probability/rule",
    label="x:sec5.1.3-probability",
    kind="inequality",
    says="Read as a rule, more than d log d optimal points keep the probability of S_(1/2) from vanishing: it "
    "stays above one per cent.",
    formula=r"n > d_t\log d_t \implies \mathbb{P}(\mathcal{S}_{1/2}) \ge \tfrac1{100}",
    expected="refuted",
    gravity="misprint",  # the n = 6 of the text is enough for its d = 3
)
def rule_as_printed(*, least=0.01, dimensions=(2, 3, 4, 8, 16)):
    """d cells of equal mass, where uniform points are optimal and Ĝ is diagonal: 0.0016 for d = 8 and n = 17."""
    for d in dimensions:
        n = floor(d * log(d)) + 1
        p = 1 - failure(d, n, HALF)
        yield at_least(p, least, name=f"d = {d}, n = {n}", digits=None, symbol="P(S_delta)")


@repair(
    "x:sec5.1.3-probability/corrected",
    "x:sec5.1.3-probability/rule",
    label="x:sec5.1.3-probability",
    kind="inequality",
    says="Ten times d log d points are enough for delta = 1/2: by the matrix Chernoff bound the probability tends "
    "to 1 for every constant above 1/((3/2) ln(3/2) - 1/2) = 9.24, though the bound is positive only from d = 5800 on. "
    "On 3 to 20 cells the probability itself is above 0.88.",
    formula=r"n \ge 10\,d_t\log d_t \implies \mathbb{P}(\mathcal{S}_{1/2}) \ge 1 - 2d_t^{-0.08} \text{ (Chernoff)}, "
    r"\quad > 0.88 \text{ on } d_t \text{ cells}",
    expected="computed",
    tight="approached: 0.88 is the smallest of the probabilities on cells, rounded down; the constant 9.24 is sharp",
    premises=["x:display-stability-probability/corrected"],
    mutants={
        "d log d points": {"factor": 1},
        "five times d log d": {"factor": 5},
        "a faster bound": {"power": 0.09},
        "positive for all d": {"dimensions": (3, 10**4)},
    },
)
def rule_with_a_constant(*, factor=10, power=0.08, dimensions=(10**4, 10**8)):
    for d in (3, 6, 10, 20):
        p = 1 - failure(d, ceil(factor * d * log(d)), HALF)
        yield at_least(p, 0.88, name=f"d = {d}", digits=None, symbol="P(S_delta)")
    for d in dimensions:
        bound = chernoff_failure(d, ceil(factor * d * log(d)), HALF)
        yield at_most(bound, min(2 * d**-power, 1.0), name=f"Chernoff, d = {d}", digits=None)
    yield equal(1 / POISSON, 9.24, name="constant", digits=2, scale=1.0, symbol="the constant")


def crowded_cells(d, factor):
    """d P(N = m + 1) for N points in one cell of n = ceil(c d ln d), with m = floor(3n/(2d)), in many digits.

    m + 1 points leave S_(1/2), and counts of a multinomial law are negatively associated: all cells are in range with
    at most the probability (1 - P(N > m))^d ≤ exp(-d P(N = m + 1)).
    """
    with mpmath.workdps(2 * len(str(d)) + 50):
        n = int(mpmath.ceil(mpmath.mpf(factor) * d * mpmath.log(d)))
        k = 3 * n // (2 * d) + 1
        orders = mpmath.loggamma(n + 1) - mpmath.loggamma(k + 1) - mpmath.loggamma(n - k + 1)
        return float(d * mpmath.exp(orders - k * mpmath.log(d) + (n - k) * mpmath.log1p(-mpmath.mpf(1) / d)))


@claim(
    "x:sec5.1.3-probability/sharp",
    label="x:sec5.1.3-probability",
    kind="constant",
    says="The constant 9.24 is sharp: with fewer times d log d points S_(1/2) has a probability on d cells that "
    "tends to 0, below e^-1000 for 8 d log d points and 10^40 cells, and for 9 d log d and 10^400 cells.",
    formula=r"n = c\,d_t\log d_t,\ c < \tfrac{1}{\frac32\ln\frac32-\frac12} \implies "
    r"\mathbb{P}(\mathcal{S}_{1/2}) \le \exp\big(-d_t^{1-c(\frac32\ln\frac32-\frac12)+o(1)}\big) \to 0",
    expected="computed",
    tight="attained: above the constant the probability tends to 1 by the Chernoff bound",
    premises=["eq:stability", "x:sec5.1.3-probability/corrected"],
    mutants={
        "above the constant": {"factors": (9.3, 9.5)},
        "a constant of one hundredth less": {"exponent": POISSON / 0.99},
        "the printed exponent delta^2/2, with the constant 8": {"exponent": 1 / 8},
    },
)
def constant_cannot_be_smaller(*, factors=(8, 9), exponent=POISSON):
    """The exponent of d in d P(N = m + 1) is 1 - c ((3/2) ln(3/2) - 1/2), up to half the logarithm of ln d."""
    for c, (digits, known) in zip(factors, ((40, 2), (400, 4)), strict=True):
        found = crowded_cells(10**digits, c)
        yield at_least(found, 1000.0, name=f"c = {c}", digits=None, symbol="-log P(S_delta)")
        far, near = (log(crowded_cells(10**d, c) * sqrt(d)) for d in (2 * digits, digits))
        slope = (far - near) / (digits * log(10))
        yield equal(slope, 1 - c * exponent, name=f"c = {c}: order", digits=known, scale=1.0)
    yield equal(1 / exponent, 9.242, name="constant", digits=3, scale=1.0, symbol="the constant")


@claim(
    "x:sec5.1.3-four-levels",
    kind="value",
    says="The four levels of Figure 6 keep fewer and fewer samples of six points: at most 25, 4, 0.6 and 0.1 "
    "per cent for delta = 1/2, 1/4, 1/8 and 1/16; a step at 1/16 costs more than a thousand samples.",
    formula=r"\mathbb{P}(\mathcal{S}_{1/2}) \le 0.25,\ \mathbb{P}(\mathcal{S}_{1/4}) \le 0.04,\ "
    r"\mathbb{P}(\mathcal{S}_{1/8}) \le 0.006,\ \mathbb{P}(\mathcal{S}_{1/16}) \le 0.001",
    expected="confirmed",
    mutants={
        "a third of these": {"bounds": {delta: p / 3 for delta, p in LEVELS.items()}},
        "twelve points": {"n": 12},
    },
)
def stability_of_the_four_levels(*, bounds=LEVELS, n=N):
    """About 0.223, 0.032, 0.0041 and 0.0004. At least a fifth is kept at the first level."""
    points = Optimal(bounded_loss().space)

    def stable(delta):
        return lambda rng, size: deviation(points, points.sample(rng, size, n)) <= delta

    options = {"resolution": 0.2, "max_draws": 130_000, "symbol": "P(S_delta)"}
    for delta, bound in bounds.items():
        yield sampled(probability_at_most, stable(delta), bound=bound, name=f"delta = {delta:g}", **options)
    yield sampled(probability_at_least, stable(0.5), bound=0.2, name="a fifth", **options)


@claim(
    "x:sec5.1.3-conditioning-biases",
    also=["x:sec5.1.3-projector-i", "x:sec5.1.3-projector-ii"],
    kind="value",
    says="Conditioning on S_(1/2) biases both estimators: on six nodes the quasi-projection has c_bias1 = 0.956 "
    "and c_bias2 = 0.055, the least squares projection 1 and 0.107; without conditioning the first has 1 and 0.",
    formula=r"\mathbb{E}[P_t^n\mid\mathcal{S}_\delta] \ne P_t: \quad c_{\mathrm{bias},2} = 0.055,\ 0.107",
    expected="computed",
    mutants={
        "no conditioning": {"conditioned": False},
        "no bias": {"biases": (0.0, 0.0)},
        "one per cent less": {"biases": (0.0547, 0.106)},
    },
)
def conditioning_biases(*, conditioned=True, biases=(0.0552289, 0.1071226)):
    """All 462 multisets of six nodes, 0.227 of their mass in S_(1/2); against a loop over the nodes' own formulas."""
    for word, claimed in zip(("quasi", "lsq"), biases, strict=True):
        operator = on_six_nodes(word, conditioned=conditioned).operator
        yield equal(operator.c_bias2, claimed, name=word, digits=6, scale=1.0, symbol="c_bias2")
    free = on_six_nodes("quasi", conditioned=False).operator
    constants = (free.c_bias1, free.c_bias2)
    yield equal(constants, (1.0, 0.0), name="unconditioned", digits=9, symbol="c_bias1, c_bias2")
    yield equal(mean_gramian(), on_six_nodes("quasi").operator.A[:, :DIM], name="E G", digits=9)


def mean_gramian():
    """E[Ĝ | S_δ] by a loop over the samples: what the conditioned quasi-projection does on T."""
    sampler = on_six_nodes("quasi").estimator.sampler
    total, mass = np.zeros((DIM, DIM)), 0.0
    every = stable_draws(sampler, N)
    for x, p in zip(every.points, every.probability, strict=True):
        b = np.stack([np.ones(N), np.sqrt(3) * x[:, 0], np.sqrt(5) / 2 * (3 * x[:, 0] ** 2 - 1)])
        total += p * (b * (DIM / np.sum(b**2, axis=0))) @ b.T / N
        mass += p
    return total / mass
