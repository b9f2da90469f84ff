"""Before the first move: opening, joining, leaving, starting and closing a table."""

import dataclasses
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone, translation
from rest_framework.test import APIClient

import games.rules as rules
from accounts.models import User
from games.boards import presenter
from games.lobby import hosting_limits, match_start, tasks
from games.lobby.setup import table_setup
from games.lobby.setup.forms import OpenTableForm
from games.lobby.table_settings import TableSettings
from games.models import Move, Seat, Table
from games.table.actions import resignation
from games.table.session.loader import load_match
from games.time_controls import PRESETS_BY_KEY
from portal.errors import Conflict, Forbidden, Invalid
from tests import sample_titles
from tests.games.conftest import GAME, fresh, seats_of
from tests.refusals import expect_refusal

OPTION = rules.get(GAME).options[0]
DAY = PRESETS_BY_KEY["day"].clock


def open_table(host: User, seats: int = 3, **more: Any) -> Table:
    return table_setup.open_table(host, GAME, TableSettings(seats, {}, DAY, **more))


def test_a_host_sits_at_their_table(people: list[User]) -> None:
    table = open_table(people[0])
    assert table.status == Table.Status.OPEN
    assert [seat.user for seat in seats_of(table)] == [people[0], None, None]


def test_a_host_never_shares_a_seat_with_a_bot(people: list[User]) -> None:
    alone = sample_titles.title(sample_titles.for_seats(1))
    with pytest.raises(table_setup.InvalidTableError):
        table_setup.open_table(people[0], alone, TableSettings(1, {}, DAY, bots=("random",)))


