"""Appendix I: the hierarchical SVD as a projection and as a retraction; the reach of low-rank matrices."""

from fractions import Fraction
from itertools import combinations
from itertools import product as tuples

import numpy as np

from checks.hypotheses import rank_below_full
from checks.instances.coordinate_tensors import HSVDS
from checks.instances.rational_steps import RISKS, half_square, matrix_steps
from theorytest import at_least, at_most, claim, equal, family, product, reals, repair


@repair(
    "x:appI-hsvd/corrected",
    "x:appI-hsvd",
    by={"squared_factor": lambda D: 2 * D - 3},
    says="For a binary dimension tree, the HSVD of a tensor of order D ≥ 2 is at most √(2D - 3) times as far away as "
    "its best approximation.",
    formula=r"\|R^{\mathrm{HSVD}}_v(v+g) - (v+g)\| \le \sqrt{2D-3}\,\|R_v(v+g) - (v+g)\|",
    tight="approached by six entries for D = 4",
    mutants={"√(2D - 4)": {"squared_factor": lambda D: 2 * D - 4}},
)
@claim(
    "x:appI-hsvd",
    says="The HSVD of a low-rank tensor's step v + g of order D is at most √D times as far away as its projection.",
    formula=r"\|R^{\mathrm{HSVD}}_v(v+g) - (v+g)\| \le \sqrt{D}\,\|R_v(v+g) - (v+g)\|",
    forall={"v + g": HSVDS},
    gravity="wrong constant",
    finding="hsvd-constant",
    reading="For all tensors, as in the work cited. A long tangent step of order 4 fails as well.",
)
def truncation_is_quasi_optimal(truncated, *, squared_factor=lambda D: D):
    """Each of the 2D - 3 splits adds the squared error of its own unfolding, which no tensor of the class undercuts."""
    bound = squared_factor(truncated.order) * truncated.least
    return at_most(truncated.error, bound, symbol="the squared error of the HSVD")


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
    # no region: a risk comes with its Lipschitz constant on M, which is known by hand
    forall={"L, v, g": RISKS},
    gravity="fails only when read literally",
    finding="lipschitz-off-the-class",
    reading="D = 2 and L = det, which is 0 on M: Lip = 0 there, and so is the bound, whatever R is.",
    premises=["x:display-appI-retraction-error", "x:appI-hsvd"],
    controls={"the Lipschitz constant between v + g and its retraction": {"lip": lambda _: Fraction(2)}},
)
def risk_rises_by_the_constant_of_the_class(loss, *, lip=lipschitz_on_class):
    """A step along e_12 + e_21 lowers the determinant first. The gradient of det is as long as the matrix, ‖x‖² ≤ 2."""
    steps = list(matrix_steps(Fraction(1)))
    rises = [max(loss(R) - loss(x), 0) ** 2 for x, R, _ in steps]
    bound = [lip(loss) * 2 * (g / 2) ** 2 for *_, g in steps]
    return at_most(rises, bound, symbol="the squared rise of the risk")


PLACES = {  # the shape, and the singular values of v that are not 0
    "rank one of 2 x 2": ((2, 2), (1.0,)),
    "rank one of 2 x 3": ((2, 3), (2.0,)),
    "rank two of 3 x 3": ((3, 3), (2.0, 0.5)),
    "rank two of 2 x 2": ((2, 2), (2.0, 0.5)),
}
RANK_TWO = product(reals(0.0, 3.0), reals(0.1, 3.0)).map(lambda a, b: ((3, 3), (a + b, b)))


def diagonal(shape, values):
    """The matrix with these singular values."""
    v = np.zeros(shape)
    np.fill_diagonal(v, [*values, *[0.0] * (min(shape) - len(values))])
    return v


def directions(shape, rank):
    """Of length one; the first takes from σ_r what it gives to σ_(r+1)."""
    tie = diagonal(shape, [0.0] * (rank - 1) + [-1.0, 1.0])
    signs = [x for x in tuples((-1.0, 0.0, 1.0), repeat=shape[0] * shape[1]) if any(x)]
    x = np.array([tie.ravel(), *signs[:: max(1, len(signs) // 2000)]])
    return (x / np.linalg.norm(x, axis=1, keepdims=True)).reshape(-1, *shape)


def gaps(y, rank):
    """σ_r - σ_(r+1); the best approximation of rank r is unique where it is positive."""
    sigma = np.linalg.svd(y, compute_uv=False)
    return sigma[:, rank - 1] - sigma[:, rank]


@claim(
    "x:appI-reach-singular-values",
    says="For low-rank tensors the reach R depends on the singular values of the tensor v: for matrices of rank r it "
    "is σ_r(v)/√2.",
    formula=r"\|x\| < \tfrac{\sigma_r(v)}{\sqrt2} \implies \sigma_r(v+x) - \sigma_{r+1}(v+x) "
    r"\ge \sigma_r(v)-\sqrt2\|x\| > 0",
    forall={"v": family(PLACES, "matrices v of rank r", search=RANK_TWO, effort=40)},
    given=[rank_below_full],
    reading="Order 2 only: for m x n matrices of rank r < min(m, n) the local reach is σ_r/√2; the nearest matrix of "
    "rank r is unique where σ_r > σ_(r+1). So the whole class has reach 0, against the hypotheses of this appendix.",
    mutants={"one per cent more": {"times": 1.01}, "the singular value itself": {"times": 2**0.5}},
)
def ties_begin_at_the_reach(place, *, times=1.0):
    """A tie is made by the perturbation that moves σ_r/2 to the next pair of singular vectors."""
    (shape, values), rank = place, len(place[1])
    v, x = diagonal(shape, values), directions(shape, rank)
    R = times * values[-1] / np.sqrt(2)
    for zoom in (0.3, 0.9, 0.999):
        found = gaps(v + zoom * R * x, rank)
        yield at_least(found, values[-1] * (1 - zoom), name=f"{zoom} R", digits=11, symbol="σ_r - σ_(r+1)")
    yield equal(gaps(v + R * x[:1], rank), 0.0, name="R", digits=11, scale=1.0, symbol="σ_r - σ_(r+1)")
