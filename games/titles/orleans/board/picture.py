"""What the board shows beside map and seats: round, tracks, deeds, tiles on offer, supply.

Values hold keys, numbers and spots; templates have the words.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import games.rules as rules
from games.boards import Scene
from games.boards.spots import Spot
from games.boards.translations import capitalize_first

from ..rules import components as parts
from ..rules.board import GROUP_OF, PASSIVE, is_fitting
from ..rules.components import PLACE_KEYS, TILE_ID
from ..rules.view import View
from . import component_data, geography, vocabulary
from .component_data import LAST, LEVEL, SLOTS, event_text
from .scene_access import own_seat, view_of
from .spots import Spots, Target, action_words, move_layer, parent_layer
from .translations import gettext as _

# the round


class Event(NamedTuple):
    """The event of the round: its effect, and what it would do to the viewer now ("" for none)."""

    key: str
    letter: str
    effect: str
    mine: str


class Round(NamedTuple):
    """The number of the round with (pile, event or "") of all rounds, and its event.

    `pool` has the events of its pile and whether each was drawn; the first pile includes the event
    of round 1.
    """

    ticks: tuple[int, tuple[tuple[str, str], ...]]
    event: Event
    pool: tuple[tuple[str, bool], ...]
    phase: str


def round_of(scene: Scene) -> Round:
    view, me = view_of(scene), own_seat(scene)
    event = view["event"]
    mine = "" if me is None or scene.over else component_data.event_consequence(event, me)
    coming = view["coming"][event["letter"]]
    known = [*(one["name"] for one in view["past"]), event["name"]]
    return Round(
        (len(known), tuple(itertools.zip_longest(parts.LETTERS, known, fillvalue=""))),
        Event(event["name"], event["letter"], event_text(event), capitalize_first(mine)),
        tuple((key, key not in coming) for key in parts.EVENTS),
        view["phase"],
    )


# tracks

#: What is printed on the spaces of each track: a picture, and a text beside it.
PRINT: dict[str, tuple[tuple[str, str], ...]] = {
    "farmer": (("", ""), *((parts.GOODS[good], "") for good in parts.FARMER_GOODS)),
    "boatman": (
        ("", ""),
        *(("coin", str(coins)) if coins else ("", "") for coins in parts.BOATMAN_COINS),
    ),
    "craftsman": (("", ""), ("gear", "F"), *[("gear", "")] * (LAST["craftsman"] - 1)),
    "trader": (("", ""), ("tile-1", ""), *[("tile-12", "")] * (LAST["trader"] - 1)),
    "knight": tuple(("bag", str(draws)) for draws in parts.KNIGHT_DRAWS),
    "scholar": (("", ""), *(("", f"+{spaces}") for spaces in parts.SCHOLAR_DEVELOPMENT)),
}

#: The printed parts of the board, which never change. A space of development has its level, whether
#: it begins there, and coins.
PRINTED = {
    "tracks": tuple(PRINT.items()),
    "development": tuple(
        (level, space in dict(parts.LEVEL_FROM), parts.DEVELOPMENT_COINS.get(space, 0))
        for space, level in enumerate(parts.LEVEL)
    ),
    "towns": tuple(
        (key, x + dx, y + dy, anchor)
        for key, (x, y, (dx, dy, anchor)) in geography.TOWN_POSITIONS.items()
    ),
}


class Space(NamedTuple):
    """A space with something on it; `is_next` marks the viewer's next step.

    `marks` are (seat, its name, its position before the news, or None).
    """

    position: int
    marks: tuple[tuple[int, str, int | None], ...]
    has_citizen: bool
    is_next: bool


def occupied_spaces(scene: Scene) -> Iterator[tuple[str, tuple[Space, ...]]]:
    """Yield each track with what stands there."""
    view, me, came = view_of(scene), own_seat(scene), previous_positions(scene.news)
    citizens = component_data.citizen_spaces(view)
    for track in (*parts.TRACKS, "development"):
        standing: dict[int, list[tuple[int, str, int | None]]] = {}
        for number, seat in enumerate(view["seats"]):
            position = seat["tracks"].get(track, seat["development"])
            mark = (number, scene.names[number], came.get((number, track)))
            standing.setdefault(position, []).append(mark)
        taken = citizens.get(track, [])
        following = set()
        if me and track != "development" and me["tracks"][track] < LAST[track]:
            following = {me["tracks"][track] + 1}
        spaces = (
            Space(at, tuple(standing.get(at, ())), at in taken, at in following)
            for at in sorted({*standing, *taken, *following})
        )
        yield track, tuple(spaces)


def previous_positions(news: Sequence[rules.Event]) -> dict[tuple[int, str], int]:
    """Return (seat, track) → the position of its marker before the news."""
    found: dict[tuple[int, str], int] = {}
    for event in news:
        if event.seat is None:
            continue
        if event.kind == "track":
            found.setdefault((event.seat, event.data["track"]), event.data["to"] - 1)
        elif event.kind == "develop":
            found.setdefault((event.seat, "development"), event.data["from"])
    return found


def track_targets(scene: Scene, spots: Spots) -> Iterator[tuple[str, int, Target]]:
    """Yield the spaces for the sluice (next), the hideout (current), and a step back by torture."""
    if (me := own_seat(scene)) is None:
        return

    def space(move: str) -> tuple[str, str, int] | None:
        match action_words(move):
            case ["act", "village", "boatman", "development"]:
                return move_layer(move), "development", me["development"] + 1
            case ["torture", "development"]:
                return move_layer(move), "development", me["development"] - 1
            case ["act", "village", "boatman", track]:
                return move_layer(move), track, min(me["tracks"][track] + 1, LAST[track])
            case ["act", "hideout", _good, track]:
                return move_layer(move), track, me["tracks"][track]
        return None

    moves = spots.of("act village boatman ", "act hideout ", "act church ", "torture develop")
    for (layer, track, position), here in spots.by(space, moves).items():
        id = f"or-lit-{layer.replace(':', '-')}-{track}"
        yield track, position, Target(id, layer, here)


def payments(spots: Spots) -> Iterator[tuple[str, str, str]]:
    """Yield the goods that a hideout accepts, the layer they are in and the one they open."""
    moves = spots.of("act hideout ", "act church ")
    for layer in dict.fromkeys(move_layer(move) for move in moves):
        if parent_layer(layer).endswith("hideout"):
            yield layer.rpartition(":")[2], parent_layer(layer), layer


# deeds

SENDING = ("act town_hall ", "act gunpowder_tower ", "deed ")


class DeedSlot(NamedTuple):
    """A slot of a deed; `can_fill` says whether the viewer's market has a follower for it.

    `rewards` are "coin" or "development", with the moves that bring it.
    """

    kind: str
    is_filled: bool
    can_fill: bool
    rewards: tuple[tuple[str, Target], ...]
    ghost: Spot | None


class Deed(NamedTuple):
    key: str
    coins: int
    has_citizen: bool
    slots: tuple[DeedSlot, ...]


def deeds(scene: Scene, spots: Spots) -> tuple[bool, list[Deed]]:
    """Whether a follower can go to a deed, and all deeds.

    The moves are at the first free slot of each type.
    """
    view, me = view_of(scene), own_seat(scene)
    market = me["market"] if me else ()
    sent = spots.by(sent_parts, spots.of(*SENDING))
    ghosts = {sent_parts(ghost.move)[:2]: ghost for ghost in spots.ghosts(*SENDING)}

    def slots(deed: str, filled: Sequence[str | None]) -> Iterator[DeedSlot]:
        kinds = component_data.DEED_SLOTS[deed]
        newest = {kind: n for n, kind in enumerate(kinds) if filled[n]}
        seen = set()
        for n, (kind, tile) in enumerate(zip(kinds, filled, strict=True)):
            is_first_free = not tile and kind not in seen
            seen |= set() if tile else {kind}
            rewards = tuple(
                (gain, Target(f"or-send-{deed}-{kind}-{gain}", "", sent[kind, deed, gain]))
                for gain in ("coin", "development")
                if is_first_free and (kind, deed, gain) in sent
            )
            ghost = ghosts.get((kind, deed)) if newest.get(kind) == n else None
            yield DeedSlot(kind, bool(tile), not tile and kind in market, rewards, ghost)

    found = [
        Deed(
            deed.key,
            deed.coins,
            deed.key in view["citizens"]["deeds"],
            tuple(slots(deed.key, view["deeds"][deed.key])),
        )
        for deed in parts.DEEDS
    ]
    return bool(sent), found


def sent_parts(move: str) -> tuple[str, str, str]:
    """Return (follower, deed, reward) of a move that sends a follower."""
    tile, deed, *gain = move.split(" ")[1 if move.startswith("deed ") else 2 :]
    return tile, deed, gain[0] if gain else "coin"


# place tiles on offer


class OfferedTile(NamedTuple):
    """A place tile on offer; `can_fill` says whether the viewer's market can fill its slots."""

    key: str
    level: int
    slots: tuple[str, ...]
    can_fill: bool
    ways: tuple[Target, ...]


