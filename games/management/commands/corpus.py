"""The matches that must be played as they were for ever: add some, and check that they still are.

`check` goes over the corpus of every title and then over the matches of the site's database; it
writes nothing, so that the code of a new release can be asked before its migrations are run.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

import games.rules as rules
from games import bots
from games.rules import corpus, coverage

from ...history import upgrade_check
from ...models import Table
from ...table.session import journal

PROGRESS_EVERY = 100
MATCHES = 300
DEFAULT_RECORDS = DEFAULT_POSITIONS = 25


class Command(BaseCommand):
    help = "Store matches that must always replay as they were played, and check that they do."

    def add_arguments(self, parser: CommandParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True)
        add = actions.add_parser("add", help="put a finished match into the corpus of its title")
        add.add_argument("what", metavar="TABLE|FILE", help="a table's key, or a record's file")
        add.add_argument("--name", default="", help="name of the new file, without .json")
        check = actions.add_parser("check", help="play the corpus and the site's matches again")
        check.add_argument(
            "--database",
            action=argparse.BooleanOptionalAction,
            default=True,
            help="also the matches of the database",
        )
        grow = actions.add_parser("grow", help="play matches and add those that show what it lacks")
        grow.add_argument("title")
        grow.add_argument("--matches", type=int, default=MATCHES, help="how many to play")
        grow.add_argument(
            "--records", type=int, default=DEFAULT_RECORDS, help="minimum of finished ones"
        )
        grow.add_argument(
            "--positions", type=int, default=DEFAULT_POSITIONS, help="minimum of running ones"
        )
        grow.add_argument("--rules", type=int, help="a version of the rules (default: the newest)")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["action"] == "add":
            self.add(options["what"], options["name"])
        elif options["action"] == "check":
            self.check_all(with_database=options["database"])
        else:
            self.grow(options)

    def add(self, what: str, name: str) -> None:
        path = Path(what)
        try:
            entry = corpus.finished_entry(
                corpus.read(path) if path.is_file() else _record_of_table(what)
            )
            self.stdout.write(f"added {corpus.write(entry, name)}")
        except (rules.RecordError, rules.OptionError) as error:
            raise CommandError(f"{what}: {error}") from error
        except FileExistsError as error:
            raise CommandError(f"{error.filename} already exists") from error

    def check_all(self, *, with_database: bool) -> None:
        changed = self.check_files()
        if with_database:
            try:
                changed += self.check_database()
            except DatabaseError as error:
                raise CommandError(f"the database cannot be read: {error}") from error
        if changed:
            raise CommandError(f"{changed} would change")
        self.stdout.write("nothing would change")

    def check_files(self) -> int:
        """Say which files of any corpus differ; return their number."""
        changed = 0
        for key in rules.catalogue():
            files = corpus.files(key)
            found = {path.name: corpus.first_difference(corpus.read(path)) for path in files}
            wrong = {name: why for name, why in found.items() if why is not None}
            for name, why in wrong.items():
                self.stdout.write(f"CHANGED {key} {name}: {why}")
            self.stdout.write(f"{key}: {len(files)} in the corpus, {len(wrong)} would change")
            changed += len(wrong)
        return changed

    def check_database(self) -> int:
        """Say which matches of the site would change; return their number."""
        changed = 0
        tables = upgrade_check.started_table_ids()
        for number, pk in enumerate(tables, 1):
            name, why = upgrade_check.find_change(pk)
            if why is not None:
                self.stdout.write(f"CHANGED {name}: {why}")
                changed += 1
            if number % PROGRESS_EVERY == 0:
                self.stdout.write(f"… {number} of {len(tables)} matches")
        self.stdout.write(f"database: {len(tables)} matches, {changed} would change")
        return changed

    def grow(self, options: dict[str, Any]) -> None:
        try:
            game = rules.get(options["title"])
        except rules.OptionError as error:
            raise CommandError(str(error)) from error
        version = options["rules"] or game.version
        if version not in game.versions:
            raise CommandError(str(rules.UnknownVersionError(game, version)))
        least = (options["records"], options["positions"])
        players = [coverage.play_auto_move, _bot_player(game.key)]
        for entry in coverage.new_entries(game, players, options["matches"], version, least):
            self.stdout.write(f"added {corpus.write(entry)}")


def _record_of_table(key: str) -> dict[str, Any]:
    """The record of a table whose match is finished: what it holds is no secret any more."""
    table = Table.objects.filter(key=key).first()
    if table is None:
        raise CommandError(f"{key} is neither a table nor a file")
    if table.status != Table.Status.FINISHED:
        raise CommandError(f"table {key} is not finished")
    return journal.export_record(table)


def _bot_player(key: str) -> coverage.Player:
    """The level of a title's bots that stands in for people, as a player of trial matches."""
    bot = bots.levels(key)[bots.STEADY]()
    return lambda match, seat, rng: bots.ask(bot, match, seat, rng)
