r"""Section 1.1, settings (iii) and (iv): what is known at step t.

Two points of mass 1/2, T the constants, one draw a step: P_t^n g = g(x_t). Ω holds the sequences of three draws, and
F_t knows the first t of them: u_t is a function of x_0, ..., x_{t-1} and P_t^n one of x_t. A variable is F_t-measurable
iff it takes one value on each atom of F_t, the set of all sequences with the same first t draws.
"""

from __future__ import annotations

import itertools
from fractions import Fraction

from theorytest import at_least, claim, equal, repair

VALUES = (Fraction(-1), Fraction(1))
N_STEPS = 3
OMEGA = tuple(itertools.product((0, 1), repeat=N_STEPS))
STEP = Fraction(1, 2)


def fresh(omega, t):
    """The draw of step t, new at every step."""
    return omega[t]


def reused(omega, _):
    """One draw for all steps."""
    return omega[0]


def path(omega, draw=fresh):
    """(u_t, P_t^n g_t, P_t g_t) for least squares with u* = (-1, 1) and u_0 = 0: u_t stays constant, g_t = u_t - u*."""
    u, rows = Fraction(0), []
    for t in range(N_STEPS):
        estimate = u - VALUES[draw(omega, t)]
        rows.append((u, estimate, u))  # the mean of u* is 0, so that P_t g_t = u_t
        u -= STEP * estimate
    return rows


def atoms(known):
    """The sequences grouped by their first draws."""
    return [[omega for omega in OMEGA if omega[:known] == start] for start in itertools.product((0, 1), repeat=known)]


def spread(t, known, draw=fresh):
    """The largest difference of the estimates of step t on one atom of F_known."""
    estimates = [[path(omega, draw)[t][1] for omega in atom] for atom in atoms(known)]
    return max(max(e) - min(e) for e in estimates)


@claim(
    "x:sec1.1-setting-iii",
    kind="remark",
    says="The estimator of the projection is known at step t, together with the iterate.",
    formula=r"P_t^n g_t \text{ is } \mathcal{F}_t\text{-measurable}",
    expected="refuted",
    gravity="misprint",
)
def estimator_is_known_at_step_t(*, known=lambda t: t):
    """Two points, one draw: on the only atom of F_0 the estimate is g(-1) or g(1), two values 2 apart.

    An F_t-measurable estimator is its own mean given F_t, so that unbiasedness would make it the projection.
    """
    for t in range(N_STEPS):
        yield equal(spread(t, known(t)), 0, name=f"step {t}", symbol="the spread")


@repair(
    "x:sec1.1-setting-iii/corrected",
    "x:sec1.1-setting-iii",
    kind="identity",
    says="The estimator of step t is known at step t + 1, and its mean given what is known at step t is the "
    "projection.",
    formula=r"P_t^n g_t \text{ is } \mathcal{F}_{t+1}\text{-measurable}, \qquad "
    r"\mathbb{E}[P_t^n g_t \mid \mathcal{F}_t] = P_t g_t",
    mutants={"known at step t": {"delay": 0}, "one draw for all steps": {"draw": reused}},
)
def estimator_is_known_a_step_later(*, delay=1, draw=fresh):
    """On every atom of F_t; a draw that the iterate has seen already makes the estimate biased given F_t."""
    for t in range(N_STEPS):
        value = spread(t, t + delay, draw)
        yield equal(value, 0, name=f"step {t}: known", symbol="the spread")
        rows = [[path(omega, draw)[t] for omega in atom] for atom in atoms(t)]
        means = [sum(row[1] for row in part) / len(part) for part in rows]
        claimed = [part[0][2] for part in rows]
        yield equal(means, claimed, name=f"step {t}: mean", symbol="E[P^n g | F_t]")


def halved(omega, t):
    """A step that adapts to the iterate: 1/(2 + u_t²)."""
    return 1 / (2 + path(omega)[t][0] ** 2)


def seen(omega, t):
    """A step that adapts to the estimate of the same step."""
    return 1 / (2 + path(omega)[t][1] ** 2)


@claim(
    "x:sec1.1-setting-iv",
    kind="definition",
    says="A positive step that depends on t and the iterate is known at step t; in the mean the scheme then moves "
    "by s_t times the projected gradient.",
    formula=r"0 < s_t = \frac{1}{2+u_t^2} \text{ is } \mathcal{F}_t\text{-measurable}, \qquad "
    r"\mathbb{E}[s_tP_t^n g_t \mid \mathcal{F}_t] = s_tP_t g_t",
    mutants={
        "adapted to the estimate": {"step": seen},
        "of either sign": {"step": lambda omega, t: path(omega)[t][0] - Fraction(1, 10)},
    },
)
def step_is_known_and_positive(*, step=halved):
    """On every atom of F_t. A step that looks at the estimate is not known there, and biases the scheme."""
    for t in range(N_STEPS):
        parts = [[(step(omega, t), *path(omega)[t][1:]) for omega in atom] for atom in atoms(t)]
        spreads = [max(part)[0] - min(part)[0] for part in parts]
        yield equal(spreads, 0, name=f"step {t}: known", symbol="the spread of s_t")
        least = min(s for part in parts for s, *_ in part)
        yield at_least(least, Fraction(1, 10**9), name=f"step {t}: positive", symbol="s")
        means = [sum(s * estimate for s, estimate, _ in part) / len(part) for part in parts]
        claimed = [part[0][0] * part[0][2] for part in parts]
        yield equal(means, claimed, name=f"step {t}: mean", symbol="E[s P^n g | F_t]")
