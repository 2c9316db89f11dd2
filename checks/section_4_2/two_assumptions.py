r"""Section 4.2 [x:sec4.2-needs-l1-beta]: why β ∈ ℓ¹ and c_bias2 = 0 are assumed.

H = R², T_t = M the first axis, L(v) = 1/2 |v - (0, 1)|²: at v = (x, 0) the gradient is (x, -1). The estimator
P^n g = (g_1 + κ g_2) e_1 tilts the projection, so that c_bias1 = 1, c_bias2 = κ, c_var1 = 1 + κ, c_var2 = κ + κ².
The retraction x ↦ sign(x) √(x² + 2β) raises the loss by β. Everything stays rational in X = x²/2 when κ = 0.
"""

from fractions import Fraction

from theorytest import at_least, at_most, claim, family, horizon, positive, threshold

HORIZON = 300
BETA, TILT = Fraction(1, 8), Fraction(1, 2)
STATES = [Fraction(k, 8) for k in range(-16, 17)]


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
    says="The terms s_tc_bias,2‖P_tg_t‖‖(I−P_t)g_t‖ and β_t enter Z_t; without β ∈ ℓ¹, or without c_bias,2 = 0, some "
    "scheme with Robbins–Monro steps keeps ‖P_tg_t‖ away from 0.",
    formula=r"Z_t = s_tc_{\mathrm{bias},2}\|P_tg_t\|\|(I-P_t)g_t\| + "
    r"s_t^2\tfrac{L+C_R}2c_{\mathrm{var},2}\|(I-P_t)g_t\|^2 + \beta_t",
    forall={
        "s_t": family(
            [Fraction(1, 2), Fraction(1, 4), Fraction(1, 64)],
            "steps of the one-step bound",
            search=positive(),
            effort=40,
        ),
        "t": horizon,
    },
    reading="Tried are β_t = 1/8 and c_bias,2 = 1/2. “Requires” is meant for the proof, and for orthogonal parts that "
    "do not vanish. That the assumptions are the weakest is not said: β_t = 1/(t ln t) is not summable, and "
    "‖P_tg_t‖ → 0 for s_t = 1/t.",
    premises=["prop:RobbinsSiegmund"],
    mutants={
        "no beta in Z": {"in_bound": (TILT, 0)},
        "no bias in Z": {"in_bound": (0, BETA)},
        "a summable beta": {"beta": lambda t: BETA / 2**t},
        "no bias": {"tilt": Fraction(0)},
    },
)
def both_terms_enter(s, *, in_bound=(TILT, BETA), beta=lambda _: BETA, tilt=TILT):
    """One step from many states, then whole trajectories in rational numbers."""
    rises = [((x - s * (x - TILT)) ** 2 - x**2) / 2 + BETA for x in STATES]
    yield at_most(rises, [bound(x, s, *in_bound) for x in STATES], name="one step", symbol="the rise of the loss")
    symbol = "min ‖P_t g_t‖²"
    yield at_least(min(with_retraction_error(beta)), threshold(2 * BETA), name="β", until=HORIZON, symbol=symbol)
    yield at_least(min(with_bias(tilt)), threshold(TILT**2), name="bias", until=HORIZON, symbol=symbol)
