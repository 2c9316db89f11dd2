r"""The proof of Theorem 4.16, line by line [thm:descent_mu-PL]."""

from fractions import Fraction as F

import theorytest as tt
from checks.hypotheses import DESCENT_WITHOUT_ERROR, finite_kappa, polyak_lojasiewicz, positive_sigma_tilde
from checks.instances.pl_steps import GRADIENTS, STEPS, Gradient
from checks.instances.spirals import BETWEEN, STEPS_ON_SPIRALS, contraction, sigma
from checks.theory.series import last, multiplied, nothing, summed
from theorytest import at_least, at_most, claim, equal, family, horizon, less_than, proof

TERMS = 300


CONSTANTS = family(
    {"all 1": (F(1),) * 5, "c_bias,1 = 3/5, L + C_R = 5": (F(3, 5), F(1), F(2), F(1, 2), F(5))},
    "c_bias,1, c_var,1, c_var,2, s_t and L + C_R, all positive",
    search=tt.product(*[tt.positive()] * 5),
)


(whole, tangent), normal = proof.positive("‖g‖² ‖Pg‖²"), proof.nonnegative("‖(I−P)g‖²")
*_, noise, step, smoothness = FIVE = proof.positive("c_bias1 c_var1 c_var2 s L+C_R")
ORTHOGONAL = "P_tg_t: Pythagoras"
PYTHAGORAS = proof.as_checked(
    Gradient(whole, tangent, normal),
    FIVE,
    given={ORTHOGONAL: equal(whole, tangent + normal)},
    by=[[proof.use(ORTHOGONAL, weight)] for weight in (-1, *[step**2 * smoothness / 2 * noise] * 3)],
)


@claim(
    "x:display-thm4.16-proof-kappa",
    also=["x:thm4.16-proof-substitution"],
    says="If P_tg_t ≠ 0, then ‖(I-P_t)g_t‖² = (κ_t - 1)‖P_tg_t‖²; the three right-hand sides of the second display "
    "equal that of the first.",
    formula=r"\|(I-P_t)g_t\|^2 = (\kappa_t-1)\|P_tg_t\|^2, \quad "
    r"-\bigl(c_{\mathrm{bias},1}s_t-s_t^2\tfrac{L+C_R}2c_{\mathrm{var},1}\bigr)\tfrac1{\kappa_t}\|g_t\|^2 + "
    r"s_t^2\tfrac{L+C_R}2c_{\mathrm{var},2}\tfrac{\kappa_t-1}{\kappa_t}\|g_t\|^2 = "
    r"-\tfrac{\tilde\sigma_t}{\kappa_t}\|g_t\|^2",
    forall={"g, T": GRADIENTS, "constants": CONSTANTS},
    given=[finite_kappa],
    reading="Each ≤ between them is an equality; ‖P_tg_t‖² = ‖g_t‖²/κ_t is the definition of κ_t.",
    proof=PYTHAGORAS,
    mutants={"κ for κ - 1": {"share": lambda kappa: kappa}, "κ² - 1": {"share": lambda kappa: kappa**2 - 1}},
)
def lines_agree(gradient, constants, *, share=lambda kappa: kappa - 1):
    """Without L(u_t) - L_min, which all lines have."""
    (G, tangent, normal), (b, v1, v2, s, K) = gradient, constants
    k, half = G / tangent, s**2 * K / 2
    yield equal(normal, share(k) * tangent, "substituted", symbol="‖(I-P)g‖²")
    first = half * v2 * normal - (b * s - half * v1) * tangent
    yield equal(half * v2 * share(k) * G / k - (b * s - half * v1) * G / k, first, "first", symbol="the bound")
    yield equal((half * (v1 + v2 * share(k)) - b * s) / k * G, first, "second", symbol="the bound")
    yield equal(-sigma((b, 0, v1, v2), K, s, k) / k * G, first, "third", symbol="the bound")


