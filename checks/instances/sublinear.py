r"""Instances of Corollary 4.4 with exact expected gaps: s_t = c_0/t, β_t = B t^-s, and orthogonal parts of norm h.

On R^d ⊕ R with L = ½ Σ κ_i x_i² + ½ h² the estimate is P^n g = diag(Q) (κ x) + N h with E N = E QN = 0, so that the
second moments of x obey scalar recursions, taken here from the outcomes of (Q, N). For d = 1 and κ = 1 the retraction
uses up C_R and β_t [eq:C-retraction/saturated]; for d > 1 the identity retracts and B = 0.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from theorytest import product, reals, vectors

Array = NDArray[Any]
Outcome = tuple[float, tuple[float, ...], tuple[float, ...]]  # probability, Q, N


@dataclass(frozen=True)
class Case:
    """The law of (Q, N) as triples (probability, Q, N), and everything that Corollary 4.4 asks for."""

    law: tuple[Outcome, ...]
    curvatures: tuple[float, ...] = (1.0,)
    h: float = 1.0
    C_R: float = 0.5
    B: float = 1.0
    s: float = 2.0
    first: tuple[float, ...] = (2.0,)  # x_i² at u_1

    @property
    def lam(self) -> float:
        """λ."""
        return min(self.curvatures)

    @property
    def smoothness(self) -> float:
        """L + C_R."""
        return max(self.curvatures) + self.C_R

    def _mean(self, f: Callable[[Array, Array], Array]) -> Any:
        return np.array([p * f(np.array(q), np.array(noise)) for p, q, noise in self.law]).sum(axis=0)

    @property
    def c_bias1(self) -> float:
        """min_i E Q_i."""
        return float(np.min(self._mean(lambda q, _: q)))

    @property
    def c_var1(self) -> float:
        """max_i E Q_i²."""
        return float(np.max(self._mean(lambda q, _: q**2)))

    @property
    def c_var2(self) -> float:
        """E|N|²."""
        return float(np.sum(self._mean(lambda _, noise: noise**2)))

    def gaps(self, c_0: float, n_steps: int) -> Array:
        """E[L(u_t)] - L_min,M for t = 1, ..., n_steps + 1."""
        growth = 1 + (self.C_R if len(self.curvatures) == 1 else 0.0)
        moments = (lambda q, _: q, lambda q, _: q**2, lambda _, noise: noise**2)
        linear, square, noise = (np.broadcast_to(self._mean(f), len(self.curvatures)).tolist() for f in moments)
        total = np.zeros(n_steps + 1)
        for i, k in enumerate(self.curvatures):
            m = [self.first[i]]
            for t in range(1, n_steps + 1):
                s = c_0 / t
                q = 1 - 2 * s * k * linear[i] + growth * (s * k) ** 2 * square[i]
                m.append(q * m[-1] + growth * (s * self.h) ** 2 * noise[i] + 2 * self.B * t**-self.s)
            total += k / 2 * np.array(m)
        return total

    def recursion(self, c_0: float) -> tuple[float, float, float]:
        """c_1, c_2 and K with a_t = 1 - c_1/t + c_2/t² and ξ_t ≤ K t^-p, p = min{2, s}."""
        c_1 = 2 * self.lam * self.c_bias1 * c_0
        c_2 = self.lam * self.smoothness * self.c_var1 * c_0**2
        return c_1, c_2, c_0**2 * self.smoothness / 2 * self.c_var2 * self.h**2 + self.B


def cases() -> dict[str, Case]:
    """name: case, for s = 101/100, 3/2, 2 and 3 of the retraction error, with and without a bias factor."""
    unbiased = tuple((0.25, (q,), (noise,)) for q in (0.5, 1.5) for noise in (-1.0, 1.0))
    biased = ((0.25, (0.0,), (0.0,)), (0.375, (1.0,), (1.0,)), (0.375, (1.0,), (-1.0,)))
    one = tuple((0.25, q, (noise, 0.0)) for q in ((2.0, 0.0), (0.0, 2.0)) for noise in (-1.0, 1.0))
    return {
        "s = 2": Case(unbiased),
        "s = 3/2": Case(unbiased, s=1.5),
        "s = 3": Case(unbiased, s=3.0),
        "s = 101/100": Case(unbiased, s=1.01),
        "c_bias1 < 1": Case(biased),
        "no orthogonal part": Case(unbiased, h=0.0, s=1.5),
        "two curvatures": Case(one, (1.0, 4.0), C_R=0.1, B=0.0, first=(1.0, 1.0)),
    }


def _any_case(q: Array, bounds: Array, s: float) -> Case:
    """Q is q_1 or q_2, N is ±1, each independently with probability 1/2; h, C_R, B and X_1."""
    law = tuple((0.25, (float(each),), (noise,)) for each in q for noise in (-1.0, 1.0))
    h, C_R, B, first = (float(each) for each in bounds)
    return Case(law, h=h, C_R=C_R, B=B, s=float(s), first=(first,))


# Bounded: large constants still matter at T = 10^100, where what is false is read off.
ANY_CASE = product(vectors(2, 0, 2), vectors(4, 0, 4), reals(1.01, 4)).where(lambda q, *_: sum(q) > 0.1).map(_any_case)
