"""The page of what is kept of people, and for how long."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client

from accounts import guests, known_devices, nicknames
from accounts.data_export.models import DataExport
from games.archive import public_dump
from games.moderation import fair_play_signals
from games.notifications import delivery, webhooks
from games.ratings import device_fingerprints

pytestmark = [pytest.mark.django_db, pytest.mark.same_everywhere]


def words(language: str = "en") -> str:
    page = Client(headers={"Accept-Language": language}).get("/privacy/").text
    main = page.partition("</header>")[2].partition("<footer")[0]
    return unescape(re.sub(r"<[^>]+>", " ", main))


def test_every_number_is_the_codes_own(monkeypatch: pytest.MonkeyPatch, settings) -> None:
    kept = (guests, nicknames, device_fingerprints, fair_play_signals, delivery, DataExport)
    for days, where in enumerate(kept, 1001):
        monkeypatch.setattr(where, "KEPT", timedelta(days=days))
    monkeypatch.setattr(webhooks, "KEPT", 1007)
    settings.SESSION_COOKIE_AGE = 1008 * 24 * 3600
    monkeypatch.setattr(known_devices, "YEAR", 1009 * 24 * 3600)
    monkeypatch.setattr(public_dump, "EVERY", timedelta(days=1010))
    for language in ("en", "ja"):
        numbers = sorted(int(number) for number in re.findall(r"\d+", words(language)))
        assert numbers == list(range(1001, 1011)), language


def test_it_is_linked_from_every_page() -> None:
    footer = Client().get("/tables/").text.split('class="site-footer"')[1]
    assert 'href="/privacy/"' in footer
