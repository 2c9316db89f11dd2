r"""Section 1.1 [eq:descent_scheme]: ū = u_t - s_t P_t^n g_t, u_{t+1} = R_t(ū), examples (i) and (ii), Remark 1.1.

Functions on four points of unequal mass, classes u = F(θ) that are not linear (`checks.instances.nonlinear`). P_t g_t
is the nearest element of T_t, found without a Gramian, and derivatives along s are limits of difference quotients.
"""

import itertools
from fractions import Fraction

import mpmath as mp
import numpy as np

from checks.hypotheses import no_noise, retraction_in_parameters
from checks.instances import nonlinear as on
from checks.instances.nonlinear import CLASSES, MASSES, POINTS, derivative, nearest, squared_norm, target, values
from theorytest import claim, equal, family, reals
from theorytest.proof import compared, inner, square, statement, vector


@claim(
    "eq:descent_scheme",
    also=["fig:algo", "x:sec1.1-setting-v", "x:sec1.1-example-ii"],
    says="The scheme steps to ū = u_t - s_t P_t^n g_t with g_t = ∇L(u_t) and retracts to u_{t+1} = R_t(ū) in M.",
    formula=r"\tfrac{\mathrm{d}}{\mathrm{d}s}\mathcal{L}(R_t(u_t - s P_t g_t))|_{s=0} = -\|P_t g_t\|^2",
    forall={"M": CLASSES, "ℓ": on.ANY_LOSS},
    given=[no_noise, retraction_in_parameters],
    reading="A definition. What is tried is that, under the hypotheses listed, the risk falls along the step at the "
    "rate ‖P_t g_t‖², for the spans T_t of all subsets of the ∂_kF(θ_t), {0} among them, and of their sum.",
    mutants={
        "the gradient of the values instead of Riesz's": {"gradient": derivative},
        "two per cent more": {"share": 1.02},
    },
)
def risk_falls_along_the_step(model, loss, *, gradient=on.riesz_gradient, share=1):
    phi, g = model.tangent(model.theta), gradient(on.risk(loss), values(model, model.theta))
    k = phi.shape[1]
    chosen = {str(s): phi[:, list(s)] for r in range(k + 1) for s in itertools.combinations(range(k), r)}
    for name, system in (chosen | {"the sum": phi.sum(axis=1)[:, None]}).items():
        step = system @ nearest(system, g)
        slope = on.slope_of_the_step(model, loss, nearest(phi, share * step), -1)
        yield equal(slope, -squared_norm(step), name, digits=10, scale=1.0, symbol="the slope")


HALF = Fraction(1, 2)


def expansion_on_symbols(*, half=HALF):
    """In every Hilbert space."""
    u, best, h = vector("u u* h")
    expanded = half * square(u - best) + inner(u - best, h) + square(h) / 2
    return statement(equal(half * square(u + h - best), expanded))


MOVE = np.array([1.0, -2.0, 3.0, 0.5])


def expansion_at(model):
    """Values times the roots of the masses; the gradient itself is compared by its four values."""
    parts = values(model, model.theta), np.array([target(x) for x in POINTS]), MOVE
    names = vector("u u* h")
    return [None] * 4 + [{name: np.sqrt(MASSES) * part for name, part in zip(names, parts, strict=True)}]


@claim(
    "x:sec1.1-example-i",
    also=["x:sec1.1-setting-i", "x:sec1.1-least-squares-example"],
    says="For the least squares risk in L²(ρ), ∇L(u_t) = u_t - u*.",
    formula=r"\mathcal{L}(u_t+h) = \mathcal{L}(u_t) + (u_t-u^*, h) + \tfrac12\|h\|^2",
    forall={"u_t": CLASSES},
    proof=compared(expansion_on_symbols, expansion_at),
    mutants={"the gradient of the values": {"gradient": derivative}, "two per cent more": {"half": Fraction(51, 100)}},
)
def gradient_is_the_residual(model, *, gradient=on.riesz_gradient, half=HALF):
    h, u = MOVE, values(model, model.theta)
    f = on.risk(lambda v, x: float(half) * (v - target(x)) ** 2)
    g = gradient(f, u)
    yield equal(g, u - np.array([target(x) for x in POINTS]), "gradient", digits=11, symbol="∇L(u_t)")
    expanded = float(f(u)) + MASSES @ (g * h) + squared_norm(h) / 2
    yield equal(float(f(u + h)), expanded, "expansion", digits=11, symbol="L(u_t + h)")


