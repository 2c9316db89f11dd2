r"""Appendix I [app:retraction]: unions of linear spaces, where nothing needs to be retracted; three examples.

Everything is in integers: a class comes with the number of ways in which a point fails to belong to it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import sympy as sp

from theorytest import claim, equal, repair

SCALES = (1, 2, 3)


@dataclass(frozen=True)
class Case:
    """Points u_t with spanning vectors of T_t; `outside` is 0 for members of M and positive for all others."""

    points: tuple
    outside: Callable


def stays(name, case):
    """T_t ⊆ M, and u_t + g ∈ M for g ∈ T_t: then R_t = I maps into M and (CR) is an equality with C_R = β = 0."""
    steps = [(u, g) for u, spanning in case.points for g in members(spanning)]
    inside = [case.outside(g) for _, g in steps]
    yield equal(inside, 0, name=f"{name}: T_t in M", symbol="failures of g")
    stepped = [case.outside(u + g) for u, g in steps]
    yield equal(stepped, 0, name=f"{name}: u_t + g in M", symbol="failures of u_t + g")


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
    return Case(((np.array([1, 0]), unit(2, of)),), too_many(1))


def supports(m, s, extra=0, shift=0, only=None):
    """s-sparse vectors of R^m with T_t the coordinates of their support, `extra` more, another support, or a part."""
    points = []
    for support in combinations(range(m), s):
        u = np.zeros(m, dtype=int)
        u[list(support)] = np.arange(1, s + 1)
        others = [i for i in range(m) if i not in support]
        points.append((u, unit(m, *((i + shift) % m for i in support[:only]), *others[:extra])))
    return Case(tuple(points), too_many(s))


def rank(matrix):
    return int(sp.Matrix(matrix.tolist()).rank())


def rank_one(both=False):
    """x yᵀ with T_t = {h yᵀ}, or with both factors moving: the tangent space."""
    x, y = np.array([1, -2, 1]), np.array([3, 0, 1])
    left = [np.outer(e, y) for e in unit(3, 0, 1, 2)]
    right = [np.outer(x, e) for e in unit(3, 0, 1, 2)]
    return Case(((np.outer(x, y), left + right if both else left),), lambda v: max(rank(v) - 1, 0))


def unions(contains):
    """The same classes with T_t through u_t, and the axes with the other axis, which lies in M as well."""
    return {"two axes": axes(0 if contains else 1), "sparse": supports(4, 2), "rank one": rank_one()}


@claim(
    "x:appI-union-of-spaces",
    kind="remark",
    says="If M is a union of linear spaces and T_t lies in M, the identity retracts with C_R = 0 and beta = 0.",
    formula=r"\mathcal{M} = \bigcup_i V_i,\ \mathcal{T}_t \subseteq \mathcal{M} \implies "
    r"u_t + g \in \mathcal{M} \text{ for } g \in \mathcal{T}_t",
    expected="refuted",
    gravity="misprint",
)
def identity_retracts_as_printed(*, cases=None):
    """On the union of both axes T_t = span{e_2} lies in M, but e_1 + e_2 does not: u_t has to lie in T_t."""
    for name, case in (cases or unions(contains=False)).items():
        yield from stays(name, case)


def plane(offset=0, directions=2):
    """The plane x_1 + x_2 + x_3 = offset of R³ with T_t spanned by its directions, or by the first of them."""
    spanning = [np.array([1, -1, 0]), np.array([0, 1, -1])][:directions]
    points = [np.array([2, -2, offset]), np.array([-5, 1, 4 + offset])]
    return Case(tuple((u, spanning) for u in points), lambda v: abs(int(v.sum()) - offset))


@repair(
    "x:appI-union-of-spaces/corrected",
    "x:appI-union-of-spaces",
    kind="remark",
    says="If one linear space that is part of M contains both u_t and T_t, the identity retracts with C_R = 0 and "
    "beta = 0.",
    formula=r"u_t \in V,\ \mathcal{T}_t \subseteq V \subseteq \mathcal{M} \implies u_t + g \in \mathcal{M}"
    r"\text{ for } g \in \mathcal{T}_t",
    mutants={
        "T_t in M beside u_t": {"cases": unions(contains=False)},
        "one coordinate more": {"cases": {"sparse": supports(4, 2, extra=1)}},
        "both factors at once": {"cases": {"rank one": rank_one(both=True)}},
        "T_t in another of the spaces": {"cases": {"one of two coordinates": supports(4, 2, only=1, shift=1)}},
    },
)
def identity_retracts_within_one_space(*, cases=None):
    """Rank-one matrices are an uncountable union: one space {h yᵀ} for each y. T_t need not contain u_t itself.

    No weaker: where u_t + T_t lies in M, so do all multiples, hence the span of both but for T_t.
    """
    within = {"one of two coordinates": supports(4, 2, only=1), "line of a plane": plane(directions=1)}
    for name, case in (cases or unions(contains=True) | within).items():
        yield from stays(name, case)


@claim(
    "x:appI-example-i",
    kind="remark",
    says="A linear space with T_t inside is such a class.",
    formula=r"u_t \in \mathcal{M},\ g \in \mathcal{T}_t \subseteq \mathcal{M} \implies u_t + g \in \mathcal{M}",
    mutants={"an affine space": {"case": plane(offset=1)}},
)
def linear_spaces_are_such_classes(*, case=None):
    """An affine space keeps u_t + g as well, but does not contain its directions. T_t may be smaller than M."""
    yield from stays("plane", case or plane())
    yield from stays("line of a plane", plane(directions=1))


@claim(
    "x:appI-example-ii",
    kind="remark",
    says="Sparse vectors are such a class when T_t is spanned by the coordinates of the iterate's support.",
    formula=r"\mathcal{T}_t = \operatorname{span}\{e_i : (u_t)_i \ne 0\},\ |\operatorname{supp} u_t| \le s",
    mutants={
        "one coordinate more": {"case": lambda s: supports(5, s, extra=1)},
        "another support": {"case": lambda s: supports(5, s, shift=1)},
    },
)
def sparse_vectors_are_such_a_class(*, case=lambda s: supports(5, s)):
    """All supports of one, two and three coordinates in R⁵."""
    for s in (1, 2, 3):
        yield from stays(f"{s}-sparse", case(s))


NETWORKS = {
    "matrix of rank one": ("ai,ib->ab", ((3, 1), (1, 3))),
    "chain": ("ai,ibj,jc->abc", ((2, 2), (2, 2, 2), (2, 2))),
    "ring": ("xay,ybz,zcx->abc", ((2, 2, 2), (2, 2, 2), (2, 2, 2))),
}


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


def moves_linearly(name, rule, shapes, moved):
    """F(C + H) = F(C) + DF(C) H and F(H) = DF(C) H, so that u_t + g and g are networks with other cores."""
    given = cores(shapes)
    u, size = np.einsum(rule, *given), sum(given[k].size for k in moved)
    stepped, steps = [], []
    for c in mixtures(size):
        H = changed([0 * core for core in given], moved, c)
        one_by_one = [np.einsum(rule, *(H[j] if j == k else given[j] for j in range(len(given)))) for k in moved]
        g = sum(one_by_one)
        stepped.append(np.einsum(rule, *(a + b for a, b in zip(given, H, strict=True))) - u - g)
        steps.append(np.einsum(rule, *changed(given, moved, c)) - g)
    yield equal(steps, 0, name=f"{name}: g", symbol="the difference")
    yield equal(stepped, 0, name=f"{name}: u_t + g", symbol="the difference")


@claim(
    "x:appI-example-iii",
    kind="remark",
    says="Tensor networks of any topology are such a class when T_t moves one component at a time.",
    formula=r"\mathcal{T}_t = \{F(C_1, \ldots, H_k, \ldots, C_m) : H_k\} \ni u_t = F(C_1, \ldots, C_m), \quad "
    r"\mathcal{T}_t \subseteq \mathcal{M}",
    mutants={
        "two components at once": {"moved": lambda k, m: (k, (k + 1) % m)},
        "all components: the tangent space": {"moved": lambda _, m: tuple(range(m))},
    },
)
def networks_are_such_classes(*, moved=lambda k, _: (k,)):
    """A network is linear in each component; chains, a ring with a cycle, and matrices.

    Where two components move at once, as in a tangent space or where they are tied, the product of both is left over.
    """
    for name, (rule, shapes) in NETWORKS.items():
        for k in range(len(shapes)):
            yield from moves_linearly(f"{name}, component {k}", rule, shapes, moved(k, len(shapes)))


@claim(
    "x:appI-example-iii/tangent-space",
    label="x:appI-example-iii",
    kind="remark",
    says="The tangent space of the matrices of rank r is no such T_t: its elements have ranks up to 2r.",
    formula=r"\max\{\operatorname{rank} g : g\in\mathbb{T}_u\mathcal{M}_r\} = "
    r"\max\{\operatorname{rank}(u + g) : g\in\mathbb{T}_u\mathcal{M}_r\} = 2r",
    premises=["x:appI-example-iii"],
    mutants={"rank r": {"multiple": 1}, "rank 2r + 1": {"more": 1}},
)
def tangent_spaces_leave_the_class(*, multiple=2, more=0):
    """u = diag(1_r, 0) in R^(3r x 3r): g = [[A, B], [C, 0]] has rank at most 2r since [[A], [C]] and [0, B] have r."""
    for r in (1, 2):
        u = np.diag([1] * r + [0] * (2 * r))
        entries = np.arange(9 * r * r).reshape(3 * r, 3 * r)
        ranks = []
        for modulus in (3, 4, 5, 7):
            g = (entries**2 + entries) % modulus - 1
            g[r:, r:] = 0
            ranks.append((rank(g), rank(u + g)))
        highest = np.max(ranks, axis=0)
        yield equal(highest, multiple * r + more, name=f"r = {r}", symbol="the rank")
