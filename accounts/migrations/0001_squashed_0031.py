"""The schema that the replaced migrations make, for new sites; they go with the next release."""

import accounts.usernames
import django.contrib.auth.models
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('accounts', '0001_initial'), ('accounts', '0002_short_usernames'), ('accounts', '0003_absent_since'), ('accounts', '0004_keys_of_one_letter'), ('accounts', '0005_what_i_am_told'), ('accounts', '0006_calendars'), ('accounts', '0007_webhooks'), ('accounts', '0008_devices'), ('accounts', '0009_presence'), ('accounts', '0010_motion'), ('accounts', '0011_guests'), ('accounts', '0012_taking_invitations'), ('accounts', '0013_moderators'), ('accounts', '0014_hints'), ('accounts', '0015_moderators_curbs'), ('accounts', '0016_shown_names'), ('accounts', '0017_the_door'), ('accounts', '0018_site'), ('accounts', '0019_former_names_kept'), ('accounts', '0020_member_contests'), ('accounts', '0021_bot_accounts'), ('accounts', '0022_bot_rules'), ('accounts', '0023_season_months'), ('accounts', '0024_country'), ('accounts', '0025_invited_at'), ('accounts', '0026_hidden_warnings'), ('accounts', '0027_idempotent_requests'), ('accounts', '0028_separators'), ('accounts', '0029_plain_texts'), ('accounts', '0030_standard_field_names'), ('accounts', '0031_plain_help_texts')]

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='IdempotentRequest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key_digest', models.CharField(db_column='name', help_text='digest of the key and the sender', max_length=64, unique=True)),
                ('request_digest', models.CharField(db_column='request', help_text='digest of the request', max_length=64)),
                ('response', models.BinaryField(db_column='answer', default=b'', help_text='encrypted; empty: not answered yet')),
                ('created_at', models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name='Site',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(default='Longtable', max_length=30)),
                ('picture', models.BinaryField(default=bytes, help_text='a PNG; empty: the default logo')),
                ('picture_name', models.CharField(blank=True, default='', editable=False, help_text='side length and digest', max_length=30)),
                ('sign_up', models.CharField(choices=[('open', 'everyone'), ('approval', 'anyone, after approval by the staff'), ('invitation', 'people invited by someone with an account'), ('closed', 'nobody')], default='open', max_length=10)),
                ('language', models.CharField(blank=True, default='', max_length=8)),
                ('time_zone', models.CharField(blank=True, default='', max_length=64)),
                ('allows_local_webhooks', models.BooleanField(db_column='local_webhooks', default=False)),
                ('members_can_open_tournaments', models.BooleanField(db_column='member_contests', default=True)),
                ('season_months', models.PositiveSmallIntegerField(db_default=3, default=3, help_text='length of rating seasons; 0: no seasons')),
                ('hidden_warnings', models.JSONField(blank=True, db_default=[], default=list, help_text='keys of accounts/site/setup_checks.py')),
            ],
        ),
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('username', models.CharField(error_messages={'unique': 'This name is taken.'}, help_text='The name others see: 3 to 20 letters a–z, digits, “_” or “-”.', max_length=20, unique=True, validators=[accounts.usernames.check_username], verbose_name='name')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                ('language', models.CharField(blank=True, default='', max_length=8, verbose_name='language')),
                ('time_zone', models.CharField(default='UTC', max_length=64, verbose_name='time zone')),
                ('theme', models.CharField(choices=[('auto', 'as my device'), ('light', 'light'), ('dark', 'dark')], default='auto', max_length=8, verbose_name='theme')),
                ('confirm_turn', models.BooleanField(default=True, verbose_name='ask me to confirm my turn')),
                ('warn_reveal', models.BooleanField(default=True, verbose_name='warn me before a move that cannot be undone')),
                ('deleted_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('absent_since', models.DateTimeField(blank=True, editable=False, help_text='since when the user misses deadlines without a visit', null=True)),
                ('has_key_shortcuts', models.BooleanField(db_column='keys', default=True, verbose_name='single-key shortcuts')),
                ('notification_overrides', models.JSONField(blank=True, db_column='told', default=dict, help_text='settings that differ from the defaults: {event:channel: on or off}')),
                ('disabled_channels', models.JSONField(blank=True, db_column='stopped', default=dict, help_text='channels that have stopped working: {channel: why}')),
                ('turn_notification_delay', models.PositiveSmallIntegerField(db_column='turn_delay', default=2, verbose_name='notify me of my turn after')),
                ('quiet_from', models.TimeField(blank=True, null=True, verbose_name='quiet from')),
                ('quiet_until', models.TimeField(blank=True, null=True, verbose_name='quiet until')),
                ('has_daily_digest', models.BooleanField(db_column='digest_daily', default=False, verbose_name='daily digest')),
                ('digest_hour', models.PositiveSmallIntegerField(default=8, verbose_name='hour of the digest')),
                ('max_notifications_per_day', models.PositiveSmallIntegerField(db_column='notices_a_day', default=20, verbose_name='maximum notifications per day')),
                ('bell_sound', models.BooleanField(default=False, verbose_name='notification sound')),
                ('auto_vacation', models.BooleanField(default=True, verbose_name='automatic vacation')),
                ('auto_vacation_since', models.DateTimeField(blank=True, db_column='away_since', editable=False, help_text='when a vacation began automatically', null=True)),
                ('calendar', models.JSONField(blank=True, default=dict, help_text='hours of the week and days off; empty: always open')),
                ('last_seen_at', models.DateTimeField(db_column='heard_at', default=django.utils.timezone.now, editable=False, help_text='the last visit, exact to five minutes')),
                ('vacation_counted_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('vacation_days', models.FloatField(default=10.0, help_text='days saved at vacation_counted_at')),
                ('vacations', models.JSONField(blank=True, default=list, help_text='[from, until, whether it began automatically]')),
                ('has_webhook', models.BooleanField(default=False, editable=False, help_text='whether the user has a webhook that works')),
                ('has_push_device', models.BooleanField(db_column='has_device', default=False, editable=False, help_text='whether a device of the user shows notifications')),
                ('may_be_followed', models.BooleanField(default=True, verbose_name='others may follow me')),
                ('shows_presence', models.BooleanField(default=True, verbose_name='show when I am here')),
                ('motion', models.CharField(choices=[('full', 'pieces move across the board'), ('brief', 'pieces appear in their places'), ('off', 'nothing moves')], default='full', max_length=8, verbose_name='motion')),
                ('guest_network', models.CharField(blank=True, db_column='guest_of', default='', editable=False, help_text='digest of the network that a guest came from; empty: not a guest', max_length=24)),
                ('may_be_invited', models.BooleanField(db_default=True, default=True, verbose_name='others may invite me')),
                ('is_moderator', models.BooleanField(db_default=False, default=False, verbose_name='moderator')),
                ('muted_until', models.DateTimeField(blank=True, editable=False, help_text='set by a moderator: cannot write', null=True)),
                ('suspended_until', models.DateTimeField(blank=True, editable=False, help_text='set by a moderator: cannot take seats', null=True)),
                ('seen_tips', models.TextField(blank=True, db_column='hinted', db_default='', default='', editable=False, help_text='kinds of decisions whose tip was shown, each as game:kind and a space')),
                ('tips', models.CharField(choices=[('first', 'in my first match of a game'), ('always', 'whenever something is new to me'), ('never', 'never')], db_column='hints', db_default='first', default='first', max_length=8, verbose_name='tips')),
                ('open_table_ban_until', models.DateTimeField(blank=True, db_column='private_until', editable=False, help_text='set by a moderator: cannot take seats at open tables', null=True)),
                ('rated_ban_until', models.DateTimeField(blank=True, db_column='unrated_until', editable=False, help_text='set by a moderator: cannot take seats at rated tables', null=True)),
                ('nickname_skeleton', models.CharField(blank=True, db_column='shown_likeness', db_default='', default='', editable=False, max_length=100)),
                ('nickname', models.CharField(blank=True, db_column='shown_name', db_default='', default='', max_length=20, verbose_name='display name')),
                ('nickname_changed_at', models.DateTimeField(blank=True, db_column='shown_name_at', editable=False, help_text='when it was last changed', null=True)),
                ('is_pending_approval', models.BooleanField(db_column='awaits_approval', db_default=False, default=False, help_text='signed up, but not yet approved by the staff')),
                ('is_bot', models.BooleanField(db_default=False, default=False, help_text='a program plays here', verbose_name='bot')),
                ('bot_invitation_policy', models.JSONField(blank=True, db_column='bot_rules', db_default={}, default=dict, editable=False, help_text='how a bot account answers invitations; empty: its program answers')),
                ('country', models.CharField(blank=True, db_default='', default='', help_text='two letters (ISO 3166-1); empty: not given', max_length=2, verbose_name='country')),
                ('invited_by', models.ForeignKey(blank=True, editable=False, help_text='whose invitation link was used at sign-up', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='brought', to=settings.AUTH_USER_MODEL)),
                ('invited_at', models.DateTimeField(blank=True, editable=False, help_text='when the invitation link was used', null=True)),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'user',
                'verbose_name_plural': 'users',
                'abstract': False,
                'indexes': [models.Index(condition=models.Q(('guest_network__gt', '')), fields=['guest_network', '-date_joined'], name='guest_of_network'), models.Index(condition=models.Q(('guest_network__gt', '')), fields=['last_seen_at'], name='guest_heard'), models.Index(models.Func('username', template="REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(LOWER(%(expressions)s), '-', ''), '_', ''), '0', 'o'), '1', 'l'), 'i', 'l'), 'm', 'rn')"), name='username_alike')],
                'constraints': [models.UniqueConstraint(django.db.models.functions.text.Lower('username'), name='username_ci_unique'), models.UniqueConstraint(condition=models.Q(('nickname_skeleton__gt', '')), fields=('nickname_skeleton',), name='shown_name_unlike_others')],
            },
            managers=[
                ('objects', django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name='FormerName',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=20)),
                ('until', models.DateTimeField()),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='former_names', to=settings.AUTH_USER_MODEL)),
                ('skeleton', models.CharField(db_column='likeness', db_default='', default='', editable=False, max_length=100)),
            ],
            options={
                'ordering': ['-until', '-pk'],
                'indexes': [models.Index(fields=['skeleton', '-until'], name='former_name_alike')],
            },
        ),
    ]
