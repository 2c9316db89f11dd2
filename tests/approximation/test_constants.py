"""Constants side by side: rows, k, numbers of Table 2 by hand, exact ones by kind of measure, words of tightness."""

import math

import numpy as np
import pytest

from theorytest.approximation import (
    Conditioned,
    Discrete,
    Gaussian,
    Hermite,
    Legendre,
    Monomials,
    Oblique,
    Optimal,
    Plain,
    Space,
    Trace,
    Uniform,
    VolumeRescaled,
)
from theorytest.approximation.constants import Constants, exact, k_of, numbers, row_of, tabulated, tightness
from theorytest.approximation.estimators import Debiased, Given, LeastSquares, NonProjection, QuasiProjection
from theorytest.approximation.exact_debiased import DebiasedPoints
from theorytest.approximation.exact_moments import IndependentPoints
from theorytest.approximation.hull import hull
from theorytest.approximation.moments import Moments, enumerated

ATOMS = Discrete(np.array([-1.0, 0.0, 0.5, 2.0]), np.array([0.1, 0.2, 0.3, 0.4]))
LINE, SLOPE = Space(Legendre(3), Uniform()), Space(Legendre(2), Uniform(), "H1")
E = hull(LINE, 2)
TILT = np.array([[3.0, 0.0], [0.0, 1.0], [0.0, 0.0]])  # of norm 3, so that B² = 10


class Own:
    """An estimator of one's own that claims what it is told to."""

    space, n_samples = LINE, 4

    def __init__(self, claim):
        self.claim = claim

    def claimed(self):
        return self.claim


class Bent(QuasiProjection):
    """A subclass that does something else."""

    def coefficients(self, x, jets):
        return 2 * super().coefficients(x, jets)


ROWS = {
    "non": NonProjection(Plain(Space(Monomials(2), Uniform())), 4),
    "quasi": QuasiProjection(Plain(LINE), 4),
    "lsq": LeastSquares(Conditioned(Optimal(LINE), 0.5), 12),
    "volume": LeastSquares(VolumeRescaled(LINE), 12),
    "debiased": Debiased(Oblique(E, TILT), QuasiProjection(Optimal(LINE), 6)),
}
WITHOUT_ROW = (
    LeastSquares(Optimal(LINE), 12),
    LeastSquares(Conditioned(VolumeRescaled(LINE), 0.9), 12),
    QuasiProjection(Conditioned(Optimal(LINE), 0.9), 12),
    QuasiProjection(VolumeRescaled(LINE), 12),
    NonProjection(Conditioned(Optimal(LINE), 0.9), 12),
    Given(LeastSquares(Plain(LINE), 3), np.zeros((3, 1))),
    Bent(Plain(LINE), 4),
    Own(None),
)


@pytest.mark.parametrize("name", ROWS)
def test_each_estimator_of_the_table_has_its_row(name):
    assert row_of(ROWS[name]) == name


@pytest.mark.parametrize("estimator", WITHOUT_ROW, ids=lambda e: type(e).__name__)
def test_others_have_none_and_nothing_is_tabulated(estimator):
    assert row_of(estimator) is None
    if not isinstance(estimator, Own):
        assert tabulated(estimator) is None


@pytest.mark.parametrize(
    ("name", "options", "expected"),
    [
        ("non", {}, (1 / 3, 0, (3 + 4) / 4, 4 / 4)),  # 1 and t: λ = 1/3 and 1, k = 1 + 3 at the ends
        ("quasi", {}, (1, 0, (3 + 9) / 4, 9 / 4)),
        ("lsq", {"p": 0.25}, (1, math.sqrt(3) / (0.5 * math.sqrt(3)), 16 * 14 / 12, 16 * 3 / 12)),
        ("volume", {"delta": 0.5}, (1, 0, 17 / 4 + 16, 17 / 4)),
        ("debiased", {}, (1, 0, 1, (8 / 6 - 1) * 10 + 3 / 6)),
    ],
)
def test_the_table_is_filled_with_the_quantities_of_the_estimator(name, options, expected):
    found = tabulated(ROWS[name], **options)
    assert tuple(found.plain().values()) == pytest.approx(expected, rel=1e-9, abs=1e-12)
    assert tuple(found.plain()) == ("c_bias1", "c_bias2", "c_var1", "c_var2")


def test_quantities_that_only_the_caller_knows_must_be_given():
    with pytest.raises(ValueError, match=r"^the formulas need p$"):
        tabulated(ROWS["lsq"])
    with pytest.raises(ValueError, match=r"^the formulas need delta$"):
        tabulated(ROWS["volume"])


@pytest.mark.parametrize(
    "parts",
    [
        (Given(LeastSquares(Plain(LINE), 3), np.array([[-0.5], [0.0], [0.5]])), QuasiProjection(Plain(LINE), 2)),
        (Oblique(E, TILT), LeastSquares(Conditioned(Optimal(LINE), 0.9), 9)),
        (Oblique(E, TILT), LeastSquares(Plain(LINE), 9)),
        (Oblique(E, TILT), NonProjection(Plain(LINE), 9)),
    ],
)
def test_the_debiased_row_needs_a_known_norm_and_an_unbiased_correction(parts):
    assert row_of(Debiased(*parts)) is None
    assert tabulated(Debiased(*parts)) is None


