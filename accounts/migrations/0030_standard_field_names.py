"""Fields get standard names; their columns keep the old ones, so nothing changes in the database."""

from django.db import migrations

from portal.migration_operations import RenameFieldOnly

NAMES = {
    "FormerName": {"likeness": "skeleton"},
    "IdempotentRequest": {"name": "key_digest", "request": "request_digest", "answer": "response"},
    "Site": {"local_webhooks": "allows_local_webhooks", "member_contests": "members_can_open_tournaments"},
    "User": {"shown_name": "nickname", "shown_likeness": "nickname_skeleton", "shown_name_at": "nickname_changed_at", "keys": "has_key_shortcuts", "hints": "tips", "hinted": "seen_tips", "told": "notification_overrides", "stopped": "disabled_channels", "has_device": "has_push_device", "turn_delay": "turn_notification_delay", "digest_daily": "has_daily_digest", "notices_a_day": "max_notifications_per_day", "away_since": "auto_vacation_since", "heard_at": "last_seen_at", "guest_of": "guest_network", "awaits_approval": "is_pending_approval", "bot_rules": "bot_invitation_policy", "unrated_until": "rated_ban_until", "private_until": "open_table_ban_until"},
}


class Migration(migrations.Migration):
    dependencies = [("accounts", "0029_plain_texts")]

    operations = [
        RenameFieldOnly(model, old, new)
        for model, names in NAMES.items()
        for old, new in names.items()
    ]
