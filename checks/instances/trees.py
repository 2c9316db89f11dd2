r"""The scheme on finite sample spaces: all paths of a few steps, with every constant of Theorem 4.2 known exactly.

A node of a tree at depth t is an atom of F_t.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

F = Fraction
Number = Any  # a fraction, or a float where roots are taken
Numbers = tuple[Any, ...]
Rule = Callable[[int], Any]  # of t
Law = tuple[tuple[Fraction, Fraction], ...]  # probabilities and values
Outcomes = list[tuple[Any, Any]]  # probabilities and next states


@dataclass(frozen=True)
class Instance:
    """Constants, the law of one step, and for each u_1 its own steps: they are F_1-measurable, not constant."""

    moves: Callable[[Any, Any, Any], Outcomes]  # of the state, s and β
    gap: Callable[[Any], Any]  # L(u) - L_min,M
    normal_square: Callable[[Any], Any]  # ‖(I - P_t) g_t‖²
    starts: Numbers
    steps: tuple[Rule, ...]  # one for each start
    L: Number = 1
    lam: Number = 1
    C_R: Number = 0
    c_bias1: Number = 1
    c_var1: Number = 1
    c_var2: Number = 0
    beta: Rule = lambda _: 0

    @property
    def contracts(self) -> bool:
        """Whether a_t lies in (0, 1) for the first steps of every start."""
        return all(0 < factor(self, rule(t)) < 1 for rule in self.steps for t in range(1, 5))


@dataclass(frozen=True)
class Node:
    """A state u_t with the factors a_1, ..., a_{t-1} of its past and its children with their probabilities."""

    state: Any
    factors: Numbers
    steps: Numbers
    children: tuple[tuple[Any, Node], ...]


Contraction = Callable[[Instance, Any], Any]


def sigma(instance: Instance, s: Number) -> Number:
    """σ_t, as printed."""
    return instance.c_bias1 * s - s**2 * (instance.L + instance.C_R) * instance.c_var1 / 2


def factor(instance: Instance, s: Number) -> Number:
    """a_t, as printed."""
    return 1 - 2 * instance.lam * sigma(instance, s)


def perturbation(instance: Instance, s: Number, normal_square: Number, beta: Number) -> Number:
    """The left-hand side of the condition on ξ_t."""
    return s**2 * (instance.L + instance.C_R) * instance.c_var2 * normal_square / 2 + beta


def grow(
    instance: Instance,
    start: Any,
    step: Callable[[int, Any, int], Number],
    n_steps: int,
    contraction: Contraction = factor,
    past: tuple[Numbers, Numbers] = ((), ()),
) -> Node:
    """All paths; step(t, state, k) may look at the state and at the outcome k of its own draw, although it must not."""
    (factors, steps), t = past, len(past[0]) + 1
    if t > n_steps:
        return Node(start, factors, steps, ())
    children = []
    outcomes = len(instance.moves(start, step(t, start, 0), instance.beta(t)))
    for k in range(outcomes):
        s = step(t, start, k)
        p, state = instance.moves(start, s, instance.beta(t))[k]
        longer = ((*factors, contraction(instance, s)), (*steps, s))
        children.append((p, grow(instance, state, step, n_steps, contraction, longer)))
    return Node(start, factors, steps, tuple(children))


def as_printed(rule: Rule, t: int, state: Any, k: int) -> Number:  # noqa: ARG001
    """s_t is known at the start."""
    return rule(t)


def adaptive(rule: Rule, t: int, state: Any, k: int) -> Number:  # noqa: ARG001
    """A hundredth of the step where the state is large: known at time t, not at the start."""
    size = state if isinstance(state, (Fraction, float)) else 0
    return rule(t) / (100 if t > 1 and size > F(1, 2) else 1)


def trees(
    instance: Instance, n_steps: int, look: Callable[..., Number] = as_printed, contraction: Contraction = factor
) -> Iterator[Node]:
    """One tree for each atom of F_1."""
    for start, rule in zip(instance.starts, instance.steps, strict=True):
        yield grow(instance, start, partial(look, rule), n_steps, contraction)


def mean(node: Node, f: Callable[[Node], Number]) -> Number:
    """E[f | F_t] at a node, f being a function of the leaves."""
    return sum(p * mean(child, f) for p, child in node.children) if node.children else f(node)


def leaves(node: Node) -> list[Node]:
    """The nodes without children."""
    return [leaf for _, child in node.children for leaf in leaves(child)] if node.children else [node]


def levels(root: Node) -> Iterator[list[Node]]:
    """The nodes of depth 1, 2, ..."""
    level = [root]
    while level:
        yield level
        level = [child for node in level for _, child in node.children]


def smallest_xi(instance: Instance, root: Node) -> list[Number]:
    """ξ_1, ..., ξ_T: the largest perturbation over all nodes of each depth, and so F_1-measurable."""
    return [
        max(
            perturbation(instance, child.steps[-1], instance.normal_square(node.state), instance.beta(t))
            for node in level
            for _, child in node.children
        )
        for t, level in enumerate(levels(root), start=1)
        if level[0].children
    ]


def accumulated(factors: Iterable[Number], xi: Iterable[Number]) -> Number:
    """ξ̄_T as printed: ξ̄_0 = 0, ξ̄_{t+1} = ξ_{t+1} + a_{t+1} ξ̄_t."""
    total = 0
    for a, x in zip(factors, xi, strict=True):
        total = x + a * total
    return total
