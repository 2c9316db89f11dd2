r"""The caption of Table 1 [tab:rates]: for which ε the entries hold almost surely, and under which assumptions.

By Theorem 4.8 an algebraic entry of row 1 needs Σ p_t < ∞ and Σ_{t≤τ} s_t of the order of the inverse rate; by Theorem
4.9 one of row 2 needs χ_t = t^r with χ_{t+1} ξ_t summable and t s_t → ∞.
"""

from fractions import Fraction

import numpy as np
import sympy as sp
from flint import arb

from checks.hypotheses import bounded_orthogonal_part, conditions_of_4_8, strong_pl, summable_errors
from checks.theory.series import EPSILONS, converges, power, sp_number, t
from theorytest import at_least, at_most, claim, equal, family, horizon, integers, repair, threshold
from theorytest.descent import TABLE_1

HALF = Fraction(1, 2)


def least_gap(t):
    """(log 2 / log(t + 2))^(1/2) / 2, since (1 - s)⁴ ≥ 1 - 1/(k log k) ≥ log(k - 1) / log k."""
    return 0.5 * (np.log(2) / np.log(t + 2)) ** 0.5


def creeping():
    """A lower bound of t^0.02 gap_t at t = 10³⁰⁰ for s_t = 1/(4 k log k), k = t + 2, in O(t^(δ-1)), ℓ² and not in ℓ¹.

    Gradient descent on x²/2 has at least `least_gap`. A lasting orthogonal part, P^1 g = x ± 1, adds a martingale to
    x_t over Π(1 - s), so that by Kolmogorov a quarter is left for ever with probability 1 - 4 `noise()`.
    """
    far = arb(10) ** 300
    return far ** (arb(1) / 50) * (arb(2).log() / (far + 2).log()).sqrt() / 8


def noise(n_terms=100_000):
    """A bound of the variance of that martingale, Σ (s/A)² with A ≥ (log 2/log k)^(1/4); an integral for the rest."""
    k = np.arange(3.0, n_terms + 1)
    terms = 1 / (16 * k**2 * np.log(k) ** 1.5 * np.log(2) ** 0.5)
    return terms.sum() + n_terms * terms[-1]


def of_exact_order(n_steps=100_000):
    """The same at t = 10⁵ for s_t = t^(-0.6)/2."""
    return n_steps**0.02 * 0.5 * np.prod(1 - 0.5 * np.arange(1.0, n_steps) ** -0.6) ** 2


@claim(
    "tab:rates",
    kind="almost sure",
    says="The tabulated rates hold almost surely, with an ε ∈ (0, 1/2) that depends on the steps, under the "
    "assumptions of the linked equations.",
    formula=r"\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}} \in \mathcal{O}(t^{-1+2\varepsilon}), \quad "
    r"\min_{t\le\tau}\|P_tg_t\|^2 \in \mathcal{O}(\tau^{-1/2+\varepsilon}), \quad \varepsilon\in(0,\tfrac12)",
    forall={"t": horizon},
    given=[strong_pl, bounded_orthogonal_part, summable_errors],
    gravity="missing hypothesis",
    finding="cor4.13-lower-bound-of-steps",
    reading="Row 2 with the steps in O(t^(δ-1)) that Corollary 4.13 allows. Tried with ε = 0.49, which refutes every "
    "smaller ε; for larger ones t^(1-2ε)/√log t is unbounded as well.",
    premises=["cor:quasi-linear-convergence"],
    controls={"steps of exactly this order": {"scaled_gap": of_exact_order}},
)
def caption_as_printed(*, scaled_gap=creeping):
    k = np.arange(3.0, 100_003)
    gaps = 0.5 * np.cumprod(1 - 1 / (4 * k * np.log(k))) ** 2
    yield at_least(gaps / least_gap(k - 2), 1.0, "gradient descent", digits=9, symbol="the gap over its lower bound")
    yield at_most(4 * noise(), threshold(0.1), "with noise", symbol="P(the gap falls below a quarter of it)")
    yield at_most(scaled_gap(), threshold(10), "the rate", symbol="t^(1-2ε) times the gap")


def tabulated(row, column, eps):
    """The exponent of a cell as a fraction; the largest, 1, where the cell is exponential."""
    exponent = TABLE_1[f"x:tab1-row{row}-{column}"].exponent
    return Fraction(1) if exponent is None else Fraction(exponent(float(eps))).limit_denominator(10**6)


@repair(
    "tab:rates/corrected",
    "tab:rates",
    kind="almost sure",
    says="The worst-case and SGD entries hold for s_t ≍ t^(-1/2-ε) in row 1, and for s_t ≍ t^(δ-1) and β_t = "
    "O(t^(2δ-2)) with δ < ε in row 2.",
    formula=r"s_t\asymp t^{-1/2-\varepsilon} \quad\text{or}\quad s_t\asymp t^{\delta-1},\ \beta_t\in"
    r"\mathcal{O}(t^{2\delta-2}),\ 0<\delta<\varepsilon; \qquad \varepsilon\in(0,\tfrac12)",
    forall={
        "ε, δ": family(
            {f"ε = {eps}, δ = 0.9 ε": eps for eps in EPSILONS},
            "ε ∈ (0, 1/2) and δ ∈ (0, ε), here δ = 0.9 ε",
            search=integers(3, 40).map(lambda k: Fraction(1, k)),
            effort=8,
        ),
        "t": horizon,
    },
    given=[conditions_of_4_8, strong_pl, bounded_orthogonal_part],
    expected="consistent",
    reading="By Theorem 4.8 for row 1 and by Theorem 4.9, with (SPL), for row 2. The entries for exact projections and "
    "without orthogonal part have constant steps and claims of their own.",
    premises=["thm:stationary_point", "thm:rates_abstrac_SPL"],
    mutants={
        "δ = ε": {"share": Fraction(1)},
        "δ = 0": {"share": Fraction(0)},
        "β_t = t^(-3/2), which is summable": {"beta": lambda _: power(Fraction(3, 2))},
        "steps t^(-1/2)": {"shift": 0},
    },
)
def caption(eps, *, share=Fraction(9, 10), beta=lambda delta: power(2 - 2 * delta), shift=1, columns=("worst", "sgd")):
    """The conditions of both theorems for the steps of each cell and its tabulated exponent; sums by sympy."""
    s, delta = power(HALF + shift * eps), share * eps
    yield equal([converges(s**2), converges(s)], [True, False], "row 1", symbol="whether Σs² and Σs converge")
    grows = sp.limit(t * power(1 - delta), t, sp.oo) == sp.oo
    yield equal(bool(grows), True, "row 2: steps", symbol="whether t s_t is unbounded")
    for column in columns:
        flat, chi = (t ** sp_number(tabulated(row, column, eps)) for row in "12")
        bounded = sp.limit(sp.powsimp(flat / (t * s)), t, sp.oo) != sp.oo  # Σ s_t is of the order τ s_τ
        yield equal(bounded, True, f"row 1, {column}", symbol="whether τ^r/Σs is bounded")
        sums = [converges(sp.powsimp(chi * each)) for each in (power(1 - delta) ** 2, beta(delta))]
        yield equal(sums, [True, True], f"row 2, {column}", symbol="whether Σχξ converges, of the noise and of β")
