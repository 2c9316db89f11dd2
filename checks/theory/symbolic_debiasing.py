"""The debiased projection P̄ = P̃ + Q(I − P̃) on symbols: v, Pv and P̃v in any Hilbert space, Q(I − P̃)v with any law.

As P̃ maps into T, P(I − P̃)v = Pv − P̃v and (I − P)(I − P̃)v = v − Pv. On problems: the means over all draws.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from theorytest import at_least, at_most, equal
from theorytest.approximation import estimator_draws
from theorytest.proof import for_all, inner, mean, nonnegative, square, use, vector

v, Pv = vector("v Pv")
w = vector("w")
ALIGNED = [use("Q is unbiased: along v"), use("(BBV): Pv ⟂ v − Pv")]
c1, c2, tilde = nonnegative("c_var1(Q) c_var2(Q) c_var2(P̃)")
ABOVE_ONE = {"c_var,1(Q) ≥ 1": at_least(c1, 1)}  # E‖Qw‖² ≥ ‖E Qw‖² = ‖w‖² for w ∈ T, if there is one beside 0


class Debiased:
    """P̃ is known, or drawn independently of Q; then all expectations are over both."""

    def __init__(self, *, random: bool) -> None:
        self.tilted, self.rest = vector("P̃v P̃(I−P)v", random=random)
        self.corrected = vector("Q(I−P̃)v", random=True)
        self.difference = Pv - self.tilted

    def value(self) -> Any:
        """E‖P̄v‖²."""
        return mean(square(self.tilted + self.corrected))

    def variance(self) -> Any:
        """The bound of E‖Q(I − P̃)v‖² by the constants of Q."""
        return c1 * mean(square(self.difference)) + c2 * square(v - Pv)

    def completed(self, last: Any) -> Any:
        """‖Pv‖² + (c_var1(Q) − 1) E‖last‖² + c_var2(Q) ‖(I − P)v‖²."""
        return square(Pv) + (c1 - 1) * mean(square(last)) + c2 * square(v - Pv)

    def given(self) -> dict[str, Any]:
        """Q is unbiased and has its constants, in the directions that the proof asks for; P̃v = Pv + P̃(I − P)v."""
        return {
            "Q is unbiased": equal(mean(inner(self.tilted, self.corrected)), mean(inner(self.tilted, self.difference))),
            "Q is unbiased: its variance": at_most(mean(square(self.corrected)), self.variance()),
            "P̃ is onto T": for_all(w, equal(inner(w, self.tilted), inner(w, Pv + self.rest))),
        }

    def bias(self) -> dict[str, Any]:
        """Q is unbiased in the direction of v, too, and Pv is the orthogonal projection."""
        direction = equal(mean(inner(v, self.corrected)), mean(inner(v, self.difference)))
        return {"Q is unbiased: along v": direction, "(BBV): Pv ⟂ v − Pv": equal(inner(v, Pv), square(Pv))}

    def aligned(self) -> Any:
        """E(v, P̄v) ≥ ‖Pv‖², that is c_bias1 = 1 and c_bias2 = 0."""
        return at_least(mean(inner(v, self.tilted + self.corrected)), square(Pv))

    def onto(self) -> dict[str, Any]:
        """Where the last is used: (P̃v − Pv − P̃(I − P)v, w) = ‖Pv − P̃v‖² − ‖P̃(I − P)v‖²."""
        return {"w": self.tilted - Pv + self.rest}


ROUNDING = 1e-12


@dataclass(frozen=True, eq=False)
class Averaged:
    """A problem of Appendix G at one v, with P̃ and Q drawn independently; vectors of T by their d coordinates."""

    problem: Any
    v: Any

    @property
    def law(self) -> Any:
        """The probabilities of the draws of P̃."""
        return np.atleast_1d(estimator_draws(self.problem.projection).probability)

    @property
    def tilted(self) -> Any:
        """P̃v for every draw."""
        return self.problem.tilts @ self.v

    @property
    def rest(self) -> Any:
        """P̃(I − P)v for every draw."""
        P = self.problem.P
        return self.problem.tilts @ (self.v - P.T @ P @ self.v)

    @property
    def difference(self) -> Any:
        """Pv − P̃v for every draw."""
        return self.problem.P @ self.v - self.tilted

    @property
    def corrected(self) -> Any:
        """Q(I − P̃)v for every pair of draws, by those of P̃ first."""
        left = self.v - self.tilted @ self.problem.P
        return np.einsum("rij,sj->sri", self.problem.draws[1], left)

    def over_both(self, u: Any, w: Any) -> float:
        """E(u, w) for vectors that are drawn with P̃ and Q."""
        found = np.einsum("s,r,sri,sri->", self.law, self.problem.draws[0], *np.broadcast_arrays(u, w))
        # sums that cancel leave rounding of the scale of v, which has norm 1, and of what was added
        return float(found) if abs(found) > ROUNDING * max(1.0, np.abs(u).max() * np.abs(w).max()) else 0.0

    def over_first(self, u: Any) -> float:
        """E‖u‖² for a vector that is drawn with P̃."""
        return float(np.einsum("s,si,si->", self.law, u, u))

    @property
    def value(self) -> float:
        """E‖P̄v‖²."""
        estimate = self.tilted[:, None] + self.corrected
        return self.over_both(estimate, estimate)

    @property
    def aligned(self) -> float:
        """E(v, P̄v)."""
        return self.over_both(self.problem.P @ self.v, self.tilted[:, None] + self.corrected)

    @property
    def parts(self) -> tuple[float, float]:
        """‖Pv‖² and ‖(I − P)v‖²."""
        tangent = self.problem.P @ self.v
        return float(tangent @ tangent), float(self.v @ self.v - tangent @ tangent)

    def completed(self, c1: float, c2: float, last: Any) -> float:
        """‖Pv‖² + (c_var1(Q) − 1) E‖last‖² + c_var2(Q) ‖(I − P)v‖²."""
        return self.parts[0] + (c1 - 1) * self.over_first(last) + c2 * self.parts[1]

    def numbers(self, symbols: Debiased) -> dict[Any, Any]:
        """The vectors v and Pv, and the expectations."""
        P, tilted, corrected, first = self.problem.P, self.tilted[:, None], self.corrected, self.difference[:, None]
        tangent = P @ self.v
        means = {
            symbols.value(): self.value,
            mean(square(symbols.corrected)): self.over_both(corrected, corrected),
            mean(inner(symbols.tilted, symbols.corrected)): self.over_both(tilted, corrected),
            mean(inner(symbols.tilted, symbols.difference)): self.over_both(tilted, first + 0 * corrected),
            mean(square(symbols.difference)): self.over_first(self.difference),
            mean(square(symbols.rest)): self.over_first(self.rest),
            mean(inner(v, symbols.tilted + symbols.corrected)): self.aligned,
            mean(inner(v, symbols.corrected)): self.over_both(tangent, corrected),
            mean(inner(v, symbols.difference)): self.over_both(tangent, first + 0 * corrected),
        }
        return {v: self.v, Pv: P.T @ tangent} | means
