r"""Section 4.2.1 [x:sec4.2.1-iterates-converge]: what the sentence before Theorem 4.8 says of the iterates."""

from checks.hypotheses import conditions_of_4_8, continuous_along, not_summable, stays_compact
from checks.instances.curves_and_ends import WORLDS
from checks.instances.quasi_critical_worlds import HORIZON
from theorytest import at_most, claim, horizon, repair, threshold
from theorytest.descent import Constant


@repair(
    "x:sec4.2.1-iterates-converge/corrected",
    "x:sec4.2.1-iterates-converge",
    says="If Theorem 4.8 applies, Σ s_t = ∞ and u ↦ P_u∇L(u) is continuous, iterates in a compact subset of M "
    "come almost surely arbitrarily close to stationary points.",
    formula=r"u_t\in K\subseteq\mathcal{M} \text{ compact} \implies "
    r"\liminf_t d\bigl(u_t, \{P\nabla\mathcal{L} = 0\}\bigr) = 0 \text{ a.s.}",
    reading="With noise, on the line, the root of the mean squared distance.",
    given=[conditions_of_4_8, not_summable, stays_compact, continuous_along],
    premises=["thm:stationary_point"],
    mutants={"constant steps beside the target": {"steps": lambda _: Constant(0.5)}},
)
@claim(
    "x:sec4.2.1-iterates-converge",
    also=["x:abs-monotone-as"],
    kind="almost sure",
    says="Under the conditions of Theorem 4.8 with Σ s_t = ∞, the iterates converge almost surely to a stationary "
    "point.",
    formula=r"\exists\,u_\infty\in\mathcal{M}:\ u_t\to u_\infty,\ "
    r"P_{u_\infty}\nabla\mathcal{L}(u_\infty) = 0 \text{ a.s.}",
    reading="The abstract and Section 1 (lines 197 and 222) announce the same. Read for the lower limit of ‖P_t g_t‖ "
    "it is Theorem 4.8.",
    forall={"u": WORLDS, "t": horizon},
    given=[conditions_of_4_8, not_summable],
    gravity="wrong statement",
    finding="iterates-converge",
    premises=["thm:stationary_point"],
)
def iterates_come_close(world, *, steps=lambda world: world.steps):
    """The distance after 20,000 steps; axes in turns have ‖P_t g_t‖ > 7/10 at all t = 4^k."""
    return at_most(
        world.distance(steps(world)), threshold(world.within), until=HORIZON, symbol="d(u_t, stationary points)"
    )
