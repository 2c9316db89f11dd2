"""False sentences about graphs, lists from strategies and whole numbers, beside theorems."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

from hypothesis import strategies as st

from theorytest import at_least, at_most, from_strategy, integers, less_than, more_than, product

F = Fraction
FALSE, TRUE = {}, {}


def false(name, relation, region):
    FALSE[name] = relation, region


def true(name, relation, region):
    TRUE[name] = relation, region


# Graphs and lists, from strategies
def neighbours(n, edges):
    found = [set() for _ in range(n)]
    for a, b in edges:
        found[a].add(b)
        found[b].add(a)
    return found


def drawn_graphs(n):
    pairs = st.sampled_from(list(itertools.combinations(range(n), 2)))
    return from_strategy(st.lists(pairs, unique=True).map(sorted), says=f"graphs with {n} vertices")


def hamiltonian(edges):
    near = neighbours(5, edges)
    return any(
        all(b in near[a] for a, b in itertools.pairwise([0, *s, 0])) for s in itertools.permutations(range(1, 5))
    )


false(
    "graphs with 5 vertices and degrees of at least 2 are Hamiltonian",
    lambda edges: at_least(int(hamiltonian(edges)), 1),
    drawn_graphs(5).where(lambda edges: min(map(len, neighbours(5, edges))) >= 2, "degrees of at least 2"),
)


def colours(n, edges):
    return next(k for k in range(1, n + 1) if _colourable(n, edges, k))


def _colourable(n, edges, k):
    return any(all(c[a] != c[b] for a, b in edges) for c in itertools.product(range(k), repeat=n))


def clique(n, edges):
    near = neighbours(n, edges)
    cliques = (c for k in range(1, n + 1) for c in itertools.combinations(range(n), k))
    return max(len(c) for c in cliques if all(b in near[a] for a, b in itertools.combinations(c, 2)))


false(
    "5 vertices: as many colours as the largest clique has",
    lambda edges: at_most(colours(5, edges), clique(5, edges)),
    drawn_graphs(5),
)
true("a clique needs its colours", lambda edges: at_least(colours(5, edges), clique(5, edges)), drawn_graphs(5))


def greedy(weights):
    """Longest processing time first on two machines, against the best."""
    loads = [0, 0]
    for w in sorted(weights, reverse=True):
        loads[loads.index(min(loads))] += w
    every = (
        sum(w for w, s in zip(weights, signs, strict=True) if s)
        for signs in itertools.product((0, 1), repeat=len(weights))
    )
    return max(loads), min(max(each, sum(weights) - each) for each in every)


def graham_with(ratio):
    def relation(weights):
        found, best = greedy(weights)
        return at_most(found, ratio * best)

    return relation


weights = from_strategy(st.lists(st.integers(1, 9), min_size=1, max_size=7), says="up to 7 weights")
true("Graham's 7/6 for two machines", graham_with(F(7, 6)), weights)
false("Graham's 7/6 for two machines, 2 % off", graham_with(F(114, 100)), weights)


# Whole numbers
def divisors(n):
    return sum(k for k in range(1, n + 1) if n % k == 0)


true("n! ≤ (n/2)ⁿ from 6 on", lambda n: at_most(math.factorial(n), F(n, 2) ** n), integers(6, 60))
false("σ(n) ≤ 3.2 n up to 1000", lambda n: at_most(divisors(n), F(32, 10) * n), integers(1, 1000))
false(
    "no two pairs up to 30 have the same sum of cubes",
    lambda a, b, c, d: more_than(abs(a**3 + b**3 - c**3 - d**3), 0),
    product(*(integers(1, 30),) * 4).where(lambda a, b, c, d: {a, b} != {c, d}, "two pairs"),
)
false(
    "x² - 13 y² = 1 has no solution up to 700",
    lambda x, y: more_than(abs(x * x - 13 * y * y - 1), 0),
    product(integers(1, 700), integers(1, 700)),
)
false("2ⁿ - n² is never negative", lambda n: at_least(2**n - n * n, 0), integers(0, 40))
false(
    "primes below 200 have gaps of less than 14",
    lambda p: less_than(next(q for q in itertools.count(p + 1) if _prime(q)) - p, 14),
    integers(2, 200).where(lambda p: _prime(p), "primes"),
)


def _prime(n):
    return n > 1 and all(n % k for k in range(2, math.isqrt(n) + 1))
