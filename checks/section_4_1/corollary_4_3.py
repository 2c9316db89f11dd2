r"""Corollary 4.3 [x:cor-markov]: what Markov's inequality makes of Theorem 4.2, on trees of all paths."""

from __future__ import annotations

from fractions import Fraction
from math import prod

from checks.instances.trees import (
    Instance,
    accumulated,
    instances,
    leaves,
    line,
    mean,
    smallest_xi,
    trees,
    two_points,
)
from theorytest import at_least, at_most, claim, repair

F = Fraction
T = 3


def lucky():
    """Q is 0 or 1/s with equal probability: the gap stays or vanishes, as on two cells with one point."""
    return line(((F(1, 2), F(0)), (F(1, 2), F(4))), 0, lambda _: 0, (F(1),), (lambda _: F(1, 4),))


def bound(instance: Instance, root):
    """(∏ a_t) X_1 + ξ̄_T."""
    factors = leaves(root)[0].factors
    return prod(factors) * instance.gap(root.state) + accumulated(factors, smallest_xi(instance, root))


def markov(upper, threshold):
    """P(X ≥ K) ≤ bound / K."""
    return upper / threshold


@claim(
    "x:cor-markov",
    kind="inequality",
    says="By Markov's inequality the gap after T steps exceeds K with probability at most the bound over K.",
    formula=r"\mathbb{P}[\mathcal{L}(u_{T+1})-\mathcal{L}_{\min,\mathcal{M}} \ge K\mid\mathcal{F}_1] \le "
    r"\frac1K\Bigl(\prod_{t=1}^Ta_t\,X_1+\bar\xi_T\Bigr)",
    expected="computed",
    tight="attained where the gap stays or vanishes",
    premises=["thm:convergence_in_expectation"],
    mutants={
        "Chebyshev's square": {"tail": lambda upper, threshold: (upper / threshold) ** 2},
        "two per cent less": {"tail": lambda upper, threshold: F(49, 50) * upper / threshold},
    },
)
def tail_is_bounded(*, tail=markov):
    """At every value that the gap can take, in every instance; attained where the gap stays or vanishes."""
    for name, instance in {"gap stays or vanishes": lucky(), **instances()}.items():
        for number, root in enumerate(trees(instance, 1 if name.startswith("gap") else T)):
            values = sorted({instance.gap(leaf.state) for leaf in leaves(root)} - {0})
            found = [mean(root, lambda leaf, K=K, i=instance: int(i.gap(leaf.state) >= K)) for K in values]
            upper = [tail(bound(instance, root), K) for K in values]
            where = f"{name}, start {number}"
            yield at_most(found, upper, name=where, digits=instance.digits, symbol="P(X ≥ K)")


def descends(instance, root):
    """P(L(u_{T+1}) < L(u_1) | F_1)."""
    first = instance.gap(root.state)
    return mean(root, lambda leaf: int(instance.gap(leaf.state) < first))


def near_the_minimum():
    """Two points, h = 1, s = 1/2, from x = 1/4: both draws lead farther away."""
    return two_points(F(1), starts=(F(1, 4),), steps=(lambda _: F(1, 2),))


@claim(
    "x:cor-markov/descent",
    kind="remark",
    says="Read as descent below the first loss whenever Theorem 4.2 applies: it has a positive probability, the "
    "least that a high one can mean.",
    formula=r"\mathbb{P}[\mathcal{L}(u_{T+1}) < \mathcal{L}(u_1)\mid\mathcal{F}_1] > 0",
    expected="refuted",
    gravity="misprint",
    premises=["thm:convergence_in_expectation"],
)
def loss_descends_as_printed(*, least=F(1, 10**9)):  # noqa: B008
    """Constants on two points refute it: near the minimiser every draw of the complement raises the loss, P = 0.

    Read as a small gap with high probability it is true: `x:cor-markov`.
    """
    for name, instance in {"near the minimum": near_the_minimum(), **instances()}.items():
        for number, root in enumerate(trees(instance, 1 if name.startswith("near") else T)):
            where = f"{name}, start {number}"
            yield at_least(descends(instance, root), least, name=where, digits=None, symbol="P")


def guarantee(product, share):
    """1 - ∏ a_t - ξ̄_T / X_1."""
    return 1 - product - share


@repair(
    "x:cor-markov/descent-corrected",
    "x:cor-markov/descent",
    kind="inequality",
    says="The loss descends with probability at least one minus the product of the factors minus the accumulated "
    "perturbation over the first gap: high only while the gap is large against the perturbation.",
    formula=r"\mathbb{P}[\mathcal{L}(u_{T+1}) < \mathcal{L}(u_1)\mid\mathcal{F}_1] \ge "
    r"1-\prod_{t=1}^Ta_t-\frac{\bar\xi_T}{\mathcal{L}(u_1)-\mathcal{L}_{\min,\mathcal{M}}}",
    expected="computed",
    tight="attained where the gap stays or vanishes",
    premises=["x:cor-markov"],
    mutants={
        "no perturbation": {"least": lambda product, _: 1 - product},
        "a smaller product": {"least": lambda product, share: 1 - F(49, 50) * product - share},
    },
)
def loss_descends_with_a_probability(*, least=guarantee):
    """Attained where the gap stays or vanishes."""
    special = {"near the minimum": near_the_minimum(), "gap stays or vanishes": lucky()}
    for name, instance in {**special, **instances()}.items():
        for number, root in enumerate(trees(instance, 1 if name in special else T)):
            product, first = prod(leaves(root)[0].factors), instance.gap(root.state)
            lower = least(product, (bound(instance, root) - product * first) / first)
            where = f"{name}, start {number}"
            yield at_least(descends(instance, root), lower, name=where, digits=instance.digits)
