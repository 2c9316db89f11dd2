"""Appendix K.2: Gaussian integrals of ridge functions after a rotation, and by Gauss-Hermite quadrature.

References come from the definition: in polar coordinates for centred RePU ridge functions, by quadrature in all three
coordinates for tanh and the logistic function. Near 0 the nodes are π/√N apart: the kink of max(z, 0)² costs about
N^(-3/2), the poles of the logistic function cost less than exp(-4√N).
"""

import numpy as np
from scipy import special

from checks.hypotheses import independent, standard_gaussian
from checks.instances.networks import NODES, QUADRATURES, grid
from checks.instances.ridge_products import ALPHA, ANY_SHORT, OTHER, PRODUCTS, SMOOTH
from theorytest import at_most, claim, equal, family, horizon, product, reals, repair, threshold
from theorytest.descent.models.shallow import Ridges


@claim(
    "x:display-appK.2-rotation-1d",
    says="Under the standard Gaussian on Rⁿ, ∫ σ(αᵀy + β) dρ(y) = ∫ σ(‖α‖x + β) dρ(x) over the line.",
    formula=r"\int_{\mathbb{R}^n}\sigma(\alpha^\intercal y + \beta)\rho(y)\,\mathrm{d}y "
    r"= \int_{\mathbb{R}}\sigma(\|\alpha\|_2x_1 + \beta)\rho(x_1)\,\mathrm{d}x_1",
    forall={
        "σ": SMOOTH,
        "α": family(
            {"α = 0": 0 * ALPHA, "α": ALPHA, "α'": OTHER, "n = 1": -OTHER[1:2], "n = 2": ALPHA[:2]},
            "weights of Rⁿ; here n ≤ 3",
            search=ANY_SHORT,
            effort=10,
        ),
        "β": family([0.4, -1.5], "biases", search=reals(-2, 2)),
    },
    mutants={
        "the length in another norm": {"length": lambda alpha: np.abs(alpha).sum()},
        "the square of the length": {"length": lambda alpha: alpha @ alpha},
        "one per cent longer": {"length": lambda alpha: 1.01 * np.linalg.norm(alpha)},
    },
)
def rotation_to_one_dimension(activation, alpha, beta, *, length=np.linalg.norm):
    (x, w), (line, v) = grid(len(alpha)), grid(1)
    true = w @ activation.value(x @ alpha + beta)
    found = v @ activation.value(length(alpha) * line[:, 0] + beta)
    return equal(found, true, scale=1.0, symbol="the reduced integral")


def frame(alpha, other, signs):
    """An orthogonal Q with Qe_1 = ± α/‖α‖ and Qe_2 = ± the direction of α' - (α', α)/‖α‖² α."""
    Q, R = np.linalg.qr(np.column_stack([alpha, other, np.eye(len(alpha))]))
    Q[:, :2] *= np.sign(np.diag(R)[:2]) * np.array(signs)
    return Q


BOTH = (1, -1)


@repair(
    "x:display-appK.2-rotation-2d/corrected",
    "x:display-appK.2-rotation-2d",
    by={"first": (1,)},
    says="If Qe_1 = α/‖α‖ and Qe_2 is ± the direction of α' - (α', α)α/‖α‖², the integral of a product of ridge "
    "functions is the displayed one over the plane.",
    formula=r"Qe_1 = \tfrac{\alpha}{\|\alpha\|_2} \implies \int_{\mathbb{R}^n}\sigma(\alpha^\intercal y + \beta)"
    r"\sigma(\alpha'^\intercal y + \beta')\rho(y)\,\mathrm{d}y = \int_{\mathbb{R}^2}\sigma(\|\alpha\|_2x_1 + \beta)"
    r"\sigma(\gamma_1x_1 + \gamma_2x_2 + \beta')\rho(x_1, x_2)\,\mathrm{d}(x_1, x_2)",
    mutants={"Qe_2 in another direction": {"of": lambda a, b, signs: frame(a, np.cross(a, b), signs)}},
)
@claim(
    "x:display-appK.2-rotation-2d",
    says="If Qe_1 ∝ α and Qe_2 ∝ α' - (α', α)α/‖α‖² for an orthogonal Q, the integral of a product of ridge functions "
    "is the displayed one over the plane.",
    formula=r"\int_{\mathbb{R}^n}\sigma(\alpha^\intercal y + \beta)\sigma(\alpha'^\intercal y + \beta')\rho(y)"
    r"\,\mathrm{d}y = \int_{\mathbb{R}^2}\sigma(\|\alpha\|_2x_1 + \beta)\sigma(\gamma_1x_1 + \gamma_2x_2 + \beta')"
    r"\rho(x_1, x_2)\,\mathrm{d}(x_1, x_2)",
    forall={"σ, α, α'": PRODUCTS},
    given=[standard_gaussian, independent],
    gravity="fails only when read literally",
    finding="sign-of-the-rotation",
    reading="Proportional with either sign; Householder's Q has the negative one.",
)
def rotation_to_two_dimensions(pair, *, first=BOTH, of=frame):
    """Q = -I turns 45° into 135°: 1/4 - 3/(4π) = 0.01127 for the integral 3/4 + 3/(4π) = 0.98873."""
    found = [pair.reduced(of, (a, b)) for a in first for b in BOTH]
    # bounded functions: across each other two odd ones have the integral 0, up to rounding
    return equal(found, pair.integral, digits=11, scale=1.0, symbol="the reduced integral")


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
    says="Gauss–Hermite quadrature with N nodes per direction computes the reduced integrals of σ and σσ': its errors "
    "tend to 0; up to N = 128 bounds of ours hold.",
    formula=r"\sum_{i=1}^N w_i\sigma(x_i + \beta) \to \int\sigma(x + \beta)\,\mathrm{d}\rho(x), \quad "
    r"\sum_{i,j=1}^N w_iw_j\sigma(x_i + \beta)\sigma(\gamma_1x_i + \gamma_2x_j + \beta') \to (\sigma, \sigma')",
    forall={
        "σ": QUADRATURES,
        "γ, β, β'": family([(1.0, 0.0, 0.0), (2.0, -1.0, 0.5)], "angles and biases", search=product(ANGLE, BIAS, BIAS)),
        "N": horizon,
    },
    reading="‖α‖ = ‖α'‖ = 1 and |β|, |β'| ≤ 1. For N = 16, 32, 64, 128, not for all N, errors are below 0.21 N^(-3/2) "
    "on the line, 1.7 N^(-3/2) in the plane for RePU(2), exp(-4√N) + 1e-14 for the logistic function; bounds of ours.",
    mutants={"an exponent of 1/4 more": {"times": NODES**-0.25}, "half of it": {"times": 0.5}},
)
def hermite_quadrature(case, angles, *, times=1.0):
    (activation, *bounds), (angle, b, c) = case, angles
    exact = Ridges(activation, np.array([[1.0, 0.0], [np.cos(angle), np.sin(angle)]]), np.array([b, c]))
    true = exact.means(0)[0][0], exact.products(0)[0, 0][0, 1]
    errors = np.abs(np.array(list(sums(activation, angle, b, c))) - true) / np.transpose(bounds)
    for name, error in zip(("line", "plane"), errors.T, strict=True):
        yield at_most(error / times, threshold(1.0), name=name, until=128, symbol="the error over our bound")
