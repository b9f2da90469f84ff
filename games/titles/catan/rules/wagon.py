"""Wagons, tolls, deliveries and driving barbarians off (rules 5.8)."""

from __future__ import annotations

from games.rules.match import IllegalMove, illegal_move
from games.rules.reasons import Place
from games.rules.reasons import gettext_noop as _

from . import robber
from .components import (
    DELIVERY_GOLD,
    DESTINATION,
    DRIVE_OFF_FACES,
    GOALS,
    GOOD_INDEX,
    GOODS,
    GRAIN,
    MOVEMENT,
    SWIFT,
    TOLL,
    TOP_LEVEL,
    UPGRADE_COST,
)
from .shared_refusals import OptionalRefusal, owner_name_value, shortage_refusal
from .state import State

GRAIN_POINTS = 2


def can_upgrade(match: State, seat: int) -> bool:
    """Return whether the wagon is below the top level and the seat can pay for the next."""
    level = match.level[seat]
    return level < TOP_LEVEL and match.can_afford(seat, UPGRADE_COST[level + 1])


def play_upgrade(match: State, seat: int, tokens: list[str]) -> None:
    """Apply `upgrade`: the wagon gains a level; the last level is worth a point."""
    level = match.level[seat] = match.level[seat] + 1
    match.pay(seat, UPGRADE_COST[level])
    match.emit("upgrade", seat, {"level": level})
    if level == TOP_LEVEL:
        match.score(seat, 1, "train")


def upgrade_refusal(match: State, seat: int, tokens: list[str]) -> OptionalRefusal:
    level = match.level[seat]
    if level == TOP_LEVEL:
        message = _("the wagon is already at the highest level, %(level)s")
        return illegal_move("top_level", message, "2.6", level=TOP_LEVEL)
    message = _("level %(level)s costs %(price)s; you have %(have)s")
    return shortage_refusal(match, seat, UPGRADE_COST[level + 1], message, level=level + 1)


def play_travel(match: State, seat: int, tokens: list[str]) -> None:
    """Apply `travel`: end trading and building, and start the trip."""
    match.stack[-1] = ("wagon",)
    match.start_trip(seat)
    match.emit("travel", seat, {"points": match.movement})


def step_price(match: State, seat: int, path: int) -> tuple[int, int]:
    """Return the price of a step over `path`: (movement points, owner paid the toll or -1)."""
    owner = match.road[path]
    if owner < 0 or match.damaged >> path & 1:
        points, toll = 2, -1
    else:
        points, toll = 1, -1 if owner == seat else owner
    return points + 2 if path in match.barbarians else points, toll


def wagon_moves(match: State, seat: int) -> list[str]:
    """Steps, `grain`, `drive` and `play swift`; `end` is always legal."""
    moves: list[str] = []
    if match.gone and not match.card_played and match.playable[seat] >> SWIFT & 1:
        moves.append("play swift")
    if not match.arrived:
        board, here = match.board, match.wagons[seat]
        gold = match.gold[seat]
        for near, path in board.steps[here]:
            points, toll = step_price(match, seat, path)
            if points <= match.movement and (toll < 0 or gold):
                moves.append(f"go {board.spots[near]}")
        if not match.grain_used and match.hands[seat][GRAIN]:
            moves.append("grain")
        if DRIVE_OFF_FACES[match.level[seat]]:
            for _, path in board.steps[here]:
                if path in match.barbarians and not was_tried(match, path):
                    moves.append(f"drive {board.paths[path]}")
    moves.append("end")
    return moves


def was_tried(match: State, path: int) -> bool:
    """Return whether the barbarian now on `path` was tried this turn, on whichever path."""
    return bool(match.tried >> match.barbarians.index(path) & 1)


def play_go(match: State, seat: int, tokens: list[str]) -> None:
    """Apply `go v`: take one step and pay its toll."""
    board = match.board
    here, there = match.wagons[seat], board.spot_index[tokens[1]]
    path = next(path for near, path in board.steps[here] if near == there)
    points, owner = step_price(match, seat, path)
    match.movement -= points
    match.wagons[seat] = there
    match.gone = True
    data = {"from": board.spots[here], "to": board.spots[there], "points": points}
    match.emit("go", seat, {**data, "left": match.movement})
    if owner >= 0:
        pay_toll(match, seat, owner)
    if there in board.goal_at:
        arrive(match, seat, board.goal_at[there])


def go_refusal(match: State, seat: int, tokens: list[str]) -> OptionalRefusal:
    board, here = match.board, match.wagons[seat]
    there = board.spot_index[tokens[1]]
    if match.arrived:
        return trip_ended_refusal()
    ways = [path for near, path in board.steps[here] if near == there]
    if not ways:
        message = _("%(place)s is not next to the wagon on %(wagon)s")
        wagon_at = Place(board.spots[here])
        return illegal_move("not_connected", message, "5.8", place=Place(tokens[1]), wagon=wagon_at)
    points, toll = step_price(match, seat, ways[0])
    if points > match.movement:
        message = _("the step costs %(points)s movement points; %(left)s are left")
        return illegal_move("too_far", message, "5.8", points=points, left=match.movement)
    message = _("%(owner)s's road costs a toll of 1 gold; you have none")
    return illegal_move("too_dear", message, "5.8", owner=owner_name_value(match, toll))


def trip_ended_refusal() -> IllegalMove:
    return illegal_move("arrived", _("the trip has ended at the plaza"), "5.8")


