"""The checker on its own: what it imports, what it accepts and what it refuses, each refusal one sentence."""

import ast
import subprocess
import sys

import pytest

import theorytest.proof.checker as checker
from theorytest.proof.checker import Refused, check
from theorytest.proof.points import violated

SOURCE = checker.__file__
STATEMENT = {
    "symbols": {"a": [">0"], "x": [], "n": ["integer", "≥1"], "d": ["≥0", "<1"]},
    "vectors": ["u", "v"],
    "functions": {"X": ["≥0"]},
    "random": ["v"],
}


def proves(claim, proof, **parts):
    check({"statement": {**STATEMENT, **parts, "claim": [claim]}, "proof": [proof]})


def combination(*terms):
    return {"by": "combination", "terms": list(terms)}


def test_it_imports_flint_and_the_standard_library_only():
    with open(SOURCE, encoding="utf-8") as file:
        tree = ast.parse(file.read())
    modules = [node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    modules += [each.name for node in ast.walk(tree) if isinstance(node, ast.Import) for each in node.names]
    assert {each.split(".")[0] for each in modules} - sys.stdlib_module_names == {"flint"}


def test_it_is_small_enough_to_be_read():
    with open(SOURCE, encoding="utf-8") as file:
        assert len(file.readlines()) <= 500


def test_it_runs_without_this_package(tmp_path):
    path = tmp_path / "wrong.json"
    path.write_text('{"statement": {"claim": [["=", "1", "1"]]}, "proof": [{"by": "combination"}]}', encoding="utf-8")
    done = subprocess.run([sys.executable, "-I", SOURCE, path], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, f"{path}: accepted\n")


@pytest.mark.parametrize(
    ("claim", "proof"),
    [
        (["≥", "a", "0"], combination({"times": "a"})),
        ([">", "a", "0"], combination({"times": "a"})),
        (["≥", ["^", "x", "2"], "0"], combination({"of": [{"square": "x"}]})),
        (["≥", ["/", "a", ["-", "1", "d"]], "0"], combination({"times": ["/", "a", ["-", "1", "d"]]})),
        (["≥", ["at", "X", "n"], "0"], combination({"times": ["at", "X", "n"]})),
        (["≥", ["E", ["ip", "v", "v"]], "0"], combination({"of": [{"square": "v"}], "mean": True})),
        (["≥", ["exp", "x"], ["+", "1", "x"]], combination({"of": [{"fact": ["exp", "x"]}]})),
        (
            ["≤", ["ip", "u", "v"], ["*", ["norm", "u"], ["norm", "v"]]],
            combination({"of": [{"fact": ["cauchy", "u", "v"]}]}),
        ),
        (["≤", "d", "1"], combination({"of": [{"given": "d < 1"}]})),
        (["≥", ["max", "x", ["-", "x"]], "x"], combination({"of": [{"fact": ["max left", "x", ["-", "x"]]}]})),
        (["=", ["^", ["sqrt", "a"], "2"], "a"], combination({"of": [{"fact": ["sqrt", "a"]}]})),
    ],
)
def test_what_is_true_is_accepted(claim, proof):
    proves(claim, proof)


@pytest.mark.parametrize(
    ("claim", "proof", "words"),
    [
        (["≥", "x", "0"], combination({"times": "x"}), "must be an object"),
        ([">", ["^", "x", "2"], "0"], combination({"of": [{"square": "x"}]}), "strict inequality"),
        (["=", ["^", "x", "2"], "0"], combination({"of": [{"square": "x"}]}), "equation does not follow"),
        (["≥", ["/", "a", "x"], "0"], combination(), "may vanish"),
        (["≥", ["/", "1", ["*", "a", "x"]], "0"], combination(), "may vanish"),
        (["≥", ["sqrt", "x"], "0"], combination({"times": ["sqrt", "x"]}), "unknown sign"),
        (["≥", "y", "0"], combination(), "not declared"),
        (["≥", ["sinh", "x"], "0"], combination(), "not an operation"),
        (["≥", "u", "0"], combination(), "malformed"),
        (["≥", ["E", ["/", "1", ["+", "1", ["ip", "v", "v"]]]], "0"], combination(), "something random"),
        (["≥", "a", "0"], {"by": "magic"}, "by one of combination, lemma"),
        (["≥", "a", "0"], "trust me", "must be an object"),
        (["?", "a", "0"], combination({"times": "a"}), "not a relation"),
        (["≥", "a", "0"], combination({"of": [{"given": "nothing"}]}), "not a hypothesis"),
        (["≥", "a", "0"], combination({"of": [{"fact": ["magic", "a"]}]}), "not a fact"),
        (["≥", "n", "1"], {"by": "cases", "on": "n", "proofs": []}, "no upper bound"),
        (["≥", "x", "1"], {"by": "induction", "on": "x"}, "not an integer"),
    ],
)
def test_what_is_not_proved_is_one_sentence(claim, proof, words):
    with pytest.raises(Refused, match=words) as refused:
        proves(claim, proof)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "certificate",
    [
        None,
        3,
        [],
        {},
        {"statement": 3},
        {"statement": {"claim": []}, "proof": []},
        {"statement": {"claim": 1}, "proof": 1},
    ],
)
def test_what_is_not_a_certificate_is_one_sentence(certificate):
    with pytest.raises(Refused) as refused:
        check(certificate)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "parts",
    [
        {"symbols": {"a": [">0", "≥1"]}},
        {"symbols": {"a": ["big"]}},
        {"symbols": {"n": ["integer"]}},
        {"symbols": {"u": []}},
        {"random": ["nobody"]},
        {"symbols": {"a": [">1", "<0"]}},
        {"given": [{"name": "h", "holds": ["≥", "a", "0"]}, {"name": "h", "holds": ["≥", "a", "0"]}]},
        {"given": [{"name": "h", "forall": {"a": []}, "holds": ["≥", "a", "0"]}]},
    ],
)
def test_a_statement_that_makes_no_sense_is_refused(parts):
    with pytest.raises(Refused):
        proves(["=", "1", "1"], combination(), **parts)


