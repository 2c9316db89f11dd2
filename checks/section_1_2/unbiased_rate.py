r"""Section 1.2, line 343: "in the unbiased case" the scheme has rates like those of deterministic first-order methods.

The quasi-projection is unbiased whatever the target. Gradient descent with s = 1 finds the minimiser of least squares
on a linear class in one step; the scheme is exponential where the noise at the minimiser vanishes, and else not.
"""

from __future__ import annotations

import numpy as np

from checks.theory.best_steps import noiseless_problems, noisy_problems, slowest
from theorytest import at_least, at_most, claim, equal, repair
from theorytest.descent.steps import Constant

TIMES = np.array([1, 2, 3, 10, 30])


@claim(
    "x:sec1.2-unbiased-vs-biased/rate",
    kind="rate",
    says="Read as it stands, without the condition of the abstract: whenever the estimator is unbiased, some "
    "steps that are fixed in advance give the exponential rate of gradient descent under strong PL.",
    formula=r"c_{\mathrm{bias},2} = 0 \implies \mathbb{E}\,\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}} \le C a^t "
    r"\quad\text{for some } a < 1",
    expected="refuted",
    gravity="misprint",
    premises=["x:sec1.2-unbiased-vs-biased/rate-corrected"],
)
def unbiased_is_as_fast_as_printed(*, a=0.999, C=1e6, far=100_000):
    """A target outside of the space leaves noise at the minimiser, and X_t ≥ 1/(1/X_1 + (t - 1)/v) for all such steps.

    The abstract says `under suitable conditions`, and the column `worst-case` of Table 1 has t^(-1+2ε).
    """
    for name, problem in noisy_problems().items():
        yield at_most(slowest(problem, far), C * a**far, name=name, digits=None, symbol="X_t")


@repair(
    "x:sec1.2-unbiased-vs-biased/rate-corrected",
    "x:sec1.2-unbiased-vs-biased/rate",
    kind="rate",
    says="Without bias and without noise at the minimiser the constant step n/(n - 1 + d) gives the factor "
    "(d - 1)/(n - 1 + d) per step; without bias but with noise the best steps leave an error of the order 1/t.",
    formula=r"\frac{X_t}{X_1} = \Big(\frac{d-1}{n-1+d}\Big)^{t-1} \text{ if } v = 0, \qquad "
    r"\frac1{X_t} \in \Big[\frac1{X_1}+\frac{t-1}{(m-1)X_1+v},\ \frac1{X_1}+\frac{t-1}v\Big] \text{ if } v > 0",
    expected="computed",
    mutants={
        "no noise where there is some": {"quiet": noisy_problems},
        "two per cent more noise": {"noise": 1.02},
        "twice the rate from above": {"above": 2.0},
        "a factor two per cent smaller": {"factor": 0.98},
    },
)
def unbiased_rates_depend_on_the_noise(*, quiet=noiseless_problems, noise=1.0, above=1.0, factor=1.0):
    """Exact moments; 1/X grows by 1/((m - 1) X + v) in a best step, and X falls. An equality if m = 1."""
    for name, problem in quiet().items():
        d, n = problem.space.dim, problem.n
        X = problem.errors(Constant(n / (n - 1 + d)), TIMES) / problem.start
        claimed = (factor * (d - 1) / (n - 1 + d)) ** (TIMES - 1)
        yield equal(X, claimed, name=f"{name}: quiet", digits=10, scale=1.0, symbol="X_t / X_1")
    for name, problem in noisy_problems().items():
        steps, _ = problem.best_steps(TIMES[-1])
        inverse = 1 / problem.errors(steps, TIMES)
        X, v = problem.start, problem.noise
        most, least = 1 / X + (TIMES - 1) / (noise * v), 1 / X + above * (TIMES - 1) / ((problem.m - 1) * X + v)
        yield at_most(inverse / most, 1.0, name=f"{name}: below", digits=9, symbol="bound / X_t")
        yield at_least(inverse / least, 1.0, name=f"{name}: above", digits=9, symbol="bound / X_t")
