r"""The proof of Lemma E.1 [lemma:QBP_bias], its second half: how the alignment of least squares splits on S_δ."""

import numpy as np

from checks.hypotheses import orthonormal, possible_event
from checks.instances.stable_samples import STABLE
from checks.theory.forms import is_exact
from checks.theory.stable_at import size
from theorytest import at_most, claim, equal
from theorytest.proof import compared, fact, inner, norm, square, statement, use, vector


def trial_gradients(system, A):
    """Unit vectors, their sum, and what A makes of them added to them: there Cauchy and Schwarz are attained."""
    columns = np.concatenate([system.identity, system.identity.sum(axis=1)[:, None]], axis=1)
    image = A @ (system.identity - system.projector) @ columns
    return np.concatenate([columns, image + columns - system.projector @ columns], axis=1)


SPLIT, COMPARED = vector("Pg g⊥ Pⁿg Pⁿg⊥"), 10  # samples of each instance


def split_on_symbols(*, percent=100):
    """Pⁿg = Pg + Pⁿg⊥ on S_δ, and both lie in T, orthogonal to g⊥. With −Pg for Pg the other sign follows."""
    t, c, estimate, image = SPLIT
    bound = percent * norm(t) * norm(image) / 100
    return statement(
        [
            equal(inner(t + c, estimate), square(t) + inner(t, image)),
            at_most(inner(t + c, estimate) - square(t), bound),
        ],
        given={
            "S_δ: Pⁿ is the identity on T": equal(inner(t + c, estimate), inner(t + c, t + image)),
            "P: Pⁿg⊥ ∈ T": equal(inner(c, image), 0),
            "P: Pg ∈ T": equal(inner(c, t), 0),
        },
        by=[
            [use("S_δ: Pⁿ is the identity on T"), use("P: Pⁿg⊥ ∈ T"), use("P: Pg ∈ T")],
            [
                use("S_δ: Pⁿ is the identity on T", -1),
                use("P: Pⁿg⊥ ∈ T", -1),
                use("P: Pg ∈ T", -1),
                fact("cauchy", t, image),
            ],
        ],
    )


def roots(squares):
    """In floats."""
    return np.sqrt(squares.astype(float))


def split_numbers(system, A, g, sign):
    """For sign · Pg + g⊥."""
    (t, c, estimate, image), inside = SPLIT, sign * (system.projector @ g)
    outside = g - system.projector @ g
    away, whole = A @ outside, inside + outside
    known = {t: inside, image: away, inner(t + c, estimate): whole @ A @ whole}
    if is_exact(g):  # in floats the hypotheses hold up to rounding only
        known |= {inner(t + c, t + image): whole @ (inside + away), inner(c, image): outside @ away}
        known |= {inner(c, t): outside @ inside}
    return known


def split_at(stable):
    """At the g of the check for the first samples; for the bound −Pg + g⊥ where (Pg, Pⁿg⊥) < 0."""
    system, plain, bounded = stable.system, [], []
    for i, A in enumerate(each.operator for each in stable.stable):
        for g in trial_gradients(system, A).T:
            inside = system.projector @ g
            sign = -1 if inside @ A @ (g - inside) < 0 else 1
            plain.append(split_numbers(system, A, g, 1) if i < COMPARED else None)
            bounded.append(split_numbers(system, A, g, sign) if i < COMPARED else None)
    return [None] * (len(stable.stable) * len(system.identity) ** 2) + plain + bounded


@claim(
    "x:display-lemE.1-proof-split",
    also=["x:display-lemE.1-proof-cauchy"],
    says="On S_δ with δ < 1 the alignment is (g, Pⁿg) = ‖Pg‖² + (Pg, Pⁿg⊥) with g⊥ = (I - P)g, and |(Pg, Pⁿg⊥)| ≤ ‖Pg‖ "
    "‖Pⁿg⊥‖.",
    formula=r"(g, P_t^n g) = (g, P_t g) + (g, (P_t^n - P_t)g) = \|P_t g\|^2 + (g, P_t^n g^\perp), \qquad |(g, P_t^n "
    r"g^\perp)| = |(P_t g, P_t^n g^\perp)| \le \|P_t g\|\,\|P_t^n g^\perp\|",
    forall={"T, n, δ": STABLE},
    given=[possible_event, orthonormal],
    reading="The inequality is tried for unit vectors, their sum, and with Pg along the image of g⊥.",
    tight="attained along the image of g⊥",
    premises=["eq:least-squares-projection/onto-corrected"],
    proof=compared(split_on_symbols, split_at),
    mutants={
        "every sample": {"samples": lambda stable: stable.samples},
        "one per cent less": {"percent": 99},
        "‖Pⁿg⊥‖ for ‖Pg‖": {"tangent": lambda g, _: 0 * g},
    },
)
def alignment_splits(stable, *, samples=lambda stable: stable.stable, percent=100, tangent=lambda g, P: P @ g):
    """P^n v = v for v in T needs the event; then (g, Pⁿg⊥) is a form in Pg and g⊥."""
    P, normal = stable.system.projector, stable.system.identity - stable.system.projector
    estimates = [each.operator for each in samples(stable)]
    split = [P + A @ normal for A in estimates]
    yield equal(split, estimates, name="split", digits=8, scale=size(estimates), symbol="(e_i, Pⁿe_j)")
    left, inside, mixed, bounds = [], [], [], []
    for A in estimates:
        g = trial_gradients(stable.system, A)
        t, image = tangent(g, P), A @ normal @ g
        left.append(np.sum(g * (A @ g), axis=0))
        inside.append(np.sum(t * t, axis=0))
        mixed.append(np.sum(t * image, axis=0))
        bounds.append(roots(inside[-1]) * roots(np.sum(image * image, axis=0)))
    options = {"digits": 8, "scale": size(left)}
    whole = [a + b for a, b in zip(inside, mixed, strict=True)]
    yield equal(left, whole, name="alignment", symbol="(g, Pⁿg)", **options)
    away = [abs((a - b).astype(float)) for a, b in zip(left, inside, strict=True)]
    bounds = [percent * bound / 100 for bound in bounds]
    yield at_most(away, bounds, name="bound", symbol="|(g, Pⁿg) - ‖Pg‖²|", **options)
