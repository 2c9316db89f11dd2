r"""Remark 4.15: the rates in the number of samples, for smoothness classes, and whether they are the best possible.

The values of u are seen without noise. Then n = d points per step and the constant step 1/2 need only 2α log₂ d steps:
E_{t+1} ≤ E_t / 2 + D² / 4 ends below D² / 2. So N = 2α d log₂ d samples give the error 3/2 D² + d^(-2α), of the order
N^(-2α) up to logarithms, while the minimax rate N^(-2α/(2α+1)) of noisy regression is what decreasing steps give.
"""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np
import sympy as sp

from checks.section_4_2_2.remark_4_15 import squared_errors
from theorytest import at_least, at_most, claim, equal, repair
from theorytest.decisions.horizon import on_horizon
from theorytest.descent.steps import Constant, Power

ALPHA, T, D_, K, N_ = sp.symbols("alpha t d k N", positive=True)


def same(left, right):
    """0 where two positive expressions agree, else 1."""
    return int(sp.simplify(sp.expand_log(sp.log(left) - sp.log(right), force=True)) != 0)


@claim(
    "x:rmk4.15-equilibrate",
    also=["x:rmk4.15-sample-count"],
    kind="identity",
    says="Both terms balance at t = d^(2 alpha); then N = t d = t^(1 + 1/(2 alpha)) and 1/t = N^(-2a/(2a+1)).",
    formula=r"d^{-2\alpha} = t^{-1} \iff t = d^{2\alpha}, \qquad N_t = td = t^{1+1/2\alpha}, \qquad "
    r"t^{-1} = N_t^{-2\alpha/(2\alpha+1)}",
    mutants={
        "t = d^alpha": {"steps": D_**ALPHA},
        "N = t^(1 + 1/alpha)": {"samples": T ** (1 + 1 / ALPHA)},
        "an exponent for errors without square": {"exponent": -ALPHA / (2 * ALPHA + 1)},
    },
)
def terms_balance(
    *,
    steps=D_ ** (2 * ALPHA),
    samples=T ** (1 + 1 / (2 * ALPHA)),
    exponent=-2 * ALPHA / (2 * ALPHA + 1),
):
    """With the exponents ε and δ ignored, as announced; with ε the balance is at t = d^(2α/(1-ε))."""
    dimension = T ** (1 / (2 * ALPHA))
    for name, left, right in (
        ("balance", D_ ** (-2 * ALPHA), 1 / steps),
        ("samples", T * dimension, samples),
        ("rate", 1 / T, samples**exponent),
    ):
        yield equal(same(left, right), 0, name=name, symbol="whether they differ")


@claim(
    "x:display-rmk4.15-sobolev-rates",
    kind="identity",
    says="alpha = k/D gives the exponent 2k/(2k+D), alpha = k gives 2k/(2k+1).",
    formula=r"\tfrac{2\alpha}{2\alpha+1} = \tfrac{2k}{2k+D} \text{ for } \alpha = \tfrac kD, \qquad "
    r"\tfrac{2k}{2k+1} \text{ for } \alpha = k",
    premises=["x:rmk4.15-equilibrate", "x:display-approximation-rate"],
    mutants={"alpha = k D": {"isotropic": K * D_}, "alpha = k/D for mixed": {"mixed": K / D_}},
)
def sobolev_exponents(*, isotropic=K / D_, mixed=K):
    exponent = 2 * ALPHA / (2 * ALPHA + 1)
    for name, alpha, printed in (("H^k", isotropic, 2 * K / (2 * K + D_)), ("mixed", mixed, 2 * K / (2 * K + 1))):
        gap = sp.simplify(exponent.subs(ALPHA, alpha) - printed)
        yield equal(int(gap != 0), 0, name=name, symbol="whether they differ")


