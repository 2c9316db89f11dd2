r"""Lemma F.1 [lemma:DPP_bias]: the four constants of volume-rescaled least squares, without conditioning on S_δ."""

import sympy

from checks.hypotheses import lemma_f_1_size
from checks.instances.volume_spaces import FEW, WITH_ZETA
from checks.theory.volume_bounds import printed_first, printed_second
from theorytest import at_least, at_most, claim, equal, less_than, symbol
from theorytest.proof import as_checked


@claim(
    "lemma:DPP_bias",
    also=["sec:dpp-projection", "x:lemF.1-sample-size", "x:display-lemF.1-constants", "x:appF-no-conditioning"],
    says="In L², if n ≥ max{2d + 2, 4dδ⁻² log(d²n/ζ)}, volume-rescaled least squares satisfies (BBV) with the "
    "constants of Lemma F.1, without conditioning on S_δ.",
    formula=r"n\ge\max\{2d_t+2,\,4d_t\delta^{-2}\log(\zeta^{-1}d_t^2n)\} \implies c_{\mathrm{bias},1}=1,\ "
    r"c_{\mathrm{bias},2}=0,\ c_{\mathrm{var},1}=c_{\mathrm{var},2}+\tfrac{4}{(1-\delta)^2},\ "
    r"c_{\mathrm{var},2}=\tfrac{4d_t}{n(1-\delta)^2}+\zeta",
    forall={"T, n, δ, ζ": WITH_ZETA},
    given=[lemma_f_1_size],
    tight="attained by c_bias,1; c_var,2 is loose by 4 as n tends to infinity and δ and ζ to 0, c_var,1 by more",
    premises=["x:appF-unbiased"],
    mutants={
        "0.99 for 4": {"four": 0.99},
        "n = d points": {"instead": FEW[0]},
        "only n >= 2d + 2": {"instead": FEW[1]},
        "c_var,1 one per cent below one": {"first": lambda *_: 0.99},
        "c_bias,1 one per cent above one": {"bias": 1.01},
    },
)
def constants_of_volume_sampling(known, *, instead=None, four=4.0, first=printed_first, bias=1.0):
    tried = instead or known
    c_var2 = printed_second(tried.d, tried.n, tried.delta, tried.zeta, four)
    c_var1 = first(c_var2, tried.delta, four)
    yield at_least(tried.c_bias1, bias, name="c_bias,1", digits=10, symbol="c_bias,1")
    yield at_most(tried.c_bias2, 0.0, name="c_bias,2", digits=10, symbol="c_bias,2")
    yield at_most(tried.c_var2, c_var2, name="c_var,2", digits=None, symbol="the smallest c_var,2")
    yield at_most(tried.c_var1_with(c_var2), c_var1, name="c_var,1", digits=None, symbol="the smallest c_var,1")


d, n, delta = sympy.symbols("d n delta", positive=True)


@claim(
    "x:lemF.1-zeta",
    says="For ζ = d/n the constant c_var,2 of Lemma F.1 is (d/n)(1 + 4(1 - δ)⁻²).",
    formula=r"\zeta = \tfrac{d_t}{n} \implies c_{\mathrm{var},2} = \tfrac{d_t}{n}\big(1 + 4(1-\delta)^{-2}\big)",
    forall={"d, n, δ": symbol("d, n > 0 and 0 < δ < 1")},
    proof=as_checked(given={"δ < 1": less_than(delta, 1)}),
    mutants={"one over n": {"zeta": lambda d, n: 1 / n}, "the ratio squared": {"zeta": lambda d, n: (d / n) ** 2}},  # noqa: ARG005
)
def tabulated_constant(*, zeta=lambda d, n: d / n):
    tabulated = d / n * (1 + 4 / (1 - delta) ** 2)
    return equal(printed_second(d, n, delta, zeta(d, n)), tabulated, symbol="c_var,2")
