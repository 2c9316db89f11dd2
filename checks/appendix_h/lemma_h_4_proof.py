r"""The proof of Lemma H.4 up to (26): g = L∘γ on [0, T], from u to the minimiser, and its quadratic lower bounds.

For u the minimiser itself T = 0, no s is left and the lemma says 0 ≥ 0; the proof leaves this case out.
"""

from fractions import Fraction

import theorytest as tt
from checks.instances.convex_profiles import GS, PLACES, F, Profile
from checks.instances.smooth_problems import on_circle
from theorytest import at_least, at_most, claim, equal, family, proof

SLACK = {"digits": 12, "scale": 10.0}  # the values are of this size, their differences may vanish


def vertex(profile, s):
    """Where the right-hand side of (25) is least over all real t, from its values at three of them."""
    left, middle, right = (profile.below(t, s) for t in (0, 1, 2))
    return 1 + (left - right) / (2 * (left + right - 2 * middle))


lam = proof.positive("λ")
at_s, slope, end, s, t, T = proof.real("g(s) g'(s) g(T) s t T")
ANY = Profile(lambda _: at_s, lambda _: slope, lam, None)  # any g, seen at s


def below_on_symbols(*, times=1):
    """For every ε > 0, where differentiability gives θ: convexity at s + θ(t − s), divided by θ."""
    eps, theta, (near, at_t) = proof.positive("ε"), proof.number("θ", ">0", "≤1"), proof.real("g(s+θ(t−s)) g(t)")
    short = t - s
    chord = (1 - theta) * at_s + theta * at_t - lam / 2 * theta * (1 - theta) * short**2
    return proof.statement(
        at_least(at_t + 2 * eps, ANY.below(t, s) + (times - 1) * lam / 2 * short**2),
        given={
            "λ-strongly geodesically convex": at_most(near, chord),
            "differentiable: at s": at_least(near, at_s + theta * (slope * short - eps)),
            "differentiable: for small θ": at_most(theta * lam / 2 * short**2, eps),
        },
        by=[
            proof.use("λ-strongly geodesically convex", 1 / theta),
            proof.use("differentiable: at s", 1 / theta),
            proof.use("differentiable: for small θ"),
        ],
    )


EPSILON = 1e-30  # for every ε > 0: the check has none


def known_at(profile, s):
    """λ, s, g(s) and g'(s)."""
    return {lam: profile.lam, "s": s, at_s: profile.g(s), slope: profile.slope(s)}


def at_some_pairs(profile, more=lambda _: {}):
    """Of t and s on the grid."""
    t, s = (each.ravel() for each in profile.grid())
    places = ((t[i], s[j]) if i % 8 == 0 == j % 6 else None for i in range(41) for j in range(39))
    return [known_at(profile, at[1]) | {"t": at[0]} | more(at[0]) if at else None for at in places]


def below_at(profile):
    return at_some_pairs(profile, lambda t: {"g(t)": profile.g(t), "ε": EPSILON})


ON_THE_WAY = proof.real("L(γ(t)) L(γ(T)) L_min")


def end_on_symbols(*, end=1.0):
    """L is at least its minimum at every point of the geodesic."""
    on_the_way, last, least = ON_THE_WAY
    given = {"a minimiser: of L over M": at_least(on_the_way, least), "a minimiser: the end of γ": equal(last, least)}
    return proof.statement(at_least(on_the_way, last), given=given if end == 1 else {})


def arc_loss(m, part):
    """½‖v - (1, 0)‖² at a part of the arc."""
    return 1 - on_circle(part * m)[0]


def end_at(m):
    """Along γ; over all of M it is the hypothesis."""
    return [dict(zip(ON_THE_WAY, (arc_loss(m, F(k, 100)), 0, 0), strict=True)) for k in range(101)] + [None]


def minimum_on_symbols(*, solution=lambda s, slope, lam: s - slope / lam, half=F(1, 2)):  # noqa: B008 (immutable)
    """The right-hand side of (25) minus its value at s - g'(s)/λ is a square; (25) at t = T."""
    square = lambda x: proof.squared(x - s + slope / lam, lam / 2)  # noqa: E731
    return proof.statement(
        [at_least(ANY.below(t, s), ANY.below(solution(s, slope, lam), s)), at_least(end, at_s - half * slope**2 / lam)],
        given={"λ-strongly geodesically convex": at_least(end, ANY.below(T, s))},
        by=[[square(t)], [proof.use("λ-strongly geodesically convex"), square(T)]],
    )


def minimum_at(profile):
    """The vertex is found in another way; at some of the pairs of t and s, and at every s."""
    s = profile.grid()[1].ravel()
    last = [known_at(profile, each) | {end: profile.g(profile.T)} for each in s]
    return [None] * len(s) + at_some_pairs(profile) + last


