r"""The proof of Lemma G.1: its chain of equalities and one inequality, line by line as quadratic forms of v."""

from __future__ import annotations

import itertools

import numpy as np

from checks.instances.finite_problems import no_projections, onto_less, problems, sandwich
from checks.instances.two_points import SQUARE, U, quasi, second_moment, size
from theorytest import at_least, claim, equal, repair

C_VAR1 = second_moment(quasi, U) / SQUARE  # of Q on T: 34/25


def printed_chain(each, c1, c2, *, cross=2.0, last=None):
    """The right-hand sides of the proof, in the order of printing, as quadratic forms of v."""
    P, T, R, (prob, Q) = each.P, each.tilted, each.left, each.draws
    N = np.eye(each.hull.dim) - P.T @ P  # I - P
    first, noise, mixed = (
        np.tensordot(prob, form, axes=1)
        for form in (sandwich(T + Q @ R, T + Q @ R), sandwich(Q @ R, Q @ R), sandwich(T[None], Q @ R))
    )
    head, normal = sandwich(T, T) + cross * sandwich(T, P - T), c2 * sandwich(N, N)
    final = T @ N if last is None else last(T, N)
    return {
        "definition": first,
        "expanded": sandwich(T, T) + cross * mixed + noise,
        "unbiased": head + noise,
        "bounded": head + c1 * sandwich(P @ R, P @ R) + c2 * sandwich(N @ R, N @ R),
        "simplified": head + c1 * sandwich(P - T, P - T) + normal,
        "completed": sandwich(P, P) + (c1 - 1) * sandwich(P - T, P - T) + normal,
        "onto": sandwich(P, P) + (c1 - 1) * sandwich(final, final) + normal,
    }


def chain_holds(instances, steps=6, **options):
    """Each line equals the next, up to `steps` of them; from `unbiased` to `bounded` it is at most the next."""
    for name, each in instances.items():
        lines = printed_chain(each, *each.pairs[0], **options)
        pairs = itertools.pairwise(list(lines.items())[: steps + 1])
        scale = max(1.0, np.abs(lines["onto"]).max())
        yield equal(each.debiased.S, lines["definition"], name=f"{name}: code", digits=10, scale=scale, symbol="S")
        for (left, one), (right, other) in pairs:
            step = f"{name}: {left} to {right}"
            rule, sides = equal, (one, other)
            if right == "bounded":
                rule, sides = at_least, (np.linalg.eigvalsh(other - one), 0.0)
            yield rule(*sides, name=step, digits=10, scale=scale, symbol="an entry")


@claim(
    "x:display-lemG.1-proof-chain",
    kind="identity",
    says="The chain of the proof of Lemma G.1, for every projection H -> T.",
    formula=r"\|(P_t-\tilde P_t)v\|^2 = \|\tilde P_t(I-P_t)v\|^2 "
    r"\quad\text{(its last step)}",
    expected="refuted",
    gravity="gap in a proof",
)
def chain_for_a_projection_into_the_space(*, cross=2.0):
    """Only the last step fails. With P̃ = 0 and v = u its sides are 34/25 ‖u‖² and ‖u‖²."""
    completed, onto = SQUARE + (C_VAR1 - 1) * SQUARE, SQUARE + (C_VAR1 - 1) * size(0)
    yield equal(completed, onto, name="two points, last step", symbol="the left side")
    yield from chain_holds(onto_less(), cross=cross)


@repair(
    "x:display-lemG.1-proof-chain/corrected",
    "x:display-lemG.1-proof-chain",
    kind="identity",
    says="The chain holds for a projection onto T; all but its last step for every linear map into T.",
    formula=r"\tilde P_tP_t = P_t \implies (P_t-\tilde P_t)v = -\tilde P_t(I-P_t)v",
    expected="computed",
    premises=["eq:debiased_projector"],
    mutants={
        "the cross term once": {"cross": 1.0},
        "P-tilde for its restriction": {"last": lambda T, N: T},  # noqa: ARG005 (the signature of the last term)
        "one per cent more of the last term": {"last": lambda T, N: 1.01 * T @ N},
        "projections onto a line of T": {"steps": 6},
    },
)
def chain_for_a_projection_onto_the_space(*, cross=2.0, last=None, steps=5):
    """As quadratic forms, hence for every v; the first line also by the library's debiased projection."""
    yield from chain_holds(problems(), cross=cross, last=last)
    yield from chain_holds(onto_less() | no_projections(), steps=steps, cross=cross)
