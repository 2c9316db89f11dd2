r"""What holds almost surely under strong PL: χ_t times the gap plus Σ_{k ≥ t} χ_{k+1} ξ_k is a supermartingale.

So P(sup_t χ_t (L(u_t) - L_min,M) ≥ K) ≤ (χ_T gap_T + Σ_{t ≥ T} χ_{t+1} ξ_t) / K for every K, which is the rate with a
random constant. Here χ_t = t^r and s_t = c t^(δ-1), with c_bias1 = c_var1 = c_var2 = 1 and ‖(I - P)g‖ = 1.

How often a product of independent factors with two values ever exceeds a level, by counting paths.
"""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

import numpy as np

from checks.instances.noisy_schemes import NoisyScheme, rare_jumps
from theorytest import at_most, sampled
from theorytest.decisions.horizon import on_horizon
from theorytest.decisions.relations import Relation
from theorytest.decisions.trajectories import maximal_inequality
from theorytest.descent import Power, descend

HORIZON = 400
ALL_TIMES = np.unique(np.rint(np.geomspace(1, 1e15, 400)))
SUMMABLE = -1 - 1e-9  # exponents below -1 are summable


def relative_drift(t: Any, steps: Power, rate: float) -> Any:
    """t (a_t χ_{t+1} / χ_t - 1) for χ_t = t^rate and λ = L + C_R = 1, without cancellation for large t."""
    s = steps(t)
    a_minus_1 = -2 * s + s**2
    growth_minus_1 = np.expm1(rate * np.log1p(1 / t))
    return t * (a_minus_1 + growth_minus_1 + a_minus_1 * growth_minus_1)


def perturbation(steps: Power, rate: float, noise: float = 0.5) -> Any:
    """χ_{t+1} ξ_t = (t + 1)^rate times the noise times s_t², for t = 1, ..., HORIZON."""
    t = np.arange(1.0, HORIZON + 1)
    return (t + 1) ** rate * noise * steps(t) ** 2


def weighted_paths(rng: np.random.Generator, size: int, *, process: Any, steps: Power, rate: float) -> Any:
    """χ_t gap_t on a geometric grid of times."""
    paths = descend(process, steps, HORIZON, rng, size)
    return paths.times**rate * paths.gap


def chance_of_equal_jumps(rises: Any, level: float) -> float:
    """P(sup χ_t gap_t ≥ K) from the minimum on, when the noise is ±p_t^(-1/2) with probability p_t = χ_{t+1} ξ_t / K.

    Its variance is 1, and the first jump leads to χ_{t+1} gap_{t+1} = χ_{t+1} ξ_t / p_t = K, whenever it comes.
    """
    return float(1 - np.prod(1 - rises / level))


def conditions_hold(name: str, steps: Power, rate: float) -> Iterator[Relation]:
    """The conditions of the theorem for all t: a_t χ_{t+1} ≤ χ_t, and χ_{t+1} ξ_t is summable."""
    drift = relative_drift(ALL_TIMES, steps, rate)
    yield at_most(drift, 0.0, name=f"{name}: χ", digits=12, symbol="t (a_t χ_{t+1}/χ_t − 1)")
    exponent = rate - 2 * steps.exponent
    yield at_most(exponent, SUMMABLE, name=f"{name}: sum", digits=None, symbol="the exponent of χ_{t+1} ξ_t")


def rate_holds(name: str, steps: Power, rate: float, scheme: NoisyScheme | None = None) -> Iterator[Any]:
    """The conditions of the theorem, then the maximal inequality: where it is attained, and for a scheme.

    Equal jumps attain it up to 1 % for K = 50 Σ χ_{t+1} ξ_t; rare ones reach a quarter of it, at K = 5 Σ χ_{t+1} ξ_t.
    """
    yield from conditions_hold(name, steps, rate)
    scheme = scheme or NoisyScheme("rare jumps", rare_jumps())
    rises, sup = perturbation(steps, rate), "P(sup χ_t gap_t ≥ K)"
    total = rises.sum()
    chance = chance_of_equal_jumps(rises, 50 * total)
    yield at_most(chance, 1 / 50, name=f"{name}: equal jumps", digits=12, symbol=sup)
    bound = scheme.gap + perturbation(steps, rate, scheme.noise).sum()
    yield sampled(
        on_horizon(maximal_inequality, HORIZON),
        partial(weighted_paths, process=scheme.process, steps=steps, rate=rate),
        level=5 * bound,
        bound=bound,
        name=f"{name}: {scheme.name}",
        resolution=0.1,
        max_draws=20_000,
        symbol=sup,
    )


def excursion(law: Iterable[tuple[Any, Any]], base: Any, level: float, last: int) -> float:
    """P(max_{t ≤ last} b^-t Y_t ≥ level) for Y_0 = 1 and pairs (probability, factor): Y_t depends on counts only."""
    (p, low), (q, high) = sorted(((float(p), float(f / base)) for p, f in law), key=lambda each: each[1])
    alive, gone = np.array([1.0]), 0.0  # by the number of high factors
    for t in range(1, last + 1):
        alive = p * np.append(alive, 0.0) + q * np.append(0.0, alive)
        over = np.arange(t + 1) * np.log(high) + np.arange(t, -1, -1) * np.log(low) >= np.log(level)
        gone += float(alive[over].sum())
        alive[over] = 0.0
    return gone
