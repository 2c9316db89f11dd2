"""Section 6, "Step size selection": which steps the scheme and exact descent allow, and steps that are random."""

from fractions import Fraction

import numpy as np

from checks.hypotheses import LINEAR_LEAST_SQUARES, no_orthogonal_part, optimal_points, scalar_jets
from checks.instances.three_nodes import ELEMENTS, ON_THREE_NODES
from theorytest import at_least, at_most, claim, equal, family, finite, vectors
from theorytest.proof import compared, inner, mean, nonnegative, square, statement, use, vector


def longest_step(world, word):
    """2 for projections, and 2n/(n - 1 + d) for quasi-projections."""
    return Fraction(2) if word == "lsq" else Fraction(2 * world.n, world.n - 1 + world.dim)


@claim(
    "x:sec6-step-sizes-like-deterministic",
    says="In many cases the requirements on the step sizes are similar to those of deterministic descent.",
    formula=r"\sup_{u_t\in\mathcal{T}}\frac{\mathbb{E}\|u_{t+1}-u\|^2}{\|u_t-u\|^2} < 1 \iff 0 < s < 2, "
    r"\qquad 0 < s < \tfrac{2n}{n-1+d}",
    forall={
        "T, n, δ": ON_THREE_NODES,
        "Pⁿ": finite({"quasi-projection": "quasi", "stable least squares": "lsq"}),
        "u_t - u": family({"1": (1, 0), "x": (0, 1), "1 - 2x": (1, -2)}, "elements of T", search=vectors([2], -5, 5)),
    },
    given=[*LINEAR_LEAST_SQUARES, no_orthogonal_part, optimal_points, scalar_jets.stated],
    reading="Least squares, a target in T and constant steps: E‖u_t - u‖² contracts exactly for s < 2 with stable "
    "projections, like exact descent, and for s < 2n/(n-1+d) with optimal quasi-projections. Otherwise the scheme "
    "needs decreasing steps, and exact descent does not.",
    tight="attained: longer steps do not contract",
    premises=["x:sec4.2.1-constant-step"],
    mutants={
        "the same for quasi-projections": {"longest": lambda *_: Fraction(2)},
        "2n/(n + d)": {"longest": lambda world, _: Fraction(2 * world.n, world.n + world.dim)},
        "two per cent longer": {"longest": lambda *case: Fraction(51, 50) * longest_step(*case)},
    },
)
def constant_steps_as_for_exact_descent(world, word, e, *, longest=longest_step):
    """All samples, those in S_δ for least squares; a parabola that is 1 at two places is below 1 between them only."""
    error, s = e[: world.dim], longest(world, word)
    values, after = world.values(error), Fraction(0)
    for sample, p in world.law(world.delta if word == "lsq" else None):
        moved = zip(error, world.estimate(word, sample, values), strict=True)
        after += p * world.square([c - s * found for c, found in moved])
    return equal(after, world.square(error), symbol="E‖u_{t+1} - u‖² for the longest step")


STEPS = (Fraction(1, 5), Fraction(3, 5))


def of_a_coin(_world, _sample):
    """P(s = 3/5) for every sample: a coin that knows no point."""
    return Fraction(1, 2)


def means(world, g, chance):
    """E s, E s², E s (g, Pⁿg) and E s²‖Pⁿg‖² over all samples and both steps."""
    found = np.array([Fraction(0)] * 4)
    for sample, p in world.law():
        estimate, long = world.estimate("quasi", sample, g), chance(world, sample)
        pairs = zip(estimate, world.projected(g), world.sizes, strict=True)
        drift, spread = sum(a * b * size for a, b, size in pairs), world.square(estimate)
        for s, q in zip(STEPS, (1 - long, long), strict=True):
            found = found + p * q * np.array([s, s**2, s * drift, s**2 * spread])
    return found


