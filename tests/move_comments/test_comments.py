"""Comments to one's own moves: secret until the match is over, then shared or kept."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.data_export import contents
from accounts.deletion import delete_account
from accounts.models import User
from games.models import Block, Move, Seat, Substitution, Table
from games.move_comments import comments
from games.move_comments.models import MoveComment
from games.table.actions.rollback import roll_back_table
from games.table.session.move_numbers import numbering_for
from portal.errors import Forbidden, Invalid, NotFound
from tests.clients import signed_in
from tests.games.conftest import fresh, new_table, play_on, seats_of, table
from tests.games.table.rollback_to import staff
from tests.games.table.test_suggestions import alone

__all__ = ["alone", "new_table", "staff", "table"]
pytestmark = [pytest.mark.django_db]

TEXT = "A bold plan of mine <b>"
ESCAPED = "A bold plan of mine &lt;b&gt;"


def last_own_move(table: Table, user: User) -> Move:
    seat = comments.played_seat(table, user)
    assert seat is not None
    return comments.own_moves(table, user, seat)[0]


def comment(table: Table, user: User, text: str = TEXT) -> Move:
    """Comment on the last move of this person; that move."""
    move = last_own_move(table, user)
    number = numbering_for(table, move.seat).visible_number(move.number)
    comments.save_comment(table, user, number, text)
    return move


@pytest.fixture
def match_with_comment(table: Table) -> tuple[Table, User, User]:
    """A running table with a comment; its author, and another player."""
    table = play_on(table, moves=12)
    author, other = (seat.user for seat in seats_of(table))
    assert author is not None
    assert other is not None
    comment(table, author)
    return table, author, other


def pages(table: Table) -> list[str]:
    key = table.key
    return [
        *(
            reverse(f"games:{name}", args=[key])
            for name in ("table", "log", "replay", "step", "since", "move_comments")
        ),
        *(reverse(f"api:{name}", args=[key]) for name in ("table", "move_comments", "record")),
    ]


def texts_of(client: Client, table: Table) -> str:
    """Everything that a reader gets at the table, with the answers of refused requests."""
    return "".join(client.get(path).content.decode() for path in pages(table))


def end_match(table: Table) -> Table:
    Table.objects.filter(pk=table.pk).update(status=Table.Status.FINISHED, ended_at=timezone.now())
    return fresh(table)


def test_a_comment_is_secret_until_the_match_is_over(
    match_with_comment: tuple[Table, User, User], staff: User
) -> None:
    table, author, other = match_with_comment
    assert comments.own_comments(table, author).get().text == TEXT
    for client in (Client(), signed_in(other), signed_in(staff)):
        read = texts_of(client, table)
        assert "bold plan" not in read
        assert "Comments on moves" not in read
        answer = client.get(reverse("api:move_comments", args=[table.key]))
        assert answer.json() == []
    assert "bold plan" in texts_of(signed_in(author), table)


def test_comments_are_shared_when_the_match_is_over(
    match_with_comment: tuple[Table, User, User],
) -> None:
    table, author, other = match_with_comment
    table = end_match(table)
    move = last_own_move(table, author)
    page = reverse("games:step", args=[table.key])
    for client in (Client(), signed_in(other)):
        assert ESCAPED in client.get(f"{page}?move={move.number}").text
        assert ESCAPED not in client.get(f"{page}?move=1").text or move.number == 1
        assert ESCAPED in client.get(reverse("games:replay", args=[table.key])).text
    record = Client().get(reverse("games:record", args=[table.key])).json()
    assert record["comments"] == [{"move": move.number, "seat": move.seat, "text": TEXT}]
    (found,) = Client().get(reverse("api:move_comments", args=[table.key])).json()
    assert (found["author"], found["is_own"]) == (author.display_name, False)


def test_a_match_that_was_called_off_counts_as_over(
    match_with_comment: tuple[Table, User, User],
) -> None:
    table, _author, other = match_with_comment
    Table.objects.filter(pk=table.pk).update(
        status=Table.Status.CALLED_OFF, ended_at=timezone.now()
    )
    assert comments.readable_comments(fresh(table), other).count() == 1


def test_comments_that_their_author_keeps_stay_secret_after_the_end(
    match_with_comment: tuple[Table, User, User], staff: User
) -> None:
    table, author, other = match_with_comment
    table = end_match(table)
    comments.set_sharing(table, author, shares=False)
    comments.set_sharing(table, author, shares=False)
    for client in (Client(), signed_in(other), signed_in(staff)):
        read = texts_of(client, table)
        assert "bold plan" not in read
        assert "Comments on moves" not in read
    page = signed_in(author).get(reverse("games:replay", args=[table.key])).text
    assert ESCAPED in page
    assert "Only you" in page
    comments.set_sharing(table, author, shares=True)
    assert ESCAPED in signed_in(other).get(reverse("games:replay", args=[table.key])).text


def test_the_page_saves_changes_and_deletes_a_comment(
    match_with_comment: tuple[Table, User, User],
) -> None:
    table, author, _other = match_with_comment
    client, move = signed_in(author), last_own_move(table, author)
    page = reverse("games:move_comments", args=[table.key])
    assert ESCAPED in client.get(page).text
    number = numbering_for(table, move.seat).visible_number(move.number)
    save = reverse("games:save_move_comment", args=[table.key])
    for text in ("Another idea", "Another idea", ""):
        answer = client.post(save, {"move": number, "text": text}, follow=True)
        assert answer.status_code == 200
        stored = list(comments.own_comments(table, author).values_list("text", flat=True))
        assert stored == ([text] if text else [])
    client.post(reverse("games:share_move_comments", args=[table.key]), {})
    assert not comments.is_sharing(table, author)
    client.post(reverse("games:share_move_comments", args=[table.key]), {"shares": "1"})
    assert comments.is_sharing(table, author)


def test_only_players_have_the_page_of_comments(table: Table, staff: User) -> None:
    page = reverse("games:move_comments", args=[table.key])
    assert signed_in(staff).get(page).status_code == 404
    assert Client().get(page).status_code == 302
    with pytest.raises(NotFound):
        comments.set_sharing(table, staff, shares=False)


def test_a_move_of_someone_else_cannot_be_commented_on(
    match_with_comment: tuple[Table, User, User],
) -> None:
    table, author, other = match_with_comment
    move = last_own_move(table, author)
    with pytest.raises(NotFound):
        comments.save_comment(table, other, move.number, TEXT)
    Move.objects.filter(pk=move.pk).update(by=Move.Source.CLOCK)
    number = numbering_for(table, move.seat).visible_number(move.number)
    with pytest.raises(NotFound):
        comments.save_comment(table, author, number, TEXT)


def test_a_substitute_comments_on_their_own_moves_only(
    match_with_comment: tuple[Table, User, User], staff: User
) -> None:
    table, author, _other = match_with_comment
    move = last_own_move(table, author)
    Substitution.objects.create(
        table=table,
        seat=move.seat,
        from_user=author,
        to_user=staff,
        reason=Substitution.Reason.LEFT,
        at=timezone.now(),
        after_move=table.move_count,
    )
    Seat.objects.filter(table=table, number=move.seat).update(user=staff)
    Table.objects.filter(pk=table.pk).update(has_substitutes=True)
    table = fresh(table)
    seat = comments.played_seat(table, staff)
    assert seat is not None
    assert comments.own_moves(table, staff, seat) == []
    assert "bold plan" not in texts_of(signed_in(staff), table)
    assert last_own_move(table, author) == move
    assert comments.own_comments(table, author).get().move == move


def test_a_rollback_deletes_comments_on_undone_moves_and_hides_the_others(
    match_with_comment: tuple[Table, User, User], staff: User
) -> None:
    table, author, other = match_with_comment
    kept = comments.own_comments(table, author).get().move
    table = play_on(table, moves=10)
    late = comment(table, author, "Too late")
    assert late.number > kept.number
    roll_back_table(table.key, kept.number, staff, "a bug", table.version)
    assert list(comments.own_comments(table, author).values_list("text", flat=True)) == [TEXT]
    assert not comments.readable_comments(fresh(table), other).exists()


def test_a_muted_person_writes_only_what_they_keep(
    match_with_comment: tuple[Table, User, User],
) -> None:
    table, author, _other = match_with_comment
    author.restrictions.muted_until = timezone.now() + timedelta(days=1)
    author.restrictions.save()
    author = User.objects.get(pk=author.pk)
    with pytest.raises(Forbidden):
        comment(table, author, "Shared")
    comments.set_sharing(table, author, shares=False)
    comment(table, author, "Kept")
    with pytest.raises(Forbidden):
        comments.set_sharing(table, author, shares=True)


def test_comments_of_blocked_people_are_folded(
    match_with_comment: tuple[Table, User, User],
) -> None:
    table, author, other = match_with_comment
    Block.objects.create(blocker=other, blocked=author)
    table = end_match(table)
    page = reverse("games:replay", args=[table.key])
    assert "Collapsed: you have blocked this person" in signed_in(other).get(page).text
    assert "Collapsed: you have blocked this person" not in Client().get(page).text


def test_a_comment_has_a_limit(match_with_comment: tuple[Table, User, User]) -> None:
    table, author, _other = match_with_comment
    with pytest.raises(Invalid):
        comment(table, author, "x" * 1001)


def test_comments_are_exported_and_leave_with_the_account(
    match_with_comment: tuple[Table, User, User],
) -> None:
    _table, author, _other = match_with_comment
    rows: Any = contents.FILES["move-comments"](author)
    assert [row["text"] for row in rows] == [TEXT]
    delete_account(author)
    assert not MoveComment.objects.exists()


def test_the_api_writes_and_deletes_own_comments(
    match_with_comment: tuple[Table, User, User],
) -> None:
    table, author, _other = match_with_comment
    client, move = signed_in(author), last_own_move(table, author)
    number = numbering_for(table, move.seat).visible_number(move.number)
    base = reverse("api:move_comments", args=[table.key])

    def send(method: str, path: str, data: dict[str, Any] | None = None) -> Any:
        call = getattr(client, method)
        return call(base + path, data, content_type="application/json")

    assert send("put", f"{number}/", {"text": "New"}).json() == {"text": "New"}
    (found,) = client.get(base).json()
    assert (found["move"], found["text"], found["is_own"]) == (number, "New", True)
    assert send("put", "sharing/", {"is_sharing": False}).json() == {"is_sharing": False}
    assert send("delete", f"{number}/").status_code == 200
    assert client.get(base).json() == []
    assert send("put", "9999/", {"text": "New"}).status_code == 404
