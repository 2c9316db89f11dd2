"""The cases of a claim are all choices of instances that its hypotheses admit, and no others."""

import pytest

from theorytest import Hypothesis, Instance, family, finite
from theorytest.claims.cases import cases, parameters, wants_run
from theorytest.claims.mutants import ClaimError


def check(d, n, *, bound=1):
    return d, n, bound


FORALL = {"d": finite([1, 2, 3]), "n": family([1, 4], "positive integers")}
ENOUGH = Hypothesis("n ≥ d", lambda d, n: n >= d)


def test_the_product_is_tried_in_order():
    every = cases(check, FORALL, [])
    assert [case.values for case in every.tried] == [(1, 1), (1, 4), (2, 1), (2, 4), (3, 1), (3, 4)]
    assert every.tried[1].name == "d = 1, n = 4"
    assert every.left_out == ()


def test_only_hypotheses_leave_cases_out():
    every = cases(check, FORALL, [ENOUGH])
    assert [case.values for case in every.tried] == [(1, 1), (1, 4), (2, 4), (3, 4)]
    assert [case.values for case in every.left_out] == [(2, 1), (3, 1)]


def test_a_hypothesis_about_something_else_is_stated_and_leaves_nothing_out():
    assert (
        len(cases(check, FORALL, [Hypothesis("M is closed"), Hypothesis("k < 7", lambda k: k < 7).stated]).tried) == 6
    )


def test_no_case_at_all_is_no_pass():
    with pytest.raises(ClaimError, match="no instance satisfies 'd > 3'"):
        cases(check, FORALL, [Hypothesis("d > 3", lambda d: d > 3)])


@pytest.mark.parametrize("none", [[], {}, ()])
def test_a_domain_without_instances_is_refused_where_it_is_written(none):
    with pytest.raises(ClaimError, match="a family domain needs one instance at least"):
        family(none)


def test_instances_keep_their_names():
    named = {"line": 1, "plane": Instance("the plane", 2, "R² with the Euclidean norm")}
    made = family(named).make()
    assert [each.name for each in made] == ["line", "the plane"]


def test_instances_are_made_when_they_are_needed():
    calls = []
    domain = family(lambda: calls.append(1) or [1])
    assert calls == []
    assert [each.value for each in domain.make()] == [1]


def test_a_check_may_ask_for_the_run():
    def drawing(run, d):
        return run, d

    assert wants_run(drawing)
    assert parameters(drawing) == ("d",)
    assert not wants_run(check)
