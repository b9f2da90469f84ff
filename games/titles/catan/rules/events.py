"""The event deck, and the effects of its cards before their number produces (rules 5.9, 7.2)."""

from __future__ import annotations

from games.rules.match import illegal_move
from games.rules.reasons import Place, SeatNumber
from games.rules.reasons import gettext_noop as _

from . import production, robber
from .components import (
    EVENT_CARDS,
    EVENTS_BEFORE_NEW_YEAR,
    REROLLED_SUMS,
    RESOURCES,
    ROAD_COST,
    WARE_INDEX,
)
from .notation import GIFT, TAKE
from .shared_refusals import OptionalRefusal, bank_empty_refusal, shortage_refusal
from .state import State
from .trade import bank_kinds

# Entries of the frame `gift`: nothing to choose, still to choose, or the chosen resource's index
NOT_INVOLVED, NOT_CHOSEN = -2, -1


def play_event(match: State, seat: int, tokens: list[str]) -> None:
    """Apply `event`: reveal a card instead of rolling; with two seats, two cards in sequence."""
    match.stack[-1] = ("main",)
    if match.duel:
        match.stack.append(("reveal",))
    match.stack.append(("reveal",))


def reveal_event_card(match: State) -> tuple[int, ...]:
    """Reveal the top card: first its event, then its number."""
    match.stack.pop()
    if match.revealed == EVENTS_BEFORE_NEW_YEAR:
        match.event_deck = tuple(match.chance.shuffle("events", EVENT_CARDS))
        match.revealed = 0
        match.emit("new_year", None, {})
    card = match.event_deck[match.revealed]
    match.revealed += 1
    match.event_card = card
    match.chance.reveal("events")
    word, digits = card.split(":")
    number = int(digits)
    left = EVENTS_BEFORE_NEW_YEAR - match.revealed
    match.emit("event", match.active, {"event": word, "number": number, "left": left})
    if match.traders and number in REROLLED_SUMS:
        match.stack.append(("reveal",))  # another card instead of the number
    else:
        match.stack.append(("number", number, word == "epidemic"))
    effect = EFFECTS.get(word)
    if effect is not None:
        effect(match)
    return ()


def resolve_number(match: State) -> tuple[int, ...]:
    """Produce for the number of the card, after its event."""
    _, count, epidemic = match.stack.pop()
    production.resolve_number(match, count, epidemic=epidemic)
    return ()


# Effects of the event cards


def earthquake(match: State) -> None:
    """Every seat that has roads and no damaged one damages a road of its own."""
    due = tuple(
        bool(match.roads[seat]) and not match.roads[seat] & match.damaged
        for seat in range(match.seats)
    )
    match.stack.append(("quake", due))


def good_neighbours(match: State) -> None:
    """Every seat with cards gives one to the next seat; all choose at the same time."""
    chosen = [NOT_CHOSEN if any(hand) else NOT_INVOLVED for hand in match.hands]
    if NOT_CHOSEN not in chosen:
        return
    for seat, hand in enumerate(match.hands):
        if sum(hand) == 1:  # rules 6: exactly one card in hand is no choice
            chosen[seat] = hand.index(1)
            match.emit("gift", seat, {"auto": True})
    match.stack.append(("gift", tuple(chosen)))


def tournament(match: State) -> None:
    """The seats with the most played knights take a card."""
    start_taking(match, match.knights)


def calm_seas(match: State) -> None:
    """The seats with the most harbour buildings take a card."""
    start_taking(match, [harbour_buildings(match, seat) for seat in range(match.seats)])


def harbour_buildings(match: State, seat: int) -> int:
    """Settlements and cities on harbours, each counting 1."""
    own = match.settlements[seat] | match.cities[seat]
    return (own & match.layout.harbour_spots).bit_count()


def start_taking(match: State, counts: list[int]) -> None:
    most = max(counts)
    if most:
        match.stack.append(("take", tuple(count == most for count in counts)))


def plentiful_year(match: State) -> None:
    """Every seat takes a card."""
    match.stack.append(("take", (True,) * match.seats))


def robber_flees(match: State) -> None:
    """The robber goes back to the desert; barbarians stay."""
    if not match.traders and match.robber != match.layout.desert:
        hexes = match.board.hexes
        there = match.layout.desert
        match.emit("robber", None, {"from": hexes[match.robber], "to": hexes[there]})
        match.robber = there


def neighbourly_assistance(match: State) -> None:
    """Every seat with the most public points gives a card to one with fewer."""
    most = max(match.points)
    if min(match.points) < most:
        due = tuple(
            points == most and any(match.hands[seat]) for seat, points in enumerate(match.points)
        )
        match.stack.append(("aid", due))


