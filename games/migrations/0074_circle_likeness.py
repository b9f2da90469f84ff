"""Clubs' names differ by more than capitals and look-alike letters."""

from django.db import migrations, models

from accounts.confusables import skeleton as likeness


def count_likeness(apps, _editor):
    """Of open clubs whose names are alike, the oldest has the name; the others keep theirs, too."""
    Circle = apps.get_model("games", "Circle")
    taken = set()
    for circle in Circle.objects.order_by("pk").only("name", "closed_at"):
        alike = likeness(circle.name)[:200]
        if circle.closed_at is None and alike in taken:
            continue
        if circle.closed_at is None:
            taken.add(alike)
        Circle.objects.filter(pk=circle.pk).update(likeness=alike)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0073_zones_of_contests"),
    ]

    operations = [
        migrations.AddField(
            model_name="circle",
            name="likeness",
            field=models.CharField(
                blank=True, db_default="", default="", editable=False, max_length=200
            ),
        ),
        migrations.RunPython(count_likeness, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="circle",
            constraint=models.UniqueConstraint(
                condition=models.Q(("closed_at", None), ("likeness__gt", "")),
                fields=("likeness",),
                name="circle_name_unlike_others",
            ),
        ),
    ]
