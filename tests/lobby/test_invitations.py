"""Invitations: a seat is held, accepted, declined, lapses; links; what the host's hand does."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from accounts.deletion import delete_account
from accounts.models import User
from accounts.user_locks import AccountClosedError
from games import tasks
from games.lobby import hosting_limits, match_start
from games.lobby.admission import host_actions, invitation_links, invitations
from games.lobby.pending import reservation_deadline
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Club, Invitation, Membership, Notification, Seat, Table
from games.notifications import content
from games.table.access import with_free_seats
from games.table.errors import NotRunningError
from games.table.session import heartbeat
from games.time_controls import PRESETS_BY_KEY
from portal.errors import ActionError, Conflict, Invalid
from tests.clients import signed_in
from tests.games.conftest import GAME, fresh, seats_of
from tests.refusals import expect_refusal

DAY = PRESETS_BY_KEY["day"].clock
FIRST = "random"


@pytest.fixture
def ann(people: list[User]) -> User:
    return people[0]


@pytest.fixture
def bob(people: list[User]) -> User:
    return people[1]


@pytest.fixture
def cem(people: list[User]) -> User:
    return people[2]


@pytest.fixture
def table(ann: User) -> Table:
    """A table of three seats that waits for its host to start it."""
    return open_table(ann)


@pytest.fixture
def table_with_invitation(table: Table, ann: User, bob: User) -> Table:
    """The same; a seat is held for Bob."""
    invitations.invite(table.key, ann, [bob.username])
    return fresh(table)


def open_table(host: User, seats: int = 3, start_when: str = Table.StartMode.HOST) -> Table:
    return table_setup.open_table(host, GAME, TableSettings(seats, {}, DAY, start_when=start_when))


def state_of(user: User) -> str:
    last = Invitation.objects.filter(user=user).last()
    return "" if last is None else last.state


def bell_texts(user: User) -> list[str]:
    """What somebody is told on the bell, oldest first."""
    rows = user.notifications.filter(channel="page").order_by("pk")
    return [content.one_line_text(row).split(" · ")[0] for row in rows]


def usernames_at(table: Table) -> list[str]:
    """Who sits at a table, in whichever order."""
    return sorted(seat.user.username for seat in seats_of(table) if seat.user)


def is_refused(code: str, act: Callable[[], object]) -> None:
    """This is refused with a code, and nothing has changed."""
    before = everything()
    with pytest.raises(ActionError) as refused:
        act()
    assert refused.value.code == code
    assert refused.value.message
    assert everything() == before


def everything() -> list[object]:
    return [
        list(model.objects.order_by("pk").values())  # type: ignore[attr-defined]
        for model in (Table, Seat, Invitation, Notification)
    ]


# a held seat


def test_a_held_seat_is_for_nobody_else(table_with_invitation: Table, people: list[User]) -> None:
    _ann, _bob, cem, dee, _eva = people
    assert [seat.is_held for seat in seats_of(table_with_invitation)] == [False, True, False]
    assert list(with_free_seats(Table.objects.all(), 1)) == [table_with_invitation]
    assert not with_free_seats(Table.objects.all(), 2)
    table_setup.join(table_with_invitation.key, cem)
    is_refused("seat_taken", lambda: table_setup.join(table_with_invitation.key, dee))


@pytest.mark.same_everywhere
def test_accepted_invitation_takes_the_seat_and_notifies_the_host(
    table_with_invitation: Table, ann: User, bob: User
) -> None:
    invitations.accept(table_with_invitation.key, bob, "  with\npleasure ")
    assert usernames_at(table_with_invitation) == [ann.username, bob.username]
    assert not any(seat.is_held for seat in seats_of(table_with_invitation))
    assert bell_texts(bob) == [f"{ann.username} invites you"]
    assert f"{bob.username} has accepted your invitation" in bell_texts(ann)
    row = ann.notifications.filter(event="answered", channel="mail").get()
    assert content.compose(content.NotificationContext(row)).text == "with pleasure"


@pytest.mark.same_everywhere
def test_joining_takes_the_seat_that_is_held_for_me(
    table_with_invitation: Table, bob: User
) -> None:
    table_setup.join(table_with_invitation.key, bob)
    assert [seat.user for seat in seats_of(table_with_invitation)][1] == bob
    assert state_of(bob) == "accepted"


@pytest.mark.same_everywhere
def test_declining_frees_the_seat_and_that_is_that(
    table_with_invitation: Table, ann: User, bob: User
) -> None:
    invitations.decline(table_with_invitation.key, bob, "away")
    assert [seat.is_free for seat in seats_of(table_with_invitation)] == [False, True, True]
    assert bell_texts(ann) == [f"{bob.username} has declined your invitation"]
    is_refused(
        "has_declined", lambda: invitations.invite(table_with_invitation.key, ann, [bob.username])
    )


@pytest.mark.same_everywhere
def test_what_is_answered_is_not_answered_again(table_with_invitation: Table, bob: User) -> None:
    invitations.decline(table_with_invitation.key, bob)
    is_refused("invitation_declined", lambda: invitations.accept(table_with_invitation.key, bob))
    is_refused("invitation_declined", lambda: invitations.decline(table_with_invitation.key, bob))


@pytest.mark.same_everywhere
def test_who_is_not_asked_answers_nothing(table_with_invitation: Table, cem: User) -> None:
    is_refused("not_invited", lambda: invitations.accept(table_with_invitation.key, cem))
    is_refused("not_invited", lambda: invitations.decline(table_with_invitation.key, cem))


@pytest.mark.same_everywhere
def test_the_last_held_seat_starts_a_table_that_waits_to_be_full(ann: User, bob: User) -> None:
    table = open_table(ann, 2, Table.StartMode.FULL)
    invitations.invite(table.key, ann, [bob.username])
    assert fresh(table).status == Table.Status.OPEN
    invitations.accept(table.key, bob)
    assert fresh(table).is_running
    is_refused("invitation_accepted", lambda: invitations.accept(table.key, bob))


@pytest.mark.same_everywhere
def test_all_are_asked_or_none(table: Table, ann: User, bob: User, people: list[User]) -> None:
    names = [person.username for person in people]
    is_refused("no_such_person", lambda: invitations.invite(table.key, ann, [names[1], "moon"]))
    is_refused("no_such_person", lambda: invitations.invite(table.key, ann, [" "]))
    is_refused("already_here", lambda: invitations.invite(table.key, ann, [names[1], names[0]]))
    is_refused("seat_taken", lambda: invitations.invite(table.key, ann, names[1:4]))
    is_refused("not_your_seat", lambda: invitations.invite(table.key, bob, [names[2]]))
    invitations.invite(table.key, ann, [names[1].upper(), names[2]])
    is_refused("already_here", lambda: invitations.invite(table.key, ann, [names[1]]))


@pytest.mark.same_everywhere
def test_nobody_floods_others_with_invitations(
    ann: User, bob: User, cem: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(invitations, "MOST_A_DAY", invitations.MAX_INVITATIONS_PER_PERSON + 1)
    table = open_table(ann)
    for _ in range(invitations.MAX_INVITATIONS_PER_PERSON):
        (made,) = invitations.invite(table.key, ann, [bob.username])
        invitations.withdraw(table.key, ann, made.pk)
    is_refused("too_many_invitations", lambda: invitations.invite(table.key, ann, [bob.username]))
    two = open_table(ann)
    invitations.invite(two.key, ann, [cem.username])
    is_refused("too_many_invitations", lambda: invitations.invite(table.key, ann, [cem.username]))
    Invitation.objects.update(created_at=F("created_at") - timedelta(days=1))
    invitations.invite(table.key, ann, [bob.username])


def test_club_table_invites_members_only(ann: User, bob: User, cem: User) -> None:
    club = Club.objects.create(name="Thursday")
    for person in (ann, bob):
        Membership.objects.create(club=club, user=person)
    table = table_setup.open_table(
        ann, GAME, TableSettings(3, {}, DAY, visibility=Table.Visibility.CIRCLE), club=club
    )
    is_refused("not_of_circle", lambda: invitations.invite(table.key, ann, [cem.username]))
    link = invitation_links.create_link(table.key, ann, uses=1, hours=1)
    is_refused("no_such_link", lambda: invitation_links.use_link(link.token, cem))
    invitations.invite(table.key, ann, [bob.username])
    club.memberships.filter(user=bob).delete()
    with pytest.raises(Table.DoesNotExist):
        invitations.accept(table.key, bob)


# its end


@pytest.mark.same_everywhere
@pytest.mark.parametrize(
    ("closes", "held"), [(timedelta(days=14), timedelta(days=3)), (timedelta(hours=2),) * 2]
)
def test_a_seat_is_held_for_half_the_time_and_three_days_at_most(
    table: Table, closes: timedelta, held: timedelta
) -> None:
    now = timezone.now()
    table.closes_at = now + closes
    assert reservation_deadline(table, now) - now == min(held, closes / 2)


@pytest.mark.same_everywhere
def test_expired_invitation_frees_the_seat_and_notifies_both(
    table_with_invitation: Table, ann: User, bob: User
) -> None:
    assert invitations.expire_invitations() == 0
    later = Invitation.objects.get().expires_at
    assert invitations.expire_invitations(later) == 1
    assert invitations.expire_invitations(later) == 0
    assert all(seat.is_free for seat in seats_of(table_with_invitation)[1:])
    assert bell_texts(ann) == [f"{bob.username} did not answer in time"]
    assert bell_texts(bob)[1:] == ["Your invitation has expired"]
    is_refused("invitation_lapsed", lambda: invitations.accept(table_with_invitation.key, bob))
    table_setup.join(table_with_invitation.key, bob)


def test_after_its_time_it_is_not_accepted_although_no_sweep_has_come(
    table_with_invitation: Table, bob: User
) -> None:
    Invitation.objects.update(expires_at=timezone.now())
    is_refused("invitation_lapsed", lambda: invitations.accept(table_with_invitation.key, bob))


@pytest.mark.same_everywhere
def test_the_sweep_looks_by_one_probe(
    table_with_invitation: Table,
    monkeypatch: pytest.MonkeyPatch,
    django_assert_num_queries: Callable[..., object],
) -> None:
    with django_assert_num_queries(1):  # type: ignore[attr-defined]
        invitations.expire_invitations()
    monkeypatch.setattr(heartbeat, "can_time_out", lambda: True)
    Invitation.objects.update(expires_at=timezone.now())
    tasks.sweep()
    assert state_of(Invitation.objects.get().user) == "lapsed"


@pytest.mark.same_everywhere
def test_withdrawn_invitation_notifies_and_cannot_be_answered(
    table_with_invitation: Table, ann: User, bob: User
) -> None:
    one = Invitation.objects.get()
    is_refused(
        "not_your_seat", lambda: invitations.withdraw(table_with_invitation.key, bob, one.pk)
    )
    invitations.withdraw(table_with_invitation.key, ann, one.pk)
    assert bell_texts(bob)[1:] == [f"{ann.username} has withdrawn your invitation"]
    is_refused("invitation_withdrawn", lambda: invitations.accept(table_with_invitation.key, bob))
    is_refused(
        "invitation_withdrawn", lambda: invitations.withdraw(table_with_invitation.key, ann, one.pk)
    )


@pytest.mark.same_everywhere
def test_a_start_gives_held_seats_up_and_tells_whom_they_were_for(
    table_with_invitation: Table, ann: User, bob: User, cem: User
) -> None:
    table_setup.join(table_with_invitation.key, cem)
    match_start.start(table_with_invitation.key, ann)
    assert fresh(table_with_invitation).is_running
    assert usernames_at(table_with_invitation) == [ann.username, cem.username]
    assert bell_texts(bob)[1:] == [f"{ann.username} has started without you"]
    is_refused("seat_taken", lambda: invitations.accept(table_with_invitation.key, bob))


@pytest.mark.same_everywhere
def test_a_table_that_closes_tells_guests_and_invited(
    table_with_invitation: Table, ann: User, bob: User, cem: User
) -> None:
    table_setup.join(table_with_invitation.key, cem)
    table_setup.close(table_with_invitation.key, ann)
    for person in (bob, cem):
        assert bell_texts(person)[-1] == "The table is closed"
    assert "The table is closed" not in bell_texts(ann)
    assert state_of(bob) == "withdrawn"
    is_refused("not_running", lambda: invitations.decline(table_with_invitation.key, bob))


def test_a_deleted_account_leaves_no_seat_held(
    table_with_invitation: Table, ann: User, bob: User
) -> None:
    delete_account(bob)
    assert all(seat.is_free for seat in seats_of(table_with_invitation)[1:])
    assert not Invitation.objects.exists()
    assert bell_texts(ann) == ["bob has declined your invitation"]
    with expect_refusal(Invalid, "no_such_person"):
        invitations.invite(table_with_invitation.key, ann, ["bob"])


@pytest.mark.same_everywhere
def test_what_a_deleted_host_has_asked_under_another_host_stays(
    table_with_invitation: Table, ann: User, bob: User, cem: User
) -> None:
    table_setup.join(table_with_invitation.key, cem)
    host_actions.transfer_host(table_with_invitation.key, ann, cem.username)
    delete_account(ann)
    assert fresh(table_with_invitation).status == Table.Status.OPEN
    invitations.accept(table_with_invitation.key, bob)
    assert usernames_at(table_with_invitation) == [bob.username, cem.username]


# links


def test_a_link_is_for_so_many_people(table: Table, ann: User, bob: User, cem: User) -> None:
    link = invitation_links.create_link(table.key, ann, uses=1, hours=24)
    invitation_links.use_link(link.token, bob)
    invitation_links.use_link(link.token, bob)  # who sits there is led to the table
    is_refused("link_used_up", lambda: invitation_links.use_link(link.token, cem))
    assert usernames_at(table) == [ann.username, bob.username]


def test_whom_a_seat_is_held_for_uses_no_link_up(
    table_with_invitation: Table, ann: User, bob: User
) -> None:
    link = invitation_links.create_link(table_with_invitation.key, ann, uses=1, hours=24)
    invitation_links.use_link(link.token, bob)
    link.refresh_from_db()
    assert (link.use_count, state_of(bob)) == (0, "accepted")


def test_a_link_ends(table: Table, ann: User, bob: User) -> None:
    link = invitation_links.create_link(
        table.key, ann, uses=1, hours=invitation_links.MAX_LINK_HOURS
    )
    assert link.expires_at <= table.closes_at  # type: ignore[operator]
    table.invitation_links.update(expires_at=timezone.now())
    is_refused("link_expired", lambda: invitation_links.use_link(link.token, bob))
    other = invitation_links.create_link(table.key, ann, uses=1, hours=1)
    invitation_links.withdraw_link(table.key, ann, other.pk)
    is_refused("link_withdrawn", lambda: invitation_links.use_link(other.token, bob))
    is_refused("no_such_link", lambda: invitation_links.use_link("moon", bob))
    is_refused("bad_link", lambda: invitation_links.create_link(table.key, ann, uses=0, hours=1))
    third = invitation_links.create_link(table.key, ann, uses=1, hours=1)
    table_setup.close(table.key, ann)
    is_refused("not_running", lambda: invitation_links.use_link(third.token, bob))


def test_so_many_links_lead_to_a_table(table: Table, ann: User) -> None:
    made = [
        invitation_links.create_link(table.key, ann, uses=1, hours=1)
        for _ in range(invitation_links.MAX_ACTIVE_LINKS)
    ]
    is_refused(
        "too_many_links", lambda: invitation_links.create_link(table.key, ann, uses=1, hours=1)
    )
    invitation_links.withdraw_link(table.key, ann, made[0].pk)
    invitation_links.create_link(table.key, ann, uses=1, hours=1)


# the host's hand


@pytest.mark.same_everywhere
def test_whom_the_host_removes_comes_back_only_if_they_are_invited(
    table: Table, ann: User, bob: User
) -> None:
    table_setup.join(table.key, bob)
    host_actions.remove_player(table.key, ann, bob.username)
    assert usernames_at(table) == [ann.username]
    assert bell_texts(bob) == [f"{ann.username} has removed you from the table"]
    is_refused("removed", lambda: table_setup.join(table.key, bob))
    link = invitation_links.create_link(table.key, ann, uses=1, hours=1)
    is_refused("removed", lambda: invitation_links.use_link(link.token, bob))
    invitations.invite(table.key, ann, [bob.username])
    invitations.accept(table.key, bob)
    assert usernames_at(table) == [ann.username, bob.username]


@pytest.mark.same_everywhere
def test_only_guests_are_removed_and_only_by_the_host(table: Table, ann: User, bob: User) -> None:
    table_setup.join(table.key, bob)
    is_refused("not_your_seat", lambda: host_actions.remove_player(table.key, ann, ann.username))
    is_refused("not_your_seat", lambda: host_actions.remove_player(table.key, bob, ann.username))
    is_refused("not_your_seat", lambda: host_actions.remove_player(table.key, ann, "moon"))
    match_start.start(table.key, ann)
    is_refused("seat_taken", lambda: host_actions.remove_player(table.key, ann, bob.username))


def test_a_table_is_handed_on(table: Table, ann: User, bob: User, cem: User) -> None:
    for guest in (bob, cem):
        table_setup.join(table.key, guest)
    host_actions.transfer_host(table.key, ann, bob.username)
    assert fresh(table).host == bob
    assert bell_texts(bob)[-1] == "You are now the host of this table"
    assert bell_texts(cem)[-1] == f"{bob.username} is now the host of your table"
    is_refused("not_your_seat", lambda: match_start.start(table.key, ann))
    table_setup.leave(table.key, ann)
    assert fresh(table).status == Table.Status.OPEN
    match_start.start(table.key, bob)


@pytest.mark.same_everywhere
def test_a_table_is_not_handed_to_whoever_hosts_too_many(
    table: Table, ann: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_setup.join(table.key, bob)
    open_table(bob)
    monkeypatch.setattr(hosting_limits, "UNFINISHED_AT_FIRST", 1)
    is_refused("too_many_tables", lambda: host_actions.transfer_host(table.key, ann, bob.username))


@pytest.mark.same_everywhere
def test_bots_take_free_and_held_seats_and_the_table_is_friendly(
    table_with_invitation: Table, ann: User, bob: User
) -> None:
    assert table_with_invitation.rated
    is_refused(
        "seat_taken",
        lambda: host_actions.fill_with_bots(table_with_invitation.key, ann, [0], FIRST),
    )
    is_refused(
        "bad_table",
        lambda: host_actions.fill_with_bots(table_with_invitation.key, ann, [1, 9], FIRST),
    )
    is_refused(
        "bad_table",
        lambda: host_actions.fill_with_bots(table_with_invitation.key, ann, [1], "genius"),
    )
    host_actions.fill_with_bots(table_with_invitation.key, ann, [1, 2], FIRST)
    assert [seat.bot for seat in seats_of(table_with_invitation)] == ["", FIRST, FIRST]
    assert not fresh(table_with_invitation).rated
    assert bell_texts(bob)[1:] == [f"{ann.username} has withdrawn your invitation"]
    is_refused("invitation_withdrawn", lambda: invitations.accept(table_with_invitation.key, bob))


@pytest.mark.same_everywhere
def test_the_host_takes_a_bot_off_again(table: Table, ann: User, bob: User) -> None:
    host_actions.fill_with_bots(table.key, ann, [1, 2], FIRST)
    is_refused("bad_table", lambda: host_actions.remove_bots(table.key, ann, [0]))
    is_refused("bad_table", lambda: host_actions.remove_bots(table.key, ann, [1, 9]))
    is_refused("not_your_seat", lambda: host_actions.remove_bots(table.key, bob, [1]))
    host_actions.remove_bots(table.key, ann, [1])
    table_setup.join(table.key, bob)
    assert [seat.user for seat in seats_of(table)] == [ann, bob, None]
    assert [seat.bot for seat in seats_of(table)] == ["", "", FIRST]
    page = signed_in(ann).get(table.get_absolute_url()).content.decode()
    assert page.count("Remove the bot") == 1


@pytest.mark.same_everywhere
def test_the_last_bot_starts_a_table_that_waits_to_be_full(ann: User) -> None:
    table = open_table(ann, 2, Table.StartMode.FULL)
    host_actions.fill_with_bots(table.key, ann, [1], FIRST)
    assert fresh(table).is_running


@pytest.mark.same_everywhere
def test_host_is_notified_once_of_enough_people_and_of_a_full_table(
    table: Table, ann: User, bob: User, cem: User
) -> None:
    table_setup.join(table.key, bob)
    table_setup.leave(table.key, bob)
    table_setup.join(table.key, bob)
    table_setup.join(table.key, cem)
    assert bell_texts(ann).count("Your table has enough people") == 1
    assert bell_texts(ann)[-1] == "Your table is full"


@pytest.mark.same_everywhere
def test_nobody_sits_down_with_an_account_that_is_closed(
    table_with_invitation: Table, ann: User, bob: User
) -> None:
    User.objects.filter(pk=bob.pk).update(is_active=False)
    with pytest.raises(AccountClosedError):
        invitations.accept(table_with_invitation.key, bob)


@pytest.mark.same_everywhere
def test_at_a_table_that_has_started_or_closed_nobody_is_asked(
    ann: User, bob: User, table: Table
) -> None:
    table_setup.join(table.key, bob)
    match_start.start(table.key, ann)
    with expect_refusal(Conflict, "seat_taken"):
        invitations.invite(table.key, ann, ["cem"])
    other = open_table(ann)
    table_setup.close(other.key, ann)
    with pytest.raises(NotRunningError):
        invitations.invite(other.key, ann, ["cem"])
