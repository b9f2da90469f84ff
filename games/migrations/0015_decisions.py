"""How much a seat has moved in the decision that it owes: there is a bound."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0014_fair_ratings'),
    ]

    operations = [
        migrations.AddField(
            model_name='seat',
            name='decision_moves',
            field=models.PositiveIntegerField(default=0, help_text='its moves in the decision that it was asked last'),
        ),
        migrations.AddField(
            model_name='seat',
            name='decision_reopened',
            field=models.PositiveIntegerField(default=0, help_text='how often it has opened that decision anew'),
        ),
    ]
