"""Step rules against the sums they are named after."""

import numpy as np
import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from theorytest.descent.steps import (
    Constant,
    Mixed,
    Power,
    Steps,
    in_l1,
    in_l2,
    optimal,
    parse,
    satisfies_robbins_monro,
)

POSITIVE = st.floats(1e-3, 1e3)


@given(c=POSITIVE, a=st.floats(0, 3), t=st.integers(1, 10**6))
def test_each_rule_by_its_formula(c, a, t):
    assert Constant(c)(t) == c
    assert float(Power(c, a)(t)) == pytest.approx(c / t**a)
    assert float(Mixed(0.5, Power(c, a), 100)(t)) == pytest.approx(0.5 if t <= 100 else c / t**a)


@pytest.mark.parametrize("rule", [Constant(0.3), Power(2, 0.9), Mixed(0.5, Power(2, 0.9), 3)])
def test_many_times_at_once_are_as_many_single_ones(rule):
    assert isinstance(rule, Steps)
    t = np.arange(1, 9)
    np.testing.assert_array_equal(rule(t), [float(rule(k)) for k in t])


@pytest.mark.parametrize("a", ["0", "1/4", "1/2", "51/100", "3/4", "1", "101/100", "3/2"])
def test_summability_as_sympy_decides_it(a):
    k, a = sp.Symbol("k", positive=True, integer=True), sp.Rational(a)
    sums = [bool(sp.Sum(k ** (-p * a), (k, 1, sp.oo)).is_convergent()) for p in (1, 2)]
    for rule in (Power(2.0, float(a)), Mixed(0.5, Power(2.0, float(a)), 22)):
        assert [in_l1(rule), in_l2(rule)] == sums
        assert satisfies_robbins_monro(rule) == (sums == [False, True])


def test_a_constant_step_is_not_summable():
    assert not in_l1(Constant(1e-9))
    assert not in_l2(Constant(1e-9))


@given(c_bias1=st.floats(0.1, 2), c_var1=st.floats(0.1, 50), L=st.floats(0.1, 5), C_R=st.floats(0, 3))
def test_the_optimal_step_maximises_sigma(c_bias1, c_var1, L, C_R):
    best = optimal(c_bias1, c_var1, L, C_R).step

    def sigma(s):
        return c_bias1 * s - s**2 * (L + C_R) / 2 * c_var1

    assert all(sigma(best) >= sigma(best * factor) for factor in (0.5, 0.99, 1.01, 2))
    assert sigma(best) == pytest.approx(c_bias1**2 / (2 * (L + C_R) * c_var1))


@pytest.mark.parametrize(
    ("word", "rule"),
    [
        ("constant:1/9", Constant(1 / 9)),
        ("constant:0.25", Constant(0.25)),
        ("constant: 1e-2", Constant(0.01)),
        ("power:2/9,0.9", Power(2 / 9, 0.9)),
        ("power:1,0", Power(1.0, 0.0)),
        ("mixed:1/3,2/3,0.9,22", Mixed(1 / 3, Power(2 / 3, 0.9), 22)),
        ("optimal", Constant(0.2)),
        ("optimal-root", Power(0.2, 0.5)),
    ],
)
def test_rules_by_name(word, rule):
    assert parse(word, best=0.2) == rule


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("", "--step must be constant:S"),
        ("constant", "--step must be constant:S"),
        ("constant:", "--step must be constant:S"),
        ("constant:1,2", "--step must be constant:S"),
        ("power:1", "--step must be constant:S"),
        ("mixed:1,2,3", "--step must be constant:S"),
        ("optimal:1", "--step must be constant:S"),
        ("Constant:1", "--step must be constant:S"),
        ("linear:1", "--step must be constant:S"),
        ("constant:one", "'one' is no number such as 0.9 or 2/9"),
        ("constant:1/0", "'1/0' is no number such as 0.9 or 2/9"),
        ("constant:1/2/3", "'1/2/3' is no number"),
        ("constant:nan", "'nan' is no number"),
        ("constant:inf", "'inf' is no number"),
        ("constant:1e400", "'1e400' is no number"),
        ("constant:1e999999999", "'1e999999999' is no number"),
        ("power:1,", "'' is no number"),
        ("constant:0", "step must be greater than 0, got 0.0"),
        ("constant:-1/3", "step must be greater than 0"),
        ("power:0,1", "c must be greater than 0"),
        ("power:1,-1", "exponent must be at least 0, got -1.0: steps must not grow"),
        ("mixed:1,1,1,2.5", "T must be an integer of at least 1, got 2.5"),
        ("mixed:1,1,1,0", "T must be an integer of at least 1, got 0"),
        ("optimal", "Table 2 has no finite c_var1 for this estimator"),
        ("optimal-root", "Table 2 has no finite c_var1 for this estimator"),
    ],
)
def test_what_is_no_rule_is_refused_in_a_sentence(word, sentence):
    with pytest.raises(ValueError, match=r"step|exponent|c must") as caught:
        parse(word)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "make",
    [lambda: Mixed(1.0, 0.5, 3), lambda: Mixed(1.0, Constant(1.0), 0), lambda: Mixed(1.0, Constant(1.0), 10**400)],
)
def test_a_mixed_rule_needs_a_rule_and_a_time(make):
    with pytest.raises(ValueError, match=r"then must be a step rule|t_max must be"):
        make()


@pytest.mark.parametrize("t", [0, [1, 0], 0.5, np.nan, [1, np.inf]])
def test_steps_are_numbered_from_one(t):
    with pytest.raises(ValueError, match="t must"):
        Power(1.0, 1.0)(t)


def test_a_mixed_rule_changes_after_its_last_time():
    np.testing.assert_allclose(Mixed(1.0, Power(0.5, 1.0), 3)(np.array([1.0, 3.0, 4.0])), [1.0, 1.0, 0.125])
