"""The owner: who becomes one, what only they may see and set, and where it shows."""

from __future__ import annotations

import itertools
import re
import smtplib
import struct
import zlib
from ipaddress import ip_network
from pathlib import Path
from types import SimpleNamespace

import pytest
from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.mail import EmailMessage
from django.core.management import CommandError, call_command
from django.db import DatabaseError
from django.test import Client
from django.urls import reverse

from accounts import nicknames
from accounts.models import Site, User
from accounts.site import configuration, owner, picture
from games.notifications import webhooks
from portal import ttl_value
from portal.server import owner_key
from tests.accounts.conftest import PASSWORD, MakePerson
from tests.accounts.test_sign_up import sign_up

pytestmark = [pytest.mark.django_db, pytest.mark.same_everywhere]
FIRST, PAGE = "/site/first-run/", "/site/"
SAID = {"name": "Chess & Go Club", "sign_up": "open", "language": "en", "time_zone": "UTC"}


@pytest.fixture
def key(settings, tmp_path: Path) -> str:
    """What `serve` prints while nobody owns the site."""
    settings.DATA_DIR = tmp_path
    owner.sync_owner_key()
    return owner_key.read(tmp_path)


@pytest.fixture
def boss(make_person: MakePerson) -> Client:
    client = Client()
    client.force_login(make_person("Boss", is_superuser=True, is_staff=True))
    return client


@pytest.fixture
def fresh_site_cache() -> None:
    """Forget the stored site, as a commit that changes it does."""
    configuration.site_cache.invalidate()


def png(side: int = 64, body: bytes | None = None, extra: bytes = b"") -> bytes:
    rows = (b"\0" + b"\x20\x60\x90" * side) * side if body is None else body
    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"tEXt", extra), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    return picture.SIGNATURE + b"".join(picture._write_chunk(*one) for one in chunks)


# the first owner


def first(client: Client, key: str, name: str = "ann") -> int:
    account = {"username": name, "email": f"{name}@example.org", "password": PASSWORD}
    return int(client.post(FIRST, {"key": key, **account}).status_code)


def test_the_first_with_the_key_owns_the_site_and_the_key_is_gone(
    key: str, client: Client, django_capture_on_commit_callbacks
) -> None:
    assert "This key is not correct" in client.post(FIRST, {"key": "guess"}).text
    with django_capture_on_commit_callbacks(execute=True):
        assert first(client, f" {key} ") == 302
    ann = User.objects.get()
    assert ann.is_superuser
    assert ann.is_staff
    assert EmailAddress.objects.get().verified
    assert client.get(PAGE).status_code == 200  # signed in
    assert not owner.is_owner_key(key)
    assert first(Client(), key, "eve") == 404
    assert Client().get(FIRST).status_code == 404
    owner.sync_owner_key()
    assert not owner.is_owner_key(key)


