"""Prompts of Catan in plain words, and the legal moves under headings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, cast

from games.boards.base import Prompt, Scene
from games.boards.labels import argument, label
from games.boards.translations import join_list
from games.boards.view_models import MoveChoice, MoveGroup, Text

from ..rules import components as parts
from ..rules.view import DiscardPending, FoundingPending, NeutralPending, Offer, Trip
from . import move_labels, vocabulary
from .move_labels import by_word, cost_of
from .places import IslandPlaces, map_code, move_place
from .scene_access import view_of
from .translations import gettext
from .translations import gettext_lazy as _

HeadingFunction = Callable[[list[str], IslandPlaces], str]

# groups of moves


def move_groups(scene: Scene) -> list[MoveGroup]:
    """Return the legal moves under headings that name their effect; those on the map come last."""
    land = IslandPlaces(scene)
    headed: dict[str, list[MoveChoice]] = {}
    for move in sorted(scene.legal, key=lambda move: bool(move_place(move))):
        found = headed.setdefault(move_heading(move, scene, land), [])
        found.append(MoveChoice(move, move_labels.short_label(move, land)))
    return [MoveGroup(title, choices) for title, choices in headed.items()]


def move_heading(move: str, scene: Scene, land: IslandPlaces) -> str:
    """Return the heading of a move's group."""
    verb, *arguments = move.split(" ")
    labels = BUILDING_HEADINGS.get(view_of(scene)["phase"], {})
    return (labels.get(verb) or HEADINGS[verb])(arguments, land)


#: The headings of buildings in phases in which they cost nothing.
BUILDING_HEADINGS: dict[str, dict[str, HeadingFunction]] = {
    "founding": {
        "settlement": label(_("Place a settlement")),
        "city": label(_("Place a city")),
        "road": label(_("Place its road")),
    },
    "free_roads": {"road": label(_("Build a free road"))},
}


def _barbarian(arguments: list[str], land: IslandPlaces) -> str:
    """Moves onto roads of others have their own heading, because they bring a card."""
    here, there = arguments
    values = {"place": map_code(here)}
    owner = land.roads[there]["owner"] if there in land.roads else None
    if isinstance(owner, int) and owner != land.scene.seat:
        return gettext("Move the barbarian at %(place)s onto another player's road") % values
    return gettext("Move the barbarian at %(place)s to another path") % values


def _neutral(arguments: list[str], land: IslandPlaces) -> str:
    values = {"name": vocabulary.NEUTRALS[arguments[0]]}
    if arguments[1] in land.board.spot_index:
        return gettext("A settlement for %(name)s") % values
    return gettext("A road for %(name)s") % values


PAY_TOKENS = label(_("Pay trade tokens"))
SEND_BARBARIAN = label(
    _("Pay trade tokens: send the barbarian at %(place)s to"), place=argument(map_code, 1)
)
HEADINGS: dict[str, HeadingFunction] = {
    "settlement": label(_("Build a settlement (%(cost)s)"), cost=cost_of("settlement")),
    "city": label(_("Upgrade a settlement to a city (%(cost)s)"), cost=cost_of("city")),
    "road": label(_("Build a road (%(cost)s)"), cost=cost_of("road")),
    **dict.fromkeys(("roll", "event", "end"), label(_("Turn"))),
    "play": by_word(
        {
            "plenty": label(_("Play year of plenty: take from the bank")),
            "monopoly": label(_("Play monopoly: take from everyone")),
        },
        label(_("Play a development card")),
    ),
    "buy": label(_("Development cards")),
    "discard": label(_("Discard %(ware)s"), ware=move_labels.WARE),
    "robber": label(_("Move the robber to")),
    **dict.fromkeys(("steal", "rob"), label(_("Take a card from"))),
    "barbarian": _barbarian,
    "banish": label(_("Send the barbarian to")),
    **dict.fromkeys(("upgrade", "travel", "grain"), label(_("Wagon"))),
    "go": label(_("Drive to")),
    "drive": label(_("Drive a barbarian off (one die)")),
    "repair": label(_("Repair a road (%(cost)s)"), cost=cost_of("road")),
    "bank": label(
        _("Give the bank %(n)s %(ware)s"), n=move_labels.bank_rate, ware=move_labels.WARE
    ),
    "purchase": label(_("Buy a card for %(gold)s"), gold=move_labels.purchase_price),
    "offer": label(_("Trade with other players")),
    "give": label(_("Add a card to give")),
    "want": label(_("Add a card to ask for")),
    **dict.fromkeys(("propose", "cancel"), label(_("This offer"))),
    **dict.fromkeys(("accept", "decline"), label(_("My answer"))),
    "trade": label(_("Trading partner")),
    "take": label(_("Take a card from the bank")),
    "gift": label(_("Give a card to the next player")),
    "aid": label(_("Give a card to %(name)s"), name=move_labels.player_name),
    "quake": label(_("Road to damage")),
    "neutral": _neutral,
    "token": by_word({"barbarian": SEND_BARBARIAN}, PAY_TOKENS),
    "return": label(_("Give two cards back")),
    "retire": PAY_TOKENS,
}


