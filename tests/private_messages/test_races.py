"""Private messages at the very same moment as others, a block or a deletion."""

from __future__ import annotations

import pytest

from accounts.deletion import delete_account
from accounts.models import User
from games.models import Follow
from games.moderation import block_list
from games.private_messages import conversations
from games.private_messages.models import Conversation, Participant, PrivateMessage
from tests.games.races import ROUNDS, Race, race

__all__ = ["race"]

pytestmark = pytest.mark.django_db(transaction=True)


def new_pair() -> tuple[User, User]:
    number = User.objects.count()
    ann, bob = (User.objects.create_user(f"{name}{number}") for name in ("ann", "bob"))
    Follow.objects.create(follower=ann, followed=bob)
    Follow.objects.create(follower=bob, followed=ann)
    return ann, bob


def test_both_write_first(race: Race) -> None:
    """There is one conversation with both messages."""
    for _ in range(ROUNDS):
        ann, bob = new_pair()
        refused = race(
            lambda: conversations.send_message(ann, bob, "hello"),  # noqa: B023
            lambda: conversations.send_message(bob, ann, "hello"),  # noqa: B023
        )
        assert refused == ["", ""]
        found = Conversation.objects.get(first=ann, second=bob)
        assert found.messages.count() == found.participants.count() == 2


def test_a_block_and_a_message(race: Race) -> None:
    """The message is sent before the block, or not at all."""
    for _ in range(ROUNDS):
        ann, bob = new_pair()
        sent, blocked = race(
            lambda: conversations.send_message(ann, bob, "hello"),  # noqa: B023
            lambda: block_list.block(bob, ann),  # noqa: B023
        )
        assert blocked == ""
        assert sent in ("", "takes_no_messages")
        assert PrivateMessage.objects.filter(user=ann).count() == (not sent)


def test_a_deletion_and_a_message(race: Race) -> None:
    """A deleted account takes part in no conversation."""
    for _ in range(ROUNDS):
        ann, bob = new_pair()
        sent, deleted = race(
            lambda: conversations.send_message(ann, bob, "hello"),  # noqa: B023
            lambda: delete_account(bob),  # noqa: B023
        )
        assert deleted == ""
        # A deletion ends what connects the two before it closes the account.
        assert sent in ("", "account_closed", "not_connected")
        assert not Participant.objects.filter(user=bob).exists()
        assert PrivateMessage.objects.filter(user=ann).count() == (not sent)


def test_both_accounts_are_deleted(race: Race) -> None:
    for _ in range(ROUNDS):
        ann, bob = new_pair()
        conversations.send_message(ann, bob, "hello")
        assert race(lambda: delete_account(ann), lambda: delete_account(bob)) == ["", ""]  # noqa: B023
        assert not Conversation.objects.exists()
