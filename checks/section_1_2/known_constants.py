r"""Section 1.2: constants of the risk in function space and in parameters, and the step sizes that follow from them."""

from fractions import Fraction

import numpy as np
import sympy
from scipy import optimize

from checks.hypotheses import LINEAR_QUASI_PROJECTION, optimal_points, scalar_jets, target_in_class
from checks.instances.best_step_problems import ON_FEW_POINTS
from checks.theory.series import rest
from theorytest import choices, claim, equal, family, integers, less_than, positive, product
from theorytest.approximation import TABLE_2, Optimal, Plain, draws, empirical_gramian
from theorytest.descent import optimal

A, B = sympy.symbols("a b", real=True)
V = sympy.symbols("v_0 v_1", real=True)
NODES = (-1, 1)  # two points of mass 1/2, with the target u*(x) = x
LOSSES = {"least squares": (1, 1, 0), "weighted least squares": (1, 4, 0), "with a logistic loss": (2, 3, 5)}
NEURONS = {"a tanh(bx)": sympy.tanh, "abx": lambda z: z, "a sin(bx)": sympy.sin}


def risk(values, loss):
    """∫ (κ_x (v - x)²/2 + γ log(1 + exp(-xv))) dρ for (κ_-1, κ_1, γ)."""
    *kappa, gamma = loss
    each = zip(kappa, values, NODES, strict=True)
    return sum(k * (v - x) ** 2 / 2 + gamma * sympy.log(1 + sympy.exp(-x * v)) for k, v, x in each) / 2


def extremes(loss):
    """Of the Riesz Hessian in L², twice the matrix for the values: at v = 0, where it is largest, and at infinity."""
    H = 2 * sympy.hessian(risk(V, loss), V)
    at_zero, far = H.subs(dict.fromkeys(V, 0)), [sympy.limit(H[i, i], v, sympy.oo) for i, v in enumerate(V)]
    return max(at_zero.eigenvals()), min(far)


def curvatures(loss, neuron):
    """Of L(F(a, b)): along b at (a, 0), which the largest eigenvalue exceeds, and the smallest eigenvalue at (0, 0)."""
    H = sympy.hessian(risk([A * neuron(B * x) for x in NODES], loss), (A, B)).subs(B, 0)
    return sympy.expand(H[1, 1]), min(H.subs(A, 0).eigenvals())


@claim(
    "x:sec1.2-constants-known",
    says="Smoothness and convexity parameters of L are often known exactly, while those of θ ↦ L(F(θ)) are "
    "prohibitively large or even inaccessible.",
    formula=r"(L, \lambda) = (\max\kappa + \tfrac\gamma4, \min\kappa), \quad "
    r"\sup_\theta\lambda^*(\nabla^2_\theta(\mathcal{L}\circ F)) = \infty, \quad "
    r"\lambda_*(\nabla^2_\theta(\mathcal{L}\circ F)(0)) < 0",
    forall={
        "κ, γ": family(
            LOSSES,
            "losses κ_x (v - x)²/2 + γ log(1 + exp(-xv)) on x = ±1 of mass 1/2, κ > 0, γ ≥ 0",
            search=product(positive().map(Fraction), positive().map(Fraction), choices((0, 1, 7))),
            effort=8,
        ),
        "F": family(NEURONS, "F(a, b) = a σ(bx) with σ odd, σ'(0) = 1", search=choices(NEURONS.values())),
    },
    reading="`Often` asks for examples. In the parameters the curvature at (a, 0) grows like a², and at the origin one "
    "is negative: there are no finite L and no λ.",
    mutants={
        "two per cent more of L": {"share": sympy.Rational(51, 50)},
        "two per cent more of λ": {"convexity": sympy.Rational(51, 50)},
        "two per cent more in the parameters": {"growth": sympy.Rational(51, 50)},
    },
)
def function_space_knows_its_constants(loss, neuron, *, share=1, convexity=1, growth=1):
    loss = [sympy.Rational(each) for each in loss]
    *kappa, gamma = loss
    largest, least = extremes(loss)
    yield equal(largest, share * (max(kappa) + gamma / 4), "L", symbol="the largest curvature")
    yield equal(least, convexity * min(kappa), "λ", symbol="the least curvature")
    along, smallest = curvatures(loss, neuron)
    bend = (sum(kappa) / 2 + gamma / 4) * A**2
    yield equal(
        rest(along, growth * bend, A), 0, "no L", symbol="a coefficient of the curvature along b at (a, 0) less its a²"
    )
    yield less_than(smallest, 0, "no λ", symbol="the smallest curvature at the origin")


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
