"""X_{t+1} ≤ a X_t + β_t on symbols: why X_t ≤ a^(t-1) X_1 + Σ_{k<t} a^(t-1-k) β_k, by induction over t."""

from typing import Any

from theorytest import at_most, equal
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
