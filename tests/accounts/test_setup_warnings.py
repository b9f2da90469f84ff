"""A site without mail or without an address says so to its owner, and promises nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.checks import check_setup
from accounts.models import Site, User
from accounts.site import configuration, owner, setup_checks
from tests.accounts.conftest import PASSWORD, MakePerson
from tests.accounts.test_sign_up import sign_up

pytestmark = [pytest.mark.django_db, pytest.mark.same_everywhere]
NO_MAIL, NO_ADDRESS = "This site cannot send mail", "only this machine can open"
NO_LINK = "so you will not receive the link"
OWNER_PAGES = (
    *("accounts:site", "games:announcements", "games:downtimes"),
    "admin:status",
)


@pytest.fixture
def without_mail(settings: Any, tmp_path: Path) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    settings.EMAIL_FILE_PATH = str(tmp_path)


@pytest.fixture
def boss(make_person: MakePerson) -> Client:
    client = Client()
    client.force_login(make_person("Boss", is_superuser=True, is_staff=True))
    return client


@pytest.mark.parametrize("page", OWNER_PAGES)
def test_owner_pages_warn_until_it_is_fixed(
    boss: Client, settings: Any, without_mail: None, page: str
) -> None:
    settings.SITE_URL = "http://127.0.0.1:8000"
    text = boss.get(reverse(page)).text
    assert NO_MAIL in text
    assert NO_ADDRESS in text
    assert [one.id for one in check_setup()] == ["accounts.W001", "accounts.W002"]
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.SITE_URL = "https://longtable.example"
    text = boss.get(reverse(page)).text
    assert NO_MAIL not in text
    assert NO_ADDRESS not in text
    assert check_setup() == []


@pytest.mark.parametrize(
    ("url", "is_reached"),
    [
        ("http://localhost:8000", False),
        ("http://[::1]:8000", False),
        ("http://127.5.5.5", False),
        ("http://192.168.1.7:8000", True),
        ("https://longtable.example", True),
    ],
)
def test_address_of_this_machine_reaches_nobody(settings: Any, url: str, is_reached: bool) -> None:
    settings.SITE_URL = url
    assert setup_checks.has_public_address() is is_reached


def test_owner_hides_one_warning_at_a_time(boss: Client, settings: Any, without_mail: None) -> None:
    settings.SITE_URL = "http://127.0.0.1:8000"
    boss.post(reverse("accounts:hide_warning", args=["mail"]))
    assert Site.objects.get().hidden_warnings == ["mail"]
    configuration.site_cache.invalidate()
    text = boss.get("/site/").text
    assert NO_MAIL not in text
    assert NO_ADDRESS in text
    assert [one.id for one in check_setup()] == ["accounts.W002"]
    assert boss.post(reverse("accounts:hide_warning", args=["nothing"])).status_code == 404


def test_only_owners_hide_warnings(as_ada: Client) -> None:
    assert as_ada.post(reverse("accounts:hide_warning", args=["mail"])).status_code == 403
    assert not Site.objects.exists()


def test_first_run_warns(client: Client, settings: Any, tmp_path: Path, without_mail: None) -> None:
    settings.DATA_DIR = tmp_path
    owner.sync_owner_key()
    text = client.get("/site/first-run/").text
    assert NO_MAIL in text
    assert "Hide this" not in text


def test_no_page_promises_mail_that_does_not_arrive(
    client: Client, without_mail: None, sure_ada: Client
) -> None:
    stranger = Client()
    page = stranger.get("/accounts/signup/").text
    assert NO_LINK in page
    assert "We send you a link" not in page
    page = stranger.get(sign_up(stranger, "Eve", "eve@example.org").headers["Location"]).text
    assert page.count(NO_LINK) == 1, "the page says it; no message says it again"
    assert "We have sent" not in page
    other = Client()
    assert NO_LINK in other.get("/accounts/password/reset/").text
    answer = other.post("/accounts/password/reset/", {"email": "ada@example.org"}, follow=True)
    assert NO_LINK in answer.text
    assert "it is being sent" not in answer.text
    assert NO_LINK in other.get("/accounts/confirm-email/nonsense/").text
    assert NO_LINK in sure_ada.get("/accounts/email/").text
    added = {"action_add": "", "email": "new@example.org"}
    assert "it is being sent" not in sure_ada.post("/accounts/email/", added, follow=True).text


def test_guest_is_promised_no_mail_that_does_not_arrive(client: Client, without_mail: None) -> None:
    client.force_login(User.objects.create_user("Wanda", guest_network="somewhere"))
    form = {"username": "Wanda", "email": "wanda@example.org", "password1": PASSWORD}
    client.post("/accounts/keep/", form)
    page = client.get("/accounts/keep/").text
    assert NO_LINK in page
    assert "We have sent" not in page
    assert "We send you a link" not in page
