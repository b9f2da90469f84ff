"""Records that somebody brings become matches to look at, the same to the byte."""

from __future__ import annotations

import dataclasses
import gzip
import json
from collections.abc import Callable
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

import games.rules as rules
from accounts.deletion import delete_account
from accounts.models import User
from games.archive import exporter, importer, views
from games.archive.models import ImportedRecord
from games.archive.record_format import MEDIA_TYPE, parse, serialize, to_version_1
from games.history import game_statistics
from games.management.commands import import_records
from games.models import Move, Seat, Snapshot, Table, names_at, names_for_move
from games.ratings.models import Rating
from games.table.access import listable_tables
from games.table.actions.rollback import roll_back_table
from games.table.session import journal, loader
from games.table.session.loader import load_match
from tests.clients import api_of, signed_in
from tests.games.conftest import GAME, fresh, play_on

from .sample_records import make_record

pytestmark = pytest.mark.same_everywhere
GAMES = list(rules.catalogue())


def url(name: str, table: Table) -> str:
    return reverse(f"games:{name}", args=[table.key])


def upload(client: Client, text: bytes) -> Any:
    file = BytesIO(text)
    file.name = "record.jsonl"
    return client.post(reverse("games:records"), {"record": file})


def import_match(user: User, game: str = GAME) -> Table:
    return importer.store_import(user, importer.PreparedImport(serialize(make_record(game))))


# out of this site


def test_a_match_of_this_site_travels_and_comes_back_the_same(
    table: Table, people: list[User]
) -> None:
    table = play_on(table)
    answer = Client().get(url("record_file", table))
    assert answer["Content-Type"] == MEDIA_TYPE
    twin = importer.store_import(people[0], importer.PreparedImport(answer.content))
    assert Client().get(url("record_file", twin)).content == answer.content
    assert load_match(twin).dump(history=False) == load_match(table).dump(history=False)
    fields = ("number", "seat", "text", "by", "events", "outcomes")
    assert list(twin.moves.values_list(*fields)) == list(table.moves.values_list(*fields))
    assert [seat.name for seat in loader.seats_of(twin)] == [
        seat.name for seat in loader.seats_of(table)
    ]
    assert [(s.rank, s.total, s.breakdown) for s in twin.seat_set.all()] == [
        (s.rank, s.total, s.breakdown) for s in table.seat_set.all()
    ]


def test_a_match_that_was_set_back_travels_with_all_of_its_seeds(
    table: Table, people: list[User]
) -> None:
    table = play_on(table, moves=30)
    roll_back_table(table.key, 12, people[0], "a test", table.version)
    table = play_on(fresh(table), seed=2)
    assert table.reseeds
    record = parse(exporter.record_bytes(table))
    twin = importer.store_import(people[0], importer.PreparedImport(serialize(record)))
    assert (
        load_match(twin).dump(history=False)["state"]
        == load_match(table).dump(history=False)["state"]
    )
    assert "Everything matches" in Client().get(url("verify_table", twin)).text


def test_the_file_is_kept_back_until_the_match_is_over(table: Table) -> None:
    answer = Client().get(url("record_file", table))
    assert answer.status_code == 409
    assert table.seed not in answer.text
    assert Client().get(f"/api/tables/{table.key}/record.jsonl").status_code == 409


def test_a_bot_has_the_same_name_in_every_language(
    new_table: Callable[..., Table],
) -> None:
    table = play_on(new_table(bots=("random",)))
    contents = {
        Client(headers={"accept-language": language}).get(url("record_file", table)).content
        for language in ("en", "ja")
    }
    assert len(contents) == 1


# into it


def with_substitutes(*parts: dict[str, Any], has_times: bool = True) -> bytes:
    """A record in which these took over the first seat, which moves from time to time."""
    record = make_record(GAME)
    first, *others = record.header["players"]
    players = [{**first, "name": parts[-1]["name"], "substitutes": list(parts)}, *others]
    moves = record.moves
    if not has_times:
        moves = [dataclasses.replace(move, at="") for move in moves]
    return serialize(
        dataclasses.replace(record, header={**record.header, "players": players}, moves=moves)
    )


