"""A reader has a message translated: which message, by whom, how often, and what goes out."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.core.checks import run_checks
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from accounts.tokens import create_token
from games.clubs import chat, creation, membership, queries
from games.models import Block, Follow, Message, Table
from games.private_messages import conversations
from games.table.actions import chat_messages
from games.translation import translator
from portal.http import outgoing_requests
from tests import hook_server
from tests.clients import api_of, signed_in
from tests.translation.libretranslate import LibreTranslate

pytestmark = [pytest.mark.django_db, pytest.mark.same_everywhere]
TEXT = "Beginnen wir im Hafen?"
UNAVAILABLE = "Translation is not available now. Try again later."


@pytest.fixture
def message(table: Table, people: list[User]) -> Message:
    """What Bob wrote to everyone at a table with Ann."""
    return chat_messages.send_message(table, people[1], TEXT, "public")


def translate(reader: User, pk: int, what: str = "message", **more: Any) -> Any:
    data = {"what": what, "id": pk, **more}
    return api_of(reader).post("/api/translations/", data, format="json")


def fragment(reader: User, message: Message) -> Any:
    address = f"/translations/message/{message.pk}/"
    return signed_in(reader).post(address, headers={"HX-Request": "true"})


def chat_page(reader: User | None, table: Table) -> str:
    return signed_in(reader).get(f"/tables/{table.key}/chat/").content.decode()


# pages


def test_message_is_translated_into_the_language_of_the_page(
    service: LibreTranslate, message: Message, people: list[User]
) -> None:
    ann, *_ = people
    User.objects.filter(pk=ann.pk).update(language="ja")
    ann.refresh_from_db()
    answer = fragment(ann, message)
    assert answer.status_code == 200
    assert f'lang="ja">[ja] {TEXT}<' in answer.content.decode()
    sent = {"q": TEXT, "source": "auto", "target": "ja", "format": "text", "api_key": "the-key"}
    assert service.requests == [sent]
    assert service.server.taken[0].line == "POST /translate HTTP/1.1"


def test_page_without_scripts_shows_both_texts_and_leads_back(
    service: LibreTranslate, message: Message, people: list[User]
) -> None:
    page = signed_in(people[0]).post(f"/translations/message/{message.pk}/")
    text = page.content.decode()
    assert f">{TEXT}<" in text
    assert f'lang="en">[en] {TEXT}<' in text
    assert "Translated by machine" in text
    assert f'href="{message.table.get_absolute_url()}#chat"' in text


def test_html_in_an_answer_is_escaped(
    service: LibreTranslate, message: Message, people: list[User]
) -> None:
    service.answer = json.dumps({"translatedText": "<script>alert(1)</script>"}).encode()
    for headers in ({}, {"HX-Request": "true"}):
        address = f"/translations/message/{message.pk}/"
        text = signed_in(people[0]).post(address, headers=headers).content.decode()
        assert "<script>alert" not in text
        assert "&lt;script&gt;alert(1)" in text


def test_button_is_only_at_readable_texts_of_others(
    service: LibreTranslate, message: Message, table: Table, people: list[User]
) -> None:
    ann, bob, *_ = people
    own = chat_messages.send_message(table, ann, "mine", "public")
    phrase = chat_messages.post_message(table, bob, "", "hello", "public")
    hidden = chat_messages.send_message(table, bob, "rude", "public")
    Message.objects.filter(pk=hidden.pk).update(hidden_at=timezone.now())
    assert f"/translations/message/{message.pk}/" in chat_page(ann, table)
    for one in (own, phrase, hidden):
        assert f"/translations/message/{one.pk}/" not in chat_page(ann, table)
        assert translate(ann, one.pk).status_code == 404
    assert (
        "/translations/" not in signed_in(None).get(f"/tables/{table.key}/chat/").content.decode()
    )
    Block.objects.create(blocker=ann, blocked=bob)
    assert "/translations/" not in chat_page(ann, table)
    assert service.requests == []


def test_nothing_is_there_without_an_address(
    message: Message, table: Table, people: list[User]
) -> None:
    ann, *_ = people
    assert "translat" not in chat_page(ann, table).lower()
    assert signed_in(ann).post(f"/translations/message/{message.pk}/").status_code == 404
    assert translate(ann, message.pk).status_code == 404
    assert 'id="translation"' not in signed_in(ann).get("/privacy/").content.decode()


def test_privacy_page_names_the_service(service: LibreTranslate, client: Any) -> None:
    text = client.get("/privacy/").content.decode()
    assert 'id="translation"' in text
    assert "127.0.0.1" in text


# who may read


def test_message_of_the_players_is_translated_for_them_alone(
    service: LibreTranslate, table: Table, people: list[User]
) -> None:
    ann, bob, stranger, *_ = people
    secret = chat_messages.send_message(table, bob, TEXT, "players")
    assert translate(stranger, secret.pk).status_code == 404
    assert service.requests == []
    assert translate(ann, secret.pk).json() == {"text": f"[en] {TEXT}", "language": "en"}


def test_message_of_a_club_table_is_translated_for_members_alone(
    service: LibreTranslate, new_table: Callable[..., Table], people: list[User]
) -> None:
    ann, bob, stranger, *_ = people
    table = new_table()
    message = chat_messages.send_message(table, bob, TEXT, "public")
    assert translate(stranger, message.pk, language="ja").status_code == 200
    club = creation.create_club(ann, "Lamp", "", "closed")
    Table.objects.filter(pk=table.pk).update(club=club, visibility=Table.Visibility.CIRCLE)
    assert translate(stranger, message.pk).status_code == 404
    assert translate(stranger, message.pk, language="ja").status_code == 404, "cached, not readable"
    assert translate(ann, message.pk).status_code == 200


def test_club_message_is_translated_for_members_alone(
    service: LibreTranslate, people: list[User]
) -> None:
    ann, bob, stranger, *_ = people
    club = creation.create_club(ann, "Lamp", "", "open")
    membership.join_or_request(club.key, bob)
    message = chat.post_message(queries.get_club_for_member(club.key, bob), bob, TEXT)
    assert translate(stranger, message.pk, "club-message").status_code == 404
    assert translate(ann, message.pk, "club-message").json()["text"] == f"[en] {TEXT}"
    page = signed_in(ann).get(f"/clubs/{club.key}/").content.decode()
    assert f"/translations/club-message/{message.pk}/" in page
    membership.leave_club(club.key, bob)
    ann_wrote = chat.post_message(queries.get_club_for_member(club.key, ann), ann, "Bald!")
    assert translate(bob, ann_wrote.pk, "club-message").status_code == 404
    assert len(service.requests) == 1


def test_private_message_is_translated_for_the_two_alone(
    service: LibreTranslate, people: list[User]
) -> None:
    ann, bob, stranger, *_ = people
    for one, other in ((ann, bob), (bob, ann)):
        Follow.objects.create(follower=one, followed=other)
    message = conversations.send_message(bob, ann, TEXT)
    assert translate(stranger, message.pk, "private-message").status_code == 404
    assert translate(bob, message.pk, "private-message").status_code == 404, "their own"
    assert service.requests == []
    assert translate(ann, message.pk, "private-message").status_code == 200
    page = signed_in(ann).get("/messages/bob/").content.decode()
    assert f"/translations/private-message/{message.pk}/" in page


def test_token_needs_a_second_scope_for_private_messages(
    service: LibreTranslate, people: list[User], message: Message
) -> None:
    ann, bob, *_ = people
    for one, other in ((ann, bob), (bob, ann)):
        Follow.objects.create(follower=one, followed=other)
    private = conversations.send_message(bob, ann, "Nur unter uns")

    def statuses(*scopes: str) -> list[int]:
        client = APIClient(headers={"authorization": f"Bearer {create_token(ann, 'x', scopes)[1]}"})
        wanted = (("message", message.pk), ("private-message", private.pk))
        return [
            client.post("/api/translations/", {"what": what, "id": pk}, format="json").status_code
            for what, pk in wanted
        ]

    assert statuses("read", "messages:read") == [403, 403]
    assert statuses("talk") == [200, 403]
    assert statuses("talk", "messages:read") == [200, 200]


# how often


def test_same_text_is_sent_once_for_each_language(
    service: LibreTranslate, message: Message, table: Table, people: list[User]
) -> None:
    ann, bob, cem, *_ = people
    again = chat_messages.send_message(table, bob, TEXT, "public")
    for reader, pk in ((ann, message.pk), (cem, message.pk), (ann, again.pk)):
        assert translate(reader, pk).json()["text"] == f"[en] {TEXT}"
    assert len(service.requests) == 1
    assert translate(ann, message.pk, language="ja").json()["language"] == "ja"
    assert [one["target"] for one in service.requests] == ["en", "ja"]


def test_person_and_site_have_limits(
    service: LibreTranslate, table: Table, people: list[User], settings: Any
) -> None:
    settings.TRANSLATIONS_PER_PERSON, settings.TRANSLATIONS_PER_SITE = 2, 3
    ann, bob, cem, *_ = people
    rows = [chat_messages.send_message(table, bob, f"Zug {n}", "public").pk for n in range(5)]
    assert [translate(ann, pk).status_code for pk in rows[:3]] == [200, 200, 429]
    assert translate(ann, rows[0]).status_code == 200, "the cache has no limit"
    assert [translate(cem, pk).status_code for pk in rows[2:4]] == [200, 429]
    assert len(service.requests) == 3


def test_long_text_is_not_sent(
    service: LibreTranslate, message: Message, people: list[User]
) -> None:
    Message.objects.filter(pk=message.pk).update(text="x" * (translator.LONGEST_TEXT + 1))
    assert translate(people[0], message.pk).status_code == 422
    assert service.requests == []


# when it fails


@pytest.mark.parametrize(
    "answer",
    [
        b"nonsense",
        b"[]",
        b"null",
        b"{}",
        b'{"translatedText": 5}',
        b'{"translatedText": " "}',
        b'{"translatedText": "\\ud800"}',
        json.dumps({"translatedText": "x" * (translator.LONGEST_TRANSLATION + 1)}).encode(),
        b"[" * 60_000,
    ],
)
def test_answer_without_a_sane_text_is_a_failure(
    service: LibreTranslate, message: Message, people: list[User], answer: bytes
) -> None:
    service.answer = answer
    refused = translate(people[0], message.pk)
    assert (refused.status_code, refused.json()["message"]) == (409, UNAVAILABLE)
    assert refused.json()["error"] == "translation_unavailable"


def test_service_that_fails_three_times_is_left_alone_for_a_minute(
    service: LibreTranslate, message: Message, people: list[User]
) -> None:
    ann, *_ = people
    service.status = 500
    for _ in range(5):
        answer = fragment(ann, message)
        assert answer.status_code == 409
        assert UNAVAILABLE in answer.content.decode()
    assert len(service.requests) == 3
    service.status = 200
    cache.delete(translator._REST)  # as after a minute
    assert fragment(ann, message).status_code == 200
    assert cache.get(translator._FAILURES) is None, "a success ends the row"


def test_rest_ends_after_a_minute(
    service: LibreTranslate, message: Message, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert translator.REST_SECONDS == 60
    monkeypatch.setattr(translator, "REST_SECONDS", 0)
    service.status = 500
    for _ in range(5):
        translate(people[0], message.pk)
    assert len(service.requests) == 5


def test_service_that_hangs_ends_with_a_message(
    service: LibreTranslate, message: Message, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(translator, "TIMEOUT", 0.2)
    service.server.behave = hook_server.hang
    assert translate(people[0], message.pk).json()["message"] == UNAVAILABLE


def test_busy_process_refuses_at_once(
    service: LibreTranslate, message: Message, people: list[User]
) -> None:
    with translator._slots, translator._slots:
        assert translate(people[0], message.pk).status_code == 409
    assert service.requests == []
    assert translate(people[0], message.pk).status_code == 200


def test_redirect_is_not_followed(
    service: LibreTranslate, message: Message, people: list[User]
) -> None:
    service.status, service.answer = 302, b'{"translatedText": "x"}'
    assert translate(people[0], message.pk).status_code == 409
    assert len(service.requests) == 1


@pytest.mark.parametrize("url", ["http://192.0.2.1", "http://93.184.216.34", "http://169.254.1.1"])
def test_addresses_to_which_nothing_is_sent_are_reported(
    settings: Any, message: Message, people: list[User], url: str
) -> None:
    settings.TRANSLATION_URL = url
    assert translate(people[0], message.pk).status_code == 409
    found = run_checks(tags=["security"], include_deployment_checks=True)
    assert "portal.E002" in {one.id for one in found}


@pytest.mark.parametrize(
    "url", ["", "http://127.0.0.1:5000", "http://10.0.0.7:5000", "https://t.eu"]
)
def test_usual_addresses_are_not_reported(settings: Any, url: str) -> None:
    settings.TRANSLATION_URL = url
    found = run_checks(tags=["security"], include_deployment_checks=True)
    assert "portal.E002" not in {one.id for one in found}


def test_only_the_owner_s_own_networks_are_allowed() -> None:
    """A webhook of a user still cannot reach them."""
    with pytest.raises(outgoing_requests.ForbiddenAddressError):
        outgoing_requests.parse_target("https://10.0.0.7/translate")
