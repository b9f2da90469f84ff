"""The trade table: composing an offer, the proposed offer, and its answers."""

from __future__ import annotations

from typing import NamedTuple

from games.boards.spots import Spot
from games.boards.translations import join_parts
from games.boards.widgets import Stock

from ..rules import components as parts
from ..rules.auto_answers import DECLINE_ALL, never_key
from . import card_counts, preview_remarks
from .spots import Spots
from .translations import gettext as _

Amounts = tuple[tuple[str, int], ...]
OfferWares = tuple[tuple[str, int, int | None], ...]


class OfferComposer(NamedTuple):
    """An offer that the viewer composes: the most of each ware, and what is chosen so far.

    `others` are the players who may get it, with their cards and gold. `why` says why the viewer
    cannot make one. `propose` and `cancel` belong to an offer that is drafted move by move.
    """

    give: tuple[Stock, ...]
    want: tuple[Stock, ...]
    given: Amounts
    wanted: Amounts
    others: tuple[tuple[int, str, int, int], ...]
    left: int
    most: int
    why: str
    is_drafted: bool
    propose: Spot | None
    cancel: Spot | None


class OpenOffer(NamedTuple):
    """An offer that waits for answers, as the viewer sees it.

    A ware that the viewer would give has what they hold, others None. `missing` is what they lack.
    `answers` are seat, name, answer, and the move that completes the trade with them.
    """

    by: int
    name: str
    is_mine: bool
    is_asked: bool
    gives: OfferWares
    wants: OfferWares
    answers: tuple[tuple[int, str, str, Spot | None], ...]
    is_answered: bool
    after: str
    accept: Spot | None
    missing: Amounts
    decline: Spot | None
    cancel: Spot | None
    auto_answers: tuple[str, ...]


def offer_composer(spots: Spots) -> OfferComposer:
    """Return the offer that the viewer may compose, or why not."""
    scene, view = spots.scene, spots.view
    draft = view["offer"] if view["phase"] == "offer" else None
    others = tuple(
        (one["seat"], scene.names[one["seat"]], one["cards"], one.get("gold", 0))
        for one in view["players"]
        if one["seat"] != spots.seat
    )
    most_gold = max(gold for *_one, gold in others)
    wanted = {
        ware: most_gold if ware == "gold" else card_counts.held_by_others(view, ware)
        for ware in spots.wares
    }

    def wares(verb: str, most: dict[str, int]) -> tuple[Stock, ...]:
        verb = verb if view["phase"] == "offer" else "no"
        return tuple(Stock(ware, n, spot=spots(f"{verb} {ware}")) for ware, n in most.items())

    return OfferComposer(
        give=wares("give", spots.wares),
        want=wares("want", wanted),
        given=_amounts(draft["give"], spots.wares) if draft else (),
        wanted=_amounts(draft["want"], spots.wares) if draft else (),
        others=others,
        left=view["limits"].get("offers_left", 0) + (draft is not None),
        most=parts.OFFERS_PER_TURN,
        why="" if "offer" in spots.legal or draft else _offer_obstacle(spots),
        is_drafted=draft is not None,
        propose=spots("propose") if draft else None,
        cancel=spots("cancel") if draft else None,
    )


def _amounts(offered: dict[str, int], wares: dict[str, int]) -> Amounts:
    return tuple((ware, offered[ware]) for ware in wares if offered.get(ware))


def _offer_obstacle(spots: Spots) -> str:
    view = spots.view
    if spots.seat != view["active"]:
        return _("Offers are made in your own turn.")
    if view["phase"] != "main":
        return _("Offers are made while you build and trade.")
    if not view["limits"].get("offers_left"):
        return _("You have made all your offers for this turn.")
    return _("You have nothing to trade.")


def press_selectors(moves: tuple[str, ...]) -> tuple[str, ...]:
    """Return CSS selectors of what to press for an offer of these moves (see composer.js).

    The moves name each ware at most once.
    """
    cards = [move for move in moves if move != "propose"]
    missing = (f'#ct-offer:not(:has([data-put="{one}"])) [data-take="{one}"]' for one in cards)
    return *missing, "#ct-offer [data-done]:enabled", '[data-sheet="ct-trade"]'


def open_offer(spots: Spots) -> OpenOffer | None:
    """Return the offer that waits for answers, as every viewer may see it, or None."""
    view, scene = spots.view, spots.scene
    offer = view["offer"]
    if offer is None or view["phase"] != "answers":
        return None
    seat, by = scene.seat, offer["by"]
    answers = offer["answers"] or {}
    is_asked = seat is not None and answers.get(str(seat)) == "asked"
    mine = spots.wares if is_asked else {}
    missing = [
        (ware, n - mine[ware]) for ware, n in offer["want"].items() if is_asked and mine[ware] < n
    ]
    never = (f"decline turn:{view['turn']}", *map(never_key, offer["want"]), DECLINE_ALL)
    return OpenOffer(
        by=by,
        name=scene.names[by],
        is_mine=seat == by,
        is_asked=is_asked,
        gives=tuple((ware, n, None) for ware, n in offer["give"].items()),
        wants=tuple((ware, n, mine.get(ware)) for ware, n in offer["want"].items()),
        answers=tuple(
            (int(one), scene.names[int(one)], answer, spots(f"trade {one}"))
            for one, answer in answers.items()
            if not (is_asked and int(one) == seat)
        ),
        is_answered=by in scene.actors,
        after=join_parts(preview_remarks.acceptance_result(scene))
        if is_asked and not missing
        else "",
        accept=spots("accept"),
        missing=tuple(missing),
        decline=spots("decline"),
        cancel=spots("cancel") if seat == by else None,
        auto_answers=never if is_asked else (),
    )
