"""A bot for Orléans: it plans whole sets of places and uses the most valuable one.

`expected_points` values a position by the points expected at the end. The value of an action is the
difference that it makes to this. A plan is the set of places with the highest total value among
those that the market can complete.
"""

from __future__ import annotations

import itertools
import operator
import random
from functools import cache
from typing import cast

from games.rules.match import Match

from ..rules import components as box
from ..rules.autoplay import tiles_by_preference
from ..rules.beneficial_deeds import FULL, SLOT_BITS, send_follower
from ..rules.board import GROUPS, SPAN, TECHNOLOGY, Board
from ..rules.followers_phase import GROUP_OF_SLOT
from ..rules.state import ACTIONS, FOLLOWERS, PLANNING, State
from ..rules.tile_actions import ALL_TILE_ACTIONS
from ..rules.torture import play_loss
from ..rules.town_map import STEPS
from ..rules.travel import can_build

GROWTH = 1.1  # development spaces expected per remaining round
EXPECTED_STATIONS = 0.6  # stations expected per remaining round
TECHNOLOGY_WORTH = 0.55  # per remaining round, for a laid tile; a held tile counts 0.9 of it
FOLLOWER_WORTH = (0.05, 0.06, 0.09, 0.07, 0.12, 0.12, 0.22)  # per remaining round, by type
DRAW_WORTH = 0.75  # of one more follower to draw, per remaining round
STEP_WORTH = (0.5, 0.0, 0.0, 0.0, 0.0, 2.0)  # of a track position, in any round
TILE_WORTH = {
    "sacristy": 0.16,
    "bathhouse": 0.12,
    "wool_manufacturer": 0.36,
    "cheese_factory": 0.2,
    "tailor_shop": 0.4,
    "shipping_line": 0.24,
    "hospital": 0.24,
    "library": 0.32,
    "winery": 0.28,
    "herb_garden": 0.2,
    "windmill": 0.24,
    "brewery": 0.24,
    "hayrick": 0.16,
    "barracks": 0.2,
    "country_road": 0.36,
    "pharmacy": 0.24,
    "school": 0.32,
    "office": 0.24,
    "horse_wagon": 0.24,
    "cellar": 0.32,
    "quarry": 0.2,
    "townhouse": 0.36,
}  # per remaining round
OTHER_TILE = 0.14

TECH_ORDER = (
    "village farmer",
    "guildhall farmer",
    "wagon farmer",
    "guildhall knight",
    "wagon knight",
    "university farmer",
    "village craftsman",
    "guildhall craftsman",
    "castle farmer",
    "ship knight",
    "ship farmer",
    "farm_house craftsman",
    "monastery scholar",
    "scriptorium scholar",
)
THINNING_BONUS = 0.6  # for a useless follower that leaves the bag
MIN_GAIN = 0.05  # with a smaller gain, an action is not worth its followers


class HeuristicBot:
    """Looks one action ahead with `expected_points`, and plans places that fit together."""

    def choose(self, match: Match, seat: int, rng: random.Random) -> str:
        state = cast(State, match)
        listed = match.legal_moves(seat)
        if len(listed) == 1:
            return listed[0]
        if state.phase == FOLLOWERS:
            return choose_draw(state, seat, listed)
        if state.phase == PLANNING:
            return choose_plan_move(state, seat, listed)
        if state.phase == ACTIONS:
            return choose_action(state, seat, listed)
        return choose_event_answer(state, seat, listed)


# The value of a position


@cache
def level_at(space: int, rounds_left: int) -> float:
    """The development level expected at the end, interpolated between printed levels."""
    end = min(float(box.LAST_SPACE), space + GROWTH * rounds_left)
    known = box.LEVEL_FROM
    for (low, level), (high, _) in itertools.pairwise(known):
        if low <= end < high:
            return level if rounds_left == 0 else level + 0.8 * (end - low) / (high - low)
    return 6.0


