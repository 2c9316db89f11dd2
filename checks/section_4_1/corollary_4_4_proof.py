r"""The proof of Corollary 4.4, display by display: factors, products and the accumulated perturbation."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

import mpmath
import sympy as sp

from checks.instances.trees import (
    accumulated,
    circle,
    factor,
    instances,
    leaves,
    mean,
    product,
    sigma,
    smallest_xi,
    trees,
    two_curvatures,
)
from theorytest import at_least, at_most, claim, equal, repair

F = Fraction
# c_1, c_2, ε; the last reaches t_0 = 2000 up to one part in 2000
CONSTANTS = ((F(1), F(2), F(1)), (F(1, 2), F(3), F(2)), (F(7, 2), F(5), F(1, 3)), (F(2), F(2), F(1, 1000)))


def printed_xi(smoothness, c_var2, C, c_0, t, beta):
    """c_0² (L + C_R)/2 c_var2 C² t^-2 + β_t."""
    return c_0**2 * smoothness / 2 * c_var2 * C**2 / t**2 + beta


@claim(
    "x:display-cor4.4-proof-xi",
    also=["x:cor4.4-proof-xi-order"],
    kind="inequality",
    says="With orthogonal parts of at most C the perturbation is at most xi_t, which is of order t^-p with p = "
    "min{2, s} and no better.",
    formula=r"s_t^2\tfrac{L+C_R}{2}c_{\mathrm{var},2}\|(I-P_t)g_t\|^2+\beta_t \le "
    r"c_0^2\tfrac{L+C_R}{2}c_{\mathrm{var},2}C^2t^{-2}+\beta_t = \xi_t \in \mathcal{O}(t^{-p})",
    tight="attained by orthogonal parts of norm C",
    mutants={
        "p = s": {"order": lambda s: s},
        "p = 2 always": {"order": lambda _: F(2)},
        "half an order less": {"order": lambda s: min(F(2), s) - F(1, 2)},
        "C unsquared": {"xi": lambda M, c, C, c_0, t, b: printed_xi(M, c, C, c_0, t, b) / C},
        "t^-3": {"xi": lambda M, c, C, c_0, t, b: printed_xi(M, c, C, c_0, t, b) / t},
        "two per cent less of c_var,2": {"xi": lambda M, c, *rest: printed_xi(M, F(98, 100) * c, *rest)},
    },
)
def perturbation_is_small(*, order=lambda s: min(F(2), s), xi=printed_xi):
    """The left side is what the noise ±3/2 (I - P)g adds to the mean of (L + C_R)/2 x², plus β_t; c_var2 = 9/4.

    Attained when the orthogonal part is C; t^p ξ_t stays between the smaller and the sum of both limits, far out too.
    """
    M, c_var2, C, c_0, B = F(5, 2), F(9, 4), F(4), F(2), F(3)
    times, limit = [1, 4, 100, 10**6, 10**12], c_0**2 * M / 2 * c_var2 * C**2
    for s in (F(3, 2), F(2), F(3)):
        beta = [B / power(t, s) for t in times]
        upper = [xi(M, c_var2, C, c_0, F(t), b) for t, b in zip(times, beta, strict=True)]
        for part in (F(0), F(1), F(4)):
            values = [added_by_noise(M, c_0 / t, part) + b for t, b in zip(times, beta, strict=True)]
            name = f"s = {s}, orthogonal part {part}"
            yield at_most(values, upper, name=name, symbol="the perturbation")
        scaled = [power(t, order(s)) * x for t, x in zip(times, upper, strict=True)]
        yield at_most(scaled, limit + B, name=f"s = {s}: order", symbol="t^p xi_t")
        yield at_least(scaled, min(limit, B), name=f"s = {s}: no better")


def power(t, exponent):
    """t^exponent for squares t and multiples of 1/2, in fractions."""
    return F(isqrt(t)) ** int(2 * exponent)


def added_by_noise(smoothness, step, normal, x=7):
    """The mean of M/2 (x - s (x ± 3/2 h))² over both signs, less M/2 (x - s x)²."""
    after = [smoothness / 2 * (x - step * (x + sign * F(3, 2) * normal)) ** 2 for sign in (1, -1)]
    return sum(after) / 2 - smoothness / 2 * (x - step * x) ** 2


def steep(c_0, C_R):
    """L = ½ (x² + 4 y²), exact projections, start on the steep axis; R_t = I, for which C_R = 1 is admissible."""
    return two_curvatures(((F(1), (1, 1)),), ((F(0), F(1)),), (lambda t: c_0 / t,), C_R)


def theorem_bound(instance, root, contraction, extra=lambda *_: 0):
    """∏ a_t X_1 + ξ̄_T with the given factors, and the gap that it should bound."""
    steps = leaves(root)[0].steps
    a = [contraction(instance, s) for s in steps]
    xi = [
        x + extra(instance, s, instance.beta(t))
        for t, (x, s) in enumerate(zip(smallest_xi(instance, root), steps, strict=True), start=1)
    ]
    return mean(root, lambda leaf: instance.gap(leaf.state)), product(a) * instance.gap(root.state) + accumulated(a, xi)


@claim(
    "x:display-cor4.4-proof-bound",
    kind="inequality",
    says="Theorem 4.2 applies to steps c_0/t from the first step on, whatever c_0 is.",
    formula=r"\mathbb{E}[X_{T+1}\mid\mathcal{F}_1] \le \prod_{t=1}^Ta_t\,X_1+\bar\xi_T, \qquad s_t = c_0/t",
    expected="refuted",
    gravity="gap in a proof",
    premises=["thm:convergence_in_expectation"],
)
def theorem_applies_as_printed(*, contraction=factor):
    """c_0 = 1 ≥ 1/2 on two curvatures refutes it at T = 1: the gap grows from 2 to 18, but a_1 = 4 is not below 1."""
    for T in (1, 2, 3):
        for instance in (steep(F(1), F(1)),):
            for root in trees(instance, T):
                value, upper = theorem_bound(instance, root, contraction)
                yield at_most(value, upper, name=f"T = {T}", symbol="E X_{T+1}")


def growth(instance, s):
    """1 - 2 λ σ_t for σ_t ≥ 0, else 1 + 2 (L + C_R) |σ_t|, since ‖P_t g_t‖² ≤ 2 (L + C_R) (X_t + β_t)."""
    rate = instance.lam if sigma(instance, s) >= 0 else instance.L + instance.C_R
    return 1 - 2 * rate * sigma(instance, s)


def growth_of_beta(instance, s, beta):
    """What the same estimate adds to ξ_t."""
    return 2 * (instance.L + instance.C_R) * max(-sigma(instance, s), 0) * beta


@repair(
    "x:display-cor4.4-proof-bound/corrected",
    "x:display-cor4.4-proof-bound",
    kind="inequality",
    says="The bound holds with L + C_R in place of lambda in the finitely many steps with negative sigma_t.",
    formula=r"a_t = 1-2\lambda\sigma_t\ (\sigma_t \ge 0), \quad a_t = 1+2(L+C_R)|\sigma_t|,\ "
    r"\xi_t \mapsto \xi_t+2(L+C_R)|\sigma_t|\beta_t\ (\sigma_t < 0)",
    expected="computed",
    tight="attained by the steep direction",
    premises=["thm:convergence_in_expectation"],
    mutants={
        "L for L + C_R": {"contraction": lambda i, s: 1 - 2 * (i.lam if sigma(i, s) >= 0 else i.L) * sigma(i, s)},
        "lambda always": {"contraction": factor},
        "two per cent less growth": {"contraction": lambda i, s: F(49, 50) * growth(i, s)},
    },
)
def theorem_applies_with_growth(*, contraction=growth):
    """Attained for T = 1 on the steep axis with C_R = 0, nearly so by short arcs of the circle, where C_R = 1 counts.

    Beyond t = c_0 (L + C_R) c_var1 / (2 c_bias1) nothing changes.
    """
    around = circle(lambda t: 1.5 / t, 4, offset=0.01, sampling="exact")
    long = {name: _with_steps(each, (F(1), F(3))) for name, each in instances().items() if name != "circle"}
    chosen = {
        "steep": steep(F(1), F(1)),
        "steep, C_R = 0": steep(F(1), F(0)),
        "very steep": steep(F(3), F(0)),
        "circle": around,
        **long,
    }
    for name, instance in chosen.items():
        for T in (1, 2, 4):
            pairs = [theorem_bound(instance, root, contraction, growth_of_beta) for root in trees(instance, T)]
            values, upper = zip(*pairs, strict=True)
            yield at_most(values, upper, name=f"{name}, T = {T}", digits=instance.digits, symbol="E X_{T+1}")


def _with_steps(instance, constants):
    rules = tuple(lambda t, c=c: c / t for c in constants)
    return type(instance)(**{**vars(instance), "steps": rules[: len(instance.starts)]})


def printed_a(lam, smoothness, c_bias1, c_var1, c_0, t):
    """1 - 2 λ c_bias1 c_0/t + 2 λ (L + C_R)/2 c_var1 c_0²/t²."""
    return 1 - 2 * lam * c_bias1 * c_0 / t + 2 * lam * smoothness / 2 * c_var1 * c_0**2 / t**2


@claim(
    "x:display-cor4.4-proof-a",
    kind="identity",
    says="For steps c_0/t the factor is 1 - c_1/t + c_2/t^2.",
    formula=r"a_t = 1-2\lambda c_{\mathrm{bias},1}c_0t^{-1}+2\lambda\tfrac{L+C_R}{2}c_{\mathrm{var},1}c_0^2t^{-2}",
    mutants={"c_0 unsquared": {"a": lambda lam, M, b, v, c, t: printed_a(lam, M, b, v / c, c, t)}},
)
def factor_is_a_polynomial(*, a=printed_a):
    """Symbolically, against 1 - 2 λ σ_t."""
    lam, M, b, v, c, t, s = sp.symbols("lambda M b v c_0 t s", positive=True)
    descent = b * s - s**2 * M / 2 * v
    difference = sp.expand(a(lam, M, b, v, c, t) - (1 - 2 * lam * descent).subs(s, c / t))
    yield equal(len(sp.Add.make_args(difference)) if difference != 0 else 0, 0, name="difference")


@claim(
    "eq:a_t_bounds",
    kind="inequality",
    says="For every eps the factor lies between 1 - c_1/t and 1 - (c_1 - eps)/t once t exceeds c_2/eps.",
    formula=r"t > t_0 = c_2/\varepsilon \implies 1-c_1t^{-1} \le a_t \le 1-(c_1-\varepsilon)t^{-1}",
    tight="approached: the upper bound as t falls to t_0, the lower one as t grows",
    premises=["x:display-cor4.4-proof-a"],
    mutants={
        "no eps": {"allowed": lambda _: 0},
        "half of t_0": {"first": lambda c_2, eps: c_2 / (2 * eps)},
        "c_1 + eps": {"allowed": lambda eps: -eps},
        "one hundredth less of eps": {"allowed": lambda eps: F(99, 100) * eps},
        "one hundredth less of t_0": {"first": lambda c_2, eps: F(99, 100) * c_2 / eps},
        "one hundredth less of c_1 below": {"share": F(99, 100)},
    },
)
def factor_is_enclosed(*, allowed=lambda eps: eps, first=lambda c_2, eps: c_2 / eps, share=1):
    """a_t exceeds the lower bound by c_2/t² and misses the upper one by (ε t - c_2)/t²: t_0 = c_2/ε is the smallest."""
    for c_1, c_2, eps in CONSTANTS:
        start = int(first(c_2, eps)) + 1
        times = [F(t) for t in (*range(start, start + 50), 10**6, 10**12)]
        a = [1 - c_1 / t + c_2 / t**2 for t in times]
        name, lower = f"c_1 = {c_1}", [1 - share * c_1 / t for t in times]
        yield at_least(a, lower, name=f"{name}: below", symbol="a_t")
        upper = [1 - (c_1 - allowed(eps)) / t for t in times]
        yield at_most(a, upper, name=f"{name}: above", symbol="a_t")


@claim(
    "x:display-cor4.4-proof-gamma",
    kind="identity",
    says="For integers t_0 above c the product of 1 - c/t from t_0 to T, times T^c, tends to a positive ratio of "
    "Gamma values.",
    formula=r"\lim_{T\to\infty}T^c\prod_{t=t_0}^T(1-ct^{-1}) = \frac{\Gamma(t_0)}{\Gamma(t_0-c)} \in (0,\infty), "
    r"\qquad t_0 \ge \lfloor c\rfloor+1",
    expected="computed",
    mutants={
        "t_0 = 1": {"start": lambda _: 1},
        "Gamma(t_0 + 1)": {"limit": lambda t_0, c: mpmath.gamma(t_0 + 1) / mpmath.gamma(t_0 - c)},
        "T^(c + 1/100)": {"shift": 0.01},
    },
)
def product_tends_to_gammas(
    *,
    start=lambda c: int(c) + 1,
    limit=lambda t_0, c: mpmath.gamma(t_0) * mpmath.rgamma(t_0 - c),
    shift=0,
):
    """Multiplied out for 300 factors, and the rest by Euler-Maclaurin, log(1 - c/t) being summed to infinity."""
    for c in (0.5, 1.0, 2.5, 3.0, 6.25):
        for t_0 in (start(c), start(c) + 3):
            with mpmath.workdps(30):
                value, claimed = _scaled_product(mpmath.mpf(c), t_0, shift), limit(t_0, mpmath.mpf(c))
            name = f"c = {c}, t_0 = {t_0}"
            yield equal(float(value), float(claimed), name=name, digits=9, symbol="the limit")
            yield at_least(float(claimed), 1e-9, name=f"{name}: positive", digits=None)


def _scaled_product(c, t_0, shift, end=300):
    """T^c ∏ (1 - c/t) at T = 300, times the tail ∏_{t > T} (1 - c/t) (1 - 1/t)^-c that it still has to go."""
    value = mpmath.fprod(1 - c / t for t in range(t_0, end + 1)) * mpmath.mpf(end) ** (c + shift)
    tail = mpmath.nsum(lambda t: mpmath.log1p(-c / t) - c * mpmath.log1p(-1 / t), [end + 1, mpmath.inf], method="e")
    return value * mpmath.exp(tail)
