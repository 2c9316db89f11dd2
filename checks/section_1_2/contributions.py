r"""Section 1.2: constants of the risk in function space and in parameters, and the variance under optimal sampling."""

from fractions import Fraction

import sympy

from checks.hypotheses import quasi_projection
from checks.instances.quasi_projections import BASES, SIZES, number, with_optimal_samples, with_trace_samples
from checks.theory.finite import times
from checks.theory.forms import nonnegative
from checks.theory.identities import rest
from theorytest import claim, equal, finite

LAWS = {"Optimal": with_optimal_samples, "Trace": with_trace_samples}
A, B = sympy.symbols("a b", real=True)
V = sympy.symbols("v_0 v_1", real=True)
NODES = (-1, 1)  # two points of mass 1/2, with the target u*(x) = x


def risk(values):
    """½ ∫ |v - u*|² dρ."""
    return sum((v - x) ** 2 for v, x in zip(values, NODES, strict=True)) / 4


def neuron(x):
    return A * sympy.tanh(B * x)


def line(x):
    return A + B * x


def curvatures(F):
    """Of L(F(a, b)): along b at (a, 0), which the largest eigenvalue exceeds, and the smallest eigenvalue at (0, 0)."""
    H = sympy.hessian(risk([F(x) for x in NODES]), (A, B)).subs(B, 0)
    return sympy.expand(H[1, 1]), min(H.subs(A, 0).eigenvals())


@claim(
    "x:sec1.2-constants-known",
    says="The smoothness and convexity parameters of L on H are often known exactly, while bounds for "
    "θ ↦ L(F(θ)) are prohibitively large or even inaccessible.",
    formula=r"D^2\mathcal{L} = \mathrm{id}, \quad \sup_\theta\lambda^*(\nabla^2_\theta(\mathcal{L}\circ F)) = \infty, "
    r"\quad \lambda_*(\nabla^2_\theta(\mathcal{L}\circ F)(0)) = -1",
    reading="One example: least squares for u*(x) = x on {-1, 1} has both constants 1 in L², and in the parameters of "
    "F(a, b) = a tanh(bx) the curvature a² at (a, 0), and -1 at the origin.",
    mutants={"a class that is linear": {"F": line}, "another constant in L2": {"constant": sympy.Rational(51, 50)}},
)
def function_space_knows_its_constants(*, F=neuron, constant=1):
    """In L² of two points of mass 1/2 the Riesz Hessian is twice the matrix of second derivatives of the values."""
    found = list((2 * sympy.hessian(risk(V), V)).eigenvals())
    yield equal(found, constant, "in L²", symbol="the curvature")
    along, smallest = curvatures(F)
    yield equal(rest(along, A**2, A), 0, "largest", symbol="a coefficient of the curvature along b at (a, 0) less a²")
    yield equal(smallest, -1, "smallest", symbol="the curvature at the origin")


@claim(
    "x:sec1.2-optimal-sampling-bounded-variance",
    says="Optimal sampling ensures that the gradient is estimated with bounded variance.",
    formula=r"\mathbb{E}\|P_t^n g - P_t g\|^2 \le \frac{d_t}{n}\|g\|^2 \quad\text{for all } g \in \mathcal{H}",
    forall={"T": BASES, "n": SIZES, "μ": finite(LAWS, "the law of K and that of its surrogate")},
    given=[quasi_projection],
    reading="Bounded by d/n times ‖g‖², for every g at once.",
    tight="attained by optimal points in L2",
    premises=["x:sec3.2-not-projection-unbiased/unbiased"],
    mutants={
        "points as they come": {"sampled": lambda system, _: system},
        "a basis that is one per cent too long": {"sampled": lambda system, law: times(law(system), 101, 100)},
        "one per cent less": {"most": lambda d, n: Fraction(99 * d, 100 * n)},
    },
)
def optimal_points_bound_the_variance(
    system, n, law, *, sampled=lambda system, law: law(system), most=lambda d, n: Fraction(d, n)
):
    """As a quadratic form in g, over all samples."""
    bound = number(system, most(system.dim, n)) * system.identity + system.projector
    return nonnegative(bound - sampled(system, law).second_moment(n))
