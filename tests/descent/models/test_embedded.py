"""Laws that every class in R^N obeys, and the scheme on it against steps written out."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from theorytest.descent.models.ellipses import Ellipse
from theorytest.descent.models.embedded import EmbeddedDescent
from theorytest.descent.models.low_rank import LowRank
from theorytest.descent.models.moving import MovingEstimator
from theorytest.descent.models.sparse import Sparse
from theorytest.descent.models.spheres import Sphere
from theorytest.descent.models.tensors import Tensors, hierarchical, train, tucker
from theorytest.descent.models.unions import UnionOfSpaces
from theorytest.descent.scheme import descend
from theorytest.descent.steps import Constant

CLASSES = {
    "circle": (Sphere(2), 1),
    "sphere": (Sphere(5, radius=2.0), 4),
    "ellipse": (Ellipse(3.0, 1.0), 1),
    "sparse": (Sparse(6, 2), 2),
    "sparse, no retraction": (Sparse(6, 2, "none"), 2),
    "union": (UnionOfSpaces([np.eye(4)[:, :2], [[1, 0], [1, 1], [1, 2], [1, 3]]]), 2),
    "rank 2": (LowRank(4, 3, 2), 10),
    "tucker": (Tensors((3, 2, 3), tucker(3), (2, 2, 2)), 12),
    "train": (Tensors((3, 2, 3), train(3), (2, 1)), 6 + 4 + 3 - 5),
    "hierarchical": (Tensors((2, 2, 2, 2), hierarchical(4), (2, 2, 1, 2, 2)), None),
}
EACH = pytest.mark.parametrize(("model", "dim"), CLASSES.values(), ids=CLASSES)
SEEDS = st.integers(0, 10**6)


def members(model, rng, count=3):
    """Points of the class: retracted normal ones."""
    y = rng.standard_normal((count, model.ambient))
    return model.threshold(y) if isinstance(model, Sparse) else model.retract(y, y)


def tangents(model, y, rng):
    """Random tangent vectors of length one."""
    B = model.basis(y)
    c = rng.standard_normal((len(y), B.shape[2]))
    return np.einsum("rnd,rd->rn", B, c / np.linalg.norm(c, axis=1, keepdims=True))


@EACH
@given(seed=SEEDS)
@settings(max_examples=10)
def test_bases_are_orthonormal_and_span_what_generates_them(model, dim, seed):
    y = members(model, np.random.default_rng(seed))
    B, phi = model.basis(y), model.generators(y)
    assert dim is None or B.shape[2] == dim
    np.testing.assert_allclose(np.einsum("rni,rnj->rij", B, B), np.tile(np.eye(B.shape[2]), (3, 1, 1)), atol=1e-12)
    np.testing.assert_allclose(np.einsum("rni,rmi,rmk->rnk", B, B, phi), phi, atol=1e-9)
    assert np.all(np.linalg.matrix_rank(phi, tol=1e-8) == B.shape[2])


@EACH
@given(seed=SEEDS)
@settings(max_examples=10)
def test_a_retraction_keeps_the_class_and_follows_steps_to_first_order(model, dim, seed):  # noqa: ARG001
    rng = np.random.default_rng(seed)
    y = members(model, rng)
    np.testing.assert_allclose(model.retract(y, y), y, atol=1e-10)
    g = tangents(model, y, rng)
    errors = [np.linalg.norm(model.retract(y, y + h * g) - y - h * g, axis=1) for h in (1e-4, 1e-5)]
    scale = smallest(model, y)
    assert np.all(errors[0] <= 5e-8 / scale + 1e-11)
    assert np.all(errors[1] <= 5e-10 / scale + 1e-11)


def smallest(model, y):
    """The size on which the class is curved; flat pieces have any."""
    if isinstance(model, LowRank | Tensors):
        return model.smallest_singular_value(y)
    return getattr(model, "reach", 1.0) * np.ones(len(y))


@EACH
@given(seed=SEEDS)
@settings(max_examples=10)
def test_nearest_points_are_not_farther_than_others(model, dim, seed):  # noqa: ARG001
    rng = np.random.default_rng(seed)
    u = rng.standard_normal(model.ambient)
    near = model.nearest(u)
    others = members(model, rng, 50)
    assert np.linalg.norm(near - u) <= np.linalg.norm(others - u, axis=1).min() + 1e-12
    at = near[None]
    along = np.einsum("rnd,rn->rd", model.basis(at), at - u)
    np.testing.assert_allclose(along, 0, atol=1e-6)  # stationary


def test_one_step_written_out():
    """On the circle with all n = 1 draws told by the generator's own uniforms."""
    target, y, s = np.array([2.0, 1.0]), np.array([np.cos(0.3), np.sin(0.3)]), 0.4
    process = EmbeddedDescent(Sphere(2), target, y)
    new, error = process.step(process.start(200), process.draw(np.random.default_rng(0), 200, 1), 0, s)
    tau = np.array([-y[1], y[0]])
    possible = [y - s * (y - target)[i] / tau[i] * tau for i in (0, 1)]
    for r in range(200):
        i = int(np.argmin([np.linalg.norm(new[:, r] - x / np.linalg.norm(x)) for x in possible]))
        x = possible[i]
        np.testing.assert_allclose(new[:, r], x / np.linalg.norm(x), atol=1e-12)
        assert error[r] == pytest.approx(abs(np.linalg.norm(x) - 1))


