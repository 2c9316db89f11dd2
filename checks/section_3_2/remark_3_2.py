r"""Remark 3.2 [rmk:complexity]: operations of a quasi-projection and of an SGD step, and what κ(G) and k_t do to SGD.

Operations are run on numbers that count. (BBV) holds for every gradient, and for normal ones E‖P^1 g‖² = ∫ w K g² dρ,
whose supremum over ‖g‖ = 1 is k on a measure without atoms. For SGD with one point a step and a target in T,
e ↦ (I - s P) e with P = P^1: the worst factor of one step is λ*(E (I - sP)ᵀ(I - sP)), many may do better.
"""

import numpy as np
from scipy import optimize

from checks.hypotheses import LINEAR_LEAST_SQUARES, scalar_jets, target_in_class
from checks.instances import counted_steps as run
from checks.instances.counted_steps import counted, discretised, sgd_count
from checks.instances.finite_systems import HALVES, values
from checks.instances.spaces import ONE_POINT_LAWS
from checks.theory.finite import Finite
from theorytest import at_least, at_most, claim, equal, family, integers, reals, threshold
from theorytest.proof import compared, number, real, squared, statement


def projected(d):
    """The operations of a quasi-projection on 2d nodes, its coefficients and its law, and the nodes that it drew."""
    tally = [0]
    theta, law, chosen = run.quasi_projection(*(counted(row, tally) for row in discretised(d, 2 * d)), d)
    return tally[0], [t.value for t in theta], [m.value for m in law], chosen


@claim(
    "rmk:complexity",
    says="A quasi-projection with optimal sampling takes O(d³) operations, an SGD step O(d).",
    forall={"d": family(range(2, 10), "integers from 2 on; 2d nodes, SGD with four points", search=integers(2, 12))},
    reading="Counted for one way to do it: Gramian, Cholesky factor, optimal law and estimate on the nodes. The "
    "differences of the counts say that they are a cubic and a linear polynomial. A known basis would cost less.",
    mutants={"as many points as dimensions": {"n_samples": lambda d: d}, "a quadratic number": {"order": 3}},
)
def operations_are_counted(d, *, n_samples=lambda _: run.N_SAMPLES, order=4):
    """What the counted algorithm computes is compared with linear algebra."""
    sgd = np.array([sgd_count(k, n_samples(k)) for k in range(d, d + 3)])
    quasi = np.array([projected(k)[0] for k in range(d, d + 5)])
    yield equal(np.diff(sgd, 2), 0, name="SGD is linear", symbol="a second difference")
    yield equal(np.diff(quasi, order), 0, name="at most cubic", symbol="a fourth difference")
    yield at_least(np.diff(quasi, 3), 1, name="cubic", symbol="a third difference")
    yield at_least(quasi[:3], sgd, name="more expensive", symbol="operations")
    _, theta, law, chosen = projected(d)
    reference, law_reference = run.by_linear_algebra(d, 2 * d, chosen)
    yield equal(theta, reference, name="coefficients", digits=9, symbol="a coefficient")
    yield equal(law, law_reference, name="law", digits=9, symbol="a probability")


def dimension(d):
    """d_t for d monomials on the points -1 and 1, which span a plane."""
    return int(np.linalg.matrix_rank(np.vander([-1.0, 1.0], d)))


