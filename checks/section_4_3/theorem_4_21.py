r"""Theorem 4.21 [x:thm-biased]: biased estimators and the set of quasi-critical points."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np
import sympy as sp
from sympy.calculus.util import maximum

from checks.instances.quasi_critical_worlds import HORIZON, SLOW, Circle, half_open, least_squares_limit, run_away
from checks.section_1_1.step_sizes import power_sum
from theorytest import at_least, at_most, claim, equal, repair, sampled
from theorytest.decisions.horizon import finite_horizon, on_horizon
from theorytest.decisions.probability import probability_at_most
from theorytest.descent.steps import Power

F = Fraction
z = sp.Symbol("z", real=True)
HILL = 1 / (1 + z**2)
LATE = 10_000  # T: the distance after it


@cache
def largest_derivatives():
    """The suprema of L'', L' and -L'."""
    return [float(maximum(each, z, sp.Reals)) for each in (HILL.diff(z, 2), HILL.diff(z), -HILL.diff(z))]


def hypotheses():
    """0 ≤ L, L(u_0) = 1/2, (LS) with L = 1/2, G = 3√3/8, and s_t = 1/t; P and R are the identity, β = 0."""
    limits = (0.5, 3 * 3**0.5 / 8, 3 * 3**0.5 / 8)
    yield at_most(largest_derivatives(), limits, name="smooth, bounded gradients", symbol="the largest derivatives")
    sums = (power_sum(2), power_sum(1))
    yield equal(sums, (np.pi**2 / 6, np.inf), name="Robbins-Monro", symbol="the sums of the steps")


@claim(
    "x:thm-biased",
    also=["x:thm4.21-assumptions"],
    kind="almost sure",
    says="Under the printed hypotheses the quasi-critical points are almost surely an accumulation set of the "
    "iterates.",
    formula=r"\liminf_t d\bigl(u_t, \{u: \|P\nabla\mathcal{L}(u)\| \le \tfrac{c_{\mathrm{bias},2}}{(1-\varepsilon)"
    r"c_{\mathrm{bias},1}}\|(I-P)\nabla\mathcal{L}(u)\|\}\bigr) = 0 \text{ a.s.}",
    expected="refuted",
    gravity="wrong statement",
    premises=["thm:descent_quasi_projection"],
)
def accumulation_as_printed(*, close=0.5):
    """L(x) = 1/(1 + x²) on H = M = T = R with exact steps 1/t from x = 1 satisfies every hypothesis.

    (I - P)g = 0, so that for every c and ε the only quasi-critical point is the maximum 0, from which x_t runs away.
    On M = (0, 1] with L = ½x² and x_t = 1/t the iterates are bounded, and there is no quasi-critical point at all.
    """
    yield from hypotheses()
    x = run_away(2 * LATE)[LATE:, 0]
    yield at_most(x.min(), close, name="runs away", digits=None, symbol="d(u_t, A) after T")
    critical = [u for u in half_open(50) if u == 0]
    nearest = min((abs(half_open(50)[-1] - u) for u in critical), default=np.inf)
    yield at_most(nearest, close, name="half-open interval", digits=None, symbol="d(u_t, A)")


@cache
def ramp(c=0.5, n_steps=165_000, s=0.005, height=400.0):
    """L = ½z² up to z = 1 and z - ½ beyond, g = (L'(z), 1) and P g = g_1 - c g_2: parts and loss along the way.

    c_bias1 = 1, c_bias2 = c, and (g_1 - c g_2)² ≤ 2 g_1² + 2c² g_2².
    """
    value, found = height, []
    for _ in range(n_steps):
        p = min(value, 1.0)
        found.append((s, p, 1.0, value - 0.5 if value > 1 else value**2 / 2))
        value -= s * (p - c)
    return np.array(found), c, (2.0, 2 * c**2)


@cache
def hill_path():
    """The parts and losses on the way of `run_away`, with c = 1 and the exact projection."""
    path = run_away(HORIZON)
    s = 1 / np.arange(1.0, HORIZON + 1)
    return np.stack([s, path[:, 1], 0 * s, 1 / (1 + path[:, 0] ** 2)], axis=1), 1.0, (1.0, 0.0)


@cache
def circle_path(q=0.3):
    """The same on the circle, U = 4: L + C_R = 4; (t + q c)² ≤ (1 + q²)(t² + c²)."""
    circle = Circle(q=q)
    theta = circle.angles(SLOW)
    t, c = circle.parts(theta)
    s = SLOW(np.arange(1, HORIZON + 1))
    return np.stack([s, np.abs(t), np.abs(c), (t**2 + c**2) / 2], axis=1), q, (1 + q**2, 1 + q**2)


PATHS = {"hill": (hill_path, 0.5, 0.0), "circle": (circle_path, 4.0, 4.5), "ramp": (ramp, 1.0, 0.0)}


@repair(
    "x:thm-biased/weakest",
    "x:thm-biased",
    kind="almost sure",
    says="Without compactness, continuity or epsilon: the projected gradient is almost surely not eventually "
    "larger than c times the orthogonal part plus a constant; with the sum of the steps as the rate.",
    formula=r"\liminf_t\bigl(\|P_tg_t\| - c\|(I-P_t)g_t\|\bigr) \le 0, \qquad "
    r"\sum_{t\le\tau}s_t\,\min_{t\le\tau}(\|P_tg_t\| - c\|(I-P_t)g_t\|)\|P_tg_t\| \le "
    r"\tfrac{\mathcal{L}(u_1)-\mathcal{L}_{\min,\mathcal{M}}+\sum_tZ_t}{c_{\mathrm{bias},1}}",
    expected="consistent",
    tight="approached on long ramps",
    premises=["thm:descent_quasi_projection"],
    mutants={"share x 0.9": {"share": 0.9}, "the gradient without c": {"biased": 0.0}},
)
def projected_gradient_is_not_larger(*, share=1.0, biased=1.0):
    """No noise: the bound at every time on the hill, the circle and a long ramp, where it is attained up to 1.3 %."""
    for name, (build, K, floor) in PATHS.items():
        path, c, (v1, v2) = build()
        s, p, n, loss = path.T
        kept = np.logical_and.accumulate((p - c * n) > 0)  # afterwards the claim is fulfilled
        s, p, n = s[kept], p[kept], n[kept]
        smallest = np.minimum.accumulate((p - biased * c * n) * p)
        Z = np.cumsum(s**2 * K / 2 * (v1 * p**2 + v2 * n**2))
        bound = share * (loss[0] - floor + Z)
        decide = on_horizon(at_most, len(s))
        yield decide(np.cumsum(s) * smallest, bound, name=name, symbol="S min (p - c n) p")


@repair(
    "x:thm-biased/corrected",
    "x:thm-biased",
    kind="almost sure",
    says="If the iterates stay in a compact subset of the class, the c-quasi-critical points, with epsilon = 0, "
    "are almost surely an accumulation set.",
    formula=r"u_t\in K\subseteq\mathcal{M} \text{ compact} \implies "
    r"\liminf_t d\bigl(u_t, \{u: \|P\nabla\mathcal{L}(u)\| \le "
    r"\tfrac{c_{\mathrm{bias},2}}{c_{\mathrm{bias},1}}\|(I-P)\nabla\mathcal{L}(u)\|\}\bigr) = 0 \text{ a.s.}",
    expected="consistent",
    premises=["x:thm-biased/weakest"],
    mutants={
        "one per cent less of c on the circle": {"share": 0.99},
        "half of c for least squares": {"share_of_least_squares": 0.5},
        "summable steps": {"steps": Power(0.2, 1.5)},
        "iterates that run away": {"also": lambda: run_away(2 * LATE)[LATE:, 0].min()},
    },
)
def accumulation_on_compact_sets(
    *, share=1.0, share_of_least_squares=1.0, steps=SLOW, also=lambda: float(half_open(2000)[-1])
):
    """The circle with a tilted estimate; least squares on four points, all samples counted; the interval [0, 1].

    For least squares u_{t+1} lies between u_t and P^n u, so that the iterates stay bounded, and
    E d(u_t, A) ≤ d(Pu + b, A) + (E‖u_t - Pu - b‖²)^½ with b = E P^n(u - Pu).
    """
    decide = on_horizon(at_most, HORIZON)
    for q in (0.1, 0.3, 1.0):
        d = Circle(q=q).distances(share * q, steps)[-1]
        yield decide(d, 1e-6, name=f"circle, c = {q}", symbol="d(u_t, A)")
    c, b, spread = least_squares_limit(Power(1.0, 1.0))
    d = max(b - share_of_least_squares * c, 0.0) + spread
    yield decide(d, 0.01, name="least squares", symbol="E d(u_t, A)")
    yield decide(also(), 0.001, name="closed interval", symbol="d(u_t, A)")
    yield from noisy_circle(share)


def noisy_circle(share, first=2000, last=3000, close=0.005):
    """P(no visit within 0.005 of the c-quasi-critical points for t between 2000 and 3000) is small."""
    circle = Circle()
    end = circle.boundary(share * circle.q)

    def missed(rng, size):
        theta = np.abs((circle.noisy(rng, size, last)[:, first:] + np.pi) % (2 * np.pi) - np.pi)
        return 2 * np.sin(np.maximum(theta - end, 0) / 2).min(axis=1) > close

    yield sampled(
        lambda *args, **options: finite_horizon(probability_at_most(*args, **options)),
        missed,
        bound=0.1,
        name="circle with noise",
        symbol="P(no visit)",
        resolution=0.5,
        max_draws=1000,
    )


def beside_interval(n_steps):
    """M = (0, 1] x {0}, target (-1, 1), P g = g_1 + g_2: g = (x + 1, -1), so that x moves by -s x. c = 1."""
    return [(x, x + 1, F(1)) for x in half_open(n_steps)]


@claim(
    "x:thm4.21-constant",
    kind="constant",
    says="The constant c_bias2/c_bias1 cannot be smaller; on classes that are not closed it must be larger, by "
    "any factor 1/(1 - eps).",
    formula=r"\lim_t\frac{\|P_tg_t\|}{\|(I-P_t)g_t\|} = \frac{c_{\mathrm{bias},2}}{c_{\mathrm{bias},1}}",
    expected="consistent",
    tight="attained on circles",
    premises=["x:thm-biased/corrected"],
    mutants={
        "one per cent less": {"share": 0.99},
        "c itself on a class that is not closed": {"larger": lambda _: F(1)},
    },
)
def constant_is_attained(*, share=1.0, larger=lambda eps: 1 / (1 - eps)):
    """On the circle the ratio tends to c from above; on (0, 1] x {0} no iterate is 1-quasi-critical."""
    for q in (0.1, 0.3, 1.0):
        circle = Circle(q=q)
        t, c = circle.parts(circle.angles(SLOW)[-1])
        decide = on_horizon(equal, HORIZON)
        yield decide(abs(t / c), share * q, name=f"circle, c = {q}", digits=9, symbol="|P g| / |(I - P) g|")
    rows = beside_interval(500)
    above = [p - n for _, p, n in rows]
    yield at_least(min(above), F(1, 1000), name="never 1-quasi-critical")
    for eps in (F(1, 2), F(1, 10), F(1, 100)):
        visits = sum(p <= larger(eps) * n for _, p, n in rows)
        yield at_least(visits, 300, name=f"eps = {eps}", symbol="visits")
