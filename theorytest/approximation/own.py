"""An estimator of one's own, named as FILE.py:CLASS and made as CLASS(sampler, n)."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

from theorytest.approximation.estimators import Estimator
from theorytest.approximation.sampling import Sampler

MEMBERS = ("space", "n_samples", "sample", "coefficients")


def own_estimator(name: str) -> Callable[[Sampler, int], Estimator]:
    """What makes estimators of the class of FILE.py:CLASS."""
    path, _, word = name.rpartition(":")
    module = _module(path, name)
    if not callable(getattr(module, word, None)):
        raise ValueError(f"--estimator {name}: {path} has no class {word}")

    def make(sampler: Sampler, n: int) -> Estimator:
        made = getattr(module, word)(sampler, n)
        missing = [member for member in MEMBERS if not hasattr(made, member)]
        if missing:
            raise ValueError(f"--estimator {name}: {word} has no {', '.join(missing)}")
        if made.space is not sampler.space:
            raise ValueError(f"--estimator {name}: its space must be that of the sampler, got {made.space!r}")
        return made  # type: ignore[no-any-return]

    return make


def _module(path: str, name: str) -> ModuleType:
    """The file, imported under a name that no other module has."""
    if not Path(path).is_file():
        raise ValueError(f"--estimator {name}: there is no file {path}")
    spec = importlib.util.spec_from_file_location(f"theorytest_own_{Path(path).stem}", path)
    if spec is None or spec.loader is None:
        raise ValueError(f"--estimator {name}: {path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        message = f"{path} cannot be imported: {type(error).__name__}: {' '.join(str(error).split())}"
        raise ValueError(f"--estimator {name}: {message}") from error
    return module
