"""Tensors of order D in tree formats: Tucker, tensor trains, hierarchical tensors [Appendix I (iii) and HSVD].

A format is a tree. Each edge splits the modes in two, and the rank of that unfolding is prescribed; at a vertex meet
its own modes (legs) and the branches behind its edges. W_b is the column space of the unfolding on the modes of b.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from math import prod

import numpy as np

from theorytest.arguments import Array, instance, several, whole

Modes = tuple[int, ...]
Vertex = tuple[Modes, tuple[Modes, ...]]  # legs and branches
_LARGEST_ORDER = 1000  # a tree holds as many sets of modes, each as large


@dataclass(frozen=True)
class Tree:
    """The splits of the modes, larger sides first, and (legs, branches) of each vertex."""

    order: int
    splits: tuple[Modes, ...]
    vertices: tuple[Vertex, ...]

    @property
    def factor(self) -> float:
        """√(number of splits): truncation is at most this factor worse than the best approximation."""
        return float(np.sqrt(len(self.splits)))


def tucker(order: int) -> Tree:
    """A core with D leaves: D splits, two of which are one for D = 2."""
    D = whole("order", order, at_least=2, at_most=_LARGEST_ORDER)
    alone = tuple((k,) for k in range(D))
    leaves = tuple(((k,), (_others((k,), D),)) for k in range(D))
    return Tree(D, alone[: 1 if D == 2 else D], leaves + ((((), alone),) if D > 2 else ()))


def train(order: int) -> Tree:
    """A chain: D - 1 splits."""
    D = whole("order", order, at_least=2, at_most=_LARGEST_ORDER)
    sides = [(tuple(range(k)), tuple(range(k + 1, D))) for k in range(D)]
    vertices = tuple(((k,), tuple(side for side in sides[k] if side)) for k in range(D))
    return Tree(D, tuple(tuple(range(k)) for k in range(D - 1, 0, -1)), vertices)


def hierarchical(order: int) -> Tree:
    """The balanced binary tree: 2 D - 3 splits, as both sons of the root make the same one."""
    D = whole("order", order, at_least=2, at_most=_LARGEST_ORDER)
    nodes: list[Modes] = []
    vertices: list[Vertex] = []
    waiting: list[Modes] = [tuple(range(D))]
    while waiting:
        t = waiting.pop()
        if len(t) == 1:
            vertices.append((t, (_others(t, D),)))
            continue
        half = (len(t) + 1) // 2
        sons = (t[:half], t[half:])
        waiting += sons
        nodes += sons[: 1 if len(t) == D else 2]
        if len(t) < D:
            vertices.append(((), (*sons, _others(t, D))))
    return Tree(D, tuple(sorted(nodes, key=lambda t: (-len(t), t))), tuple(vertices))


@dataclass(frozen=True)
class Tensors:
    """Tensors of the given shape whose unfoldings have the given ranks, one for each split of the tree.

    T_v = Σ_vertices (⊗ legs R^n) ⊗ (⊗ branches W_b); R_t is the hierarchical SVD of grasedyck2010, from the root to the
    leaves: the unfoldings of the tensor itself are projected onto their leading singular vectors, larger ones first.
    """

    shape: Modes
    tree: Tree
    ranks: Modes

    def __post_init__(self) -> None:
        instance("tree", self.tree, Tree)
        shape = several("shape", self.shape, "integers", lambda n: whole("shape", n) > 0)
        ranks = several("ranks", self.ranks, "integers", lambda r: whole("ranks", r) > 0)
        object.__setattr__(self, "shape", shape)
        object.__setattr__(self, "ranks", ranks)
        if len(self.shape) != self.tree.order:
            raise ValueError(f"shape must have {self.tree.order} entries, got {self.shape!r}")
        if len(self.ranks) != len(self.tree.splits):
            raise ValueError(f"ranks must have one entry for each of {self.tree.splits}, got {self.ranks!r}")
        for legs, branches in self.tree.vertices:
            sizes = [*(self.shape[k] for k in legs), *(self._rank(b) for b in branches)]
            for b in branches:
                if self._rank(b) ** 2 > prod(sizes):
                    raise ValueError(f"ranks must fit together, got {self.ranks!r}: that of {b} is too large")

    @property
    def ambient(self) -> int:
        """The number of entries."""
        return prod(self.shape)

    @property
    def dim(self) -> int:
        """The parameters at the vertices, less an invertible matrix for each edge."""
        at_vertices = sum(
            prod(self.shape[k] for k in legs) * prod(self._rank(b) for b in branches)
            for legs, branches in self.tree.vertices
        )
        return at_vertices - sum(r**2 for r in self.ranks)

    def singular_values(self, y: Array, split: Modes) -> Array:
        """Those of one unfolding, an array (R, min)."""
        return np.asarray(np.linalg.svd(self._unfold(y, split), compute_uv=False))

    def smallest_singular_value(self, y: Array) -> Array:
        """The smallest of those that the ranks allow, over all splits."""
        each = zip(self.tree.splits, self.ranks, strict=True)
        return np.asarray(np.min([self.singular_values(y, t)[:, r - 1] for t, r in each], axis=0))

    def generators(self, y: Array) -> Array:
        """The columns of ⊗ W_b for each vertex: each set is orthonormal, their union dependent."""
        return np.concatenate([self._at_vertex(y, *vertex) for vertex in self.tree.vertices], axis=2)

    def basis(self, y: Array) -> Array:
        """The leading left singular vectors of the generators."""
        return np.asarray(np.linalg.svd(self.generators(y), full_matrices=False)[0][:, :, : self.dim])

    def truncate(self, y: Array) -> Array:
        """The hierarchical SVD; its error is at most √(number of splits) times that of the best approximation."""
        found = y
        for t, r in zip(self.tree.splits, self.ranks, strict=True):
            U = self._leading(y, t, r)
            found = self._fold(U @ (np.swapaxes(U, 1, 2) @ self._unfold(found, t)), t)
        return found

    def retract(self, y: Array, onto: Array) -> Array:  # noqa: ARG002 (the truncation needs no start)
        """The truncation."""
        return self.truncate(onto)

    def lower_bound(self, y: Array) -> Array:
        """No tensor of the class is nearer than the best matrix of any one unfolding."""
        each = zip(self.tree.splits, self.ranks, strict=True)
        return np.asarray(np.max([np.linalg.norm(self.singular_values(y, t)[:, r:], axis=1) for t, r in each], axis=0))

    def nearest(self, target: Array, *, sweeps: int = 500, starts: int = 30) -> Array:
        """The truncation improved at one vertex after the other, and the best of that from other starts.

        Finding a global one is NP-hard: it is certified where the error is that of `lower_bound`, and then nothing else
        is tried; else it is the best that was found.
        """
        u = target[None]
        found = self._improved(self.truncate(u), u, sweeps)
        if np.linalg.norm(found - u) > self.lower_bound(u)[0] + 1e-12 * np.linalg.norm(u):
            others = np.random.default_rng(0).standard_normal((starts, self.ambient))  # the same ones each time
            found = np.concatenate([found, self._improved(self.truncate(others), u, sweeps)])
        return np.asarray(found[np.argmin(np.linalg.norm(found - u, axis=1))])

    def _improved(self, y: Array, target: Array, sweeps: int) -> Array:
        """Each y projects the target onto ⊗ R^n ⊗ W_b, which holds it, vertex by vertex until nothing is gained."""
        last = np.full(len(y), np.inf)
        for _ in range(sweeps):
            for vertex in self.tree.vertices:
                B = self._at_vertex(y, *vertex)
                y = np.einsum("rnd,rd->rn", B, np.einsum("rmd,m->rd", B, target[0]))
            error = np.linalg.norm(y - target, axis=1)
            if np.all(error >= last * (1 - 1e-15)):
                break
            last = error
        return y

    def _rank(self, branch: Modes) -> int:
        same = (branch, _others(branch, self.tree.order))
        return next(r for t, r in zip(self.tree.splits, self.ranks, strict=True) if t in same)

    def _at_vertex(self, y: Array, legs: Modes, branches: tuple[Modes, ...]) -> Array:
        """An orthonormal basis of ⊗ R^n ⊗ W_b, an array (R, N, m)."""
        free = [np.broadcast_to(np.eye(self.shape[k]), (len(y), self.shape[k], self.shape[k])) for k in legs]
        bound = [self._leading(y, b, self._rank(b)) for b in branches]
        columns = reduce(_products, [*free, *bound])
        order = (*legs, *(k for b in branches for k in b))
        tensor = columns.reshape(len(y), *(self.shape[k] for k in order), -1)
        back = [1 + int(i) for i in np.argsort(order)]
        return np.transpose(tensor, (0, *back, tensor.ndim - 1)).reshape(len(y), self.ambient, -1)

    def _leading(self, y: Array, modes: Modes, rank: int) -> Array:
        return np.asarray(np.linalg.svd(self._unfold(y, modes), full_matrices=False)[0][:, :, :rank])

    def _unfold(self, y: Array, modes: Modes) -> Array:
        rest = _others(modes, self.tree.order)
        order = (0, *(1 + k for k in (*modes, *rest)))
        tensor = np.transpose(y.reshape(len(y), *self.shape), order)
        return tensor.reshape(len(y), prod(self.shape[k] for k in modes), -1)

    def _fold(self, matrices: Array, modes: Modes) -> Array:
        order = (*modes, *_others(modes, self.tree.order))
        tensor = matrices.reshape(len(matrices), *(self.shape[k] for k in order))
        return np.transpose(tensor, (0, *(1 + np.argsort(order)))).reshape(len(matrices), -1)


def _others(modes: Modes, order: int) -> Modes:
    return tuple(k for k in range(order) if k not in modes)


def _products(left: Array, right: Array) -> Array:
    """All products of a column of the left and one of the right, with the left index first."""
    R, n, p = left.shape
    products = np.einsum("rap,rbq->rabpq", left, right)
    return np.asarray(products.reshape(R, n * right.shape[1], p * right.shape[2]))
