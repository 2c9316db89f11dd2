"""The scheme on symbols, step after step: the paper's conditions at every t, for steps and bounds known at the start.

All expectations are conditional on F_1. (BBV), which holds given F_t, is averaged by the tower property, and may be
multiplied by whatever is F_1-measurable.
"""

from collections.abc import Callable
from math import prod
from types import SimpleNamespace
from typing import Any

from checks.instances.trees import accumulated
from theorytest import at_least, at_most, equal, less_than, more_than
from theorytest.proof import (
    HYPOTHESIS,
    Statement,
    along,
    defined,
    for_all,
    function,
    induction,
    integer,
    mean,
    nonnegative,
    positive,
    statement,
    use,
)
from theorytest.proof import product as both

k = integer("k")
lam = positive("λ")
L, C_R = nonnegative("L C_R")
c_bias1, c_var1, c_var2 = nonnegative("c_bias1 c_var1 c_var2")
WORLD = SimpleNamespace(lam=lam, L=L, C_R=C_R, c_bias1=c_bias1, c_var1=c_var1, c_var2=c_var2)
steps, beta, xi = function("s", ">0"), function("β", "≥0"), function("ξ")
gap = function("X", random=True)  # L(u_t) − L_min,M
moved = function("X̄", random=True)  # the same before the retraction
product = function("(g,Pⁿg)", random=True)
square = function("‖Pⁿg‖²", "≥0", random=True)
tangent = function("‖Pg‖²", "≥0", random=True)
normal = function("‖(I−P)g‖²", "≥0", random=True)


def numbers(world: Any, factors: Any, steps_: Any, noise: Any) -> dict[Any, Any]:
    """What a scheme with these a_t, s_t and ξ_t gives to the symbols; k is the last time."""
    known = {symbol: getattr(world, name) for name, symbol in vars(WORLD).items()}
    T = len(factors)
    return known | {
        **{"T": T, "k": T, "j": T - 1, "s": along(steps_), "ξ": along(noise)},
        "A": along([prod(factors[:t]) for t in range(T + 1)]),
        "ξ̄": along([accumulated(factors[:t], noise[:t]) for t in range(T + 1)], 0),
    }


def conditions(contraction: Callable[..., Any]) -> dict[str, Any]:
    """(LS), (CR), (BBV) with c_bias,2 = 0 and (SPL) at every t, a bound on the perturbation, and a_t ∈ (0, 1)."""
    s, half = steps(k), (L + C_R) / 2
    return {
        "(CR)": for_all(k, at_most(gap(k + 1), moved(k) + C_R / 2 * s**2 * square(k) + beta(k))),
        "(LS)": for_all(k, at_most(moved(k), gap(k) - s * product(k) + L / 2 * s**2 * square(k))),
        "(BBV): bias": for_all(k, at_least(mean(product(k)), c_bias1 * mean(tangent(k)))),
        "(BBV): variance": for_all(k, at_most(mean(square(k)), c_var1 * mean(tangent(k)) + c_var2 * mean(normal(k)))),
        "(SPL)": for_all(k, at_least(tangent(k), 2 * lam * gap(k))),
        "ξ_t": for_all(k, at_most(s**2 * half * c_var2 * normal(k) + beta(k), xi(k))),
        "a_t ∈ (0, 1): below": for_all(k, less_than(contraction(WORLD, s), 1)),
        "a_t ∈ (0, 1): above": for_all(k, more_than(contraction(WORLD, s), 0)),
    }


def one_step(t: Any) -> list[Any]:
    """The terms that bound E X_{t+1} by a_t E X_t + ξ_t: the conditions at t, each with its multiplier."""
    at, s = {"k": t}, steps(t)
    return [
        use("(CR)", at=at, mean=True),
        use("(LS)", at=at, mean=True),
        use("(BBV): bias", s, at=at),
        use("(BBV): variance", s**2 * (L + C_R) / 2, at=at),
        use("ξ_t", at=at, mean=True),
        both(use("a_t ∈ (0, 1): below", at=at), use("(SPL)", at=at), times=1 / (2 * lam), mean=True),
    ]


def unrolled(
    contraction: Callable[..., Any], together: Callable[..., Any] = prod, collect: Callable[..., Any] = accumulated
) -> Statement:
    """E X_{T+1} ≤ A_{T+1} X_1 + ξ̄_T by induction over T: one step, and a_{T+1} times the bound before."""
    A, collected, j, T = function("A"), function("ξ̄"), integer("j", 0), integer("T", 0)
    a: Callable[[Any], Any] = lambda t: contraction(WORLD, steps(t))  # noqa: E731
    first, later = mean(gap(1)), {"k": T + 1}
    sums = {
        "A_1": defined(equal(A(1), 1)),
        "A": defined(equal(A(k + 1), together([A(k), a(k)])), k),
        "ξ̄_0": defined(equal(collected(0), 0)),
        "ξ̄": defined(equal(collected(j + 1), collect([1, a(j + 1)], [collected(j), xi(j + 1)])), j),
    }
    before = both(use("a_t ∈ (0, 1): above", at=later), use(HYPOTHESIS))
    return statement(
        at_most(mean(gap(T + 1)), A(T + 1) * first + collected(T)),
        given=conditions(contraction) | sums,
        by=induction(
            T,
            base=[use("A_1", first), use("ξ̄_0")],
            step=[*one_step(T + 1), before, use("A", first, at=later), use("ξ̄", at={"j": T})],
        ),
    )
