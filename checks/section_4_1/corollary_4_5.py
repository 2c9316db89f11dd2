r"""Corollary 4.5 [corollary:exponential_conv_expectation]: the optimal constant step and its contraction factor.

σ is largest at s = c_bias1 / ((L + C_R) c_var1), where it is c_bias1² / (2 (L + C_R) c_var1); so the factor of the
bound is 1 - λ c_bias1² / ((L + C_R) c_var1), while 1 - 2 λ c_bias1 / ((L + C_R) c_var1) is printed.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np
import sympy as sp

from checks.instances.trees import (
    accumulated,
    factor,
    leaves,
    line,
    mean,
    product,
    smallest_xi,
    trees,
    two_curvatures,
)
from checks.scaling import scaled
from theorytest import at_least, at_most, claim, equal, repair
from theorytest.approximation.estimators import QuasiProjection
from theorytest.approximation.measures import Uniform
from theorytest.approximation.sampling import Optimal
from theorytest.approximation.spaces import Space
from theorytest.approximation.systems import Histogram
from theorytest.descent.losses import Quadratic
from theorytest.descent.moments import by_quadrature
from theorytest.descent.steps import optimal

F = Fraction


def printed_factor(lam, smoothness, c_bias1, c_var1):
    """1 - 2 λ c_bias1 / ((L + C_R) c_var1)."""
    return 1 - 2 * lam * c_bias1 / (smoothness * c_var1)


def true_factor(lam, smoothness, c_bias1, c_var1):
    """1 - λ c_bias1² / ((L + C_R) c_var1)."""
    return 1 - lam * c_bias1**2 / (smoothness * c_var1)


def optimal_step(smoothness, c_bias1, c_var1):
    """c_bias1 / ((L + C_R) c_var1)."""
    return c_bias1 / (smoothness * c_var1)


def best(law, C_R, beta):
    """The line with its optimal step."""
    raw = line(law, C_R, beta, (F(1),), (None,))
    s = optimal_step(raw.L + raw.C_R, raw.c_bias1, raw.c_var1)
    return line(law, C_R, beta, (F(1),), (lambda _: s,))


def constants(instance):
    return instance.lam, instance.L + instance.C_R, instance.c_bias1, instance.c_var1


def recovering(b=0):
    """Instances without orthogonal part, with β_t = b^t: exact and random projections, with and without c_bias1 = 1."""
    sure, spread = ((F(1), F(1)),), ((F(1, 2), F(1, 2)), (F(1, 2), F(3, 2)))
    biased = ((F(1, 4), F(0)), (F(3, 4), F(1)))
    return {
        "exact projection, C_R = 3": best(sure, F(3), lambda t: b**t),
        "random projection": best(spread, F(2), lambda t: b**t),
        "c_bias1 = 3/4": best(biased, F(2), lambda t: b**t),
    }


def gaps(instance, n_steps):
    """E X_2, ..., E X_{T+1} by the outcomes of one step after the other; a step is affine in X_t."""
    X, found = instance.starts[0], []
    for t in range(1, n_steps + 1):
        X = sum(p * state for p, state in instance.moves(X, instance.steps[0](t), instance.beta(t)))
        found.append(X)
    return found


@claim(
    "x:cor4.5-optimal-step",
    also=["x:cor4.5-proof-maximiser"],
    kind="value",
    says="The step c_bias,1 / ((L + C_R) c_var,1) maximises sigma and minimises the factor a.",
    formula=r"\operatorname*{arg\,max}_s\ c_{\mathrm{bias},1}s-s^2\tfrac{L+C_R}{2}c_{\mathrm{var},1} = "
    r"\frac{c_{\mathrm{bias},1}}{(L+C_R)c_{\mathrm{var},1}}",
    expected="computed",
    mutants={
        "twice the step": {"step": lambda M, b, v: 2 * optimal_step(M, b, v)},
        "c_bias1 squared": {"step": lambda M, b, v: optimal_step(M, b**2, v)},
    },
)
def step_is_optimal(*, step=optimal_step):
    """Symbolically: the derivative vanishes there only, and the second one is negative. The package takes this step."""
    s, M, b, v, lam = sp.symbols("s M b v lambda", positive=True)
    descent = b * s - s**2 * M / 2 * v
    zeros = sp.solve(sp.diff(descent, s), s)
    yield equal(len(zeros), 1, name="one stationary point")
    distance = sp.simplify(zeros[0] - step(M, b, v))
    yield equal(float(distance.subs({M: 4, b: F(3, 4), v: 2})), 0, name="the point", digits=None)
    curvature = sp.diff(1 - 2 * lam * descent, s, 2)
    yield at_least(int(curvature.is_positive), 1, name="a minimum of a")
    yield equal(optimal(0.75, 2.0, 3.0, 1.0).step, step(4.0, 0.75, 2.0), name="package")


@claim(
    "x:cor4.5-contraction",
    also=["corollary:exponential_conv_expectation", "x:display-cor4.5-rate"],
    kind="rate",
    says="With the optimal step the expected gap is of order a^T + b^T, or T a^T for a = b, with "
    "a = 1 - 2 lambda c_bias,1 / ((L + C_R) c_var,1).",
    formula=r"a = 1-\frac{2\lambda c_{\mathrm{bias},1}}{(L+C_R)c_{\mathrm{var},1}} \in (0,1) \implies "
    r"\mathbb{E}X_{T+1} \in \mathcal{O}(a^T+b^T)",
    expected="refuted",
    gravity="wrong constant",
    premises=["thm:convergence_in_expectation"],
)
def gap_decays_exponentially_as_printed(*, contraction=printed_factor):
    """v²/2 on the line with exact projections and C_R = 3 refutes it: s = 1/4, X_{T+1} = (3/4)^T X_1, printed (1/2)^T.

    At T = 100 the quotient exceeds 10¹⁷. So does least squares on three cells with one optimal point, where the gap
    contracts by 1 - n/(n + d - 1) = 2/3 and 1/3 is printed.
    """
    for name, instance in recovering().items():
        a, T = contraction(*constants(instance)), 100
        value = gaps(instance, T)[-1] / a**T
        yield at_least(min(a, 1 - a), 0, name=f"{name}: a in (0, 1)", symbol="a")
        yield at_most(value, 10**6, name=name, symbol="E X_{T+1} / a^T")
    descent, d, n = cells()
    step = optimal(1.0, (n + d - 1) / n)
    found = descent.gap(step, np.arange(1, 102))[-1] / float(contraction(1, 1, 1, F(n + d - 1, n))) ** 100
    yield at_most(found, 1e6, name="three cells", digits=None, symbol="E X_{T+1} / a^T")


@cache
def cells(n=1):
    """Least squares on three cells with n optimal points and a target in the space."""
    space = Space(Histogram((0.0, 0.2, 0.5, 1.0)), Uniform(0, 1))
    target = Quadratic(space, lambda x: 1 + 2 * (x[..., 0] > 0.2) - (x[..., 0] > 0.5), knots=(0.2, 0.5))
    return by_quadrature(QuasiProjection(Optimal(space), n), target), space.dim, n


@repair(
    "x:cor4.5-contraction/corrected",
    "x:cor4.5-contraction",
    kind="rate",
    says="With the optimal step the expected gap is of order a^T + b^T, or T a^T for a = b, with "
    "a = 1 - lambda c_bias,1^2 / ((L + C_R) c_var,1); attained.",
    formula=r"a = 1-\frac{\lambda c_{\mathrm{bias},1}^2}{(L+C_R)c_{\mathrm{var},1}}: \quad \beta_t = b^t \implies "
    r"\mathbb{E}X_{T+1} \le a^TX_1+\frac{b\,(a^T-b^T)}{a-b}\ (a \ne b), \quad a^TX_1+Ta^T\ (a = b)",
    expected="computed",
    tight="attained by exact projections and saturated retractions",
    premises=["thm:convergence_in_expectation", "x:cor4.5-optimal-step"],
    mutants={
        "contraction x 0.98": {"contraction": scaled(true_factor, 0.98)},
        "as printed": {"contraction": printed_factor},
        "c_bias1 unsquared": {"contraction": lambda lam, M, b, v: 1 - lam * b / (M * v)},
        "no T for a = b": {"tied": lambda a, T: a**T},
    },
)
def gap_decays_exponentially(*, contraction=true_factor, tied=lambda a, T: T * a**T):
    """Equality on the line for b below, above and equal to a, and on three cells; loose where L > λ."""
    for name, instance in recovering().items():
        a, true = contraction(*constants(instance)), true_factor(*constants(instance))
        for word, b in {"0": F(0), "a/2": true / 2, "a": true, "(1 + a)/2": (1 + true) / 2}.items():
            found = gaps(recovering(b)[name], 12)
            sums = [tied(a, T) if a == b else b * (a**T - b**T) / (a - b) for T in range(1, 13)]
            upper = [a**T + x for T, x in enumerate(sums, start=1)]
            yield equal(found, upper, name=f"{name}, b = {word}", digits=14, symbol="E X_{T+1}")
    for n in (1, 2, 6):
        descent, d, _ = cells(n)
        found = descent.gap(optimal(1.0, (n + d - 1) / n), np.arange(1, 12))
        a = float(contraction(1, 1, 1, F(n + d - 1, n)))
        upper = a ** np.arange(11) * found[0]
        yield equal(found, upper, name=f"three cells, n = {n}", digits=11, symbol="E X_{T+1}")
    yield from _on_two_curvatures(contraction)


def _on_two_curvatures(contraction):
    """One coordinate at a time: L = 4, λ = 1, c_var1 = 2, so s = 1/8."""
    law = ((F(1, 2), (2, 0)), (F(1, 2), (0, 2)))
    instance = two_curvatures(law, ((F(1), F(1)),), (lambda _: F(1, 8),))
    values = [mean(next(trees(instance, T)), lambda leaf: instance.gap(leaf.state)) for T in range(1, 7)]
    upper = [contraction(*constants(instance)) ** T * F(5, 2) for T in range(1, 7)]
    yield at_most(values, upper, name="two curvatures", symbol="E X_{T+1}")


@claim(
    "eq:proof_bound_01",
    also=["x:display-cor4.5-proof-xi"],
    kind="inequality",
    says="Without orthogonal part only beta_t, of order b^t, remains, and Theorem 4.2 applies with xi_t = beta_t.",
    formula=r"s_t^2\tfrac{L+C_R}{2}c_{\mathrm{var},2}\|(I-P_t)g_t\|^2+\beta_t = \beta_t, \qquad "
    r"\mathbb{E}[X_{T+1}\mid\mathcal{F}_1] \le \prod_{t=1}^Ta_t\,X_1+\bar\xi_T",
    tight="attained by exact and by random projections on lines",
    premises=["thm:convergence_in_expectation"],
    mutants={
        "share x 0.98": {"share": 0.98},
        "half of beta_t": {"share": F(1, 2)},
        "the printed a": {"contraction": lambda i, _: _printed(i)},
    },
)
def theorem_applies_with_beta(*, share=1, contraction=factor):
    """All paths of four steps; the smallest ξ_t is β_t, and both sides agree."""
    for name, instance in recovering(F(1, 2)).items():
        root = next(trees(instance, 4))
        xi = smallest_xi(instance, root)
        yield equal(xi, [F(1, 2**t) for t in range(1, 5)], name=f"{name}: xi")
        a = [contraction(instance, s) for s in leaves(root)[0].steps]
        upper = product(a) + accumulated(a, [share * x for x in xi])
        value = mean(root, lambda leaf: leaf.state)
        yield at_most(value, upper, name=name, symbol="E X_{T+1}")


def _printed(instance):
    return printed_factor(*constants(instance))


@claim(
    "x:display-cor4.5-proof-neq",
    kind="identity",
    says="For a and b different the accumulated powers are (a^T - b^T) / (a/b - 1).",
    formula=r"\bar\xi_T = \sum_{t=1}^Ta^{T-t}\xi_t, \qquad \sum_{t=1}^Ta^{T-t}b^t = a^T\sum_{t=1}^T(b/a)^t = "
    r"\frac{a^T-b^T}{a/b-1}",
    premises=["x:display-thm4.2-proof-final"],
    mutants={
        "b/a for a/b": {"value": lambda a, b, T: (a**T - b**T) / (b / a - 1)},
        "the sum from 0": {"value": lambda a, b, T: (a ** (T + 1) - b ** (T + 1)) / (a - b)},
    },
)
def geometric_sum(*, value=lambda a, b, T: (a**T - b**T) / (a / b - 1)):
    """In fractions, for a below and above b, against the recursion of ξ̄_T with ξ_t = b^t."""
    for a, b in ((F(1, 2), F(1, 3)), (F(1, 5), F(4, 5)), (F(99, 100), F(98, 100))):
        for T in (1, 2, 3, 20):
            total = accumulated([a] * T, [b**t for t in range(1, T + 1)])
            name = f"a = {a}, b = {b}, T = {T}"
            yield equal(total, value(a, b, T), name=name, symbol="the sum")
            middle = a**T * sum((b / a) ** t for t in range(1, T + 1))
            yield equal(total, middle, name=f"{name}: middle", symbol="the sum")


@claim(
    "x:display-cor4.5-proof-eq",
    kind="inequality",
    says="For a = b the accumulated powers are at most T a^T; they are equal to it.",
    formula=r"a = b: \quad \sum_{t=1}^Ta^{T-t}b^t \le Ta^T",
    tight="attained for all T",
    premises=["x:display-thm4.2-proof-final"],
    mutants={
        "value x 0.98": {"value": lambda a, T: 0.98 * (T * a**T)},
        "T - 1 terms": {"value": lambda a, T: (T - 1) * a**T},
    },
)
def equal_powers(*, value=lambda a, T: T * a**T):
    for a in (F(1, 2), F(9, 10)):
        for T in (1, 2, 3, 20):
            total = accumulated([a] * T, [a**t for t in range(1, T + 1)])
            yield at_most(total, value(a, T), name=f"a = {a}, T = {T}", symbol="the sum")
