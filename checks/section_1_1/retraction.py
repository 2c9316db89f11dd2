r"""Section 1.1, example (v) and Remark 1.1: moving the parameters as retraction, and classes that are no manifolds."""

import itertools
from fractions import Fraction

import mpmath as mp
import numpy as np

from checks.instances import nonlinear as on
from checks.instances.nonlinear import CLASSES, POINTS, values
from theorytest import claim, equal, family, finite, more_than, reals, vectors


@claim(
    "x:sec1.1-example-v",
    says="Given P_t^n g_t = Σ_k ϑ_k ∂_kF(θ_t), a retraction is defined by R_t(u_t + s_t P_t^n g_t) = F(θ_t + s_t ϑ).",
    formula=r"R_t(u_t \pm s_t P_t^n g_t) = F(\theta_t \pm s_t\vartheta) = u_t \pm s_t P_t^n g_t + o(s_t)",
    forall={
        "M": CLASSES,
        "ϑ": family(
            [(1.0, -2.0, 0.5), (0.0, 1.0, 1.0), (4.0, -1.0, 0.0)],
            "coefficients of any estimate",
            search=vectors([3], -9, 9),
        ),
        "±": finite({"+": 1, "-": -1}, "the sign that is printed and that of the scheme"),
    },
    reading="`Retraction` is read as: F(θ_t ± sϑ) is u_t ± sP_t^n g_t up to o(s), also where Σ_k ϑ_k ∂_kF(θ_t) = 0. "
    "That R_t is one function is another question, x:sec5.3-retraction. Classes with two parameters take the first two "
    "ϑ_k.",
    mutants={
        "the printed sign for the step of the scheme": {"factor": abs},
        "one per cent more": {"factor": lambda sign: 1.01 * sign},
    },
)
def parameters_move_with_the_step(model, coefficients, sign, *, factor=lambda sign: sign):
    vartheta = np.asarray(coefficients, dtype=float)[: len(model.theta)]
    step, move = model.tangent(model.theta) @ vartheta, factor(sign) * vartheta

    def along(s, x):
        return model.value([mp.mpf(t) + s[0] * float(c) for t, c in zip(model.theta, move, strict=True)], x)

    start = [float(along([0], x)) for x in POINTS]
    yield equal(start, values(model, model.theta), "no step", digits=14, symbol="R_t(u_t)")
    slope = [on.derivative(lambda s, x=x: along(s, x), [0])[0] for x in POINTS]
    yield equal(slope, sign * step, "slope", digits=11, scale=1.0, symbol="the slope")


ANGLES = (-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0)


@claim(
    "x:rmk-manifold-setting",
    says="On a smooth manifold of finite dimension, T_t takes the role of the tangent space, with a constant d_t.",
    formula=r"d_t \equiv d, \ \tfrac{\mathrm{d}}{\mathrm{d}s}\mathcal{L}(R_t(u_t - sP_tg_t))|_{s=0} = -\|P_tg_t\|^2",
    forall={
        "M": on.SMOOTH_MANIFOLDS,
        "u_t": family(ANGLES, "points, by their parameters", search=reals(-4, 4), effort=50),
    },
    reading="Its role: moving the parameters along P_t g_t lowers the risk at the rate ‖P_t g_t‖². On the torus only "
    "points with equal parameters are tried.",
    mutants={"a curve with a cusp": {"instead": on.CUSP}, "two per cent less": {"share": 0.98}},
)
def tangent_space_has_one_dimension_throughout(manifold, angle, *, instead=None, share=1):
    """All parameters are equal; on the torus, that is a curve around both of its circles."""
    shape = instead or manifold
    model = on.Model(shape.value, (angle,) * len(shape.theta))
    rank = float(np.linalg.matrix_rank(model.tangent(model.theta), tol=1e-9))  # a float, as its tolerance is
    yield equal(rank, len(shape.theta), "dimension", symbol="d_t")
    step, vartheta = on.update(model)
    slope = on.slope_of_the_step(model, on.LOSSES["least squares"], share * vartheta, -1)
    yield equal(slope, -on.squared_norm(step), "slope", digits=10, scale=1.0, symbol="the slope")


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
    yield more_than(len(rays), 2, "rays", symbol="rays from 0")
