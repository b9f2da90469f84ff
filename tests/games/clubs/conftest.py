"""A club to test with."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.clubs import creation, membership
from games.models import Club, Membership


@pytest.fixture
def club(people: list[User]) -> Club:
    """Ann's, which is joined on request: Bob is a helper, Eva a member, Dee has asked."""
    ann, bob, _cem, dee, eva = people
    made = creation.create_club(ann, "Thursday", "Cards & tea", Club.JoinPolicy.REQUEST)
    for user in (bob, eva):
        membership.invite_or_admit(made.key, ann, user)
        assert membership.join_or_request(made.key, user)
    membership.change_role(made.key, ann, bob, Membership.Role.HELPER)
    assert not membership.join_or_request(made.key, dee, "please")
    return made
