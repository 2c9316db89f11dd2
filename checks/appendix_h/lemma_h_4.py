r"""Lemma H.4 [A3:Lemma_SPL]: strong convexity along geodesics gives ‖P_t ∇L(u_t)‖² ≥ 2λ (L(u_t) - L_min,M)."""

from __future__ import annotations

from fractions import Fraction

from checks.instances.landscapes import arc_of, landscapes
from checks.instances.smooth_problems import on_circle, vector
from checks.section_2.strong_polyak_lojasiewicz import anywhere, at_the_iterate, dominates, squared_projection
from theorytest import claim, equal, repair


@claim(
    "A3:Lemma_SPL",
    kind="inequality",
    says="Strong geodesic convexity on a geodesically convex class implies strong PL as it is printed: "
    "for every tangent space T_t and every u of the class.",
    formula=r"\|P_t\nabla\mathcal{L}(u)\|^2 \ge 2\lambda(\mathcal{L}(u)-\mathcal{L}_{\min,\mathcal{M}}) "
    r"\quad\text{for all } u_t, u\in\mathcal{M}",
    expected="refuted",
    gravity="misprint",
    premises=["x:def-strongly-geodesically-convex", "eq:mu-PL_strong"],
)
def implies_the_printed_property(*, share=1):
    """An arc seen from (4, 0), λ = 12/5: with u_t = (1, 0) and u = (3/5, 4/5) the sides are 16/25 and 192/25.

    P_t projects to the tangent at another point. Only on flat classes is that the same space.
    """
    smallest = arc_of(4)
    pair = [((vector(0, 1),), on_circle(Fraction(1, 2)))]
    yield from dominates("arc", smallest.problem, share * smallest.modulus, pair)
    for name, each in landscapes().items():
        yield from dominates(name, each.problem, share * each.modulus, anywhere(each.problem))


@repair(
    "A3:Lemma_SPL/corrected",
    "A3:Lemma_SPL",
    kind="inequality",
    says="Strong geodesic convexity on a geodesically convex class implies strong PL at every iterate, with the "
    "tangent space of that iterate.",
    formula=r"\|P_t\nabla\mathcal{L}(u_t)\|^2 \ge 2\lambda(\mathcal{L}(u_t)-\mathcal{L}_{\min,\mathcal{M}})",
    tight="attained by the squared distance on flat classes",
    premises=["x:def-strongly-geodesically-convex", "eq:mu-PL_strong/corrected"],
    mutants={
        "share x 1.02": {"share": 1.02},
        "another tangent space": {"pairs": anywhere},
        "the modulus at the minimiser": {"modulus": lambda each: each.modulus * Fraction(5, 3)},
        "two per cent more on curved classes": {"modulus": lambda each: each.best * Fraction(102, 100)},
    },
)
def implies_the_property_at_iterates(*, share=1, modulus=lambda each: each.modulus, pairs=at_the_iterate):
    """In rational numbers, on flat and curved, bounded and unbounded classes, for targets on and beside them.

    Attained on flat classes, and approached on short arcs.
    """
    for name, each in landscapes().items():
        yield from dominates(name, each.problem, Fraction(share) * modulus(each), pairs(each.problem))


def best_constant(problem):
    """The smallest ‖P∇L‖² / 2(L - L_min,M) over the points that are not minimal."""
    pairs = [(basis, u) for u, basis in problem.points if problem.gap_on_class(u)]
    return min(squared_projection(problem, basis, u) / (2 * problem.gap_on_class(u)) for basis, u in pairs)


@claim(
    "A3:Lemma_SPL/loose",
    kind="value",
    says="The best constant of strong PL is U (1 + cos a)/2 on arcs and caps of angle a, where the lemma gives "
    "U cos a, and 8/9 on the parabola and the saddle, where it gives 7/8.",
    formula=r"\inf_u \frac{\|P_u\nabla\mathcal{L}(u)\|^2}{2(\mathcal{L}(u)-\mathcal{L}_{\min,\mathcal{M}})} = "
    r"\tfrac{U(1+\cos\alpha)}2,\quad \tfrac89",
    expected="computed",
    premises=["A3:Lemma_SPL/corrected"],
    mutants={"what the lemma gives": {"best": lambda each: each.modulus}},
)
def the_lemma_is_loose(*, best=lambda each: each.best):
    """Attained at the end of the arc, at x = y = 1 on the saddle and at x = √2 on the parabola.

    The loss of a half circle has no modulus left, but strong PL with U/2.
    """
    for name, each in landscapes().items():
        found, claimed = best_constant(each.problem), best(each)
        yield equal(float(found), float(claimed), name=name, digits=15, symbol="the best constant")
