"""Quick phrases of chats: the message keeps the key, and each reader sees their own language."""

from __future__ import annotations

import pytest
from django.utils import translation

from accounts.data_export.contents import file_rows
from accounts.models import User
from games.models import Club, ClubMessage, Message, Notification, Table
from games.moderation import reports
from games.notifications import content
from games.notifications.context import NotificationContext
from games.phrases import GROUPS, PHRASES, phrase_text
from games.table.actions import chat_messages
from tests.clients import api_of, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.same_everywhere]
JAPANESE = {"Accept-Language": "ja"}
IN_PLACE = {"HX-Request": "true"}


@pytest.fixture(autouse=True)
def _people_read_the_language_of_the_request(people: list[User]) -> None:
    User.objects.update(language="")


def chat_of(table: Table) -> str:
    return f"/tables/{table.key}/chat/"


def test_no_two_groups_have_the_same_phrase() -> None:
    assert len(PHRASES) == sum(len(phrases) for _label, phrases in GROUPS)
    assert len(set(map(str, PHRASES.values()))) == len(PHRASES)


def test_phrase_is_read_in_the_language_of_its_reader(table: Table, people: list[User]) -> None:
    ann, bob = people[:2]
    sent = {"phrase": "good_move", "text": "", "audience": "players"}
    assert signed_in(ann).post(chat_of(table), sent, headers=IN_PLACE).status_code == 200
    message = Message.objects.get(log_code="")
    assert (message.text, message.data, message.audience) == (
        "",
        {"phrase": "good_move"},
        "players",
    )
    lines = '<p class="body-text" dir="auto">{}</p>'
    reader = signed_in(bob)
    assert lines.format("Good move!") in reader.get(chat_of(table)).text
    assert lines.format("いい手ですね!") in reader.get(chat_of(table), headers=JAPANESE).text
    spectator = signed_in(people[-1] if len(people) > 2 else None)
    assert lines.format("Good move!") not in spectator.get(chat_of(table)).text


def test_notification_of_a_phrase_is_in_the_language_of_its_reader(
    table: Table, people: list[User]
) -> None:
    chat_messages.post_message(table, people[0], "", "good_game", "public")
    row = Notification.objects.filter(event="message", user=people[1]).first()
    assert row is not None
    for language, text in (("en", "Good game!"), ("ja", "いい対局でした!")):
        with translation.override(language):
            composed = content.TEXT_COMPOSERS["message"](NotificationContext(row))
            assert text in str(composed)


def test_phrase_of_a_newer_version_has_a_fallback(table: Table, people: list[User]) -> None:
    assert phrase_text("from_the_future") == "(a phrase that this site does not know)"
    Message.objects.create(table=table, user=people[0], data={"phrase": "from_the_future"})
    assert phrase_text("from_the_future") in signed_in(people[1]).get(chat_of(table)).text


@pytest.mark.parametrize(
    ("sent", "problem"),
    [
        ({"phrase": "hello", "text": "hi"}, "Send a text or a phrase, not both at once."),
        ({"phrase": "no_such"}, "There is no such phrase."),
        ({"phrase": "", "text": " "}, "A message must have 1 to 1000 characters."),
        ({"text": "hi", "audience": "staff"}, "Choose who can read the message."),
    ],
)
def test_message_is_a_text_or_a_known_phrase(
    table: Table, people: list[User], sent: dict[str, str], problem: str
) -> None:
    answer = signed_in(people[0]).post(chat_of(table), sent, headers=IN_PLACE)
    assert answer.status_code == 422
    assert problem in answer.text
    assert not Message.objects.filter(log_code="").exists()


def test_same_phrase_is_not_sent_twice_in_a_row(table: Table, people: list[User]) -> None:
    client = signed_in(people[0])
    for phrase, status in (("hello", 200), ("hello", 429), ("thanks", 200), ("hello", 200)):
        answer = client.post(chat_of(table), {"phrase": phrase}, headers=IN_PLACE)
        assert answer.status_code == status
    other = signed_in(people[1]).post(chat_of(table), {"phrase": "hello"}, headers=IN_PLACE)
    assert other.status_code == 200


def test_spectator_sends_no_phrase(table: Table) -> None:
    for person in (None, User.objects.create_user("passer-by")):
        answer = signed_in(person).post(chat_of(table), {"phrase": "hello"}, headers=IN_PLACE)
        assert answer.status_code == 403


def test_export_and_report_have_the_phrase_as_text(table: Table, people: list[User]) -> None:
    ann, bob = people[:2]
    message = chat_messages.post_message(table, ann, "", "lucky", "public")
    with translation.override("ja"):
        (row,) = file_rows("messages", ann)
    assert (row["text"], row["data"]) == ("運がよかったです。", {"phrase": "lucky"})
    found = reports.find_target("message", str(message.pk), bob)
    assert found.evidence["message"]["text"] == "That was lucky."


def test_club_has_phrases_in_its_chat_and_api(people: list[User]) -> None:
    ann = people[0]
    club = Club.objects.create(name="Thursday")
    club.memberships.create(user=ann, role="owner")
    page = signed_in(ann)
    page.post(f"/clubs/{club.key}/chat/", {"phrase": "hello"})
    assert "こんにちは!" in page.get(f"/clubs/{club.key}/", headers=JAPANESE).text
    address, api = f"/api/clubs/{club.key}/chat/", api_of(ann)
    answer = api.post(address, {"phrase": "thanks"}, format="json")
    assert (answer.json()["text"], answer.json()["phrase"]) == ("Thank you!", "thanks")
    both = api.post(address, {"phrase": "thanks", "text": "hi"}, format="json")
    assert (both.status_code, both.json()["error"]) == (422, "bad_circle")
    first, second = api.get(address, headers=JAPANESE).json()
    assert [first["text"], second["text"]] == ["こんにちは!", "ありがとうございます!"]
    ClubMessage.objects.update(hidden_at=club.created_at)
    assert {(one["text"], one["phrase"]) for one in api.get(address).json()} == {("", "")}
