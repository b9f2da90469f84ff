"""A circle to test with."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.circles import founding, joining
from games.models import Circle, Membership


@pytest.fixture
def circle(people: list[User]) -> Circle:
    """Ann's, which is joined on request: Bob is a helper, Eva a member, Dee has asked."""
    ann, bob, _cem, dee, eva = people
    made = founding.found(ann, "Thursday", "Cards & tea", Circle.Joining.REQUEST)
    for user in (bob, eva):
        joining.invite(made.key, ann, user)
        assert joining.join(made.key, user)
    joining.give_role(made.key, ann, bob, Membership.Role.HELPER)
    assert not joining.join(made.key, dee, "please")
    return made
