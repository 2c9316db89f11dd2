"""Progress: a bar where someone watches, plain lines where someone reads later."""

from io import StringIO

from rich.console import Console

from theorytest import Verdict
from theorytest.runs.results import Result, Task
from theorytest.terminal import progress

TASKS = [Task("a"), Task("a", "lie"), Task("b"), Task("c")]


def shown(**options):
    text = StringIO()
    with progress(Console(file=text, width=100, **options), TASKS, known=1) as observe:
        observe(Result("a", "lie", Verdict.REFUTED, "it does not hold", draws=1500))
        observe(Result("b", None, Verdict.UNDECIDED, "the check broke", broken="ValueError: no"))
    return text.getvalue()


def test_plain_lines_elsewhere():
    first, second = shown(force_terminal=False).splitlines()
    assert first.startswith("[2/4] refuted a[lie] (1,500 draws, 0.0 s, about ")
    assert second.startswith("[3/4] broken b (0 draws")


def test_a_bar_on_a_terminal():
    text = shown(force_terminal=True)
    assert "verifying, 1,500 draws" in text
    assert "3/4" in text
