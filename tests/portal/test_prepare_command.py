"""`manage.py prepare`: what happens before the processes of a site start."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from games.lobby.home import demo
from tests.browser_fixtures import make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def demo_calls(monkeypatch: pytest.MonkeyPatch, settings: Any) -> list[str]:
    """Notes each time the demonstration is asked to fill the site."""
    settings.DEBUG = True  # no static files here
    calls: list[str] = []
    monkeypatch.setattr(demo, "fill_site", lambda: calls.append("filled"))
    return calls


def test_a_demonstration_fills_an_empty_site(demo_calls: list[str]) -> None:
    call_command("prepare", "--demo", stdout=StringIO())
    assert demo_calls == ["filled"]


@pytest.mark.same_everywhere
def test_a_demonstration_leaves_a_site_with_people_alone(demo_calls: list[str]) -> None:
    make_user("Ada")
    said = StringIO()
    call_command("prepare", "--demo", stdout=said)
    assert demo_calls == []
    assert "not empty" in said.getvalue()


def test_nothing_is_filled_unasked(demo_calls: list[str]) -> None:
    call_command("prepare", stdout=StringIO())
    assert demo_calls == []


@pytest.mark.same_everywhere
def test_static_files_are_collected_once_and_again_after_a_change(
    tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from games.management.commands import prepare

    settings.STATIC_ROOT = tmp_path / "collected"
    settings.STATICFILES_DIRS = [tmp_path / "source"]
    (tmp_path / "source").mkdir()
    (tmp_path / "source" / "a.css").write_text("a {}")
    collected: list[str] = []
    real = prepare.call_command

    def call(name: str, **options: Any) -> None:
        collected.append(name)
        real(name, **options)

    monkeypatch.setattr(prepare, "call_command", call)
    for _ in range(2):
        call_command("prepare", stdout=StringIO())
    assert collected.count("collectstatic") == 1
    assert (tmp_path / "collected" / "a.css").read_text() == "a {}"
    (tmp_path / "source" / "a.css").write_text("a {color: red}")
    call_command("prepare", stdout=StringIO())
    assert collected.count("collectstatic") == 2
