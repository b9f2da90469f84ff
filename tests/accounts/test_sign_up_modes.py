"""Who may sign up: every mode, set by the owner or by the environment, for every way to sign up."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import oidc_provider_mock
import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import signup_policy
from accounts.models import Site, User
from accounts.site import configuration
from portal import social_providers
from tests.accounts.authenticator import Device
from tests.accounts.conftest import PASSWORD, MakePerson
from tests.accounts.test_passkeys import HOST, KEEP, OPTIONS, SIGN_IN, assertion_response
from tests.accounts.test_sign_up import link_in, sign_up
from tests.accounts.test_social_sign_in import KEYS, Setting, come_from

pytestmark = [pytest.mark.django_db, pytest.mark.same_everywhere]
ACCOUNT, WAITS, REFUSED = "an account", "awaits approval", "refused"
FORM = {"username": "Eve", "email": "eve@example.org"}
INVITED = "invitation with a link"
OUTCOMES = {
    signup_policy.OPEN: ACCOUNT,
    signup_policy.APPROVAL: WAITS,
    signup_policy.INVITATION: REFUSED,
    INVITED: ACCOUNT,
    signup_policy.CLOSED: REFUSED,
}
SetMode = Callable[[str], None]


@pytest.fixture(params=["page", "environment"])
def set_mode(request: pytest.FixtureRequest, settings: Any, db: None) -> SetMode:
    def set_it(mode: str) -> None:
        if request.param == "environment":
            settings.SIGN_UP = mode
        else:
            Site.objects.update_or_create(pk=Site.ONLY, defaults={"sign_up": mode})
            configuration.site_cache.invalidate()

    settings.SIGN_UP = ""
    return set_it


def confirm(client: Client) -> None:
    """Follow the link of the mail, if one was sent."""
    if mail.outbox:
        client.post(link_in(mail.outbox[-1]))


def by_form(client: Client, settings: Any) -> None:
    sign_up(client, "Eve", "eve@example.org")
    confirm(client)


def by_guest(client: Client, settings: Any) -> None:
    client.force_login(User.objects.create_user("Wanda", guest_network="somewhere"))
    client.post(KEEP, {**FORM, "password1": PASSWORD})
    confirm(client)


def by_passkey(client: Client, settings: Any) -> None:
    settings.PASSKEY_HOST = HOST
    client.force_login(User.objects.create_user("Wanda", guest_network="somewhere"))
    options = client.post(OPTIONS, FORM).json()["create"]
    client.post(KEEP, {**FORM, "credential": json.dumps(Device(HOST).make(options))})
    confirm(client)


def by_openid(client: Client, settings: Any) -> None:
    claims = {"email": "eve@example.org", "email_verified": True}
    people = [oidc_provider_mock.User(sub="eve", claims=claims)]
    with oidc_provider_mock.run_server_in_thread(user_claims=people) as server:
        issuer = f"http://localhost:{server.server_port}"
        found, _origins = social_providers.providers_from_environment(
            Setting(**KEYS, OIDC_ISSUER=issuer)
        )
        settings.SOCIALACCOUNT_PROVIDERS = found
        come_from(issuer, client, "eve")
        client.post("/accounts/3rdparty/signup/", FORM)


def outcome(client: Client) -> str:
    newcomer = User.objects.filter(email="eve@example.org").first()
    if newcomer is None or not (newcomer.is_pending_approval or not newcomer.is_guest):
        return REFUSED
    if newcomer.is_pending_approval:
        assert newcomer.is_guest or client.get("/preferences/").status_code == 302
        return WAITS
    assert client.get("/preferences/").status_code == 200
    return ACCOUNT


@pytest.mark.parametrize("mode", OUTCOMES)
@pytest.mark.parametrize("way", [by_form, by_guest, by_passkey, by_openid])
def test_sign_up_follows_the_mode(
    way: Callable[[Client, Any], None],
    mode: str,
    set_mode: SetMode,
    ada: User,
    client: Client,
    settings: Any,
) -> None:
    set_mode(signup_policy.INVITATION if mode == INVITED else mode)
    User.objects.filter(pk=ada.pk).update(date_joined=timezone.now() - timedelta(days=99))
    if mode == INVITED:
        client.get(signup_policy.signup_invitation_url(ada).removeprefix(settings.SITE_URL))
    way(client, settings)
    assert outcome(client) == OUTCOMES[mode]
    brought = 1 if mode == INVITED else 0
    assert ada.brought.count() == brought
    assert signup_policy.signup_invitations_left(ada) == signup_policy.MOST_INVITED - brought


@pytest.mark.parametrize("mode", Site.SignUp.values)
def test_invitation_page_follows_the_mode(mode: str, set_mode: SetMode, as_ada: Client) -> None:
    set_mode(mode)
    offered = mode == signup_policy.INVITATION
    assert (as_ada.get("/preferences/invite/").status_code == 200) is offered
    assert ("/preferences/invite/" in as_ada.get("/preferences/").text) is offered


def test_old_guest_counts_against_the_inviter(
    set_mode: SetMode, ada: User, client: Client, settings: Any
) -> None:
    set_mode(signup_policy.INVITATION)
    long_ago = timezone.now() - 2 * signup_policy.INVITATION_LIFETIME
    client.force_login(
        User.objects.create_user("Wanda", guest_network="somewhere", date_joined=long_ago)
    )
    client.get(KEEP + "?" + signup_policy.signup_invitation_url(ada).partition("?")[2])
    client.post(KEEP, {**FORM, "password1": PASSWORD})
    assert signup_policy.signup_invitations_left(ada) == signup_policy.MOST_INVITED - 1


def test_last_invitation_lets_its_guest_send_the_form_again(
    set_mode: SetMode, ada: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_mode(signup_policy.INVITATION)
    monkeypatch.setattr(signup_policy, "MOST_INVITED", 1)
    client.force_login(User.objects.create_user("Wanda", guest_network="somewhere"))
    client.get(KEEP + "?" + signup_policy.signup_invitation_url(ada).partition("?")[2])
    for address in ("typo@example.org", "eve@example.org"):
        client.post(KEEP, {**FORM, "email": address, "password1": PASSWORD})
    assert [one.to for one in mail.outbox] == [["typo@example.org"], ["eve@example.org"]]


@pytest.mark.parametrize(
    ("mode", "link", "says"),
    [
        (signup_policy.CLOSED, "", "If you know its owner"),
        (signup_policy.INVITATION, "", "Anyone with an account here can invite you"),
        (signup_policy.INVITATION, "?invited=nonsense", "The link has expired"),
    ],
)
def test_closed_page_says_how_to_get_in(
    set_mode: SetMode, client: Client, mode: str, link: str, says: str
) -> None:
    set_mode(mode)
    page = client.get(f"/accounts/signup/{link}").text
    assert says in page
    assert 'href="/accounts/login/"' in page


def decide(make_person: MakePerson, action: str) -> None:
    """The owner lets Eve in, or turns Eve away."""
    staff = Client()
    staff.force_login(make_person("Boss", is_staff=True, is_superuser=True))
    chosen = {"action": action, "_selected_action": [User.objects.get(username="Eve").pk]}
    staff.post(reverse("admin:accounts_user_changelist"), chosen)


@pytest.mark.parametrize("confirms_first", [True, False])
def test_guest_plays_on_until_the_owner_approves(
    set_mode: SetMode, make_person: MakePerson, client: Client, confirms_first: bool
) -> None:
    set_mode(signup_policy.APPROVAL)
    client.force_login(User.objects.create_user("Wanda", guest_network="somewhere"))
    client.post(KEEP, {**FORM, "password1": PASSWORD})
    assert "the owner of this site reviews your account" in client.get(KEEP).text
    link = link_in(mail.outbox[-1])
    if confirms_first:
        client.post(link)
        assert "Your address is confirmed" in client.get(KEEP).text
        elsewhere = Client()
        elsewhere.post("/accounts/login/", {"login": "Eve", "password": PASSWORD})
        assert elsewhere.get("/preferences/").status_code == 302
    decide(make_person, "let_in")
    if not confirms_first:
        assert User.objects.get(username="Eve").is_guest
        client.post(link)
    elif mail.outbox:
        assert mail.outbox[-1].to == ["eve@example.org"]
    assert not User.objects.get(username="Eve").is_guest
    assert client.get("/clubs/new/").status_code == 200


def test_guest_who_is_turned_away_stays_a_guest(
    set_mode: SetMode, make_person: MakePerson, client: Client
) -> None:
    set_mode(signup_policy.APPROVAL)
    by_guest(client, None)
    decide(make_person, "turn_away")
    eve = User.objects.get(username="Eve")
    assert (eve.is_guest, eve.is_active, eve.is_pending_approval, eve.email) == (
        True,
        True,
        False,
        "",
    )
    assert client.get("/my-tables/").status_code == 200
    elsewhere = Client()
    elsewhere.post("/accounts/login/", {"login": "Eve", "password": PASSWORD})
    assert elsewhere.get("/preferences/").status_code == 302


def test_page_after_sign_up_says_who_decides(set_mode: SetMode, client: Client) -> None:
    set_mode(signup_policy.APPROVAL)
    assert "reviews every new account" in client.get("/accounts/signup/").text
    page = sign_up(client, "Eve", "eve@example.org")
    page = client.get(page.headers["Location"])
    assert "The owner of this site then reviews your account" in page.text
    assert "you get an e-mail" in page.text
    page = client.post(link_in(mail.outbox[-1]), follow=True)
    assert "The owner of this site reviews every new account" in page.text


def test_passkey_of_a_waiting_guest_opens_nothing(
    set_mode: SetMode, client: Client, settings: Any
) -> None:
    set_mode(signup_policy.APPROVAL)
    settings.PASSKEY_HOST = HOST
    client.force_login(User.objects.create_user("Wanda", guest_network="somewhere"))
    device = Device(HOST)
    options = client.post(OPTIONS, FORM).json()["create"]
    client.post(KEEP, {**FORM, "credential": json.dumps(device.make(options))})
    confirm(client)
    browser = Client()
    browser.post(SIGN_IN, {"credential": assertion_response(browser, device)})
    assert browser.get("/preferences/").status_code == 302
