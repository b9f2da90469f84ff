"""Who may sign up, what stops programs, and where somebody is signed in."""

from __future__ import annotations

import re
from ipaddress import ip_network

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.core.mail import EmailMessage
from django.test import Client
from django.urls import reverse

from accounts import signup_policy
from accounts.models import User
from accounts.sign_ins import device_name
from games.catalog import views as shelf
from portal.errors import TooManyRequests
from tests.accounts.conftest import PASSWORD, MakePerson
from tests.accounts.test_sign_up import link_in, sign_up

pytestmark = [pytest.mark.django_db, pytest.mark.same_everywhere]
Outbox = list[EmailMessage]
FORM = {"username": "Eve", "email": "eve@example.org", "password1": PASSWORD}
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def signed_in(name: str = "Ada", agent: str = FIREFOX, client: Client | None = None) -> Client:
    client = client or Client(headers={"user-agent": agent})
    answer = client.post("/accounts/login/", {"login": name, "password": PASSWORD})
    assert answer.status_code == 302
    return client


# who may sign up


def test_closed_sign_up_accepts_nobody(client: Client, settings) -> None:
    settings.SIGN_UP = signup_policy.CLOSED
    assert "does not accept new members" in client.get("/accounts/signup/").text
    assert "does not accept new members" in sign_up(client).text
    assert not User.objects.exists()


def test_from_a_refused_network_nobody_comes(settings) -> None:
    settings.REFUSED_NETWORKS = (ip_network("203.0.113.0/24"), ip_network("2001:db8::/32"))
    for address in ("203.0.113.7", "2001:db8::1"):
        sign_up(Client(REMOTE_ADDR=address), address[-1:] + "abc")
    assert not User.objects.exists()
    sign_up(Client(REMOTE_ADDR="198.51.100.7"))
    assert User.objects.exists()


def test_where_the_staff_decide_a_newcomer_waits(
    settings, mailoutbox: Outbox, make_person: MakePerson
) -> None:
    settings.SIGN_UP = signup_policy.APPROVAL
    newcomer = Client()
    assert sign_up(newcomer).headers["Location"] == "/accounts/confirm-email/"
    answer = newcomer.post(link_in(mailoutbox.pop()), follow=True)
    assert "Waiting for approval" in answer.text
    assert newcomer.get("/preferences/").status_code == 302
    boss = make_person("Boss", is_staff=True, is_superuser=True)
    staff = Client()
    staff.force_login(boss)
    chosen = {"action": "let_in", "_selected_action": [User.objects.get(username="Ada").pk]}
    staff.post(reverse("admin:accounts_user_changelist"), chosen)
    (mail,) = mailoutbox
    assert mail.to == ["ada@example.org"]
    assert "/accounts/login/" in mail.body
    signed_in(client=newcomer)
    assert newcomer.get("/preferences/").status_code == 200


def test_whom_the_staff_turn_away_is_gone(settings, make_person: MakePerson) -> None:
    settings.SIGN_UP = signup_policy.APPROVAL
    sign_up(Client())
    staff = Client()
    staff.force_login(make_person("Boss", is_staff=True, is_superuser=True))
    chosen = {"action": "turn_away", "_selected_action": [User.objects.get(username="Ada").pk]}
    staff.post(reverse("admin:accounts_user_changelist"), chosen)
    assert not User.objects.filter(is_pending_approval=True).exists()
    assert not EmailAddress.objects.filter(email="ada@example.org").exists()


def test_by_invitation_alone(settings, ada: User, as_ada: Client) -> None:
    settings.SIGN_UP = signup_policy.INVITATION
    assert "by invitation" in sign_up(Client(), "Eve", "eve@example.org").text
    found = re.search(r"signup/\?invited=([^<\s]+)", as_ada.get("/preferences/invite/").text)
    assert found
    link = found[1]
    newcomer = Client()
    assert 'name="password1"' in newcomer.get(f"/accounts/signup/?invited={link}").text
    newcomer.post("/accounts/signup/", FORM)
    assert User.objects.get(username="Eve").invited_by == ada
    assert not signup_policy.is_disposable_email("eve@example.org")


