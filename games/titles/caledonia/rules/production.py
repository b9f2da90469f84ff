"""The production phase: its automatic part and the simultaneous decisions of the seats.

Rules 5.3 (production), 6 (`produce`, `cellar`, `butter`), rulings 28, 30, 32.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.match import IllegalMove, illegal_move
from games.rules.reasons import Verb
from games.rules.reasons import gettext_noop as _

from .action_type import ActionType
from .clans import empty_place, no_cellar_refusal
from .components import (
    BAKERY,
    BASIC,
    BREAD,
    CELLAR,
    CHEESE,
    DAIRY,
    DISTILLERY,
    GOODS,
    GRAIN,
    INCOME,
    MILK,
    MILK_POUNDS,
    MINER,
    TECH_EXTRA,
    WHISKY,
    WHISKY_POUNDS,
    WOODCUTTER,
    WORKER,
    WORKER_INCOME,
    YIELD,
)
from .notation import production_moves
from .player import Player
from .state import State

# The next decision of a seat.
NOTHING, PRODUCE, CELLAR_STEP, BUTTER = range(4)
SECTION = "5.3.10"
STEP_NAMES = ("", "produce", "cellar", "butter")


def income(p: Player) -> int:
    """Return the pounds that a seat's workers earn."""
    total = WORKER_INCOME * p.by_unit[WORKER].bit_count()
    for tile, unit in enumerate((WOODCUTTER, MINER)):
        each = INCOME[tile] + (TECH_EXTRA if p.techs >> tile & 1 else 0)
        total += each * p.by_unit[unit].bit_count()
    return total


def begin_production(match: State) -> None:
    """Play the automatic part for all seats, then set the first decision of each seat."""
    match.phase = "production"
    for seat, p in enumerate(match.players):
        _age_barrels(match, p, seat)
    for seat, p in enumerate(match.players):
        money = income(p)
        p.money += money
        made = {}
        for good in BASIC:
            count = YIELD[good] * p.by_unit[good].bit_count()
            p.goods[good] += count
            if count:
                made[GOODS[good]] = count
        match.emit("income", seat, {"money": money, "goods": made, "auto": True})
    match.steps = [_first_step(p) for p in match.players]


def _age_barrels(match: State, p: Player, seat: int) -> None:
    """Move every barrel one place on; one that leaves the last place brings its money."""
    oldest = len(CELLAR) - 1
    if p.cellar >> oldest & 1:
        empty_place(match, p, seat, oldest, auto=True)
    if p.cellar:
        p.cellar <<= 1
        places = [place for place in range(len(CELLAR)) if p.cellar >> place & 1]
        match.emit("age", seat, {"places": places, "auto": True})


def production_limits(p: Player) -> tuple[int, int, int, int]:
    """Return the most cheese, bread and whisky possible, and the grain shared by the latter two."""
    grain = p.goods[GRAIN]
    return (
        min(p.on_map(DAIRY), p.goods[MILK]),
        min(p.on_map(BAKERY), grain),
        min(p.on_map(DISTILLERY), grain),
        grain,
    )


def _first_step(p: Player) -> int:
    cheese, bread, whisky, _grain = production_limits(p)
    return PRODUCE if cheese or bread or whisky else _last_step(p)


def _last_step(p: Player) -> int:
    return BUTTER if p.clan == "cunningham" and p.goods[MILK] else NOTHING


def _is_deciding(match: State, seat: int, step: int) -> bool:
    return match.steps[seat] == step


def _other_decision_refusal(match: State, seat: int) -> IllegalMove:
    step = Verb(STEP_NAMES[match.steps[seat]])
    return illegal_move("other_decision", _("now you decide on: %(step)s"), SECTION, step=step)


def _produce_moves(match: State, p: Player, seat: int) -> Sequence[str]:
    return production_moves(*production_limits(p)) if _is_deciding(match, seat, PRODUCE) else ()


