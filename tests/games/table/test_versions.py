"""The rules of every game get a new version while tables of it run and others are over."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

import games.rules as rules
from accounts.models import User
from games import tasks
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Table
from games.rulebook import load_rulebook, rules_versions
from games.table.actions import player_actions
from games.table.session import journal
from games.table.session.loader import load_match
from games.time_controls import PRESETS_BY_KEY
from tests.clients import api_of, signed_in
from tests.games.conftest import GAME, actor, enter_moves, fresh, player
from tests.games.title_installation import TitleInstallation

pytestmark = pytest.mark.same_everywhere

KEYS = sorted(rules.catalogue())
SEED = 4
RUNNING = ("begun", "drafted", "far")


@dataclass
class Site:
    """Tables of one game: one that is just open, running ones, one with a draft, one that is over.

    Everything was played by the version that was the newest when it began.
    """

    key: str
    people: list[User]
    tables: dict[str, Table] = field(default_factory=dict)

    def open(self, name: str, *, start: bool = True) -> Table:
        game = rules.get(self.key)
        seats = max(2, game.seats[0])
        table = table_setup.open_table(
            self.people[0],
            self.key,
            TableSettings(seats + (not start), {}, PRESETS_BY_KEY["day"].clock),
        )
        for user in self.people[1:seats]:
            table_setup.join(table.key, user)
        self.tables[name] = fresh(table)
        return self.tables[name]

    def play(self, table: Table, moves: int) -> Table:
        """Play by the policy, with a random move now and then."""
        rng = random.Random(SEED)

        def choose(match: rules.Match, seat: int) -> str:
            is_random = rng.random() < 0.4
            return rng.choice(match.legal_moves(seat)) if is_random else match.auto_move(seat)

        if fresh(table).is_running:
            enter_moves(table, moves, choose)
        return fresh(table)

    def draft(self, table: Table) -> Table:
        """Play on until somebody has drafted something."""
        for _ in range(200):
            table = fresh(table)
            seat, match = actor(table), load_match(table)
            for move in match.legal_moves(seat.number):
                trial = match.copy()
                trial.play(seat.number, move)
                if trial.reveals == match.reveals:
                    user = player(seat)
                    user.confirm_turn = True  # the move may end what the seat has to do
                    player_actions.add_to_draft(table.key, user, table.version, 0, [move])
                    return fresh(table)
            self.play(table, 1)
        raise AssertionError("nobody can draft anything")

    def addresses(self, table: Table) -> list[str]:
        pages = ["table", "fragment", *(["replay"] if table.started_at else [])]
        ended = ["record", "verify_table"] if table.is_over and table.started_at else []
        return [reverse(f"games:{name}", args=[table.key]) for name in (*pages, *ended)]

    def programs(self, table: Table) -> list[str]:
        names = (
            "table",
            "legal_moves",
            "clocks",
            "log",
            *(["conditional_moves"] if table.state else []),
        )
        return [reverse(f"api:{name}", args=[table.key]) for name in names]


@pytest.fixture(params=KEYS)
def site(request: pytest.FixtureRequest, people: list[User]) -> Site:
    found = Site(request.param, people)
    found.open("open", start=False)
    found.play(found.open("begun"), 4)
    found.draft(found.open("drafted"))
    found.play(found.open("far"), 12)
    found.play(found.open("over"), 10_000)
    assert fresh(found.tables["over"]).status == Table.Status.FINISHED
    return found


def check_site(site: Site, unread: int = 200) -> None:
    """Every page and every answer of the API; those that need the match answer `unread`."""
    check_tables(site, site.people[0], *site.tables, unread=unread)
    check_tables(site, None, "open", "far", "over", unread=unread)
    somebody, nobody = signed_in(site.people[0]), Client()
    for path in ("/", "/tables/"):
        assert nobody.get(path).status_code == 200
    profile, best = site.people[0].get_absolute_url(), f"/leaderboard/{site.key}/"
    lists = ("/", "/my-tables/", "/tables/", "/tables/?status=running", "/tables/?status=finished")
    for path in (*lists, profile, best):
        assert somebody.get(path).status_code == 200


def check_tables(site: Site, user: User | None, *names: str, unread: int = 200) -> None:
    """The pages of some tables, and to somebody the answers of the API."""
    cache.clear()  # which counts how often somebody asks
    client = signed_in(user)
    for table in [fresh(site.tables[name]) for name in names]:
        for path in site.addresses(table):
            needs_match = path.rstrip("/").endswith(("replay", "verify"))
            expected = unread if needs_match and table.state else 200
            assert client.get(path).status_code == expected, path
        for path in site.programs(table) if user else ():
            needs_match = path.rstrip("/").endswith(("legal-moves", "conditional-moves"))
            running = table.is_running or path.endswith("conditional-moves/")
            expected = unread if needs_match and running else 200
            assert api_of(user).get(path).status_code == expected, path


def test_every_page_answers_and_every_match_goes_on_by_the_version_it_began_with(
    site: Site, title_installation: TitleInstallation
) -> None:
    old = rules.get(site.key).version
    oldest = rules.get(site.key).oldest_version
    drafts = [seat.draft for seat in site.tables["drafted"].seat_set.all()]
    title_installation.versions(old + 1, oldest)
    check_site(site)
    assert [seat.draft for seat in site.tables["drafted"].seat_set.all()] == drafts
    for name in RUNNING:
        before = fresh(site.tables[name]).move_count
        table = site.play(site.tables[name], 10)
        assert table.move_count > before or not table.is_running
        assert table.rules_version == old
        assert load_match(table).rules_version == old
    check_tables(site, site.people[0], *RUNNING)
    for name in ("over", "begun"):
        record = journal.export_record(fresh(site.tables[name]))
        assert record["rules"] == old
        assert rules.verify(record).sound, "so far, and from the seed that is still secret"
    started = site.open("new")
    assert started.rules_version == load_match(started).rules_version == old + 1
    table_setup.join(site.tables["open"].key, site.people[-1])
    assert fresh(site.tables["open"]).rules_version == old + 1
    assert not Table.objects.exclude(on_hold_since=None).exists()


@pytest.mark.parametrize("site", [GAME], indirect=True)  # no title is asked about them
def test_matches_of_a_version_that_is_not_known_wait_until_it_is_known_again(
    site: Site, title_installation: TitleInstallation
) -> None:
    old = rules.get(site.key).version
    title_installation.versions(old + 1, old + 1)
    check_site(site, unread=409)
    running = Table.objects.filter(status=Table.Status.RUNNING).count()
    assert tasks.recheck_tables_on_hold() == running == 3
    assert Table.objects.filter(hold_reason="unknown_version").count() == running
    check_tables(site, site.people[0], *RUNNING, unread=409)
    check_tables(site, None, "far", unread=409)
    started = site.open("new")
    assert started.rules_version == old + 1
    assert started.on_hold_since is None
    del site.tables["new"]  # nobody knows its version when the others are known again
    started.delete()
    title_installation.as_before()
    assert tasks.recheck_tables_on_hold() == running
    check_tables(site, site.people[0], *RUNNING, "over")
    for name in RUNNING:
        before = fresh(site.tables[name]).move_count
        assert site.play(site.tables[name], 5).move_count > before
    assert rules.verify(journal.export_record(fresh(site.tables["over"]))).sound


@pytest.mark.parametrize(
    "key", [key for key in KEYS if rules.get(key).version > 1 and load_rulebook(key)]
)
def test_a_match_of_an_older_version_says_so_and_what_it_plays_otherwise(
    key: str, people: list[User], title_installation: TitleInstallation
) -> None:
    older = rules.get(key).version - 1
    site = Site(key, people)
    title_installation.versions(older, 1, key)
    site.open("older")
    title_installation.as_before()
    site.open("newer")
    (difference,) = rules_versions.version_differences(key, older)
    sentence = f"This match plays version {older} of the rules"
    page, log, answer = visible_answers(site, "older")
    assert difference.heading in page
    assert page.count(sentence) == 3, "in the bar, beside the board and in the log"
    assert sentence in str(log)
    assert answer["rules_version"] == older
    assert [one["section"] for one in answer["rules_differences"]] == [difference.number]
    page, log, answer = visible_answers(site, "newer")
    assert sentence not in page
    assert sentence not in str(log)
    assert (answer["rules_version"], answer["rules_differences"]) == (older + 1, [])


def visible_answers(site: Site, name: str) -> tuple[str, Any, Any]:
    """A table's page, its log as programs read it, and its answer."""
    key, me = site.tables[name].key, site.people[0]
    page = signed_in(me).get(f"{reverse('games:table', args=[key])}?words=1").text
    log, answer = (
        api_of(me).get(reverse(f"api:{what}", args=[key])).json() for what in ("log", "table")
    )
    return page, log, answer
