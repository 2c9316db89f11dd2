r"""Lemma E.1 [lemma:QBP_bias] on continuous measures: the variance constants of least squares from stable points."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from checks.hypotheses import optimal_points
from checks.theory.stable_least_squares import Setting, c_var1, c_var2
from theorytest import claim, family, sampled
from theorytest.approximation import (
    Christoffel,
    Conditioned,
    Functions,
    Gaussian,
    Hermite,
    Hull,
    LeastSquares,
    Legendre,
    Optimal,
    Space,
    Uniform,
    is_stable,
    matrices,
    supremum,
)
from theorytest.approximation.hull import hull
from theorytest.decisions.directions import matrix_at_most
from theorytest.decisions.probability import probability_at_least


@dataclass(frozen=True, eq=False)
class Continuous:
    """E = T ⊕ C with n, δ and a number that P(S_δ) exceeds, or is."""

    hull: Hull
    n: int
    delta: float
    p: float

    @property
    def setting(self):
        return Setting(Christoffel(self.hull.space).k("optimal").value, self.n, self.delta, self.p)

    @property
    def norm_bound(self):
        """‖P^n g‖² ≤ ‖g‖_n²/(1 - δ) ≤ sup w ‖L_x‖² ‖g‖²/(1 - δ) over E."""
        sampler = Optimal(self.hull.space)

        def weighted(x):
            return sampler.weight(x) * np.linalg.norm(self.hull.jets(x), ord=2, axis=(-2, -1)) ** 2

        return supremum(weighted, self.hull.space.measure).value / (1 - self.delta)


def wavy_hull(space):
    """Cubics and two waves: bounded functions, so that w K stays bounded on all of E."""
    powers = tuple(lambda x, j=j: x[..., 0] ** j for j in range(space.dim))
    waves = (lambda x: np.cos(2 * x[..., 0]), lambda x: np.sin(2 * x[..., 0]))
    return Hull(space, Space(Functions((*powers, *waves)), space.measure))


def continuous_problems():
    """For a single function optimal points have Ĝ = 1, so that P(S_δ) = 1 for every δ, and both constants are attained.

    With 80 points for cubics 1/((1 - δ)² p) is below k = 4, so that k is needed.
    """
    slope = (lambda x: 8 + x[..., 0],)
    single = Hull(
        Space(Functions(slope), Uniform()), Space(Functions((*slope, lambda x: np.cos(np.pi * x[..., 0]))), Uniform())
    )
    legendre, sobolev = Space(Legendre(3), Uniform()), Space(Legendre(3), Uniform(), "H1")
    return {
        "one function": Continuous(single, 2, 1e-9, 1.0),
        "Legendre 3": Continuous(hull(legendre, 2), 24, 0.5, 0.8),
        "H¹ Legendre 3": Continuous(hull(sobolev, 2), 12, 0.5, 0.88),
        "Hermite 4": Continuous(wavy_hull(Space(Hermite(4), Gaussian())), 16, 0.75, 0.75),
        "Legendre 4": Continuous(hull(Space(Legendre(4), Uniform()), 1), 80, 0.4, 0.86),
    }


@claim(
    "lemma:QBP_bias/continuous",
    says="Given S_δ, least squares from optimal points of a continuous measure obeys the variance bound of Lemma E.1.",
    formula=r"\mathbb{E}[\|P_t^n g\|^2 \mid \mathcal{S}_\delta] \le "
    r"c_{\mathrm{var},1}\|P_t g\|^2 + c_{\mathrm{var},2}\|(I-P_t)g\|^2",
    forall={"T, n, δ": family(continuous_problems, "spaces on continuous measures in L² and H¹, with n and δ")},
    given=[optimal_points],
    expected="confirmed",
    tight="approached by one function",
    mutants={
        "the constants of the quasi-projection": {
            "var1": lambda s: (s.n - 1 + s.k) / s.n,
            "var2": lambda s: s.k / s.n,
        },
        "one more point in c_var,2": {"var2": lambda s: c_var2(replace(s, n=s.n + 1))},
        "c_var,2 without k": {"var2": lambda s: c_var2(replace(s, k=1.0))},
        "a tenth less of both": {"var1": lambda s: 0.9 * c_var1(s), "var2": lambda s: 0.9 * c_var2(s)},
    },
)
def least_squares_has_the_constants_on_continuous_measures(problem, *, var1=c_var1, var2=c_var2):
    """P(S_δ) is replaced by a number that it exceeds, which the first decision shows: the bounds only get larger.

    As c_bias,2² = c_var,2, the bias bound follows by Jensen.
    """
    E, s, sampler = problem.hull, problem.setting, Optimal(problem.hull.space)
    bound = np.where(np.arange(E.dim) < E.space.dim, var1(s), var2(s))
    estimator = LeastSquares(Conditioned(sampler, s.delta), s.n)

    def stable(rng, size):
        return is_stable(sampler, sampler.sample(rng, size, s.n), s.delta)

    def squares(rng, size):
        P = matrices(estimator, E, estimator.sample(rng, size))
        return np.swapaxes(P, -1, -2) @ P

    options = {"name": "p", "resolution": 0.02, "max_draws": 10_000, "symbol": "P(S_δ)"}
    yield sampled(probability_at_least, stable, bound=s.p, **options)
    options = {"name": "variance", "resolution": 0.1, "max_draws": max(5_000, 80_000 // s.n)}
    norm_bound = problem.norm_bound / bound.min()
    yield sampled(matrix_at_most, squares, bound=np.diag(bound), norm_bound=norm_bound, **options)
