from django.db import migrations, models

import accounts.usernames


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_initial")]

    operations = [
        migrations.AlterField(
            model_name="user",
            name="username",
            field=models.CharField(
                error_messages={"unique": "This name is taken."},
                help_text=(
                    "What others call you at the table: 3 to 20 letters a–z, digits, “_” or “-”."
                ),
                max_length=20,
                unique=True,
                validators=[accounts.usernames.check_username],
                verbose_name="name",
            ),
        ),
    ]
