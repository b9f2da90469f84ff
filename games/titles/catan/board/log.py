"""The log of Catan: sentences and highlights by kind of event."""

from __future__ import annotations

import games.rules as rules
from games.boards.sentences import By, Each, Placeholders, Sentence, Table, When, of, seat_name
from games.boards.translations import join_list
from games.boards.view_models import Text

from ..rules.components import SEVEN
from . import vocabulary
from .places import map_code
from .translations import gettext_lazy as _


def is_automatic(event: rules.Event) -> bool:
    """Return whether the rules did this automatically, without a decision."""
    if event.kind == "robber":
        return event.seat is None
    return bool(event.data.get("auto")) or event.kind in ("shortage", "new_year", "no_deal")


def _holder_sentence(held: Text, nobody: Text, key: str) -> Sentence:
    """A sentence about a special card that changes hands, with a number of its new holder."""
    holder = of(vocabulary.owner, "to", "names")
    return Sentence(When("to", nobody, equals=None), held, name=holder, n=key)


# The log shows a trade when it is proposed and when it is completed.
SILENT_EVENT_KINDS = frozenset(("offer", "give", "want", "cancel", "accept"))

SENTENCES: Table = {
    **dict.fromkeys(SILENT_EVENT_KINDS, ""),
    # the island and buildings
    "setup": _("The island is ready. Players place their first buildings."),
    "build": By(
        "piece",
        {
            "road": _("%(name)s builds a road at %(place)s."),
            "settlement": _("%(name)s builds a settlement at %(place)s."),
            "city": _("%(name)s builds a city at %(place)s."),
        },
    ),
    "neutral": Sentence(
        When("piece", _("A road for %(owner)s is placed at %(place)s."), equals="road"),
        _("A settlement for %(owner)s is built at %(place)s."),
    ),
    "first_cards": Sentence(
        When("gains", _("%(name)s gets starting cards: %(wares)s.")),
        _("%(name)s gets no starting cards."),
        wares=of(vocabulary.wares, "gains"),
    ),
    "score": Sentence(
        # the sentence of the building says it
        When(lambda data: data["reason"] in ("settlements", "cities"), ""),
        When(lambda data: data["amount"] < 0, _("%(name)s loses %(points)s: %(reason)s.")),
        _("%(name)s gets %(points)s: %(reason)s."),
        points=of(lambda n: vocabulary.points(abs(n)), "amount"),
    ),
    # turns and production
    "turn": _("Round %(round)s: %(name)s's turn."),
    "roll": Sentence(
        When(
            "thrown_again",
            _("%(name)s rolls %(number)s (%(one)s + %(other)s), after re-rolling %(again)s."),
        ),
        _("%(name)s rolls %(number)s (%(one)s + %(other)s)."),
        one=of(lambda dice: dice[0], "dice"),
        other=of(lambda dice: dice[1], "dice"),
    ),
    "event": Sentence(
        When(
            # Its effect depends on the scenario, which a log line does not know. If the card does
            # anything, the next log line says so.
            lambda data: data["event"] in vocabulary.TRADERS_EVENT_EFFECTS,
            _("%(name)s turns over a card: %(event)s, number %(number)s."),
        ),
        _("%(name)s turns over a card: %(event)s, number %(number)s. %(effect)s"),
    ),
    "new_year": _("New year: the event cards are shuffled."),
    "produce": _("Production on %(number)s: %(shares)s."),
    "shortage": _("The bank does not have enough %(ware)s for everyone."),
    "discard": _("%(name)s discards %(n)s %(ware)s."),
    # the robber and barbarians
    "robber": Sentence(
        When(
            "seat", _("The robber returns from %(here)s to the desert at %(there)s."), equals=None
        ),
        _("%(name)s moves the robber from %(here)s to %(there)s."),
    ),
    "barbarian": _("%(name)s moves a barbarian from %(here)s to %(there)s."),
    "steal": _("%(name)s takes a card from %(victim)s."),
    "stolen_card": Sentence(
        _("The card is %(ware)s. Only %(name)s and %(victim)s see this during the match."),
        name=seat_name("thief"),
    ),
    # development cards
    "buy": Sentence(_("%(name)s buys a development card (%(n)s left)."), n="left"),
    "bought_card": _("The card is %(card)s. Only %(name)s sees this during the match."),
    "play": _("%(name)s plays a card: %(card)s."),
    "plenty": _("%(name)s takes %(wares)s from the bank."),
    "monopoly": Sentence(
        _("All %(ware)s goes to %(name)s: %(shares)s."),
        shares=Each("taken", Sentence(_("%(name)s %(n)s"), name=seat_name("key"), n="value")),
    ),
    "swift": _("%(name)s drives a second time with %(points)s."),
    # special cards
    "largest_army": _holder_sentence(
        _("%(name)s now has the Largest Army: knights %(n)s."),
        _("Nobody has the Largest Army any more."),
        "knights",
    ),
    "longest_road": _holder_sentence(
        _("%(name)s now has the Longest Road: length %(n)s."),
        _("Nobody has the Longest Road any more."),
        "length",
    ),
    "harbourmaster": _holder_sentence(
        _("%(name)s is now the Harbourmaster: harbour points %(n)s."),
        _("Nobody is the Harbourmaster any more."),
        "points",
    ),
    "over": Sentence(
        When("winner", _("The match ends after the last round without a winner."), equals=None),
        _("%(name)s wins the match."),
        name=seat_name("winner"),
    ),
    # trade
    "bank": Sentence(
        _("%(name)s gives the bank %(give)s for %(get)s."),
        give=of(lambda ware, n: vocabulary.wares({ware: n}), "give", "count"),
        get=of(lambda ware: vocabulary.wares({ware: 1}), "get"),
    ),
    "purchase": _("%(name)s buys one %(ware)s for %(gold)s."),
    "propose": _("%(name)s offers %(asked)s %(give)s for %(want)s."),
    "withdraw": _("%(name)s withdraws the offer."),
    "no_deal": _("Nobody accepts the offer of %(name)s."),
    "decline": _("%(name)s declines."),
    "trade": Sentence(_("%(name)s gives %(other)s %(give)s for %(want)s."), other="with"),
    # events
    "quake": Sentence(_("%(name)s's road at %(place)s is damaged."), place="path"),
    "repair": Sentence(_("%(name)s repairs the road at %(place)s."), place="path"),
    "take": _("%(name)s takes one %(ware)s from the bank."),
    "gift": _("%(name)s has chosen a card to give."),
    "gift_card": _("The card is %(ware)s. Only %(name)s sees this during the match."),
    "given": _("%(name)s gives a card to %(other)s."),
    "given_card": Sentence(
        _("The card is %(ware)s. Only %(name)s and %(other)s see this during the match."),
        name=seat_name("giver"),
    ),
    "aid": _("%(name)s helps %(other)s with one %(ware)s."),
    # the game for two
    "tokens": _("%(name)s gets %(tokens)s and has %(now)s."),
    "token": Sentence(
        By(
            "action",
            {
                "trade": _("%(name)s pays %(tokens)s to force an exchange."),
                "robber": _("%(name)s pays %(tokens)s to send the robber away."),
                "barbarian": _("%(name)s pays %(tokens)s to send a barbarian away."),
            },
        ),
        tokens="price",
    ),
    "forced": Sentence(_("%(name)s draws %(cards)s from %(other)s."), other="from"),
    "forced_cards": _("Drawn by %(name)s: %(wares)s."),
    "return": _("%(name)s gives %(cards)s back to %(other)s."),
    "returned_cards": _("Given back by %(name)s: %(wares)s."),
    "retire": _("%(name)s retires a knight."),
    # wagons
    "upgrade": _("%(name)s upgrades the wagon to level %(level)s."),
    "travel": _("%(name)s sends the wagon off with %(points)s."),
    "go": _("%(name)s's wagon drives from %(here)s to %(there)s (%(points)s)."),
    "toll": Sentence(
        When("to", _("%(name)s pays a toll of %(gold)s to the bank."), equals=None),
        _("%(name)s pays a toll of %(gold)s to %(other)s."),
    ),
    "deliver": _("%(name)s delivers %(good)s to the %(goal)s and gets %(gold)s."),
    "load": Sentence(
        _("%(name)s loads %(good)s for the %(destination)s at the %(goal)s."), goal="at"
    ),
    "grain": _("%(name)s feeds one grain and gets %(points)s."),
    "drive": Sentence(
        When("success", _("%(name)s rolls %(die)s and drives off the barbarian at %(place)s.")),
        _("%(name)s rolls %(die)s: the barbarian at %(place)s stays."),
        place="path",
    ),
}
PLACEHOLDERS: Placeholders = {
    "again": of(lambda throws: join_list(map(sum, throws)), "thrown_again"),
    "asked": of(lambda seats, names: join_list(names[seat] for seat in seats), "asked", "names"),
    "card": vocabulary.CARDS,
    "cards": of(vocabulary.card_count, "count"),
    "destination": vocabulary.GROUNDS,
    "effect": of(vocabulary.EVENT_EFFECTS, "event"),
    "event": vocabulary.EVENTS,
    "give": vocabulary.wares,
    "goal": vocabulary.GROUNDS,
    "gold": vocabulary.gold,
    "good": vocabulary.GOODS,
    "here": of(map_code, "from"),
    "n": "count",
    "other": seat_name("to"),
    "owner": of(vocabulary.NEUTRALS, "neutral"),
    "place": of(map_code, "at"),
    "points": vocabulary.movement,
    "reason": vocabulary.REASONS,
    "shares": Each(
        lambda data: dict(sorted(data["gains"].items())),
        Sentence(
            _("%(name)s %(wares)s"), name=seat_name("key"), wares=of(vocabulary.wares, "value")
        ),
        "; ".join,
    ),
    "there": of(map_code, "to"),
    "tokens": of(vocabulary.tokens, "count"),
    "victim": seat_name("victim"),
    "want": vocabulary.wares,
    "ware": of(vocabulary.WARES, "resource"),
    "wares": of(vocabulary.counted_wares, "resources"),
}
HIGHLIGHTS: Table = {
    **{
        card: Sentence(When("to", "", equals=None), vocabulary.REASONS[card])
        for card in vocabulary.SPECIAL_CARDS
    },
    **dict.fromkeys(("roll", "event"), Sentence(When("number", _("Seven"), equals=SEVEN))),
}
