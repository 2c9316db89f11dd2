"""Section 3: momentum."""

from fractions import Fraction as F

from worlds import MU, SMOOTH, STEPS, STRONG, World, quadratic

from theorytest import at_most, claim, family, integers, product, reals, repair
from theorytest.attacks.losses import piecewise


def nesterov(world, momentum, T):
    """x_{t+1} = y_t - ∇f(y_t), y_{t+1} = x_{t+1} + momentum(t) (x_{t+1} - x_t), for L = 1."""
    x = y = world.start
    for t in range(1, T + 1):
        before, x = x, y - world.gradient(y)
        y = x + momentum(t) * (x - before)
    return x


@claim(
    "thm:nesterov",
    says="With the momentum (t − 1)/(t + 2), f(x_T) − f* is at most 2L‖x₀ − x*‖²/(T + 1)².",
    formula=r"f(x_T)-f^* \le \tfrac{2L\|x_0-x^*\|^2}{(T+1)^2}",
    forall={"f, x₀": SMOOTH, "T": STEPS},
    mutants={"59 per cent of it": {"factor": F(59, 100)}},
    reading="the momentum as written by Su, Boyd and Candès (2016); Nesterov's own weights (1983) have square roots",
)
def accelerated_rate(world, T, *, factor=1):
    last = nesterov(world, lambda t: F(t - 1, t + 2), T)
    return at_most(world.value(last), factor * 2 * world.start**2 / (T + 1) ** 2)


@claim(
    "thm:nesterov-strong",
    says="With constant momentum, f(x_T) − f* is at most (1 − √(μ/L))^T (f(x₀) − f* + μ/2 ‖x₀ − x*‖²).",
    formula=r"f(x_T)-f^* \le (1-\sqrt{\mu/L})^T\,\bigl(f(x_0)-f^*+\tfrac\mu2\|x_0-x^*\|^2\bigr)",
    forall={"f, x₀": STRONG, "T": STEPS},
    mutants={"58 per cent of it": {"factor": F(29, 50)}},
    reading="the momentum is (1 − q)/(1 + q) with q = √(μ/L) = 1/2",
)
def accelerated_linear_rate(world, T, *, factor=1):
    last = nesterov(world, lambda _: F(1, 3), T)
    first = world.value(world.start) + MU / 2 * world.start**2
    return at_most(world.value(last), factor * F(1, 2) ** T * first)


def heavy_ball(world, T):
    """Polyak's parameters for curvatures between 1 and 25: the step 4/(√L + √μ)² = 1/9, the momentum 4/9."""
    before = x = world.start
    for _ in range(T):
        before, x = x, x - world.gradient(x) / 9 + F(4, 9) * (x - before)
    return x


def ill_conditioned(pieces):
    return product(piecewise(pieces, 1, 25), reals(-4, 4)).map(World)


STEEP = {"x²/2 from 1": World(quadratic(F(1)), F(1)), "25 x²/2 from 1": World(quadratic(F(25)), F(1))}
LONG = family([20, 60], "numbers of steps from 20 on", search=integers(20, 80))


@repair(
    "thm:heavy-ball/quadratics",
    "thm:heavy-ball",
    says="On quadratics with curvature in [1, 25] the heavy ball satisfies ‖x_T − x*‖ ≤ 3(T + 1)(2/3)^T ‖x₀ − x*‖.",
    formula=r"\|x_T-x^*\| \le 3(T+1)\bigl(\tfrac23\bigr)^T\|x_0-x^*\|",
    forall={"f, x₀": family(STEEP, "quadratics with curvature in [1, 25]", search=ill_conditioned(1)), "T": LONG},
    mutants={"a rate five per cent less": {"rate": F(19, 30)}},
)
@claim(
    "thm:heavy-ball",
    says="On μ-strongly convex functions with L-Lipschitz gradient the heavy ball converges at the rate of quadratics.",
    formula=r"\|x_T-x^*\| \le 3(T+1)\bigl(\tfrac23\bigr)^T\|x_0-x^*\|",
    forall={
        "f, x₀": family(STEEP, "functions with curvature in [1, 25]", search=ill_conditioned([1, 2, 3]), effort=4000),
        "T": LONG,
    },
    gravity="missing hypothesis",
    finding="quadratics",
    reading="often quoted from Polyak (1964), who proves it near a minimiser of a twice differentiable function",
)
def heavy_ball_rate(world, T, *, rate=F(2, 3)):
    return at_most(abs(heavy_ball(world, T)), 3 * (T + 1) * rate**T * abs(world.start))
