"""Spaces, samplers and estimators by their names on the command line; an estimator may also come from a file."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Literal

import numpy as np

from theorytest.approximation.combinations import orthonormalised
from theorytest.approximation.estimators import Debiased, Estimator, LeastSquares, NonProjection, QuasiProjection
from theorytest.approximation.hull import Hull
from theorytest.approximation.measures import Gaussian, Measure, Uniform
from theorytest.approximation.oblique import Oblique
from theorytest.approximation.own import own_estimator
from theorytest.approximation.sampling import Optimal, Plain, Sampler, Trace
from theorytest.approximation.spaces import Space
from theorytest.approximation.stability import Conditioned
from theorytest.approximation.systems import Hermite, Legendre, Monomials, System
from theorytest.approximation.volume import VolumeRescaled

ESTIMATORS = ("non", "quasi", "lsq", "volume", "debiased", "conditioned-quasi")
SAMPLERS: dict[str, Callable[[Space], Sampler]] = {"rho": Plain, "optimal": Optimal, "trace": Trace}
MEASURES: dict[str, Measure] = {"uniform": Uniform(), "gaussian": Gaussian()}
POLYNOMIALS: dict[str, Callable[[int], System]] = {"uniform": Legendre, "gaussian": Hermite}
DELTA = 0.5  # that of Section 5.1.3


def add_estimator_options(
    parser: argparse.ArgumentParser, whole: Callable[[str], int], *, always_linear: bool = True
) -> None:
    """What both commands ask of an estimator; `whole` reads integers of at least 1."""
    parser.add_argument(
        "--estimator",
        required=True,
        metavar="NAME",
        help=f"{', '.join(ESTIMATORS)}, or FILE.py:CLASS with an estimator of your own, made as CLASS(sampler, n)",
    )
    parser.add_argument("--measure", choices=MEASURES, default="uniform", help="rho (default: uniform on [-1, 1])")
    parser.add_argument(
        "--basis", choices=("orthonormal", "monomials"), help="the system of the polynomials (default: orthonormal)"
    )
    parser.add_argument("--dim", type=whole, required=always_linear, metavar="D", help="polynomials of degree below D")
    parser.add_argument("--samples", type=whole, required=True, metavar="N", help="points per draw")
    parser.add_argument(
        "--sampling", choices=SAMPLERS, default="optimal", help="where points are drawn from (default: optimal)"
    )
    parser.add_argument("--delta", type=float, metavar="X", help=f"of S_delta and Lemma F.1 (default: {DELTA})")


def named_delta(options: argparse.Namespace) -> float:
    """The delta of the options, in (0, 1)."""
    delta: float = DELTA if options.delta is None else options.delta
    if not 0 < delta < 1:
        raise ValueError(f"--delta must lie in (0, 1), got {delta}: S_delta is empty or trivial outside")
    return delta


def named_space(options: argparse.Namespace, norm: Literal["L2", "H1"]) -> Space:
    """Polynomials below degree D; the orthonormal system is that of the chosen inner product."""
    measure, classical = MEASURES[options.measure], POLYNOMIALS[options.measure]
    if options.basis == "monomials":
        return Space(Monomials(options.dim), measure, norm)
    space = Space(classical(options.dim), measure, norm)
    return space if space.is_own_basis or options.estimator != "non" else orthonormalised(space)


def named_hull(options: argparse.Namespace, space: Space, extra: int) -> Hull:
    """T and the next polynomials, not as monomials: fifteen of them are dependent to rounding."""
    return Hull(space, Space(POLYNOMIALS[options.measure](options.dim + extra), space.measure, space.norm))


def named_estimator(options: argparse.Namespace, sampler: Sampler, larger: Hull, delta: float) -> Estimator:
    """The estimator of the options; an oblique projection is tilted in `larger`."""
    name, n = options.estimator, options.samples
    if ":" in name:
        return own_estimator(name)(sampler, n)
    if name == "volume":
        if options.sampling == "rho":
            raise ValueError("--sampling rho: volume sampling draws from its own law, leave the option out")
        return LeastSquares(VolumeRescaled(sampler.space), n)
    if name == "debiased":
        tilt = np.eye(larger.space.dim, larger.complement_dim)
        return Debiased(Oblique(larger, tilt), QuasiProjection(sampler, n))
    known: dict[str, Callable[[], Estimator]] = {
        "non": lambda: NonProjection(sampler, n),
        "quasi": lambda: QuasiProjection(sampler, n),
        "lsq": lambda: LeastSquares(Conditioned(sampler, delta), n),
        "conditioned-quasi": lambda: QuasiProjection(Conditioned(sampler, delta), n),
    }
    if name not in known:
        raise ValueError(f"--estimator must be one of {', '.join(ESTIMATORS)} or FILE.py:CLASS, got {name!r}")
    return known[name]()


def one_line(error: BaseException) -> str:
    """Its message without line breaks, about the option where it speaks of an argument that stands for one."""
    name, *words = str(error).split() or [""]
    return " ".join([{"n_samples": "--samples", "n_replicas": "--replicas"}.get(name, name), *words])
