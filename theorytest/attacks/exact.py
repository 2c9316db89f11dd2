"""Linear algebra and roots that serve both arithmetics: floats as numpy does it, fractions exactly, balls enclosed.

A check that calls these instead of `numpy.linalg` can be certified on rational instances. Whole numbers have exact
determinants, inverses and solutions, and the roots of squares; other roots and eigenvalues of them are floats.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import flint
import numpy as np
from numpy.typing import NDArray

from theorytest.attacks.balls import Ball, precision, rational

Matrix = NDArray[Any]


def is_exact(*arrays: Any) -> bool:
    """Whether some array holds fractions or balls."""
    return any(np.asarray(each).dtype == object for each in arrays)


def _is_rational(*arrays: Any) -> bool:
    """Whether each array holds whole numbers, or some fractions or balls."""
    return is_exact(*arrays) or all(np.asarray(each).dtype.kind in "iu" for each in arrays)


def fractions(x: Any) -> Matrix:
    """The numbers as fractions, in an array of the same shape: floats as the dyadic numbers that they are."""
    values = np.asarray(x)
    made = np.empty(values.shape, dtype=object)
    made.ravel()[:] = [each if isinstance(each, (Fraction, Ball)) else _fraction(each) for each in values.ravel()]
    return made


def _fraction(x: Any) -> Fraction:
    return Fraction(int(x)) if isinstance(x, (np.integer, np.bool_)) else Fraction(x)


def identity_like(A: Matrix, size: int) -> Matrix:
    """The identity in the arithmetic of A."""
    return fractions(np.eye(size, dtype=int)) if is_exact(A) else np.eye(size)


def inverse(A: Matrix) -> Matrix:
    """A⁻¹."""
    A = np.asarray(A)
    if not _is_rational(A):
        return np.linalg.inv(A)
    found = _flint(A).inv()
    return _back(found, A.shape)


def solve(A: Matrix, b: Matrix) -> Matrix:
    """A⁻¹ b."""
    return inverse(A) @ np.asarray(b) if _is_rational(A, b) else np.linalg.solve(A, b)


def determinant(A: Matrix) -> Any:
    """det A."""
    A = np.asarray(A)
    return _number(_flint(A).det()) if _is_rational(A) else float(np.linalg.det(A))


def mean_congruence(drawn: Sequence[tuple[Any, Matrix]], R: Matrix) -> Matrix:
    """Σ q B R Bᵀ over pairs (q, B): over the rationals at once, where fractions one by one take ten times as long."""
    if not _are_fractions([q for q, _ in drawn], R, *(B for _, B in drawn)):
        return np.asarray(sum(q * (B @ R @ B.T) for q, B in drawn))
    middle, total = _flint(R), flint.fmpq_mat(*R.shape)
    for q, B in drawn:
        side = _flint(B)
        total += rational(q) * (side * middle * side.transpose())
    return _back(total, R.shape)


def _are_fractions(*arrays: Any) -> bool:
    return all(isinstance(each, (int, Fraction)) for array in arrays for each in np.ravel(np.asarray(array, object)))


def eigenvalues(A: Matrix) -> Matrix:
    """The eigenvalues of a symmetric matrix, ascending; enclosed where it is exact: the roots of its polynomial."""
    A = np.asarray(A)
    if not is_exact(A):
        return np.linalg.eigvalsh(A)
    with precision():
        if any(isinstance(each, Ball) for each in A.ravel()):
            made = flint.acb_mat(len(A), len(A), [_ball(each).arb for each in A.ravel()])
            found = [each.real for each in made.eig(multiple=True)]
        else:
            roots = _flint(A).charpoly().complex_roots()
            found = [root.real for root, multiplicity in roots for _ in range(multiplicity)]
    return np.array([Ball(each) for each in sorted(found, key=float)], dtype=object)


def exponential(A: Matrix) -> Matrix:
    """exp A, enclosed where A is exact."""
    if not is_exact(A):
        from scipy.linalg import expm  # slow to import

        return np.asarray(expm(A))
    with precision():
        found = flint.arb_mat(A.shape[0], A.shape[1], [_ball(each).arb for each in A.ravel()]).exp()
    return _back(found, A.shape)


def sqrt(x: Any) -> Any:
    """√x: a fraction where it is one, else enclosed."""
    if isinstance(x, np.ndarray):
        return np.array([sqrt(each) for each in x.ravel()], dtype=x.dtype).reshape(x.shape)
    if isinstance(x, Ball):
        return x.sqrt()
    if not isinstance(x, (Fraction, int)) or x < 0:
        return math.sqrt(x)
    over, under = math.isqrt(x.numerator), math.isqrt(x.denominator)
    if over * over == x.numerator and under * under == x.denominator:
        return Fraction(over, under)
    if isinstance(x, int):
        return math.sqrt(x)
    with precision():
        return Ball(x).sqrt()


def norm(x: Matrix) -> Any:
    """The Euclidean norm of all entries."""
    return sqrt(np.sum(np.asarray(x) ** 2))


def singular_values(A: Matrix) -> Matrix:
    """The singular values, descending."""
    A = np.asarray(A)
    if not is_exact(A):
        return np.linalg.svd(A, compute_uv=False)
    gram = A @ A.T if A.shape[0] <= A.shape[1] else A.T @ A
    with precision():
        return np.array([_root_of(each) for each in eigenvalues(gram)[::-1]], dtype=object)


def _root_of(square: Ball) -> Ball:
    """√ of a number that is not negative, whatever its ball says."""
    return Ball(square.arb.nonnegative_part().sqrt()) if hasattr(square.arb, "nonnegative_part") else square.sqrt()


def _ball(x: Any) -> Ball:
    return x if isinstance(x, Ball) else Ball(_fraction(x))


def _flint(A: Matrix) -> Any:
    """The matrix over the rationals, or over balls."""
    if any(isinstance(each, Ball) for each in A.ravel()):
        return flint.arb_mat(A.shape[0], A.shape[1], [_ball(each).arb for each in A.ravel()])
    return flint.fmpq_mat(A.shape[0], A.shape[1], [rational(_fraction(each)) for each in A.ravel()])


def _back(found: Any, shape: tuple[int, ...]) -> Matrix:
    made = np.empty(shape, dtype=object)
    made.ravel()[:] = [_number(each) for each in found.entries()]
    return made


def _number(x: Any) -> Any:
    return Ball(x) if isinstance(x, flint.arb) else Fraction(int(x.p), int(x.q))
