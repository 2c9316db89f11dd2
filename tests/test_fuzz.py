"""Nonsense is answered with a sentence: no traceback, no hang, no silent NaN, no half-written file.

THEORYTEST_FUZZ=100000 tries that many cases of each kind instead of some dozens.
"""

import io
import json
import os
import re
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from toys import write_toy

from theorytest.claims.mutants import ClaimError
from theorytest.claims.paper import read_paper
from theorytest.cli import main
from theorytest.runs.baseline import read_baseline
from theorytest.runs.limits import time_limit
from theorytest.runs.records import RecordError, read_record

CASES = int(os.environ.get("THEORYTEST_FUZZ", "40"))
LOT = 5000  # cases of one test: what hypothesis remembers of them slows it down, and lots are shared by workers
LOTS = -(-CASES // LOT)
SECONDS = 120  # that one call may take on a busy machine: 500 functions at 20,000 points are half a minute of work
fuzz = settings(
    max_examples=min(CASES, LOT),
    database=None,
    deadline=None,
    derandomize=CASES < 1000,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)

in_lots = pytest.mark.usefixtures("lot")


@pytest.fixture(params=range(LOTS))
def lot(request):
    """The number of a lot of cases."""
    return request.param


numbers = st.sampled_from(
    [
        "0",
        "1",
        "2",
        "3",
        "7",
        "-1",
        "1.5",
        "nan",
        "inf",
        "-inf",
        "1e400",
        "1e-320",
        "10**3",
        "0x10",
        "",
        " ",
        "٣",
        "1/0",
    ]
)
words = st.one_of(numbers, st.text(max_size=8), st.sampled_from(["l2", "h1", "uniform", "gaussian", "optimal", "rho"]))
sizes = st.sampled_from(["0", "1", "2", "3", "5", "500", "20000", "99999999999999999999", "-3", "x"])
names = st.sampled_from(["non", "quasi", "lsq", "volume", "debiased", "conditioned-quasi"])


def mostly(sane, strange):
    """One in ten is strange, so that most calls get beyond their first argument."""
    return st.integers(0, 9).flatmap(lambda k: strange if k == 9 else sane)


constants = st.fixed_dictionaries(
    {
        "--estimator": mostly(names, words),
        "--dim": mostly(st.sampled_from(["1", "2", "3"]), sizes),
        "--samples": mostly(st.sampled_from(["3", "4", "9"]), sizes),
    },
    optional={
        "--measure": mostly(st.sampled_from(["uniform", "gaussian"]), words),
        "--space": mostly(st.sampled_from(["l2", "h1"]), words),
        "--basis": mostly(st.sampled_from(["monomials", "orthonormal"]), words),
        "--sampling": mostly(st.sampled_from(["optimal", "rho"]), words),
        "--delta": mostly(st.sampled_from(["0.5", "0.9", "0.9999999999999999"]), numbers),
        "--seed": mostly(st.just("1"), numbers),
    },
)
steps = st.one_of(
    st.sampled_from(
        ["optimal", "constant:1/9", "power:2/9,0.9", "mixed:1/3,2/3,0.9,22", "constant:1e308", "power:1,-1"]
    ),
    st.builds("{}:{},{}".format, st.sampled_from(["constant", "power", "mixed", "x"]), numbers, numbers),
    st.text(max_size=8),
)
descents = st.tuples(
    constants,
    st.fixed_dictionaries(
        {"--steps": st.sampled_from(["1", "5", "20", "0", "-1", "x"]), "--replicas": st.sampled_from(["1", "3", "0"])},
        optional={"--step": steps, "--target": st.one_of(st.sampled_from(["exp", "abs", "step"]), words)},
    ),
).map(lambda both: both[0] | both[1])


def said(*arguments):
    """Exit code and words of a call; a traceback or a hang fails here."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), time_limit(SECONDS):
        try:
            code = main(list(arguments))
        except SystemExit as leaving:  # argparse leaves this way
            code = leaving.code
    assert code in (0, 1, 2, 3), (arguments, code)
    assert "Traceback" not in err.getvalue()
    if code == 2:
        assert err.getvalue().strip(), arguments
    return code, out.getvalue(), err.getvalue()


def flat(options):
    return [part for pair in options.items() for part in pair]


def finite_or_said(value):
    """Every number of an answer; NaN is no JSON, infinity is a word."""
    json.loads(value, parse_constant=pytest.fail)


few = constants.map(lambda options: options | {"--replicas": "20"})
streams = st.tuples(descents, mostly(st.sampled_from(["1", "2"]), sizes)).map(
    lambda both: both[0] | {"--chunk": both[1], "--jobs": "1"}
)


@in_lots
@pytest.mark.parametrize(("command", "options"), [("constants", few), ("descend", descents), ("deep", streams)])
def test_options_in_any_mixture(command, options, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # where a deep run has its journal

    @fuzz
    @given(options)
    def any_mixture(chosen):
        code, out, err = said(command, *flat(chosen), "--json")
        assert "--debug" not in err, err  # an error that nobody thought of
        if code == 0:
            finite_or_said(out)

    any_mixture()


QUICK_ONES = ["list", "show", "report", "referee", "regress"]
LONG_ONES = {"atlas", "calibrate", "constants", "deep", "descend", "shallow"}  # minutes of work without any option
OPTIONS = ["--record", "--checks", "--seed", "--json", "--carry", "--markdown", "--baseline", "lem:mean", "record.json"]


@pytest.fixture
def paper(tmp_path, monkeypatch):
    write_toy(tmp_path)
    monkeypatch.chdir(tmp_path)
    said("verify", "--jobs", "1", "--json", "record.json")
    return tmp_path


@in_lots
@fuzz
@given(
    first=st.one_of(words, st.sampled_from(QUICK_ONES)),
    others=st.lists(st.one_of(words, st.sampled_from(OPTIONS)), max_size=6),
)
def test_words_in_any_order(paper, first, others):
    assume(first not in LONG_ONES)  # text is made of words of the sources too, `atlas` among them
    before = set(paper.rglob("*"))
    said(first, *others)
    assert all(
        "." not in file.name or not file.name.endswith(str(os.getpid())) for file in set(paper.rglob("*")) - before
    )


@in_lots
@fuzz
@given(data=st.data())
def test_damaged_records_and_baselines(paper, data):
    whole = (paper / "record.json").read_bytes()
    cut = data.draw(st.integers(0, len(whole)))
    noise = data.draw(st.binary(max_size=20))
    damaged = paper / "damaged.json"
    damaged.write_bytes(whole[:cut] + noise + whole[cut + data.draw(st.integers(0, 50)) :])
    with suppress(RecordError):
        assert replace(read_record(damaged), curves={}) == replace(read_record(paper / "record.json"), curves={})
    with suppress(RecordError):
        read_baseline(damaged)
        pytest.fail("a record is no baseline")


toml = st.recursive(
    st.one_of(st.integers(), st.booleans(), st.text(max_size=5)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text("ab", min_size=1), inner, max_size=3)),
    max_leaves=6,
)


@in_lots
@fuzz
@given(content=st.dictionaries(st.sampled_from(["item", "paper", "table", "needed"]), toml))
def test_any_list_of_a_paper(tmp_path, content):
    path = tmp_path / "paper.toml"
    path.write_text("\n".join(f"{key} = {json.dumps(value)}" for key, value in content.items()), encoding="utf-8")
    with suppress(ClaimError):
        read_paper(path)


ESTIMATOR = """
import numpy as np
from theorytest.approximation import Optimal


class Strange:
    def __init__(self, sampler, n_samples):
        self.sampler, self.n_samples, self.space = sampler, n_samples, sampler.space

    def sample(self, rng, n_replicas):
        return {sample}

    def coefficients(self, x, jets):
        return {coefficients}
"""
strange = st.sampled_from(
    [
        "None",
        "np.nan",
        "np.zeros((2, 3))",
        "np.full((n_replicas, self.n_samples, 1), np.nan)",
        "np.zeros((n_replicas, self.n_samples, 2))",
        "np.zeros((n_replicas, self.n_samples, 1), dtype=complex)",
        "1 / 0",
        "'x'",
        "[[['a']]]",
        "np.inf * np.ones((n_replicas, self.n_samples, 1))",
        "self.sampler.sample(rng, n_replicas, self.n_samples)",
    ]
)
answers = st.sampled_from(
    [
        "None",
        "jets",
        "np.full((len(x), self.space.dim, jets.shape[-1]), np.nan)",
        "np.zeros((len(x), self.space.dim + 1, jets.shape[-1]))",
        "np.zeros((len(x), self.space.dim, jets.shape[-1]))",
        "jets.undefined",
        "np.full((len(x), self.space.dim, jets.shape[-1]), 1e200)",
        "'x'",
    ]
)


@fuzz
@given(sample=strange, coefficients=answers, command=st.sampled_from(["constants", "descend"]))
def test_estimators_that_break_the_protocol(tmp_path_factory, sample, coefficients, command):
    file = Path(tmp_path_factory.mktemp("strange")) / "strange.py"
    file.write_text(ESTIMATOR.format(sample=sample, coefficients=coefficients), encoding="utf-8")
    options = ["--dim", "2", "--samples", "2", "--json"]
    options += ["--step", "constant:1/9", "--steps", "3", "--replicas", "2"] if command == "descend" else []
    code, out, err = said(command, "--estimator", f"{file}:Strange", *options)
    assert "--debug" not in err
    if code == 0:
        finite_or_said(out)


def test_limits_of_size_are_answered_or_refused():
    for options in (
        {"--dim": "3", "--samples": "1000000", "--estimator": "quasi"},
        {"--dim": "3", "--samples": "20", "--delta": "1e-9", "--estimator": "lsq"},
        {"--dim": "3", "--samples": "20", "--delta": "0.999999999", "--estimator": "lsq"},
    ):
        code, out, err = said("constants", *flat(options), "--json")
        assert code in (0, 2), err
        if code == 0:
            finite_or_said(out)
    many = {"--dim": "3", "--samples": "1000000", "--steps": "2", "--replicas": "2"}
    for estimator, code in (("quasi", 0), ("lsq", 2)):
        assert said("descend", "--estimator", estimator, *flat(many), "--json")[0] == code
    rare = {"--estimator": "lsq", "--dim": "500", "--samples": "500", "--steps": "20", "--replicas": "3"}
    code, _, err = said("descend", *flat(rare), "--json")
    assert code == 2
    assert re.search(r"P\(S_delta\) is below \S+ \(0 of \d{2,3} draws", err)  # not after thousands of decompositions
    far = {"--dim": "3", "--estimator": "quasi", "--samples": "1", "--step": "constant:1e300", "--steps": "9"}
    code, out, _ = said("descend", *flat(far), "--json")
    assert code == 0
    assert json.loads(out)["diverged"] == 200
    assert not np.isnan([float(x) for x in json.loads(out)["median"]]).any()
