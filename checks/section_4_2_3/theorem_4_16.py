r"""Theorem 4.16 [thm:descent_mu-PL]: exponential decay of the gap to the infimum over H while κ_t stays bounded."""

from fractions import Fraction as F

import theorytest as tt
from checks.hypotheses import PL_DESCENT, finite_kappa, positive_sigma_tilde
from checks.instances.pl_steps import STEPS, numbers
from checks.instances.spirals import BETWEEN, ON_SPIRALS, contraction, sigma
from checks.theory import symbolic_step as one
from checks.theory.unbiased_step import DESCENDS, PL, WITHOUT_ERROR, kappa, lowest
from checks.theory.weighted_gaps import excursion
from theorytest import at_most, claim, family, horizon, more_than, proof


def change(constants, smoothness, step, tangent, normal):
    """-(c_bias1 s - s² (L + C_R)/2 c_var1) ‖Pg‖² + s² (L + C_R)/2 c_var2 ‖(I - P)g‖², of the squares."""
    c_bias1, _, c_var1, c_var2 = constants
    half = step**2 * smoothness / 2
    return -(c_bias1 * step - half * c_var1) * tangent + half * c_var2 * normal


def one_step_on_symbols(*, bound=contraction, terms=change):
    """Theorem 4.1 without β; then σ̃_t/κ_t times (PL), and ‖(I - P)g‖² = (κ - 1) ‖Pg‖²."""
    K, after, gap = one.L + one.C_R, proof.mean(one.after) - lowest, one.now - lowest
    sigma_t = sigma(one.constants, K, one.s, kappa)
    half = one.s**2 * K / 2 * one.constants[3]
    contracts = [*DESCENDS, proof.use("(PL)", sigma_t / kappa), proof.use("κ_t", -half - sigma_t / kappa)]
    return proof.statement(
        [
            at_most(after, gap + terms(one.constants, K, one.s, one.tangent**2, one.normal**2)),
            at_most(after, bound(one.constants, K, one.s, kappa, one.lam) * gap),
        ],
        given=WITHOUT_ERROR | PL | {"σ̃_t > 0": more_than(sigma_t, 0)},
        by=[DESCENDS, contracts],
    )


def one_step_at(steps):
    return 2 * [numbers(steps.constants, row) for row in steps.rows]


@claim(
    "x:display-thm4.16-one-step",
    also=["x:display-thm4.16-constants", "x:display-thm4.16-proof-descent"],
    says="If κ_t is finite and σ̃_t > 0, then E[L(u_{t+1}) - L_min | F_t] ≤ a_t (L(u_t) - L_min) "
    "with a_t = 1 - 2λσ̃_t/κ_t.",
    formula=r"\mathbb{E}[\mathcal{L}(u_{t+1})-\mathcal{L}_{\min}\mid\mathcal{F}_t] \le "
    r"\Bigl(1-2\lambda\tfrac{\tilde\sigma_t}{\kappa_t}\Bigr)(\mathcal{L}(u_t)-\mathcal{L}_{\min})",
    forall={"L, M, Pⁿ, s": STEPS},
    given=[*PL_DESCENT, finite_kappa.stated, positive_sigma_tilde],
    reading="Section 4.2 assumes c_bias,2 = 0, which the theorem does not repeat. The first display of its proof, "
    "Theorem 4.1 with c_bias,2 = β_t = 0, is compared as well.",
    tight="attained on spirals",
    premises=["thm:descent_quasi_projection", "eq:mu-PL", "eq:C-retraction/corrected"],
    proof=proof.compared(one_step_on_symbols, one_step_at, per=one.now - lowest),
    mutants={
        "κ - 2 for κ - 1": {"bound": lambda c, K, s, kappa, lam=1: 1 - 2 * lam * sigma(c, K, s, kappa - 1) / kappa},
        "σ of Theorem 4.9": {"bound": lambda c, K, s, kappa, lam=1: 1 - 2 * lam * sigma(c, K, s, 1) / kappa},
        "5 % more of λ": {"bound": lambda c, K, s, kappa, lam=1: contraction(c, K, s, kappa, F(21, 20) * F(lam))},
        "no c_var,2 in the display": {"terms": lambda c, *rest: change((*c[:3], 0), *rest)},
    },
)
def one_step_contracts(steps, *, bound=contraction, terms=change):
    found, bounds, changes = [], [], []
    for lam, K, step, ratio, square, gap, after in steps.rows:
        found.append(after / gap)
        bounds.append(bound(steps.constants, K, step, ratio, lam))
        changes.append(1 + terms(steps.constants, K, step, square / ratio, square * (1 - 1 / ratio)) / gap)
    options = {"digits": 10, "scale": 1.0, "symbol": "the expected next gap over the gap"}
    yield at_most(found, changes, "the display", **options)
    yield at_most(found, bounds, "the theorem", **options)


HORIZON = 400
LEVELS = family((2, 10, 100), "levels", search=tt.reals(1, 1000, log=True))


@claim(
    "thm:descent_mu-PL",
    also=["x:display-thm4.16-rate"],
    kind="almost sure",
    says="If a_t ≤ ā < b < 1 for all t, then L(u_t) - L_min = O(bᵗ) almost surely.",
    formula=r"a_t \le \bar a < b < 1 \implies \mathcal{L}(u_t)-\mathcal{L}_{\min} \lesssim b^t \text{ a.s.}",
    forall={
        "L, M, Pⁿ, s": ON_SPIRALS,
        "b": family(BETWEEN | {"b = ā": F(0)}, "ā ≤ b < 1", search=tt.reals(0, 1)),
        "K": LEVELS,
        "t": horizon,
    },
    given=[each.stated for each in PL_DESCENT],
    reading="The constant depends on the path. Checked is P(sup Y_t/bᵗ ≥ K Y_0) ≤ 1/K for every K; b = ā is enough.",
    premises=["x:display-thm4.16-one-step", "prop:RobbinsSiegmund"],
    mutants={"b one per cent below a": {"rate": lambda a, _: F(99, 100) * a}},
)
def gap_decays_exponentially(problem, theta, level, *, rate=lambda a, theta: a + theta * (1 - a)):
    """b^-t Y_t is a nonnegative supermartingale for b ≥ ā, which converges."""
    spiral, s = problem
    a = contraction(spiral.constants, spiral.smoothness, s, spiral.kappa)
    chance = excursion(spiral.factors(s), rate(a, theta), level, HORIZON)
    return at_most(chance, 1 / level, until=HORIZON, symbol="P(sup Y_t/bᵗ ≥ K Y_0)")
