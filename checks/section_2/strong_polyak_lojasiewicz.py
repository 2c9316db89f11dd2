r"""Section 2 [eq:mu-PL_strong]: the strong Polyak-Łojasiewicz condition (SPL) and its relation to (PL)."""

from fractions import Fraction
from types import SimpleNamespace

from checks.hypotheses import geodesics_between_points, has_spl, tangent_spaces
from checks.instances.landscapes import CLASSES, SUBMANIFOLDS
from checks.instances.tangent_pairs import anywhere, at_the_iterate, squared_gradient, squared_projection
from theorytest import Hypothesis, at_least, claim, equal, repair
from theorytest.proof import compared, inner, positive, real, square, squared, statement, use
from theorytest.proof import vector as symbolic

known_constant = Hypothesis("a λ > 0 is known by hand at the iterates", has_spl.holds)


def dominates(problem, lam, pairs):
    """‖P_t ∇L(u)‖² ≥ 2λ (L(u) - L_min,M) for pairs of a space T_t and a point u."""
    left = [squared_projection(problem, basis, u) for basis, u in pairs]
    return at_least(left, [2 * lam * problem.gap_on_class(u) for _, u in pairs], symbol="‖P_t ∇L(u)‖²")


@repair(
    "eq:mu-PL_strong/corrected",
    "eq:mu-PL_strong",
    by={"pairs": at_the_iterate, "lam": lambda problem: problem.strong_lam},
    says="(SPL) at the iterate, ‖P_t ∇L(u_t)‖² ≥ 2λ(L(u_t) - L_min,M) for all u_t ∈ M, holds with the λ that is "
    "given for each problem.",
    reading="An assumption that there is such a λ > 0. Tried: the λ of each named problem that has one; each is "
    "attained.",
    tight="attained on every named problem",
    premises=["x:display-loss-infima"],
    mutants={
        "any point of the class": {"pairs": anywhere},
        "two per cent more": {"lam": lambda problem: problem.strong_lam * 51 / 50},
    },
)
@claim(
    "eq:mu-PL_strong",
    kind="definition",
    says="(SPL): there is λ > 0 such that for all u_t ∈ M with associated T_t it holds ‖P_t ∇L(u)‖² ≥ 2λ(L(u) - "
    "L_min,M).",
    formula=r"\|P_t\nabla\mathcal{L}(u)\|^2 \ge 2\lambda(\mathcal{L}(u)-\mathcal{L}_{\min,\mathcal{M}})",
    forall={"L, M": CLASSES},
    given=[known_constant],
    reading="u is read as any point of M, as printed; tried with 10⁻⁹ times the constant that the iterates have.",
    gravity="misprint",
    finding="spl-u-for-iterate",
    premises=["x:display-loss-infima"],
)
def projected_gradient_dominates(problem, *, pairs=anywhere, lam=lambda problem: problem.strong_lam / 10**9):
    """On the two axes the tangent part of T_t = span{e_2} at u = (x, 0) is 1, and the gap (x - 1)²/2."""
    return dominates(problem, lam(problem), pairs(problem))


# A problem on symbols: g = Pg + r with the normal part r.
P, R, NOW, LOW, STRONG = *symbolic("Pg r"), *real("L(u) inf"), positive("λ")
PROJECTED = equal(inner(P, R), 0)
ON_SYMBOLS = SimpleNamespace(strong_lam=STRONG, modulus=STRONG, gap_on_class=lambda _: NOW - LOW)


def whole_gradient_on_symbols(*, gap, lam=lambda problem: problem.strong_lam):
    """‖g‖² = ‖Pg‖² + ‖r‖²."""
    return statement(
        at_least(square(P + R), 2 * lam(ON_SYMBOLS) * gap(ON_SYMBOLS, None)),
        given={"(SPL): P is orthogonal": PROJECTED, "(SPL)": at_least(square(P), 2 * STRONG * (NOW - LOW))},
        by=[use("(SPL)"), use("(SPL): P is orthogonal", 2), squared(R)],
    )


def parts_at(problem, basis, u):
    """‖P_tg‖², ‖g‖² and their products, with L counted from its infimum over M."""
    along, whole = squared_projection(problem, basis, u), squared_gradient(problem, u)
    return {square(P): along, square(P + R): whole, inner(P, R): 0, NOW: problem.gap_on_class(u), LOW: 0}


