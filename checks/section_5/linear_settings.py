"""Sections 5 to 5.2: the constants of L(v) = ½ ‖u - v‖², the spaces and the best losses of both linear experiments."""

from fractions import Fraction

import numpy as np
import sympy as sp

from checks.instances.exponentials import EXP, HALF, LINE, SETTINGS, best_polynomial, coefficients, inner, loss, plus
from theorytest import at_most, claim, equal, family, same_size, symbol, vectors
from theorytest.proof import as_checked, compared, square, statement, vector
from theorytest.proof import inner as product

SIZE = 100.0  # of the squares


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
def constants_of_the_loss(three, *, L=1, lam=1, factor=Fraction(1, 2)):
    """By the definition of the loss; the gradient is v − u."""
    u, v, h = three

    def loss(w):
        return factor * ((u - w) @ (u - w))

    yield equal(loss(u), 0, name="infimum", symbol="L(u)")
    expanded = loss(v) + (v - u) @ h + L * (h @ h) / 2
    yield equal(loss(v + h), expanded, name="(LS)", scale=SIZE, symbol="L(v + h)")
    gap = loss(v) - loss(u)
    yield equal((v - u) @ (v - u), 2 * lam * gap, name="(PL)", scale=SIZE, symbol="‖∇L(v)‖²")


PRINTED = {3: 36, 7: 31}  # L_min,M in units of 10⁻⁵, by d


@claim(
    "x:sec5.1-dimension",
    also=["x:sec5.1-setup", "x:sec5.2-dimension", "x:sec5.2-setup"],
    says="The first 3 Legendre polynomials times √(2k + 1), and the first 7 Hermite polynomials over √k!, are "
    "orthonormal bases of the polynomials of degree below 3 and 7.",
    formula=r"b_k = \sqrt{2k+1}\,P_k,\ k < 3 \quad\text{and}\quad b_k = He_k/\sqrt{k!},\ k < 7: \quad "
    r"\int b_jb_k\,\mathrm{d}\rho = \delta_{jk}",
    forall=SETTINGS,
    reading="ℬ_t is the normalised basis: the quasi-projection asks for an orthonormal one. By ρ = U(−1, 1), N(0, 1).",
    mutants={"one polynomial more": {"more": 1}, "not normalised": {"size": lambda _: 1}},
)
def orthonormal_polynomials(setting, *, more=0, size=None):
    """(p_j, p_k) from the moments of the measure, and the monomials that occur: d independent elements of V."""
    basis = setting.basis(setting.d + more)
    gramian = [[inner(f, g, setting.mean) for g in basis] for f in basis]
    squares = [(size or setting.square)(k) for k in range(len(basis))]
    yield equal(gramian, sp.diag(*squares).tolist(), name="orthogonal", symbol="(p_j, p_k)")
    degrees = sorted({power for f in basis for power, _ in f})
    yield equal(degrees[-1], setting.d - 1, name="degree", symbol="the largest degree")


@claim(
    "x:sec5.1-lmin",
    also=["x:sec5.2-lmin"],
    says="The best loss of exp among the polynomials of degree less than 3 under U(−1, 1) is 3.6·10⁻⁴, and less than 7 "
    "under N(0, 1) 3.1·10⁻⁴, to two digits.",
    formula=r"\mathcal{L}_{\min,\mathcal{M}} = \tfrac12\|u-Pu\|^2 \approx 3.6\cdot10^{-4}, \quad "
    r"\tfrac12\Bigl(e^2 - e\sum_{k<7}\tfrac1{k!}\Bigr) \approx 3.1\cdot10^{-4}",
    forall=SETTINGS,
    mutants={"no factor one half": {"factor": sp.Integer(1)}, "one degree more": {"more": 1}, "3 % less": {"less": 3}},
)
def best_losses(setting, *, factor=HALF, more=0, less=0):
    """By the normal equations of the monomials, a number of Q(e); printed · 10⁻⁵ is rounded to two digits."""
    found = loss(best_polynomial(setting.d + more, setting.mean), setting.mean, factor)
    error = sp.expand(found * sp.Rational(100 - less, 100) * 10**5 - PRINTED[setting.d])
    return at_most([error, -error], HALF, symbol="the error in units of 10⁻⁵")


