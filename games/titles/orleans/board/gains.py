"""What a place would bring me now, and why it would bring nothing: worked out by trying it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from games.boards import Scene

from ..rules import components as parts
from ..rules.board import Board
from ..rules.components import PLACE_ID, PLACES
from ..rules.match import OrleansMatch
from ..rules.tile_acts import ACTS, QUARRY_PRICE, TOWNHOUSE_COINS, TOWNHOUSE_SPACES
from . import trial, words
from .trial import Trial
from .wording import gettext as _

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
    moves = ACTS[number][0](here.match, here.seat, here.board.coins)
    if not moves:
        return Outlook((), why_not(here, place))
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


def why_not(here: Trial, place: str) -> str:
    """Why using a place of mine would do nothing now, in two or three words."""
    match, board = here.match, here.board
    kind = RECRUITS.get(place)
    if place == "monastery" and match.event == parts.PILGRIMAGE:
        return _("pilgrimage")
    if kind and not match.followers[parts.TYPES.index(kind)]:
        return _("no %(type)s left") % {"type": words.TYPES[kind]}
    if kind and (why := _track(match, board, kind)):
        return why
    if place == "village":
        return _("nothing left there")
    if place in GOOD_OF:
        return _("no %(good)s left") % {"good": words.GOODS[GOOD_OF[place]]}
    if place in ("guildhall", "quarry", "country_road"):
        return _station(here, place)
    if place in ("town_hall", "gunpowder_tower"):
        return _("fits no deed") if board.tiles_on(PLACE_ID[place]) else _("for deeds")
    if place == "bathhouse":
        return _("your bag is empty")
    if place in ("office", "goldsmith") and not board.built:
        return _("no station yet")
    if place in ("ship", "wagon", "horse_wagon"):
        return _("no way from here")
    return _wanting(board, place)


def _wanting(board: Board, place: str) -> str:
    if place == "laboratory":
        return _("no technology left")
    if place == "bakery" and not board.goods[parts.GRAIN]:
        return _("no grain")
    if place in ("goldsmith", "hideout") and not (any(board.goods) or board.bread):
        return _("no good to pay")
    if board.development == parts.LAST_SPACE and place not in NEED_COINS:
        return _("development is full")
    if place == "workshop" and board.coins:
        return _("no technology to move")
    if place == "church" and board.coins > 1:
        return _("nobody is ready")
    if place in NEED_COINS:
        return _("too few coins") if board.coins < NEED_COINS[place] else _("nothing to take")
    return _("nothing to gain")


NEED_COINS = {"bakery": 2, "ballroom": 3, "church": 2, "courthouse": 1, "workshop": 1}


def _track(match: OrleansMatch, board: Board, kind: str) -> str:
    """What keeps a seat from the next space of a track."""
    if kind not in parts.TRACK_ID:
        return ""
    track = parts.TRACK_ID[kind]
    if board.tracks[track] >= parts.TRACK_LAST[track]:
        return _("track full")
    if kind == "farmer":
        good = parts.FARMER_GOODS[board.tracks[track]]
        if not match.goods[good]:
            return _("no %(good)s left") % {"good": words.GOODS[parts.GOODS[good]]}
    return ""


def _station(here: Trial, place: str) -> str:
    board = here.board
    if not board.stock:
        return _("no station left")
    if place == "country_road":
        return _("tile full")
    if place == "quarry" and board.coins < QUARRY_PRICE:
        return _("too few coins")
    return _("station here already")


def scarce(here: Trial, place: str) -> str:
    """Of whom a place would want one while the supply has less than there are seats."""
    kind = RECRUITS.get(place)
    if kind is None:
        return ""
    n = here.match.followers[parts.TYPES.index(kind)]
    if n >= here.match.seats:
        return ""
    return _("%(type)s: %(n)s left") % {"type": words.first_upper(words.TYPES[kind]), "n": n}
