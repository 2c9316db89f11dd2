r"""Section 5.2: the space, the best loss and the constants of the experiment on the line."""

from math import e, factorial

import numpy as np
import sympy as sp

from checks.instances.exponentials import EXP, HALF, best_loss, best_polynomial, gaussian, inner, plus
from checks.instances.linear_experiments import by_hand, unbounded
from theorytest import claim, equal, family
from theorytest.approximation import Christoffel

D = 7


def hermite(count):
    """The first Hermite polynomials He_k, with the leading coefficient 1, as functions for `inner`."""
    x = sp.Symbol("x")
    basis = [sp.Integer(1), x]
    for k in range(1, count - 1):
        basis.append(sp.expand(x * basis[k] - k * basis[k - 1]))
    return [{(power, 0): c for (power,), c in sp.Poly(each, x).terms()} for each in basis[:count]]


@claim(
    "x:sec5.2-dimension",
    also=["x:sec5.2-setup"],
    says="The first 7 Hermite polynomials, divided by √k!, are an orthonormal basis of the polynomials of degree less "
    "than 7 under N(0, 1).",
    formula=r"\dim\mathcal{V} = 7, \quad \int b_jb_k\,\mathrm{d}\rho = \delta_{jk}, \quad b_k = He_k/\sqrt{k!}",
    reading="ℬ_t is the normalised basis: the quasi-projection asks for an orthonormal one. The target exp is square "
    "integrable, with ‖exp‖² = e².",
    expected="computed",
    mutants={"without the factor 1/√k!": {"size": lambda _: 1}, "degree at most 7": {"degree": 7}},
)
def seven_hermite_polynomials(*, size=factorial, degree=6):
    basis, space = hermite(D), unbounded().loss.space
    gramian = [[inner(f, g, gaussian) for g in basis] for f in basis]
    claimed = [[size(j) if j == k else 0 for k in range(D)] for j in range(D)]
    yield equal(gramian, claimed, name="orthogonal", symbol="(He_j, He_k)")
    yield equal(max(power for f in basis for power, _ in f), degree, name="degree", symbol="the largest degree")
    x = np.linspace(-3, 5, 11)[:, None]
    yield equal(space.jets(x)[..., 0], by_hand(space.measure, x), name="package", digits=11, symbol="b")
    yield equal(sp.simplify(inner(EXP, EXP, gaussian) - sp.E**2), 0, name="exp", symbol="‖exp‖² - e²")


@claim(
    "x:sec5.2-lmin",
    says="The best loss of exp among the polynomials of degree less than 7 under N(0, 1) is 3.1·10⁻⁴, to two digits.",
    formula=r"\mathcal{L}_{\min,\mathcal{M}} = \tfrac12\Bigl(e^2 - e\sum_{k<7}\tfrac1{k!}\Bigr) "
    r"\approx 3.1\cdot10^{-4}",
    expected="computed",
    mutants={
        "no factor one half": {"factor": sp.Integer(1)},
        "degree at most 7": {"d": 8},
        "3.0e-4": {"printed": 3.0e-4},
    },
)
def best_loss_on_the_line(*, d=7, printed=3.1e-4, factor=HALF):
    """By the normal equations of the monomials, by the coefficients √e/√k! of exp, and as the package has it."""
    value = float(best_loss(d, gaussian, factor))
    yield equal(round(value, 5), printed, name="two digits", symbol="L_min,M, rounded")
    closed = (e**2 - e * sum(1 / factorial(k) for k in range(7))) / 2
    yield equal(closed, value, name="closed form", digits=9, symbol="L_min,M")
    yield equal(unbounded().floor, value, name="package", digits=8, symbol="L_min,M")


ELEMENTS = {"0": {(0, 0): sp.Integer(0)}, "x⁶/100": {(6, 0): sp.Rational(1, 100)}, "2x": {(1, 0): sp.Integer(2)}}


@claim(
    "x:sec5.2-lambda",
    also=["x:sec5.2-retraction"],
    says="For u = exp on the polynomials of degree less than 7 under N(0, 1) (SPL) holds with λ = 1, with equality.",
    formula=r"\|P_tg_t\|^2 = 2\lambda(\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}}),\ \lambda = 1",
    forall={"u_t": family(ELEMENTS, "elements of M")},
    reading="With R_t(v) = v both sides of (CR) agree for C_R = 0 and β = 0: nothing is to be computed.",
    mutants={"λ = 1.01": {"lam": 1.01}, "one dimension less": {"d": 6}},
)
def strong_pl_on_the_line(v, *, lam=1, d=7):
    """P g = v - P exp by the normal equations; the gap from the definition of the loss."""
    rest, tangent = plus(v, EXP, -1), plus(v, best_polynomial(d, gaussian), -1)
    gap = sp.N(inner(rest, rest, gaussian) / 2, 30) - best_loss(D, gaussian)
    square = float(sp.N(inner(tangent, tangent, gaussian), 30))
    return equal(square, float(2 * lam * gap), digits=10, symbol="‖P g‖²")


@claim(
    "x:sec5.2-k-infinite",
    says="For w ≡ 1 the constant k of the polynomials of degree less than 7 under N(0, 1) is infinite.",
    formula=r"k_t = \sup_x\mathfrak{K}_t(x) = \infty",
    reading="K is a polynomial of degree 12 with the leading coefficient 1/720.",
    expected="computed",
    premises=["x:sec3.2-example-b/corrected"],
    mutants={"K grows like x¹⁰": {"power": 10}, "six polynomials": {"count": 6}},
)
def k_is_infinite(*, power=12, count=D):
    """The leading term of Σ He_k²/k!, exactly, and what the package takes for k."""
    x = sp.Symbol("x")
    polynomials = (sum(c * x**j for (j, _), c in f.items()) for f in hermite(count))
    K = sp.Poly(sum(f**2 / sp.factorial(k) for k, f in enumerate(polynomials)), x)
    yield equal([K.degree(), 1 / K.LC()], [power, 720], name="growth", symbol="degree, 1 / leading coefficient")
    yield equal(Christoffel(unbounded().loss.space).k("constant").value, np.inf, name="package", symbol="k")
