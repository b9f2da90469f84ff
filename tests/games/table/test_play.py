"""Table sessions: drafts, confirmation, versions, clocks, bots, leaving and calling off."""

import json
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

import games.rules as rules
from accounts.models import User
from games.models import Move, Seat, Snapshot, Table
from games.table.actions import automation, player_actions, resignation
from games.table.agreements import actions as agreements
from games.table.errors import (
    ConfirmationRequiredError,
    IllegalMoveError,
    NotRunningError,
    StaleVersionError,
)
from games.table.realtime import publish
from games.table.session.drafts import load_pov
from games.table.session.loader import load_match
from games.time_controls import DAY
from portal.errors import ActionError, Forbidden, TooManyRequests
from tests.games.conftest import (
    actor,
    fresh,
    legal,
    play_on,
    play_until_draftable,
    player,
    refresh,
    seats_of,
)
from tests.games.table.page_lookups import find_long_draft, find_reveal, find_reveal_mid_turn
from tests.refusals import expect_refusal


@pytest.mark.same_everywhere
def test_a_drafted_move_is_shown_to_its_seat_alone(table: Table) -> None:
    table, seat, move = play_until_draftable(table)
    player_actions.add_to_draft(table.key, player(seat), table.version, 0, [move])
    other = next(s for s in seats_of(table) if s.pk != seat.pk)
    mine = load_pov(fresh(table), player(seat))
    theirs = load_pov(fresh(table), player(other))
    assert mine.draft == [move]
    assert mine.position.moves == [(seat.number, move)]
    assert theirs.position.moves == []
    assert theirs.position.view(other.number) == load_match(table).view(other.number)


@pytest.mark.same_everywhere
def test_a_draft_changes_neither_the_version_nor_the_match(table: Table) -> None:
    table, seat, move = play_until_draftable(table)
    player_actions.add_to_draft(table.key, player(seat), table.version, 0, [move])
    assert fresh(table).version == table.version
    assert fresh(table).state == table.state


@pytest.mark.same_everywhere
def test_undo_takes_back_the_last_move_and_restart_all_of_them(table: Table) -> None:
    table, seat, move = play_until_draftable(table)
    user = player(seat)
    turn = player_actions.add_to_draft(table.key, user, table.version, 0, [move])
    assert turn.draft == [move]
    assert player_actions.undo(table.key, user, table.version, 1).draft == []
    player_actions.add_to_draft(table.key, user, table.version, 0, [move])
    assert player_actions.undo(table.key, user, table.version, 1, everything=True).draft == []


def test_confirming_enters_the_draft_in_one_step(table: Table) -> None:
    table, seat, move = play_until_draftable(table)
    player_actions.add_to_draft(table.key, player(seat), table.version, 0, [move])
    turn = player_actions.confirm(table.key, player(seat), table.version)
    assert turn.draft == []
    assert turn.table.version == table.version + 1
    last = table.moves.last()
    assert last is not None
    assert (last.seat, last.text, last.by) == (seat.number, move, Move.Source.PERSON)


@pytest.mark.same_everywhere
def test_an_illegal_move_gets_the_reason_of_the_rules_and_changes_nothing(table: Table) -> None:
    seat = actor(table)
    before = (fresh(table).state, fresh(table).version)
    with pytest.raises(IllegalMoveError) as refused:
        player_actions.add_to_draft(table.key, player(seat), table.version, 0, ["build wharf"])
    assert refused.value.status == 422
    assert refused.value.message
    assert (fresh(table).state, fresh(table).version) == before
    assert refresh(seat).draft == []


@pytest.mark.same_everywhere
def test_a_turn_with_one_bad_move_is_refused_whole(table: Table) -> None:
    seat = actor(table)
    good = legal(table, seat)[0]
    with pytest.raises(IllegalMoveError) as refused:
        player_actions.confirm(table.key, player(seat), table.version, [good, "fly moon"])
    assert refused.value.number == 2
    assert fresh(table).move_count == 0


@pytest.mark.same_everywhere
def test_a_stale_version_is_refused_with_the_current_one(table: Table) -> None:
    seat = actor(table)
    moves = legal(table, seat)
    player_actions.confirm(table.key, player(seat), table.version, [moves[0]])
    with pytest.raises(StaleVersionError) as refused:
        player_actions.confirm(table.key, player(seat), table.version, [moves[1]])
    assert refused.value.current == table.version + 1
    assert fresh(table).move_count == 1


