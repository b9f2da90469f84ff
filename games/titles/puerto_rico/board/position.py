"""The position of Puerto Rico in words, for screen readers and small screens."""

from __future__ import annotations

import functools
from collections.abc import Hashable
from sys import getsizeof
from typing import Any

from django.template.loader import get_template
from django.utils.safestring import SafeString

from games.boards.cached_urls import rules_url
from games.boards.translations import join_list
from games.boards.view_models import Panel, RuleLink
from portal.performance.byte_lru import MIB, byte_lru_cache
from portal.performance.translation_cache import cache_per_language

from . import view_models, vocabulary
from .translations import gettext as _


def term(anchor: str, text: str) -> RuleLink:
    """A name that links to its paragraph of the rules."""
    return RuleLink(text, rules_url("puerto_rico", anchor))


def panels(board: view_models.BoardModel) -> list[Panel]:
    return [model_panel(piece) for piece in panel_models(board)]


def panel_models(board: view_models.BoardModel) -> list[Any]:
    """The pieces that `model_panel` puts into words, in reading order."""
    middle = [board.plantations, board.harbor, board.house, board.supplies]
    return [
        board.status,
        board.roles,
        *middle,
        *map(_without_moves, board.players),
        _market_prices(board.market),
    ]


def _without_moves(player: view_models.Player) -> view_models.Player:
    """A player without parts that are only drawn: whose turn it is, and moves."""
    goods = tuple(good._replace(spot=None, ghost=None) for good in player.goods)
    return player._replace(is_actor=False, is_governor=False, goods=goods)


def _market_prices(market: view_models.Market) -> view_models.Prices:
    """The market as text: less than the drawing shows, so it changes less often."""
    return view_models.Prices(
        tuple(
            (lot.key, lot.name, lot.cost, lot.price, lot.points, lot.copies)
            for column in market.columns
            for lot in column.lots
        )
    )


def panels_html(board: view_models.BoardModel) -> list[SafeString]:
    """The pieces in words, as HTML, cached like drawings."""
    return [_panel_html(type(piece), piece) for piece in panel_models(board)]


@cache_per_language(
    byte_lru_cache(8 * MIB, lambda html: 8 * getsizeof(html))  # a piece is longer than its words
)
def _panel_html(kind: type, piece: Hashable) -> SafeString:
    template = get_template("puerto_rico/templates/text_panels.html")
    return SafeString(template.render({"panel": model_panel(piece)}))


@functools.singledispatch
def model_panel(piece: Any) -> Panel:
    """A piece in words."""
    raise TypeError(f"there are no words for {piece!r}")


@model_panel.register
def _match(piece: view_models.Status) -> Panel:
    rows = [(_("Round"), str(piece.round))]
    rows += [(term("governor", _("Governor")), piece.governor), (_("Phase"), piece.phase)]
    if piece.picker:
        rows.append((_("Picked by"), piece.picker))
    actors = [turn.name for turn in piece.order if turn.is_actor]
    rows += [
        (_("To move"), join_list(actors) or "–"),
        (_("Order"), join_list(turn.name for turn in piece.order) or "–"),
        (_("End of the match"), join_list(piece.endings) or _("not in sight")),
    ]
    rows += [(limit.title, str(limit.left)) for limit in piece.limits]
    return Panel(_("The match"), rows=rows)


@model_panel.register
def _roles(piece: view_models.Roles) -> Panel:
    table = [
        [term(card.key, card.title), str(card.doubloons), card.taker or "–"] for card in piece.cards
    ]
    return Panel(_("Roles"), head=[_("Role"), _("Doubloons"), _("Taken by")], table=table)


@model_panel.register
def _plantations(piece: view_models.Plantations) -> Panel:
    rows = [
        (_("On offer"), join_list(tile.name for tile in piece.row) or "–"),
        (_("Quarries left"), str(piece.quarry.left)),
        (term("stack", _("Face-down tiles")), str(piece.stack.left)),
        (term("discard_pile", _("Discarded tiles")), _goods(piece.discard)),
    ]
    return Panel(_("Plantations"), rows=rows)


@model_panel.register
def _harbor(piece: view_models.Harbor) -> Panel:
    return Panel(_("Cargo ships"), items=[ship.words for ship in piece.ships])


@model_panel.register
def _house(piece: view_models.TradingHouse) -> Panel:
    sold = join_list(good.name for good in piece.sold)
    rows = [(_("Sold"), sold or "–"), (_("Free spaces"), str(len(piece.free)))]
    rows.append((_("Prices"), _goods(piece.prices, named_first=True)))
    return Panel(_("Trading house"), rows=rows)


@model_panel.register
def _supplies(piece: view_models.Supplies) -> Panel:
    rows = [
        (_("Goods"), _goods(piece.goods)),
        (term("worker_ship", _("Workers on the ship")), str(piece.worker_ship)),
        (_("Workers the next ship needs"), str(piece.worker_need)),
        (term("worker_supply", _("Workers in the supply")), str(piece.worker_supply)),
        (term("chip", _("Victory points left")), str(piece.chips)),
    ]
    return Panel(_("Supplies"), rows=rows)


@model_panel.register
def _player(piece: view_models.Player) -> Panel:
    rows = [
        (term("doubloon", _("Doubloons")), str(piece.doubloons)),
        (_("Goods"), _goods(piece.goods)),
        (_("Produces"), vocabulary.goods({good.key: good.produces for good in piece.goods})),
        (term("island", _("Island")), _island(piece) or "–"),
        (_("Free island spaces"), str(len(piece.island.free))),
        (term("city", _("City")), _city(piece) or "–"),
        (_("Free city spaces"), str(len(piece.town.free))),
        (term("san_juan", _("Workers in San Juan")), str(piece.town.san_juan)),
        (_("Points of buildings"), str(piece.building_points)),
        (_("Points from shipping"), _("hidden") if piece.chips is None else str(piece.chips)),
    ]
    if piece.placing:
        placed = _("done") if piece.placing == "done" else _("not done yet")
        rows.append((_("Placing workers"), placed))
    return Panel(piece.name, rows=rows, seat=piece.seat)


def _island(player: view_models.Player) -> str:
    """The tiles of an island by kind, with the workers on them."""
    kinds: dict[str, list[bool]] = {}
    for field in player.island.fields:
        kinds.setdefault(field.kind, []).append(field.worker)
    form, names = _("%(n)s %(tile)s, %(workers)s"), vocabulary.lexicon().words
    return "; ".join(
        form % {"n": len(on), "tile": names[kind], "workers": vocabulary.workers(sum(on))}
        for kind, on in kinds.items()
    )


def _city(player: view_models.Player) -> str:
    form = _("%(building)s, %(workers)s of %(circles)s")
    return "; ".join(
        form
        % {"building": house.name, "workers": sum(house.circles), "circles": len(house.circles)}
        for house in player.town.houses
    )


@model_panel.register
def _prices(piece: view_models.Prices) -> Panel:
    table = [[term(key, name), *map(str, numbers)] for key, name, *numbers in piece.lots]
    head = [_("Building"), _("Cost"), _("For you now"), _("Points"), _("Copies left")]
    return Panel(_("Buildings"), head=head, table=table, wide=True)


def _goods(goods: tuple[view_models.Good, ...], *, named_first: bool = False) -> str:
    if named_first:
        return join_list(_("%(good)s %(n)s") % {"good": good.name, "n": good.n} for good in goods)
    return vocabulary.goods({good.key: good.n for good in goods})
