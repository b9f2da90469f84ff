"""Prompts of Catan in plain words, and the legal moves under headings."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from games.boards.base import Scene
from games.boards.translations import join_list
from games.boards.view_models import MoveChoice, MoveGroup

from ..rules import components as parts
from ..rules.view import (
    DiscardPending,
    FoundingPending,
    NeutralPending,
    Offer,
    Trip,
)
from . import move_labels, vocabulary
from .places import IslandPlaces, map_code, move_place
from .scene_access import view_of
from .translations import gettext as _

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
    if verb in ("settlement", "city", "road"):
        return _building_heading(verb, scene)
    return HEADINGS[verb](arguments, land)


def _building_heading(piece: str, scene: Scene) -> str:
    phase = view_of(scene)["phase"]
    if phase == "founding":
        return FOUNDING_HEADINGS[piece]()
    if phase == "free_roads":
        return _("Build a free road")
    return BUILD_HEADINGS[piece]() % {"cost": vocabulary.wares(vocabulary.COSTS[piece])}


FOUNDING_HEADINGS: dict[str, Callable[[], str]] = {
    "settlement": lambda: _("Place a settlement"),
    "city": lambda: _("Place a city"),
    "road": lambda: _("Place its road"),
}
BUILD_HEADINGS: dict[str, Callable[[], str]] = {
    "settlement": lambda: _("Build a settlement (%(cost)s)"),
    "city": lambda: _("Upgrade a settlement to a city (%(cost)s)"),
    "road": lambda: _("Build a road (%(cost)s)"),
}


def _play_heading(arguments: list[str], land: IslandPlaces) -> str:
    if arguments[0] == "plenty":
        return _("Play year of plenty: take from the bank")
    if arguments[0] == "monopoly":
        return _("Play monopoly: take from everyone")
    return _("Play a development card")


def _bank(arguments: list[str], land: IslandPlaces) -> str:
    seat = land.scene.seat
    n = land.view["players"][seat]["rates"][arguments[0]] if seat is not None else 1
    return _("Give the bank %(n)s %(ware)s") % {"n": n, "ware": vocabulary.WARES[arguments[0]]}


def _barbarian(arguments: list[str], land: IslandPlaces) -> str:
    """Moves onto roads of others have their own heading, because they bring a card."""
    here, there = arguments
    values = {"place": map_code(here)}
    owner = land.roads[there]["owner"] if there in land.roads else None
    if isinstance(owner, int) and owner != land.scene.seat:
        return _("Move the barbarian at %(place)s onto another player's road") % values
    return _("Move the barbarian at %(place)s to another path") % values


def _token(arguments: list[str], land: IslandPlaces) -> str:
    if arguments[0] == "barbarian":
        return _("Pay trade tokens: send the barbarian at %(place)s to") % {
            "place": map_code(arguments[1])
        }
    return _("Pay trade tokens")


def _neutral(arguments: list[str], land: IslandPlaces) -> str:
    values = {"name": vocabulary.NEUTRALS[arguments[0]]}
    if arguments[1] in land.board.spot_index:
        return _("A settlement for %(name)s") % values
    return _("A road for %(name)s") % values


HEADINGS: dict[str, Callable[[list[str], IslandPlaces], str]] = {
    "roll": lambda a, land: _("Turn"),
    "event": lambda a, land: _("Turn"),
    "end": lambda a, land: _("Turn"),
    "play": _play_heading,
    "buy": lambda a, land: _("Development cards"),
    "discard": lambda a, land: _("Discard %(ware)s") % {"ware": vocabulary.WARES[a[0]]},
    "robber": lambda a, land: _("Move the robber to"),
    "steal": lambda a, land: _("Take a card from"),
    "rob": lambda a, land: _("Take a card from"),
    "barbarian": _barbarian,
    "banish": lambda a, land: _("Send the barbarian to"),
    "upgrade": lambda a, land: _("Wagon"),
    "travel": lambda a, land: _("Wagon"),
    "grain": lambda a, land: _("Wagon"),
    "go": lambda a, land: _("Drive to"),
    "drive": lambda a, land: _("Drive a barbarian off (one die)"),
    "repair": lambda a, land: (
        _("Repair a road (%(cost)s)") % {"cost": vocabulary.wares(vocabulary.COSTS["road"])}
    ),
    "bank": _bank,
    "purchase": lambda a, land: (
        _("Buy a card for %(gold)s") % {"gold": vocabulary.gold(parts.PURCHASE_PRICE)}
    ),
    "offer": lambda a, land: _("Trade with other players"),
    "give": lambda a, land: _("Add a card to give"),
    "want": lambda a, land: _("Add a card to ask for"),
    "propose": lambda a, land: _("This offer"),
    "cancel": lambda a, land: _("This offer"),
    "accept": lambda a, land: _("My answer"),
    "decline": lambda a, land: _("My answer"),
    "trade": lambda a, land: _("Trading partner"),
    "take": lambda a, land: _("Take a card from the bank"),
    "gift": lambda a, land: _("Give a card to the next player"),
    "aid": lambda a, land: (
        _("Give a card to %(name)s") % {"name": move_labels.player_name(a, land)}
    ),
    "quake": lambda a, land: _("Road to damage"),
    "neutral": _neutral,
    "token": _token,
    "return": lambda a, land: _("Give two cards back"),
    "retire": lambda a, land: _("Pay trade tokens"),
}


# prompts


def prompt(scene: Scene) -> str:
    """Return what the viewer must decide, or which players the match waits for."""
    view = view_of(scene)
    if scene.over:
        return _result_text(scene)
    if scene.seat is not None and scene.seat in scene.actors:
        return PROMPTS[view["phase"]](scene)
    names = join_list(scene.names[actor] for actor in scene.actors)
    values = {"names": names, "name": scene.names[view["active"]]}
    if view["phase"] == "answers" and scene.seat == view["active"]:
        return (
            _("Waiting for %(names)s to answer. You can withdraw the offer or complete the trade.")
            % values
        )
    return WAITING[view["phase"]]() % values


def decision_kind(scene: Scene) -> str:
    """Return the kind of decision: the phase, or "deal" for the seat whose offer is answered."""
    view = view_of(scene)
    is_deal = view["phase"] == "answers" and scene.seat == view["active"]
    return "deal" if is_deal else view["phase"]


def _result_text(scene: Scene) -> str:
    view = view_of(scene)
    winner = view["winner"]
    if winner is None:
        values = {"n": view["last_round"]}
        return _("The match is over. Nobody won within %(n)s rounds.") % values
    return _("The match is over. %(name)s wins with %(points)s.") % {
        "name": scene.names[winner],
        "points": vocabulary.points(view["players"][winner]["points"]),
    }


def _ask_founding(scene: Scene) -> str:
    view = view_of(scene)
    pending = cast(FoundingPending, view["pending"])
    if pending["road_at"] is not None:
        return _("Place a road next to your new building at %(place)s.") % {
            "place": map_code(pending["road_at"])
        }
    if pending["number"] <= view["seats"]:
        return _("Place your first settlement: choose an intersection.")
    if view["scenario"] == "traders":
        return _(
            "Place your city. It brings a card from each hex around it, and your wagon "
            "starts there."
        )
    return _("Place your second settlement. It brings a card from each hex around it.")


def _ask_start(scene: Scene) -> str:
    if "event" in scene.legal or scene.options["events"] == "on":
        return _("Your turn: turn over the event card.")
    return _("Your turn: roll the dice.")


def _ask_main(scene: Scene) -> str:
    return _("Your turn: build, trade, play a card – or end the turn.")


def _ask_discard(scene: Scene) -> str:
    pending = cast(DiscardPending, view_of(scene)["pending"])
    return _("A %(seven)s: you have too many cards. Discard %(n)s more.") % {
        "seven": parts.SEVEN,
        "n": pending["due"][cast(int, scene.seat)],
    }


def _ask_robber(scene: Scene) -> str:
    return _(
        "Move the robber to another hex. That hex stops producing, and you take a card "
        "from a player there."
    )


def _ask_barbarian(scene: Scene) -> str:
    return _("Move a barbarian to another path. On another player's road, it brings you a card.")


def _ask_offer(scene: Scene) -> str:
    offer = cast(Offer, view_of(scene)["offer"])
    if not offer["give"] and not offer["want"]:
        return _("Your offer: choose what you give and what you want.")
    values = {"give": vocabulary.wares(offer["give"]), "want": vocabulary.wares(offer["want"])}
    return _("Your offer: %(give)s for %(want)s. Add more, or propose it.") % values


def _ask_answers(scene: Scene) -> str:
    view = view_of(scene)
    offer = cast(Offer, view["offer"])
    values = {"give": vocabulary.wares(offer["give"]), "want": vocabulary.wares(offer["want"])}
    if scene.seat == view["active"]:
        return _("Everyone has answered: choose a trading partner, or withdraw the offer.")
    values["name"] = scene.names[view["active"]]
    return _("%(name)s offers you %(give)s and wants %(want)s. Do you accept?") % values


def _ask_wagon(scene: Scene) -> str:
    trip = cast(Trip, view_of(scene)["trip"])
    goal = trip.get("next_token")
    if goal is None:
        return _drive_on(scene, trip)
    return _("%(prompt)s You then load the next good, here at the %(goal)s.") % {
        "prompt": _drive_on(scene, trip),
        "goal": vocabulary.GROUNDS[goal],
    }


def _drive_on(scene: Scene, trip: Trip) -> str:
    if trip["arrived"]:
        if "play swift" in scene.legal:
            return _("Your wagon has arrived: play the swift journey, or end the turn.")
        return _("Your wagon has arrived: end the turn.")
    return _("Your wagon is on its way: %(points)s left. Drive on, or end the turn.") % {
        "points": vocabulary.movement(trip["points"])
    }


def _ask_neutral(scene: Scene) -> str:
    pending = cast(NeutralPending, view_of(scene)["pending"])
    if pending["piece"] == "settlement":
        return _("You built a settlement: now place a neutral one (or a neutral road).")
    return _("You built a road: now place a neutral one.")


PROMPTS: dict[str, Callable[[Scene], str]] = {
    "founding": _ask_founding,
    "start": _ask_start,
    "discard": _ask_discard,
    "robber": _ask_robber,
    "steal": lambda scene: _("Choose a player to take a card from."),
    "rob": lambda scene: _("Choose a player to take a card from."),
    "barbarian": _ask_barbarian,
    "take": lambda scene: _("Take a card of your choice from the bank."),
    "gift": lambda scene: _("Choose a card for the next player: all cards move at once."),
    "aid": lambda scene: _("You are ahead: give a card to a player with fewer points."),
    "quake": lambda scene: _("Earthquake: choose which of your roads is damaged."),
    "main": _ask_main,
    "offer": _ask_offer,
    "answers": _ask_answers,
    "free_roads": lambda scene: _("Build a free road."),
    "neutral": _ask_neutral,
    "return": lambda scene: _("Give two cards of your choice back."),
    "wagon": _ask_wagon,
    "banish": lambda scene: _("The barbarian flees: choose where it goes."),
}

WAITING: dict[str, Callable[[], str]] = {
    "founding": lambda: _("Waiting for %(names)s to place the first buildings."),
    "start": lambda: _("Waiting for %(names)s to start the turn."),
    "discard": lambda: _("A seven was rolled: waiting for %(names)s to discard."),
    "robber": lambda: _("Waiting for %(names)s to move the robber."),
    "steal": lambda: _("Waiting for %(names)s to take a card."),
    "rob": lambda: _("Waiting for %(names)s to take a card."),
    "barbarian": lambda: _("Waiting for %(names)s to move a barbarian."),
    "take": lambda: _("Waiting for %(names)s to take a card from the bank."),
    "gift": lambda: _("Waiting for %(names)s to choose gifts."),
    "aid": lambda: _("Waiting for %(names)s to give a card."),
    "quake": lambda: _("Earthquake: waiting for %(names)s."),
    "main": lambda: _("%(name)s's turn. Waiting for %(names)s."),
    "answers": lambda: _("%(name)s has made an offer. Waiting for %(names)s."),
    "free_roads": lambda: _("Waiting for %(names)s to build a free road."),
    "neutral": lambda: _("Waiting for %(names)s to build for a neutral player."),
    "return": lambda: _("Waiting for %(names)s to give cards back."),
    "wagon": lambda: _("%(name)s's wagon is on its way. Waiting for %(names)s."),
    "banish": lambda: _("Waiting for %(names)s to send a barbarian away."),
}
