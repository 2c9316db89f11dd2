r"""Corollary 4.6, the end of its proof and the number of iterations up to machine precision."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np

from checks.instances.linear_scheme import LINES, Scheme, cases, targets
from checks.section_4_1.corollary_4_6 import printed_bound, quasi_best, relative
from theorytest import at_least, at_most, claim, equal, repair

TAU = 5


@claim(
    "x:display-cor4.6-proof-relative",
    kind="inequality",
    says="The relative error of u_t with the perturbation 2 (1+c)^-t.",
    formula=r"\mathbb{E}\frac{\|u-u_t\|^2}{\|u\|^2} \le \bigl(1+\tfrac1{1+c}\tfrac d{d-1}\bigr)"
    r"\frac{\|u-Pu\|^2}{\|u\|^2} + 2(1+c)^{-t}",
    expected="refuted",
    gravity="misprint",
)
def relative_error_as_printed(*, leading=2):
    """d = n = 2, u in the class, t = 2: 1/3 against 2/9."""
    yield from relative_error_is_bounded(leading, shift=-1)


def relative_error_is_bounded(leading, shift):
    for name, scheme in cases():
        errors = scheme.errors(TAU)
        values = [relative(scheme, errors[t + shift]) for t in range(2, TAU + 1)]
        bounds = [printed_bound(scheme, leading * (1 + scheme.c) ** -t) for t in range(2, TAU + 1)]
        yield at_most(values, bounds, name=name, symbol="the relative error")


@repair(
    "x:display-cor4.6-proof-relative/corrected",
    "x:display-cor4.6-proof-relative",
    kind="inequality",
    says="After t steps, for u_{t+1}, the perturbation is (1+c)^-t, half of the printed one.",
    formula=r"\mathbb{E}\frac{\|u-u_{t+1}\|^2}{\|u\|^2} \le \bigl(1+\tfrac1{1+c}\tfrac d{d-1}\bigr)"
    r"\frac{\|u-Pu\|^2}{\|u\|^2} + (1+c)^{-t}",
    tight="attained by targets in the class",
    premises=["x:display-cor4.6-proof-error/corrected"],
    mutants={"leading x 0.99": {"leading": 0.99}, "u_t": {"shift": -1}},
)
def relative_error_after_t_steps(*, leading=1, shift=0):
    """Attained for u in the class."""
    yield from relative_error_is_bounded(Fraction(leading), shift)


def iterations_needed(c, epsilon):
    """The smallest integer t that is at least ln(2/eps)/ln(1+c), that is with 2 ≤ eps (1 + c)^t."""
    t = 0
    while epsilon * (1 + c) ** t < 2:
        t += 1
    return t


@claim(
    "x:cor4.6-proof-steps",
    kind="inequality",
    says="The perturbation 2 (1+c)^-t is at most eps from t = ln(2/eps)/ln(1+c) on and above before, where it is "
    "equal to eps; as a number of steps t has to be rounded up.",
    formula=r"2(1+c)^{-t} \le \varepsilon \iff t \ge \tfrac{\ln(2\varepsilon^{-1})}{\ln(1+c)}",
    tight="attained where (1 + c)^t is 2/eps",
    mutants={"rounded down": {"fewer": 1}, "ln(1/eps)": {"inside": 1}},
)
def perturbation_is_below(*, fewer=0, inside=2):
    for c in (Fraction(1, 9), Fraction(1), Fraction(2), Fraction(7, 2)):
        for epsilon in (Fraction(1, 3), Fraction(1, 1000), Fraction(1, 2**53)):
            real = np.log(inside / float(epsilon)) / np.log1p(float(c))
            t = int(np.ceil(real - 1e-9)) - fewer
            at, name = 2 * (1 + c) ** -t, f"c = {c}, eps = {float(epsilon):.2g}"
            yield at_most(at, epsilon, name=name, symbol="the perturbation")
            yield at_least(at * (1 + c), epsilon, name=f"{name}: before")


ROUNDOFF = Fraction(1, 2**53)


@cache
def one_point_schemes():
    """d = 2 and n = 1, hence c = 1, for all targets."""
    return {word: Scheme(LINES, target, 1) for word, target in targets(LINES).items()}


@claim(
    "x:sec4.1-54-iterations",
    kind="value",
    says="For c = 1 the perturbation falls to the unit roundoff 2^-53 of double precision after 54 iterations.",
    formula=r"\tfrac{\ln(2\cdot2^{53})}{\ln2} = 54",
    expected="computed",
    premises=["x:cor4.6-proof-steps"],
    mutants={
        "53 iterations": {"iterations": 53},
        "the spacing 2^-52": {"epsilon": 2 * ROUNDOFF},
        "two points": {"c": Fraction(2)},
    },
)
def machine_precision_after_54(*, iterations=54, epsilon=ROUNDOFF, c=Fraction(1)):
    """Both u_54 and u_55 satisfy the bound: for c = 1 the leading two makes up for the step that u_54 has not made.

    For u in the class the perturbation of u_54 is 2^-53 exactly, so that 53 steps suffice and 52 do not.
    """
    yield equal(float(epsilon), np.finfo(float).eps / 2, name="double precision", digits=None)
    yield equal(iterations_needed(c, epsilon), iterations, name="iterations", symbol="t")
    for word, scheme in one_point_schemes().items():
        errors = scheme.errors(iterations)[iterations - 1 :]
        values = [relative(scheme, error) for error in errors]
        bound = printed_bound(scheme, epsilon)
        yield at_most(values, bound, name=word, symbol="the relative error")


@claim(
    "x:sec4.1-54-samples",
    kind="inequality",
    says="Read up to the machine precision of the sentence before: with 54 (d - 1) points, d > 1, the relative "
    "error is within twice the best one plus the unit roundoff.",
    formula=r"N = 54(d-1) \implies \mathbb{E}\frac{\|u-u_{55}\|^2}{\|u\|^2} \le 2\frac{\|u-Pu\|^2}{\|u\|^2} + 2^{-53}",
    tight="attained by optimal points",
    premises=["cor:convergence_up_to_precision/corrected"],
    mutants={
        "without the roundoff": {"epsilon": 0},
        "52 iterations": {"iterations": 52},
        "the constant 1.9": {"constant": Fraction(19, 10)},
    },
)
def as_good_up_to_roundoff(*, epsilon=ROUNDOFF, iterations=54, constant=2):
    """The constant 1 + d/(2 (d - 1)) is 2 for d = 2 and falls to 3/2.

    Without the roundoff no constant is enough: for u in the class least squares is exact, 54 steps leave 2^-54 ‖u‖².
    """
    for word, scheme in one_point_schemes().items():
        error = relative(scheme, scheme.errors(iterations)[-1])
        bound = constant * relative(scheme, scheme.best) + epsilon
        yield at_most(error, bound, name=word, symbol="the relative error")
    for d in (2, 3, 10, 1000):
        largest = quasi_best(d, d - 1)
        yield at_most(largest, constant, name=f"d = {d}", symbol="the constant")
