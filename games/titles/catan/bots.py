"""A heuristic player for Catan, base game and traders: it plans one build at a time.

It asks what it would like to build most, pays for it, trades what it can spare for what is
missing, and moves robber, barbarians and wagon where they help it or hurt the leader. Weights
and hints: rules sheet, section 13.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import NamedTuple

from games.rules import Match

from .rules import building, robber, routes, trade, wagon
from .rules.components import (
    CARD_COST,
    CITY_COST,
    GOLD,
    GRAIN,
    RESOURCES,
    ROAD_AT_LEAST,
    ROAD_COST,
    SETTLEMENT_COST,
    TOP_LEVEL,
    UPGRADE_COST,
    WARES,
    Cost,
)
from .rules.grid import bits
from .rules.match import CatanMatch

OFFERS = 2  # per turn, so that nobody is asked too often
FAR = 4  # roads; a spot further away is no goal


class Plan(NamedTuple):
    """Something to build: how much it is wanted, what it costs, the move that builds it."""

    worth: float
    cost: Cost
    move: str


class HeuristicBot:
    """Plans the most wanted build, trades towards it, and keeps the wagon rolling."""

    def choose(self, match: Match, seat: int, rng: random.Random) -> str:
        assert isinstance(match, CatanMatch)
        listed = match.legal_moves(seat)
        if len(listed) == 1:
            return listed[0]
        decide = DECISIONS.get(match.stack[-1][0])
        move = decide(match, seat, listed) if decide else match.auto_move(seat)
        return move if move in listed else rng.choice(listed)


# what a place is worth


def spot_worth(match: CatanMatch, seat: int, spot: int) -> float:
    """Pips, with something for kinds not yet produced and for harbours."""
    layout = match.layout
    own = produced(match, seat)
    worth = 0.0
    for hex in match.board.spot_hexes[spot]:
        kind = layout.resource[hex]
        if kind >= 0:
            pips = layout.hex_pips[hex]
            worth += pips * SCARCE[kind]
            if not own[kind]:
                worth += 1.5
    if layout.harbour_at[spot] >= 0:
        worth += 1.0 if layout.harbour_at[spot] == GOLD else own[layout.harbour_at[spot]] * 0.3
    return worth


# brick and lumber found settlements, ore and grain make cities and cards of them
SCARCE = (1.0, 1.0, 0.9, 1.1, 1.1)


def produced(match: CatanMatch, seat: int) -> list[int]:
    """Pips by resource, cities twice."""
    pips = [0] * 5
    for hex, holders in enumerate(match.holders):
        for owner, amount in holders:
            if owner == seat:
                pips[match.layout.resource[hex]] += amount * match.layout.hex_pips[hex]
    return pips


def founding(match: CatanMatch, seat: int, listed: list[str]) -> str:
    """The best spot; in traders the second near a goal hex; the road towards the best next spot."""
    words = [move.split(" ") for move in listed]
    if words[0][0] == "road":
        ranked = [
            (road_worth(match, seat, match.board.path_index[path]), path) for _, path in words
        ]
        return f"road {max(ranked)[1]}"
    index = match.board.spot_index
    verb = words[0][0]
    nearness = goal_nearness(match) if verb == "city" else {}
    return max(
        listed,
        key=lambda move: (
            spot_worth(match, seat, index[move.split(" ")[1]])
            + nearness.get(index[move.split(" ")[1]], 0.0)
        ),
    )


def goal_nearness(match: CatanMatch) -> dict[int, float]:
    """By intersection, a little for being close to a plaza, where the wagon begins."""
    near: dict[int, float] = {}
    for plaza in match.board.plaza_of:
        for distance, spots in enumerate(rings(match, plaza, 3)):
            for spot in spots:
                near[spot] = max(near.get(spot, 0.0), 1.5 - 0.5 * distance)
    return near


def rings(match: CatanMatch, start: int, count: int) -> Iterator[list[int]]:
    """Intersections by their distance from one, nearest first."""
    seen, ring = {start}, [start]
    for _ in range(count):
        yield ring
        ring = [near for spot in ring for near, _ in match.board.steps[spot] if near not in seen]
        seen.update(ring)


# roads


def road_worth(match: CatanMatch, seat: int, path: int) -> float:
    """The best free spot beyond a road, less the further away it is."""
    best = 0.0
    for end in match.board.ends[path]:
        if match.reach[seat] >> end & 1 or match.site[end] == seat:
            continue
        best = max(best, beyond(match, seat, end))
    return best


def beyond(match: CatanMatch, seat: int, start: int) -> float:
    """What settling at or behind an intersection would be worth, by free paths and own roads."""
    best = 0.0
    seen, ring = {start}, [start]
    for distance in range(FAR):
        following = []
        for spot in ring:
            if match.open_spots >> spot & 1:
                best = max(best, spot_worth(match, seat, spot) / (1.0 + 0.5 * distance))
            if match.site[spot] not in (-1, seat):
                continue
            for near, path in match.board.steps[spot]:
                if near not in seen and match.road[path] in (-1, seat):
                    seen.add(near)
                    following.append(near)
        ring = following
    return best


def best_road(match: CatanMatch, seat: int) -> tuple[float, int]:
    """The road most wanted now: (worth, path), worth 0 if none is."""
    best = (0.0, -1)
    places = list(bits(building.road_places(match, seat)))
    lengthening = wants_longest(match, seat)
    settled = building.settlement_places(match, seat)
    highway = routes_worth(match, seat) if match.traders else {}
    for path in places:
        worth = 0.0 if settled else road_worth(match, seat, path) * 0.5
        if lengthening and match.roads[seat]:
            trial = match.copy()
            building.lay_road(trial, seat, path)
            worth += 4.0 * (trial.lengths[seat] - match.lengths[seat])
        worth += highway.get(path, 0.0)
        best = max(best, (worth, path))
    return best


def wants_longest(match: CatanMatch, seat: int) -> bool:
    """Whether the Longest Road is within two roads' reach and not held."""
    if match.traders or match.road_holder == seat:
        return False
    others = max(match.lengths[owner] for owner in range(match.owners) if owner != seat)
    return match.lengths[seat] + 2 >= max(ROAD_AT_LEAST, others + 1)


