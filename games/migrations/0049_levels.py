import functools

from django.db import migrations

NEW = {"heuristic": "steady", "search": "strong"}
OLD = {new: old for old, new in NEW.items()}


def rename(apps, schema_editor, names):
    """The levels of bots, at seats and in the terms that people keep."""
    seats, kept = apps.get_model("games", "Seat"), apps.get_model("games", "KeptTerms")
    for before, after in names.items():
        seats.objects.filter(bot=before).update(bot=after)
    for row in kept.objects.exclude(terms__bots=[]).iterator():
        row.terms["bots"] = [names.get(level, level) for level in row.terms["bots"]]
        row.save(update_fields=["terms"])


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0048_planned_absences"),
    ]

    operations = [
        migrations.RunPython(
            functools.partial(rename, names=NEW), functools.partial(rename, names=OLD)
        ),
    ]
