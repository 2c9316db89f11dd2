r"""Corollary 4.5 [corollary:exponential_conv_expectation]: the optimal constant step and its contraction factor."""

from fractions import Fraction as F

import theorytest as tt
from checks import hypotheses as assume
from checks.instances.recovering import ANY_LINE, optimal_step, printed_factor, recovering, true_factor
from checks.instances.trees import accumulated
from theorytest import at_least, at_most, claim, equal, family, proof, repair, threshold

UNIT = tt.reals(0, 1, open=True)
_lam, _M, _b, _v, _s = FIVE = proof.positive("λ L+C_R c_bias1 c_var1 s")
_away = _s - optimal_step(_M, _b, _v)
BEST_STEP = proof.as_checked(  # σ at the step less σ at s is (L + C_R) c_var1/2 times a square
    FIVE, by=[[proof.squared(_away, _M * _v / 2)], [proof.squared(_away, _lam * _M * _v)]]
)


@claim(
    "x:cor4.5-optimal-step",
    also=["x:cor4.5-proof-maximiser"],
    says="The step s = c_bias,1/((L+C_R)c_var,1) maximises σ and minimises a = 1 − 2λσ.",
    formula=r"\operatorname*{arg\,max}_s\ c_{\mathrm{bias},1}s-s^2\tfrac{L+C_R}{2}c_{\mathrm{var},1} = "
    r"\frac{c_{\mathrm{bias},1}}{(L+C_R)c_{\mathrm{var},1}}",
    forall={
        "λ, L + C_R, c_bias,1, c_var,1, s": family(
            {"all 1": (F(1),) * 5, "the best step": (F(1, 5), F(3), F(3, 4), F(2), F(1, 8))},
            "positive numbers",
            search=tt.product(*[tt.positive()] * 5).map(lambda *five: five),
        )
    },
    proof=BEST_STEP,
    mutants={
        "two per cent longer": {"step": lambda M, b, v: F(51, 50) * optimal_step(M, b, v)},
        "c_bias1 squared": {"step": lambda M, b, v: optimal_step(M, b**2, v)},
    },
)
def step_is_optimal(numbers, *, step=optimal_step):
    """σ and a by their formulas, at s and at the step."""
    lam, M, b, v, s = numbers
    at_s, best = (b * x - x**2 * M / 2 * v for x in (s, step(M, b, v)))
    yield at_most(at_s, best, name="σ", symbol="σ at s")
    yield at_most(1 - 2 * lam * best, 1 - 2 * lam * at_s, name="a", symbol="a at the step")


def printed_order(a, b, T):
    """a^T + b^T, or T a^T for a = b, times a constant that we choose."""
    return threshold(10**6 * (T * a**T if a == b else a**T + b**T))


def coincide(a, b):
    """Whether a = b; two symbols differ, as the statements assume."""
    return a is b or (not isinstance(a, proof.Term) and a == b)


def collected(a, b, T):
    """a^T X_1 + Σ_t a^(T-t) b^t: b (a^T - b^T)/(a - b), or T a^T for a = b; X_1 = 1."""
    return a**T + (T * a**T if coincide(a, b) else b * (a**T - b**T) / (a - b))


SCOPE = {
    "(L, P_tⁿ, R_t)": family(
        recovering,
        "schemes with the optimal step, β_t = b^t, and exact moments",
        search=ANY_LINE,
    ),
    "b": family(
        {"a/2": lambda a: a / 2, "a": lambda a: a, "(1 + a)/2": lambda a: (1 + a) / 2},
        "numbers in (0, 1), below, at and above the true factor a",
        search=UNIT.map(lambda b: lambda _: b),
    ),
    "T": family([1, 2, 12, 100], "positive integers", search=tt.integers(1, 200)),
}


