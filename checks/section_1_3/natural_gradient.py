r"""Section 1.3: natural gradient descent, which the scheme is in parameters, can resemble Newton's method."""

import sympy

from theorytest import claim, equal

HALF = sympy.Rational(1, 2)
POINTS = (-1, HALF, 2)
MASSES, CURVATURE = sympy.diag(HALF, HALF / 2, HALF / 2), sympy.diag(1, 4, 2)  # ρ, and D²L in L²(ρ)
AIM = sympy.Matrix([3, -1, 1])
LINES = sympy.Matrix([[1, x] for x in POINTS])
THETA = sympy.symbols("a b")


def gradient(theta):
    """∇_θ of ½ ∫ κ |v - u*|² dρ on the lines v = θ_1 + θ_2 x."""
    return LINES.T * MASSES * CURVATURE * (LINES * theta - AIM)


@claim(
    "x:sec1.3-ngd-newton-like",
    says="Under suitable conditions on L, F and H, natural gradient descent is a Newton-like algorithm.",
    formula=r"\theta - H^{-1}\nabla_\theta\mathcal{L} = \theta^*, \ H(\theta^*) = \nabla_\theta^2(\mathcal{L}\circ F)",
    reading="Two examples: with the inner product of a quadratic loss, lines reach the minimiser in one step of size "
    "1; for a(1 + bx) that contain the target, the Gramian there is the Hessian of least squares.",
    mutants={
        "the inner product of L2": {"metric": sympy.eye(3)},
        "a target outside the class": {"offset": sympy.Rational(1, 100)},
    },
)
def natural_gradient_is_newton_like(*, metric=CURVATURE, offset=0):
    theta, (a, b) = sympy.Matrix([3, -2]), THETA
    reached = theta - (LINES.T * MASSES * metric * LINES).inv() * gradient(theta)
    yield equal(list(gradient(reached)), 0, "one step", symbol="the gradient after it")
    F, there = sympy.Matrix([a * (1 + b * x) for x in POINTS]), {a: 1, b: 2}
    residual = F - F.subs(there) - offset * sympy.ones(3, 1)
    hessian = sympy.hessian((residual.T * MASSES * residual)[0] / 2, THETA).subs(there)
    tangent = F.jacobian(THETA).subs(there)
    yield equal(list(tangent.T * MASSES * tangent), list(hessian), "the target in the class", symbol="H")
