"""Layers of a graph: edges point one way, superfluous ones are gone, and none runs behind a node."""

from hypothesis import given
from hypothesis import strategies as st

from theorytest.report.layers import acyclic, layered, reduced

NODES = "abcdefgh"


@st.composite
def graphs(draw):
    return {node: {other for other in NODES if draw(st.booleans()) and other != node} for node in NODES}


def reachable(edges, node):
    seen, waiting = set(), list(edges.get(node, ()))
    while waiting:
        here = waiting.pop()
        if here not in seen:
            seen.add(here)
            waiting += edges.get(here, ())
    return seen


@given(graphs())
def test_no_circle_is_left(edges):
    kept = acyclic(edges)
    assert all(node not in reachable(kept, node) for node in NODES)
    assert all(kept[node] <= edges[node] for node in NODES)


@given(graphs())
def test_a_reduction_reaches_the_same_with_no_edge_too_many(edges):
    kept = acyclic(edges)
    fewer = reduced(kept)
    for node in NODES:
        assert reachable(fewer, node) == reachable(kept, node)
        for target in fewer[node]:
            without = fewer | {node: fewer[node] - {target}}
            assert target not in reachable(without, node)


@given(graphs())
def test_every_way_goes_through_neighbouring_layers(edges):
    edges = reduced(acyclic(edges))
    layers, ways = layered(NODES, edges)
    level = {node: i for i, layer in enumerate(layers) for node in layer}
    assert set(NODES) <= set(level)
    assert sum(map(len, layers)) == len(level)
    assert len(ways) == sum(map(len, edges.values()))
    for way in ways:
        assert way[0] in edges[way[-1]]
        assert all(place not in NODES for place in way[1:-1])
        assert [level[node] for node in way] == list(range(level[way[0]], level[way[-1]] + 1))


def test_nothing_to_lay_out():
    assert layered([], {}) == ([], [])


def test_a_graph_that_can_be_drawn_without_crossings_is():
    layers, _ = layered("abcd", {"a": set(), "b": set(), "c": {"b"}, "d": {"a"}})
    assert [layers[1].index(node) for node in "dc"] == [layers[0].index(node) for node in "ab"]
