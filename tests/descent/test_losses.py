"""Losses against finite differences and quadrature; their constants are attained."""

import numpy as np
import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st
from numpy.polynomial.legendre import leggauss

from theorytest.approximation.measures import Discrete, Uniform
from theorytest.approximation.spaces import Space
from theorytest.approximation.systems import Legendre, Monomials
from theorytest.descent.losses import Quadratic, State, energy
from theorytest.descent.smooth_losses import Flat, Wavy

SPACE = Space(Legendre(3), Uniform())
H1 = Space(Monomials(3), Uniform(), "H1")
NODES, WEIGHTS = leggauss(60)
X, RHO = NODES[:, None], WEIGHTS / 2


def u(x):
    return np.exp(x[..., 0])


def a(x):
    return 1.5 + x[..., 0]


def solution(x):
    return np.exp(x[..., 0, None]) * np.ones(2)  # exp and its derivative


LOSSES = {
    "least squares": Quadratic(SPACE, u),
    "weighted": Quadratic(SPACE, u, weight=a),
    "energy": energy(H1, solution),
    "wavy": Wavy(SPACE, u, 0.7),
    "flat": Flat(SPACE, u, 1.5),
}
EACH = pytest.mark.parametrize("loss", LOSSES.values(), ids=LOSSES)
POINTS = st.lists(st.floats(-3, 3), min_size=3, max_size=3).map(np.array)


def value(loss, c):
    """L(v) literally as an integral, with numbers of one point c."""
    b = loss.space.jets(X)
    jets, target = np.einsum("ikl,k->il", b, c), np.asarray(loss.target(X)).reshape(len(X), -1)
    r = jets - target
    if isinstance(loss, Wavy):
        return RHO @ (r**2 / 2 + loss.ripple * (1 - np.cos(r)))[:, 0]
    if isinstance(loss, Flat):
        rest = c - np.einsum("i,ikl,il->k", RHO, b, target)
        f = (1 + c[0]) ** -loss.q if c[0] >= 0 else 1 - loss.q * c[0]
        outside = RHO @ (target[:, 0] - b[..., 0] @ np.einsum("i,ikl,il->k", RHO, b, target)) ** 2
        return f + (rest[1:] @ rest[1:] + outside) / 2
    weight = np.ones(len(X)) if loss.weight is None else loss.weight(X)
    if loss.offset:  # 1/2 ‖v‖² - (u, v)
        return RHO @ (np.sum(jets**2, axis=1) / 2 - np.sum(jets * target, axis=1))
    return RHO @ (weight * r[:, 0] ** 2) / 2


def gradient(loss, c):
    """The jets of ∇L(v) at the nodes, (N, l), by the method that the scheme calls."""
    jets = np.einsum("ikl,k->il", loss.space.jets(X), c)[..., None]
    return loss.gradient(c[:, None], jets, loss.data(X)[..., None])[..., 0]


def projected(loss, c):
    return np.einsum("i,ikl,il->k", RHO, loss.space.jets(X), gradient(loss, c))


@EACH
@given(c=POINTS)
def test_the_gap_is_the_integral_minus_the_floor(loss, c):
    assert loss.observe(c[:, None]).gap[0] == pytest.approx(value(loss, c) - loss.floor, abs=1e-10)


@EACH
@given(c=POINTS)
def test_the_gradient_is_the_derivative_of_the_loss(loss, c):
    h = 1e-5
    differences = [(value(loss, c + h * e) - value(loss, c - h * e)) / (2 * h) for e in np.eye(3)]
    kink = isinstance(loss, Flat) and abs(c[0]) < 2 * h  # f_q'' jumps at 0
    np.testing.assert_allclose(projected(loss, c), differences, atol=1e-4 if kink else 1e-7)


@EACH
@given(c=POINTS)
def test_both_parts_of_the_gradient(loss, c):
    found, g, Pg = loss.observe(c[:, None]), gradient(loss, c), projected(loss, c)
    assert found.tangent[0] == pytest.approx(np.linalg.norm(Pg), abs=1e-10)
    rest = g - np.einsum("ikl,k->il", loss.space.jets(X), Pg)
    assert found.normal[0] == pytest.approx(np.sqrt(RHO @ np.sum(rest**2, axis=1)), abs=1e-6)


@EACH
@given(c=POINTS, other=POINTS)
def test_smooth_with_L_and_strongly_pl_with_lambda(loss, c, other):
    slope = np.linalg.norm(projected(loss, c) - projected(loss, other))
    assert slope <= loss.L * np.linalg.norm(c - other) * (1 + 1e-12) + 1e-12
    if not isinstance(loss, Flat):
        found = loss.observe(c[:, None])
        assert found.tangent[0] ** 2 >= 2 * loss.lam * found.gap[0] * (1 - 1e-9) - 1e-12


@pytest.mark.parametrize("name", ["least squares", "weighted", "energy"])
def test_the_constants_of_a_quadratic_loss_are_attained(name):
    loss = LOSSES[name]
    values, V = np.linalg.eigh(loss.hessian)
    found = loss.observe(loss.best[:, None] + V)
    assert (loss.lam, loss.L) == pytest.approx((values[0], values[-1]))
    np.testing.assert_allclose(found.tangent**2 / (2 * found.gap), values)
    np.testing.assert_allclose(found.tangent, values)


