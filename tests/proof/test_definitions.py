"""A definition that could be false is a hypothesis: each of these assumed what the sentence need not say."""

import pytest

from theorytest import at_most, equal
from theorytest.claims.mutants import ClaimError
from theorytest.proof import defined, function, inner, integer, mean, number, positive, real, statement, vector

X, Y, A = function("X"), function("Y"), function("A", "≥0")
k, j = integer("k"), integer("j", 0)
s = positive("s")
x, z = real("x"), real("z", random=True)
u, v = vector("u v")


def tree(*definitions):
    named = {f"definition {i}": each for i, each in enumerate(definitions)}
    return statement(at_most(X(1), Y(1) + A(0) + s), given=named).tree


@pytest.mark.parametrize(
    "definitions",
    [
        [defined(equal(X(1), s)), defined(equal(X(k + 1), k * X(k) + s), k), defined(equal(Y(1), X(1)))],
        [defined(equal(A(0), 1)), defined(equal(A(j + 1), s / (1 + j) * A(j)), j)],
        [defined(equal(X(1), mean(z)))],
        [defined(equal(X(0), 1)), defined(equal(X(1), 2)), defined(equal(X(k + 1), X(k)), k)],
    ],
)
def test_recursions_with_a_first_value_are_definitions(definitions):
    assert len(tree(*definitions)["given"]) == len(definitions)


@pytest.mark.parametrize("other", ["\u0430", "a\u200b", "\uff41"])
def test_names_that_look_alike_are_refused(other):
    with pytest.raises(ClaimError, match="look alike"):
        _ = statement(at_most(real("a"), real(other))).tree


@pytest.mark.parametrize(
    ("definitions", "words"),
    [
        ([defined(equal(inner(u, v), 0))], "is not a definition"),
        ([defined(equal(x, 1))], "is not a definition"),
        ([defined(equal(X(x), 1))], "is not a definition"),
        ([defined(equal(X(k), 1), k)], "is not a definition"),
        ([defined(equal(X(j + 1), x), j, x)], "is not a definition"),
        ([defined(equal(X(x + 1), X(x)), x)], "is not a definition"),
        ([defined(equal(X(1), 1)), defined(equal(X(1), 2))], "a second time"),
        ([defined(equal(X(1), 1)), defined(equal(X(j + 1), 2), j)], "a second time"),
        ([defined(equal(X(j + 1), 2), j), defined(equal(X(1), 1))], "a second time"),
        ([defined(equal(X(k + 1), 1), k), defined(equal(X(j + 1), 2), j)], "a second time"),
        ([defined(equal(X(1), X(1) + 1))], "by itself"),
        ([defined(equal(X(k + 1), X(k + 1) + 1), k)], "by itself"),
        ([defined(equal(X(k + 1), X(k + 2) + X(k)), k)], "by itself"),
        ([defined(equal(X(1), Y(1))), defined(equal(Y(1), X(1) + 1))], "defined later"),
        ([defined(equal(A(0), -s))], "does not show"),
        ([defined(equal(A(0), 1)), defined(equal(A(j + 1), A(j) - 1), j)], "does not show"),
        ([defined(equal(A(j + 1), A(j)), j)], "no definition of its value at 0"),
        ([defined(equal(X(1), z))], "something random"),
        ([defined(equal(function("B", "≤1")(0), 0))], "does not show"),
        ([defined(equal(number("c", ">0"), 1))], "is not a definition"),
    ],
)
def test_what_would_be_assumed_is_not_a_definition(definitions, words):
    with pytest.raises(ClaimError, match=words):
        tree(*definitions)
