"""Hints: what cheating leaves behind is found with its evidence, and decides nothing."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from unittest.mock import ANY

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone

from accounts import known_devices
from accounts.models import User
from games import tasks
from games.models import Case, Decision, FairPlaySignal, Move, Seat, Table
from games.moderation import cases, fair_play_signals
from games.ratings.models import DeviceFingerprint
from games.table.actions import resignation
from games.table.session.loader import load_match
from portal.errors import NotFound
from tests.clients import api_of, signed_in
from tests.games.conftest import play_on
from tests.games.moderation.conftest import create_finished_match
from tests.refusals import expect_refusal

Kind = FairPlaySignal.Kind


def detected_signals() -> dict[str, tuple[str, str]]:
    fair_play_signals.detect_signals(timezone.now())
    rows = FairPlaySignal.objects.select_related("user", "other")
    return {one.kind: (one.user.username, one.other.username if one.other else "") for one in rows}


def comes(browser: Client, user: User, network: str) -> None:
    """Somebody signs in with a browser, and opens a page some minutes later."""
    asked, answer = RequestFactory().get("/"), HttpResponse()
    asked.COOKIES = {name: cookie.value for name, cookie in browser.cookies.items()}
    known_devices.remember_device(asked, answer, user)
    browser.cookies.update(answer.cookies)
    browser.force_login(user)
    User.objects.filter(pk=user.pk).update(last_seen_at=timezone.now() - timedelta(minutes=6))
    assert browser.get("/tables/", REMOTE_ADDR=network).status_code == 200


def test_two_of_one_device_and_network_at_a_rated_table_are_named(people: list[User]) -> None:
    ann, bob, cem = people[:3]
    ours, other = Client(), Client()
    comes(ours, ann, "192.0.2.1")
    comes(ours, bob, "192.0.2.1")
    comes(other, cem, "192.0.2.1")  # of one network alone
    comes(ours, cem, "192.0.2.9")  # the device elsewhere
    assert DeviceFingerprint.objects.count() == 4
    assert detected_signals() == {}  # they have met at no table
    table = create_finished_match(ann, bob, cem)
    assert detected_signals() == {Kind.SHARED: ("ann", "bob")}
    assert FairPlaySignal.objects.get().evidence == {"tables": [table.key]}


def test_of_a_place_no_address_is_kept_and_nothing_after_30_days(people: list[User]) -> None:
    comes(Client(), people[0], "192.0.2.1")
    seen = DeviceFingerprint.objects.get()
    assert "192.0.2.1" not in f"{seen.device} {seen.network}"
    old = timezone.now() - timedelta(days=31)
    FairPlaySignal.objects.create(kind=Kind.PACE, user=people[0], dedup_key="x", found_at=old)
    tasks.detect_fair_play_signals()
    assert DeviceFingerprint.objects.exists()
    assert not FairPlaySignal.objects.exists()
    DeviceFingerprint.objects.update(last_at=old)
    tasks.detect_fair_play_signals()
    assert not DeviceFingerprint.objects.exists()


@pytest.mark.same_everywhere
def test_who_always_loses_to_one_and_not_to_others_is_named(people: list[User]) -> None:
    ann, bob, cem, dee, _eva = people
    for n in range(4):
        create_finished_match(ann, bob, days_ago=28 - 3 * n)
        create_finished_match(bob, (cem, dee)[n % 2], days_ago=27 - 3 * n)
    assert detected_signals() == {}  # too few
    for n in range(6):
        create_finished_match(ann, bob, days_ago=13 - 2 * n)
        create_finished_match((cem, dee)[n % 2], bob, days_ago=12.5 - 2 * n)
        create_finished_match(bob, (cem, dee)[n % 2], days_ago=12 - 2 * n)
    assert detected_signals() == {Kind.ONE_SIDED: ("bob", "ann")}
    evidence = FairPlaySignal.objects.get().evidence
    assert evidence["n"] == 10
    assert evidence["once_in"] >= fair_play_signals.MIN_ODDS


def test_who_resigns_with_the_most_points_again_and_again_is_named(people: list[User]) -> None:
    ann, bob, cem = people[:3]
    for stood in ([30, 60], [40, 70]):
        table = create_finished_match(ann, bob, left=Seat.LeaveReason.RESIGNED)
        table.seat_set.filter(user=bob).update(points_at_leaving=stood)
    table = create_finished_match(ann, cem, left=Seat.LeaveReason.RESIGNED)
    table.seat_set.filter(user=cem).update(points_at_leaving=[50, 51])
    assert detected_signals() == {Kind.ON_PURPOSE: ("bob", "")}


@pytest.mark.same_everywhere
def test_who_resigns_has_their_points_kept(
    new_table: Callable[..., Table], people: list[User]
) -> None:
    table = play_on(new_table(3), moves=6)
    resignation.resign(table.key, people[1])
    scores = [score.total for score in load_match(table).scores()]
    assert table.seat_set.get(user=people[1]).points_at_leaving == scores


def test_who_answers_faster_than_people_read_is_named(people: list[User]) -> None:
    ann, bob = people[:2]
    table = create_finished_match(ann, bob)
    Move.objects.bulk_create(
        Move(
            table=table, number=n, seat=n % 2, text="x", by="person", version=n, took=n % 2 * 9 + 1
        )
        for n in range(1, 1 + 2 * fair_play_signals.MIN_ANSWERS)
    )
    assert detected_signals() == {Kind.PACE: ("ann", "")}


def test_fair_play_signal_has_no_effect_without_a_case(
    people: list[User], moderators: list[User]
) -> None:
    ann, bob = people[:2]
    dee, eva = moderators
    tables = [create_finished_match(ann, bob, left=Seat.LeaveReason.RESIGNED) for _ in range(2)]
    Seat.objects.filter(user=bob).update(points_at_leaving=[30, 60])
    fair_play_signals.detect_signals(timezone.now())
    assert not Case.objects.exists()
    page = signed_in(dee)
    assert "Resigned 2 matches" in page.get("/moderation/signals/").text
    assert signed_in(bob).get("/moderation/signals/").status_code == 403
    hint = FairPlaySignal.objects.get()
    answer = page.post(f"/moderation/signals/{hint.pk}/", {"what": "case"})
    case = Case.objects.get()
    assert answer["Location"] == f"/moderation/{case.pk}/"
    assert "Resigned 2 matches" in signed_in(eva).get(f"/moderation/{case.pk}/").text
    assert Decision.Action.ANNUL in cases.available_actions(case)
    assert set(cases.table_keys_of(case)) == {one.key for one in tables}
    fair_play_signals.detect_signals(timezone.now())
    assert "Nothing was found" in page.get("/moderation/signals/").text
    with expect_refusal(NotFound, "no_such_thing"):
        fair_play_signals.resolve_signal(hint.pk, eva, opens=False)


def test_moderators_resolve_fair_play_signals_by_the_api(
    people: list[User], moderators: list[User]
) -> None:
    ann, bob = people[:2]
    dee, now = api_of(moderators[0]), timezone.now()
    for key, other in (("x", bob), ("y", None)):
        FairPlaySignal.objects.create(
            kind=Kind.SHARED,
            user=ann,
            other=other,
            dedup_key=key,
            evidence={"tables": ["some-table"]},
            found_at=now,
        )
    found = dee.get("/api/moderation/signals/").json()
    text = "Both accounts used the same device on the same network."
    signal: dict[str, Any] = {
        "id": ANY,
        "kind": "shared",
        "user": "ann",
        "text": text,
        "household_since": None,
        "found_at": ANY,
    }
    signal["evidence"] = {"tables": ["some-table"]}
    assert found == [{**signal, "other": other} for other in ("bob", None)]
    first, second = (f"/api/moderation/signals/{one['id']}/" for one in found)
    opened = dee.post(first, {"opens": True}, format="json").json()
    assert opened == {"case": Case.objects.get().pk}
    assert dee.post(second, {"opens": False}, format="json").json() == {"case": None}


def test_fair_play_signals_are_hidden_from_the_moderator_they_concern(
    people: list[User], moderators: list[User]
) -> None:
    dee, eva = moderators
    FairPlaySignal.objects.create(
        kind=Kind.SHARED, user=people[0], other=dee, dedup_key="x", found_at=timezone.now()
    )
    assert not fair_play_signals.open_signals(dee)
    assert not fair_play_signals.open_signals(eva)  # nor about another moderator
    User.objects.filter(pk=eva.pk).update(is_superuser=True)
    eva.refresh_from_db()
    assert fair_play_signals.open_signals(eva)
