"""What is known about a draw beforehand, and the evidence about its mean that this knowledge allows."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from theorytest.decisions.bets import Bernstein, Betting, Catoni, Source, weights
from theorytest.decisions.catoni import (
    check_kurtosis,
    check_moment,
    check_variance,
    lambdas_around,
    lambdas_for,
    lower_tail_slack,
    variance_bound,
)
from theorytest.decisions.eprocess import check_support
from theorytest.decisions.intervals import Evidence, log_sum_exp
from theorytest.decisions.sequential import Look, Plan, looks
from theorytest.decisions.tails import Tails
from theorytest.decisions.watched import Array
from theorytest.decisions.wording import number

# Estimating or testing a variance may fail too: this share of alpha pays for it, the rest for the mean. What is stated
# of moments shares it alike; of the share of an assumed kurtosis a part pays for its test, the rest for the estimate.
VARIANCE_SHARE = 0.1
KURTOSIS_SHARE = 0.2

SCATTER = 1.5  # a sample kurtosis scatters: it may exceed a true bound by this factor before the bound is doubted
# A stated variance that is half of the true one is found out by so many draws with probability 0.99, up to a kurtosis
# of 100 and down to the level 1e-7. A verdict that rests on nothing else waits for them: before, a rare large draw may
# not have been seen. It need not wait where it also holds with the largest variance that the draws and a kurtosis leave
# possible: the one that is assumed, or this one.
DRAWS_TO_DOUBT = 32_768
DOUBTED_KURTOSIS = 1000.0
BERNSTEIN_SHARE = 0.1  # of the money, where both ends of the support are known: betting is rarely beaten


@dataclass(frozen=True)
class Knowledge:
    """X lies in `support`; Var X ≤ `variance`, E|X - μ|^p ≤ v for `moment` = (p, v) (proved);
    E(X - μ)⁴ ≤ `kurtosis` Var(X)² (assumed). None: not known. Each is tested with the draws.
    """

    support: tuple[float, float] = (-math.inf, math.inf)
    variance: float | None = None
    kurtosis: float | None = None
    moment: tuple[float, float] | None = None

    def __post_init__(self) -> None:
        check_support(np.empty(0), self.support)
        if self.variance is not None and not 0 < self.variance < math.inf:
            raise ValueError(
                f"variance must be positive and finite, got {self.variance}: a constant is compared exactly"
            )
        if self.kurtosis is not None and not 1 <= self.kurtosis < math.inf:
            raise ValueError(f"kurtosis must be at least 1 and finite, got {self.kurtosis}: no law has less than 1")
        if self.moment is not None and not (1 < self.moment[0] <= 2 and 0 < self.moment[1] < math.inf):
            raise ValueError(f"moment must be (p, bound) with 1 < p <= 2 and a positive bound, got {self.moment}")

    def basis(self, side: int) -> tuple[str, ...]:
        """What evidence for "the mean lies on this side" can rest on, strongest first: proofs before assumptions."""
        end = self.support[0] if side > 0 else self.support[1]
        proofs = ("support",) * math.isfinite(end)
        proofs += ("variance",) * (self.variance is not None) + ("moment",) * (self.moment is not None)
        return proofs or (("kurtosis",) if self.kurtosis is not None else ())

    def using(self, side: int) -> tuple[str, ...]:
        """The sources of evidence for this side."""
        basis, ends = self.basis(side), self.support[1] - self.support[0]
        return basis + ("bernstein",) * ("support" in basis and math.isfinite(ends))

    def words(self, side: int, tail: Tails, doubts: Mapping[str, str] | None = None) -> str:
        """The premises of the evidence on this side, for the sentence."""
        end = f"X >= {number(self.support[0])}" if side > 0 else f"X <= {number(self.support[1])}"
        p, bound = self.moment or (2.0, 0.0)
        texts = {
            "support": end,
            "variance": f"if Var X <= {number(self.variance or 0)}",
            "moment": f"if E|X - EX|^{number(p)} <= {number(bound)}",
            "kurtosis": f"assuming kurtosis <= {number(self.kurtosis or 0)} (measured {number(tail.kurtosis)})",
        } | dict(doubts or {})
        return ", ".join(texts[basis] for basis in self.basis(side) if texts[basis])

    def doubts(self, draws: Array, plan: Plan, tail: Tails, look: Look) -> dict[str, str]:
        """What a verdict at this look says of the stated moments if it doubts them: nothing if it does not use them."""
        if not self.untried(look):
            return {}
        used = self.variance is not None and self.credible(tail) and math.isfinite(self._variance_bound(draws, plan))
        text = f"if Var X <= {number(self.variance or 0)} or kurtosis <= {number(self.spread_out)}"
        return {"variance": text if used else "", "moment": ""}

    def silence(self, side: int, tail: Tails) -> str:
        """Why there can be no evidence for this side, or nothing."""
        basis = self.basis(side)
        if not basis:
            end = "a lower" if side > 0 else "an upper"
            return f"nothing bounds the tail: give {end} end of the support, a variance bound or an assumed kurtosis"
        if basis == ("kurtosis",) and not self.credible(tail):
            assumed, found = number(self.kurtosis or 0), number(tail.kurtosis)
            return f"the assumption kurtosis <= {assumed} is not credible: measured {found}"
        return ""

    @property
    def spread_out(self) -> float:
        """The kurtosis that is assumed, or the one up to which a stated variance is doubted."""
        return DOUBTED_KURTOSIS if self.kurtosis is None else self.kurtosis

    def credible(self, tail: Tails) -> bool:
        """Whether the sample agrees with this kurtosis; refusing evidence never costs validity."""
        return tail.kurtosis <= SCATTER * self.spread_out and not tail.dominated

    def untried(self, look: Look) -> bool:
        """Whether a stated variance or moment could be false unseen, after so few draws, and more may come."""
        stated = self.variance is not None or self.moment is not None
        return stated and look.draws < DRAWS_TO_DOUBT and not look.last

    def check(self, draws: Array, plan: Plan, look: Look) -> None:
        """Every assumption against the draws so far: a false one is an error, which a true one is with its share."""
        share = self._share(plan)
        check_support(draws, self.support)
        if self.variance is not None:
            check_variance(draws, self.variance, alpha=share)
        if self.moment is not None:
            check_moment(draws, *self.moment, alpha=share)
        before, last = look.spent
        if self.kurtosis is not None and 0 < before < last == len(draws):
            known = self._variance_bound(draws[:before], plan)
            if math.isfinite(known) and known > 0:
                spent = KURTOSIS_SHARE * self._share(plan) * plan.spend(look.number) / plan.alpha
                check_kurtosis(draws[before:], self.kurtosis, known, alpha=spent)

    def _share(self, plan: Plan) -> float:
        """What each of the stated moments has of alpha."""
        stated = sum(each is not None for each in (self.variance, self.moment, self.kurtosis))
        return VARIANCE_SHARE * plan.alpha / max(stated, 1)

    def sources(self, pilot: Array, plan: Plan, target: tuple[float, float] | None) -> dict[str, Source]:
        """By basis; `target` is a mean and the distance δ from it that matters, for which the bets are then chosen."""
        betting = Betting(self.support)
        found: dict[str, Source] = {"support": betting.planned(pilot, *target) if target else betting}
        if target and math.isfinite(self.support[1] - self.support[0]):
            found["bernstein"] = Bernstein.planned(self.support, pilot, target[1])
        if self.variance is not None:
            spread = self.variance if self.kurtosis is None else self._planned_bound(self.variance, plan, target)
            found["variance"] = _catoni(self.variance, spread, plan, target)
        if self.moment is not None:
            p, bound = self.moment
            found["moment"] = _catoni(bound, bound, plan, target, p=p)
        if self.variance is None and self.kurtosis is not None:
            spread = float(np.abs(pilot).max(initial=0.0))
            seen = max(float(pilot.var()), (1e-12 * spread) ** 2, 1e-300)
            found["kurtosis"] = _catoni(math.inf, self._planned_bound(seen, plan, target), plan, target, skips=True)
        return found

    def value(self, values: Mapping[str, float], side: int) -> float:
        """The mixture of what the sources say about one side, each an e-value."""
        mixed = [values[basis] for basis in self.basis(side)]
        if "support" in self.basis(side) and "bernstein" in values:
            pair = (values["support"] + math.log1p(-BERNSTEIN_SHARE), values["bernstein"] + math.log(BERNSTEIN_SHARE))
            mixed[0] = log_sum_exp(pair)
        return log_sum_exp(mixed) - math.log(len(mixed)) if mixed else -math.inf

    def bounded(
        self, source: Source, draws: Array, plan: Plan, tail: Tails, *, doubting: bool = False
    ) -> Source | None:
        """The source with the variance bound of the draws so far; None where there is none to rely on.

        A doubted variance is at least that bound: what is then won is valid if the variance or the kurtosis is true.
        """
        if not isinstance(source, Catoni) or not (source.skips or doubting):
            return source
        known = self._variance_bound(draws, plan)
        if source.p < 2 or not math.isfinite(known) or not self.credible(tail):
            return None
        return replace(source, bound=known if source.skips else max(known, source.bound))

    def evidence(
        self,
        draws: Array,
        plan: Plan,
        tail: Tails,
        target: tuple[float, float] | None = None,
        pilot: int | None = None,
        *,
        doubting: bool = False,
    ) -> Evidence:
        """Log evidence about the mean, the mixture of everything that the knowledge allows on each side."""
        pilot = plan.pilot if pilot is None else pilot
        first, later = draws[:pilot], draws[pilot:]
        sources = {
            name: usable
            for name, source in self.sources(first, plan, target).items()
            if (usable := self.bounded(source, draws, plan, tail, doubting=doubting)) is not None
        }

        def evidence(m: float, side: int) -> float:
            values = dict.fromkeys(self.basis(side), -math.inf)
            for name in set(self.using(side)) & set(sources):
                source = sources[name]
                gains = source.gains(first, m, side), source.gains(later, m, side)
                values[name] = source.value(*gains, paying(source, len(first), len(later)), side)
            return self.value(values, side)

        return evidence

    def _planned_bound(self, variance: float, plan: Plan, target: tuple[float, float] | None) -> float:
        """About the variance bound that there will be at the first look which can decide."""
        if target is None:
            return variance
        bound = variance
        for look in looks(plan):
            alpha = VARIANCE_SHARE * plan.alpha
            slack = lower_tail_slack(
                look.draws // 2, ratio=((self.kurtosis or 1.0) + 3) / 2, alpha=alpha, most=plan.max_draws // 2
            )
            bound = variance / max(1 - slack, 0.2)
            if look.draws > 2 * math.log(1 / plan.alpha) * bound / target[1] ** 2:
                break
        return bound

    def _variance_bound(self, draws: Array, plan: Plan) -> float:
        alpha = (1 - KURTOSIS_SHARE) * self._share(plan)
        return variance_bound(draws, kurtosis=self.spread_out, alpha=alpha, most=plan.max_draws)


def paying(source: Source, first: int, later: int) -> int:
    """The draws that count: all, or those after the pilot."""
    return later if getattr(source, "skips", False) else first + later


def _catoni(
    bound: float, spread: float, plan: Plan, target: tuple[float, float] | None, *, p: float = 2.0, skips: bool = False
) -> Catoni:
    """Bets for E|X - μ|^p ≤ bound; λ = (δ/v)^(1/(p-1)) is the best one at the distance δ, v the spread."""
    if target is None:
        lambdas = lambdas_for(plan, spread ** (2 / p))
        return Catoni(bound, lambdas, np.full(len(lambdas), -math.log(len(lambdas))), p, skips)
    largest = spread ** (-1 / p)
    best = min((target[1] / spread) ** (1 / (p - 1)), largest)
    lambdas = lambdas_around(best, largest)
    return Catoni(bound, lambdas, weights(lambdas, best), p, skips)
