r"""Section 1.3, lines 438-439: linearising the last layer of a network, and errors in earlier layers.

F(θ)(x) = Σ_j c_j tanh(a_j x + b_j) + c_0 on 41 points of [-1, 1]: the last layer spans {1, tanh(a_j x + b_j)}, the
whole network also the derivatives with respect to a_j and b_j, which vanish where c_j = 0.
"""

import itertools
from fractions import Fraction

import numpy as np

from checks.hypotheses import no_dead_neuron
from checks.instances.spaces import tabulated
from theorytest import at_least, claim, equal, family, more_than, product, reals, repair, threshold, vectors
from theorytest.approximation import Optimal, Plain

X = np.linspace(-1, 1, 41)
NETWORKS = {  # (c_1, c_2) and (a_j, b_j)
    "a = (2, 5), b = (1/2, -2)": ((1.0, 1.0), ((2.0, 0.5), (5.0, -2.0))),
    "a = (10, 10), b = (5, -5)": ((1.0, 1.0), ((10.0, 5.0), (10.0, -5.0))),
    "a = (2, 5), b = (1/2, -2), c = 0": ((0.0, 0.0), ((2.0, 0.5), (5.0, -2.0))),
}
# Slopes apart and kinks inside [-1, 1]: neurons that are nearly equal or constant have no rank in floats.
TWO_NEURONS = product(reals(1, 4), reals(-1, 1), reals(5, 9), reals(-4, 4)).map(
    lambda a, b, c, d: ((1.0, 1.0), ((a, b), (c, d)))
)


def last_layer(network):
    """1 and the neurons."""
    return [np.ones_like(X), *(np.tanh(a * X + b) for a, b in network[1])]


def all_layers(network):
    """With the derivatives with respect to a_j and b_j, up to the factors c_j ≠ 0."""
    slopes = [np.cosh(a * X + b) ** -2 for c, (a, b) in zip(*network, strict=True) if c]
    return [*last_layer(network), *slopes, *(X * slope for slope in slopes)]


def largest(functions, weight):
    """k = max w K, with K from an orthonormal basis made by numpy."""
    q = np.linalg.qr(np.stack(functions, axis=-1))[0]
    return np.max(weight * np.sum(q**2, axis=1) * len(X))


def made_for(functions, sampler=Optimal):
    """The package's weight of points that are made for the span."""
    space = tabulated(np.full(len(X), 1 / len(X)), *functions)
    return sampler(space).weight(space.measure.points)


@repair(
    "x:sec1.3-last-layer-only/corrected",
    "x:sec1.3-last-layer-only",
    says="For c_1, c_2 ≠ 0, points that are optimal for the last layer of Σ_j c_j tanh(a_j x + b_j) + c_0 are not "
    "optimal for all layers.",
    given=[no_dead_neuron],
    mutants={"points made for all layers": {"linearised": all_layers}, "plain points": {"sampler": Plain}},
)
@claim(
    "x:sec1.3-last-layer-only",
    says="Linearising the last layer only results in samples that are optimal only for updating this last layer.",
    formula=r"\sup w\,\mathfrak{K}_{\mathrm{last}} = d_{\mathrm{last}}, \quad \sup w\,\mathfrak{K}_{\mathrm{all}} > "
    r"d_{\mathrm{all}}",
    forall={
        "a, b, c": family(
            NETWORKS, "two tanh neurons, a_1 ≤ 4 < 5 ≤ a_2 or as named, 41 equal masses in [−1, 1]", search=TWO_NEURONS
        )
    },
    reading="For every network; as `in general` the sentence is true. Optimal means that k = sup w K is the dimension, "
    "as it is for points made for all layers.",
    gravity="fails only when read literally",
    finding="last-layer-may-be-all",
)
def last_layer_is_not_enough(network, *, linearised=last_layer, sampler=Optimal):
    """Where c = 0 no other layer changes the network, and its tangent space is that of the last layer."""
    last, every = last_layer(network), all_layers(network)
    yield more_than(len(every), len(last), "layers", symbol="the number of functions that span all layers")
    w = made_for(linearised(network), sampler)
    yield equal(largest(last, w), float(len(last)), "last layer", digits=9, symbol="k")
    yield more_than(largest(every, w) / len(every), threshold(1.0 + 1e-9), "all layers", symbol="k / d")
    yield equal(largest(every, made_for(every)), float(len(every)), "points for all layers", digits=9, symbol="k")


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