def expected_points(state: State, seat: int) -> float:
    """Return the points that this seat may expect at the end."""
    board = state.boards[seat]
    left = box.ROUNDS - state.round
    level = level_at(board.development, left)
    future = min(board.stock, EXPECTED_STATIONS * left)
    points = float(board.coins)
    points += int(sum(map(operator.mul, board.goods, box.GOOD_POINTS)))
    points += level * (board.station_count + board.citizens + board.bread)
    worth = points + (level - 1) * future + 0.1 * board.development
    worth += DRAW_WORTH * left * (board.draws - box.KNIGHT_DRAWS[0])
    worth += float(sum(map(operator.mul, STEP_WORTH, board.tracks)))
    laid = board.slots.count(TECHNOLOGY)
    worth += TECHNOLOGY_WORTH * left * (laid + 0.9 * (board.held_first + board.held_later))
    for place in board.tiles:
        worth += left * TILE_WORTH.get(box.PLACE_KEYS[place], OTHER_TILE)
    return worth + left * followers_worth(board) + merchant_worth(state, board, left)


def followers_worth(board: Board) -> float:
    """The value per remaining round; more followers than it can draw dilute the bag."""
    worth = 0.0
    number = 0
    for tile, count in enumerate(board.bag):
        count += board.market[tile]
        worth += count * FOLLOWER_WORTH[box.TYPE_OF[tile]]
        number += count
    return worth - 0.04 * max(0, number - 2 * board.draws)


def merchant_worth(state: State, board: Board, left: int) -> float:
    """The value of a free town under the merchant, and of goods around it."""
    if not left:
        return 0.0
    worth = 1.2 if board.stock and can_build(state, board, board.merchant) else 0.0
    for steps in STEPS.values():
        for edge, _ in steps[board.merchant]:
            goods = state.edges[edge]
            if goods:
                worth += 0.08 * box.GOOD_POINTS[max(goods)]
    return worth


def gains(state: State, seat: int, place: int) -> tuple[float, str]:
    """Return (gain, move) of the best action of a place, as if it were ready now."""
    board = state.boards[seat]
    before = expected_points(state, seat)
    best = (0.0, "")
    for move in ALL_TILE_ACTIONS[place][0](state, seat, board.coins):
        gain = gain_of(state, seat, place, move) - before
        if gain > best[0]:
            best = (gain, move)
    return best


def gain_of(state: State, seat: int, place: int, move: str) -> float:
    """The expected points after an action, without the return of its followers to the bag."""
    twin = state.copy()
    if place == box.BATHHOUSE:
        return expected_points(state, seat) + 1.0
    ALL_TILE_ACTIONS[place][1](twin, seat, move.split(" ")[2:], seat)
    return expected_points(twin, seat)


# The phases


def choose_draw(state: State, seat: int, listed: list[str]) -> str:
    """Draw all, but first recall from complete places without effect; from others only at last."""
    draws = [move for move in listed if move.startswith("draw ")]
    for move in listed:
        if move.startswith("recall "):
            place = box.PLACE_ID[move.split(" ")[2]]
            if is_dead(state, seat, place) or (not draws and is_partly_filled(state, seat, place)):
                return move
    return draws[-1] if draws else "done"


def is_partly_filled(state: State, seat: int, place: int) -> bool:
    """Return whether a slot of the place is free."""
    return 0 in state.boards[seat].slots[SPAN[place]]


def is_dead(state: State, seat: int, place: int) -> bool:
    """Return whether the place is complete, but its action can have no effect."""
    if (
        place not in ALL_TILE_ACTIONS
        or is_partly_filled(state, seat, place)
        or place == box.MONASTERY
    ):
        return False
    return not ALL_TILE_ACTIONS[place][0](state, seat, state.boards[seat].coins)


Need = tuple[int, list[int]]  # a place, and the groups of its free slots
Step = tuple[int, int]  # a follower, and the group of the slot for it


