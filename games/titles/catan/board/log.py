"""The log of Catan: one function for each kind of event turns it into a sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import games.rules as rules
from games.boards.translations import join_list

from ..rules.components import SEVEN
from . import vocabulary
from .places import map_code
from .translations import gettext as _

Data = dict[str, Any]
Names = Sequence[str]
Line = Callable[[str, Data, Names], str]


def log_line(event: rules.Event, names: Names) -> str:
    """Return the sentence of an event; "" if another event of the same move says it all."""
    name = names[event.seat] if event.seat is not None else ""
    return LOG_LINES[event.kind](name, event.data, names)


def is_automatic(event: rules.Event) -> bool:
    """Return whether the rules did this automatically, without a decision."""
    if event.kind == "robber":
        return event.seat is None
    return bool(event.data.get("auto")) or event.kind in ("shortage", "new_year", "no_deal")


def _shares_text(gains: dict[str, dict[str, int]], names: Names) -> str:
    return "; ".join(
        _("%(name)s %(wares)s") % {"name": names[int(seat)], "wares": vocabulary.wares(gain)}
        for seat, gain in sorted(gains.items())
    )


# the island and buildings


def _setup(name: str, data: Data, names: Names) -> str:
    return _("The island is ready. Players place their first buildings.")


BUILD_LINES: dict[str, Callable[[], str]] = {
    "road": lambda: _("%(name)s builds a road at %(place)s."),
    "settlement": lambda: _("%(name)s builds a settlement at %(place)s."),
    "city": lambda: _("%(name)s builds a city at %(place)s."),
}


def _build(name: str, data: Data, names: Names) -> str:
    return BUILD_LINES[data["piece"]]() % {"name": name, "place": map_code(data["at"])}


def _neutral(name: str, data: Data, names: Names) -> str:
    values = {
        "name": name,
        "owner": vocabulary.NEUTRALS[data["neutral"]],
        "place": map_code(data["at"]),
    }
    if data["piece"] == "road":
        return _("A road for %(owner)s is placed at %(place)s.") % values
    return _("A settlement for %(owner)s is built at %(place)s.") % values


def _first_cards(name: str, data: Data, names: Names) -> str:
    if not data["gains"]:
        return _("%(name)s gets no starting cards.") % {"name": name}
    values = {"name": name, "wares": vocabulary.wares(data["gains"])}
    return _("%(name)s gets starting cards: %(wares)s.") % values


def _score(name: str, data: Data, names: Names) -> str:
    if data["reason"] in ("settlements", "cities"):
        return ""  # the log line of the building says it
    values = {"name": name, "reason": vocabulary.REASONS[data["reason"]]}
    if data["amount"] < 0:
        values["points"] = vocabulary.points(-data["amount"])
        return _("%(name)s loses %(points)s: %(reason)s.") % values
    values["points"] = vocabulary.points(data["amount"])
    return _("%(name)s gets %(points)s: %(reason)s.") % values


# turns and production


def _turn(name: str, data: Data, names: Names) -> str:
    values = {"name": name, "round": data["round"]}
    return _("Round %(round)s: %(name)s's turn.") % values


def _roll(name: str, data: Data, names: Names) -> str:
    values = {"name": name, "number": data["number"]}
    values["one"], values["other"] = data["dice"]
    if data["thrown_again"]:
        values["again"] = join_list(str(sum(dice)) for dice in data["thrown_again"])
        return (
            _("%(name)s rolls %(number)s (%(one)s + %(other)s), after re-rolling %(again)s.")
            % values
        )
    return _("%(name)s rolls %(number)s (%(one)s + %(other)s).") % values


def _event(name: str, data: Data, names: Names) -> str:
    values = {
        "name": name,
        "event": vocabulary.EVENTS[data["event"]],
        "number": data["number"],
    }
    if data["event"] in vocabulary.TRADERS_EVENT_EFFECTS:
        # Its effect depends on the scenario, which a log line does not know. If the card does
        # anything, the next log line says so.
        return _("%(name)s turns over a card: %(event)s, number %(number)s.") % values
    values["effect"] = vocabulary.EVENT_EFFECTS[data["event"]]
    return _("%(name)s turns over a card: %(event)s, number %(number)s. %(effect)s") % values


def _new_year(name: str, data: Data, names: Names) -> str:
    return _("New year: the event cards are shuffled.")


def _produce(name: str, data: Data, names: Names) -> str:
    values = {"number": data["number"], "shares": _shares_text(data["gains"], names)}
    return _("Production on %(number)s: %(shares)s.") % values


def _shortage(name: str, data: Data, names: Names) -> str:
    return _("The bank does not have enough %(ware)s for everyone.") % {
        "ware": vocabulary.WARES[data["resource"]]
    }


def _discard(name: str, data: Data, names: Names) -> str:
    values = {"name": name, "n": data["count"], "ware": vocabulary.WARES[data["resource"]]}
    return _("%(name)s discards %(n)s %(ware)s.") % values


# the robber and barbarians


def _robber(name: str, data: Data, names: Names) -> str:
    values = {"name": name, "here": map_code(data["from"]), "there": map_code(data["to"])}
    if name:
        return _("%(name)s moves the robber from %(here)s to %(there)s.") % values
    return _("The robber returns from %(here)s to the desert at %(there)s.") % values


def _barbarian(name: str, data: Data, names: Names) -> str:
    values = {"name": name, "here": map_code(data["from"]), "there": map_code(data["to"])}
    return _("%(name)s moves a barbarian from %(here)s to %(there)s.") % values


def _steal(name: str, data: Data, names: Names) -> str:
    values = {"name": name, "victim": names[data["victim"]]}
    return _("%(name)s takes a card from %(victim)s.") % values


def _stolen_card(name: str, data: Data, names: Names) -> str:
    values = {"name": names[data["thief"]], "victim": names[data["victim"]]}
    values["ware"] = str(vocabulary.WARES[data["resource"]])
    return (
        _("The card is %(ware)s. Only %(name)s and %(victim)s see this during the match.") % values
    )


# development cards


def _buy(name: str, data: Data, names: Names) -> str:
    values = {"name": name, "n": data["left"]}
    return _("%(name)s buys a development card (%(n)s left).") % values


def _bought_card(name: str, data: Data, names: Names) -> str:
    values = {"name": name, "card": vocabulary.CARDS[data["card"]]}
    return _("The card is %(card)s. Only %(name)s sees this during the match.") % values


def _play(name: str, data: Data, names: Names) -> str:
    return _("%(name)s plays a card: %(card)s.") % {
        "name": name,
        "card": vocabulary.CARDS[data["card"]],
    }


def _plenty(name: str, data: Data, names: Names) -> str:
    values = {"name": name, "wares": vocabulary.counted_wares(data["resources"])}
    return _("%(name)s takes %(wares)s from the bank.") % values


def _monopoly(name: str, data: Data, names: Names) -> str:
    shares = join_list(
        _("%(name)s %(n)s") % {"name": names[int(seat)], "n": n}
        for seat, n in data["taken"].items()
    )
    values = {"name": name, "ware": vocabulary.WARES[data["resource"]], "shares": shares}
    return _("All %(ware)s goes to %(name)s: %(shares)s.") % values


def _swift(name: str, data: Data, names: Names) -> str:
    values = {"name": name, "points": vocabulary.movement(data["points"])}
    return _("%(name)s drives a second time with %(points)s.") % values


# special cards


def _holder_line(text: Callable[[], str], nobody: Callable[[], str], key: str) -> Line:
    """A log line about a special card that changes hands."""

    def line(name: str, data: Data, names: Names) -> str:
        if data["to"] is None:
            return nobody()
        return text() % {"name": vocabulary.owner(data["to"], names), "n": data[key]}

    return line


def _over(name: str, data: Data, names: Names) -> str:
    if data["winner"] is None:
        return _("The match ends after the last round without a winner.")
    return _("%(name)s wins the match.") % {"name": names[data["winner"]]}


# trade


def _bank(name: str, data: Data, names: Names) -> str:
    values = {"name": name, "give": vocabulary.wares({data["give"]: data["count"]})}
    values["get"] = vocabulary.wares({data["get"]: 1})
    return _("%(name)s gives the bank %(give)s for %(get)s.") % values


def _purchase(name: str, data: Data, names: Names) -> str:
    values = {
        "name": name,
        "ware": vocabulary.WARES[data["resource"]],
        "gold": vocabulary.gold(data["gold"]),
    }
    return _("%(name)s buys one %(ware)s for %(gold)s.") % values


def _propose(name: str, data: Data, names: Names) -> str:
    values = {
        "name": name,
        "give": vocabulary.wares(data["give"]),
        "want": vocabulary.wares(data["want"]),
        "asked": join_list(names[seat] for seat in data["asked"]),
    }
    return _("%(name)s offers %(asked)s %(give)s for %(want)s.") % values


def _trade(name: str, data: Data, names: Names) -> str:
    values = {
        "name": name,
        "other": names[data["with"]],
        "give": vocabulary.wares(data["give"]),
        "want": vocabulary.wares(data["want"]),
    }
    return _("%(name)s gives %(other)s %(give)s for %(want)s.") % values


def _ware_line(text: Callable[[], str]) -> Line:
    """A log line with one ware or resource in it."""
    return lambda name, data, names: (
        text()
        % {
            "name": name,
            "ware": vocabulary.WARES[data["ware"] if "ware" in data else data["resource"]],
        }
    )


def _name_line(text: Callable[[], str]) -> Line:
    """A log line with only the name in it."""
    return lambda name, data, names: text() % {"name": name}


# events


def _path_line(text: Callable[[], str]) -> Line:
    """A log line about a path."""
    return lambda name, data, names: text() % {"name": name, "place": map_code(data["path"])}


def _given_event(name: str, data: Data, names: Names) -> str:
    values = {"name": name, "other": names[data["to"]]}
    return _("%(name)s gives a card to %(other)s.") % values


def _given_card(name: str, data: Data, names: Names) -> str:
    values = {"name": names[data["giver"]], "other": names[data["to"]]}
    values["ware"] = str(vocabulary.WARES[data["resource"]])
    return (
        _("The card is %(ware)s. Only %(name)s and %(other)s see this during the match.") % values
    )


def _aid(name: str, data: Data, names: Names) -> str:
    values = {"name": name, "other": names[data["to"]], "ware": vocabulary.WARES[data["resource"]]}
    return _("%(name)s helps %(other)s with one %(ware)s.") % values


# the game for two


def _tokens(name: str, data: Data, names: Names) -> str:
    values = {"name": name, "tokens": vocabulary.tokens(data["count"]), "now": data["now"]}
    return _("%(name)s gets %(tokens)s and has %(now)s.") % values


TOKENS: dict[str, Callable[[], str]] = {
    "trade": lambda: _("%(name)s pays %(tokens)s to force an exchange."),
    "robber": lambda: _("%(name)s pays %(tokens)s to send the robber away."),
    "barbarian": lambda: _("%(name)s pays %(tokens)s to send a barbarian away."),
}


def _token(name: str, data: Data, names: Names) -> str:
    values = {"name": name, "tokens": vocabulary.tokens(data["price"])}
    return TOKENS[data["action"]]() % values


def _forced_event(name: str, data: Data, names: Names) -> str:
    values = {
        "name": name,
        "other": names[data["from"]],
        "cards": vocabulary.card_count(data["count"]),
    }
    return _("%(name)s draws %(cards)s from %(other)s.") % values


def _forced_cards(name: str, data: Data, names: Names) -> str:
    values = {"name": name, "wares": vocabulary.counted_wares(data["resources"])}
    return _("Drawn by %(name)s: %(wares)s.") % values


def _return(name: str, data: Data, names: Names) -> str:
    values = {
        "name": name,
        "other": names[data["to"]],
        "cards": vocabulary.card_count(data["count"]),
    }
    return _("%(name)s gives %(cards)s back to %(other)s.") % values


def _returned_cards(name: str, data: Data, names: Names) -> str:
    values = {"name": name, "wares": vocabulary.counted_wares(data["resources"])}
    return _("Given back by %(name)s: %(wares)s.") % values


# wagons


def _upgrade(name: str, data: Data, names: Names) -> str:
    values = {"name": name, "level": data["level"]}
    return _("%(name)s upgrades the wagon to level %(level)s.") % values


def _travel(name: str, data: Data, names: Names) -> str:
    values = {"name": name, "points": vocabulary.movement(data["points"])}
    return _("%(name)s sends the wagon off with %(points)s.") % values


def _go(name: str, data: Data, names: Names) -> str:
    values = {"name": name, "here": map_code(data["from"]), "there": map_code(data["to"])}
    values["points"] = vocabulary.movement(data["points"])
    return _("%(name)s's wagon drives from %(here)s to %(there)s (%(points)s).") % values


def _toll(name: str, data: Data, names: Names) -> str:
    values = {"name": name, "gold": vocabulary.gold(data["gold"])}
    if data["to"] is None:
        return _("%(name)s pays a toll of %(gold)s to the bank.") % values
    values["other"] = names[data["to"]]
    return _("%(name)s pays a toll of %(gold)s to %(other)s.") % values


def _deliver(name: str, data: Data, names: Names) -> str:
    values = {
        "name": name,
        "good": vocabulary.GOODS[data["good"]],
        "goal": vocabulary.GROUNDS[data["goal"]],
        "gold": vocabulary.gold(data["gold"]),
    }
    return _("%(name)s delivers %(good)s to the %(goal)s and gets %(gold)s.") % values


def _load(name: str, data: Data, names: Names) -> str:
    values = {
        "name": name,
        "good": vocabulary.GOODS[data["good"]],
        "goal": vocabulary.GROUNDS[data["at"]],
        "destination": vocabulary.GROUNDS[data["destination"]],
    }
    return _("%(name)s loads %(good)s for the %(destination)s at the %(goal)s.") % values


def _grain(name: str, data: Data, names: Names) -> str:
    values = {"name": name, "points": vocabulary.movement(data["points"])}
    return _("%(name)s feeds one grain and gets %(points)s.") % values


def _drive(name: str, data: Data, names: Names) -> str:
    values = {"name": name, "place": map_code(data["path"]), "die": data["die"]}
    if data["success"]:
        return _("%(name)s rolls %(die)s and drives off the barbarian at %(place)s.") % values
    return _("%(name)s rolls %(die)s: the barbarian at %(place)s stays.") % values


# The log shows a trade when it is proposed and when it is completed.
SILENT_EVENT_KINDS = frozenset(("offer", "give", "want", "cancel", "accept"))
LOG_LINES: dict[str, Line] = {
    "setup": _setup,
    "build": _build,
    "neutral": _neutral,
    "first_cards": _first_cards,
    "score": _score,
    "turn": _turn,
    "roll": _roll,
    "event": _event,
    "new_year": _new_year,
    "produce": _produce,
    "shortage": _shortage,
    "discard": _discard,
    "robber": _robber,
    "barbarian": _barbarian,
    "steal": _steal,
    "stolen_card": _stolen_card,
    "buy": _buy,
    "bought_card": _bought_card,
    "play": _play,
    "plenty": _plenty,
    "monopoly": _monopoly,
    "swift": _swift,
    "largest_army": _holder_line(
        lambda: _("%(name)s now has the Largest Army: knights %(n)s."),
        lambda: _("Nobody has the Largest Army any more."),
        "knights",
    ),
    "longest_road": _holder_line(
        lambda: _("%(name)s now has the Longest Road: length %(n)s."),
        lambda: _("Nobody has the Longest Road any more."),
        "length",
    ),
    "harbourmaster": _holder_line(
        lambda: _("%(name)s is now the Harbourmaster: harbour points %(n)s."),
        lambda: _("Nobody is the Harbourmaster any more."),
        "points",
    ),
    "over": _over,
    "bank": _bank,
    "purchase": _purchase,
    **dict.fromkeys(SILENT_EVENT_KINDS, lambda name, data, names: ""),
    "propose": _propose,
    "withdraw": _name_line(lambda: _("%(name)s withdraws the offer.")),
    "no_deal": _name_line(lambda: _("Nobody accepts the offer of %(name)s.")),
    "decline": _name_line(lambda: _("%(name)s declines.")),
    "trade": _trade,
    "quake": _path_line(lambda: _("%(name)s's road at %(place)s is damaged.")),
    "repair": _path_line(lambda: _("%(name)s repairs the road at %(place)s.")),
    "take": _ware_line(lambda: _("%(name)s takes one %(ware)s from the bank.")),
    "gift": _name_line(lambda: _("%(name)s has chosen a card to give.")),
    "gift_card": _ware_line(
        lambda: _("The card is %(ware)s. Only %(name)s sees this during the match.")
    ),
    "given": _given_event,
    "given_card": _given_card,
    "aid": _aid,
    "tokens": _tokens,
    "token": _token,
    "forced": _forced_event,
    "forced_cards": _forced_cards,
    "return": _return,
    "returned_cards": _returned_cards,
    "retire": _name_line(lambda: _("%(name)s retires a knight.")),
    "upgrade": _upgrade,
    "travel": _travel,
    "go": _go,
    "toll": _toll,
    "deliver": _deliver,
    "load": _load,
    "grain": _grain,
    "drive": _drive,
}

# scenes

SPECIAL_CARD_HIGHLIGHTS = {
    "largest_army": lambda: _("Largest Army"),
    "longest_road": lambda: _("Longest Road"),
    "harbourmaster": lambda: _("Harbourmaster"),
}


def highlight(event: rules.Event) -> str:
    """Name an event worth jumping to: a seven, or a special card that gets a holder; else ""."""
    if event.kind in SPECIAL_CARD_HIGHLIGHTS and event.data["to"] is not None:
        return SPECIAL_CARD_HIGHLIGHTS[event.kind]()
    if event.kind in ("roll", "event") and event.data["number"] == SEVEN:
        return _("Seven")
    return ""