def test_the_same_request_sent_twice_plays_once(table: Table) -> None:
    seat = actor(table)
    move = legal(table, seat)[0]
    first = player_actions.confirm(table.key, player(seat), table.version, [move])
    second = player_actions.confirm(table.key, player(seat), table.version, [move])
    assert second.table.version == first.table.version
    assert fresh(table).move_count == 1


def test_the_same_drafted_move_sent_twice_is_drafted_once(table: Table) -> None:
    table, seat, move = play_until_draftable(table)
    for _ in range(2):
        turn = player_actions.add_to_draft(table.key, player(seat), table.version, 0, [move])
        assert turn.draft == [move]


@pytest.mark.same_everywhere
def test_an_onlooker_and_another_seat_cannot_move(table: Table, people: list[User]) -> None:
    seat = actor(table)
    move = legal(table, seat)[0]
    with expect_refusal(Forbidden, "not_your_seat"):
        player_actions.confirm(table.key, people[4], table.version, [move])
    other = next(s for s in seats_of(table) if s.pk != seat.pk)
    with pytest.raises(IllegalMoveError):
        player_actions.confirm(table.key, player(other), table.version, [move])
    assert fresh(table).move_count == 0


@pytest.mark.same_everywhere
def test_nothing_is_played_when_the_match_is_over(table: Table) -> None:
    seat = seats_of(table)[0]
    table = play_on(table)
    with pytest.raises(NotRunningError, match="over"):
        player_actions.confirm(table.key, player(seat), table.version, ["pass"])


@pytest.mark.same_everywhere
def test_a_move_that_reveals_warns_first_and_then_is_final(table: Table) -> None:
    table, seat, move = find_reveal(table)
    with pytest.raises(ConfirmationRequiredError):
        player_actions.add_to_draft(table.key, player(seat), table.version, 0, [move])
    assert fresh(table).version == table.version
    turn = player_actions.add_to_draft(table.key, player(seat), table.version, 0, [move], sure=True)
    assert turn.draft == []
    assert fresh(table).version == table.version + 1


def test_whoever_wants_no_warning_plays_a_revealing_move_at_once(table: Table) -> None:
    table, seat, move = find_reveal(table)
    user = player(seat)
    user.warn_reveal = False
    player_actions.add_to_draft(table.key, user, table.version, 0, [move])
    assert fresh(table).move_count == table.move_count + 1


@pytest.mark.same_everywhere
def test_without_confirmation_the_turn_is_entered_when_it_hands_over(table: Table) -> None:
    seat = actor(table)
    user = player(seat)
    user.confirm_turn = False
    match = load_match(table)
    for move in match.legal_moves(seat.number):
        trial = match.copy()
        trial.play(seat.number, move)
        if seat.number not in trial.actors and trial.reveals == match.reveals:
            break
    player_actions.add_to_draft(table.key, user, table.version, 0, [move])
    assert fresh(table).move_count == 1


@pytest.mark.same_everywhere
def test_a_turn_goes_in_up_to_its_first_reveal_and_the_rest_follows_from_there(
    table: Table,
) -> None:
    table, seat, move = find_reveal(table)
    turn = player_actions.confirm(table.key, player(seat), table.version, [move, "fly moon"])
    assert turn.entered == 1
    assert turn.unread == ["fly moon"]
    assert isinstance(turn.stopped, IllegalMoveError)
    assert turn.stopped.number == 2
    assert fresh(table).version == table.version + 1


@pytest.mark.same_everywhere
def test_both_parts_of_a_turn_with_a_reveal_are_entered_and_a_repeat_plays_nothing(
    new_table: Callable[..., Table],
) -> None:
    table, seat, moves = find_reveal_mid_turn(new_table())
    for _ in range(2):
        turn = player_actions.confirm(table.key, player(seat), table.version, moves)
        assert turn.entered == 2
        assert turn.stopped is None
    played = table.moves.filter(version__gt=table.version, by=Move.Source.PERSON)
    assert list(played.values_list("text", flat=True)) == moves
    assert fresh(table).version == table.version + 2


def test_a_turn_whose_second_part_was_lost_goes_on_where_it_stopped(
    new_table: Callable[..., Table],
) -> None:
    table, seat, moves = find_reveal_mid_turn(new_table())
    player_actions.confirm(table.key, player(seat), table.version, moves[:1])
    player_actions.confirm(table.key, player(seat), table.version, moves)
    played = table.moves.filter(version__gt=table.version, by=Move.Source.PERSON)
    assert list(played.values_list("text", flat=True)) == moves


