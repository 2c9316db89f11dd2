"""What decides a claim, definition by definition: its check with its decorators, and whatever these name, on and on.

The identity of a carried claim is that of whole files, so that a neighbour's new sentence makes it another claim. Here
only those statements at the top of a file count that the claim reaches by names, without comments and docstrings. How
relations are decided and searched belongs to no claim. Data that a check reads from a file, and names that are made
while it runs, are not seen.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import theorytest
from theorytest.claims.claim import Claim

_PACKAGE = Path(theorytest.__file__).resolve().parent
_LANGUAGE = tuple(
    _PACKAGE / each for each in ("attacks", "claims", "commands", "decisions", "proof", "report", "runs", "__init__.py")
)
_WHOLE = "*"
Place = tuple[Path, str]


@dataclass
class Slices:
    """The statements of the checks in a folder, and of the laboratory that they use; each file is read once."""

    root: Path
    files: dict[Path, _File] = field(default_factory=dict)

    def of(self, claim: Claim) -> str:
        """A hash over all statements that the claim reaches."""
        return _hash([claim.id, self.of_function(inspect.unwrap(claim.check))])

    def of_function(self, function: Callable[..., Any]) -> str:
        """A hash over all statements that a function reaches."""
        file = Path(inspect.getsourcefile(function) or "").resolve()
        names = self._file(file).around(function.__code__.co_firstlineno)
        return _hash(text for _, text in sorted(self.reached((file, name) for name in names)))

    def reached(self, places: Iterable[Place]) -> set[tuple[str, str]]:
        """Statements by their file, from these names on."""
        seen, waiting, found = set[Place](), list(places), set[tuple[str, str]]()
        while waiting:
            place = waiting.pop()
            if place not in seen:
                seen.add(place)
                for statement in self._file(place[0]).called(place[1]):
                    found.add((place[0].name, statement.text))
                    waiting += [(place[0], name) for name in statement.names]
                waiting += self._imported(*place)
        return found

    def _file(self, file: Path) -> _File:
        if file not in self.files:
            self.files[file] = _File(file)
        return self.files[file]

    def _imported(self, file: Path, name: str) -> Iterator[Place]:
        """Where a name is from that the file imports; nothing for libraries and for the language of claims."""
        imports = self._file(file).imports
        every = {pair for each in imports.values() for pair in each}
        for module, attribute in every if name == _WHOLE else imports.get(name, ()):
            submodule = self._module(f"{module}.{attribute}") if attribute != _WHOLE else None
            home = submodule or self._module(module)
            if home and not any(home.is_relative_to(each) for each in _LANGUAGE):
                yield home, _WHOLE if submodule else attribute

    def _module(self, name: str) -> Path | None:
        first, *rest = name.split(".")
        trees = [_PACKAGE] if first == "theorytest" else [self.root.parent / first, self.root / first]
        for tree in trees:
            place = tree.joinpath(*rest)
            for each in (place.with_suffix(".py"), place / "__init__.py"):
                if each.is_file():
                    return each.resolve()
        return None


@dataclass(frozen=True)
class _Statement:
    """One statement at the top of a file: what it says, which names it makes, which it uses."""

    text: str
    makes: frozenset[str]
    names: frozenset[str]
    first: int
    last: int


class _File:
    """The top of a file, statement by statement."""

    def __init__(self, file: Path) -> None:
        self.tree = ast.parse(file.read_bytes())

    @cached_property
    def statements(self) -> list[_Statement]:
        """All of them but imports and text."""
        kinds = (ast.Import, ast.ImportFrom)
        return [_statement(each) for each in self.tree.body if not isinstance(each, kinds) and not _is_text(each)]

    @cached_property
    def imports(self) -> dict[str, set[tuple[str, str]]]:
        """By the name that they get here: modules, and what is taken from each."""
        found: dict[str, set[tuple[str, str]]] = {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                for alias in node.names:
                    found.setdefault(alias.asname or alias.name, set()).add((node.module, alias.name))
            elif isinstance(node, ast.Import):
                for alias in node.names:
                    found.setdefault(alias.asname or alias.name.split(".")[0], set()).add((alias.name, _WHOLE))
        return found

    def called(self, name: str) -> Iterator[_Statement]:
        """What makes the name, and what stands in the file without making any; all of it for the whole file."""
        return (each for each in self.statements if name == _WHOLE or name in each.makes or not each.makes)

    def around(self, line: int) -> Collection[str]:
        """The names that the statement around a line makes; the whole file where it makes none."""
        names = [each.makes for each in self.statements if each.first <= line <= each.last]
        return names[0] if names and names[0] else {_WHOLE}


def _statement(node: ast.stmt) -> _Statement:
    makes = {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        makes = {node.name}
    first = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))])
    names = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    return _Statement(_told(node), frozenset(makes), frozenset(names), first, node.end_lineno or first)


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _told(node: ast.AST) -> str:
    """The statement without comments and docstrings."""
    for each in ast.walk(node):
        body = getattr(each, "body", None)
        if isinstance(each, (ast.FunctionDef, ast.ClassDef, ast.Module)) and isinstance(body, list):
            each.body = [part for part in body if not _is_text(part)] or [ast.Pass()]
    return ast.unparse(node)


def told_of(files: Iterable[Path]) -> str:
    """A hash over whole files, without comments and docstrings."""
    return _hash([_told(ast.parse(each.read_bytes())) for each in sorted(files)])


def _hash(parts: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]
