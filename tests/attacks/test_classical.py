"""Statements that were believed or printed, and are false: each is found and certified."""

from fractions import Fraction

import numpy as np
import pytest

from theorytest import at_least, at_most, attack, definite, matrices, product, reals, same_size, semidefinite, vectors
from theorytest.attacks.exact import determinant, eigenvalues, singular_values
from theorytest.attacks.exact import sqrt as root
from theorytest.attacks.losses import piecewise

F = Fraction


def refuted(relation, region, evaluations=20_000, seed=0):
    found = attack(relation, region, evaluations=evaluations, seed=seed)
    assert found.certified, str(found)
    return found


def test_the_product_of_positive_definite_matrices_has_no_definite_symmetric_part():
    pair = same_size(definite([1, 2]), definite([1, 2]))
    found = refuted(lambda A, B: at_least(eigenvalues(A @ B + B @ A)[0], 0), pair)
    A, B = found.instance
    assert A.shape == (2, 2)
    assert determinant(A @ B + B @ A) < 0 < determinant(A)


def adam_regret(beta1, beta2, step, slopes, T):
    """The regret of Adam with steps α/√t on [-1, 1] and periodic linear losses, against the best fixed point."""
    x, m, v, paid = 1, 0, 0, 0
    for t in range(1, T + 1):
        g = slopes[(t - 1) % len(slopes)]
        paid = paid + g * x
        m, v = beta1 * m + (1 - beta1) * g, beta2 * v + (1 - beta2) * g * g
        moved = x - step * m / root(v * t)
        x = 1 if moved > 1 else -1 if moved < -1 else moved
    total = sum(slopes[(t - 1) % len(slopes)] for t in range(1, T + 1))
    return paid + abs(total)


def test_adam_has_no_sublinear_regret():
    """3/2 D G √T is what plain online descent has (D = 2); linear regret passes it for every T that is large enough."""
    T = 240

    def sublinear(beta1, beta2, step, slopes):
        return at_most(adam_regret(beta1, beta2, step, slopes, T) ** 2, 9 * T * max(abs(s) for s in slopes) ** 2)

    constants = product(reals(0, F(9, 10)), reals(F(1, 100), F(99, 100)), reals(F(1, 10), 1), vectors(3, -10, 10))
    allowed = constants.where(lambda beta1, beta2, _, slopes: beta1**2 < beta2 and any(s != 0 for s in slopes))
    found = refuted(sublinear, allowed, 4000)
    beta1, beta2, _, _ = found.instance
    assert beta1**2 < beta2


def heavy_ball(loss, start, T):
    """Polyak's method with its optimal parameters on quadratics for 1 ≤ f'' ≤ 25: α = 1/9, β = 4/9."""
    before, x = start, start
    for _ in range(T):
        before, x = x, x - loss.gradient(x) / 9 + F(4, 9) * (x - before)
    return x


def test_the_heavy_ball_does_not_converge_on_all_smooth_strongly_convex_functions():
    found = refuted(
        lambda loss, x: at_most(abs(heavy_ball(loss, x, 60)), abs(x) / 10),
        product(piecewise([1, 2, 3], 1, 25), reals(-4, 4)),
    )
    loss, _ = found.instance
    assert all(1 <= slope <= 25 for slope in loss.slopes)
    assert len(loss.slopes) > 1  # on quadratics it converges


FALSE = {
    "squaring is monotone for matrices": (
        lambda A, B: at_least(eigenvalues((A + B) @ (A + B) - A @ A)[0], 0),
        same_size(semidefinite([1, 2]), semidefinite([1, 2])),
    ),
    "the determinant is subadditive": (
        lambda A, B: at_most(determinant(A + B), determinant(A) + determinant(B)),
        same_size(definite([1, 2]), definite([1, 2])),
    ),
    "the spectral norm bounds the Frobenius norm": (
        lambda A: at_most(np.sum(A**2), singular_values(A)[0] ** 2),
        matrices([1, 2]),
    ),
    "the mean of squares is the square of the mean": (
        lambda x: at_most(len(x) * (x @ x), np.sum(x) ** 2),
        vectors([1, 2]),
    ),
    "sin x ≤ x": (lambda x: at_most(np.sin(x), x), reals()),
    "the median is at most the mean": (lambda x: at_most(3 * np.sort(x)[1], np.sum(x)), vectors(3)),
    "the trace of a triple product is symmetric": (
        lambda A, B, C: at_most(abs(np.trace(A @ B @ C) - np.trace(A @ C @ B)), 0),
        same_size(matrices([1, 2]), matrices([1, 2]), matrices([1, 2])),
    ),
    "x⁴ + y⁴ + 1 ≥ 3x²y": (lambda x, y: at_least(x**4 + y**4 + 1, 3 * x**2 * y), product(reals(), reals())),
    "the norm of ℓ^{1/2} is a norm": (
        lambda x, y: at_most(np.sum(root(abs(x + y))) ** 2, np.sum(root(abs(x))) ** 2 + np.sum(root(abs(y))) ** 2),
        same_size(vectors([1, 2]), vectors([1, 2])),
    ),
}


@pytest.mark.parametrize("name", FALSE)
def test_a_false_statement_is_refuted_by_a_small_instance(name):
    found = refuted(*FALSE[name])
    assert all(abs(each.numerator) + each.denominator < 1000 for each in found.counterexample.parameters)
