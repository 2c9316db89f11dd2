"""Z g at N points for m gradients g: one array, or products of vectors a that depend on the point with jets of g.

Z g = o + Σ_c a_c (L g)_c has the rank l up to a constant o. Norms, inner products and means of Z g are then those of
the a_c and of the jets, of d + m numbers for each point and c: the array would have d m of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement

import numpy as np

from theorytest.arguments import Array


@dataclass(frozen=True, eq=False)
class Dense:
    """The array (N, d, m) itself."""

    Z: Array

    def __len__(self) -> int:
        return len(self.Z)

    def first(self, size: int) -> Dense:
        """At the first points."""
        return Dense(self.Z[:size])

    def part(self, columns: slice) -> Dense:
        """Of some of the gradients."""
        return Dense(self.Z[:, :, columns])

    def whole(self) -> Array:
        """All numbers, (N, d, m)."""
        return self.Z

    @cached_property
    def square(self) -> Array:
        """‖Z g‖², (N, m)."""
        return np.asarray(np.einsum("rdm,rdm->rm", self.Z, self.Z))

    def along(self, v: Array) -> Array:
        """(v, Z g) for one v of each gradient, (d, m): an array (N, m)."""
        return np.asarray(np.einsum("rdm,dm->rm", self.Z, v))

    def means(self, n: int) -> Array:
        """Over each n points in a row, (N / n, d, m)."""
        return self.Z if n == 1 else np.asarray(self.Z.reshape(-1, n, *self.Z.shape[1:]).mean(axis=1))

    def total(self, r: Array) -> Array:
        """Σ r Z g for r (N), an array (d, m)."""
        return np.asarray(np.einsum("r,rdm->dm", r, self.Z))


@dataclass(frozen=True, eq=False)
class Products:
    """o + Σ_c a_c (L g)_c for `vectors` a (l, N, d), `jets` (l, N, m) and the `offset` o (d, m), None for 0.

    `known` is ‖Z g‖² where it is known already, so that parts need not compute it again.
    """

    vectors: Array
    jets: Array
    offset: Array | None = None
    known: Array | None = None

    def __len__(self) -> int:
        return int(self.jets.shape[1])

    def first(self, size: int) -> Products:
        """At the first points."""
        return Products(self.vectors[:, :size], self.jets[:, :size], self.offset, self.square[:size])

    def part(self, columns: slice) -> Products:
        """Of some of the gradients."""
        offset = None if self.offset is None else self.offset[:, columns]
        return Products(self.vectors, self.jets[:, :, columns], offset, self.square[:, columns])

    def whole(self) -> Array:
        """All numbers, (N, d, m)."""
        return self._moved(np.asarray(np.einsum("cnd,cnm->ndm", self.vectors, self.jets)))

    @cached_property
    def square(self) -> Array:
        """‖Z g‖² = ‖o‖² + 2 (o, Z g - o) + Σ_ab (a_a, a_b) (L g)_a (L g)_b, (N, m)."""
        if self.known is not None:
            return self.known
        found: Array | float = 0.0
        for a, b in combinations_with_replacement(range(len(self.jets)), 2):
            term = self.jets[a] * self.jets[b]
            term *= (np.einsum("nd,nd->n", self.vectors[a], self.vectors[b]) * (1 if a == b else 2))[:, None]
            found = found + term if a + b else term
        if self.offset is not None:
            found += 2 * self._along(self.offset) + np.sum(self.offset**2, axis=0)
        return np.asarray(found)

    def along(self, v: Array) -> Array:
        """(v, Z g) for one v of each gradient, (d, m): an array (N, m)."""
        found = self._along(v)
        return found if self.offset is None else found + np.sum(v * self.offset, axis=0)

    def means(self, n: int) -> Array:
        """Over each n points in a row, (N / n, d, m)."""
        if n == 1:
            return self.whole()
        a, jets = (part.reshape(len(part), -1, n, part.shape[2]) for part in (self.vectors, self.jets))
        return self._moved(np.asarray(sum(np.swapaxes(x, 1, 2) @ y for x, y in zip(a, jets, strict=True)) / n))

    def total(self, r: Array) -> Array:
        """Σ r Z g for r (N), an array (d, m)."""
        found = np.asarray(sum((a * r[:, None]).T @ jets for a, jets in zip(self.vectors, self.jets, strict=True)))
        return found if self.offset is None else found + r.sum() * self.offset

    def _along(self, v: Array) -> Array:
        """(v, Z g - o)."""
        return np.asarray(sum((a @ v) * jets for a, jets in zip(self.vectors, self.jets, strict=True)))

    def _moved(self, Z: Array) -> Array:
        return Z if self.offset is None else Z + self.offset


Vectors = Dense | Products
