"""Dice, production and the seven (rules 5.2; rules 5.9 for event cards in place of dice)."""

from __future__ import annotations

from games.rules.match import illegal_move
from games.rules.reasons import gettext_noop as _

from .components import HAND_LIMIT, REROLLED_SUMS, RESOURCES, SEVEN
from .notation import DISCARD
from .shared_refusals import OptionalRefusal, bad_count_refusal, too_few_refusal
from .state import State

Share = tuple[int, int, int]  # resource, seat, number of cards
SEAT_WORDS = ("0", "1", "2", "3")


def play_roll(match: State, seat: int, tokens: list[str]) -> None:
    """Apply `roll`: the first throw of the turn; with two seats a second one follows."""
    match.stack[-1] = ("main",)
    number = throw_dice(match, 0)
    if match.duel:
        match.stack.append(("second_throw", number))
    resolve_number(match, number, epidemic=False)


def resolve_second_throw(match: State) -> tuple[int, ...]:
    """Throw the second dice of a turn with two seats, different from the first (rules 5.12)."""
    _, first = match.stack.pop()
    resolve_number(match, throw_dice(match, first), epidemic=False)
    return ()


def throw_dice(match: State, differing: int) -> int:
    """Throw two dice until the sum is not `differing`, and in traders not 2 or 12."""
    dice = match.chance.roll
    again: list[list[int]] = []
    while True:
        one, other = dice("dice"), dice("dice")
        number = one + other
        if number != differing and not (match.traders and number in REROLLED_SUMS):
            break
        again.append([one, other])
    match.dice = (one, other)
    match.emit(
        "roll", match.active, {"dice": [one, other], "number": number, "thrown_again": again}
    )
    return number


def resolve_number(match: State, number: int, *, epidemic: bool) -> None:
    """Apply a number: discards and the robber (or a barbarian) for a 7, else production."""
    if number != SEVEN:
        produce(match, number, epidemic=epidemic)
        return
    match.stack.append(("barbarian",) if match.traders else ("robber",))
    sizes = [sum(hand) for hand in match.hands]
    if max(sizes) > HAND_LIMIT:
        due = tuple([size // 2 if size > HAND_LIMIT else 0 for size in sizes])
        match.stack.append(("discard", due))


def produce(match: State, number: int, *, epidemic: bool) -> None:
    """Pay every building on the hexes of this number, as far as the bank can."""
    resource = match.layout.resource
    holders = match.holders
    shares = [
        (resource[hex], seat, 1 if epidemic else amount)
        for hex in match.layout.by_number[number]
        if hex != match.robber
        for seat, amount in holders[hex]
    ]
    if not shares:
        return
    bank = match.bank
    if min(bank) < 2 * len(shares):  # else there is enough for everybody
        shares = payable_shares(match, number, shares)
    gains: dict[str, dict[str, int]] = {}
    hands = match.hands
    for kind, seat, amount in shares:
        hands[seat][kind] += amount
        bank[kind] -= amount
        gain = gains.setdefault(SEAT_WORDS[seat], {})
        word = RESOURCES[kind]
        gain[word] = gain.get(word, 0) + amount
    if gains:
        match.emit("produce", None, {"number": number, "gains": gains})


def payable_shares(match: State, number: int, shares: list[Share]) -> list[Share]:
    """The shares that the bank pays: of a scarce resource nobody gets any.

    If only one seat is entitled, it takes what is left.
    """
    paid = []
    for kind in range(5):
        wanting = [share for share in shares if share[0] == kind]
        if sum(amount for _, _, amount in wanting) <= match.bank[kind]:
            paid += wanting
            continue
        entitled = {seat for _, seat, _ in wanting}
        match.emit("shortage", None, {"resource": RESOURCES[kind], "number": number})
        if len(entitled) == 1 and match.bank[kind]:
            paid.append((kind, entitled.pop(), match.bank[kind]))
    return paid


# Discarding half of the hand after a seven


def discard_actors(match: State) -> tuple[int, ...]:
    """All seats that must still discard; they act at the same time."""
    due: tuple[int, ...] = match.stack[-1][1]
    actors = tuple([seat for seat, count in enumerate(due) if count])
    if not actors:
        match.stack.pop()
    return actors


def discard_moves(match: State, seat: int) -> list[str]:
    """The moves with any count of one resource, up to the own cards and the cards due."""
    owed = match.stack[-1][1][seat]
    moves: list[str] = []
    for kind, count in enumerate(match.hands[seat]):
        if count:
            moves += DISCARD[kind][1 : min(count, owed) + 1]
    return moves


def play_discard(match: State, seat: int, tokens: list[str]) -> None:
    """Apply `discard r n`: move n cards to the bank."""
    kind, count = RESOURCES.index(tokens[1]), int(tokens[2])
    match.hands[seat][kind] -= count
    match.bank[kind] += count
    due = list(match.stack[-1][1])
    due[seat] -= count
    match.stack[-1] = ("discard", tuple(due))
    match.emit("discard", seat, {"resource": tokens[1], "count": count, "left": due[seat]})


def discard_refusal(match: State, seat: int, tokens: list[str]) -> OptionalRefusal:
    kind, count = RESOURCES.index(tokens[1]), int(tokens[2])
    due, held = match.stack[-1][1][seat], match.hands[seat][kind]
    if count < 1 or str(count) != tokens[2]:
        return bad_count_refusal(tokens[2])
    if count > held:
        return too_few_refusal("5.2", held, tokens[1])
    return illegal_move(
        "too_many", _("you must discard %(due)s more, not %(n)s"), "5.2", due=due, n=count
    )
