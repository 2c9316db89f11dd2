r"""Theorem 4.2 [thm:convergence_in_expectation]: E[X_{T+1} | F_1] ≤ (∏_{t ≤ T} a_t) X_1 + ξ̄_T, by exact moments."""

from __future__ import annotations

from fractions import Fraction

from checks.instances.trees import (
    accumulated,
    factor,
    instances,
    mean,
    product,
    sigma,
    smallest_xi,
    trees,
    two_curvatures,
)
from theorytest import at_least, at_most, claim, equal

F = Fraction
HORIZONS = (1, 2, 4)


def as_printed(rule, t, state, k):  # noqa: ARG001
    """s_t is known at the start."""
    return rule(t)


def adaptive(rule, t, state, k):  # noqa: ARG001
    """A hundredth of the step where the state is large: known at time t, not at the start."""
    size = state if isinstance(state, Fraction) else 0
    return rule(t) / (100 if t > 1 and size > F(1, 2) else 1)


def long_steps():
    """σ_1 < 0 and a_1 > 1: the gap of the steep direction grows by 9 where a_1 = 3."""
    return {"a_1 > 1": two_curvatures(((F(1), (1, 1)),), ((F(0), F(1)),), (lambda _: F(1),))}


@claim(
    "thm:convergence_in_expectation",
    also=[
        "x:display-thm4.2-sigma-a",
        "x:display-thm4.2-xi",
        "x:display-thm4.2-bound",
        "x:thm4.2-xibar-recursion",
    ],
    kind="inequality",
    says="Given the start, the expected gap after T steps is at most the product of the factors times the first "
    "gap plus the accumulated perturbation; with equality for saturated retractions and variances.",
    formula=r"\mathbb{E}[\mathcal{L}(u_{T+1})-\mathcal{L}_{\min,\mathcal{M}}\mid\mathcal{F}_1] \le "
    r"\Bigl(\prod_{t=1}^T a_t\Bigr)(\mathcal{L}(u_1)-\mathcal{L}_{\min,\mathcal{M}}) + \bar\xi_T, \quad "
    r"\bar\xi_{t+1} = \xi_{t+1}+a_{t+1}\bar\xi_t",
    expected="computed",
    tight="attained on lines with saturated retraction and variance",
    premises=["eq:C-retraction/corrected", "eq:mu-PL_strong/corrected", "eq:bbv"],
    mutants={
        "a factor less": {"together": lambda a: product(a[:-1])},
        "the last factor twice": {"together": lambda a: product(a) * a[-1]},
        "nothing contracts the perturbations": {"collect": lambda a, xi: accumulated([1] * len(a), xi)},
        "a_t for a_{t+1}": {"collect": lambda a, xi: accumulated([1, *a[:-1]], xi)},
        "the retraction forgotten": {
            "contraction": lambda i, s: 1 - 2 * i.lam * (i.c_bias1 * s - s**2 * i.L * i.c_var1 / 2)
        },
        "c_bias1 = 1": {"contraction": lambda i, s: factor(i, s) - 2 * i.lam * s * (1 - i.c_bias1)},
        "lambda for 2 lambda": {"contraction": lambda i, s: 1 - i.lam * sigma(i, s)},
        "two per cent more descent": {"contraction": lambda i, s: 1 - 2 * i.lam * sigma(i, s) * F(51, 50)},
        "steps that know the state": {"look": adaptive},
        "steps with a_t > 1": {"more": long_steps},
    },
)
def expected_gap_is_bounded(*, together=product, collect=accumulated, contraction=factor, look=as_printed, more=dict):
    """All paths of the finite instances, in fractions where these are rational; u_1 is random, with its own steps.

    β in ℓ¹ is not used. F_1-measurable steps and a_t < 1 are: with steps that know u_t the mean of the product is too
    small, and for σ_t < 0 the growth is governed by L + C_R instead of λ.
    """
    yield at_least(_margins(), 0.001, name="premise", digits=None, symbol="min(a_t, 1 - a_t)")
    for name, instance in {**instances(), **more()}.items():
        for T in HORIZONS:
            values, bounds = [], []
            for root in trees(instance, T, look, contraction):
                xi = smallest_xi(instance, root)
                values.append(mean(root, lambda leaf, i=instance: i.gap(leaf.state)))
                first = instance.gap(root.state)
                bounds.append(
                    mean(root, lambda leaf, x=xi, X=first: together(leaf.factors) * X + collect(leaf.factors, x))
                )
            rule = equal if instance.attained else at_most
            yield rule(values, bounds, name=f"{name}, T = {T}", digits=instance.digits, symbol="E X_{T+1}")


def _margins():
    """How far the factors of all instances stay away from 0 and 1."""
    factors = [factor(each, rule(t)) for each in instances().values() for rule in each.steps for t in range(1, 5)]
    return [min(float(a), 1 - float(a)) for a in factors]
