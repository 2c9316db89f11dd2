"""The compiled loops against numpy: the same random numbers, the same coefficients to 1e-12."""

import importlib.util
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from theorytest.approximation.estimators import Debiased, LeastSquares, NonProjection, QuasiProjection
from theorytest.approximation.measures import Discrete, Gaussian, Uniform
from theorytest.approximation.sampling import Optimal, Plain, Trace
from theorytest.approximation.spaces import Space
from theorytest.approximation.stability import Conditioned
from theorytest.approximation.systems import Fourier, Hermite, Legendre, Monomials
from theorytest.approximation.volume import VolumeRescaled
from theorytest.descent import loops, projection_loops
from theorytest.descent.kernel import Kernel, ProjectionKernel
from theorytest.descent.linear import Block, LinearDescent
from theorytest.descent.losses import Quadratic
from theorytest.descent.scheme import descend
from theorytest.descent.smooth_losses import Flat, Wavy
from theorytest.descent.steps import Constant, Power
from theorytest.descent.targets import TARGETS

needs_numba = pytest.mark.skipif(loops.numba is None, reason="numba, the extra `fast`, is not installed")
GAUSS = Uniform().quadrature(7)
SPACES = {
    "Legendre 1": Space(Legendre(1), Uniform()),
    "Legendre 2": Space(Legendre(2, 3.0, 7.5), Uniform(3.0, 7.5)),
    "Legendre 3": Space(Legendre(3), Uniform()),
    "Legendre 9": Space(Legendre(9), Uniform()),
    "Hermite 4": Space(Hermite(4), Gaussian()),
    "Hermite 7": Space(Hermite(7, 1.0, 0.5), Gaussian(1.0, 0.5)),
    "Gauss nodes": Space(Legendre(2), Discrete(GAUSS.nodes, GAUSS.weights)),
}
SMALL, SAMPLERS = SPACES["Legendre 3"], (Plain, Trace, Optimal)


def exp(x):
    return np.exp(x[..., 0] / 3)


def both(estimator, loss, seed, R, T, steps=None):
    """Runs of both kinds, with the state of the generator after each."""
    found = []
    for compiled in (True, False):
        rng, process = np.random.default_rng(seed), LinearDescent(estimator, loss, compiled=compiled)
        run = descend(process, steps or Power(0.5, 0.3), T, rng, R)
        found.append((process.path, run, rng.bit_generator.state))
    return found


@needs_numba
@pytest.mark.parametrize("sampling", SAMPLERS)
@pytest.mark.parametrize("space", SPACES.values(), ids=SPACES)
@settings(max_examples=3)
@given(n=st.sampled_from([1, 2, 5]), R=st.sampled_from([1, 127, 128, 300]), T=st.integers(1, 70), seed=st.integers(0))
def test_both_ways_give_the_same_numbers(space, sampling, n, R, T, seed):
    steps = Constant(n / (n + 60 * space.dim)) if sampling is Plain else Power(n / (n + space.dim), 0.3)
    estimator, loss = QuasiProjection(sampling(space), n), Quadratic(space, exp)
    (path, fast, after), (other, slow, as_well) = both(estimator, loss, seed, R, T, steps)
    assert (path, other) == ("compiled", "numpy")
    assert after == as_well
    scale = 1 + np.abs(loss.best).max()
    np.testing.assert_allclose(fast.gap, slow.gap, rtol=1e-12, atol=1e-12 * scale**2)
    np.testing.assert_allclose(fast.tangent, slow.tangent, rtol=1e-12, atol=1e-12 * scale)


@needs_numba
@pytest.mark.parametrize("name", TARGETS)
def test_every_target_of_the_command(name):
    target = TARGETS[name]
    loss = Quadratic(SMALL, target, knots=target.knots)
    (path, fast, _), (_, slow, _) = both(QuasiProjection(Optimal(SMALL), 1), loss, 4, 150, 300)
    assert path == "compiled"
    np.testing.assert_allclose(fast.tangent, slow.tangent, rtol=1e-12, atol=1e-12)