THREE, SOME = vector("u Pu v"), (1, -2, 3, HALF, -1, 2, 1)  # and the coefficients of one u_t


def on_vectors(*, lam=1, less=0):
    """For a best approximation Pu of u: u − Pu is orthogonal to v − Pu for all v of the space."""
    u, best, v = THREE
    orthogonal = {} if less else {"on the polynomials": equal(product(u - best, v - best), 0)}
    gap = (square(u - v) - square(u - best)) / 2
    return statement(equal(square(v - best), gap * 2 * lam), given=orthogonal)


def squared_gradient_and_gap(setting, c, less=0):
    """‖P g‖² with P g = v - P exp, and the gap from its definition, for v with the coefficients c."""
    v, mean = {(k, 0): each for k, each in enumerate(c)}, setting.mean
    tangent = plus(v, best_polynomial(setting.d - less, mean), -1)
    return inner(tangent, tangent, mean), loss(v, mean) - loss(best_polynomial(setting.d, mean), mean)


def on_vectors_at(setting):
    """At one u_t; for all of them the check compares coefficients, which have no vectors."""
    (u, best, v), mean, symbols = THREE, setting.mean, sp.symbols(f"c:{setting.d}")
    Pu, some = best_polynomial(setting.d, mean), dict(zip(((k, 0) for k in range(setting.d)), SOME, strict=False))
    tangent, rest = plus(some, Pu, -1), plus(EXP, Pu, -1)
    known = {square(v - best): inner(tangent, tangent, mean), square(u - v): 2 * loss(some, mean)}
    known |= {square(u - best): 2 * loss(Pu, mean), product(u - best, v - best): sp.expand(inner(rest, tangent, mean))}
    return [known, *[None] * len(coefficients(*squared_gradient_and_gap(setting, symbols), symbols)[0])]


@claim(
    "x:sec5.1-lambda",
    also=["x:sec5.1-retraction", "x:sec5.2-lambda", "x:sec5.2-retraction"],
    says="For u = exp on the polynomials of degree less than 3 under U(−1, 1), and less than 7 under N(0, 1), (SPL) "
    "holds with λ = 1, with equality.",
    formula=r"\|P_tg_t\|^2 = \|Pu-u_t\|^2 = 2\lambda(\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}}),\ \lambda = 1",
    forall=SETTINGS | {"u_t": symbol("polynomials of degree less than d, by their coefficients")},
    reading="With R_t(v) = v both sides of (CR) agree for C_R = 0 and β = 0: nothing is to be computed.",
    proof=compared(on_vectors, on_vectors_at),
    mutants={"λ = 1.01": {"lam": sp.Rational(101, 100)}, "one dimension less": {"less": 1}},
)
def strong_pl_on_the_class(setting, *, lam=1, less=0):
    """For one u_t, and for all of them by their coefficients."""
    found, gap = squared_gradient_and_gap(setting, SOME[: setting.d], less)
    yield equal(sp.expand(found), sp.expand(2 * lam * gap), name="at one u_t", symbol="‖P g‖²")
    c = sp.symbols(f"c:{setting.d}")
    found, gap = squared_gradient_and_gap(setting, c, less)
    yield equal(*coefficients(found, 2 * lam * gap, c), name="at all", symbol="a coefficient of ‖P g‖²")


@claim(
    "x:sec5.2-k-infinite",
    says="For w ≡ 1 the constant k of the polynomials of degree less than 7 under N(0, 1) is infinite.",
    formula=r"k_t = \sup_x\mathfrak{K}_t(x) = \infty",
    reading="K is a polynomial of degree 12 with the leading coefficient 1/720.",
    premises=["x:sec3.2-example-b/corrected"],
    mutants={"K grows like x¹⁰": {"power": 10}, "six polynomials": {"count": 6}},
)
def k_is_infinite(*, power=12, count=LINE.d):
    x = sp.Symbol("x")
    K = sp.Poly(sum(LINE.polynomial(k, x) ** 2 / LINE.square(k) for k in range(count)), x)
    return equal([K.degree(), 1 / K.LC()], [power, 720], symbol="degree, 1 / leading coefficient")
