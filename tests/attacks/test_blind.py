"""False sentences that the search knows nothing of: here the hard ones that it finds, in benchmarks/BLIND.md all."""

import pytest
from false_in_optimisation import FALSE as IN_OPTIMISATION
from false_on_matrices import FALSE as ON_MATRICES
from false_on_numbers import FALSE as ON_NUMBERS

from theorytest import attack

FALSE = ON_NUMBERS | ON_MATRICES | IN_OPTIMISATION
HARD = [
    "|A + B| ≤ |A| + |B|",
    "Golden-Thompson for three matrices",
    "Wielandt, 3 % off",
    "every trace of a word in two positive matrices is nonnegative",
    "symmetric matrices without zeros have simple eigenvalues",
    "‖AB - BA‖_F² ≤ 2 ‖A‖_F²‖B‖_F², 3 % off",
    "Welch's bound for 3 lines in the plane, 4 % more",
    "H(p) ≤ (4p(1 - p))^(3/4) in bits",
    "Pinsker, 3 % more",
    "Hilbert's matrix is at most 1.7",
    "Hardy with 2 for 4",
    "the convolution of unimodal sequences is unimodal",
    "Markov's |p'(1)| ≤ 9 max |p| for cubics, with 8.5",
    "Grünbaum in the plane with 0.457 for 4/9",
    "Mantel, 1 % off",
    "determinants of ±1 matrices are at most 2ⁿ⁻¹",
    "Heilbronn: 5 points in the square span a triangle of at most 0.185",
    "f(x₃) ≤ 0.96 L|x₀|²/14 for gradient descent on convex functions",
    "the interpolation condition of smooth strongly convex functions, 4 % more",
]


@pytest.mark.parametrize("name", HARD)
def test_a_hard_false_sentence_is_refuted(name):
    found = attack(*FALSE[name], evaluations=20_000)
    assert found.certified, str(found)
