r"""Section 1.2, line 343: "in the unbiased case" the scheme has rates like those of deterministic first-order methods.

The quasi-projection is unbiased whatever the target. On two points of mass 1/2 with the target ±c, constants, u_1 = 1
and one point a step it has X_1 = 1 and the noise v = c² at the minimiser, where gradient descent needs one step.
"""

from fractions import Fraction

from checks.hypotheses import LINEAR_LEAST_SQUARES, fixed_steps, unbiased
from checks.theory.best_steps import decay
from theorytest import claim, family, less_than, reals


@claim(
    "x:sec1.2-unbiased-vs-biased/rate",
    kind="rate",
    says="In the unbiased case, the algorithm has convergence rates comparable to deterministic first-order methods.",
    formula=r"c_{\mathrm{bias},2} = 0 \implies \mathbb{E}\,\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}} \le C a^t",
    forall={"c": family((0, 1, 10), "targets ±c on two points", search=reals(0, 10))},
    given=[*LINEAR_LEAST_SQUARES, unbiased, fixed_steps],
    reading="Without the `suitable conditions` of the abstract, under (SPL). For the quasi-projection and all steps "
    "the gap is at least of order 1/t, whose t-th root tends to 1: no C and no a < 1 serve. Table 1 says so in its "
    "worst case; without noise see x:abs-deterministic-rates.",
    gravity="fails only when read literally",
    finding="unbiased-is-not-noiseless",
    premises=["x:sec1-sgd-rate"],
    controls={"no noise at the minimiser": {"noise": lambda _: 0}},
)
def unbiased_is_as_fast_as_printed(c, *, noise=lambda c: Fraction(c) ** 2):
    return less_than(decay(Fraction(1), Fraction(noise(c))), 1, symbol="the limit of the t-th root of X_t")
