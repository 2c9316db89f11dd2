"""The cases of a claim: every choice of instances of its domains that satisfies its hypotheses, and nothing else."""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import FunctionType
from typing import Any, TypeGuard

from theorytest.claims.domains import Domain, Instance
from theorytest.claims.hypotheses import Hypothesis
from theorytest.claims.mutants import ClaimError

RUN = "run"  # a check whose first parameter is called so is handed the run: its generators and its number of draws


@dataclass(frozen=True, eq=False)
class Case:
    """One choice of instances, in the order of the check's parameters."""

    instances: tuple[Instance, ...]

    @property
    def name(self) -> str:
        """The names of the instances."""
        return ", ".join(each.name for each in self.instances)

    @property
    def values(self) -> tuple[Any, ...]:
        """What the check is called with."""
        return tuple(each.value for each in self.instances)


@dataclass(frozen=True, eq=False)
class Cases:
    """The cases that are tried, and those that the hypotheses leave out."""

    tried: tuple[Case, ...]
    left_out: tuple[Case, ...] = ()


def parameters(check: Callable[..., Any]) -> tuple[str, ...]:
    """The parameters of a check that stand for the instances of its domains."""
    if _is_plain(check):
        code = check.__code__
        names = code.co_varnames[code.co_posonlyargcount : code.co_argcount]
    else:
        found = inspect.signature(check).parameters.values()
        names = tuple(each.name for each in found if each.kind is each.POSITIONAL_OR_KEYWORD)
    return names[1:] if names[:1] == (RUN,) else names


def wants_run(check: Callable[..., Any]) -> bool:
    """Whether the check asks for the run."""
    if _is_plain(check):
        return check.__code__.co_varnames[: min(1, check.__code__.co_argcount)] == (RUN,)
    return next(iter(inspect.signature(check).parameters), None) == RUN


def _is_plain(check: Callable[..., Any]) -> TypeGuard[FunctionType]:
    """Whether its code tells the parameters: a signature takes a hundred times as long."""
    return isinstance(check, FunctionType) and not vars(check).keys() & {"__wrapped__", "__signature__"}


def cases(check: Callable[..., Any], forall: Mapping[str, Domain], given: Sequence[Hypothesis]) -> Cases:
    """The product of the instances, split by the hypotheses that speak of them."""
    names = parameters(check)
    choices = [_named(symbol, domain, names) for symbol, domain in forall.items() if domain.tried]
    every = [Case(chosen) for chosen in itertools.product(*choices)]
    known = [each for each in given if each.speaks_of(names)]
    admitted = [all(each.admits(dict(zip(names, case.values, strict=True))) for each in known) for case in every]
    tried = tuple(case for case, kept in zip(every, admitted, strict=True) if kept)
    if not tried:
        names_of = ", ".join(repr(each.name) for each in known)
        raise ClaimError(f"no instance satisfies {names_of}" if every else "there is no instance to try")
    return Cases(tried, tuple(case for case, kept in zip(every, admitted, strict=True) if not kept))


def _named(symbol: str, domain: Domain, names: tuple[str, ...]) -> list[Instance]:
    """The instances; a bare number says of which symbol it is the value, where there are several."""
    made = list(domain.make())
    bare = len(names) > 1 or all(_is_number(each.name) for each in made)
    return [
        Instance(f"{symbol} = {each.name}", each.value, each.says) if bare and _is_number(each.name) else each
        for each in made
    ]


def _is_number(text: str) -> bool:
    return text.replace("/", "").replace(".", "").replace("-", "").replace("e", "").isdigit()
