"""What attackers try first, tried on every page: scripts in pages, forged forms and sockets,
redirects that lead away, line breaks that become headers."""

from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any
from urllib.parse import quote

import pytest
from asgiref.testing import ApplicationCommunicator
from django.core.mail import EmailMessage
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from accounts.models import User
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Table
from games.notifications import delivery
from games.time_controls import PRESETS_BY_KEY
from tests.games.conftest import (
    GAME,
    actor,
    make_notifications_due,
    new_table,
    play_on,
    player,
    table,
)
from tests.portal.conftest import empty_pages
from tests.portal.test_hostile_requests import (
    BROKEN,
    EVIL,
    FORM,
    addresses,
    has_strict_policy,
    headers_of,
    leads_away,
    names_read,
)

pytestmark = pytest.mark.same_everywhere

__all__ = ["names_read", "new_table", "table"]

AWAY = [
    EVIL,
    "//evil.example/",
    "///evil.example/",
    "\\\\evil.example\\",
    "/\\evil.example/",
    "http:evil.example",
    "javascript:alert(1)",
    " https://evil.example/",
    "\thttps://evil.example/",
    "https:///evil.example/",
    "https://testserver@evil.example/",
    "https://evil.example\\@testserver/",
]
NOT_PAGES = ("/metrics", "/healthz", "/accounts/logout/")


@pytest.fixture
def everything(new_table: Callable[..., Table], people: list[User]) -> list[str]:
    """The addresses of all pages, for tables that wait, run and are over."""
    waiting = table_setup.open_table(
        people[0], GAME, TableSettings(3, {}, PRESETS_BY_KEY["day"].clock)
    )
    tables = [waiting, play_on(new_table(), moves=10), play_on(new_table())]
    found = dict.fromkeys(at for one in tables for at in addresses(one, people[0]))
    return [address for address in found if not address.startswith(NOT_PAGES)]


# scripts in pages, and redirects


