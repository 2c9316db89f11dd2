"""Draws that a regression gate asks for: as many as show a drift, whatever the verdict needed."""

import numpy as np
import pytest
from scipy.special import ndtri

from theorytest.decisions.gauges import SHARE, Gauge, detectable
from theorytest.decisions.means import mean_at_most
from theorytest.decisions.probability import probability_at_most
from theorytest.decisions.sequential import Plan


def test_a_gauge_holds_the_moments_of_all_draws():
    draws = 1e6 + np.random.default_rng(0).exponential(size=1000)
    gauge = Gauge().update(draws[:300]).update(draws[300:])
    centred = draws - draws.mean()
    assert gauge.mean == pytest.approx(draws.mean())
    assert gauge.moments == pytest.approx((np.mean(centred**2), np.mean(centred**4)))
    assert gauge.statistics()["gate_variance"] == pytest.approx(draws.var(ddof=1))


def test_the_planned_draws_show_the_drift_with_probability_099(at_least):
    """Two means of n Gaussians of mean 1 and deviation 1, three per cent apart."""
    n = round((detectable((1.0, 1.0), (1, 1), 1.0) / 0.03) ** 2)
    rng = np.random.default_rng(1)
    apart = 0.03 + np.sqrt(2 / n) * rng.standard_normal(20_000)
    seen = int(np.sum(apart / np.sqrt(2 / n) > -ndtri(SHARE / 2)))
    assert at_least(seen, 20_000, 0.989)
    assert not at_least(seen, 20_000, 0.995)  # and no more than that


@pytest.mark.parametrize(
    ("rule", "draw", "options"),
    [
        (mean_at_most, lambda rng, n: rng.exponential(size=n), {"bound": 3.0, "variance": 1.0}),
        (probability_at_most, lambda rng, n: rng.random(n) < 0.5, {"bound": 0.9}),
    ],
)
def test_draws_go_on_after_the_verdict(generators, rule, draw, options):
    """A loose bound is confirmed at once; the gate wants more, and gets no more than is allowed."""
    quick = rule(draw, generators(), Plan(0.01, 0.1, 200_000), **options)
    gauged = rule(draw, generators(), Plan(0.01, 0.1, 200_000, drift=0.05), **options)
    short = rule(draw, generators(), Plan(0.01, 0.1, 1000, drift=0.05), **options)
    assert (gauged.verdict, gauged.draws, gauged.sentence) == (quick.verdict, quick.draws, quick.sentence)
    assert 10_000 < gauged.statistics["gate_n"] < 200_000
    assert short.statistics["gate_n"] == 1000
    assert "gate_n" not in quick.statistics
