"""Changes for a seat while others moved: its pieces, its features, other leaders, the pile."""

from __future__ import annotations

from collections.abc import Iterator

from games.boards.base import Scene
from games.boards.hud import Change
from games.boards.view_models import Text

from ..rules.features import FeatureView
from ..rules.view import View
from .scene_access import view_of
from .translations import gettext_lazy, ngettext

PieceKey = tuple[int | str, ...]  # x, y, segment

WORTH_CHANGES: dict[str, Text] = {
    "road": gettext_lazy("Your road is now worth %(after)s points (was %(before)s)."),
    "city": gettext_lazy("Your city is now worth %(after)s points (was %(before)s)."),
    "monastery": gettext_lazy("Your monastery is now worth %(after)s points (was %(before)s)."),
    "farm": gettext_lazy("Your farm is now worth %(after)s points (was %(before)s)."),
}
LOST_LEAD: dict[str, Text] = {
    "road": gettext_lazy("Another player now leads on your road."),
    "city": gettext_lazy("Another player now leads in your city."),
    "farm": gettext_lazy("Another player now leads on your farm."),
}
SHARED_FEATURE: dict[str, Text] = {
    "road": gettext_lazy("You now share your road with others."),
    "city": gettext_lazy("You now share your city with others."),
    "farm": gettext_lazy("You now share your farm with others."),
}


def title_changes(before: Scene, after: Scene) -> list[Change]:
    """Return the changes between two scenes of the same seat, the earlier one first."""
    me = after.seat
    if me is None:
        return []
    was, now = view_of(before), view_of(after)
    return [*_returned_pieces(was, now, me), *_features(was, now, me), *_pile(was, now)]


def _my_features(view: View, me: int) -> dict[PieceKey, FeatureView]:
    """The features with a piece of the viewer, each once, by the position of its first piece."""
    found = {}
    for feature in view["features"]:
        mine = [tuple(piece[:3]) for piece in feature["pieces"] if piece[3] == me]
        if mine:
            found[mine[0]] = feature
    return found


def _returned_pieces(was: View, now: View, me: int) -> Iterator[Change]:
    had = sum(piece[3] == me for piece in was["pieces"])
    has = sum(piece[3] == me for piece in now["pieces"])
    if has < had:
        text = ngettext(
            "%(n)s of your pieces is back in your supply.",
            "%(n)s of your pieces are back in your supply.",
            had - has,
        )
        yield Change(text % {"n": had - has}, "carc-land")


def _features(was: View, now: View, me: int) -> Iterator[Change]:
    known = _my_features(was, me)
    for spot, feature in _my_features(now, me).items():
        earlier = known.get(spot)
        if earlier is None:
            continue
        kind = feature["kind"]
        if me in earlier["winners"] and me not in feature["winners"]:
            yield Change(str(LOST_LEAD[kind]), "carc-features")
        elif me in feature["winners"]:
            if earlier["winners"] == [me] != feature["winners"]:
                yield Change(str(SHARED_FEATURE[kind]), "carc-features")
            if me in earlier["winners"] and feature["points"] != earlier["points"]:
                values = {"before": earlier["points"], "after": feature["points"]}
                yield Change(str(WORTH_CHANGES[kind]) % values, "carc-features")


def _pile(was: View, now: View) -> Iterator[Change]:
    if 0 < now["pile"] <= len(now["scores"]) < was["pile"]:
        text = ngettext("Only %(n)s tile is left.", "Only %(n)s tiles are left.", now["pile"])
        yield Change(text % {"n": now["pile"]}, "carc-left")
