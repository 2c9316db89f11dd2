"""Whatever a random proof proves is true in the world in which its random hypotheses are.

The proof comes first: weights, hypotheses, squares and facts, averaged or not. Its claim is that their sum is ≥ 0.
"""

import random
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st
from provable import both, holds

from theorytest.proof.checker import Refused, check

F = Fraction
KNOWN, DRAWN = ("x", "y", "a", "c", "d"), ("z", "p")
STATEMENT = {
    "symbols": {"x": [], "y": [], "a": [">0"], "c": ["≥0"], "d": ["≥0", "<1"], "z": [], "p": ["≥0"]},
    "vectors": ["u", "v", "m"],
    "functions": {"f": []},
    "random": ["z", "p", "v"],
}
PROOFS = 60


def world(draw):
    """Two draws; m is the mean of v, and f(w) = q ‖w‖² with q = x."""
    some = lambda *values: F(draw.choice(values))  # noqa: E731
    signs = {"x": (-2, -1, 0, 1), "y": (-1, 0, 2), "a": (1, 2), "c": (0, 0, 3), "z": (-1, 0, 1, 2), "p": (0, 1)}
    made = {
        name: both(some(*values)) if name in KNOWN else (some(*values), some(*values)) for name, values in signs.items()
    }
    v = tuple((some(-1, 0, 1), some(-1, 0, 2)) for _ in range(2))
    mean = tuple((a + b) / 2 for a, b in zip(*v, strict=True))
    size = lambda w: made["x"][0] * (w[0] ** 2 + w[1] ** 2)  # noqa: E731
    return made | {"d": both(F(1, 2)), "u": both((some(-1, 0, 1), F(1))), "v": v, "m": both(mean), "f": size}


def number(draw, depth):
    """A random expression."""
    if depth == 0 or draw.random() < 0.3:
        return draw.choice([*KNOWN, *DRAWN, "1", "2", "-1", "0"])
    one, other = number(draw, depth - 1), number(draw, depth - 1)
    u, v = vector(draw, depth - 1), vector(draw, depth - 1)
    forms = [["+", one, other], ["-", one, other], ["*", one, other], ["/", one, other], ["-", one], ["^", one, "2"]]
    forms += [["max", one, other], ["ip", u, v], ["ip", u, u], ["E", one], ["at", "f", u], ["^", one, "-1"]]
    return draw.choice(forms)


def vector(draw, depth):
    """A random combination of vectors."""
    if depth == 0:
        return draw.choice(["u", "v", "m"])
    return [draw.choice("+-"), vector(draw, 0), ["*", number(draw, depth - 1), vector(draw, 0)]]


def hypotheses(draw, there):
    """Up to three relations that hold there, one about all vectors and E, and one about all vectors."""
    made = []
    for i in range(3):
        left, right, signs = number(draw, 2), number(draw, 1), draw.sample(["=", "≤", "≥", "<", ">", "≠"], 6)
        found = [{"name": str(i), "holds": [sign, left, right]} for sign in signs]
        true = [each for each in found if defined_and_true(each["holds"], there)]
        made += [each for each in true[:1] if proves(["=", "1", "1"], [], [*made, each])]
    mean = ["=", ["E", ["ip", "w", "v"]], ["ip", "w", "m"]]
    of_f = ["=", ["at", "f", "w"], ["*", "x", ["ip", "w", "w"]]]
    return [*made, *({"name": str(one[1]), "forall": {"w": "vector"}, "holds": one} for one in (mean, of_f))]


def proves(claim, terms, given_):
    """Whether the checker accepts these terms for the claim."""
    statement = {**STATEMENT, "given": given_, "claim": [claim]}
    try:
        check({"statement": statement, "proof": [{"by": "combination", "terms": terms}]})
    except Refused:
        return False
    return True


def defined_and_true(relation, there):
    try:
        return holds(relation, there)
    except ZeroDivisionError:
        return False


def factor(draw, given_):
    """Something with a sign, and the same as an expression."""
    kind, one, other, w = draw.random(), number(draw, 1), number(draw, 1), vector(draw, 1)
    if kind < 0.5:
        chosen = draw.choice(given_)
        sign, left, right = substituted(chosen["holds"], w)
        at = {"at": {"w": w}} if "forall" in chosen else {}
        return {"given": chosen["name"], **at}, ["-", right, left] if sign in "≤<" else ["-", left, right]
    if kind < 0.8:
        return draw.choice([({"square": one}, ["*", one, one]), ({"square": w}, ["ip", w, w])])
    larger = ["max", one, other]
    return draw.choice(
        [({"fact": ["max left", one, other]}, ["-", larger, one]), ({"given": "d < 1"}, ["-", "1", "d"])]
    )


def substituted(tree, value):
    if tree == "w":
        return value
    return tree if isinstance(tree, str) else [substituted(each, value) for each in tree]


def term(draw, given_):
    """A weight times factors, or its expectation, and the same as an expression."""
    factors, weight = (
        [factor(draw, given_) for _ in range(draw.choice((0, 1, 1, 2)))],
        number(draw, draw.choice((0, 2))),
    )
    tree, mean = ["*", weight, *(each for _, each in factors)], draw.random() < 0.5
    made = {"times": weight, "of": [each for each, _ in factors], "mean": mean}
    return made, ["E", tree] if mean else tree


def accepted(draw, given_):
    """The claim of a random proof, or None if the checker refuses it."""
    terms = [term(draw, given_) for _ in range(draw.choice((1, 2)))]
    claim = [draw.choice("≥≥>="), ["+", *(tree for _, tree in terms)], "0"]
    return claim if proves(claim, [each for each, _ in terms], given_) else None


@settings(max_examples=20, deadline=None, derandomize=True, database=None)
@given(seed=st.integers(0, 2**32))
def test_what_a_random_proof_proves_is_true(seed):
    draw = random.Random(seed)
    there = world(draw)
    given_ = hypotheses(draw, there)
    found = [claim for _ in range(PROOFS) if (claim := accepted(draw, given_))]
    assert found
    assert all(defined_and_true(each, there) for each in found)