def conflict(match: State) -> None:
    """The holder of the Largest Army, or else the seat alone with most knights, takes a card."""
    rob_by_leader(match, match.army_holder, match.knights)


def trade_advantage(match: State) -> None:
    """The holder of the Longest Road, or else the seat alone with most roads, takes a card."""
    if match.road_holder < match.seats:  # a neutral holder takes nothing
        roads = [match.roads[seat].bit_count() for seat in range(match.seats)]
        rob_by_leader(match, match.road_holder, roads)


def rob_by_leader(match: State, thief: int, counts: list[int]) -> None:
    """Let the holder of the special card rob, or else the seat that alone has the most."""
    if thief < 0:
        most = max(counts)
        if not most or counts.count(most) > 1:
            return
        thief = counts.index(most)
    victims = tuple(seat for seat, hand in enumerate(match.hands) if seat != thief and any(hand))
    if len(victims) == 1:
        robber.take_random_card(match, thief, victims[0])
    elif victims:
        match.stack.append(("rob", thief, victims))


EFFECTS = {
    "earthquake": earthquake,
    "good_neighbours": good_neighbours,
    "tournament": tournament,
    "calm_seas": calm_seas,
    "plentiful_year": plentiful_year,
    "robber_flees": robber_flees,
    "neighbourly_assistance": neighbourly_assistance,
    "conflict": conflict,
    "trade_advantage": trade_advantage,
}


def remaining_actors(match: State) -> tuple[int, ...]:
    """The seats that must still act in the top frame; remove the frame if there are none."""
    actors = tuple([seat for seat, due in enumerate(match.stack[-1][1]) if due])
    if not actors:
        match.stack.pop()
    return actors


def mark_done(match: State, seat: int) -> None:
    """Record that a seat has acted in the top frame."""
    kind, due = match.stack[-1]
    match.stack[-1] = (kind, (*due[:seat], False, *due[seat + 1 :]))


# quake: damaging a road


def quake_actors(match: State) -> tuple[int, ...]:
    """All seats that owe a choice; damage the road of a seat that has only one."""
    for seat, due in enumerate(match.stack[-1][1]):
        if due and match.roads[seat].bit_count() == 1:
            damage_road(match, seat, match.roads[seat].bit_length() - 1)
    return remaining_actors(match)


def quake_moves(match: State, seat: int) -> list[str]:
    """A `quake` move for each own road."""
    return list(match.notation.quake(match.roads[seat])) if match.stack[-1][1][seat] else []


def play_quake(match: State, seat: int, tokens: list[str]) -> None:
    """Apply `quake p`."""
    damage_road(match, seat, match.board.path_index[tokens[1]])


def quake_refusal(match: State, seat: int, tokens: list[str]) -> OptionalRefusal:
    return illegal_move(
        "not_yours", _("%(place)s is not one of your roads"), "5.9", place=Place(tokens[1])
    )


def damage_road(match: State, seat: int, path: int) -> None:
    match.damaged |= 1 << path
    match.emit("quake", seat, {"path": match.board.paths[path]})
    mark_done(match, seat)


def repair_moves(match: State, seat: int) -> tuple[str, ...]:
    """The `repair` move for the own damaged road, if the seat can pay."""
    broken = match.roads[seat] & match.damaged
    if not broken or not match.can_afford(seat, ROAD_COST):
        return ()
    return match.notation.repair(broken)


def play_repair(match: State, seat: int, tokens: list[str]) -> None:
    """Apply `repair p`."""
    match.pay(seat, ROAD_COST)
    match.damaged &= ~(1 << match.board.path_index[tokens[1]])
    match.emit("repair", seat, {"path": tokens[1]})


def repair_refusal(match: State, seat: int, tokens: list[str]) -> OptionalRefusal:
    path = match.board.path_index[tokens[1]]
    if not match.roads[seat] & match.damaged & 1 << path:
        message = _("%(place)s is not one of your damaged roads")
        return illegal_move("not_yours", message, "5.9", place=Place(tokens[1]))
    return shortage_refusal(
        match, seat, ROAD_COST, _("a repair costs %(price)s; you have %(have)s")
    )


# take: a resource of the seat's choice from the bank


def take_actors(match: State) -> tuple[int, ...]:
    """All seats that owe a choice; take for them if the bank has only one resource or none."""
    stock = bank_kinds(match)
    if not stock & (stock - 1):
        for seat, due in enumerate(match.stack[-1][1]):
            if due:
                stock = bank_kinds(match)
                if stock:
                    take_and_mark_done(match, seat, stock.bit_length() - 1)
                else:
                    mark_done(match, seat)
    return remaining_actors(match)


