"""The viewer's hand: resources and gold, development cards, trade tokens; and bank trades."""

from __future__ import annotations

import functools
from typing import NamedTuple

from games.boards.cached_urls import rules_url
from games.boards.spots import Spot
from games.boards.translations import capitalize_first
from portal.performance.translation_cache import cache_per_language

from ..rules import components as parts
from ..rules.two_player import token_cost
from . import card_counts, rule_links, vocabulary
from .scene_access import match_of
from .spots import Spots
from .translations import gettext as _
from .translations import ngettext


class Pile(NamedTuple):
    """The viewer's cards of a kind, or gold; `sheet` is the id of the choices of the bank."""

    kind: str
    name: str
    n: int
    rate: int  # cards that the bank takes for one
    sheet: str
    label: str
    is_faint: bool  # possible only in place of the last drafted step
    note: str


class DevelopmentPile(NamedTuple):
    """The viewer's development cards of a kind; `why` says why none can be played now."""

    kind: str
    name: str
    n: int
    new: int
    does: str
    why: str
    spot: Spot | None
    sheet: str
    note: str


class Hand(NamedTuple):
    """What only the viewer sees of the own seat."""

    piles: tuple[Pile, ...]
    n: int
    half: int  # cards that a seven would cost; 0 up to the hand limit
    cards: tuple[DevelopmentPile, ...]
    tokens: Tokens | None
    is_asked: bool


class Tokens(NamedTuple):
    """Trade tokens of the game for two: the number, the price of an action, and the reason."""

    n: int
    price: int
    why: str
    spots: tuple[Spot, ...]


class CardChoice(NamedTuple):
    """One kind to choose in a sheet: the number of its cards, and the move."""

    kind: str
    name: str
    n: int
    spot: Spot | None


class ChoiceSheet(NamedTuple):
    """A sheet of choices; with `pick` the browser composes them (see composer.js)."""

    id: str
    title: str
    choices: tuple[CardChoice, ...]
    pick: CardPicker | None = None


class CardPicker(NamedTuple):
    """A number of cards to choose and send together; `form`: see composer.js."""

    form: str
    limit: int
    says: str
    goal: str


def hand_of(spots: Spots) -> Hand | None:
    """Return the viewer's hand; None for spectators."""
    view, seat = spots.view, spots.scene.seat
    own = view["own"]
    if own is None or seat is None:
        return None
    n = sum(own["hand"].values())
    return Hand(
        piles=tuple(_piles(spots, seat)),
        n=n,
        half=n // 2 if n > parts.HAND_LIMIT else 0,
        cards=tuple(_cards(spots, seat)),
        tokens=_tokens(spots, seat),
        is_asked=seat in spots.scene.actors and view["phase"] == "main",
    )


def _piles(spots: Spots, seat: int) -> list[Pile]:
    own, player = spots.view["own"], spots.view["players"][seat]
    assert own is not None
    traders = spots.view["scenario"] == "traders"
    found = []
    for kind, n in {**own["hand"], **({"gold": player.get("gold", 0)} if traders else {})}.items():
        trades = spots.of("purchase" if kind == "gold" else f"bank {kind}")
        rate = parts.PURCHASE_PRICE if kind == "gold" else player["rates"][kind]
        is_faint = all(spot.keep >= 0 for spot in trades)
        found.append(_pile(kind, n, rate, bool(trades), is_faint))
    return found


@cache_per_language(functools.lru_cache(1024))
def _pile(kind: str, n: int, rate: int, trades: bool, is_faint: bool) -> Pile:
    name = capitalize_first(vocabulary.WARES[kind])
    values = {"n": n, "ware": vocabulary.WARES[kind], "rate": rate}
    label = _("%(n)s %(ware)s") % values
    if trades:
        label = _("%(n)s %(ware)s: the bank takes %(rate)s for one card") % values
    sheet = f"ct-bank-{kind}" if trades else ""
    return Pile(kind, name, n, rate, sheet, label, is_faint, rules_url(rule_links.KEY, kind))


# development cards


def _cards(spots: Spots, seat: int) -> list[DevelopmentPile]:
    own, view = spots.view["own"], spots.view
    assert own is not None
    found = []
    for kind, n in own["cards"].items():
        new = own["new_cards"].get(kind, 0)
        composed = kind in ("plenty", "monopoly")
        listed = spots.legal_starting_with(f"play {kind}") if composed else spots.of(f"play {kind}")
        found.append(
            DevelopmentPile(
                kind=kind,
                name=capitalize_first(vocabulary.CARDS[kind]),
                n=n,
                new=new,
                does=vocabulary.card_effect(kind, view["scenario"]),
                why="" if listed else _card_obstacle(spots, seat, kind, n == new),
                spot=None if composed or not listed else listed[0],
                sheet=f"ct-card-{kind}" if composed and listed else "",
                note=rules_url(rule_links.KEY, kind),
            )
        )
    return found


