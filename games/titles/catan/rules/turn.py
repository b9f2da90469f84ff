"""The turn: its phases, the stack of phases that interrupt it, and the end (rules 5.1).

`match.stack` holds frames, and the top one decides who acts. A frame is a tuple that begins with
the name of its phase. A phase that is done removes its frame, and the one below continues. So every
interruption returns to where it came from.
"""

from __future__ import annotations

from collections.abc import Callable

from . import (
    building,
    cards,
    events,
    production,
    robber,
    setup,
    trade,
    two_player,
    wagon,
)
from .components import LAST_ROUND, NO_CARDS, OFFERS_PER_TURN, SINGLE_SEATS
from .shared_refusals import OptionalRefusal
from .state import State


def advance(match: State) -> None:
    """Play everything that needs no choice, then set the actors and check for a winner."""
    actors: tuple[int, ...] = ()
    while match.stack:
        actors = PHASE_ACTORS[match.stack[-1][0]](match)
        if actors:
            break
    match.actors = actors
    active = match.active
    if match.points[active] + match.secret[active] >= match.target and actors:
        end_match(match, active)


def end_match(match: State, winner: int) -> None:
    """End the match: all point cards are shown and counted (rules 8.1)."""
    match.winner = winner
    match.stack = []
    match.actors = ()
    if any(map(any, match.cards)):
        match.chance.reveal("development")  # no point cards among them is information too
    for seat, hidden in enumerate(match.secret):
        if hidden:
            match.emit_score(seat, hidden, "vp_cards")
    match.emit("over", None if winner < 0 else winner, {"winner": winner if winner >= 0 else None})


def active_actor(match: State) -> tuple[int, ...]:
    """The active seat as the only actor."""
    return SINGLE_SEATS[match.active]


# The moves of a turn


def start_moves(match: State, seat: int) -> list[str]:
    """Moves before production: `roll` or `event`, development cards, token actions for two."""
    moves = [match.first_move]
    if match.playable[seat] and not match.card_played:
        moves += cards.play_moves(match, seat)
    if match.duel:
        moves += two_player.token_moves(match, seat)
    return moves


def main_moves(match: State, seat: int) -> list[str]:
    """Moves of building, cards and trade; `end` is always legal."""
    brick, lumber, wool, grain, ore = match.hands[seat]
    moves: list[str] = []
    if brick and lumber and wool and grain:
        moves += match.notation.settlement(building.settlement_places(match, seat))
    if ore > 2 and grain > 1:
        moves += match.notation.city(building.city_places(match, seat))
    if brick and lumber:
        moves += match.notation.road(building.road_places(match, seat))
    if match.playable[seat] and not match.card_played:
        moves += cards.play_moves(match, seat)
    if wool and grain and ore and match.bought < len(match.deck):
        moves.append("buy")
    if match.traders and wagon.can_upgrade(match, seat):
        moves.append("upgrade")
    if match.damaged:
        moves += events.repair_moves(match, seat)
    moves += trade.payable_bank_moves(match, seat)
    if match.traders:
        moves += trade.purchase_moves(match, seat)
    if match.offers < OFFERS_PER_TURN and trade.can_offer(match, seat):
        moves.append("offer")
    if match.traders:
        moves.append("travel")
    if match.duel:
        moves += two_player.token_moves(match, seat)
    moves.append("end")
    return moves


