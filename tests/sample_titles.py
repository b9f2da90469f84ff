"""Titles to test the site with, chosen by what they can: a test says what it needs, not which.

    GAME = title(for_seats(2, 5), begins_all_at_once)

The needs are found out by playing a little. The first title of the catalogue that meets them all is
taken, so another may be taken tomorrow: a test takes moves, options and outcomes from the rules.
"""

from __future__ import annotations

import functools
import itertools
import random
from collections.abc import Callable, Iterator

import games.rules as rules
from games import rulebook

Need = Callable[[rules.Game], bool]
POSITIONS = 400
SEED = "sample"


def title(*needs: Need) -> str:
    """The key of the first title that meets all these needs.

    Raises:
        LookupError: there is none.
    """
    for key, game in rules.catalogue().items():
        if all(need(game) for need in needs):
            return key
    names = ", ".join(getattr(need, "__name__", str(need)) for need in needs)
    raise LookupError(f"no title of the catalogue meets all of: {names}")


def three_seats(key: str) -> int:
    """Three where so many can play it, else as near as it gets."""
    seats = rules.get(key).seats
    return max(seats[0], min(3, seats[-1]))


def usual() -> str:
    """A title that most tests can use: one seat begins, and a match of two is soon over."""
    return title(
        for_seats(2, 3, 4, 5),
        begins_one_by_one,
        ends_soon,
        reveals_in_a_turn,
        drafts_several,
        draws_at_the_start,
        has_option,
        has_facts,
    )


def few_seats(key: str) -> int:
    """Two where so few can play it, else as few as can."""
    seats = rules.get(key).seats
    return 2 if 2 in seats else seats[0]


def positions(game: rules.Game, seats: int) -> Iterator[rules.Match]:
    """The first positions of a match at random; they are to be looked at only."""
    rng = random.Random(SEED)
    match = rules.new_match(game.key, seats, seed=SEED)
    for _ in range(POSITIONS):
        yield match
        if match.over:
            return
        seat = rng.choice(match.actors)
        match.play(seat, rng.choice(match.legal_moves(seat)))


def after(match: rules.Match, seat: int, move: str) -> rules.Match:
    """The position behind a move."""
    behind = match.copy()
    behind.play(seat, move)
    return behind


def leaves_to_move(match: rules.Match, seat: int, move: str) -> bool:
    """Whether the move reveals nothing and its seat is to move on: it may be one of a draft."""
    behind = after(match, seat, move)
    return behind.reveals == match.reveals and seat in behind.actors


def hands_over(match: rules.Match, seat: int, move: str) -> bool:
    """Whether the move reveals nothing and ends the seat's part."""
    behind = after(match, seat, move)
    return behind.reveals == match.reveals and seat not in behind.actors


# needs


def need(found: Need) -> Need:
    """A need whose answer is kept."""
    return functools.cache(found)


@functools.cache
def for_seats(*numbers: int) -> Need:
    """So many can play it, whichever of these numbers they are."""
    return lambda game: set(numbers) <= set(game.seats)


@functools.cache
def another_than(key: str) -> Need:
    """It is not this one."""
    return lambda game: game.key != key


@need
def has_option(game: rules.Game) -> bool:
    """Its first option has several choices, each of which goes with the other options as given."""
    if not game.options or len(game.options[0].choices) < 2:
        return False
    first = game.options[0]
    try:
        return all(game.check(n, {first.key: one}) for n in game.seats for one in first.choices)
    except rules.OptionError:
        return False


@need
def has_rules(game: rules.Game) -> bool:
    """Its rules are told, and what its refusals cite."""
    return rulebook.load_rulebook(game.key) is not None


def has_facts(game: rules.Game) -> bool:
    """Its presenter tells more of it than how many can play."""
    from games.boards import presenter

    return presenter(game.key).facts is not None


