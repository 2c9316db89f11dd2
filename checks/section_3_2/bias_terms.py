r"""Section 3.2, what is said of bias: `unbiased, i.e. c_bias,2 = 0`, and in Remark 3.3 `the bias terms remain bounded`.

On finitely many points (BBV) for c_bias,2 = 0 says that the symmetric part of E P^n - c_bias,1 P is semidefinite.
"""

from __future__ import annotations

import numpy as np

from checks.instances.finite_systems import Finite, finite_systems, orthonormalised, smallest_systems
from checks.section_3_2.remark_3_2_sgd_rate import NUMBERS, uneven_cells
from theorytest import at_least, claim, equal, repair

N_SAMPLES = 2


def slack(system, mean, c):
    """The smallest eigenvalue of the symmetric part of E P^n - c P: c_bias,1 = c, c_bias,2 = 0 iff it is not < 0."""
    return np.linalg.eigvalsh((mean + mean.T) / 2 - c * system.projector)[0]


@claim(
    "x:sec3.2-not-projection-unbiased/that-is",
    kind="remark",
    says="Unbiased and c_bias,2 = 0 are the same, as `i.e.` says: an estimator with c_bias,2 = 0 is unbiased.",
    formula=r"c_{\mathrm{bias},2} = 0 \iff \mathbb{E}[P_t^n g \mid \mathcal{F}_t] = P_t g",
    expected="refuted",
    gravity="misprint",
    premises=["x:tab2-nonprojection-bias1"],
)
def no_second_bias_constant_means_unbiased_as_printed(*, bias=0.0):
    """The constant 2 refutes it: c_bias,1 = 4 and c_bias,2 = 0, as Table 2 has it, and E P^n = 4 P.

    The table has c_bias,2 = 0 for the non-projection too, of which Section 3.1 says that it is biased.
    """
    for name in ("the constant 2", "the constant 1/2"):
        system = smallest_systems()[name]
        mean, c = system.mean(N_SAMPLES), system.eigenvalues[0]
        yield at_least(slack(system, mean, c), -1e-12, name=name, digits=None, symbol="the slack")
        error = np.linalg.norm(mean - system.projector, 2)
        yield equal(error, bias, name=f"{name}: bias", digits=10, scale=1.0, symbol="|E P^n - P|")


@repair(
    "x:sec3.2-not-projection-unbiased/that-is-corrected",
    "x:sec3.2-not-projection-unbiased/that-is",
    kind="identity",
    says="Unbiased implies c_bias,1 = 1 and c_bias,2 = 0, and c_bias,1 cannot be larger: E(g, P^n g) = |P g|^2.",
    formula=r"\mathbb{E}[P_t^n g] = P_t g \implies \mathbb{E}[(g, P_t^n g)] = \|P_t g\|^2",
    expected="computed",
    mutants={
        "any generating system": {"systems": finite_systems},
        "c_bias,1 two per cent larger": {"c": 1.02},
        "points of another law": {"law": lambda system: Finite(system.rho, system.rho[::-1], system.phi).weight},
    },
)
def unbiased_has_the_constants_one_and_zero(
    *,
    systems=lambda: {name: orthonormalised(each) for name, each in finite_systems().items()},
    c=1.0,
    law=lambda system: system.weight,
):
    """All samples of two points, weighted as printed; scalar and vector jets, plain, optimal and skewed samples."""
    for name, system in systems().items():
        wrong = np.divide(law(system), system.weight, out=np.ones_like(system.rho), where=system.weight > 0)
        mean = system.mean(N_SAMPLES) * np.repeat(wrong, system.phi.shape[-1])
        symmetric = (mean + mean.T) / 2
        yield equal(symmetric, c * system.projector, name=name, digits=10, scale=1.0, symbol="E(g, P^n g)")


@claim(
    "x:rmk-importance-bounded-jets/bias",
    kind="remark",
    says="The bias terms are 1 and 0 without bounded jets as well; what grows with the jets is the variance.",
    formula=r"\|L_xg\|_2 = \sqrt{k}\,\|g\| \text{ at a point}: \quad \mathbb{E}(g, P_t^1g) = \|g\|^2, \qquad "
    r"\mathbb{E}\|P_t^1g\|^2 = k\,\|g\|^2",
    expected="computed",
    mutants={
        "a bias that grows": {"bias": lambda k: k},
        "a bounded variance": {"variance": lambda k: min(k, 3.0)},
        "two equal cells": {"cells": lambda _: uneven_cells(2.0)},
    },
)
def jets_are_about_the_variance(*, bias=lambda _: 1.0, variance=lambda k: k, cells=uneven_cells):
    """The printed `bias terms` are bounded with no assumption at all: read `variance terms`.

    Cells of masses 1 - 1/k and 1/k, plain points, g the cell of mass 1/k, with B² = k. That the class is compact is
    not used for the bound d B²/n ‖g‖²; it only bounds ‖g‖ itself, which gives C > 0 and not the A = C = 0 of the text.
    """
    for k in NUMBERS:
        system, g = cells(k), np.array([0.0, 1.0])
        first, second = g @ system.mean(1) @ g, g @ system.second_moment(1) @ g
        yield equal(first, bias(k), name=f"k = {k:g}", digits=10, symbol="E(g, P^1 g)")
        yield equal(second, variance(k), name=f"k = {k:g}: square", digits=10, symbol="E|P^1 g|^2")
