r"""Appendix G with a quasi-projection for Q: its constants, the bound on c_var,2, and how small that can be made."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache

import numpy as np

from checks.instances.finite_problems import Problem, k_of, problems, quasi_constants, random_problems
from checks.instances.two_points import SQUARE, C, K, U, mean, quasi, second_moment
from checks.scaling import scaled
from theorytest import at_least, at_most, claim, equal
from theorytest.approximation.estimators import QuasiProjection
from theorytest.approximation.hull import hull
from theorytest.approximation.measures import Discrete
from theorytest.approximation.oblique import Oblique
from theorytest.approximation.sampling import Optimal
from theorytest.approximation.spaces import Space
from theorytest.approximation.systems import Monomials


@claim(
    "x:appG-quasi-constants",
    kind="constant",
    says="For a quasi-projection c_var,1 - 1 = (k - 1)/n, which is at most c_var,2 = k/n.",
    formula=r"c_{\mathrm{var},1}(Q_t) - 1 = \tfrac{k_t-1}{n} \le \tfrac{k_t}{n} = c_{\mathrm{var},2}(Q_t)",
    expected="computed",
    tight="attained where w K is constant",
    mutants={
        "excess x 0.9": {"excess": lambda k, n: 0.9 * ((k - 1) / n)},
        "c_var2 x 0.9": {"c_var2": lambda k, n: 0.9 * (k / n)},
        "k for k - 1": {"excess": lambda k, n: k / n},
        "(k - 1)/n for both": {"c_var2": lambda k, n: (k - 1) / n},
    },
)
def quasi_projection_has_these(*, excess=lambda k, n: (k - 1) / n, c_var2=lambda k, n: k / n):
    """The pair holds for every w, and for optimal points in L² both are the smallest that do, exactly.

    On two points with w = 1 the printed pair (8/5, 8/5) touches the frontier: the determinant of the slack is 0.
    """
    on_c, mixed = second_moment(quasi, C) / SQUARE, mean(lambda x: quasi(U, x) * quasi(C, x))
    corner = (1 + excess(K, 1) - second_moment(quasi, U) / SQUARE) * (c_var2(K, 1) - on_c) - mixed**2
    yield equal(corner, Fraction(0), name="two points", digits=12, scale=1.0, symbol="the determinant")
    for name, each in (problems() | random_problems()).items():
        k, n = k_of(each.correction), each.correction.n_samples
        c1, c2 = 1 + excess(k, n), c_var2(k, n)
        slack = each.moments.slack(c1, c2)
        yield at_least(slack, 0.0, name=f"{name}: holds", digits=10, scale=1.0, symbol="the slack")
        yield at_most(excess(k, n), k / n, name=f"{name}: order", digits=None, symbol="c_var,1 - 1")
        if each.saturated:
            found = [each.moments.c_var1 - 1, each.moments.c_var2]
            yield equal(found, [c1 - 1, c2], name=f"{name}: attained", digits=9, symbol="a constant")


def tilde_of(each):
    """c_var2(P̃): of its law, or ‖P̃(I - P)‖² where it is known."""
    return each.random.c_var2 if hasattr(each, "random") else np.linalg.norm(each.tilted[:, each.d :], 2) ** 2


def printed_bound(tilde, k, n):
    """(c_var2(P̃) + 1) k/n."""
    return (tilde + 1) * k / n


@claim(
    "x:appG-var2-bound",
    kind="inequality",
    says="With a quasi-projection c_var,2 is at most (c_var,2(P~) + 1) k/n.",
    formula=r"c_{\mathrm{var},2} \le (c_{\mathrm{var},2}(\tilde P_t) + 1)\,\tfrac{k_t}{n}",
    expected="computed",
    tight="attained by optimal points in L2",
    premises=["x:appG-quasi-constants", "lemma:debiased_P/corrected"],
    mutants={
        "bound x 0.9": {"bound": scaled(printed_bound, 0.9)},
        "without the one": {"bound": lambda tilde, k, n: tilde * k / n},
        "without the projection": {"bound": lambda tilde, k, n: k / n},  # noqa: ARG005 (the signature of a bound)
    },
)
def c_var2_is_at_most(*, bound=printed_bound):
    """Attained for P̃ = P and optimal points; loose by c_var2(P̃)/n otherwise, so by a factor up to 1 + c_var2(P̃)."""
    for name, each in (problems() | random_problems()).items():
        k, n, tilde = k_of(each.correction), each.correction.n_samples, tilde_of(each)
        lemma = (quasi_constants(k, n)[0] - 1) * tilde + k / n
        for word, value in (("true", each.debiased.c_var2), ("Lemma G.2", lemma)):
            yield at_most(value, bound(tilde, k, n), name=f"{name}: {word}", digits=10, symbol="c_var,2")


@cache
def small():
    """Lines on three points and a projection with ‖P̃(I - P)‖² = 2."""
    E = hull(Space(Monomials(2), Discrete(np.array([-1.0, 0.0, 2.0]), np.array([0.3, 0.5, 0.2]))), 0)
    return E, Oblique(E, np.array([[1.0], [-1.0]]))


def printed_number(tilde, k, target):
    """n with (c_var2(P̃) + 1) k/n ≤ the target."""
    return math.ceil((tilde + 1) * k / target - 1e-9)


@claim(
    "x:appG-arbitrarily-small",
    kind="remark",
    says="For a given P~ the constant c_var,2 falls like 1/n, below every positive number.",
    formula=r"n \ge (c_{\mathrm{var},2}(\tilde P_t)+1)\,k_t/\varepsilon \implies c_{\mathrm{var},2} \le \varepsilon",
    expected="computed",
    premises=["x:appG-var2-bound"],
    mutants={
        "n forgets the projection": {"number": lambda tilde, k, target: printed_number(0, k, target)},  # noqa: ARG005 (as above)
        "like 1/sqrt(n)": {"power": 0.5},
    },
)
def c_var2_is_made_small(*, number=printed_number, power=1.0):
    """n is the number of points of Q alone; c_var2(P̃) has to stay put while n grows."""
    E, projection = small()

    def c_var2(n):
        return Problem(E, projection, QuasiProjection(Optimal(E.space), n)).debiased.c_var2

    counts = np.array([1, 2, 4, 8, 16])
    products = [n**power * c_var2(n) for n in counts]
    yield equal(products, c_var2(1), name="decay", digits=10, symbol="n c_var,2")
    for target in (1.0, 0.5, 0.125):
        value = c_var2(number(projection.norm**2 - 1, 2.0, target))
        yield at_most(value, target, name=f"below {target}", digits=10, symbol="c_var,2")
