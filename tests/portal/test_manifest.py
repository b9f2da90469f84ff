"""The site beside a device's programs: the manifest, its pictures, its colours."""

from __future__ import annotations

import re
import struct
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client

pytestmark = [pytest.mark.same_everywhere, pytest.mark.django_db]


def test_every_page_leads_to_it(client: Client) -> None:
    assert '<link rel="manifest" href="/manifest.webmanifest">' in client.get("/").text
    answer = client.get("/manifest.webmanifest")
    assert answer.headers["Content-Type"] == "application/manifest+json"
    assert answer.json()["name"] == "Longtable"


def test_it_speaks_its_readers_language(client: Client) -> None:
    manifest = client.get("/manifest.webmanifest", headers={"Accept-Language": "ja"}).json()
    assert manifest["lang"] == "ja"
    assert not manifest["description"].isascii()


def test_its_pictures_are_there_and_as_large_as_it_says(client: Client) -> None:
    found = client.get("/manifest.webmanifest").json()["icons"]
    assert {(icon["sizes"], icon["purpose"]) for icon in found} == {
        (size, purpose) for size in ("any", "192x192", "512x512") for purpose in ("any", "maskable")
    }
    for icon in found:
        path = finders.find(icon["src"].removeprefix("/static/"))
        assert isinstance(path, str)
        if icon["type"] == "image/png":
            head = Path(path).read_bytes()[:24]
            assert head.startswith(b"\x89PNG")
            assert "{}x{}".format(*struct.unpack(">II", head[16:])) == icon["sizes"]


def test_its_colours_are_those_of_the_stylesheet(client: Client) -> None:
    manifest = client.get("/manifest.webmanifest").json()
    sheet = (settings.BASE_DIR / "static/css/tokens.css").read_text()
    for name, colour in (("wood", manifest["theme_color"]), ("page", manifest["background_color"])):
        assert re.search(rf"--{name}: light-dark\({colour},", sheet)
    assert f'<meta name="theme-color" content="{manifest["theme_color"]}">' in client.get("/").text