def offer(scene: Scene, spots: Spots) -> dict[int, tuple[OfferedTile, ...]]:
    """The place tiles on offer by level, with the ways to take each."""
    me = own_seat(scene)
    market = tuple(sorted(me["market"])) if me else ()
    owned = me["places"] if me else ()
    passive = sum(bit for place, bit in PASSIVE.items() if PLACE_KEYS[place] in owned)
    moves = spots.of("act village ", "act hideout ", "act ballroom ", "act church ")
    ways: dict[str, list[Target]] = {}
    for (key, layer), here in spots.by(taken_tile, moves).items():
        id = f"or-take-{key}-{layer.replace(':', '-')}"
        ways.setdefault(key, []).append(Target(id, layer, here))
    return {
        int(level): tuple(
            OfferedTile(
                key,
                LEVEL[key],
                SLOTS[key],
                bool(market and SLOTS[key]) and can_fill(key, SLOTS[key], market, passive),
                tuple(ways.get(key, ())),
            )
            for key in keys
        )
        for level, keys in view_of(scene)["available"].items()
    }


def taken_tile(move: str) -> tuple[str, str] | None:
    """Return the place tile that a move takes, and the layer of the move."""
    _act, _place, *rest = action_words(move)
    return (rest[-1], move_layer(move)) if rest and rest[-1] in LEVEL else None


