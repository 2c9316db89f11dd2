r"""Appendix I: the HSVD as a retraction [x:display-appI-hsvd], and the reach of low-rank matrices."""

from fractions import Fraction
from functools import cache
from itertools import combinations
from itertools import product as tuples

import numpy as np

from checks.hypotheses import binary_dimension_tree, lipschitz_along_retraction, rank_below_full
from checks.instances.rational_steps import half_square, matrix_steps
from theorytest import at_least, at_most, claim, equal, family, product, reals, repair, vectors
from theorytest.descent import LowRank, Tensors, hierarchical


def determinant(x):
    """x_11 x_22 - x_12 x_21: smooth with L = 1, and 0 on the matrices of rank one."""
    return x[0, 0] * x[1, 1] - x[0, 1] * x[1, 0]


def lipschitz_on_class(loss):
    """The largest |ΔL|² / ‖v - w‖² over matrices of rank one."""
    members = [R for s in (1, 2) for _, R, _ in matrix_steps(Fraction(s))]
    return max((loss(v) - loss(w)) ** 2 / (2 * half_square(v - w)) for v, w in combinations(members, 2))


@claim(
    "x:display-appI-hsvd",
    says="Retracting v + g by the HSVD raises the risk by at most Lip √D ‖g‖²/(2R), with Lip the Lipschitz constant of "
    "the risk on M.",
    formula=r"\mathcal{L}(R^{\mathrm{HSVD}}_v(v+g)) \le \mathcal{L}(v+g) + "
    r"\frac{\overline{\mathrm{Lip}}\sqrt{D}}{2R}\|g\|^2",
    forall={"L, v, g": family({"L = det, v = e₁e₁ᵀ": determinant}, "smooth risks and tangent steps")},
    gravity="fails only when read literally",
    finding="lipschitz-off-the-class",
    reading="D = 2, R = 1 the smallest singular value of v, and L = det, which is 0 on M, so that Lip = 0 there.",
    premises=["x:display-appI-retraction-error", "x:appI-hsvd"],
    controls={"the Lipschitz constant between v + g and its retraction": {"lip": lambda _: Fraction(2)}},
)
def risk_rises_by_the_constant_of_the_class(loss, *, lip=lipschitz_on_class):
    """A step along e_12 + e_21 lowers the determinant first. The gradient of det is as long as the matrix, ‖x‖² ≤ 2."""
    steps = list(matrix_steps(Fraction(1)))
    rises = [max(loss(R) - loss(x), 0) ** 2 for x, R, _ in steps]
    bound = [lip(loss) * 2 * (g / 2) ** 2 for *_, g in steps]
    return at_most(rises, bound, symbol="the squared rise of the risk")


FORMATS = {  # order: shape, ranks of the splits of the balanced tree
    2: ((4, 3), (2,)),
    3: ((3, 3, 3), (2, 2, 2)),
    4: ((2, 3, 2, 2), (2, 2, 2, 1, 2)),
    5: ((2,) * 5, (2, 2, 1, 2, 2, 2, 2)),
}


@cache
def places_of(order):
    """A class, sixteen random points of it with smallest singular value 1, and bases of their tangent spaces."""
    shape, ranks = FORMATS[order]
    model, rng = Tensors(shape, hierarchical(order), ranks), np.random.default_rng(order)
    v = model.truncate(rng.standard_normal((16, model.ambient)))
    v /= model.smallest_singular_value(v)[:, None]
    return model, v, model.basis(v)


def steps_of(order, c=None):
    """Random tangent steps of several lengths at all points, or the step with coefficients c at the first."""
    model, v, B = places_of(order)
    if c is not None:
        return model, v[:1], c[None] @ B[0].T
    c = np.random.default_rng(order).standard_normal((16, model.dim))
    c *= (np.resize([0.001, 0.3, 1.0, 3.0], 16) / np.linalg.norm(c, axis=1))[:, None]
    return model, v, np.einsum("rnd,rd->rn", B, c)


def rank_one_step(order, share):
    """σ = 1 and g = share · Σ_k (e_2 in mode k): the step of largest curvature."""
    model = Tensors((2,) * order, hierarchical(order), (1,) * len(hierarchical(order).splits))
    v, g = np.zeros(model.shape), np.zeros(model.shape)
    v[(0,) * order] = 1.0
    for k in range(order):
        g[tuple(int(j == k) for j in range(order))] = share
    return model, v.reshape(1, -1), g.reshape(1, -1)


def all_steps():
    """Random steps on several classes, and the steepest ones at tensors of rank one."""
    random = {f"D = {D}": steps_of(D) for D in FORMATS}
    return random | {f"rank one, D = {D}": rank_one_step(D, 0.01) for D in (2, 3, 5, 9)}


DIMENSIONS = {10: 2, 14: 3}  # of the classes of these orders
SEARCHED = vectors(list(DIMENSIONS), -1, 1).where(np.any).map(lambda c: steps_of(DIMENSIONS[len(c)], c))


