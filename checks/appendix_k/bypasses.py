"""Appendix K.3: derivatives by inner weights, by Gaussian integration by parts and by difference quotients.

E x_j f = E ∂_j f removes the coordinates; applied twice it asks for σ''', for max(z, 0)² twice a Dirac measure.
Dimensions of spans are ranks of rational matrices: the values of RePU functions at rational points.
"""

from fractions import Fraction

import numpy as np
from flint import fmpq, fmpq_mat

from checks.hypotheses import finite_fourth_moments, no_dead_neuron
from checks.instances.networks import CURVATURE, CURVED, INTEGRATED
from theorytest import at_most, claim, equal, family, product, reals, repair, vectors
from theorytest.approximation import Gaussian
from theorytest.descent.models.shallow import Network, Ridges, moved_ridges, quotients, tangent_gramian


def twice_by_parts(alpha, E, identity=1.0, third=1.0):
    """E x_i x_j σ_k' σ_l' from the table of E σ^(a)_k σ^(b)_l, as an array (k, i, l, j)."""
    eye = identity * np.eye(alpha.shape[1])
    return (
        np.einsum("ij,kl->kilj", eye, E[1, 1])
        + third * np.einsum("ki,kj,kl->kilj", alpha, alpha, E[3, 1])
        + np.einsum("ki,lj,kl->kilj", alpha, alpha, E[2, 2])
        + np.einsum("kj,li,kl->kilj", alpha, alpha, E[2, 2])
        + third * np.einsum("li,lj,kl->kilj", alpha, alpha, E[1, 3])
    )


@claim(
    "x:appK.3-gaussian-parts",
    says="Under the Gaussian measure, integration by parts removes the coordinate factors from all inner products of "
    "tangents.",
    formula=r"\mathbb{E}[x_if] = \mathbb{E}[\partial_if], \quad \mathbb{E}[x_ix_j\sigma_k'\sigma_l'] = "
    r"\delta_{ij}\mathbb{E}[\sigma_k'\sigma_l'] + \mathbb{E}[\partial_i\partial_j(\sigma_k'\sigma_l')]",
    forall={"Φ": INTEGRATED},
    reading="The products with two coordinates by the formula, all others in the Gramian of the package. For "
    "RePU(2) σ''' is a Dirac measure. The name Isserlis' theorem is usual for polynomials.",
    premises=["x:display-appK.2-rotation-2d/corrected"],
    mutants={
        "no third derivatives, as if the kink had no mass": {"third": 0.0},
        "without the identity": {"identity": 0.0},
        "one per cent more of the third derivatives": {"third": 1.01},
    },
)
def integration_by_parts_removes_the_coordinates(instance, *, identity=1.0, third=1.0):
    network, x, w = instance
    slopes = network.activation.slope(x @ network.inner.T + network.bias)
    values = (slopes[:, :, None] * x[:, None, :]).reshape(len(x), -1)
    true = values.T @ (w[:, None] * values)
    E = Ridges(network.activation, network.inner, network.bias).products(3)
    by_parts = twice_by_parts(network.inner, E, identity, third).reshape(true.shape)
    yield equal(by_parts, true, name="two coordinates", digits=11, symbol="E x_i x_j σ_k' σ_l'")
    T = network.tangents(x)
    G = T.T @ (w[:, None] * T)
    yield equal(tangent_gramian(network), G, name="Gramian", digits=11, symbol="(∂_k Φ, ∂_l Φ)")


H = Fraction(1, 4)


def quotient_errors(network, h):
    """‖difference quotient - tangent‖ for the inner weight and the inner bias."""
    ridges = moved_ridges(network, h)
    rule = Gaussian().quadrature(20, tuple(-ridges.bias / ridges.inner[:, 0]))
    values = np.column_stack(
        [network.activation.value(rule.nodes @ ridges.inner.T + ridges.bias), np.ones(len(rule.nodes))]
    )
    errors = values @ quotients(network, h).T - network.tangents(rule.nodes)
    return np.sqrt(rule.weights @ errors**2)[-2:]


