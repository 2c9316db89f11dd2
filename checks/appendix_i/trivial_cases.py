"""Appendix I [app:retraction]: unions of linear spaces, where nothing needs to be retracted; three examples."""

from dataclasses import replace

import numpy as np

from checks.hypotheses import no_repeated_component
from checks.instances.sparse_vectors import UNIONS, mixtures
from theorytest import Hypothesis, claim, equal, family, integers, product, repair

within_one_space = Hypothesis(
    "a linear space V ⊆ M contains u_t and T_t", lambda case: len({*case.support, *case.moved}) <= case.s
)


@repair(
    "x:appI-union-of-spaces/corrected",
    "x:appI-union-of-spaces",
    also=["x:appI-example-i", "x:appI-example-ii"],
    says="If a linear space V ⊆ M contains u_t and T_t, the identity retracts with C_R = β = 0.",
    formula=r"u_t \in V,\ \mathcal{T}_t \subseteq V \subseteq \mathcal{M} \implies u_t + g \in \mathcal{M}"
    r"\text{ for } g \in \mathcal{T}_t",
    given=[within_one_space],
    reading="Such are linear spaces M ⊇ T_t, and s-sparse vectors where T_t has the support of u_t.",
    mutants={"one coordinate more": {"change": lambda case: replace(case, moved=(*case.moved, case.m - 1))}},
)
@claim(
    "x:appI-union-of-spaces",
    says="If M is a union of linear spaces and T_t ⊆ M, the identity retracts with C_R = β = 0.",
    formula=r"\mathcal{M} = \bigcup_i V_i,\ \mathcal{T}_t \subseteq \mathcal{M} \implies "
    r"u_t + g \in \mathcal{M} \text{ for } g \in \mathcal{T}_t",
    forall={"M, T_t": UNIONS},
    gravity="missing hypothesis",
    finding="union-must-contain-the-iterate",
)
def identity_retracts(case, *, change=lambda case: case):
    """On the union of both axes T_t = span{e_2} lies in M, but e_1 + e_2 does not.

    Where T_t and u_t + T_t lie in M, R_t = I maps into M, and (CR) is an equality with C_R = β = 0.
    """
    case = change(case)
    yield equal([case.outside(g) for g in case.directions], 0, name="T_t in M", symbol="the number of g outside M")
    stepped = [case.outside(case.iterate + g) for g in case.directions]
    yield equal(stepped, 0, name="u_t + T_t in M", symbol="the number of u_t + g outside M")


NETWORKS = {
    "matrix of rank one": ("ai,ib->ab", ((3, 1), (1, 3))),
    "chain": ("ai,ibj,jc->abc", ((2, 2), (2, 2, 2), (2, 2))),
    "ring": ("xay,ybz,zcx->abc", ((2, 2, 2), (2, 2, 2), (2, 2, 2))),
}


def cores(shapes):
    """Integer cores without a pattern."""
    return [(np.arange(np.prod(shape)).reshape(shape) * (3 + k) + k) % 5 - 2 for k, shape in enumerate(shapes)]


def changed(given, moved, coefficients):
    """The moved cores with these entries in place of theirs."""
    new, at = list(given), 0
    for k in moved:
        new[k] = np.array(coefficients[at : at + given[k].size]).reshape(given[k].shape)
        at += given[k].size
    return new


@claim(
    "x:appI-example-iii",
    says="If M is the set of all tensor networks of one graph with given sizes and T_t moves one component, then T_t "
    "and u_t + T_t lie in M.",
    formula=r"\mathcal{T}_t = \{F(C_1, \ldots, H_k, \ldots, C_m) : H_k\} \ni u_t = F(C_1, \ldots, C_m), \quad "
    r"\mathcal{T}_t \subseteq \mathcal{M}",
    forall={
        "F, u_t, T_t": family(
            NETWORKS,
            "graphs, with the sizes of their components",
            search=product(integers(1, 3), integers(1, 3)).map(
                lambda r, q: ("ai,ibj,jc->abc", ((2, r), (r, 2, q), (q, 2))), "chains of three components"
            ),
            effort=9,
        )
    },
    given=[no_repeated_component],
    reading="T_t is not printed; with all components moving, the tangent space, the sentence is false.",
    mutants={
        "two components at once": {"moved": lambda k, m: (k, (k + 1) % m)},
        "all components: the tangent space": {"moved": lambda _, m: tuple(range(m))},
    },
)
def networks_are_such_classes(network, *, moved=lambda k, _: (k,)):
    """F(C + H) = F(C) + DF(C) H and F(H) = DF(C) H, so that u_t + g and g are networks with other components."""
    rule, shapes = network
    given = cores(shapes)
    u = np.einsum(rule, *given)
    stepped, steps = [], []
    for at in (moved(k, len(shapes)) for k in range(len(shapes))):
        for c in mixtures(sum(given[k].size for k in at)):
            H = changed([0 * core for core in given], at, c)
            g = sum(np.einsum(rule, *(H[j] if j == k else given[j] for j in range(len(given)))) for k in at)
            stepped.append(np.einsum(rule, *(a + b for a, b in zip(given, H, strict=True))) - u - g)
            steps.append(np.einsum(rule, *changed(given, at, c)) - g)
    yield equal(steps, 0, name="T_t in M", symbol="the difference of g and a network")
    yield equal(stepped, 0, name="u_t + T_t in M", symbol="the difference of u_t + g and a network")
