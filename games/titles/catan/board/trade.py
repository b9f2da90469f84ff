"""The trade table: composing an offer, the proposed offer, and its answers."""

from __future__ import annotations

from typing import NamedTuple

from games.boards import Scene
from games.boards.spots import Spot
from games.boards.translations import capitalize_first, join_parts
from portal.performance.translation_cache import cache_per_language

from ..rules import components as parts
from ..rules.auto_answers import DECLINE_ALL, never_key
from ..rules.view import Offer, View
from . import card_counts, move_labels, preview_remarks, vocabulary
from .spots import Spots
from .translations import gettext as _


class OfferWare(NamedTuple):
    """A ware on one side of an offer: the most units possible, and the units chosen so far.

    `spot` adds one unit to an offer that is drafted move by move.
    """

    kind: str
    name: str
    most: int
    n: int
    spot: Spot | None


class OfferPartner(NamedTuple):
    """A player who may get the offer, with public counts of cards and gold."""

    seat: int
    name: str
    cards: int
    gold: int


class OfferComposer(NamedTuple):
    """An offer that the viewer composes.

    `why` says why the viewer cannot make one. `propose` and `cancel` belong to an offer that is
    drafted move by move.
    """

    give: tuple[OfferWare, ...]
    want: tuple[OfferWare, ...]
    others: tuple[OfferPartner, ...]
    left: int
    most: int
    why: str
    is_drafted: bool
    propose: Spot | None
    cancel: Spot | None


class OfferPart(NamedTuple):
    """Units of a ware in an offer; `have` is the viewer's own count, None if not asked."""

    kind: str
    name: str
    n: int
    have: int | None


class OfferAnswer(NamedTuple):
    """The answer of a seat to an offer; `trade` completes the trade with it."""

    seat: int
    name: str
    key: str
    said: str
    trade: Spot | None


class AutoAnswer(NamedTuple):
    """An automatic answer that the viewer can set here, as in the form of automatic answers."""

    key: str
    label: str


class OpenOffer(NamedTuple):
    """The proposed offer as one viewer sees it."""

    by: int
    title: str
    gives: tuple[OfferPart, ...]
    wants: tuple[OfferPart, ...]
    gives_title: str
    wants_title: str
    answers: tuple[OfferAnswer, ...]
    after: str
    accept: Spot | None
    why: str  # why it cannot be accepted
    decline: Spot | None
    cancel: Spot | None
    auto_answers: tuple[AutoAnswer, ...]
    waits: str


ANSWERS = {
    "asked": lambda: _("thinking"),
    "accepted": lambda: _("accepts"),
    "declined": lambda: _("declines"),
}


# composing an offer


def offer_composer(spots: Spots) -> OfferComposer | None:
    """Return the offer that the viewer may compose, or why not.

    None for spectators and after the match.
    """
    scene, view = spots.scene, spots.view
    seat = scene.seat
    if seat is None or scene.over or view["own"] is None:
        return None
    has_gold = view["scenario"] == "traders"
    wares = parts.WARES if has_gold else parts.RESOURCES
    mine = {**view["own"]["hand"], "gold": view["players"][seat].get("gold", 0)}
    draft = view["offer"] if view["phase"] == "offer" else None
    give, want = (draft["give"], draft["want"]) if draft else ({}, {})
    others = tuple(
        OfferPartner(one["seat"], scene.names[one["seat"]], one["cards"], one.get("gold", 0))
        for one in view["players"]
        if one["seat"] != seat
    )
    is_open = "offer" in spots.legal or draft is not None
    return OfferComposer(
        give=tuple(_ware(spots, "give", ware, mine[ware], give) for ware in wares),
        want=tuple(
            _ware(spots, "want", ware, _max_wanted(view, ware, others), want) for ware in wares
        ),
        others=others,
        left=view["limits"].get("offers_left", 0) + (draft is not None),
        most=parts.OFFERS_PER_TURN,
        why="" if is_open else _offer_obstacle(spots, seat),
        is_drafted=draft is not None,
        propose=spots("propose") if draft else None,
        cancel=spots("cancel") if draft else None,
    )


