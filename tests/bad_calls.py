"""Every public function of the laboratory called with wrong values, for all of its arguments and for one: what then?

A sentence is a ValueError that our own code raises. Anything else that is raised is an internal error.
"""

from __future__ import annotations

import inspect
import signal
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

import theorytest.approximation as approximation
import theorytest.descent as descent
from theorytest.approximation.hull import hull
from theorytest.descent.models import shallow

WRONG: dict[str, Any] = {
    "None": None,
    "text": "a word",
    "a truth value": True,
    "minus one": -1,
    "a fraction": 1.5,
    "NaN": float("nan"),
    "infinity": float("inf"),
    "huge": 10**12,
    "beyond floats": 10**400,
    "an empty list": [],
    "ragged": [[1.0, 2.0], [3.0]],
    "complex": 1j,
    "NaN in an array": np.full((2, 2), np.nan),
    "a class": int,
    "a bare object": object(),
}
HERE = str(Path(approximation.__file__).parents[1])


def public() -> dict[str, Callable[..., Any]]:
    """All callable public names, protocols left out: nobody calls them."""
    found = {}
    for room in (approximation, descent, shallow):
        for name in room.__all__:
            thing = getattr(room, name)
            if callable(thing) and not getattr(thing, "_is_protocol", False):
                found[f"{room.__name__}.{name}"] = thing
    return found


