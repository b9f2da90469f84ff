import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def exclude_tournaments(apps, schema_editor):
    """Nobody takes over a seat in a tournament or at a hot-seat table that exists already."""
    table = apps.get_model("games", "Table")
    used = apps.get_model("tournaments", "TournamentTable").objects.filter(table__isnull=False)
    unfinished = table.objects.filter(status__in=("open", "running"))
    chosen = models.Q(pk__in=used.values("table")) | models.Q(is_hot_seat=True)
    unfinished.filter(chosen).update(substitutes="no")


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0084_proposals_to_call_off"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Substitution",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                (
                    "reason",
                    models.CharField(
                        choices=[
                            ("left", "its player had left"),
                            ("bot", "a bot played it"),
                            ("offered", "its player offered it"),
                        ],
                        max_length=8,
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "after_move",
                    models.PositiveIntegerField(help_text="the last move of the journal before it"),
                ),
                (
                    "bot",
                    models.CharField(
                        blank=True, help_text="level of the bot that plays otherwise", max_length=20
                    ),
                ),
                (
                    "leave_reason",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "stayed"),
                            ("resigned", "resigned"),
                            ("timed_out", "ran out of time"),
                        ],
                        max_length=12,
                    ),
                ),
                ("replaced_at", models.DateTimeField(blank=True, null=True)),
                ("points_at_leaving", models.JSONField(blank=True, default=list)),
                (
                    "points",
                    models.JSONField(default=list, help_text="points of all seats at the takeover"),
                ),
                (
                    "idle",
                    models.BooleanField(
                        default=False, help_text="the substitute has hardly played a finished match"
                    ),
                ),
                (
                    "left_as",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "stayed"),
                            ("resigned", "resigned"),
                            ("timed_out", "ran out of time"),
                        ],
                        help_text="how the substitute left again; empty: they play or have finished",
                        max_length=12,
                    ),
                ),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.AddField(
            model_name="seat",
            name="offered_at",
            field=models.DateTimeField(
                blank=True, help_text="since when its player offers it to others", null=True
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="substitute",
            field=models.ForeignKey(
                blank=True,
                db_index=False,
                help_text="the person who took over the seat and played it last; set after the match",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="substituted_seats",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="table",
            name="has_substitutes",
            field=models.BooleanField(
                db_default=False, default=False, help_text="whether someone has taken over a seat"
            ),
        ),
        migrations.AddField(
            model_name="table",
            name="substitutes",
            field=models.CharField(
                choices=[
                    ("rated", "allowed, with a small gain for each place they climb"),
                    ("unrated", "allowed, without any rating change for them"),
                    ("no", "not allowed"),
                ],
                db_default="rated",
                default="rated",
                help_text="whether people may take over seats of the running match",
                max_length=8,
            ),
        ),
        migrations.AddField(
            model_name="substitution",
            name="absence",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="games.playerabsence",
            ),
        ),
        migrations.AddField(
            model_name="substitution",
            name="from_user",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="handed_over",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="substitution",
            name="table",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="substitutions",
                to="games.table",
            ),
        ),
        migrations.AddField(
            model_name="substitution",
            name="to_user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="substitutions",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddConstraint(
            model_name="substitution",
            constraint=models.UniqueConstraint(
                fields=("table", "to_user"), name="one_takeover_per_person_and_table"
            ),
        ),
        migrations.RunPython(exclude_tournaments, migrations.RunPython.noop),
    ]
