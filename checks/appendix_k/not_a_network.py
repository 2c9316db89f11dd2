r"""Appendix K.3 [x:appK.3-not-a-network]: whether the derivative by an inner weight is itself a network.

A network with max(z, 0)^p is p - 1 times continuously differentiable, one with tanh has simple poles only. The
coefficient by which the derivative breaks this rule vanishes for every network of finite width.
"""

from __future__ import annotations

import mpmath
import sympy

from theorytest import at_least, claim, equal, repair

DISTINGUISHABLE = 1e-6  # no rounding
# (inner weights, inner bias, a point of the kink, the index j of the coordinate)
IN_SPACE = {
    "one input, bias 1": ((2,), 1, (sympy.Rational(-1, 2),), 0),
    "two inputs, no bias": ((1, 1), 0, (1, -1), 0),
    "two inputs, bias": ((1, 2), -3, (1, 1), 1),
    "three inputs": ((1, 0, 2), 1, (1, 5, -1), 1),
    "one weight, bias": ((2, 0), 1, (sympy.Rational(-1, 2), 3), 0),
    "one weight, the other coordinate": ((2, 0), 0, (0, 3), 1),
}
ALONG = {"one weight, its coordinate, no bias": ((2, 0), 0, (0, 3), 0)}  # x_1 vanishes on the whole kink
LINE = tuple(sympy.Rational(k, 2) for k in range(-4, 5))


def exceptional_distance(power, multiple, alpha=1):
    """max |x σ'(αx) - (multiple / α) σ(αx)| over points of the line: how far the derivative is from a network."""
    active = [(x, max(alpha * x, 0)) for x in LINE]
    return max(abs(x * power * z ** (power - 1) - sympy.Rational(multiple, alpha) * z**power) for x, z in active)


def four_neurons(x, shift):
    """((x + c)² - (x - c)²) / 4 with z² = max(z, 0)² + max(-z, 0)²: it is x for c = 1."""
    squares = [max(z, 0) ** 2 + max(-z, 0) ** 2 for z in (x + shift, x - shift)]
    return (squares[0] - squares[1]) / 4


def jump(power, alpha, beta, kink, j, factor=lambda x: x):
    """The jump of the derivative of order p - 1 of x_j σ'(α'x + β) along α, across a point of the kink."""
    t = sympy.Symbol("t")
    z = sum(a * (x + t * a) for a, x in zip(alpha, kink, strict=True)) + beta
    inside = factor(kink[j] + t * alpha[j]) * power * z ** (power - 1)  # on the side where the neuron is active
    return sympy.diff(inside, t, power - 1).subs(t, 0)


def neuron_jump(power, alpha, beta, kink):
    """The same jump of the neuron σ(α'x + β) itself."""
    t = sympy.Symbol("t")
    z = sum(a * (x + t * a) for a, x in zip(alpha, kink, strict=True)) + beta
    return sympy.diff(z**power, t, power - 1).subs(t, 0)


@claim(
    "x:appK.3-not-a-network",
    kind="remark",
    says="The derivative of a network by an inner weight is no network.",
    formula=r"\partial_{A_{0,ij}}\Phi = A_{1,1i}\sigma'(A_0x + b_0)_ix_j \ne \Phi_{\theta'}\ \text{for all}\ \theta'",
    expected="refuted",
    gravity="misprint",
)
def derivative_is_no_network_as_printed(*, least=DISTINGUISHABLE):
    """With one input and no bias it is one: x σ'(x) = 2 σ(x) for σ(x) = max(x, 0)²."""
    distance = float(exceptional_distance(2, 2))
    name = "one input, no bias"
    yield at_least(distance, least, name=name, digits=None, symbol="the distance from 2 σ")
    for name, instance in IN_SPACE.items():
        size = abs(float(jump(2, *instance)))
        yield at_least(size, least, name=name, digits=None, symbol="the jump")


def pole(f, order, at):
    """lim (x - x_0)^order f(x)."""
    with mpmath.workdps(60):
        step = mpmath.mpf(10) ** -20
        return complex(step**order * f(at + step))


def tanh_slope(alpha, beta, factor=lambda x: x):
    """x tanh'(αx + β), the derivative by the inner weight."""
    return lambda x: factor(x) * mpmath.sech(alpha * x + beta) ** 2


@repair(
    "x:appK.3-not-a-network/corrected",
    "x:appK.3-not-a-network",
    kind="remark",
    says="With nonzero outer and inner weights the derivative by an inner weight is no network of finite width, "
    "but for RePU neurons of that one coordinate without bias, where it is p / A_0 times the neuron. With inner "
    "weights 0 it is a multiple of x_j, which is a network for RePU.",
    formula=r"A_{1,1i} \ne 0,\ A_{0,i*} \ne 0,\ A_{0,i*}x + b_{0,i} \not\propto x_j \implies "
    r"\partial_{A_{0,ij}}\Phi \ne \Phi_{\theta'}; \quad x_j\,\sigma'(\alpha x_j) = "
    r"\tfrac{p}{\alpha}\sigma(\alpha x_j)",
    expected="computed",
    mutants={
        "the derivative by the bias twice over": {"factor": lambda x: 0 * x},
        "a multiple of p - 1": {"multiple": lambda p: p - 1},
        "two inputs are enough": {"instances": IN_SPACE | ALONG},
        "no network for inner weights 0": {"shift": 0},
    },
)
def derivative_is_no_network(*, factor=lambda x: x, multiple=lambda p: p, instances=IN_SPACE, shift=1):
    """RePU: the jump is p! x_j ‖α‖^(2p-2) where a neuron has none. tanh: a double pole, where a neuron's is simple."""
    rest = float(max(abs(four_neurons(x, shift) - x) for x in LINE))
    yield equal(rest, 0.0, name="x_j as a network", digits=None, symbol="the distance from x")
    for power in (2, 3):
        for name, instance in instances.items():
            alpha, _, kink, j = instance
            expected = sympy.factorial(power) * kink[j] * sum(a**2 for a in alpha) ** (power - 1)
            found, name = jump(power, *instance, factor=factor), f"RePU({power}), {name}"
            yield equal(float(found), float(expected), name=name, digits=None, symbol="the jump")
            yield at_least(abs(float(expected)), DISTINGUISHABLE, name=f"{name}: size", digits=None)
            still = float(neuron_jump(power, *instance[:3]))
            yield equal(still, 0.0, name=f"{name}: neuron", digits=None, symbol="the neuron's jump")
        same, name = float(exceptional_distance(power, multiple(power), alpha=3)), f"RePU({power}): exception"
        yield equal(same, 0.0, name=name, digits=None, symbol="the distance from the neuron")
    with mpmath.workdps(60):
        x0 = (1j * mpmath.pi / 2 - mpmath.mpf("0.5")) / 2
        double = abs(pole(tanh_slope(2, mpmath.mpf("0.5"), factor), 2, x0))
        simple = abs(pole(lambda x: mpmath.tanh(2 * x + mpmath.mpf("0.5")), 2, x0))
    size = float(abs(x0)) / 4
    yield equal(double, size, name="tanh", digits=10, symbol="the coefficient of the double pole")
    yield equal(simple, 0.0, name="tanh: neuron", digits=10, scale=1.0, symbol="the same coefficient")
