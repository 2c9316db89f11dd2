r"""Section 1.3, line 439: whether errors in earlier layers are amplified by all later ones.

z ↦ w_m σ(... w_1 σ(z)) takes the output z of an earlier layer through m later ones, with w_j ≥ 0 and σ(z) = max(z, 0).
"""

from __future__ import annotations

import itertools
from fractions import Fraction
from math import prod

from theorytest import at_least, at_most, claim, equal, repair

HALF = Fraction(1, 2)
WEIGHTS = ((HALF,), (2,), (HALF, 3), (HALF, HALF, 3), (1, 1), (2, 2, 2))
INPUTS = tuple(Fraction(k, 2) for k in range(-4, 5))


def later_layers(z, weights):
    for w in weights:
        z = w * max(z, Fraction(0))
    return z


def quotients(weights):
    """|error of the output| / |error of z| for all pairs of the inputs."""
    pairs = itertools.combinations(INPUTS, 2)
    return [abs(later_layers(z, weights) - later_layers(y, weights)) / abs(z - y) for z, y in pairs]


@claim(
    "x:sec1.3-earlier-layers",
    kind="remark",
    says="Read for every network: errors in earlier layers are amplified by all subsequent layers.",
    formula=r"|\Psi(z+\varepsilon)-\Psi(z)| \ge |\varepsilon| \quad\text{for the later layers } \Psi",
    expected="refuted",
    gravity="misprint",
    premises=["x:sec1.3-earlier-layers/corrected"],
)
def errors_are_amplified_as_printed(*, least=Fraction(1)):
    """A weight of 1/2 halves every error, and a neuron that is switched off forgets it. With tanh for max(z, 0) and
    weights up to one every error shrinks. Read as `can be amplified` the sentence is true, with weights above one.
    """
    for weights in WEIGHTS:
        name = "weights " + ", ".join(map(str, weights))
        yield at_least(quotients(weights), least, name=name, symbol="the factor")


@repair(
    "x:sec1.3-earlier-layers/corrected",
    "x:sec1.3-earlier-layers",
    kind="inequality",
    says="Later layers multiply an error by at most the product of their Lipschitz constants, which layers of one "
    "neuron attain: above one it is an amplification, below one all errors are damped.",
    formula=r"|\Psi(z+\varepsilon)-\Psi(z)| \le \prod_j w_j\,|\varepsilon|, \quad\text{equality for } z, "
    r"z+\varepsilon \ge 0",
    tight="attained by inputs on one side of zero",
    mutants={
        "share x 0.98": {"share": 0.98},
        "amplified in every case": {"factor": lambda weights: max(Fraction(1), *weights, prod(weights))},
        "the last layer alone": {"factor": lambda weights: weights[-1]},
        "the sum of the constants": {"factor": sum},
    },
)
def later_layers_multiply_errors(*, factor=prod, share=1):
    """All pairs of nine inputs on both sides of zero."""
    for weights in WEIGHTS:
        found, claimed = quotients(weights), Fraction(share) * factor(weights)
        name = "weights " + ", ".join(map(str, weights))
        yield at_most(found, claimed, name=name, symbol="the factor")
        yield equal(max(found), claimed, name=f"{name}: attained", symbol="the largest")
