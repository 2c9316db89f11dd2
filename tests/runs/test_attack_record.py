"""A verdict says of an attack how many evaluations, how near, at which instance, and which mutants it catches."""

import json

from toys import PAPER, write_toy

from theorytest.cli import main

CLAIMS = """
from theorytest import at_most, claim, family, reals, symmetric


@claim("lem:mean", says="2a is at most a² + 1.", forall={"a": family([2, 3], "numbers", search=reals())},
       mutants={"two per cent less": {"one": 0.98}})
def young(a, *, one=1):
    return at_most(2 * a, a * a + one)


@claim("thm:sum", says="f(1) ≤ f(2).", forall={"f": family([lambda x: x], "lines",
       search=reals(0).map(lambda slope: lambda x: slope * x))}, mutants={"turned": {"sign": -1}})
def grows(f, *, sign=1):
    return at_most(sign * f(1), sign * f(2))


@claim("def:mean", says="Three is three.", expected="exact", mutants={"four": {"right": 2}})
def three(*, right=3):
    return at_most(3, right)
"""


def test_sentence_and_record_have_effort_approach_instance_and_power(tmp_path, capsys):
    paper = write_toy(tmp_path, paper=PAPER, attacked=CLAIMS)
    record = tmp_path / "record.json"
    main(["verify", "--checks", str(paper), "--mutants", "--jobs", "1", "--json", str(record)])
    told = {line.split()[1].rstrip(":"): line for line in capsys.readouterr().out.splitlines() if ": " in line}
    attacks = {each["id"]: each["attack"] for each in json.loads(record.read_bytes())["verdicts"]}
    for name in ("lem:mean", "thm:sum"):
        kept, line = attacks[name], told[name]
        assert kept["evaluations"] == 200
        assert f"closest approach {100 * kept['closest']:.2g} %" in line
        assert f"nearest: {kept['nearest']}" in line
        assert f"{kept['caught']} of {kept['mutants']} mutant caught blind" in line
    assert "(parameters " in attacks["thm:sum"]["nearest"]
    assert attacks["def:mean"] is None
