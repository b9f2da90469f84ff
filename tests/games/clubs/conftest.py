"""A circle to test with."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.clubs import creation, membership
from games.models import Circle, Membership


@pytest.fixture
def circle(people: list[User]) -> Circle:
    """Ann's, which is joined on request: Bob is a helper, Eva a member, Dee has asked."""
    ann, bob, _cem, dee, eva = people
    made = creation.found(ann, "Thursday", "Cards & tea", Circle.Joining.REQUEST)
    for user in (bob, eva):
        membership.invite(made.key, ann, user)
        assert membership.join(made.key, user)
    membership.give_role(made.key, ann, bob, Membership.Role.HELPER)
    assert not membership.join(made.key, dee, "please")
    return made
