"""Makes the oldest database that `migrate` brings up to date, fills it, and migrates it.

This is a program: `python -m tests.portal.oldest_database` works on the database of `DATABASE_URL`
and prints as JSON what has become of its rows and its tables.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from datetime import UTC, datetime, timedelta
from typing import Any

KEY, AT = "oldtable1", datetime(2026, 3, 1, 12, tzinfo=UTC)


def fill(apps: Any) -> None:
    """Two people with a finished match and one that runs, by the models of the first migrations."""
    import games.rules as rules
    from games.table.session.loader import dump_match
    from tests import sample_titles

    def rows(name: str, *values: dict[str, Any]) -> list[Any]:
        model = apps.get_model(name)
        return [model.objects.create(**one) for one in values]

    game = sample_titles.usual()
    ann, bob = rows(
        "accounts.User",
        {"username": "Ann", "email": "ann@example.org", "mail_turn": False, "theme": "dark"},
        {"username": "Bob", "email": "bob@example.org", "time_zone": "Asia/Tokyo"},
    )
    match = rules.new_match(game, seats=2, seed="5e" * 32)
    common = {
        "game": game,
        "rules_version": match.rules_version,
        "options": match.options,
        "seat_count": 2,
        "host": ann,
        "created_at": AT,
        "started_at": AT,
        "changed_at": AT,
        "clock_bank": 86400,
        "clock_increment": 3600,
        "clock_cap": 86400,
        "version": 1,
        "seed": "5e" * 32,
        "commitment": rules.commitment("5e" * 32),
    }
    over, running = rows(
        "games.Table",
        {**common, "key": "oldtable0", "status": "finished", "ended_at": AT, "move_count": 1},
        {**common, "key": KEY, "status": "running", "state": dump_match(match)},
    )
    start = {"number": 0, "seat": None, "text": "", "by": "setup", "version": 1, "at": AT}
    rows("games.Move", {**start, "table": over}, {**start, "table": running})
    rows(
        "games.Move",
        {**start, "table": over, "number": 1, "seat": 1, "text": "pass", "by": "person"},
    )
    due = {"waiting_since": AT, "due_at": AT + timedelta(days=9999)}
    for table in (over, running):
        for number, user in enumerate((ann, bob)):
            waits = table is running and number in match.actors
            rows(
                "games.Seat",
                {"table": table, "number": number, "user": user, "bank": 3600.5}
                | (due if waits else {})
                | ({} if table is running else {"rank": number + 1, "total": 40 - number}),
            )
    rows("games.Snapshot", {"table": running, "after": 0, "state": running.state})
    rows("games.Message", {"table": over, "user": bob, "text": "well played", "at": AT})
    rows("games.ApiToken", {"user": ann, "name": "bot", "digest": "d" * 64, "hint": "abcd"})
    for user, delta in ((ann, 12), (bob, -12)):
        rows("games.Rating", {"user": user, "game": game, "value": 1500 + delta, "played": 1})
        rows(
            "games.RatingChange",
            {
                "user": user,
                "table": over,
                "game": game,
                "before": 1500,
                "delta": delta,
                "after": 1500 + delta,
                "played_before": 0,
                "k": 24,
                "at": AT,
            },
        )


def read_rows() -> dict[str, Any]:
    """What the current models read of these rows, and what comes of a move in the running match."""
    from accounts.models import User
    from games.models import ApiToken, Message, Move, Seat, Snapshot, Table
    from games.ratings.models import Rating, RatingChange
    from games.table.actions import player_actions
    from games.table.session.loader import load_match

    def values(query: Any, *names: str) -> list[list[Any]]:
        return [[str(one) for one in row] for row in query.order_by("pk").values_list(*names)]

    ann = User.objects.select_related("notification_settings").get(username="Ann")
    rows = {
        "people": values(User.objects, "username", "email", "theme", "time_zone"),
        "mailed": ann.notification_settings.notification_overrides,
        "tables": values(Table.objects, "key", "status", "move_count", "host__username"),
        "seats": values(Seat.objects, "table__key", "number", "user__username", "bank", "total"),
        "moves": values(Move.objects, "table__key", "number", "seat", "text", "by"),
        "snapshots": values(Snapshot.objects, "table__key", "after"),
        "messages": values(Message.objects, "table__key", "user__username", "text"),
        "tokens": values(ApiToken.objects, "user__username", "name", "suffix"),
        "ratings": values(Rating.objects, "user__username", "value", "played"),
        "changes": values(RatingChange.objects, "user__username", "delta", "after"),
    }
    table = Table.objects.get(key=KEY)
    match = load_match(table)
    seat = table.seat_set.select_related("user").get(number=match.actors[0])
    assert seat.user is not None
    moves = match.legal_moves(seat.number)[:1]
    player_actions.confirm(KEY, seat.user, table.version, moves)
    rows["goes_on"] = Table.objects.get(key=KEY).move_count
    return rows


def schema() -> dict[str, list[str]]:
    """The columns and the constraints of every table, in no order, by what they do.

    A name counts only where the models give it: Django makes up those of foreign keys and of
    columns that are unique or indexed by themselves.
    """
    from django.apps import apps
    from django.db import connection

    tables = {}
    with connection.cursor() as cursor:
        for model in apps.get_models(include_auto_created=True):
            name = model._meta.db_table
            columns = [
                f"{one.name} {connection.introspection.get_field_type(one.type_code, one)}"
                f" {one.null_ok}"
                for one in connection.introspection.get_table_description(cursor, name)
            ]
            given = {one.name for one in (*model._meta.indexes, *model._meta.constraints)}
            for key, one in connection.introspection.get_constraints(cursor, name).items():
                of = sorted(set(one["columns"])) if one["check"] else one["columns"]
                parts = [of, one["primary_key"], one["unique"], one["check"]]
                parts += [one["foreign_key"], one["index"]]
                columns.append(f"{key if key in given else ''} {parts}")
            tables[name] = sorted(columns)
    return tables


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "portal.settings"
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor
    from django.db.migrations.loader import MigrationLoader

    gc.disable()  # to look through the states of migrations again and again takes long
    executor = MigrationExecutor(connection)
    executor.loader = MigrationLoader(connection, replace_migrations=False)
    first = [("accounts", "0001_initial"), ("games", "0001_initial")]
    executor.migrate(first)
    fill(executor.loader.project_state(first).apps)
    call_command("migrate", verbosity=0)
    json.dump({"rows": read_rows(), "schema": schema()}, sys.stdout)


if __name__ == "__main__":
    main()
