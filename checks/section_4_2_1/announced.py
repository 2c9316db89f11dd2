r"""Section 4.2.1 [x:sec4.2.1-iterates-converge]: what the sentence before Theorem 4.8 says of the iterates.

The theorem bounds the smallest projected gradient. Iterates may run away along a loss without minimiser, and where T_t
is no continuous function of u_t they may come to rest where the gradient along the class is not zero.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from checks.instances.quasi_critical_worlds import HORIZON, SLOW, Circle, half_open, run_away
from checks.instances.stationary_problems import Line
from theorytest import at_least, at_most, claim, repair
from theorytest.decisions.horizon import on_horizon
from theorytest.descent.steps import Constant, Power

MOST = Fraction(7, 10)  # Π 4^k / (4^k + 1) over k ≥ 1 is 0.7375...
LATE = 10_000


def down_the_slope(n_steps, s=0.5):
    """v_t for L(v) = 1/(1 + v), v ≥ 0, and 1 - v + v² below, on H = M = T = R from 0: L' < 0, no stationary point.

    L is convex with L = 2, and s = 1/2 = s̄. A step takes z = 1 + v to z + s/z² and z³ to more than z³ + 3s, so that
    v_t ≥ (1 + 3st)^(1/3) - 1 leaves every ball.
    """
    v = 0.0
    for _ in range(n_steps):
        v += s * (1 + v) ** -2
    return v


RARE = {4**k for k in range(1, 6)}


def in_turns(second=RARE.__contains__):
    """x and y after 4^5 steps s_t = 1/(t + 1) from (1, 1) for L = ½(x² + y²) on M = H = R², with exact projections.

    T_t is the second axis where `second` says so, else the first, so that |P_t g_t| is y_t or x_t.
    """
    x, y = Fraction(1), Fraction(1)
    for t in range(1, 4**5 + 1):
        if second(t):
            y -= Fraction(1, t + 1) * y
        else:
            x -= Fraction(1, t + 1) * x
    return x, y


def left_of_y(second=RARE.__contains__):
    """A lower bound of all y_t: the factors 4^k/(4^k + 1) up to k = 5, and 1 - Σ 4^-k for all later ones."""
    return in_turns(second)[1] * (1 - Fraction(1, 3 * 4**5))


@claim(
    "x:sec4.2.1-iterates-converge",
    also=["x:abs-monotone-as"],
    kind="almost sure",
    says="Under the conditions of Theorem 4.8, with steps that are not summable, the iterates converge almost "
    "surely to a stationary point, as the abstract and Section 1 (lines 197 and 222) announce too.",
    formula=r"\exists\,u_\infty\in\mathcal{M}:\ u_t\to u_\infty,\ "
    r"P_{u_\infty}\nabla\mathcal{L}(u_\infty) = 0 \text{ a.s.}",
    expected="refuted",
    gravity="wrong statement",
    premises=["thm:stationary_point"],
)
def iterates_converge_as_printed(*, limit=Fraction(0)):
    """A convex loss without stationary point, on which exact steps s̄ leave every ball; the theorem itself holds there.

    Nor do the projected gradients converge where steps decay: with the axes of R² in turns (1, 1) tends to (0, y) with
    y > 7/10, which is not stationary, and |P_t g_t| > 7/10 at all t = 4^k. Read for the lower limit of |P_t g_t|, or
    for its limit where s_t ≥ s* > 0, as in the theorem, the sentence is true.
    """
    symbol = "the limit of |P_t g_t|, t = 4^k"
    yield at_most(left_of_y(), limit, name="axes in turns", symbol=symbol)
    for radius in (10, 20):
        found, name = down_the_slope(2 * radius**3), f"ball of radius {radius}"
        yield at_most(found, radius, name=name, digits=None, symbol="u_t")


def on_the_circle(steps):
    """d(u_t, stationary points) at last, on the unit circle seen from (4, 0), with the projection itself."""
    return Circle(q=0.0).distances(0.0, steps)[-1]


def on_the_line(steps):
    """(E x_t²)^½ at last: constants on two points, one sample, whose orthogonal part is 1; stationary is x = 0."""
    s = steps(np.arange(1, HORIZON + 1)).tolist()
    return float(np.sqrt(Line(1.0).mean_squares(s)[-1]))


@repair(
    "x:sec4.2.1-iterates-converge/corrected",
    "x:sec4.2.1-iterates-converge",
    kind="almost sure",
    says="Zero is an accumulation point of the projected gradients; where iterates stay in a compact subset of "
    "the class on which P and the gradient are continuous, they return arbitrarily close to stationary points.",
    formula=r"u_t\in K \text{ compact},\ u\mapsto P_u\nabla\mathcal{L}(u) \text{ continuous} \implies "
    r"\liminf_t d\bigl(u_t, \{P\nabla\mathcal{L} = 0\}\bigr) = 0 \text{ a.s.}",
    expected="consistent",
    premises=["thm:stationary_point"],
    mutants={
        "iterates that run away": {"also": lambda: run_away(LATE)[:, 0].min()},
        "axes in turns": {"also": lambda: float(left_of_y())},
        "summable steps": {"circle": Power(0.2, 1.5)},
        "constant steps beside the target": {"line": Constant(0.5)},
    },
)
def iterates_return(
    *,
    circle=SLOW,
    line=Power(0.5, 0.75),  # noqa: B008 (immutable)
    also=lambda: float(half_open(2000)[-1]),
):
    """The projection itself on the circle and on [0, 1]; on the line with noise the mean square, by recursion."""
    decide = on_horizon(at_most, HORIZON)
    yield decide(on_the_circle(circle), 1e-6, name="circle", symbol="d(u_t, stationary)")
    yield decide(on_the_line(line), 0.02, name="line", symbol="root of E d^2")
    yield decide(also(), 0.02, name="interval", symbol="d(u_t, stationary)")


@repair(
    "x:sec4.2.1-iterates-converge/upper-limit",
    "x:sec4.2.1-iterates-converge",
    kind="remark",
    says="With steps that tend to zero the projected gradients themselves need not tend to zero: where T_t "
    "changes with t, Theorem 4.8 gives the lower limit only.",
    formula=r"s_t = \tfrac1{t+1}:\quad \liminf_t\|P_tg_t\| = 0, \qquad \limsup_t\|P_tg_t\| \ge \tfrac7{10}",
    mutants={
        "the second axis at every other time": {"second": lambda t: t % 2 == 0},
        "the second axis three times in four": {"second": lambda t: t % 4 > 0},
        "three quarters": {"least": Fraction(3, 4)},
    },
)
def gradients_return(*, second=RARE.__contains__, least=MOST):
    """|P_t g_t| = y_t at t = 4^k is a product of 4^k/(4^k + 1); between them it is x_t, nearly a product of t/(t + 1).

    (B), (LS) and (CR) hold with L = 1, L_min,M = 0 and no retraction error, s_t ≤ s̄ = 1, and ξ_t ≤ s_t² is summable.
    """
    yield at_least(left_of_y(second), least, name="at t = 4^k", symbol="|P_t g_t|")
    x, _ = in_turns(second)
    yield at_most(x, Fraction(1, 400), name="between", symbol="|P_t g_t|")
