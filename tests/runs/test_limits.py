"""A check that hangs is broken, and the others finish."""

import signal
import threading
import time

import pytest
from toys import claim_text, source, write_toy

from theorytest.claims.ledger import load_ledger
from theorytest.runs.budget import BudgetError, Setting
from theorytest.runs.limits import TimeLimitError, time_limit
from theorytest.runs.outcome import tasks_of
from theorytest.runs.runner import run

HANGS = """import time
    while True:
        try:
            time.sleep(0.01)
        except Exception:
            pass
"""


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="needs an alarm")
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_hanging_check_is_broken_and_the_others_finish(tmp_path, jobs):
    claims = (claim_text("lem:mean", body=HANGS), claim_text("thm:sum"), claim_text("def:mean"))
    ledger = load_ledger(write_toy(tmp_path, one=source(*claims)))
    found = run(ledger, tasks_of(ledger.claims, mutants=False), Setting(time_limit=0.5), jobs=jobs)
    assert {task.claim: result.broken for task, result in found.items()} == {
        "def:mean": None,
        "lem:mean": "TimeLimitError: it took longer than 0.5 s",
        "thm:sum": None,
    }


def test_an_alarm_is_taken_back():
    with time_limit(0.1):
        pass
    time.sleep(0.2)
    with pytest.raises(TimeLimitError, match=r"longer than 0\.05 s"), time_limit(0.05):
        time.sleep(5)


def test_in_another_thread_there_is_no_alarm():
    ended = []

    def work():
        with time_limit(0.01):
            time.sleep(0.1)
        ended.append(True)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert ended == [True]


def test_a_limit_is_positive():
    with pytest.raises(BudgetError, match="the time limit must be a positive number of seconds, got 0"):
        Setting(time_limit=0)
