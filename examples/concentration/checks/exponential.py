"""Section 2: exponential tails of sums and of functions of independent variables.

Probabilities are compared by their logarithms. On many draws of a coin the exponents turn out to be sharp: five per
cent more of any of them is refuted there.
"""

import math
from fractions import Fraction as F

import numpy as np
import sympy
from coins import BOUNDED_DRAWS, draws, log_binomial_tail
from generating import at, hoeffding_on_symbols
from laws import BOUNDED, EXPONENTS, SIGNS, Law, region
from scipy.stats import kstwo
from trees import BOUNDED_MARTINGALES, FUNCTIONS, POSITIVE_MARTINGALES

from theorytest import at_least, at_most, choices, claim, family, more_than, product, reals
from theorytest.proof import Term, as_checked, compared, logarithm, nonnegative, slope

SMALL = family([F(1, 100), F(1, 10), F(1, 4), F(1, 2)], "deviations t in (0, 1)", search=reals(0, 1, open=True))
MORE = {"five per cent more": {"times": 1.05}}


def _centred(law):
    """The law minus its mean, over the largest distance that it may have from it."""
    middle = law.mean()
    return Law(tuple((x - middle) / 2 for x in law.values), law.probabilities)


CENTRED = draws(
    [SIGNS, Law((F(-1, 9), F(1)), (F(9, 10), F(1, 10)), "a rare jump")],
    -1,
    1,
    "n independent draws of a centred law with X ≤ 1",
    _centred,
)


@claim(
    "lem:hoeffding",
    says="If X lies in [0, 1], then E exp(s(X − E X)) is at most exp(s²/8).",
    formula=r"\mathbb E e^{s(X-\mathbb E X)} \le e^{s^2/8}",
    forall={"X": BOUNDED, "s": EXPONENTS},
    mutants={"exp(s²/8.2)": {"eight": 8.2}},
    tight="approached by a fair coin as s tends to 0",
    proof=compared(hoeffding_on_symbols, at),
)
def hoeffding_lemma(law, s, *, eight=8):
    middle = float(law.mean())
    found = float(law.mean(lambda x: math.exp(float(s) * (float(x) - middle))))
    return at_most(found, math.exp(float(s) ** 2 / eight))


@claim(
    "lem:exponents",
    says="For u ≥ 0, Bennett's h(u) = (1 + u)log(1 + u) − u is at least u²/(2 + 2u/3), Bernstein's exponent.",
    formula=r"(1+u)\log(1+u)-u \ge \tfrac{u^2}{2+2u/3}",
    forall={"u": family([F(1, 100), F(1), F(10)], "real numbers u ≥ 0", search=reals(0, 50))},
    mutants={"2 + 0.66u": {"third": F(33, 100)}},
    tight="approached as u tends to 0",
    proof=as_checked(nonnegative("u"), by=slope(nonnegative("u"), derivative=slope(nonnegative("u")))),
)
def exponents(u, *, third=F(1, 3)):
    return at_least((1 + u) * log(1 + u) - u, u**2 / (2 + 2 * third * u))


def log(u):
    """Of numbers and of symbols."""
    return logarithm(u) if isinstance(u, Term) else sympy.log(u)


@claim(
    "thm:hoeffding",
    says="For n independent variables in [0, 1], P(X̄ − E X ≥ t) is at most exp(−2nt²).",
    formula=r"\mathbb P(\bar X-\mathbb E X\ge t) \le e^{-2nt^2}",
    forall={"X, n": BOUNDED_DRAWS, "t": SMALL},
    mutants=MORE,
)
def hoeffding(drawn, t, *, times=1):
    return at_most(drawn.log_tail(t), -times * 2 * drawn.n * float(t) ** 2, symbol="log P")


@claim(
    "thm:bennett",
    says="If X ≤ 1 is centred with variance v, then P(S_n ≥ nt) is at most exp(−nv h(t/v)), h(u) = (1+u)log(1+u) − u.",
    formula=r"\mathbb P(S_n\ge nt) \le e^{-nv\,h(t/v)},\quad h(u)=(1+u)\log(1+u)-u",
    forall={"X, n": CENTRED, "t": SMALL},
    mutants=MORE,
)
def bennett(drawn, t, *, times=1):
    v, t = float(drawn.law.variance), float(t)
    exponent = v * ((1 + t / v) * math.log1p(t / v) - t / v) if v else math.inf
    return at_most(drawn.log_tail(F(t)), -times * drawn.n * exponent, symbol="log P")


