"""An id names one element of a page, and what points to an id finds its element.

All other pages: tests/portal/test_every_page.py, where they are drawn.
"""

from __future__ import annotations

from collections import Counter
from html.parser import HTMLParser

import pytest
from django.test import Client

from accounts.models import User
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.rules import catalogue
from games.time_controls import PRESETS_BY_KEY
from tests.games.conftest import play_on

pytestmark = pytest.mark.same_everywhere

POINTERS = {"for", "form", "list", "aria-describedby", "aria-labelledby", "aria-controls"}


class Ids(HTMLParser):
    """The ids of a page, and the ids that its labels, descriptions and controls point to."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: Counter[str] = Counter()
        self.targets: set[tuple[str, str]] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for name, value in attributes:
            if name == "id":
                self.ids[value or ""] += 1
            elif name in POINTERS:
                self.targets |= {(name, target) for target in (value or "").split()}

    def faults(self) -> list[str]:
        repeated = [f"id={name} {count} times" for name, count in self.ids.items() if count > 1]
        lost = [f"{name}={target}" for name, target in self.targets if target not in self.ids]
        return sorted(repeated + lost)


def test_faults_of_ids_are_found() -> None:
    html = '<p id="a"><p id="a"><label for="b"><i aria-describedby="a c">'
    assert Ids(html).faults() == ["aria-describedby=c", "for=b", "id=a 2 times"]


@pytest.mark.parametrize("game", catalogue())
def test_tables_of_each_title_have_unique_ids(
    client: Client, people: list[User], game: str
) -> None:
    count = catalogue()[game].seats.start
    table = table_setup.open_table(
        people[0], game, TableSettings(count, {}, PRESETS_BY_KEY["day"].clock)
    )
    for user in people[1:count]:
        table_setup.join(table.key, user)
    client.force_login(people[0])
    for moves in (0, 8, 40, 80):
        play_on(table, moves)
        assert Ids(client.get(table.get_absolute_url()).text).faults() == []
