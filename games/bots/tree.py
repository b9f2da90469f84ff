"""The tree of a candidate: possible further decisions of all seats, each for its own good.

A simulation follows the branches that look best or have been tried little (PUCT), adds one node to
the tree, and is played on from there. Chance differs from world to world: a node stands for the
decisions that lead to it, and moves that are illegal in a world are not chosen in it.
"""

from __future__ import annotations

import math
import random

from games.rules import Match

from .search_policy import SearchPolicy

EXPLORATION = 0.6  # how much branches that have been tried little are preferred


class Node:
    """Decisions made so far: how often they were followed, and their summed values by seat."""

    __slots__ = ("branches", "children", "sums", "visits")

    def __init__(self, seats: int) -> None:
        self.visits = 0
        self.sums = [0.0] * seats
        self.branches: dict[str, float] = {}  # weights by move, set at the first visit
        self.children: dict[str, Node] = {}


def simulate(policy: SearchPolicy, node: Node, match: Match, rng: random.Random) -> list[float]:
    """Follow a line from a node and return its value by seat; `match` is played on."""
    path = [node]
    while policy.grows_tree and match.actors and node.visits:
        seat = match.actors[0]
        if not policy.is_branching(match, seat):
            play_reply(policy, match, seat, rng)
            continue
        move = select_branch(policy, node, match, seat, rng)
        match.play(seat, move)
        node = node.children.setdefault(move, Node(match.seats))
        path.append(node)
    values = expected_values(policy, match, rng)
    for node in path:
        node.visits += 1
        node.sums = [have + value for have, value in zip(node.sums, values, strict=True)]
    return values


def expected_values(policy: SearchPolicy, match: Match, rng: random.Random) -> list[float]:
    """The mean value of a line by seat, at the points in time that the policy sets (`horizons`)."""
    began = policy.clock(match)
    sums = [0.0] * match.seats
    for further in policy.horizons:
        until = began + further
        while match.actors and (policy.clock(match) < until or not policy.quiet(match)):
            play_reply(policy, match, match.actors[0], rng)
        sums = [have + value for have, value in zip(sums, policy.values(match), strict=True)]
    return [one / len(policy.horizons) for one in sums]


def play_reply(policy: SearchPolicy, match: Match, seat: int, rng: random.Random) -> None:
    """Let this actor play on."""
    for move in policy.replies(match, seat, rng):
        match.play(seat, move)


def select_branch(
    policy: SearchPolicy, node: Node, match: Match, seat: int, rng: random.Random
) -> str:
    """The branch to follow: one that is good for the actor, likely, or has been tried little."""
    listed = match.legal_moves(seat)
    moves = [move for move in listed if move in node.branches]
    if not moves:
        node.branches.update(policy.branches(match, seat, rng))
        moves = [move for move in listed if move in node.branches]
    average = node.sums[seat] / node.visits
    root = EXPLORATION * math.sqrt(node.visits)

    def promise(move: str) -> float:
        child = node.children.get(move)
        if child is None or not child.visits:
            return average + root * node.branches[move]
        return child.sums[seat] / child.visits + root * node.branches[move] / (1 + child.visits)

    return max(moves, key=promise)
