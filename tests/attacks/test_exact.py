"""Whole numbers and fractions have exact determinants, inverses and roots of squares, also as lists."""

from fractions import Fraction

import numpy as np
import pytest

from theorytest.attacks.exact import determinant, eigenvalues, fractions, inverse, mean_congruence, solve, sqrt

A = [[1, 2], [3, 4]]


@pytest.mark.parametrize("matrix", [A, np.array(A), [[Fraction(1), 2], [3, 4]]])
def test_whole_numbers_stay_exact(matrix):
    assert type(determinant(matrix)) is Fraction
    assert determinant(matrix) == -2
    assert solve(matrix, [1, 0]).tolist() == [-2, Fraction(3, 2)]
    assert (inverse(matrix) @ np.array(A)).tolist() == [[1, 0], [0, 1]]


def test_floats_stay_floats():
    assert type(determinant([[1.0, 2], [3, 4]])) is float
    assert solve(A, [1.0, 0.0]).dtype == float
    assert eigenvalues([[2, 1], [1, 2]]).dtype == float


def test_roots():
    assert (sqrt(4), type(sqrt(4))) == (2, Fraction)
    assert (sqrt(2), sqrt(Fraction(9, 4))) == (2**0.5, Fraction(3, 2))
    with pytest.raises(ValueError, match="math domain error"):
        sqrt(-1)


@pytest.mark.parametrize("made", [fractions, np.array])
def test_a_mean_of_congruences(made):
    R, B = made([[2.0, 1.0], [1.0, 3.0]]), made([[0.5, 0.25], [-1.0, 2.0]])
    drawn = [(Fraction(1, 4), B), (Fraction(3, 4), B.T)]
    expected = sum(q * (C @ R @ C.T) for q, C in ((0.25, B.astype(float)), (0.75, B.T.astype(float))))
    found = mean_congruence([(q if made is fractions else float(q), C) for q, C in drawn], R)
    assert np.array_equal(found.astype(float), expected.astype(float))
    assert isinstance(found[0, 0], Fraction if made is fractions else float)
