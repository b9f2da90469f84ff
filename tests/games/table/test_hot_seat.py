"""A hot seat: the device goes from seat to seat, and who has it plays there and nowhere else."""

from __future__ import annotations

import random

import pytest
from django.urls import reverse
from django.utils import timezone

import games.rules as rules
from accounts import deletion
from accounts.models import User
from games.archive import exporter
from games.bots import levels
from games.lobby.pending import InvalidTableError
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Case, Move, Notification, Seat, Table
from games.moderation import sanctions
from games.notifications import digests
from games.ratings.models import RatingChange
from games.studies.analysis import variations
from games.table.actions import automation, player_actions, resignation
from games.table.realtime import publish
from games.table.session import hot_seat as session_hot_seat
from games.table.session.drafts import load_pov
from games.table.session.loader import load_match
from games.time_controls import PRESETS_BY_KEY
from portal.errors import ActionError, Conflict, Forbidden
from tests import sample_titles
from tests.clients import api_of, signed_in
from tests.games.conftest import GAME, fresh, seats_of
from tests.refusals import expect_refusal
from tests.secrets.worlds import positions, stand

from .rollback_to import Back, back, staff

__all__ = ["back", "staff"]


def keeps_secrets(game: rules.Game) -> bool:
    return game.has_secrets(game.check(sample_titles.few_seats(game.key)))


def keeps_none(game: rules.Game) -> bool:
    return not keeps_secrets(game)


SECRET = sample_titles.title(sample_titles.need(keeps_secrets), sample_titles.for_seats(2, 3))
OPEN = sample_titles.title(sample_titles.need(keeps_none))


def hot_seat(host: User, game: str = SECRET, *others: str, bots: tuple[str, ...] = ()) -> Table:
    named = others or ("Anna", "Ben")[: sample_titles.three_seats(game) - 1]
    seats = 1 + len(named) + len(bots)
    clock = PRESETS_BY_KEY["day"].clock
    return table_setup.open_table(
        host,
        game,
        TableSettings(seats, {}, clock, bots=tuple(bots), visibility="public"),
        local_names=named,
    )


def at(table: Table) -> Seat:
    """The seat that the device is at."""
    found = session_hot_seat.device_holder(seats_of(table))
    assert found is not None
    return found


def come(table: Table, host: User) -> None:
    player_actions.hand_over_device(table.key, host, at(table).number, has_come=True)


def move_on(table: Table, host: User) -> None:
    """Whoever has the device plays until it goes on, or the match is over."""
    here = at(table).number
    while fresh(table).is_running and at(table).number == here and at(table).waiting_since:
        if at(table).is_covered:
            come(table, host)
        turn = load_pov(fresh(table), host)
        assert turn.seat is not None
        move = turn.match.legal_moves(turn.seat.number)[0]
        player_actions.confirm(table.key, host, fresh(table).version, [move])


@pytest.mark.django_db
def test_it_begins_at_once_as_a_friendly_match_without_a_clock(people: list[User]) -> None:
    table = hot_seat(people[0])
    assert (table.status, table.rated, table.visibility) == ("running", False, "link")
    assert table.is_hot_seat
    assert table.clock.is_unlimited
    seats = seats_of(table)
    assert {"Anna", people[0].display_name} < {seat.name for seat in seats}
    assert [seat.user for seat in seats if seat.user] == [people[0]]
    assert at(table).number in load_match(table).actors
    assert all(seat.due_at is None and seat.kind_text == "hot seat" for seat in seats)
    with pytest.raises(ActionError):
        table_setup.join(table.key, people[1])


@pytest.mark.same_everywhere
@pytest.mark.django_db
@pytest.mark.parametrize("names", [["A"], ["A", "B", "C"], ["A", "a"], ["A", " "], ["A", "x" * 21]])
def test_names_that_do_not_fit_are_refused(people: list[User], names: list[str]) -> None:
    clock, mine = PRESETS_BY_KEY["day"].clock, [people[0].display_name.upper()]
    with pytest.raises(InvalidTableError):
        table_setup.open_table(people[0], GAME, TableSettings(3, {}, clock), local_names=names)
    with pytest.raises(InvalidTableError):
        table_setup.open_table(people[0], GAME, TableSettings(2, {}, clock), local_names=mine)
    assert not Table.objects.exists()


