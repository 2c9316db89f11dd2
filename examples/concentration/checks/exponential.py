"""Section 2: exponential tails of sums and of functions of independent variables."""

import math
from fractions import Fraction as F

from laws import BOUNDED, EXPONENTS, SIGNS, SIZES, Law, region

from theorytest import at_most, claim, family, more_than, reals

SMALL = family([F(1, 10), F(1, 4), F(1, 2)], "deviations t in (0, 1)", search=reals(0, 1, open=True))
CENTRED = family(
    [SIGNS, Law((F(-1, 9), F(1)), (F(9, 10), F(1, 10)), "a rare jump")],
    "centred laws with X ≤ 1",
    search=region(-1, 1).map(lambda law: _centred(law)),
)


def _centred(law):
    """The law minus its mean, over the largest distance that it may have from it."""
    middle = law.mean()
    return Law(tuple((x - middle) / 2 for x in law.values), law.probabilities)


def tail(law, n, t):
    """P(mean of n draws ≥ E X + t)."""
    middle = law.mean()
    return law.of_samples(n, lambda drawn: sum(drawn) >= n * (middle + t))


@claim(
    "lem:hoeffding",
    says="If X lies in [0, 1], then E exp(s(X − E X)) is at most exp(s²/8).",
    formula=r"\mathbb E e^{s(X-\mathbb E X)} \le e^{s^2/8}",
    forall={"X": BOUNDED, "s": EXPONENTS},
    mutants={"exp(s²/9)": {"eight": 9}},
    tight="approached by a fair coin as s tends to 0",
)
def hoeffding_lemma(law, s, *, eight=8):
    middle = float(law.mean())
    found = float(law.mean(lambda x: math.exp(float(s) * (float(x) - middle))))
    return at_most(math.log(found), float(s) ** 2 / eight)


@claim(
    "thm:hoeffding",
    says="For n independent variables in [0, 1], P(X̄ − E X ≥ t) is at most exp(−2nt²).",
    formula=r"\mathbb P(\bar X-\mathbb E X\ge t) \le e^{-2nt^2}",
    forall={"X": BOUNDED, "n": SIZES, "t": SMALL},
    mutants={"exp(−4nt²)": {"two": 4}},
)
def hoeffding(law, n, t, *, two=2):
    return at_most(float(tail(law, n, t)), math.exp(-two * n * float(t) ** 2))


@claim(
    "thm:bennett",
    says="If X ≤ 1 is centred with variance v, then P(S_n ≥ nt) is at most exp(−nv h(t/v)), h(u) = (1+u)log(1+u) − u.",
    formula=r"\mathbb P(S_n\ge nt) \le e^{-nv\,h(t/v)},\quad h(u)=(1+u)\log(1+u)-u",
    forall={"X": CENTRED, "n": SIZES, "t": SMALL},
    mutants={"three times the exponent": {"times": 3}},
)
def bennett(law, n, t, *, times=1):
    v, t = float(law.variance), float(t)
    exponent = v * ((1 + t / v) * math.log1p(t / v) - t / v) if v else math.inf
    return at_most(float(tail(law, n, F(t))), math.exp(-times * n * exponent))


@claim(
    "thm:bernstein",
    says="If X ≤ 1 is centred with variance v, then P(S_n ≥ nt) is at most exp(−nt²/(2(v + t/3))).",
    formula=r"\mathbb P(S_n\ge nt) \le e^{-nt^2/(2(v+t/3))}",
    forall={"X": CENTRED, "n": SIZES, "t": SMALL},
    mutants={"three times the exponent": {"times": 3}},
)
def bernstein(law, n, t, *, times=1):
    v, t = float(law.variance), float(t)
    return at_most(float(tail(law, n, F(t))), math.exp(-times * n * t**2 / (2 * (v + t / 3))))


@claim(
    "thm:chernoff",
    says="For n coins with mean p, P(S_n ≥ (1 + δ)np) is at most exp(−np((1 + δ)log(1 + δ) − δ)).",
    formula=r"\mathbb P(S_n\ge(1+\delta)np) \le \Bigl(\tfrac{e^\delta}{(1+\delta)^{1+\delta}}\Bigr)^{np}",
    forall={
        "p": family([F(1, 10), F(1, 2)], "probabilities", search=reals(0, 1, open=True)),
        "n": SIZES,
        "δ": family([F(1, 2), F(1)], "δ > 0", search=reals(0, 4, open=True)),
    },
    mutants={"four times the exponent": {"times": 4}},
)
def chernoff(p, n, delta, *, times=1):
    found = sum(math.comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1) if k >= (1 + delta) * n * p)
    d = float(delta)
    return at_most(float(found), math.exp(-times * n * float(p) * ((1 + d) * math.log1p(d) - d)))


@claim(
    "thm:mcdiarmid",
    says="If changing one of n arguments moves f by at most c, then P(f − E f ≥ t) is at most exp(−2t²/(nc²)).",
    formula=r"\mathbb P(f-\mathbb E f\ge t) \le e^{-2t^2/(nc^2)}",
    forall={"X": BOUNDED, "n": SIZES, "t": SMALL},
    mutants={"exp(−8t²/(nc²))": {"two": 8}},
    reading="for the maximum, the sum and the number of different values of variables in [0, 1]: c = 1",
)
def mcdiarmid(law, n, t, *, two=2):
    for name, f in {"the maximum": max, "the sum": sum, "different values": lambda x: len(set(x))}.items():
        middle = sum(chance * f(drawn) for drawn, chance in law.samples(n))
        found = law.of_samples(n, lambda drawn, f=f, middle=middle: f(drawn) - middle >= t)
        yield at_most(float(found), math.exp(-two * float(t) ** 2 / n), name)


