r"""Section 4 [x:sec4-quasi-critical-convergence]: what the plan of the section says of Theorem 4.21.

H = R², M = T_t the first axis, L(x, z) = ∫W + z (1 + W(x)) for the wave W of period 1 with W = 2 at 0 and -2 at 1/2, so
that g = (W, 1 + W) on M. The tilted estimator P^n g = (g_1 - g_2) e_1 is -1 everywhere: x_{t+1} = x_t + s_t. It has
    (g, P^n g) ≥ g_1² - |g_1| |g_2|,  ‖P^n g‖² ≤ 2 g_1² + 2 g_2²,  so that c = c_bias2 / c_bias1 = 1,
and moves up the slopes of the wave, which are quasi-critical, and down the others, which are not. L is smooth along M
with the constant 8, bounded there with its gradients, and P is constant. The same on a circle of circumference 1,
which is compact, with the arc length x and the distance z from the circle.
"""

from fractions import Fraction as F

from checks.instances.curves_and_ends import wave
from theorytest import at_most, claim, family, horizon, reals, threshold

HALF = F(1, 2)
PERIODS = 5  # the iterates are followed so far; later steps are below 1/8 and miss no part of a period


def quasi_critical(x, eps):
    """(1 - ε) ‖P g‖ ≤ ‖(I - P) g‖."""
    return (1 - eps) * abs(wave(x)) <= abs(1 + wave(x))


def distance(x, eps):
    """d(x, A) in steps of 1/960, from the definition of A."""
    return next(F(k, 960) for k in range(960) if any(quasi_critical(x + sign * F(k, 960), eps) for sign in (1, -1)))


def by_period(eps):
    """The distances d(x_t, A) of each period from the second on, for s_t = 1/t from x = 0."""
    x, t, found = F(0), 1, {}
    while x < PERIODS:
        found.setdefault(x // 1, []).append(distance(x, eps))
        x -= F(1, t) * (wave(x) - (1 + wave(x)))
        t += 1
    return [each for period, each in found.items() if period >= 2]


@claim(
    "x:sec4-quasi-critical-convergence",
    kind="almost sure",
    says="In the biased case the iterates converge almost surely to the quasi-critical points.",
    formula=r"d\bigl(u_t, \{u: \|P\nabla\mathcal{L}(u)\| \le \tfrac{c_{\mathrm{bias},2}}{(1-\varepsilon)"
    r"c_{\mathrm{bias},1}}\|(I-P)\nabla\mathcal{L}(u)\|\}\bigr) \to 0 \text{ a.s.}",
    forall={"ε": family((F(0), F(1, 10), F(2, 5)), "0 ≤ ε < 1/2", search=reals(0, F(2, 5)), effort=10), "t": horizon},
    gravity="fails only when read literally",
    finding="announced-convergence",
    reading="Theorem 4.21 itself claims an accumulation set, to which some iterates come close for ever.",
    controls={"the iterate of each period that comes closest": {"extreme": min}},
)
def iterates_converge_as_printed(eps, *, extreme=max):
    """x_t = 1 + 1/2 + ... + 1/(t - 1) walks over the wave and in each period through |x - 1/2| ≤ 1/16, far from A."""
    late = [extreme(each) for each in by_period(eps)]
    return at_most(late, threshold(F(1, 100)), until=83, symbol="d(u_t, A) in a period")
