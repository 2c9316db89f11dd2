"""Generating systems and orthonormal bases on finitely many points with their samples: named ones, and all of them.

Constants and one cell of two stand on two points of the masses 9/25 and 16/25; Walsh functions and a tight frame of two
of them on four points of mass 1/4; parabolas 1, x, x² and redundant lines 1, x, 1 + x, 2x on -1, 0, 1/2, 2 with the
masses 1, 4, 4, 16 over 25, values alone or, as jets, derivatives too; lines on -1, 0, 2 with the masses 1, 4, 4 over 9.
Points are drawn from ρ; skewed ones with the masses 16, 4, 4, 1 over 25, optimal ones from the optimal law.
"""

import itertools
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import numpy as np

from checks.theory.finite import Finite, Sample, in_floats, optimal, orthonormalised, rational_system
from checks.theory.forms import Array, exact, is_exact, root
from theorytest import Region, choices, family, frames, integers, measured_spaces, product, simplex

HALVES = np.array([0.5, 0.5])


def values(*functions: Sequence[float] | Array) -> Array:
    """Scalar jets from the values of functions."""
    return np.array(functions, dtype=float)[..., None]


TWO, FOUR_MASSES, SKEWED_MASSES, EQUAL = (9, 16), (1, 4, 4, 16), (16, 4, 4, 1), (1, 1, 1, 1)


def smallest_systems() -> dict[str, Finite]:
    """On two points of the masses 9/25 and 16/25: constants, and one cell of two."""
    cell = ["5/3", 0]
    free = replace(rational_system(TWO, (1, 1), cell), weights=exact(["18/25", 7]))
    return {
        "the constant 1": rational_system(TWO, TWO, [1, 1]),
        "the constant 2": rational_system(TWO, TWO, [2, 2]),
        "the constant 1/2": rational_system(TWO, TWO, ["1/2", "1/2"]),
        "the constant 1 twice": rational_system(TWO, TWO, [1, 1], [1, 1]),
        "a constant split 3:4": rational_system(TWO, TWO, ["3/5", "3/5"], ["4/5", "4/5"]),
        "all functions on two points of masses 9/25, 16/25": rational_system(TWO, TWO, [1, 1], ["-4/3", "3/4"]),
        "one cell of two": rational_system(TWO, TWO, cell),
        "one cell of two, optimal": rational_system(TWO, (1, 0), cell),
        "one cell of two, any weight off it": free,
    }


@cache
def rational_systems() -> dict[str, Finite]:
    """Bases and frames in fractions, plain, optimal and skewed samples, scalar and vector jets."""
    one, x = exact([1] * 4), exact([-1, 0, "1/2", 2])
    first, second = exact([1, 1, -1, -1]), exact([1, -1, 1, -1])
    frame = (first, second, (3 * first + 4 * second) / 5, (4 * first - 3 * second) / 5)
    parabolas = rational_system(FOUR_MASSES, FOUR_MASSES, one, x, x**2)
    three = rational_system((1, 4, 4), (1, 4, 4), [1, 1, 1], [-1, 0, 2])
    jets = [np.stack(jet, axis=-1) for jet in ((one, 0 * one), (x, one), (x**2, 2 * x))]
    return smallest_systems() | {
        "lines on three points, optimal": optimal(three),
        "Walsh functions": rational_system(EQUAL, EQUAL, one, first, second),
        "Walsh functions, skewed": rational_system(EQUAL, SKEWED_MASSES, one, first, second),
        "Walsh functions, one shorter": rational_system(EQUAL, SKEWED_MASSES, first / 2, 6 * second / 5),
        "a tight frame": rational_system(EQUAL, EQUAL, *frame),
        "parabolas": parabolas,
        "parabolas, optimal": optimal(parabolas),
        "parabolas, skewed": rational_system(FOUR_MASSES, SKEWED_MASSES, one, x, x**2),
        "redundant lines": rational_system(FOUR_MASSES, SKEWED_MASSES, one, x, 1 + x, 2 * x),
        "jets of parabolas": rational_system(FOUR_MASSES, FOUR_MASSES, *jets),
        "jets of redundant lines": rational_system(FOUR_MASSES, SKEWED_MASSES, *jets[:2], jets[0] + jets[1]),
    }


@cache
def all_systems() -> dict[str, Finite]:
    """All of them, with one whose optimal law is irrational in floats."""
    jets = in_floats(rational_systems()["jets of parabolas"])
    return rational_systems() | {"jets of parabolas, optimal": optimal(jets)}


@cache
def finite_systems() -> dict[str, Finite]:
    """All of them in floats, made once."""
    return {name: in_floats(system) for name, system in all_systems().items()}


