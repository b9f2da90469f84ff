"""Export contracts: taking, drawing, keeping and fulfilling them, and their rewards.

Rules 5.3.4, 5.3.5 (drawing), 5.3.7, 5.4 (frames meat, rewards, keep, second), 5.5 (coins), 6.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.rules.match import IllegalMove, illegal_move
from games.rules.reasons import Reason, UserInput
from games.rules.reasons import gettext_noop as _

from .action_type import ActionType
from .components import (
    BEER_POUNDS,
    BUCHANAN_DRAWN,
    COIN_EVERY,
    CONTRACT_COST,
    COW,
    DRAWN,
    GOODS,
    GRAIN,
    IMPORTS,
    MAX_BEER,
    SHEEP,
    Contract,
    contract,
)
from .conditions import Obstacle, list_or_nothing, refusal_from, too_dear_refusal
from .notation import FULFIL, KEEP, TAKE, pair_moves
from .player import Player
from .slaughter import available_waivers, missing_animals
from .state import Bonus, Keep, Meat, Rewards, Second, State

CountObstacle = Callable[[State, Player, int], IllegalMove]
TileObstacle = Callable[[State, Player, Contract], IllegalMove]


def current_cost(match: State) -> int:
    """Return the cost of a contract this round; below 0 it is money gained."""
    return CONTRACT_COST[match.round - 1]


# Taking and keeping.


def _obstacle(match: State, p: Player, count: int) -> CountObstacle | None:
    """The obstacle to any `count` new contracts."""
    if count > p.free_boxes:
        return _boxes_full_refusal
    return _unpaid_refusal if current_cost(match) > p.money else None


def _boxes_full_refusal(match: State, p: Player, count: int) -> IllegalMove:
    message = _("too few empty export boxes: you have %(boxes)s and need %(count)s")
    return illegal_move("boxes_full", message, "5.3.4", boxes=p.free_boxes, count=count)


def _unpaid_refusal(match: State, p: Player, count: int) -> IllegalMove:
    what = Reason("contract", _("a contract in round %(round)s"), round=match.round)
    return too_dear_refusal("5.3.4", p.money, current_cost(match), what)


def _choices(
    match: State, p: Player, verb: str, single: Sequence[str], contracts: tuple[int, ...]
) -> Sequence[str]:
    """The moves with one of these contracts; for Buchanan with two empty boxes also pairs."""
    if _obstacle(match, p, 1):
        return ()
    moves = [single[number] for number in contracts if number]
    return moves if _obstacle(match, p, 2) else [*moves, *pair_moves(verb, contracts)]


def _choice_refusal(match: State, p: Player, wanted: list[str]) -> IllegalMove | None:
    """Return why these contracts, all of which are there, cannot be chosen."""
    obstacle = _obstacle(match, p, len(wanted))
    if obstacle:
        return obstacle(match, p, len(wanted))
    if len(wanted) == 2 and int(wanted[0]) >= int(wanted[1]):
        return illegal_move("bad_order", _("name two contracts in ascending order"), "10.27")
    return None


def _take_moves(match: State, p: Player, seat: int) -> Sequence[str]:
    return _choices(match, p, "take", TAKE, match.slots)


def _take_refusal(match: State, p: Player, seat: int, tokens: list[str]) -> IllegalMove | None:
    displayed = tuple(number for number in match.slots if number)
    for wanted in map(int, tokens[1:]):
        if wanted not in displayed:
            message = _("contract %(contract)s is not on display; there are %(there)s")
            there = list_or_nothing(displayed)
            return illegal_move("not_on_display", message, "5.3.4", contract=wanted, there=there)
    return _choice_refusal(match, p, tokens[1:])


def _play_take(match: State, p: Player, seat: int, tokens: list[str]) -> None:
    taken = tuple(int(token) for token in tokens[1:])
    match.slots = tuple(0 if number in taken else number for number in match.slots)
    _store_contracts(match, p, seat, "take", taken)
    match.stage = "after"


def _keep_frame(match: State) -> Keep:
    frame = match.frames[-1]
    assert isinstance(frame, Keep)
    return frame


def _keep_moves(match: State, p: Player, seat: int) -> Sequence[str]:
    return ["keep none", *_choices(match, p, "keep", KEEP, _keep_frame(match).tiles)]


def _keep_refusal(match: State, p: Player, seat: int, tokens: list[str]) -> IllegalMove | None:
    drawn = _keep_frame(match).tiles
    if tokens[1:] == ["none"]:
        return None
    for wanted in tokens[1:]:
        if wanted == "none" or int(wanted) not in drawn:
            message = _("%(given)s is not among the contracts drawn; there are %(there)s")
            return illegal_move("not_drawn", message, "5.3.5", given=UserInput(wanted), there=drawn)
    return _choice_refusal(match, p, tokens[1:])


def _play_keep(match: State, p: Player, seat: int, tokens: list[str]) -> None:
    frame = _keep_frame(match)
    match.frames.pop()
    kept = () if tokens[1] == "none" else tuple(int(token) for token in tokens[1:])
    back = tuple(number for number in frame.tiles if number not in kept)
    match.pile += back
    match.known += len(back)
    if kept:
        _store_contracts(match, p, seat, "keep", kept, back)
    else:
        match.emit("keep", seat, {"contracts": [], "cost": 0, "returned": list(back)})


def _store_contracts(
    match: State,
    p: Player,
    seat: int,
    kind: str,
    numbers: tuple[int, ...],
    back: tuple[int, ...] | None = None,
) -> None:
    cost = current_cost(match)
    p.money -= cost
    p.boxes += numbers
    data: dict[str, object] = {"contracts": list(numbers), "cost": cost}
    if back is not None:
        data["returned"] = list(back)
    match.emit(kind, seat, data)


def _bonus_frame(match: State) -> Bonus:
    frame = match.frames[-1]
    assert isinstance(frame, Bonus)
    return frame


def _draw_obstacle(match: State, p: Player) -> Obstacle | None:
    if not _bonus_frame(match).draws:
        return lambda: illegal_move("no_bonus", _("you have no building bonus now"), "5.3.5")
    if not p.free_boxes:
        return lambda: illegal_move("boxes_full", _("no export box is empty"), "10.8")
    if not match.pile:
        return lambda: illegal_move("used_up", _("the contract pile is empty"), "10.35")
    return None


def _draw_moves(match: State, p: Player, seat: int) -> Sequence[str]:
    return () if _draw_obstacle(match, p) else ("draw",)


def _draw_refusal(match: State, p: Player, seat: int, tokens: list[str]) -> IllegalMove | None:
    return refusal_from(_draw_obstacle(match, p))


def _play_draw(match: State, p: Player, seat: int, tokens: list[str]) -> None:
    frame = _bonus_frame(match)
    match.frames[-1] = Bonus(frame.goods, frame.draws - 1)
    drawn = match.draw_contracts(BUCHANAN_DRAWN if p.clan == "buchanan" else DRAWN)
    match.frames.append(Keep(drawn))
    match.emit("draw", seat, {"contracts": list(drawn)})


# Fulfilling.


def _fulfil_obstacle(match: State, p: Player, tile: Contract) -> TileObstacle | None:
    """The obstacle to fulfilling a contract in an own box."""
    goods = p.goods
    for good, count in enumerate(tile.goods):
        if goods[good] < count:
            return _few_goods_refusal
    missing = missing_animals(p, tile.beef, tile.mutton) if tile.beef or tile.mutton else 0
    return _few_animals_refusal if missing and missing > len(available_waivers(match, p)) else None


def _few_goods_refusal(match: State, p: Player, tile: Contract) -> IllegalMove:
    lacking = (good for good, count in enumerate(tile.goods) if p.goods[good] < count)
    good = next(lacking)
    message = _("contract %(contract)s needs %(count)s %(good)s, you have %(owned)s")
    params = {"contract": tile.id, "count": tile.goods[good], "good": GOODS[good]}
    return illegal_move("no_good", message, "5.3.7", owned=p.goods[good], **params)


def _few_animals_refusal(match: State, p: Player, tile: Contract) -> IllegalMove:
    return illegal_move(
        "no_animal",
        _(
            "contract %(contract)s needs %(beef)s cows and %(mutton)s sheep; you have "
            "%(cows)s and %(sheep)s on the map, and your ports can spare %(spared)s"
        ),
        "5.3.7",
        contract=tile.id,
        beef=tile.beef,
        mutton=tile.mutton,
        cows=p.on_map(COW),
        sheep=p.on_map(SHEEP),
        spared=len(available_waivers(match, p)),
    )


def fulfil_moves(match: State, p: Player, seat: int) -> Sequence[str]:
    if not p.boxes:
        return ()
    boxes = sorted(p.boxes)
    return [FULFIL[k] for k in boxes if _fulfil_obstacle(match, p, contract(k)) is None]


def _fulfil_refusal(match: State, p: Player, seat: int, tokens: list[str]) -> IllegalMove | None:
    which = int(tokens[1])
    if which not in p.boxes:
        message = _("contract %(contract)s is not in your export box; there: %(there)s")
        return illegal_move(
            "not_owned", message, "5.3.7", contract=which, there=list_or_nothing(p.boxes)
        )
    tile = contract(which)
    obstacle = _fulfil_obstacle(match, p, tile)
    return obstacle and obstacle(match, p, tile)


def _play_fulfil(match: State, p: Player, seat: int, tokens: list[str]) -> None:
    number = int(tokens[1])
    tile = contract(number)
    first = not match.frames
    if first:
        match.stage = "after"
        if p.clan == "buchanan":
            match.frames.append(Second(number))
    else:
        match.frames.pop()
    p.boxes = tuple(other for other in p.boxes if other != number)
    for good, count in enumerate(tile.goods):
        p.goods[good] -= count
    paid = {GOODS[good]: count for good, count in enumerate(tile.goods) if count}
    match.emit("fulfil", seat, {"contract": number, "paid": paid})
    if tile.beef or tile.mutton:
        match.frames.append(Meat(number, tile.beef, tile.mutton, available_waivers(match, p)))
    else:
        grant_reward(match, p, seat, tile)


def grant_reward(match: State, p: Player, seat: int, tile: Contract) -> None:
    """Count the imports and gain the money, then open the frame of the rest (ruling 11)."""
    p.add_fulfilled(tile.id)
    coins = 0
    if match.options["imports"] == "scarce":
        for kind, amount in enumerate(tile.imports):
            before = match.imports[kind]
            match.imports[kind] += amount
            coins += (before + amount) // COIN_EVERY - before // COIN_EVERY
    p.money += tile.money + coins
    imports = {IMPORTS[kind]: amount for kind, amount in enumerate(tile.imports) if amount}
    match.emit(
        "imports",
        seat,
        {
            "contract": tile.id,
            "imports": imports,
            "hops": tile.hops,
            "coins": coins,
            "money": tile.money,
        },
    )
    beer = min(MAX_BEER, tile.hops) if p.clan == "macewen" else 0
    match.frames.append(Rewards(tile.id, tile.expand, tile.upgrade, beer))


# Rewards.


def _rewards_frame(match: State) -> Rewards:
    frame = match.frames[-1]
    assert isinstance(frame, Rewards)
    return frame


def _most_beer(match: State, p: Player) -> int:
    return min(_rewards_frame(match).beer, p.goods[GRAIN])


def _brew_moves(match: State, p: Player, seat: int) -> Sequence[str]:
    return [f"brew {n}" for n in range(1, _most_beer(match, p) + 1)]


def _brew_refusal(match: State, p: Player, seat: int, tokens: list[str]) -> IllegalMove | None:
    count = int(tokens[1])
    if p.clan != "macewen":
        return illegal_move("wrong_clan", _("only MacEwen brews"), "2.8")
    if 1 <= count <= _most_beer(match, p):
        return None
    message = _("you cannot brew %(count)s: %(beer)s beer is left, and you have %(grain)s grain")
    params = {"beer": _rewards_frame(match).beer, "grain": p.goods[GRAIN], "count": count}
    return illegal_move("too_many", message, "5.3.7", **params)


def _play_brew(match: State, p: Player, seat: int, tokens: list[str]) -> None:
    count = int(tokens[1])
    frame = _rewards_frame(match)
    match.frames[-1] = frame._replace(beer=frame.beer - count)
    p.goods[GRAIN] -= count
    p.money += count * BEER_POUNDS
    match.emit("brew", seat, {"count": count, "money": count * BEER_POUNDS})


TAKE_ACTION = ActionType(
    {"take": "contract contract?"}, "5.3.4", _take_moves, _take_refusal, _play_take
)
DRAW_ACTION = ActionType({"draw": ""}, "5.3.5", _draw_moves, _draw_refusal, _play_draw)
KEEP_ACTION = ActionType(
    {"keep": "none-or-contract contract?"}, "5.3.5", _keep_moves, _keep_refusal, _play_keep
)
FULFIL_ACTION = ActionType(
    {"fulfil": "contract"}, "5.3.7", fulfil_moves, _fulfil_refusal, _play_fulfil
)
BREW_ACTION = ActionType(
    {"brew": "number"}, "5.3.7", _brew_moves, _brew_refusal, _play_brew, "macewen"
)
