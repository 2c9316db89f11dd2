r"""Remark 3.3: gradients with bounded jets, the ABC condition with A = C = 0, and SGD without optimal sampling.

If ‖L_x g‖ ≤ B ‖g‖, plain points have E‖P^n g‖² ≤ β ‖g‖² with β = (n - 1)/n + d B²/n, so that for M = H and least
squares the step 1/β contracts the mean loss by 1 - 1/β.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from checks.instances.finite_systems import MASSES, Finite, finite_systems, orthonormalised, values
from checks.scaling import scaled
from theorytest import at_most, claim, equal
from theorytest.approximation.christoffel import Christoffel
from theorytest.approximation.measures import Gaussian
from theorytest.approximation.spaces import Space
from theorytest.approximation.systems import Hermite

SIZES = (1, 2, 3)


def plain(system):
    """The quasi-projection with points drawn from ρ."""
    return orthonormalised(Finite(system.rho, system.rho, system.phi))


def gradients(system):
    """In coordinates of H: constant modulus, one basis function, one point, and all at once."""
    size = len(system.projector)
    root = np.repeat(np.sqrt(system.rho), size // len(system.rho))
    return {"flat": root, "basis": system.basis[0], "peaked": np.eye(size)[0], "uneven": root * np.arange(1, size + 1)}


def jet_bound(system, g):
    """The least B² with ‖L_x g‖² ≤ B² ‖g‖²."""
    jets = np.sum(g.reshape(len(system.rho), -1) ** 2, axis=1) / system.rho
    return np.max(jets) / (g @ g)


def printed(d, n, B2):
    """(n - 1)/n + d B²/n."""
    return (n - 1) / n + d * B2 / n


def whole_space():
    """All functions on four points, where the jets of every g are bounded by B² = 1/min ρ."""
    return plain(Finite(MASSES, MASSES, values(*np.eye(4))))


def contraction(system, n, s):
    """The largest E‖e_{t+1}‖²/‖e_t‖² over all e."""
    A, S = system.mean(n), system.second_moment(n)
    return np.linalg.eigvalsh(np.eye(len(A)) - s * (A + A.T) + s**2 * S)[-1]


def gaussian_lines(n):
    """E‖P^n g‖² for the constant gradient g = 1 and T = span{1, x}: 1 + Var(mean of x_i), in rational numbers."""
    return 1 + Fraction(1, n)


@claim(
    "x:rmk-importance-abc",
    kind="inequality",
    says="Gradients whose jets are at most B times their norm satisfy the ABC condition with A = C = 0 under "
    "plain points, even where k is infinite; where M = H a step of 1/beta then contracts the mean loss by 1 - 1/beta.",
    formula=r"\|L_xg\|_2 \le B\|g\| \implies \mathbb{E}\|P_t^ng\|^2 \le \beta\|g\|^2, \quad "
    r"\beta = \tfrac{n-1}{n} + \tfrac{d_tB^2}{n}, \qquad "
    r"\sup_e\tfrac{\mathbb{E}\|e_{t+1}\|^2}{\|e_t\|^2} \le 1-\tfrac1\beta \text{ for } s = \tfrac1\beta",
    expected="computed",
    tight="attained where the jets have constant norm",
    premises=["x:rmk-importance-bounded-jets"],
    mutants={
        "beta x 0.9": {"beta": scaled(printed, 0.9)},
        "B unsquared": {"beta": lambda d, n, B2: printed(d, n, np.sqrt(B2))},
        "a factor without d": {"beta": lambda d, n, B2: printed(1, n, B2) + 0 * d},
    },
)
def bounded_jets_give_abc(*, beta=printed):
    """Attained for gradients of constant modulus in T and scalar jets.

    Where M is a proper subspace ‖g‖ does not vanish at the minimiser, so that A = C = 0 gives no rate there. For the
    constants in T = span{1, x}, Gaussian points, k is infinite and B = 1.
    """
    for name, each in finite_systems().items():
        system = plain(each)
        for word, g in gradients(system).items():
            for n in SIZES:
                bound = beta(system.dim, n, jet_bound(system, g)) * (g @ g)
                value, where = g @ system.second_moment(n) @ g, f"{name}, {word}, n = {n}"
                yield at_most(value, bound, name=where, digits=10, symbol="E|P^n g|^2")
    for n in SIZES:
        level = printed(4, n, 1 / MASSES.min())
        value = contraction(whole_space(), n, 1 / level)
        yield at_most(value, 1 - 1 / level, name=f"M = H, n = {n}", digits=10, symbol="the factor")
        value, claimed = float(gaussian_lines(n)), beta(2, n, 1.0)
        yield equal(value, claimed, name=f"Gaussian, n = {n}", digits=12, symbol="E|P^n g|^2")
    k = Christoffel(Space(Hermite(2), Gaussian())).k("constant").value
    yield equal(k, np.inf, name="Gaussian: k", digits=None, symbol="k")
