"""Drafts that change their mind: a step replaced by another, a move taken back from the middle."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any, cast

import pytest
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

import games.rules as rules
from accounts.models import User
from games.boards import Scene, presenter
from games.boards.hud import Stat
from games.boards.scene import scene_after
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Move, Seat, Table
from games.table.actions import automation, player_actions
from games.table.errors import ConfirmationRequiredError, IllegalMoveError, StaleVersionError
from games.table.session import journal
from games.table.session.drafts import Draft, Obstacle, Pov, find_obstacle, load_pov
from games.table.session.loader import load_match
from games.table.views import page_context
from games.time_controls import PRESETS_BY_KEY
from portal.errors import ActionError
from tests import sample_titles
from tests.clients import signed_in
from tests.games.conftest import (
    actor,
    fresh,
    legal,
    play_on,
    play_until_draftable,
    player,
    seats_of,
)
from tests.games.table.page_lookups import (
    find_choice,
    find_choice_to_reveal,
    find_draft_without,
    find_reveal,
    random_draft,
    stands,
)

pytestmark = pytest.mark.same_everywhere

PARTIAL = {"HX-Request": "true"}
DRAFTS = 6  # to look at closely, of each title
LONGEST_DRAFT = 5


def stored_draft(seat: Seat) -> list[str]:
    return Seat.objects.get(pk=seat.pk).draft


# another in its place


def test_the_last_move_is_replaced_by_another(table: Table) -> None:
    table, seat, (first, others) = find_choice(table)
    user = player(seat)
    player_actions.add_to_draft(table.key, user, table.version, 0, [first, others[0]])
    turn = player_actions.add_to_draft(table.key, user, table.version, 2, [others[1]], keep=1)
    assert turn.draft == stored_draft(seat) == [first, others[1]]
    assert fresh(table).version == table.version


def test_a_replaced_move_is_replaced_again(table: Table) -> None:
    table, seat, (first, others) = find_choice(table)
    user = player(seat)
    player_actions.add_to_draft(table.key, user, table.version, 0, [first, others[0]])
    for other in (others[1], others[2], others[0]):
        assert (
            player_actions.add_to_draft(table.key, user, table.version, 2, [other], keep=1).draft[1]
            == other
        )


def test_one_move_is_replaced_by_several_and_several_by_one(table: Table) -> None:
    table, seat, (first, others) = find_choice(table)
    user = player(seat)
    player_actions.add_to_draft(table.key, user, table.version, 0, [first])
    turn = player_actions.add_to_draft(
        table.key, user, table.version, 1, [first, others[1]], keep=0
    )
    assert turn.draft == [first, others[1]]
    for _ in range(2):
        turn = player_actions.add_to_draft(table.key, user, table.version, 2, [first], keep=0)
        assert turn.draft == stored_draft(seat) == [first]


def test_a_replacement_sent_twice_is_drafted_once(table: Table) -> None:
    table, seat, (first, others) = find_choice(table)
    user = player(seat)
    player_actions.add_to_draft(table.key, user, table.version, 0, [first])
    for _ in range(2):
        turn = player_actions.add_to_draft(
            table.key, user, table.version, 1, [first, others[1]], keep=0
        )
        assert turn.draft == stored_draft(seat) == [first, others[1]]


def test_a_replacement_that_is_refused_leaves_the_draft_as_it_was(table: Table) -> None:
    table, seat, (first, others) = find_choice(table)
    user = player(seat)
    player_actions.add_to_draft(table.key, user, table.version, 0, [first, others[0]])
    with pytest.raises(IllegalMoveError) as refused:
        player_actions.add_to_draft(
            table.key, user, table.version, 2, [others[1], "fly moon"], keep=1
        )
    assert refused.value.number == 2
    assert stored_draft(seat) == [first, others[0]]


def test_more_cannot_be_kept_than_was_drafted(table: Table) -> None:
    table, seat, (first, others) = find_choice(table)
    player_actions.add_to_draft(table.key, player(seat), table.version, 0, [first])
    with pytest.raises(ActionError, match="You cannot keep 2 moves of a draft of 1"):
        player_actions.add_to_draft(table.key, player(seat), table.version, 1, [others[0]], keep=2)
    assert stored_draft(seat) == [first]


def test_a_replacement_from_a_page_before_another_page_drafted_on_is_refused(table: Table) -> None:
    table, seat, (first, others) = find_choice(table)
    user = player(seat)
    player_actions.add_to_draft(table.key, user, table.version, 0, [first])
    player_actions.add_to_draft(table.key, user, table.version, 1, [others[0]])
    with pytest.raises(ActionError, match="another page"):
        player_actions.add_to_draft(table.key, user, table.version, 1, [others[1]], keep=0)
    assert stored_draft(seat) == [first, others[0]]


def test_a_replacement_that_reveals_warns_first_and_is_played_with_what_is_kept(
    table: Table,
) -> None:
    table, seat, (first, quiet, loud) = find_choice_to_reveal(table)
    user = player(seat)
    player_actions.add_to_draft(table.key, user, table.version, 0, [first, quiet])
    with pytest.raises(ConfirmationRequiredError):
        player_actions.add_to_draft(table.key, user, table.version, 2, [loud, "fly moon"], keep=1)
    assert stored_draft(seat) == [first, quiet]
    for _ in range(2):
        player_actions.add_to_draft(table.key, user, table.version, 2, [loud], keep=1, sure=True)
    entered = table.moves.filter(version__gt=table.version, by=Move.Source.PERSON)
    assert list(entered.values_list("text", flat=True)) == [first, loud]
    assert fresh(table).version == table.version + 1


def test_what_stands_behind_a_replacement_that_reveals_is_not_looked_at(table: Table) -> None:
    table, seat, (first, quiet, loud) = find_choice_to_reveal(table)
    user = player(seat)
    player_actions.add_to_draft(table.key, user, table.version, 0, [first, quiet])
    turn = player_actions.add_to_draft(
        table.key, user, table.version, 2, [loud, "fly moon", "pass"], keep=1, sure=True
    )
    assert turn.unread == ["fly moon", "pass"]


def test_a_replacement_that_hands_over_is_entered_once_where_nobody_asks(table: Table) -> None:
    seat = actor(table)
    user, match = player(seat), load_match(table)
    stays = next(
        m for m in legal(table, seat) if sample_titles.leaves_to_move(match, seat.number, m)
    )
    hands_over = next(
        m for m in legal(table, seat) if sample_titles.hands_over(match, seat.number, m)
    )
    user.confirm_turn = False
    player_actions.add_to_draft(table.key, user, table.version, 0, [stays])
    for _ in range(2):
        turn = player_actions.add_to_draft(table.key, user, table.version, 1, [hands_over], keep=0)
        assert (turn.draft, turn.table.version) == ([], table.version + 1)
    assert [move.text for move in table.moves.filter(number__gt=0)] == [hands_over]


def test_a_replacement_is_refused_once_the_clock_has_moved_for_the_seat(table: Table) -> None:
    table, seat, (first, others) = find_choice(table)
    user = player(seat)
    player_actions.add_to_draft(table.key, user, table.version, 0, [first, others[0]])
    Seat.objects.filter(pk=seat.pk).update(due_at=timezone.now() - timedelta(seconds=1))
    automation.time_out_seats([seat.pk])
    for act in (
        lambda: player_actions.add_to_draft(table.key, user, table.version, 2, [others[1]], keep=1),
        lambda: player_actions.undo(table.key, user, table.version, 2, at=0),
    ):
        with pytest.raises(StaleVersionError):
            act()


def test_a_form_replaces_and_takes_back_by_its_fields(table: Table, client: Client) -> None:
    table, seat, (first, others) = find_choice(table)
    client.force_login(player(seat))
    seen = {"version": table.version, "step": 0}
    move, undo = (reverse(f"games:{name}", args=[table.key]) for name in ("move", "undo"))
    client.post(move, {**seen, "move": [first, others[0]]}, headers=PARTIAL)
    seen["step"] = 2
    data = {**seen, "move": others[1], "keep": 1}
    assert client.post(move, data, headers=PARTIAL).status_code == 200
    assert stored_draft(seat) == [first, others[1]]
    assert client.post(move, {**data, "keep": "x"}).status_code == 400
    assert client.post(undo, {**seen, "at": "-1"}).status_code == 400
    assert client.post(undo, {**seen, "at": 1}, headers=PARTIAL).status_code == 200
    assert stored_draft(seat) == [first]


def test_a_warning_remembers_what_was_to_be_kept(
    table: Table, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, seat, (first, quiet, loud) = find_choice_to_reveal(table)
    client.force_login(player(seat))
    player_actions.add_to_draft(table.key, player(seat), table.version, 0, [first, quiet])
    data = {"version": table.version, "step": 2, "move": loud, "keep": 1}
    shown: list[dict[str, Any]] = []
    monkeypatch.setattr("games.table.views.pages.table_context", lambda *given, **more: {})

    def render(request: object, context: dict[str, Any], asked: object) -> str:
        shown.append(context["warning"])
        return ""

    monkeypatch.setattr("games.table.views.pages._render_seated", render)
    answer = client.post(reverse("games:move", args=[table.key]), data, headers=PARTIAL)
    assert answer.status_code == 409
    assert [(warning["moves"], warning["keep"]) for warning in shown] == [([loud], "1")]


# taking back


def test_a_move_is_taken_back_from_the_middle(table: Table) -> None:
    table, seat, moves = find_draft_without(table, 1, 3, standing=True)
    user = player(seat)
    turn = player_actions.add_to_draft(table.key, user, table.version, 0, moves)
    assert 1 in turn.removable
    for _ in range(2):
        turn = player_actions.undo(table.key, user, table.version, 3, at=1)
        assert turn.draft == stored_draft(seat) == [moves[0], moves[2]]
    assert fresh(table).version == table.version


def test_a_move_that_a_later_one_needs_stays_and_the_refusal_names_both(table: Table) -> None:
    table, seat, moves = find_draft_without(table, 0, 2, standing=False)
    turn = player_actions.add_to_draft(table.key, player(seat), table.version, 0, moves)
    assert 0 not in turn.removable
    with pytest.raises(ActionError) as refused:
        player_actions.undo(table.key, player(seat), table.version, 2, at=0)
    show = presenter(table.game)
    for move in moves:
        assert show.move_label(move) in refused.value.message
    assert stored_draft(seat) == moves


def test_the_last_move_can_always_be_taken_back(table: Table) -> None:
    table, seat, (first, others) = find_choice(table)
    turn = player_actions.add_to_draft(
        table.key, player(seat), table.version, 0, [first, others[0]]
    )
    assert 1 in turn.removable
    assert player_actions.undo(table.key, player(seat), table.version, 2, at=1).draft == [first]


def test_what_was_not_drafted_cannot_be_taken_back(table: Table) -> None:
    table, seat, move = play_until_draftable(table)
    player_actions.add_to_draft(table.key, player(seat), table.version, 0, [move])
    with pytest.raises(ActionError, match="no move 2 in a draft of 1"):
        player_actions.undo(table.key, player(seat), table.version, 1, at=1)
    assert stored_draft(seat) == [move]


def test_a_place_in_a_draft_that_has_changed_is_refused(table: Table) -> None:
    table, seat, (first, others) = find_choice(table)
    user = player(seat)
    player_actions.add_to_draft(table.key, user, table.version, 0, [first, others[0]])
    with pytest.raises(ActionError, match="another page"):
        player_actions.undo(table.key, user, table.version, 1, at=0)
    assert stored_draft(seat) == [first, others[0]]


class Stub:
    """A match whose moves are counted; "card" reveals unless "look" came before it."""

    def __init__(self) -> None:
        self.played: list[str] = []
        self.reveals = 0

    def copy(self) -> Stub:
        twin = Stub()
        twin.played, twin.reveals = self.played[:], self.reveals
        return twin

    def play(self, seat: int, move: str) -> None:
        assert not self.reveals, "played behind a reveal"
        self.reveals += move == "card" and "look" not in self.played
        self.played.append(move)


def test_a_move_without_which_a_later_one_would_reveal_cannot_be_taken_back() -> None:
    moves = ["first", "look", "card", "last"]
    position, before = Stub(), []
    for move in moves:
        before.append(position)
        position = position.copy()
        position.play(0, move)
    draft = Draft(moves, cast("list[rules.Match]", before), cast("rules.Match", position))
    assert [find_obstacle(draft, 0, at) for at in range(4)] == [None, Obstacle(2, None), None, None]


def test_the_refusal_says_which_later_move_would_reveal(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, seat, (first, others) = find_choice(table)
    moves = [first, others[0]]
    player_actions.add_to_draft(table.key, player(seat), table.version, 0, moves)
    monkeypatch.setattr(player_actions, "find_obstacle", lambda *given: Obstacle(1, None))
    with pytest.raises(ActionError, match="would reveal something") as refused:
        player_actions.undo(table.key, player(seat), table.version, 2, at=0)
    show = presenter(table.game)
    assert all(show.move_label(move) in refused.value.message for move in moves)
    assert stored_draft(seat) == moves


# at the same moment


def all_at_once(count: int, act: Callable[[], object]) -> list[object]:
    """What so many threads are answered that do the same thing together, refusals included."""
    gate = threading.Barrier(count)
    answers: list[object] = []

    def one() -> None:
        try:
            gate.wait(10)
            answers.append(act())
        except ActionError as refused:
            answers.append(refused)
        finally:
            connection.close()

    threads = [threading.Thread(target=one) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(answers) == count, "somebody waits for ever"
    return answers


@pytest.mark.django_db(transaction=True)
def test_a_move_taken_back_by_many_requests_at_once_is_taken_back_once(table: Table) -> None:
    table, seat, moves = find_draft_without(table, 1, 3, standing=True)
    user = player(seat)
    player_actions.add_to_draft(table.key, user, table.version, 0, moves)
    all_at_once(4, lambda: player_actions.undo(table.key, user, table.version, 3, at=1))
    assert stored_draft(seat) == [moves[0], moves[2]]


@pytest.mark.django_db(transaction=True)
def test_a_replacement_and_the_clock_leave_one_of_both(table: Table) -> None:
    table, seat, (first, others) = find_choice(table)
    user = player(seat)
    player_actions.add_to_draft(table.key, user, table.version, 0, [first, others[0]])
    Seat.objects.filter(pk=seat.pk).update(due_at=timezone.now() - timedelta(seconds=1))
    turns = iter([lambda: automation.time_out_seats([seat.pk])])

    def act() -> object:
        clock = next(turns, None)
        if clock is not None:
            return clock()
        return player_actions.add_to_draft(table.key, user, table.version, 2, [others[1]], keep=1)

    answers = all_at_once(3, act)
    assert 1 in answers
    late = [answer for answer in answers if isinstance(answer, ActionError)]
    assert all(isinstance(answer, StaleVersionError) for answer in late)
    assert stored_draft(seat) == []
    assert not table.moves.filter(version__gt=table.version, by=Move.Source.PERSON).exists()


# what is offered


def test_nobody_else_sees_what_could_be_changed(table: Table, people: list[User]) -> None:
    table, seat, (first, others) = find_choice(table)
    mine = player_actions.add_to_draft(
        table.key, player(seat), table.version, 0, [first, others[0]]
    )
    assert mine.removable
    assert set(others[1:]) <= set(mine.alternatives)
    for user in (*(player(s) for s in seats_of(table) if s.pk != seat.pk), people[4], None):
        turn = load_pov(fresh(table), user)
        assert (turn.draft, turn.removable, turn.alternatives) == ([], frozenset(), [])


def test_without_a_draft_there_is_nothing_to_change(table: Table) -> None:
    turn = load_pov(table, player(actor(table)))
    assert (turn.removable, turn.alternatives) == (frozenset(), [])


def scene(table: Table, user: User | None, since: int, monkeypatch: pytest.MonkeyPatch) -> Scene:
    """What the board of a page is drawn from."""
    scenes: list[Scene] = []
    drawn = page_context.board_context

    def draw(turn: Pov, seen: Scene) -> dict[str, Any]:
        scenes.append(seen)
        return drawn(turn, seen)

    with monkeypatch.context() as patched:
        patched.setattr(page_context, "board_context", draw)
        page_context.table_context(load_pov(fresh(table), user), since)
    return scenes[0]


def test_the_scene_tells_a_seat_what_it_can_change(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, seat, (first, others) = find_choice(table)
    turn = player_actions.add_to_draft(
        table.key, player(seat), table.version, 0, [first, others[0]]
    )
    seen = scene(table, player(seat), 0, monkeypatch)
    assert seen.draft == [first, others[0]]
    assert (seen.removable, seen.alternatives) == (turn.removable, turn.alternatives)
    seen = scene(table, None, 0, monkeypatch)
    assert (seen.draft, seen.removable, seen.alternatives) == ([], frozenset(), [])


@pytest.mark.django_db
@pytest.mark.parametrize("game", rules.catalogue())
def test_what_is_offered_for_a_draft_is_exactly_what_is_accepted(
    game: str, people: list[User]
) -> None:
    count = sample_titles.three_seats(game)
    table = table_setup.open_table(
        people[0], game, TableSettings(count, {}, PRESETS_BY_KEY["day"].clock)
    )
    for user in people[1:count]:
        table_setup.join(table.key, user)
    rng = random.Random(f"drafts {game}")
    looked = 0
    for step in range(200):
        table = fresh(table)
        if not table.is_running or looked == DRAFTS:
            break
        seat, match = actor(table), load_match(table)
        moves = random_draft(match, seat.number, rng, LONGEST_DRAFT)
        if moves and (len(moves) > 1 or step % 5 == 0):
            player_actions.add_to_draft(table.key, player(seat), table.version, 0, moves)
            check_offer(table, seat, match, moves)
            looked += 1
        play_on(table, moves=rng.randint(1, 4), seed=step)
    assert looked


def check_sum(turn: Pov, match: rules.Match, moves: list[str]) -> None:
    """What a draft is said to bring is what its moves bring from the last confirmed position."""
    assert turn.seat is not None
    show, number, names = (
        presenter(turn.table.game),
        turn.seat.number,
        page_context.seat_names(turn.seats),
    )
    before = page_context.build_scene(match, number, names)
    after = scene_after(before, before.effect(*moves).after)
    stats = page_context.draft_effect(
        show, turn, page_context.build_scene(turn.position, number, names)
    )
    assert list(stats) == show.changed_stats(before, after)


def test_a_draft_says_what_it_brings_to_its_seat_alone(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    show, stat = presenter(table.game), Stat("points", "Points", "2", was="1")
    monkeypatch.setattr(show, "changed_stats", lambda before, after: [stat])
    table, seat, move = play_until_draftable(table)
    other = next(one for one in seats_of(table) if one.user != seat.user)
    address = reverse("games:fragment", args=[table.key])
    drafter, onlooker = (signed_in(player(one)) for one in (seat, other))
    assert "draft-effect" not in drafter.get(address, headers=PARTIAL).text
    player_actions.add_to_draft(table.key, player(seat), table.version, 0, [move])
    drawn = drafter.get(address, headers=PARTIAL).text
    assert "<b>1 → 2</b>" in drawn  # in the bar
    dock = '<li class="seat-stat is-changed"><span class="seat-stat-label">Points'
    assert dock in drawn
    assert "draft-effect" not in onlooker.get(address, headers=PARTIAL).text


def check_offer(table: Table, seat: Seat, match: rules.Match, moves: list[str]) -> None:
    """Every alternative is accepted in place of the last move; each place as it is offered."""
    user, step = player(seat), len(moves)
    turn = load_pov(table, user)
    assert turn.draft == moves
    check_sum(turn, match, moves)
    before = match.copy()
    for move in moves[:-1]:
        before.play(seat.number, move)
    assert sorted([*turn.alternatives, moves[-1]]) == sorted(before.legal_moves(seat.number))
    for move in turn.alternatives:
        with transaction.atomic():
            done = player_actions.add_to_draft(
                table.key, user, table.version, step, [move], keep=step - 1, sure=True
            )
            assert done.draft == [*moves[:-1], move] or done.table.version > table.version
            transaction.set_rollback(True)
    for place in range(step):
        rest = moves[:place] + moves[place + 1 :]
        assert (place in turn.removable) == stands(match, seat.number, rest)
        with transaction.atomic():
            if place in turn.removable:
                assert (
                    player_actions.undo(table.key, user, table.version, step, at=place).draft
                    == rest
                )
            else:
                with pytest.raises(ActionError):
                    player_actions.undo(table.key, user, table.version, step, at=place)
            transaction.set_rollback(True)


# moves that reveal


def test_a_forced_move_that_reveals_is_played_without_a_warning(people: list[User]) -> None:
    game = sample_titles.title(sample_titles.forces_a_reveal)
    table = table_setup.open_table(
        people[0], game, TableSettings(3, {}, PRESETS_BY_KEY["day"].clock)
    )
    for user in people[1:3]:
        table_setup.join(table.key, user)
    while not sample_titles.is_forced_to_reveal(
        load_match(table := fresh(table)), actor(table).number
    ):
        play_on(table, moves=1)
    seat = actor(table)
    assert player(seat).warn_reveal
    (move,) = legal(table, seat)
    for _ in range(2):
        player_actions.add_to_draft(table.key, player(seat), table.version, 0, [move])
    assert fresh(table).version == table.version + 1


def test_a_move_that_reveals_and_was_chosen_warns(table: Table) -> None:
    table, seat, move = find_reveal(table)
    assert len(legal(table, seat)) > 1
    with pytest.raises(ConfirmationRequiredError):
        player_actions.add_to_draft(table.key, player(seat), table.version, 0, [move])


# news


def test_my_own_moves_are_no_news_to_me(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table = play_on(table, moves=12)
    mine, theirs = seats_of(table)
    seen = scene(table, player(mine), 0, monkeypatch)
    past = journal.recent_tail(table, 0)
    names = page_context.seat_names([mine, theirs])
    log = journal.log_entries(table, past.moves, past.log_messages, mine.number, names, since=0)
    played = {entry.seat: entry.is_new for entry in log if entry.number and not entry.is_site_line}
    assert played == {mine.number: False, theirs.number: True}
    others = [move for move in past.moves if move.number and move.seat == theirs.number]
    events = [e for move in others for e in journal.stored_events(move)]
    assert list(seen.news) == journal.visible_events(events, mine.number, over=False)


@pytest.mark.parametrize("by", [by for by in Move.Source if by != Move.Source.PERSON])
def test_what_others_did_for_my_seat_is_news_to_me(by: str) -> None:
    assert journal.is_news(Move(seat=1, by=by), 1)


def test_an_onlooker_has_news_of_everybody() -> None:
    assert journal.is_news(Move(seat=1, by=Move.Source.PERSON), None)


def test_what_the_clock_played_for_me_is_new_in_my_log(table: Table) -> None:
    seat = actor(table)
    Seat.objects.filter(pk=seat.pk).update(due_at=timezone.now() - timedelta(seconds=1))
    automation.time_out_seats([seat.pk])
    past = journal.recent_tail(fresh(table), 0)
    names = page_context.seat_names(seats_of(table))
    log = journal.log_entries(table, past.moves, [], seat.number, names, since=0)
    assert {entry.is_new for entry in log if entry.by == Move.Source.CLOCK} == {True}
