"""Django renders an attribute that does not exist as nothing: a test must find stale names."""

from __future__ import annotations

import logging

import pytest
from django.template import VariableDoesNotExist
from django.test import Client

from accounts.models import User
from games.models import Club, Table
from games.studies.models import Study
from tests.games.conftest import new_table
from tests.portal.every_page import boss, pages

__all__ = ["boss", "new_table", "pages"]

pytestmark = pytest.mark.same_everywhere

#: Asked for where only some have it: settings of formats, and a box that needs a picture.
OPTIONAL = {"ArenaSettings.mixed", "SiteSettingsForm.usual_picture"}


def test_templates_read_attributes_that_exist(
    boss: User, pages: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    club = Club.objects.get()
    waiting = Table.objects.filter(status=Table.Status.OPEN)
    waiting.update(club=club, visibility=Table.Visibility.CIRCLE)
    Study.objects.update(club=club, visibility=Study.Visibility.CIRCLE)
    client = Client()
    client.force_login(boss)
    with caplog.at_level(logging.DEBUG, logger="django.template"):
        for address in pages:
            client.get(address)
    errors = [record.exc_info[1] for record in caplog.records if record.exc_info]
    missing = [error.params for error in errors if isinstance(error, VariableDoesNotExist)]
    assert len(missing) > 10, "Django logs what it cannot look up"
    names = {f"{type(on).__name__}.{name}" for name, on in missing if is_ours(on)}
    assert sorted(names - OPTIONAL) == []


def is_ours(value: object) -> bool:
    return type(value).__module__.startswith(("accounts.", "games.", "portal."))
