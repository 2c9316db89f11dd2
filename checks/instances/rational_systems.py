"""Generating systems on a few points in rational numbers: the non-projection by its definition, as a matrix of jets."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
import sympy as sp


@dataclass(frozen=True, eq=False)
class Rational:
    """Masses ρ and probabilities μ of the points, and the system (members, points · l), jet after jet."""

    rho: tuple
    mu: tuple
    system: tuple

    @cached_property
    def phi(self):
        """φ_k at every coordinate."""
        return np.array([[Fraction(v) for v in member] for member in self.system], dtype=object)

    def _repeated(self, masses):
        return np.repeat(np.array(masses, dtype=object), self.phi.shape[1] // len(self.rho))

    @cached_property
    def gramian(self):
        """G_kl = (φ_k, φ_l)."""
        return (self.phi * self._repeated(self.rho)) @ self.phi.T

    @property
    def independent(self):
        """Whether the members are linearly independent."""
        return sp.Matrix(self.gramian).rank() == len(self.phi)

    @property
    def is_orthonormal(self):
        """Whether the members are an orthonormal basis."""
        return bool(np.all(self.gramian == np.eye(len(self.phi), dtype=int)))

    def samples(self, sizes=(1, 2)):
        """The share c_x/(n μ_x) of every point, for every sample of n points."""
        for n in sizes:
            for draws in itertools.product([i for i, m in enumerate(self.mu) if m], repeat=n):
                yield [Fraction(draws.count(i), n) / m if m else 0 for i, m in enumerate(self.mu)]

    def estimator(self, shares, phi=None):
        """P^n = Σ_k φ_k (·, φ_k)_n for one sample."""
        phi = self.phi if phi is None else phi
        return phi.T @ phi * self._repeated([p * c for p, c in zip(self.rho, shares, strict=True)])

    def empirical_gramian(self, shares):
        """Ĝ_kl = (φ_k, φ_l)_n."""
        return self.phi * self._repeated([p * c for p, c in zip(self.rho, shares, strict=True)]) @ self.phi.T

    def combined(self, M):
        """Σ_kl φ_k M_kl (·, φ_l): E P^n for M = I."""
        seen = [p if m else 0 for p, m in zip(self.rho, self.mu, strict=True)]
        return self.phi.T @ M @ self.phi * self._repeated(seen)

    @cached_property
    def projector(self):
        """P_t, from members that are linearly independent."""
        kept = list(sp.Matrix(self.gramian).rref()[1])
        inverse = sp.Matrix(self.gramian[np.ix_(kept, kept)]).inv()
        M = np.zeros_like(self.gramian)
        M[np.ix_(kept, kept)] = [[Fraction(int(v.p), int(v.q)) for v in inverse.row(i)] for i in range(len(kept))]
        return self.combined(M)


HALVES = (Fraction(1, 2), Fraction(1, 2))
QUARTER = (Fraction(1, 4), Fraction(3, 4))
EQUAL = (Fraction(1, 4),) * 4
TENTHS = tuple(Fraction(i, 10) for i in (1, 2, 3, 4))
SKEWED = tuple(Fraction(i, 10) for i in (4, 1, 3, 2))
POINTS = (Fraction(-1), Fraction(0), Fraction(1, 2), Fraction(2))
ONE, X = (1,) * 4, POINTS


def _jets(values, slopes):
    return tuple(v for both in zip(values, slopes, strict=True) for v in both)


def rational_systems():
    """Bases and frames, plain and skewed samples, cells that leave a point out, scalar and vector jets."""
    squares = tuple(a**2 for a in POINTS)
    slopes = _jets(ONE, (0,) * 4), _jets(X, ONE), _jets(squares, tuple(2 * a for a in POINTS))
    return {
        "the constant 1": Rational(HALVES, HALVES, ((1, 1),)),
        "the constant 2": Rational(HALVES, HALVES, ((2, 2),)),
        "lines on two points": Rational(HALVES, HALVES, ((1, 1), (-1, 1))),
        "the constant 1 twice": Rational(HALVES, HALVES, ((1, 1), (1, 1))),
        "a constant split 3:4": Rational(HALVES, HALVES, ((Fraction(3, 5),) * 2, (Fraction(4, 5),) * 2)),
        "one cell of two": Rational(HALVES, HALVES, ((1, 0),)),
        "one cell of two, optimal": Rational(HALVES, (Fraction(1), Fraction(0)), ((1, 0),)),
        "a cell of mass 1/4": Rational(QUARTER, QUARTER, ((2, 0),)),
        "a cell of mass 1/4, optimal": Rational(QUARTER, (Fraction(1), Fraction(0)), ((2, 0),)),
        "Walsh functions": Rational(EQUAL, EQUAL, (ONE, (1, 1, -1, -1), (1, -1, 1, -1))),
        "parabolas": Rational(TENTHS, TENTHS, (ONE, X, squares)),
        "parabolas, skewed": Rational(TENTHS, SKEWED, (ONE, X, squares)),
        "redundant lines": Rational(TENTHS, SKEWED, (ONE, X, tuple(1 + a for a in X))),
        "jets of parabolas": Rational(TENTHS, SKEWED, slopes),
    }
