"""The user model with its preferences, and former names."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from ..confusables import username_skeleton
from ..signals import send_sessions_ended
from ..usernames import LONGEST, check_username

ENDS_SESSIONS = frozenset({"password", "is_active"})


class User(AbstractUser):
    """A user. A deleted account stays as an anonymous row, so that others keep their matches."""

    class Theme(models.TextChoices):
        AUTO = "auto", _("as my device")
        LIGHT = "light", _("light")
        DARK = "dark", _("dark")

    class Motion(models.TextChoices):
        FULL = "full", _("pieces move across the board")
        BRIEF = "brief", _("pieces appear in their places")
        OFF = "off", _("nothing moves")

    class Color(models.IntegerChoices):
        """The colours of pieces, numbered like the seats that have them unless people prefer one.

        They are in `static/css/tokens.css`.
        """

        RED = 0, _("red")
        BLUE = 1, _("blue")
        GOLD = 2, _("gold")
        GREEN = 3, _("green")
        PURPLE = 4, _("purple")

    class Tips(models.TextChoices):
        FIRST = "first", _("in my first match of a game")
        ALWAYS = "always", _("whenever something is new to me")
        NEVER = "never", _("never")

    class MessagePolicy(models.TextChoices):
        FOLLOWED = "followed", _("only people I follow")
        NOBODY = "nobody", _("nobody")

    username = models.CharField(
        _("name"),
        max_length=LONGEST,
        unique=True,
        validators=[check_username],
        help_text=_("The name others see: 3 to 20 letters a–z, digits, “_” or “-”."),
        error_messages={"unique": _("This name is taken.")},
    )
    nickname = models.CharField(
        _("display name"),
        max_length=LONGEST,
        blank=True,
        default="",
        db_default="",
        db_column="shown_name",
    )
    nickname_skeleton = models.CharField(
        max_length=100,
        blank=True,
        default="",
        db_default="",
        editable=False,
        db_column="shown_likeness",
    )
    nickname_changed_at = models.DateTimeField(
        null=True,
        blank=True,
        editable=False,
        help_text="when it was last changed",
        db_column="shown_name_at",
    )
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    language = models.CharField(_("language"), max_length=8, blank=True, default="")
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    theme = models.CharField(_("theme"), max_length=8, choices=Theme, default=Theme.AUTO)
    motion = models.CharField(_("motion"), max_length=8, choices=Motion, default=Motion.FULL)
    confirm_turn = models.BooleanField(_("ask me to confirm my turn"), default=True)
    warn_reveal = models.BooleanField(
        _("warn me before a move that cannot be undone"), default=True
    )
    has_key_shortcuts = models.BooleanField(
        _("single-key shortcuts"), default=True, db_column="keys"
    )
    tips = models.CharField(
        _("tips"),
        max_length=8,
        choices=Tips,
        default=Tips.FIRST,
        db_default="first",
        db_column="hints",
    )
    preferred_color = models.PositiveSmallIntegerField(
        _("preferred colour"), choices=Color, null=True, blank=True, help_text="empty: any"
    )
    seen_tips = models.TextField(
        blank=True,
        default="",
        db_default="",
        editable=False,
        help_text="kinds of decisions whose tip was shown, each as game:kind and a space",
        db_column="hinted",
    )
    country = models.CharField(
        _("country"),
        max_length=2,
        blank=True,
        default="",
        db_default="",
        help_text="two letters (ISO 3166-1); empty: not given",
    )
    may_be_followed = models.BooleanField(_("others may follow me"), default=True)
    may_be_invited = models.BooleanField(_("others may invite me"), default=True, db_default=True)
    message_policy = models.CharField(  # noqa: DJ001 - no NOT NULL column can be added on SQLite
        _("who may write to me"),
        max_length=8,
        choices=MessagePolicy,
        null=True,
        blank=True,
        help_text="private messages; empty: everyone who is connected with the user",
    )
    shows_presence = models.BooleanField(_("show when I am here"), default=True)
    absent_since = models.DateTimeField(
        null=True,
        blank=True,
        editable=False,
        help_text="since when the user misses deadlines without a visit",
    )
    last_seen_at = models.DateTimeField(
        default=timezone.now,
        editable=False,
        help_text="the last visit, exact to five minutes",
        db_column="heard_at",
    )
    guest_network = models.CharField(
        max_length=24,
        blank=True,
        default="",
        editable=False,
        help_text="digest of the network that a guest came from; empty: not a guest",
        db_column="guest_of",
    )
    invited_by = models.ForeignKey(
        "self",
        models.SET_NULL,
        null=True,
        blank=True,
        editable=False,
        related_name="brought",
        help_text="whose invitation link was used at sign-up",
    )
    invited_at = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="when the invitation link was used"
    )
    is_pending_approval = models.BooleanField(
        default=False,
        db_default=False,
        help_text="signed up, but not yet approved by the staff",
        db_column="awaits_approval",
    )
    is_bot = models.BooleanField(
        _("bot"), default=False, db_default=False, help_text="a program plays here"
    )
    is_moderator = models.BooleanField(_("moderator"), default=False, db_default=False)
    deleted_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(Lower("username"), name="username_ci_unique"),
            models.UniqueConstraint(
                fields=["nickname_skeleton"],
                name="shown_name_unlike_others",
                condition=models.Q(nickname_skeleton__gt=""),
            ),
        ]
        indexes = [
            models.Index(username_skeleton(), name="username_alike"),
            models.Index(
                fields=["guest_network", "-date_joined"],
                name="guest_of_network",
                condition=models.Q(guest_network__gt=""),
            ),
            models.Index(
                fields=["last_seen_at"],
                name="guest_heard",
                condition=models.Q(guest_network__gt=""),
            ),
        ]

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save the row; report ended sessions if password or `is_active` may have changed."""
        super().save(*args, **kwargs)
        fields = kwargs.get("update_fields")
        if fields is None or not ENDS_SESSIONS.isdisjoint(fields):
            send_sessions_ended(self.pk)

    @property
    def is_guest(self) -> bool:
        """Whether this is a guest: a name in one browser and nothing else (accounts/guests.py)."""
        return bool(self.guest_network)

    @property
    def can_moderate(self) -> bool:
        """Whether the user may moderate: owners and those whom owners make moderators."""
        return self.is_moderator or self.is_superuser

    @property
    def is_on_staff(self) -> bool:
        """Whether only an owner may sanction this user (accounts/moderation_rights.py)."""
        return self.can_moderate or self.is_staff

    @property
    def display_name(self) -> str:
        """The name that pages show, with "(bot)" after it for a bot's account."""
        if self.deleted_at:
            return str(_("Former player"))
        name = self.own_name
        return str(_("%(name)s (bot)") % {"name": name}) if self.is_bot else name

    @property
    def own_name(self) -> str:
        """The name without "(bot)", for texts in which users address or name each other."""
        return self.nickname or self.username

    def get_absolute_url(self) -> str:
        return reverse("games:profile", args=[self.username])


class FormerName(models.Model):
    """A former name of a user (accounts/nicknames.py), which moderators can see."""

    user = models.ForeignKey(User, models.CASCADE, related_name="former_names")
    name = models.CharField(max_length=LONGEST)
    skeleton = models.CharField(
        max_length=100, default="", db_default="", editable=False, db_column="likeness"
    )
    until = models.DateTimeField()

    class Meta:
        ordering = ["-until", "-pk"]
        indexes = [models.Index(fields=["skeleton", "-until"], name="former_name_alike")]

    def __str__(self) -> str:
        return self.name
