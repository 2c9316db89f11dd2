r"""Section 5: the constants of L(v) = ½ ‖u - v‖², in any Hilbert space."""

from fractions import Fraction

import numpy as np

from theorytest import claim, equal, family, same_size, vectors
from theorytest.proof import as_checked, vector

HALF, SIZE = Fraction(1, 2), 100.0  # that of the squares


def exact(*rows):
    """Vectors of fractions."""
    return tuple(np.array([Fraction(x) for x in row], dtype=object) for row in rows)


TRIPLES = family(
    {"on the line": exact([2], [-1], [3]), "in the plane": exact([1, 2], [0, -3], ["1/2", 1])},
    "elements of a Hilbert space, here of ℝⁿ",
    search=same_size(*(vectors([1, 2, 3], -5, 5) for _ in range(3))).map(lambda *three: three),
)


@claim(
    "x:display-sec5-loss",
    also=["x:sec5-lmin-zero", "x:sec5-L-one", "x:sec5-lambda-one", "x:appK.5-gradient-norm", "x:display-appK.5-loss"],
    says="The loss L(v) = ½‖u − v‖² attains its infimum 0, and satisfies (LS) with L = 1 and (PL) with λ = 1, both "
    "with equality.",
    formula=r"\mathcal{L}(u)=0,\quad \mathcal{L}(v+h) = \mathcal{L}(v) + (v-u,h) + \tfrac L2\|h\|^2,\quad "
    r"\|v-u\|^2 = 2\lambda(\mathcal{L}(v)-\mathcal{L}_{\min}),\quad L=\lambda=1",
    forall={"u, v, h": TRIPLES},
    reading="The gradient is v − u, so that ‖∇L(v)‖ = √(2L(v)).",
    proof=as_checked(vector("u v h")),
    mutants={
        "L = 21/20": {"L": Fraction(21, 20)},
        "λ = 19/20": {"lam": Fraction(19, 20)},
        "no factor one half": {"factor": 1},
    },
)
def constants_of_the_loss(three, *, L=1, lam=1, factor=HALF):
    """By the definition of the loss; the gradient is v − u."""
    u, v, h = three

    def loss(w):
        return factor * ((u - w) @ (u - w))

    yield equal(loss(u), 0, name="infimum", symbol="L(u)")
    expanded = loss(v) + (v - u) @ h + L * (h @ h) / 2
    yield equal(loss(v + h), expanded, name="(LS)", scale=SIZE, symbol="L(v + h)")
    gap = loss(v) - loss(u)
    yield equal((v - u) @ (v - u), 2 * lam * gap, name="(PL)", scale=SIZE, symbol="‖∇L(v)‖²")
