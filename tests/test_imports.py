"""Which app may import which, and that no imports lead back to where they began."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.conf import settings

from tests.imports import is_module, package_of, site, sources

pytestmark = pytest.mark.same_everywhere

# The Django apps, and the other apps that each may import.
BASE = {"portal", "accounts"}
MAY_IMPORT = {
    "portal": set(),
    "accounts": {"portal"},
    "accounts.data_export": BASE,
    "games": BASE,
    "games.ratings": {*BASE, "accounts.data_export", "games"},
    "games.lobby": {*BASE, "accounts.data_export", "games", "games.ratings"},
    "games.tournaments": {*BASE, "accounts.data_export", "games", "games.ratings", "games.lobby"},
    "games.archive": {*BASE, "accounts.data_export", "games", "games.move_comments"},
    "games.studies": {
        *BASE,
        "accounts.data_export",
        "games",
        "games.archive",
        "games.lobby",
        "games.move_comments",
    },
    "games.announcements": {*BASE, "games"},
    "games.club_matches": {
        *BASE,
        "accounts.data_export",
        "games",
        "games.lobby",
        "games.ratings",
    },
    "games.move_comments": {*BASE, "accounts.data_export", "games"},
    "games.alerts": {
        *BASE,
        "accounts.data_export",
        "games",
        "games.lobby",
        "games.tournaments",
    },
    "games.puzzles": {
        *BASE,
        "accounts.data_export",
        "games",
        "games.ratings",
        "games.studies",
    },
    "games.private_messages": {*BASE, "accounts.data_export", "games"},
}
WITHOUT_TASKS = {
    *("portal", "accounts", "games.studies", "games.private_messages", "games.move_comments"),
}
WITH_TASKS = MAY_IMPORT.keys() - WITHOUT_TASKS
# Packages of `games` that stand above an app, and the modules that start a process.
ABOVE = {
    "games.table": {"games.ratings"},
    "games.notifications": {"accounts.data_export", "games.ratings"},
    "games.api": {"games.lobby", "games.ratings"},
    "games.catalog": {"games.lobby", "games.puzzles", "games.ratings"},
    "games.history": {
        "games.archive",
        "games.move_comments",
        "games.private_messages",
        "games.ratings",
        "games.tournaments",
    },
    "games.moderation": {
        "games.lobby",
        "games.move_comments",
        "games.ratings",
        "games.studies",
    },
    "games.previews": {"games.studies"},
    "games.streams": {"games.tournaments"},
    "games.translation": {"games.private_messages"},
    "games.management": {"games.archive", "games.lobby", "games.ratings"},
    "games.apps": {"accounts.data_export"},
    "games.exported_data": {"accounts.data_export"},
    "games.privacy_views": {"accounts.data_export", "games.archive", "games.ratings"},
    "games.tasks": {"games.ratings"},
    "portal.asgi": {"accounts", "games"},
    "portal.urls": {"accounts", "games"},
    "portal.views": {"accounts", "games"},
    "portal.error_pages": {"accounts"},
}


def app_of(module: str) -> str:
    """The app that a module belongs to, "" for a module of no app."""
    apps = (app for app in MAY_IMPORT if f"{module}.".startswith(f"{app}."))
    return max(apps, key=len, default="")


# What starts a process or is loaded by its settings, and the repository.
REPLACING = {
    *("portal.asgi", "portal.celery", "portal.server.web", "portal.settings"),
    "portal.repository",
}


def test_product_code_does_not_know_which_parts_of_frameworks_are_replaced() -> None:
    layer = "portal.performance"
    importing = {
        source.name
        for source in sources()
        if source.package != layer and any(name.startswith(layer) for name in source.imports())
    }
    assert importing == REPLACING


def test_apps_are_installed_and_import_only_what_they_may() -> None:
    assert {one for one in settings.INSTALLED_APPS if app_of(one)} - {
        "portal.admin_app.StaffAdminConfig"
    } == set(MAY_IMPORT)
    used = set()
    for source in site():
        here = app_of(source.name)
        above = next((one for one in ABOVE if f"{source.name}.".startswith(f"{one}.")), "")
        for name in source.imports():
            there = app_of(name)
            if there and there != here and there not in MAY_IMPORT[here]:
                assert there in ABOVE.get(above, ()), f"{source.name} imports {name}"
                used.add((above, there))
    assert used == {(above, app) for above, apps in ABOVE.items() for app in apps}


def test_packages_have_no_import_cycles() -> None:
    """What a room imports never leads back to it, not even for types."""
    ways: dict[str, set[str]] = {}
    for source in sources():
        for name in source.imports():
            if is_module(name) and name.split(".")[0] in ("accounts", "games", "portal"):
                ways.setdefault(package_of(source.name), set()).add(package_of(name))
    assert list(import_cycles({here: there - {here} for here, there in ways.items()})) == []


# A game makes matches of its class, and a match knows its game.
PAIR = {"games.rules.game", "games.rules.match"}


def test_modules_have_no_import_cycles() -> None:
    """A reader can begin somewhere: not even for types does a module lead back to itself."""
    known = {source.name for source in sources()}
    ways = {source.name: known & {*source.imports()} - {source.name} for source in sources()}
    found = list(import_cycles(ways))
    assert any(set(club) == PAIR for club in found)
    assert [club for club in found if set(club) != PAIR] == []


def import_cycles(ways: dict[str, set[str]]) -> Iterator[list[str]]:
    """Every way that leads back to a room it came through, once."""
    done: set[str] = set()

    def walk(here: str, path: list[str]) -> Iterator[list[str]]:
        if here in path:
            yield [*path[path.index(here) :], here]
        elif here not in done:
            for there in sorted(ways.get(here, ())):
                yield from walk(there, [*path, here])
            done.add(here)

    for start in sorted(ways):
        yield from walk(start, [])


def test_import_cycles_are_found() -> None:
    assert list(import_cycles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}})) == [
        ["a", "b", "c", "a"]
    ]
    assert list(import_cycles({"a": {"b", "c"}, "b": {"c"}})) == []
