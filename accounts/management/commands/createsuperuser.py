"""Django's command; whoever may run it vouches for the e-mail address, so that signing in works."""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth.management.commands import createsuperuser

from ...models import User
from ...site import owner


class Command(createsuperuser.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        super().handle(*args, **options)
        known = EmailAddress.objects.values("user")
        for user in User.objects.filter(is_superuser=True).exclude(email="").exclude(pk__in=known):
            owner.confirm_email(user)
