r"""Section 5.1.1: the steps 2/9 t^(eps-1), which of the samplings they belong to, and what explains a fast start."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from checks.instances.linear_experiments import SUBLINEAR, bounded
from theorytest import at_most, claim, equal, repair
from theorytest.approximation.christoffel import Christoffel
from theorytest.approximation.sampling import Optimal, Plain
from theorytest.descent.steps import Power, in_l2, satisfies_robbins_monro

UNIFORM_K = sum(Fraction(2 * j + 1) for j in range(3))  # K(±1): every Legendre polynomial is ±1 there
OPTIMAL_K = Fraction(3)


def largest_step(n, k):
    """The s with σ = s - s²/2 (n + k - 1)/n = 0: 2n/(n + k - 1)."""
    return 2 * n / (n + k - 1)


@claim(
    "x:sec5.1.1-step",
    also=["x:sec5.1.1-n", "x:sec5.1.1-eps"],
    kind="value",
    says="2/9 is the largest step of uniform points that cannot raise the mean loss, for n = 1 and k = 9; for "
    "optimal points, with k = 3, it is 2/3. The steps 2/9 t^(eps-1), eps = 0.1, are those of Corollary 4.13.",
    formula=r"\sigma(s) = s - \tfrac{s^2}2\tfrac{n+k_t-1}{n} \ge 0 \iff s \le \tfrac{2n}{n+k_t-1} = "
    r"\tfrac29 \ (k_t = 9), \quad \tfrac23 \ (k_t = 3)",
    expected="computed",
    mutants={
        "k of optimal points": {"k": OPTIMAL_K},
        "two points": {"n": 2},
        "eps = 1/2": {"eps": Fraction(1, 2)},
    },
)
def step_is_the_largest_of_uniform_points(*, k=UNIFORM_K, n=1, eps=Fraction(1, 10)):
    """k by hand and as the package finds it; δ = eps lies in (0, 1/2) and the steps are of exactly that order."""
    space, printed = bounded().loss.space, Fraction(2, 9)
    yield equal(largest_step(n, k), printed, name="2/9", symbol="the largest step")
    other = largest_step(1, OPTIMAL_K)
    yield equal(other, Fraction(2, 3), name="optimal", symbol="the largest step")
    for word, value in (("constant", UNIFORM_K), ("optimal", OPTIMAL_K)):
        found = Christoffel(space).k(word).value
        yield equal(found, float(value), name=f"k, weight {word}", digits=10, symbol="k")
    steps = Power(2 / 9, float(1 - eps))
    yield equal(steps.exponent, SUBLINEAR.exponent, name="exponent", digits=12, symbol="1 - eps")
    yield equal(satisfies_robbins_monro(steps), True, name="Robbins-Monro")
    yield equal(in_l2(steps), True, name="square-summable")


def factors(steps, k, n_steps):
    """a_t = 1 - 2 σ_t for n = 1."""
    s = steps(np.arange(1, n_steps + 1))
    return 1 - 2 * s + k * s**2


@claim(
    "x:sec5.1.1-expected-by-cor",
    kind="inequality",
    says="With optimal points the factors a_t of the first ten steps are at most a_* = 0.9464, and the mean gap "
    "falls at least as a_*^t, up to a noise that is below half of L_min,M after these steps.",
    formula=r"\mathbb{E}[\mathcal{L}(u_{t+1})-\mathcal{L}_{\min,\mathcal{M}}] \le a_*^t"
    r"(\mathcal{L}(u_1)-\mathcal{L}_{\min,\mathcal{M}}) + \tfrac12\mathcal{L}_{\min,\mathcal{M}}, \quad "
    r"a_t \le a_* = 0.9464,\ t\le 10",
    expected="computed",
    tight="approached: a_* is the largest of the ten factors, rounded",
    mutants={
        "uniform points": {"sampler": Plain, "k": 9},
        "a_* = 0.9": {"bound": 0.9},
        "a_* that only the first step has": {"bound": 0.7037},
    },
)
def first_factors_are_below_one(*, sampler=Optimal, k=3, bound=0.9464):
    """a_t = 1 - 2 s_t + k s_t²; for uniform points a_1 = 1, as 2/9 is their largest step.

    Such an a_* exists for any finite number of steps; it says nothing of when the decay ends.
    """
    exact = bounded(sampler)
    yield at_most(factors(SUBLINEAR, k, 10), bound, name="factors", digits=None, symbol="a_t")
    t = np.arange(11)
    gaps = exact.moments.gap(SUBLINEAR, t + 1)
    limit = bound**t * exact.start + 0.5 * exact.floor
    yield at_most(gaps, limit, name="decay", digits=None, symbol="the mean gap")


def hypotheses(experiment, steps):
    """What Corollary 4.5 asks of the orthogonal part and of the steps: ‖(I - P)g‖ = 0 and s_t constant."""
    normal = experiment.loss.observe(np.zeros((experiment.loss.space.dim, 1))).normal[0]
    s = steps(np.arange(1, 11))
    return {"the orthogonal part": normal, "the change of the steps": s.max() - s.min()}


@claim(
    "x:sec5.1.1-expected-by-cor/reference",
    kind="remark",
    says="The experiment satisfies the assumptions of Corollary 4.5, which is cited for its first steps.",
    formula=r"\|(I-P_t)g_t\| = 0, \quad s_t \equiv \tfrac{c_{\mathrm{bias},1}}{(L+C_R)c_{\mathrm{var},1}}",
    expected="refuted",
    gravity="misprint",
)
def corollary_applies_as_printed(*, steps=SUBLINEAR):
    """‖(I - P)g‖ = √(2 L_min,M) = 0.0268 at every iterate; the steps decrease; C_R is 0, not positive."""
    for name, value in hypotheses(bounded(), steps).items():
        yield equal(value, 0.0, name=name, digits=9, symbol=name)


def weighted_sum(a, noise):
    """Π a_t and Σ_t (Π_{i>t} a_i) ξ_t after each step."""
    product, total, found = 1.0, 0.0, []
    for factor, added in zip(a, noise, strict=True):
        product, total = product * factor, factor * total + added
        found.append((product, total))
    return np.array(found).T


@repair(
    "x:sec5.1.1-expected-by-cor/corrected",
    "x:sec5.1.1-expected-by-cor/reference",
    kind="identity",
    says="Theorem 4.2 is what applies: the mean gap is the product of the a_t times the first gap plus the "
    "summed noise, with equality for optimal points.",
    formula=r"\mathbb{E}[\mathcal{L}(u_{T+1})-\mathcal{L}_{\min,\mathcal{M}}] = \Bigl(\prod_{t\le T}a_t\Bigr)"
    r"(\mathcal{L}(u_1)-\mathcal{L}_{\min,\mathcal{M}}) + \sum_{t\le T}\Bigl(\prod_{t<i\le T}a_i\Bigr)\xi_t",
    expected="computed",
    mutants={
        "without the noise": {"noise": 0.0},
        "k one per cent smaller": {"k": 2.97},
        "uniform points": {"sampler": Plain},
    },
)
def theorem_applies(*, sampler=Optimal, k=3, noise=1.0, n_steps=200):
    """ξ_t = s_t²/2 c_var2 ‖(I - P)g‖² = s_t² d L_min,M for n = 1; the left side by the package's exact moments."""
    exact = bounded(sampler)
    xi = noise * SUBLINEAR(np.arange(1, n_steps + 1)) ** 2 * 3 * exact.floor
    product, total = weighted_sum(factors(SUBLINEAR, k, n_steps), xi)
    gaps = exact.moments.gap(SUBLINEAR, np.arange(2, n_steps + 2))
    claimed = product * exact.start + total
    yield equal(gaps / claimed, 1.0, name="the mean gap", digits=10, symbol="exact / claimed")
