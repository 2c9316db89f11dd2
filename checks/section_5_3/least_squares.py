r"""Section 5.3: what the experiments (a) and (b) take for granted of least squares, on which the theory says less.

The step maximises the σ_t of Theorem 4.2 [x:sec5.3-step-selection], which asks for c_bias2 = 0; and projections are
suspected to be more accurate than quasi-projections (line 1951), although Table 2 has the larger constants for them.
"""

from __future__ import annotations

import itertools
from fractions import Fraction
from math import sqrt

import numpy as np
from scipy.optimize import brentq

from checks.instances.network_experiments import DELTA, SAMPLES, WIDTH
from checks.section_4.theorem_4_1 import printed_change
from theorytest import at_least, at_most, claim, equal
from theorytest.approximation.table_2 import TABLE_2

CELLS, SIGNS = (0, 1), (1, -1)


def coefficients(sample, level, squares):
    """P^n g on two cells of mass 1/2 for g = level ± 1, each sign on half of a cell, and the shares 2 N / n of both."""
    sums = [sum(level + sign for cell, sign in sample if cell == this) for this in CELLS]
    shares = [Fraction(2 * sum(cell == this for cell, _ in sample), len(sample)) for this in CELLS]
    plain = [Fraction(2 * total, len(sample)) for total in sums]
    return [p / s if squares and s else p for p, s in zip(plain, shares, strict=True)], shares


def mean_error(level, scale, n, delta=None):
    """E‖P^n g - P g‖² for g = level ± scale, over all samples of n points: least squares given S_δ, or quasi."""
    total, count = Fraction(0), 0
    for sample in itertools.product(itertools.product(CELLS, [scale * sign for sign in SIGNS]), repeat=n):
        found, shares = coefficients(sample, level, delta is not None)
        if delta is None or max(abs(share - 1) for share in shares) <= delta:
            total, count = total + sum((c - level) ** 2 for c in found) / 2, count + 1
    return total / count


@claim(
    "x:sec5.3-quasi-stagnates-earlier/accuracy",
    kind="remark",
    says="Projections are more accurate than quasi-projections for gradients in T, where they have no error, but "
    "less accurate for gradients orthogonal to T. On two cells with n = 4 and delta = 1/2 the mean squared errors are "
    "0 against 1/4 and 25/42 against 1/2: equal where the squared tangential part is 8/21 of the squared orthogonal "
    "one. Close to a stationary point that is not the target quasi-projections are the more accurate there.",
    formula=r"\mathbb{E}[\|P^n g - Pg\|^2 \mid \mathcal{S}_{1/2}] = \tfrac{25}{42}\|(I-P)g\|^2 "
    r"\quad\text{against}\quad \tfrac14\|Pg\|^2 + \tfrac12\|(I-P)g\|^2",
    mutants={
        "given S_delta with delta = 1": {"delta": 1},
        "more accurate for all gradients": {"orthogonal": Fraction(1, 2)},
        "equal where it is 1/3": {"tied": Fraction(1, 3)},
    },
)
def accuracy_of_both(*, delta=Fraction(1, 2), orthogonal=Fraction(25, 42), tied=Fraction(8, 21)):
    """All 256 samples: E[1/N] is above 1/E[N] for the number N of points in a cell. The paper only suspects it."""
    for (level, scale), claimed in {(1, 0): (0, Fraction(1, 4)), (0, 1): (orthogonal, Fraction(1, 2))}.items():
        found = [mean_error(level, scale, 4, delta), mean_error(level, scale, 4)]
        name = "in T" if level else "orthogonal to T"
        yield equal(found, list(claimed), name=name, symbol="least squares, quasi")
    lengths = [Fraction(1), Fraction(5, 8), Fraction(3, 5), Fraction(0)]  # of the tangential part
    first = [mean_error(level, 1, 4, delta) <= mean_error(level, 1, 4) for level in lengths]
    claimed = [level**2 >= tied for level in lengths]
    yield equal(first, claimed, name="both parts", symbol="least squares is better")
    for n in (3, 5):
        both = mean_error(0, 1, n, delta), mean_error(0, 1, n)
        yield at_least(*both, name=f"n = {n}", symbol="least squares, orthogonal to T")


RANK = 2 * WIDTH + 1  # of the tangents, and k_t of optimal points


def constants(row, n=SAMPLES):
    """The cells of Table 2 with P(S_δ) = 1."""
    return tuple(TABLE_2[row].numbers(k=RANK, n=n, delta=DELTA, p=1.0).values())


def least_ratio(known, step):
    """The ‖Pg‖ / ‖(I - P)g‖ above which the step guarantees descent, by a search for the zero of (12) with L = 1."""
    return brentq(lambda x: printed_change(known, 1.0, step, x, 1.0), 1e-9, 1e3)


@claim(
    "x:sec5.3-step-selection/least-squares",
    kind="remark",
    says="For least squares, as in (a) and (b), sigma_t is not all of the descent: Theorem 4.2 asks for "
    "c_bias2 = 0. With n = 200, k = 41, delta = 1/2 and P(S_delta) = 1 its maximiser guarantees descent by Theorem 4.1 "
    "only where the tangential part of the gradient is above 1.90 times the orthogonal one; shorter steps do so down "
    "to 0.906 times, c_bias2, and no step does below.",
    formula=r"s = \operatorname{argmax}\sigma_t:\quad \frac{\|P_tg_t\|}{\|(I-P_t)g_t\|} > c_{\mathrm{bias},2} + "
    r"\sqrt{c_{\mathrm{bias},2}^2 + c_{\mathrm{var},2}/c_{\mathrm{var},1}}",
    expected="computed",
    premises=["x:sec5.3-s-opt", "thm:descent_quasi_projection"],
    mutants={
        "without bias, as a quasi-projection": {"row": "quasi"},
        "n = 210": {"n": 210},
        "the maximiser down to c_bias2": {"longest": 1e-6},
    },
)
def sigma_ignores_the_bias(*, row="lsq", n=SAMPLES, longest=1.0):
    """With c = c_bias2 and steps s / s_opt from 1 to 1e-6; the closed forms are of k/n, the zeros are of (12)."""
    known, c = constants(row, n), 2 * sqrt(RANK / SAMPLES)
    best = known[0] / known[2]
    found, claimed = least_ratio(known, longest * best), c + sqrt(c**2 + RANK / (SAMPLES - 1 + RANK))
    yield equal([found, claimed], [claimed, 1.90], digits=3, name="s_opt", symbol="least ratio")
    short = [least_ratio(known, best * 10.0**-j) for j in range(7)]
    yield at_most(short[1:], short[:-1], name="shorter steps", symbol="least ratio")
    yield equal([short[-1], c], [c, 0.906], digits=3, name="short steps", symbol="least ratio")
    change = [printed_change(known, 1.0, s, c, 1.0) for s in best * np.geomspace(1e-6, 2, 50)]
    yield at_least(change, 0.0, name="no step at c_bias2", symbol="the bound of the change")