@repair(
    "x:display-appI-hsvd/corrected",
    "x:display-appI-hsvd",
    says="If g is tangent at v, the HSVD raises the risk of v + g by at most Lip √(2D - 3)‖g‖²/(2σ), σ the least "
    "positive singular value of v.",
    formula=r"\mathcal{L}(R^{\mathrm{HSVD}}_v(v+g)) \le \mathcal{L}(v+g) + "
    r"\frac{\mathrm{Lip}\sqrt{2D-3}}{2\sigma_{\min}(v)}\|g\|^2",
    forall={"v, g": family(all_steps, "points and tangent steps of hierarchical classes", search=SEARCHED)},
    given=[binary_dimension_tree, lipschitz_along_retraction],
    reading="σ is taken over all unfoldings of v at the splits of the tree. Least squares with the worst target.",
    tight="approached by matrices, D = 2",
    premises=["x:appI-hsvd/corrected"],
    mutants={
        "one per cent less": {"squared_factor": lambda D: 0.98 * (2 * D - 3)},
        "the largest singular value": {"sigma": lambda model, v: model.singular_values(v, model.tree.splits[0])[:, 0]},
    },
)
def risk_rises_by_the_constant_near_the_class(
    step, *, squared_factor=lambda D: 2 * D - 3, sigma=lambda model, v: model.smallest_singular_value(v)
):
    """At each of the 2D - 3 splits v + g = UΣVᵀ + XVᵀ + UYᵀ with X ⟂ U: ‖XΣ⁻¹Yᵀ‖ ≤ ‖X‖‖Y‖/σ ≤ ‖g‖²/(2σ) is missed.

    The matrix (U + XΣ⁻¹)(ΣVᵀ + Yᵀ) of the same rank is so near; Y need not be orthogonal to V.
    """
    model, v, g = step
    x = v + g
    R = model.truncate(x)
    target = x + 1000 * (x - R)  # on the line through both points, so that the gradient points along it
    rise = (np.sum((R - target) ** 2, axis=1) - np.sum((x - target) ** 2, axis=1)) / 2
    factor = np.sqrt(squared_factor(model.tree.order)) / (2 * sigma(model, v))
    bound = np.linalg.norm(R - target, axis=1) * factor * np.sum(g**2, axis=1)
    return at_most(rise / bound, 1.0, digits=9, symbol="the rise over its bound")


PLACES = {  # singular values of v, the others are zero
    "rank one of 2 x 2": (LowRank(2, 2, 1), (1.0,)),
    "rank one of 2 x 3": (LowRank(2, 3, 1), (2.0,)),
    "rank two of 3 x 3": (LowRank(3, 3, 2), (2.0, 0.5)),
    "rank two of 2 x 2": (LowRank(2, 2, 2), (2.0, 0.5)),
}


# singular values a + b and b
RANK_TWO = product(reals(0.0, 3.0), reals(0.1, 3.0)).map(lambda a, b: (LowRank(3, 3, 2), (a + b, b)))


def diagonal(model, values):
    """The matrix with these singular values, as a vector."""
    v = np.zeros((model.n_rows, model.n_columns))
    np.fill_diagonal(v, [*values, *[0.0] * (min(v.shape) - len(values))])
    return v.ravel()


def directions(model):
    """Of length one; the first takes from σ_r what it gives to σ_(r+1)."""
    tie = diagonal(model, [0.0] * (model.rank - 1) + [-1.0, 1.0])
    signs = [x for x in tuples((-1.0, 0.0, 1.0), repeat=model.ambient) if any(x)]
    x = np.array([tie, *signs[:: max(1, len(signs) // 2000)]])
    return x / np.linalg.norm(x, axis=1, keepdims=True)


def gaps(model, y):
    """σ_r - σ_(r+1); the best approximation of rank r is unique where it is positive."""
    sigma = np.linalg.svd(y.reshape(-1, model.n_rows, model.n_columns), compute_uv=False)
    return sigma[:, model.rank - 1] - sigma[:, model.rank]


@claim(
    "x:appI-reach-singular-values",
    says="For low-rank tensors the reach R depends on the singular values of the tensor v.",
    formula=r"\|x\| < \tfrac{\sigma_r(v)}{\sqrt2} \implies \sigma_r(v+x) - \sigma_{r+1}(v+x) "
    r"\ge \sigma_r(v)-\sqrt2\|x\| > 0",
    forall={"v": family(PLACES, "matrices of rank r", search=RANK_TWO, effort=40)},
    given=[rank_below_full],
    reading="For m x n matrices of rank r < min(m, n) the local reach is σ_r/√2: the nearest matrix of rank r is "
    "unique where σ_r > σ_(r+1). So the whole class has reach 0, against the hypotheses of this appendix.",
    mutants={"one per cent more": {"times": 1.01}, "the singular value itself": {"times": 2**0.5}},
)
def ties_begin_at_the_reach(place, *, times=1.0):
    """A tie is made by the perturbation that moves σ_r/2 to the next pair of singular vectors."""
    model, values = place
    v, x = diagonal(model, values), directions(model)
    R = times * values[-1] / np.sqrt(2)
    for zoom in (0.3, 0.9, 0.999):
        found = gaps(model, v + zoom * R * x)
        yield at_least(found, values[-1] * (1 - zoom), name=f"{zoom} R", digits=11, symbol="σ_r - σ_(r+1)")
    yield equal(gaps(model, v + R * x[:1]), 0.0, name="R", digits=11, scale=1.0, symbol="σ_r - σ_(r+1)")
