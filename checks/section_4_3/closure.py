r"""The proof of Theorem 4.21: continuity, compactness and the closure of the iterates [x:thm4.21-proof-compact].

h(u) = ‖P_u ∇L(u)‖ and f(u) = ‖(I - P_u)∇L(u)‖ / h(u). The repair of all that fails here is that of the theorem.
"""

from fractions import Fraction as F

import theorytest as tt
from checks.hypotheses import apart_from_critical_points, gradient_is_continuous, projector_is_continuous, smooth_along
from checks.instances import curves_and_ends as curves
from theorytest import at_least, at_most, claim, family, repair, threshold

POINTS = {
    "M, L": curves.CURVES_BY_HAND,
    "u": family((F(0), F(1, 3), F(2)), "points"),  # not searched: as the classes
}


@claim(
    "x:thm4.21-proof-h-continuous",
    says="If u ↦ P_u is continuous and (LS) holds, then h(u) = ‖P_u∇L(u)‖ is continuous.",
    formula=r"\|u_k-u\| \to 0 \implies h(u_k) \to h(u)",
    forall={"M, L": curves.ANY_CIRCLE, "u": family((F(0), F(1, 3), F(2)), "points", search=tt.reals(-9, 9))},
    given=[projector_is_continuous, smooth_along],
    reading="Checked with the Lipschitz constant of each curve. The proof uses that ∇L is continuous, which the "
    "paper does not assume. By (LS) it need not be: for w_k in T_k of norm 1, (LS) at u_k and the derivative at u give "
    "(P_k∇L(u) - P_k∇L(u_k), w_k) ≤ Lδ/2 + o(δ)/δ as k → ∞, for every δ > 0.",
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


@repair(
    "x:thm4.21-proof-compact-2/ratio-corrected",
    "x:thm4.21-proof-compact-2/ratio",
    says="If u ↦ P_u and ∇L are continuous, then f(u) = ‖(I-P_u)∇L(u)‖/h(u) is continuous where h(u) > 0.",
    formula=r"\|u_k-u\| \to 0,\ h(u) > 0 \implies f(u_k) \to f(u)",
    given=[projector_is_continuous, apart_from_critical_points, gradient_is_continuous],
    mutants={"one part at a neighbour": {"normal": lambda curve, m: curve.normal(m + F(1, 10))}},
)
@claim(
    "x:thm4.21-proof-compact-2/ratio",
    says="On the points of M with h between γ and G, f(u) = ‖(I-P_u)∇L(u)‖/h(u) is a continuous function.",
    formula=r"\|u_k-u\| \to 0 \implies f(u_k) \to f(u)",
    forall=POINTS,
    given=[projector_is_continuous, smooth_along, apart_from_critical_points],
    gravity="missing hypothesis",
    finding="normal-part-jumps",
    reading="(LS) bounds L along T_u only, so that the normal part of a Fréchet derivative may jump. The theorem "
    "does not suffer, as its ε is positive.",
)
def ratio_is_continuous(curve, m, *, normal=lambda curve, m: curve.normal(m)):
    e = F(1, 2**40)
    jump = abs(normal(curve, m + e) / curve.h(m + e) - curve.normal(m) / curve.h(m))
    return at_most(jump, threshold(F(1, 10**9)), symbol="|f(u) - f(v)| for ‖u - v‖ of about 10⁻¹²")


# from here on not searched: these are examples against a sentence, whose limits are known by hand
FAR = tuple(F(10) ** k for k in range(10))


@claim(
    "x:thm4.21-proof-compact",
    also=["x:thm4.21-proof-compact-2"],
    says="The points of M with h at most G, or with h between γ and G, are a compact set.",
    formula=r"\mathcal{M}\cap h^{-1}([0,G]),\ \mathcal{M}\cap h^{-1}([\gamma,G]) \text{ compact}",
    forall={"γ": family((F(0), F(1, 2)), "0 ≤ γ ≤ G = 1", search=tt.reals(0, 1))},
    gravity="gap in a proof",
    finding="thm-biased-compactness",
    controls={"a bounded class": {"points": tuple(F(k, 4) for k in range(-8, 9))}},
)
def level_sets_are_compact_as_printed(gamma, *, points=FAR):
    """M = H = R and L = ½x² up to |x| = 1, |x| - ½ beyond: h = min(|x|, 1) lies in [1/2, 1] on [1/2, ∞), and G = 1."""
    inside = [x for x in points if gamma <= min(abs(x), F(1)) <= 1]
    return at_most(max(inside) - min(inside), threshold(10**6), symbol="the diameter")


@claim(
    "x:thm4.21-proof-case1",
    also=["x:thm4.21-proof-closed"],
    says="If 0 is an accumulation point of h(u_t), then a subsequence of u_t converges to a critical point, since the "
    "closure of h(V) lies in h of the closure of V.",
    formula=r"0\in\overline{h(V)} \implies 0\in h(\overline V), \quad V = \{u_t\}",
    forall={"M, L": curves.VANISHING_GRADIENTS},
    gravity="gap in a proof",
    finding="thm-biased-compactness",
    reading="The proof writes h(u_t) → 0, which holds along a subsequence.",
    controls={"closed interval": {"world": lambda _: curves.on_the_interval(closed=True)}},
)
def critical_points_are_reached_as_printed(path, *, world=lambda path: path()):
    values, distances = world(path)
    yield at_most(min(values), threshold(F(1, 10)), "h comes close to 0", symbol="h(u_t)")
    yield at_least(len(distances), 1, "critical points", symbol="whether M has one")
    if distances:
        yield at_most(min(distances), threshold(F(1, 10)), "close to them", symbol="the distance to critical points")


@claim(
    "x:thm4.21-proof-zero-in-closure",
    also=["x:thm4.21-proof-zero-accumulation"],
    says="If 0 lies in h of the closure of V, then 0 lies in that closure and is an accumulation point of (u_t).",
    formula=r"0\in h(\overline V) \implies 0\in\overline V",
    forall={"L": family({"½(x - 1)²": 1, "½(x + 2)²": -2}, "losses and iterates", search=tt.integers(1, 50))},
    gravity="misprint",
    finding="zero-of-h",
    controls={"a zero of h for 0": {"v": lambda a: a}},
)
def zero_is_approached_as_printed(a, *, v=lambda _: 0):
    """T = H = R and s_t = 1/(t + 1) from a + 1: x_t = a + 1/t, and h vanishes at the limit a."""
    x = a + F(1)
    for t in range(1, 500):
        x -= F(1, t + 1) * (x - a)
    return at_most(abs(x - v(a)), threshold(F(1, 100)), symbol="|u_t - v|")


@claim(
    "x:thm4.21-proof-exists",
    says="The closure of the iterates contains a c-quasi-critical point.",
    formula=r"\exists v\in\overline V\subseteq\mathcal{M}: f(v) \ge c^{-1}",
    forall={"M, L": curves.OPEN_CLASSES},
    reading="The closure within M, where f is defined. The plane is closed and linear.",
    gravity="gap in a proof",
    finding="thm-biased-compactness",
    controls={"closed interval": {"world": lambda _: curves.on_half_open(F(0))}},
)
def quasi_critical_point_exists_as_printed(path, *, world=lambda path: path()):
    return at_most(min(world(path)), 0, symbol="the least ‖Pg‖ - c‖(I-P)g‖ on the closure")
