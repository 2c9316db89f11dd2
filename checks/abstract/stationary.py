r"""Abstract (and line 222): almost sure convergence to a stationary point, under (B), (LS) and (CR) as in Theorem 4.8.

What the theorem gives is weaker: with σ_t = s_t - s_t²/2 (L + C_R) for an exact projection,
Σ σ_t E‖P_t g_t‖² ≤ L(u_0) - L_min,M + Σ ξ_t, so that zero is an accumulation point of ‖P_t g_t‖ if Σ s_t = ∞.
"""

from __future__ import annotations

import itertools
from fractions import Fraction

from theorytest import claim
from theorytest.verdicts.exact import value_at_least, value_at_most

HALF = Fraction(1, 2)


def slope(n_steps, s=HALF):
    """v_t, L(v_t) and L'(v_t) for L(v) = 1/(1 + v), v ≥ 0, and 1 - v + v² below: (LS) with L = 2, no stationary point.

    H = M = R and ρ is one point, so that P^n is the identity. From v = 0; s = 1/2 is the longest step of Theorem 4.8.
    """
    v = 0.0
    for _ in range(n_steps + 1):
        yield v, 1 / (1 + v), -((1 + v) ** -2)
        v += float(s) * (1 + v) ** -2


def least_distance(t, s=0.5):
    """v_t ≥ (1 + 3 s t)^(1/3) - 1, since a step takes z = 1 + v to z + s/z² and z³ to z³ + 3 s + 3 s²/z³ + s³/z⁶."""
    return (1 + 3 * s * t) ** (1 / 3) - 1


def taking_turns(n_steps, rare=4):
    """s_t, u_t and ‖P_t g_t‖² for L(u) = ‖u‖²/2 on H = M = R², u_0 = (1, 1), s_t = 1/(t + 2) and exact projections.

    T_t is the first axis, except at t + 2 = rare, rare², ..., when it is the second one.
    """
    u, turn = [Fraction(1), Fraction(1)], rare
    for t in range(n_steps):
        s, second = Fraction(1, t + 2), t + 2 == turn
        yield s, tuple(u), u[second] ** 2
        u[second] *= 1 - s
        turn *= rare if second else 1


@claim(
    "x:abs-monotone-as/stationary",
    label="x:abs-monotone-as",
    kind="almost sure",
    statement="Under (B), (LS), (CR) and the step sizes of Theorem 4.8 the iterates converge almost surely, and to a "
    "stationary point.",
    formula=r"\mathbb{P}(u_t \to u_\infty \in \mathcal{M},\ \|P_tg_t\| \to 0) = 1",
    expected="refuted",
    gravity="wrong statement",
    premises=["x:abs-monotone-as/stationary-corrected"],
    mutants={"in a larger ball": {"radii": (10**9,)}},
)
def iterates_find_a_stationary_point_as_printed(evidence, *, radii=(10, 10**3, 10**6)):
    """No stationary point exists for 1/(1 + v): without any noise v_t leaves every ball, see `least_distance`.

    Read as ‖P_t g_t‖ → 0 it holds for steps that stay above some s* > 0. With s_t = 1/(t + 2) and spaces that take
    turns it fails although L is strongly convex: u_t → (0, c) with c ≥ 1 - Σ 4^-k = 2/3, and ‖P_t g_t‖ > c in every
    rare step. Line 1118 says of Theorem 4.8 what the abstract says.
    """
    for radius in radii:
        found = least_distance(2 * radius**3)
        evidence.exactly(value_at_most, found, radius, name=f"ball of radius {radius}", digits=None, symbol="u_t")
    squares = [square for s, _, square in taking_turns(1100) if s in (Fraction(1, 256), Fraction(1, 1024))]
    evidence.exactly(value_at_most, squares, Fraction(1, 10), name="taking turns", digits=None, symbol="|P g|^2")


def mean_over_signs(n_steps, start=Fraction(0)):
    """Σ σ_t E‖P g_t‖² and the last mean gap for constants on two points with the targets ±1, one point, s_t = 1/(t+2).

    All 2^n_steps paths; T = M = constants, |(I - P) g| = 1 and c_var2 = 1, so that ξ_t = s_t²/2.
    """
    spent = gap = Fraction(0)
    for path in itertools.product((1, -1), repeat=n_steps):
        u = start
        for t, y in enumerate(path):
            s = Fraction(1, t + 2)
            spent += sigma(s) * u**2
            u -= s * (u - y)
        gap += u**2 / 2
    return spent / 2**n_steps, gap / 2**n_steps


def sigma(s, L=1):
    """σ = s - L s²/2 for c_bias1 = c_var1 = 1 and C_R = 0."""
    return s - L * s**2 / 2


@claim(
    "x:abs-monotone-as/stationary-corrected",
    label="x:abs-monotone-as",
    kind="inequality",
    statement="The squared projected gradients, weighted by sigma_t, have a mean sum of at most the first gap plus the "
    "sum of the xi_t, less the last gap: the smallest one tends to zero, which is all that follows for the iterates.",
    formula=r"\sum_{t<\tau}\sigma_t\,\mathbb{E}\|P_tg_t\|^2 + \mathbb{E}\,\mathcal{L}(u_\tau) \le "
    r"\mathcal{L}(u_0) + \sum_{t<\tau}\xi_t",
    form="corrected",
    corrects="x:abs-monotone-as/stationary",
    expected="exact",
    tight="attained where the loss is quadratic",
    sharpness={"share": [1.02, 1.0001]},
    mutants={
        "sigma without its second term": {"weight": lambda s, L: s},  # noqa: ARG005 (L is left out)
        "no noise to come": {"noise": Fraction(0)},
        "two per cent less noise": {"noise": Fraction(49, 100)},
    },
)
def weighted_gradients_are_summable(evidence, *, share=1, weight=sigma, noise=HALF):
    """Along both counterexamples and from the minimiser of a noisy problem; an equality where L is quadratic."""
    steps = list(slope(5000))
    spent = sum(float(weight(HALF, 2)) * g**2 for _, _, g in steps[:-1]) + steps[-1][1]
    evidence.exactly(value_at_most, share * spent, 1.0, name="slope", digits=12, symbol="sum")
    far = [v - least_distance(t) for t, (v, _, _) in enumerate(steps)]
    evidence.exactly(value_at_least, far, 0, name="slope: distance", digits=9, scale=1.0, symbol="u_t less its bound")
    turns = list(taking_turns(300))
    spent = sum(weight(s, 1) * square for s, _, square in turns[:-1]) + sum(x**2 for x in turns[-1][1]) / 2
    evidence.exactly(value_at_most, Fraction(share) * spent, 1, name="taking turns", digits=None, symbol="sum")
    for start in (0, 1):
        spent, gap = mean_over_signs(8, Fraction(start))
        allowed = Fraction(start, 2) + sum(noise * Fraction(1, t + 2) ** 2 for t in range(8))
        name = f"two points from {start}"
        evidence.exactly(value_at_most, Fraction(share) * (spent + gap), allowed, name=name, digits=None, symbol="sum")