@pytest.mark.same_everywhere
def test_what_is_drafted_behind_a_reveal_is_not_looked_at(table: Table) -> None:
    table, seat, move = find_reveal(table)
    turn = player_actions.add_to_draft(
        table.key, player(seat), table.version, 0, [move, "fly moon", "pass"], sure=True
    )
    assert turn.unread == ["fly moon", "pass"]
    assert turn.draft == []
    assert fresh(table).version == table.version + 1


@pytest.mark.same_everywhere
def test_a_request_without_a_move_changes_nothing(table: Table) -> None:
    for seat in seats_of(table):
        player(seat).confirm_turn = False
        with pytest.raises(ActionError):
            player_actions.add_to_draft(table.key, player(seat), table.version, 0, [])
    assert fresh(table).version == table.version


@pytest.mark.same_everywhere
def test_an_illegal_move_before_a_reveal_refuses_everything(table: Table) -> None:
    table, seat, move = find_reveal(table)
    with pytest.raises(IllegalMoveError) as refused:
        player_actions.confirm(table.key, player(seat), table.version, ["fly moon", move])
    assert refused.value.number == 1
    assert fresh(table).version == table.version


def test_undo_sent_twice_takes_back_one_move(table: Table) -> None:
    table, seat, moves = find_long_draft(table)
    player_actions.add_to_draft(table.key, player(seat), table.version, 0, moves)
    for _ in range(2):
        assert player_actions.undo(table.key, player(seat), table.version, 2).draft == moves[:1]
    with pytest.raises(ActionError):
        player_actions.undo(table.key, player(seat), table.version, 3)


@pytest.mark.same_everywhere
def test_undo_for_a_turn_that_is_over_is_refused(table: Table) -> None:
    table, seat, move = play_until_draftable(table)
    player_actions.add_to_draft(table.key, player(seat), table.version, 0, [move])
    player_actions.confirm(table.key, player(seat), table.version, step=1)
    with pytest.raises(StaleVersionError):
        player_actions.undo(table.key, player(seat), table.version, 1)


def test_confirming_twice_enters_the_draft_once(table: Table) -> None:
    table, seat, move = play_until_draftable(table)
    player_actions.add_to_draft(table.key, player(seat), table.version, 0, [move])
    for _ in range(2):
        turn = player_actions.confirm(table.key, player(seat), table.version, step=1)
        assert turn.table.version == table.version + 1
    with pytest.raises(ActionError):
        player_actions.confirm(table.key, player(seat), table.version, step=2)


def test_a_draft_that_no_longer_fits_is_shortened_and_said(table: Table) -> None:
    table, seat, move = play_until_draftable(table)
    Seat.objects.filter(pk=seat.pk).update(draft=[move, "fly moon"])
    turn = load_pov(fresh(table), player(seat))
    assert turn.draft == [move]
    assert turn.drafted.lost


@pytest.mark.same_everywhere
def test_a_draft_never_shows_what_a_commit_would_reveal(table: Table) -> None:
    table, seat, move = find_reveal(table)
    Seat.objects.filter(pk=seat.pk).update(draft=[move])
    turn = load_pov(fresh(table), player(seat))
    assert turn.draft == []
    assert turn.position.reveals == load_match(table).reveals


def test_the_clock_runs_for_the_actor_and_stops_when_it_has_moved(table: Table) -> None:
    seat = actor(table)
    assert seat.due_at is not None
    assert seat.bank == DAY
    Seat.objects.filter(pk=seat.pk).update(
        waiting_since=timezone.now() - timedelta(hours=1), due_at=timezone.now()
    )
    match = load_match(table)
    handing = next(m for m in match.legal_moves(seat.number) if hands_over(match, seat, m))
    player_actions.confirm(table.key, player(seat), table.version, [handing])
    after = refresh(seat)
    assert after.waiting_since is None
    assert after.due_at is None
    assert after.bank == pytest.approx(DAY - 3600, abs=5)


def hands_over(match: rules.Match, seat: Seat, move: str) -> bool:
    trial = match.copy()
    trial.play(seat.number, move)
    return seat.number not in trial.actors