def take_moves(match: State, seat: int) -> list[str]:
    """A `take` move for each resource in the bank."""
    return list(TAKE(bank_kinds(match))) if match.stack[-1][1][seat] else []


def play_take(match: State, seat: int, tokens: list[str]) -> None:
    """Apply `take r`."""
    take_and_mark_done(match, seat, WARE_INDEX[tokens[1]])


def take_refusal(match: State, seat: int, tokens: list[str]) -> OptionalRefusal:
    return bank_empty_refusal("5.9", tokens[1])


def take_and_mark_done(match: State, seat: int, kind: int) -> None:
    match.take(seat, kind)
    match.emit("take", seat, {"resource": RESOURCES[kind]})
    mark_done(match, seat)


# gift: a hidden choice, then all cards move to the next seat


def gift_actors(match: State) -> tuple[int, ...]:
    """The seats that must still choose a card; after the last choice, exchange the cards."""
    chosen = match.stack[-1][1]
    actors = tuple([seat for seat, card in enumerate(chosen) if card == NOT_CHOSEN])
    if not actors:
        match.stack.pop()
        exchange_gifts(match, chosen)
    return actors


def exchange_gifts(match: State, chosen: tuple[int, ...]) -> None:
    """Move each chosen card to the next seat; only giver and receiver see which card it is."""
    match.chance.reveal("gift")
    for seat, kind in enumerate(chosen):
        if kind >= 0:
            receiver = (seat + 1) % match.seats
            match.hands[seat][kind] -= 1
            match.hands[receiver][kind] += 1
            match.emit("given", seat, {"to": receiver})
            for witness in (seat, receiver):
                data = {"giver": seat, "to": receiver, "resource": RESOURCES[kind]}
                match.emit("given_card", seat, data, witness)


def gift_moves(match: State, seat: int) -> list[str]:
    """A `gift` move for each own resource."""
    if match.stack[-1][1][seat] != NOT_CHOSEN:
        return []
    return list(GIFT(sum(1 << kind for kind, n in enumerate(match.hands[seat]) if n)))


def play_gift(match: State, seat: int, tokens: list[str]) -> None:
    """Apply `gift r`: record the choice, which other seats do not see."""
    chosen = list(match.stack[-1][1])
    chosen[seat] = WARE_INDEX[tokens[1]]
    match.stack[-1] = ("gift", tuple(chosen))
    match.emit("gift", seat, {"auto": False})
    match.emit("gift_card", seat, {"resource": tokens[1]}, seat)


def missing_card_refusal(match: State, seat: int, tokens: list[str]) -> OptionalRefusal:
    return illegal_move("have_none", _("you have no %(ware)s"), "5.9", ware=tokens[-1])


# aid: the leaders give a card


def poorer_seats(match: State) -> list[int]:
    """The seats with fewer public points than the most."""
    most = max(match.points)
    return [seat for seat, points in enumerate(match.points) if points < most]


def aid_actors(match: State) -> tuple[int, ...]:
    """All leaders that owe a card; act for a leader with one card and one possible receiver."""
    receivers = poorer_seats(match)
    for seat, due in enumerate(match.stack[-1][1]):
        if due and len(receivers) == 1 and sum(match.hands[seat]) == 1:
            give_aid(match, seat, receivers[0], match.hands[seat].index(1))
    return remaining_actors(match)


def aid_moves(match: State, seat: int) -> list[str]:
    """An `aid` move for each poorer seat and own resource."""
    if not match.stack[-1][1][seat]:
        return []
    own = [RESOURCES[kind] for kind, count in enumerate(match.hands[seat]) if count]
    return [f"aid {receiver} {word}" for receiver in poorer_seats(match) for word in own]


def play_aid(match: State, seat: int, tokens: list[str]) -> None:
    """Apply `aid s r`."""
    give_aid(match, seat, int(tokens[1]), WARE_INDEX[tokens[2]])


def aid_refusal(match: State, seat: int, tokens: list[str]) -> OptionalRefusal:
    most = max(match.points)
    if match.points[int(tokens[1])] >= most:
        message = _(
            "%(seat)s has as many points as the leaders (%(points)s): choose a player with fewer"
        )
        return illegal_move("not_behind", message, "5.9", seat=SeatNumber(tokens[1]), points=most)
    return missing_card_refusal(match, seat, tokens)


def give_aid(match: State, seat: int, receiver: int, kind: int) -> None:
    match.hands[seat][kind] -= 1
    match.hands[receiver][kind] += 1
    match.emit("aid", seat, {"to": receiver, "resource": RESOURCES[kind]})
    mark_done(match, seat)
