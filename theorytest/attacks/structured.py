"""Regions of matrices with structure: symmetric, positive (semi)definite, of a given spectrum, and orthonormal frames.

positive semidefinite   L Lᵀ with any L of the given rank
positive definite       L Lᵀ with L triangular and a positive diagonal
frames                  columns of (I - S)(I + S)⁻¹ with S skew [Cayley]: rational where S is
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from theorytest.attacks.errors import AttackError
from theorytest.attacks.exact import fractions, identity_like, inverse, is_exact
from theorytest.attacks.numbers import Number, Sizes, alternatives, sizes_of
from theorytest.attacks.ranges import Range
from theorytest.attacks.region import Parameters, Region

REAL = Range()


def symmetric(sizes: Sizes) -> Region:
    """Symmetric matrices."""
    return Region(
        sizes_of(sizes), lambda n: [REAL] * (n * (n + 1) // 2), _mirrored, says=_sized("symmetric matrices", sizes)
    )


def semidefinite(sizes: Sizes) -> Region:
    """Positive semidefinite matrices L Lᵀ of every rank, the smallest first."""
    shapes = [(n, rank) for n in sizes_of(sizes) for rank in range(1, n + 1)]

    def build(shape: tuple[int, int], x: Parameters) -> Any:
        L = x.reshape(shape)
        return L @ L.T

    says = _sized("positive semidefinite matrices", sizes)
    return Region(tuple(shapes), lambda s: [REAL] * (s[0] * s[1]), build, says=says, sized=lambda s: s[0])


def definite(sizes: Sizes) -> Region:
    """Positive definite matrices L Lᵀ, L triangular with a positive diagonal."""

    def ranges(n: int) -> list[Range]:
        return [Range(0, open=True, log=True)] * n + [REAL] * (n * (n - 1) // 2)

    def build(n: int, x: Parameters) -> Any:
        L = _zeros(x, (n, n))
        L[np.diag_indices(n)], L[np.tril_indices(n, -1)] = x[:n], x[n:]
        return L @ L.T

    return Region(sizes_of(sizes), ranges, build, says=_sized("positive definite matrices", sizes))


def rotations(sizes: Sizes) -> Region:
    """Orthogonal matrices without the eigenvalue -1."""
    return frames([(n, n) for n in sizes_of(sizes)])


def frames(shapes: Iterable[tuple[int, int]]) -> Region:
    """Matrices with d orthonormal columns in Rⁿ, for every (n, d)."""

    def build(shape: tuple[int, int], x: Parameters) -> Any:
        n, d = shape
        S = _zeros(x, (n, n))
        upper = np.triu_indices(n, 1)
        S[upper] = x
        S = S - S.T
        identity = identity_like(x, n)
        return ((identity - S) @ inverse(identity + S))[:, :d]

    kept = tuple(shapes)
    if wrong := [each for each in kept if not 1 <= each[1] <= each[0]]:
        raise AttackError(f"d orthonormal columns in Rⁿ need 1 ≤ d ≤ n, got (n, d) = {wrong[0]}")
    count: Callable[[tuple[int, int]], int] = lambda shape: shape[0] * (shape[0] - 1) // 2  # noqa: E731
    says = f"orthonormal frames of {alternatives(f'{n} × {d}' for n, d in kept)} entries"
    return Region(kept, lambda s: [REAL] * count(s), build, says=says)


def with_spectrum(sizes: Sizes, low: Number, high: Number) -> Region:
    """Symmetric matrices with all eigenvalues in [low, high]."""
    spectrum = Range(low, high)
    spectra = Region(sizes_of(sizes), lambda n: [spectrum] * n, lambda _, x: x)

    def build(shape: Any, x: Parameters) -> Any:
        Q = rotations(shape).build((shape, shape), x[shape:])
        return (Q * x[:shape]) @ Q.T

    def ranges(n: int) -> list[Range]:
        return [*spectra.ranges(n), *[REAL] * (n * (n - 1) // 2)]

    says = f"{_sized('symmetric matrices', sizes)} with spectrum in [{low}, {high}]"
    return Region(spectra.shapes, ranges, build, says=says)


def _sized(what: str, sizes: Sizes) -> str:
    return f"{what} of size {alternatives(sizes_of(sizes))}"


def _mirrored(n: int, x: Parameters) -> Any:
    A = _zeros(x, (n, n))
    A[np.triu_indices(n)] = x
    A.T[np.triu_indices(n)] = x
    return A


def _zeros(x: Parameters, shape: tuple[int, ...]) -> Any:
    """Zeros in the arithmetic of x."""
    return fractions(np.zeros(shape, dtype=int)) if is_exact(x) else np.zeros(shape)