@claim(
    "thm:azuma",
    says="For a martingale with increments of at most c, P(M_n ≥ t) is at most exp(−t²/(2nc²)).",
    formula=r"\mathbb P(M_n\ge t) \le e^{-t^2/(2nc^2)}",
    forall={"n": SIZES, "t": family([F(1, 2), F(1), F(2)], "levels", search=reals(0, 4, open=True))},
    mutants={"exp(−3t²/(2nc²))": {"times": 3}},
    reading="for the martingale that bets half as much after every gain, with c = 1",
)
def azuma(n, t, *, times=1):
    def wealth(signs):
        total, bet = F(0), F(1)
        for sign in signs:
            total, bet = total + bet * sign, bet / 2 if sign > 0 else bet
        return total

    found = SIGNS.of_samples(n, lambda signs: wealth(signs) >= t)
    return at_most(float(found), math.exp(-times * float(t) ** 2 / (2 * n)))


@claim(
    "thm:dkw",
    says="The empirical distribution function of n draws misses F by ε or more with probability at most 2exp(−2nε²).",
    formula=r"\mathbb P(\sup_x|F_n(x)-F(x)|\ge\varepsilon) \le 2e^{-2n\varepsilon^2}",
    forall={"X": BOUNDED, "n": SIZES, "ε": SMALL},
    mutants={"exp(−4nε²)": {"two": 4, "front": 1}},
)
def dvoretzky_kiefer_wolfowitz(law, n, epsilon, *, two=2, front=2):
    F_at = {x: law.probability(lambda y, x=x: y <= x) for x in law.values}

    def misses(drawn):
        return any(abs(sum(1 for y in drawn if y <= x) - n * F_at[x]) >= n * epsilon for x in law.values)

    return at_most(float(law.of_samples(n, misses)), front * math.exp(-two * n * float(epsilon) ** 2))


@claim(
    "thm:doob",
    says="If M ≥ 0 is a martingale with M₀ = 1, then P(max M_k ≥ a) is at most 1/a.",
    formula=r"\mathbb P(\max_k M_k\ge a) \le \tfrac1a",
    forall={"n": SIZES, "a": family([F(1), F(2), F(3)], "levels a ≥ 1", search=reals(1, 8))},
    mutants={"one per cent less": {"factor": F(99, 100)}},
    tight="attained by doubling or losing everything, for a = 2",
    reading="for the martingale that doubles or is lost; Ville's inequality is the same for all times",
)
def doob(n, a, *, factor=1):
    def reaches(signs):
        wealth = 1
        for sign in signs:
            if wealth >= a:
                return True
            wealth = 2 * wealth if sign > 0 else 0
        return wealth >= a

    return at_most(SIGNS.of_samples(n, reaches), factor / a)


@claim(
    "thm:ville",
    says="If M ≥ 0 is a supermartingale, then P(M_k ≥ a for some k) is at most E M₀/a, for all times at once.",
    formula=r"\mathbb P(\exists k:\ M_k\ge a) \le \tfrac{\mathbb E M_0}{a}",
    forall={
        "λ": family([F(1, 2), F(1)], "bets λ in [0, 1]", search=reals(0, 1)),
        "n": SIZES,
        "a": family([F(3, 2), F(2)], "levels a", search=reals(1, 4, open=True)),
    },
    mutants={"half": {"factor": F(1, 2)}},
    tight="attained by λ = 1 and a = 2",
    reading="for the wealth ∏(1 + λ ε_k) of bets on fair signs, up to time n",
)
def ville(bet, n, a, *, factor=1):
    def reaches(signs):
        wealth = 1
        for sign in signs:
            wealth = wealth * (1 + bet * sign)
            if wealth >= a:
                return True
        return False

    return at_most(SIGNS.of_samples(n, reaches), factor / a)


@claim(
    "thm:median-of-means",
    says="The median of k = 3 means of 2 draws misses E X by more than √(2 Var X) with probability at most 5/32.",
    formula=r"\mathbb P(|\mathrm{MoM}-\mathbb E X|>\sqrt{2\operatorname{Var}X}) \le \tfrac{5}{32}",
    forall={
        "X": family(
            [SIGNS, Law((F(0), F(1)), (F(3, 4), F(1, 4)), "a coin with p = 1/4")],
            "laws",
            search=region(-4, 4),
        )
    },
    mutants={"a hundredth": {"bound": F(1, 100)}},
    reading="each mean misses by more than √(2 Var X) with probability at most 1/4; two of three must miss",
)
def median_of_means(law, *, bound=F(5, 32)):
    middle, v = law.mean(), law.variance
    one = law.of_samples(2, lambda drawn: (sum(drawn) / 2 - middle) ** 2 > 2 * v)
    return at_most(3 * one**2 * (1 - one) + one**3, bound)


@claim(
    "thm:anticoncentration",
    voice="ours",
    says="The exponent 2 of Hoeffding's inequality cannot be 4: a fair coin breaks that for n = 1 and t = 1/2.",
    expected="computed",
    mutants={"even 1 fails": {"exponent": 1}},
)
def two_is_needed(*, exponent=4):
    return more_than(0.5, math.exp(-exponent / 4))
