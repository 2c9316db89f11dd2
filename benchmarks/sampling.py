"""What a draw costs: optimal sampling against its bare uniforms, and the DPP samplers against the dppy package.

Optimal sampling draws 10⁶ points in one call; the reference is `Generator.random` of as many uniforms. Below the row of
dimension 10 stand two ways of inverting the same distribution function on a grid of 10,000 points. The last column is
the largest |F(x(u)) - u| over 10⁶ uniforms u: how far the law of the draws is from the law they should have.

The DPP rows compare the cost of one draw of d points, both sides with the same d and the same weight. Ours draws a
batch of replicas in one call; dppy is called as its documentation shows, one draw at a time since that is its
interface, on an object that exists and is warm. Its chain rule is MultivariateJacobiOPE.sample(tridiag_1D=False) with
Jacobi parameters (0, 0), that is, for the Legendre polynomials; its tridiagonal models are sample_banded_model of
JacobiEnsemble (a = b = 1) and of HermiteEnsemble (loc = 0, scale = 1) with beta = 2. A volume-rescaled sample is
to a user of dppy a draw of its chain rule, n - d draws of the same object's sample_chain_rule_proposal (these have the
law μ), and a permutation. In all rows the cost per draw is the total time over the number of draws.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
from growth import Growth, grow
from timing import Row, Target, Work, side_by_side

from theorytest.approximation.measures import Gaussian, Uniform
from theorytest.approximation.sampling import Optimal
from theorytest.approximation.spaces import Space
from theorytest.approximation.systems import Hermite, Legendre
from theorytest.approximation.volume import ProjectionDPP, TridiagonalDPP, VolumeRescaled

try:
    from dppy.beta_ensembles import HermiteEnsemble, JacobiEnsemble
    from dppy.multivariate_jacobi_ope import MultivariateJacobiOPE
except ImportError:
    MultivariateJacobiOPE = None

DRAWS, GRID, TURNS = 10**6, 10_000, 25
FEW = 200  # samples of one call where growth is measured
REPLICAS = {3: 20_000, 10: 5_000, 30: 1_000}  # that one of our calls draws, by dimension
CHAINS = {3: 50, 10: 15, 30: 4}  # that dppy draws in one turn, by dimension
SPECTRA = 200  # the same for its tridiagonal models

RNG = np.random.default_rng()
STATE = np.random.RandomState()  # what dppy takes


LIMIT = "one uniform for each point: no point comes from less"


def legendre(dim: int) -> Space:
    return Space(Legendre(dim), Uniform())


def hermite(dim: int) -> Space:
    return Space(Hermite(dim), Gaussian())


def optimal_rows(name: str, space: Space) -> Iterator[Row]:
    sampler = Optimal(space)
    law, u = sampler.law.distribution, RNG.random(DRAWS)
    x = np.linspace(*law.inverse(np.array([2.0**-53, 1 - 2.0**-53])), GRID)
    F = law.cdf(x)

    def searched(u: np.ndarray) -> np.ndarray:
        return x.take(np.searchsorted(F, u), mode="clip")

    def interpolated(u: np.ndarray) -> np.ndarray:
        return np.interp(u, F, x)

    def error(inverse: Callable[[np.ndarray], np.ndarray]) -> str:
        return f"{np.abs(law.cdf(inverse(u)) - u).max():.0e}"

    exact = partial(sampler.sample, RNG, 1, DRAWS)
    yield against_uniforms(f"optimal, {name}, over uniforms", exact, error(law.inverse), Target("at most", 8), LIMIT)
    if space.dim != 10:
        return
    yield against_uniforms(
        f"{name}, grid, searchsorted, over uniforms", lambda: searched(RNG.random(DRAWS)), error(searched)
    )
    yield against_uniforms(
        f"{name}, grid, np.interp, over uniforms", lambda: interpolated(RNG.random(DRAWS)), error(interpolated)
    )


def against_uniforms(
    what: str, run: Callable[[], object], error: str, target: Target | None = None, limit: str = ""
) -> Row:
    costs = side_by_side(Work(run, DRAWS), Work(partial(RNG.random, DRAWS), DRAWS), turns=TURNS)
    return Row(what, **costs, target=target, remark=f"error of F {error}", limit=limit)


def dppy_rows() -> Iterator[Row]:
    for d, at_least in {3: 100, 10: 100, 30: 40}.items():
        yield against_dppy(f"dppy over ours: DPP, chain rule, Legendre {d}", chain(d), chain_of_dppy(d), at_least)
    for d, at_least in {3: 50, 10: 15, 30: 4}.items():
        jacobi = partial(JacobiEnsemble(beta=2).sample_banded_model, 1.0, 1.0, d, random_state=STATE)
        gauss = partial(HermiteEnsemble(beta=2).sample_banded_model, 0.0, 1.0, d, random_state=STATE)
        for name, space, theirs in ("Legendre", legendre(d), jacobi), ("Hermite", hermite(d), gauss):
            ours, reference = tridiagonal(space), repeated(theirs, SPECTRA)
            yield against_dppy(f"dppy over ours: DPP, tridiagonal, {name} {d}", ours, reference, at_least)
    theirs = volume_of_dppy(10, 20)
    yield against_dppy("dppy over ours: volume-rescaled, Legendre 10, n = 20", volume(10, 20), theirs, 100)


def against_dppy(what: str, ours: Work, theirs: Work, at_least: float) -> Row:
    return Row(what, **side_by_side(theirs, ours, turns=TURNS), target=Target("at least", at_least))


def chain(d: int) -> Work:
    return Work(partial(ProjectionDPP(legendre(d)).sample, RNG, REPLICAS[d]), REPLICAS[d])


def tridiagonal(space: Space) -> Work:
    R = REPLICAS[space.dim]
    return Work(partial(TridiagonalDPP(space).sample, RNG, R), R)


def chain_of_dppy(d: int) -> Work:
    ope = MultivariateJacobiOPE(d, np.zeros((1, 2)))
    return repeated(partial(ope.sample, random_state=STATE, tridiag_1D=False), CHAINS[d])


def volume(d: int, n: int) -> Work:
    return Work(partial(VolumeRescaled(legendre(d)).sample, RNG, REPLICAS[d], n), REPLICAS[d])


def volume_of_dppy(d: int, n: int) -> Work:
    ope = MultivariateJacobiOPE(d, np.zeros((1, 2)))

    def draw() -> np.ndarray:
        rest = [ope.sample_chain_rule_proposal(random_state=STATE) for _ in range(n - d)]
        return STATE.permutation(np.concatenate([ope.sample(random_state=STATE, tridiag_1D=False), rest]))

    return repeated(draw, CHAINS[d])


def repeated(draw: Callable[[], object], times: int) -> Work:
    return Work(lambda: [draw() for _ in range(times)], times)


def rows() -> Iterator[Row]:
    """Optimal sampling as ours / uniforms, DPP as ours / eigenvalues and as dppy / ours."""
    spaces = {f"Legendre {d}": legendre(d) for d in (3, 10, 50)} | {f"Hermite {d}": hermite(d) for d in (7, 30)}
    for name, space in spaces.items():
        yield from optimal_rows(name, space)
    yield from dppy_rows() if MultivariateJacobiOPE else ()


def missing() -> Iterator[str]:
    if MultivariateJacobiOPE is None:
        yield "not measured: the DPP samplers against dppy, which is not installed here"


def growths() -> Iterator[Growth]:
    """One draw is one sample of n points, or of d for a DPP."""

    def independent(d: int, n: int, R: int) -> dict[str, Work]:
        samplers = {"optimal points": Optimal(legendre(d)), "volume-rescaled points": VolumeRescaled(legendre(d))}
        return {name: Work(partial(sampler.sample, RNG, R, n), R) for name, sampler in samplers.items()}

    def repulsive(d: int, R: int) -> dict[str, Work]:
        samplers = {"DPP, chain rule": ProjectionDPP(legendre(d)), "DPP, tridiagonal": TridiagonalDPP(legendre(d))}
        return {name: Work(partial(sampler.sample, RNG, R), R) for name, sampler in samplers.items()}

    yield grow("d, n = 2 d", [2, 4, 8, 16, 32], lambda d: independent(d, 2 * d, FEW) | repulsive(d, FEW))
    yield grow("n, d = 5", [10, 20, 50, 100, 200], lambda n: independent(5, n, FEW))
    yield grow("replicas, d = 5, n = 10", [1, 10, 100, 1_000, 5_000], lambda R: independent(5, 10, R) | repulsive(5, R))