PROJECTIONS = {
    "non-projection": lambda space, n: NonProjection(Optimal(space), n),
    "conditioned quasi-projection": lambda space, n: QuasiProjection(Conditioned(Optimal(space), 0.95), 2 * n),
    "volume-rescaled quasi-projection": lambda space, n: QuasiProjection(VolumeRescaled(space), n),
    "least squares": lambda space, n: LeastSquares(Optimal(space), 2 * n),
    "least squares, plain": lambda space, n: LeastSquares(Plain(space), 4 * n),
    "least squares, conditioned": lambda space, n: LeastSquares(Conditioned(Trace(space), 0.95), 2 * n),
    "least squares, volume-rescaled": lambda space, n: LeastSquares(VolumeRescaled(space), n),
    "debiased": lambda space, n: Debiased(LeastSquares(Optimal(space), 2 * n), QuasiProjection(Plain(space), n)),
}


PATHS = PROJECTIONS | {"quasi-projection": lambda space, n: QuasiProjection(Optimal(space), n)}
LARGE = {d: Space(Legendre(d), Uniform()) for d in (20, 50)}


def walked(estimator, loss, R, *, compiled):
    """The coefficients after three steps, and how they were made."""
    process = LinearDescent(estimator, loss, compiled=compiled)
    drawn = process.draw(np.random.default_rng(3), R, 3)
    return process.path, process.walk(process.start(R), drawn, 0, np.array([0.1, 0.2, 0.1]))[0]


@needs_numba
@pytest.mark.parametrize(
    ("kind", "space"),
    [(kind, space) for kind in PATHS for space in (SPACES["Legendre 3"], SPACES["Hermite 4"], LARGE[20])]
    + [(kind, LARGE[50]) for kind in ("non-projection", "quasi-projection", "least squares", "debiased")],
    ids=lambda each: each if isinstance(each, str) else f"{type(each.system).__name__} {each.dim}",
)
def test_the_coefficients_agree_to_twelve_digits(kind, space):
    """Plain points of d = 50 are left out: Gramians of condition 1e6 and more magnify the rounding of both to 1e-10."""
    estimator = PATHS[kind](space, max(24, 2 * space.dim))
    (path, fast), (other, slow) = (walked(estimator, Quadratic(space, exp), 20, compiled=way) for way in (True, False))
    assert (path, other) == ("compiled", "numpy")
    np.testing.assert_allclose(fast, slow, rtol=0, atol=1e-12 * np.abs(slow).max())


@needs_numba
@pytest.mark.parametrize("estimator", PROJECTIONS.values(), ids=PROJECTIONS)
@pytest.mark.parametrize(("name", "n"), [("Legendre 1", 3), ("Legendre 3", 9), ("Legendre 9", 30), ("Hermite 4", 24)])
def test_every_estimator_both_ways(estimator, name, n):
    """The same draws of rejected points, too; coefficients agree to 1e-12 times the condition of the Gramians."""
    space = SPACES[name]
    loss, steps = Quadratic(space, exp), Constant(0.1)
    (path, fast, after), (other, slow, as_well) = both(estimator(space, n), loss, 3, 70, 25, steps)
    assert (path, other) == ("compiled", "numpy")
    assert after == as_well
    scale = 1 + np.abs(loss.best).max()
    np.testing.assert_allclose(fast.gap, slow.gap, rtol=1e-11, atol=1e-12 * scale**2)
    np.testing.assert_allclose(fast.tangent, slow.tangent, rtol=1e-11, atol=1e-12 * scale)


@needs_numba
@pytest.mark.parametrize("kind", ["least squares", "debiased", "non-projection"])
def test_fifty_dimensions(kind):
    space = Space(Legendre(50), Uniform())
    (path, fast, _), (_, slow, _) = both(PROJECTIONS[kind](space, 100), Quadratic(space, exp), 1, 5, 4, Constant(0.1))
    assert path == "compiled"
    np.testing.assert_allclose(fast.gap, slow.gap, rtol=1e-11, atol=1e-12)


@needs_numba
@pytest.mark.parametrize("debiased", [False, True])
def test_singular_gramians_are_left_to_their_eigenvalues(debiased):
    """Three points out of seven coincide now and then: the pseudo-inverse decides, as in numpy."""
    space = Space(Legendre(3), Discrete(GAUSS.nodes, GAUSS.weights))
    estimator = LeastSquares(Plain(space), 3)
    estimator = Debiased(estimator, QuasiProjection(Optimal(space), 2)) if debiased else estimator
    (path, fast, _), (_, slow, _) = both(estimator, Quadratic(space, exp), 5, 200, 3, Constant(0.01))
    assert path == "compiled"
    np.testing.assert_allclose(fast.gap, slow.gap, rtol=1e-8)


