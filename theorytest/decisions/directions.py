r"""A supremum over directions: v' E[M] v ≤ v' D v for every v, that is D - E[M] positive semidefinite, M ⪰ 0 random.

With N = D^{-1/2} M D^{-1/2} the claim is μ = λ_max(E N) ≤ 1.
Refutation: v_t is the top eigenvector of the past N, so v_t' N_t v_t feeds the e-process against E ≤ 1.
Confirmation: for the fixed, unknown top eigenvector v of E N, v' mean(N) v ≤ λ_max(mean N), so a scalar lower-tail
bound for v' N v turns λ_max(mean N) into an upper confidence bound for μ, with no factor for the dimension:
  ‖N‖ ≤ c:                       exp(-θ Σ v'Nv) / (1 - (μ/c) (1 - e^(-θc)))^n is a supermartingale for each θ;
  E (v' N v)² ≤ q (E v' N v)²:   μ ≤ λ_max(mean N) / (1 - s), s below sqrt(2 q log(K/α) / n) (see `lower_tail_slack`).
Both stay valid however often one looks. The assumption about moments is tested along the predictable directions.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import ArrayLike

from theorytest.decisions.assumptions import SCATTER
from theorytest.decisions.catoni import lower_tail_slack
from theorytest.decisions.decision import Decision, Verdict
from theorytest.decisions.eprocess import EProcess, lower_bound
from theorytest.decisions.sequential import Generators, Look, Plan, decide, frequent_looks, pending, shortfall
from theorytest.decisions.tails import Tails, tails
from theorytest.decisions.watched import Array, Draw
from theorytest.decisions.wording import budget, measured, number

MOMENT_SHARE = 0.1  # of alpha, for the test of an assumed moment ratio
_THETAS: Array = 5.0 * 2.0 ** -np.arange(10.0)  # the best one is about sqrt(2 log(1/α) c / (n μ))
_ROUNDING = 1e-9  # how negative, relative to its norm, an eigenvalue of a positive semidefinite draw may come out


@dataclass(frozen=True)
class _State:
    """The sum of the whitened matrices so far, and the bets along predictable directions."""

    total: Array
    n: int
    process: EProcess
    bets: tuple[Array, ...] = ()
    moments: EProcess = field(default_factory=lambda: EProcess(1.0))  # against the assumption about moments


@dataclass(frozen=True)
class _Claim:
    whiten: Array
    norm_bound: float | None
    moment_ratio: float | None
    name: str
    symbol: str

    def __post_init__(self) -> None:
        if self.norm_bound is not None and not 0 < self.norm_bound < math.inf:
            raise ValueError(f"norm_bound must be positive and finite, got {self.norm_bound}")
        if self.moment_ratio is not None and not 1 <= self.moment_ratio < math.inf:
            raise ValueError(f"moment_ratio must be at least 1 and finite, got {self.moment_ratio}: E Y² >= (E Y)²")

    def upper(self, plug_in: float, n: int, plan: Plan, bets: Array) -> float:
        """The best upper confidence bound for μ; two of them share the level."""
        level = plan.alpha * (1 - MOMENT_SHARE * bool(self.moment_ratio))
        share = level / 2 if self.norm_bound and self.moment_ratio else level
        bounds = [math.inf]
        if self.norm_bound:
            bounds.append(bounded_upper(plug_in, n, norm_bound=self.norm_bound, alpha=share))
        if self.moment_ratio and self._credible(self.moment_ratio, bets):
            bounds.append(moment_upper(plug_in, n, moment_ratio=self.moment_ratio, alpha=share, most=plan.max_draws))
        return min(bounds)

    def _credible(self, q: float, bets: Array) -> bool:
        """Whether draws along past directions agree with q: a false one must not make up for few draws."""
        return bool(len(bets)) and float(np.mean(bets**2)) <= SCATTER * q * float(np.mean(bets)) ** 2

    def premises(self) -> str:
        """What the upper bound rests on."""
        texts = [f"norm of D^-1/2 M D^-1/2 <= {number(self.norm_bound)}"] if self.norm_bound else []
        if self.moment_ratio:
            texts.append(f"assuming E (v'Mv)^2 <= {number(self.moment_ratio)} (E v'Mv)^2 for all v")
        return ", ".join(texts)


def matrix_at_most(
    draw: Draw,
    generators: Generators,
    plan: Plan,
    *,
    bound: ArrayLike,
    norm_bound: float | None = None,
    moment_ratio: float | None = None,
    name: str = "supremum over directions",
    symbol: str = "sup v'E[M]v / v'Dv",
) -> Decision:
    """D - E[M] ⪰ 0 for random M ⪰ 0, drawn with shape (size, m, m). Confirming needs `norm_bound` or `moment_ratio`."""
    whiten = _whitening(np.asarray(bound, dtype=float))
    claim = _Claim(whiten, norm_bound, moment_ratio, name, symbol)

    def absorb(state: _State, new: Array) -> _State:
        # the first chunk must both choose a direction and bet; later ones are small beside what is known
        parts = min(4, len(new)) if state.n == 0 else 1
        for part in np.array_split(whiten @ _positive(new) @ whiten, parts):
            state = _absorb(state, part, claim, plan)
        return state

    def judge(state: _State, look: Look) -> Decision:
        return _judge(state, look, plan, claim)

    start = _State(np.zeros_like(whiten), 0, EProcess(1.0))
    return decide(
        draw,
        generators,
        plan,
        name=name,
        start=start,
        absorb=absorb,
        judge=judge,
        entry=whiten.shape,
        schedule=frequent_looks,
    )


def bounded_upper(plug_in: float, n: int, *, norm_bound: float, alpha: float) -> float:
    """The largest μ with n log(1 - (μ/c)(1 - e^-θ)) + θ n x/c ≥ -log(K/α) for all of K bets θ, x the plug-in value."""
    x, needed = min(plug_in / norm_bound, 1.0), math.log(len(_THETAS) / alpha) / n
    reached = -np.expm1(-_THETAS * x - needed) / -np.expm1(-_THETAS)
    return float(norm_bound * min(1.0, reached.min()))


def moment_upper(plug_in: float, n: int, *, moment_ratio: float, alpha: float, most: int) -> float:
    """plug_in / (1 - s); inf when n is too small for q."""
    slack = lower_tail_slack(n, ratio=moment_ratio, alpha=alpha, most=most)
    return plug_in / (1 - slack) if slack < 1 else math.inf


def _whitening(bound: Array) -> Array:
    """D^{-1/2}."""
    if bound.ndim != 2 or bound.shape[0] != bound.shape[1] or not np.allclose(bound, bound.T, rtol=1e-10):
        raise ValueError(f"bound must be a symmetric matrix, got shape {bound.shape}")
    values, vectors = np.linalg.eigh(bound)
    if values[0] <= 1e-12 * abs(values[-1]):
        raise ValueError(
            f"bound must be positive definite, its smallest eigenvalue is {values[0]:.3g}: "
            "restrict the matrices to its range, and compare them exactly with 0 on its null space"
        )
    return np.asarray((vectors / np.sqrt(values)) @ vectors.T)


def _positive(draws: Array) -> Array:
    """The draws, made exactly symmetric; an e-process needs v'Mv ≥ 0, so anything else is an error."""
    symmetric = (draws + draws.swapaxes(1, 2)) / 2
    size = max(float(np.abs(draws).max()), 1e-300)
    if np.abs(draws - symmetric).max() > _ROUNDING * size:
        raise ValueError("draws must be symmetric matrices")
    smallest = float(np.linalg.eigvalsh(symmetric)[:, 0].min())
    if smallest < -_ROUNDING * size:
        raise ValueError(f"draws must be positive semidefinite matrices, got the eigenvalue {smallest:.3g}")
    return symmetric


