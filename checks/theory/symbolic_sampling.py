"""Points, gradients and estimates on symbols: in any Hilbert space, for any measure and any law of the samples.

‖g‖² = ‖Pg‖² + ‖(I−P)g‖², and a random point x has K(x), w(x) and ‖L_x g‖² as random numbers with any law.
"""

from types import SimpleNamespace
from typing import Any

from theorytest import at_most
from theorytest.proof import integer, mean, nonnegative, number, positive, real, square, use, vector

n, d = integer("n d")
k, p, B2 = positive("k p B²")
lam = positive("λ*")
delta = number("δ", "≥0", "<1")
tangent, normal, whole = nonnegative("‖Pg‖² ‖(I−P)g‖² ‖g‖²")
estimate, aligned = vector("Pⁿg", random=True), real("E(g·Pⁿg)")
K, seen, weighted = nonnegative("K(x) ‖L_xg‖² w(x)‖L_xg‖²", random=True)


SPACE = SimpleNamespace(projector=tangent, identity=tangent + normal, dim=d)

# The quasi-projection with optimal points: its variance constants and what these points do for k.
moment = mean(square(estimate))
OPTIMAL = {"Table 2": at_most(moment, ((n - 1 + k) * tangent + k * normal) / n), "k ≤ d": at_most(k, d)}


def by_dimension(times: Any = 1) -> list[Any]:
    """The terms of E‖Pⁿg‖² ≤ ((n − 1 + d)‖Pg‖² + d‖(I − P)g‖²)/n."""
    return [use("Table 2", times), use("k ≤ d", times * (tangent + normal) / n)]
