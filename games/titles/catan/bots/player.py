"""A heuristic player for Catan, in both scenarios: it plans one build at a time.

It chooses the most valuable build, pays for it, and trades spare cards for missing ones. It moves
robber, barbarians and wagon to help itself or to hinder the leader. Weights and advice: rules
sheet, section 13.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from games.rules import Match

from ..rules.components import RESOURCES, WARES
from ..rules.match import CatanMatch
from .hindrance import (
    choose_banish_move,
    choose_barbarian_move,
    choose_neutral_move,
    choose_robber_move,
    choose_victim,
)
from .plans import (
    Plan,
    card_needs,
    completes_plan,
    is_harmless,
    least_needed,
    main_plan,
    missing_cards,
    plans,
    spare_cards,
    trade_for_plan,
)
from .wagon_route import choose_wagon_move
from .worth import best_road, intersection_worth, plaza_nearness, road_worth, route_worth

MAX_OFFERS = 2  # per turn, so that others do not get too many offers


class HeuristicBot:
    """Plans the most valuable build, trades towards it, and keeps the wagon moving."""

    def choose(self, match: Match, seat: int, rng: random.Random) -> str:
        assert isinstance(match, CatanMatch)
        listed = match.legal_moves(seat)
        if len(listed) == 1:
            return listed[0]
        decide = DECISIONS.get(match.stack[-1][0])
        move = decide(match, seat, listed) if decide else match.auto_move(seat)
        return move if move in listed else rng.choice(listed)


def choose_founding(match: CatanMatch, seat: int, listed: list[str]) -> str:
    """The best intersection (a city near a goal hex), or the road towards the best next site."""
    words = [move.split(" ") for move in listed]
    if words[0][0] == "road":
        behind = route_worth(match, seat)
        ranked = [
            (road_worth(match, seat, match.board.path_index[path], behind), path)
            for _, path in words
        ]
        return f"road {max(ranked)[1]}"
    index, of_spot = match.board.spot_index, intersection_worth(match, seat)
    verb = words[0][0]
    nearness = plaza_nearness(match) if verb == "city" else {}
    return max(
        listed,
        key=lambda move: (
            of_spot(index[move.split(" ")[1]]) + nearness.get(index[move.split(" ")[1]], 0.0)
        ),
    )


def choose_main(match: CatanMatch, seat: int, listed: list[str]) -> str:
    """Play a card, build, trade towards the next build, then travel or end the turn."""
    played = card_to_play(match, seat, listed)
    if played:
        return played
    hand = match.hands[seat]
    wanted = plans(match, seat)
    aim = main_plan(match, seat)
    for plan in wanted:
        if plan.move in listed and (plan.worth >= aim.worth - 3.0 or is_harmless(hand, plan, aim)):
            return plan.move
    for plan in wanted:
        if plan.worth >= aim.worth - 1.0 or sum(hand) > 7:
            move = bank_move(match, seat, plan, listed)
            if move:
                return move
    if (
        "offer" in listed
        and match.offers < MAX_OFFERS
        and trade_for_plan(match, seat, aim) is not None
    ):
        return "offer"
    return "travel" if "travel" in listed else "end"


def bank_move(match: CatanMatch, seat: int, plan: Plan, listed: list[str]) -> str | None:
    """The first bank trade or purchase, if such moves can complete the plan; else None."""
    hand = match.hands[seat]
    lacks = missing_cards(hand, plan.cost)
    extra = spare_cards(hand, plan.cost)
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
    """A knight always; other cards if they help to complete the next build; else None."""
    moves = [move for move in listed if move.startswith("play ")]
    if not moves:
        return None
    if "play knight" in moves:
        return "play knight"
    if "play road_building" in moves and best_road(match, seat)[0] > 1.0:
        return "play road_building"
    aim = main_plan(match, seat)
    lacks = missing_cards(match.hands[seat], aim.cost)
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


def choose_start(match: CatanMatch, seat: int, listed: list[str]) -> str:
    """Roll or reveal; before that a knight or token if the robber is on an own hex."""
    if "play knight" in listed and not match.traders:
        spots = match.board.hex_spots[match.robber]
        if any(match.site[spot] == seat for spot in spots):
            return "play knight"
    if "token robber" in listed and any(
        match.site[spot] == seat for spot in match.board.hex_spots[match.robber]
    ):
        return "token robber"
    return match.first_move


def choose_discard(match: CatanMatch, seat: int, listed: list[str]) -> str:
    """Discard one card at a time, the least needed first."""
    return f"discard {RESOURCES[least_needed(match, seat)]} 1"


def choose_gift(match: CatanMatch, seat: int, listed: list[str]) -> str:
    """Give the least needed card."""
    return f"gift {RESOURCES[least_needed(match, seat)]}"


def choose_aid(match: CatanMatch, seat: int, listed: list[str]) -> str:
    """Give the least needed card to the seat with the fewest points."""
    receiver = match.points.index(min(match.points))
    return f"aid {receiver} {RESOURCES[least_needed(match, seat)]}"


def choose_take(match: CatanMatch, seat: int, listed: list[str]) -> str:
    """Take the most needed card that the bank has."""
    value = card_needs(match, seat)
    return max(listed, key=lambda move: value[RESOURCES.index(move.split(" ")[1])])


def choose_return(match: CatanMatch, seat: int, listed: list[str]) -> str:
    """Give back the two cards that are needed least."""
    value = card_needs(match, seat)
    return min(
        listed, key=lambda move: sum(value[RESOURCES.index(word)] for word in move.split(" ")[1:])
    )


def choose_offer(match: CatanMatch, seat: int, listed: list[str]) -> str:
    """Draft the trade that the plan needs, then propose it."""
    _, giving, wanting = match.stack[-1]
    if any(giving) and any(wanting):
        return "propose" if "propose" in listed else "cancel"
    deal = trade_for_plan(match, seat, main_plan(match, seat))
    if deal is None:
        return "cancel"
    give, want = deal
    move = f"want {WARES[want]}" if any(giving) else f"give {WARES[give]}"
    return move if move in listed else "cancel"


def choose_answer(match: CatanMatch, seat: int, listed: list[str]) -> str:
    """Trade with the partner that has fewest points, or answer an offer.

    Accept an offer only if it brings clearly more than it costs and completes the next build, and
    the offering seat is not about to win. A bot that accepts every slightly good offer can be
    exploited.
    """
    if seat == match.active:
        partners = [move for move in listed if move.startswith("trade ")]
        return min(partners, key=lambda move: match.points[int(move.split(" ")[1])])
    if "accept" not in listed or match.points[match.active] >= match.target - 2:
        return "decline"
    _, giving, wanting, _ = match.stack[-1]
    value = [*card_needs(match, seat), 0.6]
    received = sum(value[ware] * count for ware, count in enumerate(giving))
    paid = sum(value[ware] * count for ware, count in enumerate(wanting))
    return (
        "accept"
        if received > paid + 0.5 and completes_plan(match, seat, giving, wanting)
        else "decline"
    )


Decision = Callable[[CatanMatch, int, list[str]], str]

DECISIONS: dict[str, Decision] = {
    "founding": choose_founding,
    "start": choose_start,
    "main": choose_main,
    "free_roads": lambda match, seat, listed: (
        f"road {match.board.paths[best_road(match, seat)[1]]}"
    ),
    "discard": choose_discard,
    "gift": choose_gift,
    "aid": choose_aid,
    "take": choose_take,
    "return": choose_return,
    "robber": choose_robber_move,
    "steal": choose_victim,
    "rob": choose_victim,
    "barbarian": choose_barbarian_move,
    "banish": choose_banish_move,
    "neutral": choose_neutral_move,
    "offer": choose_offer,
    "answers": choose_answer,
    "wagon": choose_wagon_move,
}
