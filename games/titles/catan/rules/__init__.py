"""Catan: the base game for 3 and 4, Catan for two, and the scenario Traders & Barbarians.

Start with `state`: all other modules use it. Each subject has its modules:

- the board: `grid`, `layout`, `setup`
- production and the seven: `production`, `robber`
- building: `building`, `longest_road`
- development cards: `cards`
- trade: `trade`
- wagons: `wagon`, `routes`
- event cards: `events`
- the game for two: `two_player`, `tokens`

`turn` connects them to turns, and `match` is the class that the site plays. Each of these modules
lists its legal moves, applies them and explains refusals. `refusal` finds the reason for any
illegal move. `move_syntax` checks how a move is written, and `notation` writes moves.
"""

from games.rules.game import Game, Option, PrivateEvent

from .match import CatanMatch
from .view import View

OFFER_DRAFT_VERBS = ("offer", "give", "want", "cancel")  # the offer is not proposed yet
PRIVATE_CARD_EVENTS = (
    *("bought_card", "stolen_card", "gift_card", "given_card"),
    *("forced_cards", "returned_cards"),
)
# A seat that pays, offers or accepts has the cards; a seat that plays a card had it.
REVEALING_VERBS = (
    *("settlement", "city", "road", "buy", "upgrade", "repair", "grain"),
    *("bank", "propose", "accept", "trade", "discard", "aid", "play"),
)

GAME = Game(
    key="catan",
    name="Catan",
    seats=range(2, 5),
    options=(
        Option(
            "scenario",
            ("base", "traders"),
            "base",
            "base: the base game. traders: wagons carry goods between castle, quarry and "
            "glassworks past barbarians; 13 points win.",
        ),
        Option(
            "friendly_robber",
            ("off", "on"),
            "off",
            "The robber spares seats with at most 2 points (in traders, barbarians spare the "
            "roads of seats with at most 3).",
        ),
        Option(
            "events",
            ("off", "on"),
            "off",
            "A deck of event cards takes the place of the dice.",
        ),
        Option(
            "harbourmaster",
            ("off", "on"),
            "off",
            "2 points for the most buildings on harbours, from 3; the target rises by 1.",
        ),
    ),
    match=CatanMatch,
    version=2,  # the next token after a delivery waits for the end of the turn (rules 5.8)
    private_events=tuple(PrivateEvent(kind) for kind in (*OFFER_DRAFT_VERBS, *PRIVATE_CARD_EVENTS)),
    revealing_verbs=frozenset(REVEALING_VERBS),
    forgettable_event_kinds=frozenset(
        {"purchase", "take", "bank"}
    ),  # a seat does not count others' cards
    suits_duplicate=True,
    view=View,
)
