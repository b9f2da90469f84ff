"""Private messages: who may write to whom, who reads them, and who never does."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.data_export import contents
from accounts.deletion import delete_account
from accounts.models import Site, User
from accounts.site.configuration import site_cache
from accounts.tokens import create_token
from games.clubs import creation, membership
from games.models import Block, Case, Follow, Notification, Report, Table
from games.moderation import block_list, cases, reports
from games.notifications.context import NotificationContext
from games.private_messages import conversations, eligibility
from games.private_messages.models import Conversation, PrivateMessage
from portal.errors import ActionError
from tests.clients import signed_in
from tests.elapsed_time import let_time_pass

pytestmark = [pytest.mark.django_db, pytest.mark.same_everywhere]
SECRET = "meet me at the wharf"


def befriend(one: User, other: User) -> None:
    Follow.objects.create(follower=one, followed=other)
    Follow.objects.create(follower=other, followed=one)


def refusal(user: User, other: User, text: str = "hello") -> str:
    """The code with which a message is refused, "" if it is sent."""
    before = PrivateMessage.objects.count()
    try:
        conversations.send_message(user, other, text)
    except ActionError as refused:
        assert PrivateMessage.objects.count() == before
        return refused.code
    assert PrivateMessage.objects.count() == before + 1
    return ""


@pytest.fixture
def pair(people: list[User]) -> tuple[User, User]:
    ann, bob, *_ = people
    befriend(ann, bob)
    return ann, bob


def bell_of(user: User) -> list[Notification]:
    rows = Notification.objects.filter(user=user, event=conversations.EVENT, channel="page")
    return list(rows.order_by("pk"))


# who may write


def test_following_one_way_is_not_enough(people: list[User]) -> None:
    ann, bob, *_ = people
    assert refusal(ann, bob) == "not_connected"
    Follow.objects.create(follower=ann, followed=bob)
    assert refusal(ann, bob) == refusal(bob, ann) == "not_connected"
    Follow.objects.create(follower=bob, followed=ann)
    assert refusal(ann, bob) == refusal(bob, ann) == ""


def test_members_of_one_club_may_write_while_it_lasts(people: list[User]) -> None:
    ann, bob, *_ = people
    club = creation.create_club(ann, "Lamp", "", "closed")
    membership.invite_or_admit(club.key, ann, bob)
    assert refusal(ann, bob) == "not_connected", "an invitation is not enough"
    membership.join_or_request(club.key, bob)
    assert refusal(ann, bob) == ""
    membership.leave_club(club.key, bob)
    assert refusal(bob, ann) == "not_connected"
    page = signed_in(bob).get(f"/messages/{ann.username}/")
    assert "hello" in page.text, "what was written stays readable"
    assert "belong to the same club" in page.text
    assert 'name="text"' not in page.text


def test_people_at_one_running_table_may_write(
    new_table: Callable[..., Table], people: list[User]
) -> None:
    table = new_table()
    one, other = [seat.user for seat in table.seat_set.order_by("number")][:2]
    assert one is not None
    assert other is not None
    assert refusal(one, other) == ""
    table.seat_set.filter(user=one).update(bot="random")
    assert refusal(one, other) == "not_connected", "a bot plays for them"
    table.seat_set.filter(user=one).update(bot="")
    Table.objects.filter(pk=table.pk).update(status=Table.Status.FINISHED)
    assert refusal(one, other) == "not_connected"


@pytest.mark.parametrize("setting", ["followed", "nobody"])
def test_a_person_chooses_who_may_write(pair: tuple[User, User], setting: str) -> None:
    ann, bob = pair
    User.objects.filter(pk=bob.pk).update(message_policy=setting)
    assert refusal(ann, bob) == ("" if setting == "followed" else "takes_no_messages")
    Follow.objects.filter(follower=bob).delete()
    assert refusal(ann, bob) == "takes_no_messages"


def test_the_setting_is_on_the_page_of_preferences(pair: tuple[User, User]) -> None:
    client = signed_in(pair[0])
    form = client.get("/preferences/").context["form"]
    sent = {name: form.initial.get(name) or "" for name in form.fields}
    for given, stored in (("nobody", "nobody"), ("", None)):
        client.post("/preferences/", {**sent, "message_policy": given})
        assert User.objects.get(pk=pair[0].pk).message_policy == stored


def test_a_block_in_either_direction_stops_messages(pair: tuple[User, User]) -> None:
    ann, bob = pair
    assert refusal(ann, bob) == ""
    Block.objects.create(blocker=bob, blocked=ann)
    assert refusal(ann, bob) == "takes_no_messages", "as for anyone whom bob does not want"
    assert refusal(bob, ann) == "is_blocked"
    assert not conversations.conversations_of(bob).exists()
    assert conversations.conversations_of(bob, is_put_away=True).exists()
    assert conversations.conversations_of(ann).exists(), "the blocked person sees no difference"


def test_muted_people_guests_and_closed_accounts_write_nothing(pair: tuple[User, User]) -> None:
    ann, bob = pair
    until = timezone.now() + timedelta(days=1)
    ann.restrictions.assign(muted_until=until)
    assert refusal(ann, bob) == "muted"
    guest = User.objects.create_user("gus", guest_network="somewhere")
    assert refusal(guest, bob) == "guest"
    assert refusal(bob, guest) == "takes_no_messages"
    assert refusal(bob, bob) == "cannot_write"
    User.objects.filter(pk=ann.pk).update(is_active=False)
    assert refusal(bob, ann) == "account_closed"


@pytest.mark.parametrize("text", ["", "  \n ", "x" * 1001, "a" + "\u0301" * 20])
def test_text_is_checked_as_in_chats(pair: tuple[User, User], text: str) -> None:
    assert refusal(*pair, text) == "bad_message"


# limits


def test_newcomers_send_few_messages_and_open_few_conversations(people: list[User]) -> None:
    ann, *others = people
    for number in range(eligibility.MOST_CONVERSATIONS_OF_NEWCOMER + 1):
        other = others[number] if number < len(others) else User.objects.create_user(f"x{number}")
        befriend(ann, other)
        expected = number == eligibility.MOST_CONVERSATIONS_OF_NEWCOMER
        assert refusal(ann, other) == ("too_many_conversations" if expected else "")
    PrivateMessage.objects.update(at=timezone.now() - timedelta(hours=2))
    first = Conversation.objects.get(second=others[0])
    PrivateMessage.objects.bulk_create(
        PrivateMessage(
            conversation=first, user=ann, text="x", at=timezone.now() - timedelta(hours=2)
        )
        for _ in range(eligibility.MOST_OF_NEWCOMER - 3)
    )
    assert refusal(ann, others[0]) == "too_many_messages"
    assert refusal(others[0], ann) == "", "answers of others are counted apart"
    let_time_pass(timedelta(days=1))
    assert refusal(ann, others[0]) == ""


def test_the_limits_of_newcomers_end_after_a_week_and_a_finished_match(
    new_table: Callable[..., Table], people: list[User]
) -> None:
    ann = people[0]
    User.objects.filter(pk=ann.pk).update(date_joined=timezone.now() - timedelta(days=8))
    ann.refresh_from_db()
    now = timezone.now()
    assert eligibility._is_newcomer(ann, now)
    table = new_table()
    assert table.seat_set.filter(user=ann).exists()
    Table.objects.filter(pk=table.pk).update(status=Table.Status.FINISHED)
    assert not eligibility._is_newcomer(ann, now)
    User.objects.filter(pk=ann.pk).update(date_joined=now)
    ann.refresh_from_db()
    assert eligibility._is_newcomer(ann, now)


def test_nobody_sends_more_than_twenty_a_minute(pair: tuple[User, User]) -> None:
    for _ in range(eligibility.MOST_A_MINUTE):
        assert refusal(*pair) == ""
    assert refusal(*pair) == "too_fast"


# pages


def test_profile_leads_to_messages_whether_or_not_one_may_write(pair: tuple[User, User]) -> None:
    """A link for some people only would show who blocks the reader."""
    ann, bob = pair
    link = f'href="/messages/{bob.username}/"'
    assert link in signed_in(ann).get(bob.get_absolute_url()).text
    Follow.objects.all().delete()
    assert link in signed_in(ann).get(bob.get_absolute_url()).text
    block_list.block(bob, ann)
    assert link in signed_in(ann).get(bob.get_absolute_url()).text


def test_two_people_write_to_each_other_on_pages(pair: tuple[User, User]) -> None:
    ann, bob = pair
    mine, theirs = signed_in(ann), signed_in(bob)
    address = f"/messages/{bob.username}/"
    assert address in mine.get(f"/people/{bob.username}/").text
    sent = mine.post(address, {"text": SECRET})
    assert (sent.status_code, sent.headers["Location"]) == (302, address)
    listed = theirs.get("/messages/").text
    assert SECRET in listed
    assert "1 new message" in listed
    assert SECRET in theirs.get(f"/messages/{ann.username}/").text
    assert "1 new message" not in theirs.get("/messages/").text


def test_a_refused_message_stays_in_the_form(pair: tuple[User, User]) -> None:
    ann, bob = pair
    answer = signed_in(ann).post(f"/messages/{bob.username}/", {"text": "x" * 1001})
    assert answer.status_code == 422
    assert "1 to 1000 characters" in answer.text
    assert "x" * 1001 in answer.text


def test_long_conversations_have_pages(pair: tuple[User, User]) -> None:
    ann, bob = pair
    conversations.send_message(ann, bob, "the first")
    found = Conversation.objects.get()
    PrivateMessage.objects.bulk_create(
        PrivateMessage(conversation=found, user=bob, text=f"line {n}") for n in range(60)
    )
    client = signed_in(ann)
    page = client.get(f"/messages/{bob.username}/")
    assert "line 59" in page.text
    assert "the first" not in page.text
    older = client.get(f"/messages/{bob.username}/{page.context['page'].next}")
    assert "the first" in older.text


def test_an_archived_conversation_returns_with_the_next_message(pair: tuple[User, User]) -> None:
    ann, bob = pair
    conversations.send_message(ann, bob, SECRET)
    client = signed_in(bob)
    client.post(f"/messages/{ann.username}/archive/", {"archive": "1"})
    assert SECRET not in client.get("/messages/").text
    assert SECRET in client.get("/messages/?show=archived").text
    conversations.send_message(ann, bob, "again")
    assert "again" in client.get("/messages/").text


def test_conversations_with_unread_messages_come_first(people: list[User]) -> None:
    ann, bob, cem, *_ = people
    for other in (bob, cem):
        befriend(ann, other)
    conversations.send_message(bob, ann, "unread")
    conversations.send_message(ann, cem, "later")
    names = [one.partner_of(ann) for one in conversations.conversations_of(ann)]
    assert names == [bob, cem]
    conversations.mark_read(ann, bob)
    names = [one.partner_of(ann) for one in conversations.conversations_of(ann)]
    assert names == [cem, bob]


# notifications


def test_a_conversation_has_one_notification_until_it_is_read(pair: tuple[User, User]) -> None:
    ann, bob = pair
    for _ in range(3):
        conversations.send_message(ann, bob, SECRET)
    (first,) = bell_of(bob)
    assert first.read_at is None
    assert bell_of(ann) == []
    signed_in(bob).get(f"/messages/{ann.username}/")
    first.refresh_from_db()
    assert first.read_at is not None
    conversations.send_message(ann, bob, "again")
    assert len(bell_of(bob)) == 2


def test_reading_drops_what_waits_and_closes_what_devices_show(pair: tuple[User, User]) -> None:
    ann, bob = pair
    conversations.send_message(ann, bob, SECRET)
    rows = Notification.objects.filter(user=bob, event=conversations.EVENT)
    mail = rows.get(channel="mail")
    assert mail.state == Notification.State.WAITING
    Notification.objects.create(
        user=bob,
        event=conversations.EVENT,
        channel="push",
        dedup_key=mail.dedup_key,
        state=Notification.State.SENT,
        settled_at=timezone.now(),
        data=mail.data,
    )
    conversations.mark_read(bob, ann)
    mail.refresh_from_db()
    assert (mail.state, mail.reason) == (Notification.State.DROPPED, "past")
    shown = rows.get(channel="push")
    assert shown.state == Notification.State.SENT
    assert shown.send_at is not None
    assert shown.tag


def test_an_answer_reads_what_was_written(pair: tuple[User, User]) -> None:
    ann, bob = pair
    conversations.send_message(ann, bob, SECRET)
    conversations.send_message(bob, ann, "yes")
    assert bell_of(bob)[0].read_at is not None
    assert bell_of(ann)[0].read_at is None


# what nobody else sees


def api_of(user: User, *scopes: str) -> APIClient:
    client = APIClient()
    secret = create_token(user, "test", scopes)[1]
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return client


def everything_seen_by(client: Client | APIClient, other: User) -> str:
    addresses = ("/messages/", "/messages/?show=archived", f"/messages/{other.username}/")
    notified = ("/notifications/", "/api/notifications/", f"/people/{other.username}/")
    api = ("/api/messages/", f"/api/messages/{other.username}/")
    return "".join(client.get(one).text for one in (*addresses, *notified, *api))


def test_nobody_else_sees_a_conversation(people: list[User]) -> None:
    ann, bob, cem, _dan, staff = people
    for one, other in ((ann, bob), (cem, ann), (cem, bob)):
        befriend(one, other)
    User.objects.filter(pk=staff.pk).update(is_staff=True, is_superuser=True, is_moderator=True)
    staff.refresh_from_db()
    conversations.send_message(ann, bob, SECRET)
    for reader in (cem, staff):
        for other in (ann, bob):
            assert SECRET not in everything_seen_by(signed_in(reader), other)
        pk = PrivateMessage.objects.get().pk
        assert signed_in(reader).get(f"/report/private-message/{pk}/").status_code == 404
        for rows in contents.FILES.values():
            assert SECRET not in str(list(rows(reader)))
    assert SECRET in everything_seen_by(signed_in(bob), ann)


def test_notification_leads_to_the_conversation_and_an_older_one_to_all(
    pair: tuple[User, User],
) -> None:
    ann, bob = pair
    conversations.send_message(ann, bob, "hello")
    row = bell_of(bob)[0]
    address = f"/messages/{ann.username}/"
    assert NotificationContext(row).url == address
    assert f'href="{address}"' in signed_in(bob).get("/notifications/").content.decode()
    del row.data["path"]
    assert NotificationContext(row).url == "/messages/"


def test_notifications_do_not_hold_the_message(pair: tuple[User, User]) -> None:
    conversations.send_message(*pair, SECRET)
    rows = Notification.objects.filter(event=conversations.EVENT)
    assert rows.exists()
    assert not any(SECRET in str(row.data) for row in rows)


def test_both_have_the_messages_in_their_archives(pair: tuple[User, User]) -> None:
    ann, bob = pair
    conversations.send_message(ann, bob, SECRET)
    for one in pair:
        assert SECRET in str(list(contents.FILES["private-messages"](one)))


# reports


def test_a_report_copies_a_few_messages_and_staff_see_no_others(people: list[User]) -> None:
    ann, bob, _cem, _dan, staff = people
    befriend(ann, bob)
    User.objects.filter(pk=staff.pk).update(is_moderator=True)
    staff.refresh_from_db()
    for n in range(15):
        conversations.send_message(ann, bob, f"line-{n:02}")
    reported = PrivateMessage.objects.get(text="line-07")
    thing = reports.find_target("private-message", str(reported.pk), bob)
    case = reports.submit_report(thing, bob, Report.Kind.INSULT, "")
    PrivateMessage.objects.filter(conversation=reported.conversation).delete()
    page = signed_in(staff).get(f"/moderation/{case.pk}/").text
    shown = [n for n in range(15) if f"line-{n:02}" in page]
    assert shown == list(range(2, 13)), "it and ten around it, also after they are gone"


def test_a_moderator_can_hide_a_message(people: list[User]) -> None:
    ann, bob, _cem, _dan, staff = people
    befriend(ann, bob)
    User.objects.filter(pk=staff.pk).update(is_moderator=True)
    staff.refresh_from_db()
    message = conversations.send_message(ann, bob, SECRET)
    thing = reports.find_target("private-message", str(message.pk), bob)
    case = reports.submit_report(thing, bob, Report.Kind.INSULT, "")
    assert case.target_kind == Case.TargetKind.PRIVATE_MESSAGE
    cases.decide_case(case.pk, staff, "hide", words="no")
    for page in ("/messages/", f"/messages/{ann.username}/"):
        assert SECRET not in signed_in(bob).get(page).text
    listed = api_of(bob, "messages:read").get(f"/api/messages/{ann.username}/").json()
    assert listed["messages"][0]["hidden"]
    assert SECRET not in str(listed)


# accounts that leave, and the switch of the site


def test_messages_of_a_deleted_account_stay_for_the_other_until_both_are_gone(
    pair: tuple[User, User],
) -> None:
    ann, bob = pair
    conversations.send_message(ann, bob, SECRET)
    delete_account(ann)
    ann.refresh_from_db()
    page = signed_in(bob).get(f"/messages/{ann.username}/").text
    assert SECRET in page
    assert ">ann<" not in page
    assert "This account is closed." in page
    delete_account(bob)
    assert not Conversation.objects.exists()
    assert not PrivateMessage.objects.exists()


def test_the_owner_can_switch_private_messages_off(pair: tuple[User, User]) -> None:
    ann, bob = pair
    message = conversations.send_message(ann, bob, SECRET)
    Site.objects.create(pk=Site.ONLY, allows_private_messages=False)
    site_cache.invalidate()
    client = signed_in(bob)
    assert "/messages/" not in client.get(f"/people/{ann.username}/").text
    for address in ("/messages/", f"/messages/{ann.username}/"):
        assert client.get(address).status_code == 404
        assert client.get(f"/api{address}").status_code == 404
    assert client.post(f"/messages/{ann.username}/", {"text": "x"}).status_code == 404
    assert client.get(f"/report/private-message/{message.pk}/").status_code == 404
    assert SECRET in str(list(contents.FILES["private-messages"](bob)))


# API


def test_the_api_does_what_pages_do(pair: tuple[User, User]) -> None:
    ann, bob = pair
    mine, theirs = (api_of(one, "messages:read", "messages:write") for one in pair)
    sent = mine.post(f"/api/messages/{bob.username}/", {"text": SECRET}, format="json")
    assert (sent.status_code, sent.json()["text"]) == (201, SECRET)
    (row,) = theirs.get("/api/messages/").json()
    assert (row["user"], row["unread"]) == (ann.username, 1)
    found = theirs.get(f"/api/messages/{ann.username}/").json()
    assert [one["text"] for one in found["messages"]] == [SECRET]
    assert (found["refusal"], found["next"]) == ("", None)
    assert theirs.get("/api/messages/").json()[0]["unread"] == 1, "looking changes nothing"
    read = theirs.post(f"/api/messages/{ann.username}/read/").json()
    assert read == {"read_until": sent.json()["id"]}
    assert theirs.get("/api/messages/").json()[0]["unread"] == 0


def test_the_api_pages_through_a_conversation(pair: tuple[User, User]) -> None:
    ann, bob = pair
    conversations.send_message(ann, bob, "the first")
    found = Conversation.objects.get()
    PrivateMessage.objects.bulk_create(
        PrivateMessage(conversation=found, user=bob, text=f"line {n}") for n in range(60)
    )
    client, address = api_of(ann, "messages:read"), f"/api/messages/{bob.username}/"
    first = client.get(address).json()
    second = client.get(address, {"before": first["next"]}).json()
    texts = [one["text"] for page in (first, second) for one in page["messages"]]
    assert texts == [*(f"line {n}" for n in range(59, -1, -1)), "the first"]
    assert second["next"] is None


def test_older_tokens_reach_no_private_message(pair: tuple[User, User]) -> None:
    ann, bob = pair
    conversations.send_message(ann, bob, SECRET)
    client = api_of(bob, "read", "play", "host", "talk")
    for address in ("/api/messages/", f"/api/messages/{ann.username}/"):
        assert client.get(address).status_code == 403
    assert client.post(f"/api/messages/{ann.username}/", {"text": "x"}).status_code == 403
    reader = api_of(bob, "messages:read")
    assert reader.get(f"/api/messages/{ann.username}/").status_code == 200
    assert reader.post(f"/api/messages/{ann.username}/", {"text": "x"}).status_code == 403


def test_a_form_sent_twice_sends_one_message(pair: tuple[User, User]) -> None:
    ann, bob = pair
    client = signed_in(ann)
    sent: dict[str, Any] = {"text": SECRET, "idempotency_key": "0f7ad7d4-9e0a-4b2c-8f3f-6b7f0c1d"}
    answers = [client.post(f"/messages/{bob.username}/", sent) for _ in range(2)]
    assert [one.status_code for one in answers] == [302, 302]
    assert PrivateMessage.objects.count() == 1
