"""Old paths and field names of the API: they work as before, and the description says so."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import resolve, reverse
from rest_framework import serializers
from rest_framework.test import APIClient

from accounts.models import User
from accounts.tokens import create_token
from games.api import docs
from games.api.deprecation import OLD_PREFIXES, RenamedFieldsSerializer, new_path_of
from games.clubs import creation
from games.lobby.admission import matchmaking
from games.models import Table
from portal.http.url_patterns import url_patterns
from tests.clients import api_of
from tests.games.conftest import GAME

#: The operations that were at old paths when these moved.
OLD_OPERATIONS = """
get /api/circles/ circles_list
post /api/circles/ circles_begin
get /api/circles/{key}/ circle
patch /api/circles/{key}/ circle_change
delete /api/circles/{key}/ circle_close
get /api/circles/{key}/candidates/ circle_candidates
put /api/circles/{key}/candidates/{username}/ circle_invite
delete /api/circles/{key}/candidates/{username}/ circle_turn_down
post /api/circles/{key}/join/ circle_join
get /api/circles/{key}/leaderboard/{game}/ circle_leaderboard
post /api/circles/{key}/leave/ circle_leave
patch /api/circles/{key}/members/{username}/ circle_member_role
delete /api/circles/{key}/members/{username}/ circle_member_remove
get /api/circles/{key}/talk/ circle_talk
post /api/circles/{key}/talk/ circle_say
get /api/circles/{key}/webhook/ circle_webhook
put /api/circles/{key}/webhook/ circle_webhook_set
delete /api/circles/{key}/webhook/ circle_webhook_remove
post /api/circles/{key}/webhook/test/ circle_webhook_test
get /api/contests/ contests_list
get /api/contests/{key}/ contest
post /api/contests/{key}/call-off/ contest_call_off
get /api/contests/{key}/challenges/ contest_challenges
post /api/contests/{key}/challenges/ contest_challenge
post /api/contests/{key}/challenges/answer/ contest_answer_challenge
post /api/contests/{key}/check-in/ contest_check_in
post /api/contests/{key}/end/ contest_end
post /api/contests/{key}/enter/ contest_enter
post /api/contests/{key}/invite/ contest_invite
post /api/contests/{key}/put-out/ contest_put_out
get /api/contests/{key}/rounds/ contest_rounds_list
post /api/contests/{key}/rounds/{number}/tables/{table}/ contest_rule
get /api/contests/{key}/standings/ contest_standings
post /api/contests/{key}/withdraw/ contest_withdraw
get /api/contests/series/{key}/ contest_series
get /api/moderation/hints/ moderation_hints
post /api/moderation/hints/{id}/ settle_hint
get /api/my-time/ my_time
patch /api/my-time/ my_time_set
post /api/my-time/vacations/ vacation_enter
delete /api/my-time/vacations/ vacation_end
get /api/notices/ notices_list
get /api/notices/devices/ devices
post /api/notices/devices/ device_add
delete /api/notices/devices/ devices_remove
get /api/notices/devices/{id}/ device
delete /api/notices/devices/{id}/ device_remove
post /api/notices/devices/{id}/test/ device_test
post /api/notices/read/ notices_read
get /api/notices/settings/ notices_settings
patch /api/notices/settings/ notices_set
get /api/notices/webhook/ webhook
put /api/notices/webhook/ webhook_set
delete /api/notices/webhook/ webhook_remove
post /api/notices/webhook/test/ webhook_test
get /api/quick-matches/ quick_matches_list
post /api/quick-matches/{game}/ quick_match
delete /api/quick-matches/{game}/ quick_match_cancel
get /api/table-sets/ table_sets_list
post /api/table-sets/ table_sets_save
post /api/table-sets/{id}/ table_set_rename
delete /api/table-sets/{id}/ table_set_delete
post /api/tables/{key}/again/ tables_again_create
post /api/tables/{key}/hint/ tables_hint_create
get /api/tables/{key}/orders/ tables_orders_retrieve
post /api/tables/{key}/orders/ tables_orders_create
put /api/tables/{key}/orders/ tables_orders_update
"""
OLD_FIELDS = {
    "Candidate": {"word": "message"},
    "CaseDetail": {"told": "report_list"},
    "ConditionalMoves": {"ahead": "conditional_moves"},
    "ConditionalMovesInput": {"ahead": "conditional_moves"},
    "Draft": {"asks": "requirements", "circle": "club"},
    "Invitation": {"word": "message"},
    "InvitationAnswer": {"word": "message"},
    "JoinMessage": {"word": "message"},
    "MatchRequest": {"lapses_at": "expires_at", "terms": "settings"},
    "MoveEffect": {"told": "preview"},
    "Notification": {"fate": "outcome"},
    "NotificationSettings": {"notices_a_day": "notifications_per_day"},
    "PatchedNotificationSettings": {"notices_a_day": "notifications_per_day"},
    "PatchedStudyUpdate": {"circle": "club"},
    "PlayedTurn": {"asks": "requirements", "circle": "club"},
    "SavedSettings": {"circle": "club", "terms": "settings"},
    "SavedSettingsInput": {"asks": "requirements", "circle": "club", "of_circle": "of_club"},
    "Season": {"contest": "tournament"},
    "SeasonSeries": {"circle": "club"},
    "Study": {"circle": "club"},
    "Table": {"asks": "requirements", "circle": "club"},
    "TableInput": {"asks": "requirements", "circle": "club"},
    "TableSettings": {"asks": "requirements"},
    "Tournament": {"asks": "requirements", "circle": "club", "terms": "table_settings"},
    "TournamentStanding": {"fate": "outcome"},
    "TournamentSummary": {"circle": "club"},
    "VisibleTable": {"asks": "requirements", "circle": "club"},
}


class Fruit(RenamedFieldsSerializer):
    old_names = {"colour": "color"}

    color = serializers.CharField(max_length=5, default="red")


# paths


def old_operations() -> list[tuple[str, str, str]]:
    return [tuple(line.split()) for line in OLD_OPERATIONS.strip().splitlines()]  # type: ignore[misc]


@pytest.mark.same_everywhere
def test_old_operations_keep_their_ids_and_are_deprecated() -> None:
    paths = docs.openapi_schema("en")["paths"]
    for method, path, operation_id in old_operations():
        operation, new = paths[path][method], new_path_of(path)
        assert operation["operationId"] == operation_id
        assert operation["deprecated"]
        assert operation["description"].endswith(f"\n\nDeprecated: use `{new}`.")
        current = paths[new][method]
        assert not current.get("deprecated")
        assert current["responses"] == operation["responses"]
        assert current["x-scope"] == operation["x-scope"]
    deprecated = [
        (method, path)
        for path, methods in paths.items()
        for method, operation in methods.items()
        if operation.get("deprecated")
    ]
    assert sorted(deprecated) == sorted((method, path) for method, path, _id in old_operations())


@pytest.mark.same_everywhere
def test_old_paths_are_answered_by_the_view_and_name_of_the_new_ones() -> None:
    for _method, path, _id in old_operations():
        old, new = (
            resolve(one.format(key="k", username="ann", game="g", id=1, number=1, table=1))
            for one in (path, new_path_of(path) or "")
        )
        assert (old.func, old.kwargs, old.view_name) == (new.func, new.kwargs, new.view_name)


def test_every_name_of_the_api_leads_to_its_new_path() -> None:
    olds = tuple(OLD_PREFIXES)
    assert not [
        one.name for one in url_patterns("games.api.urls") if str(one.pattern).startswith(olds)
    ]


def test_an_old_path_answers_without_a_redirect_and_costs_no_query_more(people: list[User]) -> None:
    club = creation.create_club(people[0], "Thursday", "", "open")
    client = api_of(people[0])
    answers, counts = [], []
    for path in (f"/api/circles/{club.key}/", reverse("api:club", args=[club.key])):
        client.get(path)
        with CaptureQueriesContext(connection) as queries:
            answer = client.get(path)
        assert answer.status_code == 200
        answers.append(answer.json())
        counts.append(len(queries))
    assert answers[0] == answers[1]
    assert counts[0] == counts[1]


@pytest.mark.same_everywhere
def test_an_old_path_asks_for_the_scope_of_the_new_one(people: list[User]) -> None:
    client = APIClient()
    token = create_token(people[0], "test", scopes=["read"])[1]
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
    assert client.get("/api/quick-matches/").status_code == 200
    refused = client.post(f"/api/quick-matches/{GAME}/")
    assert (refused.status_code, refused.json()["error"]) == (403, "missing_scope")


@pytest.mark.same_everywhere
def test_an_unknown_path_below_an_old_one_is_not_found(db: None) -> None:
    answer = APIClient().get("/api/circles/k/nothing/")
    assert (answer.status_code, answer.json()["error"]) == (404, "not_found")


# fields


@pytest.mark.same_everywhere
def test_old_fields_are_deprecated_and_name_the_new_ones() -> None:
    found: dict[str, dict[str, str]] = {}
    for shape, schema in docs.openapi_schema("en")["components"]["schemas"].items():
        required = schema.get("required", [])
        for name, field in schema.get("properties", {}).items():
            if field.get("deprecated"):
                new = field["description"].removeprefix("deprecated: use `").rstrip("`")
                found.setdefault(shape, {})[name] = new
                assert new in schema["properties"]
                assert (name in required) == (new in required)
    assert {shape: dict(sorted(names.items())) for shape, names in found.items()} == OLD_FIELDS


@pytest.mark.same_everywhere
@pytest.mark.parametrize(
    ("sent", "color"),
    [
        ({}, "red"),
        ({"color": "blue"}, "blue"),
        ({"colour": "blue"}, "blue"),
        ({"colour": "blue", "color": "blue"}, "blue"),
    ],
)
def test_either_name_is_accepted(sent: dict[str, str], color: str) -> None:
    form = Fruit(data=sent)
    assert form.is_valid()
    assert form.validated_data == {"color": color}
    assert Fruit({"color": color}).data == {"color": color, "colour": color}


@pytest.mark.same_everywhere
@pytest.mark.parametrize(
    ("sent", "fields"),
    [
        ({"colour": "blue", "color": "green"}, {"color", "colour"}),
        ({"colour": "turquoise"}, {"colour"}),
        ({"color": "turquoise"}, {"color"}),
    ],
)
def test_errors_have_the_name_that_was_sent(sent: dict[str, str], fields: set[str]) -> None:
    form = Fruit(data=sent)
    assert not form.is_valid()
    assert set(form.errors) == fields


def test_tables_are_opened_and_returned_by_old_names(people: list[User]) -> None:
    club = creation.create_club(people[0], "Thursday", "", "open")
    client = api_of(people[0])
    asks = {"followed": True}
    sent = {"game": GAME, "seats": 3, "visibility": "circle", "circle": club.key, "asks": asks}
    opened = client.post("/api/tables/", sent, format="json")
    assert opened.status_code == 201, opened.content
    table = opened.json()
    assert table["circle"] == table["club"] == club.key
    assert table["asks"] == table["requirements"] == asks
    both = client.post("/api/tables/", {**sent, "club": "other"}, format="json")
    assert (both.status_code, set(both.json()["fields"])) == (400, {"circle", "club"})
    assert Table.objects.count() == 1


def test_saved_settings_have_old_names(people: list[User]) -> None:
    club = creation.create_club(people[0], "Thursday", "", "open")
    client = api_of(people[0])
    sent = {"game": GAME, "seats": 2, "set_name": "Fridays", "of_circle": club.key}
    (saved,) = [client.post("/api/table-sets/", sent, format="json").json()]
    assert saved["circle"] == saved["club"] == club.key
    assert saved["terms"] == saved["settings"]
    assert saved["terms"]["asks"] == saved["settings"]["requirements"]


def test_match_requests_have_old_names(people: list[User]) -> None:
    client = api_of(people[0])
    request = client.post(f"/api/quick-matches/{GAME}/").json()
    assert request["lapses_at"] == request["expires_at"]
    assert request["terms"] == request["settings"]
    assert client.get("/api/match-requests/").json() == [request]
    assert client.delete(f"/api/quick-matches/{GAME}/").json() == {"removed": True}
    assert not matchmaking.requests_of(people[0])


def test_notification_settings_are_accepted_and_returned_by_old_names(people: list[User]) -> None:
    client = api_of(people[0])
    for path, name in (("notices", "notices_a_day"), ("notifications", "notifications_per_day")):
        sent = {name: 7 if path == "notices" else 8}
        found = client.patch(f"/api/{path}/settings/", sent, format="json").json()
        assert found["notices_a_day"] == found["notifications_per_day"] == sent[name]
        assert (
            api_of(User.objects.get(pk=people[0].pk)).get(f"/api/{path}/settings/").json() == found
        )
        wrong = client.patch(f"/api/{path}/settings/", {name: 0}, format="json")
        assert (wrong.status_code, name in wrong.json()["fields"]) == (400, True)


def test_studies_are_returned_and_changed_by_old_names(people: list[User]) -> None:
    club = creation.create_club(people[0], "Thursday", "", "open")
    client = api_of(people[0])
    key = client.post("/api/studies/", {"name": "Lines"}, format="json").json()["key"]
    for name in ("circle", "club"):
        sent = {"name": "Lines", "readers": "circle", name: club.key}
        found = client.patch(f"/api/studies/{key}/", sent, format="json").json()
        assert found["circle"] == found["club"] == club.key
        client.patch(f"/api/studies/{key}/", {"name": "Lines", "readers": "nobody"}, format="json")


def test_messages_are_accepted_and_returned_by_old_names(people: list[User]) -> None:
    club = creation.create_club(people[0], "Thursday", "", "request")
    path = f"/api/circles/{club.key}/"
    api_of(people[1]).post(f"{path}join/", {"word": "Hello"}, format="json")
    (one,) = api_of(people[0]).get(f"{path}candidates/").json()
    assert one["word"] == one["message"] == "Hello"


def test_conditional_moves_are_given_by_their_old_name(table: Table) -> None:
    seat = table.seat_set.get(number=0)
    assert seat.user is not None
    client = api_of(seat.user)
    old, new = f"/api/tables/{table.key}/orders/", f"/api/tables/{table.key}/conditional-moves/"
    answer: Any = client.put(old, {"ahead": []}, format="json")
    assert answer.status_code == 200
    assert answer.json()["ahead"] == answer.json()["conditional_moves"] == []
    assert json.loads(client.get(new).content) == answer.json()
    both = client.put(old, {"ahead": [], "conditional_moves": [1]}, format="json")
    assert both.status_code == 400
