r"""Appendix G [eq:debiased_projector]: P̄ = P̃ + Q (I - P̃) is unbiased; when its correction varies less."""

from __future__ import annotations

import itertools

import numpy as np

from checks.instances.finite_problems import hulls, k_of, no_projections, onto_less, problems, sandwich
from checks.instances.two_points import (
    POINTS,
    C,
    U,
    debiased,
    least_squares,
    mean,
    mix,
    quasi,
    second_moment,
    size,
    tangent,
)
from checks.scaling import scaled
from theorytest import at_most, claim, equal, repair
from theorytest.approximation.estimators import Debiased, Given, LeastSquares, QuasiProjection
from theorytest.approximation.sampling import Optimal, Plain

GRADIENTS = {"u": U, "c": C, "u + c": mix(1, 1), "2 u - c": mix(2, -1)}
EARLIER = np.array([-1.0, 0.5])


def interpolation(t):
    """The line through exp at the two earlier points."""
    a, b = EARLIER
    return np.exp(a) + (np.exp(b) - np.exp(a)) / (b - a) * (t - a)


def printed_quasi(space, x, values):
    """Σ_k (f, b_k)_n b_k at all points of ρ from the values f(x_i), by loops over the printed sums; w = 1."""
    b, at, result = space.jets(space.measure.points)[..., 0], space.jets(x)[..., 0], 0.0
    for k in range(space.dim):
        result = result + sum(values[i] * at[i, k] for i in range(len(x))) / len(x) * b[:, k]
    return result


@claim(
    "eq:debiased_projector",
    kind="definition",
    says="The debiased projection is the projection plus an unbiased estimate of what it leaves.",
    formula=r"\bar P_t := \tilde P_t + Q_t(I - \tilde P_t)",
    expected="computed",
    mutants={"the correction of all of g": {"left": lambda t: np.exp(t)}},
)
def debiased_is_computed_as_defined(*, left=lambda t: np.exp(t) - interpolation(t)):
    """The code path of every other claim, for g = exp: the line through two earlier points, then the printed sums."""
    space = hulls()["lines on four points"].space
    rho = space.measure.points
    known = Given(LeastSquares(Plain(space), 2), EARLIER[:, None])
    estimator = Debiased(known, QuasiProjection(Plain(space), 2))
    for i, j in itertools.product(range(len(rho)), repeat=2):
        new = rho[[i, j]]
        x = np.concatenate([EARLIER[:, None], new])
        value = space.jets(rho)[..., 0] @ estimator.coefficients(x, np.exp(x)[..., None])[:, 0]
        literal = interpolation(rho[:, 0]) + printed_quasi(space, new, left(new[:, 0]))
        yield equal(value, literal, name=f"points {i}, {j}", digits=11, symbol="P-bar exp")


@claim(
    "x:display-appG-unbiased",
    kind="identity",
    says="For a given P~ the mean of the debiased projection over an unbiased Q is the orthogonal projection.",
    formula=r"\mathbb{E}_{Q_t}[\tilde P_tv + Q_t(I-\tilde P_t)v] = \tilde P_tv + P_t(I-\tilde P_t)v = P_tv",
    expected="computed",
    premises=["eq:debiased_projector", "x:sec3.2-not-projection-unbiased/unbiased"],
    mutants={
        "the correction of all of g": {"left": lambda R: np.eye(len(R))},
        "two per cent less correction": {"left": lambda R: 0.98 * R},
        "a biased estimate for Q": {"correction": lambda g, x: 2 * least_squares(g, x)},
    },
)
def debiased_is_unbiased(*, left=lambda R: R, correction=quasi):
    """Both equalities for every linear map into T in place of P̃, projections or not; in fractions on two points."""
    for earlier, (name, g) in itertools.product(POINTS, GRADIENTS.items()):
        value = mean(lambda x, g=g, e=earlier: debiased(g, least_squares(g, e), x, correction))
        where = f"two points, earlier point {earlier}, {name}"
        yield equal(value, tangent(g), name=where, symbol="E P-bar g")
    for name, each in (problems() | onto_less() | no_projections()).items():
        T, R, (p, Q) = each.tilted, left(each.left), each.draws
        first, scale = np.einsum("r,rij->ij", p, T + Q @ R), max(1.0, each.B)
        middle = T + each.P @ R
        for word, value, other in (
            ("first", first, middle),
            ("second", middle, each.P),
            ("code", each.debiased.A, first),
        ):
            yield equal(value, other, name=f"{name}: {word}", digits=11, scale=scale, symbol="an entry")


def variance(g):
    """E‖Qg - Pg‖² on two points."""
    return second_moment(quasi, g) - size(tangent(g))


@claim(
    "x:appG-smaller-variance",
    kind="remark",
    says="Estimating the projection of (I - P~) g has a smaller variance than estimating that of g.",
    formula=r"\operatorname{Var} Q_t(I-\tilde P_t)g < \operatorname{Var} Q_tg",
    expected="refuted",
    gravity="misprint",
)
def correction_has_less_variance_as_printed(*, share=1):
    """For g = c orthogonal to T the correction has variance 10 against 8/5; for g in T it has none."""
    for name, g in {"c": C, "u + c": mix(1, 1), "u": U}.items():
        left = tuple(a - least_squares(g, 0) * b for a, b in zip(g, U, strict=True))
        yield at_most(variance(left), share * variance(g), name=name, symbol="Var Q(I - P-tilde)g")


def printed_gain(each):
    """((k - 1)/n) (‖Pg‖² - ‖P̃(I - P)g‖²) as a quadratic form of g."""
    k, n = k_of(each.correction), each.correction.n_samples
    N = np.eye(each.hull.dim) - each.P.T @ each.P
    return (k - 1) / n * (each.P.T @ each.P - sandwich(each.tilted @ N, each.tilted @ N))


@repair(
    "x:appG-smaller-variance/corrected",
    "x:appG-smaller-variance",
    kind="identity",
    says="With optimal points in L2 the variance falls exactly where P~ (I - P) g is shorter than P g.",
    formula=r"\operatorname{Var} Q_tg - \operatorname{Var} Q_t(I-\tilde P_t)g = "
    r"\tfrac{k_t-1}{n}\big(\|P_tg\|^2 - \|\tilde P_t(I-P_t)g\|^2\big)",
    expected="computed",
    mutants={
        "gain x 0.9": {"gain": scaled(printed_gain, 0.9)},
        "k for k - 1": {"gain": lambda each: printed_gain(each) * k_of(each.correction) / (k_of(each.correction) - 1)},
        "plain points": {"sampler": Plain},
    },
)
def correction_has_less_variance_where(*, gain=printed_gain, sampler=Optimal):
    """As quadratic forms of g. For every Q the correction of a g in T has no variance at all."""
    for name, each in problems().items():
        V = each.moments.S - each.moments.A.T @ each.moments.A
        corrected, scale = each.left.T @ V @ each.left, max(1.0, each.B**2)
        yield equal(corrected[: each.d], 0.0, name=f"{name}: g in T", digits=10, scale=scale, symbol="an entry")
        if each.hull.space.jet_size == 1 and isinstance(each.correction.sampler, sampler):
            yield equal(
                V - corrected,
                gain(each),
                name=name,
                digits=10,
                scale=scale,
                symbol="an entry of the gain",
            )