@claim(
    "thm:bernstein",
    says="If X ≤ 1 is centred with variance v, then P(S_n ≥ nt) is at most exp(−nt²/(2(v + t/3))).",
    formula=r"\mathbb P(S_n\ge nt) \le e^{-nt^2/(2(v+t/3))}",
    forall={"X, n": CENTRED, "t": SMALL},
    mutants=MORE,
)
def bernstein(drawn, t, *, times=1):
    v, t = float(drawn.law.variance), float(t)
    return at_most(drawn.log_tail(F(t)), -times * drawn.n * t**2 / (2 * (v + t / 3)), symbol="log P")


@claim(
    "thm:chernoff",
    says="For n coins with mean p, P(S_n ≥ (1 + δ)np) is at most exp(−np((1 + δ)log(1 + δ) − δ)).",
    formula=r"\mathbb P(S_n\ge(1+\delta)np) \le \Bigl(\tfrac{e^\delta}{(1+\delta)^{1+\delta}}\Bigr)^{np}",
    forall={
        "p, n": family(
            {"p = 1/10, n = 1": (0.1, 1), "p = 1/2, n = 4": (0.5, 4), "p = 1/1000, n = 10⁸": (0.001, 10**8)},
            "probabilities and numbers of coins",
            search=product(reals(0, 1, open=True), choices([1, 2, 3, 10, 100, 10**4])),
        ),
        "δ": family([F(1, 20), F(1, 2), F(1)], "δ > 0", search=reals(0, 4, open=True)),
    },
    mutants=MORE,
)
def chernoff(coins, delta, *, times=1):
    (p, n), d = coins, float(delta)
    found = log_binomial_tail(n, float(p), math.ceil((1 + d) * n * float(p) * (1 - 1e-12)))
    return at_most(found, -times * n * float(p) * ((1 + d) * math.log1p(d) - d), symbol="log P")


@claim(
    "thm:mcdiarmid",
    says="If changing the k-th of n coins moves f by at most c_k, then P(f − E f ≥ t) is at most exp(−2t²/Σc_k²).",
    formula=r"\mathbb P(f-\mathbb E f\ge t) \le e^{-2t^2/\sum c_k^2}",
    forall={"f": FUNCTIONS, "t": family([F(1, 2), F(1)], "levels", search=reals(0, 4, open=True))},
    mutants={"40 per cent more": {"times": 1.4}},
    reading="for functions of coins; the exponent is that of Hoeffding's inequality for sums, where it is sharp",
)
def mcdiarmid(f, t, *, times=1):
    likely = f.mean(np.where(f.values - f.mean(f.values) >= t, 1, 0))
    squares = sum(np.max(np.abs(f.change(k))) ** 2 for k in range(f.values.ndim))
    exponent = 2 * float(t) ** 2 / float(squares) if squares else math.inf
    return at_most(float(likely), math.exp(-times * exponent), symbol="P")


@claim(
    "thm:azuma",
    says="For a martingale with increments of at most 1, P(M_n ≥ t) is at most exp(−t²/(2n)).",
    formula=r"\mathbb P(M_n\ge t) \le e^{-t^2/(2n)}",
    forall={
        "M": BOUNDED_MARTINGALES,
        "t": family([F(1), F(2), F(4)], "levels", search=reals(0, 4, open=True)),
    },
    mutants={"40 per cent more": {"times": 1.4}},
    reading="for martingales with two branches; the exponent is Hoeffding's for fair signs, where it is sharp",
)
def azuma(tree, t, *, times=1):
    likely = tree.probability(lambda moves: sum(moves) >= t)
    return at_most(float(likely), math.exp(-times * float(t) ** 2 / (2 * tree.n)), symbol="P")


