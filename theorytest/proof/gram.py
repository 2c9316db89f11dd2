"""Sums of squares with a rational Gram matrix: p = zᵀQz with monomials z and Q = LDLᵀ, pivots ≥ 0.

Q is found by projecting in turn onto the matrices with zᵀQz = p and onto the cone of positive semidefinite ones, then
rounded to fractions, put back into the plane zᵀQz = p exactly, and factorised exactly.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np

Powers = tuple[int, ...]
Matrix = list[list[Fraction]]
ROUNDS, MOST = 400, 40  # projections, and monomials
DENOMINATORS = (1, 2, 12, 60, 1000, 10**6)
FLOORS = (1e-2, 1e-4, 0.0)  # eigenvalues are kept above these shares of the largest coefficient


def sum_of_squares(polynomial: Mapping[Powers, Fraction]) -> list[tuple[Fraction, dict[Powers, Fraction]]] | None:
    """Weights and polynomials with p = Σ weight · polynomial², or None."""
    z = _monomials(polynomial)
    if not 0 < len(z) <= MOST or not _pairs(z).keys() >= polynomial.keys():
        return None
    size = float(max(abs(c) for c in polynomial.values()))
    for floor, denominator in itertools.product(FLOORS, DENOMINATORS):
        rounded = _rounded(_gram(polynomial, z, floor * size), denominator)
        found = _factorised(_into_the_plane(polynomial, z, rounded), z)
        if found is not None:
            return found
    return None


def _monomials(polynomial: Mapping[Powers, Fraction]) -> list[Powers]:
    """Half of the box and of the degrees of the polynomial."""
    degrees = [sum(powers) for powers in polynomial]
    boxes = [range(max(powers[i] for powers in polynomial) // 2 + 1) for i in range(len(next(iter(polynomial))))]
    low, high = (min(degrees) + 1) // 2, max(degrees) // 2
    return [each for each in itertools.islice(itertools.product(*boxes), 10**4) if low <= sum(each) <= high]


def _pairs(z: list[Powers]) -> dict[Powers, list[tuple[int, int]]]:
    """The entries of Q that make up each monomial."""
    found: dict[Powers, list[tuple[int, int]]] = {}
    for i, j in itertools.product(range(len(z)), repeat=2):
        found.setdefault(tuple(a + b for a, b in zip(z[i], z[j], strict=True)), []).append((i, j))
    return found


def _gram(polynomial: Mapping[Powers, Fraction], z: list[Powers], floor: float) -> np.ndarray[Any, Any]:
    Q = np.zeros((len(z), len(z)))
    entries = [(float(polynomial.get(key, 0)), np.array(pairs).T) for key, pairs in _pairs(z).items()]
    for _ in range(ROUNDS):
        for coefficient, (i, j) in entries:
            Q[i, j] += (coefficient - Q[i, j].sum()) / len(i)
        values, vectors = np.linalg.eigh(Q)
        if values[0] >= floor * 0.9:
            break
        Q = (vectors * np.maximum(values, floor)) @ vectors.T
    return Q


def _rounded(Q: np.ndarray[Any, Any], denominator: int) -> Matrix:
    return [[Fraction(float(x)).limit_denominator(denominator) for x in row] for row in (Q + Q.T) / 2]


def _into_the_plane(polynomial: Mapping[Powers, Fraction], z: list[Powers], Q: Matrix) -> Matrix:
    """What is missing in each monomial, spread over its entries."""
    for key, pairs in _pairs(z).items():
        missing = (polynomial.get(key, Fraction(0)) - sum(Q[i][j] for i, j in pairs)) / len(pairs)
        for i, j in pairs:
            Q[i][j] += missing
    return Q


def _factorised(Q: Matrix, z: list[Powers]) -> list[tuple[Fraction, dict[Powers, Fraction]]] | None:
    """LDLᵀ: each pivot with its square; None if a pivot is negative, or 0 in a row that is not."""
    squares = []
    for k in range(len(z)):
        pivot = Q[k][k]
        if pivot < 0 or (pivot == 0 and any(Q[k][j] for j in range(k, len(z)))):
            return None
        if pivot:
            row = {j: Q[k][j] / pivot for j in range(k, len(z)) if Q[k][j]}
            squares.append((pivot, {z[j]: x for j, x in row.items()}))
            for i, j in itertools.product(row, row):
                Q[i][j] -= pivot * row[i] * row[j]
    return squares