def for_every_law(*, chance=of_a_coin):
    """The mean of a product of independent numbers is the product of the means; then (BBV) times E s and E s²."""
    c1, c2, v1, v2, a, b = nonnegative("c_bias1 c_bias2 c_var1 c_var2 ‖Pg‖ ‖(I−P)g‖")
    s, g, estimate = nonnegative("s", random=True), vector("g"), vector("Pⁿg", random=True)
    drift, spread = inner(g, estimate), square(estimate)
    bias, variance = c1 * a**2 - c2 * a * b, v1 * a**2 + v2 * b**2
    products = {
        "independent: s": equal(mean(s * drift), mean(s) * mean(drift)),
        "independent: s²": equal(mean(s**2 * spread), mean(s**2) * mean(spread)),
    }
    bounds = {"(BBV): bias": at_least(mean(drift), bias), "(BBV): variance": at_most(mean(spread), variance)}
    return statement(
        [at_least(mean(s * drift), mean(s) * bias), at_most(mean(s**2 * spread), mean(s**2) * variance)],
        given=bounds | (products if chance is of_a_coin else {}),
        by=[
            [use("independent: s"), use("(BBV): bias", mean(s))],
            [use("independent: s²"), use("(BBV): variance", mean(s**2))],
        ]
        if chance is of_a_coin
        else None,
    )


def law_at(world, g):
    values, d, n = world.values(g), world.dim, world.n
    s, s2, drift, spread = means(world, values, of_a_coin)
    tangent = world.square(world.projected(values))
    normal = world.mean_square(values) - tangent
    a, b = nonnegative("‖Pg‖ ‖(I−P)g‖")
    step, estimate = nonnegative("s", random=True), vector("Pⁿg", random=True)
    return {
        **{"c_bias1": 1, "c_bias2": 0, "c_var1": Fraction(n - 1 + d, n), "c_var2": Fraction(d, n)},
        **{a: float(tangent) ** 0.5, b: float(normal) ** 0.5, a**2: tangent, b**2: normal},
        **{mean(step): s, mean(step**2): s2, mean(step * inner(vector("g"), estimate)): drift},
        mean(step**2 * square(estimate)): spread,
    }


@claim(
    "x:sec6-independent-steps",
    says="If s_t ≥ 0 is independent of P_tⁿ, then E s_t(g, P_tⁿg) and E s_t²‖P_tⁿg‖² satisfy (BBV) with the "
    "factors E s_t and E s_t².",
    formula=r"s_t \perp P_t^n \implies \mathbb{E}\,s_t^2\|P_t^ng\|^2 \le \mathbb{E}\,s_t^2\,"
    r"(c_{\mathrm{var},1}\|P_tg\|^2+c_{\mathrm{var},2}\|(I-P_t)g\|^2)",
    forall={"Pⁿ, s_t": ON_THREE_NODES, "g": ELEMENTS},
    reading="Quasi-projections, and steps 1/5 or 3/5 with equal chances. All given F_t; (BBV) with the row of Table 2. "
    "The paper says that steps should be independent; the mutants are steps that are not.",
    tight="attained",
    proof=compared(for_every_law, law_at),
    mutants={
        "long steps for large Christoffel functions": {
            "chance": lambda world, x: Fraction(int(world.weight[x[0]] < 1))
        },
        "long steps to the right": {"chance": lambda _, x: Fraction(int(x[0] > 0))},
    },
)
def independent_steps_keep_the_bounds(world, g, *, chance=of_a_coin):
    """All samples and both steps."""
    values, d, n = world.values(g), world.dim, world.n
    s, s2, drift, spread = means(world, values, chance)
    tangent = world.square(world.projected(values))
    normal = world.mean_square(values) - tangent
    yield at_least(drift, s * tangent, name="bias", symbol="E s(g, Pⁿg)")
    bound = s2 * ((n - 1 + d) * tangent + d * normal) / Fraction(n)
    yield at_most(spread, bound, name="variance", symbol="E s²‖Pⁿg‖²")
