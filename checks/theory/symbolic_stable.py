"""Least squares given S_δ on symbols: its second moment and its alignment, from the displays of the proof of Lemma E.1.

The expectations are those given S_δ. Where ‖Pg‖ = 0 or ‖g⊥‖ = 0 the alignment is ‖Pg‖², as Pⁿ is the identity on T.
"""

from typing import Any

from checks.theory.stable_least_squares import Setting, squared_bias2
from checks.theory.symbolic_sampling import delta, estimate, k, n, normal, p, tangent
from theorytest import at_least, at_most, equal
from theorytest.proof import inner, mean, nonnegative, positive, square, squared, use, vector

SETTING = Setting(k, n, delta, p)
_zeta, _total, _q = nonnegative("‖ζ̂‖²", random=True), nonnegative("E‖ζ̂‖²"), 1 / (1 - delta) ** 2
MOMENTS = {
    "S_δ: eq:Pn_b_estimate": at_most((1 - delta) ** 2 * square(estimate), _zeta),
    "S_δ: eq:b_cond_ub": at_most(mean(_zeta), _total / p),
    "k: Lemma B.2": at_most(_total, ((n - 1) * tangent + k * (tangent + normal)) / n),
}
SECOND_MOMENT = [use("S_δ: eq:Pn_b_estimate", _q, mean=True), use("S_δ: eq:b_cond_ub", _q), use("k: Lemma B.2", _q / p)]

projection, image = vector("Pg"), vector("Pⁿg⊥", random=True)
inside, outside, bias2 = positive("‖Pg‖ ‖g⊥‖ c")
ALIGNED = [
    squared(bias2 * outside * projection + inside * image, 1 / (2 * bias2 * inside * outside), mean=True),
    use("S_δ: variance", inside / (2 * bias2 * outside)),
    use("g: ‖Pg‖", bias2 * outside / (2 * inside)),
    use("c_bias,2", inside * outside / (2 * bias2)),
]


def of_the_normal_part(claimed: Any) -> dict[str, Any]:
    """E‖Pⁿg⊥‖² by the second moment, and c_bias,2 by its square."""
    return {
        "S_δ: variance": at_most(mean(square(image)), squared_bias2(SETTING) * outside**2),
        "g: ‖Pg‖": equal(inside**2, square(projection)),
        "c_bias,2": equal(bias2**2, claimed(SETTING)),
    }


def alignment(share: Any = 1) -> Any:
    """E(g, Pⁿg) = ‖Pg‖² + E(Pg, Pⁿg⊥) ≥ share ‖Pg‖² − c_bias,2 ‖Pg‖‖g⊥‖."""
    value = inside**2 + mean(inner(projection, image))
    return at_least(value, share * inside**2 - bias2 * inside * outside)