# prompts


def decision_kind(scene: Scene) -> str:
    """Return the kind of decision: the phase, or "deal" for the seat whose offer is answered."""
    view = view_of(scene)
    is_deal = view["phase"] == "answers" and scene.seat == view["active"]
    return "deal" if is_deal else view["phase"]


def result_text(scene: Scene) -> str:
    view = view_of(scene)
    winner = view["winner"]
    if winner is None:
        values = {"n": view["last_round"]}
        return gettext("The match is over. Nobody won within %(n)s rounds.") % values
    return gettext("The match is over. %(name)s wins with %(points)s.") % {
        "name": scene.names[winner],
        "points": vocabulary.points(view["players"][winner]["points"]),
    }


def _active_name(scene: Scene) -> str:
    return scene.names[view_of(scene)["active"]]


def _ask_founding(scene: Scene) -> str:
    view = view_of(scene)
    pending = cast(FoundingPending, view["pending"])
    if pending["road_at"] is not None:
        return gettext("Place a road next to your new building at %(place)s.") % {
            "place": map_code(pending["road_at"])
        }
    if pending["number"] <= view["seats"]:
        return gettext("Place your first settlement: choose an intersection.")
    if view["scenario"] == "traders":
        return gettext(
            "Place your city. It brings a card from each hex around it, and your wagon starts "
            "there."
        )
    return gettext("Place your second settlement. It brings a card from each hex around it.")


def _ask_start(scene: Scene) -> str:
    if "event" in scene.legal or scene.options["events"] == "on":
        return gettext("Your turn: turn over the event card.")
    return gettext("Your turn: roll the dice.")


def _cards_to_discard(scene: Scene) -> int:
    pending = cast(DiscardPending, view_of(scene)["pending"])
    return pending["due"][cast(int, scene.seat)]


def _offer_side(side: Literal["give", "want"]) -> Callable[[Scene], str]:
    return lambda scene: vocabulary.wares(cast(Offer, view_of(scene)["offer"])[side])


def _ask_offer(scene: Scene) -> str:
    offer = cast(Offer, view_of(scene)["offer"])
    if offer["give"] or offer["want"]:
        return COMPOSED_OFFER(scene)
    return gettext("Your offer: choose what you give and what you want.")


OFFERED = {"give": _offer_side("give"), "want": _offer_side("want")}
COMPOSED_OFFER = label(_("Your offer: %(give)s for %(want)s. Add more, or propose it."), **OFFERED)


def _ask_wagon(scene: Scene) -> str:
    trip = cast(Trip, view_of(scene)["trip"])
    goal = trip.get("next_token")
    if goal is None:
        return _drive_on(scene, trip)
    return gettext("%(prompt)s You then load the next good, here at the %(goal)s.") % {
        "prompt": _drive_on(scene, trip),
        "goal": vocabulary.GROUNDS[goal],
    }


