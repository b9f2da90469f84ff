"""People for benchmarks that talk to a running site: a file of accounts, as `load` makes it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple


class Person(NamedTuple):
    """Somebody who is signed in."""

    name: str
    token: str
    session: str


def make_people(count: int) -> list[Person]:
    """Accounts with a token and a session each, in the site's own database."""
    from accounts.models import User
    from accounts.tokens import create_token
    from tests.browser_fixtures import make_session

    people = []
    for number in range(count):
        name = f"load{number}"
        user = User.objects.filter(username=name).first() or User.objects.create_user(name)
        user.confirm_turn = user.warn_reveal = False
        user.save()
        people.append(Person(name, create_token(user, "load")[1], make_session(user)))
    return people


def people_of(file: str) -> list[Person]:
    return [Person(*person) for person in json.loads(Path(file).read_text())]
