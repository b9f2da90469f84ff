"""What keeps the matches of a game from being loaded, and a table that it holds."""

from __future__ import annotations

import json
from dataclasses import dataclass

import pytest
from django.urls import reverse
from rest_framework.test import APIClient

from accounts.models import User
from games.boards import humanize, presenter
from games.models import Snapshot, Table
from games.table.session.transaction import recheck_hold
from tests.games.conftest import GAME, fresh, play_on
from tests.games.title_installation import TitleInstallation
from tests.sample_titles import another_than, for_seats, title

NAME = presenter(GAME).name()
KEY_READ_OUT = humanize(GAME).title()  # what is left of the name of a title that is gone
MISSING = {
    "unknown_version": f"the rules of {NAME}, which is not available here. Available: 8",
    "missing_title": f"{KEY_READ_OUT}, is not installed here",
    "broken_title": f"{KEY_READ_OUT}, is here but cannot be started",
    "broken_state": f"{NAME} is broken and cannot be read",
}
OTHER = title(for_seats(3), another_than(GAME))
CAUSES = ("unknown_version", "missing_title", "broken_title", "broken_state")


@dataclass
class Trouble:
    """Something that keeps the matches of a game from being loaded."""

    cause: str
    installed: TitleInstallation
    states: tuple[tuple[type[Table] | type[Snapshot], int, str], ...] = ()

    def comes(self) -> None:
        match self.cause:
            case "unknown_version":
                self.installed.versions(9, 8, GAME)
            case "missing_title":
                self.installed.without(GAME)
            case "broken_title":
                self.installed.break_import(GAME)
            case "broken_state":
                for kind in (Table, Snapshot):
                    for row in kind.objects.exclude(state=""):  # type: ignore[attr-defined]
                        self.states += ((kind, row.pk, row.state),)
                        torn = {**json.loads(row.state), "state": {}}
                        kind.objects.filter(pk=row.pk).update(state=json.dumps(torn))  # type: ignore[attr-defined]

    def is_mended(self) -> None:
        self.installed.as_before()
        for kind, pk, state in self.states:
            kind.objects.filter(pk=pk).update(state=state)  # type: ignore[attr-defined]


@pytest.fixture(params=CAUSES)
def trouble(request: pytest.FixtureRequest, title_installation: TitleInstallation) -> Trouble:
    return Trouble(request.param, title_installation)


@pytest.fixture
def missing_title(title_installation: TitleInstallation) -> Trouble:
    return Trouble("missing_title", title_installation)


@pytest.fixture
def table_on_hold(table: Table, trouble: Trouble) -> Table:
    """A table with some moves whose match cannot be loaded, which the site has noticed."""
    table = play_on(table, moves=12)
    trouble.comes()
    recheck_hold(table.key)
    return fresh(table)


def api(user: User | None) -> APIClient:
    client = APIClient()
    client.force_authenticate(user)
    return client


def address(name: str, table: Table) -> str:
    return reverse(f"games:{name}", args=[table.key])
