"""Re-deal what a seat does not know (rules 9)."""

from __future__ import annotations

from itertools import pairwise

from games.rules.chance import Dealer
from games.rules.primitives.bag import expand_counts

from .cards import playable_kinds
from .components import BANK_EACH, FIRST_POINT_CARD, GOLD, NO_CARDS
from .state import State
from .trade import ACCEPTED, NOTHING


def redeal(match: State, seat: int | None, chance: Dealer) -> None:
    """Re-deal hands, development cards, commodity tokens and event cards that `seat` cannot see.

    Args:
        match: The match to change.
        seat: The seat whose knowledge stays true; None for a spectator.
        chance: The source of the new cards.
    """
    others = [other for other in range(match.seats) if other != seat]
    redeal_hands(match, others, chance)
    redeal_development_cards(match, others, chance)
    if match.event_deck:
        shown = match.event_deck[: match.revealed]
        hidden = match.event_deck[match.revealed :]
        match.event_deck = (*shown, *chance.shuffle("events", hidden))
    if match.stacks:
        match.stacks = tuple(
            (*stack[:gone], *chance.shuffle("commodities", stack[gone:]))
            for stack, gone in zip(match.stacks, match.taken, strict=True)
        )


def redeal_hands(match: State, others: list[int], chance: Dealer) -> None:
    """Re-deal all cards outside the bank and the own hand; hand sizes stay the same."""
    sizes = {other: sum(match.hands[other]) for other in others}
    left = [BANK_EACH - count for count in match.bank]
    for seat in range(match.seats):
        if seat not in others:
            left = [count - own for count, own in zip(left, match.hands[seat], strict=True)]
    known = {other: known_cards(match, other) for other in others}
    for cards in known.values():
        left = [count - kept for count, kept in zip(left, cards, strict=True)]
    pool = chance.shuffle("hands", expand_counts(enumerate(left)))
    for other in others:
        hand = known[other]
        for _ in range(sizes[other] - sum(hand)):
            hand[pool.pop()] += 1
        match.hands[other] = hand
    redeal_secret_choices(match, others, chance)


def known_cards(match: State, seat: int) -> list[int]:
    """Resource cards that all seats know of a hand: those offered, or accepted to be given."""
    frame = match.stack[-1] if match.stack else ("over",)
    if frame[0] == "answers":
        _, giving, wanting, answers = frame
        if seat == match.active:
            return list(giving[:GOLD])
        if answers[seat] == ACCEPTED:
            return list(wanting[:GOLD])
    return [0] * GOLD


def redeal_secret_choices(match: State, others: list[int], chance: Dealer) -> None:
    """Replace the secret choices of other seats: a gift from their new cards, an empty draft."""
    if not match.stack:
        return
    frame = match.stack[-1]
    if frame[0] == "gift":
        chosen = list(frame[1])
        for other in others:
            if chosen[other] >= 0:
                hand = match.hands[other]
                cards = expand_counts(enumerate(hand))
                chosen[other] = chance.draw("gift", cards, 1)[0]
        match.stack[-1] = ("gift", tuple(chosen))
    elif frame[0] == "offer" and match.active in others:
        match.stack[-1] = ("offer", NOTHING, NOTHING)


def redeal_development_cards(match: State, others: list[int], chance: Dealer) -> None:
    """Re-deal others' unplayed development cards together with the deck.

    A seat with enough points in its own turn would have won already. So no hand gets more point
    cards than that allows.
    """
    sizes = [sum(match.cards[other]) for other in others]
    fresh = sum(match.fresh) if match.active in others else 0
    pool = list(match.deck[match.bought :])
    for other in others:
        pool += expand_counts(enumerate(match.cards[other]))
    pool = chance.shuffle("development", pool)
    if match.over:
        return
    ends = [sum(sizes[: number + 1]) for number in range(len(others))]
    most = [
        match.target - 1 - (match.points if other == match.active else match.rested)[other]
        for other in others
    ]
    if any(sizes):
        limit_point_cards(pool, [0, *ends], most)
        for other, start, end in zip(others, [0, *ends], ends, strict=False):
            dealt = pool[start:end]
            match.cards[other] = counts_by_kind(dealt)
            match.secret[other] = sum(kind >= FIRST_POINT_CARD for kind in dealt)
            if other == match.active and fresh:
                match.fresh = counts_by_kind(dealt[-fresh:])
            match.playable[other] = playable_kinds(match, other)
    bought = [
        kind for cards in (*match.cards, *match.spent) for kind in expand_counts(enumerate(cards))
    ]
    match.deck = (*bought, *pool[ends[-1] if ends else 0 :])


def limit_point_cards(pool: list[int], bounds: list[int], most: list[int]) -> None:
    """Swap point cards above a hand's limit for other cards of the deck or another hand."""
    hands = [range(start, end) for start, end in pairwise(bounds)]
    room = [*most, len(pool)]
    hands.append(range(bounds[-1], len(pool)))
    for hand, limit in zip(hands, room, strict=True):
        excess = [i for i in hand if pool[i] >= FIRST_POINT_CARD][max(limit, 0) :]
        for here in excess:
            for there, other_limit in zip(reversed(hands), reversed(room), strict=True):
                has = sum(pool[i] >= FIRST_POINT_CARD for i in there)
                plain = [i for i in there if pool[i] < FIRST_POINT_CARD]
                if there != hand and has < other_limit and plain:
                    pool[here], pool[plain[-1]] = pool[plain[-1]], pool[here]
                    break


def counts_by_kind(kinds: list[int]) -> tuple[int, ...]:
    """Return the number of cards of each kind."""
    counts = list(NO_CARDS)
    for kind in kinds:
        counts[kind] += 1
    return tuple(counts)
