"""Section 2: gradient descent on strongly convex functions."""

from fractions import Fraction as F

from worlds import MU, STEPS, STRONG, descended

from theorytest import at_least, at_most, claim, family, matrices, reals
from theorytest.proof import compared, function, inner, number, square, squared, statement, use, vector

LESS = {"one per cent less": {"factor": F(99, 100)}}


def pl_on_symbols(*, factor=1):
    """Strong convexity at x* and the square ‖∇f + μ (x* - x)‖²."""
    value, least, mu = function("f")(vector("x")), number("least"), number("mu", ">0")
    g, d = vector("g"), vector("d")  # ∇f(x) and x* - x
    given = {"strongly convex": at_least(least, value + inner(g, d) + mu / 2 * square(d))}
    by = [use("strongly convex", 2 * mu), squared(g + mu * d)]
    return statement(at_least(square(g), 2 * mu / factor * (value - least)), given=given, by=by)


def pl_at(world):
    """With the minimiser 0 and the least value 0."""
    x = world.start
    known = {"least": 0, "mu": MU, "x": (x,), "g": (world.gradient(x),), "d": (-x,)}
    return known | {function("f"): lambda at: world.value(at[0])}


@claim(
    "lem:pl",
    says="A μ-strongly convex function satisfies the inequality of Polyak and Łojasiewicz with μ.",
    formula=r"\|\nabla f(x)\|^2 \ge 2\mu\,(f(x)-f^*)",
    forall={"f, x": STRONG},
    mutants=LESS,
    tight="attained by quadratics",
    proof=compared(pl_on_symbols, pl_at),
)
def polyak_lojasiewicz(world, *, factor=1):
    return at_least(world.gradient(world.start) ** 2, 2 * MU / factor * world.value(world.start))


@claim(
    "thm:pl-rate",
    says="With steps 1/L, f(x_T) − f* is at most (1 − μ/L)^T (f(x₀) − f*).",
    formula=r"f(x_T)-f^* \le (1-\tfrac{\mu}{L})^T\,(f(x_0)-f^*)",
    forall={"f, x₀": STRONG, "T": STEPS},
    mutants={"the power 2.05": {"power": 2.05}},
    controls={"squared": {"power": 2}},
)
def values_fall(world, T, *, power=1):
    last = descended(world, [1] * T)[-1]
    return at_most(world.value(last), (1 - MU) ** (power * T) * world.value(world.start))


@claim(
    "thm:sharp-values",
    says="With steps 1/L, f(x_T) − f* is at most (1 − μ/L)^(2T) (f(x₀) − f*).",
    formula=r"f(x_T)-f^* \le (1-\tfrac{\mu}{L})^{2T}\,(f(x_0)-f^*)",
    forall={"f, x₀": STRONG, "T": STEPS},
    mutants={"one per cent less": {"factor": F(99, 100)}},
    tight="attained by quadratics of curvature μ",
)
def values_fall_sharply(world, T, *, factor=1):
    last = descended(world, [1] * T)[-1]
    return at_most(world.value(last), factor * (1 - MU) ** (2 * T) * world.value(world.start))


@claim(
    "thm:contraction",
    says="With steps 1/L, ‖x_T − x*‖ is at most (1 − μ/L)^T ‖x₀ − x*‖.",
    formula=r"\|x_T-x^*\| \le (1-\tfrac{\mu}{L})^T\|x_0-x^*\|",
    forall={"f, x₀": STRONG, "T": STEPS},
    mutants=LESS,
    tight="attained by quadratics of curvature μ",
)
def distances_contract(world, T, *, factor=1):
    return at_most(abs(descended(world, [1] * T)[-1]), factor * (1 - MU) ** T * abs(world.start))


def best_step_on_symbols(*, factor=1):
    """Nesterov's inequality (2.1.15) times 2s, with s = 2/(L + μ)."""
    mu, L = number("mu", ">0"), number("L", ">0")
    d, g = vector("d"), vector("g")  # x - x* and ∇f(x)
    s = 2 / (mu + L)
    given = {"(2.1.15)": at_least(inner(g, d), mu * L / (mu + L) * square(d) + square(g) / (mu + L))}
    rate = ((L - mu) / (L + mu)) ** 2
    return statement(at_most(square(d - s * g), factor**2 * rate * square(d)), given=given, by=[use("(2.1.15)", 2 * s)])


