r"""Section 1.1, example (v): R_t(u_t + s_t P_t^n g_t) = F(θ_t + s_tϑ), where P_t^n g_t = Σ_k ϑ_k ∂_kF(θ_t).

Where the derivatives are linearly dependent, two ϑ give one P_t^n g_t; with the shortest of them R_t is a function.
"""

from fractions import Fraction

import mpmath as mp
import numpy as np

from checks.instances import nonlinear as on
from checks.instances.nonlinear import CLASSES, COEFFICIENTS, POINTS, nearest, values
from theorytest import claim, equal, family, finite, integers, positive, product, repair

THETA = Fraction(2), Fraction(1, 2)


def member(powers, theta):
    """F(θ) = θ_1^p θ_2^q v, as a multiple of v."""
    return theta[0] ** powers[0] * theta[1] ** powers[1]


def slopes(powers):
    """∂_1F and ∂_2F at (2, 1/2), as multiples of v."""
    return [power * member(powers, THETA) / theta for power, theta in zip(powers, THETA, strict=True)]


def of_least_norm(powers, vartheta):
    """The shortest ϑ with the same Σ_k ϑ_k ∂_kF."""
    phi = slopes(powers)
    along = sum(c * f for c, f in zip(vartheta, phi, strict=True)) / sum(f**2 for f in phi)
    return [along * f for f in phi]


@claim(
    "x:sec1.1-example-v",
    kind="definition",
    says="Given u_t = F(θ_t) and P_t^n g_t = Σ_k ϑ_k ∂_kF(θ_t) for some ϑ, we can define R_t(u_t + s_t P_t^n g_t) = "
    "F(θ_t + s_tϑ).",
    formula=r"\sum_k\vartheta_k\partial_kF(\theta_t) = \sum_k\vartheta'_k\partial_kF(\theta_t) \implies F(\theta_t + "
    r"s_t\vartheta) = F(\theta_t + s_t\vartheta')",
    forall={
        "F": family(
            {"θ_1 θ_2 v": (1, 1), "θ_1² θ_2 v": (2, 1)},
            "products θ_1^p θ_2^q v of a function v, p, q ≥ 1, at θ = (2, 1/2)",
            search=product(integers(1, 5), integers(1, 5)),
        ),
        "s_t": family((Fraction(1, 3), Fraction(1)), "steps s > 0", search=positive()),
    },
    reading="For every ϑ that gives P_t^n g_t; then R_t has two values at one point. Where the ∂_kF(θ_t) are linearly "
    "independent there is one ϑ, and with a rule for ϑ the sentence is a definition.",
    gravity="fails only when read literally",
    finding="retraction-not-a-function",
    controls={"the shortest ϑ": {"chosen": of_least_norm}},
)
def retraction_is_one_function(powers, s, *, chosen=lambda _, vartheta: vartheta):
    """Both ϑ give v: the first moves θ_1 alone, the second also θ_2."""
    first, second = (1 / slope for slope in slopes(powers))
    both = [chosen(powers, vartheta) for vartheta in ((first, 0 * second), (first / 2, second / 2))]
    yield equal([sum(c * f for c, f in zip(each, slopes(powers), strict=True)) for each in both], 1, "one direction")
    moved = [member(powers, [a + s * c for a, c in zip(THETA, each, strict=True)]) for each in both]
    yield equal(*moved, "one value", symbol="F(θ_t + sϑ)")


def shortest(phi, vartheta):
    """The shortest coefficients of Σ_k ϑ_k φ_k."""
    return nearest(phi, phi @ vartheta)


def invisible(phi):
    """A multiple of the last right singular vector, if it gives the function 0."""
    size, V = np.linalg.svd(phi)[1:]
    return 3 * V[-1] * bool(len(size) < len(V) or size[-1] < 1e-12 * size[0])


@repair(
    "x:sec1.1-example-v/corrected",
    "x:sec1.1-example-v",
    says="With the shortest ϑ that gives P_t^n g_t, R_t(u_t ± sP_t^n g_t) = F(θ_t ± sϑ) is one function, and equals "
    "u_t ± sP_t^n g_t up to o(s).",
    formula=r"\sum_k\vartheta_k\partial_kF(\theta_t) = P_t^n g_t,\ \|\vartheta\| \text{ least} \implies F(\theta_t "
    r"\pm s\vartheta) = u_t \pm sP_t^n g_t + o(s)",
    forall={
        "M": CLASSES,
        "ϑ": COEFFICIENTS,
        "±": finite({"+": 1, "-": -1}, "the sign that is printed and that of the scheme"),
    },
    reading="The shortest coefficients are linear in P_t^n g_t, so that one function serves every s. Tried for any ϑ "
    "and for ϑ with a direction added that gives the function 0.",
    mutants={
        "any ϑ": {"chosen": lambda _, vartheta: vartheta},
        "the printed sign for the step of the scheme": {"factor": abs},
        "one per cent more": {"factor": lambda sign: 1.01 * sign},
    },
)
def parameters_move_with_the_step(model, coefficients, sign, *, chosen=shortest, factor=lambda sign: sign):
    phi = model.tangent(model.theta)
    given = np.asarray(coefficients, dtype=float)[: len(model.theta)]
    step, move = phi @ given, factor(sign) * chosen(phi, given)
    again = factor(sign) * chosen(phi, given + invisible(phi))
    yield equal(again, move, "one function", digits=10, scale=1.0, symbol="ϑ")

    def along(s, x):
        return model.value([mp.mpf(t) + s[0] * float(c) for t, c in zip(model.theta, move, strict=True)], x)

    start = [float(along([0], x)) for x in POINTS]
    yield equal(start, values(model, model.theta), "no step", digits=14, symbol="R_t(u_t)")
    slope = [on.derivative(lambda s, x=x: along(s, x), [0])[0] for x in POINTS]
    yield equal(slope, sign * step, "slope", digits=10, scale=1.0, symbol="the slope")
