"""X_{t+1} ≤ a X_t + β_t on symbols: why X_t ≤ a^(t-1) X_1 + Σ_{k<t} a^(t-1-k) β_k, by induction over t.

Corollary 4.10 with c² for c makes such a recursion, with errors of the retraction or without.
"""

from collections.abc import Callable
from typing import Any

from checks.instances.saturated import contraction, mean, sigma
from checks.instances.tilts import Tilt, squared
from checks.theory import symbolic_step as one
from checks.theory.unbiased_step import DESCENDS, DESCENT, lowest
from theorytest import at_least, at_most, equal, more_than, proof
from theorytest.proof import HYPOTHESIS, defined, for_all, function, induction, integer, nonnegative, use

a = nonnegative("a")
t, k = integer("t"), integer("k")
X, beta, P, Z = (function(name, "≥0") for name in ("X", "β", "P", "Z"))  # P_t = a^(t-1), Z_t = Σ_{k<t} a^(t-1-k) β_k
SUMS = {
    "P_1": defined(equal(P(1), 1)),
    "P": defined(equal(P(k + 1), a * P(k)), k),
    "Z_1": defined(equal(Z(1), 0)),
    "Z": defined(equal(Z(k + 1), a * Z(k) + beta(k)), k),
}


def recursion(name: str, errors: int = 1) -> dict[str, Any]:
    """X_{t+1} ≤ a X_t + β_t under the name of what it follows from, with the sums."""
    return SUMS | {name: for_all(k, at_most(X(k + 1), a * X(k) + errors * beta(k)))}


def unrolled(name: str, errors: int = 1) -> Any:
    """How X_t ≤ P_t X_1 + Z_t is proved."""
    later = {"k": t}
    sums = [use("Z", errors, at=later)] if errors else []
    step = [use(HYPOTHESIS, a), use(name, at=later), use("P", X(1), at=later), *sums]
    return induction(t, base=[use("P_1", X(1)), *([use("Z_1", errors)] if errors else [])], step=step)


def corollary(bound: Any, *, errors: int = 1, power: Callable[[Any], Any] = squared) -> proof.Statement:
    """One step of Corollary 4.10: Theorem 4.1, ‖(I - P)g‖² ≤ c² ‖Pg‖² and (SPL); then all others, X_t ≤ bound."""
    c, (b, _, v1, v2), each = nonnegative("c"), one.constants, "Corollary 4.10: each step"
    known = {"c_bias1": b, "L": one.L, "C_R": one.C_R}
    least, factor = sigma(one.s, v1 + c**2 * v2, **known), contraction(one.s, v1 + power(c) * v2, lam=one.lam, **known)
    part, gap, error = "‖(I − P_t) g_t‖ ≤ c ‖P_t g_t‖", one.now - lowest, nonnegative("β_t") if errors else 0
    given = {
        "(CR)": one.retracted(error),
        part: at_most(one.normal**2, c**2 * one.tangent**2),
        "(SPL)": at_least(one.tangent**2, 2 * one.lam * gap),
        "σ > 0": more_than(least, 0),
    }
    return proof.statement(
        [at_most(proof.mean(one.after) - lowest, factor * gap + error), at_most(X(t), bound)],
        given=DESCENT | recursion(each, errors) | given,
        by=[
            [*DESCENDS, use(part, one.s**2 * (one.L + one.C_R) / 2 * v2), use("(SPL)", least)],
            unrolled(each, errors),
        ],
    )


def first_step_at(tilt: Tilt, gap: Any, beta: Any = 0) -> dict[Any, Any]:
    """What the first step on a tilted line gives to the symbols; L_min = 1."""
    (b, _, v1, v2), half = one.constants, tilt.smoothness / 2
    known = {one.s: tilt.step, one.lam: tilt.lam, one.L: half, one.C_R: half, b: 1, v1: 1, v2: 1, "c": tilt.c}
    known |= {"β_t": beta} if beta else {}
    return known | {one.now: gap + 1, lowest: 1, one.after: mean(tilt.factors) * gap + 1 + beta}
