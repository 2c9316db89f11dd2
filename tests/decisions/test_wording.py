"""How numbers read."""

import math

import pytest

from theorytest.decisions.wording import budget, measured


@pytest.mark.parametrize(
    ("ends", "text"),
    [
        ((0.0316, 0.0314, 0.0318), "E X = 0.03160 ± 0.00020"),
        ((1.0, 0.9, 1.3), "E X = 1.00 in [0.90, 1.30]"),
        ((1.0, 0.9, math.inf), "E X = 1 (at least 0.9)"),
        ((1.0, -math.inf, 1.2), "E X = 1 (at most 1.2)"),
        ((1.0, -math.inf, math.inf), "E X = 1 (no interval)"),
        ((0.5, 0.5, 0.5), "E X = 0.5"),
        ((1e20, 0.99e20, 1.01e20), "E X = 1e+20 ± 1e+18"),
        ((1234.0, 1134.0, 1334.0), "E X = 1234 ± 100"),
    ],
)
def test_measurements(ends, text):
    assert measured("E X", *ends) == text


def test_budgets():
    assert budget(20_000, 1e-6) == "20,000 draws, error rate 1e-06"
