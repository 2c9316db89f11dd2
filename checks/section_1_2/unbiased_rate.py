r"""Section 1.2, line 343: "in the unbiased case" the scheme has rates like those of deterministic first-order methods.

The quasi-projection is unbiased whatever the target. On two points of mass 1/2 with the target ±c, constants, u_1 = 1
and one point a step it has X_1 = 1 and the noise v = c² at the minimiser, where gradient descent needs one step.
"""

from fractions import Fraction

from checks.hypotheses import LINEAR_LEAST_SQUARES, unbiased
from checks.theory.best_steps import FIXED_STEPS, exponential_rate, slowest
from theorytest import at_most, claim, family, horizon, reals, threshold

FAR = 10**5


@claim(
    "x:sec1.2-unbiased-vs-biased/rate",
    kind="rate",
    says="In the unbiased case, the algorithm has convergence rates comparable to deterministic first-order methods.",
    formula=r"c_{\mathrm{bias},2} = 0 \implies \mathbb{E}\,\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}} \le C a^t",
    forall={"c": family((0, 1, 10), "targets ±c on two points", search=reals(0, 10)), "t": horizon},
    given=[*LINEAR_LEAST_SQUARES, unbiased, FIXED_STEPS],
    reading="Without the `suitable conditions` of the abstract, under (SPL). The gap is at least of order 1/t for all "
    "steps, against every C and a; shown for C = 10⁶, a = 999/1000. Table 1 says so in its worst "
    "case; without noise see x:abs-deterministic-rates.",
    gravity="fails only when read literally",
    finding="unbiased-is-not-noiseless",
    premises=["x:sec1-sgd-rate"],
    controls={"no noise at the minimiser": {"noise": lambda _: 0}},
)
def unbiased_is_as_fast_as_printed(c, *, noise=lambda c: Fraction(c**2)):
    least = slowest(Fraction(1), noise(c), FAR) if noise(c) else 0
    return at_most(least, threshold(exponential_rate(FAR)), until=FAR, symbol="X_t")
