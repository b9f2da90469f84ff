"""The surroundings of the board: seat statistics, buttons of the bar, warnings, action links."""

from __future__ import annotations

import functools

from django.templatetags.static import static

from games.boards.base import Scene, Stat
from games.boards.cached_urls import rules_url
from games.boards.translations import capitalize_first, join_parts
from games.boards.view_models import MoveChoice
from portal.performance.byte_lru import MIB, byte_lru_cache, fixed_bytes
from portal.performance.translation_cache import cache_per_language

from ..rules.components import GOODS, MERCHANTS
from . import move_labels, preview, vocabulary
from .board_context import BoardContext
from .rule_links import KEY
from .scene_access import view_of
from .translations import gettext as _

# Moves that need no further choice.
CLOSING_MOVES = ("done", "end", "pass", "fold", "keep none")


def closing_moves(scene: Scene) -> list[MoveChoice]:
    return [
        MoveChoice(move, move_labels.move_label(move, scene))
        for move in CLOSING_MOVES
        if move in scene.legal
    ]


def unfinished_warning(scene: Scene) -> str:
    """Return a warning about obvious things that passing or ending the turn leaves undone."""
    view = view_of(scene)
    if scene.seat is None or not scene.draft or scene.draft[-1] not in ("pass", "end"):
        return ""
    if view["phase"] != "action" or (scene.draft[-1] == "end" and scene.legal):
        return ""
    return join_parts(
        preview.unfinished_texts(scene, scene.seat) if scene.draft[-1] == "pass" else ()
    )


def stats(scene: Scene, seat: int) -> tuple[Stat, ...]:
    """Return the numbers of a seat: money, merchants and goods, then what grows."""
    player = view_of(scene)["players"][seat]
    all_of_them = MERCHANTS - player["merchants_on_board"]
    return _stats(
        player["clan"] or "",
        (player["money"], player["merchants"], all_of_them, player["income"]),
        tuple(player["goods"].values()),
        (len(player["boxes"]), len(player["fulfilled"])),
        (player["settlements"], player["shipping"]),
    )


@cache_per_language(byte_lru_cache(2 * MIB, fixed_bytes(6_000)))
def _stats(
    clan: str,
    numbers: tuple[int, int, int, int],
    goods: tuple[int, ...],
    contracts: tuple[int, int],
    reach: tuple[int, int],
) -> tuple[Stat, ...]:
    money, free, merchants, income = numbers
    found = [
        _stat("pound", "money", _("Money"), str(money)),
        _stat("merchant", "merchant", _("Merchants in stock / in total"), f"{free}/{merchants}"),
    ]
    found += [
        _stat(good, good, capitalize_first(vocabulary.GOODS[good]), str(n))
        for good, n in zip(GOODS, goods, strict=True)
    ]
    found += [
        _stat("income", "income", _("Income of the next round"), f"+{income}"),
        _stat("box", "box", _("Contracts in boxes / fulfilled"), "{}/{}".format(*contracts)),
        _stat("houses", "settlement", _("Linked settlements"), str(reach[0])),
        _stat("ship", "shipping", _("Shipping"), str(reach[1])),
    ]
    if clan:
        found.append(Stat("clan", _("Clan"), vocabulary.clan(clan), "", rules_url(KEY, clan)))
    return tuple(found)


def _stat(glyph: str, anchor: str, label: str, value: str) -> Stat:
    return Stat(glyph, label, value, _art(glyph), rules_url(KEY, anchor))


@functools.cache
def _art(glyph: str) -> str:
    return f"{static('titles/caledonia/sprite.svg')}#{glyph}"


# The dock on phones.


def action_links(look: BoardContext) -> tuple[tuple[str, str, str, bool], ...]:
    """Return links to the main actions: (zone, glyph, name, whether one is possible)."""
    if look.mine is None or not look.acts:
        return ()
    return (
        ("cal-mat", "land", _("Expand"), look.has("expand")),
        ("cal-market", "pound", _("Trade"), look.has("buy", "sell")),
        ("cal-contracts", "box", _("Contract"), look.has("take", "fulfil")),
        ("cal-upgrades", "upgrade", _("Upgrade"), look.has("ship", "tech", "hire")),
    )
