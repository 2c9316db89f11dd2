r"""Section 5.1.3: six points for three dimensions, and how likely they are stable."""

import sympy as sp

from checks.instances.conditioned import DIM, N
from checks.instances.linear_experiments import bounded_loss
from theorytest import claim, equal, more_than, sampled, threshold
from theorytest.approximation import Optimal, Plain, deviation
from theorytest.decisions.probability import probability_equals


@claim(
    "x:sec5.1.3-n",
    also=["x:sec5.1.3-d-log-d"],
    says="The number of points n = 2d = 6 is more than d log d.",
    formula=r"n = 2d_t = 6 > d_t\log d_t",
    reading="d = 3, the polynomials of degree less than 3 of Section 5.1; d log d is 3.296.",
    mutants={"dimension 8": {"d": 8}, "three points": {"factor": 1}, "log to the base √2": {"base": sp.sqrt(2)}},
)
def six_points(*, d=DIM, factor=2, base=sp.E):
    yield more_than(sp.Integer(factor * d), d * sp.log(d) / sp.log(base), name="d log d", symbol="2d")
    yield equal(factor * DIM, N, name="n", symbol="2d")


@claim(
    "x:sec5.1.3-probability",
    also=["x:sec5.1.3-delta"],
    says="With n = 2d = 6 optimal points and δ = 1/2 the event S_δ has a non-vanishing probability.",
    formula=r"\mathbb{P}(\mathcal{S}_{1/2}) > 0 \quad (n = 2d_t = 6)",
    reading="For the polynomials of Section 5.1 it is 0.223, to five per cent, a number of ours. The bound of Section "
    "3.3 is −3.7 here.",
    expected="confirmed",
    mutants={"uniform points": {"sampler": Plain}, "δ = 0.45": {"delta": 0.45}, "a tenth more": {"p": 0.245}},
)
def stable_with_six_points(*, sampler=Optimal, delta=0.5, p=0.223):
    points = sampler(bounded_loss().space)

    def stable(rng, size):
        return deviation(points, points.sample(rng, size, N)) <= delta

    return sampled(probability_equals, stable, value=threshold(p), resolution=0.05, max_draws=150_000, symbol="P(S_δ)")
