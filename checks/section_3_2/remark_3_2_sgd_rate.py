r"""Remark 3.2: the rate of SGD depends on the condition number of the Gramian and on k_t.

One point a step, least squares with the target in T: e ↦ (I - s P) e with P = P^1. The rate is the least value of
λ*(E (I - sP)ᵀ(I - sP)) over all constant steps s. Two functions on two points show each dependence alone: 1 and √κ x
for masses 1/2, and cells of masses 1 - 1/k and 1/k.
"""

import numpy as np
from scipy import optimize

from checks.hypotheses import LINEAR_LEAST_SQUARES, target_in_class
from checks.instances.finite_systems import HALVES, values
from checks.theory.finite import Finite
from theorytest import at_least, at_most, claim, equal, family, reals
from theorytest.proof import compared, number, real, squared, statement

NUMBERS_SAY = "κ ≥ 1 and k ≥ 2; lines 1, √κ x on ±1, two cells of masses 1 − 1/k, 1/k"
NUMBERS = (2.0, 3.0, 10.0, 100.0)


def scaled_lines(kappa):
    """1 and √κ x on the points ±1: G = diag(1, κ), k = 2."""
    return Finite(HALVES, HALVES, values([1.0, 1.0], np.sqrt(kappa) * np.array([-1.0, 1.0])))


def uneven_cells(k):
    """The normalised cells of masses 1 - 1/k and 1/k, plain points: G = I, and w K = 1/ρ is k at most."""
    rho = np.array([1 - 1 / k, 1 / k])
    return Finite(rho, rho, values([rho[0] ** -0.5, 0.0], [0.0, rho[1] ** -0.5]))


def best_factor(A, S):
    """min over s of λ*(I - s (A + Aᵀ) + s² S)."""

    def factor(s):
        return np.linalg.eigvalsh(np.eye(len(A)) - s * (A + A.T) + s**2 * S)[-1]

    longest = 2 * np.trace(A) / np.trace(S)
    return optimize.minimize_scalar(factor, bounds=(0, longest), method="bounded", options={"xatol": 1e-13}).fun


LINES, CELLS = np.array([[1.0, 1.0], [-1.0, 1.0]]) / np.sqrt(2), np.array([[0.0, 1.0], [1.0, 0.0]])  # slow one first
TRIED = (0.5, 1.0, 2.0)  # as multiples of the best step


def in_both_directions(system, directions, s):
    """E‖(I - sP)e‖² for two orthonormal e."""
    A, S = system.mean(1), system.second_moment(1)
    return np.diag(directions @ (np.eye(2) - s * (A + A.T) + s**2 * S) @ directions.T)


def by_definition(system):
    """All draws of one point, by the definition of the non-projection."""
    return best_factor(system.mean(1), system.second_moment(1))


def factors_on_symbols(*, of_kappa=lambda kappa: 1 - 1 / (1 + kappa**2), of_k=lambda k: 1 - 1 / k):
    """No step does better in one direction, and one step does as well in both.

    Lines: E P = diag(1, κ) and E PᵀP = (1 + κ²) I. Cells: E P = I and E PᵀP = diag(k/(k - 1), k).
    """
    kappa, k, s = number("κ", "≥1"), number("k", "≥2"), real("s")

    def factor(step, mean, square):
        return 1 - 2 * step * mean + step**2 * square

    square, best = 1 + kappa**2, 1 / (1 + kappa**2)
    return statement(
        [
            at_least(factor(s, 1, square), of_kappa(kappa)),
            at_most(factor(best, 1, square), of_kappa(kappa)),
            at_most(factor(best, kappa, square), of_kappa(kappa)),
            at_least(factor(s, 1, k), of_k(k)),
            at_most(factor(1 / k, 1, k), of_k(k)),
            at_most(factor(1 / k, 1, k / (k - 1)), of_k(k)),
        ],
        by=[[squared(s - best, square)], None, None, [squared(s - 1 / k, k)], None, None],
    )


def factors_at(number):
    """The steps of the check on the lines, and then on the cells; the least factors are found in another way."""
    lines = [{"κ": number, "s": x / (1 + number**2)} for x in TRIED] + [{"κ": number}] * 2
    return [None, None, *lines, *[{"k": number, "s": x / number} for x in TRIED], *[{"k": number}] * 2]


@claim(
    "x:rmk-complexity-sgd-depends",
    kind="rate",
    says="The convergence rate of SGD depends on the condition number κ(G) of the Gramian and on k.",
    formula=r"\min_s\sup_e\frac{\mathbb{E}\|e_{t+1}\|^2}{\|e_t\|^2} = 1-\frac1{1+\kappa(G)^2} \ (k_t = 2), \qquad = "
    r"1-\frac1{k_t} \ (\kappa(G) = 1)",
    forall={"κ, k": family(NUMBERS, NUMBERS_SAY, search=reals(2, 1000, log=True).map(float))},
    given=[*LINEAR_LEAST_SQUARES, target_in_class],
    reading="SGD is the non-projection from plain points. The best mean factor of a constant step with one point is 1 "
    "− 1/(1 + κ²) on the lines, where k = 2, and 1 − 1/k on the cells, where κ(G) = 1.",
    premises=["lem:sgd_bias_variance"],
    proof=compared(factors_on_symbols, factors_at),
    mutants={
        "one hundredth more of 1/(1 + kappa^2)": {"of_kappa": lambda kappa: 1 - 1.01 / (1 + kappa**2)},
        "one hundredth more of 1/k": {"of_k": lambda k: 1 - 1.01 / k},
    },
)
def sgd_depends_on_both(number, *, of_kappa=lambda kappa: 1 - 1 / (1 + kappa**2), of_k=lambda k: 1 - 1 / k):
    """For scaled lines E PᵀP = (1 + κ²) I, the slow direction decides, and s = 1/(1 + κ²); for cells s = 1/k."""
    yield equal(by_definition(scaled_lines(number)), of_kappa(number), name="lines", digits=9, symbol="the factor")
    yield equal(by_definition(uneven_cells(number)), of_k(number), name="cells", digits=9, symbol="the factor")
    yield from at_the_steps(scaled_lines(number), LINES, 1 / (1 + number**2), of_kappa(number), "lines")
    yield from at_the_steps(uneven_cells(number), CELLS, 1 / number, of_k(number), "cells")


def at_the_steps(system, directions, best, factor, name):
    """No step does better in the first direction, and the best one does as well in both."""
    slow = [in_both_directions(system, directions, x * best)[0] for x in TRIED]
    yield at_least(slow, factor, name=f"{name}, every step", digits=9, symbol="the slow factor")
    both = in_both_directions(system, directions, best)
    yield at_most(both, factor, name=f"{name}, the best step", digits=9, symbol="the factor")
