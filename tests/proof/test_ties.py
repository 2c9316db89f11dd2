"""A certificate of another sentence is refused, or the verdict says that the statement is written by hand."""

import math
from fractions import Fraction

import pytest
from kept_certificates import keep_certificates_in

from theorytest import Hypothesis, at_least, at_most, claim, equal, family, symbol
from theorytest import positive as within
from theorytest.claims.mutants import ClaimError
from theorytest.decisions.decision import Verdict
from theorytest.proof import (
    as_checked,
    compared,
    nonnegative,
    number,
    positive,
    real,
    square,
    squared,
    statement,
    use,
    vector,
)
from theorytest.proof.certificates import CertificateError, certified, write_certificate
from theorytest.proof.finder import find
from theorytest.proof.stating import statement_of, unstated
from theorytest.proof.ties import CHECK, HAND, tie
from theorytest.runs.budget import Setting
from theorytest.runs.results import judge

F = Fraction
NUMBERS = family([1, 2, F(5, 2)], "real numbers")
WRONG = {"the other sign": {"sign": -1}}


def claimed(proof, mutants=WRONG, forall=None):
    """x² ≥ x for all real x, which is false, tried where it is true."""

    @claim("lem:x", says="x² ≥ x", forall=forall or {"x": NUMBERS}, proof=proof, mutants=mutants)
    def check(x, *, sign=1):
        return at_least(sign * x**2, x)

    return check.__claims__[0]


def tied(made):
    found = find(statement_of(made))
    return tie(made, statement_of(made), found["proof"])


def test_a_statement_about_something_else_needs_an_ingredient():
    with pytest.raises(ClaimError, match="no deliberate error of the claim changes the statement"):
        tied(claimed(lambda: statement(at_least(real("y") ** 2, 0))))
    with pytest.raises(ClaimError, match="no deliberate error"):
        tied(claimed(lambda *, sign=1: statement(at_least(sign * real("y") ** 2, 0)), mutants={}))


def test_an_ingredient_that_only_decorates_is_seen():
    with pytest.raises(ClaimError, match="also proves the deliberate error 'the other sign'"):
        tied(claimed(lambda *, sign=1: statement(at_least(real("y") ** 2, 0 * sign))))


def test_quantifiers_are_compared_at_the_instances():
    with pytest.raises(ClaimError, match="at x = 1 the check compares other sides than the statement"):
        tied(claimed(lambda *, sign=1: statement(at_least(sign * real("x") ** 2, 0))))
    small = {"x is small": at_most(real("x"), 1), "x ≥ 0": at_least(real("x"), 0)}

    def other_direction(*, sign=1):
        x = real("x")
        return statement(at_most(x**2 * sign, x), given=small, by=[{"of": [{"given": each} for each in small]}])

    with pytest.raises(ClaimError, match="assumes more than holds at x = 2"):
        tied(claimed(other_direction))


def test_what_agrees_at_the_instances_says_so():
    @claim(
        "lem:b", says="(x + 1)² ≥ 4x", forall={"x": NUMBERS}, proof=lambda *, c=4: squares(c), mutants={"5": {"c": 5}}
    )
    def check(x, *, c=4):
        return at_least((x + 1) ** 2, c * x)

    def squares(c):
        x = real("x")
        return statement(at_least(x**2 + 2 * x + 1, c * x), by=[squared(x - 1)])

    assert tied(check.__claims__[0]) == "compared with the check at 3 instances"


def test_another_name_is_written_by_hand():
    made = claimed(lambda *, sign=1: statement(at_least(sign * real("y") ** 2, 0)))
    assert tied(made) == HAND


def test_the_check_on_symbols_of_its_own():
    a, b = positive("a b")

    @claim(
        "lem:means",
        says="4ab ≤ (a + b)²",
        forall={"a, b": family([(1, 2)], "positive numbers")},
        proof=as_checked((a, b), by=[squared(a - b)]),
        mutants={"5": {"c": 5}},
    )
    def check(pair, *, c=4):
        return at_most(c * pair[0] * pair[1], (pair[0] + pair[1]) ** 2)

    assert tied(check.__claims__[0]) == f"{CHECK}, compared with the check at 1 instance"
    assert statement_of(check.__claims__[0]).tree["claim"][0][0] == "≤"


def verdict(made, monkeypatch, tmp_path):
    keep_certificates_in(tmp_path, monkeypatch)
    write_certificate(made, find(statement_of(made)))
    return judge(made, None, 1e-3, Setting())


def test_a_statement_by_hand_does_not_count(monkeypatch, tmp_path):
    """The new user's pack: the line names what was proved, and that nothing compares it with the check."""
    made = claimed(lambda *, sign=1: statement(at_least(sign * real("y") ** 2, 0)))
    found = verdict(made, monkeypatch, tmp_path)
    assert found.verdict is Verdict.CORROBORATED
    assert "a certificate proves y² ≥ 0 (statement written by hand), which does not count: nothing" in found.sentence
    refused = verdict(claimed(lambda *, sign=1: statement(at_least(sign * real("x") ** 2, 0))), monkeypatch, tmp_path)
    assert refused.verdict is Verdict.UNDECIDED
    assert "compares other sides" in refused.sentence