@EACH
def test_without_sampling_the_loss_falls_to_a_stationary_point(model, dim):  # noqa: ARG001
    rng = np.random.default_rng(1)
    u, start = members(model, rng, 2)
    run = descend(EmbeddedDescent(model, u, start, MovingEstimator("exact")), Constant(0.5), 400, rng, 2)
    assert np.all(np.diff(run.gap[0]) <= 1e-12)
    assert run.tangent[0, -1] < 1e-3 * max(run.tangent[0, 0], 1)
    assert np.all(run.gap > -1e-10)


def test_a_run_with_samples_recovers_a_matrix():
    model, rng = LowRank(5, 4, 1), np.random.default_rng(3)
    u = np.outer([1.0, -1, 2, 0.5, 1], [1.0, 2, -1, 1]).ravel()
    start = model.nearest(u + 0.5 * rng.standard_normal(20))
    for estimate in ("quasi", "lsq", "volume", "debiased"):
        process = EmbeddedDescent(model, u, start, MovingEstimator(estimate, 16))
        run = descend(process, Constant(0.3), 150, np.random.default_rng(0), 20)
        assert np.median(run.gap[:, -1]) < 1e-6 * run.gap[0, 0]
        assert not run.diverged.any()


def test_a_replica_that_diverges_does_not_end_the_run():
    """Non-projections with too large steps: the SVD of a matrix that is not finite would raise."""
    process = EmbeddedDescent(LowRank(3, 3, 2), np.arange(9.0), np.eye(9)[0], MovingEstimator("non", 9))
    run = descend(process, Constant(0.3), 100, np.random.default_rng(0), 4)
    assert np.all(run.diverged > 1)
    assert np.all(np.isinf(run.gap[:, -1]))
    some = np.stack([process.start(1)[:, 0], np.full(9, np.inf)], axis=1)
    new, _ = process.step(some, process.draw(np.random.default_rng(0), 2, 1), 0, 0.01)
    assert np.isfinite(new[:, 0]).all()
    assert np.isnan(new[:, 1]).all()


def test_the_state_is_what_it_says():
    process = EmbeddedDescent(Sphere(3), (2.0, 0.0, 0.0), (0.0, 1.0, 0.0))
    found = process.observe(process.start(2))
    np.testing.assert_allclose([found.gap[0], found.tangent[0], found.normal[0]], [2, 2, 1])
    assert process.floor == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: EmbeddedDescent(Sphere(3), (1.0, 2.0), (1.0, 0.0, 0.0)), r"target must have shape \(3,\)"),
        (lambda: EmbeddedDescent(Sphere(2), (1.0, 2.0), (np.nan, 0.0)), "initial must be finite"),
        (lambda: EmbeddedDescent(Sphere(2), (1.0, 2.0), (0.0, 0.0)), "initial must be a point of the class"),
        (lambda: EmbeddedDescent(Sphere(2), (1.0, 2.0), (1.0, 0.1)), "initial must be a point of the class"),
        (lambda: EmbeddedDescent(None, (1.0, 2.0), (1.0, 0.0)), "model must be a ModelClass, got None"),
        (lambda: EmbeddedDescent(Sphere(2), (1.0, 2.0), (1.0, 0.0), None), "estimator must be a MovingEstimator"),
        (
            lambda: EmbeddedDescent(Sphere(2), (1, 2), (1, 0), MovingEstimator(masses=[0.2, 0.3, 0.5])),
            "masses must have one entry for each of the 2 points, got 3",
        ),
    ],
)
def test_what_does_not_fit_is_refused(make, sentence):
    with pytest.raises(ValueError, match=sentence):
        make()
