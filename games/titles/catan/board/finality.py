"""Which moves reveal something, so that they cannot be taken back (rules 11)."""

from __future__ import annotations

from collections.abc import Callable

from games.boards.base import Scene

from ..rules.components import REROLLED
from . import outlook
from .seen import view_of

ALWAYS = frozenset({"roll", "event", "buy", "steal", "rob", "drive"})
Asked = Callable[[list[str], Scene], bool]


def is_final(move: str, scene: Scene) -> bool:
    """Whether a legal move shows something new: a throw, a card, a token, who has won.

    With two seats a second throw or card may follow by itself, which the view does not tell:
    what may bring it is final, too.
    """
    verb, *arguments = move.split(" ")
    if verb in ALWAYS:
        return True
    asked = ASKED.get(verb)
    if asked is not None and asked(arguments, scene):
        return True
    return _shows_point_cards(scene) and outlook.wins(move, scene)


def _shows_point_cards(scene: Scene) -> bool:
    return any(player["development"] for player in view_of(scene)["players"])


def _play(arguments: list[str], scene: Scene) -> bool:
    return arguments[0] == "monopoly"


def _robber(arguments: list[str], scene: Scene) -> bool:
    return len(outlook.victims(scene, arguments[0])) == 1 or _goes_on(scene)


def _barbarian(arguments: list[str], scene: Scene) -> bool:
    return outlook.victim_on(scene, arguments[1]) is not None or _goes_on(scene)


def _goes_on(scene: Scene) -> bool:
    """Whether a second throw may follow (rules 5.12)."""
    view = view_of(scene)
    return view["seats"] == 2 and not view["limits"]["card_played"]


def _is_last(scene: Scene) -> bool:
    """Whether nobody else owes the choice that the event asks for."""
    return list(scene.actors) == [scene.seat]


def _gift(arguments: list[str], scene: Scene) -> bool:
    return _is_last(scene)


def _event_choice(arguments: list[str], scene: Scene) -> bool:
    """After the last choice a card follows that stands in for a number that is thrown again."""
    view = view_of(scene)
    card = view["event"]
    if not _is_last(scene) or card is None:
        return False
    is_replaced = view["scenario"] == "traders" and card["number"] in REROLLED
    return is_replaced or view["seats"] == 2


def _go(arguments: list[str], scene: Scene) -> bool:
    view = view_of(scene)
    return outlook.loads(view, view["players"][view["active"]], arguments[0])


def _end(arguments: list[str], scene: Scene) -> bool:
    trip = view_of(scene)["trip"]
    return trip is not None and trip.get("next_token") is not None


def _token(arguments: list[str], scene: Scene) -> bool:
    return arguments[0] == "trade"


ASKED: dict[str, Asked] = {
    "play": _play,
    "robber": _robber,
    "barbarian": _barbarian,
    "gift": _gift,
    "take": _event_choice,
    "aid": _event_choice,
    "quake": _event_choice,
    "go": _go,
    "end": _end,
    "token": _token,
}