def test_a_statement_of_the_check_is_plainly_proved():
    c = nonnegative("c")

    @claim(
        "lem:c", says="(1 + c)² ≥ 1 + 2c", forall={"c": symbol("c ≥ 0")}, proof=as_checked(), mutants={"3": {"k": 3}}
    )
    def check(*, k=2):
        return at_least((1 + c) ** 2, 1 + k * c)

    made = check.__claims__[0]
    assert tied(made) == CHECK
    assert not made.by_hand


def sentence(proof, forall):
    """4ab ≤ (a + b)² for positive a and b."""

    @claim("lem:means", says="4ab ≤ (a + b)²", forall=forall, proof=proof, mutants={"5": {"c": 5}})
    def check(pair, *, c=4):
        return at_most(c * pair[0] * pair[1], (pair[0] + pair[1]) ** 2)

    return check.__claims__[0]


def beside(first, second, *, c=4):
    return statement(at_most(c * first * second, (first + second) ** 2), by=[squared(first - second)])


A, B, Y, Z = positive("a b y z")
EVERY_TIE = {
    "made by the check": as_checked((A, B), by=[squared(A - B)]),
    "compared with the check": compared(lambda *, c=4: beside(A, B, c=c), lambda pair: {A: pair[0], B: pair[1]}),
    "compared by its quantifiers": lambda *, c=4: beside(A, B, c=c),
    "written by hand": lambda *, c=4: beside(Y, Z, c=c),
}


@pytest.mark.parametrize("kind", EVERY_TIE)
def test_a_certificate_of_another_sentence_is_refused(kind, monkeypatch, tmp_path):
    """Whatever ties the statement: a true theorem with its proof is not a proof of this one."""
    keep_certificates_in(tmp_path, monkeypatch)
    made = sentence(EVERY_TIE[kind], {"a, b": family([(1, 2), (2, 5)], "pairs of positive numbers")})
    write_certificate(made, find(statement_of(made)))
    assert certified(made).tie
    for other in (beside(A, B, c=3), beside(A, B, c=F(39, 10)), statement(at_least(A**2, 0)), beside(A, A)):
        write_certificate(made, find(other))
        with pytest.raises(CertificateError, match="proves another statement than the claim makes"):
            certified(made)


def test_vectors_are_not_compared_with_instances():
    u = vector("u")

    @claim("lem:u", says="‖u‖² = ‖u‖²", forall={"u": NUMBERS}, proof=lambda *, c=1: same(c), mutants={"2": {"c": 2}})
    def check(x, *, c=1):
        return equal(x * x, c * x * x)

    def same(c):
        return statement(equal(square(u), c * square(u)))

    assert tied(check.__claims__[0]) == HAND


def test_a_hypothesis_without_a_name_of_its_own_is_not_stated():
    x = real("x")

    def assuming(name):
        made = claimed(lambda *, sign=1: statement(at_least(sign * x**2, x), given={name: at_least(x, 1)}))
        return unstated(made, statement_of(made))

    assert assuming("") == [""]
    assert assuming(": anything") == [": anything"]
    assert assuming("numb") == ["numb"]
    assert assuming("real numbers") == []


def test_conditions_on_symbols_stand_in_the_verdict(monkeypatch, tmp_path):
    y = number("y", "≥1")
    made = claimed(lambda *, sign=1: statement(at_least(sign * y**2, y)))
    assert "proves for y ≥ 1: y² ≥ y (statement written by" in verdict(made, monkeypatch, tmp_path).sentence


def test_a_check_that_asks_for_types_does_not_make_its_own_statement():
    @claim("lem:x", says="⌊a⌋ = a", forall={"a": family([1, 2, 3], "real numbers")}, proof=as_checked(real("a")))
    def check(a, *, factor=1):
        return equal(factor * (math.floor(a) if isinstance(a, (int, F)) else a), a)

    with pytest.raises(ClaimError, match=r"at a = .* the check compares other sides than the statement"):
        tied(check.__claims__[0])


def test_a_hypothesis_is_compared_beside_whole_instances_too():
    a, positive_a = real("a"), Hypothesis("a is positive", lambda a: a > 0, "a > 0")

    @claim(
        "lem:x",
        says="If a is positive, then a ≥ 1.",
        forall={"a": family([1, 2, 3], "real numbers")},
        given=[positive_a],
        proof=as_checked(a, given={"a is positive": at_least(a, 1)}, by=[use("a is positive")]),
        mutants={"less": {"factor": F(9, 10)}},
    )
    def check(a, *, factor=1):
        return at_least(factor * a, 1)

    with pytest.raises(ClaimError, match="the formula of 'a is positive' in the proof is not its predicate"):
        tied(check.__claims__[0])


def test_a_bound_of_a_symbol_belongs_to_the_domain():
    def claimed_on(domain, **words):
        @claim("lem:x", says="p³ ≥ 0", forall={"p": domain}, proof=as_checked(positive("p")), mutants=WRONG, **words)
        def check(p, *, sign=1):
            return at_least(sign * p**3, 0)

        return check.__claims__[0]

    with pytest.raises(ClaimError, match="the proof assumes p >0, which nothing says of 'p'"):
        tied(claimed_on(family([1, 2, 3], "real numbers")))
    assert tied(claimed_on(family([1, 2, 3], "positive numbers", search=within()))).startswith(CHECK)
