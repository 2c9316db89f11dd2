"""The gradient for which a pair of variance constants has least to spare, drawn as a function."""

from typing import Any

import numpy as np

from theorytest.approximation import on_hull
from theorytest.approximation.hull import hull
from theorytest.claims.plots import Panel, Series

MORE = 12  # functions beyond T: with more of them the worst g concentrates further


def worst_gradient(
    name: str, estimator: Any, c_var1: float, c_var2: float, low: float = -1.0, high: float = 1.0
) -> Panel:
    """g with its part in T, of norm 1, on an interval; its sign is that of its largest value."""
    larger, d = hull(estimator.space, MORE), estimator.space.dim
    coefficients = on_hull(estimator, larger).worst(c_var1, c_var2)
    x = np.linspace(low, high, 201)
    values = larger.jets(x[:, None])[..., 0] * coefficients
    g, inside = values.sum(axis=1), values[:, :d].sum(axis=1)
    sign = np.sign(g[np.argmax(np.abs(g))])
    series = (Series("worst g", "line", x, sign * g), Series("its part in T", "exact", x, sign * inside))
    note = f"Of norm 1 in T and {MORE} functions more: the bound has least to spare for it."
    return Panel(name, f"Worst gradient, {name}", "x", "g(x)", series, x_scale="linear", y_scale="linear", note=note)