@pytest.mark.django_db
@pytest.mark.parametrize("has_times", [True, False])
def test_viewer_log_and_api_say_who_played_which_part_of_an_imported_match(
    people: list[User], *, has_times: bool
) -> None:
    moves = [n for n, move in enumerate(make_record(GAME).moves, 1) if move.seat == 0]
    first, second = moves[3], moves[6]
    text = with_substitutes(
        {"name": "nora", "from": first, "before": "emil"},
        {"name": "olga", "from": second, "before": "nora"},
        has_times=has_times,
    )
    table = importer.store_import(people[0], importer.PreparedImport(text))
    names = [seat.name for seat in loader.seats_of(table)]
    assert [names_for_move(table, names, number)[0] for number in (first - 1, first, second)] == [
        *("emil", "nora", "olga")
    ]
    client = Client()
    for number, name in ((moves[2], "emil"), (first, "nora"), (second, "olga")):
        page = client.get(url("step", table) + f"?move={number}").text
        assert name in page
    result = client.get(url("table", table)).text
    assert f"from move {second}; before: emil, nora" in result
    lines = [message.data["staff"] for message in table.messages.order_by("after_move")]
    assert lines == ["nora", "olga"]
    said = [
        journal.log_line_text(table, one, names_at(table, names, one.at))
        for one in table.messages.all()
    ]
    assert said == [
        "nora takes over the seat of emil.",
        "olga takes over the seat of nora.",
    ]
    seat = client.get(f"/api/tables/{table.key}/").json()["seats"][0]
    found = [(one["name"], one["from_move"], one["before"]) for one in seat["substitutes"]]
    assert found == [("nora", first, "emil"), ("olga", second, "nora")]
    assert [one["user"] for one in seat["substitutes"]] == [None, None]
    assert importer.delete_import(people[0], table.key)


@pytest.mark.django_db
def test_takeover_after_the_last_move_of_a_record_is_at_its_end(people: list[User]) -> None:
    text = with_substitutes({"name": "nora", "from": 10**30, "before": "emil"})
    table = importer.store_import(people[0], importer.PreparedImport(text))
    assert table.substitutions.get().after_move == table.move_count


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_what_is_brought_can_be_looked_at_as_any_match(game: str, people: list[User]) -> None:
    client = signed_in(people[0])
    text = serialize(make_record(game))
    answer = upload(client, text)
    table = Table.objects.get(game=game)
    assert answer.url == url("replay", table)
    stranger = Client()
    page = stranger.get(url("replay", table)).text
    assert "imported" in page
    assert "Player 1" in page
    assert stranger.get(url("step", table) + "?move=7").status_code == 200
    assert stranger.get(url("table", table)).status_code == 200
    assert "Everything matches" in stranger.get(url("verify_table", table)).text
    assert stranger.get(url("record_file", table)).content == text
    assert api_of(people[1]).get(f"/api/tables/{table.key}/record.jsonl").content == text
    assert parse(json.dumps(journal.export_record(table)).encode()).moves


@pytest.mark.django_db
def test_it_counts_nowhere_and_stands_in_no_list(people: list[User]) -> None:
    before = game_statistics.count_statistics(GAME)
    table = import_match(people[0])
    assert not Rating.objects.exists()
    assert table not in listable_tables(people[1])
    assert table not in listable_tables(None)
    assert game_statistics.count_statistics(GAME) == before


@pytest.mark.django_db
def test_the_first_format_is_taken_as_well(people: list[User]) -> None:
    text = json.dumps(to_version_1(make_record(GAME)), indent=1).encode()
    table = importer.store_import(people[0], importer.PreparedImport(text))
    assert load_match(table).over
    assert Client().get(url("record_file", table)).content == text
    assert [seat.name for seat in loader.seats_of(table)] == ["1", "2"]


@pytest.mark.django_db
def test_what_does_not_hold_leaves_nothing_behind(people: list[User]) -> None:
    client = signed_in(people[0])
    whole = serialize(make_record(GAME))
    header, *moves = whole.splitlines()
    for text, why in (
        (b"", "empty"),
        (b"[" * 50_000, "levels deep"),
        (whole[:-40], "line"),
        (b"\n".join([header.replace(b'"rules":', b'"rules":9'), *moves]), "version"),
        (whole.replace(b'"seed":"made"', b'"seed":"else"'), "gives"),
        (serialize(make_record(GAME, most=20)).replace(b'"end":"finished",', b""), "not over"),
    ):
        answer = upload(client, text)
        assert answer.status_code in (409, 422)
        assert why in answer.text
        api = api_of(people[0]).post("/api/records/", {"record": text.decode()}, "json")
        assert api.status_code in (400, 409, 422)
    for model in (Table, Seat, Move, Snapshot, ImportedRecord):
        assert not model.objects.exists()


@pytest.mark.django_db
def test_what_no_format_knows_and_times_that_never_were_do_no_harm(people: list[User]) -> None:
    odd = {"result": "x", "end": "won", "ended": "0001-01-01T00:00:00+14:00", "players": ["a"]}
    first = {**to_version_1(make_record(GAME)), **odd}
    table = importer.store_import(people[0], importer.PreparedImport(json.dumps(first).encode()))
    assert Table.objects.get(pk=table.pk).status == Table.Status.FINISHED
    early = serialize(make_record(GAME)).replace(b"2026-03-0", b"0001-01-0")
    table = importer.store_import(people[0], importer.PreparedImport(early))
    assert table.ended_at is not None
    assert table.ended_at.year >= 2026


@pytest.mark.django_db
def test_one_that_takes_too_long_is_given_up(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "LONGEST_IMPORT", 0.0)
    answer = upload(signed_in(people[0]), serialize(make_record(GAME)))
    assert answer.status_code == 422
    assert "too long" in answer.text
    assert not Table.objects.exists()


