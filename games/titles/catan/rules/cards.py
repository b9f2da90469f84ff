"""Development cards and the Largest Army (rules 5.5)."""

from __future__ import annotations

from games.rules.match import illegal_move
from games.rules.reasons import gettext_noop as _

from . import building
from .components import (
    ARMY_AT_LEAST,
    CARD_COST,
    CARD_INDEX,
    CARDS,
    FIRST_POINT_CARD,
    FREE_ROADS,
    KNIGHT,
    MONOPOLY,
    NO_CARDS,
    PLENTY,
    RESOURCES,
    ROAD_BUILDING,
    SPECIAL_CARD_POINTS,
    SWIFT,
    WARE_INDEX,
)
from .notation import card_moves
from .shared_refusals import OptionalRefusal, shortage_refusal, wrong_order_refusal
from .state import State


def playable_kinds(match: State, seat: int) -> int:
    """The set of kinds of which the seat holds a card not bought this turn."""
    cards = match.cards[seat]
    fresh = match.fresh if seat == match.active else NO_CARDS
    return sum(1 << kind for kind in range(SWIFT + 1) if cards[kind] > fresh[kind])


def play_moves(match: State, seat: int) -> tuple[str, ...]:
    """The `play` moves that are legal in `start` and `main`."""
    kinds = match.playable[seat]
    if kinds >> ROAD_BUILDING & 1 and not building.road_places(match, seat):
        kinds ^= 1 << ROAD_BUILDING
    stock = pairs = 0
    if kinds >> PLENTY & 1:
        for kind, count in enumerate(match.bank):
            if count:
                stock |= 1 << kind
                if count > 1:
                    pairs |= 1 << kind
    return card_moves(kinds, stock, pairs)


def buy(match: State, seat: int, tokens: list[str]) -> None:
    """Apply `buy`: take the top card, which other seats do not see."""
    match.pay(seat, CARD_COST)
    kind = match.deck[match.bought]
    match.bought += 1
    match.cards[seat] = with_count_changed(match.cards[seat], kind, 1)
    match.fresh = with_count_changed(match.fresh, kind, 1)
    if kind >= FIRST_POINT_CARD:
        match.secret[seat] += 1
    match.chance.reveal("development")
    match.emit("buy", seat, {"left": len(match.deck) - match.bought})
    match.emit("bought_card", seat, {"card": CARDS[kind]}, seat)


def buy_refusal(match: State, seat: int, tokens: list[str]) -> OptionalRefusal:
    if match.bought >= len(match.deck):
        message = _("the deck is empty: all %(n)s cards are bought")
        return illegal_move("none_left", message, "2.4", n=len(match.deck))
    message = _("a development card costs %(price)s; you have %(have)s")
    return shortage_refusal(match, seat, CARD_COST, message)


def play(match: State, seat: int, tokens: list[str]) -> None:
    """Apply `play …`: play one development card."""
    kind = CARD_INDEX[tokens[1]]
    match.cards[seat] = with_count_changed(match.cards[seat], kind, -1)
    match.spent[seat] = with_count_changed(match.spent[seat], kind, 1)
    match.playable[seat] = playable_kinds(match, seat)
    match.card_played = True
    match.emit("play", seat, {"card": tokens[1]})
    if kind == KNIGHT:
        match.knights[seat] += 1
        award_army(match)
        match.stack.append(("barbarian",) if match.traders else ("robber",))
    elif kind == ROAD_BUILDING:
        match.stack.append(("free_roads", FREE_ROADS))
    elif kind == PLENTY:
        for word in tokens[2:]:
            match.take(seat, WARE_INDEX[word])
        match.emit("plenty", seat, {"resources": tokens[2:]})
    elif kind == MONOPOLY:
        play_monopoly(match, seat, WARE_INDEX[tokens[2]])
    else:
        match.start_trip(seat)
        match.emit("swift", seat, {"points": match.movement})


def play_refusal(match: State, seat: int, tokens: list[str]) -> OptionalRefusal:
    card, resources = tokens[1], tokens[2:]
    kind = CARDS.index(card)
    known = unplayable_refusal(match, seat, kind)
    if known is not None:
        return known
    wanted = {"plenty": 2, "monopoly": 1}.get(card, 0)
    if len(resources) != wanted and not (card == "plenty" and sum(match.bank) == 1):
        message = _("%(card)s names %(wanted)s resources, not %(n)s")
        return illegal_move("bad_form", message, "5.5", card=card, wanted=wanted, n=len(resources))
    if card == "road_building":
        return illegal_move("no_place_left", _("you cannot build a free road now"), "5.5")
    if card == "plenty":
        indices = [RESOURCES.index(word) for word in resources]
        return (
            wrong_order_refusal()
            if indices != sorted(indices)
            else bank_shortage_refusal(match, indices)
        )
    return None