def test_of_two_who_have_the_key_one_owns_the_site(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second passed every look before the first was done."""
    assert first(Client(), key) == 302
    monkeypatch.setattr(owner, "is_site_unowned", iter([True, False]).__next__)
    assert first(Client(), key, "eve") == 404
    assert [user.username for user in User.objects.all()] == ["ann"]


def test_somebody_with_an_account_needs_the_key_alone(key: str, as_ada: Client, ada: User) -> None:
    assert as_ada.post(FIRST, {"key": key}).status_code == 302
    ada.refresh_from_db()
    assert ada.is_superuser


def test_what_somebody_has_already_is_said_to_whoever_has_the_key_alone(
    key: str, make_person: MakePerson
) -> None:
    make_person("Bob")
    account = {"username": "bob", "email": "BOB@example.org", "password": "short"}
    page = Client().post(FIRST, {"key": "guess", **account}).text
    assert page.count("field-error") == page.count("This key is not correct") == 1
    page = Client().post(FIRST, {"key": key, **account}).text
    assert "This address already belongs to another account." in page
    assert page.count("field-error") == 3


def test_setup_rejects_a_name_taken_after_the_form_was_validated(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name that looks like somebody else's, after the form was looked at."""
    looked = iter([False, False, True, True])
    monkeypatch.setattr(nicknames, "is_name_taken", lambda *_who: next(looked))
    assert first(Client(), key) == 200
    assert not User.objects.filter(username="ann").exists()
    assert owner.is_site_unowned()


def test_without_a_key_there_is_no_page(client: Client, settings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    assert client.get(FIRST).status_code == 404
    assert first(client, "") == 404


def test_keys_cannot_be_tried_for_long(key: str) -> None:
    client = Client()
    codes = [client.post(FIRST, {"key": "guess"}).status_code for _ in range(11)]
    assert codes == [200] * 10 + [429]


def test_the_command_makes_and_promotes_owners(
    make_person: MakePerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_person("Ada")
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", PASSWORD)
    call_command("createowner", "ada", verbosity=0)
    call_command("createowner", "Bob", "--email", "bob@example.org", "--no-input", verbosity=0)
    assert User.objects.filter(is_superuser=True, is_staff=True).count() == 2
    assert Client().login(username="Bob", password=PASSWORD)


def test_the_command_takes_nobodys_address(
    make_person: MakePerson, monkeypatch: pytest.MonkeyPatch
) -> None:
    bob, ann = make_person("Bob"), make_person("Ann")
    User.objects.filter(pk=ann.pk).update(email=bob.email)
    EmailAddress.objects.filter(user=ann).delete()
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", PASSWORD)
    with pytest.raises(CommandError, match="belongs to another"):
        call_command("createowner", "Eve", "--email", "BOB@example.org", "--no-input")
    assert not User.objects.filter(username="Eve").exists()
    call_command("createowner", "ann", verbosity=0)
    assert User.objects.get(is_superuser=True) == ann
    assert not EmailAddress.objects.filter(user=ann).exists()


# who may


@pytest.mark.parametrize("who", ["nobody", "guest", "member", "staff", "moderator"])
def test_nobody_else_sees_or_sets_anything(who: str, make_person: MakePerson) -> None:
    fields = {
        "guest": {"guest_network": "somewhere"},
        "staff": {"is_staff": True},
        "moderator": {"is_moderator": True},
    }
    client = Client()
    if who != "nobody":
        client.force_login(make_person("Eve", **fields.get(who, {})))
    for answer in (
        client.get(PAGE),
        client.post(PAGE, SAID),
        client.post("/site/mail/"),
    ):
        assert answer.status_code in (302, 403)
    assert not Site.objects.exists()


# what is set


def test_the_name_shows_everywhere_and_costs_no_statement(
    boss: Client, fresh_site_cache: None, client: Client, django_assert_num_queries
) -> None:
    assert boss.post(PAGE, SAID).status_code == 302
    configuration.site_cache.invalidate()
    page = client.get("/accounts/login/").text
    assert "Chess &amp; Go Club</span>" in page
    assert "· Chess &amp; Go Club</title>" in page
    assert "Chess &amp; Go Club: board games over days" in page
    assert "<h1>Chess &amp; Go Club cannot be reached</h1>" in client.get("/offline/").text
    assert client.get("/manifest.webmanifest").json()["name"] == "Chess & Go Club"
    with django_assert_num_queries(0):
        client.get("/manifest.webmanifest")


def test_no_page_calls_the_site_by_another_name(boss: Client, fresh_site_cache: None) -> None:
    boss.post(PAGE, {**SAID, "name": "Chess & Go Club"})
    configuration.site_cache.invalidate()
    names = (
        "home",
        "account_reset_password",
        "games:notification_settings",
        "games:devices",
        "api:docs",
    )
    pages = [*map(reverse, (*names, "admin:index")), "/people/Boss/"]
    for client, language in itertools.product((boss, Client()), ("en", "ja")):
        for page in pages:
            shown = client.get(page, headers={"accept-language": language}, follow=True)
            assert shown.status_code == 200, page
            assert not re.findall("(?<!X-)Longtable", shown.text), (page, language)


def test_other_processes_know_within_ten_seconds(
    fresh_site_cache: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    monkeypatch.setattr(ttl_value.time, "monotonic", lambda: now[0])
    assert configuration.get_site().name == Site.NAME
    Site.objects.create(pk=Site.ONLY, name="Other")
    assert configuration.get_site().name == Site.NAME
    now[0] += ttl_value.TTL_SECONDS
    assert configuration.get_site().name == "Other"


def test_without_the_database_the_last_that_was_read_stays() -> None:
    """But a transaction that broke on the way has to know of it."""
    answers = iter(["read", DatabaseError, DatabaseError])

    def read() -> str:
        answer = next(answers)
        if isinstance(answer, str):
            return answer
        raise answer

    value = ttl_value.TtlValue(read, str)
    ttl_value.instances.remove(value)
    assert value.get() == "read"
    value.invalidate()
    with pytest.raises(DatabaseError):
        value.get()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ttl_value, "connection", SimpleNamespace(in_atomic_block=False))
        assert value.get() == "read"


def test_owner_closes_and_reopens_sign_up(
    boss: Client, fresh_site_cache: None, mailoutbox: list[EmailMessage]
) -> None:
    boss.post(PAGE, {**SAID, "sign_up": "closed"})
    configuration.site_cache.invalidate()
    assert "does not accept new members" in sign_up(Client(), "eve").text
    boss.post(PAGE, SAID)
    configuration.site_cache.invalidate()
    sign_up(Client(), "eve")
    assert User.objects.filter(username="eve").exists()
    assert mailoutbox[-1].subject == "Confirm your address for Chess & Go Club"
    assert "--\nChess & Go Club, " in mailoutbox[-1].body


def test_what_the_environment_sets_is_shown_and_stays(boss: Client, settings) -> None:
    settings.SIGN_UP = "invitation"
    settings.WEBHOOK_NETWORKS = (ip_network("10.1.0.0/16"),)
    page = boss.get(PAGE).text
    assert "Set by SIGN_UP in the environment" in page
    assert "Set by WEBHOOK_NETWORKS in the environment" in page
    boss.post(PAGE, {**SAID, "sign_up": "closed"})
    row = Site.objects.get()
    assert (row.sign_up, row.allows_local_webhooks) == ("open", False)
    assert configuration.sign_up_mode() == "invitation"


def test_language_and_zone_are_for_whoever_says_none(boss: Client, fresh_site_cache: None) -> None:
    boss.post(PAGE, {**SAID, "language": "ja", "time_zone": "Asia/Tokyo"})
    configuration.site_cache.invalidate()
    for accepted, language in (("", "ja"), ("fr", "ja"), ("en-GB,fr", "en"), ("ja", "ja")):
        page = Client().get("/accounts/login/", headers={"accept-language": accepted}).text
        assert f'<html lang="{language}"' in page, accepted
    sign_up(Client(), "eve")
    assert User.objects.get(username="eve").time_zone == "Asia/Tokyo"


def test_webhooks_go_to_the_local_network_where_the_owner_wants_it(
    boss: Client, fresh_site_cache: None
) -> None:
    assert configuration.webhook_networks() == ()
    boss.post(PAGE, {**SAID, "allows_local_webhooks": "on"})
    configuration.site_cache.invalidate()
    webhooks.outgoing_requests.parse_target(
        "http://192.168.0.7/x", also=configuration.webhook_networks()
    )
    for elsewhere in ("127.0.0.1", "169.254.169.254", "[::1]"):
        with pytest.raises(webhooks.outgoing_requests.ForbiddenAddressError):
            webhooks.outgoing_requests.parse_target(
                f"http://{elsewhere}/x", also=configuration.webhook_networks()
            )


def test_a_test_mail_says_what_the_server_said(
    boss: Client, mailoutbox: list[EmailMessage], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "Passed to the mail server for" in boss.post("/site/mail/").text
    assert [mail.to for mail in mailoutbox] == [["boss@example.org"]]

    def refuse(_mail: EmailMessage) -> None:
        raise smtplib.SMTPAuthenticationError(535, b"5.7.8 no such <user>")

    monkeypatch.setattr(EmailMessage, "send", refuse)
    assert "535 5.7.8 no such &lt;user&gt;" in boss.post("/site/mail/").text
    for _ in range(4):
        last = boss.post("/site/mail/").status_code
    assert last == 429


# the picture


def test_of_a_picture_only_pixels_stay(
    boss: Client, fresh_site_cache: None, client: Client
) -> None:
    upload = SimpleUploadedFile("x.png", png(extra=b"GPS: here"), "image/png")
    assert boss.post(PAGE, {**SAID, "upload": upload}).status_code == 302
    configuration.site_cache.invalidate()
    name = Site.objects.get().picture_name
    answer = client.get(f"/site/picture/{name}.png")
    assert answer.headers["Content-Type"] == "image/png"
    assert answer.content == picture.sanitize_png(png())
    assert b"GPS" not in answer.content
    assert f"/site/picture/{name}.png" in client.get("/accounts/login/").text
    (icon,) = client.get("/manifest.webmanifest").json()["icons"]
    assert icon["sizes"] == "64x64"
    boss.post(PAGE, {**SAID, "usual_picture": "on"})
    assert client.get(f"/site/picture/{name}.png").status_code == 404


@pytest.mark.parametrize(
    "wrong",
    [
        b"",
        b'<svg xmlns="http://www.w3.org/2000/svg"/>',
        png(32),
        png(body=b"\0" * 99),
        png(body=b"\0" * 2_000_000),
        png(body=(b"\x09" + b"\0" * 192) * 64),
        png()[:-20],
        png().replace(b"IDAT", b"IDAX"),
        png() + b"\0" * picture.MOST_BYTES,
    ],
)
def test_what_is_no_picture_is_refused(wrong: bytes) -> None:
    with pytest.raises(ValidationError):
        picture.sanitize_png(wrong)
