"""Cheapest perfect matching of a small graph, and goals in strict order as one cost."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import rustworkx

from .facts import PairingError

Pair = tuple[int, int]
Edge = tuple[int, int, int]
Solver = Callable[[int, Sequence[Edge]], list[Pair]]

# The blossom solver computes in signed 128-bit integers; its duals can reach a few times the
# cost of a whole matching.
SOLVER_BITS = 120
MOST_NOISE_BITS = 40


class TooWide(PairingError):
    """Scores, byes and times paired down are so large that the goals do not fit into the solver."""


def blossom(nodes: int, edges: Sequence[Edge]) -> list[Pair]:
    """A largest matching of the nodes 0..nodes-1, the cheapest of its size.

    `edges` are (node, node, cost), costs whole and not negative, no pair twice.  Pairs come
    sorted, the smaller node first.
    """
    if not edges:
        return []
    top = max(cost for _, _, cost in edges) + 1
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(nodes))
    graph.add_edges_from([(a, b, top - cost) for a, b, cost in edges])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((a, b) if a < b else (b, a) for a, b in found)


def units(limits: Sequence[int], tables: int) -> tuple[list[int], int]:
    """(value of one unit of each goal, bits of noise per table) for goals in strict order.

    `limits` are the largest totals of each goal in a whole matching of `tables` tables, the
    most important goal first.  One unit of a goal outweighs everything after it, and the
    noise is worth less than one unit of the last goal.  Raises `TooWide` when the goals
    alone do not fit.
    """
    room = 1
    for limit in limits:
        room *= limit + 1
    noise = min(MOST_NOISE_BITS, SOLVER_BITS - room.bit_length() - tables.bit_length())
    if noise < 0:
        raise TooWide("The scores are too far apart to be paired exactly; use smaller points.")
    unit = 1 << (noise + tables.bit_length())
    values = []
    for limit in reversed(limits):
        values.append(unit)
        unit *= limit + 1
    return values[::-1], noise
