"""Whether a match with accounts that are played by programs may be rated."""

from __future__ import annotations

from collections.abc import Iterable

from accounts.models import User


def can_be_rated(people: Iterable[User], *, allowed: bool) -> bool:
    """Bots among themselves, and people among themselves; together where the host allows it.

    >>> ann, bot = User(), User(is_bot=True)
    >>> [can_be_rated(pair, allowed=False) for pair in ([ann, ann], [bot, bot], [ann, bot])]
    [True, True, False]
    >>> can_be_rated([ann, bot], allowed=True)
    True
    """
    return allowed or len({user.is_bot for user in people}) < 2
