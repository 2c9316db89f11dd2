"""What is known about a draw beforehand, and the evidence about its mean that this knowledge allows."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from theorytest.decisions.catoni import catoni_evidence, check_variance, lambdas_for, variance_bound
from theorytest.decisions.eprocess import betting_evidence, check_support
from theorytest.decisions.intervals import Evidence, log_mean_exp
from theorytest.decisions.sequential import Look, Plan
from theorytest.decisions.tails import Tails
from theorytest.decisions.watched import Array
from theorytest.decisions.wording import number

# Estimating or testing a variance may fail too: this share of alpha pays for it, the rest for the mean.
VARIANCE_SHARE = 0.1

SCATTER = 1.5  # a sample kurtosis scatters: it may exceed a true bound by this factor before the bound is doubted


@dataclass(frozen=True)
class Knowledge:
    """X lies in `support`; Var X ≤ `variance` (proved); E(X - μ)⁴ ≤ `kurtosis` Var(X)² (assumed). None: not known."""

    support: tuple[float, float] = (-math.inf, math.inf)
    variance: float | None = None
    kurtosis: float | None = None

    def __post_init__(self) -> None:
        check_support(np.empty(0), self.support)
        if self.variance is not None and not 0 < self.variance < math.inf:
            raise ValueError(
                f"variance must be positive and finite, got {self.variance}: a constant is compared exactly"
            )
        if self.kurtosis is not None and not 1 <= self.kurtosis < math.inf:
            raise ValueError(f"kurtosis must be at least 1 and finite, got {self.kurtosis}: no law has less than 1")

    def basis(self, side: int) -> tuple[str, ...]:
        """What evidence for "the mean lies on this side" can rest on, strongest first: proofs before assumptions."""
        end = self.support[0] if side > 0 else self.support[1]
        proofs = ("support",) * math.isfinite(end) + ("variance",) * (self.variance is not None)
        return proofs or (("kurtosis",) if self.kurtosis is not None else ())

    def words(self, side: int, tail: Tails) -> str:
        """The premises of the evidence on this side, for the sentence."""
        end = f"X >= {number(self.support[0])}" if side > 0 else f"X <= {number(self.support[1])}"
        texts = {
            "support": end,
            "variance": f"Var X <= {number(self.variance or 0)}",
            "kurtosis": f"assuming kurtosis <= {number(self.kurtosis or 0)} (measured {number(tail.kurtosis)})",
        }
        return ", ".join(texts[basis] for basis in self.basis(side))

    def silence(self, side: int, tail: Tails) -> str:
        """Why there can be no evidence for this side, or nothing."""
        basis = self.basis(side)
        if not basis:
            end = "a lower" if side > 0 else "an upper"
            return f"nothing bounds the tail: give {end} end of the support, a variance bound or an assumed kurtosis"
        if basis == ("kurtosis",) and not self._credible(tail):
            assumed, found = number(self.kurtosis or 0), number(tail.kurtosis)
            return f"the assumption kurtosis <= {assumed} is not credible: measured {found}"
        return ""

    def evidence(self, draws: Array, plan: Plan, look: Look, tail: Tails) -> Evidence:
        """Log evidence about the mean, the mixture of everything that the knowledge allows on each side."""
        check_support(draws, self.support)
        sources = {"support": betting_evidence(draws, self.support)}
        if self.variance is not None:
            check_variance(draws, self.variance, alpha=VARIANCE_SHARE * plan.alpha)
            lambdas = lambdas_for(plan, self.variance)
            sources["variance"] = catoni_evidence(draws, variance=self.variance, lambdas=lambdas)
        elif self.kurtosis is not None:
            sources["kurtosis"] = self._kurtosis_evidence(draws, plan, look, tail)

        def evidence(m: float, side: int) -> float:
            return log_mean_exp([sources[basis](m, side) for basis in self.basis(side)] or [-math.inf])

        return evidence

    def _credible(self, tail: Tails) -> bool:
        """Whether the sample agrees with the assumed kurtosis; refusing evidence never costs validity."""
        return self.kurtosis is not None and tail.kurtosis <= SCATTER * self.kurtosis and not tail.dominated

    def _kurtosis_evidence(self, draws: Array, plan: Plan, look: Look, tail: Tails) -> Evidence:
        """Catoni's sequence with an estimated variance; the pilot only sets the bets, so that they are predictable."""
        assert self.kurtosis is not None
        alpha = VARIANCE_SHARE * plan.spend(look.number)
        variance = variance_bound(draws, kurtosis=self.kurtosis, alpha=alpha)
        after = draws[plan.pilot :]
        if not math.isfinite(variance) or not len(after) or not self._credible(tail):
            return lambda _m, _side: -math.inf
        rounding = (1e-12 * float(np.abs(draws).max())) ** 2
        lambdas = lambdas_for(plan, max(float(draws[: plan.pilot].var()), rounding, 1e-300))
        return catoni_evidence(after, variance=variance, lambdas=lambdas)