@claim(
    "x:display-thm4.16-proof-pl",
    says="If σ̃_t > 0, then (PL) gives L(u_t) - L_min - σ̃_t/κ_t ‖g_t‖² ≤ a_t (L(u_{t+1}) - L_min).",
    formula=r"(\mathcal{L}(u_t)-\mathcal{L}_{\min}) - \tfrac{\tilde\sigma_t}{\kappa_t}\|g_t\|^2 \le "
    r"a_t(\mathcal{L}(u_{t+1})-\mathcal{L}_{\min})",
    forall={"L, M, Pⁿ, s": STEPS},
    given=[polyak_lojasiewicz, positive_sigma_tilde],
    reading="The last line of the estimate, with the mean of the next gap; along a path it fails as well. With L(u_t) "
    "on the right it is (PL) times σ̃_t/κ_t.",
    gravity="misprint",
    finding="pl-next-iterate",
    controls={"L(u_t) on the right": {"gap": lambda row: row.gap}},
)
def pl_line(steps, *, gap=lambda row: row.after):
    left, right = [], []
    for row in steps.rows:
        left.append(row.gap - sigma(steps.constants, row.smoothness, row.step, row.kappa) / row.kappa * row.square)
        right.append(contraction(steps.constants, row.smoothness, row.step, row.kappa, row.lam) * gap(row))
    return at_most(left, right, digits=10, symbol="the gap minus σ̃/κ ‖g‖²")


RUNS = {
    "L, M, Pⁿ, s": STEPS_ON_SPIRALS,
    "b": family(BETWEEN, "ā < b < 1", search=tt.reals(0, 1, open=True)),
}


def factors(spiral, steps):
    """The a_t of these steps."""
    return [contraction(spiral.constants, spiral.smoothness, step, spiral.kappa) for step in steps]


def scaled_on_symbols(*, of=max, c=lambda a, b: a / b):
    """The first part times 1/b^(t+1) = 1/(b bᵗ)."""
    (a_t, least, a, Y), b = proof.nonnegative("a_t min_a ā Y_t"), proof.positive("b")
    t, after, name = proof.integer("t", 0), proof.real("Y_{t+1}", random=True), "E[Y_{t+1} | F_t] ≤ a_tY_t"
    power, later, falls = b**t, b ** (t + 1), [proof.use(name), proof.use("a_t ≤ ā", Y)]
    bound, exchanged = (least, a)[of((0, 1))], proof.fact("powers", b, t, 1, times=-a * Y / (b * power * later))
    return proof.statement(
        [
            at_most(proof.mean(after), bound * Y),
            at_most(proof.mean(after) / later, c(bound, b) * Y / power),
            less_than(c(bound, b), 1),
        ],
        given={
            name: at_most(proof.mean(after), a_t * Y),
            "a_t ≤ ā": at_most(a_t, a),
            "a_t ≤ ā < b": less_than(a, b),
        },
        by=[
            falls,
            [*(proof.product(each, times=1 / later) for each in falls), exchanged],
            [proof.use("a_t ≤ ā < b", 1 / b)],
        ],
    )


def scaled_at(curve, theta):
    (spiral, steps), gap, rows = curve, 1, []
    every = factors(spiral, steps)
    a = max(every)
    for t, step in enumerate(steps * 3):
        known = {"ā": a, "min_a": min(every), "b": a + theta * (1 - a), "t": t, "a_t": spiral.mean_factor(step)}
        rows.append(known | {"Y_t": gap, "Y_{t+1}": spiral.mean_factor(step) * gap})
        gap *= spiral.factors(step)[-1][1]
    return [*rows, *rows, rows[0]]


