"""Functions on the line with known constants and minimiser 0 (least value 0), and points to start from.

Scaling makes L = 1; where functions are strongly convex, μ = 1/4. Everything is rational, so that nothing is rounded.
"""

from dataclasses import dataclass
from fractions import Fraction as F
from typing import Any

from theorytest import family, integers, product, reals, vectors
from theorytest.attacks.losses import Piecewise, piecewise

MU = F(1, 4)


@dataclass(frozen=True, eq=False)
class World:
    """A function, by its value and its gradient, and a starting point."""

    loss: Any
    start: Any
    title: str = ""

    @property
    def name(self):
        return self.title or f"{_shown(self.loss)} from {self.start}"

    def gradient(self, x):
        return self.loss.gradient(x)

    def value(self, x):
        return self.loss(x)


def _shown(loss):
    if not isinstance(loss, Piecewise):
        return f"max({loss.right} x, -{loss.left} x)"
    knots = f" that change at {', '.join(map(str, loss.knots))}" if loss.knots else ""
    return f"the function with curvatures {', '.join(map(str, loss.slopes))}{knots}"


def quadratic(curvature):
    return Piecewise((), (curvature,))


def huber(knot):
    """Quadratic with curvature 1 between -knot and knot, linear outside."""
    return Piecewise((-knot, knot), (0, 1, 0))


@dataclass(frozen=True, eq=False)
class Kink:
    """max(right · x, -left · x): Lipschitz with constant max(left, right)."""

    left: Any
    right: Any

    def __call__(self, x):
        return self.right * x if x >= 0 else -self.left * x

    def gradient(self, x):
        return self.right if x > 0 else -self.left if x < 0 else 0

    def prox(self, x, step):
        """The minimiser of f(y) + (y - x)²/(2 step)."""
        if x > step * self.right:
            return x - step * self.right
        return x + step * self.left if x < -step * self.left else 0

    @property
    def lipschitz(self):
        return self.left if self.left > self.right else self.right


def _smooth(low):
    return product(piecewise([1, 2, 3], low, 1), reals(-4, 4)).map(World)


STEPS = family([1, 2, 5], "numbers of steps", search=integers(1, 8))
SMOOTH = family(
    [
        World(quadratic(F(1)), F(1), "x²/2 from 1"),
        World(huber(F(1, 3)), F(1), "Huber's function with knots ±1/3 from 1"),
        World(huber(F(1, 5)), F(1), "Huber's function with knots ±1/5 from 1"),
        World(huber(F(1, 11)), F(1), "Huber's function with knots ±1/11 from 1"),
        World(Piecewise((F(0),), (F(1, 2), F(1))), F(-2), "curvatures 1/2 and 1 from -2"),
    ],
    "convex functions with an L-Lipschitz gradient (L = 1), here on the line, and starting points",
    search=_smooth(0),
)
CURVED = family(
    [
        World(Piecewise((F(1),), (F(1), F(-1))), F(2), "curvatures 1 and -1 from 2"),
        World(quadratic(F(1)), F(1), "x²/2 from 1"),
    ],
    "functions with an L-Lipschitz gradient (L = 1), convex or not, here on the line, and starting points",
    search=_smooth(-1),
)
STRONG = family(
    [
        World(quadratic(F(1)), F(1), "x²/2 from 1"),
        World(quadratic(MU), F(1), "x²/8 from 1"),
        World(Piecewise((F(0),), (MU, F(1))), F(-1), "curvatures 1/4 and 1 from -1"),
        World(Piecewise((F(1, 4),), (F(1), MU)), F(1), "curvatures 1 and 1/4, which change at 1/4, from 1"),
    ],
    "strongly convex functions with an L-Lipschitz gradient (L = 1, μ = 1/4), here on the line, and starting points",
    search=_smooth(MU),
)
KINKED = family(
    [
        World(Kink(F(1), F(1)), F(1), "|x| from 1"),
        World(Kink(F(1, 10), F(1, 10)), F(1), "|x|/10 from 1"),
        World(Kink(F(1, 2), F(1)), F(3), "max(x, -x/2) from 3"),
    ],
    "convex functions with one kink on the line, Lipschitz with a constant G ≤ 1, and starting points",
    search=product(reals(0, 1), reals(0, 1), reals(-4, 4)).map(lambda a, b, x: World(Kink(a, b), x)),
)
POINTS = family(
    {"1 and 0": (F(1), F(0)), "2 and -1": (F(2), F(-1)), "5 and 2": (F(5), F(2))},
    "two points",
    search=vectors(2, -4, 4),
)


def descended(world, steps):
    """The iterates of gradient descent, the start among them."""
    points = [world.start]
    for step in steps:
        points.append(points[-1] - step * world.gradient(points[-1]))
    return points