def test_an_estimator_of_ones_own_claims_its_constants():
    claim = Constants(0.5, 0.0, 2.0, np.inf)
    assert tabulated(Own(claim)) == claim
    with pytest.raises(ValueError, match=r"claimed\(\) must be a Constants, got \(1, 2, 3, 4\)"):
        tabulated(Own((1, 2, 3, 4)))
    with pytest.raises(ValueError, match=r"c_var1 of claimed\(\) must be a number, got nan"):
        tabulated(Own(Constants(1.0, 0.0, np.nan, 1.0)))
    with pytest.raises(ValueError, match=r"c_bias1 of claimed\(\) must be"):
        tabulated(Own(Constants("one", 0.0, 1.0, 1.0)))


class Slanted:
    """A sampler of one's own: w = 2/(1 + t²), so that sup w K is known by hand for K = 1 + 3 t²."""

    space = Space(Legendre(2), Uniform())

    def weight(self, x):
        return 2 / (1 + np.asarray(x)[..., 0] ** 2)

    def sample(self, *_):
        raise AssertionError("nothing is drawn")


@pytest.mark.parametrize(
    ("sampler", "k"),
    [
        (Plain(LINE), 9),
        (Optimal(LINE), 3),
        (Trace(LINE), 3),
        (VolumeRescaled(LINE), 3),
        (Conditioned(Plain(LINE), 0.9), 9),
        (Conditioned(Conditioned(Optimal(LINE), 0.9), 0.5), 3),
        (Plain(Space(Hermite(2), Gaussian())), np.inf),
        (Plain(Space(Legendre(1), Uniform(), "H1")), 1),
        (Plain(SLOPE), (10 + math.sqrt(52)) / 8),  # 1 and √3 t/2: λ_max of [[1 + 3t²/4, 3t/4], [3t/4, 3/4]] at t = 1
        (Slanted(), 4),
    ],
)
def test_k_is_the_supremum_of_w_times_the_christoffel_function(sampler, k):
    assert k_of(sampler).value == pytest.approx(k, rel=1e-9)


def test_where_the_true_constants_come_from():
    points = Space(Monomials(2), ATOMS)
    listed = LeastSquares(Conditioned(Optimal(points), 0.9), 4)
    assert exact(listed, hull(points, 0)).c_var2 == enumerated(listed, hull(points, 0)).c_var2
    assert isinstance(exact(ROWS["quasi"], E), IndependentPoints)
    assert isinstance(exact(ROWS["debiased"], E), DebiasedPoints)
    assert isinstance(exact(QuasiProjection(Plain(SLOPE), 2), hull(SLOPE, 2)), Moments)
    for name in ("lsq", "volume"):
        assert exact(ROWS[name], E) is None
    assert exact(Bent(Plain(LINE), 4), E) is None
    assert numbers(Moments(np.eye(2, 3), np.diag([2.0, 1.0, 5.0]))) == Constants(1.0, 0.0, 2.0, 5.0)


@pytest.mark.parametrize(
    ("cell", "printed", "true", "words"),
    [
        ("c_var1", 2.0, 2.0, "attained"),
        ("c_var1", 2.0, 2.0 + 1e-8, "attained"),  # the accuracy of the quadrature
        ("c_var2", 3.0, 2.0, "loose by a factor 1.5"),
        ("c_var2", 2.0, 3.0, "violated by a factor 1.5"),
        ("c_bias1", 1.0, 2.0, "loose by a factor 2"),  # a lower bound
        ("c_bias1", 2.0, 1.0, "violated by a factor 2"),
        ("c_bias2", 0.0, 0.0, "attained"),
        ("c_bias2", 0.25, 0.0, "loose by 0.25"),
        ("c_bias2", 0.0, 0.25, "violated by 0.25"),
        ("c_bias1", 1.0, -0.5, "violated by 1.5"),
        ("c_var2", np.inf, np.inf, "attained"),
        ("c_var2", np.inf, 2.0, "vacuous"),
        ("c_var2", 2.0, np.inf, "violated"),
    ],
)
def test_what_a_printed_value_is_worth(cell, printed, true, words):
    assert tightness(cell, printed, true) == words
    approached = tightness(cell, printed, true, approached=True)
    assert approached == words.replace("attained", "approached")


@pytest.mark.parametrize(
    ("printed", "true", "word"),
    [
        (1.0, 1.0, "attained"),
        (1.0002, 1.0, "loose by 0.02 %"),
        (1.0, 1.0002, "violated by 0.02 %"),
        (1.001, 1.0, "loose by a factor 1.001"),
        (0.5, 0.0, "loose by 0.5"),
    ],
)
def test_a_factor_never_reads_one(printed, true, word):
    assert tightness("c_var2", printed, true) == word
