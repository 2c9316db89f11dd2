"""Matrices and tensors of low rank: dimensions, distances of tangent steps, truncation against best approximations."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from theorytest.descent.models.low_rank import LowRank
from theorytest.descent.models.tensors import Tensors, hierarchical, train, tucker

SEEDS = st.integers(0, 10**6)
FORMATS = {"tucker": tucker, "train": train, "hierarchical": hierarchical}
SPLITS = {"tucker": lambda D: 1 if D == 2 else D, "train": lambda D: D - 1, "hierarchical": lambda D: 2 * D - 3}


@given(seed=SEEDS, length=st.floats(0.001, 20), r=st.integers(1, 3))
@settings(max_examples=50)
def test_a_tangent_step_stays_near(seed, length, r):
    """dist(v + g, M)² + 2 σ_r dist ≤ ‖g‖², attained by a step against the smallest singular value."""
    model, rng = LowRank(4, 3, r), np.random.default_rng(seed)
    v = model.retract(None, rng.standard_normal((1, 12)))
    c = rng.standard_normal(model.dim)
    x = v + length * (model.basis(v)[0] @ (c / np.linalg.norm(c)))
    d, sigma = np.linalg.norm(model.retract(None, x) - x), model.smallest_singular_value(v)[0]
    assert d**2 + 2 * sigma * d <= length**2 * (1 + 1e-9)


@given(seed=SEEDS, share=st.floats(0, 0.999))
@settings(max_examples=50)
def test_within_the_local_reach_singular_values_are_apart(seed, share):
    model, rng = LowRank(4, 3, 2), np.random.default_rng(seed)
    v, e = model.retract(None, rng.standard_normal((1, 12))), rng.standard_normal((1, 12))
    e *= share * model.local_reach(v)[0] / np.linalg.norm(e)
    sigma = np.linalg.svd((v + e).reshape(4, 3), compute_uv=False)
    assert sigma[1] > sigma[2]


@given(seed=SEEDS, length=st.floats(0.001, 5), r=st.integers(1, 2))
@settings(max_examples=50)
def test_matrices_have_their_constant_C_R(seed, length, r):
    """L(R(v + g)) ≤ L(v + g) + C_R/2 ‖g‖², with the target that the retraction moves away from."""
    model, rng = LowRank(4, 3, r), np.random.default_rng(seed)
    v = model.retract(None, rng.standard_normal((1, 12)))
    c = rng.standard_normal(model.dim)
    x = v + length * (model.basis(v)[0] @ (c / np.linalg.norm(c)))
    R = model.retract(None, x)
    for target in (rng.standard_normal((1, 12)), 3 * (x - R) / np.linalg.norm(x - R)):
        norm = np.linalg.norm(target.reshape(4, 3), ord=2)
        rise = (np.sum((R - target) ** 2) - np.sum((x - target) ** 2)) / 2
        assert rise <= model.C_R(norm, model.smallest_singular_value(v)[0]) / 2 * length**2 * (1 + 1e-9)


def test_at_the_local_reach_there_is_a_tie():
    model, v = LowRank(2, 2, 1), np.array([[3.0, 0, 0, 0]])
    x = np.diag([1.5, 1.5])
    assert np.linalg.norm(x.ravel() - v) == pytest.approx(model.local_reach(v)[0])
    np.testing.assert_allclose(np.linalg.svd(x, compute_uv=False), [1.5, 1.5])


def test_matrices_of_full_rank_are_the_whole_space():
    model, x = LowRank(3, 2, 2), np.arange(6.0)[None] + 1
    np.testing.assert_allclose(model.retract(x, x), x, atol=1e-12)
    assert model.dim == model.ambient
    assert model.local_reach(x)[0] == np.inf
    assert model.C_R(3.0, 0.1) == 0
    assert LowRank(3, 2, 1).C_R(3.0, 0.1) == pytest.approx(30)


@pytest.mark.parametrize("D", [2, 3, 4, 5])
@pytest.mark.parametrize("name", FORMATS)
def test_formats_have_their_numbers_of_splits(name, D):
    tree = FORMATS[name](D)
    assert len(tree.splits) == SPLITS[name](D)
    assert tree.factor == pytest.approx(np.sqrt(SPLITS[name](D)))
    sizes = [len(t) for t in tree.splits]
    assert sizes == sorted(sizes, reverse=True)
    for legs, branches in tree.vertices:
        assert sorted([*legs, *(k for b in branches for k in b)]) == list(range(D))


@pytest.mark.parametrize("name", FORMATS)
@given(seed=SEEDS)
@settings(max_examples=10)
def test_order_two_is_the_matrix_case(name, seed):
    model, other = Tensors((4, 3), FORMATS[name](2), (2,)), LowRank(4, 3, 2)
    x = np.random.default_rng(seed).standard_normal((2, 12))
    np.testing.assert_allclose(model.truncate(x), other.retract(None, x), atol=1e-12)
    v = other.retract(None, x)
    B, C = model.basis(v), other.basis(v)
    np.testing.assert_allclose(B @ np.swapaxes(B, 1, 2), C @ np.swapaxes(C, 1, 2), atol=1e-7)
    assert model.dim == other.dim


@pytest.mark.parametrize("name", FORMATS)
@given(seed=SEEDS, r=st.integers(1, 2))
@settings(max_examples=10)
def test_truncation_is_quasi_optimal(name, seed, r):
    tree = FORMATS[name](4)
    model = Tensors((2, 3, 2, 2), tree, (r,) * len(tree.splits))
    u = np.random.default_rng(seed).standard_normal(24)
    truncated, near = model.truncate(u[None])[0], model.nearest(u)
    for t, rank in zip(tree.splits, model.ranks, strict=True):
        assert np.all(model.singular_values(truncated[None], t)[0, rank:] < 1e-12)
        assert np.all(model.singular_values(near[None], t)[0, rank:] < 1e-10)
    errors = [np.linalg.norm(v - u) for v in (truncated, near)]
    lower = model.lower_bound(u[None])[0]
    assert lower <= errors[1] + 1e-12
    assert errors[1] <= errors[0] + 1e-12
    assert errors[0] <= tree.factor * lower + 1e-12


def power_method(tensor, rng, starts=60):
    """½ ‖u - best of rank one‖² for order three, from many starts."""
    x, y = (rng.standard_normal((starts, n)) for n in tensor.shape[:2])
    for _ in range(300):
        z = np.einsum("ijk,ri,rj->rk", tensor, x, y)
        z /= np.linalg.norm(z, axis=1, keepdims=True)
        x = np.einsum("ijk,rj,rk->ri", tensor, y, z)
        x /= np.linalg.norm(x, axis=1, keepdims=True)
        y = np.einsum("ijk,ri,rk->rj", tensor, x, z)
        sigma = np.linalg.norm(y, axis=1, keepdims=True)
        y /= sigma
    return (np.sum(tensor**2) - sigma.max() ** 2) / 2


@pytest.mark.parametrize("seed", [19, 20, 38])
def test_nearest_tensors_are_not_only_nearer_than_their_neighbours(seed):
    """From the truncation alone, these three of forty end at a stationary point that is worse by 2 to 6 per cent."""
    model, u = Tensors((4, 4, 4), tucker(3), (1, 1, 1)), np.random.default_rng(seed).standard_normal(64)
    best = power_method(u.reshape(4, 4, 4), np.random.default_rng(0))
    assert np.sum((model.nearest(u) - u) ** 2) / 2 == pytest.approx(best, rel=1e-9)


def test_a_best_rank_one_tensor_that_is_known():
    """Σ_i a_i e_i ⊗ e_i ⊗ e_i: the largest term."""
    u = np.zeros((3, 3, 3))
    u[range(3), range(3), range(3)] = [1.0, -4.0, 2.0]
    model = Tensors((3, 3, 3), tucker(3), (1, 1, 1))
    near = model.nearest(u.ravel()).reshape(3, 3, 3)
    assert near[1, 1, 1] == pytest.approx(-4)
    assert np.linalg.norm(near - u) == pytest.approx(model.lower_bound(u.reshape(1, -1))[0])


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: LowRank(3, 2, 3), "rank must be at most 2, got 3"),
        (lambda: LowRank(3, 2, 1).C_R(-1.0, 1.0), "target_norm must be at least 0, got -1.0"),
        (lambda: Tensors((2, 2, 2), None, (1, 1, 1)), "tree must be a Tree, got None"),
        (lambda: tucker(1), "order must be an integer of at least 2"),
        (lambda: Tensors((2, 2), tucker(3), (1, 1, 1)), "shape must have 3 entries"),
        (lambda: Tensors((2, 2, 2), train(3), (1,)), "ranks must have one entry for each of"),
        (lambda: Tensors((2, 2, 2), train(3), (3, 2)), "ranks must fit together"),
        (lambda: Tensors((2, 2, 2), tucker(3), (2, 1, 1)), "ranks must fit together"),
    ],
)
def test_ranks_that_do_not_fit_are_refused(make, sentence):
    with pytest.raises(ValueError, match=sentence):
        make()
