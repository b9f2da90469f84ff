"""Rules for user names: short, easy to type, and not mistaken for the site's own."""

from __future__ import annotations

import re

from django.core.exceptions import ValidationError
from django.db.models.functions import Lower
from django.db.models.lookups import Exact
from django.utils.translation import gettext_lazy as _

MIN_LENGTH = 3
LONGEST = 20
DELETED_PREFIX = "former-"
# ASCII letters only: look-alikes from other alphabets would let users impersonate others.
ALLOWED_PATTERN = re.compile(r"[A-Za-z0-9_-]+")
# Reserved names; names that look like them, in any script, are reserved as well.
OFFICIAL_NAMES = (
    *("former", "bot", "bots", "admin", "administrator", "moderator", "root", "staff", "support"),
    *("system", "longtable", "anonymous", "nobody", "null", "none", "everybody", "player"),
    *("players", "guest", "guests", "管理者", "管理人", "運営", "モデレーター"),
)
RESERVED_PATTERN = re.compile(
    r"former($|[-_0-9].*)|bots?($|[-_0-9].*)|admin(istrator)?|moderator|root|staff|support|system"
    r"|longtable|anonymous|nobody|null|none|everybody|players?|guests?($|[-_0-9].*)",
    re.IGNORECASE,
)


def check_username(name: str) -> None:
    """Check that a user name follows the rules; only the database knows whether it is free.

    Raises:
        ValidationError: the name breaks a rule; the message says which names are allowed.
    """
    if not MIN_LENGTH <= len(name) <= LONGEST:
        raise ValidationError(
            _("A name must have %(shortest)d to %(longest)d characters."),
            code="length",
            params={"shortest": MIN_LENGTH, "longest": LONGEST},
        )
    if not ALLOWED_PATTERN.fullmatch(name):
        raise ValidationError(_("Use only letters a–z, digits, “_” and “-”."), code="characters")
    if RESERVED_PATTERN.fullmatch(name):
        raise ValidationError(_("This name is reserved. Choose another one."), code="reserved")


def username_lookup(name: str) -> Exact:
    """Return a case-insensitive lookup of a user name, which uses the index of names."""
    return Exact(Lower("username"), name.lower())
