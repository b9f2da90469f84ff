"""Serializers build the responses: what they read, and what they must not hide."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest
from rest_framework import serializers

from accounts.models import User
from games.api.deprecation import RenamedFieldsSerializer
from games.api.object_serializer import ObjectSerializer
from games.models import Note
from tests.clients import api_of, signed_in


class ClubOfTable(RenamedFieldsSerializer, ObjectSerializer):
    old_names = {"circle": "club"}

    club = serializers.CharField(source="table.club.key", allow_null=True)
    size = serializers.IntegerField(source="count", allow_null=True)


def serialize(table: Any, count: Any = 3) -> dict[str, Any]:
    return ClubOfTable().to_representation(SimpleNamespace(table=table, count=count))


@pytest.mark.same_everywhere
def test_missing_relation_is_null_under_both_names() -> None:
    assert serialize(SimpleNamespace(club=None)) == {"club": None, "size": 3, "circle": None}


@pytest.mark.same_everywhere
def test_method_behind_a_renamed_field_runs_once() -> None:
    calls: list[str] = []

    def key() -> str:
        calls.append("key")
        return "abc"

    found = serialize(SimpleNamespace(club=SimpleNamespace(key=key)))
    assert (found["club"], found["circle"], calls) == ("abc", "abc", ["key"])


@pytest.mark.same_everywhere
def test_unknown_attribute_is_an_error_and_not_null() -> None:
    with pytest.raises(AttributeError, match="club"):
        serialize(SimpleNamespace())


@pytest.mark.same_everywhere
def test_error_inside_a_method_is_an_error_and_not_null() -> None:
    with pytest.raises(AttributeError, match="missing"):
        serialize(SimpleNamespace(club=None), count=lambda: SimpleNamespace().missing)


@pytest.mark.same_everywhere
def test_times_are_in_utc_for_sessions_of_other_time_zones(people: list[User]) -> None:
    user = people[0]
    User.objects.filter(pk=user.pk).update(time_zone="Asia/Tokyo")
    written = datetime(2026, 3, 1, 20, 30, tzinfo=UTC)
    Note.objects.create(author=user, person=people[1], text="kind", changed_at=written)
    (note,) = signed_in(user).get("/api/my-notes/").json()
    assert note["changed_at"] == "2026-03-01T20:30:00Z"


@pytest.mark.same_everywhere
def test_availability_has_all_its_keys(people: list[User]) -> None:
    assert set(api_of(people[0]).get("/api/availability/").json()) == {
        *("time_zone", "week", "days_off"),
        *("auto_vacation", "vacation_days", "vacations"),
    }
