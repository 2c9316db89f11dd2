"""One estimator under three lights: P(S_δ) by enumeration, growth with the complement, frontier, JSON, Lemma F.1."""

import math
from dataclasses import replace

import numpy as np
import pytest
from goodness import ALPHA, generator

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
    Uniform,
    VolumeRescaled,
)
from theorytest.approximation import comparison as package
from theorytest.approximation.comparison import compare, meets_lemma_f1, stability_of
from theorytest.approximation.constants import CELLS, Constants
from theorytest.approximation.enumeration import stable_draws
from theorytest.approximation.estimators import Debiased, LeastSquares, NonProjection, QuasiProjection
from theorytest.approximation.hull import Hull, hull

ATOMS = Discrete(np.array([-1.0, 0.0, 0.5, 2.0]), np.array([0.1, 0.2, 0.3, 0.4]))
POINTS = Space(Monomials(2), ATOMS)
LINE = Space(Legendre(2), Uniform())


@pytest.fixture(autouse=True)
def level(monkeypatch):
    """Intervals of the level of all tests."""
    monkeypatch.setattr(package, "LEVEL", ALPHA)


def test_the_probability_of_stability_is_the_enumerated_one():
    sampler = Conditioned(Optimal(POINTS), 0.7)
    exact = stable_draws(sampler, 5).total
    found = stability_of(sampler, 5, generator(), 4000)
    assert found.low <= exact <= found.high
    assert found.low < found.value < found.high
    assert abs(found.value - exact) < 6 * math.sqrt(exact * (1 - exact) / 4000)


def test_blocks_of_draws_give_the_same_frequency(monkeypatch):
    sampler, sizes = Conditioned(Optimal(LINE), 0.7), []
    sample = Optimal.sample
    monkeypatch.setattr(package, "BLOCK", 20 * 6 * 2)
    monkeypatch.setattr(Optimal, "sample", lambda s, rng, R, n: sizes.append(R) or sample(s, rng, R, n))
    blocked = stability_of(sampler, 6, generator(), 50)
    assert sizes == [20, 20, 10]
    monkeypatch.setattr(package, "BLOCK", 2**24)
    assert blocked == stability_of(sampler, 6, generator(), 50)


def test_an_event_that_was_never_seen_has_no_constants():
    with pytest.raises(
        ValueError, match=r"P\(S_delta\) is below 0.\d+ \(0 of 50 draws, delta = 1e-06, n_samples = 4\)"
    ):
        stability_of(Conditioned(Optimal(LINE), 1e-6), 4, generator(), 50)


def test_three_columns_of_the_quasi_projection():
    """d = 2, n = 5: (1, 0, 6/5, 2/5) printed and true, and measured near it."""
    found = compare(QuasiProjection(Optimal(LINE), 5), hull(LINE, 4), generator(), n_replicas=2000)
    assert found.k == pytest.approx(2)
    for column in (found.tabulated, found.exact):
        assert tuple(column.plain().values()) == pytest.approx((1, 0, 1.2, 0.4))
    assert found.stability is None
    assert [found.tightness(cell) for cell in CELLS] == ["attained"] * 4
    for cell, true in zip(CELLS, (1, 0, 1.2, 0.4), strict=True):
        interval = getattr(found.measured, cell)
        assert interval.low <= true <= interval.high
    np.testing.assert_allclose(found.frontier[:, 0], 1.2)


def test_a_supremum_that_no_function_attains_is_approached():
    found = compare(QuasiProjection(Plain(LINE), 5), hull(LINE, 2), generator(), n_replicas=50)
    assert found.tightness("c_var2") == "approached"
    assert found.tightness("c_var1") == "approached"  # together with the printed c_var2, though not by itself
    assert found.exact.c_var1 < 0.9 * found.tabulated.c_var1
    unbounded = Space(Hermite(2), Gaussian())
    found = compare(QuasiProjection(Plain(unbounded), 5), hull(unbounded, 2), generator(), n_replicas=50)
    assert [found.tightness(cell) for cell in ("c_var1", "c_var2")] == ["vacuous", "approached"]
    assert len(found.frontier) == 0


def test_a_pair_is_judged_together():
    """Each of (1.78, 1.51) is above its own supremum, 1.769 and 1.5, but c_var1 = 2.1 is needed with c_var2 = 1.51."""
    space = Space(Legendre(3), Uniform())
    found = compare(QuasiProjection(Plain(space), 6), hull(space, 2), generator(), n_replicas=50)
    both = replace(found, tabulated=Constants(1.0, 0.0, 1.78, 1.51))
    assert both.tightness("c_var2").startswith("loose by a factor 1.00")
    assert both.tightness("c_var1").startswith("violated by a factor 1.19")


def test_the_table_is_violated_for_monomials_of_the_gaussian():
    """Table 2 row 1 with λ* k/n against the true sup h/n: the printed c_var2 is too small."""
    space = Space(Monomials(3), Gaussian())
    found = compare(NonProjection(Optimal(space), 6), hull(space, 2), generator(), n_replicas=50)
    assert found.tightness("c_var2").startswith("violated by a factor 1.9")
    assert found.tightness("c_var1").startswith("violated by a factor 1.1")


