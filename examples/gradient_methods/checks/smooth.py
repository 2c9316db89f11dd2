"""Section 1: gradient descent on smooth convex functions."""

from fractions import Fraction as F

from worlds import CURVED, POINTS, SMOOTH, STEPS, descended

from theorytest import at_least, at_most, claim, family, reals
from theorytest.proof import compared, function, inner, square, statement, use, vector

LESS = {"one per cent less": {"factor": F(99, 100)}}
SHORT = family([F(1, 2), F(1), F(2)], "steps in (0, 2/L]", search=reals(0, 2, open=True))


def one_step_on_symbols(*, factor=1):
    """(LS) at x - ∇f(x), with L = 1."""
    f, x, g = function("f"), vector("x"), vector("g")
    after = f(x - g)
    given = {"(LS)": at_most(after, f(x) - inner(g, g) + square(g) / 2)}
    return statement(at_most(after, f(x) - square(g) / (2 * factor)), given=given, by=[use("(LS)")])


def one_step_at(world):
    """Vectors of the line."""
    return _of(world) | {"x": (world.start,), "g": (world.gradient(world.start),)}


def _of(world):
    return {function("f"): lambda at: world.value(at[0])}


@claim(
    "lem:descent",
    says="A step 1/L decreases a function with L-Lipschitz gradient by at least ‖∇f(x)‖²/(2L).",
    formula=r"f(x - \tfrac1L\nabla f(x)) \le f(x) - \tfrac{1}{2L}\|\nabla f(x)\|^2",
    forall={"f, x": CURVED},
    mutants=LESS,
    tight="attained by quadratics",
    proof=compared(one_step_on_symbols, one_step_at),
    reading="L = 1, to which scaling leads; the certificate starts from the quadratic upper bound (LS) at x − ∇f(x)/L",
)
def descent_lemma(world, *, factor=1):
    x, g = world.start, world.gradient(world.start)
    return at_most(world.value(x - g), world.value(x) - g * g / (2 * factor))


def cocoercive_on_symbols(*, factor=1):
    """Two of the interpolation inequalities, added."""
    a, b = function("f")(vector("x")), function("f")(vector("y"))
    x, y, g, h = (vector(name) for name in ("x", "y", "g", "h"))
    given = {
        "(2.1.10): at x": at_least(b, a + inner(g, y - x) + square(g - h) / 2),
        "(2.1.10): at y": at_least(a, b + inner(h, x - y) + square(g - h) / 2),
    }
    claimed = at_least(factor * inner(g - h, x - y), square(g - h))
    return statement(claimed, given=given, by=[use("(2.1.10): at x"), use("(2.1.10): at y")])


def cocoercive_at(world, pair):
    """Vectors of the line."""
    x, y = pair
    return _of(world) | {"x": (x,), "y": (y,), "g": (world.gradient(x),), "h": (world.gradient(y),)}


@claim(
    "lem:cocoercive",
    says="The gradient of a convex function with L-Lipschitz gradient is 1/L-cocoercive.",
    formula=r"(\nabla f(x)-\nabla f(y),\, x-y) \ge \tfrac1L\|\nabla f(x)-\nabla f(y)\|^2",
    forall={"f": SMOOTH, "x, y": POINTS},
    mutants=LESS,
    tight="attained by quadratics",
    proof=compared(cocoercive_on_symbols, cocoercive_at),
    reading="L = 1; the certificate starts from (2.1.10) of Nesterov (2018), which is equivalent to smoothness and "
    "convexity: f(y) ≥ f(x) + (∇f(x), y − x) + ‖∇f(x) − ∇f(y)‖²/2",
)
def gradients_are_cocoercive(world, pair, *, factor=1):
    x, y = pair
    difference = world.gradient(x) - world.gradient(y)
    return at_least(factor * difference * (x - y), difference * difference)


@claim(
    "thm:distance",
    says="With a step in (0, 2/L] no step of gradient descent moves away from a minimiser.",
    formula=r"\|x_T - x^*\| \le \|x_0 - x^*\|",
    forall={"f, x₀": SMOOTH, "s": SHORT, "T": STEPS},
    mutants=LESS,
    tight="attained by quadratics with the step 2/L",
)
def distances_do_not_grow(world, step, T, *, factor=1):
    return at_most(abs(descended(world, [step] * T)[-1]), factor * abs(world.start))


@claim(
    "thm:half",
    says="After T steps 1/L, f(x_T) − f* is at most L‖x₀ − x*‖²/(2T).",
    formula=r"f(x_T)-f^* \le \tfrac{L\|x_0-x^*\|^2}{2T}",
    forall={"f, x₀": SMOOTH, "T": STEPS},
    mutants={"45 per cent of it": {"factor": F(9, 20)}},
)
def classical_rate(world, T, *, factor=1):
    return at_most(world.value(descended(world, [1] * T)[-1]), factor * world.start**2 / (2 * T))


@claim(
    "thm:tight",
    says="After T steps 1/L, f(x_T) − f* is at most L‖x₀ − x*‖²/(4T + 2).",
    formula=r"f(x_T)-f^* \le \tfrac{L\|x_0-x^*\|^2}{4T+2}",
    forall={"f, x₀": SMOOTH, "T": STEPS},
    mutants=LESS,
    tight="attained by Huber's function with knots ±1/(2T + 1)",
)
def sharp_rate(world, T, *, factor=1):
    return at_most(world.value(descended(world, [1] * T)[-1]), factor * world.start**2 / (4 * T + 2))


@claim(
    "thm:gradient",
    says="Among T steps 1/L one has a squared gradient of at most 2L(f(x₀) − f(x_T))/T.",
    formula=r"\min_{t<T}\|\nabla f(x_t)\|^2 \le \tfrac{2L(f(x_0)-f(x_T))}{T}",
    forall={"f, x₀": CURVED, "T": STEPS},
    mutants=LESS,
    tight="attained by quadratics for T = 1",
    reading="f(x_T) in the place of inf f, which makes the sentence stronger",
)
def small_gradient(world, T, *, factor=1):
    points = descended(world, [1] * T)
    least = min(world.gradient(x) ** 2 for x in points[:-1])
    return at_most(least, factor * 2 * (world.value(points[0]) - world.value(points[-1])) / T)


@claim(
    "thm:gradient-falls",
    says="On convex functions the norm of the gradient does not grow in steps of length in (0, 2/L].",
    formula=r"\|\nabla f(x_{t+1})\| \le \|\nabla f(x_t)\|",
    forall={"f, x₀": SMOOTH, "s": SHORT},
    mutants=LESS,
    tight="attained where f is linear",
)
def gradients_do_not_grow(world, step, *, factor=1):
    x = world.start
    after = x - step * world.gradient(x)
    return at_most(abs(world.gradient(after)), factor * abs(world.gradient(x)))
