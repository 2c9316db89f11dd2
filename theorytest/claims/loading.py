"""From a folder of Python files to the claims in them: the one importer that both doors use."""

from __future__ import annotations

import importlib
import sys
import traceback
import warnings
from collections.abc import Collection, Iterable, Iterator
from importlib.machinery import ModuleSpec
from importlib.util import module_from_spec
from pathlib import Path
from types import ModuleType

from theorytest.claims.claim import MADE, Claim
from theorytest.claims.importing import ChangedError, functions_stay, nothing_changes
from theorytest.claims.mutants import ClaimError
from theorytest.claims.roots import check_files


def load_module(root: Path, file: Path) -> ModuleType:
    """Import one file as a module of the package that is named after its root."""
    _own(root)
    return _imported(root, file)


def _imported(root: Path, file: Path) -> ModuleType:
    name = ".".join((root.name, *file.relative_to(root).with_suffix("").parts))
    try:
        with warnings.catch_warnings(), nothing_changes():
            warnings.simplefilter("ignore")  # so that no door's filters decide whether a file can be imported
            warnings.filterwarnings("error", "assertion is always true", SyntaxWarning)
            module = importlib.import_module(name)
    except ClaimError as error:
        raise ClaimError(_placed(root, error)) from error
    except KeyboardInterrupt:
        raise
    except ChangedError as error:
        raise ClaimError(f"{_shown(root, file)} {error} when it is imported: a check may, a file may not") from None
    except BaseException as error:  # also SystemExit: a file that ends the interpreter would end the run with a pass
        raise ClaimError(f"{_shown(root, file)} cannot be imported: {type(error).__name__}: {error}") from error
    if Path(module.__file__ or "").resolve() != file.resolve():
        raise ClaimError(f"{_shown(root, file)} cannot be imported: another module is called {name}")
    return module


def claims_in(module: ModuleType) -> Iterator[Claim]:
    """The claims of the checks that a module holds, by name or in a list, in the order of definition."""
    for value in list(vars(module).values()):
        for each in value if isinstance(value, (list, tuple)) else (value,):
            attached = getattr(each, "__claims__", ()) if callable(each) else ()
            yield from (found for found in attached if isinstance(found, Claim))


def load_claims(root: Path) -> dict[Path, list[Claim]]:
    """The claims of every file. A check that a second file imports stays with the file that defines it."""
    _own(root)
    try:
        with functions_stay():
            modules = {file: _imported(root, file) for file in check_files(root)}
    except ChangedError as error:
        raise ClaimError(str(error)) from None
    found = {file: {id(each): each for each in claims_in(module)} for file, module in modules.items()}
    _require_all(root, modules.values(), {each.id for claims in found.values() for each in claims.values()})
    home: dict[int, Path] = {}
    for file, claims in found.items():
        for key, each in claims.items():
            if key not in home or modules[file].__name__ == each.check.__module__:
                home[key] = file
    return {file: [each for key, each in claims.items() if home[key] is file] for file, claims in found.items()}


def _require_all(root: Path, modules: Iterable[ModuleType], found: Collection[str]) -> None:
    """Refuse a claim that was made in a file and is not there any more: it would be missed without a word."""
    homes = {id(vars(each)) for each in modules}
    for each in MADE:
        if id(each.check.__globals__) in homes and each.id not in found:
            place = f"{_shown(root, Path(each.check.__code__.co_filename))}:{each.line}"
            raise ClaimError(
                f"{each.id} ({place}) is lost: another function of its file has its name, or it was deleted"
            )


def _placed(root: Path, error: ClaimError) -> str:
    """The sentence with the line of the checks that it is about."""
    frames = traceback.extract_tb(error.__traceback__)
    inside = [each for each in frames if Path(each.filename).is_relative_to(root)]
    return f"{error} ({_shown(root, Path(inside[-1].filename))}:{inside[-1].lineno})" if inside else str(error)


def _shown(root: Path, file: Path) -> str:
    return file.relative_to(root.parent).as_posix()


def _own(root: Path) -> None:
    """Make the folder the package that its name means to an import, whatever else on the path is called so."""
    entry = str(root.parent)
    if sys.path[:1] != [entry]:
        sys.path[:] = [entry, *(other for other in sys.path if other != entry)]
    if str(root) not in sys.path:
        sys.path.append(str(root))  # last: a helper beside the claims is found by its name, and hides no library
    importlib.invalidate_caches()
    if not is_loaded(root):
        _forget(root.name)
        sys.modules[root.name] = _package(root)


def is_loaded(root: Path) -> bool:
    """Whether the package of that name is this folder already."""
    return list(getattr(sys.modules.get(root.name), "__path__", ())) == [str(root)]


def _package(root: Path) -> ModuleType:
    """The folder as a package, with or without a file of its own."""
    spec = ModuleSpec(root.name, None, is_package=True)
    spec.submodule_search_locations = [str(root)]
    return module_from_spec(spec)


def _forget(name: str) -> None:
    """Two papers may both call their folder `checks`; the one that is loaded now owns the name."""
    for known in [each for each in sys.modules if each == name or each.startswith(f"{name}.")]:
        del sys.modules[known]
