"""What the finder finds by itself, and what it must not find."""

import pytest

from theorytest import at_least, at_most, equal, more_than
from theorytest.proof import balls, inner, maximum, nonnegative, number, positive, real, square, statement, vector
from theorytest.proof.checker import check
from theorytest.proof.finder import NotFoundError, find
from theorytest.proof.language import apply

x, y, z = real("x y z")
a, b = positive("a b")
c = nonnegative("c")
d = number("d", "≥2")
q = number("q", ">0", "<1")
u, v, w = vector("u v w")

TRUE = {
    "identity": equal((a + b) / (a * b), 1 / a + 1 / b),
    "sign": at_least(a / (1 + c), 0),
    "shift": at_least(d**2 - d, 2),
    "upper bound": at_least(1 / (1 - q), 1 + q),
    "squares": at_least(x**2 - 2 * x * y + 2 * y**2, 0),
    "squares with a constant": at_least(x**2 + 1, x),
    "Hilbert space": at_most(inner(u, v), a / 2 * square(u) + square(v) / (2 * a)),
    "three vectors": at_most(square(u + v + w), 3 * (square(u) + square(v) + square(w))),
    "Sturm": at_least(q**3 - q + 1, q / 2),
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
    "Sturm": at_least(q**3 - 2 * q + 1, 0),
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


def test_balls_decide_strict_inequalities_on_a_box():
    p = number("p", "≥1", "≤2")
    check(find(statement(more_than(apply("exp", p), p * 2), by=balls())))
    with pytest.raises(NotFoundError, match="may be false"):
        find(statement(more_than(apply("exp", p), p * 3), by=balls(most=100)))


def test_a_multiplier_gets_its_reason():
    """The weight x² - 2x + 1 is nonnegative, which its coefficients do not show."""
    hypothesis = at_least(y, 0)
    made = find(statement(at_least((x - 1) ** 2 * y, 0), given={"y ≥ 0": hypothesis}))
    check(made)
