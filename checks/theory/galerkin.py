"""Second moments of the quasi-projection on T plus part of its complement, by plain Gauss quadrature on [-1, 1].

S with gᵀ S g = E‖P^n g‖² = (1 - 1/n)‖(g, b)‖² + (1/n) ∫ w ‖B_xᵀ L_x g‖² dρ, where B_x are the jets of the orthonormal
basis b: the display [x:display-lemB.2-proof-single], summed and projected.
"""

from collections.abc import Callable

import numpy as np

from checks.theory.forms import Array
from theorytest.approximation import Space, Uniform
from theorytest.approximation.hull import hull

NODES = 300  # w is a quotient of polynomials: the error of the rule falls geometrically


def second_moment(space: Space, weight: Callable[[Array], Array], n: int, extra: int) -> Array:
    """S on a basis of E = T + `extra` functions that begins with that of T."""
    rule, larger, d = Uniform().quadrature(NODES), hull(space, extra), space.dim
    jets = larger.jets(rule.nodes)
    rows = np.einsum("xjl,xel->xje", jets[:, :d], jets, optimize=True)
    S: Array = np.einsum("x,xie,xif->ef", rule.weights * weight(rule.nodes) / n, rows, rows, optimize=True)
    S[:d, :d] += (1 - 1 / n) * np.eye(d)
    return S


def bound(d: int, size: int, c_var1: float, c_var2: float) -> Array:
    """diag(c_var1 on T, c_var2 on its complement)."""
    return np.diag(np.where(np.arange(size) < d, c_var1, c_var2))
