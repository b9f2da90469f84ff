"""How Barter is shown: a board from shared widgets."""

from __future__ import annotations

from typing import Any

from games.boards.base import MAP_SCRIPTS, Presenter, Scene, Stat, Zone
from games.boards.hud import StatTable
from games.boards.sentences import seat_name
from games.boards.translations import translations_for, words
from games.boards.widgets import Card, Hex, MarketRow, MoveButton, Slot, Stock, track_steps

from ..rules import GOODS, HEXES, PRICES, RENOWN

_ = translations_for("barter").gettext_lazy


class BarterPresenter(Presenter):
    """A hand, a market, a track and a map of hexes."""

    is_drawn = True
    stylesheets, scripts = ("css/map.css",), MAP_SCRIPTS
    board_zones = (Zone("barter-market", _("Market")), Zone("barter-town", _("Town")))
    _goods = words(_("coins"), _("cloth"), _("salt"))
    _stats = StatTable("barter", "sprite.svg", _goods)
    words = {
        **_goods,
        **words(_("Barter"), _("phase"), _("round"), _("turn"), _("bonus"), _("deck"), _("hands")),
        **words(_("offered"), _("hand"), _("town"), _("purses"), _("prices"), _("houses")),
        **words(_("renown"), _("scores"), _("offers"), _("turns"), _("cards"), _("luck")),
        **words(_("offer"), _("withdraw"), _("play"), _("draw"), _("roll"), _("buy"), _("sell")),
        **words(_("build")),
        "actors": _("to decide"),
        "over": _("the end"),
    }
    prompts = {
        "offers": _("Offer a card: the next seat gets it."),
        "turns": _("Play a card, draw one, roll the die, trade or build."),
    }
    event_sentences = {
        "offered": _("%(name)s offers a card."),
        "offered_card": _("%(name)s offers card %(card)s."),
        "given": _("%(name)s gives a card to %(to)s."),
        "given_card": _("It is card %(card)s."),
        "drawn": _("%(name)s draws a card; %(left)s are left."),
        "drawn_card": _("%(name)s draws card %(card)s."),
        "play": _("%(name)s plays card %(card)s."),
        "buy": _("%(name)s buys %(good)s for %(price)s."),
        "sell": _("%(name)s sells %(good)s for %(price)s."),
        "build": _("%(name)s builds a house on %(place)s."),
        "bonus": _("Cards are worth %(number)s more in this round."),
        "roll": _("%(name)s rolls a %(number)s."),
        "withdraw": _("%(name)s takes the offer back."),
        "score": "",  # the sentence of the card, the die or the house says it
        "over": _("The match is over."),
    }
    event_placeholders = {"to": seat_name("to"), "good": _goods}

    def blurb(self) -> str:
        return str(_("Offer a card in secret, and make the most of those that you get."))

    def stats(self, scene: Scene, seat: int) -> tuple[Stat, ...]:
        return self._stats(scene.view["town"]["purses"][seat]) if scene.view["town"] else ()

    def thumbnail_data(self, scene: Scene) -> tuple[int, ...]:
        return tuple(scene.view["scores"])

    def board(self, scene: Scene) -> dict[str, Any]:
        view, town, me, spots = scene.view, scene.view["town"], scene.seat, self.spots(scene)
        own = dict.fromkeys(GOODS) if me is None or not town else town["purses"][me]
        rows = town and tuple(
            MarketRow(good, PRICES, at, own[good], spots(f"buy {good}"), spots(f"sell {good}"))
            for good, at in town["prices"].items()
        )
        hexes = town and tuple(
            Hex(q, r, good, place, town["houses"].get(place), spots(f"build {place}"))
            for place, (q, r, good) in HEXES.items()
        )
        deck, die = (
            Stock("deck", view["deck"], spot=spots("draw")),
            MoveButton(spots("roll"), "roll"),
        )
        offer = Slot("offer" if view["offer"] else "", spots("withdraw"))
        return {
            "hand": tuple(
                Card(str(card), str(card), spot=spots(f"offer {card}") or spots(f"play {card}"))
                for card in view["hand"] or ()
            ),
            "cards": (me in scene.actors, deck, offer, die),
            "market": town and (rows, track_steps(RENOWN, town["renown"]), tuple(scene.names)),
            "town": town and (hexes, tuple(scene.names)),
            "seats": {seat: (Card("", is_back=True),) * n for seat, n in enumerate(view["hands"])},
        }


PRESENTER = BarterPresenter
