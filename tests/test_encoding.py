"""Evidence becomes strict JSON without losing a bit."""

import json
from decimal import Decimal
from fractions import Fraction

import mpmath
import numpy as np
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from theorytest import Verdict
from theorytest.encoding import dumps, pack, plain, unpack


@given(st.floats())
def test_every_float_is_strict_json(value):
    back = json.loads(dumps(plain(value)), parse_constant=pytest.fail)
    assert float(back) == value or value != value


@given(st.text(st.characters(codec=None, exclude_categories=())))
def test_every_text_can_be_written_and_read(value):
    assert json.loads(dumps(plain(value)).encode()) == value


@given(arrays(np.float64, array_shapes(min_dims=0, min_side=0)))
def test_a_curve_survives_bit_by_bit(curve):
    back = unpack(json.loads(dumps(pack(curve))))
    assert back.shape == curve.shape
    assert back.tobytes() == curve.tobytes()


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (np.float64(0.1), 0.1),
        (np.int64(3), 3),
        (np.bool_(True), True),
        (np.array([[1.0, np.inf]]), [[1.0, "Infinity"]]),
        (Fraction(1, 3), "1/3"),
        (Decimal("0.10"), "0.10"),
        (mpmath.mpf("0.5"), "0.5"),
        (sympy.Rational(2, 3), "2/3"),
        (1 - 2j, {"re": 1.0, "im": -2.0}),
        ({1: (True, None)}, {"1": [True, None]}),
        (Verdict.EXACT, "exact"),
    ],
)
def test_numbers_of_all_kinds_become_plain(value, expected):
    assert plain(value) == expected
    assert type(plain(value)) is type(expected)


def test_what_has_no_plain_form_is_refused():
    with pytest.raises(TypeError, match="evidence cannot hold a function"):
        plain({"witness": lambda: None})
