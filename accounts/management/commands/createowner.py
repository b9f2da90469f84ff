"""`manage.py createowner NAME`: an account, old or new, owns the site."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from ...models import User
from ...site import owner


class Command(BaseCommand):
    help = "Make an account the owner of the site. Create it if it does not exist."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name")
        parser.add_argument("--email", help="of a new account; it need not be confirmed")
        parser.add_argument("--no-input", action="store_false", dest="interactive")

    @transaction.atomic
    def handle(
        self, *args: Any, name: str, email: str | None, interactive: bool, **options: Any
    ) -> None:
        user = User.objects.filter(username__iexact=name).first()
        if user is None:
            asked = {"username": name, "email": email, "interactive": interactive}
            call_command("createsuperuser", verbosity=0, **asked)
            user = User.objects.get(username__iexact=name)
            if owner.is_email_of_another(user.email, but=user):
                raise CommandError(f"{user.email} belongs to another account.")
        if user.is_guest or not user.is_active:
            raise CommandError(f"{user.username} has no account that is open.")
        owner.make_owner(user)
        self.stdout.write(f"{user.username} owns the site: sign in, and open “Site settings”.")
