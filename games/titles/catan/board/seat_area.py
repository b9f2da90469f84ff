"""The viewer's area: hand, build list, sheets of choices, and the decision to make."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, cast

from games.boards.spots import Spot
from games.boards.widgets import Stock

from ..rules import components as parts
from ..rules.building import city_places, settlement_places
from ..rules.two_player import token_cost
from ..rules.view import DiscardPending, GiftPending
from . import card_counts, hud, trade, vocabulary
from .scene_access import match_of
from .spots import Spots
from .translations import gettext as _


class Pile(NamedTuple):
    """The viewer's cards of a kind, or gold; the bank takes `rate` for one card.

    `is_faint`: its trades would only take the place of the last drafted step.
    """

    kind: str
    n: int
    rate: int
    has_trades: bool
    is_faint: bool


class DevelopmentPile(NamedTuple):
    """The viewer's development cards of a kind; `why` says why none can be played now.

    With `has_sheet` their choices are in a sheet.
    """

    kind: str
    n: int
    new: int
    why: str
    spot: Spot | None
    has_sheet: bool


class Hand(NamedTuple):
    """What only the viewer sees of the own seat; `half` is what a seven would cost.

    `tokens` are the trade tokens of the game for two: number, price in words, moves.
    """

    scenario: str
    piles: tuple[Pile, ...]
    n: int
    half: int
    cards: tuple[DevelopmentPile, ...]
    tokens: tuple[int, str, tuple[Spot, ...]] | None
    is_asked: bool


class BuildRow(NamedTuple):
    """A thing to build: `needs` are resources as (kind, number, how many the viewer has).

    `why` says why it cannot be built; else `places` on the map, or `spot`.
    """

    key: str
    needs: tuple[tuple[str, int, int], ...]
    may_want: bool
    left: int
    why: str
    places: int
    spot: Spot | None


class BuildList(NamedTuple):
    """The build list; `unseen` are development cards that may still be in the deck."""

    rows: tuple[BuildRow, ...]
    unseen: tuple[tuple[str, int], ...]
    is_asked: bool


class ChoiceSheet(NamedTuple):
    """Choices of the bank ("bank", for `n` cards of a kind), or of a development card ("card").

    For a year of plenty `n` cards are picked together (see composer.js).
    """

    source: str
    kind: str
    n: int
    choices: tuple[Stock, ...]


class Person(NamedTuple):
    """A seat from which a card can be taken, or to which one can be given."""

    seat: int
    name: str
    cards: int
    points: int
    spots: tuple[Spot | None, ...]  # one, or one for each kind of `DecisionCard.kinds`


class DecisionCard(NamedTuple):
    """The decision of a phase: `n` cards to pick, kinds to choose, players, or several of these."""

    phase: str
    kinds: tuple[Stock, ...] = ()
    n: int = 0
    people: tuple[Person, ...] = ()
    name: str = ""


class Dock(NamedTuple):
    """The bar at the foot of a phone: the viewer's piles, and buttons that open the rest."""

    hand: Hand
    may_build: bool
    may_play: bool


def seat_area(spots: Spots) -> dict[str, Any]:
    """Return the values that the templates of these zones draw."""
    scene, view, everyone = spots.scene, spots.view, range(spots.view["seats"])
    found: dict[str, Any] = dict.fromkeys(("hand", "build", "trade", "ask", "dock"))
    found["sheets"] = ()
    if scene.seat is not None and not scene.over:
        hand, building, composer = _hand(spots), _build_list(spots), trade.offer_composer(spots)
        may_build = any(row.places or row.spot for row in building.rows)
        may_play = any(card.spot or card.has_sheet for card in hand.cards)
        found = {
            "hand": hand,
            "build": building,
            "trade": composer,
            "ask": _decision(spots),
            "sheets": tuple(_sheets(spots)),
            "dock": Dock(hand, may_build, may_play or bool(hand.tokens and hand.tokens[2])),
        }
    return {
        **found,
        "offer": trade.open_offer(spots),
        "gift": view["phase"] == "gift" and cast(GiftPending, view["pending"])["own"],
        # without words the rows are collapsed
        "seats": hud.seat_rows(spots.land) if scene.is_in_words else dict.fromkeys(everyone, True),
    }


# the hand


