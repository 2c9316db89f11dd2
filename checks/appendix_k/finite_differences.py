r"""Appendix K.3 [x:appK.3-finite-differences, x:display-appK.3-space]: tangents replaced by difference quotients.

Dimensions of spans are ranks of rational matrices: the values of RePU functions at rational points.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import sympy

from checks.instances.networks import grid
from checks.scaling import scaled
from theorytest import at_most, claim, equal, repair
from theorytest.approximation.measures import Gaussian
from theorytest.descent.models.shallow.activations import Logistic, RePU, Tanh
from theorytest.descent.models.shallow.differences import moved_ridges, quotients
from theorytest.descent.models.shallow.network import Network

H = Fraction(1, 4)
STEPS = (0.1, 0.01, 0.001)
CURVATURE = {RePU(2): 2.0, Tanh(): 4 / (3 * np.sqrt(3)), Logistic(): 1 / (6 * np.sqrt(3))}  # sup |σ''|


def on_the_line(activation, bias):
    """A network of one neuron with weights 1 and -3."""
    return Network(activation, np.array([-3.0]), 0.5, np.array([[1.0]]), np.array([bias]))


def quotient_errors(network, h):
    """‖difference quotient - tangent‖ for the inner weight and the inner bias."""
    ridges = moved_ridges(network, h)
    rule = Gaussian().quadrature(20, tuple(-ridges.bias / ridges.inner[:, 0]))
    values = np.column_stack(
        [network.activation.value(rule.nodes @ ridges.inner.T + ridges.bias), np.ones(len(rule.nodes))]
    )
    errors = values @ quotients(network, h).T - network.tangents(rule.nodes)
    return np.sqrt(rule.weights @ errors**2)[-2:]


def first_order(network, h, order=1):
    """|A_1| sup|σ''| h / 2, times ‖x_j²‖ = √3 for the weight."""
    size = np.abs(network.outer[0]) * CURVATURE[network.activation] * h**order / 2
    return size * np.array([np.sqrt(3.0), 1.0])


@claim(
    "x:display-appK.3-finite-differences",
    also=["x:appK.3-finite-differences"],
    kind="rate",
    says="The difference quotients with step h are within |A_1| sup|σ''| h / 2 of the derivatives, times √3 for "
    "an inner weight: first order in h, attained by RePU(2) neurons that are always active.",
    formula=r"\Bigl\|\tfrac{A_{1,1i}}{h}[\sigma((A_0 + E_{ij}h)x + b_0)_i - \sigma(A_0x + b_0)_i] - "
    r"\partial_{A_{0,ij}}\Phi\Bigr\| \le \tfrac{h}{2}|A_{1,1i}|\sup|\sigma''|\,\|x_j^2\|",
    expected="computed",
    tight="attained by RePU(2) neurons that are always active",
    mutants={
        "bound x 0.9": {"bound": scaled(first_order, 0.9)},
        "second order": {"bound": lambda network, h: 10 * first_order(network, h, 2)},
    },
)
def difference_quotients_are_first_order(*, bound=first_order):
    """Taylor's theorem with a Lipschitz continuous σ'."""
    for activation in CURVATURE:
        for bias in (-0.5, 0.3, 12.0):
            network = on_the_line(activation, bias)
            for h in STEPS:
                errors, name = quotient_errors(network, h), f"{activation}, b_0 = {bias}, h = {h}"
                yield at_most(errors, bound(network, h), name=name, digits=8, symbol="the error of a quotient")


# Networks on R^2 by outer weights, inner weights, inner biases; RePU(2).
ONE_NEURON = ((1,), ((1, 2),), (1,))
TWO_NEURONS = ((1, -2), ((1, 2), (2, -1)), (1, -1))
DEAD_NEURON = ((0,), ((1, 2),), (1,))
PLACES = [(Fraction(a, 2), Fraction(b, 3)) for a in range(-4, 5, 2) for b in range(-5, 6, 2)]


def ridge(alpha, beta):
    """σ(α'x + β) at the rational points."""
    return [max(alpha[0] * x + alpha[1] * y + beta, Fraction(0)) ** 2 for x, y in PLACES]


def moved_weight(network, i, j):
    """σ((A_0 + E_ij h) x + b_0)_i."""
    alpha = [a + (H if k == j else 0) for k, a in enumerate(network[1][i])]
    return ridge(alpha, network[2][i])


def moved_bias(network, i, j):
    """σ(A_0 x + (b_0 + e_j h))_i."""
    return ridge(network[1][i], network[2][i] + (H if i == j else 0))


def common_part(network):
    """The first two spans: the neurons and 1."""
    return [ridge(alpha, beta) for alpha, beta in zip(*network[1:], strict=True)] + [[Fraction(1)] * len(PLACES)]


def approximated_derivatives(network):
    """What the space is the span of: the derivatives by the outer parameters, and the difference quotients."""
    neurons = common_part(network)
    quotient = []
    for i, a in enumerate(network[0]):
        moved = [moved_weight(network, i, 0), moved_weight(network, i, 1), moved_bias(network, i, i)]
        quotient += [[a / H * (new - old) for new, old in zip(row, neurons[i], strict=True)] for row in moved]
    return neurons + quotient


def printed_space(network):
    """i = 1, ..., n and j = 1, ..., m where such neurons and inputs exist; the free i of the last span is the first."""
    m, n = len(network[0]), 2
    weights = [moved_weight(network, i, j) for i in range(min(n, m)) for j in range(min(m, n))]
    return common_part(network) + weights + [moved_bias(network, 0, j) for j in range(m)]


def corrected_space(network, inputs=range(2), neurons=None):
    """i = 1, ..., m and j = 1, ..., n, and the moved bias of every neuron."""
    m = len(network[0])
    weights = [moved_weight(network, i, j) for i in range(m) for j in inputs]
    return common_part(network) + weights + [moved_bias(network, i, i) for i in (neurons or range(m))]


def dimension(rows):
    """The rank of the rational matrix of values."""
    return sympy.Matrix([[sympy.Rational(v.numerator, v.denominator) for v in row] for row in rows]).rank()


@claim(
    "x:display-appK.3-space",
    kind="identity",
    says="The span of the approximated derivatives is the sum of the four printed spans.",
    formula=r"\mathcal{T}^h = \operatorname{span}\{\sigma(A_0x + b_0)_j\} + \operatorname{span}\{1\} + "
    r"\operatorname{span}\{\sigma((A_0 + E_{ij}h)x + b_0)_i : i = 1,\ldots,n,\ j = 1,\ldots,m\} + "
    r"\operatorname{span}\{\sigma(A_0x + (b_0 + e_jh))_i : j = 1,\ldots,m\}",
    expected="refuted",
    gravity="misprint",
)
def difference_space_as_printed(*, space=printed_space):
    """i counts neurons and j inputs. One neuron with two inputs has no i = 2, and j = 1 leaves out the second input."""
    for name, network in {"one neuron": ONE_NEURON, "two neurons": TWO_NEURONS}.items():
        wanted = approximated_derivatives(network)
        both = dimension(wanted + space(network))
        yield equal(dimension(space(network)), both, name=name, symbol="dim of the printed space")


@repair(
    "x:display-appK.3-space/corrected",
    "x:display-appK.3-space",
    kind="identity",
    says="With i for the neurons, j for the inputs and the bias of neuron i moved, the four spans contain all "
    "approximated derivatives, and are their span if no outer weight vanishes.",
    formula=r"\mathcal{T}^h = \operatorname{span}\{\sigma(A_0x + b_0)_i\} + \operatorname{span}\{1\} + "
    r"\operatorname{span}\{\sigma((A_0 + E_{ij}h)x + b_0)_i : i \le m,\ j \le n\} + "
    r"\operatorname{span}\{\sigma(A_0x + (b_0 + e_ih))_i : i \le m\}",
    mutants={
        "one input": {"space": lambda network: corrected_space(network, inputs=(1,))},
        "one moved bias": {"space": lambda network: corrected_space(network, neurons=(0,))},
        "equality for vanishing weights": {"spanned": (ONE_NEURON, TWO_NEURONS, DEAD_NEURON)},
    },
)
def difference_space(*, space=corrected_space, spanned=(ONE_NEURON, TWO_NEURONS)):
    """A dead neuron (A_1 = 0) has no derivatives by its inner parameters, but T^h still has its three moved copies."""
    for k, network in enumerate((ONE_NEURON, TWO_NEURONS, DEAD_NEURON)):
        wanted, dim = approximated_derivatives(network), dimension(space(network))
        both = dimension(wanted + space(network))
        yield equal(dim, both, name=f"network {k}: contains", symbol="dim T^h")
        if network in spanned:
            found = dimension(wanted)
            yield equal(found, both, name=f"network {k}: equals", symbol="dim of the span")


def exact_tangents(network):
    """The derivatives of a RePU(2) network at the rational points."""
    rows = common_part(network)
    for a, alpha, beta in zip(*network, strict=True):
        slopes = [2 * a * max(alpha[0] * x + alpha[1] * y + beta, Fraction(0)) for x, y in PLACES]
        rows += [slopes] + [[s * at[j] for s, at in zip(slopes, PLACES, strict=True)] for j in range(2)]
    return rows


@claim(
    "x:display-appK.3-space/larger",
    kind="remark",
    says="For RePU the space of the difference quotients has m (n + 2) + 1 dimensions, m more than the tangent "
    "space that it approximates, however small h is; for tanh the dimensions agree and the gap is of order h.",
    formula=r"\dim\mathcal{T}^h = m(n + 2) + 1 > m(n + 1) + 1 = \dim\mathcal{T}",
    expected="computed",
    premises=["x:appK.3-contains-network/homogeneous", "x:display-appK.3-space/corrected"],
    mutants={"as many as the tangent space": {"extra": 0}, "a gap of order h²": {"order": 2}},
)
def difference_space_is_larger(*, extra=1, order=1):
    """A quotient of T^h tends to Σ_j A_0,ij x_j² σ'' + b_0,i σ'', which jumps at the kink and is not in T."""
    for name, network in {"one neuron": ONE_NEURON, "two neurons": TWO_NEURONS}.items():
        m = len(network[0])
        dims = [dimension(exact_tangents(network)), dimension(corrected_space(network))]
        yield equal(dims, [3 * m + 1, (3 + extra) * m + 1], name=name, symbol="dim T and dim T^h")
    network = Network(Tanh(), np.array([1.0]), 0.5, np.array([[0.5, -0.3]]), np.array([0.3]))
    gaps = [gap(network, h) / h**order for h in STEPS]
    yield at_most(gaps, 2.2, name="tanh", digits=None, symbol="gap / h")


def gap(network, h):
    """The sine of the largest angle between T and T^h."""
    x, w = grid(2)
    ridges = moved_ridges(network, h)
    values = np.column_stack([network.activation.value(x @ ridges.inner.T + ridges.bias), np.ones(len(x))])
    systems = values @ quotients(network, h).T, network.tangents(x)
    U, V = (np.linalg.qr(np.sqrt(w)[:, None] * system)[0] for system in systems)
    return np.linalg.norm(U - V @ (V.T @ U), 2)
