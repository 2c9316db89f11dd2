"""Steps of the scheme over the bare cost of the same arithmetic, on this machine and in the same run.

One draw is one step of one replica: Legendre polynomials of dimension d, n = 2 d optimal points (one for the rows that
say so), least squares for the target exp, one of the estimators. The reference does what every program must do, and
nothing else, with the fastest call that numpy has for it, on arrays that stay in the cache:
    n uniforms; exp at n points; the recurrence of d functions at n points; the products of the basis with the state and
    with the residual; for projections also the Gramian (GEMM of d x n and n x d) and its Cholesky factor (LAPACK).
The inversion of the distribution function, the weights and the substitutions are not in it. Volume-rescaled and
conditioned points have no such reference: their draws are rejections. Compiled loops need no intermediate arrays, so
that a ratio below 1 is possible. A step on the circle needs one uniform, a sine, a cosine and an arctangent, and its
points and directions: a dozen products and sums; there is no compiled loop for curves.

Targets: at most 2.5 compiled and 6 in numpy for d of at least 10, at most 5 compiled for Legendre 3; and 10 replicas
cost at most 3 times as much per replica as 1,000.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
from growth import Growth, grow
from timing import Row, Target, Work, side_by_side

from theorytest.approximation.estimators import Debiased, Estimator, LeastSquares, NonProjection, QuasiProjection
from theorytest.approximation.measures import Uniform
from theorytest.approximation.sampling import Optimal
from theorytest.approximation.spaces import Space
from theorytest.approximation.systems import Legendre
from theorytest.descent.linear import LinearDescent
from theorytest.descent.losses import Quadratic
from theorytest.descent.models.curves import Circle, CurveDescent
from theorytest.descent.scheme import descend
from theorytest.descent.steps import Constant
from theorytest.descent.targets import TARGETS

TURNS = 9
WORK = 2_000_000  # n d of all replica-steps of one call, or n d² of projections over d
CACHE = 2**13  # points that the reference takes together
LIMIT = "the arithmetic alone: uniforms, exp, recurrence, products, Gramian, Cholesky"
CURVE = "the arithmetic alone: a uniform, sine, cosine, arctangent, twelve products and sums"
RNG = np.random.default_rng()

Make = Callable[[Optimal, int], Estimator]
ESTIMATORS: dict[str, Make] = {
    "non-projection": NonProjection,
    "quasi-projection": QuasiProjection,
    "least squares": LeastSquares,
    "debiased": lambda points, n: Debiased(LeastSquares(points, n), QuasiProjection(points, n)),
}


def problem(make: Make, d: int, n: int, path: str) -> LinearDescent:
    space = Space(Legendre(d), Uniform())
    return LinearDescent(make(Optimal(space), n), Quadratic(space, TARGETS["exp"]), compiled=path == "compiled")


def paths() -> list[str]:
    """Ways to run the scheme that there are here."""
    return list(dict.fromkeys(problem(QuasiProjection, 3, 1, wanted).path for wanted in ("numpy", "compiled")))


def ours(make: Make, d: int, n: int, n_replicas: int, n_steps: int, path: str) -> Work:
    process = problem(make, d, n, path)
    return Work(partial(descend, process, Constant(0.1), n_steps, RNG, n_replicas), n_replicas * n_steps)


def bare(name: str, d: int, n: int, draws: int) -> Work:
    """The arithmetic of so many steps, in groups that fit the cache."""
    group = max(1, CACHE // n)
    state, parts = np.ones((d, group)), 2 if name == "debiased" else 1
    basis, t, u = np.empty((d, group, n)), np.empty((group, n)), np.empty((group, n))

    def evaluated() -> np.ndarray:
        RNG.random(out=u)
        np.exp(u, out=t)
        basis[0] = 1.0
        for j in range(1, d):
            np.multiply(u, basis[j - 1], out=basis[j])
            if j > 1:
                np.multiply(basis[j - 2], 0.5, out=t)
                basis[j] -= t
        return basis

    def once() -> None:
        for part in range(parts):
            b = evaluated()
            residual = np.einsum("dgn,dg->gn", b, state)
            np.einsum("dgn,gn->dg", b, residual)
            if name in ("least squares", "debiased") and part == 0:
                rows = np.ascontiguousarray(np.moveaxis(b, 0, 1))
                gramian = rows @ np.swapaxes(rows, 1, 2)
                gramian[:, np.arange(d), np.arange(d)] += n
                np.linalg.cholesky(gramian)

    times = max(1, draws // group)
    return Work(lambda: [once() for _ in range(times)], times * group)


def rows() -> Iterator[Row]:
    """Ours / arithmetic for each estimator, dimension and path; few replicas / many."""
    for path in paths():
        for d in (3, 10, 50):
            for name, make in ESTIMATORS.items():
                yield over_arithmetic(path, name, make, d, 2 * d)
        yield over_arithmetic(path, "quasi-projection", QuasiProjection, 3, 1)
        for name in ("quasi-projection", "least squares"):
            yield few_replicas(path, name)
    for R in (100, 10_000):
        costs = side_by_side(on_a_circle(R), bare_circle(R), turns=TURNS)
        yield Row(f"numpy: a step on the circle, n = 1, {R:,} replicas, over its arithmetic", **costs, limit=CURVE)


def on_a_circle(n_replicas: int, n_steps: int = 200) -> Work:
    process = CurveDescent(Circle(), (2.0, 0.5), 1.0)
    return Work(partial(descend, process, Constant(0.1), n_steps, RNG, n_replicas), n_replicas * n_steps)


def bare_circle(n_replicas: int, n_steps: int = 200) -> Work:
    """One uniform, one sine, one cosine and one arctangent, and twelve products and sums."""
    phi, u = np.linspace(0.0, 1.0, n_replicas), np.empty(n_replicas)

    def once() -> None:
        RNG.random(out=u)
        x, y = np.cos(phi), np.sin(phi)
        for _ in range(6):
            np.multiply(x, u, out=u)
            np.add(y, u, out=u)
        np.arctan2(u, x)

    return Work(lambda: [once() for _ in range(n_steps)], n_replicas * n_steps)


def over_arithmetic(path: str, name: str, make: Make, d: int, n: int) -> Row:
    R = 1_000 if d <= 10 else 100
    T = max(2, WORK // (R * n * d * (1 if name in ("non-projection", "quasi-projection") else max(1, d // 8))))
    target = {("compiled", False): 5.0, ("compiled", True): 2.5, ("numpy", True): 6.0}.get((path, d >= 10))
    costs = side_by_side(ours(make, d, n, R, T, path), bare(name, d, n, R * T), turns=TURNS)
    what = f"{path}: a step, Legendre {d}, n = {n}, {name}, over its arithmetic"
    return Row(what, **costs, target=Target("at most", target) if target else None, limit=LIMIT)


def few_replicas(path: str, name: str) -> Row:
    make, d, n = ESTIMATORS[name], 10, 20
    T = max(20, WORK // (1_000 * n * d))
    costs = side_by_side(ours(make, d, n, 10, 20 * T, path), ours(make, d, n, 1_000, T, path), turns=TURNS)
    what = f"{path}: a step of one of 10 replicas, Legendre {d}, n = {n}, {name}, over one of 1,000"
    return Row(what, **costs, target=Target("at most", 3))


def growths() -> Iterator[Growth]:
    """Costs along d with n = 2 d: the arithmetic grows like n d = 2 d² without a Gramian, like n d² + d³/6 with one."""

    def at(d: int) -> dict[str, Work]:
        R = max(4, 2_000 // d)
        kinds = ("quasi-projection", "least squares", "debiased")
        return {f"{name}, {path}": ours(ESTIMATORS[name], d, 2 * d, R, 3, path) for name in kinds for path in paths()}

    yield grow("d, n = 2 d", [5, 10, 20, 30, 50], at)
