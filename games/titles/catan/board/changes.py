"""Changes for a seat while others moved: its hand, the robber, special cards, the race."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from games.boards import Scene
from games.boards.hud import Change

from ..rules.view import View
from . import vocabulary
from .places import IslandPlaces
from .scene_access import view_of
from .translations import gettext as _

#: The numbers of a seat whose changes these sentences or the drawing already show.
COVERED_STATS = frozenset({"race", "hand"})


def title_changes(before: Scene, after: Scene) -> list[Change]:
    """Return what changed between two scenes of the same seat, the earlier one first."""
    if after.seat is None:
        return []
    was, now = view_of(before), view_of(after)
    return [
        *_hand(was, now),
        *_robber(before, after),
        *_special_card_changes(was, now, after.seat, after.names),
    ]


def _hand(was: View, now: View) -> Iterator[Change]:
    """The cards that the viewer has gained and lost."""
    if was["own"] is None or now["own"] is None:
        return
    had, has = Counter(was["own"]["hand"]), Counter(now["own"]["hand"])
    added, gone = _("Added to your hand: %(cards)s."), _("Gone from your hand: %(cards)s.")
    for form, cards in ((added, has - had), (gone, had - has)):
        if cards:
            yield Change(form % {"cards": vocabulary.wares(cards)}, "ct-hand")


def _robber(before: Scene, after: Scene) -> Iterator[Change]:
    was, now = view_of(before)["robber"], view_of(after)["robber"]
    if was == now:
        return
    if now is not None and _has_building_at(after, now):
        yield Change(_("The robber is next to one of your buildings."), "ct-island")
    elif was is not None and _has_building_at(before, was):
        yield Change(_("The robber is no longer next to your buildings."), "ct-island")


def _has_building_at(scene: Scene, place: str) -> bool:
    """Return whether the viewer has a building at this hex."""
    land = IslandPlaces(scene)
    buildings = land.buildings_at(land.board.hex_index[place])
    return any(building["owner"] == scene.seat for building in buildings)


def _special_card_changes(was: View, now: View, me: int, names: Sequence[str]) -> Iterator[Change]:
    special_cards = {
        "longest_road": (
            _("You now have the Longest Road."),
            _("%(name)s now has the Longest Road."),
        ),
        "largest_army": (
            _("You now have the Largest Army."),
            _("%(name)s now has the Largest Army."),
        ),
    }
    for key, (mine, theirs) in special_cards.items():
        earlier, holders = (
            [player["seat"] for player in view["players"] if player.get(key)] for view in (was, now)
        )
        if holders and holders != earlier:
            text = mine if holders[0] == me else theirs % {"name": names[holders[0]]}
            yield Change(text, "seats")
    for player, old in zip(now["players"], was["players"], strict=True):
        seat, left = player["seat"], now["target"] - player["points"]
        if seat != me and player["points"] != old["points"] and 0 < left <= 2:
            missing = {"name": names[seat], "points": vocabulary.points(left)}
            yield Change(_("%(name)s needs %(points)s more to win.") % missing, "seats")
