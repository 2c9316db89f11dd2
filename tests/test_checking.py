"""The door for Python: one check, here and now, with its verdict as text and as HTML; and sentences for misuse."""

from io import StringIO

import pytest
from rich.console import Console
from toys import claim_text, source, theorytest, write_toy

import theorytest as tt
from theorytest.claims.claim import Claim


@tt.repair(
    "lem:sum/corrected",
    "lem:sum",
    by={"total": lambda n: n * (n + 1) // 2},
    says="They sum to n(n + 1)/2.",
    mutants={"one more": {"total": lambda n: n * (n + 1) // 2 + 1}},
)
@tt.claim(
    "lem:sum",
    says="The numbers up to n sum to n².",
    forall={"n": tt.family([1, 2, 3], "integers")},
    gravity="wrong constant",
    finding="a slip",
)
def summed(n, *, total=lambda n: n * n):
    return tt.equal(sum(range(n + 1)), total(n))


def rolled(*, value=3.5):
    """A die shows 3.5 on average."""
    return tt.sampled(tt.mean_equals, lambda rng, n: rng.integers(1, 7, n).astype(float), value=value, support=(1, 6))


def test_a_check_with_claims_is_judged_by_them():
    found = tt.check(summed)
    assert [part.word for part in found.parts] == ["refuted", "corroborated"]
    assert (found.verdict, found.survivors) == (tt.Verdict.REFUTED, ())
    assert str(found).startswith("refuted        lem:sum: the value = 3 ≠ 4")
    assert "lem:sum/corrected: the value = 1 (rational) [for all n (integers): 3 named instances" in repr(found)


@pytest.fixture(scope="module")
def found():
    return tt.check(rolled)


def test_a_function_without_a_claim_is_a_remark_and_stays_as_it_is(found):
    assert found.verdict is tt.Verdict.CONFIRMED
    assert found.parts[0].claim.says == "A die shows 3.5 on average."
    assert not hasattr(rolled, "__claims__")


def test_a_surviving_mutant_is_told():
    @tt.claim("lem:three", says="Three is three.", mutants={"four": {"other": 4}})
    def three(*, other=3):
        return tt.equal(3, 3 if other else 0)

    assert "survived       lem:three[four]: exact: the value = 3" in str(tt.check(three))
    assert tt.check(three).survivors == ("four",)
    assert tt.check(three, mutants=False).survivors == ()


def test_a_notebook_sees_the_sentence_the_verdict_and_a_picture(found):
    html = found._repr_html_()
    assert "A die shows 3.5 on average." in html
    assert ">● confirmed</span>" in html
    assert '<svg class="strip"' in html
    assert '<svg class="plot"' in html
    assert "<script" not in html


def test_text_of_a_claim_is_no_markup():
    def odd():
        """<b>one</b> is one"""
        return tt.equal(1, 1)

    assert "&lt;b&gt;one" in tt.check(odd)._repr_html_()


def test_a_terminal_sees_the_shape_of_a_curve(found):
    screen = StringIO()
    Console(file=screen, width=200).print(found)
    assert "wealth for a mean above" in screen.getvalue()


def exact_rule():
    return tt.sampled(tt.equal, 3, 3)


def called_rule():
    return tt.mean_at_most(lambda rng, n: rng.random(n), 0.5)


def by_position():
    return tt.sampled(tt.mean_at_most, lambda rng, n: rng.random(n), 0.5)


def forgotten_return():
    tt.equal(3, 3)


@pytest.mark.parametrize(
    ("check", "sentence"),
    [
        (exact_rule, "equal compares and does not sample: return equal(...) itself"),
        (called_rule, "mean_at_most samples, and the run calls it: return sampled(mean_at_most, draw, ...) instead"),
        (by_position, "mean_at_most takes what is claimed by name: sampled(mean_at_most, draw, bound=...)"),
        (forgotten_return, "such as equal(a, b), got None: does it end without a return?"),
    ],
)
def test_misuse_is_told_with_its_remedy_and_its_line(check, sentence):
    said = tt.check(check).sentence
    first = check.__code__.co_firstlineno
    assert sentence in said
    assert any(f"(test_checking.py:{line})" in said for line in (first, first + 1))


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: tt.check(3), "check takes a function that returns or yields relations, got 3"),
        (lambda: tt.check(lambda n: tt.equal(n, n)), r"lambda takes n: say what .* check\(lambda, forall=\{\"n\""),
    ],
)
def test_what_is_no_check_is_refused(call, sentence):
    with pytest.raises(tt.ClaimError, match=sentence):
        call()


def test_a_wrong_claim_is_told_with_its_file_and_line(tmp_path):
    write_toy(tmp_path, one=source(claim_text("thm:sum", mutants=[3])))
    told = theorytest(tmp_path, "list").stderr
    assert "thm:sum: mutants must map names to {ingredient: value}, got [3]" in told
    assert "(checks/one.py:" in told


def test_a_helper_beside_the_claims_is_found_by_its_name(tmp_path):
    checks = write_toy(tmp_path, one="from helpers_here import three\n" + source(claim_text("thm:sum")))
    (checks / "helpers_here.py").write_text("three = 3\n")
    assert theorytest(tmp_path, "verify").returncode == 0


def test_a_paper_says_how_finely_its_claims_look(tmp_path):
    body = "yield sampled(mean_at_most, lambda rng, n: rng.random(n), bound=right * 0.51 / 3, upper=1)"
    head = "\nfrom theorytest import mean_at_most"
    text = claim_text("thm:sum", body=body, expected="confirmed", mutants={"less": {"right": 2}})
    checks = write_toy(tmp_path, one=source(text).replace("mean_at_most, same", f"same{head}"))
    assert ", resolution 0.02 of " in theorytest(tmp_path, "verify").stdout
    paper = checks / "paper.toml"
    paper.write_text("[defaults]\nresolution = 0.05\nmax_draws = 50000\n" + paper.read_text())
    assert ", resolution 0.05 of " in theorytest(tmp_path, "verify").stdout


def test_the_namespace_is_typed_and_documented():
    assert all(getattr(tt, name).__doc__ for name in tt.__all__)
    assert isinstance(summed.__claims__[0], Claim)


@pytest.mark.parametrize("seed", ["abc", 1.5, True, -1])
def test_a_seed_that_is_no_whole_number_is_refused(seed):
    with pytest.raises(ValueError, match="the seed must be a whole number of at least 0"):
        tt.check(summed, seed=seed)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (
            lambda: tt.Hypothesis("h", "n > 0"),
            "the hypothesis h needs a function, .*, got 'n > 0'",
        ),
        (lambda: tt.symbol(5), r"a symbol is described in words, such as symbol\(\"s > 0\"\), got 5"),
        (lambda: tt.sampled(tt.mean_at_most, None, bound=1, resolution="1%"), "resolution must be a positive number"),
        (lambda: tt.sampled(tt.mean_at_most, None, bound=1, resolution=0), "resolution must be a positive number"),
        (lambda: tt.sampled(tt.mean_at_most, None, bound=1, max_draws=0), "max_draws must be .* at least 1, got 0"),
    ],
)
def test_words_in_place_of_functions_and_numbers_are_refused_where_they_stand(call, sentence):
    with pytest.raises(ValueError, match=sentence):
        call()


def test_a_check_that_breaks_names_the_instance():
    def positive(n):
        if n > 1:
            raise AssertionError("too large")
        return tt.at_least(n, 0)

    found = tt.check(positive, forall={"n": tt.family([1, 2], "integers")})
    assert "AssertionError: too large, at n = 2 (test_checking.py:" in found.sentence
