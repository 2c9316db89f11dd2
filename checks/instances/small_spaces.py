"""Spaces on a few points, the estimators on them as matrices, and every space on the nodes of a quadrature."""

from __future__ import annotations

import itertools

import numpy as np

from checks.instances.spaces import FOUR_POINTS
from theorytest.approximation.measures import Discrete
from theorytest.approximation.spaces import Space
from theorytest.approximation.systems import Monomials

TWO_POINTS = Discrete(np.array([-1.0, 1.0]), np.array([0.5, 0.5]))


def constants():
    """The smallest space: constants on two points."""
    return Space(Monomials(1), TWO_POINTS)


def parabolas():
    """Polynomials below degree 3 on four points of unequal mass."""
    return Space(Monomials(3), FOUR_POINTS)


def basis_values(space):
    """b_k at the points, an array (points, dim)."""
    return space.jets(space.measure.points)[..., 0]


def estimator(b, weight, draws):
    """The matrix of P^n for the drawn points: column i holds (w_i / n) Σ_k b_k(x_i) b_k for every time i is drawn."""
    counts = np.bincount(draws, minlength=len(b))
    return (b @ b.T) * (counts * weight / len(draws))


def all_draws(space, n):
    """Every ordered sample of n points."""
    return [np.array(draws) for draws in itertools.product(range(len(space.measure.points)), repeat=n)]


def on_the_nodes(space):
    """The same functions on the nodes of a quadrature: a finite problem whose optimum can be computed."""
    rule = space.measure.quadrature(8) if space.ndim > 1 else space.measure.quadrature(2 * space.system.size + 6)
    mass = rule.weights / rule.weights.sum()
    return Space(space.system, Discrete(rule.nodes, mass), space.norm)
