r"""Section 1.3, line 439: whether errors in earlier layers are amplified by all later ones.

z ↦ w_m σ(... w_1 σ(z)) takes the output z of an earlier layer through m later ones, with w_j ≥ 0 and σ(z) = max(z, 0).
"""

import itertools
from fractions import Fraction

from theorytest import at_least, claim, family, vectors

HALF = Fraction(1, 2)
LISTS = ((0,), (HALF,), (2,), (HALF, 3), (HALF, HALF, 3), (1, 1), (2, 2, 2))
NAMED = {f"w = ({', '.join(map(str, w))})": w for w in LISTS}
WEIGHTS = family(NAMED, "weights w_1, …, w_m ≥ 0", search=vectors((1, 2, 3), 0, 10))
INPUTS = tuple(Fraction(k, 2) for k in range(-4, 5))


def relu(z):
    return max(z, Fraction(0))


def quotients(weights, activation=relu):
    """|error of the output| / |error of z| for all pairs of the inputs."""

    def later(z):
        for w in weights:
            z = w * activation(z)
        return z

    return [abs(later(z) - later(y)) / abs(z - y) for z, y in itertools.combinations(INPUTS, 2)]


@claim(
    "x:sec1.3-earlier-layers",
    says="Errors in earlier layers are amplified by all subsequent layers.",
    formula=r"|\Psi(z+\varepsilon)-\Psi(z)| \ge |\varepsilon| \quad\text{for the later layers } \Psi",
    forall={"w": WEIGHTS},
    reading="Read for every network and every error. As `can be amplified` the sentence is true, by weights above one.",
    gravity="fails only when read literally",
    finding="layers-may-damp-errors",
    controls={"weights from 1 on, no switch": {"least": 1, "activation": lambda z: z}},
)
def errors_are_amplified_as_printed(weights, *, least=0, activation=relu):
    """A weight of 1/2 halves every error, and a neuron that is switched off forgets it."""
    return at_least(quotients([max(w, least) for w in weights], activation), 1, symbol="the factor")
