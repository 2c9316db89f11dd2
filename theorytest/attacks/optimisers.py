"""Uphill in the chart of a box: random steps, moves of single coordinates, Nelder-Mead, L-BFGS-B, evolution.

Each takes a score to be maximised on [-1, 1]^k, a start, the lengths of the cells of whole numbers (0 for a real one)
and a number of evaluations, and returns where it ended.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from theorytest.attacks.adapted import MOST, Point, Score, adapted


def climb(score: Score, start: Point, cells: Point, evaluations: int, rng: np.random.Generator) -> Point:
    """Random steps, then another method from where they lead; whole numbers alone are moved one or two at a time."""
    if cells.all():
        return random_steps(score, start, cells, evaluations, rng)
    long = evaluations >= 250
    kind = rng.random()
    if long and kind < 0.45 and len(start) <= MOST:
        return adapted(score, start, cells, evaluations, rng)
    u = evolution(score, start, cells, evaluations // 2, rng) if long and kind < 0.6 else start
    first = moves if long and kind > 0.8 else random_steps
    u = first(score, u, cells, max(5, evaluations // 2), rng)
    method = METHODS[rng.integers(len(METHODS))]
    return method(score, u, cells, max(5, evaluations // 2), rng)


def moves(score: Score, start: Point, cells: Point, evaluations: int, rng: np.random.Generator) -> Point:
    """One or two coordinates at a time: to an end, to the middle, to another's place or its mirror, or exchanged."""
    best, height = start, score(start)
    for _ in range(evaluations - 1):
        i, j = rng.integers(len(start), size=2)
        tried = best.copy()
        kind = rng.integers(5)
        if kind == 0:
            tried[i], tried[j] = best[j], best[i]
        elif kind == 1:
            tried[i] = best[j]
        elif kind == 2:
            tried[i] = -best[j]
        elif kind == 3:
            tried[i] = (-1.0, 0.0, 1.0)[rng.integers(3)]
        else:
            tried[i] = np.clip(best[i] + max(cells[i], 10 ** rng.uniform(-4, 0)) * rng.choice((-1, 1)), -1, 1)
        found = score(tried)
        best, height = (tried, found) if found >= height else (best, height)
    return best


def random_steps(score: Score, start: Point, cells: Point, evaluations: int, rng: np.random.Generator) -> Point:
    """Steps in all or in a few directions; their length grows by 1.5 after a success and shrinks by 0.85 else.

    Whole numbers move by one cell at least, or jump.
    """
    best, height, length = start, score(start), 0.15
    for _ in range(evaluations - 1):
        moved = rng.random(len(start)) < (1.0 if rng.random() < 0.5 else 2 / len(start))
        moved[rng.integers(len(start))] = True
        few = (cells > 0) & (rng.random(len(start)) > 2 / len(start))  # of the whole numbers only a few at a time
        step = length * rng.standard_normal(len(start))
        step = np.where(np.abs(step) < cells, np.sign(step) * cells, step) * (moved & ~few)
        tried = np.clip(best + step, -1, 1)
        found = score(tried)
        better = found > height
        level = found == height and bool(cells.any())  # a plateau of whole numbers is crossed, not left
        best, height = (tried, found) if better or level else (best, height)
        length = float(np.clip(length * (1.5 if better else 0.85), 1e-7, 0.7))
    return best


def simplex(score: Score, start: Point, cells: Point, evaluations: int, rng: np.random.Generator) -> Point:  # noqa: ARG001 - as the others
    """Nelder-Mead from a simplex of a tenth of the box."""
    sides = np.where(start > 0, -0.2, 0.2)[:, None] * np.eye(len(start)) * rng.uniform(0.3, 1.0)
    first = np.vstack([start, start + sides])
    options = {"maxfev": evaluations, "initial_simplex": first, "xatol": 1e-10, "fatol": 1e-12}
    from scipy.optimize import minimize  # slow to import, and most claims are decided without a search

    return _found(minimize(lambda u: -score(np.clip(u, -1, 1)), start, method="Nelder-Mead", options=options))


def gradient_steps(score: Score, start: Point, cells: Point, evaluations: int, rng: np.random.Generator) -> Point:  # noqa: ARG001 - as the others
    """L-BFGS-B with finite differences."""
    options = {"maxfun": evaluations, "eps": 1e-7}
    bounds = [(-1.0, 1.0)] * len(start)
    from scipy.optimize import minimize

    return _found(minimize(lambda u: -score(u), start, method="L-BFGS-B", bounds=bounds, options=options))


def evolution(score: Score, start: Point, cells: Point, evaluations: int, rng: np.random.Generator) -> Point:  # noqa: ARG001 - as the others
    """Differential evolution of a population that contains the start."""
    from scipy.optimize import differential_evolution

    size = max(5, min(12 * len(start), evaluations // 6))
    first = np.vstack([start, rng.uniform(-1, 1, (size - 1, len(start)))])
    return _found(
        differential_evolution(
            lambda u: -score(u),
            [(-1.0, 1.0)] * len(start),
            init=first,
            maxiter=max(1, evaluations // size - 1),
            polish=False,
            rng=rng,
        )
    )


def _found(answer: Any) -> Point:
    found: Point = np.clip(np.asarray(answer.x, dtype=float), -1, 1)
    return found


METHODS = (simplex, gradient_steps)
