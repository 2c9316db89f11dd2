r"""Section 5.3: "NGD attains a loss of 10^-8" [x:sec5.3-ngd-loss], and what no network of width 20 can attain.

A network of width m with σ(x) = max(x, 0)² is a quadratic between at most m knots, so that 2 L is at least the smallest
sum of squared distances of sin(2πx) to quadratics over m + 1 pieces. Knots between the points of a grid leave pieces
that contain the intervals between grid points inside them; the distance to quadratics on an interval grows with it. So
the smallest sum over such intervals, at most one cell apart, is a lower bound, found by dynamic programming.
"""

from __future__ import annotations

import mpmath
import numpy as np

from checks.instances.network_experiments import PRINTED, SCRIPTS, WIDTH
from theorytest import at_least, at_most, claim, equal, repair
from theorytest.descent.models.shallow.activations import RePU
from theorytest.descent.models.shallow.network import Network

CELLS = 480
LEGENDRE = np.polynomial.legendre.leggauss(20)


def distances(interval, cells=CELLS):
    """∫ over [x_i, x_j] of the squared distance of sin(2πx) to quadratics, an array (cells + 1, cells + 1)."""
    x, (t, w) = np.linspace(interval.low, interval.high, cells + 1), LEGENDRE
    i, j = np.triu_indices(cells + 1, 1)
    half, middle = (x[j] - x[i]) / 2, (x[j] + x[i]) / 2
    values = np.sin(2 * np.pi * (middle[:, None] + half[:, None] * t))
    basis = np.sqrt([[0.5], [1.5], [2.5]]) * [np.ones_like(t), t, (3 * t**2 - 1) / 2]
    rest = values - (values * w @ basis.T) @ basis
    found = np.zeros((cells + 1, cells + 1))
    found[i, j] = half * np.sum(w * rest**2, axis=-1)
    return found


def floor(interval, width, cells=CELLS):
    """A lower bound of L over all networks of the width, for the uniform probability measure."""
    cost = distances(interval, cells)
    ahead = np.vstack([cost[1:], np.zeros(cells + 1)])  # the next piece starts one cell later
    ahead[np.tril_indices(cells + 1, -1)] = np.inf
    ahead[np.diag_indices(cells + 1)] = 0.0
    found = cost[0]
    for _ in range(width):
        found = np.min(found[:, None] + ahead, axis=0)
    return float(found[-1]) / (interval.high - interval.low) / 2


def by_hand(low, high):
    """The squared distance of sin(2πx) to quadratics on one interval, to thirty digits."""
    with mpmath.workdps(30):
        half, middle = (mpmath.mpf(high) - low) / 2, (mpmath.mpf(high) + low) / 2

        def u(t):
            return mpmath.sin(2 * mpmath.pi * (middle + half * t))

        def coefficient(k):
            return mpmath.quad(lambda t: u(t) * mpmath.legendre(k, t), [-1, 1])

        parts = sum((2 * k + 1) * coefficient(k) ** 2 / 2 for k in range(3))
        return float(half * (mpmath.quad(lambda t: u(t) ** 2, [-1, 1]) - parts))


@claim(
    "x:sec5.3-ngd-loss",
    kind="figure",
    says="Natural gradient descent attains a loss of 1e-8, to half an order of magnitude, for sin(2 pi x) on "
    "[-1, 1] with a network of width 20.",
    formula=r"\mathcal{L}(u_t) \le 10^{-7.5}",
    expected="refuted",
    gravity="wrong constant",
)
def no_network_of_width_20_is_that_good(*, attained=10**-7.5):
    """The bound is 3.4e-8 on this grid and 4.6e-8 on finer ones; it does not even ask for continuity."""
    low, high = -0.75, -0.5
    yield equal(distances(PRINTED, 16)[2, 4], by_hand(low, high), digits=9, name="one piece")
    least = floor(PRINTED, WIDTH)
    yield at_least(
        attained,
        least,
        digits=6,
        name="all networks",
        symbol="the attained loss, against a lower bound",
    )


def witness(interval, n_neurons, power):
    """A network of 1, two squares and neurons whose knots crowd like |cos(2πx)|^power, fitted by least squares."""
    x = np.linspace(interval.low, interval.high, 20_001)
    crowd = np.cumsum(np.abs(np.cos(2 * np.pi * x)) ** power)
    knots = np.interp(np.arange(1, n_neurons - 1) / (n_neurons - 1), crowd / crowd[-1], x)
    bias = np.concatenate([-knots, [-interval.low, 1 - interval.low]])
    plain = Network(RePU(2), np.ones(n_neurons), 0.0, np.ones((n_neurons, 1)), bias)
    y, w = interval.target_nodes(plain)
    system = np.column_stack([plain.activation.value(plain.arguments(y)), np.ones(len(y))]) * np.sqrt(w)[:, None]
    c = np.linalg.lstsq(system, np.sin(2 * np.pi * y[:, 0]) * np.sqrt(w), rcond=1e-15)[0]
    return Network(RePU(2), c[:-1], c[-1], plain.inner, bias)


def loss(network, interval):
    """1/2 ‖u - Φ‖² on 20,000 midpoints: nothing knows of knots."""
    x = interval.low + (interval.high - interval.low) * (np.arange(20_000) + 0.5) / 20_000
    return float(np.mean((network(x[:, None]) - np.sin(2 * np.pi * x)) ** 2) / 2)


@repair(
    "x:sec5.3-ngd-loss/corrected",
    "x:sec5.3-ngd-loss",
    kind="figure",
    also=["x:sec5.3-target", "x:sec5.3-width"],
    says="On [0, 1], where the published scripts run, a network of width 20 has a loss below 1e-8, and none has "
    "one below 5e-10; on [-1, 1] the best of width 20 lies between 3e-8 and 7e-7.",
    formula=r"5\cdot 10^{-10} \le \inf_{[0,1]} \mathcal{L} \le 10^{-8}, \quad "
    r"3\cdot 10^{-8} \le \inf_{[-1,1]} \mathcal{L} \le 7\cdot 10^{-7}",
    expected="computed",
    mutants={
        "a loss below 5e-9 by this network": {"unit": (5e-10, 5e-9)},
        "width 18": {"width": 18},
        "no loss below 1e-7 on [-1, 1]": {"printed": (1e-7, 7e-7)},
    },
)
def what_width_20_can_do(*, width=WIDTH, unit=(5e-10, 1e-8), printed=(3e-8, 7e-7)):
    """The lower bounds forget that a network has a continuous derivative; the knots of the networks are guessed."""
    for interval, (least, most), power in (SCRIPTS, unit, 0.2), (PRINTED, printed, 0.1):
        name = f"on [{interval.low:g}, {interval.high:g}]"
        yield at_least(floor(interval, width), least, digits=3, name=f"bound {name}", symbol="inf L")
        found = loss(witness(interval, width, power), interval)
        yield at_most(found, most, digits=3, name=f"network {name}", symbol="L of a network")
