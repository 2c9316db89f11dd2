"""Evolution of a normal law whose covariance follows the successful steps [CMA-ES: Hansen, Ostermeier 2001]."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Point = NDArray[np.float64]
Score = Callable[[Point], float]
MOST = 60  # parameters: the covariance is decomposed in every generation
FIRST = 0.15  # the standard deviation at the start, in a box of length 2
LEAST = 1e-9  # the standard deviation at which it has converged


@dataclass(frozen=True)
class Rates:
    """The usual weights and learning rates for n parameters."""

    n: int

    @property
    def offspring(self) -> int:
        """Points of a generation."""
        return 4 + int(3 * np.log(self.n))

    @property
    def weights(self) -> Point:
        """Of its better half."""
        half = self.offspring // 2
        raw = np.log(half + 0.5) - np.log(np.arange(1, half + 1))
        return np.asarray(raw / raw.sum())

    @property
    def mass(self) -> float:
        """How many points the weights stand for."""
        return float(1 / np.sum(self.weights**2))

    @property
    def of_path(self) -> float:
        """Of the path of the mean."""
        return (4 + self.mass / self.n) / (self.n + 4 + 2 * self.mass / self.n)

    @property
    def of_length(self) -> float:
        """Of the path that sets the length of steps."""
        return (self.mass + 2) / (self.n + self.mass + 5)

    @property
    def of_one(self) -> float:
        """Of the covariance, from the path."""
        return 2 / ((self.n + 1.3) ** 2 + self.mass)

    @property
    def of_all(self) -> float:
        """Of the covariance, from the generation."""
        return min(1 - self.of_one, 2 * (self.mass - 2 + 1 / self.mass) / ((self.n + 2) ** 2 + self.mass))

    @property
    def damping(self) -> float:
        """Of the length of steps."""
        return 1 + 2 * max(0.0, math.sqrt((self.mass - 1) / (self.n + 1)) - 1) + self.of_length


def adapted(score: Score, start: Point, cells: Point, evaluations: int, rng: np.random.Generator) -> Point:  # noqa: ARG001 - as the others
    """The best point of the generations that fit into the evaluations."""
    n, rates = len(start), Rates(len(start))
    mean, sigma, C = start.copy(), FIRST, np.eye(n)
    path, length = np.zeros(n), np.zeros(n)
    best, height = start, -np.inf
    expected = np.sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n))
    w, c_c, c_s = rates.weights, rates.of_path, rates.of_length
    for _ in range(max(1, evaluations // rates.offspring)):
        lam, B = np.linalg.eigh(C)
        D = np.sqrt(np.maximum(lam, 1e-20))
        steps = (rng.standard_normal((rates.offspring, n)) * D) @ B.T
        points = np.clip(mean + sigma * steps, -1, 1)
        scores = np.array([score(each) for each in points])
        order = np.argsort(-scores)
        if scores[order[0]] > height:
            best, height = points[order[0]], scores[order[0]]
        chosen = (points[order[: len(w)]] - mean) / sigma
        step = w @ chosen
        mean = mean + sigma * step
        length = (1 - c_s) * length + np.sqrt(c_s * (2 - c_s) * rates.mass) * (B @ ((B.T @ step) / D))
        path = (1 - c_c) * path + np.sqrt(c_c * (2 - c_c) * rates.mass) * step
        C = (1 - rates.of_one - rates.of_all) * C + rates.of_one * np.outer(path, path)
        C = C + rates.of_all * (chosen.T * w) @ chosen
        sigma = float(np.clip(sigma * np.exp(c_s / rates.damping * (np.linalg.norm(length) / expected - 1)), 0, 1))
        if sigma * D.max() < LEAST or not np.isfinite(C).all():
            break
    return np.asarray(best)
