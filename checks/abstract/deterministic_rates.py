r"""Abstract: the scheme achieves the rates of deterministic descent under a condition: no noise at the minimiser.

For u* in T a step of the quasi-projection with s = n/(n - 1 + d) multiplies E‖u_t - u*‖² by (d - 1)/(n - 1 + d).
"""

import numpy as np

from checks.hypotheses import least_squares_loss, linear_class, no_retraction, optimal_points, target_in_class
from checks.theory.best_steps import NOISELESS, SCALAR
from theorytest import claim, equal, horizon, repair
from theorytest.descent import Constant

WITHOUT_NOISE = {
    "kind": "rate",
    "forall": {"T, n, u*": NOISELESS, "t": horizon},
    "given": [least_squares_loss, linear_class, no_retraction, target_in_class, optimal_points, SCALAR],
    "mutants": {
        "the factor of exact gradients": {"factor": lambda d, n: ((d - 1) / (n - 1 + d)) ** 2},
        "two per cent faster": {"factor": lambda d, n: 0.98 * (d - 1) / (n - 1 + d)},
    },
}


@repair(
    "x:sec1.2-unbiased-vs-biased/rate-corrected",
    "x:sec1.2-unbiased-vs-biased/rate",
    says="If u* ∈ T, the step n/(n - 1 + d) of the quasi-projection multiplies E‖u_t - u*‖² by (d - 1)/(n - 1 + d).",
    formula=r"\frac{X_t}{X_1} = \Big(\frac{d-1}{n-1+d}\Big)^{t-1}",
    **WITHOUT_NOISE,
)
@claim(
    "x:abs-deterministic-rates",
    says="Under suitable conditions, the stochastic scheme achieves the linear or exponential rates of deterministic "
    "first-order descent methods.",
    formula=r"X_t = \mathbb{E}\,\mathcal{L}(u_t)-\mathcal{L}_{\min} = \big(\tfrac{d-1}{n-1+d}\big)^{t-1}X_1",
    reading="`Suitable conditions` are those listed, under which the rate is exponential; the factor is ours. The rate "
    "1/t is that of Table 1, row 1.",
    **WITHOUT_NOISE,
)
def exponential_without_noise(problem, *, factor=lambda d, n: (d - 1) / (n - 1 + d)):
    times, d, n = np.arange(1, 40), problem.space.dim, problem.n
    X = problem.errors(Constant(n / (n - 1 + d)), times) / problem.start
    return equal(X, float(factor(d, n)) ** (times - 1), digits=10, scale=1.0, until=39, symbol="X_t / X_1")
