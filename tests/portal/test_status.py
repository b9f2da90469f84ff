"""The staff's page of how the site is, and what the dashboard and the alerts ask for."""

from __future__ import annotations

import json
import re
import smtplib
import time
from pathlib import Path

import pytest
import yaml
from django.core.mail import EmailMessage
from django.test import Client
from prometheus_client import REGISTRY

from accounts.models import User
from games.models import Table
from portal import health, metrics
from tests.portal.test_health import Redis

pytestmark = [pytest.mark.django_db, pytest.mark.same_everywhere]
MONITORING = Path("examples/monitoring")
AT = "/admin/status/"


@pytest.fixture
def staff() -> Client:
    person = User.objects.create(username="boss", email="boss@example.org", is_staff=True)
    client = Client()
    client.force_login(person)
    return client


@pytest.fixture(autouse=True)
def redis(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(health, "get_client", lambda: Redis(time.time()))
    mark = tmp_path / "last_backup"
    mark.touch()
    monkeypatch.setattr(metrics, "BACKED_UP", mark)


def test_staff_see_what_runs_and_what_waits(staff: Client) -> None:
    page = staff.get(AT).text
    for text in ("database", "Waiting tasks (bots)", "Seconds since the last backup"):
        assert text in page
    assert AT in staff.get("/admin/").text


def test_nobody_else_does(client: Client) -> None:
    assert client.get(AT).status_code == 302
    client.force_login(User.objects.create(username="ann"))
    assert client.post(AT).status_code in (302, 403)


def test_a_test_mail_says_what_the_server_said(
    staff: Client, mailoutbox: list[EmailMessage], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "Passed to the mail server for" in staff.post(AT).text
    assert [mail.to for mail in mailoutbox] == [["boss@example.org"]]

    def refuse(_mail: EmailMessage) -> None:
        raise smtplib.SMTPAuthenticationError(535, b"5.7.8 no such user")

    monkeypatch.setattr(EmailMessage, "send", refuse)
    assert "5.7.8 no such user" in staff.post(AT).text


def test_dashboard_and_alerts_ask_for_what_there_is() -> None:
    host = User.objects.create(username="ann")
    clock = {"clock_bank": 0, "clock_increment": 0, "clock_cap": 0}
    Table.objects.create(game="x", rules_version=1, seat_count=2, host=host, **clock)
    there = {sample.name for family in REGISTRY.collect() for sample in family.samples}
    there |= {f"{name.name}_{end}" for name in REGISTRY.collect() for end in ("count", "bucket")}
    panels = json.loads((MONITORING / "grafana.json").read_text())["panels"]
    rules = yaml.safe_load((MONITORING / "alerts.yml").read_text())["groups"][0]["rules"]
    asked = [target["expr"] for panel in panels for target in panel["targets"]]
    asked += [rule["expr"] for rule in rules]
    assert len(rules) == len({rule["alert"] for rule in rules})
    assert set(re.findall(r"longtable_[a-z_]+", " ".join(asked))) <= there
