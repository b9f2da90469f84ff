"""Models get standard names; their tables, columns and rows stay as they are."""

from django.db import migrations, models

NAMES = (
    ("Advice", "Suggestion"),
    ("Archive", "DataExport"),
    ("ArchivePart", "DataExportPart"),
    ("Candidate", "PendingMember"),
    ("Circle", "Club"),
    ("CircleMessage", "ClubMessage"),
    ("Contest", "Tournament"),
    ("ContestTable", "TournamentTable"),
    ("Delivery", "WebhookDelivery"),
    ("Device", "PushSubscription"),
    ("Dump", "PublicDump"),
    ("DumpPart", "PublicDumpPart"),
    ("Entry", "TournamentEntry"),
    ("Hint", "FairPlaySignal"),
    ("Imported", "ImportedRecord"),
    ("Incident", "PlayerAbsence"),
    ("KeptTerms", "SavedTableSettings"),
    ("Line", "Variation"),
    ("Notice", "Notification"),
    ("PlannedAbsence", "PlannedDowntime"),
    ("Pulse", "Heartbeat"),
    ("Search", "SavedSearch"),
    ("Series", "TournamentSeries"),
    ("SetBack", "Rollback"),
    ("Sighting", "DeviceFingerprint"),
    ("Tally", "PlayerStatistics"),
    ("Wish", "MatchRequest"),
)


def rename_content_types(apps, schema_editor):
    """Permissions and the administration's history refer to models by their content types."""
    _rename(apps, schema_editor, NAMES)


def restore_content_types(apps, schema_editor):
    _rename(apps, schema_editor, [(new, old) for old, new in NAMES])


def _rename(apps, schema_editor, names):
    rows = apps.get_model("contenttypes", "ContentType").objects.using(schema_editor.connection.alias)
    for old, new in names:
        rows.filter(app_label="games", model=old.lower()).update(model=new.lower())


class Migration(migrations.Migration):
    dependencies = [
        ("contenttypes", "0002_remove_content_type_name"),
        ("games", "0076_plain_texts"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                operation
                for old, new in NAMES
                for operation in (
                    migrations.AlterModelTable(old, f"games_{old.lower()}"),
                    migrations.RenameModel(old, new),
                )
            ]
        ),
        migrations.RunPython(rename_content_types, restore_content_types),
        migrations.AlterField(
            model_name='matchrequest',
            name='terms',
            field=models.JSONField(help_text='games.lobby.table_settings.TableSettings.to_json'),
        ),
        migrations.AlterField(
            model_name='savedsearch',
            name='query',
            field=models.TextField(help_text='games.history.my_matches.MatchFilter.query'),
        ),
        migrations.AlterField(
            model_name='savedtablesettings',
            name='terms',
            field=models.JSONField(help_text='games.lobby.table_settings.TableSettings.to_json'),
        ),
        migrations.AlterField(
            model_name='seat',
            name='orders',
            field=models.JSONField(blank=True, default=list, help_text='orders ahead: games.conditional_moves.ConditionalMove.data, in their order'),
        ),
        migrations.AlterField(
            model_name='table',
            name='asks',
            field=models.JSONField(blank=True, default=dict, help_text='of whoever sits down: games.reliability.requirements.Requirements.to_json'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='asks',
            field=models.JSONField(blank=True, default=dict, help_text='games.reliability.requirements.Requirements.to_json'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='terms',
            field=models.JSONField(help_text='of its tables: games.lobby.table_settings.TableSettings.to_json'),
        ),
    ]