def _absorb(state: _State, whitened: Array, claim: _Claim, plan: Plan) -> _State:
    """Bet along the top eigenvector of the past, then remember; the first matrices only choose a direction."""
    if claim.norm_bound is not None:
        largest = float(np.linalg.eigvalsh(whitened)[:, -1].max())
        if largest > claim.norm_bound * (1 + _ROUNDING):
            raise ValueError(
                f"norm_bound is stated as {claim.norm_bound}, but a draw has {largest:.6g}: correct the bound"
            )
    if state.n:
        v = np.linalg.eigh(state.total)[1][:, -1]
        along = np.maximum(np.einsum("i,tij,j->t", v, whitened, v), 0.0)
        moments = _moments(state, along, claim, plan)
        state = replace(state, process=state.process.update(along), bets=(*state.bets, along), moments=moments)
    return replace(state, total=state.total + whitened.sum(axis=0), n=state.n + len(whitened))


def _moments(state: _State, along: Array, claim: _Claim, plan: Plan) -> EProcess:
    """Bets against E (v'Nv)² ≤ q μ², μ bounded by the past: what they win speaks against the assumption."""
    q, share = claim.moment_ratio, MOMENT_SHARE * plan.alpha / 2
    if not q:
        return state.moments
    top = float(np.linalg.eigvalsh(state.total / state.n)[-1])
    known = moment_upper(top, state.n, moment_ratio=q, alpha=share, most=plan.max_draws)
    if not 0 < known < math.inf:
        return state.moments
    found = state.moments.update(along**2 / (q * known**2))
    if found.rejects(share):
        raise ValueError(
            f"moment_ratio is assumed to be at most {q:.6g}, but the draws contradict it (error rate {share:.2g}): "
            "correct the assumption"
        )
    return found


