r"""Remark 3.3: gradients with bounded jets, the ABC condition with A = C = 0, and SGD without optimal sampling.

If ‖L_x g‖ ≤ B ‖g‖, plain points have E‖P^n g‖² ≤ β ‖g‖² with β = (n - 1)/n + d B²/n.
"""

import numpy as np

from checks.hypotheses import least_squares_loss
from checks.instances.finite_systems import MASSES, finite_systems, values
from checks.theory.finite import Finite, orthonormalised
from theorytest import at_most, claim, family

SIZES = family([1, 2, 3], "positive integers")


def plain(system):
    """The quasi-projection with points drawn from ρ."""
    return orthonormalised(Finite(system.rho, system.rho, system.phi))


def plain_systems():
    return {name: plain(system) for name, system in finite_systems().items()}


def _root(system):
    return np.repeat(np.sqrt(system.rho), len(system.projector) // len(system.rho))


GRADIENTS = {  # in coordinates of H
    "constant modulus": _root,
    "in T": lambda system: system.basis[0],
    "at one point": lambda system: np.eye(len(system.projector))[0],
    "uneven": lambda system: _root(system) * np.arange(1, len(system.projector) + 1),
}


def jet_bound(system, g):
    """The least B² with ‖L_x g‖² ≤ B² ‖g‖²."""
    jets = np.sum(g.reshape(len(system.rho), -1) ** 2, axis=1) / system.rho
    return np.max(jets) / (g @ g)


def printed(d, n, B2):
    """(n - 1)/n + d B²/n."""
    return (n - 1) / n + d * B2 / n


@claim(
    "x:rmk-importance-abc",
    says="If ‖L_x g‖ ≤ B‖g‖ and w = 1, the quasi-projection satisfies E‖Pⁿg‖² ≤ ((n − 1 + dB²)/n)‖g‖².",
    formula=r"\|L_xg\|_2 \le B\|g\| \implies \mathbb{E}\|P_t^ng\|^2 \le \beta\|g\|^2, \quad "
    r"\beta = \tfrac{n-1}{n} + \tfrac{d_tB^2}{n}",
    forall={"T": family(plain_systems, "spaces"), "g": family(GRADIENTS, "gradients"), "n": SIZES},
    reading="The ABC condition with A = C = 0 and a constant that we computed.",
    tight="attained by gradients of constant modulus in T, for scalar jets",
    premises=["x:rmk-importance-bounded-jets"],
    mutants={
        "B unsquared": {"beta": lambda d, n, B2: printed(d, n, np.sqrt(B2))},
        "a factor without d": {"beta": lambda d, n, B2: printed(1, n, B2) + 0 * d},
    },
)
def bounded_jets_give_abc(system, gradient, n, *, beta=printed):
    """Where M is a proper subspace ‖g‖ does not vanish at the minimiser, so that A = C = 0 gives no rate there."""
    g = gradient(system)
    bound = beta(system.dim, n, jet_bound(system, g)) * (g @ g)
    return at_most(g @ system.second_moment(n) @ g, bound, digits=10, symbol="E‖Pⁿg‖²")


@claim(
    "x:rmk-importance-abc/converges",
    says="For least squares over all functions on four points, plain points and the step 1/β contract the mean squared "
    "error by 1 − 1/β.",
    formula=r"\sup_e\tfrac{\mathbb{E}\|e_{t+1}\|^2}{\|e_t\|^2} \le 1-\tfrac1\beta \text{ for } s = \tfrac1\beta",
    forall={"n": SIZES},
    given=[least_squares_loss],
    reading="SGD can converge without optimal sampling: an instance, with β = (n − 1 + dB²)/n of x:rmk-importance-abc "
    "and B² = 1/min ρ.",
    mutants={"a quarter of the step": {"step": 0.25}, "twice as fast": {"gain": 2.0}},
)
def plain_points_converge(n, *, step=1.0, gain=1.0):
    system, beta = plain(Finite(MASSES, MASSES, values(*np.eye(4)))), printed(4, n, 1 / MASSES.min())
    A, S, s = system.mean(n), system.second_moment(n), step / beta
    factor = np.linalg.eigvalsh(np.eye(len(A)) - s * (A + A.T) + s**2 * S)[-1]
    return at_most(factor, 1 - gain / beta, digits=10, symbol="the factor")
