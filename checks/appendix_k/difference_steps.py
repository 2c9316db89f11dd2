r"""Appendices K.3 and K.5 together: a step in the space T^h of difference quotients, and the step of the parameters.

Appendix K.3 opts for T^h, whose elements are networks; the expansion of Appendix K.5 [x:display-appK.5-taylor] is that
of T, whose elements are not. For the neuron of `one_neuron` the quotients of step h are (x², 1, (2 + h) x², 2x + h),
and the tangents those of h = 0.
"""

from fractions import Fraction

from checks.hypotheses import positive_points, steps_up_to_1
from checks.instances.one_neuron import POINTS, THETA, active, network
from theorytest import claim, equal, family
from theorytest import positive as positive_numbers
from theorytest.proof import number, positive, statement


def missed(direction, s, h, x, phi=network):
    """u_{t+1} - ū_{t+1} at x for ū = Φ - s Σ ϑ_k ∂^h_k Φ and u_{t+1} = Φ_{θ - sϑ}; ∂^h_k Φ = (Φ_{θ + h e_k} - Φ)/h."""
    new = tuple(a - s * c for a, c in zip(THETA, direction, strict=True))
    moved = [tuple(a + h * int(i == k) for i, a in enumerate(THETA)) for k in range(4)]
    quotients = [(phi(theta, x) - phi(THETA, x)) / h for theta in moved]
    return phi(new, x) - phi(THETA, x) + s * sum(c * q for c, q in zip(direction, quotients, strict=True))


def at_every_point(*, error=lambda s, h: s * (s + h), direction=(0, 0, 1, 0)):
    """For x > 0 and s ≤ 1 the neuron stays active: the error is s(s + h)x² at every x, so in every norm."""
    (x, h), s = positive("x h"), number("s", ">0", "≤1")
    return statement(equal(missed(direction, s, h, x, active), error(s, h) * x**2))


@claim(
    "x:display-appK.5-taylor/difference-space",
    voice="ours",
    kind="rate",
    says="For the neuron max(A_0x, 0)² at A_0 = 1, a step s along the difference quotient of width h misses the "
    "parameter step by s(s + h)‖x²‖, not O(s²).",
    formula=r"\|\Phi_{\theta-s\vartheta} - \Phi_\theta + s\,\partial^h_{A_0}\Phi\| = s(s+h)\|x^2\|",
    forall={
        "h": family([Fraction(1, 2), Fraction(1, 100)], "h > 0", search=positive_numbers()),
        "s": family([Fraction(2), Fraction(1), Fraction(1, 3), Fraction(1, 10**9)], "s > 0", search=positive_numbers()),
    },
    given=[steps_up_to_1, positive_points],
    reading="RePU(2) at A_0 = A_1 = 1, b_0 = b_1 = 0 on the points 1 and 2. Appendix K.3 opts for these quotients; a "
    "bound on the retraction error then allows steps of its own order, not of its root. Outer weights do no harm.",
    premises=["x:display-appK.3-finite-differences"],
    proof=at_every_point,
    mutants={
        "second order": {"error": lambda s, _: s**2},
        "half of h": {"error": lambda s, h: s * (s + h / 2)},
        "along an outer weight": {"direction": (1, 0, 0, 0)},
    },
)
def difference_steps_are_of_first_order(h, s, *, error=lambda s, h: s * (s + h), direction=(0, 0, 1, 0)):
    """Squares, in rational numbers. With h of the order of s the error is O(s²) again, as it is with the tangents."""
    squares = [
        sum(each**2 for each in f) for f in ([missed(direction, s, h, x) for x in POINTS], [x**2 for x in POINTS])
    ]
    return equal(squares[0], error(s, h) ** 2 * squares[1], digits=9, symbol="the squared error")
