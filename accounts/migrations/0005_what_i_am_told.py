from django.db import migrations, models

# What was mailed, and what is mailed from now on unless somebody chooses otherwise.
MAILED = (
    *("turn", "reminder", "full", "started", "over", "replaced", "asleep", "set_back"),
    *("mention", "call_off"),
)


def keep_quiet(apps, schema_editor):
    """Whoever wanted no mails wants none of the new ones."""
    people = apps.get_model("accounts", "User").objects.filter(mail_turn=False)
    people.update(told={f"{event}:mail": False for event in MAILED})


def mail_again(apps, schema_editor):
    apps.get_model("accounts", "User").objects.exclude(told={}).update(mail_turn=False)


class Migration(migrations.Migration):

    dependencies = [
        ("accounts", "0004_keys_of_one_letter"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="told",
            field=models.JSONField(
                blank=True,
                default=dict,
                help_text="notices chosen otherwise: {event:channel: whether}",
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="stopped",
            field=models.JSONField(
                blank=True,
                default=dict,
                help_text="channels that reach nobody: {channel: why}",
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="turn_delay",
            field=models.PositiveSmallIntegerField(
                default=2, verbose_name="tell me of my turn after"
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="quiet_from",
            field=models.TimeField(blank=True, null=True, verbose_name="quiet from"),
        ),
        migrations.AddField(
            model_name="user",
            name="quiet_until",
            field=models.TimeField(blank=True, null=True, verbose_name="quiet until"),
        ),
        migrations.AddField(
            model_name="user",
            name="digest_daily",
            field=models.BooleanField(default=False, verbose_name="a digest every day"),
        ),
        migrations.AddField(
            model_name="user",
            name="digest_hour",
            field=models.PositiveSmallIntegerField(default=8, verbose_name="hour of the digest"),
        ),
        migrations.AddField(
            model_name="user",
            name="notices_a_day",
            field=models.PositiveSmallIntegerField(default=20, verbose_name="most notices a day"),
        ),
        migrations.AddField(
            model_name="user",
            name="bell_sound",
            field=models.BooleanField(default=False, verbose_name="a sound for the bell"),
        ),
        migrations.RunPython(keep_quiet, mail_again),
        migrations.RemoveField(model_name="user", name="mail_turn"),
    ]
