"""Section 4: subgradient, proximal, projected and conditional gradient methods."""

from dataclasses import dataclass
from fractions import Fraction as F
from typing import Any

from worlds import KINKED, POINTS, STEPS

from theorytest import at_least, at_most, claim, family, integers, product, reals
from theorytest.proof import compared, function, inner, number, square, statement, use, vector

LESS = {"one per cent less": {"factor": F(99, 100)}}
LENGTHS = family([F(1, 10), F(1)], "steps s > 0", search=reals(0, 4, open=True))


def subgradient_step_on_symbols(*, factor=1):
    """Convexity at x*, times 2s."""
    value, least, s = function("f")(vector("x")), number("least"), number("s", ">0")
    d, g = vector("d"), vector("g")  # x - x* and a subgradient at x
    given = {"convex": at_least(least, value - inner(g, d))}
    after = square(d - s * g)
    claimed = at_most(after, square(d) - 2 * s / factor * (value - least) + s**2 * square(g))
    return statement(claimed, given=given, by=[use("convex", 2 * s)])


def subgradient_step_at(world, s):
    """With the minimiser 0 and the least value 0."""
    x = world.start
    known = {"s": s, "least": 0, "x": (x,), "d": (x,), "g": (world.gradient(x),)}
    return known | {function("f"): lambda at: world.value(at[0])}


@claim(
    "lem:subgradient",
    says="A subgradient step satisfies ‖x₁ − x*‖² ≤ ‖x₀ − x*‖² − 2s(f(x₀) − f*) + s²‖g‖².",
    formula=r"\|x_1-x^*\|^2 \le \|x_0-x^*\|^2 - 2s\,(f(x_0)-f^*) + s^2\|g\|^2",
    forall={"f, x₀": KINKED, "s": LENGTHS},
    mutants=LESS,
    tight="attained where f is linear between x₀ and x*",
    proof=compared(subgradient_step_on_symbols, subgradient_step_at),
)
def subgradient_step(world, s, *, factor=1):
    x, g = world.start, world.gradient(world.start)
    return at_most((x - s * g) ** 2, x**2 - 2 * s / factor * world.value(x) + s**2 * g**2)


def best_value(world, steps):
    """The least value among the iterates before the last step."""
    x, found = world.start, []
    for step in steps:
        found.append(world.value(x))
        x = x - step(x) * world.gradient(x)
    return min(found)


@claim(
    "thm:subgradient",
    says="The best of T subgradient steps s has a value of at most f* + (‖x₀ − x*‖² + T s²G²)/(2Ts).",
    formula=r"\min_{t<T} f(x_t)-f^* \le \tfrac{\|x_0-x^*\|^2 + T s^2 G^2}{2Ts}",
    forall={"f, x₀": KINKED, "s": LENGTHS, "T": STEPS},
    mutants=LESS,
    tight="attained by |x| from 1 for s = T = 1",
)
def subgradient_rate(world, s, T, *, factor=1):
    G = world.loss.lipschitz
    bound = (world.start**2 + T * s**2 * G**2) / (2 * T * s)
    return at_most(best_value(world, [lambda _: s] * T), factor * bound)


@claim(
    "thm:polyak-step",
    says="With Polyak's step (f(x) − f*)/‖g‖² the best of T values is at most f* + G‖x₀ − x*‖/√T.",
    formula=r"\min_{t<T} f(x_t)-f^* \le \tfrac{G\|x_0-x^*\|}{\sqrt T}",
    forall={"f, x₀": KINKED, "T": STEPS},
    mutants=LESS,
    tight="attained for T = 1",
    reading="squared, so that it stays rational",
)
def polyak_step(world, T, *, factor=1):
    def step(x):
        return 0 if world.gradient(x) == 0 else world.value(x) / world.gradient(x) ** 2

    best, G = best_value(world, [step] * T), world.loss.lipschitz
    return at_most(T * best**2, factor**2 * G**2 * world.start**2)


def firm_on_symbols(*, factor=1):
    """Monotonicity of the subgradients x - p and y - q."""
    x, y, p, q = (vector(name) for name in ("x", "y", "p", "q"))
    given = {"monotone": at_least(inner((x - p) - (y - q), p - q), 0)}
    claimed = at_least(factor * inner(x - y, p - q), square(p - q))
    return statement(claimed, given=given, by=[use("monotone")])


def firm_at(world, pair):
    """Vectors of the line."""
    points = (*pair, *(world.loss.prox(each, 1) for each in pair))
    return dict(zip("xypq", ((each,) for each in points), strict=True))


@claim(
    "lem:firm",
    says="The proximal map of a convex function is firmly nonexpansive.",
    formula=r"(x-y,\, p-q) \ge \|p-q\|^2, \quad p = \operatorname{prox} x,\ q = \operatorname{prox} y",
    forall={"f": KINKED, "x, y": POINTS},
    mutants=LESS,
    tight="attained where f is linear",
    proof=compared(firm_on_symbols, firm_at),
    reading="the certificate uses that subgradients, here x − p at p and y − q at q, are monotone",
)
def proximal_maps_are_firm(world, pair, *, factor=1):
    (x, y), prox = pair, world.loss.prox
    p, q = prox(x, 1), prox(y, 1)
    return at_least(factor * (x - y) * (p - q), (p - q) ** 2)


@claim(
    "thm:proximal-point",
    says="After T proximal steps s, f(x_T) − f* is at most ‖x₀ − x*‖²/(4sT).",
    formula=r"f(x_T)-f^* \le \tfrac{\|x_0-x^*\|^2}{4sT}",
    forall={"f, x₀": KINKED, "s": LENGTHS, "T": STEPS},
    mutants=LESS,
    tight="attained by |x|/10 from 1 for sT = 5",
)
def proximal_point(world, s, T, *, factor=1):
    x = world.start
    for _ in range(T):
        x = world.loss.prox(x, s)
    return at_most(world.value(x), factor * world.start**2 / (4 * s * T))


