"""Spaces on finitely many points for volume-rescaled least squares: polynomials, cells, nodes of Gauss rules."""

import numpy as np

from checks.instances.spaces import FOUR_POINTS
from theorytest.approximation import Discrete, Histogram, Legendre, Monomials, Space, Uniform


def finite_spaces() -> dict[str, Space]:
    """By name."""
    nodes = Uniform().quadrature(7)
    cells = Discrete(np.array([0.1, 0.3, 0.6, 0.9]), FOUR_POINTS.weights)
    return {
        "lines on four points": Space(Monomials(2), FOUR_POINTS),
        "parabolas on four points": Space(Monomials(3), FOUR_POINTS),
        "two cells of two points": Space(Histogram((0.0, 0.5, 1.0)), cells),
        "Legendre 2 on Gauss nodes": Space(Legendre(2), Discrete(nodes.nodes, nodes.weights)),
    }
