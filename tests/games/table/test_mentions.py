"""Whom a message names: parsed tokens, the longest name, never a part of an address or a word."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.models import Notification, Table
from games.table.actions import chat_messages
from games.table.actions.mentions import MAX_MENTIONS, find_mentions

pytestmark = pytest.mark.same_everywhere
BO, LI, ADA, HANA, ALL = 1, 2, 3, 4, 5
PEOPLE = [
    User(pk=BO, username="bo-7", nickname="Bo"),
    User(pk=LI, username="bodo-li", nickname="Bodo Li"),
    User(pk=ADA, username="ada"),
    User(pk=HANA, username="hana", nickname="山田"),
    User(pk=ALL, username="taro", nickname="山田太郎"),
]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("@Bodo Li, your turn", {LI}),
        ("@bodo li!", {LI}),
        ("@BODO-LI", {LI}),
        ("@bo", {BO}),
        ("@Bo Li", {BO}),
        ("well, @bo. And (@ada)?", {BO, ADA}),
        ("@bo's wagon", {BO}),
        ("@bo,@ada", {BO, ADA}),
        ("@bo-7 @Ada", {BO, ADA}),
        ("@\u0430da", {ADA}),  # a Cyrillic letter
        ("\uff20ada", {ADA}),
        ("@ada\nsecond line", {ADA}),
        ("@Ada.", {ADA}),
        ("write to x@Bodenheim.example", set()),
        ("x@bo.example", set()),
        ("x.@bo", set()),
        ("@bo.example", set()),
        ("@bo@host.example", set()),
        ("a@ada", set()),
        ("@Bodo", set()),
        ("@boris", set()),
        ("@bo2", set()),
        ("@@bo", set()),
        ("@ bo", set()),
        ("@", set()),
        ("bo ada", set()),
        ("@山田さん、どうぞ", {HANA}),
        ("@山田太郎さん", {ALL}),
        ("ねえ@hanaさん", {HANA}),
    ],
)
def test_mention_is_a_token(text: str, expected: set[int]) -> None:
    assert find_mentions(text, PEOPLE) == expected


def test_mention_of_nobody_at_an_empty_table() -> None:
    assert find_mentions("@ada", []) == set()


def test_mentions_of_one_message_are_limited() -> None:
    people = [User(pk=n, username=f"player{n:02d}x") for n in range(1, 30)]
    text = " ".join(f"@{one.username}" for one in people)
    assert len(find_mentions(text, people)) == MAX_MENTIONS


def test_mention_notifies_only_the_mentioned_person(table: Table) -> None:

    seated = [seat.user for seat in table.seat_set.select_related("user").order_by("number")]
    writer, other = seated[0], seated[1]
    assert writer is not None
    assert other is not None
    chat_messages.send_message(table, writer, f"hello @{other.username.upper()}!", "all")
    chat_messages.send_message(table, writer, f"write to x@{other.username}.example", "all")
    user_ids = Notification.objects.filter(event="mention").values_list("user", flat=True)
    assert set(user_ids) == {other.pk}
    assert len({row.dedup_key for row in Notification.objects.filter(event="mention")}) == 1