def whole_gradient_at(problem):
    """At every point."""
    return [parts_at(problem, basis, u) | {STRONG: problem.strong_lam} for u, basis in problem.points]


@repair(
    "x:sec2-spl-stronger/corrected",
    "x:sec2-spl-stronger",
    by={"gap": lambda problem, u: problem.gap_on_class(u)},
    says="(SPL) implies ‖∇L(u)‖² ≥ 2λ(L(u) - L_min,M) for all u ∈ M, which is (PL) where both infima agree.",
    tight="attained by squares",
    premises=["eq:mu-PL_strong/corrected"],
    proof=compared(whole_gradient_on_symbols, whole_gradient_at),
    mutants={"two per cent more": {"lam": lambda problem: problem.strong_lam * 51 / 50}},
)
@claim(
    "x:sec2-spl-stronger",
    says="Condition (SPL) is a stronger version of (PL).",
    forall={"L, M": CLASSES},
    given=[has_spl],
    reading="Stronger: it implies (PL). On the ridge ∇L = 0 where L > L_min, so that no λ will do. The next sentence "
    "of the paper notes that the infima differ; where they agree it is true.",
    gravity="fails only when read literally",
    finding="spl-and-pl-have-different-infima",
    premises=["eq:mu-PL", "eq:mu-PL_strong/corrected"],
)
def strong_property_implies_the_other(
    problem, *, gap=lambda problem, u: problem.gap(u), lam=lambda problem: problem.strong_lam
):
    left = [squared_gradient(problem, u) for u, _ in problem.points]
    right = [2 * lam(problem) * gap(problem, u) for u, _ in problem.points]
    return at_least(left, right, symbol="‖∇L(u)‖²")


def geodesic_on_symbols(*, modulus=lambda landscape: landscape.modulus):
    """L along a geodesic of unit speed and length ℓ from u_t to any point of M, so also in the infimum."""
    tau, length, there = symbolic("τ"), positive("ℓ"), real("L(w)")
    grows = at_least(there, NOW + length * inner(P + R, tau) + STRONG / 2 * length**2)
    return statement(
        at_least(square(P), 2 * modulus(ON_SYMBOLS) * (NOW - there)),
        given={
            "geodesic: unit speed": equal(square(tau), 1),
            "T_t is the tangent space": equal(inner(R, tau), 0),
            "strong convexity": grows,
        },
        by=[
            use("strong convexity", 2 * STRONG),
            use("T_t is the tangent space", 2 * STRONG * length),
            use("geodesic: unit speed", -(STRONG**2) * length**2),
            squared(P + STRONG * length * tau),
        ],
    )


def geodesic_at(landscape):
    """At the iterates of the check, with a w that attains the infimum over M; strong convexity means λ > 0."""
    problem, lam, pairs = landscape.problem, landscape.modulus, at_the_iterate(landscape.problem)
    return [parts_at(problem, basis, u) | {STRONG: lam, "L(w)": 0} if lam > 0 else None for basis, u in pairs]


@claim(
    "x:sec2-spl-manifold-condition",
    says="On a Riemannian submanifold M of H, strong convexity of L along geodesics is sufficient for (SPL).",
    formula=r"(\mathcal{L}\circ\gamma)'' \ge \lambda \implies \|P_tg_t\|^2 \ge "
    r"2\lambda(\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}})",
    forall={"L, M": SUBMANIFOLDS},
    given=[geodesics_between_points, tangent_spaces],
    reading="The statement is Lemma H.4, which prints both hypotheses. Without the first it fails: two parallel lines "
    "have the modulus and no (SPL).",
    tight="attained on flat classes",
    proof=compared(geodesic_on_symbols, geodesic_at),
    premises=["eq:mu-PL_strong/corrected"],
    mutants={"two per cent more": {"modulus": lambda landscape: Fraction(51, 50) * landscape.modulus}},
)
def geodesic_convexity_implies_the_strong_property(landscape, *, modulus=lambda landscape: landscape.modulus):
    return dominates(landscape.problem, modulus(landscape), at_the_iterate(landscape.problem))