def test_a_table_that_cannot_be_closed_keeps_no_other_open(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, sound = open_table(people[0]), open_table(people[1])
    Table.objects.update(closes_at=timezone.now())
    close = table_setup.close_if_expired

    def close_or_fail(key: str) -> bool:
        if key == broken.key:
            raise ValueError("a state that nobody can read")
        return close(key)

    monkeypatch.setattr(table_setup, "close_if_expired", close_or_fail)
    assert tasks.close_expired_tables() == 1
    assert fresh(sound).status == Table.Status.CLOSED


@pytest.mark.same_everywhere
def test_a_table_starts_when_it_is_full(people: list[User]) -> None:
    table = open_table(people[0])
    table_setup.join(table.key, people[1])
    assert fresh(table).status == Table.Status.OPEN
    table_setup.join(table.key, people[2])
    assert fresh(table).status == Table.Status.RUNNING


@pytest.mark.same_everywhere
def test_a_table_may_wait_for_its_host(people: list[User]) -> None:
    table = open_table(people[0], 2, start_when=Table.StartMode.HOST)
    table_setup.join(table.key, people[1])
    assert fresh(table).status == Table.Status.OPEN
    match_start.start(table.key, people[0])
    assert fresh(table).status == Table.Status.RUNNING


@pytest.mark.same_everywhere
def test_the_host_may_start_with_fewer_people(people: list[User]) -> None:
    table = open_table(people[0], 5)
    table_setup.join(table.key, people[1])
    match_start.start(table.key, people[0])
    table = fresh(table)
    assert table.seat_count == 2
    assert len(seats_of(table)) == 2
    assert load_match(table).seats == 2


def test_too_few_people_cannot_start(people: list[User]) -> None:
    table = open_table(people[0], 5)
    with pytest.raises(table_setup.InvalidTableError, match="Too few"):
        match_start.start(table.key, people[0])
    assert fresh(table).status == Table.Status.OPEN


def test_only_the_host_starts_or_closes(people: list[User]) -> None:
    table = open_table(people[0])
    table_setup.join(table.key, people[1])
    for act in (match_start.start, table_setup.close):
        with expect_refusal(Forbidden, "not_your_seat"):
            act(table.key, people[1])


@pytest.mark.same_everywhere
def test_a_taken_seat_is_refused(people: list[User], table: Table) -> None:
    with expect_refusal(Conflict, "seat_taken"):
        table_setup.join(table.key, people[3])


def test_joining_twice_takes_one_seat(people: list[User]) -> None:
    table = open_table(people[0])
    for _ in range(2):
        table_setup.join(table.key, people[1])
    assert [seat.user for seat in seats_of(table)] == [people[0], people[1], None]


@pytest.mark.same_everywhere
def test_whoever_sits_at_a_table_that_has_started_may_ask_to_join_again(
    people: list[User], table: Table
) -> None:
    assert table_setup.join(table.key, people[1]).pk == table.pk


@pytest.mark.same_everywhere
def test_leaving_frees_the_seat_and_a_leaving_host_closes_the_table(people: list[User]) -> None:
    table = open_table(people[0])
    table_setup.join(table.key, people[1])
    table_setup.leave(table.key, people[1])
    assert [seat.user for seat in seats_of(table)] == [people[0], None, None]
    table_setup.leave(table.key, people[0])
    assert fresh(table).status == Table.Status.CLOSED


def test_unknown_games_options_seats_and_bots_are_refused(people: list[User]) -> None:
    for game, seats, options in (
        ("no-such-game", 2, {}),
        (GAME, 9, {}),
        (GAME, 3, {"moon": "full"}),
        (GAME, 3, {OPTION.key: "moon"}),
    ):
        with pytest.raises(table_setup.InvalidTableError):
            table_setup.open_table(people[0], game, TableSettings(seats, options, DAY))
    with pytest.raises(table_setup.InvalidTableError, match="genius"):
        open_table(people[0], bots=("genius",))
    assert not Table.objects.exists()


def test_a_refused_table_carries_the_reason_and_says_it_in_the_readers_words(
    people: list[User],
) -> None:
    with translation.override("ja"), pytest.raises(table_setup.InvalidTableError) as refused:
        table_setup.open_table(people[0], GAME, TableSettings(3, {OPTION.key: "moon"}, DAY))
    with translation.override("ja"):
        show = presenter(GAME)
        choices = "、".join(show.choice_label(OPTION, choice) for choice in OPTION.choices)
        named = f"{show.name()}の{show.option_label(OPTION)}"
    said = f"{named}に選べるのは{choices}です。「moon」は選べません"
    assert refused.value.message == said
    assert isinstance(refused.value.why, rules.Reason)
    assert refused.value.why.code == "no_such_choice"


def test_table_form_shows_option_conflicts_in_reader_language() -> None:
    why = rules.Reason(
        "too_few", "%(option)s is not for so few", option=rules.OptionName(OPTION.key)
    )
    game = dataclasses.replace(rules.get(GAME), conflict=lambda seats, options: why)
    fields = {"seats": "3", "clock": "day", "visibility": "public", "start_when": "full"}
    with translation.override("ja"):
        form = OpenTableForm(game, {**fields, f"option_{OPTION.key}": OPTION.choices[-1]})
        label = presenter(GAME).option_label(OPTION)
        assert form.non_field_errors() == [f"{label} is not for so few"]


@pytest.mark.same_everywhere
def test_the_seed_is_secret_and_its_commitment_is_shown(table: Table) -> None:
    assert len(table.seed) == 64
    assert table.commitment == rules.commitment(table.seed)
    assert table.seed not in table.commitment


@pytest.mark.same_everywhere
def test_two_tables_have_different_seeds(new_table: Callable[..., Table]) -> None:
    assert new_table().seed != new_table().seed


@pytest.mark.same_everywhere
def test_seats_are_drawn_at_the_start(people: list[User]) -> None:
    first = set()
    for number in range(30):
        host, guest = people[number % 3], people[3]
        table = open_table(host, 2)
        table_setup.join(table.key, guest)
        first.add(seats_of(table)[0].user == host)
    assert first == {True, False}


@pytest.mark.same_everywhere
def test_the_set_up_is_entry_zero_of_the_journal(table: Table) -> None:
    row = table.moves.get(number=0)
    assert row.by == Move.Source.SETUP
    drawn = rules.new_match(GAME, 2).record()["chance"]
    assert drawn
    assert set(row.outcomes) == set(drawn)


def test_a_stale_table_closes_by_itself(people: list[User]) -> None:
    table = open_table(people[0])
    assert not table_setup.close_if_expired(table.key)
    Table.objects.filter(pk=table.pk).update(closes_at=timezone.now() - timedelta(seconds=1))
    assert tasks.close_expired_tables() == 1
    assert fresh(table).status == Table.Status.CLOSED


def test_a_live_table_waits_two_hours_and_a_slow_one_two_weeks() -> None:
    assert table_setup.open_duration(PRESETS_BY_KEY["live-20"].clock) == timedelta(hours=2)
    assert table_setup.open_duration(DAY) == timedelta(days=14)


@pytest.mark.same_everywhere
def test_leaving_everything_closes_own_tables_and_resigns_running_matches(
    people: list[User], table: Table
) -> None:
    own = open_table(people[0])
    table_setup.leave_all_tables(people[0])
    assert fresh(own).status == Table.Status.CLOSED
    seat = table.seat_set.get(user=people[0])
    assert seat.bot
    assert seat.leave_reason == "resigned"


@pytest.mark.same_everywhere
def test_nobody_floods_the_lobby(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosting_limits, "UNFINISHED_AT_FIRST", hosting_limits.MOST_UNFINISHED)
    for _ in range(hosting_limits.OPEN_TABLES_PER_PERSON):
        open_table(people[0])
    with expect_refusal(Invalid, "too_many_tables", match="open tables"):
        open_table(people[0])


def host_as_many_as_allowed(host: User) -> int:
    """Open tables against a bot until no more are taken."""
    for number in range(hosting_limits.MOST_UNFINISHED + 1):
        try:
            open_table(host, 2, bots=("random",))
        except Invalid:
            return number
    raise AssertionError("no end")


@pytest.mark.same_everywhere
def test_a_person_hosts_so_many_unfinished_tables_and_no_more(people: list[User]) -> None:
    assert host_as_many_as_allowed(people[0]) == hosting_limits.UNFINISHED_AT_FIRST


@pytest.mark.same_everywhere
def test_a_table_that_its_host_left_still_counts(people: list[User]) -> None:
    for _ in range(hosting_limits.UNFINISHED_AT_FIRST):
        table = open_table(people[0], 2)
        table_setup.join(table.key, people[1])
        resignation.resign(table.key, people[0])
    with expect_refusal(Invalid, "too_many_tables", match="unfinished"):
        open_table(people[0])


def finish_matches(user: User, *others: User, left: str = "", idle: bool = False) -> None:
    """A match with each of these people, which they have played to its end."""
    for other in others:
        table = Table.objects.create(
            game=GAME,
            rules_version=1,
            seat_count=2,
            host=user,
            status=Table.Status.FINISHED,
            clock_bank=60,
            clock_increment=60,
            clock_cap=60,
        )
        Seat.objects.create(table=table, number=0, user=user, rank=1, leave_reason=left)
        Seat.objects.create(table=table, number=1, user=other, rank=2, idle=idle)


@pytest.mark.same_everywhere
def test_with_everybody_with_whom_they_finish_a_match_a_person_may_host_one_more(
    people: list[User],
) -> None:
    ann, bob, cem, dee, eva = people
    finish_matches(ann, bob, bob, bob, cem, bob)
    finish_matches(ann, dee, left="resigned")
    finish_matches(ann, eva, idle=True)
    assert host_as_many_as_allowed(ann) == hosting_limits.UNFINISHED_AT_FIRST + 2


def test_nobody_hosts_more_than_the_most(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosting_limits, "MOST_UNFINISHED", hosting_limits.UNFINISHED_AT_FIRST + 3)
    finish_matches(*people)
    assert hosting_limits.unfinished_table_limit(people[0]) == hosting_limits.MOST_UNFINISHED


@pytest.mark.same_everywhere
def test_seats_at_tables_of_others_do_not_count(people: list[User]) -> None:
    for host in people[1:4]:
        for _ in range(4):
            table = open_table(host, 2)
            table_setup.join(table.key, people[0])
    assert host_as_many_as_allowed(people[0]) == hosting_limits.UNFINISHED_AT_FIRST


@pytest.mark.same_everywhere
def test_page_and_api_say_that_there_are_too_many_tables(people: list[User]) -> None:
    host_as_many_as_allowed(people[0])
    client = Client()
    client.force_login(people[0])
    form = {"seats": "2", "clock": "day", "visibility": "public", "start_when": "full"}
    form |= {f"option_{option.key}": option.default for option in rules.get(GAME).options}
    answer = client.post(f"/tables/new/{GAME}/", form)
    assert answer.status_code == 422
    assert "You host 10 unfinished tables" in answer.text
    api = APIClient()
    api.force_authenticate(people[0])
    refused = api.post("/api/tables/", {"game": GAME, "seats": 2})
    assert refused.status_code == 422
    assert refused.json()["error"] == "too_many_tables"
