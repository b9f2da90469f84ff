"""What holds for every page, on a site that has something of everything: each is drawn once.

In both languages, dates are in our formats; an id is unique, and what points to one finds it. In
one of them, templates read no name that does not exist (Django renders it as nothing), and no page
has a script that is not a file of ours: the names of tables are text.
"""

from __future__ import annotations

import logging
import re

import pytest
from django.template import VariableDoesNotExist
from django.test import Client
from django.utils.html import escape

from accounts.models import User
from games.models import Club, Table
from games.rules import catalogue
from games.studies.models import Study
from tests.games.conftest import new_table
from tests.portal.every_page import boss, pages
from tests.portal.test_attacks import NAME, foreign_scripts
from tests.portal.test_date_pages import RIGHT, visible, wrong
from tests.portal.test_page_ids import Ids

__all__ = ["boss", "new_table", "pages"]

pytestmark = pytest.mark.same_everywhere

#: Asked for where only some have it: settings of formats, and a box that needs a picture.
OPTIONAL = {"ArenaSettings.mixed", "SiteSettingsForm.usual_picture"}


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_page_keeps_what_holds_for_all(
    language: str, boss: User, pages: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    is_first = language == "en"
    if is_first:
        club = Club.objects.get(name="Thursday")
        waiting = Table.objects.filter(status=Table.Status.OPEN)
        waiting.update(club=club, visibility=Table.Visibility.CIRCLE)
        Study.objects.update(club=club, visibility=Study.Visibility.CIRCLE)
        Table.objects.update(name=NAME)
    of_titles = [
        address
        for game in catalogue()
        for address in (f"/games/{game}/", f"/games/{game}/one-page/", f"/tables/new/{game}/")
    ]
    client = Client(headers={"accept-language": language})
    client.force_login(boss)
    faults: dict[str, list[object]] = {}
    shown = dated = named = 0
    with caplog.at_level(logging.DEBUG if is_first else logging.INFO, logger="django.template"):
        for address in dict.fromkeys(pages + of_titles):
            answer = client.get(address)
            if not answer.headers.get("Content-Type", "").startswith("text/html"):
                continue
            text = visible(answer.text)
            shown += answer.status_code == 200
            dated += re.search(RIGHT[language], text) is not None
            named += escape(NAME) in answer.text
            found: list[object] = [*wrong(text, language), *Ids(answer.text).faults()]
            if is_first:
                found += foreign_scripts(answer)
            if found:
                faults[address] = found
    assert faults == {}
    assert shown > 120
    assert dated > 50
    if is_first:
        assert named > 8
        assert stale_names(caplog.records) == []


def stale_names(records: list[logging.LogRecord]) -> list[str]:
    """The attributes of our own classes that templates asked for and that do not exist."""
    errors = [record.exc_info[1] for record in records if record.exc_info]
    missing = [error.params for error in errors if isinstance(error, VariableDoesNotExist)]
    assert len(missing) > 10, "Django logs what it cannot look up"
    names = {f"{type(on).__name__}.{name}" for name, on in missing if is_ours(on)}
    return sorted(names - OPTIONAL)


def is_ours(value: object) -> bool:
    return type(value).__module__.startswith(("accounts.", "games.", "portal."))