def _hand(spots: Spots) -> Hand:
    view, seat, own = spots.view, spots.seat, spots.own
    n = sum(own["hand"].values())
    return Hand(
        view["scenario"],
        tuple(_pile(spots, kind, held) for kind, held in spots.wares.items()),
        n,
        half=n // 2 if n > parts.HAND_LIMIT else 0,
        cards=tuple(_development_pile(spots, kind, n) for kind, n in own["cards"].items()),
        tokens=_tokens(spots) if view["token_supply"] is not None else None,
        is_asked=seat in spots.scene.actors and view["phase"] == "main",
    )


def _pile(spots: Spots, kind: str, n: int) -> Pile:
    trades = _bank_trades(spots, kind)
    is_faint = all(spot.keep >= 0 for spot in trades)
    return Pile(kind, n, _bank_rate(spots, kind), bool(trades), is_faint)


def _bank_rate(spots: Spots, kind: str) -> int:
    return parts.PURCHASE_PRICE if kind == "gold" else spots.player["rates"][kind]


def _bank_trades(spots: Spots, kind: str) -> list[Spot]:
    return spots.of("purchase" if kind == "gold" else f"bank {kind}")


def _development_pile(spots: Spots, kind: str, n: int) -> DevelopmentPile:
    new = spots.own["new_cards"].get(kind, 0)
    composed = kind in ("plenty", "monopoly")
    listed = spots.legal_starting_with(f"play {kind}") if composed else spots.of(f"play {kind}")
    why = "" if listed else _card_obstacle(spots, kind, n == new)
    spot = None if composed or not listed else listed[0]
    return DevelopmentPile(kind, n, new, why, spot, composed and bool(listed))


def _card_obstacle(spots: Spots, kind: str, is_new: bool) -> str:
    """Why no card of this kind can be played now."""
    view = spots.view
    if parts.CARD_INDEX[kind] >= parts.FIRST_POINT_CARD:
        return _("counts automatically")
    if spots.seat != view["active"]:
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


def _tokens(spots: Spots) -> tuple[int, str, tuple[Spot, ...]]:
    view = spots.view
    if spots.seat == view["active"] and view["limits"].get("token_used"):
        why = _("used this turn")
    elif token_cost(match_of(spots.scene), spots.seat) == 1:
        why = _("one token per use: you are not ahead")
    else:
        why = _("two tokens per use: you are ahead")
    found = [*spots.of("token trade"), *spots.of("token robber"), *spots.of("retire")]
    return spots.player["tokens"], why, tuple(found)


# sheets of choices


def _sheets(spots: Spots) -> Iterator[ChoiceSheet]:
    """The sheets of bank trades and cards that have legal moves now."""
    view = spots.view
    in_bank = {**view["bank"], "gold": view["gold_in_bank"] or 0}
    for kind in (*parts.RESOURCES, "gold"):
        if trades := _bank_trades(spots, kind):
            listed = {spot.move.split(" ")[-1]: spot for spot in trades}
            choices = (Stock(w, in_bank[w], spot=listed.get(w)) for w in spots.wares if w != kind)
            yield ChoiceSheet("bank", kind, _bank_rate(spots, kind), tuple(choices))
    if monopoly := spots.legal_starting_with("play monopoly"):
        wares = ((spot.move.split(" ")[-1], spot) for spot in monopoly)
        held = (Stock(w, card_counts.held_by_others(view, w), spot=spot) for w, spot in wares)
        yield ChoiceSheet("card", "monopoly", 0, tuple(held))
    if spots.legal_starting_with("play plenty"):
        n = min(2, sum(view["bank"].values()))
        yield ChoiceSheet("card", "plenty", n, tuple(Stock(w, in_bank[w]) for w in parts.RESOURCES))


# the build list


PIECES_LEFT_KEYS = {"road": "roads_left", "settlement": "settlements_left", "city": "cities_left"}


def _build_list(spots: Spots) -> BuildList:
    view, match = spots.view, match_of(spots.scene)
    costs = card_counts.build_costs(match.level[spots.seat] if match.traders else 0)
    if _has_damaged_road(spots):
        costs["repair"] = vocabulary.COSTS["road"]
    unseen = card_counts.unseen_cards(view) if view["development_left"] else {}
    return BuildList(
        tuple(_build_row(spots, key, cost) for key, cost in costs.items()),
        tuple(unseen.items()),
        spots.seat in spots.scene.actors and view["phase"] == "main",
    )