def test_on_points_everything_is_enumerated():
    estimator = LeastSquares(Conditioned(Optimal(POINTS), 0.9), 4)
    found = compare(estimator, hull(POINTS, 0), generator(), n_replicas=500)
    assert found.exact.c_var1 == pytest.approx(1)
    assert found.measured.c_var2.low <= found.exact.c_var2 <= found.measured.c_var2.high
    p = found.stability.value
    assert found.tabulated.c_var2 == pytest.approx(2 / 4 / (0.1**2 * p))
    assert found.tightness("c_var2").startswith("loose by a factor")


def test_the_complement_grows_and_so_do_its_constants():
    found = compare(LeastSquares(VolumeRescaled(LINE), 6), hull(LINE, 8), generator(), n_replicas=200, delta=0.5)
    assert [size for size, *_ in found.growth()] == [2, 4, 8]
    c_bias2, c_var2 = np.transpose([rest for _, *rest in found.growth()])
    assert np.all(np.diff(c_bias2) >= 0)
    assert np.all(np.diff(c_var2) >= 0)
    S = found.measured.moments.S
    assert c_var2[0] == pytest.approx(np.linalg.eigvalsh(S[2:4, 2:4])[-1])
    assert found.exact is None
    assert found.tightness("c_var2") == ""
    assert found.frontier.shape == (40, 2)


def test_without_a_complement_nothing_grows():
    assert compare(QuasiProjection(Optimal(LINE), 5), Hull(LINE, LINE), generator(), n_replicas=50).growth() == []


def test_the_stability_of_a_correction_counts_its_own_points(monkeypatch):
    """P̃ has nodes of its own, which S_δ does not see."""
    E, sampler, seen = hull(LINE, 2), Conditioned(Optimal(LINE), 0.8), []
    monkeypatch.setattr(package, "stability_of", lambda _, n, *rest: seen.append(n) or stability_of(sampler, n, *rest))
    estimator = Debiased(Oblique(E, np.eye(2)), QuasiProjection(sampler, 3))
    found = compare(estimator, E, generator(), n_replicas=50)
    assert found.tabulated is None  # conditioned, Q is biased
    assert seen == [3]
    assert estimator.n_samples > 3


def test_json_has_the_keys_that_are_promised():
    found = compare(LeastSquares(Conditioned(Optimal(LINE), 0.9), 8), hull(LINE, 2), generator(), n_replicas=50)
    plain = found.plain()
    assert set(plain) == {"k", "tabulated", "exact", "measured", "stability"}
    assert set(plain["tabulated"]) == set(plain["measured"]) == set(CELLS)
    assert all(set(interval) == {"value", "low", "high"} for interval in plain["measured"].values())
    assert plain["exact"] is None
    assert set(plain["stability"]) == {"probability", "low", "high"}
    other = compare(QuasiProjection(Conditioned(Optimal(LINE), 0.9), 8), hull(LINE, 2), generator(), n_replicas=50)
    assert other.plain()["tabulated"] == dict.fromkeys(CELLS)


class Own:
    """No sampler: k is unknown."""

    space, n_samples = LINE, 4

    def sample(self, rng, n_replicas):
        return Plain(LINE).sample(rng, n_replicas, 4)

    def coefficients(self, x, jets):
        return 0.5 * QuasiProjection(Plain(LINE), 4).coefficients(x, jets)

    def claimed(self):
        return Constants(0.5, 0.0, 0.5, 0.25)


def test_an_estimator_of_ones_own_without_a_sampler():
    found = compare(Own(), hull(LINE, 2), generator(), n_replicas=2000)
    assert (found.k, found.exact, found.stability) == (None, None, None)
    assert found.tabulated == Constants(0.5, 0.0, 0.5, 0.25)
    assert found.measured.c_bias1.low <= 0.5 <= found.measured.c_bias1.high


@pytest.mark.parametrize(("n", "delta"), [(5, 0.9), (97, 0.9), (98, 0.9), (400, 0.3), (2000, 0.3)])
def test_the_premise_of_lemma_f_1_is_the_printed_one(n, delta):
    """n ≥ max{2d + 2, 4 d δ⁻² log(d² n/ζ)} with ζ = d/n and d = 2."""
    printed = n >= 6 and n >= 8 / delta**2 * math.log(4 * n / (2 / n))
    assert meets_lemma_f1(LeastSquares(VolumeRescaled(LINE), n), delta) is printed


def test_lemma_f_1_is_about_volume_sampling_only():
    with pytest.raises(ValueError, match=r"estimator.sampler must be a VolumeRescaled"):
        meets_lemma_f1(LeastSquares(Plain(LINE), 5), 0.5)
    with pytest.raises(ValueError, match="estimator must be a LeastSquares"):
        meets_lemma_f1(QuasiProjection(Plain(LINE), 5), 0.5)


def test_the_seed_decides():
    estimator, E = LeastSquares(Conditioned(Optimal(LINE), 0.9), 8), hull(LINE, 2)
    one, again, other = (compare(estimator, E, np.random.default_rng(s), n_replicas=60).plain() for s in (1, 1, 2))
    assert one == again
    assert one["measured"] != other["measured"]


@pytest.mark.parametrize(
    ("changes", "message"), [({"n_replicas": 19}, "n_replicas must be"), ({"hull": LINE}, "hull must be a Hull")]
)
def test_arguments_that_do_not_fit_are_refused(changes, message):
    given = {"hull": hull(LINE, 2), "n_replicas": 50} | changes
    with pytest.raises(ValueError, match=message):
        compare(QuasiProjection(Optimal(LINE), 5), given["hull"], generator(), n_replicas=given["n_replicas"])
