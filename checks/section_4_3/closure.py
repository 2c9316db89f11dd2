r"""The proof of Theorem 4.21: continuity, compactness and the closure of the iterates [x:thm4.21-proof-compact].

h(u) = ‖P_u ∇L(u)‖ and f(u) = ‖(I - P_u)∇L(u)‖ / h(u). The repair of all that fails here is that of the theorem.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from checks.instances.quasi_critical_worlds import half_open, run_away
from checks.instances.smooth_problems import on_circle, vector
from theorytest import Hypothesis, at_most, claim, family, symbol, threshold

F = Fraction


@dataclass(frozen=True)
class Curve:
    """A curve with h on it, and a Lipschitz constant of h where P is continuous."""

    point: Callable
    h: Callable
    lipschitz: F
    continuous: bool = True


def around(distance):
    """The unit circle and the target (U, 0): g = u - (U, 0) and τ = (-y, x), so that |h(u) - h(v)| ≤ U ‖u - v‖."""

    def h(m):
        u = on_circle(m)
        return abs((u - vector(distance, 0)) @ vector(-u[1], u[0]))

    return Curve(on_circle, h, F(distance))


CURVES = {
    "line beside the target": Curve(lambda m: vector(m, 0), lambda m: abs(m - 3), F(1)),
    "circle, U = 1/2": around(F(1, 2)),
    "circle, U = 4": around(4),
    # both axes and the target (1, 2): at 0 the second axis is T
    "crossing axes": Curve(lambda m: vector(m, 0), lambda m: abs(m - 1) if m else F(2), F(1), continuous=False),
}
projector_is_continuous = Hypothesis("u ↦ P_u is continuous", lambda curve: curve.continuous)


@claim(
    "x:thm4.21-proof-h-continuous",
    kind="inequality",
    says="If u ↦ P_u and ∇L are continuous, then h(u) = ‖P_u∇L(u)‖ is continuous.",
    formula=r"\|u_k-u\| \to 0 \implies h(u_k) \to h(u)",
    forall={
        "M, L": family(CURVES, "classes and losses"),
        "u": family((F(0), F(1, 3), F(2)), "points"),
    },
    given=[projector_is_continuous, Hypothesis("∇L is continuous")],
    reading="Checked with the Lipschitz constant of each curve. The paper does not say that ∇L is continuous.",
    tight="approached on circles, at their nearest point to the target",
    mutants={"5 % less of the constant": {"share": F(19, 20)}},
)
def projected_gradient_is_continuous(curve, m, *, share=1):
    jumps, bounds = [], []
    for e in (F(1, 2**j) for j in range(4, 40, 5)):
        apart = curve.point(m + e) - curve.point(m)
        jumps.append((curve.h(m + e) - curve.h(m)) ** 2)
        bounds.append((share * curve.lipschitz) ** 2 * (apart @ apart))
    return at_most(jumps, bounds, symbol="(h(u) - h(v))²")


FAR = tuple(F(10) ** k for k in range(10))


@claim(
    "x:thm4.21-proof-compact",
    also=["x:thm4.21-proof-compact-2"],
    kind="remark",
    says="The points of M with h at most G, or with h between γ and G, are a compact set.",
    formula=r"\mathcal{M}\cap h^{-1}([0,G]),\ \mathcal{M}\cap h^{-1}([\gamma,G]) \text{ compact}",
    forall={"γ": family((F(0), F(1, 2)), "γ ≥ 0")},
    expected="refuted",
    gravity="gap in a proof",
    finding="thm-biased-compactness",
    controls={"a bounded class": {"points": tuple(F(k, 4) for k in range(-8, 9))}},
)
def level_sets_are_compact_as_printed(gamma, *, points=FAR):
    """M = H = R and L = ½x² up to |x| = 1, |x| - ½ beyond: h = min(|x|, 1) lies in [1/2, 1] on [1/2, ∞), and G = 1."""
    inside = [x for x in points if gamma <= min(abs(x), F(1)) <= 1]
    return at_most(max(inside) - min(inside), threshold(10**6), symbol="the diameter")


VANISHING = {  # h along the iterates
    "half-open interval": lambda: half_open(500),  # (0, 1], ½x²: the closure of V within M is V
    "hill": lambda: run_away(20_000)[:, 1].tolist(),  # 1/(1 + x²): x_t increases for ever, and V is closed
}


@claim(
    "x:thm4.21-proof-case1",
    also=["x:thm4.21-proof-closed"],
    kind="remark",
    says="If 0 is an accumulation point of h(u_t), then some u_t converge to a critical point, since the closure of "
    "h(V) lies in h of the closure of V.",
    formula=r"0\in\overline{h(V)} \implies 0\in h(\overline V), \quad V = \{u_t\}",
    forall={"M, L": family(VANISHING, "classes and losses")},
    expected="refuted",
    gravity="gap in a proof",
    finding="thm-biased-compactness",
    reading="The proof writes h(u_t) → 0, which holds along a subsequence.",
    controls={"the limit belongs to M": {"limits": (F(0),)}},
)
def critical_points_are_reached_as_printed(values, *, limits=()):
    found = values()
    yield at_most(min(found), threshold(F(1, 10)), "h comes close to 0", symbol="h(u_t)")
    yield at_most(min((*found, *limits)), 0, "on the closure", symbol="the least h on the closure of V")


@claim(
    "x:thm4.21-proof-zero-in-closure",
    also=["x:thm4.21-proof-zero-accumulation"],
    kind="remark",
    says="If 0 lies in h of the closure of V, then 0 lies in that closure and is an accumulation point of (u_t).",
    formula=r"0\in h(\overline V) \implies 0\in\overline V",
    expected="refuted",
    gravity="misprint",
    finding="zero-of-h",
    reading="A zero of h is meant.",
    controls={"the zero of h": {"v": F(1)}},
)
def zero_is_approached_as_printed(*, v=F(0)):  # noqa: B008 (immutable)
    """L = ½(x - 1)², T = H = R and s_t = 1/(t + 1): x_t = 1 + 1/t, and h vanishes at the limit 1."""
    x = F(2)
    for t in range(1, 500):
        x -= F(1, t + 1) * (x - 1)
    return at_most(abs(x - v), threshold(F(1, 100)), symbol="|u_t - 0|")


@claim(
    "x:thm4.21-proof-exists",
    kind="remark",
    says="The closure of the iterates contains a c-quasi-critical point.",
    formula=r"\exists v\in\overline V\subseteq\mathcal{M}: f(v) \ge c^{-1}",
    forall={"M, L": symbol("closures within M")},
    expected="refuted",
    gravity="gap in a proof",
    finding="thm-biased-compactness",
    controls={"a closed class": {"limits": (F(0),)}},
)
def quasi_critical_point_exists_as_printed(*, limits=()):
    """M = (0, 1] x {0}, target (-1, 1), P g = g_1 + g_2, c = 1: g = (x + 1, -1), and x_t = 1/t for s_t = 1/(t + 1)."""
    gradients = [vector(x, 0) - vector(-1, 1) for x in (*half_open(500), *limits)]
    return at_most(min(abs(g[0]) - abs(g[1]) for g in gradients), 0, symbol="the least ‖Pg‖ - c‖(I-P)g‖ on the closure")
