r"""Section 5.2: the space, the best loss and the constants of the experiment on the line."""

from __future__ import annotations

from math import e, factorial

import numpy as np
import sympy as sp

from checks.instances.exponentials import EXP, HALF, best_loss, best_polynomial, gaussian, inner, plus
from checks.instances.linear_experiments import nodes, unbounded
from theorytest import at_most, claim, equal
from theorytest.approximation.christoffel import Christoffel
from theorytest.approximation.sampling import Optimal, Plain

D = 7


def hermite(x):
    """The first seven Hermite polynomials, normalised, by their recursion: an array (len(x), 7)."""
    columns = [np.ones_like(x), x]
    for k in range(1, D - 1):
        columns.append(x * columns[k] - k * columns[k - 1])
    return np.stack([column / np.sqrt(factorial(k)) for k, column in enumerate(columns)], axis=-1)


@claim(
    "x:sec5.2-dimension",
    also=["x:sec5.2-setup"],
    kind="value",
    says="The first 7 Hermite polynomials are an orthonormal basis of the polynomials of degree less than 7 "
    "under the standard Gaussian measure; exp, which is square-integrable there, is not among them.",
    formula=r"\dim\mathcal{V} = 7, \quad \int b_jb_k\,\mathrm{d}\rho = \delta_{jk}, \quad \|\exp\|^2 = e^2",
    expected="computed",
    mutants={"six polynomials": {"dimension": 6}, "variance 1.1": {"variance": 1.1}},
)
def seven_hermite_polynomials(*, dimension=7, variance=1.0):
    space = unbounded().loss.space
    yield equal(space.dim, dimension, name="dimension", symbol="d")
    x = np.linspace(-3, 5, 11)
    yield equal(space.jets(x[:, None])[..., 0], hermite(x), name="Hermite", digits=11, symbol="b")
    points, p = nodes(space.measure)
    b = hermite(np.sqrt(variance) * points[:, 0])
    yield equal(b.T @ (p[:, None] * b), np.eye(D), name="orthonormal", digits=10, symbol="(b, b)")
    square = float(sp.N(inner(EXP, EXP, gaussian)))
    yield equal(square, e**2, name="exp", digits=12, symbol="|exp|^2")


@claim(
    "x:sec5.2-lmin",
    kind="value",
    says="The best loss of exp in that space is 3.0754e-4, printed as 3.1e-4.",
    formula=r"\mathcal{L}_{\min,\mathcal{M}} = \tfrac12\Bigl(e^2 - e\sum_{k<7}\tfrac1{k!}\Bigr) = 3.0754\cdot10^{-4}",
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
    rounding = abs(value - printed)
    yield at_most(rounding, 0.05e-4, name="two digits", digits=None, symbol="the rounding")
    closed = (e**2 - e * sum(1 / factorial(k) for k in range(7))) / 2
    yield equal(closed, value, name="closed form", digits=9, symbol="L_min,M")
    yield equal(unbounded().floor, value, name="package", digits=8, symbol="L_min,M")


@claim(
    "x:sec5.2-lambda",
    also=["x:sec5.2-retraction"],
    kind="identity",
    says="On this linear class too strong PL holds with lambda = 1, with equality, and nothing is retracted.",
    formula=r"\|P_tg_t\|^2 = 2\lambda(\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}}),\ \lambda = 1",
    expected="computed",
    mutants={"lambda = 1.01": {"lam": 1.01}, "one dimension less": {"d": 6}},
)
def strong_pl_on_the_line(*, lam=1, d=7):
    best = best_polynomial(d, gaussian)
    floor = best_loss(D, gaussian)
    for i, v in enumerate(({(0, 0): sp.Integer(0)}, {(6, 0): sp.Rational(1, 100)}, {(1, 0): sp.Integer(2)})):
        rest, tangent = plus(v, EXP, -1), plus(v, best, -1)
        gap = sp.N(inner(rest, rest, gaussian) / 2, 30) - floor
        square = float(sp.N(inner(tangent, tangent, gaussian), 30))
        yield equal(square, float(2 * lam * gap), name=f"{i}", digits=10, symbol="|P g|^2")
    process = unbounded().process
    error = process.step(process.start(4), process.draw(np.random.default_rng(0), 4, 1), 0, 0.1)[1]
    yield equal(np.max(error), 0.0, name="retraction", digits=None, symbol="|R(v) - v|")


@claim(
    "x:sec5.2-k-infinite",
    kind="value",
    says="Without weights k is infinite, since K grows like x^12/720. Yet for this space and target the noise "
    "is finite: on T_t c_var1 = 55,882 with one point would do, 7 with optimal ones.",
    formula=r"\sup_x\mathfrak{K}_t(x) = \infty, \quad "
    r"\lambda_{\max}\Bigl(\int\mathfrak{K}_t\,bb^\top\mathrm{d}\rho\Bigr) = 5.588\cdot10^4",
    expected="computed",
    premises=["x:sec3.2-example-b/corrected"],
    mutants={
        "optimal weights": {"sampler": Optimal, "word": "optimal"},
        "ten per cent less": {"noise": 5.03e4},
        "K grows like x^10": {"power": 10},
    },
)
def k_is_infinite(*, sampler=Plain, word="constant", noise=5.5882e4, power=12):
    space = unbounded().loss.space
    yield equal(Christoffel(space).k(word).value, np.inf, name="k", digits=None, symbol="k")
    x, p = nodes(space.measure)
    far = np.array([1e3, 1e5])
    K = np.sum(hermite(far) ** 2, axis=1) / (far**power / factorial(6))
    yield equal(K, 1.0, name="growth", digits=4, symbol="K / (x^12/720)")
    b = hermite(x[:, 0])
    spread = b.T @ ((p * sampler(space).weight(x) * np.sum(b**2, axis=1))[:, None] * b)
    largest = np.linalg.eigvalsh(spread)[-1]
    yield equal(largest / noise, 1.0, name="noise", digits=3, symbol="c_var1 / stated")
    weighted = b.T @ ((p * Optimal(space).weight(x) * np.sum(b**2, axis=1))[:, None] * b)
    yield equal(weighted, 7 * np.eye(D), name="optimal", digits=9, symbol="int w K b b'")
