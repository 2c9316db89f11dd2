"""Tests of fit, all at one error rate, and exact distribution functions that do not pass through the code under test.

Each p-value is compared with ALPHA = 1e-6. The suite makes about a hundred such comparisons, so that a change of the
seed or of numpy's streams would raise a false alarm once in about ten thousand times. There is one seed for all tests:
none was picked. A wrong sampler has to fall below the same ALPHA.
"""

import numpy as np
from numpy.polynomial import legendre
from scipy import special, stats

ALPHA = 1e-6


def generator():
    """The stream of every test."""
    return np.random.default_rng(0)


def ks(x, cdf):
    """The p-value of the Kolmogorov-Smirnov test of draws against a continuous distribution function."""
    return stats.kstest(np.ravel(x), cdf).pvalue


def ks_two(x, y):
    """The p-value of the two-sample Kolmogorov-Smirnov test."""
    return stats.ks_2samp(np.ravel(x), np.ravel(y), method="asymp").pvalue


def chi_square(counts, probabilities):
    """The p-value of Pearson's test, 0 if the impossible happened; cells that expect fewer than 20 draws are merged."""
    counts, expected = np.ravel(counts), np.ravel(probabilities) * np.sum(counts)
    if np.any(counts[expected == 0]):
        return 0.0
    counts, expected = counts[expected > 0], expected[expected > 0]
    rare = expected < 20
    merged = [np.append(v[~rare], v[rare].sum()) if rare.any() else v for v in (counts, expected)]
    return stats.chisquare(*merged, sum_check=False).pvalue


def mean_test(values, mean, variance=None):
    """The smallest p-value of two-sided z-tests of the columns, times their number; the exact variance where known."""
    values = np.reshape(values, (len(values), -1))
    variance = values.var(axis=0) if variance is None else np.ravel(variance)
    constant = variance <= 1e-20  # nothing is random there: only rounding may separate the two
    offset = np.abs(values.mean(axis=0) - np.ravel(mean))
    assert np.all(offset[constant] < 1e-10)
    z = offset[~constant] / np.sqrt(variance[~constant] / len(values))
    return min(1.0, 2 * stats.norm.sf(z.max()) * len(z))


def legendre_cdf(dim):
    """x -> ∫_{-1}^x K / (2 dim) with K = Σ_{k<dim} (2k+1) P_k², multiplied out in Legendre polynomials."""
    squares = (legendre.legmul(*[np.eye(k + 1)[k]] * 2) for k in range(dim))
    return _antiderivative(sum((2 * k + 1) * np.pad(c, (0, 2 * (dim - 1 - k))) for k, c in enumerate(squares)))


def legendre_square_cdf(k):
    """x -> ∫_{-1}^x (2k+1) P_k² / 2."""
    return _antiderivative((2 * k + 1) * legendre.legmul(*[np.eye(k + 1)[k]] * 2))


def _antiderivative(c):
    integral = legendre.legint(c, lbnd=-1)
    return lambda x: legendre.legval(x, integral) / legendre.legval(1.0, integral)


def hermite_cdf(dim):
    """x -> Φ(x) - φ(x)/dim Σ_{k=1}^{dim-1} (dim-k)/√k h_k h_{k-1}, which has the derivative φ Σ_{k<dim} h_k² / dim."""

    def cdf(x):
        k = np.arange(dim)
        h = special.eval_hermitenorm(k, np.asarray(x)[..., None]) / np.sqrt(special.factorial(k))
        terms = (dim - k[1:]) / np.sqrt(k[1:]) * h[..., 1:] * h[..., :-1]
        return stats.norm.cdf(x) - stats.norm.pdf(x) * terms.sum(axis=-1) / dim

    return cdf


def hermite_square_cdf(k):
    """x -> ∫_{-∞}^x h_k² φ, the difference of two of the sums above."""
    return lambda x: (k + 1) * hermite_cdf(k + 1)(x) - (k * hermite_cdf(k)(x) if k else 0)
