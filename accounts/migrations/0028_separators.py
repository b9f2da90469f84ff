"""Punctuation and spaces do not tell names apart: likenesses are counted anew."""

from django.db import migrations, models, transaction
from django.db.utils import IntegrityError

from accounts.confusables import skeleton as likeness, username_skeleton as of_username


def count_anew(apps, _editor):
    """Where two people's names are alike by now, the second keeps what was counted before."""
    User, FormerName = (apps.get_model("accounts", name) for name in ("User", "FormerName"))
    for person in User.objects.filter(shown_name__gt="").only("shown_name", "shown_likeness"):
        alike = likeness(person.shown_name)
        if alike != person.shown_likeness:
            try:
                with transaction.atomic():
                    User.objects.filter(pk=person.pk).update(shown_likeness=alike)
            except IntegrityError:
                pass
    for row in FormerName.objects.only("name", "likeness").iterator():
        if row.likeness != likeness(row.name):
            FormerName.objects.filter(pk=row.pk).update(likeness=likeness(row.name))


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0027_idempotent_requests"),
    ]

    operations = [
        migrations.RemoveIndex(model_name="user", name="username_likeness"),
        migrations.AddIndex(
            model_name="user",
            index=models.Index(of_username(), name="username_alike"),
        ),
        migrations.RunPython(count_anew, migrations.RunPython.noop),
    ]
