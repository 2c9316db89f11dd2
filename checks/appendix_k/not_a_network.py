r"""Appendix K.3 [x:appK.3-not-a-network]: whether the derivative by an inner weight is itself a network.

A network with max(z, 0)^p is p - 1 times continuously differentiable, one with tanh has simple poles only. The
coefficient by which the derivative breaks this rule vanishes for every network of finite width.
"""

from __future__ import annotations

from dataclasses import dataclass

import mpmath
import sympy

from checks.hypotheses import kink_is_seen
from theorytest import claim, family, integers, more_than, product, repair

LINE = tuple(sympy.Rational(k, 2) for k in range(-4, 5))


@dataclass(frozen=True)
class Neuron:
    """max(α'x + β, 0)^p, a point of its kink, and the index j of the weight by which it is differentiated."""

    power: int
    alpha: tuple
    beta: int
    kink: tuple
    j: int

    @property
    def kinked(self):
        """Whether x_j is not 0 somewhere on the kink: α'x + β is no multiple of x_j."""
        return self.beta != 0 or any(a != 0 for i, a in enumerate(self.alpha) if i != self.j)

    def obstruction(self, factor):
        """What no network has: the jump of the derivative of order p - 1 of x_j σ'(α'x + β) across the kink.

        Where α'x + β is a multiple of x_j, the distance of x_j σ' from (p/α_j) σ on a line.
        """
        if not self.kinked:
            alpha, p = self.alpha[self.j], self.power
            active = [(x, max(alpha * x, 0)) for x in LINE]
            return max(abs(x * p * z ** (p - 1) - sympy.Rational(p, alpha) * z**p) for x, z in active)
        t = sympy.Symbol("t")
        z = sum(a * (x + t * a) for a, x in zip(self.alpha, self.kink, strict=True)) + self.beta
        inside = factor(self.kink[self.j] + t * self.alpha[self.j]) * self.power * z ** (self.power - 1)
        return abs(sympy.diff(inside, t, self.power - 1).subs(t, 0))


@dataclass(frozen=True)
class TanhNeuron:
    """tanh(αx + β) on the line."""

    alpha: int
    beta: str
    kinked: bool = True  # its poles do not depend on the domain

    def obstruction(self, factor):
        """The coefficient of the double pole of x tanh'(αx + β); poles of networks are simple."""
        with mpmath.workdps(60):
            beta, step = mpmath.mpf(self.beta), mpmath.mpf(10) ** -20
            x0 = (1j * mpmath.pi / 2 - beta) / self.alpha
            return float(abs(step**2 * factor(x0 + step) * mpmath.sech(self.alpha * (x0 + step) + beta) ** 2))


@dataclass(frozen=True)
class ActiveNeuron:
    """max(2x + 1, 0)² on the domain [1, 2], where z = 2x + 1 is positive."""

    kinked: bool = False

    def obstruction(self, factor):
        """The distance of 2xz = z² - z from the network ³⁄₂ σ(2x + 1) - ½ σ(2x + 2) + ½."""
        half = sympy.Rational(1, 2)
        inside = [1 + k * half / 2 for k in range(5)]
        return max(
            abs(2 * factor(x) * (2 * x + 1) - (3 * half * (2 * x + 1) ** 2 - half * (2 * x + 2) ** 2 + half))
            for x in inside
        )


def neurons():
    """On Rⁿ, but for the last one; the first is an exception for every RePU."""
    half = sympy.Rational(-1, 2)
    shapes = {
        "one input, no bias": ((3,), 0, (0,), 0),
        "one input, bias 1": ((2,), 1, (half,), 0),
        "one weight, its coordinate, no bias": ((2, 0), 0, (0, 3), 0),
        "one weight, bias": ((2, 0), 1, (half, 3), 0),
        "one weight, the other coordinate": ((2, 0), 0, (0, 3), 1),
        "two inputs, no bias": ((1, 1), 0, (1, -1), 0),
        "two inputs, bias": ((1, 2), -3, (1, 1), 1),
        "three inputs": ((1, 0, 2), 1, (1, 5, -1), 1),
    }
    found = {f"RePU({p}), {name}": Neuron(p, *shape) for name, shape in shapes.items() for p in (2, 3)}
    found |= {"tanh, bias 1/2": TanhNeuron(2, "0.5"), "tanh, no bias": TanhNeuron(1, "0")}
    return found | {"RePU(2), active on the whole domain": ActiveNeuron()}


def on_the_plane(power, v, w, beta, j):
    """A RePU neuron with rational weights, and a point of its kink where x_j ≠ 0 if there is one."""
    foot = [sympy.Rational(-beta * a, v * v + w * w) for a in (v, w)]
    kinks = [(foot[0] - t * w, foot[1] + t * v) for t in (0, 1)]
    return Neuron(power, (v, w), beta, max(kinks, key=lambda x: abs(x[j])), j)


WEIGHTS = integers(-3, 3)
NEURONS = family(
    neurons,
    "neurons with nonzero inner and outer weights",
    search=product(integers(2, 3), WEIGHTS, WEIGHTS, WEIGHTS, integers(0, 1))
    .where(lambda power, v, w, beta, j: v or w)  # noqa: ARG005 (takes them all)
    .map(on_the_plane),
    effort=60,
)


@repair(
    "x:appK.3-not-a-network/corrected",
    "x:appK.3-not-a-network",
    says="For RePU and tanh with A_{1,1i}, A_{0,i*} ≠ 0, the derivative by A_{0,ij} is not a network if, for RePU, "
    "x_j ≠ 0 somewhere on the kink inside the domain.",
    formula=r"A_{1,1i} \ne 0,\ A_{0,i*} \ne 0,\ x_j \not\equiv 0 \text{ on } \{A_{0,i*}x + b_{0,i} = 0\} \implies "
    r"\partial_{A_{0,ij}}\Phi \ne \Phi_{\theta'}; \quad x_j\,\sigma'(\alpha x_j) = "
    r"\tfrac{p}{\alpha}\sigma(\alpha x_j)",
    given=[kink_is_seen],
    reading="The derivative has a jump of order p - 1, or a double pole for tanh, which networks do not have.",
    mutants={"a factor that vanishes on the kink": {"factor": lambda x: 0 * x}},
)
@claim(
    "x:appK.3-not-a-network",
    says="The derivative of a network by an inner weight cannot be expressed as a network.",
    formula=r"\partial_{A_{0,ij}}\Phi = A_{1,1i}\sigma'(A_0x + b_0)_ix_j \ne \Phi_{\theta'}\ \text{for all}\ \theta'",
    forall={"σ, A_0, b_0": NEURONS},
    gravity="fails only when read literally",
    finding="derivative-as-a-network",
    reading="For every neuron; the text says `directly` and means those in general position.",
)
def derivative_is_no_network(neuron, *, factor=lambda x: x):
    """With one input and no bias it is one: x σ'(αx) = (p/α) σ(αx) for σ(z) = max(z, 0)^p. So is every polynomial."""
    return more_than(neuron.obstruction(factor), 0, symbol="what no network has")
