"""What a place would bring me now, and why it would bring nothing: worked out by trying it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from games.boards import Scene
from games.boards.base import Text

from ..rules import components as parts
from ..rules.board import Board
from ..rules.board_acts import CLOSED
from ..rules.choosing import Every
from ..rules.components import PLACE_ID, PLACES
from ..rules.missing import (
    LAST_DEVELOPMENT,
    NO_BATH,
    NO_STATION_BUILT,
    NO_STATION_LEFT,
    TECHNOLOGY_USED_UP,
)
from ..rules.ruled import Why
from ..rules.tile_acts import ACTS, NO_GOODS, ROAD_FULL, TOWNHOUSE_COINS, TOWNHOUSE_SPACES
from ..rules.tracks import TRACK_FULL
from ..rules.travel import SITE_TAKEN
from . import trial, words
from .trial import Trial
from .wording import gettext as _
from .wording import gettext_lazy

CHOSEN = ("village", "ship", "wagon", "horse_wagon", "town_hall", "gunpowder_tower", "bathhouse")
OF_TRACK = {"farm_house": "farmer", "university": "scholar", "castle": "knight"}
RECRUITS = {**OF_TRACK, "monastery": "monk"}
GOOD_OF = {
    "wool_manufacturer": "wool",
    "cheese_factory": "cheese",
    "tailor_shop": "brocade",
    "winery": "wine",
    "hayrick": "grain",
}


#: Places whose use asks for nothing more, so that it can be told beforehand.
ALONE = frozenset(
    (
        *RECRUITS,
        *GOOD_OF,
        *parts.PLACE_COINS,
        *parts.PLACE_DEVELOPMENT,
        *("guildhall", "hospital", "office", "laboratory", "theater", "observatory"),
    )
)


class Gain(NamedTuple):
    """A thing that one gets: its picture in the sprite, and how many ("" where it is one)."""

    art: str
    n: str = ""


class Outlook(NamedTuple):
    """What a place would bring now; `why` it brings nothing, where it does not.

    `scarce` says of whom the supply may run out before it is my turn.
    """

    gains: tuple[Gain, ...]
    why: str = ""
    scarce: str = ""


def outlook(scene: Scene, place: str) -> Outlook:
    """Of a place of my own, as if it were ready and my turn."""
    here = trial.trial(scene)
    number = PLACE_ID[place]
    if here is None or number not in ACTS:
        return Outlook(())
    asking = Asking()
    moves = ACTS[number].choices(here.match, here.seat, here.board.coins, asking)
    if not moves:
        return Outlook((), why_not(here, place, asking.why))
    return Outlook(tuple(_gains(scene, here, place, list(moves))), scarce=scarce(here, place))


def _gains(scene: Scene, here: Trial, place: str, moves: list[str]) -> Iterable[Gain]:
    if len(moves) == 1 and place not in CHOSEN:
        return of_move(scene, moves[0])
    if place in ("pharmacy", "bakery"):
        return of_move(scene, moves[-1])
    return BY_CHOICE[place](here, moves) if place in BY_CHOICE else ()


def _distinct(moves: list[str], number: int) -> list[str]:
    """The words that stand at a place in moves, each once."""
    return list(dict.fromkeys(move.split(" ")[number] for move in moves))


def _travel(here: Trial, moves: list[str]) -> Iterator[Gain]:
    goods = _distinct(moves, -1)
    yield Gain("pawn")
    yield from (Gain(good) for good in parts.GOODS if good in goods)


def _deed(here: Trial, moves: list[str]) -> Iterator[Gain]:
    coins = [parts.DEEDS[parts.DEED_ID[deed]].coins for deed in _distinct(moves, 3)]
    least, most = min(coins), max(coins)
    yield Gain("coin", f"{least}" if least == most else f"{least}–{most}")


def _townhouse(here: Trial, moves: list[str]) -> Iterator[Gain]:
    yield Gain("coin", f"+{TOWNHOUSE_COINS}")
    if here.board.development < parts.LAST_SPACE:
        yield Gain("star", f"+{TOWNHOUSE_SPACES}")


#: What a place brings whose owner chooses between several things.
BY_CHOICE: dict[str, Callable[[Trial, list[str]], Iterable[Gain]]] = {
    "ship": _travel,
    "wagon": _travel,
    "horse_wagon": _travel,
    "town_hall": _deed,
    "gunpowder_tower": _deed,
    "village": lambda here, moves: [Gain(kind) for kind in _distinct(moves, 2)],
    "bathhouse": lambda here, moves: [Gain("bag", "2")],
    "goldsmith": lambda here, moves: [Gain("star", f"+{here.board.built}")],
    "quarry": lambda here, moves: [Gain("house", "+1")],
    "townhouse": _townhouse,
    "workshop": lambda here, moves: [Gain("gear")],
    "ballroom": lambda here, moves: [Gain("tile-12")],
    "courthouse": lambda here, moves: [Gain("pawn")],
    "hideout": lambda here, moves: [Gain(f"glyph-{track}") for track in _distinct(moves, 3)],
    "church": lambda here, moves: [Gain("house", str(len(_distinct(moves, 3))))],
}


def of_move(scene: Scene, move: str) -> list[Gain]:
    """What a legal move alone brings, as things; empty where chance decides."""
    found = trial.effect(scene, move)
    return list(between(*found)) if found else []


def between(before: Board, after: Board) -> Iterator[Gain]:
    """What is different between two states of a board."""
    for word, old, new in zip(parts.TILES, before.bag, after.bag, strict=True):
        if new > old:
            yield Gain(word)
    for word, old, new in zip(parts.GOODS, before.goods, after.goods, strict=True):
        if new != old:
            yield Gain(word, signed(new - old))
    if after.bread != before.bread:
        yield Gain("bread", signed(after.bread - before.bread))
    if after.coins != before.coins:
        yield Gain("coin", signed(after.coins - before.coins))
    if after.development != before.development:
        yield Gain("star", signed(after.development - before.development))
    if after.draws != before.draws:
        yield Gain("bag", str(after.draws))
    if after.held_first != before.held_first:
        yield Gain("gear", _("F"))
    if after.held_later != before.held_later:
        yield Gain("gear")
    for place in after.tiles:
        if place not in before.tiles:
            yield Gain(f"tile-{PLACES[place].level}")
    if after.built != before.built:
        yield Gain("house", signed(after.built - before.built))
    if after.citizens != before.citizens:
        yield Gain("citizen", signed(after.citizens - before.citizens))


def signed(n: int) -> str:
    return f"+{n}" if n > 0 else f"−{-n}"


# why it would be useless


class Asking(Every):
    """Whoever asks the rules for all moves of a place, and keeps the first reason that ends one."""

    __slots__ = ("why",)

    def __init__(self) -> None:
        self.why: Why = None

    def stops(self, why: Why) -> bool:
        self.why = self.why or why
        return why is not None


#: What is wanting, in two or three words, by what the rules say.
SHORT: dict[str, Text] = {
    CLOSED.message: gettext_lazy("pilgrimage"),
    LAST_DEVELOPMENT.message: gettext_lazy("development is full"),
    NO_BATH.message: gettext_lazy("your bag is empty"),
    NO_GOODS.message: gettext_lazy("no good to pay"),
    NO_STATION_BUILT.message: gettext_lazy("no station yet"),
    NO_STATION_LEFT.message: gettext_lazy("no station left"),
    ROAD_FULL.message: gettext_lazy("tile full"),
    TECHNOLOGY_USED_UP.message: gettext_lazy("no technology left"),
    **dict.fromkeys((one.message for one in SITE_TAKEN), gettext_lazy("station here already")),
    **dict.fromkeys((one.message for one in TRACK_FULL), gettext_lazy("track full")),
}
#: Where no reason stands for all that the place could do.
NOTHING: dict[str, Text] = {
    "bakery": gettext_lazy("no grain"),
    "ballroom": gettext_lazy("nothing to take"),
    "church": gettext_lazy("nobody is ready"),
    "pharmacy": gettext_lazy("development is full"),
    "quarry": gettext_lazy("too few coins"),
    "village": gettext_lazy("nothing left there"),
    "workshop": gettext_lazy("no technology to move"),
    **dict.fromkeys(("ship", "wagon", "horse_wagon"), gettext_lazy("no way from here")),
}
#: Places with several things to do, each of which may end for another reason.
SEVERAL = frozenset({"church", "hideout", "village", "workshop"})


def why_not(here: Trial, place: str, why: Why) -> str:
    """Why using a place of mine would do nothing now: the rules' reason in two or three words."""
    if why is not None and why.code == "too_dear":
        return _("too few coins")
    if why is not None and (place not in SEVERAL or why is NO_GOODS):
        if why.message in SHORT:
            return str(SHORT[why.message])
        what = why.params.get("what")
        if what in words.TYPES:
            return _("no %(type)s left") % {"type": words.TYPES[what]}
        if what in words.GOODS:
            return _("no %(good)s left") % {"good": words.GOODS[what]}
    if place in ("town_hall", "gunpowder_tower"):
        return _("fits no deed") if here.board.tiles_on(PLACE_ID[place]) else _("for deeds")
    return str(NOTHING.get(place, _("nothing to gain")))


def scarce(here: Trial, place: str) -> str:
    """Of whom a place would want one while the supply has less than there are seats."""
    kind = RECRUITS.get(place)
    if kind is None:
        return ""
    n = here.match.followers[parts.TYPES.index(kind)]
    if n >= here.match.seats:
        return ""
    return _("%(type)s: %(n)s left") % {"type": words.first_upper(words.TYPES[kind]), "n": n}
