"""Small theorems of every kind with their proofs, and exact worlds in which their hypotheses hold, many of them tight.

A world has two equally likely draws: numbers are pairs of fractions, vectors pairs of tuples, functions are callables.
"""

import contextlib
import itertools
import math
import random
from dataclasses import dataclass
from fractions import Fraction

from theorytest import at_least, at_most, equal, less_than, more_than
from theorytest.proof import (
    HYPOTHESIS,
    balls,
    cases,
    cut,
    defined,
    fact,
    function,
    induction,
    inner,
    integer,
    interval,
    lemma,
    mean,
    nonnegative,
    number,
    positive,
    real,
    slope,
    split,
    square,
    squared,
    statement,
    use,
    vector,
)
from theorytest.proof.language import apply

F = Fraction
SMALL = [F(n, d) for d in (1, 2, 5, 50) for n in (0, 1, -1, 2, 3, 5, 7)]


@dataclass(frozen=True)
class Provable:
    """A statement and worlds for it."""

    statement: object
    worlds: tuple


def both(value):
    return (value, value)


def numbers(names, *choices):
    """Worlds for numbers."""
    return tuple({name: both(F(value)) for name, value in zip(names.split(), each, strict=True)} for each in choices)


def binomial():
    x, y = real("x y")
    return Provable(
        statement(equal((x + y) ** 2, x**2 + 2 * x * y + y**2)),
        numbers("x y", (1, 2), (-3, F(1, 2)), (5, 7), (0, 1), (1, 0)),
    )


def two_means():
    a, b = positive("a b")
    return Provable(
        statement(at_least(a / b + b / a, 2), by=[squared(a - b, 1 / (a * b))]),
        numbers("a b", (1, 1), (3, 3), (F(1, 2), F(1, 2)), (2, 1), (1, 3)),
    )


def young():
    u, v = vector("u v")
    a = positive("a")
    tight = [{"a": both(F(2)), "u": both((F(1), F(3))), "v": both((F(2), F(6)))}]
    loose = [{"a": both(F(1)), "u": both((F(1), F(0))), "v": both((F(-1), F(2)))}]
    return Provable(statement(at_most(inner(u, v), a / 2 * square(u) + square(v) / (2 * a))), (*tight, *loose))


def descent():
    s, L, b, w = positive("s L b w")
    t = nonnegative("t")
    now, after = real("now"), real("after", random=True)
    g, p = vector("g"), vector("p", random=True)
    given = {
        "(LS)": at_most(after, now - s * inner(g, p) + L / 2 * s**2 * square(p)),
        "bias": at_least(mean(inner(g, p)), b * t**2),
        "variance": at_most(mean(square(p)), w * t**2),
    }
    claim = at_most(mean(after), now - (s * b - s**2 * L / 2 * w) * t**2)
    by = [use("(LS)", mean=True), use("bias", s), use("variance", s**2 * L / 2)]
    return Provable(statement(claim, given=given, by=by), tuple(_tight_step(F(k, 3), F(2 + k)) for k in (1, 2, 5)))


def _tight_step(s, L):
    """g = (1, 0), p = (1, ±1): E(g, p) = 1 and E‖p‖² = 2; the loss uses up (LS)."""
    p = ((F(1), F(1)), (F(1), F(-1)))
    after = tuple(3 - s * v[0] + L / 2 * s**2 * (v[0] ** 2 + v[1] ** 2) for v in p)
    known = {"s": s, "L": L, "b": F(1), "w": F(2), "t": F(1), "now": F(3), "g": (F(1), F(0))}
    return {name: both(value) for name, value in known.items()} | {"p": p, "after": after}


def squares_summed():
    n, k, S = integer("n"), integer("k"), function("S")
    given = {
        "S at 1": defined(equal(S(1), 1)),
        "S": defined(equal(S(k + 1), S(k) + (k + 1) ** 2), k),
    }
    by = induction(n, base=[use("S at 1", -1)], step=[use("S", -1, at={"k": n}), use(HYPOTHESIS)])
    claim = equal(n * (n + 1) * (2 * n + 1) / 6, S(n))
    worlds = tuple({"n": both(F(k)), "S": lambda m: m * (m + 1) * (2 * m + 1) / 6} for k in (1, 2, 3, 10))
    return Provable(statement(claim, given=given, by=by), worlds)


