"""Section 6, "Optimal sampling": is it a trade-off, and must the variance stay bounded for the iteration to converge?

Least squares by constants on two points of mass 1/2 with the targets 1 and -1. A fair coin says which point is the rare
one, drawn with probability p_t, and the estimate is P^1 g = w(x) g(x): unbiased, with c_var1 = c_var2 = 1/(4 p_t q_t),
q_t = 1 - p_t, which is m_t = (k + 1)²/(4k) for p_t = 1/(k + 1). Sampling gets worse as k = k_t grows. For X_t = E u_t²
    X_{t+1} = (1 - 2s + m_t s²) X_t + m_t s²,   1/min_s X_{t+1} = 1/X_t + 1/(m_t (X_t + 1) - X_t).
"""

from fractions import Fraction
from math import isqrt

import numpy as np
import sympy as sp
from flint import arb

from theorytest import at_least, at_most, claim, equal, family, horizon, proof, reals, repair, symbol, threshold

x, R = sp.symbols("x R", positive=True)
CHRISTOFFEL = 1 + x**2  # of lines under the Gaussian measure
SQUARE = 1 / (sp.pi * (1 + x**2))  # g² times the Gaussian density


def second_moment(weight, square, end):
    """∫ w K g² dρ over [-R, R] for one point; every function here is even in x."""
    return 2 * sp.integrate(sp.cancel(weight * CHRISTOFFEL) * square, (x, 0, end))


@claim(
    "x:sec6-no-trade-off",
    says="Optimal sampling is in general no trade-off: for lines, Gaussian ρ and quasi-projections some g has "
    "E‖Pⁿg‖² = ∞ for n plain points, but 2‖g‖² for one optimal point.",
    formula=r"\int_{-R}^R\mathfrak{K}g^2\,\mathrm{d}\rho = \tfrac{2R}\pi \to \infty, \qquad "
    r"\int w\,\mathfrak{K}g^2\,\mathrm{d}\rho = d\,\|g\|^2 = 2",
    forall={"R": symbol("R > 0"), "n": symbol("n ≥ 1")},
    reading="An example for 'in general': E‖Pⁿg‖² is at least E‖P¹g‖²/n, which no n makes finite.",
    premises=["x:rmk-complexity-necessary"],
    mutants={
        "optimal points": {"cheap": 2 / CHRISTOFFEL},
        "a gradient with two more moments": {"square": 2 / (sp.pi * (1 + x**2) ** 2)},
        "5 % less growth": {"growth": sp.Rational(19, 10) * R / sp.pi},
    },
)
def no_number_of_points_is_enough(*, cheap=1, square=SQUARE, growth=2 * R / sp.pi):
    """g² ρ = 1/(π (1 + x²)), integrated by sympy. As K (Pg)² is integrable, the normal part alone is as bad."""
    yield equal(2 * sp.integrate(square, (x, 0, sp.oo)), 1, "norm", symbol="‖g‖²")
    yield equal(second_moment(cheap, square, R), growth, "plain points", symbol="the integral up to R")
    yield equal(second_moment(2 / CHRISTOFFEL, square, sp.oo), 2, "optimal points", symbol="E‖P¹g‖²")


LAST = 10_000
GROWTHS = {"bounded": lambda _: 1, "large": lambda _: 10**4, "√t": isqrt, "t": lambda t: t, "t²": lambda t: t * t}
POWERS = reals(0, 3).map(lambda a: lambda t: max(1, int(float(t) ** float(a))))


def variance(k, one=Fraction(1)):
    """m = (k + 1)²/(4k), in the arithmetic of `one`."""
    return one * (k + 1) ** 2 / (4 * k)


def best_step(X, m):
    """The minimiser of (1 - 2s + m s²) X + m s²."""
    return X / (m * (X + 1))


def recursion(growth, n_steps, one, steps=None):
    """X_1 = 1, ..., X_{n_steps + 1} for given steps, or for the best ones, which are fixed in advance."""
    found = [one]
    for t in range(1, n_steps + 1):
        m = variance(growth(t), one)
        s = best_step(found[-1], m) if steps is None else steps(t)
        found.append((1 - 2 * s + m * s**2) * found[-1] + m * s**2)
    return found


