"""What a step of natural gradient descent on shallow networks costs, as a multiple of a bare SVD.

One draw is one step of one replica of Section 5.3: width 20, max(x, 0)², n = 200 optimal points on [0, 1], least
squares, adaptive step; from the published start, with the tangents that double precision tells apart. The reference
decomposes matrices of the size that a step has to do with, 200 points by 61 tangents, with nothing around it: one call
of `np.linalg.svd` for all replicas. A step decomposes 63 nodes by 61 tangents, draws points by inverting their exact
distribution function, solves for the projection, and tries about seven lengths, each with an exact integral.

The other comparison is with ourselves, one replica at a time. JAX differentiates the same network at 1,000 points for
its Gramian, as a user would write it, where it is installed.

On two quiet cores: 1.3 bare decompositions, 5 times as fast as one replica at a time, and 20 to 22 times as fast as JAX
0.10 (14 to 31 on busy ones). The target of 50 for the last is missed: it asks for half of the time of a decomposition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from time import perf_counter

import numpy as np
from growth import Growth, grow
from timing import Row, Target, Work, in_words, side_by_side

from theorytest.descent.models.shallow.activations import RePU, Tanh
from theorytest.descent.models.shallow.descent import ShallowDescent
from theorytest.descent.models.shallow.estimators import NetworkEstimator
from theorytest.descent.models.shallow.gaussian import StandardGaussian, gramian_tangents
from theorytest.descent.models.shallow.initial import INITIAL
from theorytest.descent.models.shallow.interval import Interval
from theorytest.descent.targets import TARGETS

WIDTH, SAMPLES, REPLICAS, TURNS = 20, 200, 50, 9
NODES = 63  # three in each of 21 pieces
LIMIT = "LAPACK's SVD of nodes by tangents, which finds the tangent space: a step needs one"
RNG = np.random.default_rng()


def step(n_replicas: int, width: int = WIDTH, n_samples: int = SAMPLES, kind: str = "lsq") -> Work:
    """One step of all replicas from fixed networks; S_delta is not waited for."""
    network = INITIAL["published"](np.random.default_rng(0), RePU(2), n_replicas, width, 1)
    estimator = NetworkEstimator(kind, n_samples)  # type: ignore[arg-type]
    process = ShallowDescent(Interval(0.0, 1.0), TARGETS["sin"], estimator, network, 1e-6)
    state = process.start(n_replicas)
    return Work(lambda: process.step(state, RNG, 0, 0.5), n_replicas)


def one_by_one(n_replicas: int) -> Work:
    single = step(1)
    return Work(lambda: [single.run() for _ in range(n_replicas)], n_replicas)


def decompositions(n_replicas: int, width: int = WIDTH, n_samples: int = SAMPLES) -> Work:
    matrices = RNG.normal(size=(n_replicas, n_samples, 3 * width + 1))
    return Work(lambda: np.linalg.svd(matrices, full_matrices=False), n_replicas)


def rows() -> Iterator[Row]:
    ours = step(REPLICAS)
    costs = side_by_side(ours, decompositions(REPLICAS), turns=TURNS)
    name = f"networks: a step, width 20, n = 200, {REPLICAS} replicas, over a bare SVD"
    yield Row(name, **costs, target=Target("at most", 1.3))
    costs = side_by_side(ours, decompositions(REPLICAS, n_samples=NODES), turns=TURNS)
    yield Row(f"networks: a step, over the SVD of its {NODES} nodes by 61 tangents", **costs, limit=LIMIT)
    costs = side_by_side(one_by_one(20), ours, turns=TURNS)
    yield Row("networks: one replica at a time, over ours", **costs, target=Target("at least", 2))
    for kind in ("quasi", "non"):
        costs = side_by_side(step(REPLICAS, kind=kind), decompositions(REPLICAS), turns=TURNS)
        yield Row(f"networks: {kind} instead of least squares, over a bare SVD", **costs)
    if find_spec("jax"):
        costs = side_by_side(by_jax(), ours, turns=TURNS, clock=perf_counter)  # it may have threads
        yield Row("networks: JAX with 1,000 points, one replica, over ours", **costs, target=Target("at least", 50))


def missing() -> Iterator[str]:
    if find_spec("jax") is None:
        yield "not measured: a network step against JAX, which is not installed here"


def by_jax() -> Work:
    """A natural gradient by automatic differentiation and a trapezoidal Gramian."""
    import jax
    import jax.numpy as jnp

    start = INITIAL["published"](np.random.default_rng(0), RePU(2), 1, WIDTH, 1)
    theta, grid = jnp.asarray(start.theta[0]), jnp.linspace(0, 1, 1_000)

    def network(theta, x):  # type: ignore[no-untyped-def]
        outer, shift, inner, bias = jnp.split(theta, [WIDTH, WIDTH + 1, 2 * WIDTH + 1])
        return outer @ jnp.maximum(inner * x + bias, 0) ** 2 + shift[0]

    tangents = jax.vmap(jax.grad(network), (None, 0))

    def run() -> object:
        on_grid = tangents(theta, grid)
        values, vectors = jnp.linalg.eigh(on_grid.T @ on_grid / len(grid))
        kept = values > 61 * jnp.finfo(values.dtype).eps * values[-1]
        basis = vectors[:, kept] / jnp.sqrt(values[kept])
        density = jnp.sum((on_grid @ basis) ** 2, axis=1)
        p = np.asarray(density, dtype=float)
        x = jnp.asarray(RNG.choice(np.asarray(grid), SAMPLES, p=p / p.sum()))
        psi = tangents(theta, x) @ basis
        w = psi.shape[1] / jnp.sum(psi**2, axis=1)
        g = jax.vmap(network, (None, 0))(theta, x) - jnp.sin(2 * jnp.pi * x)
        c = jnp.linalg.lstsq(jnp.sqrt(w)[:, None] * psi, jnp.sqrt(w) * g)[0]
        return (theta - 0.5 * basis @ c).block_until_ready()

    return Work(run, 1)


def growths() -> Iterator[Growth]:
    """One draw is one step of one replica."""

    def at(R: int, m: int, n: int) -> dict[str, Work]:
        return {"network step": step(R, m, n), "a bare SVD": decompositions(R, m, max(n, 3 * m + 1))}

    yield grow("width m, n = 10 m, 2 replicas", [5, 10, 20, 40], lambda m: at(2, m, 10 * m))
    yield grow("n, m = 20, 5 replicas", [50, 100, 200, 400], lambda n: at(5, WIDTH, n))
    yield grow("replicas, m = 20, n = 200", [1, 3, 10, 30], lambda R: at(R, WIDTH, SAMPLES))


def smallest(cost: Callable[[], float], turns: int = 3) -> float:
    return min(cost() for _ in range(turns))


def notes() -> Iterator[str]:
    """Tangent spaces of width 20 under a Gaussian measure, and optimal points, whose cost explodes with D."""
    for D in range(1, 4):
        network = INITIAL["uniform"](np.random.default_rng(0), Tanh(), 1, WIDTH, D)
        basis = smallest(Work(partial(gramian_tangents, network, 1e-6), 1).cost)
        law = StandardGaussian(D).optimal(gramian_tangents(network, 1e-6))
        point = smallest(Work(partial(law.draw, RNG, 10), 10).cost, 1)
        words = f"a basis of {network.n_parameters} tangents takes {in_words(basis)}"
        yield f"networks on R^{D}: {words}, an optimal point {in_words(point)}"
