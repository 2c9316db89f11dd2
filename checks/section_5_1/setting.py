r"""Section 5.1: the space, the best loss and the constants of the experiment on [-1, 1]."""

from __future__ import annotations

import numpy as np
import sympy as sp

from checks.instances.exponentials import EXP, HALF, best_loss, best_polynomial, inner, plus, uniform
from checks.instances.linear_experiments import bounded
from theorytest import at_most, claim, equal

# Elements of M besides the minimiser: where strong PL is tried.
ELEMENTS = (
    {(0, 0): sp.Integer(0)},
    {(0, 0): sp.Integer(1), (1, 0): sp.Integer(1), (2, 0): sp.Rational(1, 2)},
    {(2, 0): sp.Integer(-7)},
)


def monomials(space, degree):
    """How far x^0, ..., x^degree are from the space, measured at the zeros of a Legendre polynomial."""
    x, p = np.polynomial.legendre.leggauss(20)
    b = space.jets(x[:, None])[..., 0]
    powers = x[:, None] ** np.arange(degree + 1)
    return np.sqrt((p / 2) @ (powers - b @ (b.T @ ((p / 2)[:, None] * powers))) ** 2)


@claim(
    "x:sec5.1-dimension",
    also=["x:sec5.1-setup"],
    kind="value",
    says="The first 3 Legendre polynomials span the polynomials of degree less than 3, which have dimension 3; "
    "exp is not among them.",
    formula=r"\dim\mathcal{V} = 3,\quad \mathcal{V} = \operatorname{span}\{1, x, x^2\} \not\ni \exp",
    expected="computed",
    mutants={"degree at most 3": {"degree": 3}, "four polynomials": {"dimension": 4}},
)
def polynomials_below_degree_three(*, degree=2, dimension=3):
    space = bounded().loss.space
    yield equal(space.dim, dimension, name="dimension", symbol="d")
    yield at_most(monomials(space, degree), 1e-12, name="span", digits=None, symbol="a distance")
    x = np.array([[-1.0], [0.5], [1.0]])
    rows = [np.ones(3), x[:, 0], (3 * x[:, 0] ** 2 - 1) / 2]
    claimed = np.stack([np.sqrt(2 * k + 1) * row for k, row in enumerate(rows)], axis=1)
    yield equal(space.jets(x)[..., 0], claimed, name="Legendre", symbol="b")


@claim(
    "x:sec5.1-lmin",
    kind="value",
    says="The best loss of exp in that space is 3.6014e-4, printed as 3.6e-4.",
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
    yield at_most(abs(value - printed), 0.05e-4, name="two digits", digits=None, symbol="the rounding")
    yield equal(bounded().floor, value, name="package", digits=10, symbol="L_min,M")


@claim(
    "x:sec5.1-lambda",
    also=["x:sec5.1-retraction"],
    kind="identity",
    says="On the linear class strong PL holds with lambda = 1, with equality, and the identity as a retraction "
    "has C_R = 0 and beta = 0.",
    formula=r"\|P_tg_t\|^2 = 2\lambda(\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}}),\ \lambda = 1,\quad "
    r"\mathcal{L}(R_t(v)) = \mathcal{L}(v)",
    expected="computed",
    mutants={"lambda = 1.01": {"lam": 1.01}, "the whole gradient": {"part": lambda g, _: g}},
)
def strong_pl_on_the_class(*, lam=1, part=lambda _, projected: projected):
    """P g = v - P exp for v in M; the scheme's own step moves by s P^n g and reports no retraction error."""
    best = best_polynomial(3, uniform)
    for i, v in enumerate(ELEMENTS):
        tangent = part(plus(v, EXP, -1), plus(v, best, -1))
        rest, least = plus(v, EXP, -1), plus(best, EXP, -1)
        gap = (inner(rest, rest, uniform) - inner(least, least, uniform)) / 2
        square = float(sp.N(inner(tangent, tangent, uniform), 30))
        yield equal(square, float(sp.N(2 * lam * gap, 30)), name=f"{i}", digits=12, symbol="|P g|^2")
    process = bounded().process
    drawn = process.draw(np.random.default_rng(0), 4, 1)
    error = process.step(process.start(4), drawn, 0, 0.1)[1]
    yield equal(np.max(error), 0.0, name="retraction", digits=None, symbol="|R(v) - v|")
