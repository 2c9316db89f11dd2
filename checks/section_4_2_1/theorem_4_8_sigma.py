r"""The proof of Theorem 4.8 [thm:stationary_point]: the factor σ_t in terms of s_t and s̄."""

import itertools
from fractions import Fraction

import theorytest as tt
from checks.instances.constants_of_steps import CONSTANTS, Constants
from theorytest import at_least, at_most, claim, equal, family, proof, repair

SHARES = family([Fraction(1, 40), Fraction(1, 2), 1], "0 < s ≤ s̄, as a share of s̄", search=tt.positive(1))


SYMBOLIC = Constants(*proof.positive("c_bias1 c_var1 L+C_R"))
ETA = [Fraction((7 * t) % 11 + 1, 5) for t in range(40)]


def with_bias(constants):
    return constants.c_bias1


def from_the_longest_step(constants, s, half):
    """s - s²/(2 s̄)."""
    return s - half * s**2 / constants.longest_step


def sigma_on_symbols(*, scale=with_bias, half=Fraction(1, 2), longest=1):
    """σ_t - c_bias1 s_t/2 is (L + C_R) c_var1/2 s_t (s̄ - s_t); the norms by induction over the number of terms."""
    s, eta, W, N = proof.function("s", ">0"), proof.function("η", "≥0"), proof.function("W"), proof.function("N")
    k, t, least, share = proof.integer("k"), proof.integer("t"), proof.positive("s*"), scale(SYMBOLIC)
    weight = SYMBOLIC.smoothness * SYMBOLIC.c_var1 / 2

    def one_term(j):
        """σ_j η_j ≥ c_bias1 s*/2 η_j."""
        long, short = proof.use("s_t ≤ s̄", at={"k": j}), proof.use("s* ≤ s_t", at={"k": j})
        return [proof.product(long, times=weight * s(j) * eta(j)), proof.product(short, times=share / 2 * eta(j))]

    return proof.statement(
        [
            equal(SYMBOLIC.sigma(s(t)), share * from_the_longest_step(SYMBOLIC, s(t), half)),
            at_least(SYMBOLIC.sigma(s(t)), share / 2 * s(t)),
            at_most(share / 2 * least * N(t), W(t)),
        ],
        given={
            "s* ≤ s_t": proof.for_all(k, at_most(least, s(k))),
            "s_t ≤ s̄": proof.for_all(k, at_most(s(k), longest * SYMBOLIC.longest_step)),
            "N_1": proof.defined(equal(N(1), eta(1))),
            "N": proof.defined(equal(N(k + 1), N(k) + eta(k + 1)), k),
            "W_1": proof.defined(equal(W(1), SYMBOLIC.sigma(s(1)) * eta(1))),
            "W": proof.defined(equal(W(k + 1), W(k) + SYMBOLIC.sigma(s(k + 1)) * eta(k + 1)), k),
        },
        by=[
            None,
            [proof.use("s_t ≤ s̄", weight * s(t), at={"k": t})],
            proof.induction(
                t,
                base=[proof.use("W_1"), proof.use("N_1", -share / 2 * least), *one_term(1)],
                step=[
                    proof.use(proof.HYPOTHESIS),
                    proof.use("W", at={"k": t}),
                    proof.use("N", -share / 2 * least, at={"k": t}),
                    *one_term(t + 1),
                ],
            ),
        ],
    )


def sigma_at(constants, share):
    low, high = share * constants.longest_step, constants.longest_step
    s = [low + (high - low) * Fraction(k, 39) for k in range(40)]
    terms = [constants.sigma(x) * e for x, e in zip(s, ETA, strict=True)]
    sums = {"s": s, "η": ETA, "W": list(itertools.accumulate(terms)), "N": list(itertools.accumulate(ETA))}
    known = {"c_bias1": constants.c_bias1, "c_var1": constants.c_var1, "L+C_R": constants.smoothness, "s*": low}
    known |= {name: proof.along(each) for name, each in sums.items()}
    return [known | {"t": t, "k": t} for t in (*range(1, 41), *range(1, 41), 40)]


@repair(
    "x:thm4.8-proof-sigma/corrected",
    "x:thm4.8-proof-sigma",
    by={"scale": with_bias},
    also=["x:thm4.8-proof-l1"],
    says="If s* ≤ s_t ≤ s̄, then σ_t = c_bias,1 (s_t − s_t²/(2 s̄)) ≥ c_bias,1 s_t/2 and "
    "‖η‖_{ℓ¹} ≤ 2/(c_bias,1 s*) ‖η‖_{ℓ¹_σ}.",
    formula=r"s^*\le s_t\le\bar s \implies \sigma_t = c_{\mathrm{bias},1}\Big(s_t - \tfrac{s_t^2}{2\bar s}\Big) \ge "
    r"\tfrac{c_{\mathrm{bias},1}s_t}2, \quad \|\eta\|_{\ell^1} \le "
    r"\tfrac2{c_{\mathrm{bias},1}s^*}\|\eta\|_{\ell^1_\sigma}",
    tight="attained at the step s̄",
    proof=proof.compared(sigma_on_symbols, sigma_at),
    mutants={"steps up to 1.01 s̄": {"longest": Fraction(101, 100)}, "s̄ for 2 s̄": {"half": 1}},
)
@claim(
    "x:thm4.8-proof-sigma",
    also=["x:thm4.8-proof-half"],
    says="If s* ≤ s_t ≤ s̄, then σ_t = s_t − s_t²/(2 s̄) ≥ s_t/2 ≥ s*/2.",
    formula=r"s^*\le s_t\le\bar s \implies \sigma_t = s_t - \tfrac{s_t^2}{2\bar s} \ge \tfrac{s_t}2 \ge \tfrac{s^*}2",
    forall={"c": CONSTANTS, "s*": SHARES},
    gravity="wrong constant",
    finding="thm4.8-c-bias1",
)
def sigma_is_half_the_step(constants, share, *, scale=lambda _: 1, half=Fraction(1, 2), longest=1):
    """Forty steps from s* to s̄. The step 1 of the non-projection of {b/√2}, which has s̄ = 2, has σ = 3/8, not 3/4."""
    low, high = share * constants.longest_step, longest * constants.longest_step
    s = [low + (high - low) * Fraction(k, 39) for k in range(40)]
    sigma, c = [constants.sigma(each) for each in s], scale(constants)
    printed = [c * from_the_longest_step(constants, each, half) for each in s]
    yield equal(sigma, printed, name="in terms of s̄", symbol="σ_t")
    yield at_least(sigma, [c * each / Fraction(2) for each in s], name="each step", symbol="σ_t")
    weighted = sum(a * e for a, e in zip(sigma, ETA, strict=True))
    yield at_most(c * low / Fraction(2) * sum(ETA), weighted, name="the norms", symbol="½ c_bias,1 s* ‖η‖_{ℓ¹}")
