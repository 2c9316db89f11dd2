"""The door for Python: `theorytest.check(fn)` runs one check here and now, and shows its verdict.

The same judge as everywhere, without a paper's list: what it says about a check is what a run says about its claim. A
function without a claim is judged as a remark of ours. Printed it is text, in a notebook HTML with pictures.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from theorytest.claims.cases import parameters
from theorytest.claims.claim import Claim, claim
from theorytest.claims.domains import Domain
from theorytest.claims.hypotheses import Hypothesis
from theorytest.claims.mutants import ClaimError
from theorytest.decisions.decision import Verdict
from theorytest.inert import inert
from theorytest.runs.budget import FALSE_ALARM, setting
from theorytest.runs.orders import perform
from theorytest.runs.outcome import passes
from theorytest.runs.results import Result, Task

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType


@dataclass(frozen=True, eq=False)
class Part:
    """One claim of a check, what was found about it, and about each of its mutants and controls."""

    claim: Claim
    result: Result
    variants: Mapping[str, Result]

    @property
    def word(self) -> str:
        """The verdict, or that the check is broken."""
        return "broken" if self.result.broken else self.result.verdict.value

    @property
    def sentence(self) -> str:
        """What was found, without the verdict in front of it."""
        return self.result.sentence.removeprefix(f"{self.result.verdict}: ")

    @property
    def reach(self) -> str:
        """How far it reaches, quantifier by quantifier."""
        told = [each.sentence for each in self.result.scope] if self.result.verdict.holds else []
        return "; ".join([*told, *([self.result.attack.sentence] if told and self.result.attack else [])])

    @property
    def survivors(self) -> tuple[str, ...]:
        """The mutants that were not refuted, and the controls that do not hold."""
        known = {each.name: each for each in self.claim.mutants}
        return tuple(name for name, found in self.variants.items() if not passes(known[name], found))


@dataclass(frozen=True, eq=False)
class Checked:
    """What a check found: one part for each claim that it has."""

    parts: tuple[Part, ...]

    @property
    def verdict(self) -> Verdict:
        """Of the first claim."""
        return self.parts[0].result.verdict

    @property
    def sentence(self) -> str:
        """Of the first claim."""
        return self.parts[0].result.sentence

    @property
    def survivors(self) -> tuple[str, ...]:
        """The mutants of all claims that were not refuted."""
        return tuple(name for part in self.parts for name in part.survivors)

    def __str__(self) -> str:
        return "\n".join(line for part in self.parts for _, line in lines(part))

    __repr__ = __str__

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        """In colours, with the shape of its curves."""
        from theorytest.shown import in_terminal

        return in_terminal(self)

    def _repr_html_(self) -> str:
        """For a notebook."""
        from theorytest.shown import in_notebook

        return in_notebook(self)

    def show(self) -> None:
        """Print it."""
        from rich.console import Console

        Console().print(self, markup=False, emoji=False, highlight=False, soft_wrap=True)


def lines(part: Part) -> Iterator[tuple[str, str]]:
    """What is said about a part, line by line, each with the word that decides its colour."""
    reach = f" [{part.reach}]" if part.reach else ""
    yield part.word, inert(f"{part.word:<15}{part.claim.id}: {part.sentence}{reach}")
    for name in part.survivors:
        found = part.variants[name]
        yield Verdict.REFUTED.value, inert(f"{'survived':<15}{part.claim.id}[{name}]: {found.sentence}")
    if part.variants and not part.survivors:
        yield "", f"{'':<15}{len(part.variants)} of {len(part.variants)} mutants and controls as they must be"


def check(
    function: Callable[..., Any],
    *,
    forall: Mapping[str, Domain] | None = None,
    given: Sequence[Hypothesis] = (),
    mutants: bool = True,
    seed: int = 0,
    budget: str = "standard",
    false_alarm: float = FALSE_ALARM,
) -> Checked:
    """Run a check, with its mutants unless told otherwise, and return what was found.

    A function that has claims (`@claim`) is judged by them; another by what `forall` and `given` say about its
    parameters. The whole false-alarm rate is this check's: in a run it has a share of it.
    """
    if not inspect.isfunction(function):
        raise ClaimError(f"check takes a function that returns or yields relations, got {function!r}")
    if not isinstance(mutants, bool):
        raise ClaimError(f"mutants must be True or False, got {mutants!r}: @claim(mutants={{...}}) names them")
    chosen = setting(seed, budget, false_alarm)
    found = getattr(function, "__claims__", ()) or (_remark(function, forall, given),)

    def part(each: Claim) -> Part:
        variants = each.mutants if mutants and each.executable else ()
        judged = [
            perform(each, Task(each.id, name), false_alarm, chosen) for name in (None, *(v.name for v in variants))
        ]
        return Part(each, judged[0], {v.name: result for v, result in zip(variants, judged[1:], strict=True)})

    return Checked(tuple(part(each) for each in found))


def _remark(function: Callable[..., Any], forall: Mapping[str, Domain] | None, given: Sequence[Hypothesis]) -> Claim:
    """A function without a claim, as a remark of ours; the function itself stays as it is."""
    asked, name = parameters(function), function.__name__.strip("<>")
    if asked and not forall:
        wanted = ", ".join(f'"{each}": family([...], "...")' for each in asked)
        raise ClaimError(
            f"{name} takes {', '.join(asked)}: say what they range over, check({name}, forall={{{wanted}}})"
        )

    def judged(*instances: Any, **ingredients: Any) -> Any:
        return function(*instances, **ingredients)

    judged.__wrapped__ = function  # type: ignore[attr-defined]
    judged.__name__ = name
    says = (inspect.getdoc(function) or f"The check {name}.").split("\n")[0]
    claim(name, says=says, voice="ours", forall=forall, given=given)(judged)
    made: Claim = judged.__claims__[0]  # type: ignore[attr-defined]
    return made
