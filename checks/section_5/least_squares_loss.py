r"""Section 5: the constants of L(v) = ½ ‖u - v‖², in any Hilbert space."""

import sympy as sp

from theorytest import claim, equal, symbol
from theorytest.proof import inner as product
from theorytest.proof import square, statement, vector

HALF = sp.Rational(1, 2)
U, V, H = sp.symbols("u v h", real=True)


def on_vectors(*, L=1, lam=1, factor=HALF):
    """The same three equations for vectors of any Hilbert space."""
    u, v, h = vector("u v h")

    def loss(v):
        return square(u - v) * factor

    rest = loss(v + h) - loss(v) - product(v - u, h)
    return statement(
        [equal(loss(u), 0), equal(rest, square(h) * L / 2), equal(square(v - u), (loss(v) - loss(u)) * 2 * lam)]
    )


@claim(
    "x:display-sec5-loss",
    also=["x:sec5-lmin-zero", "x:sec5-L-one", "x:sec5-lambda-one", "x:appK.5-gradient-norm", "x:display-appK.5-loss"],
    says="The loss L(v) = ½‖u − v‖² attains its infimum 0, and satisfies (LS) with L = 1 and (PL) with λ = 1, both "
    "with equality.",
    formula=r"\mathcal{L}(u)=0,\quad \mathcal{L}(v+h) = \mathcal{L}(v) + (v-u,h) + \tfrac L2\|h\|^2,\quad "
    r"\|v-u\|^2 = 2\lambda(\mathcal{L}(v)-\mathcal{L}_{\min}),\quad L=\lambda=1",
    forall={"u, v, h": symbol("elements of a Hilbert space, by their inner products")},
    reading="The gradient is v − u, so that ‖∇L(v)‖ = √(2L(v)).",
    proof=on_vectors,
    mutants={
        "L = 21/20": {"L": sp.Rational(21, 20)},
        "λ = 19/20": {"lam": sp.Rational(19, 20)},
        "no factor one half": {"factor": 1},
    },
)
def constants_of_the_loss(*, L=1, lam=1, factor=HALF):
    """On the line, as polynomials."""

    def loss(v):
        return factor * (U - v) ** 2

    yield equal(loss(U), 0, name="infimum", symbol="L(u)")
    rest = loss(V + H) - loss(V) - (V - U) * H
    yield equal(sp.expand(rest), sp.expand(L * H**2 / 2), name="(LS)", symbol="the remainder")
    yield equal(sp.expand((V - U) ** 2), sp.expand(2 * lam * loss(V)), name="(PL)", symbol="‖∇L(v)‖²")
