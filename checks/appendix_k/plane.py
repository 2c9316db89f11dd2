"""Appendix K beyond the paper: the scheme of Section 5.3 on the plane, with the standard Gaussian measure.

Five tanh neurons approximate sin(x_1 + x_2/2). What Appendix K prepares takes part: integrals in the plane, optimal
points by a mixture and conditional inversion, tangent spaces with a rank tolerance.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from checks.instances.network_experiments import LETTERS, REPLICAS, Experiment, last, most
from theorytest import claim
from theorytest.descent.models.shallow.activations import Tanh
from theorytest.descent.models.shallow.descent import ShallowDescent
from theorytest.descent.models.shallow.estimators import NetworkEstimator
from theorytest.descent.models.shallow.gaussian import StandardGaussian
from theorytest.descent.models.shallow.initial import INITIAL

WIDTH, SAMPLES = 5, 50
MEASURE = StandardGaussian(2, accuracy=1e-4, finest=0.3)  # the losses of these networks are right to 1e-7


@dataclass(frozen=True)
class Wave:
    """u(x) = sin(x_1 + x_2/2)."""

    knots: tuple[float, ...] = ()

    def __call__(self, x):
        return np.sin(x[..., 0] + x[..., 1] / 2)


@dataclass(frozen=True)
class Plane(Experiment):
    """An experiment of Section 5.3 with two inputs under the Gaussian measure."""

    initial: str = "uniform"
    tolerance: float = 1e-2
    n_steps: int = 13

    @property
    def name(self):
        """In words."""
        return f"({self.letter}) on the Gaussian plane, tolerance {self.tolerance:g}, {self.n_steps} steps"

    def process(self, rng, n_replicas):
        """The scheme from new initial networks."""
        kind, sampling, rule = LETTERS[self.letter]
        start = INITIAL[self.initial](rng, Tanh(), n_replicas, WIDTH, 2)
        return ShallowDescent(MEASURE, Wave(), NetworkEstimator(kind, SAMPLES, sampling), start, self.tolerance, rule)


NATURAL, PLAIN = Plane("a"), Plane("d")


@claim(
    "app:shallow_nns/plane",
    kind="figure",
    says="On the Gaussian plane, too, natural gradients beat plain ones: five tanh neurons, 13 steps of 50 points."
    " With optimal points, least squares and adaptive steps the median loss is below 1e-2, and in most runs less than "
    "a third of that of stochastic gradient descent.",
    formula=r"\operatorname{med}\mathcal{L}(u_{14}^{\mathrm{NGD}}) < 10^{-2}, \quad "
    r"\mathbb{P}\bigl(3\mathcal{L}(u_{14}^{\mathrm{NGD}}) < \mathcal{L}(u_{14}^{\mathrm{SGD}})\bigr) \ge \tfrac12",
    expected="confirmed",
    premises=["x:appK.4-mixture", "x:appK.3-gaussian-parts"],
    mutants={
        "stochastic gradients in place of natural ones": {"natural": PLAIN},
        "a loss below 1e-6": {"level": 1e-6},
        "a loss a hundred thousand times smaller": {"share": 1e-5},
    },
)
def natural_gradients_win_on_the_plane(run, *, natural=NATURAL, level=1e-2, share=1 / 3):
    """Initial networks and points are new in every run; both schemes see equally many points."""
    yield from most(run, lambda run: last(run) < level, [(natural,)], name="level", symbol=f"P(L < {level:g})")
    yield from most(
        run,
        lambda run, other: last(run) < share * last(other),
        [(natural, PLAIN)],
        name="against SGD",
        symbol="P(NGD is so much better than SGD)",
    )
    R, seed = run.draws(REPLICAS), run.setting.seed
    for label, each in {"natural gradients on the plane": natural, "SGD on the plane": PLAIN}.items():
        run = each.run(seed, R)
        note = f"The median of the last loss is {np.median(last(run)):.1e}."
        yield each.panel(label, run, note, levels=(level,))
