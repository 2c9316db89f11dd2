r"""Definition H.3 on the whole saddle z = xy, unbounded and curved: λ = 7/8 for the distance from its centre.

The second derivative of L along a geodesic is the Riemannian Hessian G + (v - u, n) II in the direction of the
velocity, with the first and second fundamental forms G and II and the normal n.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import sympy as sp
from sympy.polys.polyfuncs import symmetrize

from theorytest import claim, equal

x, y = sp.symbols("x y", real=True)
p, q = sp.symbols("p q", positive=True)  # x² and y²
k, m = sp.symbols("k m", nonnegative=True)  # k = x² + y² and m = x² y² / k², between 0 and 1/4


def hessian_and_metric():
    """Of ½(x² + y² + z²) on z = xy."""
    point = sp.Matrix([x, y, x * y])
    frame = point.jacobian([x, y])
    normal = frame[:, 0].cross(frame[:, 1])
    second = sp.hessian(x * y, (x, y)) * normal[2] / normal.dot(normal)  # II times one over the length of the normal
    metric = frame.T * frame
    return metric + point.dot(normal) * second, metric


def determinant(lam):
    """det(Hessian - λ G) (1 + k)³ as a polynomial of k and m, on which alone it depends."""
    hessian, metric = hessian_and_metric()
    found = sp.cancel((hessian - lam * metric).det() * (1 + x**2 + y**2) ** 3)
    symmetric, rest, ((s, _), (t, _)) = symmetrize(found.subs({x: sp.sqrt(p), y: sp.sqrt(q)}), [p, q], formal=True)
    return sp.expand((symmetric + rest).subs({s: k, t: m * k**2}))


def is_never_negative(polynomial):
    """On k ≥ 0: it begins and ends positive and touches zero only at roots of even multiplicity."""
    of_k = sp.Poly(polynomial, k)
    crossings = [n % 2 for root, n in Counter(sp.real_roots(of_k)).items() if root > 0]
    return bool(of_k.eval(0) >= 0 and of_k.LC() > 0 and not any(crossings))


@claim(
    "x:def-strongly-geodesically-convex/saddle",
    kind="inequality",
    says="On the whole saddle z = xy the squared distance from its centre has the modulus 7/8 and no larger one.",
    formula=r"\nabla^2_{\mathcal{M}}\mathcal{L} - \tfrac78 G \ge 0, \quad\text{singular at } x = y = \tfrac1{\sqrt2}",
    tight="attained: 7/8 is the largest modulus",
    premises=["x:def-strongly-geodesically-convex"],
    mutants={"lam x 1.01": {"lam": 1.01 * (Fraction(7, 8))}, "the constant of strong PL": {"lam": Fraction(8, 9)}},
)
def saddle_has_the_modulus(*, lam=Fraction(7, 8)):
    """With 1 + k = 1 + x² + y² the determinant is linear in m, so its ends m = 0 and m = 1/4 (x = ± y) decide.

    On x = ± y it is (k - 1)² (5k + 1) up to a factor. At the centre the Hessian is the identity.
    """
    found = determinant(sp.nsimplify(lam))
    yield equal(int(sp.degree(found, m)), 1, name="linear", symbol="the degree in m")
    for name, end in {"axes": 0, "diagonals": sp.Rational(1, 4)}.items():
        holds = int(is_never_negative(found.subs(m, end)))
        yield equal(holds, 1, name=name, symbol="never negative")
