"""Studies: chapters over matches and set-ups, gone through by their owner, readers and guessers."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

import games.rules as rules
from accounts.deletion import delete_account
from accounts.models import User
from games.archive import importer
from games.archive.models import ImportedRecord
from games.archive.record_format import parse, serialize
from games.clubs import creation, membership
from games.models import Club, Membership, Table
from games.studies import actions
from games.studies import creation as studies_creation
from games.studies.chapter_page import ChapterPosition
from games.studies.models import Chapter, Study
from games.table.actions.rollback import roll_back_table
from portal.errors import ActionError, Conflict, Invalid
from tests.archive.sample_records import make_record
from tests.clients import api_of, signed_in
from tests.games.conftest import GAME, fresh, play_on
from tests.refusals import expect_refusal
from tests.secrets.worlds import VARYING

pytestmark = [pytest.mark.django_db, pytest.mark.same_everywhere]


@pytest.fixture
def over(table: Table) -> Table:
    return play_on(table)


@pytest.fixture
def ann(people: list[User]) -> User:
    return people[0]


@pytest.fixture
def eve(people: list[User]) -> User:
    return people[3]


def again(chapter: Chapter) -> Chapter:
    return Chapter.objects.select_related("study__owner", "table").get(pk=chapter.pk)


def of_match(user: User, table: Table, at: int | None = None) -> Chapter:
    return studies_creation.add_chapter_from_table(
        user, actions.create_study(user, "endings").key, table, at
    )


def of_set_up(user: User, game: str = GAME) -> Chapter:
    seats = rules.catalogue()[game].seats[0]
    return studies_creation.add_chapter_from_set_up(
        user, actions.create_study(user, "openings").key, game, seats, {}
    )


def legal(chapter: Chapter, at: int) -> list[str]:
    found = again(chapter)
    match = ChapterPosition(found, at).position_at(at)[0].match
    return match.legal_moves(next(iter(match.actors)))


def play(chapter: Chapter, at: int, which: int = 0) -> int:
    """A legal move of whoever is to move, by its place in their list; where it leads."""
    study = chapter.study
    return actions.play_moves(study.owner, study.key, chapter.pk, at, [legal(chapter, at)[which]])


def share_study(chapter: Chapter) -> None:
    study = chapter.study
    actions.update_study(study.owner, study.key, name=study.name, readers=Study.Visibility.LINK)


def get(client: Client, chapter: Chapter, **query: Any) -> str:
    answer = client.get(chapter.get_absolute_url(), query)
    assert answer.status_code == 200
    return VARYING.sub(b"", answer.content).decode()


def post(client: Client, chapter: Chapter, *, partial: bool = True, **data: Any) -> Any:
    headers = {"HX-Request": "true"} if partial else {}
    return client.post(chapter.get_absolute_url(), data, headers=headers)


@pytest.mark.parametrize("game", rules.catalogue())
def test_a_set_up_of_every_game_is_played_on_in_several_lines(game: str, ann: User) -> None:
    chapter = of_set_up(ann, game)
    client = signed_in(ann)
    assert 'id="position" data-at="0"' in get(client, chapter)
    at = 0
    for step in range(1, 5):
        answer = post(client, chapter, step=at, move=legal(chapter, at)[0])
        at = again(chapter).current_node
        assert (answer.status_code, at) == (200, step)
        assert f'id="position" data-at="{at}"' in answer.text
    fork = play(chapter, 2, -1)
    shown = post(client, chapter, go=2).text
    assert shown.count('name="go" value="3"') >= 1
    assert f'name="go" value="{fork}"' in shown, "both ways on are offered"
    share_study(chapter)
    reader = get(Client(), chapter, at=fork)
    assert 'id="move-form"' not in reader
    assert f'id="position" data-at="{fork}"' in reader


def test_the_move_of_the_match_leads_along_the_match(over: Table, ann: User) -> None:
    chapter = of_match(ann, over, 3)
    study = chapter.study
    played = over.moves.get(number=4)
    found = again(chapter)
    match = ChapterPosition(found, 3).position_at(3)[0].match
    if played.seat == next(iter(match.actors)):
        assert actions.play_moves(ann, study.key, chapter.pk, 3, [played.text]) == 4
    other = next(move for move in legal(chapter, 3) if move != played.text)
    assert actions.play_moves(ann, study.key, chapter.pk, 3, [other]) > over.move_count


def test_words_and_marks_are_shown_to_readers(over: Table, ann: User) -> None:
    chapter = of_match(ann, over, 2)
    client = signed_in(ann)
    post(client, chapter, partial=False, what="say", step=2, comment="<b>here</b> it turns")
    post(client, chapter, what="mark", step=2, thing="wharf-1", label="the  wharf")
    share_study(chapter)
    shown = get(Client(), chapter)
    assert "&lt;b&gt;here&lt;/b&gt; it turns" in shown
    assert 'data-marks="wharf-1"' in shown
    assert "the wharf" in shown
    post(client, chapter, what="mark", step=2, thing="wharf-1", label="the wharf")
    assert "data-marks=" not in get(Client(), chapter)
    refused = post(client, chapter, what="mark", step=2, thing='"><x', label="x")
    assert refused.status_code == 422


def test_cut_moves_are_gone_with_what_follows(ann: User) -> None:
    chapter = of_set_up(ann)
    first = play(chapter, 0)
    play(chapter, first)
    actions.delete_branch(ann, chapter.study.key, chapter.pk, first)
    assert (again(chapter).nodes, again(chapter).current_node) == ({}, 0)


# a match that runs


def test_a_running_match_cannot_be_studied(table: Table, ann: User) -> None:
    table = play_on(table, moves=6)
    answer = signed_in(ann).post(reverse("games:study_table", args=[table.key]))
    assert answer.status_code == 409
    with pytest.raises(actions.MatchRunningError):
        studies_creation.add_chapter_from_table(
            ann, actions.create_study(ann, "mine").key, table, None
        )
    assert not Chapter.objects.exists()


def test_a_match_that_runs_again_rests(over: Table, ann: User) -> None:
    chapter = of_match(ann, over)
    share_study(chapter)
    roll_back_table(over.key, 3, ann, "a test", over.version)
    for who in (signed_in(ann), Client()):
        assert who.get(chapter.get_absolute_url()).status_code == 409
        file = who.get(reverse("games:study_file", args=[chapter.study.key]))
        assert file.content == b""
    with pytest.raises(actions.MatchRunningError):
        actions.play_moves(ann, chapter.study.key, chapter.pk, 0, ["pass"])
    play_on(fresh(over), seed=3)
    assert signed_in(ann).get(chapter.get_absolute_url()).status_code == 409, "another match by now"
    actions.delete_chapter(ann, chapter.study.key, chapter.pk)


# who reads


def test_a_study_is_read_by_whom_its_owner_says(ann: User, eve: User) -> None:
    chapter = of_set_up(ann)
    study, where = chapter.study, chapter.get_absolute_url()
    assert [who.get(where).status_code for who in (Client(), signed_in(eve))] == [404, 404]
    club = creation.create_club(ann, "us", "", Club.JoinPolicy.OPEN)
    actions.update_study(ann, study.key, name="for us", readers="circle", club=club.key)
    assert signed_in(eve).get(where).status_code == 404
    membership.join_or_request(club.key, eve)
    assert [who.get(where).status_code for who in (Client(), signed_in(eve))] == [404, 200]
    assert signed_in(eve).post(where, {"step": 0, "move": "pass"}).status_code == 404
    Membership.objects.filter(user=eve).delete()
    assert signed_in(eve).get(where).status_code == 404
    share_study(chapter)
    assert Client().get(where).status_code == 200


def test_the_form_of_a_study_keeps_its_club_among_several(ann: User) -> None:
    """Or the next save would show the study to the members of another club."""
    clubs = [creation.create_club(ann, name, "", Club.JoinPolicy.OPEN) for name in ("we", "you")]
    study = of_set_up(ann).study
    for club in clubs:
        actions.update_study(ann, study.key, name="ours", readers="circle", club=club.key)
        page = signed_in(ann).get(study.get_absolute_url()).text
        options = page.partition('id="study-circle"')[2].partition("</select>")[0]
        assert re.findall(r'<option value="(\w+)" selected', options) == [club.key]


def test_study_hides_club_tables_from_others(
    new_table: Callable[..., Table], ann: User, eve: User
) -> None:
    over = play_on(new_table())
    chapter = of_match(ann, over)
    share_study(chapter)
    club = creation.create_club(ann, "us", "", Club.JoinPolicy.OPEN)
    Table.objects.filter(pk=over.pk).update(club=club, visibility=Table.Visibility.CIRCLE)
    assert Client().get(chapter.get_absolute_url()).status_code == 404
    assert chapter.name not in Client().get(chapter.study.get_absolute_url()).text
    assert Client().get(reverse("games:study_file", args=[chapter.study.key])).content == b""


# guessing


def test_what_is_to_be_guessed_is_in_no_answer(ann: User) -> None:
    chapter = of_set_up(ann)
    study = chapter.study
    first = play(chapter, 0)
    second = play(chapter, first)
    actions.set_comment(ann, study.key, chapter.pk, second, "the secret is out")
    actions.set_guess_start(ann, study.key, chapter.pk, 0)
    share_study(chapter)
    worlds = []
    seat, text = again(chapter).nodes[str(first)][1:]
    other = next(move for move in legal(chapter, 0) if move != text)
    for move in (text, other):
        Chapter.objects.filter(pk=chapter.pk).update(
            nodes={str(first): [0, seat, move]},
            annotations={str(first): {"comment": move, "marks": []}},
        )
        answers = [get(Client(), chapter), get(Client(), chapter, at=first)]
        answers.append(Client().get(study.get_absolute_url()).text)
        answers.append(Client().get(reverse("games:study_file", args=[study.key])).text)
        wrong = next(one for one in legal(chapter, 0) if one not in (text, other))
        answers.append(post(Client(), chapter, step="", move=wrong).text)
        worlds.append([VARYING.sub(b"", answer.encode()) for answer in answers])
    assert worlds[0] == worlds[1]


def test_a_guess_leads_on_and_giving_up_as_well(ann: User) -> None:
    chapter = of_set_up(ann)
    study = chapter.study
    at = 0
    for _ in range(4):
        at = play(chapter, at)
    actions.set_guess_start(ann, study.key, chapter.pk, 0)
    share_study(chapter)
    moves = again(chapter).nodes
    wrong = next(move for move in legal(chapter, 0) if move != moves["1"][2])
    answer = post(Client(), chapter, step="", move=wrong)
    assert "A different move was played." in answer.text
    answer = post(Client(), chapter, step="", move=moves["1"][2])
    assert "Correct" in answer.text
    assert 'data-at="0"' not in answer.text
    answer = post(Client(), chapter, step="", what="tell")
    assert "Move played:" in answer.text
    assert again(chapter).nodes == moves, "a guess changes nothing"
    assert "A different move was played." not in get(signed_in(ann), chapter, guess=1)


def test_programs_write_a_study_and_others_read_it(ann: User, eve: User) -> None:
    client = api_of(ann)
    study = client.post("/api/studies/", {"name": "Openings"}, "json").json()
    assert (study["owner"], study["readers"], study["chapters"]) == ("ann", "nobody", [])
    (listed,) = client.get("/api/studies/").json()
    assert listed == {name: study[name] for name in ("key", "name", "readers", "changed_at")}
    address = f"/api/studies/{study['key']}/"

    set_up = {"game": GAME, "seats": rules.get(GAME).seats[0]}
    (chapter,) = client.post(f"{address}chapters/", set_up, "json").json()
    assert (chapter["game"], chapter["guess"]) == (GAME, None)
    at = f"{address}chapters/{chapter['id']}/"
    start = client.get(f"{at}places/0/").json()
    move = {"moves": start["legal_moves"][:1]}
    assert client.post(f"{at}places/0/", move, "json").json() == {"place": 1}
    said = {"comment": "Best.", "marks": [{"id": "a1", "name": "here"}]}
    node = client.patch(f"{at}places/1/", said, "json").json()
    added = {"place": 1, "before": 0, "seat": start["mover"], "move": move["moves"][0], **said}
    assert node == {
        **added,
        "after": [],
        "mover": node["mover"],
        "legal_moves": node["legal_moves"],
    }
    renamed = client.patch(at, {"name": "First"}, "json").json()
    assert renamed == {**chapter, "name": "First", "moves": 0, "places": [added]}

    shared = client.patch(address, {"name": "Lines", "readers": "link"}, "json").json()
    assert (shared["name"], shared["readers"], shared["club"]) == ("Lines", "link", None)
    assert shared["chapters"] == [{**chapter, "name": "First"}]
    copied = api_of(eve).post(f"{address}copy/").json()
    assert (copied["owner"], len(copied["chapters"])) == (eve.username, 1)
    guessed = client.patch(at, {"guess": 0}, "json").json()
    assert (guessed["guess"], guessed["places"]) == (0, [added])
    hidden = api_of(eve).get(at).json()
    assert (hidden["guess"], hidden["moves"], hidden["places"]) == (0, None, [])
    assert api_of(eve).get(f"{at}places/0/").json()["after"] == []
    assert api_of(eve).get(f"{at}places/1/").status_code == 404
    for one in (f"{at}places/1/", at, address):
        deleted = client.delete(one)
        assert (deleted.status_code, deleted.content) == (204, b"")


def test_programs_guess_as_people_do(ann: User) -> None:
    chapter = of_set_up(ann)
    at = 0
    for _ in range(4):
        at = play(chapter, at)
    address = reverse("api:guess", args=[chapter.study.key, chapter.pk])
    share_study(chapter)
    assert Client().get(address).status_code == 404, "nothing is to be guessed"
    actions.set_guess_start(ann, chapter.study.key, chapter.pk, 0)
    seat, text = again(chapter).nodes["1"][1:]
    data = Client().get(address).json()
    assert (data["mover"], data["came"], data["answer"]) == (seat, "", None)
    assert text in data["legal_moves"]
    wrong = next(move for move in data["legal_moves"] if move != text)
    query = {"at": data["at"], "move": wrong}
    assert Client().get(address, query).json() == {**data, "came": "wrong"}
    given_up = Client().get(address, {"tell": "true"}).json()
    right = Client().get(address, {"move": text}).json()
    assert (right["came"], given_up["came"], given_up["answer"]) == ("right", "told", text)
    assert right["at"] == given_up["at"] != data["at"]
    forged = Client().get(address, {"at": f"{chapter.pk}-4:x"}).json()
    assert forged == data, "only a signed place is a way on"


# copying


def test_a_copy_is_ones_own_and_tells_nothing_that_is_to_be_guessed(ann: User, eve: User) -> None:
    chapter = of_set_up(ann)
    play(chapter, 0)
    actions.set_comment(ann, chapter.study.key, chapter.pk, 1, "look here")
    with pytest.raises(actions.StudyNotFoundError):
        studies_creation.copy_study(eve, actions.get_readable_study(chapter.study.key, eve))
    share_study(chapter)
    guessed = studies_creation.add_chapter_from_set_up(
        ann, chapter.study.key, GAME, chapter.table.seat_count, {}
    )
    play(guessed, 0)
    actions.set_guess_start(ann, chapter.study.key, guessed.pk, 0)
    answer = signed_in(eve).post(reverse("games:copy_study", args=[chapter.study.key]))
    mine = actions.studies_of(eve).get()
    assert answer.headers["Location"] == mine.get_absolute_url()
    (copied,) = mine.chapters.select_related("table")
    assert (copied.nodes, copied.annotations) == (again(chapter).nodes, again(chapter).annotations)
    assert copied.table.imported.imported_by == eve
    actions.delete_study(ann, chapter.study.key)
    assert "look here" in get(signed_in(eve), copied, at=1)
    actions.set_guess_start(eve, mine.key, copied.pk, 0)
    share_study(again(copied))
    with expect_refusal(Invalid, "bad_study"):
        studies_creation.copy_study(ann, actions.get_readable_study(mine.key, ann))
    assert not actions.studies_of(ann).exists()


# in and out


def file_of(chapter: Chapter) -> bytes:
    client = signed_in(chapter.study.owner)
    return client.get(reverse("games:study_file", args=[chapter.study.key])).content


@pytest.mark.parametrize("is_match", [True, False])
def test_a_study_travels_with_its_lines(is_match: bool, table: Table, ann: User, eve: User) -> None:
    chapter = of_match(ann, play_on(table), 5) if is_match else of_set_up(ann)
    start = again(chapter).current_node
    at = play(chapter, play(chapter, start, -1))
    play(chapter, start)
    actions.set_comment(ann, chapter.study.key, chapter.pk, at, "better")
    actions.toggle_mark(ann, chapter.study.key, chapter.pk, at, "x-1", "this one")
    text = file_of(chapter)
    to = actions.create_study(eve, "brought")
    upload = BytesIO(text)
    upload.name = "study.jsonl"
    answer = signed_in(eve).post(to.get_absolute_url(), {"what": "bring", "record": upload})
    assert answer.status_code == 302
    twin = to.chapters.get()
    mine = again(chapter)
    assert list(actions.load_tree(twin).lines()) == list(actions.load_tree(mine).lines())
    assert (twin.name, twin.seed) == (mine.name, mine.seed)
    there, here = (ChapterPosition(again(one), at).position_at(at)[0].match for one in (twin, mine))
    assert there.dump(history=False) == here.dump(history=False), "chance in its lines is the same"
    assert file_of(again(twin)) == text


def test_lines_that_the_rules_do_not_take_are_left_out(ann: User) -> None:
    record = make_record(GAME)
    lines = [{"line": "no", "after": 0, "moves": [[0, "fly to the moon"]]}]
    lines.append({"line": "yes", "after": 1, "moves": []})
    bad = serialize(parse(serialize(record)).__class__(record.header, record.moves, lines))
    (chapter,) = studies_creation.add_chapters_from_file(
        ann, actions.create_study(ann, "mine").key, bad
    )
    assert (chapter.nodes, list(chapter.annotations)) == ({}, ["1"])


def test_a_file_comes_whole_or_not_at_all(ann: User) -> None:
    study = actions.create_study(ann, "mine")
    good = serialize(make_record(GAME))
    with pytest.raises(ActionError):
        studies_creation.add_chapters_from_file(ann, study.key, good + good[:200])
    assert not study.chapters.exists()
    assert not ImportedRecord.objects.exists()
    assert len(studies_creation.add_chapters_from_file(ann, study.key, good + good)) == 2


def test_a_record_that_somebody_else_has_brought_is_taken_over(ann: User, eve: User) -> None:
    table = importer.store_import(ann, importer.PreparedImport(serialize(make_record(GAME))))
    chapter = of_match(eve, table)
    assert chapter.table != table
    assert importer.delete_import(ann, table.key)
    own = of_match(
        ann, importer.store_import(ann, importer.PreparedImport(serialize(make_record(GAME))))
    )
    with expect_refusal(Conflict, "studied"):
        importer.delete_import(ann, own.table.key)


# limits and leaving


def test_there_are_so_many_studies_and_chapters(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(actions, "MOST_STUDIES", 1)
    monkeypatch.setattr(actions, "MOST_CHAPTERS", 1)
    chapter = of_set_up(ann)
    with pytest.raises(ActionError):
        actions.create_study(ann, "another")
    with pytest.raises(ActionError):
        studies_creation.add_chapter_from_set_up(
            ann, chapter.study.key, GAME, rules.catalogue()[GAME].seats[0], {}
        )
    with pytest.raises(ActionError):
        actions.set_comment(ann, chapter.study.key, chapter.pk, 0, "x" * 1001)
    assert ImportedRecord.objects.count() == 1


def test_what_is_deleted_leaves_nothing(ann: User, over: Table) -> None:
    chapter = of_set_up(ann)
    actions.delete_study(ann, chapter.study.key)
    assert not ImportedRecord.objects.exists(), "the set-up goes with the study"
    of_match(ann, over)
    delete_account(ann)
    assert not Study.objects.exists()
    assert Table.objects.filter(pk=over.pk).exists()


def test_a_record_without_moves_that_no_chapter_stood_over_stays(ann: User) -> None:
    other = of_set_up(ann).table
    Chapter.objects.filter(table=other).delete()
    chapter = of_set_up(ann)
    actions.delete_chapter(ann, chapter.study.key, chapter.pk)
    assert [*Table.objects.all()] == [other]
