r"""Theorem 4.9 [thm:rates_abstrac_SPL]: the almost sure rate, by the maximal inequality of theory/weighted_gaps.py."""

from checks.hypotheses import positive_sigma, strong_pl
from checks.instances.noisy_schemes import noisy_schemes, slow_errors
from checks.theory.weighted_gaps import rate_holds
from theorytest import claim, family, horizon
from theorytest.descent import Power

DELTA = 0.1


@claim(
    "thm:rates_abstrac_SPL",
    also=["x:display-thm4.9-rate", "x:thm4.9-proof-rs", "section:almost_sure_SPL"],
    kind="almost sure",
    says="If a_t χ_{t+1} ≤ χ_t and σ_t > 0 for t ≥ T, and Σ χ_{t+1} ξ_t < ∞, then almost surely L(u_t) − L_min,M ≲ "
    "1/χ_t.",
    formula=r"\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}} \lesssim \chi_t^{-1} \quad\text{almost surely}",
    reading="σ_t > 0, printed in the first part, is read for the second one, too; χ_t is deterministic.",
    forall={
        "u": family(noisy_schemes, "classes, losses, estimators and retractions"),
        "χ": family({"t^0.7": 0.7, "t^0.5": 0.5, "1": 0.0}, "χ_t > 0"),
        "t": horizon,
    },
    given=[strong_pl, positive_sigma.stated],
    expected="consistent",
    tight="approached in its maximal inequality by equal jumps",
    premises=["x:thm4.9-chi-conditions/corrected", "x:thm4.9-proof-shift/corrected"],
    mutants={
        "χ_t of order 1/s_t": {"rate": lambda _: 1 - DELTA},
        "χ_t at the edge of summability": {"rate": lambda _: 1 - 2 * DELTA},
        "steps of 1/(5t)": {"steps": Power(0.2, 1.0)},
        "errors of order s_t": {"drawn": slow_errors},
    },
)
def gap_is_bounded_by_chi(
    scheme,
    chi,
    *,
    steps=Power(0.5, 1 - DELTA),  # noqa: B008
    rate=lambda chi: chi,
    drawn=lambda scheme: scheme,
):
    """Steps t^-0.9 / 2, for which all χ_t are admissible from the first step on; with steps 1/(5t) two are not."""
    yield from rate_holds("the theorem", steps, rate(chi), drawn(scheme))
