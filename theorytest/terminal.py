"""How the command line shows a run: verdict sentences, and progress while it lasts."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from theorytest.decisions.decision import Verdict
from theorytest.inert import inert, is_inert
from theorytest.runs.record import Judged
from theorytest.runs.results import Result, Task

if TYPE_CHECKING:
    from rich.progress import Progress

    from theorytest.calibration.rules import Row

_NAME_ONE = " (no named instance shows it, but the search finds one that does: name it in the family)"
COLORS = {
    Verdict.PROVED: "green",
    Verdict.EXACT: "green",
    Verdict.COMPUTED: "green",
    Verdict.CORROBORATED: "cyan",
    Verdict.CONFIRMED: "green",
    Verdict.CONSISTENT: "cyan",
    Verdict.REFUTED: "red",
    Verdict.UNDECIDED: "yellow",
    Verdict.NOT_EXECUTABLE: "dim",
}


def say(console: Console, line: str | Text) -> None:
    """One line, neither wrapped nor decorated on the way; one with active characters is shown plain, as escapes."""
    text = line if isinstance(line, str) else line.plain
    shown = line if is_inert(text) else inert(text)
    if isinstance(shown, str) and not console.is_terminal:
        print(shown, file=console.file)  # what rich does with it takes a millisecond
        return
    console.print(shown, markup=False, emoji=False, highlight=False, soft_wrap=True)


def verdict_line(judged: Judged) -> Text:
    """One claim of a record: its verdict, its id, its sentence, how far it reaches, and whether that was expected."""
    word = "broken" if judged.broken else judged.verdict.value
    line = Text(f"{word:<15}", style=COLORS[judged.verdict]).append(
        inert(f"{judged.id}: {judged.witnessed}"), style="default"
    )
    if judged.scope and judged.verdict.holds:
        line.append(inert(f" [{judged.reach}]"), style="dim")
    if not judged.as_expected:
        line.append(f" (expected: {judged.expected})", style="bold red")
    if judged.rests_on_refuted:
        line.append(f" (uses refuted {', '.join(judged.rests_on_refuted)})", style="magenta")
    return line


def mutant_lines(judged: Judged) -> Iterator[Text]:
    """The mutants of a claim that survived, and the controls that do not hold."""
    for variant in judged.mutants:
        if not variant.passes:
            word = "control fails" if variant.must_hold else "survived"
            hint = _NAME_ONE if variant.caught else ""
            yield Text(inert(f"{word:<15}{judged.id}[{variant.name}]: {variant.sentence}{hint}"), style="red")


def calibration_lines(rows: Sequence[Row]) -> Iterator[str]:
    """Promised beside measured, one line per decision and world; broken decisions are meant to break their promise."""
    yield f"{'decision':<31}{'world':<40}{'claim':<15}{'promised':<32}{'refuted':>8}{'passed':>8}{'runs':>6}  promise"
    for row in rows:
        if row.broken:
            marked = "not seen to break: take more repetitions" if row.holds() else "broken, as it must be"
        else:
            marked = "kept" if row.holds() else "broken"
        rates = f"{row.refuted:>8.3f}{row.passed:>8.3f}{row.repetitions:>6}"
        yield f"{row.decision:<31}{row.world:<40}{row.truth:<15}{row.promised:<32}{rates}  {marked}"


@contextmanager
def counted(console: Console, total: int, word: str) -> Iterator[Callable[[], None]]:
    """To be called after each of many equal parts: a bar on a terminal, twenty lines elsewhere."""
    if console.is_terminal:
        with _empty_bar(console) as bar:
            job = bar.add_task(word, total=total)
            yield lambda: bar.update(job, advance=1)
        return
    started, done = time.monotonic(), 0

    def observe() -> None:
        nonlocal done
        done += 1
        if done * 20 // total > (done - 1) * 20 // total:
            left = (time.monotonic() - started) / done * (total - done)
            say(console, f"[{done}/{total}] {word} (about {left:.0f} s left)")

    yield observe


@contextmanager
def progress(console: Console, tasks: Sequence[Task], known: int) -> Iterator[Callable[[Result], None]]:
    """An observer of a run: a bar on a terminal, one line per finished task elsewhere."""
    if console.is_terminal:
        with _bar(console, len(tasks), known) as observe:
            yield observe
    else:
        yield _lines(console, len(tasks), known)


def _empty_bar(console: Console) -> Progress:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn  # slow to import

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    return Progress(*columns, console=console, transient=True)


@contextmanager
def _bar(console: Console, total: int, known: int) -> Iterator[Callable[[Result], None]]:
    draws = 0
    with _empty_bar(console) as bar:
        job = bar.add_task("verifying", total=total, completed=known)

        def observe(result: Result) -> None:
            nonlocal draws
            draws += result.draws
            bar.update(job, advance=1, description=f"verifying, {draws:,} draws")

        yield observe


def _lines(console: Console, total: int, known: int) -> Callable[[Result], None]:
    started, done = time.monotonic(), 0

    def observe(result: Result) -> None:
        nonlocal done
        done += 1
        left = (time.monotonic() - started) / done * (total - known - done)
        word = "broken" if result.broken else result.verdict.value
        facts = f"{result.draws:,} draws, {result.seconds:.1f} s, about {left:.0f} s left"
        say(console, f"[{known + done}/{total}] {word} {result.task} ({facts})")

    return observe
