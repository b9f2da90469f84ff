"""Between the turns: preparation, solo market, scoring phase, end of the match.

Rules 5.3, 5.6, 8.
"""

from __future__ import annotations

from . import scoring
from .clans import empty_place
from .components import CELLAR, GOOD_ID, GOODS, HIGH, LOW, PRICE_DIE, ROUNDS, TRACKS
from .market import move_price
from .state import State

SOLO_GOODS = 3


def score_round(match: State) -> None:
    """Play the scoring phase: every seat gains the glory of the round's tile."""
    if not match.tiles:
        return
    tile = match.tiles[match.round - 1]
    gained = [scoring.tile_glory(match, p, tile) for p in match.players]
    match.emit("scoring", None, {"tile": tile, "round": match.round, "glory": gained})
    for seat, (p, glory) in enumerate(zip(match.players, gained, strict=True)):
        if glory:
            p.glory += glory
            match.emit_score(seat, glory, f"scoring_tile:{tile}")


def begin_first_round(match: State) -> None:
    match.round = 1
    match.emit("round", None, {"round": 1, "order": list(match.order)})
    match.begin_turn(match.order[0])


def begin_next_round(match: State) -> None:
    """Play the preparation of the next round (rules 5.3); after the last round, end the match."""
    if match.round == ROUNDS:
        end_match(match)
        return
    match.round += 1
    match.order, match.passed = match.passed, ()
    for p in match.players:
        p.merchants += sum(map(abs, p.areas))
        p.areas = [0] * len(GOODS)
    match.emit("round", None, {"round": match.round, "order": list(match.order)})
    slot = _move_solo_market(match) if match.seats == 1 else None
    _refill_contracts(match)
    if slot is not None and match.slots[slot]:
        removed = match.slots[slot]
        match.slots = (*match.slots[:slot], 0, *match.slots[slot + 1 :])
        match.emit("removed", None, {"contract": removed, "slot": slot + 1})
    match.begin_turn(match.order[0])


def _move_solo_market(match: State) -> int:
    """Move three prices; return the slot of the last roll, which loses its contract (5.6)."""
    face = 0
    for name in match.chance.draw("goods", GOODS, SOLO_GOODS):
        good = GOOD_ID[name]
        face = match.chance.roll("price", len(PRICE_DIE))
        steps = solo_price_steps(match.market[good], PRICE_DIE[face - 1])
        move_price(match, good, steps)
        new = TRACKS[good][match.market[good]]
        data = {"good": name, "die": PRICE_DIE[face - 1], "steps": steps, "new_price": new}
        match.emit("price", None, data)
    return face - 1


def solo_price_steps(position: int, rolled: int) -> int:
    """Return the steps of a solo price: low markers rise, high ones fall, others follow the die.

    >>> solo_price_steps(1, -3), solo_price_steps(8, 3), solo_price_steps(4, -2)
    (3, -3, -2)
    """
    if position <= LOW:
        return abs(rolled)
    return -abs(rolled) if position >= HIGH else rolled


def _refill_contracts(match: State) -> None:
    empty = [slot for slot, number in enumerate(match.slots) if not number]
    drawn = match.draw_contracts(len(empty))
    if not drawn:
        return
    slots = list(match.slots)
    for slot, number in zip(empty, drawn, strict=False):
        slots[slot] = number
    match.slots = tuple(slots)
    match.emit("refill", None, {"contracts": list(drawn), "slots": list(match.slots)})


def end_match(match: State) -> None:
    """Empty the cellars and count the final points."""
    match.phase = "over"
    match.actors = ()
    for seat, p in enumerate(match.players):
        for place in reversed(range(len(CELLAR))):
            if p.cellar >> place & 1:
                empty_place(match, p, seat, place, auto=True)
    breakdowns = scoring.breakdowns(match)
    for seat, points in enumerate(breakdowns):
        for key in scoring.AT_THE_END:
            if points[key]:
                match.emit_score(seat, points[key], key)
    match.emit("end", None, {"totals": [sum(points.values()) for points in breakdowns]})