def decay_on_symbols(*, contraction=printed_factor, order=printed_order):
    """E X_{T+1} ≤ a E X_T + B b^T from one step with the optimal s, and its sum by induction; for a ≠ b and a = b."""
    lam, (B, C_R), (L, b1, v) = proof.positive("λ"), proof.nonnegative("B C_R"), proof.positive("L c_bias1 c_var1")
    (a, b), T, k = proof.number("a b", ">0", "<1"), proof.integer("T", 0), proof.integer("k")
    K, s, named = L + C_R, optimal_step(L + C_R, b1, v), "a = 1 − λc_bias,1²/((L+C_R)c_var,1)"

    def one(base, case, *powers):
        """The claim with β_t ≤ B base^t, the conditions of one step, and its proof by induction."""
        names = (f"{each}{case}" for each in ("X", "X̄", "(g,Pⁿg)", "‖Pⁿg‖²", "‖Pg‖²"))
        X, moved, product, square, tangent = map(proof.function, names)
        given = {
            f"(CR): {case}": proof.for_all(k, at_most(X(k + 1), moved(k) + C_R / 2 * s**2 * square(k) + B * base**k)),
            f"(LS): {case}": proof.for_all(k, at_most(moved(k), X(k) - s * product(k) + L / 2 * s**2 * square(k))),
            f"(BBV): bias {case}": proof.for_all(k, at_least(product(k), b1 * tangent(k))),
            f"(BBV): variance {case}": proof.for_all(k, at_most(square(k), v * tangent(k))),
            f"(SPL): {case}": proof.for_all(k, at_least(tangent(k), 2 * lam * X(k))),
        }
        weights = (1, 1, s, s**2 * K / 2, b1 * s / 2)
        step = [proof.use(name, weight, at={"k": T + 1}) for name, weight in zip(given, weights, strict=True)]
        step += [proof.use(named, X(T + 1)), proof.use(proof.HYPOTHESIS, a)]
        step += [proof.fact("powers", x, T, 1, times=weight(X(1))) for x, weight in powers]
        bound = a**T * X(1) + B * (order(a, base, T) - a**T)
        return at_most(X(T + 1), bound), given, proof.induction(T, step=step)

    other = one(b, "", (a, lambda X_1: -X_1 - B * b / (a - b)), (b, lambda _: B * a / (a - b)))
    same = one(a, "=", (a, lambda X_1: -X_1 - B * T))
    return proof.statement(
        [other[0], same[0]],
        given=other[1] | same[1] | {named: equal(a, contraction(lam, K, b1, v)), "a ≠ b": proof.unequal(a, b)},
        by=[other[2], same[2]],
    )


def decay_at(world, share, T):
    """Where b = a, the second part of the statement speaks; β_t = b^t."""
    (lam, K, b1, v), a = world.constants, true_factor(*world.constants)
    b, gaps = share(a), {1: 1, T + 1: world.gap(share(a), T)}.__getitem__
    known = {"B": 1, "λ": lam, "L": K / 3, "C_R": 2 * K / 3, "c_bias1": b1, "c_var1": v, "a": a, "T": T}
    return known | ({"X=": gaps} if a == b else {"X": gaps, "b": b})


@repair(
    "x:cor4.5-contraction/corrected",
    "x:cor4.5-contraction",
    by={"contraction": true_factor, "order": collected},
    says="Under the assumptions of Corollary 4.5 its rate holds with a = 1 − λc_bias,1²/((L+C_R)c_var,1).",
    formula=r"a = 1-\frac{\lambda c_{\mathrm{bias},1}^2}{(L+C_R)c_{\mathrm{var},1}}: \quad \beta_t = b^t \implies "
    r"\mathbb{E}X_{T+1} \le a^TX_1+\frac{b\,(a^T-b^T)}{a-b}\ (a \ne b), \quad a^TX_1+Ta^T\ (a = b)",
    given=[assume.strong_pl, assume.no_orthogonal_part, assume.repaired_factor_in_unit],
    reading="For a ≠ b and for a = b, as printed; proved for β_t ≤ B b^t. Errors allow a < 0; then the rate is O(b^T).",
    tight="attained by exact projections and saturated retractions",
    premises=["thm:convergence_in_expectation", "x:cor4.5-optimal-step"],
    proof=proof.compared(decay_on_symbols, decay_at),
    mutants={
        "c_bias1 unsquared": {"contraction": lambda lam, M, b, v: 1 - lam * b / (M * v)},
        "five per cent more of lambda": {"contraction": lambda lam, M, b, v: true_factor(F(21, 20) * lam, M, b, v)},
        "no T for a = b": {"order": lambda a, b, T: a**T + (a**T if a == b else collected(a, b, T) - a**T)},
    },
)
@claim(
    "x:cor4.5-contraction",
    also=["corollary:exponential_conv_expectation", "x:display-cor4.5-rate"],
    kind="rate",
    says="If (I−P_t)g_t = 0, β_t = O(b^t) and a = 1−2λc_bias,1/((L+C_R)c_var,1) ∈ (0,1), the optimal step gives "
    "E X_{T+1} = O(a^T+b^T), or O(Ta^T) for a = b.",
    formula=r"a = 1-\frac{2\lambda c_{\mathrm{bias},1}}{(L+C_R)c_{\mathrm{var},1}} \in (0,1) \implies "
    r"\mathbb{E}X_{T+1} \in \mathcal{O}(a^T+b^T)",
    forall=SCOPE,
    given=[assume.strong_pl, assume.no_orthogonal_part, assume.printed_factor_in_unit],
    gravity="wrong constant",
    finding="contraction-factor",
    premises=["thm:convergence_in_expectation"],
)
def gap_decays_exponentially(world, share, T, *, contraction=printed_factor, order=printed_order):
    """Exact projections and C_R = 3: X_{T+1} = (3/4)^T X_1, printed (1/2)^T, 10¹⁷ times less at T = 100."""
    b = share(true_factor(*world.constants))
    return at_most(world.gap(b, T), order(contraction(*world.constants), b, T), symbol="E X_{T+1}")


