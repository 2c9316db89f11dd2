"""Least squares on a linear class on symbols: e_t = u_t − Pu and e_{t+1} = e_t − s Pⁿg_t, by default s = n/(n + k − 1).

Lemma B.3 gives E(e_t, Pⁿg_t) = E‖e_t‖² and E‖Pⁿg_t‖² ≤ (n + k − 1)/n E‖e_t‖² + k/n ‖u − Pu‖²; k ≥ d ≥ 1.
"""

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

from theorytest import at_most, equal, proof

n, k, d, best = proof.positive("n"), proof.number("k", "≥1"), proof.number("d", "≥1"), proof.nonnegative("‖u−Pu‖²")
step, a = n / (n + k - 1), (k - 1) / (n + k - 1)
error = proof.function("‖e‖²", "≥0", random=True)
aligned, size = (proof.function(name, random=True) for name in ("(e,Pⁿg)", "‖Pⁿg‖²"))
power = proof.function("A", "≥0")  # a^j
t, j = proof.integer("t"), proof.integer("j", 0)
LEMMA = "Lemma B.3: bias", "Lemma B.3: variance"
SCHEME = SimpleNamespace(n=n, k=k, d=d, best=best)


def numbers(scheme: Any, tau: int, size: Any) -> dict[str, Any]:
    """What a scheme with k = size gives to the symbols after τ steps."""
    ratio, found = Fraction(size - 1) / (scheme.n + size - 1), scheme.distances(tau)
    known = {"n": scheme.n, "k": size, "d": scheme.d, "‖u−Pu‖²": scheme.best, "τ": tau, "j": tau - 1}
    return known | {"‖e‖²": proof.along(found), "A": proof.along([ratio**i for i in range(tau + 2)], 0)}


def moments(s: Any, k: Any, n: Any, names: tuple[str, str] = LEMMA, variance: Any = at_most) -> dict[str, Any]:
    """One step s_t in M and both moments of Pⁿg_t; with equality for optimal points where K > 0."""
    moved = error(t) - 2 * s(t) * aligned(t) + s(t) ** 2 * size(t)
    bounded = (n + k - 1) / n * proof.mean(error(t)) + k / n * best
    return {
        "M = T_t is linear": proof.for_all(t, equal(error(t + 1), moved)),
        names[0]: proof.for_all(t, equal(proof.mean(aligned(t)), proof.mean(error(t)))),
        names[1]: proof.for_all(t, variance(proof.mean(size(t)), bounded)),
    }


def conditions() -> dict[str, Any]:
    """The same with the default step, and the powers of a."""
    powers = {"A_0": proof.defined(equal(power(0), 1)), "A": proof.defined(equal(power(j + 1), a * power(j)), j)}
    return moments(lambda _: step, k, n) | powers


def one_step(now: Any, times: Any = 1, s: Any = step) -> list[Any]:
    """Terms that bound times · E‖e_{t+1}‖² by (1 − 2s + s² (n + k − 1)/n) E‖e_t‖² + s² k/n ‖u − Pu‖², at t = now."""
    at = {"t": now}
    return [
        proof.use("M = T_t is linear", -times, at=at, mean=True),
        proof.use(LEMMA[0], 2 * times * s, at=at),
        proof.use(LEMMA[1], times * s**2, at=at),
    ]


def unrolled(tau: Any, leading: Any = 1) -> tuple[Any, Any]:
    """E‖e_{τ+1}‖² ≤ leading A_τ E‖e_1‖² + k/(n + k − 1) ‖u − Pu‖², and its proof by induction over τ."""
    first = proof.mean(error(1))
    later = [proof.use(proof.HYPOTHESIS, a), proof.use("A", first, at={"j": tau})]
    bound = at_most(proof.mean(error(tau + 1)), leading * power(tau) * first + k / (n + k - 1) * best)
    return bound, proof.induction(tau, base=[proof.use("A_0", first)], step=[*one_step(tau + 1), *later])
