"""The debiased projection P̄ = P̃ + Q(I − P̃) on symbols: v, Pv and P̃v in any Hilbert space, Q(I − P̃)v with any law.

As P̃ maps into T, P(I − P̃)v = Pv − P̃v and (I − P)(I − P̃)v = v − Pv.
"""

from typing import Any

from theorytest import at_least, at_most, equal
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
