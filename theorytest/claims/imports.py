"""What a claim is made of: its file, and what that imports of the checks, of helpers beside them, of this package."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path

import theorytest

_PACKAGE = Path(theorytest.__file__).resolve().parent


def sources_of(root: Path, files: Iterable[Path]) -> dict[Path, str]:
    """For each file of checks a hash of the sources that can change the draws or the bounds of its claims."""
    tree = _Tree(root.resolve())
    return {file: tree.sources(file.resolve()) for file in dict.fromkeys(files)}


def files_of(root: Path, files: Iterable[Path]) -> dict[Path, frozenset[Path]]:
    """For each file of checks itself and every file of both trees that it imports, directly or not."""
    tree = _Tree(root.resolve())
    return {file: frozenset(tree.reached(file.resolve())) for file in dict.fromkeys(files)}


class _Tree:
    """The files of the checks and of this package, each read once."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.read: dict[Path, tuple[str, tuple[Path, ...]]] = {}

    def sources(self, file: Path) -> str:
        """A hash over the file and everything that it imports, directly or not."""
        return hashlib.sha256("".join(sorted(self.reached(file).values())).encode()).hexdigest()[:16]

    def reached(self, file: Path) -> dict[Path, str]:
        """The file and everything that it imports, directly or not, each with a hash of its content."""
        found, waiting = dict[Path, str](), [file]
        while waiting:
            here = waiting.pop()
            if here not in found:
                found[here], imported = self._file(here)
                waiting += imported
        return found

    def _file(self, file: Path) -> tuple[str, tuple[Path, ...]]:
        """Its name with a hash of its content, and the files of both trees that it imports, wherever it does so."""
        if file not in self.read:
            content = file.read_bytes()
            names = {name for node in ast.walk(ast.parse(content)) for name in _names(node, file, self.root)}
            imported = tuple({each for name in names for each in _files(name, self.root)})
            named = f"{file.relative_to(_home(file, self.root)).as_posix()} {hashlib.sha256(content).hexdigest()}\n"
            self.read[file] = named, imported
        return self.read[file]


def _home(file: Path, root: Path) -> Path:
    """The folder that a file's dotted name starts from."""
    return _PACKAGE.parent if file.is_relative_to(_PACKAGE) else root.parent


def _names(node: ast.AST, file: Path, root: Path) -> Iterator[str]:
    """The dotted names of modules that a statement may import."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        above = node.module or ""
        if node.level:
            folder = file.relative_to(_home(file, root)).parts[: -node.level]
            above = ".".join((*folder, *filter(None, [node.module])))
        yield above
        yield from (f"{above}.{alias.name}" for alias in node.names)


def _files(name: str, root: Path) -> Iterator[Path]:
    """The module of that name, with the packages that it lies in; nothing for what is neither ours nor a module."""
    first, *rest = name.split(".")
    trees = (_PACKAGE,) if first == "theorytest" else (root.parent / first, root / first)  # a helper, beside or inside
    for tree in trees if first else ():
        for place in (tree.joinpath(*rest[:depth]) for depth in range(len(rest) + 1)):
            yield from (each for each in (place / "__init__.py", place.with_suffix(".py")) if each.is_file())
