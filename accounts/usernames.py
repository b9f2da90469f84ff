"""Which names people may take: short, typeable everywhere, and never taken for the site's own."""

from __future__ import annotations

import re

from django.core.exceptions import ValidationError
from django.db.models.functions import Lower
from django.db.models.lookups import Exact
from django.utils.translation import gettext_lazy as _

MIN_LENGTH = 3
LONGEST = 20
DELETED_PREFIX = "former-"
# Plain letters only: look-alikes of another alphabet would let one person pose as another.
ALLOWED_PATTERN = re.compile(r"[A-Za-z0-9_-]+")
# What nobody is called in any script, nor alike.
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
    """Refuse a name that breaks the rules; whether it is free is the database's to say.

    Raises:
        ValidationError: with what would be right.
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
    """The person of this name, however it is capitalised: what the index of names can find."""
    return Exact(Lower("username"), name.lower())
