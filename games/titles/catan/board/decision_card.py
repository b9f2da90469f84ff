"""Decisions on a card of their own: discards, event cards, victims, cards to give back."""

from __future__ import annotations

from typing import NamedTuple, cast

from games.boards.spots import Spot
from games.boards.translations import capitalize_first

from ..rules import components as parts
from ..rules.view import DiscardPending, GiftPending
from . import vocabulary
from .hand import CardChoice, CardPicker, counter_text
from .spots import Spots
from .translations import gettext as _
from .translations import ngettext


class Person(NamedTuple):
    """A seat from which a card can be taken, or to which one can be given."""

    seat: int
    name: str
    cards: int
    points: int
    spots: tuple[Spot | None, ...]  # one, or one for each kind of `DecisionCard.kinds`


class DecisionCard(NamedTuple):
    """One decision: cards to pick, kinds to choose, players, or several of these."""

    title: str
    kinds: tuple[CardChoice, ...] = ()
    pick: CardPicker | None = None
    people: tuple[Person, ...] = ()
    note: str = ""


def decision_card(spots: Spots) -> DecisionCard | None:
    """Return the card of the decision that the viewer must make now, or None."""
    scene, view = spots.scene, spots.view
    if scene.seat is None or not (scene.legal or scene.alternatives):
        return None
    found = DECISION_CARDS.get(view["phase"])
    return found(spots, scene.seat) if found else None


def _own_piles(spots: Spots, verb: str = "") -> tuple[CardChoice, ...]:
    """The viewer's five piles of resources, each with its move if there is one."""
    own = spots.view["own"]
    hand = own["hand"] if own else {}
    return tuple(
        CardChoice(
            ware,
            capitalize_first(vocabulary.WARES[ware]),
            n,
            spots(f"{verb} {ware}") if verb else None,
        )
        for ware, n in hand.items()
    )


def _discard(spots: Spots, seat: int) -> DecisionCard | None:
    if not spots.of("discard"):
        return None
    due = cast(DiscardPending, spots.view["pending"])["due"][seat]
    values = {"seven": parts.SEVEN, "n": due}
    title = (
        ngettext("A %(seven)s: discard %(n)s card", "A %(seven)s: discard %(n)s cards", due)
        % values
    )
    return DecisionCard(
        title, _own_piles(spots), CardPicker("discard", due, _("Discard"), counter_text(due))
    )


def _return(spots: Spots, seat: int) -> DecisionCard:
    n = 2
    title = ngettext("Give %(n)s card back", "Give %(n)s cards back", n) % {"n": n}
    return DecisionCard(
        title, _own_piles(spots), CardPicker("return", n, _("Give back"), counter_text(n))
    )


def _take(spots: Spots, seat: int) -> DecisionCard:
    kinds = tuple(
        CardChoice(ware, capitalize_first(vocabulary.WARES[ware]), n, spots(f"take {ware}"))
        for ware, n in spots.view["bank"].items()
    )
    return DecisionCard(_("Take a card from the bank"), kinds)


def _gift(spots: Spots, seat: int) -> DecisionCard:
    other = spots.scene.names[(seat + 1) % spots.view["seats"]]
    note = _("All cards change hands at once. Nobody sees yours before then.")
    title = _("A card for %(name)s") % {"name": other}
    return DecisionCard(title, _own_piles(spots, "gift"), note=note)


def _aid(spots: Spots, seat: int) -> DecisionCard:
    kinds = tuple(choice for choice in _own_piles(spots) if choice.n)
    people = tuple(
        _person(
            spots, player["seat"], tuple(spots(f"aid {player['seat']} {one.kind}") for one in kinds)
        )
        for player in spots.view["players"]
    )
    asked = tuple(person for person in people if any(person.spots))
    return DecisionCard(_("Give a card to a player with fewer points"), kinds, people=asked)


def _person(spots: Spots, seat: int, found: tuple[Spot | None, ...]) -> Person:
    player = spots.view["players"][seat]
    return Person(seat, spots.scene.names[seat], player["cards"], player["points"], found)


def _steal(spots: Spots, seat: int) -> DecisionCard:
    people = tuple(
        _person(spots, int(spot.move.split(" ")[1]), (spot,))
        for spot in [*spots.of("steal"), *spots.of("rob")]
    )
    return DecisionCard(_("Take a card from"), people=people)


DECISION_CARDS = {
    "discard": _discard,
    "return": _return,
    "take": _take,
    "gift": _gift,
    "aid": _aid,
    "steal": _steal,
    "rob": _steal,
}


def chosen_gift_text(spots: Spots) -> str:
    """What the viewer gives while others still choose; "" if nothing is chosen."""
    if spots.view["phase"] != "gift":
        return ""
    own = cast(GiftPending, spots.view["pending"])["own"]
    return "" if own is None else _("You give one %(ware)s.") % {"ware": vocabulary.WARES[own]}