def test_a_hypothesis_about_expectations_does_not_know_the_draw():
    given = [{"name": "h", "forall": {"w": "vector"}, "holds": ["≤", ["E", ["ip", "w", "v"]], "0"]}]
    claim = ["≤", ["E", ["ip", "v", "v"]], "0"]
    with pytest.raises(Refused, match="known before the draw"):
        proves(claim, combination({"of": [{"given": "h", "at": {"w": "v"}}]}), given=given)


RANDOM = {"symbols": {"x": [], "y": [">0"]}, "vectors": [], "functions": {}, "random": ["x", "y"]}


def test_the_mean_of_a_product_has_the_sign_of_all_its_factors():
    mean = ["E", ["*", "x", "y"]]
    with pytest.raises(Refused):
        proves(["≥", mean, "0"], combination({"times": mean}), **RANDOM)
    proves(["≥", ["E", ["*", "x", "x", "y"]], "0"], combination({"times": ["E", ["*", "x", "x", "y"]]}), **RANDOM)


def test_a_root_of_what_is_random_is_random():
    known = ["*", ["sqrt", "y"], ["E", "y"]]
    with pytest.raises(Refused, match="do not add up"):
        proves(["=", ["E", ["*", ["sqrt", "y"], "y"]], known], combination(), **RANDOM)


def test_induction_may_not_use_a_hypothesis_about_its_own_integer():
    given = [{"name": "h", "holds": ["≤", "n", "5"]}]
    step = combination({"of": [{"given": "h"}]})
    with pytest.raises(Refused, match="occurs in"):
        proves(
            ["≤", "n", "5"], {"by": "induction", "on": "n", "name": "before", "base": step, "step": step}, given=given
        )


def test_a_case_may_not_depend_on_the_draw():
    """E(u, v)² ≤ 0 does not follow from the two cases (u, v) ≥ 0 and (u, v) ≤ 0."""
    part = combination({"of": [{"given": "sign"}]})
    split = {"by": "cases", "name": "sign", "on": ["ip", "u", "v"], "proofs": [part, part]}
    with pytest.raises(Refused, match="known before the draw"):
        proves(["≥", ["E", ["ip", "u", "v"]], "0"], split)


