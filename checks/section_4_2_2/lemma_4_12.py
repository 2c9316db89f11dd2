r"""Lemma 4.12 [lemma:kappa_bounded_reach]: near a recoverable target the gradient is almost tangential.

With g = v - u both squared parts, the squared distance and the squared local reach are rational on the unit circle
(reach 1), on the parabola y = x²/2 (medial axis {0} × [1, ∞)) and for 2 × 2 matrices of rank one (whose distance to
equal singular values is σ/√2). v = u, where both parts vanish, has no ratio.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from checks.instances.smooth_problems import on_circle, vector
from theorytest import at_least, at_most, claim, equal


@dataclass(frozen=True)
class Pair:
    """‖P_v g‖², ‖(I - P_v) g‖² and R_v² for one v and u."""

    tangent: Fraction
    normal: Fraction
    reach: Fraction

    @property
    def ratio(self):
        """(‖(I - P)g‖ / ‖Pg‖)²."""
        return self.normal / self.tangent

    @property
    def distance(self):
        """‖u - v‖²."""
        return self.tangent + self.normal


def circle_pair(m):
    """v = (1, 0) and u at the angle θ with tan(θ/2) = m."""
    u = on_circle(m)
    return Pair(u[1] ** 2, (1 - u[0]) ** 2, Fraction(1))


def parabola_pair(a, b):
    """v = (a, a²/2) and u = (b, b²/2)."""
    length = 1 + a**2
    along, across = (a - b) * (1 + a * (a + b) / 2), (a - b) ** 2 / 2
    reach = 1 + a**4 / 4 if a**2 <= 2 else a**2
    return Pair(along**2 / length, across**2 / length, reach)


def matrix_pair(q, p, r):
    """v = diag(1, 0) and the matrix u = (q, p; r, p r / q) of rank one."""
    return Pair((1 - q) ** 2 + p**2 + r**2, (p * r / q) ** 2, Fraction(1, 2))


HALF_TANGENTS = tuple(Fraction(n, 1000) for n in (1, 50, 300, 577, 800, 1500, 1730, 1733, 3000))  # 1/√3 = 0.57735
AT_THE_REACH = Pair(Fraction(3, 4), Fraction(1, 4), Fraction(1))  # on the circle, tan(θ/2)² = 1/3: r = R_v
SPOTS = tuple(Fraction(n, 10) for n in (-30, -14, -3, 0, 1, 9, 15, 40))


def pairs(furthest):
    """Those with ‖u - v‖² at most `furthest` times R_v², by name."""
    grid = [Fraction(n, 5) for n in (1, 2, 4, 5, 7)]
    every = {
        "circle": [circle_pair(m) for m in HALF_TANGENTS],
        "parabola": [parabola_pair(a, b) for a in SPOTS for b in SPOTS if a != b],
        "rank one": [matrix_pair(q, p, r) for q in grid for p in grid for r in (*grid, Fraction(0))],
    }
    return {name: [pair for pair in row if pair.distance <= furthest * pair.reach] for name, row in every.items()}


@claim(
    "lemma:kappa_bounded_reach",
    also=["x:display-lem4.12-ratio"],
    kind="inequality",
    says="Within the local reach the orthogonal part of v - u is at most r / R_v times the tangential part.",
    formula=r"\|u-v\| \le r \le R_v \implies \frac{\|(I-P_v)g\|}{\|P_vg\|} \le \frac{r}{R_v}",
    tight="loose by 3 in the square on the circle at r = R_v and by 4 as r tends to 0; sharp is r/sqrt(4 R_v^2 - r^2)",
    mutants={
        "share x 0.56": {"share": 0.56},
        "up to twice the reach": {"furthest": 4},
        "half of it": {"share": Fraction(1, 2)},
        "a reach twice as large": {"reach": lambda pair: 4 * pair.reach},
    },
)
def orthogonal_part_is_small_within_the_reach(*, share=1, furthest=1, reach=lambda pair: pair.reach):
    """With r = ‖u - v‖, squared. Loose by √3 at r = R_v and by 2 as r tends to 0; on the circle true up to √3 R_v."""
    for name, row in ({"circle, r = R_v": [AT_THE_REACH]} | pairs(furthest)).items():
        bound = [Fraction(share) ** 2 * pair.distance / reach(pair) for pair in row]
        yield at_most([pair.ratio for pair in row], bound, name=name, symbol="the squared ratio")


@claim(
    "lemma:kappa_bounded_reach/sharp",
    kind="inequality",
    says="Below twice the reach the ratio is at most r / sqrt(4 R_v^2 - r^2), and equal to it on the circle.",
    formula=r"\|u-v\| \le r < 2R_v \implies \frac{\|(I-P_v)g\|}{\|P_vg\|} \le \frac{r}{\sqrt{4R_v^2-r^2}}",
    tight="attained on the circle",
    mutants={
        "share x 0.98": {"share": 0.98},
        "without the square of r": {"less": 0},
        "half of the square of r": {"less": Fraction(1, 2)},
    },
)
def sharp_ratio(*, share=1, less=1):
    """What the proof gives without its last two estimates: 2 R_v ‖(I - P)g‖ ≤ ‖g‖², and Pythagoras."""
    for name, row in pairs(Fraction(399, 100)).items():
        bound = [Fraction(share) ** 2 * pair.distance / (4 * pair.reach - less * pair.distance) for pair in row]
        ratios = [pair.ratio for pair in row]
        yield at_most(ratios, bound, name=name, symbol="the squared ratio")
        if name == "circle":
            yield equal(ratios, bound, name="attained", symbol="the squared ratio")


@claim(
    "x:sec4.2.2-c-reach",
    kind="remark",
    says="While the iterates stay within r of the target, c can be r over the reach of the manifold.",
    formula=r"\|u-u_t\| \le r \le R_{\mathcal{M}} \implies \|(I-P_t)g_t\| \le \tfrac{r}{R_{\mathcal{M}}}\|P_tg_t\|",
    premises=["lemma:kappa_bounded_reach"],
    mutants={"a reach three times as large": {"reach": lambda row: 9 * min(pair.reach for pair in row)}},
)
def reach_gives_c(*, reach=lambda row: min(pair.reach for pair in row)):
    """The global reach is the least local one: 1 on the parabola. c ≤ 1, where Corollary 4.10 is right as printed."""
    row = pairs(1)["parabola"]
    R = reach(row)
    inside = [pair for pair in row if pair.distance <= R]
    bound = [pair.distance / R for pair in inside]
    yield at_most([pair.ratio for pair in inside], bound, name="parabola", symbol="the squared ratio")


def step_on_circle(m, target, seen, size):
    """u_1 with tan(θ/2) = m, u_2 up to its length after P¹g = (g_i / τ_i) τ, and the probability τ_i² of seeing i."""
    u = on_circle(m)
    tau, g = vector(-u[1], u[0]), u - target
    return u, u - size * g[seen] / tau[seen] * tau, tau[seen] ** 2


@claim(
    "x:sec4.2.2-c-reach/leaving",
    kind="remark",
    says="One step can lead out of the ball of the lemma: that iterates stay in it is a hypothesis of its own.",
    formula=r"\mathbb{P}(\|u-u_{t+1}\| > R_{\mathcal{M}} \mid \|u-u_t\| \le R_{\mathcal{M}}) > 0",
    mutants={"the likely point": {"seen": 1}, "a short step": {"size": Fraction(1, 1000)}},
)
def iterates_may_leave(*, seen=0, size=Fraction(1, 2)):
    """The unit circle, target (3/5, 4/5), one optimal point, s = 1/2, from just below (1, 0).

    The point that is seen with probability 4·10⁻⁴ moves u_t to where (u, u_2) < 0, further than √2 from the target;
    (SPL) with the constant of the ball is lost there as well.
    """
    target = vector(Fraction(3, 5), Fraction(4, 5))
    u, after, chance = step_on_circle(Fraction(-1, 100), target, seen, size)
    yield at_most((u - target) @ (u - target), 1, name="before", symbol="|u - u_1|^2")
    yield at_most(after @ target, 0, name="after", symbol="(u, u_2)")
    yield at_least(chance, Fraction(1, 10_000), name="probability", symbol="P")