@claim(
    "eq:g_strong_convexity",
    says="If L is λ-strongly geodesically convex, g = L∘γ is at least g(s) + g'(s)(t - s) + λ(t - s)²/2 for t in "
    "[0, T], s in (0, T).",
    formula=r"g(t) \ge g(s) + \dot g(s)(t-s) + \tfrac\lambda2(t-s)^2",
    forall={"g, s, t": GS},
    reading="g is differentiable; s and t run through a grid of 41 points. The certificate is for g(t) + 2ε, ε > 0.",
    tight="attained by parabolas",
    premises=["x:def-strongly-geodesically-convex"],
    proof=proof.compared(below_on_symbols, below_at),
    mutants={"λ for λ/2": {"times": 2}, "one per cent more curvature": {"times": Fraction(101, 100)}},
)
def above_the_parabolas(profile, *, times=1):
    t, s = profile.grid()
    more = (times - 1) * profile.lam / 2 * (t - s) ** 2
    return at_least(profile.g(t), profile.below(t, s) + more, symbol="g(t)", **SLACK)


@claim(
    "x:lemH.4-proof-left-minimum",
    says="For the geodesic γ from u to a minimiser of L over M, the least g = L∘γ on [0, T] is g(T) = L_min,M.",
    formula=r"\min_{t\in[0,T]} g(t) = g(T) = \mathcal{L}_{\min,\mathcal{M}}",
    forall={
        "γ": family(
            (F(1, 10), F(1, 2), F(9, 10)), "geodesics; here arcs from tan(θ/2) to (1, 0)", search=tt.positive(1)
        )
    },
    reading="Tried for ½‖v - (1, 0)‖² on arcs of the unit circle, at 101 points each of γ and of M.",
    premises=["eq:g_strong_convexity"],
    proof=proof.compared(end_on_symbols, end_at),
    mutants={"a geodesic that ends early": {"end": F(99, 100)}, "one that goes further": {"end": F(101, 100)}},
)
def least_at_the_end(m, *, end=F(1)):  # noqa: B008 (immutable)
    last = arc_loss(m, 1 - end)
    yield at_least([arc_loss(m, F(k, 100)) for k in range(101)], last, name="along γ", symbol="g(t)")
    yield equal(last, min(arc_loss(m, F(k, 50)) for k in range(-50, 51)), name="over M", symbol="g(T)")


def bounded_minimiser(profile, s):
    """Where the right-hand side of (25) is least for t in [0, T], among a thousand of them."""
    times = [profile.T * Fraction(i, 1000) for i in range(1001)]
    return min(times, key=lambda t: profile.below(t, s))


@claim(
    "x:display-lemH.4-proof-optimality",
    says="The minimiser over t of the right-hand side of (25), which is stated for t in [0, T], satisfies "
    "g'(s) + λ(t - s) = 0.",
    formula=r"t_* = \operatorname*{argmin}_{t\in[0,T]} \implies \dot g(s)+\lambda(t_*-s) = 0",
    forall={"g, s": PLACES},
    gravity="fails only when read literally",
    finding="minimised-beyond-T",
    reading="M = H = R and u = 1. (25) is stated for t ∈ [0, T]; over all real t the condition is true, and the lemma "
    "is not affected.",
    premises=["eq:g_strong_convexity"],
    controls={"over all real t": {"minimiser": vertex}},
)
def optimality_on_the_interval(place, *, minimiser=bounded_minimiser):
    """The least value on [0, 1] is at t = T = 1, with derivative -1/8."""
    profile, s = place
    found = profile.slope(s) + profile.lam * (minimiser(profile, s) - s)
    return equal(found, 0, symbol="the derivative at the minimiser")


@claim(
    "eq:g_strong_convexity_minimum",
    also=["x:lemH.4-proof-minimiser", "x:lemH.4-proof-minimisation"],
    says="If L is λ-strongly geodesically convex, the right-hand side of (25) is least at t = s - g'(s)/λ, and "
    "L_min,M ≥ g(s) - g'(s)²/(2λ) for s in (0, T).",
    formula=r"t_* = s - \tfrac1\lambda\dot g(s), \qquad \mathcal{L}_{\min,\mathcal{M}} \ge "
    r"g(s)-\tfrac1\lambda\dot g(s)^2+\tfrac1{2\lambda}\dot g(s)^2 = g(s)-\tfrac1{2\lambda}\dot g(s)^2",
    forall={"g, s": GS},
    reading="Over all real t; g = L∘γ ends at a minimiser.",
    tight="attained by parabolas",
    premises=["x:lemH.4-proof-left-minimum", "eq:g_strong_convexity"],
    proof=proof.compared(minimum_on_symbols, minimum_at),
    mutants={
        "plus": {"solution": lambda s, slope, lam: s + slope / lam},
        "over 1.01 λ": {"solution": lambda s, slope, lam: s - slope / (F(101, 100) * lam)},
        "two per cent less": {"half": F(49, 100)},
    },
)
def minimum_is_bounded(profile, *, solution=lambda s, slope, lam: s - slope / lam, half=F(1, 2)):  # noqa: B008
    """The vertex is found from three values of the parabola."""
    t, s = profile.grid()
    claimed = solution(s, profile.slope(s), profile.lam)
    yield equal(vertex(profile, s), claimed, name="minimiser", digits=11, symbol="t_*")
    least = profile.below(claimed, s)
    yield at_least(profile.below(t, s), least, name="least", symbol="the right-hand side of (25)", **SLACK)
    bound = profile.g(s) - half * profile.slope(s) ** 2 / profile.lam
    yield at_least(profile.g(profile.T), bound, name="(26)", symbol="L_min,M", **SLACK)