@claim(
    "rmk:complexity/dimension",
    says="An SGD step with one point takes at most C dₜ operations, with one C for all generating systems.",
    forall={"d": family([5, 41, 401], "d members that span a plane", search=integers(5, 60))},
    reading="O(dₜ), also where the system has d > dₜ members, as Section 3.1 allows: C = (d − 1)/4 fails for each d. "
    "For d parameters of a polynomial, 6d operations are enough.",
    gravity="fails only when read literally",
    finding="parameters-not-dimensions",
    controls={"six for each parameter": {"size": lambda d: d, "factor": lambda _: 6}},
)
def sgd_costs(d, *, size=dimension, factor=lambda d: (d - 1) // 4):
    """All of the d parameters may change, each by an operation at least."""
    return at_most(sgd_count(d, 1), factor(d) * size(d), symbol="operations")


def largest_moments(system, measure, d, optimal):
    """λ*(∫ w K h_i h_j dρ) over the next 10, 40 and 120 functions h after the first d of a system, which span T."""
    rule = measure.quadrature(240 + 2 * d + 2)
    h = system(120 + d).values(rule.nodes)
    K = np.sum(h[:, :d] ** 2, axis=1)
    S = (h[:, d:].T * (rule.weights * (d if optimal else K))) @ h[:, d:]
    return [np.linalg.eigvalsh(S[:size, :size])[-1] for size in (10, 40, 120)]


def tangent_constants(system, measure, d, optimal, kappa):
    """The best c_bias,1 and the least c_var,1 of the non-projection from one point, for G = diag(κ, 1, ..., 1)."""
    rule = measure.quadrature(4 * d)
    b, eigenvalues = system(d).values(rule.nodes), np.array([kappa, *[1.0] * (d - 1)])[:d]
    w = d / np.sum(b**2, axis=1) if optimal else np.ones(len(b))
    mean = (b.T * rule.weights) @ b * np.sqrt(np.outer(eigenvalues, eigenvalues))
    moment = (b.T * (rule.weights * w * (b**2 @ eigenvalues**2))) @ b
    return np.linalg.eigvalsh(mean)[0], np.linalg.eigvalsh(moment)[-1]


@claim(
    "x:rmk-complexity-necessary",
    says="Rates by (BBV) need control of k and κ(G): without atoms the quasi-projection from one point has no c_var,2 "
    "below k, and the non-projection no c_var,1 below κ(G)²c_bias,1².",
    formula=r"\sup_{g\perp\mathcal{T}_t}\frac{\mathbb{E}\|P_t^1g\|^2}{\|g\|^2} = k_t, \qquad "
    r"\frac{c_{\mathrm{var},1}}{c_{\mathrm{bias},1}^2} \ge \kappa(G)^2",
    forall={
        "T, μ": ONE_POINT_LAWS,
        "κ(G)": family((1.0, 2.0, 100.0), "κ ≥ 1; G = diag(κ, 1, …, 1)", search=reals(1, 1000, log=True).map(float)),
    },
    given=[scalar_jets.stated],
    reading="Necessary for the paper's way to rates, by constants that hold for every gradient: the guaranteed factor "
    "is no better than 1 − λ/(κ(G)²L). Where k = ∞, E‖P¹g‖²/‖g‖² is seen above 100.",
    mutants={
        "one per cent less than k": {"share": 0.99},
        "one per cent more than k": {"share": 1.01},
        "two per cent more than κ(G)²": {"squares": 1.02},
    },
)
def no_constant_is_below_k(case, kappa, *, share=1.0, squares=1.0):
    """E‖P¹g‖² = ∫ w K g² dρ for g ⊥ T; without atoms some g ⊥ T live where w K is as large as can be."""
    *drawn, k = case
    first, variance = tangent_constants(*drawn, kappa)
    condition = kappa if drawn[2] > 1 else 1.0
    yield at_least(variance / first**2, squares * condition**2, name="κ(G)", digits=9, symbol="c_var,1/c_bias,1²")
    largest = largest_moments(*drawn)
    if np.isfinite(k):
        yield at_most(largest, share * k, name="not more", digits=9, symbol="c_var,2")
    yield at_least(largest[-1], threshold(min(0.998 * share * k, 100)), name="approached", symbol="c_var,2")


NUMBERS_SAY = "κ ≥ 1 and k ≥ 2; lines 1, √κ x on ±1 of mass 1/2, cells of masses 1 − 1/k, 1/k, one plain point"
NUMBERS = (2.0, 3.0, 10.0, 100.0)


def scaled_lines(kappa):
    """1 and √κ x on the points ±1: G = diag(1, κ), k = 2."""
    return Finite(HALVES, HALVES, values([1.0, 1.0], np.sqrt(kappa) * np.array([-1.0, 1.0])))


def uneven_cells(k):
    """The normalised cells of masses 1 - 1/k and 1/k, plain points: G = I, and w K = 1/ρ is k at most."""
    rho = np.array([1 - 1 / k, 1 / k])
    return Finite(rho, rho, values([rho[0] ** -0.5, 0.0], [0.0, rho[1] ** -0.5]))


def error_form(system, s):
    """I - s (A + Aᵀ) + s² S for the moments A and S of one point: E‖(I - sP)e‖² as a form in e."""
    A = system.mean(1)
    return np.eye(2) - s * (A + A.T) + s**2 * system.second_moment(1)


def best_factor(system):
    """The least λ* of the form over all s."""

    def factor(s):
        return np.linalg.eigvalsh(error_form(system, s))[-1]

    longest = 2 * np.trace(system.mean(1)) / np.trace(system.second_moment(1))
    return optimize.minimize_scalar(factor, bounds=(0, longest), method="bounded", options={"xatol": 1e-13}).fun


LINES, CELLS = np.array([[1.0, 1.0], [-1.0, 1.0]]) / np.sqrt(2), np.array([[0.0, 1.0], [1.0, 0.0]])  # slow one first
TRIED = (0.5, 1.0, 2.0)  # as multiples of the best step


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
    reading="SGD is the non-projection from plain points. Its mean factor in the worst direction, of one step with the "
    "best s and one point, is 1 − 1/(1 + κ²) on the lines, where k = 2, and 1 − 1/k on the cells, where κ(G) = 1. Over "
    "many steps lines with κ > 1 are faster.",
    premises=["lem:sgd_bias_variance"],
    proof=compared(factors_on_symbols, factors_at),
    mutants={
        "one hundredth more of 1/(1 + kappa^2)": {"of_kappa": lambda kappa: 1 - 1.01 / (1 + kappa**2)},
        "one hundredth more of 1/k": {"of_k": lambda k: 1 - 1.01 / k},
    },
)
def sgd_depends_on_both(number, *, of_kappa=lambda kappa: 1 - 1 / (1 + kappa**2), of_k=lambda k: 1 - 1 / k):
    """For scaled lines E PᵀP = (1 + κ²) I, the slow direction decides, and s = 1/(1 + κ²); for cells s = 1/k."""
    yield equal(best_factor(scaled_lines(number)), of_kappa(number), name="lines", digits=9, symbol="the factor")
    yield equal(best_factor(uneven_cells(number)), of_k(number), name="cells", digits=9, symbol="the factor")
    yield from at_the_steps(scaled_lines(number), LINES, 1 / (1 + number**2), of_kappa(number), "lines")
    yield from at_the_steps(uneven_cells(number), CELLS, 1 / number, of_k(number), "cells")


def at_the_steps(system, directions, best, factor, name):
    """No step does better in the first direction, and the best one does as well in both."""
    slow = [directions[0] @ error_form(system, x * best) @ directions[0] for x in TRIED]
    yield at_least(slow, factor, name=f"{name}, every step", digits=9, symbol="the slow factor")
    both = np.diag(directions @ error_form(system, best) @ directions.T)
    yield at_most(both, factor, name=f"{name}, the best step", digits=9, symbol="the factor")
