"""What surrounds the board: numbers of the seats, buttons of the turn bar, the final verdict."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence

from django.templatetags.static import static

import games.rules as rules
from games.boards.base import Scene, Stat
from games.boards.cached_urls import rules_url
from games.boards.translations import capitalize_first, join_list
from games.boards.view_models import MoveChoice
from portal.performance.translation_cache import cache_per_language

from ..rules import components as parts
from ..rules.building import city_places, settlement_places
from ..rules.components import CITY_COST, SETTLEMENT_COST
from ..rules.view import Player
from . import move_labels, production, rule_links, vocabulary
from .places import IslandPlaces
from .scene_access import match_of, view_of
from .translations import gettext as _

CLOSING_MOVES = ("roll", "event", "travel", "grain", "play swift", "end")
FULL, EMPTY = "●", "○"


# the numbers of a seat


def stats(scene: Scene, seat: int) -> tuple[Stat, ...]:
    """Points, cards, knights and roads of a seat; with wagons also gold, level and load."""
    view = view_of(scene)
    player = view["players"][seat]
    own = view["own"]
    points = player["points"]
    if own is not None and seat == scene.seat:
        points = own["points"]
    wagon = player.get("wagon")
    return _stats(
        (points, view["target"]),
        (player["cards"], player["development"], player["knights"]),
        player["largest_army"],
        (player.get("road_length"), player.get("longest_road", False)),
        (
            player["harbour_points"] if view["options"]["harbourmaster"] == "on" else None,
            player["harbourmaster"],
        ),
        player.get("tokens"),
        player["protected"],
        (player.get("gold", 0), wagon["level"], wagon["load"], wagon["destination"])
        if wagon
        else None,
    )


@cache_per_language(functools.lru_cache(2048))
def _stats(
    race: tuple[int, int],
    counts: tuple[int, int, int],
    has_army: bool,
    road: tuple[int | None, bool],
    harbour: tuple[int | None, bool],
    tokens: int | None,
    is_protected: bool,
    wagon: tuple[int, int, str | None, str | None] | None,
) -> tuple[Stat, ...]:
    points, target = race
    cards, development, knights = counts
    length, has_road = road
    found = [
        Stat(
            "race",
            _("Points (%(n)s to win)") % {"n": target},
            race_pips(points, target),
            _art("flag"),
        ),
        _stat("hand", _("Cards in hand"), cards, "discard")
        if cards <= parts.HAND_LIMIT
        else _stat(
            "hand",
            _("Cards in hand, over the discard limit"),
            cards,
            "discard",
            art="crack",
        ),
        _stat("card", _("Development cards"), development, "buy"),
        _stat("knight", _("Played knights"), knights, "knight", has_army),
    ]
    if length is not None:
        found.append(_stat("longest", _("Road length"), length, "longest_road", has_road))
    harbours, is_master = harbour
    if harbours is not None:
        found.append(_stat("anchor", _("Harbour points"), harbours, "harbourmaster", is_master))
    if tokens is not None:
        found.append(_stat("token", vocabulary.NAMES["trade_token"], tokens, "trade_token"))
    if wagon is not None:
        gold, level, load, goal = wagon
        found.append(_stat("gold", vocabulary.WARES["gold"], gold, "gold"))
        found.append(_stat("wagon", _("Wagon level"), level, "wagon"))
        if load and goal:
            label = vocabulary.GOODS[load]
            found.append(_stat(load, label, f"→ {vocabulary.GROUNDS[goal]}", load))
    if is_protected:
        label = vocabulary.NAMES["friendly_robber"]
        found.append(_stat("shield", label, "✓", "option:friendly_robber"))
    return tuple(found)


def race_pips(points: int, target: int) -> str:
    """Draw points and the target as a row of pips.

    >>> race_pips(3, 5), race_pips(6, 5)
    ('●●●○○', '●●●●●●')
    """
    return FULL * points + EMPTY * max(0, target - points)


def _stat(
    key: str, label: object, value: object, anchor: str, is_held: bool = False, art: str = ""
) -> Stat:
    """A number of a seat; `is_held` marks a special card, which is worth points."""
    text = f"{value} ★" if is_held else str(value)
    return Stat(
        key, capitalize_first(label), text, _art(art or key), rules_url(rule_links.KEY, anchor)
    )


@functools.cache
def _art(symbol: str) -> str:
    return f"{static('titles/catan/cards.svg')}#{symbol}"


# the table of a seat


Rows = tuple[tuple[str, str], ...]
Counts = tuple[tuple[str, int], ...]


def seat_rows(land: IslandPlaces) -> dict[int, Rows]:
    """For each seat, rows (label, value) of public facts that its card does not show."""
    made = production.pips_by_kind(match_of(land.scene))
    return {
        player["seat"]: _rows_of(player, made[player["seat"]]) for player in land.view["players"]
    }


def _rows_of(player: Player, made: Mapping[str, int]) -> Rows:
    return _seat_rows(
        (player["roads_left"], player["settlements_left"], player["cities_left"]),
        tuple(made.items()),
        tuple(player.get("point_cards", {}).items()),
        tuple(player["played"].items()),
        tuple(player["rates"].items()),
        player.get("delivered"),
    )


@cache_per_language(functools.lru_cache(1024))
def _seat_rows(
    left: tuple[int, int, int],
    made: Counts,
    point_cards: Counts,
    played: Counts,
    rates: Counts,
    delivered: int | None,
) -> Rows:
    pieces = _("roads %(roads)s, settlements %(settlements)s, cities %(cities)s") % dict(
        zip(("roads", "settlements", "cities"), left, strict=True)
    )
    rows = [(_("Pieces left"), pieces), (_("Production in pips"), vocabulary.wares(dict(made)))]
    if point_cards:
        rows.append((_("Point cards"), vocabulary.cards_text(dict(point_cards))))
    if played:
        rows.append((_("Played cards"), vocabulary.cards_text(dict(played))))
    better = [
        f"{capitalize_first(vocabulary.WARES[ware])} {rate}:1"
        for ware, rate in rates
        if rate < parts.RATES["bank"]
    ]
    if better:
        rows.append((_("Harbours"), join_list(better)))
    if delivered is not None:
        rows.append((_("Deliveries"), str(delivered)))
    return tuple(rows)


# the turn bar


def closing_moves(scene: Scene) -> list[MoveChoice]:
    """The moves that begin, change or end parts of a turn and have no place on the board."""
    return [
        MoveChoice(move, move_labels.button_label(move))
        for move in CLOSING_MOVES
        if move in scene.legal
    ]


def unfinished_warning(scene: Scene) -> str:
    """Warn that a finished turn still leaves a city or settlement to build; else ""."""
    seat = scene.seat
    if seat is None or "end" not in scene.draft[-1:] or "travel" in scene.draft:
        return ""
    match = match_of(scene)
    buildable = {
        "city": match.can_afford(seat, CITY_COST) and city_places(match, seat),
        "settlement": match.can_afford(seat, SETTLEMENT_COST) and settlement_places(match, seat),
    }
    pieces = join_list(vocabulary.PIECES[piece] for piece, places in buildable.items() if places)
    if not pieces:
        return ""
    return _("You could still build: %(what)s.") % {"what": pieces}


# the end of the match


def verdict(score: rules.Score, order: Sequence[rules.Score], names: Sequence[str]) -> str:
    """Say how the winner got the points, or which special cards of the winner others missed."""
    special = {key: n for key, n in score.breakdown.items() if key in SPECIAL and n}
    built = score.breakdown["settlements"] + score.breakdown["cities"]
    if score.rank == 1 and score.tiebreak[0]:
        values = {"built": str(built), "rest": str(score.total - built)}
        if score.total == built:
            return _("Won by building alone: %(built)s.") % values
        values["what"] = join_list(vocabulary.REASONS[key] for key in _others(score))
        return _("Won with %(built)s from building and %(rest)s more from: %(what)s.") % values
    gap = order[0].total - score.total
    missed = [key for key in SPECIAL if order[0].breakdown.get(key) and key not in special]
    if gap <= 0 or not missed:
        return ""
    cards = join_list(vocabulary.REASONS[key] for key in missed)
    gap_values = {"gap": gap, "name": names[order[0].seat], "cards": cards}
    return _("%(gap)s behind %(name)s, who had: %(cards)s.") % gap_values


SPECIAL = ("largest_army", "longest_road", "harbourmaster")


def _others(score: rules.Score) -> list[str]:
    return [key for key, n in score.breakdown.items() if n and key not in ("settlements", "cities")]