def unplayable_refusal(match: State, seat: int, kind: int) -> OptionalRefusal:
    """Refuse a card that cannot be played now, with whatever arguments."""
    card = CARDS[kind]
    if kind >= FIRST_POINT_CARD:
        message = _("%(card)s is a point card: it counts automatically and is never played")
        return illegal_move("point_card", message, "5.5", card=card)
    if not match.cards[seat][kind]:
        return illegal_move("have_none", _("you hold no %(card)s"), "5.5", card=card)
    if match.cards[seat][kind] <= (match.fresh[kind] if seat == match.active else 0):
        message = _("your %(card)s was bought this turn: it can be played next turn")
        return illegal_move("bought_this_turn", message, "5.5", card=card)
    if match.card_played:
        message = _("one development card per turn: you have already played one")
        return illegal_move("card_played", message, "5.5")
    if (match.stack[-1][0] == "wagon") != (kind == SWIFT):
        message = _("play %(swift)s during the trip, and every other card before it")
        return illegal_move("other_phase", message, "5.5", swift=CARDS[SWIFT])
    if kind == SWIFT and not match.gone:
        message = _("%(swift)s gives a second trip: take at least one step of the first")
        return illegal_move("trip_not_begun", message, "5.8", swift=card)
    return None


def bank_shortage_refusal(match: State, indices: list[int]) -> OptionalRefusal:
    for kind in indices:
        if match.bank[kind] < indices.count(kind):
            message = _("the bank has %(n)s %(ware)s")
            return illegal_move(
                "none_left", message, "5.7", n=match.bank[kind], ware=RESOURCES[kind]
            )
    return None


def play_monopoly(match: State, seat: int, kind: int) -> None:
    """Move all cards of one resource from all other seats; this shows what they held."""
    match.chance.reveal("monopoly")
    taken: dict[str, int] = {}
    for other, hand in enumerate(match.hands):
        if other != seat:
            taken[str(other)] = hand[kind]
            match.hands[seat][kind] += hand[kind]
            hand[kind] = 0
    match.emit("monopoly", seat, {"resource": RESOURCES[kind], "taken": taken})


def award_army(match: State) -> None:
    """Give the Largest Army to the first seat with 3 played knights, then to one with more."""
    holder = match.army_holder
    best = max(match.knights)
    if best < ARMY_AT_LEAST or match.knights.count(best) > 1:
        return
    seat = match.knights.index(best)
    if seat == holder:
        return
    match.army_holder = seat
    data = {"from": match.holder_name(holder), "to": seat, "knights": best}
    match.emit("largest_army", seat, data)
    if holder >= 0:
        match.score(holder, -SPECIAL_CARD_POINTS, "largest_army")
    match.score(seat, SPECIAL_CARD_POINTS, "largest_army")


def reassess_army(match: State) -> None:
    """Take the Largest Army from a holder who no longer qualifies after `retire` (rules 5.12)."""
    holder = match.army_holder
    if holder < 0:
        return
    own = match.knights[holder]
    others = max(match.knights[seat] for seat in range(match.seats) if seat != holder)
    if own < ARMY_AT_LEAST or own <= others:
        match.army_holder = -1
        data = {"from": holder, "to": None, "knights": own}
        match.emit("largest_army", None, data)
        match.score(holder, -SPECIAL_CARD_POINTS, "largest_army")
        award_army(match)


# two free roads


def free_roads_actors(match: State) -> tuple[int, ...]:
    """Return the active seat while it can choose a road; build an only possible one directly."""
    left = match.stack[-1][1]
    places = building.road_places(match, match.active) if left else 0
    if not places:
        match.stack.pop()
        return ()
    if not places & (places - 1):
        build_free_road(match, match.active, places.bit_length() - 1)
        return ()
    return match.active_actor()


def free_road_moves(match: State, seat: int) -> list[str]:
    """A `road` move for each path where the next free road may lie."""
    return list(match.notation.road(building.road_places(match, seat)))


def build_free_road(match: State, seat: int, path: int) -> None:
    """Build one of the two free roads; with two seats its neutral road comes before the next."""
    match.stack[-1] = ("free_roads", match.stack[-1][1] - 1)
    building.build_road(match, seat, path, free=True)


def with_count_changed(counts: tuple[int, ...], index: int, amount: int) -> tuple[int, ...]:
    """Return the counts with one of them changed.

    >>> with_count_changed((1, 0, 2), 1, 1)
    (1, 1, 2)
    """
    return (*counts[:index], counts[index] + amount, *counts[index + 1 :])
