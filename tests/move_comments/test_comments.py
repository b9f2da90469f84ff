"""Comments to one's own moves: secret until the match is over, then shared or kept."""

from __future__ import annotations

import dataclasses
import json
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.data_export import contents
from accounts.deletion import delete_account
from accounts.models import User
from games.archive import importer
from games.archive.record_format import serialize, to_version_1
from games.models import Block, Decision, Move, Report, Seat, Substitution, Table
from games.moderation import cases, reports, sanctions
from games.move_comments import comments
from games.move_comments.models import MoveComment
from games.studies.actions import load_tree
from games.studies.creation import add_chapter_from_table
from games.table.actions.rollback import roll_back_table
from games.table.session.move_numbers import numbering_for
from portal.errors import Forbidden, Invalid, NotFound
from tests.archive.sample_records import make_record
from tests.clients import signed_in
from tests.games.conftest import GAME, fresh, new_table, play_on, seats_of, table
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
        assert ESCAPED in client.get(f"{page}?move={move.number}&comments=1").text
        before = client.get(f"{page}?move={move.number - 1}&comments=1").text
        assert ESCAPED not in before
        assert f'id="next-comment" href="?move={move.number}"' in before
        last = client.get(f"{page}?move={table.move_count}&comments=1").text
        assert 'id="next-comment"' not in last
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
        assert answer.redirect_chain == [(f"{page}#move-{number}", 302)]
        stored = list(comments.own_comments(table, author).values_list("text", flat=True))
        assert stored == ([text] if text else [])
    client.post(reverse("games:share_move_comments", args=[table.key]), {})
    assert not comments.is_sharing(table, author)
    client.post(reverse("games:share_move_comments", args=[table.key]), {"shares": "1"})
    assert comments.is_sharing(table, author)


def test_saving_comes_back_to_the_same_page_and_move(
    match_with_comment: tuple[Table, User, User],
) -> None:
    table, author, _other = match_with_comment
    number = numbering_for(table, 0).visible_number(last_own_move(table, author).number)
    answer = signed_in(author).post(
        reverse("games:save_move_comment", args=[table.key]),
        {"move": number, "text": "Later", "page": "2"},
    )
    assert answer["Location"].endswith(f"/comments/?page=2#move-{number}")


def test_a_refused_text_stays_in_its_field(match_with_comment: tuple[Table, User, User]) -> None:
    table, author, _other = match_with_comment
    number = numbering_for(table, 0).visible_number(last_own_move(table, author).number)
    save = reverse("games:save_move_comment", args=[table.key])
    answer = signed_in(author).post(save, {"move": number, "text": "y" * 1001})
    assert answer.status_code == 422
    assert "y" * 1001 in answer.text
    assert f'aria-describedby="problem-{number}"' in answer.text
    assert comments.own_comments(table, author).get().text == TEXT
    answer = signed_in(author).post(save, {"move": "9999", "text": "gone"})
    assert answer.status_code == 404
    assert "You have made no such move" in answer.text


def test_readers_report_a_shared_comment(match_with_comment: tuple[Table, User, User]) -> None:
    table, author, other = match_with_comment
    one = comments.own_comments(table, author).get()
    page = f"/report/move-comment/{one.pk}/"
    assert signed_in(other).get(page).status_code == 404
    table = end_match(table)
    assert page in signed_in(other).get(reverse("games:replay", args=[table.key])).text
    for client in (Client(), signed_in(author)):
        assert page not in client.get(reverse("games:replay", args=[table.key])).text
    assert signed_in(author).get(page).status_code == 404
    thing = reports.find_target("move-comment", str(one.pk), other)
    case = reports.submit_report(thing, other, Report.Kind.INSULT, "")
    assert case.subject == author
    assert case.reports.get().evidence["message"]["text"] == TEXT
    comments.set_sharing(table, author, shares=False)
    assert signed_in(other).get(page).status_code == 404


def test_a_hidden_comment_is_read_by_its_author_alone(
    match_with_comment: tuple[Table, User, User], staff: User
) -> None:
    table, author, other = match_with_comment
    table = end_match(table)
    one = comments.own_comments(table, author).get()
    User.objects.filter(pk=staff.pk).update(is_moderator=True)
    staff.refresh_from_db()
    thing = reports.find_target("move-comment", str(one.pk), other)
    case = reports.submit_report(thing, other, Report.Kind.INSULT, "")
    cases.decide_case(case.pk, staff, Decision.Action.HIDE, words="Be kind.")
    for client in (Client(), signed_in(other), signed_in(staff)):
        assert "bold plan" not in texts_of(client, table)
        file = client.get(reverse("games:record_file", args=[table.key]))
        assert b"comments" not in file.content
    mine = signed_in(author)
    for name in ("replay", "move_comments"):
        assert "A moderator has hidden" in mine.get(reverse(f"games:{name}", args=[table.key])).text
    (found,) = mine.get(reverse("api:move_comments", args=[table.key])).json()
    assert found["is_hidden"]
    comment(table, author, "Changed")
    assert not comments.readable_comments(table, other).exists()
    sanctions.revert_decision(Decision.objects.get(action=Decision.Action.HIDE))
    assert comments.readable_comments(table, other).get().text == "Changed"


