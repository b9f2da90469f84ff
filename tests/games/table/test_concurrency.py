"""Secret decisions of several seats at the same moment: nobody is refused because of the others."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

import games.rules as rules
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Seat, Table
from games.table.actions import player_actions
from games.table.errors import StaleVersionError
from games.table.session.drafts import load_pov
from games.table.session.loader import load_match
from games.time_controls import PRESETS_BY_KEY
from portal.errors import ActionError
from tests import sample_titles
from tests.games.conftest import actor, fresh, legal, play_on, player

GAME = sample_titles.title(sample_titles.for_seats(5), sample_titles.begins_all_at_once)
ROUNDS = 8  # at most; how many of a match have all five at it is chance
FEWEST = 3
LONGEST_PLAN = 5  # moves, where it can be ended


@pytest.fixture
def at_once(people: list) -> Table:  # type: ignore[type-arg]
    """Five people who plan at the same time."""
    table = table_setup.open_table(
        people[0], GAME, TableSettings(5, {}, PRESETS_BY_KEY["day"].clock)
    )
    for user in people[1:]:
        table_setup.join(table.key, user)
    return fresh(table)


def waiting_seats(table: Table) -> list[Seat]:
    return list(table.seat_set.filter(waiting_since__isnull=False).select_related("user"))


Plans = list[tuple[Seat, list[str]]]


def random_plan(match: rules.Match, number: int, rng: random.Random) -> list[str]:
    """A whole plan of a seat, made in this position."""
    match = match.copy()
    moves: list[str] = []
    while number in match.actors:
        listed = match.legal_moves(number)
        ends = [move for move in listed if sample_titles.hands_over(match, number, move)]
        moves.append(rng.choice(ends if len(moves) >= LONGEST_PLAN and ends else listed))
        match.play(number, moves[-1])
    return moves


def plans(table: Table, rng: random.Random, fewest: int = 2) -> Plans:
    """Plans of all who are to move, by chance in order, made on the page that is there now.

    None where fewer wait, or where anything reveals something before the last move of the last.
    """
    seats, match = waiting_seats(table), load_match(table)
    if len(seats) < fewest:
        return []
    rng.shuffle(seats)
    made = [(seat, random_plan(match, seat.number, rng)) for seat in seats]
    before = match.reveals
    for seat, move in [(seat, move) for seat, moves in made for move in moves][:-1]:
        match.play(seat.number, move)
    return made if match.reveals == before else []


def rounds(table: Table, plan_all: Callable[[Table, Plans], None]) -> int:
    """Let all five plan from one page, a random order in each round; return how many rounds."""
    count = 0
    for step in range(4000):
        table = fresh(table)
        if not table.is_running or count == ROUNDS:
            break
        if made := plans(table, random.Random(step), 5):
            plan_all(table, made)
            count += 1
        else:
            play_on(table, moves=1, seed=step)
    return count


def until_planning(table: Table, fewest: int = 2) -> tuple[Table, Plans]:
    """Play on until so many plan at once; the table, and plans of theirs."""
    while not (made := plans(fresh(table), random.Random(1), fewest)):
        play_on(table, moves=1)
    return fresh(table), made


@pytest.mark.same_everywhere
def test_five_seats_that_plan_from_the_same_page_are_all_accepted(at_once: Table) -> None:
    def plan_all(table: Table, made: Plans) -> None:
        for seat, moves in made:
            turn = player_actions.confirm(table.key, player(seat), table.version, moves)
            assert (turn.entered, turn.stopped) == (len(moves), None)

    assert rounds(at_once, plan_all) >= FEWEST


@pytest.mark.same_everywhere
def test_drafts_of_five_seats_are_kept_while_the_others_go_on(at_once: Table) -> None:
    """Step by step, each step from the page that was there before anybody had planned."""

    def plan_all(table: Table, made: Plans) -> None:
        for seat, moves in made:
            user = player(seat)
            user.warn_reveal = False
            drafted = 0
            for move in moves:
                turn = player_actions.add_to_draft(table.key, user, table.version, drafted, [move])
                drafted = len(turn.draft)
            if drafted:
                player_actions.confirm(table.key, user, table.version, step=drafted)

    assert rounds(at_once, plan_all) >= FEWEST


@pytest.mark.same_everywhere
def test_whoever_confirms_last_from_an_old_page_is_not_refused(at_once: Table) -> None:
    """Their `done` reveals the plans now, which it did not when it was drafted."""
    table, ((first, mine), *others) = until_planning(at_once, 5)
    user = player(first)
    for drafted, move in enumerate(mine):
        player_actions.add_to_draft(table.key, user, table.version, drafted, [move])
    for seat, moves in others:
        player_actions.confirm(table.key, player(seat), table.version, moves)
    turn = player_actions.confirm(table.key, user, table.version, step=len(mine))
    assert (turn.entered, turn.unread) == (len(mine), [])


def draft_before_others(at_once: Table) -> tuple[Table, Seat, list[str]]:
    """The last of five to plan: the table as their page shows it from before, and their draft.

    The end of their draft reveals the plans now, which it did not when it was drafted.
    """
    table, ((seat, mine), *others) = until_planning(at_once, 5)
    player_actions.add_to_draft(table.key, player(seat), table.version, 0, mine)
    for other, moves in others:
        player_actions.confirm(table.key, player(other), table.version, moves)
    return table, seat, mine


def another_step(table: Table, seat: Seat, plan: list[str]) -> tuple[int, str]:
    """A move that could stand in a plan instead of its end, and how many stay before it."""
    position, found = load_match(table), []
    for keep, planned in enumerate(plan):
        others = [move for move in position.legal_moves(seat.number) if move != planned]
        fitting = (m for m in others if sample_titles.leaves_to_move(position, seat.number, m))
        found += [(keep, move) for move in fitting]
        position.play(seat.number, planned)
    return found[-1]


@pytest.mark.same_everywhere
def test_a_step_is_replaced_from_a_page_before_the_others_planned(at_once: Table) -> None:
    table, seat, mine = draft_before_others(at_once)
    keep, other = another_step(table, seat, mine)
    for _ in range(2):
        turn = player_actions.add_to_draft(
            table.key, player(seat), table.version, len(mine), [other], keep=keep
        )
        assert turn.draft == [*mine[:keep], other]


@pytest.mark.same_everywhere
def test_the_end_that_reveals_by_now_is_taken_back_from_an_old_page(at_once: Table) -> None:
    table, seat, mine = draft_before_others(at_once)
    turn = player_actions.undo(table.key, player(seat), table.version, len(mine))
    assert turn.draft == mine[:-1]


@pytest.mark.same_everywhere
def test_a_move_before_an_end_that_reveals_by_now_is_not_taken_back_unseen(at_once: Table) -> None:
    table, seat, mine = draft_before_others(at_once)
    with pytest.raises(ActionError, match="has changed"):
        player_actions.undo(table.key, player(seat), table.version, len(mine), at=0)
    turn = load_pov(fresh(table), player(seat))
    assert (turn.draft, turn.drafted.lost) == (mine[:-1], True)
    place = min(turn.removable)
    rest = [move for n, move in enumerate(turn.draft) if n != place]
    done = player_actions.undo(
        table.key, player(seat), turn.table.version, len(turn.draft), at=place
    )
    assert done.draft == rest


@pytest.mark.same_everywhere
def test_the_version_still_guards_what_depends_on_others(table: Table) -> None:
    first = actor(table)
    stale = table.version
    while actor(fresh(table)).pk == first.pk:
        play_on(table, moves=1)
    second = actor(fresh(table))
    with pytest.raises(StaleVersionError):
        player_actions.confirm(table.key, player(second), stale, legal(table, second)[:1])


def test_the_version_guards_what_was_chosen_before_something_was_revealed(at_once: Table) -> None:
    table, ((seat, _), *_others) = until_planning(at_once)
    move = legal(table, seat)[0]
    Table.objects.filter(pk=table.pk).update(
        version=table.version + 1, revealed_version=table.version + 1
    )
    with pytest.raises(StaleVersionError):
        player_actions.confirm(table.key, player(seat), table.version, [move])


@pytest.mark.same_everywhere
def test_a_seat_that_has_moved_since_is_asked_anew(at_once: Table) -> None:
    table, ((seat, _), *_others) = until_planning(at_once)
    match = load_match(table)
    first = next(
        m for m in legal(table, seat) if sample_titles.leaves_to_move(match, seat.number, m)
    )
    player_actions.confirm(table.key, player(seat), table.version, [first])
    other = next(move for move in legal(table, seat) if move != first)
    with pytest.raises(StaleVersionError):
        player_actions.confirm(table.key, player(seat), table.version, [other])


def test_every_title_takes_a_choice_from_a_page_before_another_seat_chose(
    people: list,  # type: ignore[type-arg]
) -> None:
    """Wherever two seats are asked at once and the first one's move reveals nothing."""
    seen = set()
    for game in rules.catalogue():
        count = sample_titles.three_seats(game)
        table = table_setup.open_table(
            people[0], game, TableSettings(count, {}, PRESETS_BY_KEY["day"].clock)
        )
        for user in people[1:count]:
            table_setup.join(table.key, user)
        for step in range(150):
            table = fresh(table)
            seats = waiting_seats(table)
            if not table.is_running or game in seen:
                break
            if len(seats) < 2:
                play_on(table, moves=1, seed=step)
                continue
            one, two = seats[:2]
            theirs, mine = legal(table, one)[0], legal(table, two)[0]
            player_actions.confirm(table.key, player(one), table.version, [theirs])
            after = fresh(table)
            if after.revealed_version != after.version and mine in legal(table, two):
                player_actions.confirm(table.key, player(two), table.version, [mine])
                seen.add(game)
    assert len(seen) >= 2, f"only {seen} asked several seats at once"