@pytest.mark.django_db
def test_work_on_records_is_counted_for_everybody_together(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.clear()
    monkeypatch.setattr(views, "MOST_WORK_OF_ALL", 0.001)
    found = [
        upload(signed_in(user), serialize(make_record(GAME))).status_code for user in people[:3]
    ]
    assert found == [302, 429, 429]


@pytest.mark.django_db
def test_a_person_keeps_so_many_and_deletes_their_own(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importer, "MOST", 1)
    mine, other = signed_in(people[0]), signed_in(people[1])
    assert upload(mine, serialize(make_record(GAME))).status_code == 302
    assert "Delete one first" in upload(mine, serialize(make_record(GAME))).text
    table = Table.objects.get()
    assert other.post(url("delete_record", table)).status_code == 404
    assert api_of(people[1]).delete(f"/api/records/{table.key}/").status_code == 404
    assert Table.objects.exists()
    assert mine.post(url("delete_record", table)).status_code == 302
    assert not Table.objects.exists()


@pytest.mark.django_db
def test_no_match_of_this_site_can_be_deleted_as_a_record(table: Table, people: list[User]) -> None:
    table = play_on(table)
    for user in people[:2]:
        assert signed_in(user).post(url("delete_record", table)).status_code == 404
    assert Table.objects.filter(pk=table.pk).exists()


@pytest.mark.django_db
def test_the_api_brings_lists_and_deletes(people: list[User]) -> None:
    api = api_of(people[0])
    made_ = api.post("/api/records/", {"record": serialize(make_record(GAME)).decode()}, "json")
    assert made_.status_code == 201
    (listed,) = api.get("/api/records/").json()
    assert listed == made_.json()
    assert listed["site"] == "https://longtable.example"
    assert not api_of(people[1]).get("/api/records/").json()
    assert api.delete(f"/api/records/{listed['table']}/").status_code == 204
    assert not ImportedRecord.objects.exists()


@pytest.mark.django_db
def test_with_an_account_its_imports_go(people: list[User]) -> None:
    import_match(people[0])
    delete_account(people[0])
    assert not Table.objects.exists()


# many at once


@pytest.mark.django_db
def test_a_file_of_many_goes_out_and_comes_in(
    new_table: Callable[..., Table], people: list[User], tmp_path: Path
) -> None:
    tables = [play_on(new_table(), seed=seed) for seed in (1, 2)]
    hidden = play_on(new_table(visibility="link"))
    play_on(new_table(), moves=3)  # runs
    import_match(people[0])
    file = tmp_path / "all.jsonl.gz"
    call_command("export_records", str(file), stdout=StringIO())
    assert gzip.decompress(file.read_bytes()) == b"".join(map(exporter.record_bytes, tables))
    own = tmp_path / "own.jsonl.gz"
    call_command("export_records", str(own), "--person", people[0].username, stdout=StringIO())
    assert gzip.decompress(own.read_bytes()).endswith(exporter.record_bytes(hidden))
    said = StringIO()
    call_command("import_records", str(file), "--as", people[1].username, jobs=1, stdout=said)
    assert "2 imported, 0 refused" in said.getvalue()
    again = [
        exporter.record_bytes(one.table)
        for one in ImportedRecord.objects.filter(imported_by=people[1])
    ]
    assert sorted(again) == sorted(map(exporter.record_bytes, tables))


@pytest.mark.django_db
@pytest.mark.parametrize("jobs", [1, 2])
def test_what_is_refused_is_named_and_the_others_are_kept(
    people: list[User], tmp_path: Path, jobs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_records, "LARGEST", 1)  # a batch for each
    good = serialize(make_record(GAME))
    bad = good.replace(b'"seed":"made"', b'"seed":"else"')
    file = tmp_path / "mixed.jsonl"
    file.write_bytes(good + bad + good)
    said, wrong = StringIO(), StringIO()
    with pytest.raises(CommandError, match="not everything"):
        call_command(
            "import_records",
            *(str(file), str(tmp_path / "none.jsonl"), "--as", people[0].username),
            jobs=jobs,
            stdout=said,
            stderr=wrong,
        )
    assert "2 imported, 2 refused" in said.getvalue()
    assert f"record at line {len(good.splitlines()) + 1}: " in wrong.getvalue()
    assert ImportedRecord.objects.count() == 2


@pytest.mark.django_db
def test_of_a_file_that_breaks_off_what_can_be_read_is_kept(
    people: list[User], tmp_path: Path
) -> None:
    good = serialize(make_record(GAME))
    pressed = gzip.compress(good) + gzip.compress(good)
    file = tmp_path / "half.jsonl.gz"
    file.write_bytes(pressed[:-20])
    said, wrong = StringIO(), StringIO()
    with pytest.raises(CommandError, match="not everything"):
        call_command(
            "import_records",
            str(file),
            "--as",
            people[0].username,
            jobs=1,
            stdout=said,
            stderr=wrong,
        )
    assert "cannot be read" in wrong.getvalue()
    assert ImportedRecord.objects.count() == 1