def _produce_refusal(match: State, p: Player, seat: int, tokens: list[str]) -> IllegalMove | None:
    if not _is_deciding(match, seat, PRODUCE):
        return _other_decision_refusal(match, seat)
    wanted = [int(token) for token in tokens[1:]]
    *most, grain = production_limits(p)
    for count, limit, good in zip(wanted, most, GOODS[3:], strict=True):
        if count > limit:
            message = _("you can make %(most)s %(good)s at most, not %(count)s")
            return illegal_move("too_many", message, SECTION, most=limit, good=good, count=count)
    needed = wanted[1] + wanted[2]
    if needed > grain:
        message = _("bread and whisky need %(needed)s grain, you have %(owned)s")
        return illegal_move("no_good", message, SECTION, needed=needed, owned=grain)
    return None


def _cellar_moves(match: State, p: Player, seat: int) -> Sequence[str]:
    return ("cellar yes", "cellar no") if _is_deciding(match, seat, CELLAR_STEP) else ()


def _cellar_refusal(match: State, p: Player, seat: int, tokens: list[str]) -> IllegalMove | None:
    if p.clan != "mackenzie":
        return no_cellar_refusal()
    return None if _is_deciding(match, seat, CELLAR_STEP) else _other_decision_refusal(match, seat)


def _butter_moves(match: State, p: Player, seat: int) -> Sequence[str]:
    if not _is_deciding(match, seat, BUTTER):
        return ()
    return [f"butter {n}" for n in range(p.goods[MILK] + 1)]


def _butter_refusal(match: State, p: Player, seat: int, tokens: list[str]) -> IllegalMove | None:
    if p.clan != "cunningham":
        return illegal_move("wrong_clan", _("only Cunningham makes butter"), "2.8")
    if not _is_deciding(match, seat, BUTTER):
        return _other_decision_refusal(match, seat)
    owned, count = p.goods[MILK], int(tokens[1])
    if count > owned:
        message = _("you have %(owned)s milk, not %(count)s")
        return illegal_move("no_good", message, SECTION, owned=owned, count=count)
    return None


def _play_produce(match: State, p: Player, seat: int, tokens: list[str]) -> None:
    cheese, bread, whisky = (int(token) for token in tokens[1:])
    p.goods[MILK] -= cheese
    p.goods[GRAIN] -= bread + whisky
    p.goods[CHEESE] += cheese
    p.goods[BREAD] += bread
    p.goods[WHISKY] += whisky
    money = WHISKY_POUNDS * whisky if p.clan == "mackenzie" else 0
    p.money += money
    data = {"cheese": cheese, "bread": bread, "whisky": whisky, "money": money}
    match.emit("produce", seat, data)
    ages = p.clan == "mackenzie" and whisky
    match.steps[seat] = CELLAR_STEP if ages else _last_step(p)


def _play_cellar(match: State, p: Player, seat: int, tokens: list[str]) -> None:
    if tokens[1] == "yes":
        p.goods[WHISKY] -= 1
        p.cellar |= 1
    match.emit("cellar", seat, {"laid_down": tokens[1] == "yes"})
    match.steps[seat] = NOTHING


def _play_butter(match: State, p: Player, seat: int, tokens: list[str]) -> None:
    count = int(tokens[1])
    p.goods[MILK] -= count
    p.money += count * MILK_POUNDS
    match.emit("butter", seat, {"count": count, "money": count * MILK_POUNDS})
    match.steps[seat] = NOTHING


PRODUCE_ACTION = ActionType(
    {"produce": "number number number"}, SECTION, _produce_moves, _produce_refusal, _play_produce
)
CELLAR_ACTION = ActionType(
    {"cellar": "yes-or-no"}, SECTION, _cellar_moves, _cellar_refusal, _play_cellar
)
BUTTER_ACTION = ActionType(
    {"butter": "number"}, SECTION, _butter_moves, _butter_refusal, _play_butter
)
