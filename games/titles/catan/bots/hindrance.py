"""Moves of robber, barbarians and neutral pieces that hinder the leader, but not oneself."""

from __future__ import annotations

from games.rules.primitives.bitsets import members

from ..rules import robber
from ..rules.match import CatanMatch
from .wagon_route import route_paths


def hindrance_weights(match: CatanMatch, seat: int) -> list[float]:
    """For each seat, how much to hinder it: the leader most, oneself never."""
    return [
        0.0 if other == seat else 1.0 + points * points / 10
        for other, points in enumerate(match.points)
    ]


def choose_robber_move(match: CatanMatch, seat: int, listed: list[str]) -> str:
    """The hex that costs the strongest opponents most, and oneself nothing."""
    weight = hindrance_weights(match, seat)

    def gain(move: str) -> float:
        hex = match.board.hex_index[move.split(" ")[1]]
        pips = match.layout.hex_pips[hex]
        total = 0.0
        for owner, amount in match.holders[hex]:
            total += pips * amount * (weight[owner] if owner != seat else -4.0)
            if owner != seat and any(match.hands[owner]):
                total += 0.5
        return total

    return max(listed, key=gain)


def choose_victim(match: CatanMatch, seat: int, listed: list[str]) -> str:
    """The strongest opponent, then the one with most cards."""
    weight = hindrance_weights(match, seat)

    def worth(move: str) -> float:
        other = int(move.split(" ")[1])
        return weight[other] + 0.1 * sum(match.hands[other])

    return max(listed, key=worth)


def choose_barbarian_move(match: CatanMatch, seat: int, listed: list[str]) -> str:
    """From the own route to a strong opponent's road, best if a card can be taken there."""
    own_way = set(route_paths(match, seat))
    weight = hindrance_weights(match, seat)
    places = robber.barbarian_places(match)

    def trouble(path: int) -> float:
        return 3.0 * (path in own_way) + 1.5 * (match.road[path] == seat)

    def harm(path: int) -> float:
        owner = match.road[path]
        gain = -trouble(path)
        if 0 <= owner < match.seats and owner != seat:
            gain += weight[owner] * (2.0 if any(match.hands[owner]) else 0.5)
        return gain

    here = max(sorted(match.barbarians), key=trouble)
    there = max(members(places), key=harm)
    return match.notation.barbarian[here][there]


def choose_banish_move(match: CatanMatch, seat: int, listed: list[str]) -> str:
    """Onto a strong opponent's road, away from the own route."""
    own_way = set(route_paths(match, seat))
    weight = hindrance_weights(match, seat)

    def harm(move: str) -> float:
        path = match.board.path_index[move.split(" ")[1]]
        owner = match.road[path]
        gain = -5.0 * (path in own_way) - 2.0 * (owner == seat)
        return gain + (weight[owner] if 0 <= owner < match.seats and owner != seat else 0.0)

    return max(listed, key=harm)


def choose_neutral_move(match: CatanMatch, seat: int, listed: list[str]) -> str:
    """The piece that takes most room from the opponent and none from oneself."""
    other = 1 - seat

    def gain(move: str) -> float:
        place = move.split(" ")[2]
        spot = match.board.spot_index.get(place)
        if spot is not None:
            zone = match.board.zone[spot]
            mine = (match.reach[seat] & zone).bit_count()
            return float((match.reach[other] & zone).bit_count() - 2 * mine)
        path = match.board.path_index[place]
        mine = match.frontier[seat] >> path & 1
        return float((match.frontier[other] >> path & 1) - 2 * mine)

    return max(listed, key=gain)