@pytest.mark.same_everywhere
def test_a_bot_moves_when_its_turn_comes(new_table: Callable[..., Table]) -> None:
    table = new_table(2, bots=("random",))
    while not actor(table).bot:
        play_on(table, moves=1)
    seat = actor(table)
    assert automation.play_bot_turn(seat.pk)
    last = table.moves.last()
    assert last is not None
    assert last.by == Move.Source.BOT
    assert not automation.play_bot_turn(seat.pk) or actor(table).pk == seat.pk


@pytest.mark.same_everywhere
def test_a_bot_that_fails_is_replaced_by_the_policy(
    new_table: Callable[..., Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = new_table(2, bots=("random",))
    while not actor(table).bot:
        play_on(table, moves=1)

    def fail(*args: object) -> str:
        raise RuntimeError("no idea")

    monkeypatch.setattr("games.bots.ask", fail)
    seat = actor(table)
    policy = load_match(fresh(table)).auto_move(seat.number)
    count = fresh(table).move_count
    assert automation.play_bot_turn(seat.pk)
    assert table.moves.get(number=count + 1).text == policy


def test_a_match_is_called_off_when_all_people_agree(table: Table) -> None:
    ann, bob = seats_of(table)
    agreements.agree_to_call_off(table.key, player(ann))
    assert fresh(table).is_running
    agreements.agree_to_call_off(table.key, player(bob))
    table = fresh(table)
    assert table.status == Table.Status.CALLED_OFF
    assert not table.rating_changes.exists()
    assert not table.seat_set.filter(due_at__isnull=False).exists()


def test_nobody_changes_their_mind_about_calling_off_all_day(table: Table) -> None:
    ann = seats_of(table)[0]
    agreements.agree_to_call_off(table.key, player(ann))
    agreements.agree_to_call_off(table.key, player(ann), agrees=False)
    with expect_refusal(TooManyRequests, "too_often"):
        agreements.agree_to_call_off(table.key, player(ann))
    assert table.messages.filter(log_code__startswith="call_off").count() == 2


@pytest.mark.same_everywhere
def test_agreement_can_be_taken_back(table: Table) -> None:
    ann, bob = seats_of(table)
    agreements.agree_to_call_off(table.key, player(ann))
    agreements.agree_to_call_off(table.key, player(ann), agrees=False)
    agreements.agree_to_call_off(table.key, player(bob))
    assert fresh(table).is_running


@pytest.mark.same_everywhere
def test_a_called_off_match_needs_only_the_people_who_remain(table: Table) -> None:
    ann, bob = seats_of(table)
    resignation.resign(table.key, player(ann))
    agreements.agree_to_call_off(table.key, player(bob))
    assert fresh(table).status == Table.Status.CALLED_OFF


@pytest.mark.same_everywhere
def test_the_journal_and_the_stored_state_tell_the_same_match(table: Table) -> None:
    table = play_on(table, moves=60)
    from games.table.session import journal

    whole = rules.replay(journal.export_record(table))
    assert whole.dump(history=False) == load_match(table).dump(history=False)


def test_a_snapshot_is_kept_every_ten_moves(table: Table) -> None:
    table = play_on(table, moves=25)
    after = list(Snapshot.objects.filter(table=table).values_list("after", flat=True))
    assert after == [0, 10, 20]


@pytest.mark.same_everywhere
def test_the_stored_state_holds_no_history(table: Table) -> None:
    """So it does not grow with the match, but for what lies on the table."""
    state = json.loads(play_on(table, moves=20).state)
    assert "moves" not in state
    assert "outcomes" not in state["chance"]


@pytest.mark.same_everywhere
def test_publishing_with_redis_down_does_not_undo_a_move(
    table: Table,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Callable[..., object],
) -> None:
    import redis

    def down(*messages: object) -> None:
        raise redis.ConnectionError("down")

    monkeypatch.setattr(publish, "publish_to_groups", down)
    seat = actor(table)
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
        player_actions.confirm(table.key, player(seat), table.version, [legal(table, seat)[0]])
    assert fresh(table).move_count == 1


@pytest.mark.same_everywhere
def test_the_pages_hear_the_new_version_after_the_commit(
    table: Table,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Callable[..., object],
) -> None:
    published: list[tuple[str, dict[str, object]]] = []
    monkeypatch.setattr(publish, "publish_to_groups", lambda *messages: published.extend(messages))
    seat = actor(table)
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
        player_actions.confirm(table.key, player(seat), table.version, [legal(table, seat)[0]])
        assert published == []
    assert (
        publish.table_group(table.key),
        {"type": "table.changed", "version": table.version + 1},
    ) in published
