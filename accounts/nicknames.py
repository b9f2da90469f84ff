"""Display names: a name in any script, beside the ASCII user name that addresses contain.

No display name looks like another user's name of either kind. Users can change it once every 30
days. Moderators can see a former name until the account is deleted, and nobody else can take it for
30 days.
"""

from __future__ import annotations

import functools
import re
import secrets
import unicodedata
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from portal.user_text import check_marks

from .confusables import skeleton, username_skeleton
from .friendly_names import generate_friendly_name
from .models import FormerName, User
from .usernames import LONGEST, OFFICIAL_NAMES, RESERVED_PATTERN, check_username, username_lookup

MAX_WIDTH = 20  # columns; a wide letter, for example in Chinese or Japanese, takes two
EVERY = timedelta(days=30)
KEPT = timedelta(days=30)  # how long a former name is reserved
KINDS = ("L", "M", "Nd")  # allowed Unicode categories, besides `ALLOWED_PUNCTUATION`
# Invisible letters and marks.
INVISIBLE_PATTERN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]"
)
ALLOWED_PUNCTUATION = " -_.'’·・"
NAME_TAKEN = _("This name is taken or too similar to one that is.")
# Letters that NFKD does not decompose into a plain letter and a mark.
PLAIN_LETTERS = str.maketrans(
    {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ı": "i"}
)


@functools.cache
def official_skeletons() -> frozenset[str]:
    """Return the skeletons of the site's reserved names, computed once per process."""
    return frozenset(map(skeleton, OFFICIAL_NAMES))


def normalize_name(name: str) -> str:
    """Return a name as it is stored: in NFKC, with single spaces, and none at its ends."""
    return " ".join(filter(None, unicodedata.normalize("NFKC", name).split(" "))).strip()


def check_name(name: str) -> None:
    """Check that a name is allowed; `is_name_taken` says whether it is free.

    Raises:
        ValidationError: the name is not allowed; the message says what is.
    """
    kinds = [unicodedata.category(letter) for letter in name]
    if INVISIBLE_PATTERN.search(name) or any(
        not kind.startswith(KINDS) and letter not in ALLOWED_PUNCTUATION
        for letter, kind in zip(name, kinds, strict=True)
    ):
        raise ValidationError(
            _("Use letters and digits of any script, spaces and %(also)s."),
            code="characters",
            params={"also": " ".join(ALLOWED_PUNCTUATION[1:])},
        )
    if not any(kind.startswith("L") for kind in kinds):
        raise ValidationError(_("A name needs at least one letter."), code="letters")
    check_marks(name)
    if display_width(name) > MAX_WIDTH:
        raise ValidationError(
            _(
                "This name is too long. Use at most %(letters)d letters, or %(wide)d "
                "full-width ones."
            ),
            code="length",
            params={"letters": MAX_WIDTH, "wide": MAX_WIDTH // 2},
        )
    if RESERVED_PATTERN.fullmatch(name) or skeleton(name) in official_skeletons():
        raise ValidationError(_("This name is reserved. Choose another one."), code="reserved")


def display_width(name: str) -> int:
    """Return how many columns wide a name is."""
    return sum(1 + (unicodedata.east_asian_width(letter) in "WF") for letter in name)


class Names(NamedTuple):
    """The names of a new user: the user name, and the display name if it differs, or ""."""

    username: str
    shown: str


def choose_names(name: str, but: User | None = None) -> Names:
    """Return the names for a new user who wants this name; `but` is a guest who may have it now.

    Raises:
        ValidationError: the name is not allowed, or it is taken (code "taken").
    """
    name = normalize_name(name)
    check_name(name)
    if is_name_taken(name, but):
        raise ValidationError(NAME_TAKEN, code="taken")
    username = pick_username(name, but)
    return Names(username, "" if username == name else name)


def pick_username(name: str, but: User | None = None) -> str:
    """Return a free user name like this name: the name itself, or "uncle-tom" for "Uncle Tom".

    For a name without letters that have an ASCII form, it is a random friendly name.
    """
    for candidate in _candidate_usernames(name):
        try:
            check_username(candidate)
        except ValidationError:
            continue
        if not is_name_taken(candidate, but):
            return candidate
    return f"player-{secrets.token_hex(6)}"


def _candidate_usernames(name: str) -> Iterator[str]:
    yield name
    for like in (name, *(generate_friendly_name() for _try in range(10))):
        if plain := _slugify(like):
            yield plain
            for number in (*range(2, 10), *(secrets.randbelow(900) + 100 for _try in range(10))):
                yield append_number(plain, number)


def _slugify(name: str) -> str:
    """Return the letters a–z, digits and "_" of a name, with "-" between its words."""
    letters = unicodedata.normalize("NFKD", name.casefold().translate(PLAIN_LETTERS))
    kept = "".join(one for one in letters if not unicodedata.combining(one))
    return re.sub("[^a-z0-9_]+", "-", re.sub("[.'’]", "", kept)).strip("-_")[:LONGEST].rstrip("-")


def append_number(name: str, number: int) -> str:
    """Append a number to a name, which is cut off if it gets too wide."""
    end = f"-{number}"
    while display_width(name + end) > MAX_WIDTH:
        name = name[:-1]
    return name + end


def assign_names(user: User, names: Names) -> None:
    """Set the names on a row that the caller saves in the same transaction.

    Raises:
        IntegrityError: a name is taken by now, or looks like one that is.
    """
    for name in filter(None, names):
        reserve_name(name, user)
    user.username, user.nickname = names
    user.nickname_skeleton = skeleton(names.shown)


def is_name_taken(name: str, but: User | None = None) -> bool:
    """Whether another user has this name or one that looks like it."""
    alike = skeleton(name)
    others = User.objects.alias(plain=username_skeleton()).exclude(pk=but.pk if but else 0)
    shown = Q(nickname_skeleton__gt="", nickname_skeleton=alike)  # matches the partial index
    return others.filter(Q(plain=alike) | shown).exists() or _is_recent_former_name(alike, but)


def _is_recent_former_name(alike: str, but: User | None) -> bool:
    lately = FormerName.objects.filter(skeleton=alike, until__gt=timezone.now() - KEPT)
    return lately.exclude(user=but.pk if but else 0).exists()


def reserve_name(name: str, by: User | None = None) -> None:
    """Reserve a name and all that look like it until the end of this transaction.

    Raises:
        IntegrityError: another user has such a name by now.
    """
    _lock_name(name)
    if is_name_taken(name, by):
        raise IntegrityError(f"{name} looks like someone's name")


def _lock_name(name: str) -> None:
    """Serialize transactions that take similar names; SQLite has only one writer anyway."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            key = f"name {skeleton(name)}"
            cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [key])


def record_former_name(user: User, name: str, now: datetime) -> None:
    """Record that the user had this name until now."""
    FormerName.objects.create(user=user, name=name, skeleton=skeleton(name), until=now)


def name_lookup(name: str) -> Q:
    """Return the condition for users with this name, typed as user name or display name."""
    return Q(username_lookup(name)) | Q(nickname_skeleton__gt="", nickname_skeleton=skeleton(name))


def find_users(names: Iterable[str]) -> dict[str, User]:
    """Return the active users with these names, typed as user names or display names, by name."""
    wanted = set(names)
    alike = {key for name in wanted if (key := skeleton(name))}
    low = {name.lower() for name in wanted}
    people = User.objects.annotate(low=Lower("username")).filter(
        Q(low__in=low) | Q(nickname_skeleton__in=alike), is_active=True, deleted_at=None
    )
    by_name: dict[str, User] = {}
    for person in people:
        by_name.setdefault(f"~{person.nickname_skeleton}", person)
        by_name[person.username.lower()] = person
    found = {
        name: by_name.get(name.lower()) or by_name.get(f"~{skeleton(name)}")
        for name in wanted
        if skeleton(name)
    }
    return {name: person for name, person in found.items() if person is not None}


def next_change_at(user: User) -> datetime | None:
    """Return when this user may change the display name again, or None if they never did."""
    return None if user.nickname_changed_at is None else user.nickname_changed_at + EVERY


def change_nickname(user: User, name: str, now: datetime) -> None:
    """Change the display name ("" for none), in the caller's transaction.

    Raises:
        IntegrityError: another user has taken such a name in the meantime.
    """
    if name:
        _lock_name(name)
        if is_name_taken(name, but=user):
            raise IntegrityError(f"{name} looks like someone's name")
    if user.nickname:
        record_former_name(user, user.nickname, now)
    named = {"nickname": name, "nickname_skeleton": skeleton(name), "nickname_changed_at": now}
    User.objects.filter(pk=user.pk).update(**named)
    for field, value in named.items():
        setattr(user, field, value)
