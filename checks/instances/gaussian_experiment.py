r"""The experiment of Section 5.2: exp is approximated by polynomials below degree 7 under the Gaussian measure.

From u_1 = 0 by the quasi-projection, with the steps 2/9 t^-0.9 of Section 5.1.1.
"""

from __future__ import annotations

from functools import cache
from math import e, factorial
from typing import Any

from numpy.polynomial import Polynomial
from numpy.polynomial.hermite_e import HermiteE

from checks.theory.best_steps import Problem, exponential
from theorytest.approximation import Gaussian, Hermite, Space
from theorytest.descent import Power

D = 7
STEPS = Power(2 / 9, 0.9)


@cache
def experiment(sampler: Any, n: int) -> Problem:
    """One panel of Figure 7."""
    return Problem(Space(Hermite(D), Gaussian()), exponential, n, sampler)


def first_step_of_plain_points(n: int, s: float) -> float:
    """X_2 from u_1 = 0: X_1 (1 - 2s) + s² ((n - 1) X_1 + ∫ K exp(2x) dρ)/n, where the integral is e² E K(Z + 2)."""
    X = e * sum(1 / factorial(k) for k in range(D))  # the coefficients of exp are √e / √k!
    K: Any = sum(HermiteE.basis(k).convert(kind=Polynomial) ** 2 / factorial(k) for k in range(D))
    shifted = K(Polynomial([2, 1])).convert(kind=HermiteE)
    return float(X * (1 - 2 * s) + s**2 * ((n - 1) * X + e**2 * shifted.coef[0]) / n)
