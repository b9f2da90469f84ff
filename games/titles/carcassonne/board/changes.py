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

#: By kind of feature: its new worth, a lost lead, a shared one; nobody else gets onto a monastery.
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
    if after.seat is None:
        return []
    return list(_changes(view_of(before), view_of(after), after.seat))


def _changes(was: View, now: View, me: int) -> Iterator[Change]:
    had, has = (sum(piece[3] == me for piece in view["pieces"]) for view in (was, now))
    if has < had:
        text = ngettext(
            "%(n)s of your pieces is back in your supply.",
            "%(n)s of your pieces are back in your supply.",
            had - has,
        )
        yield Change(text % {"n": had - has}, "carc-land")
    known = _my_features(was, me)
    for spot, feature in _my_features(now, me).items():
        if spot in known:
            for text in _feature_changes(known[spot], feature, me):
                yield Change(text, "carc-features")
    if 0 < now["pile"] <= len(now["scores"]) < was["pile"]:
        text = ngettext("Only %(n)s tile is left.", "Only %(n)s tiles are left.", now["pile"])
        yield Change(text % {"n": now["pile"]}, "carc-left")


def _my_features(view: View, me: int) -> dict[tuple[int | str, ...], FeatureView]:
    """The features with a piece of the viewer, each once, by x, y and segment of the first one."""
    found = {}
    for feature in view["features"]:
        if mine := [tuple(piece[:3]) for piece in feature["pieces"] if piece[3] == me]:
            found[mine[0]] = feature
    return found


def _feature_changes(was: FeatureView, now: FeatureView, me: int) -> Iterator[str]:
    kind = now["kind"]
    if me not in now["winners"]:
        if me in was["winners"]:
            yield str(LOST_LEAD[kind])
        return
    if was["winners"] == [me] != now["winners"]:
        yield str(SHARED_FEATURE[kind])
    if me in was["winners"] and now["points"] != was["points"]:
        yield str(WORTH_CHANGES[kind]) % {"before": was["points"], "after": now["points"]}