def _has_damaged_road(spots: Spots) -> bool:
    return any(one["damaged"] and one["owner"] == spots.seat for one in spots.view["roads"])


def _build_row(spots: Spots, key: str, cost: dict[str, int]) -> BuildRow:
    view, hand = spots.view, spots.own["hand"]
    is_on_map = key in PIECES_LEFT_KEYS
    found = (
        spots.legal_starting_with(key) if is_on_map else spots.of("buy" if key == "card" else key)
    )
    is_mine = view["phase"] == "main" and spots.seat == view["active"]
    return BuildRow(
        key,
        tuple((ware, n, min(n, hand[ware])) for ware, n in cost.items()),
        "offer" in spots.legal or view["phase"] == "offer",
        _pieces_left(spots, key),
        why="" if found or not is_mine else _build_obstacle(spots, key, cost),
        places=len(found) if is_on_map else 0,
        spot=found[0] if found and not is_on_map else None,
    )


def _pieces_left(spots: Spots, key: str) -> int:
    """The number of pieces or cards left; for an upgrade, the wagon's level."""
    if key == "card":
        return spots.view["development_left"]
    if key == "upgrade":
        return spots.player["wagon"]["level"]
    left: Any = spots.player
    return left[PIECES_LEFT_KEYS[key]] if key in PIECES_LEFT_KEYS else 0


def _build_obstacle(spots: Spots, key: str, cost: dict[str, int]) -> str:
    """Return why the viewer cannot build this in the own turn, the most lasting reason first."""
    match, hand = match_of(spots.scene), spots.own["hand"]
    if key in PIECES_LEFT_KEYS and not _pieces_left(spots, key):
        return _("all on the board")
    if key == "card" and not spots.view["development_left"]:
        return _("the deck is empty")
    if key == "road" and _has_damaged_road(spots):
        return _("repair your road first")
    if key == "settlement" and not settlement_places(match, spots.seat):
        return _("none of your roads leads to a free intersection")
    if key == "city" and not city_places(match, spots.seat):
        return _("needs one of your settlements")
    missing = {ware: n - hand[ware] for ware, n in cost.items() if hand[ware] < n}
    if missing:
        return _("%(wares)s short") % {"wares": vocabulary.wares(missing)}
    return _("no place for it")


# decisions on a card of their own


def _decision(spots: Spots) -> DecisionCard | None:
    """The card of the decision that the viewer must make now, or None."""
    scene, view, phase = spots.scene, spots.view, spots.view["phase"]
    if not (scene.legal or scene.alternatives):
        return None
    own = {ware: Stock(ware, n) for ware, n in spots.own["hand"].items()}
    match phase:
        case "discard" if spots.of("discard"):
            due = cast(DiscardPending, view["pending"])["due"][spots.seat]
            return DecisionCard(phase, tuple(own.values()), due)
        case "return":
            return DecisionCard(phase, tuple(own.values()), 2)
        case "take":
            bank = (Stock(w, n, spot=spots(f"take {w}")) for w, n in view["bank"].items())
            return DecisionCard(phase, tuple(bank))
        case "gift":
            gifts = (pile._replace(spot=spots(f"gift {w}")) for w, pile in own.items())
            other = scene.names[(spots.seat + 1) % view["seats"]]
            return DecisionCard(phase, tuple(gifts), name=other)
        case "aid":
            kinds = tuple(pile for pile in own.values() if pile.n)
            people = (
                _person(spots, seat, *(spots(f"aid {seat} {one.key}") for one in kinds))
                for seat in range(view["seats"])
            )
            return DecisionCard(phase, kinds, people=tuple(one for one in people if any(one.spots)))
        case "steal" | "rob":
            victims = (
                _person(spots, int(spot.move.split(" ")[1]), spot)
                for spot in [*spots.of("steal"), *spots.of("rob")]
            )
            return DecisionCard(phase, people=tuple(victims))
    return None


def _person(spots: Spots, seat: int, *found: Spot | None) -> Person:
    player = spots.view["players"][seat]
    return Person(seat, spots.scene.names[seat], player["cards"], player["points"], found)