@need
def draws_at_the_start(game: rules.Game) -> bool:
    """Its set-up has outcomes of chance: a shuffled list that is not all of a kind."""
    match = rules.new_match(game.key, game.seats[0], seed=SEED)
    assert isinstance(match.chance, rules.FairChance)
    outcomes = [entry for entries in match.chance.outcomes.values() for entry in entries]
    return any(isinstance(entry, list) and len(set(map(str, entry))) > 1 for entry in outcomes)


@need
def draws_often(game: rules.Game) -> bool:
    """Every third of its first moves at least has a fresh outcome of chance."""
    first = itertools.islice(positions(game, few_seats(game.key)), 61)
    drawn = [sum(map(len, one.chance.outcomes.values())) for one in first]  # type: ignore[attr-defined]
    return len(drawn) == 61 and drawn[-1] - drawn[0] >= 20


@need
def begins_one_by_one(game: rules.Game) -> bool:
    """At the start one seat is to move, and it has moves of all kinds to choose from.

    One that may be drafted and leaves it to move, and one that reveals nothing and hands over.
    """
    for seats in game.seats:
        match = rules.new_match(game.key, seats, seed=SEED)
        if len(match.actors) != 1:
            return False
        (seat,) = match.actors
        listed = match.legal_moves(seat)
        if not any(leaves_to_move(match, seat, move) for move in listed):
            return False
        if not any(hands_over(match, seat, move) for move in listed):
            return False
    return True


@need
def drafts_several(game: rules.Game) -> bool:
    """Some seat may draft two moves that reveal nothing."""
    for match in positions(game, 2):
        for seat in match.actors:
            for move in match.legal_moves(seat):
                if leaves_to_move(match, seat, move):
                    behind = after(match, seat, move)
                    if any(
                        after(behind, seat, second).reveals == match.reveals
                        for second in behind.legal_moves(seat)
                    ):
                        return True
    return False


@need
def begins_all_at_once(game: rules.Game) -> bool:
    """At the start every seat decides in secret, in several moves; ends of a part reveal nothing.

    (But for the last.)
    """
    if game.seats[-1] < 2:
        return False
    match = rules.new_match(game.key, game.seats[-1], seed=SEED)
    if match.actors != tuple(range(match.seats)):
        return False
    for seat in match.actors:
        plan = match.copy()
        rng, moves = random.Random(SEED), 0
        while seat in plan.actors and moves < POSITIONS:
            plan.play(seat, rng.choice(plan.legal_moves(seat)))
            moves += 1
        if seat in plan.actors or moves < 2 or plan.reveals != match.reveals:
            return False
    return True


@need
def ends_soon(game: rules.Game) -> bool:
    """A match of two is over after a few hundred moves."""
    return 2 in game.seats and any(match.over for match in positions(game, 2))


@need
def reveals_in_a_turn(game: rules.Game) -> bool:
    """Some moves reveal something and leave their seat to move."""
    for match in positions(game, 2):
        for seat in match.actors:
            for move in match.legal_moves(seat):
                behind = after(match, seat, move)
                if behind.reveals > match.reveals and seat in behind.actors:
                    return True
    return False


@need
def forces_a_reveal(game: rules.Game) -> bool:
    """Some seat of three has a single move, which reveals something."""
    return 3 in game.seats and any(
        is_forced_to_reveal(match, seat) for match in positions(game, 3) for seat in match.actors
    )


def is_forced_to_reveal(match: rules.Match, seat: int) -> bool:
    """Whether a seat has a single move, which reveals something."""
    listed = match.legal_moves(seat)
    return len(listed) == 1 and after(match, seat, listed[0]).reveals > match.reveals


def auto_answer_position(game: rules.Game, seats: int) -> tuple[rules.Match, int, str] | None:
    """Return a position, a seat that must act, and an automatic answer to its decision."""
    for match in positions(game, seats):
        for seat in match.actors:
            for auto_answer in match.auto_answers(seat):
                if match.auto_answer(seat, [auto_answer]) is not None:
                    return match.copy(), seat, auto_answer
    return None


@need
def has_auto_answers(game: rules.Game) -> bool:
    """Whether the game has automatic answers in a match of three."""
    return 3 in game.seats and auto_answer_position(game, 3) is not None
