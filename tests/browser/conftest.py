"""Seats and seeds of the tables that tests open are not drawn here: a test meets the same match
every time it runs. (Tables opened on the page are drawn by the site, as always.)"""

from __future__ import annotations

import random

import pytest


@pytest.fixture(autouse=True)
def the_same_matches_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.lobby.secrets.token_hex", lambda size: "5e" * size)
    monkeypatch.setattr("games.lobby.random_order", random.Random(5))
