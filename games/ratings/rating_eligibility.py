"""Whether a match in which bot accounts play may be rated."""

from __future__ import annotations

from collections.abc import Iterable

from accounts.models import User


def can_be_rated(people: Iterable[User], *, allowed: bool) -> bool:
    """Whether these users may play a rated match.

    Bots may play among themselves, and people among themselves; both together only if `allowed`,
    which is the host's choice.

    >>> ann, bot = User(), User(is_bot=True)
    >>> [can_be_rated(pair, allowed=False) for pair in ([ann, ann], [bot, bot], [ann, bot])]
    [True, True, False]
    >>> can_be_rated([ann, bot], allowed=True)
    True
    """
    return allowed or len({user.is_bot for user in people}) < 2
