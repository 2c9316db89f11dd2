r"""Truncated Gaussian moments in closed form: what RePU ridge functions need of the standard Gaussian (Appendix K.2).

With f_a(z) = max(z, 0)^a / a! for a ≥ 0 and f_{-1} = δ_0 every function is the derivative of the next one, and
z f_{a-1}(z) = a f_a(z). Gaussian integration by parts turns this into recursions that end in a density, in a
distribution function and in the probability of an orthant. Where a function lives far out in the tail, at h standard
deviations, the recursions lose a factor of about h^(2a) of the accuracy of 1e-15: relative on the line, absolute in the
plane, since Owen's function gives orthants to 1e-16 and not to digits. A product that is itself as small as 1e-10, of
neurons that fire beyond six standard deviations, keeps about five digits, and one beyond ten none.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy

from theorytest.arguments import Array

_ROOT = np.sqrt(2 * np.pi)


def line_moments(mean: Array, std: Array, order: int) -> Array:
    """E f_a(Z) for Z ~ N(mean, std²) and a = -1, ..., order, stacked in front; E f_{-1} = 0 for a constant Z.

    a E f_a = mean E f_{a-1} + std² E f_{a-2}.
    """
    h = ratio(mean, std)
    t = [density_at_zero(mean, std), scipy.special.ndtr(h)]
    for a in range(1, order + 1):
        t.append((mean * t[-1] + std**2 * t[-2]) / a)
    return np.stack(np.broadcast_arrays(*t))


def density_at_zero(mean: Array, std: Array) -> Array:
    """The density of N(mean, std²) at 0, and 0 for constants."""
    h = ratio(mean, std)
    positive = np.broadcast_to(std, h.shape) > 0
    return np.asarray(np.divide(np.exp(-(h**2) / 2) / _ROOT, std, out=np.zeros_like(h), where=positive))


def ratio(mean: Array, std: Array) -> Array:
    """mean / std, with 0 / 0 = 0: half of a point mass at the threshold counts."""
    mean, std = np.broadcast_arrays(np.asarray(mean, dtype=float), np.asarray(std, dtype=float))
    signs = np.where(mean == 0, 0.0, np.copysign(np.inf, mean))
    with np.errstate(over="ignore"):  # a quotient that overflows is as good as infinite
        return np.divide(mean, std, out=signs, where=std > 0)


@dataclass(frozen=True, eq=False)
class Pair:
    """Z = s x_1 + mean and Z' = γ_1 x_1 + γ_2 x_2 + mean' for independent standard normal x_1, x_2; s, γ_2 ≥ 0."""

    mean: Array
    other_mean: Array
    s: Array
    gamma1: Array
    gamma2: Array

    @property
    def other_s(self) -> Array:
        """The standard deviation of Z'."""
        return np.hypot(self.gamma1, self.gamma2)

    @property
    def offset(self) -> Array:
        """s mean' - γ_1 mean, rounded once for all: it decides which of two parallel variables vanishes first."""
        return self.s * self.other_mean - self.gamma1 * self.mean

    def moments(self, order: int) -> Array:
        """E f_a(Z) f_b(Z') for a, b = -1, ..., order, the two indices in front; the entry a = b = -1 stays 0.

        b E f_a f_b' = mean' E f_a f_{b-1}' + var Z' E f_a f_{b-2}' + cov E f_{a-1} f_{b-1}', and the same for a.
        """
        s2, r2, cov = self.s**2, self.other_s**2, self.s * self.gamma1
        M = np.zeros((order + 2, order + 2, *np.broadcast(self.mean, self.other_mean, self.gamma1).shape))
        M[0, 1:], M[1:, 0] = self._first_at_zero(order), self._second_at_zero(order)
        M[1, 1] = self.orthant()
        for b in range(1, order + 1):
            M[1, b + 1] = (self.other_mean * M[1, b] + r2 * M[1, b - 1] + cov * M[0, b]) / b
        for a in range(1, order + 1):
            M[a + 1, 1:] = (self.mean * M[a, 1:] + s2 * M[a - 1, 1:] + cov * M[a, :-1]) / a
        return M

    def _first_at_zero(self, order: int) -> Array:
        """E δ_0(Z) f_b(Z') for b ≥ 0: the density of Z at 0 times the moments of Z' given Z = 0."""
        given = _quotient(self.offset, self.s)
        return density_at_zero(self.mean, self.s) * line_moments(given, self.gamma2, order)[1:]

    def _second_at_zero(self, order: int) -> Array:
        """E f_a(Z) δ_0(Z') for a ≥ 0."""
        r = self.other_s
        given = _quotient(self.gamma2**2 * self.mean - self.gamma1 * self.offset, r**2)
        std = _quotient(self.s * self.gamma2, r)
        return density_at_zero(self.other_mean, r) * line_moments(given, std, order)[1:]

    def orthant(self) -> Array:
        """P(Z > 0, Z' > 0) by Owen's function; Z = 0 counts half."""
        h, k = ratio(self.mean, self.s), ratio(self.other_mean, self.other_s)
        both_zero = 0.5 - np.arctan2(self.gamma2, self.gamma1) / (2 * np.pi)
        independent = scipy.special.ndtr(h) * scipy.special.ndtr(k)
        opposite = np.signbit(h) != np.signbit(k)
        other_offset = self.gamma2**2 * self.mean - self.gamma1 * self.offset
        owen = _owen(h, self.offset, self.mean * self.gamma2)
        owen += _owen(k, other_offset, self.other_mean * self.s * self.gamma2)
        value = (scipy.special.ndtr(h) + scipy.special.ndtr(k)) / 2 - owen - np.where(opposite, 0.5, 0.0)
        value = np.where((h == 0) & (k == 0), both_zero, np.maximum(value, 0.0))
        return np.where((self.s == 0) | (self.other_s == 0), independent, value)


def _owen(h: Array, above: Array, below: Array) -> Array:
    """T(h, above / below); 0 / 0 belongs to parallel variables with a common zero, where the limit is 0."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        slope = np.nan_to_num(above / below, nan=0.0, posinf=np.inf, neginf=-np.inf)
    return np.asarray(scipy.special.owens_t(np.where(np.isinf(h), 0.0, h), slope))


def _quotient(above: Array, below: Array) -> Array:
    """above / below, and 0 where the denominator vanishes: a factor 0 stands beside it."""
    above, below = np.broadcast_arrays(above, below)
    return np.divide(above, below, out=np.zeros(above.shape), where=below > 0)
