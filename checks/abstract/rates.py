r"""Abstract: rates of deterministic descent without noise at the minimiser, and bounds of the generalisation error."""

from fractions import Fraction

import numpy as np

from checks.hypotheses import LINEAR_QUASI_PROJECTION, optimal_points, strong_polyak_lojasiewicz, target_in_class
from checks.instances.best_step_problems import NOISELESS
from checks.instances.weighted_losses import WITH_STRONG_PL
from checks.theory.best_steps import SCALAR
from theorytest import at_most, claim, equal, horizon
from theorytest.descent import Constant
from theorytest.proof import HYPOTHESIS, compared, defined, function, induction, integer, statement, use


def rate(d, n):
    """The factor of one step."""
    return (d - 1) / (n - 1 + d)


def rate_on_symbols(*, factor=rate):
    """Induction over t: X_{t+1} = (1 - 2s + ms²) X_t with s = 1/m and m = (n - 1 + d)/n."""
    d, n, t, k, X, power = integer("d"), integer("n"), integer("t"), integer("k"), function("X"), function("aᵗ⁻¹")
    s, m = n / (n - 1 + d), (n - 1 + d) / n
    given = {
        "X": defined(equal(X(k + 1), (1 - 2 * s + m * s**2) * X(k)), k),
        "a": defined(equal(power(k + 1), factor(d, n) * power(k)), k),
        "a⁰": defined(equal(power(1), 1)),
    }
    step = [use("X", at={"k": t}), use(HYPOTHESIS, factor(d, n)), use("a", -X(1), at={"k": t})]
    by = induction(t, base=[use("a⁰", -X(1))], step=step)
    return statement(equal(X(t), power(t) * X(1)), given=given, by=by)


TIMES = np.arange(1, 40)


def mean_gaps(problem):
    """X_t with s = n/(n - 1 + d), by exact moments."""
    return problem.errors(Constant(problem.n / (problem.n - 1 + problem.space.dim)), TIMES)


def rate_at(problem):
    """At all times of the check."""
    known = {"d": problem.space.dim, "n": problem.n}
    a = rate(known["d"], known["n"])
    for t, x in zip(TIMES, mean_gaps(problem), strict=True):
        yield known | {"t": int(t), "X": {1: problem.start, t: x}.__getitem__, "aᵗ⁻¹": {t: a ** (t - 1)}.__getitem__}


@claim(
    "x:abs-deterministic-rates",
    kind="rate",
    says="Under suitable conditions, the stochastic scheme achieves the linear or exponential rates of deterministic "
    "first-order descent methods.",
    forall={"T, n, u*": NOISELESS, "t": horizon},
    given=[*LINEAR_QUASI_PROJECTION, target_in_class, optimal_points, SCALAR],
    formula=r"s_t\equiv\tfrac{n}{n-1+d}:\ X_t = \mathbb{E}\,\mathcal{L}(u_t)-\mathcal{L}_{\min} = "
    r"\big(\tfrac{d-1}{n-1+d}\big)^{t-1}X_1",
    reading="`Suitable conditions` are those listed, with the step s = 1/m, m = (n - 1 + d)/n: the rate is "
    "exponential; the factor is ours. All t: from X_{t+1} = (1 - 2s + ms²)X_t. The rate 1/t is that of Theorem 4.8 "
    "with constant steps, where neither orthogonal part nor error is left.",
    premises=["x:sec4.2.1-constant-step"],
    proof=compared(rate_on_symbols, rate_at, per=function("X")(1)),
    covers=["t"],
    mutants={"two per cent faster": {"factor": lambda d, n: Fraction(49, 50) * rate(d, n)}},
)
def exponential_without_noise(problem, *, factor=rate):
    a = float(factor(problem.space.dim, problem.n))
    return equal(mean_gaps(problem) / problem.start, a ** (TIMES - 1), digits=10, scale=1.0, symbol="X_t / X_1")


UNTIL = {"its bound": 1000}  # the last time of what is said for all times


@claim(
    "x:abs-pl-generalisation",
    says="Under a Polyak-Łojasiewicz-type condition, convergence of the gradient bounds the generalisation error.",
    formula=r"\mathbb{E}\,\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}} \le \tfrac1{2\lambda}\mathbb{E}\|P_tg_t\|^2",
    forall={"L, M": WITH_STRONG_PL, "t": horizon},
    given=[strong_polyak_lojasiewicz],
    reading="The condition is read as (SPL): the excess is at most ‖P_t g_t‖²/(2λ). Where ‖(I - P)g‖ ≤ c‖Pg‖ and the "
    "step is constant with σ > 0, the mean excess is at most gap_1/(2λσt); noise at the minimiser would stop it.",
    tight="attained on linear classes",
    premises=["eq:mu-PL_strong/corrected"],
    mutants={"two per cent more of λ": {"constant": lambda lam: 1.02 * lam}},
)
def strong_pl_bounds_the_excess_risk(world, *, constant=lambda lam: lam):
    lam, bounds = world()
    for name, (excess, square) in bounds.items():
        yield at_most(
            2 * constant(lam) * excess, square, name, digits=10, until=UNTIL.get(name), symbol="2λ times the excess"
        )
