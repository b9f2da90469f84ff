"""Trade with the bank, with gold, and with the other seats (rules 5.7).

Wares are the five resources and gold, by index. An offer is a frame of the stack: `("offer", give,
want)` while it is a draft, `("answers", give, want, answers)` after it is proposed.
"""

from __future__ import annotations

from games.rules.match import illegal_move
from games.rules.reasons import SeatNumber
from games.rules.reasons import gettext_noop as _

from .components import (
    BANK_EACH,
    GOLD,
    OFFERS_PER_TURN,
    PURCHASE_PRICE,
    PURCHASES_PER_TURN,
    RESOURCES,
    WARE_INDEX,
    WARES,
)
from .notation import ALL_RESOURCES, GIVE, PURCHASE, TRADE, WANT, bank_moves
from .shared_refusals import (
    NOBODY,
    OptionalRefusal,
    amount_reasons,
    bank_empty_refusal,
    too_few_refusal,
)
from .state import State

Wares = tuple[int, ...]

NOTHING: Wares = (0,) * len(WARES)
NOT_ASKED, ASKED, ACCEPTED, DECLINED = range(4)


# the bank


def payable_bank_moves(match: State, seat: int) -> tuple[str, ...]:
    """The bank trades that the seat can pay and the bank can serve."""
    one, two, three, four, five = hand = match.hands[seat]
    if max(hand) < 2:
        return ()
    a, b, c, d, e = match.rates[seat]
    payable = (one >= a) | (two >= b) << 1 | (three >= c) << 2 | (four >= d) << 3 | (five >= e) << 4
    if not payable:
        return ()
    stock = bank_kinds(match)
    if match.traders and match.gold_in_bank():
        stock |= 1 << GOLD
    return bank_moves(payable, stock)


def bank_kinds(match: State) -> int:
    """The set of resources that the bank has."""
    if 0 not in match.bank:
        return ALL_RESOURCES
    return sum(1 << kind for kind, count in enumerate(match.bank) if count)


def play_bank(match: State, seat: int, tokens: list[str]) -> None:
    """Apply `bank r r` or `bank r gold`."""
    give, get = WARE_INDEX[tokens[1]], WARE_INDEX[tokens[2]]
    rate = match.rates[seat][give]
    match.hands[seat][give] -= rate
    match.bank[give] += rate
    if get == GOLD:
        match.gold[seat] += 1
    else:
        match.take(seat, get)
    match.emit("bank", seat, {"give": tokens[1], "count": rate, "get": tokens[2]})


def bank_refusal(match: State, seat: int, tokens: list[str]) -> OptionalRefusal:
    give, get = WARE_INDEX[tokens[1]], WARE_INDEX[tokens[2]]
    rate, held = match.rates[seat][give], match.hands[seat][give]
    if give == get:
        return illegal_move(
            "no_trade", _("you cannot trade %(ware)s for %(ware)s"), "5.7", ware=tokens[1]
        )
    if held < rate:
        message = _("the bank takes %(rate)s %(ware)s; you have %(n)s")
        return illegal_move("too_dear", message, "5.7", rate=rate, ware=tokens[1], n=held)
    return bank_empty_refusal("5.7", tokens[2])


def purchase_moves(match: State, seat: int) -> tuple[str, ...]:
    """A `purchase` move for each resource in the bank: 2 gold each, at most twice per turn."""
    if match.purchases >= PURCHASES_PER_TURN or match.gold[seat] < PURCHASE_PRICE:
        return ()
    return PURCHASE(bank_kinds(match))


def play_purchase(match: State, seat: int, tokens: list[str]) -> None:
    """Apply `purchase r`."""
    match.gold[seat] -= PURCHASE_PRICE
    match.purchases += 1
    match.take(seat, WARE_INDEX[tokens[1]])
    match.emit("purchase", seat, {"resource": tokens[1], "gold": PURCHASE_PRICE})


def purchase_refusal(match: State, seat: int, tokens: list[str]) -> OptionalRefusal:
    if match.purchases >= PURCHASES_PER_TURN:
        message = _("you can buy %(n)s resources for gold per turn, and have bought them all")
        return illegal_move("limit_reached", message, "5.7", n=PURCHASES_PER_TURN)
    if match.gold[seat] < PURCHASE_PRICE:
        message = _("a resource costs %(price)s gold; you have %(n)s")
        return illegal_move("too_dear", message, "5.7", price=PURCHASE_PRICE, n=match.gold[seat])
    return bank_empty_refusal("5.7", tokens[1])


# The draft of an offer


def can_offer(match: State, seat: int) -> bool:
    """Return whether both this seat and some other one have a card or gold."""
    cards, gold = sum(match.hands[seat]), match.gold
    others_cards = BANK_EACH * len(RESOURCES) - sum(match.bank) - cards
    return bool((cards or gold[seat]) and (others_cards or sum(gold) > gold[seat]))