@claim(
    "x:display-appK.3-finite-differences",
    also=["x:appK.3-finite-differences"],
    kind="rate",
    says="If σ' is Lipschitz, the displayed difference quotients approximate the derivatives by inner weights and "
    "biases in L²(ρ) with an error of first order in h.",
    formula=r"\Bigl\|\tfrac{A_{1,1i}}{h}[\sigma((A_0 + E_{ij}h)x + b_0)_i - \sigma(A_0x + b_0)_i] - "
    r"\partial_{A_{0,ij}}\Phi\Bigr\| \le \tfrac{h}{2}|A_{1,1i}|\sup|\sigma''|\,\|x_j^2\|",
    forall={
        "σ": CURVED,
        "A_0, b_0": family(
            [(1.0, -0.5), (-2.0, 0.3), (1.0, 12.0)],
            "neurons; here one on the line",
            search=product(reals(0.5, 3), reals(-4, 12)),
        ),
        "h": family([0.1, 0.01, 0.001], "h > 0", search=reals(0.001, 1, log=True)),  # below it quotients are rounded
    },
    given=[finite_fourth_moments],
    reading="Under the standard Gaussian, A_1 = -3, with Taylor's bound: ‖x²‖ = √3 for the weight, 1 for the bias.",
    tight="approached by RePU(2) neurons that are nearly always active",
    mutants={"second order": {"order": 2}, "one per cent less": {"times": 0.99}},
)
def difference_quotients_are_first_order(activation, neuron, h, *, order=1, times=1.0):
    inner, bias = neuron
    network = Network(activation, np.array([-3.0]), 0.5, np.array([[inner]]), np.array([bias]))
    bound = times * 3 * CURVATURE[activation] / 2 * h**order * np.array([np.sqrt(3.0), 1.0])
    return at_most(quotient_errors(network, h), bound, digits=8, symbol="the error of a quotient")


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
    """i = 1, ..., n and j = 1, ..., m where such neurons and inputs exist; the free i of the last span is every one."""
    m, n = len(network[0]), 2
    weights = [moved_weight(network, i, j) for i in range(min(n, m)) for j in range(min(m, n))]
    return common_part(network) + weights + [moved_bias(network, i, j) for i in range(m) for j in range(m)]


def corrected_space(network, inputs=(0, 1), neurons=None):
    """i = 1, ..., m and j = 1, ..., n, and the moved bias of every neuron."""
    m = len(network[0])
    weights = [moved_weight(network, i, j) for i in range(m) for j in inputs]
    return common_part(network) + weights + [moved_bias(network, i, i) for i in (neurons or range(m))]


def dimension(rows):
    """The rank of the rational matrix of values."""
    return fmpq_mat([[fmpq(v.numerator, v.denominator) for v in row] for row in rows]).rank()


def of_numbers(w):
    """On R²: outer weights, inner weights, inner biases of m neurons, from 4m whole numbers."""
    m, w = len(w) // 4, [int(float(each)) for each in w]
    return tuple(w[:m]), tuple(zip(w[m : 2 * m], w[2 * m : 3 * m], strict=True)), tuple(w[3 * m :])


NETWORKS = family(
    {  # on R² by outer weights, inner weights, inner biases
        "one neuron": ((1,), ((1, 2),), (1,)),
        "two neurons": ((1, -2), ((1, 2), (2, -1)), (1, -1)),
        "a neuron with A_1 = 0": ((0,), ((1, 2),), (1,)),
    },
    "networks of RePU(2)",
    search=vectors([4, 8, 12], -2, 2, whole=True).map(of_numbers, says="one to three neurons with weights of -2 to 2"),
    effort=40,
)


@repair(
    "x:display-appK.3-space/corrected",
    "x:display-appK.3-space",
    by={"space": corrected_space},
    says="If no outer weight vanishes, the approximated derivatives span the four displayed spans with i ≤ m, j ≤ n "
    "and the bias of neuron i moved.",
    formula=r"\mathcal{T}^h = \operatorname{span}\{\sigma(A_0x + b_0)_i\} + \operatorname{span}\{1\} + "
    r"\operatorname{span}\{\sigma((A_0 + E_{ij}h)x + b_0)_i : i \le m,\ j \le n\} + "
    r"\operatorname{span}\{\sigma(A_0x + (b_0 + e_ih))_i : i \le m\}",
    given=[no_dead_neuron],
    mutants={
        "one input": {"space": lambda network: corrected_space(network, inputs=(1,))},
        "one moved bias": {"space": lambda network: corrected_space(network, neurons=(0,))},
    },
)
@claim(
    "x:display-appK.3-space",
    says="The approximated derivatives span the sum of the four displayed spans.",
    formula=r"\mathcal{T}^h = \operatorname{span}\{\sigma(A_0x + b_0)_j\} + \operatorname{span}\{1\} + "
    r"\operatorname{span}\{\sigma((A_0 + E_{ij}h)x + b_0)_i : i = 1,\ldots,n,\ j = 1,\ldots,m\} + "
    r"\operatorname{span}\{\sigma(A_0x + (b_0 + e_jh))_i : j = 1,\ldots,m\}",
    forall={"Φ": NETWORKS},
    gravity="misprint",
    finding="index-ranges-of-the-difference-space",
    reading="The printed ranges i ≤ n and j ≤ m, where such neurons and inputs exist. In the last span the printed i "
    "is free; it is read as every neuron.",
)
def difference_space(network, *, space=printed_space):
    """i counts neurons and j inputs. One neuron with two inputs has no i = 2, and j = 1 leaves out the second input."""
    wanted, found = approximated_derivatives(network), space(network)
    both = dimension(wanted + found)
    yield equal(dimension(found), both, name="contains", symbol="the dimension of the four spans")
    yield equal(dimension(wanted), both, name="equals", symbol="the dimension of the span of the derivatives")
