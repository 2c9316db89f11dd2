r"""Section 4.2 [x:sec4.2-needs-l1-beta]: why β ∈ ℓ¹ and c_bias2 = 0 are assumed.

H = R², T_t = M the first axis, L(v) = 1/2 |v - (0, 1)|²: at v = (x, 0) the gradient is (x, -1). The estimator
P^n g = (g_1 + κ g_2) e_1 tilts the projection, so that c_bias1 = 1, c_bias2 = κ, c_var1 = 1 + κ, c_var2 = κ + κ².
The retraction x ↦ sign(x) √(x² + 2β) raises the loss by β. Everything stays rational in X = x²/2 when κ = 0.
"""

from __future__ import annotations

from fractions import Fraction

from theorytest import at_least, at_most, claim

HORIZON = 300
BETA, TILT = Fraction(1, 8), Fraction(1, 2)
STATES = [Fraction(k, 8) for k in range(-16, 17)]
STEPS = [Fraction(1, k) for k in (2, 4, 64)]


def step(t):
    """s_t = 1/(t + 1), square summable and not summable."""
    return Fraction(1, t + 1)


def with_retraction_error(beta):
    """‖P_t g_t‖² = 2 X_t along X ↦ (1 - s)² X + β from X = 1/2, without tilt."""
    X, squares = Fraction(1, 2), []
    for t in range(1, HORIZON + 1):
        squares.append(2 * X)
        X = (1 - step(t)) ** 2 * X + beta(t)
    return squares


def with_bias(tilt, start=2):
    """‖P_t g_t‖² = x² along x ↦ x - s (x - κ), without retraction error."""
    x, squares = Fraction(start), []
    for t in range(1, HORIZON + 1):
        squares.append(x**2)
        x -= step(t) * (x - tilt)
    return squares


def bound(x, s, tilt, beta):
    """The right-hand side of (descent_bound) minus L(u_t): with L = 1, C_R = 0 and ‖(I - P) g‖ = 1."""
    decrease = (s - s**2 / 2 * (1 + tilt)) * x**2
    return -decrease + s * tilt * abs(x) + s**2 / 2 * (tilt + tilt**2) + beta


@claim(
    "x:sec4.2-needs-l1-beta",
    kind="remark",
    says="Both terms enter Z, and neither assumption can go: with beta_t = 1/8, or with c_bias2 = 1/2, the "
    "projected gradient stays away from zero for Robbins-Monro steps.",
    formula=r"Z_t = s_tc_{\mathrm{bias},2}\|P_tg_t\|\|(I-P_t)g_t\| + "
    r"s_t^2\tfrac{L+C_R}2c_{\mathrm{var},2}\|(I-P_t)g_t\|^2 + \beta_t \in \ell^1 \implies \beta\in\ell^1",
    premises=["prop:RobbinsSiegmund"],
    mutants={
        "no beta in Z": {"in_bound": (TILT, 0)},
        "no bias in Z": {"in_bound": (0, BETA)},
        "a summable beta is too much": {"beta": lambda t: BETA / 2**t},
        "a beta that tends to zero is too much": {"beta": lambda t: BETA / t},
        "no bias is too much": {"tilt": Fraction(0)},
    },
)
def both_terms_enter(*, in_bound=(TILT, BETA), beta=lambda _: BETA, tilt=TILT):
    """One step from every state, then whole trajectories in rational numbers.

    "Requires" is meant for orthogonal parts that do not vanish: with (I - P_t) g_t = 0 the bias term is 0, and by
    Young's inequality Σ s_t ‖(I - P_t) g_t‖² < ∞ would do for every c_bias2.
    """
    for s in STEPS:
        rises = [((x - s * (x - TILT)) ** 2 - x**2) / 2 + BETA for x in STATES]
        allowed = [bound(x, s, *in_bound) for x in STATES]
        yield at_most(rises, allowed, name=f"s = {s}", symbol="the rise of the loss")
    squares = min(with_retraction_error(beta)), min(with_bias(tilt))
    yield at_least(squares[0], 2 * BETA, name="beta", symbol="min |P g|^2")
    yield at_least(squares[1], TILT**2, name="bias", symbol="min |P g|^2")