def routes_worth(match: CatanMatch, seat: int) -> dict[int, float]:
    """Paths without road on the wagon's cheapest way: a road there saves points every trip."""
    worth: dict[int, float] = {}
    trial = match.copy()
    for _ in range(12):
        here = trial.wagons[seat]
        step = routes.first_step(trial, seat)
        if step is None:
            break
        path = next(path for near, path in match.board.steps[here] if near == step[0])
        if match.road[path] < 0:
            worth[path] = 2.0
        trial.wagons[seat] = step[0]
    return worth


# plans


def plans(match: CatanMatch, seat: int) -> list[Plan]:
    """What could be built now if it were paid, most wanted first."""
    names = match.board.spots
    found: list[Plan] = []
    towns = building.city_places(match, seat)
    if towns:
        spot = max(bits(towns), key=lambda spot: match.layout.pips[spot])
        found.append(Plan(10.0 + match.layout.pips[spot] * 0.4, CITY_COST, f"city {names[spot]}"))
    sites = building.settlement_places(match, seat)
    if sites:
        spot = max(bits(sites), key=lambda spot: spot_worth(match, seat, spot))
        worth = 10.5 + spot_worth(match, seat, spot) * 0.4
        found.append(Plan(worth, SETTLEMENT_COST, f"settlement {names[spot]}"))
    if match.damaged & match.roads[seat]:
        path = (match.damaged & match.roads[seat]).bit_length() - 1
        found.append(Plan(6.0, ROAD_COST, f"repair {match.board.paths[path]}"))
    worth, path = best_road(match, seat)
    if path >= 0 and worth > 1.0:
        found.append(Plan(4.0 + worth, ROAD_COST, f"road {match.board.paths[path]}"))
    if match.bought < len(match.deck):
        found.append(Plan(5.0, CARD_COST, "buy"))
    if match.traders and match.level[seat] < TOP_LEVEL:
        level = match.level[seat] + 1
        found.append(Plan((0, 0, 11.0, 10.5, 9.0, 12.0)[level], UPGRADE_COST[level], "upgrade"))
    found.sort(key=lambda plan: (-plan.worth, plan.move))
    return found


def missing(hand: list[int], cost: Cost) -> dict[int, int]:
    """The cards that a hand lacks for a cost."""
    return {kind: count - hand[kind] for kind, count in cost if hand[kind] < count}


