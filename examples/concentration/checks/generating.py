"""The proof of Hoeffding's lemma for every law on [0, 1], in expectations: convexity, and two derivatives.

For x = X, or x = 1 - X where s < 0, z = |s| and m = E x: exp(zx) ≤ 1 - x + x exp(z), and the logarithm of the mean of
that, 1 - m + m exp(z), is at most mz + z²/8: both sides are equal at z = 0 and so are their derivatives, and the second
derivative of the difference is a square.
"""

import math

from theorytest import at_most, more_than
from theorytest.proof import (
    exponential,
    fact,
    lemma,
    logarithm,
    mean,
    nonnegative,
    number,
    product,
    slope,
    squared,
    statement,
    use,
)

X, Z = number("X", "≥0", "≤1", random=True), nonnegative("z")
GROWN = exponential(Z)
BELOW_ONE = use("X ≤ 1")


def alone(weight):
    """A term that is a weight with a sign."""
    return {"times": weight.tree, "of": []}


def hoeffding_on_symbols(*, eight=8):
    """E exp(±z(X - E X)) ≤ exp(z²/8)."""
    claims = [at_most(centred(sign), exponential(Z**2 / eight)) for sign in (1, -1)]
    of_x = proof(X, lambda *terms: product(*terms, times=X), lambda *terms: product(*terms, BELOW_ONE))
    of_rest = proof(1 - X, lambda *terms: product(*terms, BELOW_ONE), lambda *terms: product(*terms, times=X))
    return statement(claims, by=[of_x, of_rest])


def centred(sign):
    """The moment generating function."""
    return mean(exponential(sign * Z * (X - mean(X))))


def at(law, s):
    """The numbers of a law."""
    middle, sign = law.mean(), 1 if s >= 0 else -1
    found = law.mean(lambda x: math.exp(float(s * (x - middle))))
    return {Z: abs(s), mean(X): middle, centred(sign): found}


def proof(x, times_x, times_rest):
    """The steps of the module's docstring; the last two multiply terms by x and by 1 - x."""
    m, left = mean(x), Z - Z * x
    mass, bound = 1 - m + m * GROWN, m * Z + Z**2 / 8
    inner = exponential(Z * x)

    def seen(then):  # that the mass is positive
        parts = [times_x(fact("exp", Z)) | {"mean": True}, times_x(alone(Z)) | {"mean": True}]
        return lemma("mass", more_than(mass, 0), then, by=parts)

    convex = [
        times_x(fact("exp sum", Z * x, left)),
        times_x(fact("exp", left, times=inner)),
        times_x(times_rest(alone(inner * Z))),
    ]
    variance = [squared(1 - m - m * GROWN, times=1 / (4 * mass**2))]
    slopes = slope(Z, derivative=seen(slope(Z, derivative=seen(variance))))
    gap, known = bound - logarithm(mass), exponential(logarithm(mass))
    above = [
        fact("exp sum", logarithm(mass), gap),
        fact("exp", gap, times=known),
        use("logarithm", times=known),
        fact("exp log", mass),
    ]
    shift = exponential(-Z * m)
    last = [
        fact("exp sum", bound, -Z * m),
        fact("exp sum", Z * x, -Z * m, times=-1, mean=True),
        use("convex", times=shift, mean=True),
        use("mass at most", times=shift),
    ]
    by_mass = lemma("mass at most", at_most(mass, exponential(bound)), last, by=above)
    by_logarithm = seen(lemma("logarithm", at_most(logarithm(mass), bound), by_mass, by=slopes))
    return lemma("convex", at_most(inner, 1 - x + x * GROWN), by_logarithm, by=slope(Z, derivative=convex))
