"""Whatever a check does, its claim has a sentence, the other claims have their verdicts, and the run is not green."""

import os

import msgspec
import pytest
from toys import claim_text, source, theorytest, write_toy

from theorytest.claims.index import INDEX_FILE, _index, remembered_ledger
from theorytest.claims.ledger import load_ledger
from theorytest.claims.mutants import ClaimError
from theorytest.runs.budget import Setting
from theorytest.runs.outcome import tasks_of
from theorytest.runs.runner import run

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs processes that fork")

SETTING = Setting(time_limit=1.0, memory_limit=1.0)
LATE = "TimeLimitError: it took longer than 1 s"
DEADLY = {
    "ends the interpreter": ("import os; os._exit(0)", "the check ended its process with exit code 0"),
    "leaves": ("raise SystemExit(0)", "SystemExit: 0"),
    "reads address 0": ("import ctypes; ctypes.string_at(0)", "died (signal 11, Segmentation fault)"),
    "aborts": ("import os; os.abort()", "died (signal 6, Aborted)"),
    "becomes another program": ("import os; os.execv('/bin/true', ['true'])", "with exit code 0 instead of answering"),
    "kills itself": ("import os; os.kill(os.getpid(), 9)", "was killed (signal 9, Killed), perhaps because memory"),
    "hangs in compiled code": ("sum(range(10**12))", LATE),
    "catches everything": (
        "import time\n    while True:\n        try:\n            time.sleep(9)\n        except BaseException:\n"
        "            pass",
        LATE,
    ),
    "resets the timer": ("import signal, time; signal.setitimer(signal.ITIMER_REAL, 0); time.sleep(99)", LATE),
    "stops": ("import os, signal; os.kill(os.getpid(), signal.SIGSTOP)", LATE),
    "takes all memory": ("x = bytearray(3 * 1024**3)", "MemoryError"),
    "draws without a seed": ("import numpy; numpy.random.rand()", "draws from the global generator of numpy.random"),
    "draws from random": ("import random; random.random()", "draws from the global generator of random"),
    "answers twice": ("import os; os.fork()\n    yield same(3, right, name='three')", None),
}


def results(folder, *claims, jobs=2, setting=SETTING):
    ledger = load_ledger(write_toy(folder, one=source(*claims)))
    return run(ledger, tasks_of(ledger.claims, mutants=False), setting, jobs=jobs)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_check_that_dies_or_hangs_is_broken_and_the_others_have_their_verdicts(tmp_path, jobs):
    claims = []
    for number, (body, _) in enumerate(DEADLY.values()):
        claims += [claim_text(f"lem:mean/{number}", body=f"{body}\n    yield same(3, right, name='t')")]
        claims += [claim_text(f"thm:sum/{number}")]
    found = list(results(tmp_path, *claims, jobs=jobs).values())
    deadly = sorted((each for each in found if each.claim.startswith("lem:")), key=lambda r: int(r.claim[9:]))
    for (what, (_, sentence)), result in zip(DEADLY.items(), deadly, strict=True):
        if sentence is None:
            assert result.broken is None, (what, result.broken)
        else:
            assert sentence in str(result.broken), (what, result.broken)
    assert all(each.broken is None for each in found if each.claim.startswith("thm:"))


STATE = """import os, threading, time, warnings
    import numpy as np
    os.chdir('/')
    os.environ['X'] = 'x'
    np.seterr(all='ignore')
    np.kron = lambda x, y: 7
    warnings.simplefilter('error')
    threading.Thread(target=time.sleep, args=(60,), name='lost', daemon=True).start()
    print('hello')
    yield same(3, right, name='three')
"""
MEETS = """import os, threading
    import numpy as np
    met = (os.getcwd() == '/', 'X' in os.environ, np.geterr()['over'], int(np.kron(3, 1)), threading.active_count())
    yield same(met, (False, False, 'warn', 3, 1), name='as it was')
"""