def small_squares():
    k = integer("k", 1, 5)
    return Provable(statement(at_most(k**2, 6 * k - 5), by=cases(k)), numbers("k", (1,), (2,), (5,)))


def cubic():
    z = number("z", ">0", "<1")
    return Provable(
        statement(more_than(z**3 - z + F(193, 500), 0), by=interval(z)),
        numbers("z", *((F(k, 26),) for k in range(1, 26))),
    )


def on_the_line():
    x = real("x")
    return Provable(statement(at_least(x**4 - 4 * x + 3, 0), by=interval(x)), numbers("x", (1,), (0,), (-1,), (2,)))


def on_a_half_line():
    y = nonnegative("y")
    by = interval(y)
    return Provable(statement(at_least(y**3 - 3 * y + 2, 0), by=by), numbers("y", (1,), (0,), (F(21, 20),), (3,)))


def on_a_box():
    a, b = number("a", "≥0", "≤1"), number("b", "≥-1", "≤1")
    claim = less_than(apply("exp", a + b), F(73891, 10000))
    return Provable(statement(claim, by=balls()), numbers("a b", (1, 1), (0, 0), (F(1, 2), 1), (1, -1)))


def by_slopes():
    z = nonnegative("z")
    worlds = numbers("z", (0,), (F(1, 20),), (1,), (3,))
    return Provable(statement(at_least(apply("exp", z), 1 + z + z**2 / 2), by=slope(z, derivative=slope(z))), worlds)


def cut_at_equality():
    z = number("z", "≥-1", "≤2")
    by = cut(z, 0, slope(z, "high"), slope(z, "low"))
    worlds = numbers("z", (0,), (F(1, 20),), (F(-1, 20),), (-1,), (2,))
    return Provable(statement(at_least(apply("exp", z), 1 + z), by=by), worlds)


def exponential():
    q = number("q", "≥-1", "<3")
    return Provable(
        statement(at_least(apply("exp", q), 1 + q), by=[fact("exp", q)]),
        numbers("q", *((F(k, 20),) for k in (0, 1, -1, 5, -7, 30, 59))),
    )


def chain():
    a, b, c = real("a b c")
    given = {"first": at_most(a, b), "second": at_most(b, c)}
    by = lemma("outer", at_most(a, c), then=[use("outer", 3)])
    return Provable(
        statement(at_most(3 * a, 3 * c), given=given, by=by), numbers("a b c", (1, 1, 1), (0, 1, 2), (-2, -2, 5))
    )


def double_well():
    x = real("x")
    by = [squared(x**2 - 1)]
    return Provable(statement(at_least(x**4 - 2 * x**2 + 1, 0), by=by), numbers("x", (1,), (-1,), (0,), (2,)))


def either_sign():
    x = real("x")
    larger = real("m")
    given = {"x at most": at_most(x, larger), "-x at most": at_most(-x, larger)}
    worlds = numbers("x m", (1, 1), (-1, 1), (0, 0), (-2, 3))
    return Provable(statement(at_least(larger, 0), given=given, by=split("sign", x)), worlds)


PROVABLE = {
    "identity": binomial(),
    "square": two_means(),
    "Hilbert space": young(),
    "expectation": descent(),
    "induction": squares_summed(),
    "cases": small_squares(),
    "interval": cubic(),
    "fact": exponential(),
    "lemma": chain(),
    "double well": double_well(),
    "split": either_sign(),
    "line": on_the_line(),
    "half-line": on_a_half_line(),
    "box": on_a_box(),
    "slopes": by_slopes(),
    "cut": cut_at_equality(),
}