def _ware(spots: Spots, verb: str, ware: str, most: int, chosen: dict[str, int]) -> OfferWare:
    spot = spots(f"{verb} {ware}") if spots.view["phase"] == "offer" else None
    return OfferWare(ware, _ware_name(ware), most, chosen.get(ware, 0), spot)


@cache_per_language()
def _ware_name(ware: str) -> str:
    return capitalize_first(vocabulary.WARES[ware])


def _max_wanted(view: View, ware: str, others: tuple[OfferPartner, ...]) -> int:
    """The most units of a ware that an offer can want (rules 5.7)."""
    if ware == "gold":
        return max(one.gold for one in others)
    return card_counts.held_by_others(view, ware)


def _offer_obstacle(spots: Spots, seat: int) -> str:
    view = spots.view
    if seat != view["active"]:
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


# a proposed offer


def open_offer(spots: Spots) -> OpenOffer | None:
    """Return the offer that waits for answers, as every viewer may see it, or None."""
    view, scene = spots.view, spots.scene
    offer = view["offer"]
    if offer is None or view["phase"] != "answers":
        return None
    seat, by = scene.seat, offer["by"]
    answers = offer["answers"] or {}
    is_asked = seat is not None and answers.get(str(seat)) == "asked"
    mine = _wares_of(view, seat) if is_asked else {}
    accept = spots("accept")
    return OpenOffer(
        by=by,
        title=_title(scene, by, is_asked),
        gives=tuple(_part(ware, n, {}) for ware, n in offer["give"].items()),
        wants=tuple(_part(ware, n, mine) for ware, n in offer["want"].items()),
        gives_title=_("You get") if is_asked else _gives_title(scene, by),
        wants_title=_("You give") if is_asked else _("for"),
        answers=tuple(
            OfferAnswer(int(one), scene.names[int(one)], key, ANSWERS[key](), spots(f"trade {one}"))
            for one, key in answers.items()
            if not (is_asked and int(one) == seat)
        ),
        after=join_parts(preview_remarks.acceptance_result(scene)) if _can_pay(mine, offer) else "",
        accept=accept,
        why=_shortage_text(mine, offer) if is_asked and not accept else "",
        decline=spots("decline"),
        cancel=spots("cancel") if seat == by else None,
        auto_answers=_auto_answers(view, offer) if is_asked else (),
        waits=_waiting_text(scene, by) if spots("cancel") else "",
    )


def _title(scene: Scene, by: int, is_asked: bool) -> str:
    values = {"name": scene.names[by]}
    if scene.seat == by:
        return _("Your offer")
    return _("%(name)s offers you") % values if is_asked else _("Offer from %(name)s") % values


def _gives_title(scene: Scene, by: int) -> str:
    if scene.seat == by:
        return _("You give")
    return _("%(name)s gives") % {"name": scene.names[by]}


def _waiting_text(scene: Scene, by: int) -> str:
    if scene.seat != by:
        return ""
    if by in scene.actors:
        return _("Everyone has answered: choose a partner, or withdraw.")
    return _("You can trade before everyone has answered.")


def _part(ware: str, n: int, mine: dict[str, int]) -> OfferPart:
    return OfferPart(ware, capitalize_first(vocabulary.WARES[ware]), n, mine.get(ware))


def _wares_of(view: View, seat: int | None) -> dict[str, int]:
    own = view["own"]
    if own is None or seat is None:
        return {}
    return {**own["hand"], "gold": view["players"][seat].get("gold", 0)}


def _can_pay(mine: dict[str, int], offer: Offer) -> bool:
    return bool(mine) and card_counts.is_payable(mine, offer["want"])


def _shortage_text(mine: dict[str, int], offer: Offer) -> str:
    missing = {ware: n - mine[ware] for ware, n in offer["want"].items() if mine[ware] < n}
    return _("%(wares)s short") % {"wares": vocabulary.wares(missing)} if missing else ""


def _auto_answers(view: View, offer: Offer) -> tuple[AutoAnswer, ...]:
    """The automatic answers that would decline such offers from now on."""
    this_turn = f"decline turn:{view['turn']}"
    keys = [this_turn, *(never_key(ware) for ware in offer["want"]), DECLINE_ALL]
    return tuple(AutoAnswer(key, move_labels.auto_answer_label(key)) for key in keys)
