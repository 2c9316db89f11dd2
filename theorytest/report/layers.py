"""A directed graph without cycles in layers: edges go from left to right, and few of them cross."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise

Edges = Mapping[str, set[str]]  # from a node to those that it rests on

SWEEPS = 12


def acyclic(edges: Edges) -> dict[str, set[str]]:
    """The edges without those that close a circle: claims have none, but statements that hold several claims may."""
    kept: dict[str, set[str]] = {node: set() for node in edges}
    for node, targets in edges.items():
        for target in sorted(targets):
            if target != node and node not in _reachable(kept, target):
                kept[node].add(target)
    return kept


def reduced(edges: Edges) -> dict[str, set[str]]:
    """The edges without those that a longer way makes superfluous."""
    below = {node: _reachable(edges, node) for node in edges}
    return {
        node: {target for target in targets if not any(target in below.get(other, ()) for other in targets - {target})}
        for node, targets in edges.items()
    }


def _reachable(edges: Edges, node: str) -> set[str]:
    seen: set[str] = set()
    waiting = list(edges.get(node, ()))
    while waiting:
        here = waiting.pop()
        if here not in seen:
            seen.add(here)
            waiting += edges.get(here, ())
    return seen


def layered(nodes: Iterable[str], edges: Edges) -> tuple[list[list[str]], list[list[str]]]:
    """Layers of nodes by the length of the longest way down, and the ways of the edges from below to above.

    Ways have places of their own in the layers that they cross, one for all from the same node, so that no edge runs
    behind a node.
    """
    order = list(nodes)
    depth = _depths(order, edges)
    layers: list[list[str]] = [[] for _ in range(1 + max(depth.values(), default=-1))]
    for node in order:
        layers[depth[node]].append(node)
    ways = []
    for node in order:
        for target in sorted(edges.get(node, ())):
            between = [f"{target}, {level}" for level in range(depth[target] + 1, depth[node])]
            for level, place in enumerate(between, start=depth[target] + 1):
                layers[level] += [] if place in layers[level] else [place]
            ways.append([target, *between, node])
    return _untangled(layers, ways), ways


def _depths(nodes: list[str], edges: Edges) -> dict[str, int]:
    depth: dict[str, int] = {}

    def deep(node: str) -> int:
        if node not in depth:
            depth[node] = 1 + max((deep(target) for target in edges.get(node, ())), default=-1)
        return depth[node]

    for node in nodes:
        deep(node)
    above: dict[str, list[str]] = {}
    for node, targets in edges.items():
        for target in targets:
            above.setdefault(target, []).append(node)
    for node in nodes:  # what rests on nothing stands next to the first that rests on it
        if not edges.get(node) and node in above:
            depth[node] = min(depth[other] for other in above[node]) - 1
    return depth


def _untangled(layers: list[list[str]], ways: list[list[str]]) -> list[list[str]]:
    """Sweeps to and fro, each layer sorted by the mean place of its neighbours."""
    ties: dict[str, list[str]] = {node: [] for layer in layers for node in layer}
    for way in ways:
        for one, other in pairwise(way):
            ties[one].append(other)
            ties[other].append(one)
    for sweep in range(SWEEPS):
        for layer in layers if sweep % 2 else layers[::-1]:
            places = _places(layers)
            wanted = {node: _mean([places[other] for other in ties[node]], places[node]) for node in layer}
            layer.sort(key=wanted.__getitem__)
    return layers


def _places(layers: list[list[str]]) -> dict[str, float]:
    """How far down its layer a node stands, from 0 to 1."""
    return {node: (i + 0.5) / len(layer) for layer in layers for i, node in enumerate(layer)}


def _mean(values: list[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise
