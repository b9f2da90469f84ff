import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


def take_over(apps, schema_editor):
    """The mails that are owed for turns are rows of the outbox from now on."""
    notice, seat = apps.get_model("games", "Notice"), apps.get_model("games", "Seat")
    owed = seat.objects.filter(notice_at__isnull=False, waiting_since__isnull=False, bot="")
    rows = (
        notice(
            user_id=row.user_id,
            event="turn",
            table_id=row.table_id,
            channel="mail",
            period=f"turn:{row.table_id}:{row.number}:{row.waiting_version}",
            send_at=row.notice_at,
            tries=row.notice_tries,
            data={"seat": row.number, "version": row.waiting_version},
        )
        for row in owed.filter(user__isnull=False).iterator()
    )
    notice.objects.bulk_create(rows, batch_size=500)


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0008_absence'),
        ('accounts', '0005_what_i_am_told'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Notice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('event', models.CharField(max_length=20)),
                ('channel', models.CharField(max_length=12)),
                ('period', models.CharField(help_text='what makes it one event', max_length=80)),
                ('state', models.CharField(choices=[('waiting', 'waits to be sent'), ('digest', 'waits for the digest'), ('sent', 'sent'), ('dropped', 'not needed'), ('failed', 'given up')], default='waiting', max_length=8)),
                ('reason', models.CharField(blank=True, help_text='why it was not sent', max_length=200)),
                ('tries', models.PositiveSmallIntegerField(default=0, help_text='in vain')),
                ('send_at', models.DateTimeField(blank=True, help_text='not before this moment', null=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('settled_at', models.DateTimeField(blank=True, null=True)),
                ('read_at', models.DateTimeField(blank=True, null=True)),
                ('data', models.JSONField(blank=True, default=dict, help_text='what its reader may know')),
            ],
            options={
                'ordering': ['-pk'],
            },
        ),
        migrations.RemoveIndex(
            model_name='seat',
            name='notice_due',
        ),
        migrations.RemoveIndex(
            model_name='seat',
            name='notice_failed',
        ),
        migrations.AddField(
            model_name='notice',
            name='table',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, to='games.table'),
        ),
        migrations.AddField(
            model_name='notice',
            name='user',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='notices', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(condition=models.Q(('state', 'waiting')), fields=['channel', 'send_at'], name='notice_due'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(fields=['user', '-id'], name='notice_of_person'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(condition=models.Q(('channel', 'page'), ('read_at__isnull', True)), fields=['user'], name='notice_unread'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(condition=models.Q(('state', 'sent')), fields=['user', 'channel', 'settled_at'], name='notice_of_day'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(condition=models.Q(('state', 'digest')), fields=['user'], name='notice_for_digest'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(condition=models.Q(('state', 'failed')), fields=['channel', 'settled_at'], name='notice_given_up'),
        ),
        migrations.AddConstraint(
            model_name='notice',
            constraint=models.UniqueConstraint(fields=('user', 'channel', 'period'), name='told_once'),
        ),
        migrations.RunPython(take_over, migrations.RunPython.noop),
        migrations.RemoveField(
            model_name='seat',
            name='notice_at',
        ),
        migrations.RemoveField(
            model_name='seat',
            name='notice_failed_at',
        ),
        migrations.RemoveField(
            model_name='seat',
            name='notice_tries',
        ),
    ]