@pytest.mark.same_everywhere
@pytest.mark.django_db
def test_nobody_plays_or_looks_from_a_covered_seat(people: list[User]) -> None:
    host = people[0]
    table = hot_seat(host)
    first = at(table)
    assert first.is_covered
    turn = load_pov(table, host)
    assert turn.seat is None
    assert turn.covered is not None
    assert not turn.legal_moves()
    move = load_match(table).legal_moves(first.number)[0]
    with expect_refusal(Conflict, "covered"):
        player_actions.confirm(table.key, host, table.version, [move])
    other = next(seat for seat in seats_of(table) if seat.number != first.number)
    with pytest.raises(ActionError):
        player_actions.hand_over_device(table.key, host, other.number, has_come=True)
    with expect_refusal(Forbidden, "not_your_seat"):
        player_actions.hand_over_device(table.key, people[1], first.number, has_come=True)
    come(table, host)
    seen = load_pov(fresh(table), host).seat
    assert seen is not None
    assert seen.number == first.number
    move_on(table, host)
    assert at(table).number != first.number
    assert at(table).is_covered


@pytest.mark.django_db
def test_a_game_without_secrets_needs_no_cover(people: list[User]) -> None:
    host = people[0]
    table = hot_seat(host, OPEN)
    first = at(table)
    assert not first.is_covered
    move_on(table, host)
    assert at(table).number != first.number
    assert not at(table).is_covered
    turn = load_pov(fresh(table), host)
    assert turn.seat is not None
    assert turn.legal_moves()


@pytest.mark.django_db
def test_a_draft_stays_at_its_seat(people: list[User]) -> None:
    host = people[0]
    table = hot_seat(host, GAME)
    if at(table).is_covered:
        come(table, host)
    first = at(table)
    move = load_match(table).legal_moves(first.number)[0]
    turn = player_actions.add_to_draft(table.key, host, fresh(table).version, 0, [move])
    assert turn.draft == [move]
    other = next(seat for seat in seats_of(table) if seat.number != first.number)
    player_actions.hand_over_device(table.key, host, other.number)
    assert at(table).number == other.number
    if at(table).is_covered:
        come(table, host)
    assert load_pov(fresh(table), host).draft == []
    player_actions.hand_over_device(table.key, host, first.number)
    if at(table).is_covered:
        come(table, host)
    assert load_pov(fresh(table), host).draft == [move]


@pytest.mark.django_db
def test_it_counts_for_nobody_and_says_what_it_was(people: list[User]) -> None:
    host = people[0]
    table = hot_seat(host, GAME, "Anna")
    for match, _seat in positions(table, random.Random("hot"), 2000):
        last = match.copy()
    table = stand(table, last)
    while fresh(table).is_running:
        move_on(table, host)
    assert fresh(table).status == Table.Status.FINISHED
    seats = seats_of(table)
    assert all(seat.user is None and not seat.is_covered and seat.rank for seat in seats)
    assert not RatingChange.objects.exists()
    assert not Notification.objects.exists()
    assert not Move.objects.filter(took__isnull=False).exists()
    record = exporter.build_record_without_hashes(fresh(table))
    assert all(one["hot_seat"] for one in record.header["players"])
    assert table in exporter.finished_matches(host)
    page = signed_in(host).get(reverse("games:mine"))
    assert table.key in page.content.decode()
    assert b"hot seat" in signed_in(host).get(table.get_absolute_url()).content


@pytest.mark.django_db
def test_bots_play_along(people: list[User]) -> None:
    host = people[0]
    bot = next(iter(levels(GAME)))
    table = hot_seat(host, GAME, "Anna", bots=(bot,))
    assert [bool(seat.local_name) for seat in seats_of(table)].count(True) == 2
    for _turn in range(6):
        waiting = table.seat_set.exclude(bot="").filter(waiting_since__isnull=False).first()
        if waiting is not None:
            assert automation.play_bot_turn(waiting.pk)
        else:
            move_on(table, host)
    assert {move.by for move in table.moves.exclude(by=Move.Source.SETUP)} == {"person", "bot"}


@pytest.mark.same_everywhere
@pytest.mark.django_db
def test_who_resigns_ends_it_for_everybody(people: list[User]) -> None:
    host = people[0]
    table = hot_seat(host, OPEN)
    assert b"everyone on this device" in signed_in(host).get(table.get_absolute_url()).content
    resignation.resign(table.key, host)
    assert fresh(table).status == Table.Status.CALLED_OFF
    assert session_hot_seat.device_holder(seats_of(table)) is None


