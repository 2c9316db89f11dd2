"""The means of P̄v = P̃v + Q(I − P̃)v over all draws, and what they are for the symbols of symbolic_debiasing.py."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from checks.theory import symbolic_debiasing as on
from theorytest.approximation import estimator_draws
from theorytest.proof import inner, mean, square

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
        return self._rounded(found, np.abs(u).max() * np.abs(w).max())

    @staticmethod
    def _rounded(found: Any, scale: Any) -> float:
        """Sums that cancel leave rounding of the scale of v, which has norm 1, and of what was added."""
        return float(found) if abs(found) > ROUNDING * max(1.0, scale) else 0.0

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

    def numbers(self, symbols: on.Debiased) -> dict[Any, Any]:
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
            mean(inner(on.v, symbols.tilted + symbols.corrected)): self.aligned,
            mean(inner(on.v, symbols.corrected)): self.over_both(tangent, corrected),
            mean(inner(on.v, symbols.difference)): self.over_both(tangent, first + 0 * corrected),
        }
        return {on.v: self.v, on.Pv: P.T @ tangent} | means
