r"""Section 1.2: constants of the risk in function space and in parameters, and the variance under optimal sampling."""

import numpy as np
import sympy

from checks.hypotheses import quasi_projection
from checks.instances.spaces import FOUR_POINTS
from checks.theory.best_steps import SOME_SPACE, tabulated
from checks.theory.identities import rest
from theorytest import at_most, claim, equal, family, finite, integers, product
from theorytest.approximation import (
    Discrete,
    Gaussian,
    Hermite,
    Hull,
    Monomials,
    NonProjection,
    Optimal,
    Plain,
    QuasiProjection,
    Space,
    Trace,
    enumerated,
)

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


def gaussian_nodes():
    """The Gaussian measure on the nodes of a quadrature: finite, with points far out."""
    rule = Gaussian().quadrature(15)
    return Discrete(rule.nodes, rule.weights / rule.weights.sum())


def instances():
    """A space, a larger one that holds all functions seen, and a number of points."""
    nodes = gaussian_nodes()
    return {
        "four points": (Space(Monomials(2), FOUR_POINTS), Space(Monomials(4), FOUR_POINTS), 2),
        "four points in H1": (Space(Monomials(2), FOUR_POINTS, "H1"), Space(Monomials(4), FOUR_POINTS, "H1"), 2),
        "Gaussian": (Space(Hermite(4), nodes), Space(Hermite(8), nodes), 1),
    }


def all_functions(made, n):
    """A space on points, all functions on them, and n."""
    space = tabulated(*made)
    return space, Space(Monomials(len(made[0])), space.measure), n


ANY_INSTANCE = product(SOME_SPACE, integers(1, 3)).map(all_functions)


@claim(
    "x:sec1.2-optimal-sampling-bounded-variance",
    says="Optimal sampling ensures that the gradient is estimated with bounded variance.",
    formula=r"\mathbb{E}\|P_t^n g - P_t g\|^2 \le \frac{d_t}{n}\|g\|^2 \quad\text{for all } g \in \mathcal{H}",
    forall={
        "T, n": family(
            instances, "spaces on finitely many points, in L² and H¹, with a number of points", search=ANY_INSTANCE
        ),
        "μ": finite({"Optimal": Optimal, "Trace": Trace}, "the law of K and that of its surrogate"),
    },
    given=[quasi_projection],
    reading="Bounded by d/n times ‖g‖², for every g at once.",
    tight="attained by optimal points in L2",
    premises=["x:sec3.2-not-projection-unbiased/unbiased"],
    mutants={"plain points": {"sampled": lambda _: Plain}, "the non-projection": {"estimator": NonProjection}},
)
def optimal_points_bound_the_variance(instance, sampler, *, sampled=lambda law: law, estimator=QuasiProjection):
    """The supremum over g is an eigenvalue of S - P, exact over all samples."""
    space, larger, n = instance
    S = enumerated(estimator(sampled(sampler)(space), n), Hull(space, larger)).S
    worst = np.linalg.eigvalsh(S - np.diag(np.arange(len(S)) < space.dim))[-1]
    return at_most(worst, space.dim / n, digits=10, symbol="the variance for ‖g‖ = 1")
