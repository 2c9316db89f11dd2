r"""Appendix K.2 [x:appK.2-quadrature-1d, x:appK.2-quadrature-2d]: Gauss-Hermite quadrature of ridge functions.

Near 0 the nodes are π/√N apart: the kink of max(z, 0)² costs about N^(-3/2), the poles of the logistic function cost
less than exp(-4√N). References are the closed formulas for RePU and the trapezoidal rule for the logistic function.
"""

import numpy as np
from scipy import special

from checks.instances.activations import NODES, QUADRATURES
from theorytest import at_most, claim, family, horizon, product, reals, threshold
from theorytest.descent.models.shallow import Ridges

RULES = [special.roots_hermitenorm(n) for n in NODES]
ANGLE, BIAS = reals(0.05, 3.1), reals(-1, 1)


def sums(activation, angle, b, c):
    """Σ w_i σ(x_i + β) and Σ w_i w_j σ(x_i + β) σ(cos t x_i + sin t x_j + β') for each rule."""
    for x, w in RULES:
        first = activation.value(x + b) * w / w.sum()
        second = activation.value(np.cos(angle) * x[:, None] + np.sin(angle) * x + c)
        yield first.sum(), first @ second @ w / w.sum()


@claim(
    "x:appK.2-quadrature-1d",
    also=["x:appK.2-quadrature-2d"],
    kind="rate",
    says="Gauss–Hermite quadrature with N nodes in each direction computes the reduced integrals of σ and of σσ': its "
    "errors tend to 0.",
    formula=r"\sum_{i=1}^N w_i\sigma(x_i + \beta) \to \int\sigma(x + \beta)\,\mathrm{d}\rho(x), \quad "
    r"\sum_{i,j=1}^N w_iw_j\sigma(x_i + \beta)\sigma(\gamma_1x_i + \gamma_2x_j + \beta') \to (\sigma, \sigma')",
    forall={
        "σ": QUADRATURES,
        "γ, β, β'": family([(1.0, 0.0, 0.0), (2.0, -1.0, 0.5)], "angles and biases", search=product(ANGLE, BIAS, BIAS)),
        "N": horizon,
    },
    reading="‖α‖ = ‖α'‖ = 1 and |β|, |β'| ≤ 1. The errors stay below 0.21 N^(-3/2) on the line and 1.7 N^(-3/2) in "
    "the plane for RePU(2), below exp(-4√N) for the logistic function, up to 1e-14; these bounds are ours.",
    mutants={"an exponent of 1/4 more": {"times": NODES**-0.25}, "half of it": {"times": 0.5}},
)
def hermite_quadrature(case, angles, *, times=1.0):
    (activation, *bounds), (angle, b, c) = case, angles
    exact = Ridges(activation, np.array([[1.0, 0.0], [np.cos(angle), np.sin(angle)]]), np.array([b, c]))
    true = exact.means(0)[0][0], exact.products(0)[0, 0][0, 1]
    errors = np.abs(np.array(list(sums(activation, angle, b, c))) - true) / np.transpose(bounds)
    for name, error in zip(("line", "plane"), errors.T, strict=True):
        yield at_most(error / times, threshold(1.0), name=name, until=128, symbol="the error over our bound")
