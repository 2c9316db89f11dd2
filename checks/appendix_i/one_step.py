r"""Theorem 4.1 on the classes of Appendix I: tangent spaces that move, optimal points, retractions that cost C_R."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np

from theorytest import at_most, claim, family
from theorytest.descent import LowRank, ModelClass, Sparse, Sphere


@dataclass(frozen=True, eq=False)
class Start:
    """A point of a class, a target, and the constant C_R that belongs to them."""

    model: ModelClass
    y: np.ndarray
    target: np.ndarray
    C_R: float

    @property
    def parts(self):
        """d, ‖P g‖ and ‖(I - P) g‖."""
        B, g = self.model.basis(self.y[None])[0], self.y - self.target
        tangent = np.linalg.norm(B.T @ g)
        return B.shape[1], tangent, np.sqrt(max(g @ g - tangent**2, 0))

    def mean_loss(self, n, s, chances=None):
        """E L(R(y - s P^n g)) over all draws of n points: x_i with probability |B_i|² / d, P¹g = g_i / μ_i · B B_iᵀ."""
        B, g = self.model.basis(self.y[None])[0], self.y - self.target
        mu = np.sum(B**2, axis=1) / B.shape[1] if chances is None else chances
        single = {i: g[i] / mu[i] * B @ B[i] for i in np.flatnonzero(mu > 1e-15)}
        draws = list(product(single, repeat=n))
        onto = np.array([self.y - s * np.mean([single[i] for i in draw], axis=0) for draw in draws])
        losses = np.sum((self.model.retract(np.tile(self.y, (len(draws), 1)), onto) - self.target) ** 2, axis=1) / 2
        return sum(np.prod(mu[list(draw)]) * loss for draw, loss in zip(draws, losses, strict=True))


def starts():
    """Spheres, seen from outside and inside, matrices of rank one and two, sparse vectors."""
    far, near = np.array([0.0, 0.0, 3.0, 4.0]), np.array([0.1, 0.2, 0.0, 0.2])
    beside, sphere = np.array([0.1, -0.1, 0.6, 0.8]) / np.sqrt(1.02), Sphere(4)
    found = {
        "sphere, at its nearest point": Start(sphere, far / 5, far, sphere.C_R(5.0)),
        "sphere, target outside": Start(sphere, beside, far, sphere.C_R(5.0)),
        "sphere, target inside": Start(sphere, beside, near, sphere.C_R(0.3)),
    }
    u, v = np.array([2.0, 0, 0.5, -1, 2, 1, 1, -1, 0]), np.array([2.0, 4, -2, 1, 0, 4, 1, 1, 3])
    found["sparse"] = Start(Sparse(9, 2, "none"), np.array([1.0, 0, 0, 3.0, 0, 0, 0, 0, 0]), u, 0.0)
    norm = np.linalg.norm(u.reshape(3, 3), ord=2)
    for name, model in (("rank one", LowRank(3, 3, 1)), ("rank two", LowRank(3, 3, 2))):
        y = model.nearest(v)
        found[name] = Start(model, y, u, model.C_R(norm, model.smallest_singular_value(y[None])[0]))
    return found


@claim(
    "thm:descent_quasi_projection/classes",
    voice="ours",
    says="For moving tangent spaces of spheres, sparse vectors and low-rank matrices, one step with optimally sampled "
    "quasi-projections obeys the bound of Theorem 4.1 with the constants of the class.",
    formula=r"c_{\mathrm{var},1} = \tfrac{n-1+d}{n},\ c_{\mathrm{var},2} = \tfrac dn,\ L = 1,\ "
    r"C_R = \max(\|u\|-1, 0),\ 0 \text{ or } \|u\|_2/\sigma_r",
    forall={
        "M, u_t": family(starts, "points of classes, with targets of least squares"),
        "n": family([1, 2], "numbers of points"),
        "s": family([0.01, 0.2, 1.0], "steps s > 0"),
    },
    reading="All draws of n points are counted.",
    tight="approached by short steps from the point of a sphere that is nearest to the target",
    premises=["thm:descent_quasi_projection", "x:display-appI-no-beta"],
    mutants={
        "no C_R": {"smoothness": lambda _: 1.0},
        "two per cent less of L + C_R": {"smoothness": lambda C_R: 0.98 * (1 + C_R)},
        "one dimension less": {"less": 1},
        "plain points": {"plain": True},
    },
)
def one_step_descends_on_classes(start, n, s, *, smoothness=lambda C_R: 1 + C_R, less=0, plain=False):
    d, tangent, normal = start.parts
    chances = np.full(len(start.y), 1 / len(start.y)) if plain else None
    second = (n - 1 + d - less) / n * tangent**2 + (d - less) / n * normal**2
    bound = (-s * tangent**2 + s**2 / 2 * smoothness(start.C_R) * second) / (s + s**2)
    change = (start.mean_loss(n, s, chances) - (tangent**2 + normal**2) / 2) / (s + s**2)
    return at_most(change, bound, digits=10, symbol="the mean change of the loss over s + s²")
