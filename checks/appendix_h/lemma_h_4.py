r"""Lemma H.4 [A3:Lemma_SPL]: strong convexity along geodesics gives ‖P_t ∇L(u_t)‖² ≥ 2λ (L(u_t) - L_min,M)."""

from fractions import Fraction
from types import SimpleNamespace

import sympy as sp

import theorytest as tt
from checks.hypotheses import attained, differentiable, tangent_spaces, without_boundary
from checks.instances.landscapes import landscapes
from checks.instances.smooth_problems import axes, quadratic, vector
from checks.instances.tangent_pairs import anywhere, at_the_iterate, squared_projection
from theorytest import at_least, at_most, claim, family, more_than, proof


def on_the_plane(curvatures, u):
    """½ Σ q_i v_i² on R², at u."""
    problem = quadratic(curvatures, ((u, axes(2, 0, 1)),), vector(0, 0))
    return SimpleNamespace(problem=problem, modulus=min(curvatures), best=min(curvatures))


def lemma_on_symbols(*, modulus=lambda each: each.modulus):
    """Strong convexity along the geodesic at its start, g(T) ≥ g(0) + g'(0) T + λT²/2, with x = T γ'(0) ∈ T_t."""
    lam, (now, lowest) = proof.positive("λ"), proof.real("L(u) L_min")
    slope, x = proof.vector("P∇L(u) x")
    landscape = SimpleNamespace(modulus=lam, best=lam)
    return proof.statement(
        at_least(proof.square(slope), 2 * modulus(landscape) * (now - lowest)),
        given={
            "λ-strongly geodesically convex": at_least(lowest, now + proof.inner(slope, x) + lam / 2 * proof.square(x))
        },
        by=[proof.use("λ-strongly geodesically convex", 2 * lam), proof.squared(slope + lam * x)],
    )


def lemma_at(landscape):
    problem, slope = landscape.problem, proof.vector("P∇L(u)")
    for basis, u in at_the_iterate(problem):
        found, gap = squared_projection(problem, basis, u), problem.gap_on_class(u)
        yield {"λ": landscape.modulus, "L(u)": 2 * gap, "L_min": gap, proof.square(slope): found}


@claim(
    "A3:Lemma_SPL",
    says="If L is λ-strongly geodesically convex on a geodesically convex submanifold M without boundary and attains "
    "its minimum on M, then (SPL) holds with λ.",
    formula=r"\|P_t\nabla\mathcal{L}(u_t)\|^2 \ge 2\lambda(\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}})",
    forall={
        "M, L, u_t": family(
            landscapes,
            "geodesically convex submanifolds with strongly convex losses",
            search=tt.product(tt.vectors(2, 0, 10, open=True), tt.vectors(2, -5, 5)).map(on_the_plane),
        )
    },
    given=[tangent_spaces, without_boundary, attained, differentiable],
    reading="(SPL) prints u for the iterate u_t, a misprint that is counted there; λ > 0. Arcs, caps and strips are "
    "open, and are tried at their limit points as well.",
    tight="attained by the squared distance on flat classes",
    premises=["x:def-strongly-geodesically-convex"],
    proof=proof.compared(lemma_on_symbols, lemma_at),
    mutants={
        "another tangent space": {"pairs": anywhere},
        "the modulus at the minimiser": {"modulus": lambda each: each.modulus * Fraction(5, 3)},
        "two per cent more on curved classes": {"modulus": lambda each: each.best * Fraction(102, 100)},
    },
)
def implies_the_property_at_iterates(landscape, *, modulus=lambda each: each.modulus, pairs=at_the_iterate):
    problem = landscape.problem
    squares = [squared_projection(problem, *each) for each in pairs(problem)]
    gaps = [2 * modulus(landscape) * problem.gap_on_class(u) for _, u in pairs(problem)]
    return at_least(squares, gaps, symbol="‖P_t ∇L(u_t)‖²")


SHARES = {f"α = {share} π": Fraction(share) for share in ("1/100", "1/6", "1/3", "49/100")}
ANGLE = sp.Symbol("theta", real=True)
SECOND = sp.simplify(sp.diff(((sp.cos(ANGLE) - 4) ** 2 + sp.sin(ANGLE) ** 2) / 2, ANGLE, 2))


def least_second_derivative(centre, share):
    """Of ½‖γ - (4, 0)‖² along the unit circle, at the ends of the arc of half angle share · π."""
    return min(SECOND.subs(ANGLE, centre + sign * sp.Rational(share) * sp.pi) for sign in (-1, 1))


@claim(
    "sec:A3",
    says="The assumptions of Lemma H.4 often give only local guarantees, around non-degenerate stationary points; an "
    "example is ½‖v - (4, 0)‖² on arcs of the unit circle.",
    formula=r"\lambda = U\cos\alpha > 0 \quad\text{for } \alpha < \tfrac\pi2",
    forall={"α": family(SHARES, "0 < α < π/2", search=tt.reals(0, Fraction(1, 2), open=True), effort=30)},
    reading="How often is not counted. The assumptions hold on arcs of half angle α < π/2 around the minimiser, but "
    "not on the half circle; around the maximiser no modulus is positive.",
    premises=["x:def-strongly-geodesically-convex"],
    mutants={"around the maximiser": {"centre": sp.pi}, "to the half circle and beyond": {"times": 60}},
)
def locally_around_minima(share, *, centre=0, times=1):
    yield more_than(least_second_derivative(centre, times * share), 0, name="on the arc", symbol="the modulus")
    yield at_most(least_second_derivative(centre, Fraction(1, 2)), 0, name="on the half circle", symbol="the modulus")