def choose_plan_move(state: State, seat: int, listed: list[str]) -> str:
    """Technology if it can be laid, then the best set of places, then spare followers."""
    techs = [move for move in listed if move.startswith("tech ")]
    if techs:
        return best_technology(techs)
    steps = best_steps(state, seat)
    return placement(*steps[0]) if steps else choose_spare_move(state, seat, listed)


def best_steps(state: State, seat: int) -> list[Step]:
    """The placements for the best set of places that the market can complete."""
    board = state.boards[seat]
    wanted: list[tuple[float, Need]] = []
    for place in board.places:
        span = SPAN[place]
        free = [GROUP_OF_SLOT[s] for s in range(span.start, span.stop) if not board.slots[s]]
        if free and fill(board, free, list(board.market)) is not None:
            worth = place_worth(state, seat, place)
            if worth > MIN_GAIN:
                wanted.append((worth, (place, free)))
    wanted.sort(key=lambda entry: -entry[0])
    return best_set(board, wanted, 0, list(board.market))[1]


def place_worth(state: State, seat: int, place: int) -> float:
    """The gain of a place in this round if it were completed."""
    if place == box.SACRISTY:
        return 1.5 if state.event in (box.PLAGUE, box.TAXES, box.HARVEST) else 0.3
    if place not in ALL_TILE_ACTIONS or place in (box.TOWN_HALL, box.TOWER, box.THEATER):
        return 0.0
    known = state
    if place == box.CHURCH:
        known = state.copy()
        known.hide_plans(seat)
    return gains(known, seat, place)[0]


def placement(tile: int, group: int) -> str:
    place, slot, _ = GROUPS[group]
    return f"place {box.TILES[tile]} {box.PLACE_KEYS[place]} {box.SLOT_TYPES[slot]}"


def fill(board: Board, groups: list[int], market: list[int]) -> list[int] | None:
    """Take tiles for these slots out of `market`; return them, or None if it cannot fill all."""
    tiles = []
    for group in groups:
        choice = tiles_by_preference(board, group, market)
        if not choice:
            return None
        market[choice[0]] -= 1
        tiles.append(choice[0])
    return tiles


def best_set(
    board: Board, wanted: list[tuple[float, Need]], start: int, market: list[int]
) -> tuple[float, list[Step]]:
    """Return the value and the placements of the best set of places from `start` on."""
    best: tuple[float, list[Step]] = (0.0, [])
    for number in range(start, len(wanted)):
        worth, (_, groups) = wanted[number]
        rest = market[:]
        tiles = fill(board, groups, rest)
        if tiles is None:
            continue
        monks = 0.4 * tiles.count(box.MONK_TILE)
        more, steps = best_set(board, wanted, number + 1, rest)
        if worth - monks + more > best[0]:
            best = (worth - monks + more, [*zip(tiles, groups, strict=True), *steps])
    return best


def choose_spare_move(state: State, seat: int, listed: list[str]) -> str:
    """Place followers without use: for deeds that pay, or else to make room on the market."""
    board = state.boards[seat]
    left = box.ROUNDS - state.round
    if sum(1 for content in board.slots[SPAN[box.TOWN_HALL]] if content) < 2:
        best = (0.0, "")
        for tile in range(box.NEUTRAL, len(box.TILES)):
            move = f"place {box.TILES[tile]} town_hall any"
            if move in listed:
                worth = deed_worth(state, seat, tile, left)
                if worth > best[0]:
                    best = (worth, move)
        if best[1]:
            return best[1]
    crowded = sum(board.market) + board.draws > board.market_size
    if crowded and left:
        for move in listed:
            words = move.split(" ")
            if words[0] == "place" and words[2] in ("village", "wagon", "guildhall", "university"):
                return move
    return "done"


