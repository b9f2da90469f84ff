from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0074_circle_likeness'),
    ]

    operations = [
        migrations.AddField(
            model_name='seat',
            name='wait_limit',
            field=models.FloatField(blank=True, help_text='seconds that its wait may last without vacation; empty: what its bank allows', null=True),
        ),
        migrations.AlterField(
            model_name='seat',
            name='vacation_used',
            field=models.FloatField(default=0, help_text='seconds of its waits on vacation, or beyond their limit'),
        ),
    ]