def test_unequal_numbers_divide_but_have_no_sign():
    given = [{"name": "a ≠ x", "holds": ["≠", "a", "x"]}]
    quotient = ["/", ["-", ["^", "a", "2"], ["^", "x", "2"]], ["-", "a", "x"]]
    proves(["=", quotient, ["+", "a", "x"]], combination(), given=given)
    proves([">", ["^", ["-", "a", "x"], "2"], "0"], combination({"times": ["^", ["-", "a", "x"], "2"]}), given=given)
    for claim, proof in (
        (["≠", "a", "x"], combination({"of": [{"given": "a ≠ x"}]})),
        ([">", "a", "x"], combination({"of": [{"given": "a ≠ x"}]})),
        ([">", "a", "x"], combination({"times": ["-", "a", "x"]})),
    ):
        with pytest.raises(Refused):
            proves(claim, proof, given=given)


def test_what_one_case_knows_the_other_does_not():
    claim = ["≥", ["^", "x", "2"], "0"]
    square, mirrored = (combination({"times": weight, "of": [{"given": "sign"}]}) for weight in ("x", ["-", "x"]))
    split = {"by": "cases", "name": "sign", "on": "x", "proofs": [square, mirrored]}
    proves(claim, split)
    for other in ([square, square], [mirrored, mirrored], [square], [square, mirrored, square]):
        with pytest.raises(Refused):
            proves(claim, {**split, "proofs": other})


@pytest.mark.parametrize("kind", ["max", "sqrt", "exp"])
def test_functions_of_numbers_have_no_sign_at_vectors(kind):
    value = [kind, "u", "v"] if kind == "max" else [kind, "u"]
    with pytest.raises(Refused):
        proves(["≥", value, "0"], combination({"times": value}))


def test_an_empty_interval_is_refused():
    for conditions in ([">0", "<0"], ["≥0", "<0"], [">0", "≤0"]):
        with pytest.raises(Refused, match="nothing satisfies"):
            proves(["=", "1", "1"], combination(), symbols={"a": conditions})
    proves(["=", "1", "1"], combination(), symbols={"a": ["≥0", "≤0"]}, functions={}, vectors=[], random=[])


POINT = {"a": "1", "x": "0", "n": "1", "d": "1/2", "u": "1", "v": "2", "X": "0"}


def certificate(point, *given):
    named = [{"name": str(i), "holds": each} for i, each in enumerate(given)]
    statement = {**STATEMENT, "given": named, "claim": [["≥", "a", "0"]]}
    return {"statement": statement, "proof": [combination({"times": "a"})], "point": point}


HOLDS = [
    ["≤", ["ip", "u", "v"], "2"],
    ["=", ["E", ["ip", "v", "v"]], "4"],
    ["<", ["*", "a", "d"], "1"],
    ["≠", "a", "x"],
    ["=", ["at", "X", ["+", "n", "1"]], ["at", "X", "n"]],
]


def test_a_point_shows_that_the_hypotheses_can_hold():
    assert violated(certificate(POINT, *HOLDS)["statement"], POINT) is None


@pytest.mark.parametrize(
    ("point", "given"),
    [
        (POINT, ["≤", "0", "-1"]),
        (POINT, ["=", ["ip", "u", "v"], "3"]),
        (POINT, ["≠", "a", ["+", "x", "1"]]),
        (POINT, ["<", "a", "1"]),
        (POINT, ["=", ["sqrt", "2"], ["sqrt", "3"]]),
        ({**POINT, "a": "0"}, HOLDS[0]),
        ({**POINT, "d": "1"}, HOLDS[0]),
        ({**POINT, "n": "3/2"}, HOLDS[0]),
        ({**POINT, "X": "-1"}, HOLDS[0]),
        ({**POINT, "a": "nan"}, HOLDS[0]),
        ({**POINT, "a": None}, HOLDS[0]),
        ({"a": "1"}, HOLDS[0]),
        ({}, HOLDS[0]),
        ([], HOLDS[0]),
    ],
)
def test_a_point_that_violates_something_is_refused(point, given):
    assert violated(certificate(point, given)["statement"], point)
