"""Section 5.3, line 1948 [x:sec5.3-ngd-loss]: a loss of 10⁻⁸ is attained for sin(2πx) on [-1, 1] by a network of width
20.

Read as printed: impossible. On [0, 1], where the published scripts run, it is not. A network with max(x, 0)² is a
quadratic between at most 20 knots. Put a grid over [-1, 1]: between the cells that have a knot are intervals from grid
point to grid point on which it is one quadratic. The squared distance of the sine to quadratics on 21 such intervals,
one cell apart, is least for the best choice of cells, found here: no network of width 20 has a smaller 4 L.
"""

import numpy as np

cells, (t, weight) = 480, np.polynomial.legendre.leggauss(20)
x = np.linspace(-1, 1, cells + 1)
i, j = np.triu_indices(cells + 1, 1)
half, middle = (x[j] - x[i])[:, None] / 2, (x[j] + x[i])[:, None] / 2
values, basis = np.sin(2 * np.pi * (middle + half * t)), np.sqrt([[0.5], [1.5], [2.5]]) * [t**0, t, (3 * t**2 - 1) / 2]
cost = np.full((cells + 2, cells + 1), np.inf)  # of an interval from grid point i to j
cost[i, j] = half[:, 0] * np.sum(weight * (values - (values * weight) @ basis.T @ basis) ** 2, axis=1)
cost[np.arange(cells + 1), np.arange(cells + 1)] = cost[np.arange(1, cells + 2), np.arange(cells + 1)] = 0  # empty ones
best = cost[0]
for _ in range(20):
    best = np.min(best[:, None] + cost[1:], axis=0)  # the next interval begins one cell later
print(f"printed: L = 1e-8\ntrue: L >= {best[-1] / 4:.2e} for every network of width 20")
assert best[-1] / 4 > 3e-8