def required(thing: Callable[..., Any]) -> list[str]:
    """The arguments without a default, or all where every one has one."""
    given = [p for p in inspect.signature(thing).parameters.values() if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    return [p.name for p in given if p.default is p.empty] or [p.name for p in given]


def answer(thing: Callable[..., Any], given: dict[str, Any]) -> str:
    """`sentence`, `accepted`, or the internal error; a call that takes more than ten seconds hangs."""
    names = list(given)
    signal.signal(signal.SIGALRM, _too_long)
    signal.alarm(10)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            thing(**given)
    except ValueError as error:
        frame = traceback.extract_tb(error.__traceback__)[-1]
        ours = frame.filename.startswith(HERE) and any(str(part) in str(error) for part in names)
        return "sentence" if ours else f"{type(error).__name__}: {error} ({Path(frame.filename).name}:{frame.lineno})"
    except Exception as error:
        frame = traceback.extract_tb(error.__traceback__)[-1]
        return f"{type(error).__name__}: {error} ({Path(frame.filename).name}:{frame.lineno})"
    finally:
        signal.alarm(0)
    return "accepted"


def _too_long(*_: Any) -> None:
    raise TimeoutError("it does not end")


def calls() -> Iterator[tuple[str, str, str]]:
    """(function, wrong value, answer) for all of them."""
    for name, thing in public().items():
        for word, value in WRONG.items():
            yield name, word, answer(thing, dict.fromkeys(required(thing), value))


def valid() -> dict[str, tuple[Callable[..., Any], dict[str, Any]]]:
    """Calls that are right, by name: what one wrong value is put into."""
    a, d = approximation, descent
    rng, line, points = (
        np.random.default_rng(0),
        a.Space(a.Legendre(2), a.Uniform()),
        a.Discrete([0.0, 1.0], [0.5, 0.5]),
    )
    finite = a.Space(a.Monomials(2), points)
    sampler, larger, x = a.Optimal(line), hull(line, 2), np.full((3, 4, 1), 0.25)
    quasi, loss = a.QuasiProjection(sampler, 4), d.Quadratic(line, d.TARGETS["exp"])
    process, moments = (
        d.LinearDescent(quasi, loss),
        a.enumerated(a.QuasiProjection(a.Plain(finite), 2), hull(finite, 0)),
    )
    model = d.LowRank(3, 3, 1)
    u = np.arange(1.0, 10.0)
    given: list[tuple[Callable[..., Any], dict[str, Any]]] = [
        (a.Legendre, {"size": 3}),
        (a.Hermite, {"size": 3}),
        (a.Monomials, {"size": 3}),
        (a.Fourier, {"frequencies": (0, 1)}),
        (a.Histogram, {"edges": (0.0, 0.5, 1.0)}),
        (a.Uniform, {"low": -1.0, "high": 1.0}),
        (a.Gaussian, {"mean": 0.0, "std": 1.0}),
        (a.Discrete, {"points": [0.0, 1.0], "weights": [0.5, 0.5]}),
        (a.Product, {"parts": (a.Uniform(), a.Uniform())}),
        (a.Space, {"system": a.Legendre(2), "measure": a.Uniform(), "norm": "L2", "rank_tolerance": 1e-10}),
        (a.Christoffel, {"space": line}),
        (a.Plain, {"space": line}),
        (a.Trace, {"space": line}),
        (a.Optimal, {"space": line}),
        (a.GradientDependent, {"space": line, "gradient": lambda x: x[..., 0], "bound": 1.0}),
        (a.Conditioned, {"sampler": sampler, "delta": 0.5, "floor": 0.1, "tries": 3}),
        (a.VolumeRescaled, {"space": line}),
        (a.ProjectionDPP, {"space": line}),
        (a.QuasiProjection, {"sampler": sampler, "n_samples": 4}),
        (a.LeastSquares, {"sampler": sampler, "n_samples": 4}),
        (a.NonProjection, {"sampler": sampler, "n_samples": 4}),
        (a.Debiased, {"projection": a.LeastSquares(sampler, 4), "correction": quasi}),
        (a.Given, {"estimator": quasi, "points": x}),
        (a.project, {"estimator": quasi, "gradient": lambda x: x[..., 0], "x": x}),
        (a.deviation, {"sampler": sampler, "x": x}),
        (a.is_stable, {"sampler": sampler, "x": x, "delta": 0.5}),
        (a.empirical_gramian, {"sampler": sampler, "x": x}),
        (a.draws, {"sampler": a.Plain(finite), "n_samples": 2}),
        (a.enumerated, {"estimator": a.QuasiProjection(a.Plain(finite), 2), "hull": hull(finite, 0)}),
        (a.matrices, {"estimator": quasi, "hull": larger, "x": x}),
        (a.exact, {"estimator": quasi, "hull": larger}),
        (a.on_all, {"estimator": quasi}),
        (a.on_hull, {"estimator": quasi, "hull": larger}),
        (a.frontier, {"constants": moments, "n_points": 5, "reach": 10.0}),
        (a.tabulated, {"estimator": quasi, "p": 0.5, "delta": 0.5}),
        (a.compare, {"estimator": quasi, "hull": larger, "rng": rng, "n_replicas": 50, "delta": 0.5}),
        (a.integrate, {"f": lambda x: x[..., 0], "measure": a.Uniform()}),
        (a.supremum, {"f": lambda x: x[..., 0], "measure": a.Uniform()}),
        (a.full_grid, {"sizes": (2, 2)}),
        (a.total_degree, {"ndim": 2, "degree": 2}),
        (a.hyperbolic_cross, {"ndim": 2, "degree": 2}),
        (sampler.sample, {"rng": rng, "n_replicas": 2, "n_samples": 3}),
        (quasi.sample, {"rng": rng, "n_replicas": 2}),
        (quasi.coefficients, {"x": x, "jets": np.ones((3, 4, 1, 1))}),
        (line.jets, {"x": x}),
        (a.Christoffel(line).k, {"weight": "optimal"}),
        (d.Constant, {"step": 0.5}),
        (d.Power, {"c": 0.5, "exponent": 0.5}),
        (d.LinearDescent, {"estimator": quasi, "loss": loss, "initial": np.zeros(2), "compiled": True}),
        (
            d.descend,
            {
                "process": process,
                "steps": d.Constant(0.1),
                "n_steps": 2,
                "rng": rng,
                "n_replicas": 2,
                "times": [1, 2],
                "keep": 1,
            },
        ),
        (d.by_quadrature, {"estimator": quasi, "loss": loss}),
        (d.by_quadrature(quasi, loss).gap, {"steps": d.Constant(0.1), "times": np.array([1, 2])}),
        (d.fit_rate, {"times": np.arange(1, 20), "paths": np.abs(rng.normal(size=(8, 19))) + 1, "alpha": 0.05}),
        (d.geometric_times, {"n_steps": 10, "per_decade": 5}),
        (d.scalar_gap, {"loss": loss, "n_samples": 2, "steps": d.Constant(0.1), "n_steps": 3, "initial_square": 1.0}),
        (d.window_slope, {"times": np.arange(1.0, 5), "curve": np.arange(1.0, 5)}),
        (d.Sphere, {"ambient": 3, "radius": 1.0}),
        (d.Ellipse, {"long": 2.0, "short": 1.0}),
        (d.LowRank, {"n_rows": 3, "n_columns": 3, "rank": 1}),
        (d.Sparse, {"ambient": 4, "sparsity": 2, "retraction": "none"}),
        (
            d.EmbeddedDescent,
            {"model": model, "target": u, "initial": model.nearest(u), "estimator": d.MovingEstimator()},
        ),
        (
            d.MovingEstimator,
            {"estimate": "lsq", "n_samples": 3, "sampling": "plain", "delta": 0.5, "masses": [0.5, 0.5]},
        ),
        (
            d.CurveDescent,
            {"curve": d.Circle(), "target": (2.0, 0.0), "initial": 1.0, "n_samples": 2, "sampling": "plain"},
        ),
        (d.train, {"order": 3}),
        (shallow.NetworkEstimator, {"kind": "lsq", "n_samples": 3, "sampling": "rho", "delta": 0.5, "max_tries": 3}),
        (shallow.Interval, {"low": 0.0, "high": 1.0}),
        (shallow.trapezoid, {"step": 0.5, "accuracy": 1e-10}),
    ]
    return {f"{i}. {getattr(thing, '__qualname__', thing)}": (thing, named) for i, (thing, named) in enumerate(given)}


def single_calls() -> Iterator[tuple[str, str, str]]:
    """(function and argument, wrong value, answer) with one wrong value among right ones."""
    for name, (thing, named) in valid().items():
        for argument in named:
            for word, value in WRONG.items():
                yield f"{name}: {argument}", word, answer(thing, named | {argument: value})


def counted(found: list[tuple[str, str, str]]) -> Counter[str]:
    """Sentences, accepted values and internal errors."""
    return Counter(said if said in ("sentence", "accepted") else "internal" for _, _, said in found)


if __name__ == "__main__":
    for name, (right, named) in valid().items():
        if answer(right, named) != "accepted":
            print(f"{name} is no right call: {answer(right, named)}")
    for every in (list(calls()), list(single_calls())):
        print(len(every), dict(counted(every)))
        for name, word, said in every:
            if said not in ("sentence", "accepted"):
                print(f"{name} ({word}): {said[:150]}")
