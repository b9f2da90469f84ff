"""The viewer's area: hand, build list, trade, and the decision to make."""

from __future__ import annotations

from typing import Any, NamedTuple

from . import build_list, decision_card, hand, hud, trade
from .spots import Spots


class SeatBoard(NamedTuple):
    """The rows that the card of a seat opens."""

    rows: tuple[tuple[str, str], ...]


class Dock(NamedTuple):
    """The bar at the foot of a phone: the viewer's piles, and buttons that open the rest."""

    hand: hand.Hand
    may_build: bool
    may_trade: bool
    may_play: bool


def seat_area(spots: Spots) -> dict[str, Any]:
    """Return the values that the templates of these zones draw."""
    mine = None if spots.scene.over else hand.hand_of(spots)
    building = build_list.build_list(spots)
    composer = trade.offer_composer(spots)
    dock = None
    if mine is not None and building is not None and composer is not None:
        dock = Dock(
            mine,
            any(row.places or row.spot for row in building.rows),
            not composer.why,
            any(card.spot or card.sheet for card in mine.cards)
            or bool(mine.tokens and mine.tokens.spots),
        )
    seats: dict[int, hud.Rows] = dict.fromkeys(range(spots.view["seats"]), ())
    if spots.scene.is_in_words:  # otherwise the rows are collapsed
        seats = hud.seat_rows(spots.land)
    return {
        "hand": mine,
        "build": building,
        "trade": composer,
        "offer": trade.open_offer(spots),
        "ask": decision_card.decision_card(spots),
        "gift": decision_card.chosen_gift_text(spots),
        "sheets": hand.choice_sheets(spots) if mine is not None else (),
        "dock": dock,
        "seats": {seat: SeatBoard(rows) for seat, rows in seats.items()},
    }