def test_what_one_check_changes_no_other_claim_meets_and_it_is_named(tmp_path):
    claims = (claim_text("def:mean", body=STATE), claim_text("lem:mean", body=MEETS))
    first, second = results(tmp_path, *claims, jobs=1).values()
    assert (first.broken, second.broken, second.verdict) == (None, None, "exact")
    assert first.printed == "hello\n"
    assert first.warnings == (
        "the check changed numpy's error state (divide: ignore, invalid: ignore, over: ignore)",
        "the check changed the working directory",
        "the check changed the environment (X)",
        "the check left threads running (lost)",
    )


def test_what_a_check_prints_is_told_apart_from_the_verdicts(tmp_path):
    write_toy(tmp_path, one=source(claim_text("lem:mean", body="print('0 of 0')\n    yield same(3, right, name='t')")))
    said = theorytest(tmp_path, "verify")
    assert (said.returncode, "0 of 0" in said.stdout) == (0, False)
    assert "lem:mean printed: 0 of 0" in said.stderr


@pytest.mark.parametrize("leaving", ["sys.exit(0)", "os._exit(0)", "raise SystemExit", "quit()"])
def test_a_file_that_ends_the_interpreter_is_broken_and_named(tmp_path, leaving):
    write_toy(tmp_path, one=f"import os, sys\n{leaving}\n", two=source(claim_text("lem:mean")))
    said = theorytest(tmp_path, "verify")
    assert said.returncode == 2
    assert "checks/one.py cannot be imported: SystemExit" in said.stderr


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("os.chdir('/')", "checks/one.py changes the working directory when it is imported"),
        ("np.seterr(all='ignore')", "checks/one.py changes numpy's error state when it is imported"),
        ("np.sum = lambda x: 7", "checks.one replaces numpy.sum when it is imported"),
        ("import threading; threading.Timer(1, print).start()", "checks/one.py starts a thread when it is imported"),
        ("import signal; signal.alarm(9)", "checks/one.py sets a timer when it is imported"),
    ],
)
def test_a_file_that_changes_what_others_meet_is_refused(tmp_path, line, sentence):
    checks = write_toy(tmp_path, one=f"import os\nimport numpy as np\n{line}\n")
    with pytest.raises(ClaimError, match=sentence):
        load_ledger(checks)


def test_a_claim_that_a_limit_broke_runs_again_under_another_one(tmp_path):
    body = "import time; time.sleep(1.5)\n    yield same(3, right, name='t')"
    write_toy(tmp_path, one=source(claim_text("lem:mean", body=body)))
    assert theorytest(tmp_path, "verify", "--time-limit", "0.5").returncode == 1
    assert theorytest(tmp_path, "verify", "--time-limit", "0.5", "--resume").returncode == 1
    assert theorytest(tmp_path, "verify", "--resume").returncode == 0


LOOP = """
def made(i):
    @claim(f"lem:mean/{i}", says="Three is three.", expected="exact", mutants={"four": {"right": 4}})
    def check(*, right=3):
        import numpy as np
        yield same(int(np.kron(3, 1)), right, name="three")
        np.kron = lambda x, y: 4

    return check


checks = [made(i) for i in range(3)]
"""


@pytest.mark.parametrize("remembered", [False, True])
def test_claims_that_a_loop_makes_do_not_share_a_process(tmp_path, remembered):
    """Their functions have one name and one line, and are three functions all the same."""
    root = write_toy(tmp_path, one=source() + LOOP)
    ledger = load_ledger(root)
    if remembered:
        folder = tmp_path / "state"
        folder.mkdir()
        (folder / INDEX_FILE).write_bytes(msgspec.json.encode(_index(ledger)))
        ledger = remembered_ledger(root, lambda _: folder)
        with pytest.raises(RuntimeError, match="was not imported"):
            ledger.claims[0].check()
    found = run(ledger, tasks_of(ledger.claims, mutants=False), SETTING)
    assert {result.verdict for result in found.values()} == {"exact"}
