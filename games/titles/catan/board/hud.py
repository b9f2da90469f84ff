"""What surrounds the board: numbers of the seats, buttons of the turn bar, the final verdict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import games.rules as rules
from games.boards.base import Scene, Stat
from games.boards.hud import StatColumn, StatTable
from games.boards.translations import capitalize_first_lazy, join_list
from games.boards.view_models import Text

from ..rules import components as parts
from ..rules.building import city_places, settlement_places
from ..rules.components import CITY_COST, SETTLEMENT_COST
from ..rules.view import Player
from . import production, vocabulary
from .places import IslandPlaces
from .rule_links import KEY
from .scene_access import match_of, view_of
from .translations import gettext
from .translations import gettext_lazy as _

# Labels of the moves that begin, change or end parts of a turn and have no place on the board.
CLOSING_LABELS: dict[str, Text] = {
    "roll": _("Roll"),
    "event": _("Turn over"),
    "travel": _("Wagon"),
    "grain": _("Feed grain"),
    "play swift": capitalize_first_lazy(vocabulary.CARDS["swift"]),
    "end": _("End the turn"),
}


# the numbers of a seat


STATS = StatTable(
    KEY,
    "cards.svg",
    {
        **{
            f"to_{n}": StatColumn(_("Points (%(n)s to win)", n=n), "flag", None, "race")
            for least in parts.TARGET.values()
            for n in (least, least + 1)
        },
        "hand": StatColumn(_("Cards in hand"), note="discard"),
        "full_hand": StatColumn(
            _("Cards in hand, over the discard limit"), "crack", "discard", "hand"
        ),
        "card": StatColumn(_("Development cards"), note="buy"),
        "knight": _("Played knights"),
        "longest": StatColumn(_("Road length"), note="longest_road"),
        "anchor": StatColumn(_("Harbour points"), note="harbourmaster"),
        "token": StatColumn(vocabulary.NAMES["trade_token"], note="trade_token"),
        "gold": vocabulary.WARES["gold"],
        "wagon": _("Wagon level"),
        **vocabulary.GOODS,
        "shield": StatColumn(vocabulary.NAMES["friendly_robber"], note="option:friendly_robber"),
    },
)


def stats(scene: Scene, seat: int) -> tuple[Stat, ...]:
    """Points, cards, knights and roads of a seat; with wagons also gold, level and load."""
    view = view_of(scene)
    player, own = view["players"][seat], view["own"]
    points = own["points"] if own is not None and seat == scene.seat else player["points"]
    values: dict[str, object] = {
        f"to_{view['target']}": race_pips(points, view["target"]),
        "hand" if player["cards"] <= parts.HAND_LIMIT else "full_hand": player["cards"],
        "card": player["development"],
        "knight": _with_mark(player["knights"], player["largest_army"]),
        "longest": _with_mark(player.get("road_length"), player.get("longest_road", False)),
    }
    if view["options"]["harbourmaster"] == "on":
        values["anchor"] = _with_mark(player["harbour_points"], player["harbourmaster"])
    values["token"] = player.get("tokens")
    if wagon := player.get("wagon"):
        values |= {"gold": player.get("gold", 0), "wagon": wagon["level"]}
        if wagon["load"] and wagon["destination"]:
            values[wagon["load"]] = f"→ {vocabulary.GROUNDS[wagon['destination']]}"
    if player["protected"]:
        values["shield"] = "✓"
    return STATS(values)


def _with_mark(number: int | None, is_held: bool) -> str | int | None:
    """A number, marked if the seat holds the special card for it, which is worth points."""
    return f"{number} ★" if is_held and number is not None else number


def race_pips(points: int, target: int) -> str:
    """Draw points and the target as a row of pips.

    >>> race_pips(3, 5), race_pips(6, 5)
    ('●●●○○', '●●●●●●')
    """
    return "●" * points + "○" * max(0, target - points)


# the table of a seat


Rows = tuple[tuple[str, str], ...]


def seat_rows(land: IslandPlaces) -> dict[int, Rows]:
    """For each seat, rows (label, value) of public facts that its card does not show."""
    made = production.pips_by_kind(match_of(land.scene))
    return {
        player["seat"]: _seat_rows(player, made[player["seat"]]) for player in land.view["players"]
    }


def _seat_rows(player: Player, made: Mapping[str, int]) -> Rows:
    point_cards, played = player.get("point_cards", {}), player["played"]
    rows = (
        (gettext("Pieces left"), vocabulary.pieces_left(player)),
        (gettext("Production in pips"), vocabulary.wares(made)),
        (gettext("Point cards"), vocabulary.cards_text(point_cards) if point_cards else ""),
        (gettext("Played cards"), vocabulary.cards_text(played) if played else ""),
        (gettext("Harbours"), vocabulary.harbour_rates(player["rates"])),
        (gettext("Deliveries"), str(player.get("delivered", ""))),
    )
    return tuple((label, value) for label, value in rows if value)


# the turn bar


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
    return gettext("You could still build: %(what)s.") % {"what": pieces}


# the end of the match


BUILT = ("settlements", "cities")


def verdict(score: rules.Score, order: Sequence[rules.Score], names: Sequence[str]) -> str:
    """Say how the winner got the points, or which special cards of the winner others missed."""
    built = sum(score.breakdown[key] for key in BUILT)
    if score.rank == 1 and score.tiebreak[0]:
        values = {"built": str(built), "rest": str(score.total - built)}
        if score.total == built:
            return gettext("Won by building alone: %(built)s.") % values
        others = [key for key, n in score.breakdown.items() if n and key not in BUILT]
        values["what"] = join_list(vocabulary.REASONS[key] for key in others)
        return (
            gettext("Won with %(built)s from building and %(rest)s more from: %(what)s.") % values
        )
    gap = order[0].total - score.total
    own, best = score.breakdown, order[0].breakdown
    missed = [key for key in vocabulary.SPECIAL_CARDS if best.get(key) and not own.get(key)]
    if gap <= 0 or not missed:
        return ""
    cards = join_list(vocabulary.REASONS[key] for key in missed)
    gap_values = {"gap": gap, "name": names[order[0].seat], "cards": cards}
    return gettext("%(gap)s behind %(name)s, who had: %(cards)s.") % gap_values
