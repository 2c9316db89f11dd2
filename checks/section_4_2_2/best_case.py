r"""Section 4.2.2 [x:sec4.2.2-two-scenarios]: where Corollary 4.10 finds its c, if M contains a minimiser.

A loss that is L-smooth on H has ‖g‖² ≤ 2L (L(u) - L_min), from one exact step 1/L. If L_min,M = L_min, (SPL) makes that
at most (L/λ) ‖Pg‖², so that ‖(I - P)g‖ ≤ c ‖Pg‖ with c² = L/λ - 1: no hypothesis of its own.
"""

from fractions import Fraction

import numpy as np

import theorytest as tt
from checks.hypotheses import smooth_on_h, strong_pl, through_the_minimum
from checks.instances.smooth_problems import arc, quadratic, vector
from theorytest import at_least, at_most, claim, equal, family, proof


def line(curvatures, direction, tangent):
    """M a line through the minimum of ½ Σ a_i v_i² in the plane, T_t another one; L = max a_i."""
    at = tuple((x * np.array(direction), (np.array(tangent),)) for x in (1, -3, Fraction(1, 100)))
    return quadratic(curvatures, at, vector(0, 0), L=max(curvatures))


def parts(problem):
    """(‖Pg‖², ‖(I - P)g‖², L(u) - L_min,M) at every point."""
    rows = []
    for u, basis in problem.points:
        g = problem.gradient(u)
        tangent = problem.project(basis, g)
        rows.append((tangent @ tangent, (g - tangent) @ (g - tangent), problem.gap_on_class(u)))
    return rows


def recovery_on_symbols(*, less=Fraction(1)):
    """L_min ≤ L(u - g/L) ≤ L(u) - ‖g‖²/(2L) for g = Pg + (I - P)g, and (SPL)."""
    L, lam = proof.positive("L λ")
    tangent, normal = proof.vector("Pg (I−P)g")
    now, moved, lowest = proof.real("L(u) L(u−g/L) L_min")
    square = proof.square(tangent + normal)
    return proof.statement(
        at_most(proof.square(normal), (L / lam - less) * proof.square(tangent)),
        given={
            "L-smooth": at_most(moved, now - square / L + L / 2 * square / L**2),
            "L_min": at_most(lowest, moved),
            "(SPL)": at_least(proof.square(tangent), 2 * lam * (now - lowest)),
            "P_t": equal(proof.inner(tangent, normal), 0),
        },
        by=[proof.use("L-smooth", 2 * L), proof.use("L_min", 2 * L), proof.use("(SPL)", L / lam), proof.use("P_t", 2)],
    )


@claim(
    "x:sec4.2.2-two-scenarios/recovery",
    voice="ours",
    says="If the loss is L-smooth on H and L_min,M = L_min, then (SPL) implies ‖(I − P_t) g_t‖² ≤ (L/λ − 1) ‖P_t "
    "g_t‖².",
    formula=r"\mathcal{L}_{\min,\mathcal{M}} = \mathcal{L}_{\min} \text{ and (SPL)} \implies "
    r"\|(I-P_t)g_t\|^2 \le (\tfrac L\lambda-1)\|P_tg_t\|^2",
    reading="Corollary 4.10 needs no c of its own there. Beside the minimum no c exists near a point of M with P_t "
    "g_t = 0.",
    forall={
        "M": family(
            lambda: {"arc": arc(1), "arc beside the minimum": arc(4), "line": line((1, 4), (0, 1), (4, 3))},
            "classes, losses and points",
            search=tt.product(tt.vectors(2, 0, 10), tt.vectors(2, -3, 3), tt.vectors(2, -3, 3))
            .where(lambda q, u, t: all(q > 0) and q @ (u * t) != 0)
            .map(line),
        )
    },
    given=[strong_pl, smooth_on_h, through_the_minimum],
    tight="attained at the ends of an arc and beside a line",
    premises=["eq:mu-PL_strong/corrected"],
    proof=recovery_on_symbols,
    mutants={"L/λ − 1.02": {"less": Fraction(51, 50)}},
)
def strong_pl_bounds_the_orthogonal_part(problem, *, less=Fraction(1)):
    """λ is the least ‖Pg‖²/(2 gap) over the points that are no minima."""
    rows = parts(problem)
    lam = min(tangent / (2 * gap) for tangent, _, gap in rows if gap > 0)
    bounds = [(problem.L / lam - less) * tangent for tangent, _, _ in rows]
    return at_most([normal for _, normal, _ in rows], bounds, symbol="‖(I − P_t) g_t‖²")