def once(systems: dict[str, Finite]) -> dict[str, Finite]:
    """The first of those that are equal."""
    parts = {name: [each.rho, each.mu, each.phi, each.weight] for name, each in systems.items()}
    known = {str([part.tolist() for part in each]): name for name, each in reversed(parts.items())}
    return {name: systems[name] for name in systems if name in known.values()}


@cache
def quasi_systems() -> dict[str, Finite]:
    """An orthonormal basis of every space, in fractions where the system is one; that of all constants once."""
    return once(
        {
            name if each.is_orthonormal else f"{name}, orthonormalised": orthonormalised(each)
            for name, each in all_systems().items()
        }
    )


@cache
def bases_and_others() -> dict[str, Finite]:
    """The bases, and the systems that they come from as far as those are no orthonormal bases."""
    others = {name: each for name, each in all_systems().items() if not each.is_orthonormal}
    return quasi_systems() | others


def of_squares(y: Array) -> Array:
    """Masses with the sum 1 whose roots are rational functions of y, a point of the simplex: all such masses."""
    t = y[:-1]
    square = t @ t if len(t) else 0 * y[0]
    roots = np.append(2 * t, 1 - square) / (1 + square)
    return np.asarray(roots**2)


def _number(part: Array) -> Array:
    return exact(part) if is_exact(part) else part


def in_its_numbers(system: Finite, part: Array) -> Array:
    """An array beside a system that is searched, in the arithmetic of the system."""
    return exact(part) if is_exact(system.phi) else part.astype(float)


def _searched(rho: Array, mu: Array, phi: Array) -> Finite:
    """In the arithmetic of the attack: floats, or fractions."""
    return Finite(_number(of_squares(rho)), _number(mu), _number(phi))


def _from_frame(rho: Array, mu: Array, frame: Array) -> Finite:
    """Orthonormal columns as jets of an orthonormal basis."""
    masses = _number(of_squares(rho))
    jets = _number(frame).reshape(len(rho), -1, frame.shape[1]) / root(masses)[:, None, None]
    return Finite(masses, _number(mu), np.moveaxis(jets, -1, 0))


# From one function at one point on, with n < d, n = d, dependent members, vanishing functions and vector jets.
SHAPES = ((1, 1, 1), (1, 2, 1), (2, 2, 1), (1, 2, 2), (1, 3, 1), (2, 3, 1), (2, 2, 2), (3, 3, 1), (3, 2, 1), (2, 3, 2))
# Entries up to 3: every relation is homogeneous in φ, and ratios beyond 10⁵ would be lost in the rank of G.
ANY_SYSTEM = measured_spaces(SHAPES, low=-3, high=3).map(_searched).where(lambda s: bool(np.any(s.phi != 0)), "T ≠ {0}")


def _any_basis() -> Region:
    """Orthonormal frames as bases: (masses, probabilities, frame) for every shape with d ≤ N l."""
    kept = [(d, points, l) for d, points, l in SHAPES if d <= points * l]  # noqa: E741 (the paper's letter)
    masses = simplex(sorted({points for _, points, _ in kept}), positive=True)
    both = product(masses, masses, frames([(points * l, d) for d, points, l in kept]))  # noqa: E741
    shapes = tuple((points, points, (points * l, d)) for d, points, l in kept)  # noqa: E741
    return replace(both, shapes=shapes).map(_from_frame, "orthonormal bases on finitely many points")


ANY_BASIS = _any_basis()


@cache
def every_sample() -> dict[str, Sample]:
    """All samples of one and of two points, without their order."""
    return {
        f"{name}, points {draws}": Sample(system, np.array(draws))
        for name, system in quasi_systems().items()
        for n in (1, 2)
        for draws in itertools.combinations_with_replacement(np.flatnonzero(system.mu > 0).tolist(), n)
    }


# Which points are drawn, up to their names: once, twice, two or three of them.
PATTERNS = choices([(0,), (0, 0), (0, 1), (0, 0, 1), (0, 1, 2)])
ANY_SAMPLE = product(ANY_BASIS, PATTERNS).map(lambda system, p: Sample(system, np.array(p) % len(system.rho)))
SAMPLES = family(every_sample, "orthonormal bases in L² and H¹ with a sample of their points; all g", search=ANY_SAMPLE)
SIZES = family([1, 2, 3], "positive integers", search=integers(1, 4))
ON_POINTS = "with their samples, on finitely many points, and all g"
SYSTEMS = family(all_systems, f"generating systems {ON_POINTS}", search=ANY_SYSTEM)
# Where a hypothesis asks for an orthonormal basis, systems that are none show whether it is needed.
BASES_AMONG = family(bases_and_others, f"generating systems, orthonormal or not, {ON_POINTS}", search=ANY_BASIS)
BASES = family(quasi_systems, f"orthonormal bases {ON_POINTS}", search=ANY_BASIS)
