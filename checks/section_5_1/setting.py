r"""Section 5.1: the space, the best loss and the constants of the experiment on [-1, 1]."""

import numpy as np
import sympy as sp

from checks.instances.exponentials import EXP, HALF, best_loss, best_polynomial, inner, plus, uniform
from checks.instances.linear_experiments import bounded, by_hand
from theorytest import claim, equal, family

# Elements of M, where strong PL is tried.
ELEMENTS = {
    "0": {(0, 0): sp.Integer(0)},
    "1 + x + x²/2": {(0, 0): sp.Integer(1), (1, 0): sp.Integer(1), (2, 0): sp.Rational(1, 2)},
    "-7x²": {(2, 0): sp.Integer(-7)},
}


@claim(
    "x:sec5.1-dimension",
    also=["x:sec5.1-setup"],
    says="The first 3 Legendre polynomials span the polynomials of degree less than 3, a space of dimension 3.",
    formula=r"\dim\mathcal{V} = 3,\quad \mathcal{V} = \operatorname{span}\{1, x, x^2\}",
    reading="ℬ_t is the normalised basis: the quasi-projection asks for an orthonormal one, which Legendre polynomials "
    "are up to factors.",
    expected="computed",
    mutants={"degree at most 3": {"degree": 3}, "the first four": {"count": 4}},
)
def polynomials_below_degree_three(*, degree=2, count=3):
    """Rank and size of the coefficients in 1, x, x², ...; the package's basis is the normalised one."""
    x = sp.Symbol("x")
    rows = [sp.Poly(sp.legendre(k, x), x).all_coeffs()[::-1] for k in range(count)]
    matrix = sp.Matrix([[*row, *(0,) * (count - len(row))] for row in rows])
    yield equal([matrix.rank(), matrix.shape[1]], [3, degree + 1], name="span", symbol="rank, monomials")
    space, points = bounded().loss.space, np.array([[-1.0], [0.5], [1.0]])
    yield equal(space.jets(points)[..., 0], by_hand(space.measure, points), name="package", symbol="b")


@claim(
    "x:sec5.1-lmin",
    says="Under the uniform law on [−1, 1] the best loss of exp among the polynomials of degree less than 3 is "
    "3.6·10⁻⁴, to two digits.",
    formula=r"\mathcal{L}_{\min,\mathcal{M}} = \tfrac12\|u-Pu\|^2 \approx 3.6\cdot10^{-4}",
    expected="computed",
    mutants={
        "no factor one half": {"factor": sp.Integer(1)},
        "polynomials up to degree 3": {"d": 4},
        "Lebesgue measure": {"mean": lambda k, a: 2 * uniform(k, a)},
        "3.5e-4": {"printed": 3.5e-4},
    },
)
def best_loss_on_the_interval(*, d=3, printed=3.6e-4, factor=HALF, mean=uniform):
    """In closed form by the normal equations, and as the package has it."""
    value = float(best_loss(d, mean, factor))
    yield equal(round(value, 5), printed, name="two digits", symbol="L_min,M, rounded")
    yield equal(bounded().floor, value, name="package", digits=10, symbol="L_min,M")


@claim(
    "x:sec5.1-lambda",
    also=["x:sec5.1-retraction"],
    says="For u = exp on the polynomials of degree less than 3 (SPL) holds with λ = 1, with equality.",
    formula=r"\|P_tg_t\|^2 = 2\lambda(\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}}),\ \lambda = 1",
    forall={"u_t": family(ELEMENTS, "elements of M")},
    reading="With R_t(v) = v both sides of (CR) agree for C_R = 0 and β = 0: nothing is to be computed.",
    mutants={"λ = 1.01": {"lam": 1.01}, "the whole gradient": {"part": lambda g, _: g}},
)
def strong_pl_on_the_class(v, *, lam=1, part=lambda _, projected: projected):
    """P g = v - P exp in closed form, compared as numbers of thirty digits."""
    best = best_polynomial(3, uniform)
    tangent = part(plus(v, EXP, -1), plus(v, best, -1))
    rest, least = plus(v, EXP, -1), plus(best, EXP, -1)
    gap = (inner(rest, rest, uniform) - inner(least, least, uniform)) / 2
    square = float(sp.N(inner(tangent, tangent, uniform), 30))
    return equal(square, float(sp.N(2 * lam * gap, 30)), digits=12, symbol="‖P g‖²")