def enumerated_squares(growth, n_steps):
    """E u_t² from u_1 = 1 over all coins and points, with the same steps."""
    law, found, half = {Fraction(1): Fraction(1)}, [Fraction(1)], Fraction(1, 2)
    for t in range(1, n_steps + 1):
        k = growth(t)
        s, new = best_step(found[-1], variance(k)), {}
        for u, p in law.items():
            for y in (1, -1):
                for q in (Fraction(1, k + 1), Fraction(k, k + 1)):  # of this point, as the coin says
                    v = u - s * (half / q) * (u - y)
                    new[v] = new.get(v, 0) + p * half * q
        law = new
        found.append(sum(p * u**2 for u, p in law.items()))
    return found


@claim(
    "x:sec6-variance-needed",
    says="Convergence of the iteration requires the variance of the estimates to remain bounded.",
    formula=r"\sup_tc_{\mathrm{var},t} = \infty \implies \mathbb{E}\|P_tg_t\|^2 \not\to 0",
    forall={"t": horizon},
    gravity="fails only when read literally",
    finding="variance-needed",
    reading="For any steps, in the mean square, on two points of which a fair coin makes one rare. For constant "
    "steps the sentence is true, and t^(-0.9), which does not know the variance, is a counterexample.",
    controls={"a variance like t²": {"growth": GROWTHS["t²"]}},
)
def unbounded_variance_forbids_convergence_as_printed(*, growth=GROWTHS["√t"]):
    """The variance grows like √t/4: the mean square tends to 0 like t^(-2/5) for s_t = t^(-0.9), t^(-1/2) at best."""
    yield at_least(variance(growth(10**8)), threshold(1000), "unbounded", symbol="c_var at t = 10⁸")
    for name, steps in {"the best steps": None, "t^(-0.9)": lambda t: arb(t) ** (-arb(9) / 10)}.items():
        X = recursion(growth, LAST, arb(1), steps)[-1]
        yield at_least(X, threshold(arb(1) / 100), f"limit, {name}", until=LAST, symbol="E‖P_tg_t‖²")


T, K = proof.integer("T k")
X, S, M = proof.function("X", "≥0"), proof.function("S", "≥0"), proof.function("m", "≥1")
NEW = X(T) - X(T) ** 2 / (M(T) * (X(T) + 1))


def first(share, sign):
    """X_1 = 1 and S_1 = 0, as X(1 + share S) needs them."""
    return [proof.use("X_1", sign * (1 + share * S(1))), proof.use("S_1", sign * share)]


def later(share, sign):
    """X_{T+1} and S_{T+1} by their recursions, as X(1 + share S) needs them."""
    return [proof.use("X", sign * (1 + share * S(T + 1)), at={"k": T}), proof.use("S", sign * share * NEW, at={"k": T})]


def for_every_variance(*, inverse=lambda m: 1 / m, below=0.5):
    """X(1 + S/2) ≤ 1 ≤ X(1 + S) by induction, S the sum of 1/m_t, and no step is better than the best one."""
    x, m, s = proof.number("x", "≥0"), proof.number("v", "≥1"), proof.real("s")
    kept, half = 1 - X(T) / (M(T) * (X(T) + 1)), X(T) / (2 * M(T) * (X(T) + 1))
    return proof.statement(
        [
            at_most(X(T) * (1 + below * S(T)), 1),
            at_least(X(T) * (1 + S(T)), 1),
            at_least((1 - 2 * s + m * s**2) * x + m * s**2, x - x**2 / (m * (x + 1))),
        ],
        given={
            "X_1": proof.defined(equal(X(1), 1)),
            "X": proof.defined(equal(X(K + 1), X(K) - X(K) ** 2 / (M(K) * (X(K) + 1))), K),
            "S_1": proof.defined(equal(S(1), 0)),
            "S": proof.defined(equal(S(K + 1), S(K) + inverse(M(K))), K),
        },
        by=[
            proof.induction(
                T, base=first(below, -1), step=[*later(below, -1), proof.use(proof.HYPOTHESIS, kept + half)]
            ),
            proof.induction(T, base=first(1, 1), step=[*later(1, 1), proof.use(proof.HYPOTHESIS, kept)]),
            [proof.squared(s - x / (m * (x + 1)), m * (x + 1))],
        ],
    )