def _drive_on(scene: Scene, trip: Trip) -> str:
    if trip["arrived"]:
        if "play swift" in scene.legal:
            return gettext("Your wagon has arrived: play the swift journey, or end the turn.")
        return gettext("Your wagon has arrived: end the turn.")
    return gettext("Your wagon is on its way: %(points)s left. Drive on, or end the turn.") % {
        "points": vocabulary.movement(trip["points"])
    }


def _ask_neutral(scene: Scene) -> str:
    pending = cast(NeutralPending, view_of(scene)["pending"])
    if pending["piece"] == "settlement":
        return gettext("You built a settlement: now place a neutral one (or a neutral road).")
    return gettext("You built a road: now place a neutral one.")


PROMPTS: dict[str, Prompt] = {
    "founding": _ask_founding,
    "start": _ask_start,
    "discard": label(
        _("A %(seven)s: you have too many cards. Discard %(n)s more."),
        seven=parts.SEVEN,
        n=_cards_to_discard,
    ),
    "robber": _(
        "Move the robber to another hex. That hex stops producing, and you take a card from a "
        "player there."
    ),
    **dict.fromkeys(("steal", "rob"), _("Choose a player to take a card from.")),
    "barbarian": _(
        "Move a barbarian to another path. On another player's road, it brings you a card."
    ),
    "take": _("Take a card of your choice from the bank."),
    "gift": _("Choose a card for the next player: all cards move at once."),
    "aid": _("You are ahead: give a card to a player with fewer points."),
    "quake": _("Earthquake: choose which of your roads is damaged."),
    "main": _("Your turn: build, trade, play a card – or end the turn."),
    "offer": _ask_offer,
    "answers": label(
        _("%(name)s offers you %(give)s and wants %(want)s. Do you accept?"),
        name=_active_name,
        **OFFERED,
    ),
    "deal": _("Everyone has answered: choose a trading partner, or withdraw the offer."),
    "free_roads": _("Build a free road."),
    "neutral": _ask_neutral,
    "return": _("Give two cards of your choice back."),
    "wagon": _ask_wagon,
    "banish": _("The barbarian flees: choose where it goes."),
}


def _by_active(text: Text) -> Callable[[Scene], str]:
    """A text about the seat whose turn it is, and those who must decide."""
    return label(
        text,
        name=_active_name,
        names=lambda scene: join_list(scene.names[actor] for actor in scene.actors),
    )


WAITING: dict[str, Prompt] = {
    "founding": _("Waiting for %(names)s to place the first buildings."),
    "start": _("Waiting for %(names)s to start the turn."),
    "discard": _("A seven was rolled: waiting for %(names)s to discard."),
    "robber": _("Waiting for %(names)s to move the robber."),
    **dict.fromkeys(("steal", "rob"), _("Waiting for %(names)s to take a card.")),
    "barbarian": _("Waiting for %(names)s to move a barbarian."),
    "take": _("Waiting for %(names)s to take a card from the bank."),
    "gift": _("Waiting for %(names)s to choose gifts."),
    "aid": _("Waiting for %(names)s to give a card."),
    "quake": _("Earthquake: waiting for %(names)s."),
    "main": _by_active(_("%(name)s's turn. Waiting for %(names)s.")),
    "answers": _by_active(_("%(name)s has made an offer. Waiting for %(names)s.")),
    "deal": _("Waiting for %(names)s to answer. You can withdraw the offer or complete the trade."),
    "free_roads": _("Waiting for %(names)s to build a free road."),
    "neutral": _("Waiting for %(names)s to build for a neutral player."),
    "return": _("Waiting for %(names)s to give cards back."),
    "wagon": _by_active(_("%(name)s's wagon is on its way. Waiting for %(names)s.")),
    "banish": _("Waiting for %(names)s to send a barbarian away."),
}
