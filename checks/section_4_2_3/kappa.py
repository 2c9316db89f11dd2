r"""Section 4.2.3 [x:display-kappa-bounded]: what κ_t = ‖g_t‖²/‖P_t g_t‖² must satisfy, and what it says."""

from fractions import Fraction as F
from types import SimpleNamespace

import theorytest as tt
from checks.hypotheses import bounded_kappa, lipschitz_projection
from checks.instances.landscapes import WITH_KAPPA
from checks.instances.near_stationary_points import NEAR_STATIONARY
from checks.instances.pl_steps import parts
from checks.instances.spirals import contraction
from theorytest import at_least, at_most, claim, family, more_than, proof, repair, threshold

STEPS = tt.reals(0, 1, open=True)


def estimators(b, v, w, K, lam):
    """Constants of (BBV), L + C_R and λ."""
    return (b, 0, v, w), K, lam


NAMED = {
    "exact projection": estimators(F(1), F(1), F(0), F(1), F(1)),
    "quasi-projection, d = 3, n = 1": estimators(F(1), F(3), F(3), F(5, 2), F(3, 10)),
}


def with_variance(kappa, c_var1, c_var2):
    """κ (c_var1 + c_var2 (κ - 1))."""
    return kappa * (c_var1 + c_var2 * (kappa - 1))


def contraction_on_symbols(*, left=with_variance, share=1):
    """The difference is λ (b - s K V)² / (K (1 - ā)) plus κ V (ā - a_t) / (1 - ā), V = c_var1 + c_var2 (κ - 1)."""
    b, v1, K, lam, s = proof.positive("c_bias1 c_var1 K λ s")
    v2 = proof.nonnegative("c_var2")
    kappa, bound = proof.number("κ", "≥1"), proof.number("ā", "<1")
    V = v1 + v2 * (kappa - 1)
    return proof.statement(
        at_most(left(kappa, v1, v2), share * lam * b**2 / (K * (1 - bound))),
        given={"a_t ≤ ā": at_most(contraction((b, 0, v1, v2), K, s, kappa, lam), bound)},
        by=[
            proof.use("a_t ≤ ā", kappa * V / (1 - bound)),
            proof.squared(b - s * K * V, lam / (K * (1 - bound))),
        ],
    )


def contraction_at(known, kappa, part):
    (b, _, v1, v2), K, lam = known
    step = 2 * part * b / (K * (v1 + v2 * (kappa - 1)))
    sizes = {"c_bias1": b, "c_var1": v1, "c_var2": v2, "K": K, "λ": lam, "κ": kappa, "s": step}
    return sizes | {"ā": contraction(known[0], K, step, kappa, lam)}


@claim(
    "x:sec4.2.3-kappa-necessary",
    also=["x:display-kappa-bounded"],
    says="If a_t ≤ ā < 1 for some step, then κ_t(c_var,1 + c_var,2(κ_t - 1)) ≤ λc_bias,1²/((L+C_R)(1-ā)), "
    "so that κ_t is bounded uniformly.",
    formula=r"a_t \le \bar a \implies \kappa_t(c_{\mathrm{var},1}+c_{\mathrm{var},2}(\kappa_t-1)) \le "
    r"\frac{\lambda c_{\mathrm{bias},1}^2}{(L+C_R)(1-\bar a)}",
    forall={
        "constants": family(
            NAMED,
            "constants of (BBV), L + C_R and λ, all positive but c_var,2, which may vanish",
            search=tt.product(tt.positive(), tt.positive(), tt.reals(0), tt.positive(), tt.positive()).map(estimators),
        ),
        "κ_t": family([F(1), F(2), F(100)], "κ_t ≥ 1", search=tt.reals(1)),
        "s": family([F(1, 100), F(1, 2), F(99, 100)], "steps with a_t < 1, as a share of the longest", search=STEPS),
    },
    reading="The number is the manipulation that the paper calls easy; the paper prints that κ_t is bounded.",
    tight="attained by the best step",
    premises=["x:display-thm4.16-one-step"],
    proof=proof.compared(contraction_on_symbols, contraction_at),
    mutants={
        "κ for κ - 1": {"left": lambda kappa, v1, v2: kappa * (v1 + v2 * kappa)},
        "one per cent less": {"share": F(99, 100)},
    },
)
def contraction_bounds_kappa(known, kappa, part, *, left=with_variance, share=1):
    """With ā = a_t itself."""
    (b, _, v1, v2), K, lam = known
    step = 2 * part * b / (K * (v1 + v2 * (kappa - 1)))  # where σ̃ = 0 for part = 1
    a = contraction(known[0], K, step, kappa, lam)
    return at_most(left(kappa, v1, v2), share * lam * b**2 / (K * (1 - a)), symbol="κ (c_var,1 + c_var,2 (κ - 1))")


