"""The settings of the site."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Site(models.Model):
    """The settings of the owner: one row, or none while every setting has its default.

    Requests read it through `accounts.site.configuration`, which caches it.
    """

    ONLY = 1
    NAME = "Longtable"

    class SignUp(models.TextChoices):
        OPEN = "open", _("everyone")
        APPROVAL = "approval", _("anyone, after approval by the staff")
        INVITATION = "invitation", _("people invited by someone with an account")
        CLOSED = "closed", _("nobody")

    name = models.CharField(max_length=30, default=NAME)
    picture = models.BinaryField(default=bytes, help_text="a PNG; empty: the default logo")
    picture_name = models.CharField(
        max_length=30, blank=True, default="", editable=False, help_text="side length and digest"
    )
    sign_up = models.CharField(max_length=10, choices=SignUp, default=SignUp.OPEN)
    language = models.CharField(max_length=8, blank=True, default="")
    time_zone = models.CharField(max_length=64, blank=True, default="")
    allows_local_webhooks = models.BooleanField(default=False, db_column="local_webhooks")
    members_can_open_tournaments = models.BooleanField(default=True, db_column="member_contests")
    allows_private_messages = models.BooleanField(default=True, db_default=True)
    season_months = models.PositiveSmallIntegerField(
        default=3, db_default=3, help_text="length of rating seasons; 0: no seasons"
    )
    club_sign_ups = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        help_text="people whom the leaders of one club may invite to sign up within 30 days, on "
        "sites that require an invitation; empty or 0: nobody",
    )
    hidden_warnings = models.JSONField(
        default=list, db_default=[], blank=True, help_text="keys of accounts/site/setup_checks.py"
    )

    def __str__(self) -> str:
        return self.name
