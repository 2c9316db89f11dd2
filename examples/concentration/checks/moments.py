"""Section 1: what moments say about tails."""

from fractions import Fraction as F

from laws import BOUNDED, LEVELS, POSITIVE, REAL, SIZES
from trees import FUNCTIONS

from theorytest import at_least, at_most, claim, family, reals

LESS = {"one per cent less": {"factor": F(99, 100)}}


@claim(
    "thm:markov",
    says="If X ≥ 0, then P(X ≥ t) is at most E X/t.",
    formula=r"\mathbb P(X\ge t) \le \tfrac{\mathbb E X}{t}",
    forall={"X": POSITIVE, "t": LEVELS},
    mutants=LESS,
    tight="attained by X in {0, t}",
)
def markov(law, t, *, factor=1):
    return at_most(law.probability(lambda x: x >= t), factor * law.mean() / t)


@claim(
    "thm:chebyshev",
    says="P(|X − E X| ≥ t) is at most Var X/t².",
    formula=r"\mathbb P(|X-\mathbb E X|\ge t) \le \tfrac{\operatorname{Var}X}{t^2}",
    forall={"X": REAL, "t": LEVELS},
    mutants=LESS,
    tight="attained by fair signs with t = 1",
)
def chebyshev(law, t, *, factor=1):
    middle = law.mean()
    return at_most(law.probability(lambda x: abs(x - middle) >= t), factor * law.variance / t**2)


@claim(
    "thm:cantelli",
    says="P(X − E X ≥ t) is at most Var X/(Var X + t²).",
    formula=r"\mathbb P(X-\mathbb E X\ge t) \le \tfrac{\operatorname{Var}X}{\operatorname{Var}X+t^2}",
    forall={"X": REAL, "t": LEVELS},
    mutants=LESS,
    tight="attained by two-point laws",
)
def cantelli(law, t, *, factor=1):
    middle, v = law.mean(), law.variance
    return at_most(law.probability(lambda x: x - middle >= t), factor * v / (v + t**2))


@claim(
    "thm:paley-zygmund",
    says="If X ≥ 0 and 0 ≤ θ ≤ 1, then P(X > θ E X) is at least (1 − θ)²(E X)²/E X².",
    formula=r"\mathbb P(X>\theta\,\mathbb E X) \ge (1-\theta)^2\tfrac{(\mathbb E X)^2}{\mathbb E X^2}",
    forall={"X": POSITIVE, "θ": family([F(0), F(1, 2)], "θ in [0, 1]", search=reals(0, 1))},
    mutants={"one per cent more": {"factor": F(101, 100)}},
    tight="attained by X in {0, 1} for θ = 0",
    reading="multiplied by E X², so that X = 0 is no exception",
)
def paley_zygmund(law, theta, *, factor=1):
    middle = law.mean()
    likely = law.probability(lambda x: x > theta * middle)
    return at_least(likely * law.mean(lambda x: x * x), factor * (1 - theta) ** 2 * middle**2)


@claim(
    "thm:popoviciu",
    says="The variance of a random variable in [0, 1] is at most 1/4.",
    formula=r"\operatorname{Var}X \le \tfrac14",
    forall={"X": BOUNDED},
    mutants=LESS,
    tight="attained by a fair coin",
)
def popoviciu(law, *, factor=1):
    return at_most(law.variance, factor * F(1, 4))


@claim(
    "thm:bhatia-davis",
    says="The variance of a random variable in [0, 1] is at most E X(1 − E X).",
    formula=r"\operatorname{Var}X \le \mathbb E X\,(1-\mathbb E X)",
    forall={"X": BOUNDED},
    mutants=LESS,
    tight="attained by coins",
)
def bhatia_davis(law, *, factor=1):
    return at_most(law.variance, factor * law.mean() * (1 - law.mean()))


@claim(
    "thm:kolmogorov",
    says="For independent centred summands, P(max |S_k| ≥ t) is at most Var S_n/t².",
    formula=r"\mathbb P(\max_{k\le n}|S_k|\ge t) \le \tfrac{\operatorname{Var}S_n}{t^2}",
    forall={"X": REAL, "n": SIZES, "t": LEVELS},
    mutants=LESS,
    tight="attained by fair signs for n = 1 and t = 1",
)
def kolmogorov(law, n, t, *, factor=1):
    middle = law.mean()

    def reaches(drawn):
        return any(abs(sum(drawn[: k + 1]) - (k + 1) * middle) >= t for k in range(n))

    return at_most(law.of_samples(n, reaches), factor * n * law.variance / t**2)


@claim(
    "thm:efron-stein",
    says="The variance of f(X₁, …, X_n) is at most the sum of the expected conditional variances.",
    formula=r"\operatorname{Var}f \le \textstyle\sum_i \mathbb E\operatorname{Var}_i f",
    forall={"f": FUNCTIONS},
    mutants=LESS,
    tight="attained by sums",
    reading="for functions of coins",
)
def efron_stein(f, *, factor=1):
    variance = f.mean((f.values - f.mean(f.values)) ** 2)
    parts = sum(f.mean(f.p * (1 - f.p) * f.change(k) ** 2) for k in range(f.values.ndim))
    return at_most(variance, factor * parts, symbol="Var f")
