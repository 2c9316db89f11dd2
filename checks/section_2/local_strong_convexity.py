r"""Section 2: strong convexity around non-degenerate minima, which needs a continuous second derivative.

A differentiable L is λ-strongly convex on a ball if (∇L(u) - ∇L(w), u - w) ≥ λ ‖u - w‖² for all u, w in it.
"""

import itertools
from fractions import Fraction

from checks.hypotheses import twice_continuously
from checks.instances.smooth_problems import on_circle, vector
from theorytest import at_least, at_most, claim, family, integers, product, reals, repair


def zigzag(k):
    """L'(1/k) = 1/k + (-1)^k / k², linear in between and odd: L is even with L''(0) = 1 and slopes of L' up to 19/6."""
    return Fraction(1, k) + Fraction((-1) ** k, k**2)


FUNCTIONS = {"square": lambda k: Fraction(1, k), "zigzag": zigzag}


@claim(
    "x:sec2-local-strong-convexity",
    says="Every function is strongly convex locally around its non-degenerate minima.",
    formula=r"\exists r, \lambda > 0: (\nabla\mathcal{L}(u)-\nabla\mathcal{L}(w), u-w) \ge \lambda\|u-w\|^2 \text{ "
    r"on } B_r(u_*)",
    forall={
        "L": family(FUNCTIONS, "functions with L''(0) = 1 at a minimum 0"),  # not searched: two functions by hand
        "1/r": family((3, 101, 10**4 + 1, 10**8 + 1), "radii r > 0 around the minimum", search=integers(1, 10**9)),
    },
    reading="Every function with a positive second derivative at the minimum, which need not be continuous there. The "
    "quotient of the gradient is tried against 0: the zigzag is not even convex in any neighbourhood, nor is the twice "
    "differentiable x²/2 + 2x⁴ sin(1/x).",
    gravity="missing hypothesis",
    finding="local-convexity-needs-c2",
    controls={"the square alone": {"instead": FUNCTIONS["square"]}},
)
def functions_are_locally_strongly_convex_as_printed(function, k, *, instead=None):
    """Between the neighbours 1/k and 1/(k + 1) the zigzag has quotients below -1 at any distance."""
    slope = instead or function
    yield at_most(abs(k * slope(k) - 1), Fraction(1, k), "L''(0) = 1", symbol="|L'(x)/x - 1| at x = 1/k")
    quotient = (slope(k) - slope(k + 1)) / (Fraction(1, k) - Fraction(1, k + 1))
    yield at_least(quotient, 0, "convex", symbol="the quotient of L'")


def double_well(v):
    """The gradient of (x² - 1)² at x = 1 + v."""
    return 4 * (1 + v) * ((1 + v) ** 2 - 1)


def valley(v):
    """The gradient of (1 - x)² + (y - x²)² at (x, y) = (1, 1) + v."""
    x, y = 1 + v
    return vector(2 * (x - 1) - 4 * x * (y - x**2), 2 * (y - x**2))


def line(radius):
    return [vector(radius * Fraction(k, 30)) for k in range(-30, 31)]


def disc(radius):
    return [radius * m / 4 * on_circle(Fraction(k, 3)) for m in range(1, 5) for k in range(-6, 7)]


# gradient, a λ_0 below the Hessian at the minimum, points of a ball in which nine tenths of λ_0 are left.
# In the double well 12 (1 - r)² - 4 is 7.21 at r = 1/30, nine tenths of 8; in the valley λ_0 < 6 - √32.
SMOOTH = {
    "double well": (double_well, Fraction(8), line(Fraction(1, 30))),
    "valley": (valley, Fraction(343, 1000), disc(Fraction(1, 1000))),
}


def cubic(modulus, bend):
    """λ_0 v²/2 + bend v³/6, whose second derivative is at least 9 λ_0/10 for |bend v| ≤ λ_0/10."""
    radius = modulus / (10 * (1 + abs(bend)))
    return (lambda v: modulus * v + bend * v**2 / 2), modulus, line(radius)[::6]


@repair(
    "x:sec2-local-strong-convexity/corrected",
    "x:sec2-local-strong-convexity",
    says="If ∇²L(u_*) ≥ λ_0 I at a minimum and λ < λ_0, then L is λ-strongly convex on some ball around u_*.",
    formula=r"\exists r > 0: (\nabla\mathcal{L}(u)-\nabla\mathcal{L}(w), u-w) \ge \lambda\|u-w\|^2 \text{ on } "
    r"B_r(u_*)",
    forall={
        "L, u_*": family(
            SMOOTH,
            "functions of one and two variables with a minimum",
            search=product(reals(0, 10, open=True), reals(-10, 10)).map(cubic),
            effort=20,
        )
    },
    given=[twice_continuously],
    reading="Tried for λ = 9/10 of λ_0, on pairs of points of one ball.",
    tight="approached at the rim of the ball",
    mutants={"two per cent more than 9/10": {"share": Fraction(459, 500)}, "twice the radius": {"zoom": 2}},
)
def smooth_functions_are_locally_strongly_convex(case, *, share=Fraction(9, 10), zoom=1):
    gradient, modulus, ball = case
    pairs = list(itertools.combinations([zoom * v for v in ball], 2))
    rises = [(gradient(u) - gradient(w)) @ (u - w) for u, w in pairs]
    return at_least(rises, [share * modulus * ((u - w) @ (u - w)) for u, w in pairs], symbol="(∇L(u) - ∇L(w), u - w)")