@claim(
    "x:display-thm4.16-proof-contraction",
    also=["x:display-thm4.16-proof-scaled"],
    says="If a_t ≤ ā < b for all t, then E[Y_{t+1} | F_t] ≤ āY_t, and Ŷ_t = b⁻ᵗY_t contracts by c = ā/b < 1.",
    formula=r"\mathbb{E}[Y_{t+1}\mid\mathcal{F}_t] \le \bar aY_t, \quad "
    r"\mathbb{E}[b^{-(t+1)}Y_{t+1}\mid\mathcal{F}_t] \le \tfrac{\bar a}{b}\,b^{-t}Y_t",
    forall=RUNS,
    given=[*(each.stated for each in DESCENT_WITHOUT_ERROR), polyak_lojasiewicz],
    reading="From E[Y_{t+1} | F_t] ≤ a_tY_t. a is the bound ā; c = 0 is possible, when one exact step reaches the "
    "minimum.",
    tight="attained on spirals",
    premises=["x:display-thm4.16-one-step"],
    proof=proof.compared(scaled_on_symbols, scaled_at),
    mutants={"the smallest a_t": {"of": min}, "c one per cent less": {"c": lambda a, b: F(99, 100) * a / b}},
)
def scaled_gaps_contract(curve, theta, *, of=max, c=lambda a, b: a / b):
    """Along the path of the last draws, whose mean factors are the a_t; the steps alternate."""
    spiral, steps = curve
    a, gap, rows = of(factors(spiral, steps)), 1, []
    b = a + theta * (1 - a)
    for t, step in enumerate(steps * 3):
        rows.append((t, gap, spiral.mean_factor(step) * gap))
        gap *= spiral.factors(step)[-1][1]
    means = [mean for *_, mean in rows]
    yield at_most(means, [a * gap for _, gap, _ in rows], "the gaps", symbol="E[Y_{t+1} | F_t]")
    scaled, bounds = zip(*((mean / b ** (t + 1), c(a, b) * gap / b**t) for t, gap, mean in rows), strict=True)
    yield at_most(list(scaled), list(bounds), "the scaled gaps", symbol="E[Ŷ_{t+1} | F_t]")
    yield less_than(c(a, b), 1, "c", symbol="c")


def summable_on_symbols(*, base=lambda _, b: b):
    """Σ_{t≤T} b⁻ᵗY_t + ā/(b - ā) b^-T Y_T ≤ b/(b - ā) Y_0 by induction, in the mean; Q_t = b⁻ᵗ."""
    a, b, T, k = proof.nonnegative("ā"), proof.positive("b"), proof.integer("T", 0), proof.integer("k", 0)
    Y, (Q, of_q) = proof.function("Y", "≥0"), multiplied("Q", lambda _: 1 / base(a, b), "≥0")
    S, of_s = summed("S", lambda t: Q(t) * Y(t), first=0)
    later = [last("S", T, -1), last("Q", T, -Y(T + 1) * b / (b - a)), proof.use("a_t ≤ ā", Q(T) / (b - a), at={"k": T})]
    return proof.statement(
        at_most(S(T), b / (b - a) * Y(0)),
        given=of_q | of_s | {"a_t ≤ ā < b": less_than(a, b), "a_t ≤ ā": proof.for_all(k, at_most(Y(k + 1), a * Y(k)))},
        by=proof.lemma(
            "with the last",
            at_most(S(T) + a / (b - a) * Q(T) * Y(T), b / (b - a) * Y(0)),
            by=proof.induction(
                T,
                base=[last("S", -1, -1), nothing("S", -1), nothing("Q", -Y(0) * b / (b - a))],
                step=[proof.use(proof.HYPOTHESIS), *later],
            ),
            then=[proof.use("with the last")],
        ),
    )


def summable_at(curve, theta):
    spiral, steps = curve
    a = factors(spiral, steps[:1])[0]
    b, mean = a + theta * (1 - a), spiral.mean_factor(steps[0])
    total = sum((mean / b) ** t for t in range(TERMS))
    return {"ā": a, "b": b, "T": TERMS - 1, "S": proof.along([total], TERMS - 1), "Y": lambda t: mean**t, "k": 0}


