"""The end of the proof of Lemma H.4: the slope of g = L∘γ against the projected gradient, and the limit s → 0."""

from fractions import Fraction

from checks.hypotheses import continuous_gradient
from checks.instances.convex_profiles import GEODESICS, SHARE, Slope, on_arc
from checks.instances.smooth_problems import on_circle
from theorytest import at_least, at_most, claim, equal, family, proof, repair, threshold

F = Fraction
(gradient, projected, velocity), slope = proof.vector("∇L P∇L γ'"), proof.real("g'(s)")
product, inside = proof.inner(gradient, velocity), proof.inner(projected, velocity)
CHAIN = proof.as_checked(  # (∇L, γ') = (P∇L, γ') for γ' in the tangent space; ‖P∇L − (P∇L, γ')γ'‖² is what is left
    Slope(slope**2, product**2, proof.square(product * velocity), None, proof.square(projected)),
    given={
        "the chain rule": equal(slope, product),
        "unit-speed": equal(proof.square(velocity), 1),
        "its projection": equal(product, inside),
    },
    by=[
        [proof.use("the chain rule", slope + product)],
        [proof.use("unit-speed", -(product**2))],
        [
            proof.use("the chain rule", -slope - product),
            proof.use("its projection", -product - inside),
            proof.use("unit-speed", -(inside**2)),
            proof.squared(projected - inside * velocity),
        ],
    ],
    at=lambda seen: {
        slope**2: seen.square,
        product**2: seen.inner,
        proof.square(product * velocity): seen.along,
        proof.square(projected): seen.at_point,
    },
)


@repair(
    "x:display-lemH.4-proof-chain/corrected",
    "x:display-lemH.4-proof-chain",
    by={"space": lambda slope: slope.at_point},
    says="For a unit-speed geodesic γ, g'(s)² is the squared norm of ∇L(γ(s)) projected to γ'(s), at most that of its "
    "projection to the tangent space at γ(s).",
    formula=r"\dot g(s)^2 = (\nabla\mathcal{L}(\gamma(s)),\dot\gamma(s))^2 = \|P_{\dot\gamma(s)}\nabla\mathcal{L}\|^2 "
    r"\le \|P_{\mathbb{T}_{\gamma(s)}\mathcal{M}}\nabla\mathcal{L}(\gamma(s))\|^2",
    reading="Tried on arcs with L(v) = ½‖v - u_*‖² and on planes; g'(s) = (∇L(γ(s)), γ'(s)) is the chain rule.",
    tight="attained by gradients along the geodesic",
    premises=["x:def-unit-speed"],
    proof=CHAIN,
    mutants={"one per cent faster": {"speed": Fraction(101, 100)}, "equal on planes too": {"compare": equal}},
)
@claim(
    "x:display-lemH.4-proof-chain",
    says="For a unit-speed geodesic γ from u, g'(s)² is at most the squared norm of ∇L(γ(s)) projected to the tangent "
    "space at u.",
    formula=r"\dot g(s)^2 \le \|P_{\mathbb{T}_u\mathcal{M}}\nabla\mathcal{L}(\gamma(s))\|^2, \qquad "
    r"\dot\gamma(s)\in\mathbb{T}_u\mathcal{M}",
    forall={"γ, s": GEODESICS},
    reading="With the tangent space at γ(s), which tends to that at u, the proof is right.",
    gravity="misprint",
    finding="tangent-space-of-the-geodesic",
    premises=["x:def-unit-speed"],
)
def slope_and_a_tangent_space(slope, *, space=lambda slope: slope.at_start, speed=1, compare=at_most):
    """Between u and the target on the circle it fails for every s > 0, and the velocity is in T_u for none."""
    yield equal(slope.square, speed**2 * slope.inner, name="chain rule", symbol="g'(s)²")
    yield equal(slope.inner, slope.along, name="unit speed", symbol="g'(s)²")
    yield compare(slope.square, space(slope), name="tangent space", symbol="g'(s)²")


LIMIT = proof.real("L_min L(u) ‖P∇L(u)‖²")


def limit_on_symbols(*, half=Fraction(1, 2)):
    """For every ε > 0, where continuity gives s with g(s) ≥ L(u) − ε and ‖P∇L(γ(s))‖² ≤ ‖P∇L(u)‖² + ε."""
    (lam, eps), (least, at_u, slope) = proof.positive("λ ε"), LIMIT
    at_s, here = proof.real("g(s) ‖P∇L(γ(s))‖²")
    return proof.statement(
        at_least(least + eps + eps / (2 * lam), at_u - half * slope / lam),
        given={
            "(26)": at_least(least, at_s - here / (2 * lam)),
            "continuous: L": at_least(at_s, at_u - eps),
            "continuous: the projected gradient": at_most(here, slope + eps),
        },
        by=[
            proof.use("(26)"),
            proof.use("continuous: L"),
            proof.use("continuous: the projected gradient", 1 / (2 * lam)),
        ],
    )


def limit_at(m):
    """(SPL) at u; for every ε > 0, as the check has none."""
    (lam, _), slope = on_circle(m), on_arc(m, 1).at_start
    return None, None, {"λ": lam, "ε": 1e-30} | dict(zip(LIMIT, (0, 1 - lam, slope), strict=True))


@claim(
    "x:lemH.4-proof-limit",
    says="As s → 0 in (26) with the projected gradient for the slope, (SPL) at u follows.",
    formula=r"\lim_{s\to0}\Big(g(s)-\tfrac1{2\lambda}\|P\nabla\mathcal{L}(\gamma(s))\|^2\Big) = "
    r"\mathcal{L}(u)-\tfrac1{2\lambda}\|P_{\mathbb{T}_u\mathcal{M}}\nabla\mathcal{L}(u)\|^2 "
    r"\le \mathcal{L}_{\min,\mathcal{M}}",
    forall={"M, L, u": family((F(1, 10), F(1, 2), F(9, 10)), "classes; here tan(θ/2) of u on an arc", search=SHARE)},
    given=[continuous_gradient],
    reading="At 1 - 10⁻⁹ of tan(θ/2) for the limit, to 10⁻⁶, with the tangent space at u and with that at γ(s). The "
    "certificate is for every ε > 0 beside it; L is continuous too.",
    proof=proof.compared(limit_on_symbols, limit_at),
    premises=["eq:g_strong_convexity_minimum", "x:display-lemH.4-proof-chain/corrected"],
    mutants={"a limit at the other end": {"part": F(0)}, "two per cent less": {"half": F(49, 100)}},
)
def limit_gives_the_lemma(m, *, half=F(1, 2), part=1 - F(1, 10**9)):  # noqa: B008 (immutable)
    """½‖v - (1, 0)‖² = 1 - cos θ on the unit circle, with λ = cos θ at u and the minimum 0."""
    (lam, _), (x, _), at = on_circle(m), on_circle(part * m), on_arc(m, part)
    at_u = 1 - lam - half / lam * on_arc(m, 1).at_start
    for where, square in {"at the point": at.at_point, "at the start": at.at_start}.items():
        near = 1 - x - square / (2 * lam)
        yield at_most(abs(near - at_u), threshold(F(1, 10**6) / lam), name=where, symbol="how far it is from that at u")
    yield at_least(0, at_u, name="(SPL)", symbol="L_min,M")
