"""Quadratic forms and their eigenvalues, in floats or in fractions; what is irrational there is enclosed in balls.

Exact arrays hold rational numbers of python-flint, which mix with its balls.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
from flint import arb, fmpq, fmpq_mat
from numpy.typing import NDArray

from theorytest import at_least, at_most

Array = NDArray[Any]


def exact(values: Any) -> Array:
    """An array of rational numbers, from whole numbers and fractions."""
    found = np.array(values, dtype=object)
    return np.array([_rational(each) for each in found.flat], dtype=object).reshape(found.shape)


def _rational(number: Any) -> fmpq:
    if isinstance(number, fmpq):
        return number
    part = Fraction(number)
    return fmpq(part.numerator, part.denominator)


def is_exact(A: Array) -> bool:
    """Whether the entries are rational numbers or balls."""
    return A.dtype == object


def root(square: Array) -> Array:
    """√ entry by entry: floats, or fractions whose square root is one."""
    if not is_exact(square):
        return np.sqrt(square)
    roots = exact([Fraction(int(each.p.isqrt()), int(each.q.isqrt())) for each in square.flat]).reshape(square.shape)
    if np.any(roots**2 != square):
        raise ValueError(f"exact masses must be squares of fractions, got {', '.join(map(str, square.flat))}")
    return roots


def _matrix(A: Array) -> fmpq_mat:
    return fmpq_mat(A.shape[0], A.shape[1], list(A.flat))


def rank(A: Array) -> int:
    """Of a Gramian; eigenvalues below 1e-10 of the largest are rounding."""
    if is_exact(A):
        return int(_matrix(A).rank())
    values = np.linalg.eigvalsh(A)
    return int(np.sum(values > 1e-10 * values[-1]))


def determinant(A: Array) -> Any:
    """In fractions, or in floats."""
    return _matrix(A).det() if is_exact(A) else np.linalg.det(A)


def pseudo_inverse(A: Array) -> Array:
    """That of Moore and Penrose, of a symmetric matrix: A (A³)⁻ A with any generalised inverse of A³."""
    if not is_exact(A):
        return np.linalg.pinv(A, rcond=1e-10, hermitian=True)
    cube, found = A @ A @ A, exact(np.zeros(A.shape, dtype=int))
    reduced, size = _matrix(cube).rref()
    kept = [next(j for j in range(len(A)) if reduced[i, j] != 0) for i in range(size)]
    if kept:
        found[np.ix_(kept, kept)] = np.array(_matrix(cube[np.ix_(kept, kept)]).inv().tolist(), dtype=object)
    return np.asarray(A @ found @ A)


def positive_eigenvalues(A: Array) -> Array:
    """Of a positive semidefinite matrix, ascending."""
    if not is_exact(A):
        return np.linalg.eigvalsh(A)[len(A) - rank(A) :]
    found = [value for factor, times in _matrix(A).charpoly().factor()[1] for value in _roots(factor) * times]
    return np.array(sorted((value for value in found if value > 0), key=float), dtype=object)


def _roots(factor: Any) -> list[Any]:
    if factor.degree() == 1:
        return [-factor[0] / factor[1]]
    return [each.real for each, _ in factor.numer().complex_roots()]


def largest_eigenvalues(A: Array) -> Array:
    """Of each of a stack of positive semidefinite matrices, (..., l, l)."""
    if not is_exact(A):
        return np.linalg.eigvalsh(A)[..., -1]
    stack = A.reshape(-1, *A.shape[-2:])
    found = [each[0, 0] if len(each) == 1 else max([fmpq(0), *positive_eigenvalues(each)], key=float) for each in stack]
    return np.array(found, dtype=object).reshape(A.shape[:-2])


def lowest(A: Array) -> Any:
    """A value vᵀAv that is negative if there is one: the least eigenvalue, or the least pivot in fractions."""
    if is_exact(A) and not any(isinstance(each, arb) for each in A.flat):
        return _least_pivot(A)
    values, vectors = np.linalg.eigh(A.astype(float))
    if is_exact(A):
        v = exact([Fraction(x).limit_denominator(10**6) for x in vectors[:, 0]])
        value = v @ A @ v
        if value < 0:
            return value
    return values[0]


def _least_pivot(A: Array) -> Any:
    A, found = A.copy(), []
    for i in range(len(A)):
        rest, pivot = A[i, i + 1 :], A[i, i]
        if pivot == 0 and np.any(rest != 0):
            return fmpq(-1)  # by v = e_j - (1 + A_jj)/(2 A_ij) e_i
        found.append(pivot)
        if pivot < 0:
            break
        if pivot != 0:
            A[i + 1 :, i + 1 :] -= np.outer(rest, rest) / pivot
    return min(found)


def lowest_at(A: Array) -> Array:
    """A v with vᵀAv = lowest(A) for a nonnegative form: an eigenvector, or one that leads to the pivot."""
    if not is_exact(A) or any(isinstance(each, arb) for each in A.flat):
        v = np.linalg.eigh(A.astype(float))[1][:, 0]
        return exact([Fraction(x) for x in v]) if is_exact(A) else np.asarray(v)
    found = []
    for i in range(len(A)):
        before = -pseudo_inverse(A[:i, :i]) @ A[:i, i] if i else A[:0, 0]
        found.append(np.concatenate([before, exact([1] + [0] * (len(A) - i - 1))]))
    return min(found, key=lambda v: v @ A @ v)


def nonnegative(form: Array, name: str = "", digits: int = 10, scale: float = 1.0) -> Any:
    """The relation that a quadratic form has no negative value."""
    return at_least(lowest(form), 0, name=name, digits=digits, scale=scale, symbol="the least gap")


def ordered(lower: Array, upper: Array, name: str = "", digits: int = 10, scale: float = 1.0) -> Iterator[Any]:
    """The relations lower ≤ upper of quadratic forms: no gap is negative, and side by side at the unit vectors."""
    yield nonnegative(upper - lower, name, digits, scale)
    low, high = _comparable(lower.diagonal(), upper.diagonal())
    where = f"{name}, unit vectors".removeprefix(", ")
    yield at_most(low, high, name=where, digits=digits, scale=scale, symbol="the value at a unit vector")


def _comparable(low: Array, high: Array) -> tuple[Array, Array]:
    """In floats where one of them has balls, which touch where both sides are equal."""
    enclosed = any(isinstance(each, arb) for each in (*low, *high))
    return (low.astype(float), high.astype(float)) if enclosed else (low, high)


def compared_at(gap: Array) -> list[Array]:
    """The g at which `ordered` compares: where the gap is least, and the unit vectors."""
    unit = np.eye(len(gap), dtype=int)
    return [lowest_at(gap), *(exact(unit) if is_exact(gap) else unit.astype(float))]


def rounded(x: Any) -> Any:
    """0 for a float below 10⁻¹², which numbers of the size 1 leave where they cancel; all others as they are."""
    return 0.0 if isinstance(x, float) and abs(x) < 1e-12 else x


def dominated(form: Array, bound: Array, name: str = "", digits: int = 9) -> Any:
    """The relation form ≤ bound for a positive definite bound: their largest quotient in floats, else its pivots."""
    if is_exact(form) or is_exact(bound):
        return nonnegative(bound - form, name)
    return at_most(_quotients(form, bound)[0], 1.0, name=name, digits=digits, symbol="the largest quotient")


def _quotients(form: Array, bound: Array) -> tuple[Any, Array]:
    """The largest quotient, and the v that has it, with vᵀ bound v = 1."""
    root = np.linalg.inv(np.linalg.cholesky(bound))
    values, vectors = np.linalg.eigh(root @ form @ root.T)
    return values[-1], root.T @ vectors[:, -1]


def dominated_at(form: Array, bound: Array) -> Array:
    """The v at which `dominated` compares."""
    if is_exact(form) or is_exact(bound):
        return lowest_at(bound - form)
    return _quotients(form, bound)[1]
