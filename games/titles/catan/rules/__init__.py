"""Catan: the base game for three and four, Catan for two, and the scenario Traders & Barbarians.

Read `state` first, on which all others stand. Concepts one by one: the board (`grid`, `layout`,
`setup`), production and the seven (`production`, `robber`), building (`building`, `longest_road`),
cards (`cards`), trade (`trade`), wagons (`wagon`, `routes`), events (`events`), the game for two
(`duel`, `tokens`); the turn that ties them together is `turn`, and `match` is what the site plays.
Each has the list of its moves, what they do and why they are refused; `refusals` is the way to
these reasons, `spelling` how moves are written.
"""

from games.rules.game import Game, Option, PrivateEvent

from .match import CatanMatch
from .view import View

OFFER_DRAFT_VERBS = ("offer", "give", "want", "cancel")  # an offer nobody has been asked about yet
PRIVATE_CARD_EVENTS = (
    *("bought_card", "stolen_card", "gift_card", "given_card"),
    *("forced_cards", "returned_cards"),
)
# Whoever pays, offers or accepts has the cards; whoever plays a card had it.
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
    private=tuple(PrivateEvent(kind) for kind in (*OFFER_DRAFT_VERBS, *PRIVATE_CARD_EVENTS)),
    telling=frozenset(REVEALING_VERBS),
    forgotten=frozenset({"purchase", "take", "bank"}),  # no seat counts the cards of another
    view=View,
)
