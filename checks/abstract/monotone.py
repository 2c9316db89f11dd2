r"""Abstract: almost sure monotone convergence.

The loss of a path goes up with positive probability. For least squares, the quasi-projection and a linear class
e = u - u* moves by e ↦ e - s P^n e: on finitely many points its mean square is a matrix in e, over all samples.
"""

import itertools
from fractions import Fraction

from checks.hypotheses import LINEAR_QUASI_PROJECTION, optimal_points
from checks.instances.quasi_projections import BASES, SIZES, moved, number, outside
from checks.theory import symbolic_sampling as on
from checks.theory.finite import optimal
from checks.theory.forms import ordered
from checks.theory.members_at import steps
from theorytest import at_least, at_most, claim, equal, family, horizon, proof, reals, repair, vectors

TARGETS = {"in the class": (1, 1), "outside": (1, -1)}
STEPS = (Fraction(1, 2), Fraction(1, 4), Fraction(1, 6), Fraction(1, 8))
SHARES = (Fraction(1), Fraction(1, 2), Fraction(1, 20))


@claim(
    "x:abs-monotone-as",
    kind="almost sure",
    says="Under classical assumptions on loss and model class, the scheme converges almost surely monotonically.",
    formula=r"\mathbb{P}(\mathcal{L}(u_{t+1}) \le \mathcal{L}(u_t) \text{ for all } t) = 1",
    forall={"u*": family(TARGETS, "targets on two points", search=vectors(2)), "t": horizon},
    reading="Monotonically: no step raises the loss. The loss is least squares, the class that of constants.",
    gravity="wrong statement",
    finding="monotone-almost-surely",
    controls={"exact gradients": {"seen": lambda target: (sum(target) / Fraction(2),)}},
)
def losses_fall_as_printed(target, *, seen=lambda target: target):
    """u_1 = 1/2, s_t = 1/(2t), Σ s_t = ∞ > Σ s_t². For the target ±1 the first step rises with probability 1/2.

    No path falls in each of its first three steps.
    """
    mean, falling = sum(target) / Fraction(2), []
    for path in itertools.product(seen(target), repeat=len(STEPS)):
        u = [Fraction(1, 2)]
        for y, s in zip(path, STEPS, strict=True):
            u.append(u[-1] - s * (u[-1] - y))
        falling.append(all((b - mean) ** 2 <= (a - mean) ** 2 for a, b in itertools.pairwise(u)))
    share = Fraction(sum(falling), len(falling))
    return at_least(share, 1, until=len(STEPS), symbol="P(the loss falls)")


def longest_step(d, n):
    """2n/(n - 1 + d)."""
    return 2 * n * Fraction(1) / (n - 1 + d)


SHARE = proof.number("q", "≥0", "≤1")


def loss_on_symbols(*, noise=1, longest=longest_step):
    """‖g - sPⁿg‖² in the mean, with E(g, Pⁿg) = ‖Pg‖², Table 2 and k ≤ d."""
    s, whole = SHARE * longest(on.d, on.n), on.tangent + on.normal
    return proof.statement(
        at_most(whole - 2 * s * on.aligned + s**2 * on.moment, whole + s**2 * noise * on.d / on.n * on.normal),
        given=on.OPTIMAL | {"E Pⁿg = Pg": equal(on.aligned, on.tangent)},
        by=[proof.use("E Pⁿg = Pg", 2 * s), *on.by_dimension(s**2), proof.below(SHARE, 2 * s * on.tangent)],
    )


def mean_loss(system, n, share, noise=1, longest=longest_step):
    """The mean square of a step, and I + s² d/n (I - P)."""
    s = number(system, share * longest(system.dim, n))
    return moved(system, n, s), system.identity + s**2 * number(system, noise) * system.dim / n * outside(system)


def loss_at(system, n, share):
    """At the g of the check."""
    sampled = optimal(system)
    found, bound = mean_loss(sampled, n, share)
    return [{SHARE: share, **numbers} for numbers in steps(sampled, n, bound - found)]


@repair(
    "x:abs-monotone-as/corrected",
    "x:abs-monotone-as",
    says="For s_t ≤ 2n/(n - 1 + d), a quasi-projection step raises the mean loss by at most s_t² d ‖(I - P)g_t‖²/(2n).",
    forall={
        "T": BASES,
        "n": SIZES,
        "s_t(n - 1 + d)/(2n)": family(SHARES, "shares in (0, 1] of the longest step", search=reals(0, 1)),
    },
    given=[*LINEAR_QUASI_PROJECTION, optimal_points],
    reading="Proved from E Pⁿg = Pg and Table 2, where k ≤ d for optimal points.",
    tight="attained by scalar jets with the longest step",
    proof=proof.compared(loss_on_symbols, loss_at),
    mutants={
        "two per cent less noise": {"noise": Fraction(49, 50)},
        "steps two per cent longer": {"longest": lambda d, n: 102 * longest_step(d, n) / 100},
        "points as they come": {"sampled": lambda system: system},
    },
)
def mean_loss_is_bounded(system, n, share, *, noise=1, longest=longest_step, sampled=optimal):
    """For every e at once: the mean square of a step beside I + s² d/n (I - P)."""
    yield from ordered(*mean_loss(sampled(system), n, share, noise, longest))
