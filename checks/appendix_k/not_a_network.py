r"""Appendix K.3 [x:appK.3-not-a-network]: whether the derivative by an inner weight is itself a network.

A network with max(z, 0)^p is p - 1 times continuously differentiable. The jump by which the derivative breaks this rule
vanishes for every network of finite width.
"""

from checks.hypotheses import kink_is_seen
from checks.instances.activations import NEURONS
from theorytest import claim, more_than, repair


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
