r"""Appendix I [app:retraction]: unions of linear spaces, where nothing needs to be retracted; three examples.

Everything is in integers: a class comes with the number of ways in which a point fails to belong to it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import sympy as sp

from checks.hypotheses import no_repeated_component
from theorytest import Hypothesis, claim, equal, family, integers, product, repair

SCALES = (1, 2, 3)


@dataclass(frozen=True)
class Case:
    """Points u_t with spanning vectors of T_t; `outside` is 0 for members of M and positive for all others.

    `spaces` are linear spaces in M, by spanning vectors.
    """

    points: tuple
    outside: Callable
    spaces: tuple = ()


def stays(case):
    """T_t ⊆ M, and u_t + g ∈ M for g ∈ T_t: then R_t = I maps into M and (CR) is an equality with C_R = β = 0."""
    steps = [(u, g) for u, spanning in case.points for g in members(spanning)]
    yield equal([case.outside(g) for _, g in steps], 0, name="T_t in M", symbol="the number of g outside M")
    stepped = [case.outside(u + g) for u, g in steps]
    yield equal(stepped, 0, name="u_t + T_t in M", symbol="the number of u_t + g outside M")


def mixtures(size):
    """Integer coefficients of several combinations of that many vectors."""
    return [[(scale * (b + 1)) % 7 - 3 for b in range(size)] for scale in SCALES]


def combined(coefficients, vectors):
    return sum(c * v for c, v in zip(coefficients, vectors, strict=True))


def members(spanning):
    """Each vector, and combinations of all."""
    return [*spanning, *(combined(c, spanning) for c in mixtures(len(spanning)))]


def unit(m, *indices):
    return [np.eye(m, dtype=int)[i] for i in indices]


def too_many(s):
    """The entries that are not 0 beyond s."""
    return lambda v: max(int(np.count_nonzero(v)) - s, 0)


def axes(of):
    """Both axes of the plane: at e_1 with T_t the axis number `of`."""
    return Case(((np.array([1, 0]), unit(2, of)),), too_many(1), (unit(2, 0), unit(2, 1)))


def supports(m, s, shift=0, only=None):
    """s-sparse vectors of R^m, 0 among them, with T_t their support, another, a part."""
    points = []
    for support in (chosen for size in range(s + 1) for chosen in combinations(range(m), size)):
        u = np.zeros(m, dtype=int)
        u[list(support)] = np.arange(1, len(support) + 1)
        points.append((u, unit(m, *((i + shift) % m for i in support[:only]))))
    return Case(tuple(points), too_many(s), tuple(unit(m, *chosen) for chosen in combinations(range(m), s)))


def rank(matrix):
    return int(sp.Matrix(matrix.tolist()).rank())


def rank_one():
    """x yᵀ with T_t = {h yᵀ}."""
    x, y = np.array([1, -2, 1]), np.array([3, 0, 1])
    left = [np.outer(e, y) for e in unit(3, 0, 1, 2)]
    return Case(((np.outer(x, y), left),), lambda v: max(rank(v) - 1, 0), (left,))


def plane(directions=2):
    """The plane x_1 + x_2 + x_3 = 0 of R³ with T_t spanned by its directions, or by the first of them."""
    both = [np.array([1, -1, 0]), np.array([0, 1, -1])]
    points = [np.array([2, -2, 0]), np.array([-5, 1, 4])]
    return Case(tuple((u, both[:directions]) for u in points), lambda v: abs(int(v.sum())), (both,))


def cases():
    """Unions of linear spaces that contain T_t; on the first u_t lies in none of those that contain T_t."""
    return {
        "two axes, T_t the other axis": axes(1),
        "two axes": axes(0),
        **{f"{s} of five entries": supports(5, s) for s in (1, 2, 5)},
        "one of their coordinates": supports(4, 2, only=1),
        "a coordinate of another support": supports(4, 2, only=1, shift=1),
        "matrices of rank one": rank_one(),
        "a plane": plane(),
        "a line of a plane": plane(directions=1),
    }


def one_space(case):
    """Whether for each u_t one of the spaces contains it and T_t: they do not add to its rank."""

    def within(space, more):
        return rank(np.array([v.ravel() for v in [*space, *more]])) == rank(np.array([v.ravel() for v in space]))

    return all(any(within(space, [u, *spanning]) for space in case.spaces) for u, spanning in case.points)


UNIONS = family(cases, "unions M of linear spaces with T_t ⊆ M")  # no region: a class is known by its members
within_one_space = Hypothesis("a linear space V ⊆ M contains u_t and T_t", one_space)


@repair(
    "x:appI-union-of-spaces/corrected",
    "x:appI-union-of-spaces",
    also=["x:appI-example-i", "x:appI-example-ii"],
    says="If a linear space V ⊆ M contains u_t and T_t, the identity retracts with C_R = β = 0.",
    formula=r"u_t \in V,\ \mathcal{T}_t \subseteq V \subseteq \mathcal{M} \implies u_t + g \in \mathcal{M}"
    r"\text{ for } g \in \mathcal{T}_t",
    given=[within_one_space],
    reading="Such are linear spaces M ⊇ T_t, and s-sparse vectors where T_t has the support of u_t.",
    mutants={"one coordinate more": {"change": lambda case: more_directions(case)}},
)
@claim(
    "x:appI-union-of-spaces",
    says="If M is a union of linear spaces and T_t ⊆ M, the identity retracts with C_R = β = 0.",
    formula=r"\mathcal{M} = \bigcup_i V_i,\ \mathcal{T}_t \subseteq \mathcal{M} \implies "
    r"u_t + g \in \mathcal{M} \text{ for } g \in \mathcal{T}_t",
    forall={"M, T_t": UNIONS},
    gravity="missing hypothesis",
    finding="union-must-contain-the-iterate",
)
def identity_retracts(case, *, change=lambda case: case):
    """On the union of both axes T_t = span{e_2} lies in M, but e_1 + e_2 does not."""
    yield from stays(change(case))


def more_directions(case):
    """T_t with all unit vectors."""
    return Case(tuple((u, [*spanning, *units(u)]) for u, spanning in case.points), case.outside, case.spaces)


def units(u):
    """The unit vectors of the space of u."""
    return [np.eye(u.size, dtype=int)[i].reshape(u.shape) for i in range(u.size)]


NETWORKS = {
    "matrix of rank one": ("ai,ib->ab", ((3, 1), (1, 3))),
    "chain": ("ai,ibj,jc->abc", ((2, 2), (2, 2, 2), (2, 2))),
    "ring": ("xay,ybz,zcx->abc", ((2, 2, 2), (2, 2, 2), (2, 2, 2))),
}


def chain_of_ranks(r, q):
    """A chain of three components."""
    return "ai,ibj,jc->abc", ((2, r), (r, 2, q), (q, 2))


def cores(shapes):
    """Integer cores without a pattern."""
    return [(np.arange(np.prod(shape)).reshape(shape) * (3 + k) + k) % 5 - 2 for k, shape in enumerate(shapes)]


def changed(given, moved, coefficients):
    """The moved cores with these entries in place of theirs."""
    new, at = list(given), 0
    for k in moved:
        new[k] = np.array(coefficients[at : at + given[k].size]).reshape(given[k].shape)
        at += given[k].size
    return new


@claim(
    "x:appI-example-iii",
    says="If M is the set of all tensor networks of one graph with given sizes and T_t moves one component, then T_t "
    "and u_t + T_t lie in M.",
    formula=r"\mathcal{T}_t = \{F(C_1, \ldots, H_k, \ldots, C_m) : H_k\} \ni u_t = F(C_1, \ldots, C_m), \quad "
    r"\mathcal{T}_t \subseteq \mathcal{M}",
    forall={
        "F, u_t, T_t": family(
            NETWORKS,
            "graphs, with the sizes of their components",
            search=product(integers(1, 3), integers(1, 3)).map(chain_of_ranks),
            effort=9,
        )
    },
    given=[no_repeated_component],
    reading="T_t is not printed; with all components moving, the tangent space, the sentence is false.",
    mutants={
        "two components at once": {"moved": lambda k, m: (k, (k + 1) % m)},
        "all components: the tangent space": {"moved": lambda _, m: tuple(range(m))},
    },
)
def networks_are_such_classes(network, *, moved=lambda k, _: (k,)):
    """F(C + H) = F(C) + DF(C) H and F(H) = DF(C) H, so that u_t + g and g are networks with other components."""
    rule, shapes = network
    given = cores(shapes)
    u = np.einsum(rule, *given)
    stepped, steps = [], []
    for at in (moved(k, len(shapes)) for k in range(len(shapes))):
        for c in mixtures(sum(given[k].size for k in at)):
            H = changed([0 * core for core in given], at, c)
            g = sum(np.einsum(rule, *(H[j] if j == k else given[j] for j in range(len(given)))) for k in at)
            stepped.append(np.einsum(rule, *(a + b for a, b in zip(given, H, strict=True))) - u - g)
            steps.append(np.einsum(rule, *changed(given, at, c)) - g)
    yield equal(steps, 0, name="T_t in M", symbol="the difference of g and a network")
    yield equal(stepped, 0, name="u_t + T_t in M", symbol="the difference of u_t + g and a network")
