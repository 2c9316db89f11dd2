"""Errors in Section 3: measures, spaces, Christoffel functions, samplers, estimators and their constants."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from breaks.breaking import Break, Part, after, around, scaled
from breaks.worlds import H1, NUMPY, conditioned, line, monomials, points, quasi, rng, volume
from theorytest.approximation import christoffel, constants, enumeration, hull, integrals, measures, suprema, tensor
from theorytest.approximation import estimators as est
from theorytest.approximation.moments import Moments, enumerated
from theorytest.approximation.oblique import Oblique
from theorytest.approximation.sampling import GradientDependent, Optimal, Trace
from theorytest.approximation.stability import deviation, empirical_gramian

A = "theorytest.approximation."
X = np.array([[0.3], [-0.7]])


def _last_dropped(jets: Any) -> Any:
    """The last of several functions vanishes."""
    return jets * (np.arange(jets.shape[-2]) < max(1, jets.shape[-2] - 1))[:, None]


def _last_repeats_first(jets: Any) -> Any:
    return np.concatenate([jets[..., :-1, :], jets[..., :1, :]], axis=-2)


def _fewer(jets: Any) -> Any:
    return jets[..., : max(1, jets.shape[-2] - 1), :]


def _ridge(right: Any, equations: Any) -> Any:
    """Ĝ with 5 % added to its diagonal."""
    heavier, i = equations.copy(), np.arange(equations.shape[1])
    heavier[i, i] *= 1.05
    return right(heavier)


def _unconditioned(right: Any, self: Any, n_samples: int) -> Any:  # noqa: ARG001 (what is replaced)
    return enumeration.stable_draws(self, n_samples)


def _uncorrected(right: Any, self: Any, x: Any, jets: Any) -> Any:  # noqa: ARG001 (what is replaced)
    n = self.projection.n_samples
    return self.projection.coefficients(x[..., :n, :], jets[..., :n, :, :])


def _shrunk(right: Any, self: Any, rng: Any, shape: Any) -> Any:
    centre = self.mean if hasattr(self, "mean") else (self.low + self.high) / 2
    return centre + 0.9 * (right(self, rng, shape) - centre)


def _times_five_per_cent(found: Any) -> Any:
    return replace(found, value=1.05 * found.value)


def _table_2(rows: Any) -> Any:
    return {name: replace(row, c_var1=1.01 * row.c_var1, c_var2=1.01 * row.c_var2) for name, row in rows.items()}


def _quasi_backwards(right: Any, self: Any, state: Any, drawn: Any, first: int, sizes: Any) -> Any:
    """Compiled or not, the scheme has its own quasi-projection."""
    return right(self, state, drawn, first, sizes * (-3.0 if type(self.estimator) is est.QuasiProjection else 1.0))


def _one_more(right: Any, functions: Any, w: Any, *jets: Any) -> Any:
    n = w.shape[1]
    return right(functions, w, *jets) * n / (n + 1)


def _debiased() -> Any:
    measure = measures.Discrete(np.array([-1.0, 0.0, 0.5, 1.0]), np.array([0.1, 0.2, 0.3, 0.4]))
    space = line(measure=measure, size=2)
    known = est.Given(est.LeastSquares(Optimal(space), 2), np.array([[-1.0], [1.0]]))
    found = est.Debiased(known, est.QuasiProjection(Optimal(space), 1))
    return est.project(found, lambda x: np.exp(x[..., 0]), np.array([[-1.0], [1.0], [0.5]]))


def _projected(kind: Any) -> Any:
    space = monomials()
    return est.project(kind(Optimal(space), 4), lambda x: np.exp(x[..., 0]), np.array([[-0.9], [-0.2], [0.3], [0.8]]))


def _oblique() -> Any:
    found = hull.hull(line(), 1)
    return Oblique(found, np.ones((3, 1))).norm


def _exact_variance() -> Any:
    found = constants.exact(est.QuasiProjection(Optimal(line()), 2), hull.hull(line(), 1))
    assert found is not None
    return found.c_var2


def _tabulated() -> Any:
    found = constants.tabulated(est.QuasiProjection(Optimal(line()), 2))
    assert found is not None
    return found.c_var1


SPACES = (
    Break(
        "jets-scaled",
        "The jets of the orthonormal basis are 1.1 times too large.",
        (Part(A + "spaces:Space.combined", scaled(1.1)), NUMPY),
        lambda: line().jets(X),
    ),
    Break(
        "basis-dropped",
        "The last function of the orthonormal basis vanishes.",
        (Part(A + "spaces:Space.combined", after(_last_dropped)), NUMPY),
        lambda: line().jets(X),
    ),
    Break(
        "basis-doubled",
        "The first function of the orthonormal basis stands in the place of the last one too.",
        (Part(A + "spaces:Space.combined", after(_last_repeats_first)), NUMPY),
        lambda: line().jets(X),
    ),
    Break(
        "slopes-scaled",
        "Derivatives of polynomials are 1.1 times too large.",
        tuple(
            Part(f"{A}systems:{name}.values_and_gradients", after(lambda both: (both[0], 1.1 * both[1])))
            for name in ("Legendre", "Hermite", "Monomials")
        ),
        lambda: H1().jets(X),
    ),
    Break(
        "gramian-scaled",
        "The Gramian is normalised with 1.1.",
        (Part(A + "spaces:Space.gramian", scaled(1.1)),),
        lambda: monomials().system_in_basis,
    ),
    Break(
        "system-transposed",
        "The coordinates of the generating system in the basis are transposed.",
        (Part(A + "spaces:Space.system_in_basis", after(lambda M: M.T if M.shape[0] == M.shape[1] else M[:, ::-1])),),
        lambda: monomials().system_in_basis,
    ),
    Break(
        "rule-short",
        "Gauss rules have one node fewer than they need.",
        tuple(
            Part(
                f"{A}measures:{name}.quadrature",
                around(lambda right, self, degree, knots=(): right(self, max(degree - 2, 0), knots)),
            )
            for name in ("Uniform", "Gaussian")
        ),
        lambda: monomials().gramian,
    ),
    Break(
        "rule-weights",
        "The weights of Gauss rules are 1 % too large.",
        tuple(
            Part(f"{A}measures:{name}.quadrature", after(lambda rule: replace(rule, weights=1.01 * rule.weights)))
            for name in ("Uniform", "Gaussian")
        ),
        lambda: monomials().gramian,
    ),
    Break(
        "integrals-scaled",
        "Adaptive integrals are 1 % too large.",
        tuple(
            Part(A + where, after(lambda found: replace(found, value=1.01 * found.value)))
            for where in ("integrals:integrate", "gramian_integrals:integrate_gramian")
        ),
        lambda: integrals.integrate(lambda x: np.exp(x[:, 0]), measures.Uniform()).value,
    ),
    Break(
        "supremum-low",
        "Suprema are 5 % too small.",
        (Part(A + "suprema:supremum", after(lambda found: replace(found, value=0.95 * found.value))),),
        lambda: suprema.supremum(lambda x: x[..., 0] ** 2, measures.Uniform()).value,
    ),
    Break(
        "index-missing",
        "Sets of multi-indices miss their last one.",
        tuple(
            Part(f"{A}tensor:{name}", after(lambda found: found[: max(1, len(found) - 1)]))
            for name in ("full_grid", "total_degree", "hyperbolic_cross")
        ),
        lambda: float(len(tensor.total_degree(2, 3))),
    ),
    Break(
        "hull-scaled",
        "The functions of the complement of the space have norm 0.9.",
        (
            Part(
                A + "hull:Hull.jets",
                around(
                    lambda right, self, x: (
                        right(self, x) * np.where(np.arange(self.dim) < self.space.dim, 1.0, 0.9)[:, None]
                    )
                ),
            ),
        ),
        lambda: hull.hull(line(), 2).jets(X),
    ),
    Break(
        "draws-shrunk",
        "Draws from uniform and normal distributions lie 10 % too close to their mean.",
        tuple(Part(f"{A}measures:{name}.sample", around(_shrunk)) for name in ("Uniform", "Gaussian")),
        lambda: measures.Gaussian().sample(rng(), (4,)),
    ),
    Break(
        "masses-ignored",
        "Draws from finitely many points do not look at their masses.",
        (
            Part(
                A + "measures:Discrete.sample",
                around(lambda _, self, rng, shape: self.points[rng.integers(len(self.points), size=shape)]),
            ),
        ),
        lambda: points().measure.sample(rng(), (40,)),
    ),
)

SAMPLERS = (
    Break(
        "christoffel-short",
        "The Christoffel function lacks its last term.",
        (
            *(
                Part(f"{A}christoffel:Christoffel.{name}", around(lambda right, self, jets: right(self, _fewer(jets))))
                for name in ("of", "trace_of")
            ),
            NUMPY,
        ),
        lambda: christoffel.Christoffel(line())(X),
    ),
    Break(
        "christoffel-norm",
        "The integral of the Christoffel function is 5 % too large.",
        (Part(A + "christoffel:Christoffel.l1_norm", after(_times_five_per_cent)), NUMPY),
        lambda: christoffel.Christoffel(line()).k("optimal").value,
    ),
    Break(
        "weight-scaled",
        "Optimal weights are 5 % too large.",
        (Part(A + "christoffel:_quotient", scaled(1.05)), NUMPY),
        lambda: Optimal(line()).weight(X),
    ),
    Break(
        "weight-one",
        "Points from the optimal law are weighted by 1.",
        (
            *(
                Part(f"{A}sampling:{kind}.{name}", after(np.ones_like))
                for kind in ("Optimal", "Trace")
                for name in ("weight", "weight_of")
            ),
            NUMPY,
        ),
        lambda: Optimal(line()).weight(X),
    ),
    Break(
        "sampler-plain",
        "Points are drawn from ρ where the optimal law is asked for, with the optimal weight.",
        (
            *(
                Part(
                    f"{A}sampling:{kind}.sample",
                    around(lambda _, self, rng, R, n: self.space.measure.sample(rng, (R, n))),
                )
                for kind in ("Optimal", "Trace")
            ),
            NUMPY,
        ),
        lambda: Optimal(line()).sample(rng(), 1, 8),
    ),
    Break(
        "gradient-normaliser",
        "The gradient-dependent weight is 5 % too large.",
        (Part(A + "sampling:GradientDependent.normaliser", after(_times_five_per_cent)),),
        lambda: GradientDependent(line(), lambda x: 2 + x[..., 0]).weight(X),
    ),
    Break(
        "stability-ignored",
        "Conditioning on the stability event accepts every sample.",
        (
            Part(
                A + "stability:is_stable",
                around(lambda _, sampler, x, delta: np.ones(np.shape(x)[:-2], bool)),  # noqa: ARG005 (as it is called)
            ),
        ),
        lambda: enumeration.stable_draws(conditioned(), 2).total,
    ),
    Break(
        "stability-frobenius",
        "The deviation of the empirical Gramian is measured in the Frobenius norm.",
        (
            Part(
                A + "stability:_deviation",
                around(lambda _, G: np.linalg.norm(G - np.eye(G.shape[-1]), axis=(-2, -1))),
            ),
        ),
        lambda: deviation(Optimal(line()), np.array([[-0.5], [0.1], [0.8]])),
    ),
    Break(
        "condition-unnormalised",
        "The law conditioned on the stability event is not divided by its probability.",
        (Part(A + "stability:Conditioned.draws", around(_unconditioned)),),
        lambda: enumeration.draws(conditioned(), 2).total,
    ),
    Break(
        "volume-independent",
        "Volume sampling draws independent points.",
        (
            Part(
                A + "volume:VolumeRescaled.sample",
                around(lambda _, self, rng, R, n: Trace(self.space).sample(rng, R, n)),
            ),
            Part(
                A + "enumeration:volume_draws",
                around(lambda _, sampler, n: enumeration.draws(Trace(sampler.space), n)),
            ),
        ),
        lambda: float(len(enumeration.draws(volume(), 2).probability)),
    ),
    Break(
        "law-scaled",
        "The probabilities of enumerated samples are 1 % too large.",
        (Part(A + "enumeration:_independent", after(lambda d: replace(d, probability=1.01 * d.probability))),),
        lambda: enumeration.draws(Optimal(points()), 2).total,
    ),
)

ESTIMATORS = (
    Break(
        "quasi-backwards",
        "The quasi-projection is multiplied by -3.",
        (
            Part(A + "estimators:QuasiProjection._moments", scaled(-3.0)),
            Part("theorytest.descent.linear:LinearDescent._walk", around(_quasi_backwards)),
        ),
        lambda: _projected(est.QuasiProjection),
    ),
    Break(
        "non-backwards",
        "The non-projection is multiplied by -3.",
        (Part(A + "estimators:NonProjection._moments", scaled(-3.0)),),
        lambda: _projected(est.NonProjection),
    ),
    Break(
        "mean-off-by-one",
        "Empirical inner products with the gradient are divided by n + 1.",
        (Part(A + "empirical:moments", around(_one_more)),),
        lambda: _projected(est.QuasiProjection),
    ),
    Break(
        "gramian-off-by-one",
        "The empirical Gramian is divided by n + 1.",
        (Part(A + "empirical:gramians", around(_one_more)),),
        lambda: empirical_gramian(Optimal(line()), np.array([[-0.5], [0.1], [0.8]])),
    ),
    Break(
        "least-squares-ridge",
        "Least squares adds 5 % to the diagonal of the empirical Gramian.",
        (Part(A + "cholesky:solve", around(_ridge)),),
        lambda: _projected(est.LeastSquares),
    ),
    Break(
        "least-squares-half",
        "Least squares returns half of its coefficients.",
        (Part(A + "estimators:LeastSquares._solution", scaled(0.5)),),
        lambda: _projected(est.LeastSquares),
    ),
    Break(
        "debiased-uncorrected",
        "The debiased projection lacks its correction.",
        (Part(A + "estimators:Debiased.coefficients", around(_uncorrected)),),
        _debiased,
    ),
    Break(
        "oblique-norm",
        "The norm of an oblique projection is 5 % too large.",
        (Part(A + "oblique:Oblique.norm", scaled(1.05)),),
        _oblique,
    ),
)

CONSTANTS = (
    Break(
        "variance-centred",
        "Enumerated second moments are replaced by variances.",
        (Part(A + "moments:enumerated", after(lambda found: Moments(found.A, found.S - found.A.T @ found.A))),),
        lambda: enumerated(quasi(), hull.hull(quasi().space, 0)).S,
    ),
    Break(
        "bias-scaled",
        "Both bias constants of a pair of moments are 5 % too large.",
        tuple(Part(f"{A}moments:Moments.{name}", scaled(1.05)) for name in ("c_bias1", "c_bias2")),
        lambda: Moments(np.eye(2), np.eye(2)).c_bias1,
    ),
    Break(
        "coupling-ignored",
        "The smallest c_var,1 beside a c_var,2 ignores what couples the space to its complement.",
        (Part(A + "moments:Moments.c_var1_with", around(lambda _, self, c_var2: self.c_var1)),),  # noqa: ARG005
        lambda: Moments(np.eye(1, 2), np.array([[1.0, 0.5], [0.5, 1.0]])).c_var1_with(2.0),
    ),
    Break(
        "slack-low",
        "What a pair of variance constants has to spare is 0.05 too small.",
        (Part(A + "moments:Moments.slack", after(lambda found: found - 0.05)),),
        lambda: Moments(np.eye(1, 2), np.eye(2)).slack(1.0, 1.0),
    ),
    Break(
        "exact-variance",
        "The exact variance density of independent points is 5 % too large.",
        (Part(A + "exact_moments:IndependentPoints.h", scaled(1.05)),),
        _exact_variance,
    ),
    Break(
        "table-2",
        "The variance constants of Table 2 are 1 % too large.",
        (Part(A + "table_2:TABLE_2", _table_2),),
        _tabulated,
    ),
)

BREAKS = (*SPACES, *SAMPLERS, *ESTIMATORS, *CONSTANTS)
