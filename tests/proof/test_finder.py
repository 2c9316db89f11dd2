"""What the finder finds by itself, and what it must not find."""

from fractions import Fraction

import pytest

from theorytest import at_least, at_most, equal, more_than
from theorytest.proof import inner, maximum, nonnegative, number, positive, real, square, statement, vector
from theorytest.proof.checker import check
from theorytest.proof.finder import NotFoundError, find

x, y, z = real("x y z")
a, b = positive("a b")
c = nonnegative("c")
d = number("d", "≥2")
q = number("q", ">0", "<1")
u, v, w = vector("u v w")
p = number("p", "≥1", "≤2")
F = Fraction

TRUE = {
    "identity": equal((a + b) / (a * b), 1 / a + 1 / b),
    "sign": at_least(a / (1 + c), 0),
    "shift": at_least(d**2 - d, 2),
    "upper bound": at_least(1 / (1 - q), 1 + q),
    "squares": at_least(x**2 - 2 * x * y + 2 * y**2, 0),
    "squares with a constant": at_least(x**2 + 1, x),
    "Hilbert space": at_most(inner(u, v), a / 2 * square(u) + square(v) / (2 * a)),
    "three vectors": at_most(square(u + v + w), 3 * (square(u) + square(v) + square(w))),
    "interval": at_least(q**3 - q + 1, q / 2),
    "a quartic form": at_least(2 * x**4 + 2 * x**3 * y - x**2 * y**2 + 5 * y**4, 0),
    "three numbers": at_least(x**4 + y**4 + z**4 + 1, 4 * x * y * z),
    "polynomials": at_least(x**6 + y**6 + 3, x**2 * y**2 * 3),
}
FALSE = {
    "identity": equal((a + b) / (a * b), 1 / a - 1 / b),
    "sign": at_least(c - a, 0),
    "shift": at_least(d**2 - d, 3),
    "squares": at_least(x**2 - 3 * x * y + 2 * y**2, 0),
    "Hilbert space": at_most(inner(u, v), a / 2 * square(u) + square(v) / (3 * a)),
    "interval": at_least(q**3 - 2 * q + 1, 0),
    "strict": more_than(x**2 + 2 * x + 1, 0),
    "a quartic form": at_least(2 * x**4 + 2 * x**3 * y - 4 * x**2 * y**2 + y**4, 0),
    "maximum": at_most(maximum(x, y), x),
}


@pytest.mark.parametrize("name", TRUE)
def test_true_relations_are_proved(name):
    check(find(statement(TRUE[name])))


@pytest.mark.parametrize("name", FALSE)
def test_false_relations_are_not(name):
    with pytest.raises(NotFoundError):
        find(statement(FALSE[name]))


@pytest.mark.parametrize(
    "relation",
    [
        more_than(z**4 - 3 * z + 3, 0),  # on the line
        at_least(number("r", "≥1") ** 3 - 3 * number("r", "≥1") + 2, 0),  # on a half-line, attained at its end
        more_than(p / (1 + p) + 1 / p, F(29, 25)),  # a quotient
        at_least((2 * p - 3) ** 2, 0),
    ],
)
def test_polynomials_on_intervals(relation):
    check(find(statement(relation)))


def test_what_changes_its_sign_on_an_interval_is_not_proved():
    with pytest.raises(NotFoundError, match="is negative somewhere"):
        find(statement(more_than(p**2 - 3 * p + F(9, 4), 0)))


def test_a_multiplier_gets_its_reason():
    """The weight x² - 2x + 1 is nonnegative, which its coefficients do not show."""
    hypothesis = at_least(y, 0)
    made = find(statement(at_least((x - 1) ** 2 * y, 0), given={"y ≥ 0": hypothesis}))
    check(made)