def deed_worth(state: State, seat: int, tile: int, left: int) -> float:
    """The gain of sending this follower, minus its value in the bag."""
    board = state.boards[seat]
    kind = box.TYPE_OF[tile]
    best = 0.0
    for deed, filled in enumerate(state.deeds):
        free = SLOT_BITS[deed][kind] & ~filled
        if not free:
            continue
        last = (filled | (free & -free)) == FULL[deed]
        worth = box.DEEDS[deed].coins + last * level_at(board.development, left)
        best = max(best, worth + THINNING_BONUS)
    return best - FOLLOWER_WORTH[kind] * left if best else 0.0


def choose_action(state: State, seat: int, listed: list[str]) -> str:
    """The action with the highest gain; pass or finish if none gains anything."""
    if state.step == "technology":
        return best_technology(listed)
    if state.step == "settle":
        return best_settlement(state, seat, listed)
    best = (0.0, "pass" if "pass" in listed else "finish")
    before = expected_points(state, seat)
    for move in listed:
        words = move.split(" ")
        if words[0] == "act":
            place = box.PLACE_ID[words[1]]
            gain = gain_of(state, seat, place, move) - before
            if place in (box.TOWN_HALL, box.TOWER):
                gain = send_gain(state, seat, words[2], gain)
        elif words[0] == "deed":
            twin = state.copy()
            send_follower(twin, seat, state.using, words[1:])
            gain = send_gain(state, seat, words[1], expected_points(twin, seat) - before)
        else:
            continue
        if gain > best[0]:
            best = (gain, move)
    return best[1]


def send_gain(state: State, seat: int, tile: str, gain: float) -> float:
    """Correct a gain for the lost follower, which expected points do not count on a slot."""
    left = box.ROUNDS - state.round
    return gain + THINNING_BONUS - FOLLOWER_WORTH[box.TYPE_OF[box.TILE_ID[tile]]] * left


def best_technology(listed: list[str]) -> str:
    """The best listed slot in a fixed order: slots hard to fill, on places often used."""
    for slot in TECH_ORDER:
        if f"tech {slot}" in listed:
            return f"tech {slot}"
    return listed[0]


def best_settlement(state: State, seat: int, listed: list[str]) -> str:
    """Complete the place with the highest gain; else begin one if the bot must settle."""
    return max(listed, key=lambda move: settlement_worth(state, seat, move))


def settlement_worth(state: State, seat: int, move: str) -> float:
    """The gain of a place that is completed; negative if slots stay empty."""
    if move == "settle none":
        return 0.0
    place = box.PLACE_ID[move.split(" ")[2]]
    empty = state.boards[seat].slots[SPAN[place]].count(0)
    gain = place_worth(state, seat, place)
    return gain if empty == 1 and gain else -empty / (1 + gain)


def choose_event_answer(state: State, seat: int, listed: list[str]) -> str:
    """Answer events and torture with what costs least."""
    if "shield" in listed:
        return "shield"
    board = state.boards[seat]
    best = (float("inf"), listed[0])
    for move in listed:
        if move.startswith("torture "):
            cost = torture_cost(state, seat, move)
        elif move == "pay":
            cost = float(box.HARVEST_FINE)
        else:
            good = box.GOOD_ID[move.split(" ")[1]]
            cost = (
                level_at(board.development, box.ROUNDS - state.round)
                if good == box.BREAD
                else box.GOOD_POINTS[good]
            )
        if cost < best[0]:
            best = (cost, move)
    return best[1]


def torture_cost(state: State, seat: int, move: str) -> float:
    """The cost of a loss, in points."""
    board = state.boards[seat]
    left = box.ROUNDS - state.round
    if move == "torture station supply":
        return 0.1 if board.stock > EXPECTED_STATIONS * left + 1 else 2.0
    if move == "torture follower":
        return 0.1 * left
    before = expected_points(state, seat)
    twin = state.copy()
    play_loss(twin, seat, move.split(" ")[1:])
    return before - expected_points(twin, seat)
