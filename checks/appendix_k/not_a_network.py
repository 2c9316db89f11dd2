r"""Appendix K.3 [x:appK.3-not-a-network]: whether the derivative by an inner weight is itself a network.

A network with max(z, 0)^p is p - 1 times continuously differentiable. The jump by which the derivative breaks this rule
vanishes for every network of finite width.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy

from checks.hypotheses import kink_is_seen
from theorytest import claim, family, integers, more_than, product, repair

LINE = tuple(sympy.Rational(k, 2) for k in range(-4, 5))


@dataclass(frozen=True)
class Neuron:
    """max(α'x + β, 0)^p on Rⁿ, and the index j of the weight by which it is differentiated."""

    power: int
    alpha: tuple
    beta: int
    j: int

    @property
    def kink(self):
        """A point of the kink, with x_j ≠ 0 if there is one: the nearest to 0, or 1 beside it along the kink."""
        square = sum(a * a for a in self.alpha)
        foot = [sympy.Rational(-self.beta * a, square) for a in self.alpha]
        along = [int(i == self.j) - sympy.Rational(self.alpha[self.j] * a, square) for i, a in enumerate(self.alpha)]
        return foot if foot[self.j] else [x + t for x, t in zip(foot, along, strict=True)]

    @property
    def kinked(self):
        """Whether x_j is not 0 somewhere on the kink: α'x + β is no multiple of x_j."""
        return self.kink[self.j] != 0

    def obstruction(self, factor):
        """What no network has: the jump of the derivative of order p - 1 of x_j σ'(α'x + β) across the kink.

        Where α'x + β is a multiple of x_j, the distance of x_j σ' from (p/α_j) σ on a line.
        """
        p = self.power
        if not self.kinked:
            alpha = self.alpha[self.j]
            active = [(x, max(alpha * x, 0)) for x in LINE]
            return max(abs(x * p * z ** (p - 1) - sympy.Rational(p, alpha) * z**p) for x, z in active)
        t, kink = sympy.Symbol("t"), self.kink
        z = sum(a * (x + t * a) for a, x in zip(self.alpha, kink, strict=True)) + self.beta
        inside = factor(kink[self.j] + t * self.alpha[self.j]) * p * z ** (p - 1)
        return abs(sympy.diff(inside, t, p - 1).subs(t, 0))


WEIGHTS = integers(-3, 3)
NEURONS = family(
    {
        "RePU(2), one input, no bias": Neuron(2, (3,), 0, 0),
        "RePU(3), one weight, its coordinate, no bias": Neuron(3, (2, 0), 0, 0),
        "RePU(2), one input, bias 1": Neuron(2, (2,), 1, 0),
        "RePU(2), one weight, the other coordinate": Neuron(2, (2, 0), 0, 1),
        "RePU(3), two inputs, no bias": Neuron(3, (1, 1), 0, 0),
        "RePU(3), three inputs": Neuron(3, (1, 0, 2), 1, 1),
    },
    "neurons with nonzero inner and outer weights",
    search=product(integers(2, 4), WEIGHTS, WEIGHTS, WEIGHTS, integers(0, 1))
    .where(lambda power, v, w, beta, j: v or w)  # noqa: ARG005 (takes them all)
    .map(lambda power, v, w, beta, j: Neuron(power, (v, w), beta, j)),
    effort=60,
)


@repair(
    "x:appK.3-not-a-network/corrected",
    "x:appK.3-not-a-network",
    says="For RePU on Rⁿ with A_{1,1i}, A_{0,i*} ≠ 0, the derivative by A_{0,ij} is not a network if x_j ≠ 0 "
    "somewhere on the kink.",
    formula=r"A_{1,1i} \ne 0,\ A_{0,i*} \ne 0,\ x_j \not\equiv 0 \text{ on } \{A_{0,i*}x + b_{0,i} = 0\} \implies "
    r"\partial_{A_{0,ij}}\Phi \ne \Phi_{\theta'}; \quad x_j\,\sigma'(\alpha x_j) = "
    r"\tfrac{p}{\alpha}\sigma(\alpha x_j)",
    given=[kink_is_seen],
    reading="The derivative of order p - 1 jumps at the kink, which it does for no network of any width.",
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