@cache
def frequencies(n_dims, reach, mixed):
    """√(1 + |j|²) or Π_i √(1 + j_i²), sorted, of the integer vectors j for which the sequence is complete."""
    row = np.arange(-reach, reach + 1)
    squares = np.array(list(product(row**2, repeat=n_dims)), dtype=float)
    sizes = np.prod(1 + squares, axis=1) ** 0.5 if mixed else (1 + squares.sum(axis=1)) ** 0.5
    return np.sort(sizes[sizes <= np.sqrt(1 + reach**2)])


@claim(
    "x:display-approximation-rate",
    kind="rate",
    says="d frequencies approximate the unit ball of H^k up to d^(-k/D), of the mixed class nearly up to d^(-k).",
    formula=r"\sup_{\|u\|_{H^k}\le1}\|u-P_{\mathcal{V}_d}u\| \asymp d^{-k/D}, \qquad "
    r"\asymp (d^{-1}\log^{D-1}d)^{k} \text{ for mixed smoothness}",
    expected="consistent",
    mutants={"d^(-k) for H^k": {"isotropic": lambda _: 1.0}, "no logarithm": {"logs": 0}},
)
def widths_decay(*, isotropic=lambda n_dims: 1 / n_dims, logs=1, smoothness=2):
    """The supremum is the k-th power of the (d+1)-th smallest size of a frequency: periodic functions, k = 2."""
    for n_dims, reach in ((1, 4000), (2, 60), (3, 16)):
        sizes = frequencies(n_dims, reach, mixed=False)
        d = np.arange(10, len(sizes))
        ratio = sizes[d] ** -smoothness * d ** (smoothness * isotropic(n_dims))
        spread = ratio.max() / ratio.min()
        yield on_horizon(at_most)(spread, 3.0, name=f"H^k, D = {n_dims}", symbol="max / min")
    sizes = frequencies(2, 400, mixed=True)
    d = np.arange(50, len(sizes))
    ratio = (sizes[d] * np.log(d) ** logs / d) ** -smoothness
    spread = ratio.max() / ratio.min()
    yield on_horizon(at_most)(spread, 2.5, name="mixed, D = 2", symbol="max / min")


def decreasing_schedule(d, alpha, delta=0.2):
    """t = d^(2α) steps t^(δ-1)/2 with n = d points: the number of samples and the mean square error."""
    n_steps = round(d ** (2 * alpha))
    errors, _ = squared_errors(d, d, Power(0.5, 1 - delta), n_steps, alpha)
    return n_steps * d, errors[-1]


def constant_schedule(d, alpha):
    """2α log₂ d steps of 1/2 with n = d points."""
    n_steps = int(np.ceil(2 * alpha * np.log2(d)))
    errors, _ = squared_errors(d, d, Constant(0.5), n_steps, alpha)
    return n_steps * d, errors[-1]


@repair(
    "x:display-rmk4.15-rate/mean",
    "x:rmk-minimax",
    kind="rate",
    says="In the mean, and with n = d points and t = d^(2 alpha) steps, the square error is not only at most but "
    "of the order N^(-2a/(2a+1)).",
    formula=r"\mathbb{E}\|u-u_t\|^2 \asymp N_t^{-2\alpha/(2\alpha+1)}",
    expected="consistent",
    premises=["eq:sampling_number_crude/mean", "x:rmk4.15-equilibrate"],
    mutants={
        "N^(-2 alpha)": {"exponent": lambda alpha: 2 * alpha},
        "N^(-alpha/(2 alpha + 1))": {"exponent": lambda alpha: alpha / (2 * alpha + 1)},
        "a constant step": {"schedule": constant_schedule},
    },
)
def error_in_samples(*, exponent=lambda alpha: 2 * alpha / (2 * alpha + 1), schedule=decreasing_schedule):
    """Printed is ≲ almost surely. The mean is uniform in d; the random constants of Corollary 4.13 belong to one d each

    and cannot be balanced. The order is that of the target with coefficients k^(-α-1/2), where D² ≍ d^(-2α).
    """
    for alpha, dims in ((0.5, (64, 256, 1024, 4096)), (1.0, (16, 32, 64, 128)), (1.5, (8, 12, 18, 27))):
        pairs = [schedule(d, alpha) for d in dims]
        ratio = np.array([error * N ** exponent(alpha) for N, error in pairs])
        spread = ratio.max() / ratio.min()
        yield on_horizon(at_most)(spread, 1.2, name=f"alpha = {alpha}", symbol="max / min")


