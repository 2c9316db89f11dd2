r"""Section 1.2, line 343: "in the unbiased case" the scheme has rates like those of deterministic first-order methods.

The quasi-projection is unbiased whatever the target. Gradient descent with s = 1 finds the minimiser of least squares
on a linear class in one step; the scheme is exponential where the noise at the minimiser vanishes, and else not.
"""

from __future__ import annotations

import numpy as np

from checks.hypotheses import least_squares_loss, optimal_points, target_in_class, unbiased
from checks.theory.best_steps import FIXED_STEPS, SEEN, noiseless_problems, noisy_problems, slowest
from theorytest import at_most, claim, equal, family, horizon, repair
from theorytest.descent.steps import Constant

FAR = 100_000


@claim(
    "x:sec1.2-unbiased-vs-biased/rate",
    kind="rate",
    says="In the unbiased case, the proposed algorithm achieves convergence rates comparable to deterministic "
    "first-order methods.",
    formula=r"c_{\mathrm{bias},2} = 0 \implies \mathbb{E}\,\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}} \le C a^t "
    r"\quad\text{for some } a < 1",
    forall={"T, n, u*": family(noisy_problems, "least squares with targets outside T"), "t": horizon},
    given=[unbiased, FIXED_STEPS, *SEEN],
    reading="Without the `suitable conditions` of the abstract, under (SPL). The worst case of Table 1 says otherwise.",
    expected="refuted",
    gravity="fails only when read literally",
    finding="unbiased-is-not-noiseless",
    premises=["x:sec1-sgd-rate"],
    controls={
        "no noise at the minimiser": {"least": lambda problem, t: problem.start * (1 - 1 / problem.m) ** (t - 1)}
    },
)
def unbiased_is_as_fast_as_printed(problem, *, least=slowest):
    """The error of all predetermined steps is at least 1/(1/X_1 + (t - 1)/v): shown for C = 10⁶ and a = 0.999."""
    return at_most(least(problem, FAR), 1e6 * 0.999**FAR, digits=None, until=FAR, symbol="X_t")


@repair(
    "x:sec1.2-unbiased-vs-biased/rate-corrected",
    "x:sec1.2-unbiased-vs-biased/rate",
    kind="rate",
    says="If the noise at the minimiser vanishes, the quasi-projection with step n/(n - 1 + d) multiplies the mean "
    "error by (d - 1)/(n - 1 + d) in every step.",
    formula=r"\frac{X_t}{X_1} = \Big(\frac{d-1}{n-1+d}\Big)^{t-1}",
    forall={"T, n, u*": family(noiseless_problems, "spaces, numbers of points and targets in T"), "t": horizon},
    given=[least_squares_loss, target_in_class, optimal_points, *SEEN],
    mutants={
        "a factor five per cent smaller": {"share": 0.95},
        "a step of one": {"step": lambda d, n: 1.0 + 0 * d * n},
    },
)
def unbiased_rate_without_noise(problem, *, share=1.0, step=lambda d, n: n / (n - 1 + d)):
    d, n, times = problem.space.dim, problem.n, np.array([1, 2, 3, 10, 30])
    X = problem.errors(Constant(step(d, n)), times) / problem.start
    claimed = (share * (d - 1) / (n - 1 + d)) ** (times - 1)
    return equal(X, claimed, digits=10, scale=1.0, until=30, symbol="X_t / X_1")
