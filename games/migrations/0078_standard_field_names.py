"""Fields get standard names; their columns keep the old ones, so nothing changes in the database."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from portal.migration_operations import RenameFieldOnly

NAMES = {
    "Announcement": {"tells": "should_notify", "told_to": "last_notified_user_id", "told_at": "notified_at", "absence": "downtime"},
    "ApiToken": {"hint": "suffix"},
    "Appeal": {"words": "text"},
    "Case": {"what": "target_kind", "which": "target_key", "about": "subject"},
    "Challenge": {"contest": "tournament", "by": "challenger", "to": "opponent", "to_at": "assigned_at"},
    "Chapter": {"notes": "annotations", "at": "current_node", "guess": "guess_start"},
    "Club": {"likeness": "name_skeleton", "text": "description", "joining": "join_policy"},
    "ClubMessage": {"circle": "club"},
    "DataExport": {"reached": "last_table_id", "asked_at": "requested_at"},
    "Decision": {"what": "action", "by": "moderator", "about": "subject", "ready": "reason_template", "words": "comment"},
    "FairPlaySignal": {"about": "dedup_key"},
    "Heartbeat": {"part": "process"},
    "ImportedRecord": {"by": "imported_by", "at": "imported_at"},
    "Invitation": {"by": "inviter", "until": "expires_at", "word": "message"},
    "InvitationLink": {"uses": "max_uses", "used": "use_count", "until": "expires_at"},
    "MatchRequest": {"terms": "table_settings", "fits": "compatibility_key", "since": "created_at", "look_at": "retry_at", "lapses_at": "expires_at"},
    "Membership": {"circle": "club"},
    "Message": {"notice": "log_code"},
    "Notification": {"period": "dedup_key", "tries": "attempts"},
    "PendingMember": {"circle": "club", "word": "message"},
    "PlannedDowntime": {"spread_at": "applied_at"},
    "PlayerAbsence": {"began_at": "started_at"},
    "PublicDump": {"reached": "last_table_id", "began_at": "started_at"},
    "Report": {"by": "reporter", "words": "text"},
    "Review": {"found": "results", "step": "steps_done", "touched_at": "updated_at"},
    "Round": {"contest": "tournament", "began_at": "started_at"},
    "SavedTableSettings": {"circle": "club", "terms": "table_settings", "kept_at": "saved_at"},
    "Seat": {"left": "leave_reason", "incident": "absence", "stood": "points_at_leaving", "standing": "auto_answers", "orders": "conditional_moves", "hints": "has_tips", "answering": "answer_seconds", "left_at": "replaced_at"},
    "Study": {"circle": "club", "readers": "visibility"},
    "Suggestion": {"found": "result", "after": "after_move", "asked_at": "requested_at"},
    "Table": {"circle": "club", "follows": "rematch_of", "asks": "requirements", "calls_at": "next_action_at", "starts_with": "min_players_at_start", "start_when": "start_mode", "booked_by": "rating_rules", "held_since": "on_hold_since", "held_because": "hold_reason", "reseeded": "reseeds", "is_brought": "is_imported"},
    "Tournament": {"about": "description", "terms": "table_settings", "circle": "club", "entry": "entry_policy", "asks": "requirements", "places": "max_players", "least": "min_players", "days": "max_days", "season": "season_number", "check_in": "check_in_minutes", "calls_at": "next_action_at", "why_ended": "end_reason"},
    "TournamentEntry": {"contest": "tournament", "at_once": "max_concurrent", "instead_of": "replaces", "at": "entered_at", "here_at": "checked_in_at", "challenges_from": "can_challenge_from", "why": "removal_reason"},
    "TournamentSeries": {"circle": "club", "pause": "pause_days", "every": "interval_days", "begins_at": "first_start_at"},
    "TournamentTable": {"done_at": "finished_at"},
    "Variation": {"after": "after_move", "at": "position"},
    "Webhook": {"circle": "club", "stopped_at": "disabled_at"},
}


class Migration(migrations.Migration):
    dependencies = [("games", "0077_standard_names")]

    operations = [
        *(
            RenameFieldOnly(model, old, new)
            for model, names in NAMES.items()
            for old, new in names.items()
        ),
        migrations.SeparateDatabaseAndState(state_operations=[
        migrations.AlterField(
            model_name='challenge',
            name='opponent',
            field=models.ForeignKey(db_column='to_id', on_delete=django.db.models.deletion.CASCADE, related_name='challenges_received', to='games.tournamententry'),
        ),
        migrations.AlterField(
            model_name='matchrequest',
            name='table',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='match_requests', to='games.table'),
        ),
        migrations.AlterField(
            model_name='matchrequest',
            name='user',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='match_requests', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AlterField(
            model_name='notification',
            name='user',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='notifications', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AlterField(
            model_name='savedtablesettings',
            name='club',
            field=models.ForeignKey(blank=True, db_column='circle_id', db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='saved_settings', to='games.club'),
        ),
        migrations.AlterField(
            model_name='savedtablesettings',
            name='user',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='saved_settings', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AlterField(
            model_name='table',
            name='rematch_of',
            field=models.OneToOneField(blank=True, db_column='follows_id', help_text='the match from which its people go on', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='rematch', to='games.table'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='club',
            field=models.ForeignKey(blank=True, db_column='circle_id', db_index=False, help_text='whose people alone may see and enter it', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='tournaments', to='games.club'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='organiser',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='tournaments', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AlterField(
            model_name='tournamenttable',
            name='table',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='tournament_table', to='games.table'),
        ),
        ])
    ]
