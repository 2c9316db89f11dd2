r"""Appendix G: projections without a uniform bound [x:appG-no-uniform-bound], and least squares from earlier points.

Where ρ has no atoms, values at points are unbounded on L²(ρ), and slopes at points on H¹(ρ): least squares from known
points then has infinite norm, and Lemma G.1 says nothing. Averaged over its points it has a finite second moment.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.polynomial import legendre

from checks.instances.finite_problems import known_projections, matrix_of
from checks.instances.spaces import FOUR_POINTS
from checks.scaling import scaled
from theorytest import at_least, at_most, claim, equal
from theorytest.approximation.estimators import Debiased, Given, LeastSquares, QuasiProjection, project
from theorytest.approximation.hull import hull
from theorytest.approximation.integrals import integrate
from theorytest.approximation.measures import Uniform
from theorytest.approximation.moments import Moments
from theorytest.approximation.sampling import Optimal, Plain
from theorytest.approximation.spaces import Space
from theorytest.approximation.systems import Legendre

BOUNDS = (10.0, 1e3, 1e5)
FIRST_MASSES = FOUR_POINTS.weights[:2]
LINES = Space(Legendre(2), Uniform())
SOBOLEV_LINES = Space(Legendre(2), Uniform(), "H1")


def odd_line(degree=30):
    """A and S of P̄ on T = span{u}, u = √3 x, and all polynomials: P̃ from one optimal point x, Q from a plain point y.

    P̃g = g(x)/u(x) u with x ~ u²ρ. Times u(x), the coefficient of P̄g is g(x)(1 - u(y)²) + u(x) u(y) g(y), a polynomial.
    """
    t, weights = legendre.leggauss(2 * degree + 4)
    e = legendre.legvander(t, degree) * np.sqrt(2 * np.arange(degree + 1) + 1)
    e = np.concatenate([e[:, 1:2], e[:, :1], e[:, 2:]], axis=1)
    p, u = weights / 2, e[:, 0]
    m = e[:, None] * (1 - u**2)[None, :, None] + u[:, None, None] * (u[:, None] * e)[None]
    A = np.einsum("x,y,x,xyj->j", p, p, u, m, optimize=True)
    S = np.einsum("x,y,xyi,xyj->ij", p, p, m, m, optimize=True)
    return Moments(A[None], S), e.T @ (p[:, None] * e)


def spike(at, width):
    """ε^{-1/2} on |x - at| < ε: of norm 1 in L² of the uniform measure on [-1, 1]."""
    return lambda x: (np.abs(x[..., 0] - at) < width) / np.sqrt(width)


@claim(
    "x:appG-no-uniform-bound",
    kind="remark",
    says="A projection that is drawn independently needs no uniform bound: here every one has infinite norm.",
    formula=r"\|\tilde P_t\| = \infty,\quad c_{\mathrm{var},2}(\tilde P_t) = 1,\quad "
    r"c_{\mathrm{var},2} = (k_t-1)\,c_{\mathrm{var},2}(\tilde P_t) + k_t = 5",
    expected="computed",
    premises=["lemma:debiased_P/corrected"],
    mutants={
        "c_var2 x 0.7": {"c_var2": 0.7 * 5.0},
        "without the variance of the projection": {"c_var2": 3.0},
        "c_var,1 = 0.99": {"c_var1": 0.99},
    },
)
def unbounded_projections_are_debiased(*, c_var1=1.0, c_var2=5.0):
    """T = span{√3 x} on [-1, 1], k = 3, n = 1. The true c_var2 is 19/5, approached by gradients that peak at ±1."""
    for bound in BOUNDS:
        width = 1 / (3 * bound**2)  # P̃ from the point 1/2 gives ε^{-1/2} / u(1/2), with u(1/2)² = 3/4
        norm = spike(0.5, width)(np.array([0.5])) / np.sqrt(0.75)
        yield at_least(norm, bound, name=f"B = {bound:g}", digits=None, symbol="|P-tilde g| / |g|")
    found, gramian = odd_line()
    yield equal(gramian, np.eye(len(gramian)), name="E|P-tilde g|^2", digits=10, symbol="an entry")
    mean = np.eye(1, len(gramian))
    yield equal(found.A, mean, name="mean", digits=10, symbol="E P-bar")
    slack = found.slack(c_var1, c_var2)
    yield at_least(slack, 0.0, name="constants", digits=10, scale=1.0, symbol="the slack")


def second_moment_given(projection, gradient, knots):
    """E[‖P̄g‖² | F_t] with one new optimal point, by quadrature between the knots."""
    space = projection.space
    estimator = Debiased(projection, QuasiProjection(Optimal(space), 1))
    rule = space.measure.quadrature(12, knots)
    x = np.concatenate([np.broadcast_to(projection.points, (len(rule.nodes), 2, 1)), rule.nodes[:, None]], axis=1)
    coefficients = project(estimator, gradient, x)
    return np.sum(rule.weights / Optimal(space).weight(rule.nodes) * np.sum(coefficients**2, axis=-1))


def clipped(width):
    """The jets of clip(x, -ε, ε) ε^{-1/2}, whose squared H¹ norm is 1 + ε - 2ε²/3."""
    return lambda x: np.concatenate([np.clip(x, -width, width), np.abs(x) < width], axis=-1) / np.sqrt(width)


@claim(
    "app:debiased_projection/earlier-points",
    kind="remark",
    says="Lemma G.1 assumes much, as its text says: least squares from earlier points has no bound in L2 and H1.",
    formula=r"\sup_g \|\tilde P_tg\|/\|g\| = \infty",
    expected="computed",
    mutants={"gradients that are no spikes": {"width": lambda B: 0.1}},  # noqa: ARG005 (the signature of a width)
)
def least_squares_from_earlier_points_has_no_bound(*, width=lambda B: 1 / (9 * B) ** 2):
    """L² and H¹ of [-1, 1]: for every B a gradient of norm 1 whose line through earlier points is longer than B.

    In H¹ one earlier point makes the tangent line, and g'(0) is unbounded. Given F_t, P̄ has no finite c_var2 either.
    """
    known = Given(LeastSquares(Plain(LINES), 2), np.array([[-0.5], [0.5]]))
    tangent_line = Given(LeastSquares(Plain(SOBOLEV_LINES), 1), np.array([[0.0]]))
    for bound in BOUNDS:
        eps = width(bound)
        lengths = {
            "L2": np.linalg.norm(project(known, spike(0.5, eps), known.points)),
            "H1": np.linalg.norm(project(tangent_line, clipped(eps), tangent_line.points)) / np.sqrt(1 + eps),
            "L2, debiased": np.sqrt(second_moment_given(known, spike(0.5, eps), (0.5 - eps, 0.5 + eps))),
        }
        for name, value in lengths.items():
            yield at_least(value, bound, name=f"{name}, B = {bound:g}", digits=None, symbol="the length")


def printed_square(x):
    """‖g ↦ g(x)‖² on H¹ of the uniform measure on [-1, 1]: its Green's function 2 cosh(1 + x) cosh(1 - x)/sinh 2."""
    return 2 * np.cosh(1 + x) * np.cosh(1 - x) / np.sinh(2)