@claim(
    "x:sec4.2.3-kappa-meaning",
    says="κ_t measures how close u_t lies to a suboptimal stationary point.",
    formula=r"P_v\nabla\mathcal{L}(v) \ne 0 \ (v\in\overline{\mathcal{M}}\setminus\{u\}) \implies "
    r"\sup_{\mathcal{M}}\kappa < \infty",
    gravity="fails only when read literally",
    finding="kappa-no-distance",
    reading="In both directions: κ is large only close to such a point, so that a class without one has a bounded κ.",
    controls={"a logarithmic spiral": {"slope": lambda radius, _: -radius}},
)
def kappa_is_closeness_as_printed(*, slope=lambda _, phi: -1 / phi**2):
    """The spiral r = 1/φ winds into its target: κ = 1 + φ², while r' ≠ 0 says that no point of it is stationary."""
    rows = [(1 / phi, slope(1 / phi, phi)) for phi in (F(2**j) for j in range(12))]
    yield more_than([-s for _, s in rows], 0, "nowhere stationary", symbol="-r'")
    kappas = [(s**2 + r**2) / s**2 for r, s in rows]  # the tangent is r' e_r + r e_φ, and g = r e_r
    yield at_most(kappas, threshold(10**4), "a bound", symbol="κ")


(tangent, apart, lam), whole = proof.positive("‖Pg‖² ‖v−v*‖² Λ"), proof.nonnegative("‖g‖²")
NEAR = proof.as_checked(  # ‖P_v∇L(v)‖ = ‖P_v∇L(v) - P_v*∇L(v*)‖ ≤ Λ ‖v - v*‖, in squares
    SimpleNamespace(pairs=[(whole, tangent, apart)], lam=lam),
    given={"Lipschitz": at_most(tangent, lam**2 * apart)},
    by=[proof.use("Lipschitz", whole / (tangent * lam**2 * apart))],
)


@repair(
    "x:sec4.2.3-kappa-meaning/corrected",
    "x:sec4.2.3-kappa-meaning",
    says="If v ↦ P_v∇L(v) is Lipschitz with the constant Λ on M and P_{v*}∇L(v*) = 0, then "
    "κ(v) ≥ ‖∇L(v)‖²/(Λ²‖v - v*‖²).",
    formula=r"\kappa(v) \ge \frac{\|\nabla\mathcal{L}(v)\|^2}{\Lambda^2\|v-v_*\|^2}",
    forall={"M, L, v, v*": NEAR_STATIONARY},
    given=[lipschitz_projection],
    reading="So κ is large near a suboptimal stationary point; it may be large elsewhere.",
    tight="attained on a line beside the target",
    proof=NEAR,
    mutants={"without the gradient": {"norm": lambda _: 1}, "Λ 5 % less": {"share": F(19, 20)}},
)
def kappa_is_large_near_stationary_points(near, *, norm=lambda square: square, share=1):
    bounds = [norm(square) / ((share * near.lam) ** 2 * apart) for square, _, apart in near.pairs]
    return at_least([square / part for square, part, _ in near.pairs], bounds, symbol="κ")


@claim(
    "x:sec4.2.3-kappa-no-stuck",
    says="If κ ≤ κ̄ on M, then ‖g‖² ≤ κ̄‖Pg‖², so that a point stationary in M is stationary in H.",
    formula=r"\kappa \le \bar\kappa \implies \|g\|^2 \le \bar\kappa\|Pg\|^2, \quad Pg = 0 \implies g = 0",
    forall={"M, L": WITH_KAPPA},
    given=[bounded_kappa],
    reading="κ is infinite where Pg = 0 ≠ g, and no number where g = 0. κ̄ is known by hand; the arc has points close "
    "to its target, and the target itself. As a bound on all of M, κ ≤ κ̄ is a condition on M and L, and holds along "
    "every path.",
    tight="attained at the ends of the arc",
    mutants={"5 % less of κ̄ - 1": {"bound": lambda kappa: 1 + F(19, 20) * (kappa - 1)}},
)
def bounded_kappa_excludes_stationary_points(world, *, bound=lambda kappa: kappa):
    problem, kappa = world
    rows = [parts(problem, u, basis) for u, basis in problem.points]
    return at_most([each.square for each in rows], [bound(kappa) * each.tangent for each in rows], symbol="‖g‖²")