@pytest.mark.parametrize("kind", ["least squares", "debiased"])
def test_the_loops_of_projections_as_they_are_written(kind, monkeypatch):
    for name, each in vars(projection_loops).items():
        if hasattr(each, "py_func"):
            monkeypatch.setattr(projection_loops, name, each.py_func)
    estimator, loss, sizes = PROJECTIONS[kind](SMALL, 4), Quadratic(SMALL, exp), np.array([0.1, 0.05])
    process = LinearDescent(estimator, loss, compiled=False)
    first = estimator.projection.n_samples if kind == "debiased" else estimator.n_samples
    written = ProjectionKernel(estimator, loss, first, (True, False))
    start, drawn = process.start(7), [each.draw(np.random.default_rng(2), 7, 2) for each in (process, written)]
    expected, _ = process.walk(start, drawn[0], 0, sizes)
    np.testing.assert_allclose(written.walk(start, drawn[1], 0, sizes), expected, rtol=1e-11, atol=1e-12)


@needs_numba
def test_divergence_is_the_same_result():
    estimator = QuasiProjection(Optimal(SMALL), 2)
    (_, fast, _), (_, slow, _) = both(estimator, Quadratic(SMALL, exp), 0, 9, 900, Constant(30.0))
    np.testing.assert_array_equal(fast.diverged, slow.diverged)
    assert (fast.diverged > 0).all()
    np.testing.assert_allclose(fast.gap, slow.gap, rtol=1e-10)


@needs_numba
def test_a_single_step_is_a_short_walk():
    process = LinearDescent(QuasiProjection(Optimal(SMALL), 2), Quadratic(SMALL, exp))
    drawn, state = process.draw(np.random.default_rng(0), 5, 4), process.start(5)
    far, error = process.walk(state, drawn, 1, np.array([0.1, 0.2]))
    near = process.step(process.step(state, drawn, 1, 0.1)[0], drawn, 2, 0.2)[0]
    np.testing.assert_allclose(far, near, rtol=1e-14)
    assert error == 0
    assert not state.any()


@pytest.mark.parametrize("space", [SMALL, SPACES["Legendre 1"], SPACES["Hermite 7"]], ids=["small", "one", "steep"])
@pytest.mark.parametrize(("sampling", "n"), [(Plain, 2), (Optimal, 1), (Optimal, 2)])
def test_the_loops_as_they_are_written(space, sampling, n, monkeypatch):
    """Without a compiler: what stands in the file, whether numba is installed or not."""
    for name in ("quintics", "refined", "walk"):
        monkeypatch.setattr(loops, name, getattr(getattr(loops, name), "py_func", getattr(loops, name)))
    estimator, loss, sizes = QuasiProjection(sampling(space), n), Quadratic(space, exp), np.array([0.1, 0.05])
    process = LinearDescent(estimator, loss, compiled=False)
    start, written = process.start(40), Kernel(estimator.sampler, n, loss)
    drawn = [each.draw(np.random.default_rng(2), 40, 2) for each in (process, written)]
    expected, _ = process.walk(start, drawn[0], 0, sizes)
    np.testing.assert_allclose(written.walk(start, drawn[1], 0, sizes), expected, rtol=1e-12, atol=1e-13)


class Heavy(Optimal):
    def weight(self, x):
        return 2 * super().weight(x)


class Half(QuasiProjection):
    def coefficients(self, x, jets):
        return 0.5 * super().coefficients(x, jets)


class Other(Quadratic):
    def gradient(self, coefficients, jets, data):
        return 2 * super().gradient(coefficients, jets, data)


def weighted(x):
    return 1.5 + x[..., 0]


PLAIN_LOSS, H1 = Quadratic(SMALL, exp), Space(Legendre(3), Uniform(), "H1")
MONOMIALS, WAVES = Space(Monomials(3), Uniform()), Space(Fourier((0, 1), -1.0, 1.0), Uniform())


