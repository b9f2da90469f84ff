"""Seat takeover: who may take over which seat of a running match, and what it changes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.archive import exporter, record_format
from games.lobby.admission import seat_takeover
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import (
    Block,
    Club,
    Membership,
    Message,
    Note,
    Notification,
    Seat,
    Substitution,
    Table,
)
from games.table import notes
from games.table.actions import resignation, rollback, seat_offers
from games.table.session.loader import load_match
from games.table.vacancies import RETURN_TIME
from games.table.views.scenes import build_scene
from games.time_controls import PRESETS_BY_KEY
from portal.errors import ActionError
from tests.clients import api_of, signed_in
from tests.games.conftest import GAME, actor, fresh, legal, play_on, player, refresh, seats_of

pytestmark = pytest.mark.django_db
TableFactory = Callable[..., Table]


@pytest.fixture
def left_table(new_table: TableFactory) -> Table:
    """A running table of three people, of whom the one at seat 0 has resigned."""
    table = play_on(new_table(3), moves=6)
    resignation.resign(table.key, player(seats_of(table)[0]))
    return fresh(table)


@pytest.fixture
def newcomer(people: list[User]) -> User:
    return people[3]


def leaver(table: Table) -> User:
    return player(seats_of(table)[0])


def refusal(table: Table, user: User, seat: int = 0) -> str:
    with pytest.raises(ActionError) as refused:
        seat_takeover.take_over(table.key, user, seat)
    return refused.value.code


def test_newcomer_takes_over_the_seat_of_a_leaver(left_table: Table, newcomer: User) -> None:
    gone = leaver(left_table)
    seat_takeover.take_over(left_table.key, newcomer, 0)
    seat, row = seats_of(left_table)[0], Substitution.objects.get()
    assert (seat.user, seat.bot, seat.leave_reason) == (newcomer, "", "")
    assert (row.from_user, row.to_user, row.reason) == (gone, newcomer, "left")
    assert row.leave_reason == Seat.LeaveReason.RESIGNED
    assert fresh(left_table).has_substitutes


def test_newcomer_takes_over_the_seat_of_a_bot(new_table: TableFactory, newcomer: User) -> None:
    table = new_table(3, bots=("easy",))
    number = next(seat.number for seat in seats_of(table) if seat.bot)
    seat_takeover.take_over(table.key, newcomer, number)
    assert seats_of(table)[number].user == newcomer
    assert Substitution.objects.get().reason == "bot"


def test_newcomer_can_move_with_a_full_clock(left_table: Table, newcomer: User) -> None:
    seat_takeover.take_over(left_table.key, newcomer, 0)
    seat = refresh(seats_of(left_table)[0])
    assert seat.bank == left_table.clock_bank
    play_on(left_table, moves=20)
    assert left_table.moves.filter(seat=0, by="person").exists()


def test_takeover_deletes_what_the_player_before_prepared(
    new_table: TableFactory, newcomer: User
) -> None:
    table = new_table(3)
    seat = actor(table)
    owner = player(seat)
    notes.save_note(owner, table, "the secret plan")
    Seat.objects.filter(pk=seat.pk).update(
        draft=legal(table, seat)[:1], conditional_moves=[{"id": 1}], auto_answers=["x"]
    )
    seat_offers.offer_seat(table.key, owner)
    seat_takeover.take_over(table.key, newcomer, seat.number)
    seat = refresh(seat)
    assert (seat.draft, seat.conditional_moves, seat.auto_answers) == ([], [], [])
    assert not Note.objects.filter(table=table).exists()


def test_owner_offers_a_seat_and_plays_until_it_is_taken(
    new_table: TableFactory, newcomer: User
) -> None:
    table = new_table(3)
    owner = leaver(table)
    assert refusal(table, newcomer) == "seat_taken"
    seat_offers.offer_seat(table.key, owner)
    assert seats_of(table)[0].user == owner
    seat_takeover.take_over(table.key, newcomer, 0)
    row = Substitution.objects.get()
    assert (row.reason, row.leave_reason) == ("offered", "resigned")


def test_withdrawn_offer_keeps_the_seat(new_table: TableFactory, newcomer: User) -> None:
    table = new_table(3)
    seat_offers.offer_seat(table.key, leaver(table))
    seat_offers.withdraw_seat(table.key, leaver(table))
    assert refusal(table, newcomer) == "seat_taken"


def test_person_who_timed_out_comes_first_for_a_day(
    new_table: TableFactory, newcomer: User
) -> None:
    table = new_table(3)
    gone, now = leaver(table), timezone.now()
    seat = Seat.objects.filter(table=table, number=0)
    seat.update(bot="steady", leave_reason="timed_out", replaced_at=now - RETURN_TIME / 2)
    assert refusal(table, newcomer) == "seat_taken"
    seat.update(replaced_at=now - RETURN_TIME - timedelta(minutes=1))
    seat_takeover.take_over(table.key, newcomer, 0)
    with pytest.raises(ActionError):
        resignation.reclaim_seat(table.key, gone)


@pytest.mark.parametrize("who", ["leaver", "opponent"])
def test_people_of_the_table_cannot_take_over_a_seat(left_table: Table, who: str) -> None:
    user = player(seats_of(left_table)[0 if who == "leaver" else 1])
    assert refusal(left_table, user) == "has_played"


def test_substitute_who_left_cannot_take_over_again(left_table: Table, people: list[User]) -> None:
    seat_takeover.take_over(left_table.key, people[3], 0)
    resignation.resign(left_table.key, people[3])
    assert refusal(left_table, people[3]) == "has_played"
    seat_takeover.take_over(left_table.key, people[4], 0)
    first, second = Substitution.objects.order_by("pk")
    assert (first.left_as, second.from_user) == ("resigned", people[3])


@pytest.mark.parametrize("by_newcomer", [True, False])
def test_blocks_in_either_direction_refuse_like_a_taken_seat(
    left_table: Table, newcomer: User, by_newcomer: bool
) -> None:
    pair = (newcomer, player(seats_of(left_table)[1]))
    blocker, blocked = pair if by_newcomer else pair[::-1]
    Block.objects.create(blocker=blocker, blocked=blocked)
    assert refusal(left_table, newcomer) == "seat_taken"
    assert left_table not in seat_takeover.tables_with_vacancies(newcomer)


def test_staff_who_saw_hidden_information_cannot_take_over(
    left_table: Table, newcomer: User
) -> None:
    Message.objects.create(table=left_table, user=newcomer, log_code="opened", data={})
    assert refusal(left_table, newcomer) == "has_seen_secrets"


def test_guests_need_an_account(left_table: Table, newcomer: User) -> None:
    User.objects.filter(pk=newcomer.pk).update(guest_network="192.0.2.0/24")
    newcomer.refresh_from_db()
    assert refusal(left_table, newcomer) == "needs_account"


def test_host_can_forbid_taking_over(new_table: TableFactory, newcomer: User) -> None:
    table = new_table(3, substitutes="no")
    resignation.resign(table.key, leaver(table))
    assert refusal(table, newcomer) == "no_substitutes"
    with pytest.raises(ActionError):
        seat_offers.offer_seat(table.key, player(seats_of(table)[1]))
    assert table not in seat_takeover.tables_with_vacancies(newcomer)


def test_requirements_of_the_host_apply(left_table: Table, newcomer: User) -> None:
    Table.objects.filter(pk=left_table.pk).update(requirements={"rating_from": 2000})
    assert refusal(left_table, newcomer) == "not_asked_for"


def test_only_members_of_the_club_find_and_take_the_seat(people: list[User]) -> None:
    club = Club.objects.create(name="Owls")
    for user in people[:4]:
        Membership.objects.create(club=club, user=user, role="member")
    table = table_setup.open_table(
        people[0], GAME, TableSettings(3, {}, PRESETS_BY_KEY["day"].clock), club=club
    )
    for user in people[1:3]:
        table_setup.join(table.key, user)
    resignation.resign(table.key, leaver(table))
    with pytest.raises(Table.DoesNotExist):
        seat_takeover.take_over(table.key, people[4], 0)
    assert signed_in(people[4]).get(reverse("games:take_over", args=[table.key])).status_code == 404
    address = f"{reverse('games:lobby')}?status=seats&circle={club.key}"
    club_page = signed_in(people[3]).get(reverse("games:club", args=[club.key])).content.decode()
    assert address.replace("&", "&amp;") in club_page
    for user, found in ((people[3], [table]), (people[4], [])):
        shown = signed_in(user).get(address).context["takeovers"]
        assert [one.table for one in shown] == found
    seat_takeover.take_over(table.key, people[3], 0)


def test_pressing_twice_takes_over_once(left_table: Table, newcomer: User) -> None:
    seat_takeover.take_over(left_table.key, newcomer, 0)
    seat_takeover.take_over(left_table.key, newcomer, 0)
    assert Substitution.objects.count() == 1


def test_list_shows_tables_with_vacant_seats(
    left_table: Table, newcomer: User, new_table: TableFactory
) -> None:
    full = new_table(2)
    answer = signed_in(newcomer).get(reverse("games:lobby"), {"status": "seats"})
    (takeover,) = answer.context["takeovers"]
    assert takeover.table == left_table
    assert [one.seat.number for one in takeover.vacancies] == [0]
    page = answer.content.decode()
    assert reverse("games:take_over", args=[left_table.key]) in page
    assert full.key not in page


def test_list_shows_only_points_that_everyone_sees(left_table: Table) -> None:
    """Points that the board hides from onlookers are hidden here as well."""
    takeover = seat_takeover.build_takeover(left_table)
    names = [seat.name for seat in takeover.seats]
    scene = build_scene(load_match(left_table), None, names, in_words=False)
    public = [one.total for one in takeover.presenter.points(scene)]
    assert [one.points for one in takeover.vacancies] == public[:1]
    assert (takeover.vacancies[0].place is None) == (None in public)


def test_page_takes_over_the_chosen_seat(left_table: Table, newcomer: User) -> None:
    client, address = signed_in(newcomer), reverse("games:take_over", args=[left_table.key])
    assert 'name="seat" value="0"' in client.get(address).content.decode()
    answer = client.post(address, {"seat": "0"})
    assert answer["Location"] == left_table.get_absolute_url()
    assert seats_of(left_table)[0].user == newcomer


def test_page_says_why_a_seat_cannot_be_taken(left_table: Table) -> None:
    address = reverse("games:take_over", args=[left_table.key])
    answer = signed_in(player(seats_of(left_table)[1])).post(address, {"seat": "0"})
    assert answer.status_code == 403
    assert 'role="alert"' in answer.content.decode()


def test_visitors_are_asked_to_sign_in(left_table: Table) -> None:
    address = reverse("games:take_over", args=[left_table.key])
    page = signed_in(None).get(address).content.decode()
    assert reverse("account_login") in page
    assert signed_in(None).post(address, {"seat": "0"}).status_code == 302


def test_leaver_sees_only_what_onlookers_see_after_the_takeover(
    new_table: TableFactory, newcomer: User
) -> None:
    table = play_on(new_table(3), moves=6)
    owner = leaver(table)
    seat_offers.offer_seat(table.key, owner)
    seat_takeover.take_over(table.key, newcomer, 0)
    address = reverse("api:table", args=[table.key])
    theirs, public = api_of(owner).get(address).json(), signed_in(None).get(address).json()
    assert theirs["seat"] is None
    assert (theirs["view"], theirs["legal_moves"]) == (public["view"], [])
    mine = api_of(newcomer).get(address).json()
    assert mine["seat"] == 0


def test_log_names_who_played_which_part(left_table: Table, newcomer: User) -> None:
    gone = leaver(left_table).display_name
    address = reverse("api:log", args=[left_table.key])
    before = signed_in(None).get(address).json()["entries"]
    assert any(gone in " ".join(entry["lines"]) for entry in before)
    seat_takeover.take_over(left_table.key, newcomer, 0)
    play_on(left_table, moves=3)
    later = signed_in(None).get(address).json()["entries"]
    assert [entry["lines"] for entry in later][: len(before)] == [one["lines"] for one in before]
    page = signed_in(None).get(left_table.get_absolute_url()).content.decode()
    assert f"{newcomer.display_name} takes over the seat of {gone}." in page


def test_players_hear_of_the_substitute(left_table: Table, newcomer: User) -> None:
    gone = leaver(left_table)
    seat_takeover.take_over(left_table.key, newcomer, 0)
    heard = Notification.objects.filter(event="substitute", channel="page")
    assert {row.user for row in heard} == {gone, *(player(s) for s in seats_of(left_table)[1:])}


def test_result_belongs_to_the_first_owner(left_table: Table, newcomer: User) -> None:
    gone = leaver(left_table)
    seat_takeover.take_over(left_table.key, newcomer, 0)
    table = play_on(left_table)
    assert table.status == Table.Status.FINISHED
    seat = seats_of(table)[0]
    assert (seat.user, seat.substitute, seat.leave_reason) == (gone, newcomer, "resigned")
    assert seat.name == newcomer.display_name
    over = Notification.objects.filter(event="over", table=table, channel="page")
    assert {gone, newcomer} <= {row.user for row in over}
    client = signed_in(newcomer)
    for address in (table.get_absolute_url(), reverse("games:replay", args=[table.key])):
        page = client.get(address).content.decode()
        assert f"before: {gone.display_name}" in page
    history = client.get(reverse("games:my_matches")).content.decode()
    assert table.key in history
    assert "substitute" in history


def test_api_says_who_played_which_part(left_table: Table, newcomer: User) -> None:
    gone = leaver(left_table)
    seat_takeover.take_over(left_table.key, newcomer, 0)
    row = Substitution.objects.get()
    for table in (left_table, play_on(left_table)):
        seat = signed_in(None).get(reverse("api:table", args=[table.key])).json()["seats"][0]
        assert (seat["name"], seat["user"], seat["bot"], seat["left"]) == (
            newcomer.display_name,
            newcomer.username,
            "",
            "",
        )
        part = seat["substitutes"][0]
        assert (part["user"], part["before"]) == (newcomer.username, gone.display_name)
    assert part["from_move"] == row.after_move + 1


def test_api_lists_and_takes_over_seats(left_table: Table, newcomer: User) -> None:
    client = api_of(newcomer)
    found = client.get(reverse("api:takeovers")).json()
    rows = found["results"] if isinstance(found, dict) else found
    assert [(row["table"], row["seats"][0]["seat"]) for row in rows] == [(left_table.key, 0)]
    address = reverse("api:take_over", args=[left_table.key])
    assert client.post(address, {"seat": 0}, format="json").json()["seat"] == 0
    assert client.post(address, {"seat": 1}, format="json").status_code == 403


def test_api_offers_and_keeps_a_seat(new_table: TableFactory) -> None:
    table = new_table(3)
    client, address = api_of(leaver(table)), reverse("api:seat_offer", args=[table.key])
    assert client.post(address).json()["seats"][0]["offered"]
    assert not client.delete(address).json()["seats"][0]["offered"]


def test_table_page_offers_the_seat_and_says_what_follows(new_table: TableFactory) -> None:
    table = new_table(3)
    client = signed_in(leaver(table))
    page = client.get(table.get_absolute_url()).content.decode()
    assert reverse("games:offer_seat", args=[table.key]) in page
    assert "as if you had resigned" in page
    client.post(reverse("games:offer_seat", args=[table.key]))
    assert seats_of(table)[0].offered_at is not None
    client.post(reverse("games:keep_seat", args=[table.key]))
    assert seats_of(table)[0].offered_at is None


def test_rollback_of_a_finished_match_gives_the_substitute_the_seat(
    left_table: Table, newcomer: User, people: list[User]
) -> None:
    gone = leaver(left_table)
    seat_takeover.take_over(left_table.key, newcomer, 0)
    table = play_on(left_table)
    last = table.move_count
    rollback.roll_back_table(table.key, last - 1, people[4], "test", table.version)
    seat = seats_of(table)[0]
    assert (seat.user, seat.substitute, seat.bot, seat.leave_reason) == (newcomer, None, "", "")
    table = play_on(table)
    seat = seats_of(table)[0]
    assert (seat.user, seat.substitute) == (gone, newcomer)


def test_record_names_the_substitute_and_comes_back_the_same(
    left_table: Table, newcomer: User
) -> None:
    gone = leaver(left_table)
    seat_takeover.take_over(left_table.key, newcomer, 0)
    row = Substitution.objects.get()
    table = play_on(left_table)
    written = exporter.record_bytes(table)
    player_0 = record_format.parse(written).header["players"][0]
    assert player_0 == {
        "name": newcomer.display_name,
        "substitutes": [
            {
                "name": newcomer.display_name,
                "from": row.after_move + 1,
                "before": gone.display_name,
            }
        ],
    }
    assert record_format.serialize(record_format.parse(written)) == written
