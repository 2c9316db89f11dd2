r"""Section 1.2: constants of the risk in function space and in parameters, and the step sizes that follow from them."""

import numpy as np
import sympy
from scipy import optimize

from checks.hypotheses import LINEAR_QUASI_PROJECTION, optimal_points, scalar_jets, target_in_class
from checks.instances.best_step_problems import ON_FEW_POINTS
from checks.theory.series import rest
from theorytest import claim, equal, family, integers
from theorytest.approximation import TABLE_2, Optimal, Plain, draws, empirical_gramian
from theorytest.descent import optimal

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
    says="The smoothness and convexity parameters of L on H can be known exactly while θ ↦ L(F(θ)) has no bounds, as "
    "for F = a tanh(bx) on two points.",
    formula=r"D^2\mathcal{L} = \mathrm{id}, \quad \sup_\theta\lambda^*(\nabla^2_\theta(\mathcal{L}\circ F)) = \infty, "
    r"\quad \lambda_*(\nabla^2_\theta(\mathcal{L}\circ F)(0)) = -1",
    reading="The paper says so of many losses. Least squares for u*(x) = x on {-1, 1} has both constants 1 in L², "
    "and in the parameters of F(a, b) = a tanh(bx) the curvature a² at (a, 0), and -1 at the origin.",
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


def from_constants(d, n):
    """The step of the package from the constants that Table 2 prints for k = d."""
    c = TABLE_2["quasi"].numbers(k=d, n=n)
    return optimal(c["c_bias1"], c["c_var1"]).step


def best_step(sampler, n):
    """The minimiser of s ↦ λ*(E (I - sĜ)²) and its value."""
    every = draws(sampler, n)
    G = empirical_gramian(sampler, every.points)
    first, second = (np.einsum("r,rij->ij", every.probability, H) for H in (G, G @ G))

    def factor(s):
        return np.linalg.eigvalsh(np.eye(len(first)) - 2 * s * first + s**2 * second)[-1]

    found = optimize.minimize_scalar(factor, bounds=(0, 2), method="bounded", options={"xatol": 1e-12})
    return found.x, found.fun


@claim(
    "x:sec1.2-step-size-easy",
    says="With known smoothness and convexity parameters the step size is easy to choose and need not be tuned.",
    formula=r"\tfrac{c_{\mathrm{bias},1}}{(L+C_{\mathrm{R}})c_{\mathrm{var},1}} = \tfrac{n}{n-1+d} = "
    r"\arg\min_s\lambda^*(\mathbb{E}(I-s\hat G)^2)",
    forall={"T": ON_FEW_POINTS, "n": family((1, 2, 5), "positive integers", search=integers(1, 4))},
    given=[*LINEAR_QUASI_PROJECTION, target_in_class, optimal_points, scalar_jets],
    reading="For the quasi-projection under the hypotheses listed the step from the constants, n/(n - 1 + d), has the "
    "smallest mean factor per step, (d - 1)/(n - 1 + d). In H¹ another step can be better.",
    premises=["x:tab2-quasiprojection-var1"],
    mutants={
        "plain points": {"sampler": Plain},
        "two per cent longer": {"step": lambda d, n: 1.02 * from_constants(d, n)},
    },
)
def step_from_constants_is_best(space, n, *, sampler=Optimal, step=from_constants):
    """The error of the minimiser is the root of that of a minimum, hence six digits."""
    where, least = best_step(sampler(space), n)
    yield equal(step(space.dim, n), where, "step", digits=6, scale=1.0, symbol="the step")
    yield equal(least, (space.dim - 1) / (n - 1 + space.dim), "factor", digits=9, scale=1.0, symbol="the factor")
