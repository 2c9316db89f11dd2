"""Values as strict JSON, the same bytes for the same value: what a journal and a record can hold."""

from __future__ import annotations

import base64
import json
import math
import numbers
from collections.abc import Mapping
from enum import Enum
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from theorytest.inert import escaped


def plain(value: Any) -> Any:
    """The value with nothing but what JSON knows; infinities and NaN become words, exact numbers become text."""
    if value is None or isinstance(value, (bool, str)):
        return value.value if isinstance(value, Enum) else value
    if isinstance(value, (np.generic, np.ndarray)):
        return plain(value.tolist())
    if isinstance(value, Mapping):
        return {str(key): plain(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(entry) for entry in value]
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        return _plain_float(float(value))
    if isinstance(value, complex):
        return {"re": _plain_float(value.real), "im": _plain_float(value.imag)}
    if isinstance(value, numbers.Number):
        return str(value)
    raise TypeError(f"evidence cannot hold a {type(value).__name__}: give numbers, text, lists or mappings")


def _plain_float(value: float) -> float | str:
    if math.isfinite(value):
        return value
    return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"


def dumps(value: Any, indent: int | None = None) -> str:
    """Strict JSON with sorted keys; characters that act on a terminal or cannot be written in UTF-8 are escapes."""
    text = escaped(_sorted(value), _escape)
    return text if indent is None else indented(text, indent)


def indented(text: str, indent: int = 1) -> str:
    """What `dumps` gives, with a line for each value."""
    try:
        return msgspec.json.format(text, indent=indent)  # compiled, as indenting in json is not
    except msgspec.DecodeError:  # half of a pair, which msgspec refuses even as an escape
        lines = _sorted(json.loads(text), indent).split("\n")  # line ends stand between values, never in them
        return "\n".join(escaped(line, _escape) for line in lines)


def _sorted(value: Any, indent: int | None = None) -> str:
    return json.dumps(value, sort_keys=True, allow_nan=False, ensure_ascii=False, indent=indent)


def _escape(character: str) -> str:
    return json.dumps(character)[1:-1]


def pack(array: NDArray[np.float64]) -> dict[str, Any]:
    """An array as text, bit by bit."""
    values = np.asarray(array, dtype="<f8")
    return {"shape": list(values.shape), "float64": base64.b64encode(values.tobytes()).decode("ascii")}


def unpack(packed: Mapping[str, Any]) -> NDArray[np.float64]:
    """The array back from its text."""
    values = np.frombuffer(base64.b64decode(packed["float64"]), dtype="<f8")
    return values.reshape(packed["shape"]).astype(np.float64)
