"""Refusals that several rules share."""

from __future__ import annotations

from games.rules.match import IllegalMove, illegal_move
from games.rules.reasons import OptionChoice, Reason, SeatNumber, UserInput
from games.rules.reasons import gettext_noop as _

from .components import RESOURCES, Cost
from .state import State

OptionalRefusal = IllegalMove | None  # None if only the general reason applies

TRADERS = OptionChoice("scenario", "traders")
NOTHING = Reason("nothing", _("nothing"))
NOBODY = Reason("nobody", _("nobody"))


def shortage_refusal(
    match: State, seat: int, cost: Cost, message: str, **params: int
) -> OptionalRefusal:
    """Refuse a cost that the seat cannot pay; `message` has %(price)s and %(have)s."""
    hand = match.hands[seat]
    for kind, count in cost:
        if hand[kind] < count:
            price = tuple(amount_reason(n, RESOURCES[k]) for k, n in cost)
            have = amount_reason(hand[kind], RESOURCES[kind])
            return illegal_move("too_dear", message, "2.5", price=price, have=have, **params)
    return None


def amount_reason(n: int, ware: str) -> Reason:
    """An amount of a ware, as part of a reason."""
    return Reason("amount", _("%(n)s %(ware)s"), n=n, ware=ware)


def amount_reasons(wares: dict[str, int]) -> tuple[Reason, ...]:
    return tuple(amount_reason(n, ware) for ware, n in wares.items())


def too_few_refusal(section: str, n: int, ware: str) -> IllegalMove:
    return illegal_move("too_few", _("you have %(n)s %(ware)s"), section, n=n, ware=ware)


def bank_empty_refusal(section: str, ware: str) -> IllegalMove:
    return illegal_move("none_left", _("the bank has no %(ware)s left"), section, ware=ware)


def bad_count_refusal(word: str) -> IllegalMove:
    message = _("%(given)s is not a number of cards to discard")
    return illegal_move("no_such_number", message, "5.2", given=UserInput(word))


def wrong_order_refusal() -> IllegalMove:
    message = _("name the two resources in this order: %(order)s")
    return illegal_move("wrong_order", message, "2.3", order=RESOURCES)


def owner_name_value(match: State, owner: int) -> SeatNumber | str:
    """A seat number, or the name of a neutral."""
    return SeatNumber(owner) if owner < match.seats else str(match.owner_name(owner))