def spare(hand: list[int], cost: Cost) -> list[int]:
    """What a hand holds beyond a cost."""
    needed = dict(cost)
    return [max(0, count - needed.get(kind, 0)) for kind, count in enumerate(hand)]


def goal(match: CatanMatch, seat: int) -> Plan:
    """The plan worth waiting for: much wanted and few cards away."""
    hand = match.hands[seat]
    return max(
        plans(match, seat) or [Plan(0.0, CITY_COST, "city")],
        key=lambda plan: plan.worth - 1.2 * sum(missing(hand, plan.cost).values()),
    )


# the main part of a turn


def main(match: CatanMatch, seat: int, listed: list[str]) -> str:
    """Play a card, build, trade towards the next build, then travel or end."""
    played = card_to_play(match, seat, listed)
    if played:
        return played
    hand = match.hands[seat]
    wanted = plans(match, seat)
    aim = goal(match, seat)
    for plan in wanted:
        if plan.move in listed and (plan.worth >= aim.worth - 3.0 or harmless(hand, plan, aim)):
            return plan.move
    for plan in wanted:
        if plan.worth >= aim.worth - 1.0 or sum(hand) > 7:
            move = bank_move(match, seat, plan, listed)
            if move:
                return move
    if "offer" in listed and match.offers < OFFERS and deal_for(match, seat, aim) is not None:
        return "offer"
    return "travel" if "travel" in listed else "end"


def harmless(hand: list[int], plan: Plan, aim: Plan) -> bool:
    """Whether a small build takes nothing that the great one needs, or the hand is too full."""
    left = hand[:]
    for kind, count in plan.cost:
        left[kind] -= count
    before = sum(missing(hand, aim.cost).values())
    return sum(missing(left, aim.cost).values()) <= before or sum(hand) > 7


