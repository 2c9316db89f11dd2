"""Every region builds what it says, in floats and, from the same parameters, in fractions."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from theorytest import (
    at_least,
    at_most,
    attack,
    definite,
    frames,
    integers,
    laws,
    matrices,
    measured_spaces,
    positive,
    product,
    reals,
    same_size,
    semidefinite,
    simplex,
    symmetric,
    vectors,
    with_spectrum,
)
from theorytest.attacks.certify import rationals
from theorytest.attacks.curves import arcs, graphs, polygons
from theorytest.attacks.errors import AttackError
from theorytest.attacks.exact import determinant, eigenvalues, fractions, inverse, norm, singular_values, sqrt
from theorytest.attacks.losses import Piecewise, descending, piecewise, quadratics
from theorytest.attacks.numbers import choices
from theorytest.attacks.ranges import Range
from theorytest.attacks.region import either
from theorytest.attacks.retractions import retractions
from theorytest.attacks.search import drawn
from theorytest.attacks.sequences import RULES, sequences
from theorytest.attacks.simplify import simplified

SIZES = (1, 2, 3)
seeds = st.integers(0, 10**6)
PROMISES = {
    "simplex": (simplex(SIZES), lambda p: np.sum(p) == 1 and all(p >= 0)),
    "laws": (laws(SIZES), lambda law: np.sum(law[1]) == 1),
    "symmetric": (symmetric(SIZES), lambda A: np.all(A == A.T)),
    "definite": (definite((1, 2)), lambda A: determinant(A) > 0),
    "semidefinite": (semidefinite(SIZES), lambda A: all(np.diag(A) >= 0)),
    "frames": (frames([(2, 1), (3, 2), (3, 3)]), lambda Q: np.all(np.eye(Q.shape[1], dtype=int) == Q.T @ Q)),
    "spectrum": (with_spectrum((1, 2), 1, 3), lambda A: len(A) <= np.trace(A) <= 3 * len(A)),
    "measures": (measured_spaces(), lambda space: np.sum(space[0]) == 1 and all(space[1] > 0)),
    "quadratics": (quadratics((1, 2), 0, 1), lambda loss: loss(loss.target) == 0),
    "piecewise": (piecewise((1, 2, 3), 1, 2), lambda loss: loss(0) == 0 == loss.gradient(0)),
    "sequences": (sequences(), lambda xi: all(xi(t) >= 0 for t in range(1, 5))),
    "circles": (arcs(), lambda arc: _squared(arc.point(2) - arc.centre) == arc.radius**2),
    "polygons": (polygons((2, 3)), lambda line: np.all(line.point(1) == line.vertices[1])),
    "graphs": (graphs((1, 2)), lambda surface: not np.any(surface.point(0 * surface.A[0]))),
}


def _squared(v):
    return v @ v


@pytest.mark.parametrize("name", PROMISES)
@given(seed=seeds)
def test_exact_instances_keep_what_the_region_promises(name, seed):
    region, kept = PROMISES[name]
    rng = np.random.default_rng(seed)
    shape = region.shapes[rng.integers(len(region.shapes))]
    ranges = region.ranges(shape)
    x = [Fraction(float(each)).limit_denominator(100) for each in drawn(ranges, 3 + seed % 5, rng)]
    x = [each if one.holds(each) else one.simple[0] for each, one in zip(x, ranges, strict=True)]
    assert kept(region.build(shape, rationals(x)))


@given(
    st.sampled_from(
        [Range(), Range(0, 1), Range(-2, 5), Range(0), Range(0, open=True, log=True), Range(1, 9, log=True)]
    ),
    st.floats(-0.999, 0.999),
    seeds,
)
def test_a_chart_stays_in_its_range_and_comes_back(one, u, seed):
    assert one.holds(one.value(u))
    assert one.chart(one.value(u)) == pytest.approx(u, abs=1e-6)
    assert one.holds(one.draw(np.random.default_rng(seed)))
    assert all(one.holds(each) for each in one.simple)


@given(seeds)
def test_exact_linear_algebra_agrees_with_numpy(seed):
    A = np.random.default_rng(seed).integers(-5, 6, (3, 3))
    S = fractions(A + A.T)
    assert np.allclose([float(each) for each in eigenvalues(S)], np.linalg.eigvalsh(A + A.T), atol=1e-8)
    assert np.allclose([float(each) for each in singular_values(fractions(A))], np.linalg.svd(A)[1], atol=1e-6)
    assert float(determinant(fractions(A))) == pytest.approx(np.linalg.det(A), abs=1e-8)
    if determinant(fractions(A)) != 0:
        assert np.all(inverse(fractions(A)) @ fractions(A) == np.eye(3, dtype=int))


def test_roots_of_squares_are_fractions():
    assert sqrt(Fraction(9, 4)) == Fraction(3, 2)
    assert norm(fractions([3, 4])) == 5
    assert float(sqrt(Fraction(2))) == pytest.approx(2**0.5)


def test_products_take_small_shapes_first():
    both = product(integers(1, 3), vectors([1, 2]))
    assert [(n + 1, size) for n, size in both.shapes] == [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (3, 2)]
    assert same_size(vectors([1, 2]), vectors([2, 3])).shapes == ((2, 2),)


def test_either_region_keeps_its_own_parameters():
    both = either(choices(["a", "b"]), vectors([1, 2]))
    assert [len(both.ranges(shape)) for shape in both.shapes] == [0, 0, 1, 2]
    assert both.build(both.shapes[1], np.array([])) == "b"
    assert both.build(both.shapes[3], np.array([1.0, 2.0])).tolist() == [1.0, 2.0]


def test_a_map_of_a_product_takes_its_parts():
    assert product(reals(), reals()).map(lambda a, b: a + b).build(((), ()), np.array([1.0, 2.0])) == 3


def test_numbers_are_simplified_inside_their_ranges():
    x = simplified(lambda y: y[0] > Fraction(1, 3), [Range(0, 1)], [0.7310585])
    assert x == [1]
    assert simplified(lambda y: y[0] > Fraction(1, 3), [Range(0, 1, open=True)], [0.7310585]) == [Fraction(1, 2)]


def test_a_piecewise_loss_is_the_integral_of_its_curvature():
    loss = Piecewise((Fraction(1),), (Fraction(2), Fraction(4)))
    assert (loss.gradient(3), loss.gradient(-1)) == (10, -2)
    assert (loss(1), loss(3), loss(-1)) == (1, 1 + 2 * 2 + 8, 1)
    assert descending(loss, Fraction(1, 2), [Fraction(1, 2)]) == 0


def test_a_retraction_uses_up_its_bound():
    R = retractions().build((), rationals([Fraction(3), Fraction(0)]))
    moved = R(fractions([1, 0]), fractions([0, 1]))
    assert moved @ moved == 4
    assert R(fractions([0, 0]), fractions([0, 0])) @ fractions([1, 1]) == 0


def test_every_kind_of_sequence_has_a_name():
    names = {sequences().build(kind, np.ones(RULES[kind][0])).name for kind in RULES}
    assert len(names) == len(RULES)


def test_positive_numbers_leave_zero_out():
    assert not positive().ranges(())[0].holds(0)


@pytest.mark.parametrize("ends", [("a",), (1, "b"), (1.5, 3)])
def test_integers_go_between_whole_numbers(ends):
    with pytest.raises(AttackError, match="integers must go from one whole number to another, got"):
        integers(*ends)


@pytest.mark.parametrize(
    ("region", "says"),
    [
        (symmetric([1, 2]), "symmetric matrices of size 1 or 2"),
        (semidefinite(3), "positive semidefinite matrices of size 3"),
        (definite(range(1, 7)), "positive definite matrices of size 1 to 6"),
        (with_spectrum([2], 1, 2), "symmetric matrices of size 2 with spectrum in [1, 2]"),
        (simplex([2, 3]), "points of a simplex with 2 or 3 entries"),
        (laws([2], 0, 1), "laws on 2 numbers in [0, 1]"),
        (frames([(2, 1), (3, 2)]), "orthonormal frames of 2 × 1 or 3 × 2 entries"),
        (vectors(2), "vectors of 2 real numbers (searched up to 81,000)"),
        (matrices([1, 2], 0, 1), "matrices of 1 × 1 or 2 × 2 numbers in [0, 1]"),
        (reals(), "real numbers (searched up to 81,000)"),
        (positive(), "numbers above 0 (searched from 10⁻⁶ to 10⁶)"),
        (reals(5), "numbers of at least 5 (searched up to a distance of 81,000)"),
        (reals(0, 1), "numbers in [0, 1]"),
    ],
)
def test_a_region_says_its_sizes_and_how_far_it_is_searched(region, says):
    assert region.says == says


@pytest.mark.parametrize(
    ("relation", "region"),
    [
        (lambda x: at_most(x, 10**6), reals()),
        (lambda x: at_most(-x, 10**12), reals()),
        (lambda x: at_most(x, 10**20), positive()),
    ],
)
def test_numbers_far_beyond_the_search_are_probed(relation, region):
    assert attack(relation, region, evaluations=50).counterexample.certified
    assert attack(lambda x: at_least(x * x, 0), region, evaluations=50).counterexample is None


def test_a_bounded_range_is_not_probed_outside():
    assert attack(lambda x: at_most(x, 10**6), reals(-1, 1), evaluations=50).counterexample is None


def test_an_empty_spectrum_is_refused_when_it_is_asked_for():
    with pytest.raises(AttackError, match="a range must have low ≤ high, got 2 and 1"):
        with_spectrum([2], 2, 1)