@claim(
    "thm:dkw",
    says="The empirical distribution function of n draws misses F by ε or more with probability at most 2exp(−2nε²).",
    formula=r"\mathbb P(\sup_x|F_n(x)-F(x)|\ge\varepsilon) \le 2e^{-2n\varepsilon^2}",
    forall={
        "n": family([1, 2, 100, 10**5], "numbers of draws", search=choices([1, 2, 3, 5, 10, 100, 1000])),
        "λ": family([F(1, 2), F(1), F(2)], "λ = ε√n", search=reals(0, 4, open=True)),
    },
    mutants={"five per cent less": {"front": 1.9}},
    tight="approached by many draws",
    reading="for a continuous F, where the law of the distance is known (Marsaglia, Tsang and Wang 2003)",
)
def dvoretzky_kiefer_wolfowitz(n, level, *, front=2):
    epsilon = float(level) / math.sqrt(n)
    return at_most(float(kstwo.sf(epsilon, n)), front * math.exp(-2 * n * epsilon**2), symbol="P")


@claim(
    "thm:doob",
    says="If M ≥ 0 is a martingale with M₀ = 1, then P(max M_k ≥ a) is at most 1/a.",
    formula=r"\mathbb P(\max_k M_k\ge a) \le \tfrac1a",
    forall={"M": POSITIVE_MARTINGALES, "a": family([F(1), F(2), F(3)], "levels a ≥ 1", search=reals(1, 8))},
    mutants={"one per cent less": {"factor": F(99, 100)}},
    tight="attained by double or nothing, for a = 2",
    reading="up to time n, with two branches at each step",
)
def doob(tree, a, *, factor=1):
    return at_most(tree.probability(lambda moves: max(_wealth(moves)) >= a), factor / a, symbol="P")


@claim(
    "thm:ville",
    says="If M ≥ 0 is a supermartingale, then P(M_k ≥ a for some k) is at most E M₀/a, for all times at once.",
    formula=r"\mathbb P(\exists k:\ M_k\ge a) \le \tfrac{\mathbb E M_0}{a}",
    forall={
        "M": POSITIVE_MARTINGALES,
        "q": family([F(1), F(9, 10)], "shares that a step keeps", search=reals(0, 1)),
        "a": family([F(3, 2), F(2)], "levels a", search=reals(1, 4, open=True)),
    },
    mutants={"one per cent less": {"factor": F(99, 100)}},
    tight="attained by double or nothing for a = 2",
    reading="up to time n: martingales with two branches times q^k",
)
def ville(tree, share, a, *, factor=1):
    def reaches(moves):
        return max(share**k * wealth for k, wealth in enumerate(_wealth(moves))) >= a

    return at_most(tree.probability(reaches), factor / a, symbol="P")


def _wealth(moves):
    """M₀ = 1, M₁, …: products of the factors."""
    found = [1]
    for each in moves:
        found.append(found[-1] * each)
    return found


@claim(
    "thm:median-of-means",
    says="The median of k = 3 means of 2 draws misses E X by more than √(2 Var X) with probability at most 5/32.",
    formula=r"\mathbb P(|\mathrm{MoM}-\mathbb E X|>\sqrt{2\operatorname{Var}X}) \le \tfrac{5}{32}",
    forall={
        "X": family(
            [SIGNS, Law((F(0), F(1)), (F(909, 1000), F(91, 1000)), "a coin with p = 91/1000")],
            "laws",
            search=region(-4, 4),
        )
    },
    mutants={"2/25": {"bound": F(2, 25)}},
    reading="each mean misses by more than √(2 Var X) with probability at most 1/4; two of three must miss",
)
def median_of_means(law, *, bound=F(5, 32)):
    middle, v = law.mean(), law.variance
    one = law.of_samples(2, lambda drawn: (sum(drawn) / 2 - middle) ** 2 > 2 * v)
    return at_most(3 * one**2 * (1 - one) + one**3, bound, symbol="P")


@claim(
    "thm:anticoncentration",
    voice="ours",
    says="The exponent 2 of Hoeffding's inequality cannot be 2.01: 10⁸ fair coins break that for t = 1/100.",
    expected="computed",
    mutants={"even 2 fails": {"exponent": 2}},
)
def two_is_needed(*, exponent=2.01):
    n, t = 10**8, 0.01
    return more_than(log_binomial_tail(n, 0.5, round(n * (0.5 + t))), -exponent * n * t**2, symbol="log P")
