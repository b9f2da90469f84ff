"""Help texts in plain English; the database does not change."""

from django.db import migrations

from portal.migration_operations import DescribeFields

TEXTS = {
    "IdempotentRequest": {
        "key_digest": "digest of the key and the sender",
        "request_digest": "digest of the request",
    },
    "Site": {
        "picture": "a PNG; empty: the default logo",
        "picture_name": "side length and digest",
        "season_months": "length of rating seasons; 0: no seasons",
    },
    "User": {
        "nickname_changed_at": "when it was last changed",
        "seen_tips": "kinds of decisions whose tip was shown, each as game:kind and a space",
        "country": "two letters (ISO 3166-1); empty: not given",
        "absent_since": "since when the user misses deadlines without a visit",
        "notification_overrides": "settings that differ from the defaults: {event:channel: on or off}",
        "disabled_channels": "channels that have stopped working: {channel: why}",
        "has_webhook": "whether the user has a webhook that works",
        "has_push_device": "whether a device of the user shows notifications",
        "vacations": "[from, until, whether it began automatically]",
        "vacation_days": "days saved at vacation_counted_at",
        "auto_vacation_since": "when a vacation began automatically",
        "last_seen_at": "the last visit, exact to five minutes",
        "guest_network": "digest of the network that a guest came from; empty: not a guest",
        "invited_by": "whose invitation link was used at sign-up",
        "invited_at": "when the invitation link was used",
        "is_pending_approval": "signed up, but not yet approved by the staff",
        "bot_invitation_policy": "how a bot account answers invitations; empty: its program answers",
        "muted_until": "set by a moderator: cannot write",
        "suspended_until": "set by a moderator: cannot take seats",
        "rated_ban_until": "set by a moderator: cannot take seats at rated tables",
        "open_table_ban_until": "set by a moderator: cannot take seats at open tables",
    },
}


class Migration(migrations.Migration):
    dependencies = [("accounts", "0030_standard_field_names")]

    operations = [DescribeFields(TEXTS)]