def geometric_sum(a, b, T):
    """(a^T - b^T)/(a/b - 1), or T a^T for a = b."""
    return T * a**T if coincide(a, b) else (a**T - b**T) / (a / b - 1)


def geometric_on_symbols(*, value=geometric_sum):
    """Induction over T: S_{T+1} = a S_T + b^(T+1), and R_T is the sum of (b/a)^t; S= is S for a = b."""
    a, b = proof.number("a b", ">0", "<1")
    T, k, S, R, same = proof.integer("T"), proof.integer("k"), *map(proof.function, ("S", "R", "S="))
    given = {
        "a ≠ b": proof.unequal(a, b),
        "S_1": proof.defined(equal(S(1), b)),
        "S": proof.defined(equal(S(k + 1), a * S(k) + b ** (k + 1)), k),
        "R_1": proof.defined(equal(R(1), b / a)),
        "R": proof.defined(equal(R(k + 1), R(k) + b ** (k + 1) / a ** (k + 1)), k),
        "S=_1": proof.defined(equal(same(1), a)),
        "S=": proof.defined(equal(same(k + 1), a * same(k) + a ** (k + 1)), k),
    }
    at, next_a, next_b, before = {"k": T}, ("powers", a, T, 1), ("powers", b, T, 1), proof.use(proof.HYPOTHESIS, a)
    step = [proof.use("S", at=at), before]
    middle = [*step, proof.use("R", -(a ** (T + 1)), at=at), proof.fact(*next_a, times=R(T))]
    closed = [*step, proof.fact(*next_a, times=b / (a - b)), proof.fact(*next_b, times=-a / (a - b))]
    return proof.statement(
        [equal(S(T), a**T * R(T)), equal(S(T), value(a, b, T)), equal(same(T), value(a, a, T))],
        given=given,
        by=[
            proof.induction(T, base=[proof.use("S_1"), proof.use("R_1", -a)], step=middle),
            proof.induction(T, base=[proof.use("S_1")], step=closed),
            proof.induction(
                T,
                base=[proof.use("S=_1")],
                step=[proof.use("S=", at=at), before, proof.fact(*next_a, times=T)],
            ),
        ],
    )


def geometric_at(a, b, T):
    """Where b = a, the last part of the statement speaks."""
    sums = proof.along([accumulated([a] * n, [b**t for t in range(1, n + 1)]) for n in range(1, T + 1)])
    shares = proof.along([sum((b / a) ** t for t in range(1, n + 1)) for n in range(1, T + 1)])
    known = {"a": a, "T": T, "k": T - 1, "S": sums, "R": shares}
    return known | ({"S=": sums} if a == b else {"b": b})


@claim(
    "x:display-cor4.5-proof-neq",
    also=["x:display-cor4.5-proof-eq"],
    says="For a, b ∈ (0,1) and ξ_t = b^t, ξ̄_T = Σ_{t≤T}a^{T−t}b^t = a^TΣ_{t≤T}(b/a)^t is (a^T−b^T)/(a/b−1) if "
    "a ≠ b, and Ta^T if a = b.",
    formula=r"\bar\xi_T = \sum_{t=1}^Ta^{T-t}\xi_t, \qquad \sum_{t=1}^Ta^{T-t}b^t = a^T\sum_{t=1}^T(b/a)^t = "
    r"\frac{a^T-b^T}{a/b-1}\ (a \ne b), \quad Ta^T\ (a = b)",
    forall={
        "a": family([F(1, 2), F(99, 100)], "numbers in (0, 1)", search=UNIT),
        "b": family([F(1, 2), F(1, 3), F(98, 100)], "numbers in (0, 1)", search=UNIT),
        "T": family([1, 2, 3, 20], "positive integers", search=tt.integers(1, 30)),
    },
    reading="The proof prints ≤ for a = b, where equality holds.",
    premises=["x:display-thm4.2-proof-final"],
    proof=proof.compared(geometric_on_symbols, geometric_at),
    mutants={
        "b/a for a/b": {"value": lambda a, b, T: geometric_sum(b, a, T)},
        "one per cent more": {"value": lambda a, b, T: F(101, 100) * geometric_sum(a, b, T)},
        "T - 1 for T": {"value": lambda a, b, T: geometric_sum(a, b, T - 1) if a == b else geometric_sum(a, b, T)},
    },
)
def sum_is_geometric(a, b, T, *, value=geometric_sum):
    total = accumulated([a] * T, [b**t for t in range(1, T + 1)])
    yield equal(total, a**T * sum((b / a) ** t for t in range(1, T + 1)), name="middle", symbol="the sum")
    yield equal(total, value(a, b, T), name="value", symbol="the sum")
