"""What a step of the scheme costs per replica, as a multiple of the cost of the uniforms that it needs.

One draw is one step of one replica of u_{t+1} = u_t - s P^n ∇L(u_t): Legendre polynomials of dimension d, optimal
points, quasi-projection, least squares with the target exp, a constant step; whole calls of `descend`, observed at the
times that it chooses. The reference are n uniforms per draw, filled into one small array again and again.

The loops are one trajectory of the same problem as one writes it down: a Python loop over the steps with `np.interp` on
the distribution function of the optimal measure, on a grid of 10,000 points. The first tabulates that function once,
the second at every step, as a program must whose space T_t moves. Their ratio is that of the replica-steps per second.

On two cores busy with other work the scheme took 16.8 to 18.7 times its uniforms in seven runs, 17 in quiet moments
(44 ns over 2.6 ns): an optimal point 11 ns, exp 5, basis and weights 5, their layout in memory 4, the step 14.
The target of 10,000 belongs to the second loop and is missed, with about 3,400: it asks for 24 ns per step, and points
and exp alone take 16. For the first loop, with about 600, it would ask for the cost of a single uniform.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from time import perf_counter

import numpy as np
from growth import growth_figure
from numpy.polynomial.legendre import legvander
from timing import Row, Target, Work, side_by_side, table

from theorytest.approximation.estimators import QuasiProjection
from theorytest.approximation.measures import Uniform
from theorytest.approximation.sampling import Optimal
from theorytest.approximation.spaces import Space
from theorytest.approximation.systems import Legendre
from theorytest.descent.linear import LinearDescent
from theorytest.descent.losses import Quadratic
from theorytest.descent.moments import by_quadrature
from theorytest.descent.scheme import descend
from theorytest.descent.steps import Constant, Power
from theorytest.descent.targets import TARGETS

STEPS, REPLICAS, TURNS = 10_000, 1_000, 11
AS_LONG = 15  # times the uniforms of the scheme take about the time of the scheme: a busy machine then slows both
GRID = np.linspace(-1, 1, 10_000)
UNIFORMS = np.empty(16_384)
LARGE = 2_000_000  # replica-steps of one call in the plot
PLOT = Path(__file__).with_name("descent.svg")
RNG = np.random.default_rng()


def problem(d: int, n: int) -> LinearDescent:
    space = Space(Legendre(d), Uniform())
    return LinearDescent(QuasiProjection(Optimal(space), n), Quadratic(space, TARGETS["exp"]))


def ensemble(d: int, n: int, n_replicas: int, n_steps: int) -> Work:
    run = partial(descend, problem(d, n), Constant(n / (n + d - 1)), n_steps, RNG, n_replicas)
    return Work(run, n_replicas * n_steps)


def uniforms(n: int, draws: int) -> Work:
    times = max(1, n * draws // len(UNIFORMS))
    return Work(lambda: [RNG.random(out=UNIFORMS) for _ in range(times)], times * len(UNIFORMS) // n)


def loop(d: int, n_steps: int, *, anew: bool) -> Work:
    """One trajectory, n = 1; `anew` tabulates the distribution function at every step."""
    root, step = np.sqrt(2 * np.arange(d) + 1), 1 / d

    def tabulated() -> np.ndarray:
        F = np.cumsum(np.sum((legvander(GRID, d - 1) * root) ** 2, axis=1))
        return F / F[-1]

    def run() -> np.ndarray:
        c, F = np.zeros(d), tabulated()
        for _ in range(n_steps):
            F = tabulated() if anew else F
            x = np.interp(RNG.random(), F, GRID)
            b = legvander(x, d - 1)[0] * root
            w = d / (b @ b)
            c = c - step * w * (b @ c - np.exp(x)) * b
        return c

    return Work(run, n_steps)


def rows() -> Iterator[Row]:
    ours, what = ensemble(3, 1, REPLICAS, STEPS), f"{REPLICAS:,} replicas, {STEPS:,} steps"
    costs = side_by_side(ours, uniforms(1, AS_LONG * REPLICAS * STEPS), turns=TURNS)
    yield Row(f"Legendre 3, n = 1, {what}, over uniforms", **costs, target=Target("at most", 18), remark=speed(costs))
    for name, anew, least in ("tabulated once", False, None), ("tabulated at every step", True, 10_000):
        costs = side_by_side(ours, loop(3, 200 if anew else 5_000, anew=anew), turns=TURNS, inverted=True)
        target = Target("at least", least) if least else None
        yield Row(f"  a loop, {name}, over ours", **costs, target=target, remark=speed(costs))
    for d, n, R in (3, 10, 1_000), (10, 1, 1_000), (10, 20, 1_000), (3, 1, 10), (3, 1, 100_000):
        T = max(50, LARGE // (R * n * d))
        costs = side_by_side(ensemble(d, n, R, T), uniforms(n, AS_LONG * R * T), turns=TURNS)
        yield Row(f"Legendre {d}, n = {n}, {R:,} replicas, over uniforms", **costs, remark=speed(costs))


def speed(costs: dict[str, float]) -> str:
    return f"{1 / costs['cost']:,.0f}"


def growth() -> dict[str, tuple[list[int], list[dict[str, float]]]]:
    """Costs along d, along n and along the replicas: the smallest of a few turns, after a warm-up."""

    def at(d: int, n: int, R: int) -> dict[str, float]:
        T = max(20, LARGE // (4 * R * d * n))
        works = {"the scheme": ensemble(d, n, R, T), "its uniforms": uniforms(n, R * T)}
        return {name: min(work.cost() for _ in range(6)) for name, work in works.items()}

    d, n, R = [1, 2, 3, 5, 10, 20, 50], [1, 2, 5, 10, 20, 50, 100], [1, 10, 100, 1_000, 10_000, 100_000]
    return {
        "dimension d, n = 1, 1,000 replicas": (d, [at(k, 1, 1_000) for k in d]),
        "samples n, d = 3, 1,000 replicas": (n, [at(3, k, 1_000) for k in n]),
        "replicas, d = 3, n = 1": (R, [at(3, 1, k) for k in R]),
    }


def exact_curve() -> str:
    process = problem(3, 1)
    exact, start = by_quadrature(process.estimator, process.loss), perf_counter()
    exact.gap(Power(1 / 3, 0.5), [10**6])
    return f"exact moments of 10^6 steps, d = 3: {perf_counter() - start:.1f} s"


def main() -> None:
    """Print the table, and write the plot beside this file."""
    print(f"cost of one step of one replica, median of {TURNS} turns side by side")
    print(f"Python {platform.python_version()}, numpy {np.__version__}, {os.cpu_count()} processors\n")
    print(table(list(rows()), "replica-steps per second"))
    print(f"\n{exact_curve()}")
    growth_figure(growth(), 1e9, "ns per step of one replica").savefig(PLOT)
    print(f"how the costs grow with d, n and the replicas: {PLOT}")


if __name__ == "__main__":
    main()