@pytest.mark.parametrize("end", ["none", "closed", "many"])
def test_an_invitation_ends(settings, ada: User, end: str, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.SIGN_UP = signup_policy.INVITATION
    link = signup_policy.signup_invitation_url(ada).partition("?")[2]
    if end == "closed":
        User.objects.filter(pk=ada.pk).update(is_active=False)
    if end == "many":
        monkeypatch.setattr(signup_policy, "MOST_INVITED", 0)
    link = link if end != "none" else link[:-1]
    assert "This invitation has ended" in Client().get(f"/accounts/signup/?{link}").text


def test_open_sign_up_needs_no_invitation_link(as_ada: Client) -> None:
    assert as_ada.get("/preferences/invite/").status_code == 404


def test_closed_sign_up_creates_no_guests(settings, rf) -> None:
    settings.SIGN_UP = signup_policy.CLOSED
    with pytest.raises(TooManyRequests):
        shelf.guests.create_guest(rf.get("/"))


# programs


@pytest.mark.parametrize(
    ("email", "is_one"),
    [
        ("eve@mailinator.com", True),
        ("eve@EU.Mailinator.com", True),
        ("eve@mailinator.com.", True),
        ("eve@mailinator.com.example.org", False),
        ("eve@example.org", False),
    ],
)
def test_addresses_to_throw_away(email: str, is_one: bool) -> None:
    assert signup_policy.is_disposable_email(email) is is_one


def test_no_account_has_an_address_to_throw_away(sure_ada: Client, mailoutbox: Outbox) -> None:
    assert "Disposable addresses" in sign_up(Client(), "Eve", "eve@mailinator.com").text
    sure_ada.post("/accounts/email/", {"action_add": "", "email": "ada@mailinator.com"})
    assert not mailoutbox
    assert EmailAddress.objects.count() == User.objects.count() == 1


def test_honeypot_answer_looks_like_success(mailoutbox: Outbox) -> None:
    answer = Client().post("/accounts/signup/", FORM | {"website": "https://spam.example"})
    assert answer.headers["Location"] == "/accounts/confirm-email/"
    assert not User.objects.exists()
    assert not mailoutbox


def test_a_form_that_comes_back_at_once_comes_from_a_program(
    settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.SIGN_UP_SECONDS = 2
    far = Client(REMOTE_ADDR="203.0.113.9")
    for wrong in ("", "x", signup_policy.sign_form_time()):
        page = far.post("/accounts/signup/", FORM | {"begun": wrong}).text
        assert "too fast" in page
    assert not User.objects.exists()
    mark = re.search(r'name="begun" value="([^"]+)"', page)
    assert mark is not None
    now = signup_policy.time.time()
    monkeypatch.setattr(signup_policy.time, "time", lambda: now + 3)
    far.post("/accounts/signup/", FORM | {"begun": mark[1]})
    assert User.objects.exists()


def test_whoever_tries_the_site_on_its_own_machine_is_not_timed(settings) -> None:
    settings.SIGN_UP_SECONDS = 2
    Client(REMOTE_ADDR="127.0.0.1").post("/accounts/signup/", FORM)
    assert User.objects.exists()


# where somebody is signed in


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (FIREFOX, "Firefox, Linux"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19 Safari/604",
            "Safari, iPhone",
        ),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/150.0 Safari/537.36 Edg/150.0", "Edge, Windows"),
        ("curl/8", "unknown device"),
    ],
)
def test_devices_have_names(agent: str, name: str) -> None:
    assert device_name(agent) == name


def test_one_signs_out_on_another_device(ada: User, ben: User) -> None:
    here, there, bens = signed_in(), signed_in(agent="curl"), signed_in("Ben")
    page = here.get("/accounts/sessions/").text
    assert "Firefox, Linux" in page
    assert "unknown device" in page
    (other,) = UserSession.objects.filter(user=ada, user_agent="curl")
    (of_ben,) = UserSession.objects.filter(user=ben)
    here.post("/accounts/sessions/", {"which": of_ben.pk})
    assert bens.get("/preferences/").status_code == 200
    here.post("/accounts/sessions/", {"which": other.pk})
    assert there.get("/preferences/").status_code == 302
    assert here.get("/preferences/").status_code == 200
    third = signed_in()
    here.post("/accounts/sessions/", {"which": "others"})
    assert third.get("/preferences/").status_code == 302
    assert here.get("/preferences/").status_code == 200


def test_sign_in_mails_about_new_devices_only(ada: User, mailoutbox: Outbox) -> None:
    first = signed_in()
    assert not mailoutbox  # the first of all
    first.post("/accounts/logout/")
    signed_in(client=first)
    assert not mailoutbox
    signed_in()
    (mail,) = mailoutbox
    assert mail.to == [ada.email]
    assert "from a new device" in mail.body
    assert FIREFOX in mail.body


def test_a_mail_server_that_is_away_keeps_nobody_out(
    ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    signed_in()

    def refuse(*_args: object, **_words: object) -> None:
        raise ConnectionRefusedError

    monkeypatch.setattr("accounts.adapter.AccountAdapter.send_mail", refuse)
    assert signed_in().get("/preferences/").status_code == 200
