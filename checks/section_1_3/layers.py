r"""Section 1.3, lines 438-439: linearising the last layer of a network, and errors in earlier layers.

F(θ)(x) = Σ_j c_j tanh(a_j x + b_j) + c_0 on 41 points of [-1, 1]: the last layer spans {1, tanh(a_j x + b_j)}, the
whole network also the derivatives with respect to a_j and b_j, which vanish where c_j = 0. Neurons that are nearly
equal or constant are told apart by 80 digits.
"""

import itertools
from fractions import Fraction

import mpmath as mp

from theorytest import Hypothesis, at_least, claim, equal, family, more_than, repair, vectors

DIGITS, RANK = 80, 40
X = [Fraction(k, 20) for k in range(-20, 21)]
NETWORKS = {  # (a_j, b_j, c_j)
    "a = (2, 5), b = (1/2, -2)": ((2.0, 0.5, 1), (5.0, -2.0, 1)),
    "a = (10, 10), b = (5, -5)": ((10.0, 5.0, 1), (10.0, -5.0, 1)),
    "two equal neurons": ((1.0, 0.0, 1), (1.0, 0.0, 1)),
    "a constant neuron": ((0.0, 1.0, 1),),
    "one of two outer weights vanishes": ((2.0, 0.5, 0), (5.0, -2.0, 1)),
    "both outer weights vanish": ((2.0, 0.5, 0), (5.0, -2.0, 0)),
}


def neurons(numbers):
    """Triples of numbers, the last of which decides whether an outer weight vanishes."""
    return tuple((float(a), float(b), round(float(c))) for a, b, c in zip(*[iter(numbers)] * 3, strict=True))


some_live_neuron = Hypothesis("not all of c_1, …, c_m vanish", lambda network: any(c for *_, c in network))


def last_layer(network):
    """1 and the neurons."""
    return [
        [mp.mpf(1) for _ in X],
        *([mp.tanh(a * mp.mpf(x.numerator) / x.denominator + b) for x in X] for a, b, _ in network),
    ]


def all_layers(network):
    """With the derivatives with respect to a_j and b_j, up to the factors c_j ≠ 0."""
    one, *values = last_layer(network)
    slopes = [[1 - v**2 for v in each] for each, (*_, c) in zip(values, network, strict=True) if c]
    return [
        one,
        *values,
        *slopes,
        *([v * x.numerator / x.denominator for v, x in zip(s, X, strict=True)] for s in slopes),
    ]


def constants(_):
    """1 alone, whose points are drawn from ρ."""
    return [[mp.mpf(1) for _ in X]]


def christoffel(functions):
    """The dimension of the span and K at the points, by Gram and Schmidt, twice."""
    basis = []
    for f in functions:
        rest = list(f)
        for b in basis * 2:
            along = mp.fdot(rest, b)
            rest = [u - along * v for u, v in zip(rest, b, strict=True)]
        size = mp.norm(rest)
        if size > mp.mpf(10) ** -RANK * mp.norm(f):
            basis.append([v / size for v in rest])
    return len(basis), [len(X) * mp.fdot(column, column) for column in zip(*basis, strict=True)]


@repair(
    "x:sec1.3-last-layer-only/corrected",
    "x:sec1.3-last-layer-only",
    says="If some c_j ≠ 0, points that are optimal for the last layer of Σ_j c_j tanh(a_j x + b_j) + c_0 are not "
    "optimal for all layers.",
    given=[some_live_neuron],
    mutants={"points made for all layers": {"linearised": all_layers}, "plain points": {"linearised": constants}},
)
@claim(
    "x:sec1.3-last-layer-only",
    says="Linearising the last layer only results in samples that are optimal only for updating this last layer.",
    formula=r"w = d_{\mathrm{last}}/\mathfrak{K}_{\mathrm{last}} \implies \sup w\,\mathfrak{K}_{\mathrm{all}} > "
    r"d_{\mathrm{all}}",
    forall={
        "a, b, c": family(
            NETWORKS,
            "one to three tanh neurons with |a_j|, |b_j| ≤ 10, on 41 equal masses in [−1, 1]",
            search=vectors([3, 6, 9], -10, 10).map(neurons),
            effort=40,
        )
    },
    reading="For every network; as `in general` the sentence is true. Points are optimal where k = sup w K is the "
    "dimension d.",
    gravity="fails only when read literally",
    finding="last-layer-may-be-all",
)
def last_layer_is_not_enough(network, *, linearised=last_layer):
    """Where c = 0 no other layer changes the network, and its tangent space is that of the last layer."""
    with mp.workdps(DIGITS):
        (d, last), (every_d, every), (drawn_d, drawn) = (
            christoffel(each(network)) for each in (last_layer, all_layers, linearised)
        )
        w = [drawn_d / K for K in drawn]
        k_last, k_every = (max(v * K for v, K in zip(w, each, strict=True)) for each in (last, every))
    yield more_than(every_d, d, "layers", symbol="the number of functions that span all layers")
    yield equal(float(k_last), float(d), "last layer", digits=12, symbol="k")
    yield more_than(float(k_every / every_d), 1.0, "all layers", symbol="k / d")


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
