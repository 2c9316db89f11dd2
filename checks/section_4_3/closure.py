r"""The proof of Theorem 4.21: continuity, compactness and the closure of the iterates [x:thm4.21-proof-compact].

h(u) = ‖P_u ∇L(u)‖ and f(u) = ‖(I - P_u)∇L(u)‖ / h(u).
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from checks.instances.quasi_critical_worlds import half_open, run_away
from checks.instances.smooth_problems import on_circle, vector
from checks.section_4_3.theorem_4_21 import beside_interval
from theorytest import at_least, at_most, claim, repair
from theorytest.decisions.horizon import on_horizon

F = Fraction
NEAR = [F(1, 2**j) for j in range(4, 40, 5)]


def circle_norms(m, distance=4):
    """h and f on the unit circle at tan(θ/2) = m, for the target (U, 0)."""
    u = on_circle(m)
    g, tau = u - vector(distance, 0), vector(-u[1], u[0])
    t = g @ tau
    return abs(t), abs(g @ u) / abs(t) if t else np.inf


POINTS = (F(0), F(1, 3), F(2))


def axes_norm(m):
    """h on the union of both axes with the target (1, 2): on the first axis at m, and at 0 with the second as T."""
    return abs(m - 1) if m else F(2), None


@claim(
    "x:thm4.21-proof-h-continuous",
    kind="inequality",
    says="With continuous projectors the norm of the projected gradient is continuous; here with the modulus 10.",
    formula=r"|h(u)-h(v)| \le 10\,\|u-v\|",
    tight="no word: a modulus of one instance; continuity has no constant",
    mutants={"projectors that jump": {"norms": axes_norm, "points": (F(0),)}},
)
def projected_gradient_is_continuous(*, norms=circle_norms, points=POINTS):
    """On the circle. The paper does not assume that ∇L is continuous, which 'a composition of continuous maps' needs.

    For T_t of finite dimension and bounded g it follows for h, not for f: (LS) at u_k → u and g_k in T_k with g_k → g
    gives (∇L(u), g) ≤ (p, g) for every limit p of P_k ∇L(u_k) and all g in T, as L is differentiable.
    """
    for m in points:
        jumps = [abs(norms(m + e)[0] - norms(m)[0]) for e in NEAR]
        yield at_most(jumps, [10 * e for e in NEAR], name=f"at {m}", symbol="|h(u) - h(v)|")


def huber_slope(x):
    """h for L = ½x² up to 1 and |x| - ½ beyond."""
    return min(abs(x), F(1))


FAR = [F(10) ** k for k in range(10)]


@claim(
    "x:thm4.21-proof-compact",
    also=["x:thm4.21-proof-compact-2"],
    kind="remark",
    says="The points of the class with h at most G, or between gamma and G, are a compact set.",
    formula=r"\mathcal{M}\cap h^{-1}([0,G]),\ \mathcal{M}\cap h^{-1}([\gamma,G]) \text{ compact}",
    expected="refuted",
    gravity="wrong statement",
)
def level_sets_are_compact_as_printed(*, diameter=10**6):
    """M = H = R and L = ½x² up to |x| = 1, |x| - ½ beyond: h = 1 on [1, ∞), with γ = 1/2 and G = 1."""
    for name, low in {"up to G": F(0), "between gamma and G": F(1, 2)}.items():
        inside = [x for x in FAR if low <= huber_slope(x) <= 1]
        size = max(inside) - min(inside)
        yield at_most(size, diameter, name=name, symbol="the diameter")


@repair(
    "x:thm4.21-proof-compact/corrected",
    "x:thm4.21-proof-compact",
    kind="remark",
    says="They are closed subsets of the class, so that they are compact if it is, and f is continuous where h is "
    "at least gamma.",
    formula=r"\mathcal{M} \text{ compact},\ h \text{ continuous} \implies \mathcal{M}\cap h^{-1}([\gamma,G]) "
    r"\text{ compact}",
    expected="computed",
    premises=["x:thm4.21-proof-h-continuous"],
    mutants={
        "an open set": {"inside": lambda h, low: h > low},
        "h down to zero": {"boundary": F(0)},
    },
)
def level_sets_are_closed(*, inside=lambda h, low: h >= low, boundary=F(1, 3)):  # noqa: B008 (immutable)
    """On the circle: points of the set whose limit is on its boundary, and the jumps of f there."""
    limit, ratio = circle_norms(boundary)
    sequence = [circle_norms(boundary + e) for e in NEAR]
    members = [int(inside(h, limit)) for h, _ in sequence]
    yield at_least(members, 1, name="the sequence", symbol="whether it is inside")
    yield at_least(int(inside(limit, limit)), 1, name="its limit", symbol="inside")
    jumps = [float(abs(f - ratio)) for _, f in sequence]
    yield at_most(jumps, [100.0 * float(e) for e in NEAR], name="f", digits=None, symbol="|f - f(v)|")


@claim(
    "x:thm4.21-proof-case1",
    also=["x:thm4.21-proof-closed"],
    kind="remark",
    says="If the projected gradients have the accumulation point 0, some iterates converge to a critical point: "
    "the closure of h(V) lies in h of the closure of V.",
    formula=r"0\in\overline{h(V)} \implies 0\in h(\overline V), \quad V = \{u_t\}",
    expected="refuted",
    gravity="gap in a proof",
)
def critical_points_are_reached_as_printed(*, worlds=("hill", "half-open interval")):
    """Running down 1/(1 + x²) the gradients vanish, and V is closed without a critical point: each h(u_t) > 0.

    On (0, 1] with L = ½x² the closure of V within the class is V, and h(1/t) = 1/t > 0. The proof also writes
    h(u_t) → 0 for an accumulation point, which is so along a subsequence only.
    """
    seen = {"hill": lambda: float(run_away(20_000)[:, 1].min()), "half-open interval": lambda: half_open(500)[-1]}
    for name in worlds:
        smallest = seen[name]()
        yield at_most(smallest, F(1, 10), name=f"{name}: to 0", digits=None, symbol="h(u_t)")
        yield at_most(smallest, 0, name=name, digits=None, symbol="the least h on the closure of V")


def interval(n_steps=1000):
    """M = [0, 1], L = ½x² and x_t = 1/t, with the limit 0 in M."""
    return half_open(n_steps), [F(0)]


@repair(
    "x:thm4.21-proof-case1/corrected",
    "x:thm4.21-proof-case1",
    kind="remark",
    says="On a compact class the limit of such iterates belongs to it and is critical.",
    formula=r"V\subseteq K \text{ compact},\ h(u_{t_k})\to0 \implies \exists v\in\overline V: h(v) = 0",
    expected="consistent",
    mutants={"not closed": {"world": lambda: (half_open(1000), [])}},
)
def critical_points_are_reached(*, world=interval):
    """On the closed interval [0, 1]."""
    V, limits = world()
    decide = on_horizon(at_most, len(V))
    smallest = min((abs(v) for v in (*V, *limits)), default=np.inf)
    yield decide(smallest, 0, name="h on the closure", symbol="the least h")
    yield decide(min(abs(V[-1] - v) for v in (*limits, F(-5))), F(1, 500), name="distance")


def to_one(n_steps):
    """L = ½(x - 1)² on [0, 2], x_t = 1 + 1/t."""
    return [1 + x for x in half_open(n_steps)]


@claim(
    "x:thm4.21-proof-zero-in-closure",
    also=["x:thm4.21-proof-zero-accumulation"],
    kind="remark",
    says="As printed, 0 in h(closure of V) means that 0 lies in the closure of V, and that 0 is an accumulation "
    "point of the iterates.",
    formula=r"0\in h(\overline V) \implies 0\in\overline V",
    expected="refuted",
    gravity="misprint",
)
def zero_is_approached_as_printed(*, close=F(1, 2)):  # noqa: B008 (immutable)
    """L = ½(x - 1)² and x_t = 1 + 1/t: h vanishes at the limit 1, and all of V stays at least 1 away from 0."""
    V = to_one(500)
    yield at_most(min(abs(x) for x in V), close, name="the iterates", symbol="|u_t - 0|")


@repair(
    "x:thm4.21-proof-zero-in-closure/corrected",
    "x:thm4.21-proof-zero-in-closure",
    kind="remark",
    says="The closure of V contains a zero of h, which is an accumulation point of the iterates.",
    formula=r"0\in h(\overline V) \implies \exists v\in\overline V: h(v) = 0",
    expected="consistent",
    premises=["x:thm4.21-proof-case1/corrected"],
    mutants={"the point 0": {"v": F(0)}, "a point with h = 1/4": {"v": F(5, 4)}},
)
def zero_of_h_is_approached(*, v=F(1)):  # noqa: B008 (immutable)
    V = to_one(500)
    decide = on_horizon(at_most, len(V))
    yield decide(abs(v - 1), 0, name="h(v)", symbol="h(v)")
    yield decide(abs(V[-1] - v), F(1, 100), name="the iterates", symbol="|u_t - v|")


def beside(closed):
    """(‖P g‖, ‖(I - P) g‖) on V and its limits in M, for M = (0, 1] x {0} or [0, 1] x {0}; c = 1."""
    rows = [(p, n) for _, p, n in beside_interval(500)]
    return [*rows, (F(1), F(1))] if closed else rows


def _exists(closed, c):
    smallest = min(p - c * n for p, n in beside(closed))
    yield on_horizon(at_most, 500)(smallest, 0, name="the closure of V", symbol="p - c n")


@claim(
    "x:thm4.21-proof-exists",
    kind="remark",
    says="The closure of the iterates contains a c-quasi-critical point.",
    formula=r"\exists v\in\overline V\subseteq\mathcal{M}: f(v) \ge c^{-1}",
    expected="refuted",
    gravity="gap in a proof",
)
def quasi_critical_point_exists_as_printed(*, c=F(1)):  # noqa: B008 (immutable)
    """M = (0, 1] x {0}, target (-1, 1), P g = g_1 + g_2: at x_t = 1/t ‖P g‖ = 1 + 1/t ≥ γ = 1, ‖(I - P) g‖ = 1 = c."""
    yield from _exists(closed=False, c=c)


@repair(
    "x:thm4.21-proof-exists/corrected",
    "x:thm4.21-proof-exists",
    kind="remark",
    says="It does on a compact class.",
    formula=r"\mathcal{M} \text{ compact} \implies \exists v\in\overline V: f(v) \ge c^{-1}",
    expected="consistent",
    mutants={"not closed": {"closed": False}, "a smaller c": {"c": F(99, 100)}},
)
def quasi_critical_point_exists(*, closed=True, c=F(1)):  # noqa: B008 (immutable)
    yield from _exists(closed, c)
