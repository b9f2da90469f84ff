"""The six tracks and the development track in pieces: print, markers and targets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import games.rules as rules
from games.boards import Scene
from games.boards.spots import Spot
from games.boards.translations import capitalize_first, join_list
from portal.performance.translation_cache import cache_per_language

from ..rules import components as parts
from ..rules.view import View
from . import component_data, scene_access, vocabulary
from .spots import Spots, move_layer, parent_layer
from .translations import gettext as _


class Cell(NamedTuple):
    """A space with its bonus: a picture, a text beside it, and both in words."""

    position: int
    art: str
    text: str
    words: str


class Track(NamedTuple):
    """A printed track."""

    key: str
    name: str
    cells: tuple[Cell, ...]


class DevelopmentSpace(NamedTuple):
    """A space of the development track: its level, and whether that level begins there."""

    space: int
    level: int
    is_first: bool
    coins: int


class Mark(NamedTuple):
    """The marker of a seat; `came` is its position before the news, if it has moved."""

    seat: int
    name: str
    came: int | None = None


class OccupiedSpace(NamedTuple):
    """A space with markers or a citizen; `is_next` marks the viewer's next step."""

    track: str
    position: int
    marks: tuple[Mark, ...]
    has_citizen: bool
    is_next: bool

    @property
    def names_text(self) -> str:
        return join_list(mark.name for mark in self.marks)


class TrackTarget(NamedTuple):
    """A space that the viewer can choose, in a layer."""

    id: str
    track: str
    position: int
    layer: str
    spots: tuple[Spot, ...]

    @property
    def is_faint(self) -> bool:
        return all(spot.keep >= 0 for spot in self.spots)


class Payment(NamedTuple):
    """A good that the hideout accepts; a tap shows what it pays for."""

    good: str
    name: str
    layer: str
    show: str


class Tracks(NamedTuple):
    """All tracks."""

    print: tuple[Track, ...]
    steps: tuple[DevelopmentSpace, ...]
    places: tuple[tuple[OccupiedSpace, ...], ...]
    lit: tuple[TrackTarget, ...]
    payments: tuple[Payment, ...]

    @property
    def sheets(self) -> list[TrackTarget]:
        return [one for one in self.lit if len(one.spots) > 1]


def tracks(scene: Scene, spots: Spots) -> Tracks:
    view = scene_access.view_of(scene)
    lit = tuple(track_targets(view, spots, scene.seat))
    return Tracks(
        printed_tracks(),
        STEPS,
        tuple(map(tuple, occupied_spaces(scene))),
        lit,
        tuple(payments(spots)),
    )


# the printed tracks


@cache_per_language()
def printed_tracks() -> tuple[Track, ...]:
    return tuple(
        Track(
            track,
            capitalize_first(vocabulary.TYPES[track]),
            tuple(cell(track, position) for position in range(last + 1)),
        )
        for track, last in zip(parts.TRACKS, parts.TRACK_LAST, strict=True)
    )


def cell(track: str, position: int) -> Cell:
    if position == 0:
        draws = vocabulary.followers(parts.KNIGHT_DRAWS[0])
        if track == "knight":
            return Cell(0, "bag", str(parts.KNIGHT_DRAWS[0]), draws)
        return Cell(0, "", "", _("start"))
    said = component_data.bonus_text(track, position, None)
    match track:
        case "farmer":
            return Cell(position, parts.GOODS[parts.FARMER_GOODS[position - 1]], "", said)
        case "boatman":
            coins = parts.BOATMAN_COINS[position - 1]
            return Cell(position, "coin" if coins else "", str(coins or ""), said)
        case "craftsman":
            first = _("F") if position == 1 else ""
            return Cell(position, "gear", first, said)
        case "trader":
            return Cell(position, "tile-1" if position == 1 else "tile-12", "", said)
        case "knight":
            return Cell(position, "bag", str(parts.KNIGHT_DRAWS[position]), said)
    return Cell(position, "", f"+{parts.SCHOLAR_DEVELOPMENT[position - 1]}", said)


STEPS = tuple(
    DevelopmentSpace(
        space,
        parts.LEVEL[space],
        space in dict(parts.LEVEL_FROM),
        parts.DEVELOPMENT_COINS.get(space, 0),
    )
    for space in range(parts.LAST_SPACE + 1)
)


# markers and citizens


def occupied_spaces(scene: Scene) -> Iterator[list[OccupiedSpace]]:
    """Yield the spaces with something on them for each track; development is the last."""
    view = scene_access.view_of(scene)
    left = view["citizens"]
    citizens = {(track, at) for track, at in component_data.CITIZEN_AT.items() if left[track]}  # type: ignore[literal-required]
    citizens |= {("development", space) for space in left["development"]}
    me = None if scene.seat is None else view["seats"][scene.seat]
    came = previous_positions(scene.news)
    for track in (*parts.TRACKS, "development"):
        standing: dict[int, list[int]] = {}
        for number, seat in enumerate(view["seats"]):
            at = seat["development"] if track == "development" else seat["tracks"][track]
            standing.setdefault(at, []).append(number)
        following = -1
        if (
            me is not None
            and track != "development"
            and me["tracks"][track] < component_data.LAST[track]
        ):
            following = me["tracks"][track] + 1
        shown = {*standing, *(at for one, at in citizens if one == track)}
        yield [
            OccupiedSpace(
                track,
                position,
                tuple(
                    Mark(seat, scene.names[seat], came.get((seat, track)))
                    for seat in standing.get(position, ())
                ),
                (track, position) in citizens,
                position == following,
            )
            for position in sorted(shown | ({following} if following >= 0 else set()))
        ]


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


# targets


def track_targets(view: View, spots: Spots, seat: int | None) -> Iterator[TrackTarget]:
    """Yield the spaces for the sluice (next), the hideout (current), and a step back by torture."""
    if seat is None:
        return
    me = view["seats"][seat]
    found: dict[tuple[str, str, int], list[Spot]] = {}
    for move in spots.of("act village boatman ", "act hideout ", "act church ", "torture develop"):
        spelled = move.split(" ")
        if spelled[:2] == ["act", "church"]:
            spelled = ["act", *spelled[3:]]
        match spelled:
            case ["act", "village", "boatman", "development"] | ["torture", "development"]:
                step = 1 if spelled[0] == "act" else -1
                target = "development", me["development"] + step
            case ["act", "village", "boatman", track]:
                target = track, min(me["tracks"][track] + 1, component_data.LAST[track])
            case ["act", "hideout", _good, track]:
                target = track, me["tracks"][track]
            case _:
                continue
        spot = spots(move)
        if spot is not None:
            found.setdefault((move_layer(move), *target), []).append(spot)
    for (name, track, position), here in found.items():
        id = "-".join(("or-lit", name.replace(":", "-"), track))
        yield TrackTarget(id, track, position, name, tuple(here))


def payments(spots: Spots) -> Iterator[Payment]:
    """Yield the goods that a hideout accepts, the viewer's own or one used by the church."""
    moves = spots.of("act hideout ", "act church ")
    for name in dict.fromkeys(move_layer(move) for move in moves):
        above, _colon, good = name.rpartition(":")
        if above.endswith("hideout"):
            yield Payment(good, capitalize_first(vocabulary.GOODS[good]), parent_layer(name), name)
