"""A link in a mail still works after a link checker has sent HEAD requests to it."""

from __future__ import annotations

import re

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from accounts.models import User
from games.notifications import unsubscribe_links

pytestmark = pytest.mark.same_everywhere


def link_in_mail() -> str:
    """The first link of the first mail, without its host."""
    found = re.findall(r"https?://[^/\s]+(/accounts/\S+)", str(mail.outbox[0].body))
    assert found
    return str(found[0])


def test_reset_link_survives_head_request(client: Client, ada: User) -> None:
    client.post("/accounts/password/reset/", {"email": ada.email})
    link = link_in_mail()
    for _time in range(2):
        assert Client().head(link).status_code == 302
    page = client.get(link, follow=True)
    new = {"password1": "a quite new one", "password2": "a quite new one"}
    assert client.post(page.redirect_chain[-1][0], new).status_code == 302
    ada.refresh_from_db()
    assert ada.check_password("a quite new one")


def test_confirmation_link_survives_head_request(sure_ada: Client) -> None:
    sure_ada.post("/accounts/email/", {"action_add": "", "email": "new@example.org"})
    link = link_in_mail()
    assert Client().head(link).status_code == 200
    assert not EmailAddress.objects.get(email="new@example.org").verified
    sure_ada.post(link)
    assert EmailAddress.objects.get(email="new@example.org").verified


def test_unsubscribe_link_survives_head_request(ada: User) -> None:
    link = unsubscribe_links.unsubscribe_url(ada, "turn", "mail").partition("/unsubscribe")
    before = dict(ada.notification_settings.notification_overrides)
    assert Client().head("".join(link[1:])).status_code == 200
    ada.refresh_from_db()
    assert ada.notification_settings.notification_overrides == before
