"""Sparse vectors and unions of linear spaces: supports, thresholds, nearest points."""

import itertools

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from theorytest.descent.models.sparse import Sparse
from theorytest.descent.models.unions import UnionOfSpaces

VECTORS = st.lists(st.floats(-5, 5), min_size=5, max_size=5).map(np.array)


@given(u=VECTORS, s=st.integers(1, 5))
def test_thresholding_is_the_metric_projection(u, s):
    best = min(np.sum(np.delete(u, list(kept)) ** 2) for kept in itertools.combinations(range(5), s))
    found = Sparse(5, s).nearest(u)
    assert np.count_nonzero(found) <= s
    assert np.sum((found - u) ** 2) == pytest.approx(best, abs=1e-12)


def test_ties_go_to_the_first_entries():
    np.testing.assert_array_equal(Sparse(4, 2).support(np.array([[1.0, -1, 1, 0], [0, 0, 0, 3]])), [[0, 1], [0, 3]])


@given(u=VECTORS, s=st.integers(1, 4))
def test_a_step_in_the_active_coordinates_needs_no_retraction(u, s):
    model = Sparse(5, s, "none")
    y = model.threshold(u[None])
    step = y + model.basis(y)[:, :, 0]
    assert model.retract(y, step) is step
    assert np.count_nonzero(step) <= s


@given(u=VECTORS.map(lambda v: v[:3]))
@example(u=np.array([0.0, 0.0, 1.7e-127]))  # tiny, and still nearest to its own axis
def test_the_union_of_axes_is_the_set_of_1_sparse_vectors(u):
    axes = UnionOfSpaces([np.eye(3)[:, [k]] for k in range(3)])
    np.testing.assert_allclose(np.linalg.norm(axes.nearest(u) - u), np.linalg.norm(Sparse(3, 1).nearest(u) - u))


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: Sparse(3, 4), "sparsity must be at most ambient = 3, got 4"),
        (lambda: Sparse(3, 1, "hard"), "retraction must be 'none' or 'threshold'"),
        (lambda: UnionOfSpaces([]), "spaces must be a non-empty tuple of matrices"),
        (lambda: UnionOfSpaces([np.ones((3, 2))]), "spaces must have independent columns"),
        (lambda: UnionOfSpaces([np.ones((3, 0))]), "spaces must have independent columns"),
        (lambda: UnionOfSpaces([np.eye(3)[:, :1], np.eye(3)[:, :2]]), r"spaces must have shape \(3, 1\)"),
    ],
)
def test_what_is_no_class_is_refused(make, sentence):
    with pytest.raises(ValueError, match=sentence):
        make()
