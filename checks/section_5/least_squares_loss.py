r"""Section 5: the constants of L(v) = 1/2 ‖u - v‖², exact for u = exp under both measures, and what is plotted."""

from __future__ import annotations

import itertools

import numpy as np
import sympy as sp

from checks.instances.exponentials import EXP, HALF, gaussian, inner, plus, uniform
from checks.instances.linear_experiments import bounded, nodes, unbounded
from theorytest import claim, equal

MEASURES = {"uniform": uniform, "Gaussian": gaussian}
# Iterates and directions: polynomials, the target itself and an exponential of another rate.
FUNCTIONS = (
    {(0, 0): sp.Integer(1)},
    {(0, 0): sp.Integer(2), (1, 0): sp.Integer(-1), (2, 0): sp.Rational(1, 3)},
    {(0, 1): sp.Integer(1), (1, 0): sp.Integer(1)},
    {(0, -1): sp.Rational(1, 2)},
)


def half_square(v, mean, factor=HALF):
    """1/2 ‖exp - v‖²."""
    rest = plus(EXP, v, -1)
    return factor * inner(rest, rest, mean)


@claim(
    "x:display-sec5-loss",
    also=["x:sec5-lmin-zero", "x:sec5-L-one", "x:sec5-lambda-one"],
    kind="identity",
    says="The loss 1/2 |u - v|^2 has infimum 0, and its gradient v - u satisfies (LS) with L = 1 and (PL) with "
    "lambda = 1, both with equality.",
    formula=r"\mathcal{L}(u)=0,\quad \mathcal{L}(v+h) = \mathcal{L}(v) + (v-u,h) + \tfrac L2\|h\|^2,\quad "
    r"\|v-u\|^2 = 2\lambda(\mathcal{L}(v)-\mathcal{L}_{\min}),\quad L=\lambda=1",
    expected="computed",
    mutants={
        "L = 2": {"L": 2},
        "lambda = 1/2": {"lam": sp.Rational(1, 2)},
        "no factor one half": {"loss": lambda v, mean: half_square(v, mean, sp.Integer(1))},
        "an infimum above 0": {"infimum": sp.Rational(1, 10**6)},
    },
)
def constants_of_the_loss(*, L=1, lam=1, infimum=0, loss=half_square):
    """In closed form, compared as numbers of thirty digits."""
    for name, mean in MEASURES.items():
        least = loss(EXP, mean)
        yield equal(_number(least), _number(infimum), name=f"{name}: infimum", digits=None)
        for (i, v), (j, h) in itertools.product(enumerate(FUNCTIONS), repeat=2):
            g = plus(v, EXP, -1)
            rest = loss(plus(v, h), mean) - loss(v, mean) - inner(g, h, mean)
            claimed = sp.Rational(L, 2) * inner(h, h, mean)
            yield equal(_number(rest), _number(claimed), name=f"{name}, {i}, {j}", symbol="rest")
        squares = [_number(inner(g, g, mean)) for g in (plus(v, EXP, -1) for v in FUNCTIONS)]
        claimed = [_number(2 * lam * (loss(v, mean) - infimum)) for v in FUNCTIONS]
        yield equal(squares, claimed, name=f"{name}: PL", symbol="|g|^2")


def _number(expression):
    return float(sp.N(expression, 30))


@claim(
    "fig:sublinear_convergence",
    also=[
        "fig:convergence_up_to_precision",
        "fig:convergence_up_to_precision_mixed",
        "fig:convergence_up_to_bias",
        "fig:deterministic_step_sizes",
        "fig:gaussian_convergence",
    ],
    kind="definition",
    says="Captions of Figures 2 to 7: what is plotted is the loss minus the best loss in the class, by "
    "quadrature of the definition; in a linear class it is half the squared distance to the best approximation.",
    formula=r"\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}} = \tfrac12\|u-u_t\|^2 - \tfrac12\|u-Pu\|^2 = "
    r"\tfrac12\|Pu-u_t\|^2",
    expected="computed",
    mutants={
        "the loss itself": {"best": lambda floor: 0.0 * floor},
        "twice the loss": {"factor": 1.0},
    },
)
def plotted_is_the_loss_error(*, best=lambda floor: floor, factor=0.5):
    """The package's gap at u_1 = 0 and at coefficients drawn once."""
    for name, experiment in (("bounded", bounded()), ("unbounded", unbounded())):
        loss = experiment.loss
        x, p = nodes(loss.space.measure)
        coefficients = np.random.default_rng(0).normal(size=(loss.space.dim, 6))
        coefficients[:, 0] = 0.0
        error = loss.space.jets(x)[..., 0] @ coefficients - np.exp(x)
        losses = factor * (p @ error**2)
        gap = loss.observe(coefficients).gap
        yield equal(losses - best(loss.floor), gap, name=name, digits=10, symbol="the loss error")
