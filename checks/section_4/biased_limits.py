r"""Section 4 [x:sec4-stationary-impossible]: where the scheme with a biased estimator ends.

For a linear class and least squares let e_t = u_t - Pu and r = u - Pu. An estimator that is a projection has
    E[e_{t+1} | F_t] = (1 - s_t) e_t + s_t b,   b = E P^n r,
so that E e_t = b for t ≥ 2 and s_t = 1/t; c_bias2 > 0 says b ≠ 0 for some r only.
"""

from fractions import Fraction
from types import SimpleNamespace

from checks.hypotheses import biased, least_squares_loss, linear_class, no_retraction, reproduces
from checks.instances.biased_worlds import TARGETS
from theorytest import at_least, claim, equal, family, integers, proof, repair, threshold

SCOPE = {
    "u, Pⁿ": TARGETS,
    "t": family([2, 10, 1000], "times from 2 on", search=integers(2)),
}


def mean_on_symbols(*, least=lambda world: world.bias_square):
    """m_t = (E u_t - Pu, b) is ‖b‖² from t = 2 on, by proof.induction, and E‖u_t - Pu - b‖² ≥ 0."""
    t, k, square = proof.integer("t", 2), proof.integer("k"), proof.nonnegative("‖b‖²")
    m, size = proof.function("m"), proof.function("E‖P_tg_t‖²")
    reproduces_ = "Pⁿ v = v for v in T: E[u_{t+1} | F_t]"
    given = {
        reproduces_: proof.for_all(k, equal(m(k + 1), (1 - 1 / k) * m(k) + square / k)),
        "E‖P_tg_t‖²: a square": proof.for_all(k, at_least(size(k), 2 * m(k) - square)),
    }
    constant = proof.lemma(
        "the mean",
        equal(m(t), square),
        then=[proof.use("E‖P_tg_t‖²: a square", at={"k": t}), proof.use("the mean", 2)],
        by=proof.induction(
            t,
            base=[proof.use(reproduces_, at={"k": 1})],
            step=[proof.use(reproduces_, at={"k": t}), proof.use(proof.HYPOTHESIS, 1 - 1 / t)],
        ),
    )
    return proof.statement(at_least(size(t), least(SimpleNamespace(bias_square=square))), given=given, by=constant)


@repair(
    "x:sec4-stationary-impossible/corrected",
    "x:sec4-stationary-impossible",
    by={"least": lambda world: world.bias_square},
    says="For least squares on a linear class, estimators with Pⁿv = v on M and s_t = 1/t: "
    "E‖P_tg_t‖² ≥ ‖E Pⁿ(u−Pu)‖² for t ≥ 2.",
    formula=r"s_t = \tfrac1t:\quad \mathbb{E}u_t = Pu + b,\quad \mathbb{E}\|P_tg_t\|^2 \ge \|b\|^2, \quad "
    r"b = \mathbb{E}P^n(u-Pu),\ t \ge 2",
    given=[least_squares_loss, linear_class, no_retraction, reproduces],
    tight="approached as t grows",
    proof=proof.compared(
        mean_on_symbols,
        lambda world, t: {"t": t, "‖b‖²": world.bias_square, "E‖P_tg_t‖²": proof.along([world.projected_square(t)], t)},
    ),
    mutants={"two per cent more": {"least": lambda world: Fraction(51, 50) * world.bias_square}},
)
@claim(
    "x:sec4-stationary-impossible",
    says="For least squares, c_bias,2 > 0 and u ∉ M, the scheme does not converge to a stationary point.",
    formula=r"c_{\mathrm{bias},2} > 0,\ u\notin\mathcal{M} \implies \mathbb{E}\|P_tg_t\|^2 \not\to 0",
    forall=SCOPE,
    given=[biased],
    gravity="wrong statement",
    finding="no-guarantee-is-not-impossible",
    reading="For every u ∉ M, in the mean square; for some u it is true.",
    premises=["x:sec4-condition-eventually"],
)
def scheme_stays_away(world, t, *, least=lambda world: threshold(Fraction(1, 500) * world.residual_square)):
    """Points from the wrong measure: u = (0, 1, -1) does not feel the bias, and E‖P g_{t+1}‖² = 1/(2t)."""
    return at_least(world.projected_square(t), least(world), symbol="E‖P_t g_t‖²")
