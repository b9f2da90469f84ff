from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0024_webhook_of_a_circle'),
    ]

    operations = [
        migrations.AddField(
            model_name='table',
            name='asks',
            field=models.JSONField(blank=True, default=dict, help_text='of whoever sits down: games.reliability.requirements.Asks.kept'),
        ),
    ]
