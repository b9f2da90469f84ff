"""Ranks and moments as people say them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone, translation

from games.templatetags.countdown import is_just_now
from games.templatetags.ordinal import ordinal

pytestmark = pytest.mark.same_everywhere


def test_ordinal_in_english() -> None:
    with translation.override("en"):
        said = " ".join(ordinal(n) for n in (1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111))
    assert said == "1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 101st 111th"


def test_ordinal_in_japanese() -> None:
    with translation.override("ja"):
        assert [ordinal(n) for n in (1, 2, 3, 12)] == ["1位", "2位", "3位", "12位"]


def test_less_than_a_minute_ago_is_just_now() -> None:
    assert is_just_now(timezone.now() - timedelta(seconds=30))
    assert not is_just_now(timezone.now() - timedelta(seconds=61))
    assert not is_just_now(None)