class Inline(HTMLParser):
    """Notes whatever a strict policy would not run or draw."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        names = dict(attributes)
        if tag == "style" or (tag == "script" and not names.get("src")):
            self.found.append(f"<{tag}>")
        for name, value in attributes:
            away = (value or "").strip().lower().startswith(("javascript:", "data:text"))
            if name == "style" or name.startswith("on") or away:
                self.found.append(f'<{tag} {name}="{value}">')


NAME = "\"><script src=//evil.example></script>'"


def test_no_page_runs_foreign_scripts_or_sends_visitors_away(
    client: Client, everything: list[str], names_read: set[str]
) -> None:
    """Every page that a visitor is shown has the strict policy and needs nothing that it forbids;
    the name of a table is text there. No page leads away from the site, whatever it is asked to do
    next: that is asked again of pages that read such parameters.

    What people are shown: tests/portal/test_every_page.py. Where they are led:
    tests/portal/test_hostile_requests.py.
    """
    Table.objects.update(name=NAME)
    pages = shown = 0
    faults: list[tuple[str, str]] = []
    followed: set[str] = set()
    for address in [*everything, "/nothing/", "/tables/?game=%00"]:
        names_read.clear()
        answers = [answer := client.get(address)]
        reads_parameters = not names_read.isdisjoint({*FORM, "*"})
        location = answer.headers.get("Location", "")
        if location and (target := location.partition("?")[0]) not in followed:
            followed.add(target)
            answers.append(client.get(location, follow=True))
        for one in answers:
            is_page = one.headers["Content-Type"].startswith("text/html")
            pages += is_page and one.status_code < 300
            shown += is_page and escape(NAME) in one.text
            faults += [(address, fault) for fault in foreign_scripts(one)]
        to_sign_in = location.startswith("/accounts/login/")
        with empty_pages():
            if reads_parameters or (location and not to_sign_in):
                answers.append(client.get(address, FORM))
            if not address.startswith("/preferences/delete"):
                answers.append(client.post(address, FORM))
        faults += [(address, one.headers["Location"]) for one in answers if leads_away(one)]
    assert faults == []
    assert pages > 40
    assert shown > 8
    assert not [address for address in everything if re.search(r"[<>()^$]", address)]


def foreign_scripts(answer: Any) -> list[str]:
    """What an answer lacks of the strict policy, and has that the policy forbids."""
    faults = [] if has_strict_policy(answer) else [answer.headers.get("Content-Security-Policy")]
    if answer.headers["Content-Type"].startswith("text/html"):
        inline = Inline()
        inline.feed(answer.text)
        faults += inline.found
        faults += ["a script in a name"] if "<script src=//evil" in answer.text else []
    return faults


# forged forms


def test_every_form_asks_for_its_token(
    everything: list[str], people: list[User], skip_rendering: None
) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(people[0])
    taken = []
    for address in everything:
        in_json = {"content_type": "application/json"} if address.startswith("/api/") else {}
        answer = client.post(address, {"next": "/"}, **in_json)
        # The link to unsubscribe is signed, and is all the permission that it needs.
        if answer.status_code not in (401, 403, 405) and not address.startswith("/unsubscribe/"):
            taken.append((address, answer.status_code))
    assert taken == []


def test_a_forged_form_changes_nothing(table: Table) -> None:
    user = player(actor(table))
    client = Client(enforce_csrf_checks=True)
    client.force_login(user)
    for name in ("resign", "undo", "confirm", "call_off"):
        assert client.post(reverse(f"games:{name}", args=[table.key])).status_code == 403
    assert Table.objects.get(pk=table.pk).version == table.version


# forged sockets


@pytest.mark.parametrize("path", ["/ws/me/", "/ws/tables/nothing/", "/ws/nothing/"])
@pytest.mark.parametrize(
    "origin", [b"https://evil.example", b"null", b"http://localhost.evil.example", None]
)
@pytest.mark.django_db(transaction=True)
async def test_a_socket_of_another_site_is_refused(path: str, origin: bytes | None) -> None:
    from portal.asgi import build_websocket_application

    scope = {
        "type": "websocket",
        "path": path,
        "query_string": b"",
        "headers": [] if origin is None else [(b"origin", origin)],
        "subprotocols": [],
    }
    socket = ApplicationCommunicator(build_websocket_application(), scope)
    await socket.send_input({"type": "websocket.connect"})
    assert (await socket.receive_output(30))["type"] == "websocket.close"


# redirects (of every page: above)


ASKED_FOR_NEXT = (
    "/language/",
    "/theme/",
    *(f"/accounts/{page}/" for page in ("login", "signup", "reauthenticate", "password/change")),
    "/accounts/logout/",
)


@pytest.mark.parametrize("target", AWAY)
def test_no_spelling_of_another_site_is_taken_for_ours(
    client: Client, target: str, skip_rendering: None
) -> None:
    form = {"next": target, "theme": "dark", "language": "en"}
    for address in ASKED_FOR_NEXT:
        for answer in (client.get(address, form), client.post(address, form)):
            assert not leads_away(answer), (address, answer.headers["Location"])


@pytest.mark.parametrize("target", AWAY)
def test_signing_in_sends_nobody_away(db: None, target: str, skip_rendering: None) -> None:
    User.objects.create_user("Ada", "ada@example.org", "walnut-plank-7")
    form = {"login": "Ada", "password": "walnut-plank-7", "next": target}
    assert not leads_away(Client().post("/accounts/login/", form))
    assert not leads_away(Client().post(f"/accounts/login/?next={quote(target)}", form))


# line breaks that become headers (of people's parameters: `test_hostile_requests.py`)


def test_no_parameter_of_a_visitor_adds_a_header(db: None) -> None:
    form = dict.fromkeys(("next", "theme", "language", "version", "lang", "login", "email"), BROKEN)
    for address in (*ASKED_FOR_NEXT, "/", "/tables/", "/api/tables/", "/nothing/"):
        for answer in (Client().get(address, form), Client().post(address, form)):
            assert not [text for text in headers_of(answer) if "\n" in text or "\r" in text]
            assert "stolen" not in answer.cookies
            assert answer.status_code < 500, address


MAILS = {
    "signup/": ("email", "username"),
    "password/reset/": ("email",),
}


@pytest.mark.parametrize("path", MAILS)
def test_no_field_adds_a_header_to_a_mail(
    db: None, mailoutbox: list[EmailMessage], path: str
) -> None:
    good = {"email": "eve@example.org", "username": "Eve", "password1": "walnut-plank-7"}
    for name in MAILS[path]:
        for injected in ("\r\nBcc: all@example.org", "\nSubject: x", "%0aBcc: all@example.org"):
            Client().post(f"/accounts/{path}", {**good, name: good[name] + injected})
    agent = "x\r\nBcc: all@example.org"
    Client(headers={"user-agent": agent}).post(f"/accounts/{path}", good)
    assert mailoutbox
    for mail in mailoutbox:
        lines = mail.message().as_string().split("\n\n")[0]
        assert "Bcc" not in lines
        assert mail.recipients() == ["eve@example.org"]


def test_the_mail_about_a_turn_has_one_line_of_subject(
    table: Table, mailoutbox: list[EmailMessage]
) -> None:
    seat = actor(table)
    assert seat.user is not None
    make_notifications_due(seat.user)
    User.objects.filter(pk=seat.user_id).update(username="a\nBcc: x@y.z")
    Table.objects.filter(pk=table.pk).update(name="b\r\nBcc: all@example.org")
    delivery.send_due()
    mail = mailoutbox[-1]
    assert "b Bcc: all@example.org" in mail.subject
    assert "\n" not in mail.subject
    assert "\r" not in mail.subject
    assert "Bcc" not in mail.message()