def play_end(match: State, seat: int, tokens: list[str]) -> None:
    """Apply `end`: take the next token if one is due, then start the next seat's turn.

    After round 100 the match is over without a winner.
    """
    if match.unloaded:
        wagon.take_next_token(match, seat)
    match.rested[seat] = match.points[seat]
    match.card_played = False
    if match.fresh is not NO_CARDS:
        match.fresh = NO_CARDS
        match.playable[seat] = cards.playable_kinds(match, seat)
    match.offers = 0
    if match.traders:
        match.purchases = 0
        match.movement = 0
        match.arrived = match.gone = match.grain_used = False
        match.tried = 0
        match.unloaded = False
    if match.duel:
        match.token_used = match.retired = False
        match.neutral_tolls = 0
    match.turn += 1
    if match.turn == LAST_ROUND * match.seats:
        end_match(match, -1)
        return
    match.active = active = (seat + 1) % match.seats
    match.stack = [("start",)]
    match.emit("turn", active, {"turn": match.turn + 1, "round": match.turn // match.seats + 1})
    points = match.points[active]
    if points > match.rested[active] and points + sum(match.cards[active]) >= match.target:
        # Hidden cards decide whether the seat wins now, and everybody sees the result.
        match.chance.reveal("development")


def play_road(match: State, seat: int, tokens: list[str]) -> None:
    """Apply `road p`: the seat pays in the main phase; in other phases the road is free."""
    path = match.board.path_index[tokens[1]]
    phase = match.stack[-1][0]
    if phase == "main":
        building.build_road(match, seat, path)
    elif phase == "founding":
        setup.found_road(match, seat, path)
    else:
        cards.build_free_road(match, seat, path)


def road_refusal(match: State, seat: int, tokens: list[str]) -> OptionalRefusal:
    if match.stack[-1][0] == "founding":
        return setup.road_refusal(match, seat, tokens)
    return building.road_refusal(match, seat, tokens)


def play_settlement(match: State, seat: int, tokens: list[str]) -> None:
    """Apply `settlement v`."""
    spot = match.board.spot_index[tokens[1]]
    if match.stack[-1][0] == "founding":
        setup.found_building(match, seat, spot)
    else:
        building.build_settlement(match, seat, spot)


def settlement_refusal(match: State, seat: int, tokens: list[str]) -> OptionalRefusal:
    if match.stack[-1][0] == "founding":
        return setup.settlement_refusal(match, seat, tokens)
    return building.settlement_refusal(match, seat, tokens)


def play_city(match: State, seat: int, tokens: list[str]) -> None:
    """Apply `city v`."""
    spot = match.board.spot_index[tokens[1]]
    if match.stack[-1][0] == "founding":
        setup.found_building(match, seat, spot)
    else:
        building.build_city(match, seat, spot)


def city_refusal(match: State, seat: int, tokens: list[str]) -> OptionalRefusal:
    if match.stack[-1][0] == "founding":
        return setup.city_refusal(match, seat, tokens)
    return building.city_refusal(match, seat, tokens)


ActorsFunction = Callable[[State], tuple[int, ...]]
MovesFunction = Callable[[State, int], list[str]]
Verb = Callable[[State, int, list[str]], None]

# For each phase, the actors. Phases without a choice do their work and return ().
PHASE_ACTORS: dict[str, ActorsFunction] = {
    "founding": setup.founding_actors,
    "start": active_actor,
    "second_throw": production.resolve_second_throw,
    "reveal": events.reveal_event_card,
    "number": events.resolve_number,
    "discard": production.discard_actors,
    "robber": robber.robber_actors,
    "steal": active_actor,
    "barbarian": active_actor,
    "rob": robber.rob_actors,
    "take": events.take_actors,
    "gift": events.gift_actors,
    "aid": events.aid_actors,
    "quake": events.quake_actors,
    "main": active_actor,
    "offer": active_actor,
    "answers": trade.answers_actors,
    "free_roads": cards.free_roads_actors,
    "neutral": two_player.neutral_actors,
    "return": two_player.return_actors,
    "wagon": active_actor,
    "banish": active_actor,
}

# For each phase, the moves of an actor
PHASE_MOVES: dict[str, MovesFunction] = {
    "founding": setup.founding_moves,
    "start": start_moves,
    "discard": production.discard_moves,
    "robber": robber.robber_moves,
    "steal": robber.steal_moves,
    "barbarian": robber.barbarian_moves,
    "rob": robber.rob_moves,
    "take": events.take_moves,
    "gift": events.gift_moves,
    "aid": events.aid_moves,
    "quake": events.quake_moves,
    "main": main_moves,
    "offer": trade.offer_moves,
    "answers": trade.answers_moves,
    "free_roads": cards.free_road_moves,
    "neutral": two_player.neutral_moves,
    "return": two_player.return_moves,
    "wagon": wagon.wagon_moves,
    "banish": wagon.banish_moves,
}

# For each verb, the function that applies a legal move
VERBS: dict[str, Verb] = {
    "settlement": play_settlement,
    "city": play_city,
    "road": play_road,
    "roll": production.play_roll,
    "event": events.play_event,
    "play": cards.play,
    "discard": production.play_discard,
    "robber": robber.play_robber,
    "steal": robber.play_steal,
    "barbarian": robber.play_barbarian,
    "buy": cards.buy,
    "upgrade": wagon.play_upgrade,
    "repair": events.play_repair,
    "bank": trade.play_bank,
    "purchase": trade.play_purchase,
    "offer": trade.play_offer,
    "give": trade.play_give,
    "want": trade.play_want,
    "propose": trade.play_propose,
    "cancel": trade.play_cancel,
    "accept": trade.play_accept,
    "decline": trade.play_decline,
    "trade": trade.play_trade,
    "travel": wagon.play_travel,
    "go": wagon.play_go,
    "grain": wagon.play_grain,
    "drive": wagon.play_drive,
    "banish": wagon.play_banish,
    "take": events.play_take,
    "gift": events.play_gift,
    "aid": events.play_aid,
    "rob": robber.play_rob,
    "quake": events.play_quake,
    "neutral": two_player.play_neutral,
    "token": two_player.play_token,
    "return": two_player.play_return,
    "retire": two_player.play_retire,
    "end": play_end,
}
