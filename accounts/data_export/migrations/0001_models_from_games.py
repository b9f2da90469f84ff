"""The models of this app come from the app "games"; their tables keep their names."""

from django.db import migrations

from portal.migration_operations import AdoptModel


class Migration(migrations.Migration):
    dependencies = [
        ("contenttypes", "0002_remove_content_type_name"),
        ("games", "0080_before_models_leave"),
    ]
    operations = [
        AdoptModel("DataExport", from_app="games"),
        AdoptModel("DataExportPart", from_app="games"),
    ]
