r"""Section 4 [x:sec4-quasi-critical-convergence]: what the plan of the section says of Theorem 4.21.

H = R², M = T_t the first axis, L(x, z) = ∫W + z (1 + W(x)) for the wave W of period 1 with W = 2 at 0 and -2 at 1/2, so
that g = (W, 1 + W) on M. The tilted estimator P^n g = (g_1 - g_2) e_1 is -1 everywhere: x_{t+1} = x_t + s_t. It has
    (g, P^n g) ≥ g_1² - |g_1| |g_2|,  ‖P^n g‖² ≤ 2 g_1² + 2 g_2²,  so that c = c_bias2 / c_bias1 = 1,
and moves up the slopes of the wave, which are quasi-critical, and down the others, which are not.
"""

from __future__ import annotations

from fractions import Fraction

from theorytest import at_least, at_most, claim, equal, repair

F = Fraction
HALF = F(1, 2)
PERIODS = 5  # the iterates are followed so far
LONGEST = F(1, 8)  # step from x_8 > 2 on


def wave(x):
    """W(x): 2 at the integers, -2 half-way, linear between them; its mean is 0, so that L is bounded on M."""
    return 2 * (4 * abs(x % 1 - HALF) - 1)


def parts(x):
    """‖P g‖ and ‖(I - P) g‖."""
    return abs(wave(x)), abs(1 + wave(x))


def tilted(x):
    """The only coordinate of P^n g."""
    return wave(x) - (1 + wave(x))


def projected(x):
    """The projection itself, which has no bias."""
    return wave(x)


def outside(x, eps):
    """d(x, A) for the c/(1 - ε)-quasi-critical points, ε < 1/2: these are W ≥ -1/(2 - ε)."""
    radius = (1 - 1 / (2 * (2 - F(eps)))) / 4
    return max(F(0), radius - abs(x % 1 - HALF))


def quasi_critical(x, eps):
    tangent, normal = parts(x)
    return (1 - F(eps)) * tangent <= normal


def by_period(eps, estimate, power=1):
    """Per period, from the second on: the largest and the smallest d(x_t, A), for s_t = t^-power from x = 0."""
    x, t, found = F(0), 1, {}
    while x < PERIODS and t < 400:
        found.setdefault(x // 1, []).append(outside(x, eps))
        x -= F(1, t**power) * estimate(x)
        t += 1
    return [(max(d), min(d)) for period, d in found.items() if 2 <= period < PERIODS]


EPS = (F(0), F(1, 10), F(2, 5))


@claim(
    "x:sec4-quasi-critical-convergence",
    kind="almost sure",
    says="In the biased case the iterates converge almost surely to the quasi-critical points.",
    formula=r"d\bigl(u_t, \{u: \|P\nabla\mathcal{L}(u)\| \le \tfrac{c_{\mathrm{bias},2}}{(1-\varepsilon)"
    r"c_{\mathrm{bias},1}}\|(I-P)\nabla\mathcal{L}(u)\|\}\bigr) \to 0 \text{ a.s.}",
    expected="refuted",
    gravity="misprint",
)
def iterates_converge_as_printed(*, limit=F(0)):  # noqa: B008 (immutable)
    """x_t = 1 + 1/2 + ... + 1/(t - 1) walks over the wave, in each period through |x - 1/2| ≤ 1/16, far from the set.

    L is smooth along M with the constant 8, bounded there with its gradients, and P is constant. Read as in Theorem
    4.21, for an accumulation set, the sentence is true here: each period has iterates in the set.
    """
    for eps in EPS:
        far = outside(HALF - LONGEST / 2, eps)
        yield at_most(far, limit, name=f"eps = {eps}", symbol="lim d(u_t, A)")


def points():
    """A period in steps of 1/60, with the ends of the sets."""
    return [F(k, 60) for k in range(60)] + [HALF + sign * F(3, 16) for sign in (-1, 1)]


@repair(
    "x:sec4-quasi-critical-convergence/corrected",
    "x:sec4-quasi-critical-convergence",
    kind="almost sure",
    says="They return to the quasi-critical points for ever and may leave them for ever: on the wave every period "
    "has iterates in the set and iterates at a distance of at least 1/10.",
    formula=r"\liminf_t d(u_t, A) = 0 < \tfrac1{10} \le \limsup_t d(u_t, A)",
    premises=["x:thm-biased/corrected"],
    mutants={
        "summable steps": {"power": 2},
        "the projection itself": {"estimate": projected},
        "a fifth": {"far": F(1, 5)},
    },
)
def iterates_return_and_leave(*, estimate=tilted, power=1, far=F(1, 10)):  # noqa: B008 (immutable)
    """In fractions up to x = 5; later steps are below 1/8 and miss neither A nor |x - 1/2| ≤ 1/16, modulo 1."""
    for eps in EPS:
        members = [int(quasi_critical(x, eps)) for x in points()]
        claimed = [int(outside(x, eps) == 0) for x in points()]
        yield equal(members, claimed, name=f"{eps}: the set", symbol="membership")
        periods = by_period(eps, estimate, power) or [(F(0), F(1))]
        most, least = zip(*periods, strict=True)
        yield at_least(most, far, name=f"{eps}: leaves", symbol="largest d(u_t, A)")
        yield at_most(least, 0, name=f"{eps}: returns", symbol="smallest d(u_t, A)")
        misses = 1 - 2 * outside(HALF, eps)
        yield at_least(misses, LONGEST, name=f"{eps}: A", symbol="its share of a period")
        beside = outside(HALF - LONGEST / 2, eps)
        yield at_least(beside, far, name=f"{eps}: around 1/2", symbol="d(x, A)")
    gradients = [(wave(x), 1 + wave(x)) for x in points()]
    slack = [a * (a - b) - (a**2 - abs(a * b)) for a, b in gradients]
    yield at_least(slack, 0, name="c_bias1 = c_bias2 = 1", symbol="(g, P g) - bound")