@pytest.mark.django_db
def test_hot_seat_host_gets_the_end_and_plays_on_after_rollback(
    people: list[User], back: Back, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = people[0]
    table = hot_seat(host)
    come(table, host)
    user_ids: list[int] = []
    monkeypatch.setattr(publish, "publish_table", lambda _key, _version, who: user_ids.extend(who))
    resignation.resign(table.key, host)
    assert host.pk in user_ids
    table = back(table, 0)
    assert table.is_running
    assert at(table).user == host
    assert at(table).is_covered
    assert at(table).number in load_match(table).actors


@pytest.mark.same_everywhere
@pytest.mark.django_db
def test_another_name_of_the_host_is_that_of_their_seat(people: list[User]) -> None:
    host = people[0]
    table = hot_seat(host)
    sanctions.RENAME_HANDLERS[Case.TargetKind.PERSON](str(host.pk), "robert")
    assert {seat.name for seat in seats_of(table)} >= {"robert", "Anna"}
    assert host.display_name not in {seat.name for seat in seats_of(table)}


@pytest.mark.same_everywhere
@pytest.mark.django_db
def test_nothing_of_it_is_sent_or_tried(people: list[User]) -> None:
    """The host's mail and lines are read by the host alone, whoever has the device."""
    host = people[0]
    table = hot_seat(host)
    come(table, host)
    move_on(table, host)
    come(table, host)
    assert not Notification.objects.exists()
    assert digests.collect_digest(host, timezone.now()).waiting == []
    with expect_refusal(Forbidden, "not_your_seat"):
        variations.start_variation(host, fresh(table), None)


@pytest.mark.django_db
def test_the_host_leaves_with_all_names(people: list[User]) -> None:
    host = people[0]
    table = hot_seat(host)
    deletion.delete_account(host)
    assert fresh(table).status == Table.Status.CALLED_OFF
    assert {seat.local_name for seat in seats_of(table)} == {session_hot_seat.DELETED_PLAYER}


@pytest.mark.same_everywhere
@pytest.mark.django_db
def test_the_form_opens_one_and_the_page_passes_it_on(people: list[User]) -> None:
    host = people[0]
    client = signed_in(host)
    count = sample_titles.three_seats(SECRET)
    sent = {"seats": count, "clock": "day", "visibility": "public", "start_when": "full"}
    address = reverse("games:new_of", args=[SECRET])
    form = client.get(address).context["form"]
    sent |= {field.html_name: field.value() or "" for field in form.option_fields}
    refused = client.post(address, {**sent, "local_names": "Anna, Ben, Cleo, Dan"})
    assert refused.status_code == 422
    assert "local_names" in refused.context["form"].errors
    client.post(address, {**sent, "local_names": "Anna、 Ben"})
    table = Table.objects.get()
    first = at(table)
    page = client.get(table.get_absolute_url())
    assert f"Give the device to {first.name}".encode() in page.content
    assert b'id="move-form"' not in page.content
    client.post(reverse("games:hand_over", args=[table.key]), {"seat": first.number, "come": "1"})
    page = client.get(table.get_absolute_url())
    assert b'id="move-form"' in page.content
    assert b'id="device"' in page.content


@pytest.mark.same_everywhere
@pytest.mark.django_db
def test_the_api_opens_one_and_passes_it_on(people: list[User]) -> None:
    client = api_of(people[0])
    payload = {"game": SECRET, "seats": 2, "local_names": ["Anna"]}
    data = client.post(reverse("api:tables"), payload, format="json").json()
    first = next(seat for seat in data["seats"] if seat["is_me"])
    assert first["covered"]
    assert data["seat"] is None
    assert data["legal_moves"] == []
    address = reverse("api:hand_over", args=[data["key"]])
    data = client.post(address, {"seat": first["number"], "come": True}, format="json").json()
    assert data["seat"] == first["number"]
    assert data["legal_moves"]
    data = client.post(address, {"seat": 1 - first["number"]}, format="json").json()
    assert data["seat"] is None
    moves = reverse("api:moves", args=[data["key"]])
    answer = client.post(moves, {"version": data["version"], "moves": ["x"]}, format="json")
    assert (answer.status_code, answer.json()["error"]) == (409, "covered")