@pytest.mark.parametrize(
    ("estimator", "loss"),
    [
        (QuasiProjection(Heavy(SMALL), 1), PLAIN_LOSS),
        (Half(Optimal(SMALL), 1), PLAIN_LOSS),
        (QuasiProjection(Optimal(SMALL), 1), Other(SMALL, exp)),
        (QuasiProjection(Optimal(SMALL), 1), Quadratic(SMALL, exp, weighted)),
        (QuasiProjection(Optimal(SMALL), 1), Wavy(SMALL, exp, 0.5)),
        (QuasiProjection(Optimal(SMALL), 1), Flat(SMALL, exp, 1.5)),
        (LeastSquares(Heavy(SMALL), 5), PLAIN_LOSS),
        (Debiased(LeastSquares(Optimal(SMALL), 5), Half(Optimal(SMALL), 5)), PLAIN_LOSS),
        (Debiased(LeastSquares(Optimal(SMALL), 5), LeastSquares(Optimal(SMALL), 5)), PLAIN_LOSS),
        (QuasiProjection(Optimal(H1), 1), Quadratic(H1, lambda x: np.ones((*x.shape[:-1], 2)))),
        (QuasiProjection(Optimal(MONOMIALS), 1), Quadratic(MONOMIALS, exp)),
        (QuasiProjection(Optimal(WAVES), 1), Quadratic(WAVES, exp)),
    ],
)
def test_everything_else_is_left_to_numpy(estimator, loss):
    process = LinearDescent(estimator, loss)
    assert process.path == "numpy"
    assert isinstance(process.draw(np.random.default_rng(0), 2, 2), Block)


def test_without_numba_nothing_changes(monkeypatch):
    monkeypatch.setitem(sys.modules, "numba", None)  # importing it fails
    spec = importlib.util.spec_from_file_location("bare", loops.__file__)
    bare = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(bare)
    assert bare.numba is None
    assert type(bare.walk) is type(lambda: None)
    monkeypatch.setattr(loops, "numba", None)
    (path, one, _), (_, other, _) = both(QuasiProjection(Optimal(SMALL), 2), PLAIN_LOSS, 1, 20, 50)
    assert path == "numpy"
    np.testing.assert_array_equal(one.gap, other.gap)


def test_an_heir_of_the_process_is_obeyed():
    class Still(LinearDescent):
        def step(self, state, drawn, k, size):  # noqa: ARG002 (the protocol's signature)
            return state, 0.0

    still = Still(QuasiProjection(Optimal(SMALL), 1), PLAIN_LOSS)
    run = descend(still, Constant(0.1), 5, np.random.default_rng(0), 3)
    assert still.path == "numpy"
    assert len(np.unique(run.gap)) == 1


def tabulated(target, *, knots=(), space=SMALL):
    return Kernel(Optimal(space), 1, Quadratic(space, target, knots=knots)).table


@pytest.mark.parametrize(
    ("target", "knots"),
    [
        (lambda x: np.abs(x[..., 0] - 0.3), ()),
        (lambda x: np.where(x[..., 0] > 0.3, 1.0, 0.0), ()),
        (lambda x: np.abs(x[..., 0] - 0.3), (0.3,)),
        (lambda x: np.sqrt(1 + x[..., 0]), ()),
        (lambda x: np.sin(1e4 * x[..., 0]), ()),
        (lambda x: 1e-9 * np.random.default_rng(0).random(x.shape[:-1]), ()),
        (lambda x: exp(x) + (np.abs(x[..., 0] - 0.30037) < 1e-5), ()),
        (lambda x: exp(x) + np.exp(-(((x[..., 0] - 0.30037) / 1e-5) ** 2)), ()),
    ],
    ids=["kink", "jump", "declared kink", "root", "oscillation", "noise", "narrow box", "narrow bump"],
)
def test_a_target_that_quintics_do_not_reproduce_is_evaluated(target, knots):
    assert tabulated(target, knots=knots) is None


def test_on_the_whole_line_the_target_is_evaluated():
    assert tabulated(exp, space=SPACES["Hermite 4"]) is None


@needs_numba
@given(a=st.floats(-5, 5), b=st.floats(-20, 20), c=st.floats(-3, 3), seed=st.integers(0, 2**32))
def test_quintics_stand_for_analytic_targets(a, b, c, seed):
    def target(x):
        return a + np.sin(b * x[..., 0]) * np.exp(c * x[..., 0])

    found = Kernel(Optimal(SMALL), 1, Quadratic(SMALL, target))
    assert found.table is not None
    drawn = found.draw(np.random.default_rng(seed), 50, 2)
    size = np.abs(target(np.linspace(-1, 1, 99)[:, None])).max()
    np.testing.assert_allclose(drawn.target, target(drawn.x[..., None]), rtol=0, atol=3e-14 * size)