def bank_move(match: CatanMatch, seat: int, plan: Plan, listed: list[str]) -> str | None:
    """The first trade with the bank, or purchase, if they can complete the plan."""
    hand = match.hands[seat]
    lacks = missing(hand, plan.cost)
    extra = spare(hand, plan.cost)
    rates = match.rates[seat]
    trades = sum(count // rates[kind] for kind, count in enumerate(extra))
    buys = 0
    if match.traders:
        buys = min(2 - match.purchases, max(0, match.gold[seat] - 1) // 2)
    if not lacks or sum(lacks.values()) > trades + buys:
        return None
    get = RESOURCES[next(iter(lacks))]
    if buys and f"purchase {get}" in listed and trades < sum(lacks.values()):
        return f"purchase {get}"
    for kind in sorted(range(5), key=lambda kind: (rates[kind], -extra[kind])):
        move = f"bank {RESOURCES[kind]} {get}"
        if extra[kind] >= rates[kind] and move in listed:
            return move
    return f"purchase {get}" if f"purchase {get}" in listed else None


def card_to_play(match: CatanMatch, seat: int, listed: list[str]) -> str | None:
    """Knights always help; the other cards when they bring the next build near."""
    moves = [move for move in listed if move.startswith("play ")]
    if not moves:
        return None
    if "play knight" in moves:
        return "play knight"
    if "play road_building" in moves and best_road(match, seat)[0] > 1.0:
        return "play road_building"
    aim = goal(match, seat)
    lacks = missing(match.hands[seat], aim.cost)
    kinds = [kind for kind, count in sorted(lacks.items()) for _ in range(count)]
    if 1 <= len(kinds) <= 2:
        wish = sorted((kinds * 2)[:2])
        move = "play plenty " + " ".join(RESOURCES[kind] for kind in wish)
        if move in moves:
            return move
    if any(move.startswith("play monopoly") for move in moves):
        hands = match.hands[seat]
        loot = [19 - match.bank[kind] - hands[kind] for kind in range(5)]
        best = max(range(5), key=lambda kind: loot[kind] + 2 * (kind in lacks))
        if loot[best] >= 4 or (best in lacks and loot[best] >= 2):
            return f"play monopoly {RESOURCES[best]}"
    return None


def start(match: CatanMatch, seat: int, listed: list[str]) -> str:
    """Produce; a knight first if the robber sits on own land."""
    if "play knight" in listed and not match.traders:
        spots = match.board.hex_spots[match.robber]
        if any(match.site[spot] == seat for spot in spots):
            return "play knight"
    if "token robber" in listed and any(
        match.site[spot] == seat for spot in match.board.hex_spots[match.robber]
    ):
        return "token robber"
    return match.first_move


# cards one has to give or may take


def need(match: CatanMatch, seat: int) -> list[float]:
    """By resource, how much one more card is worth, given what is held and planned."""
    hand = match.hands[seat]
    value = [0.0] * 5
    for rank, plan in enumerate(plans(match, seat)[:3]):
        weight = (3.0, 1.5, 1.0)[rank]
        for kind, count in plan.cost:
            if hand[kind] < count:
                value[kind] += weight
    pips = produced(match, seat)
    return [value[kind] + 1.0 - 0.1 * hand[kind] - 0.02 * pips[kind] for kind in range(5)]


def least_needed(match: CatanMatch, seat: int) -> int:
    """The held kind that the plans miss least."""
    hand = match.hands[seat]
    needed = [0] * 5
    for plan in plans(match, seat)[:2]:
        for kind, count in plan.cost:
            needed[kind] = max(needed[kind], count)
    pips = produced(match, seat)
    held = [kind for kind in range(5) if hand[kind]]
    return max(held, key=lambda kind: (hand[kind] - needed[kind], pips[kind]))


def discard(match: CatanMatch, seat: int, listed: list[str]) -> str:
    """One card after the other, the least needed first."""
    return f"discard {RESOURCES[least_needed(match, seat)]} 1"


def gift(match: CatanMatch, seat: int, listed: list[str]) -> str:
    """The least needed."""
    return f"gift {RESOURCES[least_needed(match, seat)]}"


def aid(match: CatanMatch, seat: int, listed: list[str]) -> str:
    """The least needed, to the weakest."""
    receiver = match.points.index(min(match.points))
    return f"aid {receiver} {RESOURCES[least_needed(match, seat)]}"


def take(match: CatanMatch, seat: int, listed: list[str]) -> str:
    """The most needed that is there."""
    value = need(match, seat)
    return max(listed, key=lambda move: value[RESOURCES.index(move.split(" ")[1])])


def give_back(match: CatanMatch, seat: int, listed: list[str]) -> str:
    """The two that are least needed."""
    value = need(match, seat)
    return min(
        listed, key=lambda move: sum(value[RESOURCES.index(word)] for word in move.split(" ")[1:])
    )


# robber, barbarians, neutrals


def danger(match: CatanMatch, seat: int) -> list[float]:
    """By seat, how much it should be hindered: the leader most, oneself never."""
    return [
        0.0 if other == seat else 1.0 + points * points / 10
        for other, points in enumerate(match.points)
    ]


def robber_to(match: CatanMatch, seat: int, listed: list[str]) -> str:
    """Where it hurts the strongest opponents most, and oneself not."""
    weight = danger(match, seat)

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


def victim(match: CatanMatch, seat: int, listed: list[str]) -> str:
    """The strongest opponent, then the fullest hand."""
    weight = danger(match, seat)

    def worth(move: str) -> float:
        other = int(move.split(" ")[1])
        return weight[other] + 0.1 * sum(match.hands[other])

    return max(listed, key=worth)


def barbarian(match: CatanMatch, seat: int, listed: list[str]) -> str:
    """From the own way to a strong opponent's road, best where a card can be taken."""
    own_way = set(way(match, seat))
    weight = danger(match, seat)
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
    there = max(bits(places), key=harm)
    return match.notation.barbarian[here][there]


def banish(match: CatanMatch, seat: int, listed: list[str]) -> str:
    """Onto a strong opponent's road, away from the own way."""
    own_way = set(way(match, seat))
    weight = danger(match, seat)

    def harm(move: str) -> float:
        path = match.board.path_index[move.split(" ")[1]]
        owner = match.road[path]
        gain = -5.0 * (path in own_way) - 2.0 * (owner == seat)
        return gain + (weight[owner] if 0 <= owner < match.seats and owner != seat else 0.0)

    return max(listed, key=harm)


def neutral(match: CatanMatch, seat: int, listed: list[str]) -> str:
    """Where it takes room from the opponent and none from oneself."""
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


# trade between seats


def deal_for(match: CatanMatch, seat: int, plan: Plan) -> tuple[int, int] | None:
    """A card to give and a card to want, one for one, that bring the plan nearer."""
    hand = match.hands[seat]
    lacks = missing(hand, plan.cost)
    extra = spare(hand, plan.cost)
    if not lacks or sum(lacks.values()) > 2 or not any(extra):
        return None
    for want in sorted(lacks, key=lambda kind: -trade.elsewhere(match, seat, kind)):
        if trade.elsewhere(match, seat, want):
            return max(range(5), key=lambda kind: extra[kind]), want
    return None


def offer(match: CatanMatch, seat: int, listed: list[str]) -> str:
    """Draft the deal the plan asks for, then propose it."""
    _, giving, wanting = match.stack[-1]
    if any(giving) and any(wanting):
        return "propose" if "propose" in listed else "cancel"
    deal = deal_for(match, seat, goal(match, seat))
    if deal is None:
        return "cancel"
    give, want = deal
    move = f"want {WARES[want]}" if any(giving) else f"give {WARES[give]}"
    return move if move in listed else "cancel"


def answers(match: CatanMatch, seat: int, listed: list[str]) -> str:
    """Conclude with the weakest partner; accept what helps more than it helps the offerer."""
    if seat == match.active:
        partners = [move for move in listed if move.startswith("trade ")]
        return min(partners, key=lambda move: match.points[int(move.split(" ")[1])])
    if "accept" not in listed or match.points[match.active] >= match.target - 2:
        return "decline"
    _, giving, wanting, _ = match.stack[-1]
    value = [*need(match, seat), 0.6]
    received = sum(value[ware] * count for ware, count in enumerate(giving))
    paid = sum(value[ware] * count for ware, count in enumerate(wanting))
    return "accept" if received > paid + 0.5 else "decline"


# the wagon


def way(match: CatanMatch, seat: int) -> list[int]:
    """The paths of the wagon's cheapest route."""
    paths: list[int] = []
    if match.wagons[seat] < 0:
        return paths
    goals = routes.goals_of(match, seat)
    costs = routes.costs_to(match, seat, goals)
    here = match.wagons[seat]
    while here not in goals and here in costs and len(paths) < 20:
        options = []
        for near, path in match.board.steps[here]:
            if near in costs and (near in goals or not match.board.plazas >> near & 1):
                points, toll = wagon.price(match, seat, path)
                cost = (costs[near][0] + points, costs[near][1] + (toll >= 0))
                options.append((cost, near, path))
        if not options:
            break
        _, here, path = min(options)
        paths.append(path)
    return paths


def drive(match: CatanMatch, seat: int, listed: list[str]) -> str:
    """Drive off what is in the way, feed the wagon where that gets it there, step on.

    The swift card is kept for a trip with a load: after a delivery that loads at the end of the
    turn (rules 5.8) a second trip brings none.
    """
    paths = way(match, seat)
    if match.arrived:
        return "play swift" if "play swift" in listed and not match.unloaded else "end"
    for move in listed:
        if move.startswith("drive "):
            path = match.board.path_index[move.split(" ")[1]]
            if path in paths or match.road[path] == seat:
                return move
    if paths:
        total = sum(wagon.price(match, seat, path)[0] for path in paths)
        first = wagon.price(match, seat, paths[0])[0]
        if "grain" in listed and match.movement < total and match.movement + 2 >= total:
            return "grain"
        near = next(n for n, path in match.board.steps[match.wagons[seat]] if path == paths[0])
        move = f"go {match.board.spots[near]}"
        if move in listed:
            return move
        plenty = match.hands[seat][GRAIN] > 2
        if "grain" in listed and match.movement < first <= match.movement + 2 and plenty:
            return "grain"
    return "play swift" if "play swift" in listed else "end"


Decision = Callable[[CatanMatch, int, list[str]], str]

DECISIONS: dict[str, Decision] = {
    "founding": founding,
    "start": start,
    "main": main,
    "free_roads": lambda match, seat, listed: (
        f"road {match.board.paths[best_road(match, seat)[1]]}"
    ),
    "discard": discard,
    "gift": gift,
    "aid": aid,
    "take": take,
    "return": give_back,
    "robber": robber_to,
    "steal": victim,
    "rob": victim,
    "barbarian": barbarian,
    "banish": banish,
    "neutral": neutral,
    "offer": offer,
    "answers": answers,
    "wagon": drive,
}

BOTS = {"heuristic": HeuristicBot}
STAND_IN = "heuristic"
