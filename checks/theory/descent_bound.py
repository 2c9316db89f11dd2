"""The bound of Theorem 4.1 on the change of the risk in one step [eq:descent_bound]."""

from collections.abc import Callable
from typing import Any

Constants = tuple[Any, ...]  # c_bias1, c_bias2, c_var1 and c_var2, as numbers or symbols


def printed_change(constants: Constants, smoothness: Any, step: Any, tangent: Any, normal: Any, beta: Any = 0) -> Any:
    """The right-hand side of (12) without L(u_t), for smoothness = L + C_R."""
    c_bias1, c_bias2, c_var1, c_var2 = constants
    s, half = step, smoothness / 2
    return (
        -(c_bias1 * s - s**2 * half * c_var1) * tangent**2
        + s * c_bias2 * tangent * normal
        + s**2 * half * c_var2 * normal**2
        + beta
    )


def times(index: int, factor: Any) -> Callable[[Constants], Constants]:
    """The constants with one of them multiplied."""
    return lambda constants: (*constants[:index], factor * constants[index], *constants[index + 1 :])