@claim(
    "x:rmk4.15-minimax-optimal",
    kind="rate",
    says="These rates are the best possible in the number of samples, up to logarithms.",
    formula=r"\inf \mathbb{E}\|u-\hat u_N\|^2 \gtrsim N^{-2\alpha/(2\alpha+1)}(\log N)^{-q}",
    expected="refuted",
    gravity="wrong statement",
)
def rates_are_optimal_as_printed(*, q=4, alpha=1.0, d=2**30):
    """The scheme itself is faster, with a constant step: α = 1, d = 2³⁰ and N = 6.4·10¹⁰ noiseless samples.

    The error is 10⁻¹¹ of the rate N^(-2/3) that is called minimax-optimal, which no power q = 4 of log N repairs. The
    cited lower bounds are for noisy samples.
    """
    N, error = constant_schedule(d, alpha)
    lower = N ** (-2 * alpha / (2 * alpha + 1)) * np.log(N) ** -q
    yield at_least(error, lower, name="constant step", digits=None, symbol="E|u - u_t|^2")


@repair(
    "x:rmk4.15-minimax-optimal/corrected",
    "x:rmk4.15-minimax-optimal",
    kind="rate",
    says="Without noise a constant step reaches the order (N / log N)^(-2 alpha) of the approximation itself.",
    formula=r"n = d,\ \bar s = \tfrac12,\ t = 2\alpha\log_2d:\quad \mathbb{E}\|u-u_t\|^2 \le "
    r"\tfrac32\|u-P_{\mathcal{V}_d}u\|^2 + d^{-2\alpha}\|u\|^2, \quad N = 2\alpha d\log_2d",
    expected="consistent",
    tight="approached as d tends to infinity",
    premises=["eq:sampling_number_crude/mean"],
    mutants={
        "half as many steps": {"per_step": 0.5},
        "two per cent fewer steps": {"per_step": 0.98},
        "without the factor 3/2": {"factor": 1.0},
        "one hundredth less of the factor 3/2": {"factor": 1.485},
        "twice the exponent": {"exponent": lambda alpha: 4 * alpha},
        "an exponent of 0.02 more": {"exponent": lambda alpha: 2 * alpha + 0.02},
        "an exponent of 0.02 less": {"exponent": lambda alpha: 2 * alpha - 0.02},
    },
)
def constant_steps_without_noise(*, per_step=1.0, factor=1.5, exponent=lambda alpha: 2 * alpha):
    """For d from 2⁸ to 2⁴⁰, by the exact recursion; the error stays within a tenth of a multiple of d^(-2α),

    where d = N / (2α log₂ d), as N = t d.
    """
    for alpha in (0.5, 1.0, 2.0):
        ratios = []
        for d in 2 ** np.arange(8, 41, 4):
            n_steps = int(np.ceil(per_step * 2 * alpha * np.log2(d)))
            errors, D2 = squared_errors(int(d), int(d), Constant(0.5), n_steps, alpha)
            bound = factor * D2 + d ** (-2.0 * alpha) * errors[0]
            name = f"{alpha}, d = {d}"
            yield on_horizon(at_most)(errors[-1], bound, name=name, symbol="E|u - u_t|^2")
            N = n_steps * float(d)
            ratios.append(errors[-1] * (N / (2 * alpha * np.log2(d))) ** exponent(alpha))
        spread = max(ratios) / min(ratios)
        yield on_horizon(at_most)(spread, 1.1, name=f"{alpha}: order", symbol="max / min")