def _card_obstacle(spots: Spots, seat: int, kind: str, is_new: bool) -> str:
    """Why no card of this kind can be played now."""
    view = spots.view
    if parts.CARD_INDEX[kind] >= parts.FIRST_POINT_CARD:
        return _("counts automatically")
    if seat != view["active"]:
        return _("only on your turn")
    if is_new:
        return _("bought this turn: playable from your next turn")
    if view["limits"]["card_played"]:
        return _("one card per turn: already played")
    if kind == "swift":
        return _("after your wagon's first step")
    if kind == "road_building" and view["phase"] in ("start", "main"):
        return _("you cannot build roads now")
    return _("not now")


# the game for two


def _tokens(spots: Spots, seat: int) -> Tokens | None:
    view = spots.view
    if view["token_supply"] is None:
        return None
    price = token_cost(match_of(spots.scene), seat)
    limits = view["limits"]
    if seat == view["active"] and limits.get("token_used"):
        why = _("used this turn")
    elif price == 1:
        why = _("one token per use: you are not ahead")
    else:
        why = _("two tokens per use: you are ahead")
    found = [*spots.of("token trade"), *spots.of("token robber"), *spots.of("retire")]
    return Tokens(view["players"][seat]["tokens"], price, why, tuple(found))


# choice sheets


def choice_sheets(spots: Spots) -> tuple[ChoiceSheet, ...]:
    """Return the sheets of bank trades and cards that have legal moves now."""
    found = [_bank(spots, kind) for kind in (*parts.RESOURCES, "gold")]
    return tuple(sheet for sheet in [*found, *_cards_sheets(spots)] if sheet is not None)


def _bank(spots: Spots, kind: str) -> ChoiceSheet | None:
    """The sheet of what the bank gives for this kind, or None."""
    verb = "purchase" if kind == "gold" else f"bank {kind}"
    listed = {spot.move.split(" ")[-1]: spot for spot in spots.of(verb)}
    seat = spots.scene.seat
    if not listed or seat is None:
        return None
    player = spots.view["players"][seat]
    rate = parts.PURCHASE_PRICE if kind == "gold" else player["rates"][kind]
    values = {"n": rate, "ware": vocabulary.WARES[kind]}
    title = _("%(n)s %(ware)s for one card from the bank") % values
    wares = [ware for ware in _wares(spots) if ware != kind]
    return ChoiceSheet(
        f"ct-bank-{kind}", title, tuple(_choice(spots, w, listed.get(w)) for w in wares)
    )


def _wares(spots: Spots) -> tuple[str, ...]:
    return parts.WARES if spots.view["scenario"] == "traders" else parts.RESOURCES


def _choice(spots: Spots, ware: str, spot: Spot | None) -> CardChoice:
    view = spots.view
    n = view["gold_in_bank"] or 0 if ware == "gold" else view["bank"][ware]
    return CardChoice(ware, capitalize_first(vocabulary.WARES[ware]), n, spot)


def _cards_sheets(spots: Spots) -> list[ChoiceSheet | None]:
    monopoly = [
        CardChoice(
            spot.move.split(" ")[-1],
            capitalize_first(vocabulary.WARES[spot.move.split(" ")[-1]]),
            card_counts.held_by_others(spots.view, spot.move.split(" ")[-1]),
            spot,
        )
        for spot in spots.legal_starting_with("play monopoly")
    ]
    found: list[ChoiceSheet | None] = []
    if monopoly:
        title = _("Monopoly: all cards of one kind from the others")
        found.append(ChoiceSheet("ct-card-monopoly", title, tuple(monopoly)))
    if spots.legal_starting_with("play plenty"):
        n = min(2, sum(spots.view["bank"].values()))
        title = _("Year of plenty: take from the bank")
        found.append(
            ChoiceSheet(
                "ct-card-plenty",
                title,
                tuple(_choice(spots, ware, None) for ware in parts.RESOURCES),
                CardPicker("play plenty", n, _("Play"), counter_text(n)),
            )
        )
    return found


def counter_text(n: int) -> str:
    """How many cards are chosen: "%k of 4 cards"; the script replaces %k."""
    return ngettext("%(k)s of %(n)s card", "%(k)s of %(n)s cards", n) % {"k": "%k", "n": n}