def pay_toll(match: State, seat: int, owner: int) -> None:
    """Pay 1 gold to the owner of the road; for neutrals alternately to bank and opponent."""
    match.gold[seat] -= TOLL
    if owner >= match.seats:
        match.neutral_tolls += 1
        to_bank = match.neutral_tolls % 2 == 1
        owner = -1 if to_bank else 1 - seat
    if owner >= 0:
        match.gold[owner] += TOLL
    match.emit("toll", seat, {"to": owner if owner >= 0 else None, "gold": TOLL})


def arrive(match: State, seat: int, goal: int) -> None:
    """End the trip at a plaza: deliver a good that it accepts, load if empty (rules 5.8)."""
    match.arrived = True
    match.movement = 0
    load = match.load[seat]
    if load >= 0 and DESTINATION[load] == goal:
        deliver(match, seat, goal)
    if match.load[seat] < 0 and not match.unloaded:
        take_token(match, seat, goal)


def deliver(match: State, seat: int, goal: int) -> None:
    """Score a point and take the level's gold, as far as the bank has it (ruling 29)."""
    good = GOODS[match.load[seat]]
    match.load[seat] = -1
    match.unloaded = match.next_token_waits
    match.delivered[seat] += 1
    gold = min(DELIVERY_GOLD[match.level[seat]], match.gold_in_bank())
    match.gold[seat] += gold
    match.emit("deliver", seat, {"good": good, "goal": GOALS[goal], "gold": gold})
    match.score(seat, 1, "deliveries")


def take_token(match: State, seat: int, goal: int) -> None:
    """Load the top token of a goal's stack, if any; it names the next destination."""
    if not tokens_left(match, goal):
        return
    token = match.stacks[goal][match.taken[goal]]
    match.taken[goal] += 1
    match.load[seat] = GOOD_INDEX[token]
    match.chance.reveal(f"commodities:{GOALS[goal]}")
    destination = GOALS[DESTINATION[match.load[seat]]]
    left = tokens_left(match, goal)
    data = {"good": token, "at": GOALS[goal], "destination": destination, "left": left}
    match.emit("load", seat, data)


def tokens_left(match: State, goal: int) -> int:
    """The number of tokens left in a goal's stack."""
    return len(match.stacks[goal]) - match.taken[goal]


def next_token_goal(match: State, seat: int) -> int | None:
    """Return the goal whose top token `end` would take (rules 5.8), or None.

    This is the goal of the plaza where the wagon then stands, not where it delivered (ruling 22).
    """
    if not match.unloaded:
        return None
    goal = match.board.goal_at.get(match.wagons[seat])
    return None if goal is None or not tokens_left(match, goal) else goal


def take_next_token(match: State, seat: int) -> None:
    """Take the next token after a delivery, as the last action of the turn, if on a plaza."""
    goal = next_token_goal(match, seat)
    if goal is not None:
        take_token(match, seat, goal)


def play_grain(match: State, seat: int, tokens: list[str]) -> None:
    """Apply `grain`: 2 more movement points, once per turn."""
    match.hands[seat][GRAIN] -= 1
    match.bank[GRAIN] += 1
    match.grain_used = True
    match.movement += GRAIN_POINTS
    match.emit("grain", seat, {"points": GRAIN_POINTS, "left": match.movement})


def grain_refusal(match: State, seat: int, tokens: list[str]) -> OptionalRefusal:
    if match.arrived:
        return trip_ended_refusal()
    if match.grain_used:
        return illegal_move("limit_reached", _("you can feed the wagon only once per turn"), "5.8")
    return illegal_move("have_none", _("you have no %(ware)s"), "5.8", ware="grain")


def play_drive(match: State, seat: int, tokens: list[str]) -> None:
    """Apply `drive p`: roll one die against the wagon's level."""
    path = match.board.path_index[tokens[1]]
    number = match.barbarians.index(path)
    match.tried |= 1 << number
    die = match.chance.roll("drive")
    success = die in DRIVE_OFF_FACES[match.level[seat]]
    match.emit("drive", seat, {"path": tokens[1], "die": die, "success": success})
    if success:
        match.stack.append(("banish", path))


def drive_refusal(match: State, seat: int, tokens: list[str]) -> OptionalRefusal:
    path, place = match.board.path_index[tokens[1]], Place(tokens[1])
    here = match.wagons[seat]
    if match.arrived:
        return trip_ended_refusal()
    if path not in match.barbarians:
        return illegal_move(
            "no_barbarian", _("there is no barbarian on %(place)s"), "5.8", place=place
        )
    if match.level[seat] < 2:
        message = _(
            "a wagon of level 1 (%(points)s points) cannot drive off barbarians; level 2 can"
        )
        return illegal_move("level_too_low", message, "2.6", points=MOVEMENT[1])
    if not match.board.spot_paths[here] >> path & 1:
        message = _("%(place)s does not touch the wagon on %(wagon)s")
        wagon_at = Place(match.board.spots[here])
        return illegal_move("not_connected", message, "5.8", place=place, wagon=wagon_at)
    message = _("you have already tried to drive off the barbarian on %(place)s this turn")
    return illegal_move("limit_reached", message, "5.8", place=place)


def banish_moves(match: State, seat: int) -> list[str]:
    """A `banish` move for any path without a barbarian; the friendly robber has no effect."""
    return list(match.notation.banish(robber.paths_without_barbarian(match)))


def play_banish(match: State, seat: int, tokens: list[str]) -> None:
    """Apply `banish q`: move the barbarian; nothing is stolen."""
    _, here = match.stack.pop()
    robber.move_barbarian(match, here, match.board.path_index[tokens[1]])


def banish_refusal(match: State, seat: int, tokens: list[str]) -> OptionalRefusal:
    message = _("%(place)s has a barbarian: choose a path without one")
    return illegal_move("taken", message, "5.8", place=Place(tokens[1]))
