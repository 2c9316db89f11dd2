r"""Section 1.3: the quasi-projection is unbiased, its mean squared error, and that it is not quasi-optimal.

On finitely many points E‖v - P^n v‖² is a matrix in v, summed over all samples.
"""

from __future__ import annotations

import numpy as np

from checks.instances.finite_systems import Finite, finite_systems, optimal, orthonormalised
from theorytest import at_least, claim, equal, repair

SIZES = (1, 2, 3)


def error(system, n):
    """R with vᵀ R v = E‖v - P^n v‖²."""
    identity = np.eye(len(system.projector))
    return sum(p * (identity - P).T @ (identity - P) for p, P in _estimates(system, n))


def _estimates(system, n):
    return ((p, system.estimator(draws)) for p, draws in system.samples(n))


def as_sampled(system):
    """The quasi-projection with the samples that the system comes with."""
    return orthonormalised(system)


def with_optimal_samples(system):
    """The quasi-projection with w = ‖K‖/K."""
    return orthonormalised(optimal(system.rho, system.phi))


def with_trace_samples(system):
    """The quasi-projection with w = d/K̃."""
    mu = system.rho * np.sum(system.basis_jets**2, axis=(0, 2)) / system.dim
    return orthonormalised(Finite(system.rho, mu, system.phi))


@claim(
    "x:sec1.3-quasi-projection-unbiased",
    kind="identity",
    says="The quasi-projection estimates the orthogonal projection of every v without bias.",
    formula=r"\mathbb{E}[P_t^n v] = P_t v",
    expected="computed",
    premises=["x:sec3-empirical-inner-product-unbiased/in-the-space"],
    mutants={"any system": {"change": lambda system: system}, "one point forgotten": {"divisor": lambda n: n + 1}},
)
def quasi_projection_is_unbiased(*, change=as_sampled, divisor=lambda n: n):
    """For every sampling with w dμ = dρ, for scalar and vector jets."""
    for name, system in finite_systems().items():
        for n in SIZES:
            mean, P = change(system).mean(n) * n / divisor(n), system.projector
            yield equal(mean, P, name=f"{name}, n = {n}", digits=12, symbol="an entry of E P^n")


def printed_error(system, n):
    """(1 + d/n) on the complement and (d - 1)/n on T."""
    d, P = system.dim, system.projector
    return (1 + d / n) * (np.eye(len(P)) - P) + (d - 1) / n * P


def error_at_most(samplings, claimed):
    for sampled in samplings:
        for name, each in finite_systems().items():
            system = sampled(each)
            for n in SIZES:
                lowest = np.linalg.eigvalsh(claimed(system, n) - error(system, n))[0]
                where = f"{sampled.__name__}: {name}, n = {n}"
                yield at_least(lowest, 0.0, name=where, digits=11, scale=1.0, symbol="the least gap")


@claim(
    "x:display-quasi-projection-error",
    kind="inequality",
    says="The mean squared error of the quasi-projection is bounded through the dimension, whatever the sampling.",
    formula=r"\mathbb{E}\|v - P_t^n v\|^2 \le (1+\tfrac{d_t}{n})\|v - P_t v\|^2 + \tfrac{d_t-1}{n}\|P_t v\|^2",
    expected="refuted",
    gravity="misprint",
)
def error_is_bounded_as_printed(*, claimed=printed_error):
    """One cell of two, plain points: P^n v for v = b is 2v or 0 by chance, the error 1/n against 0."""
    yield from error_at_most([as_sampled], claimed)


@repair(
    "x:display-quasi-projection-error/corrected",
    "x:display-quasi-projection-error",
    kind="inequality",
    says="The mean squared error of the quasi-projection with optimal samples, of K or of its surrogate, is "
    "bounded through the dimension; an equality for scalar jets where K does not vanish.",
    formula=r"k_t \le d_t \implies \mathbb{E}\|v - P_t^n v\|^2 \le (1+\tfrac{d_t}{n})\|v - P_t v\|^2 + "
    r"\tfrac{d_t-1}{n}\|P_t v\|^2",
    expected="computed",
    tight="attained by scalar jets",
    premises=["lem:quasi-projection_norm/corrected", "x:sec3.2-k-at-most-d"],
    mutants={
        "plain points": {"samplings": [as_sampled]},
        "one dimension less outside": {"claimed": lambda system, n: printed_error(system, n) - _outside(system) / n},
        "one dimension less inside": {"claimed": lambda system, n: printed_error(system, n) - system.projector / n},
        "one per cent less": {"claimed": lambda system, n: 0.99 * printed_error(system, n)},
    },
)
def error_is_bounded_with_optimal_samples(
    *, samplings=(with_optimal_samples, with_trace_samples), claimed=printed_error
):
    yield from error_at_most(samplings, claimed)
    for name, each in finite_systems().items():
        system = with_optimal_samples(each)
        if system.phi.shape[-1] > 1 or not system.mu.all():
            continue
        yield equal(error(system, 2), claimed(system, 2), name=f"{name}: equality", digits=11, symbol="an entry")


def _outside(system):
    return np.eye(len(system.projector)) - system.projector


def error_inside(system, n):
    """The error of v in T, where v - P v = 0: any factor of quasi-optimality would make it 0."""
    return np.linalg.eigvalsh(system.basis @ error(system, n) @ system.basis.T)[0]


@claim(
    "x:sec1.3-no-quasi-optimality-yet-comparable/not-quasi-optimal",
    label="x:sec1.3-no-quasi-optimality-yet-comparable",
    also=["x:sec3.3-quasi-uniformly-bounded"],
    kind="remark",
    says="The quasi-projection is not quasi-optimal: already with optimal samples it misses every v of a space of "
    "two or more dimensions by (d - 1)/n, where the best error is zero.",
    formula=r"v\in\mathcal{T}_t:\quad \mathbb{E}\|v - P_t^n v\|^2 = \tfrac{d_t-1}{n}\|v\|^2 > 0 "
    r"\quad\text{for } d_t > 1,\ l = 1",
    expected="computed",
    premises=["x:display-quasi-projection-error/corrected"],
    mutants={"least x 0.95": {"least": lambda d, n: 0.95 * ((d - 1) / n)}, "constants as well": {"dimensions": 1}},
)
def quasi_projection_is_not_quasi_optimal(*, least=lambda d, n: (d - 1) / n, dimensions=2):
    """For d = 1 it can be: with w = 1 the constants are reproduced, which the mutant shows to break the strict sign."""
    for name, each in finite_systems().items():
        system = with_optimal_samples(each)
        if system.phi.shape[-1] > 1 or system.dim < dimensions:
            continue
        for n in SIZES:
            value, claimed = error_inside(system, n), least(system.dim, n)
            yield equal(value, claimed, name=f"{name}, n = {n}", digits=11, symbol="the error")
            yield at_least(value, 1e-6, name=f"{name}, n = {n}: positive", digits=None)
