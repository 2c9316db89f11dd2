"""One step with c_bias,2 = 0 on symbols, why it descends, and the bound of Theorem 4.1 [eq:descent_bound]."""

from collections.abc import Callable
from typing import Any

from checks.instances.single_steps import OneStep
from checks.theory import symbolic_step as one
from theorytest import at_least, equal
from theorytest.proof import mean, number, real, use

lowest = real("L_min")  # over M, or over H for (PL)


class Symbolic(OneStep):
    """A step of any scheme in any Hilbert space, by its symbols."""

    step = one.s

    @property
    def constants(self) -> dict[str, Any]:
        """λ, L, C_R, c_bias1, c_var1 and c_var2."""
        c_bias1, _, c_var1, c_var2 = one.constants
        return {"lam": one.lam, "L": one.L, "C_R": one.C_R, "c_bias1": c_bias1, "c_var1": c_var1, "c_var2": c_var2}

    def seen(self) -> tuple[Any, ...]:
        """Gap, ‖P g‖², ‖(I - P) g‖², β and the mean gap after the step."""
        return one.now - lowest, one.tangent**2, one.normal**2, one.beta, mean(one.after) - lowest


SYMBOLIC = Symbolic()


def numbers(world: OneStep) -> dict[Any, Any]:
    """What an instance gives to the symbols; L_min is any number."""
    gap, tangent, normal, beta, after = world.seen()
    known = {symbol: world.constants[name] for name, symbol in SYMBOLIC.constants.items()}
    sizes = {one.tangent**2: tangent, one.normal**2: normal, one.beta: beta, one.s: world.step}
    return known | sizes | {one.now: 2 * gap, lowest: gap, mean(one.after): after + gap}


DESCENT = {
    "(CR)": one.retracted(),
    "(LS)": one.smooth(),
    "(BBV): bias": one.aligned(c_bias2=0),
    "(BBV): variance": one.of_bounded_variance(),
}
DESCENDS = [
    use("(CR)", mean=True),
    use("(LS)", mean=True),
    use("(BBV): bias", one.s),
    use("(BBV): variance", one.s**2 * (one.L + one.C_R) / 2),
]
WITHOUT_ERROR = DESCENT | {"(CR)": one.retracted(0)}
kappa = number("κ", "≥1")
PL = {
    "κ_t": equal(one.tangent**2 + one.normal**2, kappa * one.tangent**2),
    "(PL)": at_least(one.tangent**2 + one.normal**2, 2 * one.lam * (one.now - lowest)),
}


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
