"""Room beside every row of the ledger, so that striking a match writes no index anew.

Striking an early match changes the numbers of nearly all later rows, and no index holds those
numbers. Where a page of the table has room for its rows a second time, PostgreSQL writes them there
and leaves the indexes alone; without room each row is written anew into all six. What is there
already gets its room when the table is written anew (`VACUUM FULL`).
"""

from django.db import migrations


def make_room(apps, schema_editor):
    _fill(apps, schema_editor, "SET (fillfactor = 50)")


def take_room(apps, schema_editor):
    _fill(apps, schema_editor, "RESET (fillfactor)")


def _fill(apps, schema_editor, how):
    if schema_editor.connection.vendor == "postgresql":
        table = schema_editor.quote_name(apps.get_model("games", "RatingChange")._meta.db_table)
        schema_editor.execute(f"ALTER TABLE {table} {how}")


class Migration(migrations.Migration):
    dependencies = [("games", "0021_again")]

    operations = [migrations.RunPython(make_room, take_room)]
