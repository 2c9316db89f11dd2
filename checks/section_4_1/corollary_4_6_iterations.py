r"""Corollary 4.6, the number of iterations up to machine precision."""

from fractions import Fraction as F
from sys import float_info

import mpmath

from checks.hypotheses import OPTIMAL_LINEAR
from checks.instances.linear_scheme import HALVING
from checks.theory import symbolic_linear as linear
from checks.theory.mean_square_error import steps_needed
from theorytest import at_most, claim, equal, family, more_than, positive, proof, reals


@claim(
    "x:cor4.6-proof-steps",
    says="The perturbation 2(1+c)^{−t} is at most ε if and only if t ≥ ln(2/ε)/ln(1+c).",
    formula=r"2(1+c)^{-t} \le \varepsilon \iff t \ge \tfrac{\ln(2\varepsilon^{-1})}{\ln(1+c)}",
    forall={
        "c": family([F(1, 9), F(1), F(2), F(7, 2)], "positive numbers, from 1/100 on", search=reals(F(1, 100))),
        "ε": family([F(5, 2), F(2), F(1, 3), F(1, 1000), F(1, 2**53)], "positive numbers up to 4", search=positive(4)),
    },
    reading="As a number of steps t is rounded up; it is the smallest.",
    tight="attained where (1 + c)^t is 2/eps",
    mutants={"rounded down": {"fewer": 1}, "ln(1/eps)": {"inside": 1}},
)
def perturbation_is_below(c, epsilon, *, fewer=0, inside=2):
    with mpmath.workdps(60):
        wanted, base = (mpmath.mpf(x.numerator) / x.denominator for x in (inside / F(epsilon), 1 + F(c)))
        # the quotient may be a whole number
        t = int(mpmath.ceil(mpmath.log(wanted, base) - mpmath.mpf(10) ** -40)) - fewer
    yield at_most(2 * (1 + c) ** -t, epsilon, name="at t", symbol="the perturbation")
    yield more_than(2 * (1 + c) ** (1 - t), epsilon, name="one step before", symbol="the perturbation")


ROUNDOFF = F(1, 2**53)


@claim(
    "x:sec4.1-54-iterations",
    says="For c = 1 the perturbation 2(1+c)^{−t} reaches ε = 2⁻⁵³, the unit roundoff of double precision, at t = 54.",
    formula=r"\tfrac{\ln(2\cdot2^{53})}{\ln2} = 54",
    premises=["x:cor4.6-proof-steps"],
    mutants={"53 iterations": {"iterations": 53}, "the spacing 2^-52": {"epsilon": 2 * ROUNDOFF}, "c = 2": {"c": F(2)}},
)
def machine_precision_after_54(*, iterations=54, epsilon=ROUNDOFF, c=F(1)):
    yield equal(F(float_info.epsilon) / 2, epsilon, name="double precision", symbol="the unit roundoff")
    yield equal(steps_needed(c, epsilon), iterations, name="iterations", symbol="t")


def roundoff_on_symbols(*, epsilon=ROUNDOFF, iterations=54, constant=2):
    """After τ = 54 steps A_τ = 2^-54 of the first excess is left, beside d/(2 (d − 1)) ≤ 1 best errors; k = d."""
    d, tau, first = proof.number("d", "≥2"), proof.integer("τ", 0), proof.mean(linear.error(1))
    half, eps = F(1, 2), epsilon * 2**54 * linear.power(tau)
    excess = linear.power(tau) * first + d / (2 * (d - 1)) * linear.best
    last = proof.mean(linear.error(tau + 1 + iterations - 54))
    step = [*linear.one_step(tau + 1, 1, half), proof.use(proof.HYPOTHESIS, half)]
    return proof.statement(
        at_most(linear.best + last, constant * linear.best + eps * (linear.best + first)),
        given=linear.moments(lambda _: half, d, d - 1)
        | {
            "A_0": proof.defined(equal(linear.power(0), 1)),
            "A": proof.defined(equal(linear.power(linear.j + 1), half * linear.power(linear.j)), linear.j),
        },
        by=proof.lemma(
            "the excess",
            at_most(proof.mean(linear.error(tau + 1)), excess),
            by=proof.induction(tau, base=[proof.use("A_0", first)], step=[*step, proof.use("A", first, at={"j": tau})]),
            then=[proof.use("the excess")],
        ),
    )


def roundoff_at(scheme):
    found, powers = scheme.distances(54), [F(1, 2**j) for j in range(56)]
    known = {"d": scheme.d, "τ": 54, "j": 53, "‖u−Pu‖²": scheme.best}
    return known | {"‖e‖²": proof.along(found), "A": proof.along(powers, 0)}


@claim(
    "x:sec4.1-54-samples",
    says="For d ≥ 2, t = 54 optimal quasi-projections from u₁ = 0 with N = 54(d−1) points give E‖u−u_{t+1}‖²/‖u‖² ≤ "
    "2‖u−Pu‖²/‖u‖² + 2⁻⁵³.",
    formula=r"t = 54,\ N = 54(d-1) \implies \mathbb{E}\frac{\|u-u_{t+1}\|^2}{\|u\|^2} "
    r"\le 2\frac{\|u-Pu\|^2}{\|u\|^2} + 2^{-53}",
    forall={"(M, u)": HALVING},
    given=OPTIMAL_LINEAR,
    reading="“The same quasi-best error” up to the machine precision of the sentence before: for u in the class least "
    "squares is exact, and 54 steps leave 2⁻⁵⁴‖u‖². The constant 1 + d/(2(d−1)) is at most 2, at d = 2. By Lemma B.3, "
    "as M = T_t is linear.",
    tight="approached by targets that are mostly residual, d = 2",
    premises=["cor:convergence_up_to_precision/corrected"],
    proof=proof.compared(roundoff_on_symbols, roundoff_at, per=linear.best + proof.mean(linear.error(1))),
    mutants={
        "without the roundoff": {"epsilon": 0},
        "52 iterations": {"iterations": 52},
        "the constant 1.9": {"constant": F(19, 10)},
    },
)
def as_good_up_to_roundoff(scheme, *, epsilon=ROUNDOFF, iterations=54, constant=2):
    error = scheme.errors(iterations)[-1] / scheme.size
    return at_most(error, constant * scheme.best / scheme.size + epsilon, symbol="the relative error")
