"""Catoni's sequences keep their level with two moments only."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from theorytest.decisions.catoni import catoni_evidence, lambdas_for, variance_bound
from theorytest.decisions.intervals import interval
from theorytest.decisions.sequential import Plan


@given(st.floats(-50, 50))
def test_the_influence_keeps_the_supermartingale(x):
    """exp(±φ(x)) ≤ 1 ± x + x²/2, the inequality that the evidence rests on."""
    evidence = catoni_evidence(np.array([x]), variance=0.0, lambdas=np.array([1.0]))
    for side in (+1, -1):
        assert math.exp(evidence(0.0, side)) <= (1 + side * x + x * x / 2) * (1 + 1e-12)


def test_intervals_cover_with_nothing_but_a_variance(generators, at_most):
    """Student's t with 2.5 degrees of freedom: variance 5, no third moment. Two-sided level 0.05."""
    plan, misses, repetitions = Plan(0.05, 0.1, 500, first_batch=500), 0, 300
    for r in range(repetitions):
        x = generators(r)(0).standard_t(2.5, 500)
        evidence = catoni_evidence(x, variance=5.0, lambdas=lambdas_for(plan, 5.0))
        low, high = interval(evidence, centre=x.mean(), step=0.1, alphas=(0.025, 0.025))
        misses += not low <= 0 <= high
        assert high - low < 1.2
    assert at_most(misses, repetitions, 0.05)


@pytest.mark.parametrize(("law", "kurtosis"), [("normal", 3.0), ("exponential", 9.0)])
def test_variance_bound_covers(generators, at_most, law, kurtosis):
    samples = [getattr(generators(r)(0), law)(size=400) for r in range(1000)]
    misses = sum(variance_bound(x, kurtosis=kurtosis, alpha=0.01) < 1 for x in samples)
    assert at_most(misses, len(samples), 0.01)


def test_too_few_draws_bound_no_variance():
    assert variance_bound(np.arange(10.0), kurtosis=20.0, alpha=0.01) == math.inf
    assert variance_bound(np.ones(1), kurtosis=3.0, alpha=0.01) == math.inf
