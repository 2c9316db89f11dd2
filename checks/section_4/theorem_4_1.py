r"""Theorem 4.1 [thm:descent_quasi_projection]: one step lowers the expected risk by the printed amount."""

from dataclasses import replace

from checks.hypotheses import descent_bound
from checks.instances.known_steps import ANY_STEP, RANDOM_ERRORS, Steps, all_steps
from checks.theory import symbolic_step as one
from checks.theory.unbiased_step import DESCENT, printed_change, times
from theorytest import at_most, claim, family
from theorytest.proof import as_checked, mean, real, use

STEPS = family(
    all_steps,
    "losses, spaces, estimators and retractions with (LS), (CR) and (BBV): all rows of Table 2 on finitely many "
    "points, in L² and H¹, and the circle; up to five gradients and four steps s_t > 0 each, known before the draw",
    search=ANY_STEP,
)


ANY = Steps(one.constants, one.L, one.C_R, one.beta, [(one.s, one.tangent, one.normal, mean(one.after) - one.now)])
UNIT = one.s + one.s**2
BY = [  # (CR) and (LS) in the mean, the first line of (BBV) s times, the second one s² (L + C_R)/2 times
    use("(CR)", 1 / UNIT, mean=True),
    use("(LS)", 1 / UNIT, mean=True),
    use("(BBV): bias", one.s / UNIT),
    use("(BBV): variance", one.s**2 * (one.L + one.C_R) / 2 / UNIT),
]


DRAWN = real("β", random=True)  # with the points


def numbers(known, beta=one.beta):
    """What each step of an instance gives to the symbols; L(u_t) is any number."""
    setting = dict(zip(one.constants, known.constants, strict=True))
    setting |= {one.L: known.L, one.C_R: known.C_R, beta: known.beta}
    for s, tangent, normal, moved in known.steps:
        yield setting | {one.s: s, one.tangent: tangent, one.normal: normal, one.now: 0, mean(one.after): moved}


@claim(
    "x:appI-random-beta",
    says="For random β_t ≥ 0 Theorem 4.1 holds with E[β_t | F_t] for β_t; of these means Proposition 4.7 asks only "
    "that they are summable.",
    formula=r"\mathbb{E}[\mathcal{L}(u_{t+1})\mid\mathcal{F}_t] \le \mathcal{L}(u_t) - \dots + "
    r"\mathbb{E}[\beta_t\mid\mathcal{F}_t]",
    forall={"(L, T_t, P_tⁿ, R_t, β_t, g_t, s_t)": RANDOM_ERRORS},
    given=[descent_bound],
    reading="Theorems 4.8, 4.9 and 4.21 take β_t from Theorem 4.1 into the Z_t of Proposition 4.7. Theorem 4.2 asks "
    "for a bound that is known at the start, and Theorem 4.16 has β_t = 0.",
    tight="attained by least squares on linear spaces with optimal points and a retraction that uses up (CR)",
    premises=["eq:L-smooth", "eq:C-retraction/corrected", "eq:bbv"],
    proof=as_checked(
        replace(ANY, beta=mean(DRAWN)),
        given=DESCENT | {"(CR)": one.retracted(DRAWN), "(BBV): bias": one.aligned()},
        by=BY,
        at=lambda known: numbers(known, mean(DRAWN)),
    ),
    mutants={"one per cent less of the mean": {"beta": lambda offset: 0.99 * offset}},
)
@claim(
    "thm:descent_quasi_projection",
    also=["eq:descent_bound", "x:thm4.1-combine"],
    says="If (LS), (CR) with β_t ≥ 0 and (BBV) hold, the expected risk after one step is at most the right-hand "
    "side of (12).",
    formula=r"\mathbb{E}[\mathcal{L}(u_{t+1})\mid\mathcal{F}_t] \le \mathcal{L}(u_t) - \bigl(c_{\mathrm{bias},1}s_t - "
    r"s_t^2\tfrac{L+C_R}{2}c_{\mathrm{var},1}\bigr)\|P_tg_t\|^2 + s_tc_{\mathrm{bias},2}\|P_tg_t\|\|(I-P_t)g_t\| + "
    r"s_t^2\tfrac{L+C_R}{2}c_{\mathrm{var},2}\|(I-P_t)g_t\|^2 + \beta_t",
    forall={"(L, T_t, P_tⁿ, R_t, g_t, s_t)": STEPS},
    given=[descent_bound],
    reading="(CR) has u_t on both sides, and s_t > 0 is known before the draw, as the scheme of Section 1.1 says.",
    tight="attained by least squares on linear spaces with optimal points",
    premises=["eq:L-smooth", "eq:C-retraction/corrected", "eq:bbv"],
    proof=as_checked(ANY, given=DESCENT | {"(BBV): bias": one.aligned()}, by=BY, at=numbers),
    mutants={
        "one per cent more of c_bias1": {"constants": times(0, 1.01)},
        "one per cent less of c_bias2": {"constants": times(1, 0.99)},
        "one per cent less of c_var1": {"constants": times(2, 0.99)},
        "one per cent less of c_var2": {"constants": times(3, 0.99)},
        "one per cent less of L": {"smoothness": lambda L, C_R: 0.99 * L + C_R},
        "one per cent less of C_R": {"smoothness": lambda L, C_R: L + 0.99 * C_R},
        "one per cent less of beta": {"beta": lambda offset: 0.99 * offset},
    },
)
def one_step_descends(
    known, *, constants=lambda known: known, smoothness=lambda L, C_R: L + C_R, beta=lambda offset: offset
):
    upper = constants(known.constants), smoothness(known.L, known.C_R)
    units = [s + s**2 for s, *_ in known.steps]
    found = [moved / unit for (*_, moved), unit in zip(known.steps, units, strict=True)]
    bounds = [
        printed_change(*upper, s, tangent, normal, beta(known.beta)) / unit
        for (s, tangent, normal, _), unit in zip(known.steps, units, strict=True)
    ]
    return at_most(found, bounds, digits=10, symbol="the change per s + s²")