def best_step_at(world):
    """With L = 1."""
    return {"mu": MU, "L": 1, "d": (world.start,), "g": (world.gradient(world.start),)}


@claim(
    "thm:best-step/one",
    says="One step 2/(L + μ) shrinks the distance from the minimiser by the factor (L − μ)/(L + μ) at least.",
    formula=r"\|x_1-x^*\| \le \tfrac{L-\mu}{L+\mu}\|x_0-x^*\|",
    forall={"f, x₀": STRONG},
    mutants=LESS,
    tight="attained by quadratics of curvature μ or L",
    reading="the certificate starts from (2.1.15) of Nesterov (2018); named instances have L = 1, μ = 1/4",
    proof=compared(best_step_on_symbols, best_step_at),
)
def one_best_step(world, *, factor=1):
    after = descended(world, [2 / (1 + MU)])[-1]
    return at_most(after**2, factor**2 * ((1 - MU) / (1 + MU)) ** 2 * world.start**2)


@claim(
    "thm:best-step",
    says="With steps 2/(L + μ), ‖x_T − x*‖ is at most ((L − μ)/(L + μ))^T ‖x₀ − x*‖.",
    formula=r"\|x_T-x^*\| \le \bigl(\tfrac{L-\mu}{L+\mu}\bigr)^T\|x_0-x^*\|",
    forall={"f, x₀": STRONG, "T": STEPS},
    premises=["thm:best-step/one"],
    mutants=LESS,
    tight="attained by quadratics of curvature μ or L",
)
def best_constant_step(world, T, *, factor=1):
    rate = (1 - MU) / (1 + MU)
    return at_most(abs(descended(world, [2 / (1 + MU)] * T)[-1]), factor * rate**T * abs(world.start))


SPECTRA = family([F(1, 4), F(1, 2), F(1)], "ratios μ/L in (0, 1]", search=reals(0, 1, open=True))
STARTS = family(
    {"(1, 1/4)": (F(1), F(1, 4)), "(1, 1)": (F(1), F(1))}, "starting points", search=reals(0, 8).map(lambda x: (x, 1))
)


@claim(
    "thm:line-search",
    says="On quadratics a step with exact line search decreases f − f* by the factor ((L − μ)/(L + μ))² at least.",
    formula=r"f(x_1)-f^* \le \bigl(\tfrac{L-\mu}{L+\mu}\bigr)^2 (f(x_0)-f^*)",
    forall={"μ": SPECTRA, "x₀": STARTS},
    mutants=LESS,
    tight="attained by x₀ = (μ, L)",
    reading="in the plane, with the eigenvalues L = 1 and μ",
)
def exact_line_search(mu, start, *, factor=1):
    x, y = mu * start[0], start[1]  # (μ, 1) times anything is the worst start
    value = mu * x * x + y * y
    gradient = (mu * x, y)
    best = (gradient[0] ** 2 + gradient[1] ** 2) / (mu * gradient[0] ** 2 + gradient[1] ** 2)
    x, y = x - best * gradient[0], y - best * gradient[1]
    return at_most(mu * x * x + y * y, factor * ((1 - mu) / (1 + mu)) ** 2 * value)


@claim(
    "thm:coordinate",
    says="A step along a random coordinate decreases f − f* by the factor 1 − μ/(nL) on average.",
    formula=r"\mathbb E f(x_{t+1})-f^* \le (1-\tfrac{\mu}{nL})(f(x_t)-f^*)",
    forall={
        "a": family(
            [F(0), F(1, 2), F(-3, 4)], "quadratics x² + 2a x y + y² with |a| < 1", search=reals(-1, 1, open=True)
        ),
        "x": family(
            {"(1, -1)": (F(1), F(-1)), "(1, 1)": (F(1), F(1))},
            "points",
            search=matrices([(1, 2)]).map(lambda m: tuple(m[0])),
        ),
    },
    mutants={"1 − 1.01 μ/(nL)": {"times": F(101, 100)}},
    tight="attained by eigenvectors of μ",
    reading="in the plane, n = 2: the coordinate-wise constants are L = 2, and μ = 2(1 − |a|)",
)
def random_coordinate(a, point, *, times=1):
    x, y = point

    def f(x, y):
        return x * x + 2 * a * x * y + y * y

    after = (f(-a * y, y) + f(x, -a * x)) / 2
    return at_most(after, (1 - times * (1 - abs(a)) / 2) * f(x, y))
