"""What a step of the scheme costs per replica, as a multiple of the cost of the uniforms that it needs.

One draw is one step of one replica of u_{t+1} = u_t - s P^n ∇L(u_t): Legendre polynomials of dimension d, optimal
points, quasi-projection, least squares with the target exp, a constant step; whole calls of `descend`, observed at the
times that it chooses, once in numpy and once compiled where numba is installed (its first call is not timed). The
reference are n uniforms per draw, filled into one small array again and again.

The loops are one trajectory of the same problem as one writes it down: a Python loop over the steps with `np.interp` on
the distribution function of the optimal measure, on a grid of 10,000 points. The first tabulates that function once,
the second at every step, as a program must whose space T_t moves. Their ratio is that of the replica-steps per second.

On two cores that eight other programs kept busy, numpy took 17.4 times its uniforms (middle 80%: 16.7 to 20.5), and the
compiled loops 4.6 times (3.4 to 4.9); on such a machine medians move by a tenth from run to run. Two runs on quiet ones
gave 17 and 22 times, compiled 5.1 and 5.4: the targets of 18 and 5 lie within the scatter. The parts, each the fastest
of many short measurements: in numpy 2.6 ns for a uniform, 8.6 for the optimal point that it becomes, 5.3 for the target
there, 6 for basis and weights, 13 for the step; compiled 2.6, 1.8, 1.8, and 2.5 for all the rest. The target of 10,000
belongs to the second loop: compiled it is met, with about 15,000; in numpy it is missed, with 3,500, as it asks for 24
ns per step, and points and exp alone take 16. The first loop is 2,500 and 500 times slower: 10,000 would leave less
than the time of a single uniform.
"""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from functools import partial
from time import perf_counter

import numpy as np
from growth import Growth, grow
from numpy.polynomial.legendre import legvander
from timing import Row, Target, Work, side_by_side

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

STEPS, REPLICAS, TURNS = 1_000, 1_000, 11
# So many times the uniforms of the scheme take about the time of the scheme: a busy machine then slows both.
AS_LONG = {"numpy": 15, "compiled": 4}
GRID = np.linspace(-1, 1, 10_000)
UNIFORMS = np.empty(16_384)
LARGE = 1_000_000  # replica-steps of one call, times d n
FEW = 100_000  # the same where growth is measured
LIMIT = "n uniforms for each step: its points come from no less"
RNG = np.random.default_rng()


def problem(d: int, n: int, path: str) -> LinearDescent:
    space = Space(Legendre(d), Uniform())
    estimator, loss = QuasiProjection(Optimal(space), n), Quadratic(space, TARGETS["exp"])
    return LinearDescent(estimator, loss, compiled=path == "compiled")


def paths() -> list[str]:
    """Ways to run the scheme that there are here."""
    return list(dict.fromkeys(problem(3, 1, wanted).path for wanted in ("numpy", "compiled")))


def ensemble(d: int, n: int, n_replicas: int, n_steps: int, path: str) -> Work:
    run = partial(descend, problem(d, n, path), Constant(n / (n + d - 1)), n_steps, RNG, n_replicas)
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
    """Ours / uniforms, and loops / ours."""
    for path in paths():
        yield from rows_of(path)


def rows_of(path: str) -> Iterator[Row]:
    at_most = {"numpy": 18, "compiled": 5}[path]
    ours, what = ensemble(3, 1, REPLICAS, STEPS, path), f"{REPLICAS:,} replicas, {STEPS:,} steps"
    costs = side_by_side(ours, uniforms(1, AS_LONG[path] * REPLICAS * STEPS), turns=TURNS)
    target, name = Target("at most", at_most), f"{path}: a step, Legendre 3, n = 1, {what}, over uniforms"
    yield Row(name, **costs, target=target, remark=speed(costs), limit=LIMIT)
    for name, anew, least in ("tabulated once", False, None), ("tabulated at every step", True, 10_000):
        costs = side_by_side(loop(3, 100 if anew else 2_000, anew=anew), ours, turns=TURNS)
        target = Target("at least", least) if least else None
        yield Row(f"{path}: a loop, {name}, over ours", **costs, target=target)
    for d, n, R in (3, 10, 1_000), (10, 1, 1_000), (10, 20, 1_000), (3, 1, 10), (3, 1, 100_000):
        T = max(50, LARGE // (R * n * d))
        costs = side_by_side(ensemble(d, n, R, T, path), uniforms(n, AS_LONG[path] * R * T), turns=TURNS)
        yield Row(f"{path}: a step, Legendre {d}, n = {n}, {R:,} replicas, over uniforms", **costs, remark=speed(costs))


def speed(costs: dict[str, float]) -> str:
    return f"{1 / costs['cost']:,.0f} per second"


def missing() -> Iterator[str]:
    if "compiled" not in paths():
        yield "not measured: the compiled kernel, since numba is not installed here"


def growths() -> Iterator[Growth]:
    """One draw is one step of one replica."""

    def at(d: int, n: int, R: int) -> dict[str, Work]:
        T = max(20, FEW // (R * d * n))
        return {f"step, {path}": ensemble(d, n, R, T, path) for path in paths()}

    yield grow("d, n = 1, 1,000 replicas", [1, 3, 5, 10, 20, 50], lambda d: at(d, 1, 1_000))
    yield grow("n, d = 3, 1,000 replicas", [1, 3, 10, 30, 100], lambda n: at(3, n, 1_000))
    yield grow("replicas, d = 3, n = 1", [1, 10, 100, 1_000, 10_000], lambda R: at(3, 1, R))


def notes() -> Iterator[str]:
    yield from map(memory, paths())
    yield exact_curve()


def memory(path: str) -> str:
    """The largest amount of memory in use during a run, for a few steps and for many."""
    peaks = []
    for n_steps in (1_000, 10_000, 30_000):
        run = ensemble(3, 1, 100, n_steps, path).run
        tracemalloc.start()
        run()
        peaks.append(f"{tracemalloc.get_traced_memory()[1] / 1e6:.1f}")
        tracemalloc.stop()
    return f"{path}: memory for 1,000, 10,000 and 30,000 steps of 100 replicas: {', '.join(peaks)} MB"


def exact_curve() -> str:
    process = problem(3, 1, "numpy")
    exact, start = by_quadrature(process.estimator, process.loss), perf_counter()
    exact.gap(Power(1 / 3, 0.5), [10**5])
    return f"exact moments of 100,000 steps, d = 3: {perf_counter() - start:.1f} s"
