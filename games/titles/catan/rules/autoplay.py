"""The moves of a seat that has run out of time (rules 12): always legal, without search."""

from __future__ import annotations

from collections.abc import Callable

from games.rules.primitives.bitsets import members

from . import robber, routes
from .components import RESOURCES
from .state import State
from .trade import bank_kinds


def auto_move(match: State, seat: int) -> str:
    """The automatic move of a seat that must act."""
    listed = match.legal_moves(seat)
    return POLICY.get(match.stack[-1][0], first_listed)(match, seat, listed)


Policy = Callable[[State, int, list[str]], str]


def first_listed(match: State, seat: int, listed: list[str]) -> str:
    """The first listed move."""
    return listed[0]


def auto_founding(match: State, seat: int, listed: list[str]) -> str:
    """The intersection with the most pips; then the first road."""
    if listed[0].startswith("road"):
        return listed[0]
    pips, index = match.layout.pips, match.board.spot_index
    return max(listed, key=lambda move: pips[index[move.split(" ")[1]]])


def most_held_kind(match: State, seat: int) -> int:
    """The resource of which the seat has most cards; the first one if several tie."""
    hand = match.hands[seat]
    return hand.index(max(hand))


def auto_discard(match: State, seat: int, listed: list[str]) -> str:
    """One card of the most frequent resource in hand."""
    return f"discard {RESOURCES[most_held_kind(match, seat)]} 1"


def auto_take(match: State, seat: int, listed: list[str]) -> str:
    """The resource with the fewest cards in hand, among those that the bank has."""
    hand = match.hands[seat]
    kind = min(members(bank_kinds(match)), key=lambda kind: hand[kind])
    return f"take {RESOURCES[kind]}"


def auto_gift(match: State, seat: int, listed: list[str]) -> str:
    """The most frequent resource in hand."""
    return f"gift {RESOURCES[most_held_kind(match, seat)]}"


def auto_aid(match: State, seat: int, listed: list[str]) -> str:
    """The most frequent resource in hand, to the seat with the fewest points."""
    receiver = match.points.index(min(match.points))
    return f"aid {receiver} {RESOURCES[most_held_kind(match, seat)]}"


def auto_return(match: State, seat: int, listed: list[str]) -> str:
    """Two cards, each of the resource that is then most frequent in hand."""
    hand = match.hands[seat][:]
    kinds = []
    for _ in range(2):
        kinds.append(hand.index(max(hand)))
        hand[kinds[-1]] -= 1
    one, other = sorted(kinds)
    return f"return {RESOURCES[one]} {RESOURCES[other]}"


def auto_robber(match: State, seat: int, listed: list[str]) -> str:
    """The hex where the robber costs opponents the most pips and the seat itself nothing."""
    best, choice = -1, listed[0]
    for move in listed:
        hex = match.board.hex_index[move.split(" ")[1]]
        if any(match.site[spot] == seat for spot in match.board.hex_spots[hex]):
            continue
        cost = match.layout.hex_pips[hex] * sum(amount for _, amount in match.holders[hex])
        if cost > best:
            best, choice = cost, move
    return choice


def auto_victim(match: State, seat: int, listed: list[str]) -> str:
    """The seat with the most public points, then the most cards, then the lowest number."""

    def worth(move: str) -> tuple[int, int]:
        one = int(move.split(" ")[1])
        return match.points[one], sum(match.hands[one])

    return max(listed, key=worth)


def auto_barbarian(match: State, seat: int, listed: list[str]) -> str:
    """From an own road to the leader's road if cards can be taken, else to a path without road."""
    standing = sorted(match.barbarians)
    here = next((path for path in standing if match.road[path] == seat), standing[0])
    places = robber.barbarian_places(match)
    rich = [
        one
        for one in range(match.seats)
        if one != seat and any(match.hands[one]) and match.roads[one] & places
    ]
    if rich:
        leader = max(rich, key=lambda one: match.points[one])
        there = members(match.roads[leader] & places)[0]
    else:
        there = members(match.open_paths & places)[0]
    return match.notation.barbarian[here][there]


def auto_banish(match: State, seat: int, listed: list[str]) -> str:
    """The first path without any road."""
    places = robber.paths_without_barbarian(match) & match.open_paths
    return match.notation.banish(places)[0] if places else listed[0]


def auto_main(match: State, seat: int, listed: list[str]) -> str:
    """The first move listed of city, settlement, upgrade and travel; else end the turn."""
    for verb in ("city", "settlement", "upgrade", "travel"):
        for move in listed:
            if move.startswith(verb):
                return move
    return "end"


def auto_wagon(match: State, seat: int, listed: list[str]) -> str:
    """One step along a cheapest route, but never a step that costs the last gold."""
    if match.arrived:
        return "end"
    step = routes.first_route_step(match, seat)
    if step is None:
        return "end"
    move = f"go {match.board.spots[step[0]]}"
    pays_last_gold = step[1] and match.gold[seat] <= 1
    return "end" if pays_last_gold or move not in listed else move


def auto_start(match: State, seat: int, listed: list[str]) -> str:
    """Roll the dice or reveal an event card."""
    return match.first_move


def auto_offer(match: State, seat: int, listed: list[str]) -> str:
    """Cancel: the automatic player makes no offers."""
    return "cancel"


def auto_answer(match: State, seat: int, listed: list[str]) -> str:
    """Cancel or decline: the automatic player accepts no trade."""
    return "cancel" if seat == match.active else "decline"


POLICY: dict[str, Policy] = {
    "founding": auto_founding,
    "start": auto_start,
    "discard": auto_discard,
    "take": auto_take,
    "gift": auto_gift,
    "aid": auto_aid,
    "return": auto_return,
    "robber": auto_robber,
    "steal": auto_victim,
    "rob": auto_victim,
    "barbarian": auto_barbarian,
    "banish": auto_banish,
    "main": auto_main,
    "wagon": auto_wagon,
    "offer": auto_offer,
    "answers": auto_answer,
}
