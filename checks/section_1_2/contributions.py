r"""Section 1.2: constants of the risk in function space and in parameters."""

import sympy

from checks.theory.series import rest
from theorytest import claim, equal

A, B = sympy.symbols("a b", real=True)
V = sympy.symbols("v_0 v_1", real=True)
NODES = (-1, 1)  # two points of mass 1/2, with the target u*(x) = x


def risk(values):
    """½ ∫ |v - u*|² dρ."""
    return sum((v - x) ** 2 for v, x in zip(values, NODES, strict=True)) / 4


def neuron(x):
    return A * sympy.tanh(B * x)


def curvatures():
    """Of L(F(a, b)): along b at (a, 0), which the largest eigenvalue exceeds, and the smallest eigenvalue at (0, 0)."""
    H = sympy.hessian(risk([neuron(x) for x in NODES]), (A, B)).subs(B, 0)
    return sympy.expand(H[1, 1]), min(H.subs(A, 0).eigenvals())


@claim(
    "x:sec1.2-constants-known",
    says="The smoothness and convexity parameters of L on H are often known exactly, while bounds for θ ↦ L(F(θ)) are "
    "prohibitively large or even inaccessible.",
    formula=r"D^2\mathcal{L} = \mathrm{id}, \quad \sup_\theta\lambda^*(\nabla^2_\theta(\mathcal{L}\circ F)) = \infty, "
    r"\quad \lambda_*(\nabla^2_\theta(\mathcal{L}\circ F)(0)) = -1",
    reading="One example: least squares for u*(x) = x on {-1, 1} has both constants 1 in L², and in the parameters of "
    "F(a, b) = a tanh(bx) the curvature a² at (a, 0), and -1 at the origin.",
    mutants={
        "two per cent more in L²": {"constant": sympy.Rational(51, 50)},
        "two per cent more in the parameters": {"share": sympy.Rational(51, 50)},
    },
)
def function_space_knows_its_constants(*, constant=1, share=1):
    """In L² of two points of mass 1/2 the Riesz Hessian is twice the matrix of second derivatives of the values."""
    found = list((2 * sympy.hessian(risk(V), V)).eigenvals())
    yield equal(found, constant, "in L²", symbol="the curvature")
    along, smallest = curvatures()
    yield equal(
        rest(along, share * A**2, A), 0, "largest", symbol="a coefficient of the curvature along b at (a, 0) less a²"
    )
    yield equal(smallest, -1, "smallest", symbol="the curvature at the origin")
