r"""Appendix K.2 [x:display-appK.2-rotation-1d, x:display-appK.2-rotation-2d]: Gaussian integrals after a rotation.

References come from the definition: in polar coordinates for centred RePU ridge functions, by quadrature in all three
coordinates for tanh and the logistic function. The text asks of Q only that Qe_1 ∝ α, which -α/‖α‖ satisfies as well.
"""

import numpy as np

from checks.hypotheses import independent, standard_gaussian
from checks.instances.networks import grid
from checks.instances.ridge_products import ALPHA, OTHER, PRODUCTS, SHORT, SMOOTH
from theorytest import claim, equal, family, reals, repair


@claim(
    "x:display-appK.2-rotation-1d",
    says="Under the standard Gaussian on Rⁿ, ∫ σ(αᵀy + β) dρ(y) = ∫ σ(‖α‖x + β) dρ(x) over the line.",
    formula=r"\int_{\mathbb{R}^n}\sigma(\alpha^\intercal y + \beta)\rho(y)\,\mathrm{d}y "
    r"= \int_{\mathbb{R}}\sigma(\|\alpha\|_2x_1 + \beta)\rho(x_1)\,\mathrm{d}x_1",
    forall={
        "σ": SMOOTH,
        "α": family({"α = 0": 0 * ALPHA, "α": ALPHA, "α'": OTHER}, "weights of R³", search=SHORT, effort=10),
        "β": family([0.4, -1.5], "biases", search=reals(-2, 2)),
    },
    mutants={
        "the length in another norm": {"length": lambda alpha: np.abs(alpha).sum()},
        "the square of the length": {"length": lambda alpha: alpha @ alpha},
        "one per cent longer": {"length": lambda alpha: 1.01 * np.linalg.norm(alpha)},
    },
)
def rotation_to_one_dimension(activation, alpha, beta, *, length=np.linalg.norm):
    (x, w), (line, v) = grid(3), grid(1)
    true = w @ activation.value(x @ alpha + beta)
    found = v @ activation.value(length(alpha) * line[:, 0] + beta)
    return equal(found, true, scale=1.0, symbol="the reduced integral")


def frame(alpha, other, signs):
    """An orthogonal Q with Qe_1 = ± α/‖α‖ and Qe_2 = ± the direction of α' - (α', α)/‖α‖² α."""
    Q, R = np.linalg.qr(np.column_stack([alpha, other, np.eye(len(alpha))]))
    Q[:, :2] *= np.sign(np.diag(R)[:2]) * np.array(signs)
    return Q


def unrelated(alpha, other, signs):
    """Qe_2 orthogonal to α' as well."""
    return frame(alpha, np.cross(alpha, other), signs)


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
    mutants={"Qe_2 in another direction": {"of": unrelated}},
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