def play_offer(match: State, seat: int, tokens: list[str]) -> None:
    """Apply `offer`: open a draft that only the active seat sees."""
    match.offers += 1
    match.stack.append(("offer", NOTHING, NOTHING))
    match.emit("offer", seat, {"number": match.offers}, seat)


def offer_refusal(match: State, seat: int, tokens: list[str]) -> OptionalRefusal:
    if match.offers >= OFFERS_PER_TURN:
        message = _("you can make %(n)s offers per turn: you have made them all")
        return illegal_move("limit_reached", message, "5.7", n=OFFERS_PER_TURN)
    if not any(match.hands[seat]) and not match.gold[seat]:
        return illegal_move("have_none", _("you have nothing to give"), "5.7")
    return illegal_move("others_have_none", _("nobody else has anything to give"), "5.7")


def offer_moves(match: State, seat: int) -> list[str]:
    """The moves that add to either side, propose the offer or cancel it."""
    _, give, want = match.stack[-1]
    own = wares_of(match, seat)
    more_give = more_want = 0
    for ware in range(len(WARES)):
        if own[ware] > give[ware] and not want[ware]:
            more_give |= 1 << ware
        if not give[ware] and max_held_by_others(match, seat, ware) > want[ware]:
            more_want |= 1 << ware
    moves = [*GIVE(more_give), *WANT(more_want)]
    if any(give) and any(want) and ASKED in asked_seats(match, seat, want):
        moves.append("propose")
    moves.append("cancel")
    return moves


def wares_of(match: State, seat: int) -> list[int]:
    """The counts of a seat's resources, then its gold."""
    return [*match.hands[seat], match.gold[seat]]


def max_held_by_others(match: State, seat: int, ware: int) -> int:
    """The most units others can have, as every seat can see from the bank and the gold."""
    if ware == GOLD:
        return max(gold for other, gold in enumerate(match.gold) if other != seat)
    return BANK_EACH - match.bank[ware] - match.hands[seat][ware]


def asked_seats(match: State, seat: int, want: Wares) -> Wares:
    """For each seat ASKED or NOT_ASKED: ask those that can pay as far as public counts show."""
    cards = sum(want[:GOLD])
    return tuple(
        ASKED
        if other != seat and sum(hand) >= cards and match.gold[other] >= want[GOLD]
        else NOT_ASKED
        for other, hand in enumerate(match.hands)
    )


def play_give(match: State, seat: int, tokens: list[str]) -> None:
    """Apply `give r`: add one unit."""
    _, giving, wanting = match.stack[-1]
    match.stack[-1] = ("offer", with_one_more(giving, WARE_INDEX[tokens[1]]), wanting)
    match.emit("give", seat, {"ware": tokens[1]}, seat)


def give_refusal(match: State, seat: int, tokens: list[str]) -> OptionalRefusal:
    ware = WARE_INDEX[tokens[1]]
    if match.stack[-1][2][ware]:
        message = _("%(ware)s is wanted in this offer: you cannot also give it")
        return illegal_move("given_and_wanted", message, "5.7", ware=tokens[1])
    return too_few_refusal("5.7", wares_of(match, seat)[ware], tokens[1])


def play_want(match: State, seat: int, tokens: list[str]) -> None:
    """Apply `want r`: add one unit."""
    _, giving, wanting = match.stack[-1]
    match.stack[-1] = ("offer", giving, with_one_more(wanting, WARE_INDEX[tokens[1]]))
    match.emit("want", seat, {"ware": tokens[1]}, seat)


def want_refusal(match: State, seat: int, tokens: list[str]) -> OptionalRefusal:
    ware = WARE_INDEX[tokens[1]]
    if match.stack[-1][1][ware]:
        message = _("%(ware)s is given in this offer: you cannot also want it")
        return illegal_move("given_and_wanted", message, "5.7", ware=tokens[1])
    message = _("the others have %(n)s %(ware)s: you cannot ask for more")
    return illegal_move(
        "too_many", message, "5.7", n=max_held_by_others(match, seat, ware), ware=tokens[1]
    )


def with_one_more(wares: Wares, ware: int) -> Wares:
    return (*wares[:ware], wares[ware] + 1, *wares[ware + 1 :])


def play_propose(match: State, seat: int, tokens: list[str]) -> None:
    """Apply `propose`: ask every seat that may be able to pay, all at the same time."""
    _, giving, wanting = match.stack[-1]
    answers = asked_seats(match, seat, wanting)
    match.stack[-1] = ("answers", giving, wanting, answers)
    match.emit(
        "propose",
        seat,
        {
            "give": wares_by_name(giving),
            "want": wares_by_name(wanting),
            "asked": [other for other, answer in enumerate(answers) if answer == ASKED],
        },
    )