@claim(
    "x:thm4.16-proof-summable",
    kind="almost sure",
    says="If a_t ≤ ā < b for all t, then E Σ_t b⁻ᵗY_t ≤ Y_0/(1 - ā/b), so that the scaled gaps are summable "
    "almost surely.",
    formula=r"\mathbb{E}\sum_tb^{-t}Y_t \le \tfrac{b}{b-\bar a}\,Y_0",
    forall={**RUNS, "t": horizon},
    given=[*(each.stated for each in DESCENT_WITHOUT_ERROR), polyak_lojasiewicz],
    tight="attained on spirals, as the number of steps tends to infinity",
    premises=["x:display-thm4.16-proof-contraction"],
    proof=proof.compared(summable_on_symbols, summable_at),
    mutants={"b three per cent less": {"base": lambda _, b: F(97, 100) * b}},
)
def scaled_gaps_are_summable(curve, theta, *, base=lambda _, b: b):
    """With the first step always, whose factors are independent: Y_0 = 1 and E Y_t = aᵗ."""
    spiral, steps = curve
    a = factors(spiral, steps[:1])[0]
    middle = a + theta * (1 - a)
    ratio = spiral.mean_factor(steps[0]) / base(a, middle)
    total = sum(ratio**t for t in range(TERMS))
    return at_most(total, middle / (middle - a), until=TERMS, symbol="E Σ b⁻ᵗY_t")


SEQUENCES = {"a spike at 0": [F(1)], "a spike at 3": [F(0)] * 3 + [F(1)], "halves": [F(1, 2**i) for i in range(8)]}


def term_on_symbols(*, rate=lambda b, t: b**t):
    """The partial sums are at least their last term, by induction; W_t = b⁻ᵗY_t."""
    b, t, W, total = proof.positive("b"), proof.integer("t", 0), proof.function("W", "≥0"), proof.nonnegative("total")
    S, of_s = summed("S", W, first=0)
    grows = proof.induction(t, base=[last("S", -1), nothing("S")], step=[proof.use(proof.HYPOTHESIS), last("S", t)])
    name, n = "Σ_r b⁻ʳY_r is finite", proof.integer("n", 0)
    return proof.statement(
        at_most(b**t * W(t), rate(b, t) * total),
        given=of_s | {name: proof.for_all(n, at_most(S(n), total))},
        by=proof.lemma(
            "the last term",
            at_least(S(t), W(t)),
            by=grows,
            then=[proof.use("the last term", b**t), proof.use(name, b**t, at={"n": t})],
        ),
    )


def term_at(scaled, b):
    sums = [sum(scaled[:t]) for t in range(len(scaled) + 1)]
    known = {"b": b, "W": proof.along(scaled, 0), "S": proof.along(sums, -1), "total": sums[-1]}
    return [known | {"t": t, "n": t, "j": t - 1} for t in range(len(scaled))]


@claim(
    "x:thm4.16-proof-stechkin",
    says="If Y_t ≥ 0 and Σ_r b⁻ʳY_r is finite, then Y_t ≤ bᵗ Σ_r b⁻ʳY_r.",
    formula=r"Y_t \le \gamma_t^{-1}\sum_r\gamma_rY_r, \qquad \gamma_t = b^{-t}",
    forall={
        "b⁻ᵗY_t": family(SEQUENCES, "nonnegative summable sequences", search=tt.vectors(range(1, 7), 0)),
        "b": family((F(1, 2), F(9, 10)), "numbers in (0, 1)", search=tt.reals(0, 1, open=True)),
    },
    reading="The sum bounds each of its terms; the weighted Stechkin inequality is not needed.",
    tight="attained by a single spike",
    proof=proof.compared(term_on_symbols, term_at),
    mutants={"b 5 % less": {"rate": lambda b, t: (b * F(19, 20)) ** t}},
)
def weighted_sum_bounds_terms(scaled, b, *, rate=lambda b, t: b**t):
    terms = [b**t * value for t, value in enumerate(scaled)]
    return at_most(terms, [rate(b, t) * sum(scaled) for t in range(len(terms))], symbol="Y_t")