def test_the_hessian_of_a_weighted_loss_in_exact_numbers():
    x = sp.Symbol("x")
    b = [sp.sqrt(2 * k + 1) * sp.legendre(k, x) for k in range(3)]
    weight = sp.Rational(3, 2) + x
    H = [[sp.integrate(weight * p * q, (x, -1, 1)) / 2 for q in b] for p in b]
    h = [sp.integrate(weight * p * sp.exp(x), (x, -1, 1)) / 2 for p in b]
    loss = LOSSES["weighted"]
    np.testing.assert_allclose(loss.hessian, np.array(H, dtype=float), atol=1e-14)
    best = sp.Matrix(H).LUsolve(sp.Matrix(h)).evalf(30)
    np.testing.assert_allclose(loss.best, np.array(best, dtype=float).ravel(), rtol=1e-12)


def test_the_constants_of_the_wavy_loss_are_approached():
    """With u = 0: L at 0, where the second derivative is 1 + κ; 1 - κ where r = π, on the constants."""
    loss = Wavy(SPACE, lambda x: 0 * x[..., 0], 0.4)
    h = 1e-4
    for at, constant in ((0.0, loss.L), (np.pi, loss.lam)):
        low, high = (projected(loss, np.array([at + s * h, 0, 0]))[0] for s in (-1, 1))
        assert (high - low) / (2 * h) == pytest.approx(constant, rel=1e-6)


def test_the_constant_of_the_flat_loss_is_approached_from_the_right():
    for q in (0.5, 2.0):
        loss, h = Flat(SPACE, u, q), 1e-7
        second = (loss.slope(np.array([h])) - loss.slope(np.array([0.0])))[0] / h
        np.testing.assert_allclose(loss.L, max(1.0, second), rtol=1e-5)


def test_a_flat_loss_falls_for_ever():
    loss = LOSSES["flat"]
    far = loss.observe(np.array([[1.0, 1e2, 1e8], *loss._rest.best[1:, None] * np.ones(3)]))
    np.testing.assert_allclose(far.gap, [2**-1.5, 101**-1.5, 1e-12], rtol=1e-6)
    assert np.all(far.tangent > 0)


def test_the_least_energy_is_minus_half_the_square_of_the_solution():
    x = sp.Symbol("x")
    square = sp.integrate(2 * sp.exp(2 * x), (x, -1, 1)) / 2
    loss = LOSSES["energy"]
    assert loss.loss_min == pytest.approx(-float(square) / 2)
    assert loss.floor == pytest.approx(value(loss, loss.best))
    assert loss.loss_min <= loss.floor


def test_kinks_are_seen():
    """|x| against the constants and lines: 1/2 (1/3 - 1/4)."""
    loss = Quadratic(Space(Legendre(2), Uniform()), lambda x: np.abs(x[..., 0]), knots=(0.0,))
    assert loss.floor == pytest.approx(1 / 24, rel=1e-12)


def test_on_points_the_integrals_are_sums():
    rho = Discrete(np.array([-1.0, 0.0, 2.0]), np.array([0.2, 0.3, 0.5]))
    loss = Quadratic(Space(Monomials(1), rho), lambda x: x[..., 0], weight=lambda x: 1 + x[..., 0] ** 2)
    A, y = np.array([2.0, 1.0, 5.0]) * rho.weights, rho.points[:, 0]
    best = A @ y / A.sum()
    assert (loss.hessian.item(), loss.best.item()) == pytest.approx((A.sum(), best))
    assert loss.floor == pytest.approx(A @ (y - best) ** 2 / 2)


def test_kappa_is_infinite_at_a_stationary_point():
    state = State(np.zeros(4), np.array([0.0, 0.0, 3.0, np.inf]), np.array([1.0, 0.0, 4.0, 1.0]))
    np.testing.assert_allclose(state.kappa, [np.inf, np.inf, 1 + 16 / 9, 1])


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: Quadratic("space", u), "space must be a Space"),
        (lambda: Quadratic(SPACE, 3), "target and weight must be functions"),
        (lambda: Quadratic(SPACE, u, weight=2.0), "target and weight must be functions"),
        (lambda: Quadratic(H1, solution, weight=a), "weight must be None in H1"),
        (lambda: Quadratic(SPACE, lambda x: np.zeros((*x.shape[:-1], 2))).best, r"target\(x\) must have shape"),
        (lambda: Quadratic(SPACE, lambda x: x[..., 0] * np.nan).floor, r"target\(x\) must be finite"),
        (lambda: energy(SPACE, u), "space must have the norm H1, got L2"),
        (lambda: Wavy(SPACE, u, 1.0), r"ripple must lie in \(0, 1\)"),
        (lambda: Wavy(H1, u, 0.5), "space must have the norm L2, got H1"),
        (lambda: Flat(SPACE, u, 0), "q must be greater than 0"),
    ],
)
def test_what_is_no_loss_is_refused(make, sentence):
    with pytest.raises(ValueError, match=sentence):
        make()
