r"""Appendix F: a volume-rescaled sample is d determinantal points and n - d independent ones, in random order."""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction
from math import factorial

import numpy as np

from checks.instances.spaces import FOUR_POINTS
from checks.theory.rational_volume import Points, dpp_law, independent, instances, volume_law
from theorytest import claim, equal, repair, sampled
from theorytest.approximation.sampling import Optimal
from theorytest.approximation.spaces import Space
from theorytest.approximation.systems import Monomials
from theorytest.approximation.volume import VolumeRescaled
from theorytest.decisions.probability import probability_equals

SIZES = (2, 3, 4)


def mu(points):
    return points.mu


def shuffled(law):
    """The law after a uniformly random permutation of the points."""
    mixed = Counter()
    for x, probability in law.items():
        for y in itertools.permutations(x):
            mixed[y] += probability / factorial(len(x))
    return mixed


def composed(points, n, rest, order):
    """d determinantal points followed by n - d independent ones from `rest`, in this order."""
    first, others = dpp_law(points), independent(rest(points), n - points.dim)
    return order({x + y: p * q for x, p in first.items() for y, q in others.items()})


def distance(one, other):
    """The sum of all differences of two laws: 2 when they share no sample."""
    return sum(abs(one.get(x, Fraction(0)) - other.get(x, Fraction(0))) for x in one.keys() | other.keys())


def compare(size, rest=mu, order=shuffled):
    """`size` gives the index of γ from n and d < n: min is the printed d, max is n."""
    for name, points in instances().items():
        for n in SIZES:
            if n > points.dim:
                gap = distance(composed(points, n, rest, order), volume_law(points, size(n, points.dim)))
                label = f"{name}, n = {n}"
                yield equal(gap, 0, name=label, symbol="the distance of the laws")


@claim(
    "x:appF-mixture",
    kind="identity",
    says="For n > d a sample from the measure of index d is composed of d determinantal and n - d further points.",
    formula=r"n > d_t:\quad \gamma_{d_t}^{\mu_t} = \text{shuffled }\gamma_{d_t}\otimes\mu_t^{\otimes(n-d_t)}",
    expected="refuted",
    gravity="misprint",
)
def composition_as_printed(*, size=min):
    """Constants and n = 2 refute it: a sample of γ_1 is one point, not two; the laws share no sample."""
    yield from compare(size)


@repair(
    "x:appF-mixture/corrected",
    "x:appF-mixture",
    kind="identity",
    says="For n > d a sample from the measure of index n is composed of d determinantal and n - d further points.",
    formula=r"n > d_t:\quad \gamma_n^{\mu_t} = \text{shuffled }\gamma_{d_t}\otimes\mu_t^{\otimes(n-d_t)}",
    expected="confirmed",
    premises=["x:display-appF-volume-density", "x:display-appF-dpp-density"],
    mutants={
        "the printed index": {"size": min},
        "no permutation": {"order": lambda law: law},
        "a cyclic shift for the permutation": {"order": lambda law: _shifted(law)},
        "further points from rho": {"rest": lambda points: points.p},
        "independent points sampled": {"sampler": Optimal},
    },
)
def composition_is_volume_sampling(*, size=max, rest=mu, order=shuffled, sampler=VolumeRescaled):
    """Sample by sample in fractions; then the sampler of the package on four points, by two frequencies."""
    yield from compare(size, rest, order)
    space = Space(Monomials(2), FOUR_POINTS)
    points = lines_in_fractions(space)
    law = volume_law(points, 3)
    for x in ((0, 3, 3), (1, 2, 3)):

        def hit(rng, replicas, x=x):
            drawn = sampler(space).sample(rng, replicas, 3)[..., 0]
            return np.all(drawn == FOUR_POINTS.points[list(x), 0], axis=1)

        name = f"points {x} of the sampler"
        options = {"value": float(law[x]), "resolution": 0.15, "max_draws": 2_000_000, "symbol": f"P({x})"}
        yield sampled(probability_equals, hit, name=name, **options)


def lines_in_fractions(space):
    """The lines on FOUR_POINTS in fractions."""
    measure = space.measure
    masses = tuple(Fraction(p).limit_denominator(100) for p in measure.weights)
    features = tuple((1, Fraction(x)) for x in measure.points[:, 0])
    return Points(masses, features)


def _shifted(law):
    """All cyclic shifts, equally likely."""
    mixed = Counter()
    for x, probability in law.items():
        for k in range(len(x)):
            mixed[x[k:] + x[:k]] += probability / len(x)
    return mixed
