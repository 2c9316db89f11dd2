"""One cell measured: a pilot fixes directions and bets, draws follow until the resolution or the budget is reached."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from theorytest.approximation import Conditioned, Constants, Moments, is_stable
from theorytest.approximation.christoffel import Christoffel
from theorytest.arguments import Array
from theorytest.atlas.bets import ALPHA, Mean, mean_of, needed, resolution, student
from theorytest.atlas.cells import SOLVING, Cell
from theorytest.atlas.directions import Directions, Draws, directions
from theorytest.atlas.effort import Effort, cost
from theorytest.atlas.rows import RELATIONS, Quantity, Row
from theorytest.atlas.subjects import Subject, subject
from theorytest.decisions import clopper_pearson
from theorytest.runs.seeds import Generators

DRIVING = ("c_bias1", "c_var1", "c_var2", "pair")  # whose resolution is planned
SAMPLED = (*DRIVING, "c_bias2", "unbiased", "descent")
_PILOT = 2**16  # points
_CHUNK = 2**20  # numbers in the jets that are computed together
_ROUNDS = 4  # plans, each from all draws so far
_MOST = 10**6  # draws that the work may allow: their numbers along the directions stay in memory
_COARSER = (1.0, 2.5, 5.0)  # multiples of the target that are tried: 2 %, 5 % and 10 %
_PATIENCE = 2.5  # times the work of the budget where that reaches the target


def measure(cell: Cell, effort: Effort, seed: int) -> Row:
    """The row of a cell; one that makes no sense is refused in a sentence."""
    try:
        return _measured(subject(cell), effort, Generators(seed, "atlas", str(cell)))
    except (ValueError, np.linalg.LinAlgError) as error:
        return Row(cell, refused=" ".join(str(error).split()))
    except Exception as error:
        if ":" not in cell.estimator:
            raise
        return Row(cell, refused=f"{type(error).__name__}: {' '.join(str(error).split())}")


def _measured(it: Subject, effort: Effort, generators: Generators) -> Row:
    stability = _stability(it, generators(0))
    sample, x = prepared(it, effort, generators, None if stability is None else stability.exact or stability.value)
    found, total = sample.run(generators)
    quantities = _quantities(it, sample, sample.printed, found, total)
    quantities["k"] = _k(it, x)
    if stability is not None:
        quantities["stability"] = stability
    return Row(it.cell, quantities, len(found["c_var1"]), it.hull.complement_dim)


def prepared(it: Subject, effort: Effort, generators: Generators, p: float | None) -> tuple[Sample, Array]:
    """The pilot: directions and the sizes of bets, before any draw counts; and the points that it drew."""
    printed, draws = it.printed(p), Draws(it.estimator, it.hull)
    n_pilot = max(200, int(min(2000, _PILOT // it.estimator.n_samples) * (p or 1.0)))
    matrices, x = draws.matrices(generators(1), n_pilot)
    drawn = Moments(matrices.mean(axis=0), _second(matrices) / n_pilot)
    chosen = directions(it.exact or drawn, drawn, printed)
    first = _numbers(matrices @ chosen.gradients, chosen, printed)
    return Sample(it, draws, chosen, printed, first, effort, p or 1.0), x


def _second(P: Array) -> Array:
    flat = P.reshape(-1, P.shape[-1])
    return np.asarray(flat.T @ flat)


def _numbers(C: Array, chosen: Directions, printed: Constants | None) -> dict[str, Array]:
    """The draws of every quantity from P^n g along its directions, (R, d, m): means over the directions of a group."""
    square = np.sum(C * C, axis=1)
    along = np.sum(C * chosen.tests, axis=1)
    of, s = chosen.columns, chosen.step
    g, tests = chosen.group("unbiased")
    pair = square[:, of["pair"]]
    risk = 0.5 - s * along[:, of["pair"]] + s * s / 2 * pair
    return {
        "c_var1": square[:, of["c_var1"]].mean(axis=1),
        "c_var2": square[:, of["c_var2"]].mean(axis=1),
        "pair": (pair / _bounds(chosen, printed)).mean(axis=1),
        "c_bias1": along[:, of["c_bias1"]].mean(axis=1),
        "c_bias2": along[:, of["c_bias2"]][:, 0],
        "unbiased": along[:, of["unbiased"]][:, 0] - float(tests[:, 0] @ g[: len(tests), 0]),
        "descent": risk.mean(axis=1),
    }


def _bounds(chosen: Directions, printed: Constants | None) -> Array:
    """What is printed for E‖P^n g‖² along the directions of the pair."""
    g, tests = chosen.group("pair")
    finite = printed is not None and math.isfinite(printed.c_var1 + printed.c_var2)
    c1, c2 = (printed.c_var1, printed.c_var2) if printed and finite else (1.0, 1.0)
    bounds: Array = c1 * np.sum(tests**2, axis=0) + c2 * np.sum(g[len(tests) :] ** 2, axis=0)
    return bounds


@dataclass(frozen=True, eq=False)
class Sample:
    """The draws that count."""

    it: Subject
    draws: Draws
    chosen: Directions
    printed: Constants | None
    pilot: dict[str, Array]
    effort: Effort
    acceptance: float  # of a draw, where points are conditioned

    @property
    def target(self) -> float:
        """The resolution that is aimed at."""
        return self.effort.target(self.it.cell.d)

    @property
    def most(self) -> int:
        """The draws that the work allows."""
        one = cost(self.it.hull, self.it.estimator.n_samples, self.columns, solving=self.it.cell.estimator in SOLVING)
        return int(min(_MOST, max(500, self.effort.work_for(self.it.cell.d) / one * self.acceptance)))

    @property
    def columns(self) -> int:
        """The gradients that P^n is applied to."""
        return self.it.hull.dim if self.it.exact is None else self.chosen.gradients.shape[1]

    def planned(self, numbers: dict[str, Array]) -> int:
        """The draws that the least certain quantity needs for the finest target in reach; else a third of the work."""
        worst = max(variation(numbers[name]) for name in DRIVING)
        wanted = (int(1.1 * needed(worst, times * self.target)) + 100 for times in _COARSER)
        return next((n for n in wanted if n <= _PATIENCE * self.most), max(self.most // 3, 500))

    @property
    def delta(self) -> float:
        """The violation that the bets are sized for: the target, or what the planned draws can see."""
        worst = max(variation(self.pilot[name]) for name in DRIVING)
        return max(self.target, min(0.5, resolution(worst, self.planned(self.pilot))))

    def run(self, generators: Generators) -> tuple[dict[str, Array], Array | None]:
        """The numbers of all draws, and the sum of P'P where the moments are not known exactly."""
        parts: dict[str, list[Array]] = {name: [] for name in SAMPLED}
        total = np.zeros((self.it.hull.dim,) * 2) if self.it.exact is None else None
        done, chunk, wanted = 0, 2, self.planned(self.pilot)
        for _ in range(_ROUNDS):
            while done < wanted:
                size = min(wanted - done, self.chunk)
                new = self._drawn(generators, chunk, size, total)
                for name in SAMPLED:
                    parts[name].append(new[name])
                done, chunk = done + size, chunk + 1
            found = {name: np.concatenate(each) for name, each in parts.items()}
            parts = {name: [each] for name, each in found.items()}
            wanted = self.planned(found)
            if wanted <= 1.02 * done:
                break
        return found, total

    @property
    def chunk(self) -> int:
        """Replicas that are drawn together."""
        hull = self.it.hull
        return max(1, _CHUNK // (self.it.estimator.n_samples * hull.dim * hull.space.jet_size))

    def _drawn(self, generators: Generators, chunk: int, size: int, total: Array | None) -> dict[str, Array]:
        rng = generators(chunk)
        if total is None:
            C = self.draws.along(rng, size, self.chosen.gradients)
        else:
            P, _ = self.draws.matrices(rng, size)
            total += _second(P)
            C = P @ self.chosen.gradients
        return _numbers(C, self.chosen, self.printed)


def variation(draws: Array) -> float:
    """The coefficient of variation; rounding counts as none."""
    mean, deviation = abs(float(draws.mean())), float(draws.std(ddof=1))
    return deviation / mean if mean > 1e-12 and deviation > 1e-10 * mean else 0.0


def _quantities(
    it: Subject, sample: Sample, printed: Constants | None, found: dict[str, Array], total: Array | None
) -> dict[str, Quantity]:
    pilot, delta = sample.pilot, sample.delta
    means = {name: mean_of(found[name], pilot[name], delta, support=support_of(it, name)) for name in SAMPLED}
    quantities = {name: _quantity(name, means[name], sample.target) for name in SAMPLED}
    known = it.exact
    for name in ("c_bias1", "c_bias2", "c_var1", "c_var2"):
        within = None if known is None else getattr(known, name)
        exact = it.c_var2 if name == "c_var2" and it.c_var2 is not None else within
        quantities[name] = replace(quantities[name], tabulated=getattr(printed, name, None), exact=exact, within=within)
    quantities["unbiased"] = replace(quantities["unbiased"], within=_bias(sample.chosen, known))
    if total is not None:
        quantities |= _lifted(quantities, Moments(np.zeros((it.cell.d, len(total))), total / len(found["pair"])), means)
    finite = printed is not None and all(map(math.isfinite, (printed.c_var1, printed.c_var2)))
    if printed is None or not finite:
        return {name: q for name, q in quantities.items() if name not in ("pair", "descent")}
    quantities["pair"] = replace(quantities["pair"], tabulated=1.0, within=_ratio(sample.chosen, known, printed))
    bound, risk = _descent(sample.chosen, known, printed)
    quantities["descent"] = replace(quantities["descent"], tabulated=bound, within=risk)
    return quantities


def support_of(it: Subject, name: str) -> tuple[float, float]:
    """Between which numbers the draws of a quantity lie for certain: (v, P^n v) = (1/n) Σ w |L v|² is at most k."""
    if name == "c_bias1":
        quasi = it.cell.estimator in ("quasi", "conditioned-quasi")
        return (0.0, it.k) if quasi else (-math.inf, math.inf)
    return (0.0, math.inf) if name in ("c_var1", "c_var2", "pair", "descent") else (-math.inf, math.inf)


def _quantity(name: str, mean: Mean, target: float) -> Quantity:
    cv = mean.deviation / abs(mean.value) if abs(mean.value) > 1e-12 and mean.deviation > 1e-10 else 0.0
    relation, asymptotic = RELATIONS.get(name, "≤"), not all(mean.valid)
    if name in ("c_bias2", "unbiased"):  # a relative resolution of 0 has no meaning
        return Quantity(relation, None, None, None, mean.value, mean.low, mean.high, mean.stderr, asymptotic=asymptotic)
    sharp, draws = resolution(cv, mean.n_draws), needed(cv, target)
    return Quantity(
        relation,
        value=mean.value,
        low=mean.low,
        high=mean.high,
        stderr=mean.stderr,
        resolution=sharp,
        needed=draws if sharp > target else None,
        asymptotic=asymptotic,
        why=_why(mean, sharp, target),
    )


def _why(mean: Mean, sharp: float, target: float) -> str:
    """Why the target was not reached, or an end of the interval is missing."""
    if mean.heavy:
        return f"heavy tail: the kurtosis of {mean.n_draws:,} draws is {mean.kurtosis:.0f}"
    return "" if sharp <= target else "the work of the budget ended"


def _bias(chosen: Directions, known: Moments | None) -> float | None:
    """(u, (E P^n - P) v) exactly."""
    if known is None:
        return None
    v, u = (part[:, 0] for part in chosen.group("unbiased"))
    return float(u @ (known.A @ v - v[: len(u)]))


def _ratio(chosen: Directions, known: Moments | None, printed: Constants) -> float | None:
    """E‖P^n g‖² over the printed bound, exactly."""
    if known is None:
        return None
    g, _ = chosen.group("pair")
    return float(np.mean(np.sum(g * (known.S @ g), axis=0) / _bounds(chosen, printed)))


def _descent(chosen: Directions, known: Moments | None, printed: Constants) -> tuple[float, float | None]:
    """The risk ½‖g - s P^n g‖² after one step from ½, as Theorem 4.1 bounds it (L = 1, C_R = 0) and exactly."""
    (g, tests), s = chosen.group("pair"), chosen.step
    t, c = (np.linalg.norm(part, axis=0) for part in (tests, g[len(tests) :]))
    change = -(printed.c_bias1 * s - s * s / 2 * printed.c_var1) * t * t
    change = change + s * printed.c_bias2 * t * c + s * s / 2 * printed.c_var2 * c * c
    if known is None:
        return 0.5 + float(np.mean(change)), None
    exact = 0.5 - s * np.sum(tests * (known.A @ g), axis=0) + s * s / 2 * np.sum(g * (known.S @ g), axis=0)
    return 0.5 + float(np.mean(change)), float(np.mean(exact))


def _lifted(quantities: dict[str, Quantity], drawn: Moments, means: dict[str, Mean]) -> dict[str, Quantity]:
    """The upper ends for the supremum over all directions, from λ_max of the mean of all draws."""
    lifted = {}
    for name, largest in (("c_var1", drawn.c_var1), ("c_var2", drawn.c_var2)):
        mean = means[name]
        high = max(quantities[name].high or 0.0, largest + student(mean.deviation, mean.n_draws))
        lifted[name] = replace(quantities[name], high=high)
    return lifted


def _stability(it: Subject, rng: np.random.Generator) -> Quantity | None:
    """P(S_δ) from draws that are not conditioned."""
    if not isinstance(it.sampler, Conditioned):
        return None
    free, n, d = it.sampler.sampler, it.cell.n, it.cell.d
    size = max(200, min(20_000, 2**22 // (n * d * it.hull.space.jet_size)))
    count = int(is_stable(free, free.sample(rng, size, n), it.cell.delta).sum())
    low, high = clopper_pearson(count, size, alpha=ALPHA)
    if count == 0:
        raise ValueError(f"P(S_delta) is below {high:.2g} (0 of {size} draws): a rare event, out of reach by rejection")
    exact, p = it.stability, count / size
    return Quantity("=", None, exact, exact, p, low, high, math.sqrt(p * (1 - p) / size))


def _k(it: Subject, x: Array) -> Quantity:
    """K = sup w K, and the largest w K among the points of the pilot, which it bounds."""
    n = it.cell.n
    points = x[:, -n:].reshape(-1, it.hull.space.ndim)[:2000]
    K = Christoffel(it.hull.space)(points)
    seen = float(np.max(np.where(K > 0, it.sampler.weight(points) * K, 0.0)))
    tabulated = float(it.cell.d) if it.cell.sampling in ("optimal", "trace", "volume") else None
    return Quantity("≤", tabulated, it.k, it.k, seen, seen, math.inf)
