"""A request that creates something and is sent twice creates one thing."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any, cast

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile, UploadedFile
from django.test import Client, RequestFactory
from django.utils import timezone
from drf_spectacular.generators import SchemaGenerator
from rest_framework.test import APIClient

import games.rules as rules
from accounts import idempotency
from accounts.models import IdempotentRequest, User
from accounts.tokens import create_token
from games.alerts.models import Alert
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import (
    ApiToken,
    Club,
    ClubMessage,
    HouseholdDeclaration,
    Message,
    SavedSearch,
    Table,
)
from games.studies.models import Study
from tests import sample_titles
from tests.clients import signed_in
from tests.games.conftest import new_table
from tests.games.races import ROUNDS, race_runner

__all__ = ["new_table"]
GAME = sample_titles.usual()
OPTIONS = rules.get(GAME).check(2)
KEY = {"idempotency_key": "0f7ad7d4-9e0a-4b2c-8f3f-6b7f0c1d2e3f"}
OPENING = r"<form\b(?:\{%.*?%\}|\{\{.*?\}\}|[^>])*>"
FORM = re.compile(rf"({OPENING}).*?</form>", re.DOTALL)
ACTION = re.compile(r"""(?:url|games:|accounts:)\(?\s*['"]([\w:]+)['"]""")
KEYS = ("{% form_key %}", "{{ form_key(")
#: Forms without a key, by the address they name, or else by their template: they change what there
#: is, or make what there can only be one of, and sent twice they do and answer the same as once.
CREATES_NOTHING = {
    # signing in and out, one's own account
    *("account_login", "account_logout", "account_reset_password", "account_confirm_email"),
    *("account_reauthenticate", "account_change_password", "account_set_password"),
    *("account_email", "accounts:passkey"),
    *("accounts:language", "accounts:theme", "accounts:site"),
    *("mfa_reauthenticate_webauthn", "templates/accounts/social_buttons.html"),
    # an account has one app for codes, and one set of recovery codes: the last one made
    *("mfa_authenticate", "mfa_reauthenticate", "mfa_activate_totp", "mfa_deactivate_totp"),
    *("mfa_generate_recovery_codes", "socialaccount_connections"),
    *("templates/socialaccount/connections.html", "templates/socialaccount/login.html"),
    "templates/account/password_reset_from_key.html",
    *("templates/accounts/preferences.html", "templates/accounts/sign_ins.html"),
    # staff: the rows these change know which version they were made for
    *("templates/admin/status.html", "templates/admin/games/table/inspection.html"),
    *("templates/admin/games/table/rollback.html", "accounts:hide_warning"),
    "games:dismiss_announcement",
    # tables: a person has one seat there, and one match follows another
    *("games:join", "games:rematch", "games:rename", "games:change_date", "games:rename_settings"),
    *(
        "games:hand_over",
        "games:back_to_tutorial",
        "games:review",
        "templates/archive/verify.html",
    ),
    # the list of my tables: pressed twice, each leads to the same order
    *("games:later", "games:list_settings", "games:pin", "games:place_table"),
    *("games:archive_table", "games:archive_finished"),
    # a move names the version and the length of its draft
    *("templates/jinja2/games/table/fragment.html", "templates/jinja2/studies/analysis/board.html"),
    # circles and contests: a member is one, and so is an entry
    *("games:join_club", "games:leave_club", "games:club_member", "games:enter_tournament"),
    *("games:check_in_tournament", "games:withdraw_from_tournament", "games:disqualify"),
    # other people
    *("games:archive_conversation", "templates/games/translation/form.html"),
    *("games:follow", "games:follow_by_name", "games:block", "templates/games/social/note.html"),
    # settings and notices
    *(
        "games:set_auto_vacation",
        "templates/games/availability.html",
        "templates/games/notifications/webhook.html",
    ),
    *("templates/games/notifications/settings.html", "templates/games/notifications/list.html"),
    "templates/games/notifications/unsubscribe.html",
}


def forms() -> list[tuple[str, str, str]]:
    """Of every form that posts: its template, what it names, and its text."""
    found = []
    for path in sorted(settings.BASE_DIR.glob("**/templates/**/*.html")):
        place = str(path.relative_to(settings.BASE_DIR))
        if place.startswith((".", "tests/")):
            continue
        for form in FORM.finditer(path.read_text()):
            opening = form[1]
            if re.search(r'method="?post', opening, re.IGNORECASE):
                named = ACTION.search(opening)
                found.append((place, named[1] if named else place, form[0]))
    return found


@pytest.mark.same_everywhere
def test_every_form_that_creates_something_has_a_key() -> None:
    found = forms()
    assert len(found) > 150
    without = {name for _place, name, form in found if not any(key in form for key in KEYS)}
    assert without - CREATES_NOTHING == set(), "give it {% form_key %}, or say why not"
    assert CREATES_NOTHING - without == set(), "no such form is without a key any more"


@pytest.mark.same_everywhere
def test_every_call_that_posts_tells_of_the_header() -> None:
    paths = SchemaGenerator().get_schema(request=None, public=True)["paths"]
    posts = [item["post"] for item in paths.values() if "post" in item]
    assert len(posts) > 50
    for item in posts:
        names = [parameter["name"] for parameter in item.get("parameters", ())]
        assert idempotency.HEADER in names, item["operationId"]


@pytest.fixture
def table(new_table: Callable[..., Table]) -> Table:
    return new_table()


def table_form(seats: str = "2") -> dict[str, Any]:
    options = {f"option_{key}": choice for key, choice in OPTIONS.items()}
    sent = {"seats": seats, "clock": "day", "visibility": "public", "start_when": "full"}
    return {**sent, **options}


PAGES: dict[str, tuple[str, Callable[[], dict[str, Any]], Any]] = {
    "table": (f"/tables/new/{GAME}/", table_form, Table),
    "bots": (f"/games/{GAME}/play/", dict, Table),
    "guided": (f"/games/{GAME}/guided/", dict, Table),
    "study": ("/studies/", lambda: {"name": "Openings"}, Study),
    "household": ("/households/add/", lambda: {"name": "bob"}, HouseholdDeclaration),
    "alert": ("/alerts/add/", lambda: {"kind": "tables", "query": "free=2"}, Alert),
    "search": ("/my-matches/searches/", lambda: {"name": "won", "result": "won"}, SavedSearch),
    "message": ("/tables/{table}/chat/", lambda: {"text": "hello", "audience": "public"}, Message),
}


@pytest.mark.django_db
@pytest.mark.parametrize("name", PAGES)
def test_form_sent_twice_creates_one_thing(name: str, table: Table, people: list[User]) -> None:
    address, fields, model = PAGES[name]
    address = address.format(table=table.key)
    client = signed_in(people[0])
    before = model.objects.count()
    sent = fields() | KEY
    first, second = client.post(address, sent), client.post(address, sent)
    assert model.objects.count() == before + 1, first.content
    assert second.status_code == first.status_code == 302
    assert second.headers["Location"] == first.headers["Location"]
    client.post(address, fields() | {"idempotency_key": "another"})
    assert model.objects.count() >= before + 1
    if name in ("table", "message"):
        assert model.objects.count() == before + 2


@pytest.mark.django_db
def test_club_form_sent_twice_creates_one_club(people: list[User]) -> None:
    client = signed_in(people[0])
    page = client.get("/clubs/new/")
    form = {name: field.initial or "" for name, field in page.context["form"].fields.items()}
    sent = {**form, "name": "Lamp", **KEY}
    first, second = client.post("/clubs/new/", sent), client.post("/clubs/new/", sent)
    assert Club.objects.count() == 1, first.text
    assert second.status_code == 302
    assert second.headers["Location"] == first.headers["Location"]
    address = f"{first.headers['Location']}chat/"
    for _ in range(2):
        client.post(address, {"text": "hello", **KEY})
    assert ClubMessage.objects.count() == 1


@pytest.mark.django_db
def test_part_of_a_page_is_answered_again(table: Table, people: list[User]) -> None:
    client = signed_in(people[0], hx_request="true")
    sent = {"text": "hello", "audience": "public", **KEY}
    first = client.post(f"/tables/{table.key}/chat/", sent)
    second = client.post(f"/tables/{table.key}/chat/", sent)
    assert first.content == second.content
    assert "hello" in second.text
    assert table.messages.filter(log_code="").count() == 1


@pytest.mark.django_db
def test_changed_form_is_another_request(table: Table, people: list[User]) -> None:
    client = signed_in(people[0])
    for text in ("hello", "hello again"):
        client.post(f"/tables/{table.key}/chat/", {"text": text, "audience": "public", **KEY})
    assert table.messages.filter(log_code="").count() == 2


@pytest.mark.django_db
def test_key_of_one_person_is_none_of_another(table: Table, people: list[User]) -> None:
    for user in people[:2]:
        sent = {"text": "hello", "audience": "public", **KEY}
        signed_in(user).post(f"/tables/{table.key}/chat/", sent)
    assert table.messages.filter(log_code="").count() == 2


def send_twice(client: Client, page: str, end: str, **fields: str) -> list[Any]:
    """Send a form of this page twice, as a browser does that has heard of no answer."""
    form = re.search(
        rf'<form[^>]* action="([^"]*{end})".*?</form>', client.get(page).text, re.DOTALL
    )
    assert form is not None
    key = re.search(r'name="idempotency_key" value="([^"]+)"', form[0])
    assert key is not None
    again = Client()
    again.cookies.load({name: one.value for name, one in client.cookies.items()})
    sent = {**fields, "idempotency_key": key[1]}
    return [one.post(form[1], sent) for one in (client, again)]


@pytest.mark.django_db
@pytest.mark.parametrize("what", ["leave", "resign"])
def test_form_that_ends_something_answers_the_same_twice(
    what: str, table: Table, people: list[User]
) -> None:
    if what == "leave":
        table = table_setup.open_table(people[0], GAME, TableSettings(3, {}, table.clock))
        table_setup.join(table.key, people[1])
    first, second = send_twice(signed_in(people[1]), table.get_absolute_url(), f"/{what}/")
    assert first.headers["Location"] == second.headers["Location"] == table.get_absolute_url()
    assert first.cookies == second.cookies
    assert not table.seat_set.filter(user=people[1], leave_reason="").exists()


@pytest.mark.django_db
def test_request_that_ends_its_session_is_answered_again(client: Client) -> None:
    client.post(f"/games/{GAME}/play/")
    form = {"username": "Gerda", "email": "gerda@example.org", "password1": "quite-another-7"}
    first, second = send_twice(client, "/accounts/keep/", "/keep/", **form)
    assert first.headers["Location"] == second.headers["Location"]
    sessions = {one.cookies[settings.SESSION_COOKIE_NAME].value for one in (first, second)}
    assert len(sessions) == 1


@pytest.mark.django_db
def test_form_that_was_refused_can_be_sent_again(people: list[User]) -> None:
    client = signed_in(people[0])
    wrong = table_form("99") | KEY
    assert client.post(f"/tables/new/{GAME}/", wrong).status_code == 422
    assert not IdempotentRequest.objects.exists()
    assert client.post(f"/tables/new/{GAME}/", wrong).status_code == 422


@pytest.mark.django_db
def test_sign_up_sent_twice_leads_on_and_makes_one_account(client: Client) -> None:
    client.get("/accounts/signup/")
    cookies = {name: one.value for name, one in client.cookies.items()}
    form = {"username": "Ada", "email": "ada@example.org", "password1": "quite-another-7", **KEY}
    first = client.post("/accounts/signup/", form)
    again = Client()
    again.cookies.load(cookies)  # the answer to the first never reached the browser
    second = again.post("/accounts/signup/", form)
    assert User.objects.count() == 1
    assert first.status_code == second.status_code == 302
    assert second.headers["Location"] == first.headers["Location"]
    assert again.session.session_key == client.session.session_key


@pytest.mark.django_db
def test_visitors_errors_are_not_stored(client: Client) -> None:
    client.get("/accounts/signup/")
    assert client.post("/accounts/signup/", {"username": "Ada", **KEY}).status_code == 200
    assert not IdempotentRequest.objects.exists()


@pytest.mark.same_everywhere
def test_another_file_is_another_request_and_every_file_can_still_be_read(
    rf: RequestFactory,
) -> None:
    names = set()
    for content in (b"one", b"one", b"two"):
        request = rf.post("/records/", {"file": SimpleUploadedFile("record.json", content)})
        request.user = AnonymousUser()
        names.add(idempotency.build_key(request, "key").name)
        assert cast(UploadedFile, request.FILES["file"]).read() == content
    assert len(names) == 2


# the API


def program(user: User) -> tuple[APIClient, ApiToken]:
    row, secret = create_token(user, "program")
    return APIClient(headers={"Authorization": f"Bearer {secret}"}), row


def call(client: APIClient, key: str = "one", **more: Any) -> Any:
    sent = {"game": GAME, "seats": 2, **more}
    return client.post("/api/tables/", sent, format="json", headers={"Idempotency-Key": key})


@pytest.mark.django_db
def test_call_sent_twice_creates_one_thing(people: list[User]) -> None:
    client, _token = program(people[0])
    first, second = call(client), call(client)
    assert (first.status_code, second.status_code) == (201, 201), first.content
    assert first.json() == second.json()
    assert second.headers["Idempotent-Replayed"] == "true"
    assert "Idempotent-Replayed" not in first.headers
    assert Table.objects.count() == 1
    assert call(client, "two").json()["key"] != first.json()["key"]


@pytest.mark.django_db
def test_key_of_another_call_is_refused(people: list[User]) -> None:
    client, _token = program(people[0])
    call(client)
    other = call(client, seats=3)
    assert (other.status_code, other.json()["error"]) == (422, "key_reused")
    assert Table.objects.count() == 1
    assert call(client, "x" * 256).json()["error"] == "bad_request"


@pytest.mark.django_db
def test_revoked_token_reads_no_answer_again(people: list[User]) -> None:
    client, token = program(people[0])
    assert call(client).status_code == 201
    token.delete()
    assert call(client).status_code == 401
    stranger, _token = program(people[1])
    assert call(stranger).status_code == 201
    assert Table.objects.count() == 2


@pytest.mark.django_db
def test_header_that_a_proxy_wants_of_everybody_makes_nobody_the_same(people: list[User]) -> None:
    keys = set()
    for user in people[:2]:
        client = APIClient(headers={"Authorization": "Basic c2l0ZTpzaGFyZWQ="})
        client.cookies.load({name: one.value for name, one in signed_in(user).cookies.items()})
        made = call(client)
        assert made.status_code == 201, made.content
        keys.add(made.json()["key"])
    assert len(keys) == 2


@pytest.mark.django_db
def test_call_that_was_refused_can_be_sent_again(people: list[User]) -> None:
    client, _token = program(people[0])
    assert call(client, seats=99).status_code in (400, 422)
    assert call(client).status_code == 201
    assert call(APIClient(), "visitor").status_code == 401
    assert IdempotentRequest.objects.count() == 1


@pytest.mark.django_db
def test_call_that_was_never_answered_is_not_done_again(people: list[User]) -> None:
    client, _token = program(people[0])
    call(client)
    long_ago = timezone.now() - idempotency.WAIT_FOR_RESPONSE - timedelta(seconds=1)
    IdempotentRequest.objects.update(response=b"", created_at=long_ago)
    again = call(client)
    assert (again.status_code, again.json()["error"]) == (409, "in_progress")
    assert Table.objects.count() == 1


@pytest.mark.django_db
def test_stored_answer_is_encrypted(people: list[User]) -> None:
    client, _token = program(people[0])
    made = call(client).json()
    row = IdempotentRequest.objects.get()
    assert made["key"].encode() not in bytes(row.response)
    assert row.key_digest != "one"


@pytest.mark.django_db
def test_answers_of_one_sender_take_limited_room(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.clear()
    client, other = signed_in(people[0]), signed_in(people[1])
    client.post("/studies/", {"name": "One", **KEY})
    size = len(IdempotentRequest.objects.get().response)
    monkeypatch.setattr(idempotency, "MOST_STORED", size + 10)
    for number in range(3):
        assert client.post("/studies/", {"name": f"More {number}", **KEY}).status_code == 302
    assert IdempotentRequest.objects.count() == 1
    other.post("/studies/", {"name": "Another", **KEY})
    assert IdempotentRequest.objects.count() == 2


@pytest.mark.django_db
def test_answers_go_after_a_day(people: list[User]) -> None:
    client, _token = program(people[0])
    call(client)
    assert idempotency.delete_expired() == 0
    IdempotentRequest.objects.update(created_at=timezone.now() - timedelta(days=1, seconds=1))
    assert idempotency.delete_expired() == 1


@pytest.mark.django_db(transaction=True)
def test_two_at_the_same_moment_create_one_thing(people: list[User]) -> None:
    _row, secret = create_token(people[0], "racer")
    headers = {"Authorization": f"Bearer {secret}"}
    pages = [signed_in(people[0]), Client()]
    pages[1].cookies = pages[0].cookies
    with race_runner(3) as race:
        for number in range(ROUNDS):
            clients = [APIClient(headers=headers) for _ in range(3)]
            race(*(partial(call, client, f"round {number}") for client in clients))
            assert Table.objects.count() == 1
            Table.objects.all().delete()
        for number in range(ROUNDS):
            sent = {"name": f"Study {number}", "idempotency_key": str(number)}
            one, other = (
                (lambda page=page, sent=sent: page.post("/studies/", sent)) for page in pages
            )
            race(one, other)
            assert Study.objects.filter(name=sent["name"]).count() == 1
            Study.objects.all().delete()
