r"""Section 1.2, line 343: "in the unbiased case" the scheme has rates like those of deterministic first-order methods.

The quasi-projection is unbiased whatever the target. Gradient descent with s = 1 finds the minimiser of least squares
on a linear class in one step; the scheme is exponential where the noise at the minimiser vanishes, and else not.
"""

from checks.hypotheses import least_squares_loss, linear_class, no_retraction, unbiased
from checks.theory.best_steps import FIXED_STEPS, SEEN, noisy_problems, slowest
from theorytest import at_most, claim, family, horizon, threshold

FAR = 100_000


@claim(
    "x:sec1.2-unbiased-vs-biased/rate",
    kind="rate",
    says="In the unbiased case, the proposed algorithm achieves convergence rates comparable to deterministic "
    "first-order methods.",
    formula=r"c_{\mathrm{bias},2} = 0 \implies \mathbb{E}\,\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}} \le C a^t "
    r"\quad\text{for some } a < 1",
    forall={"T, n, u*": family(noisy_problems, "least squares with targets outside T"), "t": horizon},
    given=[least_squares_loss, linear_class, no_retraction, unbiased, FIXED_STEPS, *SEEN],
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
    return at_most(least(problem, FAR), threshold(1e6 * 0.999**FAR), digits=None, until=FAR, symbol="X_t")