def test_the_viewer_reads_comments_once(match_with_comment: tuple[Table, User, User]) -> None:
    table, author, other = match_with_comment

    def reads(path: str) -> int:
        with CaptureQueriesContext(connection) as queries:
            assert client.get(path).status_code == 200
        return sum("move_comments_movecomment" in one["sql"] for one in queries)

    client = signed_in(other)
    page, step = (reverse(f"games:{name}", args=[table.key]) for name in ("replay", "step"))
    assert reads(page) == reads(f"{step}?move=1&comments=1") == 0
    end_match(table)
    assert reads(page) == reads(f"{step}?move=1&comments=1") == 1
    assert reads(f"{step}?move=1") == 0
    assert 'data-comments="&amp;comments=1"' in client.get(page).text
    MoveComment.objects.filter(author=author).delete()
    assert 'data-comments=""' in client.get(page).text


def test_a_study_of_the_match_has_the_comments(
    match_with_comment: tuple[Table, User, User],
) -> None:
    table, author, other = match_with_comment
    table, move = end_match(table), last_own_move(table, author)
    chapter = add_chapter_from_table(other, "", table, None)
    note = load_tree(chapter).notes[move.number]
    assert note.comment == f"{author.display_name}: {TEXT}"
    comments.set_sharing(table, author, shares=False)
    assert load_tree(add_chapter_from_table(other, "", table, None)).notes == {}
    assert load_tree(add_chapter_from_table(author, "", table, None)).notes != {}
    MoveComment.objects.update(hidden_at=timezone.now())
    assert load_tree(add_chapter_from_table(author, "", table, None)).notes == {}


@pytest.mark.parametrize("name", ["record", "record_file"])
def test_an_imported_record_keeps_its_comments(
    match_with_comment: tuple[Table, User, User], staff: User, name: str
) -> None:
    _table, _author, other = match_with_comment
    record = make_record(GAME)
    header: dict[str, Any] = dict(record.header)
    if name == "record":
        names = [one["name"] for one in header["players"]]
        header = {**to_version_1(record), "players": names}
    seat = record.moves[4].seat
    good = {"move": 5, "seat": seat, "text": TEXT}
    wrong: list[object] = [
        *({**good, "move": number} for number in (0, -1, 10**9, True, "5", None)),
        *({**good, "seat": other} for other in (seat + 1, -1, "0", None)),
        *({**good, "text": text} for text in ("", "  ", "x" * 1001, 5, None, "a" + "\u0301" * 40)),
        *("no object", None, [], {}),
    ]
    given = {**header, "comments": [*wrong, good, good]}
    text = (
        json.dumps(given).encode()
        if name == "record"
        else serialize(dataclasses.replace(record, header=given))
    )
    made = importer.store_import(staff, importer.PreparedImport(text), importer.MOST)
    (found,) = comments.readable_comments(made, other)
    assert (found.move.number, found.text, found.author) == (5, TEXT, None)
    page = signed_in(other).get(f"{reverse('games:replay', args=[made.key])}?move=5").text
    assert ESCAPED in page
    assert f"<bdi>Player {seat + 1}</bdi>" in page
    assert f"/report/move-comment/{found.pk}/" in page
    assert reports.find_target("move-comment", str(found.pk), other).about == staff
    (row,) = signed_in(other).get(reverse("api:move_comments", args=[made.key])).json()
    assert (row["author"], row["is_own"]) == (f"Player {seat + 1}", False)
    exported = signed_in(other).get(reverse("games:record", args=[made.key])).json()
    assert exported["comments"] == [good]
    study = add_chapter_from_table(other, "", made, None)
    assert TEXT in load_tree(study).notes[5].comment


def test_a_record_that_travels_takes_its_shared_comments_along(
    match_with_comment: tuple[Table, User, User], staff: User
) -> None:
    table, author, _other = match_with_comment
    table, move = end_match(table), last_own_move(table, author)
    Table.objects.filter(pk=table.pk).update(status=Table.Status.CALLED_OFF)
    text = Client().get(reverse("games:record_file", args=[table.key])).content
    made = importer.store_import(staff, importer.PreparedImport(text))
    found = comments.readable_comments(made, None).get()
    assert (found.move.number, found.text) == (move.number, TEXT)


def test_a_muted_person_imports_no_comments(people: list[User]) -> None:
    person, record = people[0], make_record(GAME)
    person.restrictions.muted_until = timezone.now() + timedelta(days=1)
    person.restrictions.save()
    person = User.objects.get(pk=person.pk)
    importer.store_import(person, importer.PreparedImport(serialize(record)))
    said = [{"move": 1, "seat": record.moves[0].seat, "text": TEXT}]
    header = {**record.header, "comments": said}
    text = serialize(dataclasses.replace(record, header=header))
    with pytest.raises(Forbidden):
        importer.store_import(person, importer.PreparedImport(text))


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
