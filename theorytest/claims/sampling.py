"""Which claims sample, as it is seen before a run: only these share the false-alarm budget.

A check samples when its code, or a function or class of its paper that the code or the domains name, mentions
`sampled`, or asks the run for a plan. Where names do not show it, the claim says `samples=True`; a check that draws
without a share is told so and breaks, so that the budget is never exceeded.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from functools import partial
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from theorytest.claims.claim import Claim
from theorytest.claims.domains import Instance
from theorytest.decisions.sampled import Sampled, sampled

_ASKS_FOR_A_PLAN = "plan"
_OWN = ("theorytest", "numpy", "scipy", "sympy", "builtins", "functools", "math", "fractions", "flint", "mpmath")


def samples(claim: Claim) -> bool:
    """Whether the claim says that it samples, or its check is seen to."""
    if claim.samples is not None:
        return claim.samples
    members = (each for domain in claim.forall.values() for each in _held(domain.make))  # instances may sample
    return claim.executable and seen_to_sample(claim.check, *members)


def seen_to_sample(check: Any, *others: Any) -> bool:
    """Follow the names in the code of a check, through its paper and no further."""
    todo, known = [check, *_marked(check), *others], set[int]()
    while todo:
        each = todo.pop()
        if each is sampled or each is Sampled:
            return True
        if id(each) in known:
            continue
        known.add(id(each))
        for code in _codes(each):
            if _ASKS_FOR_A_PLAN in code.co_names and "run" in code.co_varnames:
                return True
        todo.extend(_mentioned(each))
    return False


def _marked(check: Any) -> Iterator[Any]:
    """What wrappers hide."""
    inner = inspect.unwrap(check)
    if inner is not check:
        yield inner


def _codes(thing: Any) -> Iterator[CodeType]:
    """The code of a function and of the functions inside of it."""
    todo = [thing.__code__] if isinstance(thing, FunctionType) else []
    while todo:
        code = todo.pop()
        yield code
        todo += [each for each in code.co_consts if isinstance(each, CodeType)]


def _mentioned(thing: Any) -> Iterator[Any]:
    """What a thing of the paper names or holds."""
    if isinstance(thing, partial):
        yield from (thing.func, *thing.args, *thing.keywords.values())
    elif isinstance(thing, MethodType):
        yield from (thing.__func__, thing.__self__)
    elif isinstance(thing, FunctionType):
        yield from _of_function(thing)
    elif isinstance(thing, type):
        if _is_of_a_paper(thing):
            yield from vars(thing).values()
    elif hasattr(thing, "__wrapped__"):
        yield thing.__wrapped__
    elif isinstance(thing, Instance):
        yield thing.value
    elif isinstance(thing, property):
        yield thing.fget
    elif isinstance(thing, (staticmethod, classmethod)):
        yield thing.__func__
    elif isinstance(thing, (tuple, list)):
        yield from thing
    elif isinstance(thing, dict):
        yield from thing.values()
    elif _is_of_a_paper(type(thing)):
        yield type(thing)
        yield from getattr(thing, "__dict__", {}).values()


def _of_function(function: FunctionType) -> Iterator[Any]:
    if not _is_of_a_paper(function):
        return
    names = {name for code in _codes(function) for name in code.co_names}
    for name in names & set(function.__globals__):
        found = function.__globals__[name]
        yield from _of_module(found, names) if isinstance(found, ModuleType) else (found,)
    yield from _held(function)
    yield from (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values())


def _of_module(module: ModuleType, names: set[str]) -> Iterator[Any]:
    """The members that are named; this package loads its own when they are asked for."""
    public = set(vars(module)) | set(getattr(module, "__all__", ()))
    yield from (getattr(module, each) for each in names & public if hasattr(module, each))


def _held(function: Any) -> Iterator[Any]:
    """What a function has closed over."""
    for cell in getattr(function, "__closure__", None) or ():
        try:
            yield cell.cell_contents
        except ValueError:  # not filled yet
            continue


def _is_of_a_paper(thing: Any) -> bool:
    """Whether it was written for a paper: neither by a library nor in this package, unless in its own little papers."""
    home = getattr(thing, "__module__", None) or ""
    return home.split(".")[0] not in _OWN or home.startswith("theorytest.calibration")
