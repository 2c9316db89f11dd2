"""Martingales and functions on trees with two branches: every one of them, not a chosen one."""

import itertools
from dataclasses import dataclass
from fractions import Fraction as F
from typing import Any

import numpy as np

from theorytest import family, parametric


@dataclass(frozen=True, eq=False)
class Tree:
    """A process on n coin tosses: at node i it goes up with probability p_i; `moves` are its values below each node."""

    name: str
    n: int
    up: Any  # probabilities of the 2^n - 1 nodes
    moves: Any  # (2^n - 1, 2): what happens on the way down and on the way up

    def paths(self):
        """Probability and moves of every path."""
        for path in itertools.product((0, 1), repeat=self.n):
            node, chance, seen = 0, 1, []
            for side in path:
                chance = chance * (self.up[node] if side else 1 - self.up[node])
                seen.append(self.moves[node][side])
                node = 2 * node + 1 + side
            yield chance, seen

    def probability(self, event):
        return sum((chance for chance, seen in self.paths() if event(seen)), start=0)


def _increments(n, x):
    """Centred increments in [-1, 1]: up by a, down by b, up with probability b/(a + b)."""
    a, b = x[: len(x) // 2], x[len(x) // 2 :]
    return Tree("", n, b / (a + b), np.stack([-b, a], axis=-1))


def _factors(n, x):
    """Nonnegative factors of mean 1: up by θ/p, down by (1 - θ)/(1 - p)."""
    p, theta = x[: len(x) // 2], x[len(x) // 2 :]
    return Tree("", n, p, np.stack([(1 - theta) / (1 - p), theta / p], axis=-1))


def _region(build):
    return parametric(lambda n: 2 * (2**n - 1), build, shapes=(1, 2, 3), low=0, high=1, open=True)


def _fair(name, n, moves):
    nodes = 2**n - 1
    return Tree(name, n, [F(1, 2)] * nodes, [moves] * nodes)


BOUNDED_MARTINGALES = family(
    [_fair(f"{n} fair signs", n, (F(-1), F(1))) for n in (1, 2, 4)],
    "martingales with increments in [−1, 1], two branches at each of n steps",
    search=_region(_increments),
)
POSITIVE_MARTINGALES = family(
    [_fair(f"double or nothing, {n} times", n, (F(0), F(2))) for n in (1, 2, 4)],
    "nonnegative martingales with M₀ = 1, two branches at each of n steps",
    search=_region(_factors),
)


@dataclass(frozen=True, eq=False)
class Function:
    """A function of n independent coins with mean p, by its 2^n values."""

    name: str
    p: Any
    values: Any  # an array with n axes of length 2

    def mean(self, values):
        """Over all coins."""
        for _ in range(values.ndim):
            values = (1 - self.p) * values[..., 0] + self.p * values[..., 1]
        return values[()] if isinstance(values, np.ndarray) else values

    def change(self, k):
        """What the k-th coin changes, for all values of the others and, as one of length 2 again, of its own."""
        change = np.diff(self.values, axis=k)
        return np.concatenate([change, change], axis=k)


def _function(n, x):
    return Function("", x[0], 4 * x[1:].reshape((2,) * n) - 2)


def _of_sum(name, n, f):
    grid = np.array([F(sum(bits)) for bits in itertools.product((0, 1), repeat=n)], dtype=object).reshape((2,) * n)
    return Function(name, F(1, 2), np.vectorize(f, otypes=[object])(grid))


FUNCTIONS = family(
    [
        *(_of_sum(f"the sum of {n}", n, lambda s: s) for n in (1, 2, 4)),
        _of_sum("the maximum of 3", 3, lambda s: min(s, F(1))),
        _of_sum("the parity of 3", 3, lambda s: s % 2),
    ],
    "functions of n ≤ 4 independent coins",
    search=parametric(lambda n: 1 + 2**n, _function, shapes=(1, 2, 3), low=0, high=1, open=True),
)