def evaluate(tree, world):
    """The value of an expression in both draws."""
    if isinstance(tree, str):
        return world[tree] if tree in world else both(F(tree))
    if tree[0] == "at":
        return tuple(world[tree[1]](*each) for each in zip(*(evaluate(t, world) for t in tree[2:]), strict=True))
    values = [evaluate(each, world) for each in tree[1:]]
    if tree[0] == "E":
        return both(sum(values[0]) / 2)
    return tuple(_apply(tree[0], each) for each in zip(*values, strict=True))


def _apply(kind, values):
    if kind == "ip":
        return sum(x * y for x, y in zip(*values, strict=True))
    if kind == "norm":
        return math.hypot(*values[0])
    if any(isinstance(each, tuple) for each in values):
        return _on_vectors(kind, values)
    if kind == "^":
        whole = isinstance(values[1], Fraction) and values[1].denominator == 1
        return values[0] ** int(values[1]) if whole else float(values[0]) ** float(values[1])
    if kind in ("+", "*"):
        return sum(values) if kind == "+" else math.prod(values)
    if kind == "-":
        return -values[0] if len(values) == 1 else values[0] - values[1]
    return (
        {"/": lambda a, b: a / b, "max": max}[kind](*values) if kind in ("/", "max") else getattr(math, kind)(*values)
    )


def _on_vectors(kind, values):
    if kind == "*":
        scale = math.prod(each for each in values if not isinstance(each, tuple))
        return tuple(scale * x for each in values if isinstance(each, tuple) for x in each)
    signs = {"+": [1] * len(values), "-": [-1] if len(values) == 1 else [1, -1]}[kind]
    return tuple(sum(sign * x for sign, x in zip(signs, each, strict=True)) for each in zip(*values, strict=True))


def holds(relation, world):
    """Whether a relation holds in both draws; floats must fail by more than rounding to fail."""
    sign, left, right = relation
    pairs = zip(evaluate(left, world), evaluate(right, world), strict=True)
    return all(_compare(sign, b - a) for a, b in pairs)


def _compare(sign, gap):
    slack = 1e-9 if isinstance(gap, float) else 0
    tests = {"=": abs(gap) <= slack, "≤": gap >= -slack, "≥": gap <= slack, "<": gap > -slack, ">": gap < slack}
    tests["≠"] = abs(gap) > slack
    return tests[sign] if slack else {**tests, "<": gap > 0, ">": gap < 0}[sign]


def admits(conditions, value):
    """Whether a number satisfies the conditions on a symbol."""
    tests = {">": value.__gt__, "≥": value.__ge__, "<": value.__lt__, "≤": value.__le__}
    return all(value.denominator == 1 if each == "integer" else tests[each[0]](F(each[1:])) for each in conditions)


def satisfying(tree, tries=10_000):
    """A world in which the hypotheses of a statement hold, or None where none is met; no functions."""
    draw = random.Random(0)
    choices = {name: [x for x in SMALL if admits(conditions, x)] for name, conditions in tree["symbols"].items()}
    choices |= {name: list(itertools.product(map(F, (0, 1, -1)), repeat=2)) for name in tree["vectors"]}
    for _ in range(tries):
        few = draw.choice((2, 4, None))  # the simplest values, from which equations are met more often
        one, other = ({name: draw.choice(each[:few]) for name, each in choices.items()} for _ in range(2))
        world = {name: (one[name], other[name] if name in tree["random"] else one[name]) for name in choices}
        with contextlib.suppress(ZeroDivisionError):
            if all(holds(each["holds"], world) for each in tree["given"]):
                return world
    return None


def false_in(tree, world):
    """Whether the hypotheses of a statement hold in a world, and a claim does not."""
    try:
        if not all(admits(conditions, world[name][0]) for name, conditions in tree["symbols"].items()):
            return False
        if not all(holds(each["holds"], world) for each in tree["given"] if "forall" not in each):
            return False
        return not all(holds(each, world) for each in tree["claim"])
    except (ArithmeticError, ValueError, TypeError):  # a power of a negative number is not in the language
        return False
