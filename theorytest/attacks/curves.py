"""Piecewise smooth curves and surfaces with rational points and tangents: polygons, circles, parabolas, graphs.

A curve has a point and a tangent for every parameter; circles are rational through m ↦ (1 - m², 2m) / (1 + m²).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from theorytest.attacks.numbers import Sizes, sizes_of
from theorytest.attacks.ranges import Range
from theorytest.attacks.region import Parameters, Region

ANYWHERE = Range()


@dataclass(frozen=True, eq=False)
class Arc:
    """A circle in the plane, by its centre and radius."""

    centre: Any
    radius: Any

    def point(self, m: Any) -> Any:
        """The point with half-angle tangent m."""
        return self.centre + self.radius * np.array([1 - m * m, 2 * m]) / (1 + m * m)

    def tangent(self, m: Any) -> Any:
        """The unit tangent there."""
        return np.array([-2 * m, 1 - m * m]) / (1 + m * m)


@dataclass(frozen=True, eq=False)
class Polygon:
    """Line segments through vertices, parametrised by [0, number of segments]."""

    vertices: Any

    def point(self, s: Any) -> Any:
        """The point at s."""
        k = self._segment(s)
        return self.vertices[k] + (s - k) * self.tangent(s)

    def tangent(self, s: Any) -> Any:
        """The direction of the segment, as long as it is."""
        k = self._segment(s)
        return self.vertices[k + 1] - self.vertices[k]

    def _segment(self, s: Any) -> int:
        return max(0, min(len(self.vertices) - 2, int(np.floor(float(s)))))


@dataclass(frozen=True, eq=False)
class Graph:
    """The surface x_{n+1} = ½ xᵀ A x + c |x_1|: quadratic, with an edge where c is not 0."""

    A: Any
    edge: Any

    def point(self, x: Any) -> Any:
        """The point over x."""
        return np.array([*x, x @ self.A @ x / 2 + self.edge * abs(x[0])])

    def tangents(self, x: Any) -> Any:
        """A basis of the tangent space over x, one row each; from the right where there is an edge."""
        slope = self.A @ x
        slope[0] = slope[0] + (self.edge if x[0] >= 0 else -self.edge)
        return np.array([[*(int(i == j) for j in range(len(x))), slope[i]] for i in range(len(x))])


def arcs() -> Region:
    """Circles in the plane."""

    def build(_: Any, x: Parameters) -> Arc:
        return Arc(x[:2], x[2])

    ranges = (ANYWHERE, ANYWHERE, Range(0, open=True, log=True))
    return Region(((),), lambda _: ranges, build, says="circles")


def polygons(vertices: Sizes, dimension: int = 2) -> Region:
    """Polygonal curves with so many vertices."""

    def build(n: int, x: Parameters) -> Polygon:
        return Polygon(x.reshape(n, dimension))

    return Region(sizes_of(vertices), lambda n: [ANYWHERE] * (n * dimension), build, says="polygons")


def graphs(sizes: Sizes) -> Region:
    """Quadratic surfaces over Rⁿ, smooth or with an edge."""

    def build(n: int, x: Parameters) -> Graph:
        A = np.empty((n, n), dtype=x.dtype)
        A[np.triu_indices(n)] = x[1:]
        A.T[np.triu_indices(n)] = x[1:]
        return Graph(A, x[0])

    return Region(sizes_of(sizes), lambda n: [ANYWHERE] * (1 + n * (n + 1) // 2), build, says="quadratic graphs")
