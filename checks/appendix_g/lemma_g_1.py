r"""Lemma G.1 [lem:debiased_P_bounded]: the constants of P̄ = P̃ + Q (I - P̃) for a known projection P̃ with ‖P̃‖ < B.

"A projection H → T" is read as printed: idempotent and into T. Its proof needs one onto T, that is P̃ P = P. Projections
onto less occur: with fewer than d earlier points least squares is one, and without any earlier point it is P̃ = 0.
The premise writes P for P_t, and the bound is ‖P̃‖ < B in the lemma and ≤ B in its proof; both give the same constants.
"""

from __future__ import annotations

import numpy as np

from checks.instances.finite_problems import onto_less, problems
from checks.instances.two_points import SQUARE, U, debiased, second_moment
from checks.scaling import scaled
from theorytest import at_least, at_most, claim, equal, repair


def printed_c_var2(c1, c2, B):
    """(c_var1(Q) - 1) B² + c_var2(Q)."""
    return (c1 - 1) * B**2 + c2


def sharp_c_var2(c1, c2, B):
    """(c_var1(Q) - 1) (B² - 1) + c_var2(Q), from ‖P̃ (I - P)‖² = ‖P̃‖² - 1."""
    return (c1 - 1) * (B**2 - 1) + c2


def constants_hold(instances, c_var1, c_var2):
    """No bias, and diag(c_var1, c_var2) - E[P̄' P̄] is positive semidefinite, for each pair of constants of Q."""
    for name, each in instances.items():
        bounds = [c_var2(c1, c2, each.B) for c1, c2 in each.pairs]
        slack = [each.debiased.slack(c_var1, bound) for bound in bounds]
        yield equal(each.debiased.A, each.P, name=f"{name}: mean", digits=9, symbol="E P-bar")
        yield at_least(slack, 0.0, name=name, digits=10, scale=max(1.0, *bounds), symbol="bound - second moment")


@claim(
    "lem:debiased_P_bounded",
    also=["x:display-lemG.1-constants", "x:display-lemG.1-proof-final"],
    kind="constant",
    says="Debiasing any bounded projection H -> T, not only one onto T, gives no bias and the printed constants.",
    formula=r"\mathbb{E}\|\bar P_tv\|^2 \le \|P_tv\|^2 + "
    r"\big((c_{\mathrm{var},1}(Q_t)-1)B^2 + c_{\mathrm{var},2}(Q_t)\big)\|(I-P_t)v\|^2 "
    r"\quad\text{for every projection } \tilde P_t:\mathcal{H}\to\mathcal{T}_t",
    expected="refuted",
    gravity="misprint",
)
def constants_for_a_projection_into_the_space(*, c_var1=1, c_var2=printed_c_var2):
    """P̃ = 0 is such a projection, of any bound B > 0: P̄ = Q, and on two points E‖Qu‖² = 17/5 against ‖u‖² = 5/2.

    Read as projections onto T the lemma is true; the slip is the missing word, as the examples of the text need it:
    least squares from fewer than d earlier points is not onto.
    """
    moment = second_moment(lambda g, x: debiased(g, 0, x), U)
    yield at_most(moment, c_var1 * SQUARE, name="two points", symbol="E|P-bar u|^2")
    yield from constants_hold(onto_less() | problems(), c_var1, c_var2)


@repair(
    "lem:debiased_P_bounded/corrected",
    "lem:debiased_P_bounded",
    also=["x:display-lemG.1-constants", "x:display-lemG.1-proof-final", "x:display-lemG.1-premise"],
    kind="constant",
    says="For a projection onto T, the identity there, the printed constants hold; approached for large B.",
    formula=r"\tilde P_tP_t = P_t \implies \mathbb{E}\|\bar P_tv\|^2 \le \|P_tv\|^2 + "
    r"\big((c_{\mathrm{var},1}(Q_t)-1)\|\tilde P_t\|^2 + c_{\mathrm{var},2}(Q_t)\big)\|(I-P_t)v\|^2",
    expected="computed",
    tight="approached for large B; B^2 - 1 for B^2 will do",
    premises=["x:display-appG-unbiased", "x:display-lemG.1-proof-chain/corrected"],
    mutants={
        "c_var2 x 0.9": {"c_var2": scaled(printed_c_var2, 0.9)},
        "B unsquared": {"c_var2": lambda c1, c2, B: (c1 - 1) * B + c2},
        "without the term of Q": {"c_var2": lambda c1, c2, B: (c1 - 1) * B**2},  # noqa: ARG005 (the signature of a bound)
        "one per cent less than c_var,1 = 1": {"c_var1": 0.99},
        "projections onto a line of T": {"instances": onto_less},
    },
)
def constants_for_a_projection_onto_the_space(*, c_var1=1.0, c_var2=printed_c_var2, instances=problems):
    """All functions on the points, L² and H¹, one and two dimensions; Q satisfies its premise, and c_var1(Q) ≥ 1."""
    for name, each in instances().items():
        pairs = np.array(each.pairs)
        slack = [each.moments.slack(*pair) for pair in pairs]
        yield at_least(slack, 0.0, name=f"{name}: premise", digits=10, scale=1.0, symbol="its slack")
        yield at_least(pairs[:, 0], 1.0, name=f"{name}: Q", digits=10, symbol="c_var,1(Q)")
        value, bound = each.debiased.c_var2, c_var2(*each.pairs[0], each.B)
        yield at_most(value, bound, name=f"{name}: c_var,2", digits=9, symbol="the smallest c_var,2")
    yield from constants_hold(instances(), c_var1, c_var2)


@repair(
    "lem:debiased_P_bounded/sharp",
    "lem:debiased_P_bounded",
    also=["x:display-lemG.1-constants"],
    kind="constant",
    says="The constants hold with B^2 - 1 for B^2, and are then attained under optimal sampling in L2.",
    formula=r"\|\tilde P_t(I-P_t)\|^2 = \|\tilde P_t\|^2 - 1, \qquad "
    r"c_{\mathrm{var},2} = (c_{\mathrm{var},1}(Q_t)-1)(\|\tilde P_t\|^2-1) + c_{\mathrm{var},2}(Q_t)",
    expected="computed",
    tight="attained by optimal points in L2",
    premises=["lem:debiased_P_bounded/corrected"],
    mutants={
        "c_var2 x 0.9": {"c_var2": scaled(sharp_c_var2, 0.9)},
        "B^2 as printed": {"c_var2": printed_c_var2},
        "B^2 - 2": {"c_var2": lambda c1, c2, B: (c1 - 1) * (B**2 - 2) + c2},
    },
)
def constants_with_one_less(*, c_var2=sharp_c_var2):
    """The printed value exceeds the attained one by c_var1(Q) - 1: by the factor 2 - 1/d for P̃ = P."""
    yield from constants_hold(problems(), 1.0, c_var2)
    for name, each in problems().items():
        normal = np.linalg.norm(each.tilted[:, each.d :], 2) ** 2
        yield equal(
            normal,
            each.B**2 - 1,
            name=f"{name}: norm",
            digits=9,
            scale=each.B**2,
            symbol="|P-tilde (I-P)|^2",
        )
        if each.saturated:
            value, bound = each.debiased.c_var2, c_var2(*each.pairs[0], each.B)
            yield equal(value, bound, name=f"{name}: attained", digits=9, symbol="c_var,2")
