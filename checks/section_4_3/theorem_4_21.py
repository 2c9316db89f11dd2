r"""Theorem 4.21 [x:thm-biased]: biased estimators and the set of quasi-critical points."""

from fractions import Fraction as F

from checks import hypotheses as assume
from checks.instances.quasi_critical_worlds import quasi_critical_worlds
from theorytest import claim, family, horizon, repair
from theorytest.descent import Power

# not searched: what a world does in the limit is known by hand
WORLDS = family(quasi_critical_worlds, "classes, losses and biased estimators")
PRINTED = [
    assume.bounded_below,
    assume.smooth_loss,
    assume.controlled_retraction,
    assume.bias_and_variance,
    assume.continuous_projector,
    assume.summable_errors,
    assume.robbins_monro,
    assume.bounded_gradients,
]


@repair(
    "x:thm-biased/corrected",
    "x:thm-biased",
    says="If the iterates stay in a compact subset of M, then the c/(1-ε)-quasi-critical points are almost "
    "surely an accumulation set.",
    formula=r"u_t\in K\subseteq\mathcal{M} \text{ compact} \implies "
    r"\liminf_t d\bigl(u_t, \{u: \|P\nabla\mathcal{L}(u)\| \le \tfrac{c_{\mathrm{bias},2}}{(1-\varepsilon)"
    r"c_{\mathrm{bias},1}}\|(I-P)\nabla\mathcal{L}(u)\|\}\bigr) = 0 \text{ a.s.}",
    forall={"M, L, Pⁿ": WORLDS, "ε": family((F(0), F(1, 10), F(9, 10)), "0 ≤ ε < 1"), "t": horizon},
    given=[*PRINTED, assume.stays_compact, assume.wider_or_continuous],
    reading="c = c_bias,2/c_bias,1. For ε > 0 no continuity of ∇L is needed: by (LS) P_u∇L(u) is continuous, and where "
    "it does not vanish in the limit, late iterates are quasi-critical themselves. No smaller constant serves: on the "
    "circle the ratio tends to c.",
    premises=["thm:descent_quasi_projection"],
    mutants={"one per cent less of c on the circle": {"share": 0.99}, "summable steps": {"steps": Power(0.2, 1.5)}},
)
@claim(
    "x:thm-biased",
    also=["x:thm4.21-assumptions", "x:thm4.21-constant"],
    kind="almost sure",
    says="For every ε ∈ (0, 1) the c/(1-ε)-quasi-critical points, c = c_bias,2/c_bias,1, are almost surely an "
    "accumulation set of the iterates.",
    formula=r"\liminf_t d\bigl(u_t, \{u: \|P\nabla\mathcal{L}(u)\| \le \tfrac{c_{\mathrm{bias},2}}{(1-\varepsilon)"
    r"c_{\mathrm{bias},1}}\|(I-P)\nabla\mathcal{L}(u)\|\}\bigr) = 0 \text{ a.s.}",
    forall={"M, L, Pⁿ": WORLDS, "ε": family((F(1, 10), F(9, 10)), "ε ∈ (0, 1)"), "t": horizon},
    given=PRINTED,
    gravity="missing hypothesis",
    finding="thm-biased-compactness",
    premises=["thm:descent_quasi_projection"],
)
def quasi_critical_points_accumulate(world, eps, *, share=1.0, steps=None):
    """With noise a visit late is what can be seen; `share` is there for smaller constants than c."""
    return world.approach(share * world.c / (1 - float(eps)), steps)