def propose_refusal(match: State, seat: int, tokens: list[str]) -> OptionalRefusal:
    _kind, giving, wanting = match.stack[-1]
    if not any(giving):
        return illegal_move(
            "offer_unfinished", _("the offer does not yet say what you give"), "5.7"
        )
    if not any(wanting):
        return illegal_move(
            "offer_unfinished", _("the offer does not yet say what you want"), "5.7"
        )
    message = _("nobody else has enough for %(wares)s")
    return illegal_move(
        "others_have_too_few", message, "5.7", wares=amount_reasons(wares_by_name(wanting))
    )


def wares_by_name(wares: Wares) -> dict[str, int]:
    """Return the nonzero amounts of wares by name.

    >>> wares_by_name((0, 2, 0, 0, 0, 1))
    {'lumber': 2, 'gold': 1}
    """
    return {WARES[ware]: count for ware, count in enumerate(wares) if count}


def play_cancel(match: State, seat: int, tokens: list[str]) -> None:
    """Apply `cancel`: drop a draft without a public event, or withdraw a proposal."""
    frame = match.stack.pop()
    if frame[0] == "offer":
        match.emit("cancel", seat, {}, seat)
    else:
        match.emit("withdraw", seat, {})


def cancel_refusal(match: State, seat: int, tokens: list[str]) -> OptionalRefusal:
    message = _("only %(seat)s, who made this offer, can cancel it")
    return illegal_move("not_your_offer", message, "5.7", seat=SeatNumber(match.active))


# Answers to an offer


def answers_actors(match: State) -> tuple[int, ...]:
    """The seats that still owe an answer; then the active seat if any has accepted.

    If all have declined, the offer ends.
    """
    answers = match.stack[-1][3]
    pending = tuple([seat for seat, answer in enumerate(answers) if answer == ASKED])
    if pending:
        return pending
    if ACCEPTED in answers:
        return match.active_actor()
    match.stack.pop()
    match.emit("no_deal", match.active, {})
    return ()


def answers_moves(match: State, seat: int) -> list[str]:
    """The active seat may trade or cancel at any time; each asked seat answers once."""
    _, _, wanting, answers = match.stack[-1]
    if seat == match.active:
        partners = [TRADE[other] for other, answer in enumerate(answers) if answer == ACCEPTED]
        return [*partners, "cancel"]
    if answers[seat] != ASKED:
        return []
    return ["accept", "decline"] if can_pay(match, seat, wanting) else ["decline"]


def can_pay(match: State, seat: int, wares: Wares) -> bool:
    """Return whether the seat has all these wares."""
    own = wares_of(match, seat)
    return all(own[ware] >= count for ware, count in enumerate(wares))


def play_accept(match: State, seat: int, tokens: list[str]) -> None:
    """Apply `accept`, which binds the seat until the offer ends."""
    record_answer(match, seat, ACCEPTED)
    match.emit("accept", seat, {})


def play_decline(match: State, seat: int, tokens: list[str]) -> None:
    """Apply `decline`."""
    record_answer(match, seat, DECLINED)
    match.emit("decline", seat, {})


def record_answer(match: State, seat: int, reply: int) -> None:
    _, giving, wanting, answers = match.stack[-1]
    replies = (*answers[:seat], reply, *answers[seat + 1 :])
    match.stack[-1] = ("answers", giving, wanting, replies)


def answer_refusal(match: State, seat: int, tokens: list[str]) -> OptionalRefusal:
    if seat == match.active:
        return illegal_move("own_offer", _("you cannot answer your own offer"), "5.7")
    message = _("you do not have %(wares)s: you can only decline")
    return illegal_move(
        "too_few", message, "5.7", wares=amount_reasons(wares_by_name(match.stack[-1][2]))
    )


def play_trade(match: State, seat: int, tokens: list[str]) -> None:
    """Apply `trade s`: exchange the wares with a seat that has accepted."""
    _, giving, wanting, _ = match.stack.pop()
    partner = int(tokens[1])
    for ware in range(GOLD):
        balance = wanting[ware] - giving[ware]
        match.hands[seat][ware] += balance
        match.hands[partner][ware] -= balance
    match.gold[seat] += wanting[GOLD] - giving[GOLD]
    match.gold[partner] -= wanting[GOLD] - giving[GOLD]
    match.emit(
        "trade",
        seat,
        {"with": partner, "give": wares_by_name(giving), "want": wares_by_name(wanting)},
    )


def trade_refusal(match: State, seat: int, tokens: list[str]) -> OptionalRefusal:
    if seat != match.active:
        message = _("only %(seat)s, who made this offer, can complete it")
        return illegal_move("not_your_offer", message, "5.7", seat=SeatNumber(match.active))
    replies = match.stack[-1][3]
    willing = tuple(SeatNumber(one) for one, reply in enumerate(replies) if reply == ACCEPTED)
    message = _("%(seat)s has not accepted; accepted: %(willing)s")
    other = SeatNumber(tokens[1])
    return illegal_move("not_accepted", message, "5.7", seat=other, willing=willing or NOBODY)
