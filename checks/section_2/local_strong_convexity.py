r"""Section 2: strong convexity around non-degenerate minima, and what theorems about it say there.

A differentiable L is λ-strongly convex on a ball if (∇L(u) - ∇L(w), u - w) ≥ λ ‖u - w‖² for all u, w in it.
"""

import itertools
from fractions import Fraction

import numpy as np

from checks.hypotheses import no_noise, twice_continuously
from checks.instances.scalar_losses import AROUND_MINIMA, FUNCTIONS, NEAR_MINIMA, WITH_A_MINIMUM
from theorytest import at_least, at_most, claim, family, integers, reals, repair


@claim(
    "x:sec2-local-strong-convexity",
    says="Every function is strongly convex locally around its non-degenerate minima.",
    formula=r"\exists r, \lambda > 0: (\nabla\mathcal{L}(u)-\nabla\mathcal{L}(w), u-w) \ge \lambda\|u-w\|^2 \text{ on "
    r"} B_r(u_*)",
    forall={
        "L": WITH_A_MINIMUM,
        "1/r": family((3, 101, 10**4 + 1, 10**8 + 1), "radii r > 0 around the minimum", search=integers(1, 10**9)),
    },
    reading="Every function with a positive second derivative at the minimum; whoever calls minima non-degenerate "
    "usually means L ∈ C². The quotient of L' is tried against 0: the zigzag is convex in no neighbourhood, nor is the "
    "twice differentiable x²/2 + 2x⁴ sin(1/x).",
    gravity="fails only when read literally",
    finding="local-convexity-needs-c2",
    controls={"the square alone": {"instead": FUNCTIONS["x²/2"]}},
)
def functions_are_locally_strongly_convex_as_printed(function, k, *, instead=None):
    """Between the neighbours 1/k and 1/(k + 1) the zigzag has quotients below -1 at any distance."""
    slope = instead or function
    yield at_most(abs(k * slope(k) - 1), Fraction(1, k), "L''(0) = 1", symbol="|L'(x)/x - 1| at x = 1/k")
    quotient = (slope(k) - slope(k + 1)) / (Fraction(1, k) - Fraction(1, k + 1))
    yield at_least(quotient, 0, "convex", symbol="the quotient of L'")


@repair(
    "x:sec2-local-strong-convexity/corrected",
    "x:sec2-local-strong-convexity",
    says="If ∇²L(u_*) ≥ λ_0 I at a minimum and λ < λ_0, then L is λ-strongly convex on some ball around u_*.",
    formula=r"\exists r > 0: (\nabla\mathcal{L}(u)-\nabla\mathcal{L}(w), u-w) \ge \lambda\|u-w\|^2 \text{ on } "
    r"B_r(u_*)",
    forall={"L, u_*": AROUND_MINIMA},
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


@claim(
    "x:sec2-local-theorems",
    says="Theorems for strongly convex functions give at least convergence results near non-degenerate minima.",
    formula=r"|v-s\mathcal{L}'(v)| \le r, \ \mathcal{L}(v-s\mathcal{L}'(v)) \le (1-2\lambda(s-\tfrac "
    r"L2s^2))\mathcal{L}(v)",
    forall={"L": NEAR_MINIMA, "sL": family((0.1, 0.5, 1.0), "steps up to 1/L", search=reals(0, 1))},
    given=[no_noise],
    reading="For exact gradients of one variable: no step leaves the ball, and the gap contracts as if the loss were "
    "strongly convex everywhere.",
    mutants={"a ball that holds a maximum": {"zoom": 3.3}, "three fifths more of λ": {"share": 1.6}},
)
def theorems_hold_near_minima_without_noise(case, length, *, zoom=1.0, share=1.0):
    loss, slope, (radius, lam, L) = case
    s, v = length / L, zoom * radius * np.linspace(-1, 1, 200)  # without 0
    after = v - s * slope(v)
    yield at_most(np.abs(after) / (zoom * radius), 1.0, "stays", digits=None, symbol="|v| / r")
    factor = 1 - 2 * share * lam * (s - L / 2 * s**2)
    yield at_most(loss(after) / loss(v), factor, "contracts", digits=9, symbol="the factor")