@functools.lru_cache(maxsize=4096)
def can_fill(place: str, free: tuple[str, ...], market: tuple[str, ...], passive: int) -> bool:
    """Return whether followers of a market can fill all free slots of a place (rules 5.4).

    Args:
        place: The key of the place.
        free: The types of its free slots, at least one.
        market: The follower tiles.
        passive: The bits (`PASSIVE`) of the owned tiles that allow substitutes.
    """
    first, *rest = free
    group = GROUP_OF[place, first]
    return any(
        is_fitting(TILE_ID[tile], group, passive)
        and (not rest or can_fill(place, tuple(rest), market[:n] + market[n + 1 :], passive))
        for n, tile in enumerate(market)
    )


# supply


class Supply(NamedTuple):
    """(Key, number) of what is left; citizens that are left and gone, and where they are left."""

    things: tuple[tuple[str, int], ...]
    citizens: int
    gone: int
    citizens_text: str


def supply(view: View) -> Supply:
    stock, left = view["supply"], view["citizens"]
    citizens = [
        *(vocabulary.DEEDS[deed] for deed in left["deeds"]),
        *(
            f"{vocabulary.TRACKS[track]} {space}"
            for track, spaces in component_data.citizen_spaces(view).items()
            for space in spaces
        ),
        *((_("most trading stations at the end"),) if left["stations"] else ()),
    ]
    things = {**stock["followers"], **stock["goods"], "technology": stock["technology"]}
    return Supply(
        tuple(things.items()),
        len(citizens),
        len(parts.CITIZENS) - len(citizens),
        vocabulary.join_or_dash(citizens),
    )
