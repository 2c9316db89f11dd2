r"""Theorem 4.1 [thm:descent_quasi_projection]: one step lowers the expected risk by the printed amount."""

from functools import cache

import numpy as np

from checks.hypotheses import descent_bound, full_support, least_squares_loss, optimal_points, scalar_jets
from checks.instances.finite_problems import hulls
from checks.instances.known_steps import BETA, C_R, all_steps
from checks.instances.one_step import Estimate, change, least_squares, parts, radial
from checks.theory.descent_bound import printed_change, times
from theorytest import at_most, claim, equal, family
from theorytest.approximation import (
    Discrete,
    Functions,
    Optimal,
    Plain,
    QuasiProjection,
    Space,
    estimator_draws,
    matrices,
)
from theorytest.approximation.hull import hull

STEPS = family(
    all_steps,
    "losses, spaces, estimators and retractions with (LS), (CR) and (BBV): all rows of Table 2 on finitely many "
    "points, Legendre, Hermite, H¹, the circle; up to five gradients and four steps each",
)


@claim(
    "thm:descent_quasi_projection",
    also=["eq:descent_bound"],
    says="If (LS), (CR) with β_t ≥ 0 and (BBV) hold, the expected risk after one step is at most the right-hand "
    "side of (12).",
    formula=r"\mathbb{E}[\mathcal{L}(u_{t+1})\mid\mathcal{F}_t] \le \mathcal{L}(u_t) - \bigl(c_{\mathrm{bias},1}s_t - "
    r"s_t^2\tfrac{L+C_R}{2}c_{\mathrm{var},1}\bigr)\|P_tg_t\|^2 + s_tc_{\mathrm{bias},2}\|P_tg_t\|\|(I-P_t)g_t\| + "
    r"s_t^2\tfrac{L+C_R}{2}c_{\mathrm{var},2}\|(I-P_t)g_t\|^2 + \beta_t",
    forall={"(L, T_t, P_tⁿ, R_t, g_t, s_t)": STEPS},
    given=[descent_bound],
    reading="(CR) has u_t on both sides, and s_t > 0 is known before the draw, as the scheme of Section 1.1 says.",
    tight="attained by least squares on linear spaces with optimal points",
    premises=["eq:L-smooth", "eq:C-retraction/corrected", "eq:bbv"],
    mutants={
        "one per cent more of c_bias1": {"constants": times(0, 1.01)},
        "one per cent less of c_bias2": {"constants": times(1, 0.99)},
        "one per cent less of c_var1": {"constants": times(2, 0.99)},
        "one per cent less of c_var2": {"constants": times(3, 0.99)},
        "one per cent less of L": {"smoothness": lambda L, C_R: 0.99 * L + C_R},
        "one per cent less of C_R": {"smoothness": lambda L, C_R: L + 0.99 * C_R},
        "one per cent less of beta": {"beta": lambda offset: 0.99 * offset},
    },
)
def one_step_descends(
    known, *, constants=lambda known: known, smoothness=lambda L, C_R: L + C_R, beta=lambda offset: offset
):
    upper = constants(known.constants), smoothness(known.L, known.C_R)
    units = [s + s**2 for s, *_ in known.steps]
    found = [moved / unit for (*_, moved), unit in zip(known.steps, units, strict=True)]
    bounds = [
        printed_change(*upper, s, tangent, normal, beta(known.beta)) / unit
        for (s, tangent, normal, _), unit in zip(known.steps, units, strict=True)
    ]
    return at_most(found, bounds, digits=10, symbol="the change per s + s²")


def spaces():
    """The constants on half of two points, which vanish on the other, then lines and planes, in L² and H¹."""
    half = Functions((lambda x: 1.0 * (x[..., 0] < 0.5),))
    vanishing = Space(half, Discrete(np.array([0.0, 1.0]), np.array([0.5, 0.5])))
    return {"one of two cells": vanishing} | {name: E.space for name, E in hulls().items()}


@cache
def quasi_projection(space, sampler, n):
    """All draws of a quasi-projection, as matrices on the hull of the space."""
    estimator = QuasiProjection(sampler(space), n)
    every = estimator_draws(estimator)
    return Estimate(every.probability, matrices(estimator, hull(space, 0 if space.jet_size == 1 else 6), every.points))


@claim(
    "thm:descent_quasi_projection/attained",
    voice="ours",
    says="In L² with K > 0, the bound (12) with constants of Table 2 is attained by the loss ½‖v‖², quasi-projections "
    "with optimal points and retractions that use up (CR).",
    formula=r"w_t\mathfrak{K}_t \equiv d:\quad \mathbb{E}[\mathcal{L}(u_{t+1})\mid\mathcal{F}_t] - \mathcal{L}(u_t) = "
    r"-\bigl(s_t - s_t^2\tfrac{L+C_R}{2}\tfrac{n-1+d}{n}\bigr)\|P_tg_t\|^2 + "
    r"s_t^2\tfrac{L+C_R}{2}\tfrac dn\|(I-P_t)g_t\|^2 + \beta_t",
    forall={
        "T_t": family(spaces, "spaces of functions on finitely many points"),
        "n": family([1, 3], "positive integers"),
        "s_t": family([0.1, 0.6, 3.0], "positive steps"),
    },
    given=[scalar_jets, full_support, optimal_points, least_squares_loss],
    premises=["thm:descent_quasi_projection", "eq:C-retraction/saturated"],
    mutants={
        "plain points": {"sampler": Plain},
        "C_R without its half": {"smoothness": 1 + 2 * C_R},
        "no normal part": {"noise": 0.0},
    },
)
def bound_is_attained(space, n, step, *, sampler=Optimal, smoothness=1 + C_R, noise=1.0):
    estimate, d = quasi_projection(space, sampler, n), space.dim
    known = (1.0, 0.0, (n - 1 + d) / n, noise * d / n)
    gradients = estimate.worst()
    found = [change(estimate, least_squares(), g, step, radial(C_R, BETA)) for g in gradients]
    upper = [printed_change(known, smoothness, step, *parts(estimate, g), BETA) for g in gradients]
    return equal(found, upper, digits=12, symbol="the change")
