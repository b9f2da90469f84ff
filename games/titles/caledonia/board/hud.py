"""The surroundings of the board: seat statistics, buttons of the bar, warnings, action links."""

from __future__ import annotations

from games.boards.base import Scene, Stat, Zone
from games.boards.cached_urls import rules_url
from games.boards.hud import StatColumn, StatTable
from games.boards.translations import join_parts
from portal.translation_cache import cache_per_language

from ..rules.components import MERCHANTS
from . import preview, vocabulary
from .board_context import BoardContext
from .rule_links import KEY
from .scene_access import view_of
from .translations import gettext
from .translations import gettext_lazy as _

# Moves that need no further choice.
CLOSING_MOVES = ("done", "end", "pass", "fold", "keep none")

ZONES = (
    Zone("cal-rounds", _("Rounds")),
    Zone("cal-map-zone", _("The Highlands"), _("Map")),
    Zone("cal-market", _("Market")),
    Zone("cal-contracts", _("Export contracts"), _("Exports")),
    Zone("cal-mat", _("My board"), _("My board"), is_own=True),
    Zone("cal-words", _("The position in words"), _("In words")),
)


def unfinished_warning(scene: Scene) -> str:
    """Return a warning about obvious things that passing leaves undone."""
    is_pass = bool(scene.draft) and scene.draft[-1] == "pass"
    if scene.seat is None or not is_pass or view_of(scene)["phase"] != "action":
        return ""
    return join_parts(preview.unfinished_texts(scene, scene.seat))


STATS = StatTable(
    KEY,
    "sprite.svg",
    {
        "pound": StatColumn(_("Money"), note="money"),
        "merchant": _("Merchants in stock / in total"),
        **vocabulary.GOODS,
        "income": _("Income of the next round"),
        "box": _("Contracts in boxes / fulfilled"),
        "houses": StatColumn(_("Linked settlements"), note="settlement"),
        "ship": StatColumn(_("Shipping"), note="shipping"),
    },
)


def stats(scene: Scene, seat: int) -> tuple[Stat, ...]:
    """Return the numbers of a seat: money, merchants and goods, then what grows."""
    player = view_of(scene)["players"][seat]
    found = STATS(
        {
            "pound": player["money"],
            "merchant": f"{player['merchants']}/{MERCHANTS - player['merchants_on_board']}",
            **player["goods"],
            "income": f"+{player['income']}",
            "box": f"{len(player['boxes'])}/{len(player['fulfilled'])}",
            "houses": player["settlements"],
            "ship": player["shipping"],
        }
    )
    return (*found, _clan(player["clan"])) if player["clan"] else found


@cache_per_language()
def _clan(clan: str) -> Stat:
    return Stat("clan", gettext("Clan"), vocabulary.clan(clan), "", rules_url(KEY, clan))


# The dock on phones.


def action_links(look: BoardContext) -> tuple[tuple[str, str, bool], ...]:
    """Links to the main actions: (zone, picture, whether one is possible)."""
    if look.mine is None or not look.acts:
        return ()
    return (
        ("cal-mat", "land", look.has("expand")),
        ("cal-market", "pound", look.has("buy", "sell")),
        ("cal-contracts", "box", look.has("take", "fulfil")),
        ("cal-upgrades", "upgrade", look.has("ship", "tech", "hire")),
    )
