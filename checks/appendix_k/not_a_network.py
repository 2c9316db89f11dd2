r"""Appendix K.3 [x:appK.3-not-a-network]: whether the derivative by an inner weight is itself a network.

A network with max(z, 0)^p is p - 1 times continuously differentiable, one with tanh has simple poles only. The
coefficient by which the derivative breaks this rule vanishes for every network of finite width.
"""

from __future__ import annotations

from dataclasses import dataclass

import mpmath
import sympy

from theorytest import Hypothesis, claim, family, more_than, repair

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
    def along(self):
        """Whether α'x + β is a multiple of x_j."""
        return self.beta == 0 and all(a == 0 for i, a in enumerate(self.alpha) if i != self.j)

    def obstruction(self, factor):
        """What no network has: the jump of the derivative of order p - 1 of x_j σ'(α'x + β) across the kink.

        Where α'x + β is a multiple of x_j, the distance of x_j σ' from (p/α_j) σ on a line.
        """
        if self.along:
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
    along: bool = False

    def obstruction(self, factor):
        """The coefficient of the double pole of x tanh'(αx + β); poles of networks are simple."""
        with mpmath.workdps(60):
            beta, step = mpmath.mpf(self.beta), mpmath.mpf(10) ** -20
            x0 = (1j * mpmath.pi / 2 - beta) / self.alpha
            return float(abs(step**2 * factor(x0 + step) * mpmath.sech(self.alpha * (x0 + step) + beta) ** 2))


def neurons():
    """The first one is the exception."""
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
    return found | {"tanh, bias 1/2": TanhNeuron(2, "0.5"), "tanh, no bias": TanhNeuron(1, "0")}


NEURONS = family(neurons, "neurons with nonzero inner and outer weights")


@repair(
    "x:appK.3-not-a-network/corrected",
    "x:appK.3-not-a-network",
    kind="remark",
    says="If A_{1,1i}, A_{0,i*} ≠ 0 and, for RePU, A_{0,i*}x + b_{0,i} is no multiple of x_j, the derivative by "
    "A_{0,ij} is not a network, for RePU and tanh.",
    formula=r"A_{1,1i} \ne 0,\ A_{0,i*} \ne 0,\ A_{0,i*}x + b_{0,i} \not\propto x_j \implies "
    r"\partial_{A_{0,ij}}\Phi \ne \Phi_{\theta'}; \quad x_j\,\sigma'(\alpha x_j) = "
    r"\tfrac{p}{\alpha}\sigma(\alpha x_j)",
    forall={"σ, A_0, b_0": NEURONS},
    given=[Hypothesis("for RePU, A_{0,i*}x + b_{0,i} is not a multiple of x_j", lambda neuron: not neuron.along)],
    reading="The derivative has a jump of order p - 1, or a double pole for tanh, which networks do not have.",
    mutants={"without the factor x_j, shifted to the kink": {"factor": lambda x: 0 * x}},
)
@claim(
    "x:appK.3-not-a-network",
    kind="remark",
    says="The derivative of a network by an inner weight cannot be expressed as a network.",
    formula=r"\partial_{A_{0,ij}}\Phi = A_{1,1i}\sigma'(A_0x + b_0)_ix_j \ne \Phi_{\theta'}\ \text{for all}\ \theta'",
    forall={"σ, A_0, b_0": NEURONS},
    expected="refuted",
    gravity="fails only when read literally",
    finding="derivative-as-a-network",
    reading="For every neuron; the text says `directly` and means those in general position.",
)
def derivative_is_no_network(neuron, *, factor=lambda x: x):
    """With one input and no bias it is one: x σ'(αx) = (p/α) σ(αx) for σ(z) = max(z, 0)^p."""
    return more_than(neuron.obstruction(factor), 0, symbol="what no network has")