def _judge(state: _State, look: Look, plan: Plan, claim: _Claim) -> Decision:
    eigenvalues, eigenvectors = np.linalg.eigh(state.total / state.n)
    plug_in, v = float(eigenvalues[-1]), claim.whiten @ eigenvectors[:, -1]
    bets = np.concatenate(state.bets) if state.bets else np.full(1, plug_in)
    high = claim.upper(plug_in, state.n, plan, np.concatenate([np.empty(0), *state.bets]))
    verdict = _verdict(state.process, high, plan)
    if verdict is Verdict.UNDECIDED and not look.last:
        return pending(claim.name)
    low = lower_bound(bets, alpha=plan.alpha) if state.bets else 0.0
    tail = tails(bets)
    return Decision(
        name=claim.name,
        method="e-process along predictable directions, Chernoff bound for the top eigenvalue",
        verdict=verdict,
        sentence=_sentence(verdict, claim, plan, look, tail, low, high),
        claimed=1.0,
        sign="≤",
        estimate=tail.mean,
        low=low,
        high=high,
        alpha=plan.alpha,
        resolution=plan.resolution,
        draws=state.n,
        witness={"direction": (v / np.linalg.norm(v)).tolist()} if verdict is Verdict.REFUTED else None,
        statistics={"plug_in": plug_in, **tail.statistics(), **state.process.to_numbers()},
        curves={"mean_matrix": state.total / state.n},
    )


def _verdict(process: EProcess, high: float, plan: Plan) -> Verdict:
    if process.rejects(plan.alpha):
        return Verdict.REFUTED
    return Verdict.CONFIRMED if high <= 1 + plan.resolution else Verdict.UNDECIDED


def _sentence(verdict: Verdict, claim: _Claim, plan: Plan, look: Look, tail: Tails, low: float, high: float) -> str:
    details = [budget(look.draws, plan.alpha)]
    if verdict is Verdict.CONFIRMED:
        details += [claim.premises(), f"resolution {number(plan.resolution)} of 1"]
    if verdict is Verdict.UNDECIDED:
        missing = "nothing bounds the tail: give norm_bound or moment_ratio"
        details.append(shortfall(plan, look, plan.needed(tail.variation)) if claim.premises() else missing)
    found = measured(claim.symbol, tail.mean, low, high)
    return f"{verdict}: {found} against ≤ 1 ({', '.join(details)}){tail.words()}"
