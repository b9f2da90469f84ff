"""What people arrange in the lists of their own tables: pins, order, archive."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0081_models_have_left"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="MyTable",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("pinned_at", models.DateTimeField(blank=True, null=True)),
                ("position", models.PositiveIntegerField(blank=True, help_text="in the person's own order; empty: after all others", null=True)),
                ("archived_at", models.DateTimeField(blank=True, null=True)),
                ("table", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.table")),
                ("user", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="my_tables", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("user", "table"), name="one_row_per_own_table")],
            },
        ),
    ]
