r"""Abstract: almost sure monotone convergence.

The loss of a path goes up with positive probability. Monotone are its mean with the noise to come added, and every path
where the noise vanishes at the minimiser and the steps are at most 2/k.

Least squares with the quasi-projection at optimal points in L²: u ↦ u - s P^n (u - u*).
"""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np

from checks.instances.spaces import FOUR_POINTS
from theorytest import at_least, at_most, claim, repair
from theorytest.approximation.enumeration import draws
from theorytest.approximation.estimators import QuasiProjection, project
from theorytest.approximation.sampling import Optimal, Plain
from theorytest.approximation.spaces import Space
from theorytest.approximation.stability import empirical_gramian
from theorytest.approximation.systems import Monomials

TARGET = np.array([1.0, -2.0, 0.5, 3.0])
HALF = Fraction(1, 2)


def monotone_probability(start, steps, target=(1, -1)):
    """P(the loss never goes up) for constants on two points of mass 1/2, one point a step, all paths."""
    mean, total = Fraction(sum(target), 2), Fraction(0)
    for path in itertools.product(target, repeat=len(steps)):
        u, falls = start, True
        for y, s in zip(path, steps, strict=True):
            new = u - s * (u - y)
            falls &= (new - mean) ** 2 <= (u - mean) ** 2
            u = new
        total += Fraction(falls, 2 ** len(steps))
    return total


@claim(
    "x:abs-monotone-as",
    kind="almost sure",
    says="The scheme converges monotonically almost surely: its loss goes up with probability zero.",
    formula=r"\mathbb{P}(\mathcal{L}(u_{t+1}) \le \mathcal{L}(u_t) \text{ for all } t) = 1",
    expected="refuted",
    gravity="wrong statement",
    premises=["x:abs-monotone-as/corrected"],
)
def losses_fall_as_printed(*, least=Fraction(1)):
    """Constants on two points, target ±1, u_1 = 1/2, s_t = 1/(2t): the first step goes up with probability 1/2.

    No path falls in each of its first three steps. The loss is quadratic, the class linear, Σ s_t = ∞ > Σ s_t².
    """
    for n_steps in (1, 2, 3, 4):
        value = monotone_probability(HALF, [HALF / t for t in range(1, n_steps + 1)])
        yield at_least(value, least, name=f"{n_steps} steps", symbol="P(the loss falls)")


def states(space):
    """The projected target, elements near it and far from it, as coefficients."""
    b, p = space.jets(FOUR_POINTS.points)[..., 0], FOUR_POINTS.weights
    best = b.T @ (p * TARGET)
    return b, p, [best, best + 1e-3, best + 1, best - 100 * np.eye(space.dim)[-1], 0 * best]


def mean_loss_after(estimator, b, p, c, s):
    """E L(u_{t+1}) over all samples from the iterate with coefficients c, values against the target."""
    every, points = draws(estimator.sampler, estimator.n_samples), FOUR_POINTS.points[:, 0]
    g = b @ c - TARGET
    steps = project(estimator, lambda x: g[np.searchsorted(points, x[..., 0])], every.points)
    after = (c - s * steps) @ b.T - TARGET
    return every.probability @ (after**2 @ p) / 2


@repair(
    "x:abs-monotone-as/corrected",
    "x:abs-monotone-as",
    kind="inequality",
    says="The mean loss, with the noise that is still to come added, never rises: with steps up to 2n/(n - 1 + d) "
    "it is a supermartingale, for every iterate.",
    formula=r"s_t \le \tfrac{2n}{n-1+d} \implies \mathbb{E}[\mathcal{L}(u_{t+1})\mid\mathcal{F}_t] \le "
    r"\mathcal{L}(u_t) + \tfrac{s_t^2}{2}\tfrac dn\|(I-P_t)g_t\|^2",
    expected="computed",
    tight="attained in one dimension with one point",
    mutants={
        "no noise to come": {"noise": lambda d, n: 0.0},  # noqa: ARG005 (a noise for any d and n)
        "two per cent less noise": {"noise": lambda d, n: 0.98 * d / n},
        "steps two per cent longer": {"longest": lambda d, n: 2.04 * n / (n - 1 + d)},
        "plain points": {"sampler": Plain},
    },
)
def compensated_loss_is_a_supermartingale(
    *, noise=lambda d, n: d / n, longest=lambda d, n: 2 * n / (n - 1 + d), sampler=Optimal
):
    """All samples from near and far; an equality at the minimiser for every step, and everywhere for the longest."""
    for d, n in itertools.product((1, 2, 3), (1, 2)):
        space = Space(Monomials(d), FOUR_POINTS)
        b, p, iterates = states(space)
        normal = p @ (b @ iterates[0] - TARGET) ** 2
        for s in (longest(d, n), longest(d, n) / 2, 0.1):
            before = np.array([p @ (b @ c - TARGET) ** 2 / 2 for c in iterates])
            estimator = QuasiProjection(sampler(space), n)
            after = np.array([mean_loss_after(estimator, b, p, c, s) for c in iterates])
            ratio, name = after / (before + s**2 / 2 * noise(d, n) * normal), f"dimension {d}, n = {n}, s = {s:.3g}"
            yield at_most(ratio, 1.0, name=name, digits=10, symbol="mean loss / bound")


@repair(
    "x:abs-monotone-as/every-path",
    "x:abs-monotone-as",
    label="x:abs-monotone-as",
    kind="inequality",
    says="For a target in the linear class and steps up to 2/k every path is monotone; longer steps are not.",
    formula=r"u^* \in \mathcal{M} = \mathcal{T},\ s_t \le \tfrac{2}{k} \implies \|u_{t+1}-u^*\| \le \|u_t-u^*\|",
    expected="computed",
    tight="attained at the step 2/k",
    mutants={"longest x 1.1": {"longest": lambda k: 1.1 * (2 / k)}, "plain points": {"sampler": Plain}},
)
def paths_fall_without_noise(*, longest=lambda k: 2 / k, sampler=Optimal):
    """e ↦ (I - s Ĝ) e with 0 ≤ Ĝ ≤ k: attained by samples that repeat one point."""
    for d, n in itertools.product((1, 2, 3), (1, 2, 3)):
        space = Space(Monomials(d), FOUR_POINTS)
        G = empirical_gramian(sampler(space), draws(sampler(space), n).points)
        growth = np.linalg.norm(np.eye(d) - longest(d) * G, ord=2, axis=(-2, -1))
        yield at_most(growth, 1.0, name=f"dimension {d}, n = {n}", digits=10, symbol="the growth")
