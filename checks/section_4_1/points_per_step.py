r"""Section 4.1: how few points per step quasi-projections and projections need, and which number is the fastest."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np

from checks.instances.linear_scheme import LINES, PARABOLAS, Scheme, targets
from checks.section_2.bias_and_variance import TINY
from checks.section_4_1.corollary_4_6 import printed_bound, relative
from checks.section_4_1.corollary_4_6_iterations import iterations_needed
from theorytest import at_least, at_most, claim, repair
from theorytest.approximation.measures import Uniform
from theorytest.approximation.sampling import Optimal
from theorytest.approximation.spaces import Space
from theorytest.approximation.stability import empirical_gramian
from theorytest.approximation.systems import Legendre


def projecting_spaces():
    """Polynomials on an interval by their jets: l = 1 in L², l = 2 in H¹."""
    return {
        "H1, d = 2": Space(Legendre(2), Uniform(), "H1"),
        "H1, d = 4": Space(Legendre(4), Uniform(), "H1"),
        "L2, d = 2": Space(Legendre(2), Uniform()),
        "L2, d = 4": Space(Legendre(4), Uniform()),
    }


def best_gramian(space, n):
    """The largest smallest eigenvalue of Ĝ over all samples of n points of a grid: positive iff P^n can project."""
    grid = np.linspace(-0.95, 0.95, 9)
    x = np.array(list(itertools.combinations_with_replacement(grid, n)))[..., None]
    smallest = np.linalg.eigvalsh(empirical_gramian(Optimal(space), x))[:, 0].max()
    return smallest if smallest > 1e-12 else 0.0


@claim(
    "x:sec4.1-no-c-above-one",
    kind="remark",
    says="Read for every Hilbert space of the paper: projections need c > 1, that is n ≥ d points, since with "
    "n = d - 1 every empirical Gramian is singular.",
    formula=r"n = d - 1 \implies \det\hat G = 0",
    expected="refuted",
    gravity="misprint",
)
def projections_need_d_points_as_printed(*, norm=""):
    """In H¹ each point gives the value and the slope: for d = 2 one point determines a line, with c = 1.

    In L² the sentence is true.
    """
    for name, space in projecting_spaces().items():
        if norm in name:
            value = best_gramian(space, space.dim - 1)
            yield at_most(value, 0.0, name=name, digits=None, symbol="the smallest eigenvalue")


@repair(
    "x:sec4.1-no-c-above-one/corrected",
    "x:sec4.1-no-c-above-one",
    kind="remark",
    says="Projections need n l ≥ d, hence c > 1 in L2; quasi-projections satisfy the corollary for every c.",
    formula=r"nl < d \implies \det\hat G = 0, \quad nl \ge d \implies \det\hat G > 0 \text{ for some sample}",
    expected="computed",
    premises=["cor:convergence_up_to_precision/corrected"],
    mutants={"one point more": {"more": 1}, "one point less": {"more": -1}},
)
def projections_need_d_numbers(*, more=0):
    for name, space in projecting_spaces().items():
        enough = -(-space.dim // space.jet_size) + more
        found = best_gramian(space, enough) if enough else 0.0
        yield at_least(found, 1e-6, name=f"{name}: enough", digits=None, symbol="the smallest eigenvalue")
        less = best_gramian(space, enough - 1) if enough > 1 else 0.0
        yield at_most(less, 0.0, name=f"{name}: too few", digits=None, symbol="the smallest eigenvalue")


EPSILONS = (Fraction(1, 2), Fraction(1, 7), Fraction(1, 100))


@claim(
    "x:sec4.1-minimal-c",
    kind="inequality",
    says="The corollary holds as printed, for u_t, with one point per step, c = 1/(d - 1).",
    formula=r"n = 1 \implies \mathbb{E}\frac{\|u-u_t\|^2}{\|u\|^2} \le 2\frac{\|u-Pu\|^2}{\|u\|^2} + \varepsilon, "
    r"\quad t = \Bigl\lceil\tfrac{\ln(2\varepsilon^{-1})}{\ln(1+1/(d-1))}\Bigr\rceil",
    tight="attained in two dimensions",
    premises=["cor:convergence_up_to_precision/corrected"],
    mutants={
        "plain points": {"weight": lambda points: (1,) * len(points.p)},
        "two iterations less": {"fewer": 2},
        "half of the floor": {"floor": Fraction(1, 2)},
        "one iteration less": {"fewer": 1},
        "a precision of one hundredth less": {"share": Fraction(99, 100)},
    },
)
def one_point_is_enough(*, weight=lambda _: None, fewer=0, floor=1, share=1):
    """All draws counted. For c ≤ 1 the leading two makes up for the step that u_t has not made."""
    for points, (word, target) in ((p, item) for p in (LINES, PARABOLAS) for item in targets(p).items()):
        scheme = Scheme(points, target, 1, weight=weight(points))
        times = [iterations_needed(scheme.c, epsilon) - fewer for epsilon in EPSILONS]
        errors = scheme.errors(max(times))
        values = [relative(scheme, errors[t - 1]) for t in times]
        excess = (1 - floor) * relative(scheme, scheme.best)
        bounds = [printed_bound(scheme, share * epsilon) - excess for epsilon in EPSILONS]
        name = f"d = {scheme.d}, {word}"
        yield at_most(values, bounds, name=name, symbol="E|u - u_t|^2/|u|^2")


def contraction(points, n, n_steps=1):
    """E‖u - u_{t+1}‖²/‖u‖² for a target in the class, after n_steps steps with n points each, all draws counted."""
    scheme = Scheme(points, targets(points)["in the class"], n)
    errors = scheme.errors(n_steps)
    return errors[-1] / errors[0]


@claim(
    "x:sec4.1-maximised-n1",
    kind="inequality",
    says="Read per sample point, as the sentence before speaks of every new one, the rate ln(1+c)/n is largest "
    "for n = 1: n steps with one point beat one step with n.",
    formula=r"\bigl(\tfrac{d-1}d\bigr)^n < \tfrac{d-1}{n+d-1}, \quad n > 1",
    expected="computed",
    tight="no word: a strict order of two rates without a constant",
    premises=["cor:convergence_up_to_precision/corrected"],
    mutants={
        "per iteration": {"spent": lambda _: 1},
        "one point less": {"spent": lambda n: n - 1},
    },
)
def one_point_is_fastest_per_point(*, spent=lambda n: n):
    """All draws counted, for a target in the class; then Bernoulli's inequality for many d and n.

    Per iteration the rate ln(1+c) is smallest for n = 1: d = 2 contracts by 1/2 with one point and by 1/3 with two.
    """
    for points, n in itertools.product((LINES, PARABOLAS), (2, 3)):
        rest = contraction(points, n) - contraction(points, 1, spent(n))
        yield at_least(rest, TINY, name=f"d = {points.dim}, n = {n}", digits=None, symbol="the gain")
    for d, n in itertools.product((2, 3, 10, 100), (2, 5, 30)):
        rest = Fraction(d - 1, n + d - 1) - Fraction(d - 1, d) ** spent(n)
        yield at_least(rest, TINY, name=f"formula, d = {d}, n = {n}", digits=None, symbol="the gain")
