"""One cell measured: what a pilot and the draws after it say, beside what is printed and what is exact."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from theorytest.approximation import Conditioned, Constants, Moments, is_stable
from theorytest.approximation.christoffel import Christoffel
from theorytest.arguments import Array
from theorytest.atlas.bets import ALPHA, Mean, mean_of, student
from theorytest.atlas.cells import Cell
from theorytest.atlas.directions import Directions
from theorytest.atlas.effort import Effort
from theorytest.atlas.numbers import DRIVING, SAMPLED, bounds
from theorytest.atlas.progress import run, run_together
from theorytest.atlas.rows import RELATIONS, Quantity, Row
from theorytest.atlas.sample import Found, Sample, lost, prepared, sharp
from theorytest.atlas.subjects import Subject, subject
from theorytest.decisions import clopper_pearson
from theorytest.runs.seeds import Generators

Result = TypeVar("Result")


def measure(cell: Cell, effort: Effort, seed: int) -> Row:
    """The row of a cell; one that makes no sense is refused in a sentence."""
    return measure_all([cell], effort, seed)[0]


def measure_all(cells: Sequence[Cell], effort: Effort, seed: int) -> list[Row]:
    """The rows of cells with one estimator, space and sampling, in their order; those of single points share them."""
    begun = [_refused_or(cell, lambda cell=cell: _begun(cell, effort, seed)) for cell in cells]  # type: ignore[misc]
    shared = [each.sample for each in begun if isinstance(each, _Begun) and each.sample.singles is not None]
    name = "{0.estimator} {0.world} {0.sampling} d={0.d}".format(cells[0])
    generators = Generators(seed, "atlas points", name)
    drawn = _refused_or(cells[0], lambda: run_together(shared, generators)) if shared else []
    points: Iterator[Found | Row] = iter([drawn] * len(shared) if isinstance(drawn, Row) else drawn)
    return [each if isinstance(each, Row) else _ended(each, points) for each in begun]


def _ended(begun: _Begun, points: Iterator[Found | Row]) -> Row:
    """The row of a cell with its draws: the next of those that share points, or its own."""
    if begun.sample.singles is None:
        return _refused_or(begun.cell, lambda: begun.row(run(begun.sample, begun.generators)))
    found = next(points)
    if isinstance(found, Row):
        return replace(found, cell=begun.cell)
    return _refused_or(begun.cell, lambda: begun.row(found))


def _refused_or(cell: Cell, work: Callable[[], Result]) -> Result | Row:
    """What the work gives, or a row that says why there is none."""
    try:
        return work()
    except (ValueError, np.linalg.LinAlgError) as error:
        return Row(cell, refused=" ".join(str(error).split()))
    except Exception as error:
        if ":" not in cell.estimator:
            raise
        return Row(cell, refused=f"{type(error).__name__}: {' '.join(str(error).split())}")


@dataclass(frozen=True, eq=False)
class _Begun:
    """A cell after its pilot."""

    cell: Cell
    generators: Generators
    sample: Sample
    points: Array  # of the pilot
    stability: Quantity | None

    def row(self, found: Found) -> Row:
        """With the draws."""
        it = self.sample.it
        quantities = _quantities(it, self.sample, found)
        quantities["k"] = _k(it, self.points)
        if self.stability is not None:
            quantities["stability"] = self.stability
        return Row(it.cell, quantities, found.n_replicas, it.hull.complement_dim)


def _begun(cell: Cell, effort: Effort, seed: int) -> _Begun:
    it, generators = subject(cell), Generators(seed, "atlas", str(cell))
    stability = _stability(it, generators(0))
    sample, x = prepared(it, effort, generators, None if stability is None else stability.exact or stability.value)
    return _Begun(cell, generators, sample, x, stability)


def mean_in(sample: Sample, found: Found, name: str) -> Mean:
    """The mean of one quantity; its upper end covers what single points leave out."""
    draws = found.numbers[name]
    mean = mean_of(draws, sample.pilot[name], sample.delta, support=sample.support(name))
    return replace(mean, high=mean.high + lost(sample, found, name))


def _quantities(it: Subject, sample: Sample, found: Found) -> dict[str, Quantity]:
    printed, known = sample.printed, it.exact
    means = {name: mean_in(sample, found, name) for name in (*SAMPLED, *found.extra)}
    quantities = {name: _quantity(name, sample, found, mean) for name, mean in means.items()}
    for name in ("c_bias1", "c_bias2", "c_var1", "c_var2"):
        within = None if known is None else getattr(known, name)
        exact = it.c_var2 if name == "c_var2" and it.c_var2 is not None else within
        quantities[name] = replace(quantities[name], tabulated=getattr(printed, name, None), exact=exact, within=within)
    quantities["unbiased"] = replace(quantities["unbiased"], within=_bias(sample.chosen, known))
    for name, value in (("independence", 0.0), ("law", 1.0)):
        if name in quantities:
            quantities[name] = replace(quantities[name], exact=value, within=value)
    if found.total is not None:
        drawn = Moments(np.zeros((it.cell.d, len(found.total))), found.total / found.n_replicas)
        quantities |= _lifted(quantities, drawn, means)
    finite = printed is not None and all(map(math.isfinite, (printed.c_var1, printed.c_var2)))
    if printed is None or not finite:
        return {name: q for name, q in quantities.items() if name not in ("pair", "descent")}
    quantities["pair"] = replace(quantities["pair"], tabulated=1.0, within=_ratio(sample.chosen, known, printed))
    bound, risk = _descent(sample.chosen, known, printed)
    quantities["descent"] = replace(quantities["descent"], tabulated=bound, within=risk)
    return quantities


def _quantity(name: str, sample: Sample, found: Found, mean: Mean) -> Quantity:
    relation, asymptotic, target = RELATIONS.get(name, "≤"), not all(mean.valid), sample.target
    if name not in (*DRIVING, "descent"):  # a relative resolution of 0 has no meaning
        ends = (mean.value, mean.low, mean.high, mean.stderr)
        return Quantity(relation, None, None, None, *ends, asymptotic=asymptotic, wide=sample.kinds[name].wide)
    reached = sharp(sample, name, found.numbers[name])
    short = reached > target and name in DRIVING
    return Quantity(
        relation,
        value=mean.value,
        low=mean.low,
        high=mean.high,
        stderr=mean.stderr,
        resolution=reached,
        needed=sample.needed(name, found.numbers[name]) if short else None,
        asymptotic=asymptotic,
        wide=sample.kinds[name].wide,
        why=_why(mean, reached, target),
    )


def _why(mean: Mean, reached: float, target: float) -> str:
    """Why the target was not reached, or an end of the interval is missing."""
    if mean.heavy:
        return f"heavy tail: the kurtosis of {mean.n_draws:,} draws is {mean.kurtosis:.0f}"
    return "" if reached <= target else "the work of the budget ended"


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
    return float(chosen.weights["pair"] @ (np.sum(g * (known.S @ g), axis=0) / bounds(chosen, printed)))


def _descent(chosen: Directions, known: Moments | None, printed: Constants) -> tuple[float, float | None]:
    """The risk ½‖g - s P^n g‖² after one step from ½, as Theorem 4.1 bounds it (L = 1, C_R = 0) and exactly."""
    (g, tests), s, weights = chosen.group("pair"), chosen.step, chosen.weights["pair"]
    t, c = (np.linalg.norm(part, axis=0) for part in (tests, g[len(tests) :]))
    change = -(printed.c_bias1 * s - s * s / 2 * printed.c_var1) * t * t
    change = change + s * printed.c_bias2 * t * c + s * s / 2 * printed.c_var2 * c * c
    if known is None:
        return 0.5 + float(weights @ change), None
    exact = 0.5 - s * np.sum(tests * (known.A @ g), axis=0) + s * s / 2 * np.sum(g * (known.S @ g), axis=0)
    return 0.5 + float(weights @ change), float(weights @ exact)


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