@dataclass(frozen=True)
class Composite:
    """c/2 (x - s)² + a |x| with 0 < c ≤ 1, on the line or on [-1, 1]."""

    c: Any
    s: Any
    a: Any
    start: Any

    @property
    def name(self):
        return f"c = {self.c}, s = {self.s}, a = {self.a}, from {self.start}"

    def value(self, x):
        return self.c / 2 * (x - self.s) ** 2 + self.a * abs(x)

    @property
    def minimiser(self):
        return soft(self.s, self.a / self.c)

    def step(self, x):
        """The proximal gradient step 1/L = 1."""
        return soft(x - self.c * (x - self.s), self.a)


def soft(x, a):
    return x - a if x > a else x + a if x < -a else 0


COMPOSITES = family(
    [
        Composite(F(1), F(2), F(1), F(0)),
        Composite(F(1, 4), F(2), F(0), F(-1)),
        Composite(F(1, 11), F(1), F(0), F(0)),
        Composite(F(1, 2), F(1), F(1, 4), F(4)),
        Composite(F(1, 1000), F(0), F(1, 10), F(1)),  # nearly |x|/10, the worst for T = 5
    ],
    "functions c/2 (x − s)² + a|x| with c ≤ L = 1, and starting points",
    search=product(reals(0, 1, open=True), reals(-4, 4), reals(0, 2), reals(-4, 4)).map(Composite),
)


@claim(
    "thm:ista",
    says="After T proximal gradient steps 1/L, F(x_T) − F* is at most L‖x₀ − x*‖²/(2T).",
    formula=r"F(x_T)-F^* \le \tfrac{L\|x_0-x^*\|^2}{2T}",
    forall={"F, x₀": COMPOSITES, "T": STEPS},
    mutants={"49 per cent of it": {"factor": F(49, 100)}},
)
def ista(world, T, *, factor=1):
    x = world.start
    for _ in range(T):
        x = world.step(x)
    gap = world.value(x) - world.value(world.minimiser)
    return at_most(gap, factor * (world.start - world.minimiser) ** 2 / (2 * T))


@claim(
    "thm:fista",
    says="With the momentum (t − 1)/(t + 2) F(x_T) − F* is at most 2L‖x₀ − x*‖²/(T + 1)².",
    formula=r"F(x_T)-F^* \le \tfrac{2L\|x_0-x^*\|^2}{(T+1)^2}",
    forall={"F, x₀": COMPOSITES, "T": STEPS},
    mutants={"62 per cent of it": {"factor": F(31, 50)}},
    reading="the momentum of Chambolle and Dossal (2015); that of Beck and Teboulle (2009) has square roots",
)
def fista(world, T, *, factor=1):
    x = y = world.start
    for t in range(1, T + 1):
        before, x = x, world.step(y)
        y = x + F(t - 1, t + 2) * (x - before)
    gap = world.value(x) - world.value(world.minimiser)
    return at_most(gap, factor * 2 * (world.start - world.minimiser) ** 2 / (T + 1) ** 2)


def clipped(x):
    return 1 if x > 1 else -1 if x < -1 else x


CONSTRAINED = family(
    [
        (F(1), F(2), F(-1)),
        (F(1, 10), F(2), F(-1)),
        (F(1, 2), F(1, 3), F(1)),
        (F(1), F(99, 100), F(1)),  # whose first conditional gradient step goes to the wrong end
        (F(1, 1000), F(-200), F(1)),  # nearly linear with the slope 1/5, the worst for T = 5
    ],
    "functions c/2 (x − s)² with c ≤ L = 1 on [−1, 1], and starting points",
    search=product(reals(0, 1, open=True), reals(-4, 4), reals(-1, 1)).map(lambda c, s, x: (c, s, x)),
)


def shifted(problem):
    """The value above the least one on [-1, 1], the gradient, and the minimiser."""
    c, s, _ = problem
    least = clipped(s)
    return lambda x: c / 2 * ((x - s) ** 2 - (least - s) ** 2), lambda x: c * (x - s), least


@claim(
    "thm:projected",
    says="After T projected gradient steps 1/L, f(x_T) − f* is at most L‖x₀ − x*‖²/(2T).",
    formula=r"f(x_T)-f^* \le \tfrac{L\|x_0-x^*\|^2}{2T}",
    forall={"f, x₀": CONSTRAINED, "T": STEPS},
    mutants={"49 per cent of it": {"factor": F(49, 100)}},
)
def projected_gradient(problem, T, *, factor=1):
    (value, gradient, least), x = shifted(problem), problem[2]
    for _ in range(T):
        x = clipped(x - gradient(x))
    return at_most(value(x), factor * (problem[2] - least) ** 2 / (2 * T))


@claim(
    "thm:frank-wolfe",
    says="After T steps 2/(t + 2) of the conditional gradient method, f(x_T) − f* is at most 2LD²/(T + 2).",
    formula=r"f(x_T)-f^* \le \tfrac{2LD^2}{T+2}",
    forall={"f, x₀": CONSTRAINED, "T": family([1, 2, 5], "numbers of steps", search=integers(1, 8))},
    mutants={"74 per cent of it": {"factor": F(37, 50)}},
    reading="on [−1, 1], whose diameter is D = 2; the steps are counted from t = 0",
)
def conditional_gradient(problem, T, *, factor=1):
    (value, gradient, _), x = shifted(problem), problem[2]
    for t in range(T):
        corner = -1 if gradient(x) > 0 else 1
        x = x + F(2, t + 2) * (corner - x)
    return at_most(value(x), factor * F(8, T + 2))
