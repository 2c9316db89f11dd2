"""Progress: a bar where someone watches, plain lines where someone reads later."""

from io import StringIO

from rich.console import Console
from toys import theorytest, write_toy

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


def test_a_mutant_that_only_the_search_finds_asks_for_a_named_instance(tmp_path):
    body = (
        "from theorytest import at_least, claim, family, reals\n\n\n@claim('thm:sum', says='A square is nonnegative.', "
    )
    body += "forall={'x': family([2], 'numbers', search=reals(-4, 4))}, mutants={'one': {'least': 1}})\n"
    body += "def square(x, *, least=0):\n    return at_least(x * x, least)\n"
    write_toy(tmp_path, one=body)
    told = theorytest(tmp_path, "verify", "--mutants", "--jobs", "1").stdout
    assert "survived       thm:sum[one]: " in told
    assert "the search finds one that does: name it in the family)" in told
