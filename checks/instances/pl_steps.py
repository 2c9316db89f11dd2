r"""Single steps under (LS), (PL) and (CR) with known constants, and gradients with their tangent and normal parts."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

from checks.instances.any_steps import UNBIASED, AnyStep
from checks.instances.smooth_problems import Basis, Problem, Vector, problems
from checks.instances.spirals import Spiral, sigma, spirals
from checks.theory import symbolic_step as one
from checks.theory.unbiased_step import kappa, lowest
from theorytest import family, frames, product, vectors

F = Fraction


class Row(NamedTuple):
    """λ, L + C_R, s_t, κ_t, ‖g_t‖², L(u_t) - L_min and E[L(u_{t+1}) - L_min | F_t]."""

    lam: Any
    smoothness: Any
    step: Any
    kappa: Any
    square: Any
    gap: Any
    after: Any


@dataclass(frozen=True)
class Steps:
    """The constants of (BBV) and what single steps do."""

    constants: tuple[Any, ...]
    rows: tuple[Row, ...]

    @property
    def contracts(self) -> bool:
        """Whether σ̃_t > 0 in all of them."""
        return all(sigma(self.constants, each.smoothness, each.step, each.kappa) > 0 for each in self.rows)


def numbers(constants: tuple[Any, ...], row: Row) -> dict[Any, Any]:
    """What a row gives to the symbols; L_min and how L + C_R splits are any numbers."""
    known = dict(zip(one.constants, constants, strict=True)) | {one.lam: row.lam}
    known |= {one.L: row.smoothness / 3, one.C_R: row.smoothness * 2 / 3}
    sizes = {one.tangent**2: row.square / row.kappa, one.normal**2: row.square * (1 - 1 / row.kappa), kappa: row.kappa}
    return known | sizes | {one.s: row.step, one.now: 2 * row.gap, lowest: row.gap, one.after: row.after + row.gap}


def _on_spiral(spiral: Spiral, share: Fraction) -> Row:
    s, kappa = share * spiral.best_step(), spiral.kappa
    return Row(F(1), spiral.smoothness, s, kappa, F(2), F(1), spiral.mean_factor(s))


def _tilted() -> Steps:
    """R², ½‖v‖², T_t the first axis, P g = (g_1 - g_2) e_1 at (1, 1), s = 1/4: constants 1, 1, 2, 2; nothing moves."""
    return Steps((F(1), F(1), F(2), F(2)), (Row(F(1), F(1), F(1, 4), F(2), F(2), F(1), F(1)),))


def pl_steps() -> dict[str, Steps]:
    """By name: a biased estimator, steps with σ̃_t > 0, and a longer one with σ̃_t < 0."""
    found = {"tilted": _tilted()}
    for name, each in spirals().items():
        for word, shares in (("", (F(1, 10), F(1), F(19, 10))), (", a long step", (F(5, 2),))):
            found[f"spiral, {name}{word}"] = Steps(each.constants, tuple(_on_spiral(each, share) for share in shares))
    return found


def _pl_step(step: AnyStep) -> Steps:
    """With the gap to L_min = 0 and all of the gradient, without retraction error."""
    one = replace(step, beta=0 * step.beta)
    gap, tangent, normal, _, after = one.seen()
    rest, square = one.curvatures[2] * one.state[2] ** 2 / 2, tangent + normal
    row = Row(min(one.curvatures), one.constants["L"] + one.C_R, one.step, square / tangent, square, gap + rest, after)
    return Steps(one.moments, (row._replace(after=after + rest),))


PL_STEPS = UNBIASED.where(lambda one: one.seen()[1] > 0, "P_t g_t ≠ 0").map(_pl_step)
STEPS = family(pl_steps, "losses, classes, estimators and steps", search=PL_STEPS)


class Gradient(NamedTuple):
    """‖g‖², ‖Pg‖² and ‖(I - P)g‖², each from its own vector."""

    square: Any
    tangent: Any
    normal: Any


def parts(problem: Problem, u: Vector, basis: Basis) -> Gradient:
    """The three squares at u."""
    g = problem.gradient(u)
    t = problem.project(basis, g)
    return Gradient(*(Fraction(problem.inner(each, each)) for each in (g, t, g - t)))


def gradients() -> dict[str, Gradient]:
    """By class and point, stationary points included."""
    return {
        f"{name} at ({', '.join(map(str, u))})": parts(problem, u, basis)
        for name, problem in problems().items()
        for u, basis in problem.points
    }


def _of_frame(g: Vector, frame: Vector) -> Gradient:
    tangent = frame @ (frame.T @ g[: len(frame)])
    rest = g[: len(frame)] - tangent
    return Gradient(*((each @ each) for each in (g[: len(frame)], tangent, rest)))


GRADIENTS = family(
    gradients,
    "points, losses and spaces",
    search=product(vectors(3, -10, 10), frames([(1, 1), (2, 1), (2, 2), (3, 1), (3, 2)])).map(_of_frame),
)
