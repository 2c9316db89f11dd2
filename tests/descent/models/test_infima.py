"""The infimum of least squares over a class against closed forms, enumeration, polynomial roots and search."""

from itertools import combinations

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

from theorytest.descent.models.ellipses import Ellipse
from theorytest.descent.models.embedded import EmbeddedDescent
from theorytest.descent.models.low_rank import LowRank
from theorytest.descent.models.sparse import Sparse
from theorytest.descent.models.spheres import Sphere
from theorytest.descent.models.tensors import Tensors, tucker
from theorytest.descent.models.unions import UnionOfSpaces

DIAGONALS = UnionOfSpaces([[[1.0], [1.0]], [[1.0], [-1.0]]])
MATRIX = np.array([[2.0, 1.0, 0.0], [0.0, 1.0, -1.0], [1.0, 0.0, 3.0]])
CUBE = np.array([3.0, 1.0, -1.0, 2.0, 0.0, 1.0, 2.0, -2.0])
ELLIPSE = Ellipse(2.0, 1.0)


def by_enumeration(u, s):
    """Over all supports."""
    return min(np.sum(np.delete(u, list(kept)) ** 2) for kept in combinations(range(len(u)), s)) / 2


def by_characteristic_polynomial(matrix, r):
    """The smallest eigenvalues of AᵀA, as roots of its characteristic polynomial."""
    squares = np.sort(np.real(np.roots(np.poly(matrix.T @ matrix))))
    return squares[: matrix.shape[1] - r].sum() / 2


def on_the_ellipse(u):
    """By search over the angle."""
    angles = np.linspace(0, 2 * np.pi, 400)
    best = angles[np.argmin(np.sum((ELLIPSE.point(angles) - u) ** 2, axis=1))]
    found = minimize_scalar(lambda t: np.sum((ELLIPSE.point(t) - u) ** 2), bounds=(best - 0.1, best + 0.1))
    return found.fun / 2


def over_rank_one_cubes(u):
    """½ (‖u‖² - max_x σ_1(u(x, ·, ·))²) over unit vectors x of the plane, for rows u: grids that zoom in.

    Given x, the best other factors are singular vectors; σ_1² of a 2 x 2 matrix is (‖A‖² + √(‖A‖⁴ - 4 det² A)) / 2.
    """
    tensor, best = u.reshape(-1, 2, 2, 2), np.full(len(u), np.pi / 2)
    for width in (np.pi / 2, *(np.pi / 2 / 20**k for k in range(1, 8))):
        angles = best[:, None] + np.linspace(-width, width, 201)
        A = np.einsum("xra,rxjk->rajk", np.stack([np.cos(angles), np.sin(angles)]), tensor)
        square, det = np.sum(A**2, axis=(2, 3)), np.linalg.det(A)
        largest = (square + np.sqrt(np.maximum(square**2 - 4 * det**2, 0))) / 2
        best = np.take_along_axis(angles, np.argmax(largest, axis=1)[:, None], axis=1)[:, 0]
    return (np.sum(u**2, axis=1) - largest.max(axis=1)) / 2


def infima():
    """name: class, target, a member, and ½ dist(target, M)² by other means."""
    five, plane = np.array([3.0, -1.0, 2.0, 0.5, -2.0]), np.array([3.0, 1.0])
    one = np.eye(2)[0]
    return {
        "sphere": (Sphere(5, 2.0), five, 2 * np.eye(5)[0], (np.sqrt(18.25) - 2) ** 2 / 2),
        "ellipse": (ELLIPSE, plane, np.array([2.0, 0.0]), on_the_ellipse(plane)),
        "sparse": (Sparse(5, 2), five, np.eye(5)[0], by_enumeration(five, 2)),
        "union": (DIAGONALS, plane, np.ones(2), (3.0 - 1.0) ** 2 / 4),
        "matrices": (LowRank(3, 3, 1), MATRIX.ravel(), np.eye(9)[0], by_characteristic_polynomial(MATRIX, 1)),
        "tensors": (
            Tensors((2, 2, 2), tucker(3), (1, 1, 1)),
            CUBE,
            np.multiply.outer(np.outer(one, one), one).ravel(),
            over_rank_one_cubes(CUBE[None])[0],
        ),
    }


@pytest.mark.parametrize("name", infima())
def test_the_floor_is_half_the_squared_distance(name):
    model, target, member, value = infima()[name]
    assert EmbeddedDescent(model, target, member).floor == pytest.approx(value, rel=1e-8)