TIMES = (1, 10, 100, 1000, LAST)
TRIED, TRIED_AT = (Fraction(1), Fraction(1, 3), Fraction(1, 50)), (1, 7)


def for_every_variance_at(growth):
    """At T = t + 1 for the times of the check, and for the steps that are not best."""
    errors = recursion(growth, LAST, 1.0)
    sums = np.cumsum([1 / variance(growth(t), 1.0) for t in range(1, LAST + 1)])
    late = [{"T": t + 1, "X": {t + 1: errors[t]}.__getitem__, "S": {t + 1: sums[t - 1]}.__getitem__} for t in TIMES]
    steps = [{"x": x, "v": variance(growth(t)), "s": s} for t in TRIED_AT for x in TRIED for s in TRIED]
    return [None] * 5 + late + late + steps


@repair(
    "x:sec6-variance-needed/corrected",
    "x:sec6-variance-needed",
    kind="rate",
    says="For constants, targets ±1 on two points, one rare by coin, and u_1 = ±1, the best deterministic steps have "
    "1 + ½Σ_(t<T)1/m_t ≤ 1/E u_T² ≤ 1 + Σ_(t<T)1/m_t.",
    formula=r"1+\tfrac12\sum_{t<T}\frac1{m_t} \le \frac1{X_T} \le 1+\sum_{t<T}\frac1{m_t}",
    forall={
        "m": family(GROWTHS, "variances m_t = (k + 1)²/(4k) by the growth of k", search=POWERS, effort=30),
        "t": horizon,
    },
    reading="A coin in each step, and one point is drawn, the rare one with probability 1/(k + 1); X_t = E‖P_tg_t‖², "
    "X_1 = 1 and c_var,1 = c_var,2 = m_t. So deterministic steps with X_t → 0 exist if and only if Σ1/m_t = ∞.",
    tight="attained by m_t = 1 from above, and approached by one step with a large variance from below",
    proof=proof.compared(for_every_variance, for_every_variance_at),
    mutants={
        "the root of the variance": {"inverse": lambda m: m**-0.5},
        "two per cent more of the sum from below": {"below": 0.51},
    },
)
def inverse_variances_decide(growth, *, inverse=lambda m: 1 / m, below=0.5):
    """All coins and points of four steps, then the recursion; X_t falls, and m_t ≤ m_t (X_t + 1) - X_t ≤ m_t (X_1 + 1).

    A variance like t still allows convergence, like 1/log t; a variance like t² does not, whatever the steps.
    """
    counted = recursion(growth, 4, Fraction(1))
    yield equal(enumerated_squares(growth, 4), counted, "all draws", symbol="E‖P_tg_t‖²")
    times = np.array(TIMES)
    errors = np.array(recursion(growth, LAST, 1.0))
    sums = np.cumsum([inverse(variance(growth(t), 1.0)) for t in range(1, LAST + 1)])[times - 1]
    yield at_least(errors[times] * (1 + sums), 1.0, "above", digits=9, until=LAST, symbol="X_T (1 + Σ 1/m_t)")
    yield at_most(errors[times] * (1 + below * sums), 1.0, "below", digits=9, until=LAST, symbol="X_T (1 + ½Σ 1/m_t)")
    for m in (variance(growth(t)) for t in TRIED_AT):
        found = [(1 - 2 * s + m * s**2) * x + m * s**2 for x in TRIED for s in TRIED]
        least = [x - x**2 / (m * (x + 1)) for x in TRIED for _ in TRIED]
        yield at_least(found, least, "other steps", symbol="X after a step")
