"""A match that cannot be loaded is a state of its table: it is on hold, and nothing else breaks."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from accounts.deletion import delete_account
from accounts.models import User
from games import tasks
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import LONGEST_SLEEP, Notification, Seat, Snapshot, Table
from games.notifications import delivery
from games.ratings.models import Rating
from games.table.actions import automation, player_actions, resignation
from games.table.errors import MatchLoadError
from games.table.session.drafts import load_pov
from games.table.session.loader import load_match
from games.table.session.transaction import recheck_hold
from games.time_controls import PRESETS_BY_KEY
from tests.clients import signed_in
from tests.games.conftest import (
    GAME,
    actor,
    fresh,
    make_notifications_due,
    play_on,
    play_until_draftable,
    seats_of,
)
from tests.games.title_installation import TitleInstallation

from .failures import (
    KEY_READ_OUT,
    MISSING,
    NAME,
    OTHER,
    Trouble,
    address,
    api,
    missing_title,
    table_on_hold,
    trouble,
)

__all__ = ["missing_title", "table_on_hold", "trouble"]

pytestmark = pytest.mark.same_everywhere

PARTIAL = {"HX-Request": "true"}
NAMED = re.compile(f"{re.escape(NAME)}|{re.escape(KEY_READ_OUT)}")


def clocks(table: Table) -> set[object]:
    return {(seat.waiting_since, seat.due_at, seat.claimed_until) for seat in seats_of(table)}


# pages


def lists(table: Table, user: User) -> Iterator[str]:
    """Everything that names the table or its game without showing the match."""
    yield from ("/", "/live/", "/tables/", "/tables/?status=running", "/tables/?status=finished")
    yield from ("/tables/new/", "/my-tables/", "/my-tables/live/", user.get_absolute_url())
    yield from (f"/leaderboard/{table.game}/", f"/leaderboard/{OTHER}/", "/verify/", "/metrics")
    yield from ("/api/games/", "/api/tables/?status=running", "/api/tables/?status=finished")
    yield from ("/api/my-tables/", f"/api/ratings/{table.game}/", f"/api/people/{user}/ratings/")
    yield address("chat", table)


def test_the_page_says_what_is_missing(
    table_on_hold: Table, trouble: Trouble, people: list[User]
) -> None:
    for user in (None, *people[:3]):
        for name, headers in (("table", {}), ("fragment", PARTIAL)):
            answer = signed_in(user).get(address(name, table_on_hold), headers=headers)
            assert answer.status_code == 200
            assert MISSING[trouble.cause] in answer.text
            assert "Match log" in answer.text
            for player in people[:2]:
                assert player.username in answer.text
            assert ("Make a proposal" in answer.text) == (user in people[:2])
            assert "Resign" not in answer.text


def test_a_page_says_so_before_the_site_has_noticed_and_writes_nothing(
    table: Table, trouble: Trouble, people: list[User], caplog: pytest.LogCaptureFixture
) -> None:
    before = Table.objects.values().get(pk=table.pk)
    trouble.comes()
    before["state"] = fresh(table).state
    caplog.clear()
    assert MISSING[trouble.cause] in signed_in(people[0]).get(address("table", table)).text
    assert Table.objects.values().get(pk=table.pk) == before
    assert not [record for record in caplog.records if "on hold" in record.message]


def test_the_page_speaks_japanese(table_on_hold: Table, trouble: Trouble) -> None:
    text = Client().get(address("table", table_on_hold), headers={"Accept-Language": "ja"}).text
    assert "この対局は表示できません" in text
    with translation.override("ja"):
        sentence = MatchLoadError(table_on_hold, look(table_on_hold).why).message
    assert sentence in text
    assert "この対局は読み込めないため保留中です。だれの持ち時間も減りません。" in text


def look(table: Table) -> MatchLoadError:
    with pytest.raises(MatchLoadError) as caught:
        load_pov(table)
    return caught.value


def test_lists_and_other_pages_go_on(table_on_hold: Table, people: list[User]) -> None:
    Rating.objects.create(user=people[0], game=GAME, value=1600, played=12)
    other = table_setup.open_table(
        people[2], OTHER, TableSettings(3, {}, PRESETS_BY_KEY["day"].clock)
    )
    for user in (None, people[0]):
        client = signed_in(user)
        for path in (*lists(table_on_hold, people[0]), other.get_absolute_url()):
            assert client.get(path, follow=True).status_code in (200, 204, 401), path
    assert "on hold" in signed_in(people[0]).get("/my-tables/").text
    assert "on hold" in signed_in(people[0]).get("/").text
    assert NAMED.search(signed_in(people[0]).get("/tables/?status=running").text)
    profile = Client().get(people[0].get_absolute_url()).text
    assert NAMED.search(profile)
    assert people[0].username in Client().get(f"/leaderboard/{GAME}/").text


def test_the_replay_says_why_it_shows_nothing(table_on_hold: Table, trouble: Trouble) -> None:
    for move in ("", "?move=0", "?move=5"):
        answer = Client().get(address("replay", table_on_hold) + move)
        assert answer.status_code == 409
        assert MISSING[trouble.cause] in answer.text


def test_a_finished_match_keeps_its_result_record_and_page(
    table: Table, trouble: Trouble, people: list[User]
) -> None:
    table = play_on(table)
    totals = {seat.total for seat in seats_of(table)}
    trouble.comes()
    page = Client().get(address("table", table))
    assert page.status_code == 200
    assert MISSING[trouble.cause] in page.text
    assert "Final result" in page.text
    for total in totals:
        assert f'<b class="result-total">{total}</b>' in page.text
    assert Client().get(address("replay", table)).status_code == 409
    assert Client().get(address("record", table)).json()["moves"]
    for path in lists(table, people[0]):
        assert signed_in(people[0]).get(path, follow=True).status_code == 200, path
    assert fresh(table).on_hold_since is None, "no clock runs at a match that is over"


def test_the_chance_of_a_match_is_checked_where_its_rules_are_there(
    table: Table, trouble: Trouble
) -> None:
    table = play_on(table)
    trouble.comes()
    answer = Client().get(address("verify_table", table))
    if trouble.cause == "broken_state":  # the record is put together from the journal
        assert answer.status_code == 200
        assert "Everything matches" in answer.text
    else:
        assert answer.status_code == 409
        assert MISSING[trouble.cause] in answer.text


# the API


def test_the_api_says_why_there_is_no_view(
    table_on_hold: Table, trouble: Trouble, people: list[User]
) -> None:
    for user in (None, people[0]):
        answer = api(user).get(reverse("api:table", args=[table_on_hold.key]))
        assert answer.status_code == 200
        data = answer.json()
        assert data["view"] is None
        assert data["legal_moves"] == data["actors"] == []
        assert data["held_since"] is not None
        assert data["held_because"] == trouble.cause
        assert data["problem"]["error"] == "cannot_be_loaded"
        assert data["problem"]["because"] == trouble.cause
        assert MISSING[trouble.cause] in data["problem"]["message"]


def test_the_api_refuses_what_needs_the_match(
    table_on_hold: Table, trouble: Trouble, people: list[User]
) -> None:
    client = api(people[0])
    moves = {"version": table_on_hold.version, "moves": ["pick settler"]}
    for answer in (
        client.get(reverse("api:legal_moves", args=[table_on_hold.key])),
        client.get(reverse("api:conditional_moves", args=[table_on_hold.key])),
        client.post(reverse("api:moves", args=[table_on_hold.key]), moves, format="json"),
        client.post(reverse("api:resign", args=[table_on_hold.key])),
    ):
        assert answer.status_code == 409
        assert answer.json()["error"] == "cannot_be_loaded"
        assert answer.json()["because"] == trouble.cause
    assert fresh(table_on_hold).version == table_on_hold.version


def test_the_api_tells_log_and_clocks(table_on_hold: Table, people: list[User]) -> None:
    log = api(people[0]).get(reverse("api:log", args=[table_on_hold.key])).json()
    assert len(log["entries"]) == table_on_hold.move_count + 1
    assert all(entry["lines"] for entry in log["entries"])
    answer = api(people[0]).get(reverse("api:clocks", args=[table_on_hold.key])).json()
    assert {seat["due_at"] for seat in answer["seats"]} == {None}
    assert api(None).get(reverse("api:record", args=[table_on_hold.key])).status_code == 409


# clocks


def test_clocks_stand_still_and_go_on_where_they_stood(
    new_table: Callable[..., Table], trouble: Trouble
) -> None:
    table = play_on(new_table(3, clock="saved-days"), moves=9)
    waiting = actor(table)
    long_ago = timezone.now() - timedelta(hours=5)
    Seat.objects.filter(pk=waiting.pk).update(
        bank=7 * 3600, waiting_since=long_ago, due_at=long_ago + timedelta(hours=7)
    )
    trouble.comes()
    recheck_hold(table.key)
    assert clocks(table) == {(None, None, None)}
    later = timezone.now() + timedelta(days=30)
    assert automation.time_out_seats([seat.pk for seat in seats_of(table)], later) == 0
    trouble.is_mended()
    assert tasks.recheck_tables_on_hold() == 1
    goes_on = actor(table)
    assert goes_on.pk == waiting.pk
    assert goes_on.waiting_version == waiting.waiting_version
    assert goes_on.bank == pytest.approx(2 * 3600, abs=60)
    assert goes_on.waiting_since is not None
    assert goes_on.due_at == goes_on.waiting_since + timedelta(seconds=goes_on.bank)
    assert fresh(table).on_hold_since is None
    assert play_on(table, moves=5).move_count == table.move_count + 5


def test_a_move_finds_it_out_and_plays_nothing(
    table: Table, trouble: Trouble, people: list[User]
) -> None:
    seat = actor(table)
    trouble.comes()
    client = signed_in(seat.user)
    sent = {"version": table.version, "step": 0, "move": "pick settler"}
    answer = client.post(address("move", table), sent, headers=PARTIAL)
    assert answer.status_code == 409
    assert MISSING[trouble.cause] in answer.text
    table = fresh(table)
    assert (table.hold_reason, table.move_count) == (trouble.cause, 0)
    assert clocks(table) == {(None, None, None)}


def test_the_sweep_finds_it_out_and_nobody_loses_a_turn(table: Table, trouble: Trouble) -> None:
    seat = actor(table)
    Seat.objects.filter(pk=seat.pk).update(due_at=timezone.now() - timedelta(seconds=1), bank=0)
    trouble.comes()
    assert tasks.time_out_seats([seat.pk]) == 0
    table = fresh(table)
    assert table.hold_reason == trouble.cause
    trouble.is_mended()
    tasks.recheck_tables_on_hold()
    late = Seat.objects.get(pk=seat.pk)
    assert late.timeouts == 0
    assert late.bank == table.clock.increment, "nobody could move meanwhile"


def test_a_table_that_cannot_be_loaded_keeps_no_other_from_its_deadlines(
    new_table: Callable[..., Table],
) -> None:
    torn, sound = new_table(), new_table()
    Table.objects.filter(pk=torn.pk).update(state="{")
    late = [actor(torn).pk, actor(sound).pk]
    Seat.objects.filter(pk__in=late).update(due_at=timezone.now() - timedelta(seconds=1))
    assert tasks.time_out_seats(late) == 1
    assert fresh(torn).hold_reason == "broken_state"
    assert fresh(sound).move_count > 0


def test_bots_do_not_play_while_it_is_held_and_go_on_afterwards(
    new_table: Callable[..., Table], trouble: Trouble
) -> None:
    table = new_table(2, bots=("random",))
    while not actor(table).bot:
        play_on(table, moves=1)
    table, seat = fresh(table), actor(table)
    trouble.comes()
    assert not tasks.bot_turn()
    assert fresh(table).hold_reason == trouble.cause
    Seat.objects.update(claimed_until=None)
    assert not tasks.bot_turn()
    assert tasks.sweep() == 0
    trouble.is_mended()
    tasks.recheck_tables_on_hold()
    assert tasks.bot_turn()
    assert fresh(table).move_count > table.move_count
    assert Seat.objects.get(pk=seat.pk).bot


def test_a_bot_whose_level_is_gone_plays_by_the_policy(
    new_table: Callable[..., Table], title_installation: TitleInstallation
) -> None:
    table = new_table(2, bots=("steady",))
    while not actor(table).bot:
        play_on(table, moves=1)
    before = fresh(table).move_count
    title_installation.break_import(GAME, "bots")
    assert automation.play_bot_turn(actor(table).pk)
    assert fresh(table).move_count > before


def test_drafts_are_still_there_when_it_goes_on(table: Table, trouble: Trouble) -> None:
    table, seat, move = play_until_draftable(table)
    assert seat.user is not None
    player_actions.add_to_draft(table.key, seat.user, table.version, 0, [move])
    trouble.comes()
    recheck_hold(table.key)
    trouble.is_mended()
    tasks.recheck_tables_on_hold()
    assert load_pov(fresh(table), seat.user).draft == [move]


def test_whoever_moves_lets_it_go_on_before_the_site_looks_again(
    table_on_hold: Table, trouble: Trouble
) -> None:
    trouble.is_mended()
    match = load_match(fresh(table_on_hold))
    seat = seats_of(table_on_hold)[match.actors[0]]
    assert seat.user is not None
    player_actions.confirm(
        table_on_hold.key, seat.user, table_on_hold.version + 1, match.legal_moves(seat.number)[:1]
    )
    table = fresh(table_on_hold)
    assert table.on_hold_since is None
    assert table.move_count == table_on_hold.move_count + 1


def test_whoever_is_awaited_again_gets_a_mail(
    table: Table, missing_title: Trouble, mailoutbox: list[EmailMessage]
) -> None:
    Notification.objects.filter(event="started").delete()
    missing_title.comes()
    recheck_hold(table.key)
    make_notifications_due()
    assert delivery.send_due() == 0
    missing_title.is_mended()
    tasks.recheck_tables_on_hold()
    make_notifications_due()
    assert delivery.send_due() == 1
    assert NAMED.search(mailoutbox[0].subject)


# who sees it


def test_versions_and_titles_that_are_gone_are_found_before_anybody_is_late(
    table: Table, trouble: Trouble
) -> None:
    trouble.comes()
    assert tasks.recheck_tables_on_hold() == (trouble.cause != "broken_state")
    assert tasks.recheck_tables_on_hold() == 0
    recheck_hold(table.key)
    assert fresh(table).hold_reason == trouble.cause


def test_preparing_an_upgrade_finds_them_too(table: Table, missing_title: Trouble) -> None:
    missing_title.comes()
    call_command("prepare", stdout=StringIO())
    assert fresh(table).hold_reason == "missing_title"


def test_the_log_says_once_that_a_table_is_held(
    table: Table,
    trouble: Trouble,
    people: list[User],
    caplog: pytest.LogCaptureFixture,
    django_capture_on_commit_callbacks: Any,
) -> None:
    trouble.comes()
    caplog.clear()
    for _try in range(3):
        with (
            django_capture_on_commit_callbacks(execute=True),
            pytest.raises(MatchLoadError),
        ):
            resignation.resign(table.key, people[0])
        Client().get(address("table", table))
    said = [record for record in caplog.records if "is on hold" in record.getMessage()]
    assert [record.levelno for record in said] == [logging.ERROR]
    assert table.key in said[0].getMessage()
    assert trouble.cause in said[0].getMessage()


def test_the_table_s_own_log_tells_when_it_was_held_and_when_it_went_on(
    table_on_hold: Table, trouble: Trouble
) -> None:
    trouble.is_mended()
    tasks.recheck_tables_on_hold()
    page = Client().get(address("table", table_on_hold)).text
    assert "cannot be loaded. It is on hold" in page
    assert "can be loaded again and continues" in page
    assert table_on_hold.messages.filter(log_code="held").count() == 1
    assert table_on_hold.messages.filter(log_code="goes_on").count() == 1


def test_metrics_count_held_tables_and_broken_titles(
    table_on_hold: Table, trouble: Trouble
) -> None:
    text = Client().get("/metrics").text
    assert "longtable_held_tables 1.0" in text
    broken = 1.0 if trouble.cause == "broken_title" else 0.0
    assert f"longtable_broken_title_rooms {broken}" in text


def test_a_command_lists_them(table_on_hold: Table, trouble: Trouble) -> None:
    out = StringIO()
    call_command("tables_on_hold", stdout=out)
    assert f"table {table_on_hold.key} {GAME}: " in out.getvalue()
    assert (f"title {GAME}.rules: ImportError" in out.getvalue()) == (
        trouble.cause == "broken_title"
    )
    trouble.is_mended()
    out = StringIO()
    call_command("tables_on_hold", stdout=out)
    assert "can be loaded again" in out.getvalue()


# states that load and answer nothing


@pytest.fixture
def hollow(table: Table) -> Table:
    """A table whose state has everything that its game looks for, and nonsense in it."""
    table = play_on(table, moves=3)
    for kind in (Table, Snapshot):
        for row in kind.objects.exclude(state=""):  # type: ignore[attr-defined]
            dumped = json.loads(row.state)
            dumped["state"] |= {"step": "nowhere", "card_doubloons": []}
            kind.objects.filter(pk=row.pk).update(state=json.dumps(dumped))  # type: ignore[attr-defined]
    return fresh(table)


def test_a_state_that_answers_nothing_is_no_error_either(hollow: Table) -> None:
    user = actor(hollow).user
    for name in ("table", "fragment", "replay"):
        answer = signed_in(user).get(address(name, hollow), headers=PARTIAL)
        assert answer.status_code == (409 if name == "replay" else 200)
        assert MISSING["broken_state"] in answer.text
    assert api(user).get(reverse("api:table", args=[hollow.key])).json()["view"] is None
    assert api(user).get(reverse("api:legal_moves", args=[hollow.key])).status_code == 409


def test_whoever_moves_there_puts_it_on_hold(hollow: Table) -> None:
    seat = actor(hollow)
    sent = {"version": hollow.version, "moves": ["pick settler"]}
    answer = api(seat.user).post(reverse("api:moves", args=[hollow.key]), sent, format="json")
    assert answer.status_code == 409
    assert answer.json()["because"] == "broken_state"
    assert fresh(hollow).hold_reason == "broken_state"
    assert clocks(hollow) == {(None, None, None)}
    assert tasks.recheck_tables_on_hold() == 0, "it can be loaded, but not asked anything"


def test_the_sweep_puts_it_on_hold_too(hollow: Table) -> None:
    seat = actor(hollow)
    Seat.objects.filter(pk=seat.pk).update(due_at=timezone.now() - timedelta(seconds=1))
    with pytest.raises(Exception, match="nowhere"):
        tasks.time_out_seats([seat.pk])
    assert fresh(hollow).hold_reason == "broken_state"


def test_a_mistake_in_the_rules_of_a_sound_match_holds_nothing(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat, match = actor(table), load_match(table)
    assert seat.user is not None

    def slips(*args: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(type(match), "_play", slips)
    with pytest.raises(ZeroDivisionError):
        player_actions.confirm(
            table.key, seat.user, table.version, match.legal_moves(seat.number)[:1]
        )
    assert fresh(table).on_hold_since is None


# calling it off


def test_the_people_may_agree_to_call_it_off(table_on_hold: Table, people: list[User]) -> None:
    for user in people[:2]:
        assert fresh(table_on_hold).is_running
        answer = signed_in(user).post(
            address("call_off", table_on_hold), {"agrees": "1"}, follow=True
        )
        assert answer.status_code == 200
    table = fresh(table_on_hold)
    assert table.status == Table.Status.CALLED_OFF
    assert table.on_hold_since is None
    assert not table.rating_changes.exists()
    assert "does not count" in Client().get(address("table", table)).text


def test_it_can_be_called_off_by_the_api(table_on_hold: Table, people: list[User]) -> None:
    for user in people[:2]:
        answer = api(user).post(
            reverse("api:call_off", args=[table_on_hold.key]), {}, format="json"
        )
        assert answer.status_code == 200
    assert answer.json()["status"] == "called_off"


def test_nobody_resigns_from_a_match_that_cannot_be_seen(
    table_on_hold: Table, people: list[User]
) -> None:
    answer = signed_in(people[0]).post(address("resign", table_on_hold), headers=PARTIAL)
    assert answer.status_code == 409
    assert table_on_hold.seat_set.get(user=people[0]).leave_reason == Seat.LeaveReason.STAYED


@pytest.fixture
def sleeping_table_on_hold(
    new_table: Callable[..., Table], people: list[User], trouble: Trouble
) -> Table:
    """A table that slept because its person ran out of time, and then could not be loaded."""
    table = new_table(2, bots=("random",))
    while Table.objects.get(pk=table.pk).asleep_since is None:
        seat = actor(table)
        if seat.bot:
            automation.play_bot_turn(seat.pk)
        else:
            Seat.objects.filter(pk=seat.pk).update(due_at=timezone.now() - timedelta(seconds=1))
            automation.time_out_seats([seat.pk])
    trouble.comes()
    recheck_hold(table.key)
    return fresh(table)


def test_a_held_table_that_sleeps_is_called_off_in_its_time(sleeping_table_on_hold: Table) -> None:
    assert Client().get(address("table", sleeping_table_on_hold)).status_code == 200
    Table.objects.filter(pk=sleeping_table_on_hold.pk).update(
        asleep_since=timezone.now() - LONGEST_SLEEP
    )
    assert tasks.close_stale_tables() == 1
    assert fresh(sleeping_table_on_hold).status == Table.Status.CALLED_OFF


def test_whoever_comes_back_to_a_held_table_keeps_it_and_plays_when_it_goes_on(
    sleeping_table_on_hold: Table, trouble: Trouble, people: list[User]
) -> None:
    answer = signed_in(people[0]).post(address("come_back", sleeping_table_on_hold), follow=True)
    assert answer.status_code == 200
    assert fresh(sleeping_table_on_hold).asleep_since is None
    assert clocks(sleeping_table_on_hold) == {(None, None, None)}
    trouble.is_mended()
    tasks.recheck_tables_on_hold()
    assert actor(sleeping_table_on_hold).due_at is not None
    assert (
        play_on(sleeping_table_on_hold, moves=3).move_count >= sleeping_table_on_hold.move_count + 3
    )


def test_an_account_can_be_deleted_although_a_match_of_it_is_held(
    table_on_hold: Table, people: list[User]
) -> None:
    for user in people[:2]:
        delete_account(user)
    assert fresh(table_on_hold).status == Table.Status.CALLED_OFF
    assert Client().get(address("table", table_on_hold)).status_code == 200
