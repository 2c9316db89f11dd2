r"""Which hypotheses Lemma H.4 needs, and where the introduction of Appendix H says that they hold."""

from fractions import Fraction

import sympy as sp

import theorytest as tt
from checks.instances.smooth_problems import on_circle
from theorytest import at_least, at_most, claim, family, more_than, proof

WITH_ENDS, WITHOUT = range(11), range(1, 10)  # tenths of the way from one end to the other


def interval(tenths):
    """Of [1, 2] with the loss x²/2: (‖P∇L‖², L) at its points, and λ = 1."""
    points = [1 + Fraction(i, 10) for i in tenths]
    return [(x**2, x**2 / 2) for x in points], Fraction(1)


def arc_beside_its_minimum(tenths, U=Fraction(4)):
    """Of the unit circle for tan(θ/2) in [1/10, 1/2] with the distance to (4, 0); λ = U cos θ at the far end."""
    ends = [on_circle(Fraction(1, 10) + Fraction(i, 25)) for i in WITH_ENDS]
    return [(U**2 * ends[i][1] ** 2, -U * ends[i][0]) for i in tenths], U * ends[-1][0]


def half_line(tenths):
    """Of (0, ∞) with the loss x²/2, whose infimum is not attained."""
    return [(Fraction(10 * i + 1) ** 2, Fraction(10 * i + 1) ** 2 / 2) for i in tenths], Fraction(1)


CLASSES = {
    f"{kind} {name}": of(tenths)
    for name, of in (("interval", interval), ("arc", arc_beside_its_minimum), ("part of a half line", half_line))
    for kind, tenths in (("open", WITHOUT), ("closed", WITH_ENDS))
}


def quartic(lam, k, points):
    """½λx² + ¼kx⁴ on R."""
    return [((lam * x + k * x**3) ** 2, lam * x**2 / 2 + k * x**4 / 4) for x in points], lam


def superfluous_on_symbols(*, tangent=1, times=1):
    """As Lemma H.4, at w for the minimiser, with x = T γ'(0)."""
    lam, (here, there) = proof.positive("λ"), proof.real("L(u) L(w)")
    slope, x = proof.vector("P∇L(u) x")
    return proof.statement(
        at_least(tangent * proof.square(slope), 2 * times * lam * (here - there)),
        given={
            "λ-strongly convex along a geodesic": at_least(
                there, here + proof.inner(slope, x) + lam / 2 * proof.square(x)
            )
        },
        by=[proof.use("λ-strongly convex along a geodesic", 2 * lam), proof.squared(slope + lam * x)],
    )


@claim(
    "A3:Lemma_SPL/superfluous",
    voice="ours",
    says="If a differentiable L is λ-strongly convex along a geodesic from u to w, then "
    "L(u) - L(w) ≤ ‖P_u ∇L(u)‖²/(2λ), also at boundary points and without a minimiser.",
    formula=r"\mathcal{L}(u)-\mathcal{L}(w) \le \tfrac1{2\lambda}\|P_u\nabla\mathcal{L}(u)\|^2 "
    r"\quad\text{for all } u, w\in\mathcal{M}",
    forall={
        "M, L, u, w": family(
            CLASSES,
            "losses that are strongly convex along geodesics, and pairs of points",
            search=tt.product(tt.positive(10), tt.reals(0, 10), tt.vectors(2, -3, 3)).map(quartic),
        )
    },
    premises=["A3:Lemma_SPL"],
    proof=superfluous_on_symbols,
    mutants={
        "the tangent space of the boundary": {"tangent": 0},
        "twice λ": {"times": 2},
        "one per cent more of λ": {"times": Fraction(101, 100)},
    },
)
def any_two_points(landscape, *, tangent=1, times=1):
    """Lemma H.4 asks for neither: w need not be a minimiser, and its tangent space is that of the whole class."""
    points, lam = landscape
    gaps = [2 * times * lam * (loss - other) for _, loss in points for _, other in points]
    return at_least([tangent * slope for slope, _ in points for _ in points], gaps, symbol="‖P_u ∇L(u)‖²")


ANGLES = {f"α = {share} π": sp.Rational(share) * sp.pi for share in ("1/100", "1/6", "1/3", "49/100")}


def least_second_derivative(centre, reach, U=4):
    """Of ½‖γ - (U, 0)‖² along the unit circle, at the ends of the arc of this half angle."""
    angle = sp.Symbol("theta", real=True)
    loss = ((sp.cos(angle) - U) ** 2 + sp.sin(angle) ** 2) / 2
    second = sp.simplify(sp.diff(loss, angle, 2))
    return min(second.subs(angle, centre + end) for end in (-reach, reach))


@claim(
    "sec:A3",
    says="The assumptions of Lemma H.4 often give only local guarantees, around non-degenerate stationary points.",
    formula=r"\lambda = U\cos\alpha > 0 \quad\text{for } \alpha < \tfrac\pi2",
    forall={"α": family(ANGLES, "0 < α < π/2")},
    reading="For L = ½‖v - (4, 0)‖² on the unit circle they hold on arcs of half angle α < π/2 around the minimiser, "
    "but not on the half circle. Stationary points are minimisers: around the maximiser no modulus is positive.",
    premises=["x:def-strongly-geodesically-convex"],
    mutants={"around the maximiser": {"centre": sp.pi}, "to the half circle and beyond": {"times": 60}},
)
def locally_around_minima(reach, *, centre=0, times=1):
    yield more_than(least_second_derivative(centre, times * reach), 0, name="on the arc", symbol="the modulus")
    yield at_most(least_second_derivative(centre, sp.pi / 2), 0, name="on the half circle", symbol="the modulus")