def riesz(at):
    """The jets of the function with (r, g) = g(at) in H¹, the worst gradient."""

    def jets(x):
        t = x[..., 0]
        left, right = np.minimum(t, at), np.maximum(t, at)
        value = np.cosh(1 + left) * np.cosh(1 - right)
        slope = np.where(t < at, np.sinh(1 + t) * np.cosh(1 - at), -np.cosh(1 + at) * np.sinh(1 - t))
        return 2 * np.stack([value, slope], axis=-1) / np.sinh(2)

    return jets


@cache
def sobolev_polynomials():
    """The constants among the polynomials up to degree 30."""
    return hull(Space(Legendre(1), Uniform(), "H1"), 30)


def lagrange_square(E, atoms, masses):
    """λ_max(D^{-1/2} G D^{-1/2}) with the Gramian G of the two Lagrange lines of the atoms: ‖P̃‖² on L²(ρ)."""
    rho, (a, b) = E.space.measure, atoms
    t = rho.points[:, 0]
    lines = np.array([(b - t) / (b - a), (t - a) / (b - a)])
    root = 1 / np.sqrt(masses)
    return np.linalg.eigvalsh(root[:, None] * (lines * rho.weights) @ lines.T * root)[-1]


@claim(
    "app:debiased_projection/earlier-points-bounded",
    kind="remark",
    says="Least squares from earlier points has a bound on atoms, and for constants in H1 of an interval.",
    formula=r"\|\tilde P_t\|^2 = \frac{2\cosh(1+x)\cosh(1-x)}{\sinh 2} \le 2\coth 2 \quad\text{on } "
    r"\mathcal{T}_t = \operatorname{span}\{1\} \subset H^1(-1,1)",
    expected="computed",
    mutants={
        "square x 0.9": {"square": scaled(printed_square, 0.9)},
        "atoms of mass one": {"masses": np.ones(2)},
        "the square of the centre": {"square": lambda x: 1 / np.tanh(1 + 0 * x)},
    },
)
def least_squares_from_earlier_points_is_bounded_where(*, square=printed_square, masses=FIRST_MASSES):
    """Attained by the Riesz representer of the value at the point; polynomials stay below, and reach it at the ends."""
    E = sobolev_polynomials()
    for at in (-1.0, -0.5, 0.0, 0.8, 1.0):
        P = Given(LeastSquares(Plain(E.space), 1), np.array([[at]]))
        worst = riesz(at)
        norm = integrate(lambda x, r=worst: np.sum(r(x) ** 2, axis=-1), Uniform(), knots=((at,),), rtol=1e-12).value
        value, below = project(P, worst, P.points)[0] ** 2 / norm, np.sum(matrix_of(P, E) ** 2)
        yield equal(value, square(at), name=f"H1, point {at}", digits=9, symbol="|P-tilde r|^2/|r|^2")
        rule = equal if abs(at) == 1 else at_most  # r is smooth for a point at the end
        yield rule(below, square(at), name=f"polynomials, point {at}", digits=9, symbol="|P-tilde|^2")
        yield at_most(square(at), 2 / np.tanh(2), name=f"largest, point {at}", digits=12, symbol="B^2")
    lines = known_projections()["lines on four points"]["least squares"]
    E = known_projections()["lines on four points"]["tilted"].hull
    value = np.linalg.norm(matrix_of(lines, E), 2) ** 2
    claimed = lagrange_square(E, (-1.0, 0.0), masses)
    yield equal(value, claimed, name="four points", digits=10, symbol="|P-tilde|^2")