def first_order_distance(model, space, direction):
    """dist(F(θ + sϑ), F(θ) + T)² / s² for one small s, from the class itself."""
    with mp.workdps(on.DIGITS):
        s = mp.mpf(10) ** -12
        moved = model([t + s * float(c) for t, c in zip(model.theta, direction, strict=True)])
        start = model([mp.mpf(t) for t in model.theta])
        move = np.array([float((a - b) / s) for a, b in zip(moved, start, strict=True)])
    return squared_norm(move - space @ nearest(space, move))


@claim(
    "x:sec1.1-setting-ii",
    says="There is a linear space T_t, of dimension d_t, that approximates M locally around u_t: F(θ_t + sη) leaves "
    "u_t + T_t slower than s in every direction η.",
    formula=r"\mathrm{dist}(F(\theta_t + s\eta), u_t + \mathcal{T}_t) = o(s), \quad \mathcal{T}_t = "
    r"\mathrm{span}\{\partial_k F(\theta_t)\}, \ d_t = \dim\mathcal{T}_t",
    forall={"M": CLASSES, "η": on.COEFFICIENTS},
    reading="An assumption, with `approximating` in quotation marks. A differentiable F has such a space, the span of "
    "all derivatives; as a function of θ_t it is F_t-measurable. Another branch of M through u_t is not seen by it.",
    mutants={
        "one derivative less": {"choose": lambda phi: phi[:, 1:]},
        "derivatives at another point": {"choose": lambda phi: phi + 0.01},
    },
)
def whole_span_approximates(model, direction, *, choose=lambda phi: phi):
    value = first_order_distance(model, choose(model.tangent(model.theta)), direction[: len(model.theta)])
    return equal(value, 0.0, digits=16, scale=1.0, symbol="the squared distance over s²")


ANGLES = (-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0)


@claim(
    "x:rmk-manifold-setting",
    says="On a smooth manifold of finite dimension, T_t takes the role of the tangent space, with a constant d_t.",
    formula=r"d_t \equiv d, \ \tfrac{\mathrm{d}}{\mathrm{d}s}\mathcal{L}(R_t(u_t - sP_tg_t))|_{s=0} = -\|P_tg_t\|^2",
    forall={
        "M": on.SMOOTH_MANIFOLDS,
        "u_t": family(ANGLES, "points, by their parameters; on the torus equal ones", search=reals(-4, 4), effort=50),
        "ℓ": on.ANY_LOSS,
    },
    given=[no_noise, retraction_in_parameters],
    reading="Its role: moving the parameters along P_t g_t lowers the risk at the rate ‖P_t g_t‖².",
    mutants={"a curve with a cusp": {"instead": on.CUSP}, "two per cent less": {"share": 0.98}},
)
def tangent_space_has_one_dimension_throughout(manifold, angle, loss, *, instead=None, share=1):
    """All parameters are equal; on the torus, that is a curve around both of its circles."""
    shape = instead or manifold
    model = on.Model(shape.value, (angle,) * len(shape.theta))
    rank = float(np.linalg.matrix_rank(model.tangent(model.theta), tol=1e-9))  # a float, as its tolerance is
    yield equal(rank, len(shape.theta), "dimension", symbol="d_t")
    step, vartheta = on.update(model, loss)
    slope, size = on.slope_of_the_step(model, loss, share * vartheta, -1), squared_norm(step)
    yield equal(slope, -size, "slope", digits=10, scale=1 + size, symbol="the slope")


def neurons(activation, x):
    """θ₁ σ(θ₂ x) on two points, other than 0; relu is positively homogeneous, so that the signs of θ decide."""
    grid = [Fraction(k, 2) for k in range(-4, 5)]
    values = ([a * activation(b * point) for point in x] for a, b in itertools.product(grid, repeat=2))
    return [v for v in values if any(v)]


@claim(
    "x:sec1.1-networks-not-manifolds",
    says="Artificial neural networks in general do not form manifolds.",
    formula=r"\{\theta_1\max(\theta_2 x, 0)\} = \{v : v_1v_2 = 0\} \text{ on } x \in \{-1, 1\}",
    reading="`In general` asks for an example: relu neurons on {-1, 1} fill the two axes of the plane, of which four "
    "rays leave 0, where a curve has two. On other points neurons may form a line.",
    mutants={"points on one side": {"x": (1, 2)}, "linear neurons": {"activation": lambda z: z}},
)
def neurons_form_no_manifold(*, activation=lambda z: max(z, 0), x=(-1, 1)):
    found = neurons(activation, x)
    yield equal([v[0] * v[1] for v in found], 0, "on the axes", symbol="v_1 v_2")
    rays = {tuple(entry / max(map(abs, v)) for entry in v) for v in found}
    yield equal(len(rays), 4, "rays", symbol="rays from 0")
