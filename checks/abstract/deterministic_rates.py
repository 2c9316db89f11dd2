r"""Abstract: the scheme achieves the rates of deterministic descent under a condition: no noise at the minimiser.

For u* in T a step of the quasi-projection with s = n/(n - 1 + d) multiplies E‖u_t - u*‖² by (d - 1)/(n - 1 + d).
"""

from fractions import Fraction

import numpy as np

from checks.hypotheses import LINEAR_LEAST_SQUARES, optimal_points, target_in_class
from checks.theory.best_steps import NOISELESS, SCALAR
from theorytest import claim, equal, horizon
from theorytest.descent import Constant
from theorytest.proof import HYPOTHESIS, defined, function, induction, integer, statement, use


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


@claim(
    "x:abs-deterministic-rates",
    kind="rate",
    says="Under suitable conditions, the stochastic scheme achieves the linear or exponential rates of deterministic "
    "first-order descent methods.",
    forall={"T, n, u*": NOISELESS, "t": horizon},
    given=[*LINEAR_LEAST_SQUARES, target_in_class, optimal_points, SCALAR],
    formula=r"X_t = \mathbb{E}\,\mathcal{L}(u_t)-\mathcal{L}_{\min} = \big(\tfrac{d-1}{n-1+d}\big)^{t-1}X_1",
    reading="`Suitable conditions` are those listed, under which the rate is exponential; the factor is ours. The rate "
    "1/t is that of Table 1, row 1. All t: from X_{t+1} = (1 - 2s + ms²)X_t, m = (n - 1 + d)/n.",
    proof=rate_on_symbols,
    covers=["t"],
    mutants={"two per cent faster": {"factor": lambda d, n: Fraction(49, 50) * rate(d, n)}},
)
def exponential_without_noise(problem, *, factor=rate):
    times, d, n = np.arange(1, 40), problem.space.dim, problem.n
    X = problem.errors(Constant(n / (n - 1 + d)), times) / problem.start
    return equal(X, float(factor(d, n)) ** (times - 1), digits=10, scale=1.0, symbol="X_t / X_1")
