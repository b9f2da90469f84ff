"""One's own data as a file: what is in it, who gets it, and how it is made."""

from __future__ import annotations

import io
import json
import tarfile
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.db.models import ForeignKey, OneToOneField
from django.test import Client
from django.utils import timezone

from accounts.data_export import contents, export
from accounts.data_export import tasks as data_export_tasks
from accounts.data_export.models import DataExport, DataExportPart
from accounts.deletion import delete_account
from accounts.models import User
from accounts.models.user_extension import UserExtension
from accounts.tokens import create_token
from games.lobby.models import SavedTableSettings
from games.models import Case, Club, Membership, Note, Notification, PendingMember, Report, Table
from games.social import follow_list
from games.studies.models import Study, Variation
from games.table.actions import chat_messages
from games.table.agreements import actions as agreements
from games.table.session import journal
from portal import export_jobs
from portal.errors import TooManyRequests
from tests.accounts.conftest import forget_proof
from tests.clients import signed_in
from tests.games.conftest import play_on
from tests.refusals import expect_refusal

NOW = timezone.now


def write_export(user: User) -> DataExport:
    export.request_export(user, NOW())
    while export.write_next_step(NOW()):
        pass
    return DataExport.objects.get(user=user)


def sure(user: User) -> Client:
    """A browser in which somebody has just given their password once more."""
    user.set_password("correct-horse-7")
    user.save()
    client = signed_in(user)
    client.post("/accounts/reauthenticate/", {"password": "correct-horse-7"})
    return client


def files(archive: DataExport) -> dict[str, Any]:
    data = b"".join(bytes(part.data) for part in archive.parts.all())
    assert len(data) == archive.size
    found = {}
    with tarfile.open(fileobj=io.BytesIO(data), mode="r:gz") as tar:
        for entry in tar:
            file = tar.extractfile(entry)
            assert file is not None
            text = file.read().decode()
            found[entry.name] = json.loads(text) if entry.name.endswith(".json") else text
    return found


def test_it_holds_profile_matches_messages_notes_and_names_of_tokens(
    table: Table, people: list[User]
) -> None:
    ann, ben = people[:2]
    chat_messages.send_message(table, ann, "good luck", "public")
    chat_messages.send_message(table, ben, "thank you", "public")
    Note.objects.create(author=ann, person=ben, text="likes corn")
    follow_list.follow(ann, ben)
    _row, secret = create_token(ann, "my phone")
    table = play_on(table)
    found = files(write_export(ann))
    assert found["longtable/profile.json"][0]["email"] == ann.email
    assert [row["text"] for row in found["longtable/messages.json"]] == ["good luck"]
    assert found["longtable/notes.json"][0]["person.username"] == ben.username
    assert found["longtable/follows.json"][0]["followed.username"] == ben.username
    assert found["longtable/tokens.json"][0]["name"] == "my phone"
    assert found["longtable/matches.json"][0]["table.key"] == table.key
    assert found[f"longtable/records/{table.game}-{table.key}.json"] == journal.export_record(table)
    assert "longtable/README.txt" in found
    everything = json.dumps(found)
    assert secret not in everything
    assert ann.password not in everything


def test_nothing_of_a_match_that_runs_is_in_it_but_ones_own_seat(
    table: Table, people: list[User]
) -> None:
    found = files(write_export(people[0]))
    assert [row["table.key"] for row in found["longtable/matches.json"]] == [table.key]
    assert not [name for name in found if "/records/" in name]
    assert table.seed not in json.dumps(found)


def test_whatever_names_a_person_is_in_it_or_has_a_reason_not_to_be() -> None:
    theirs = {
        model
        for model in apps.get_models()
        for field in model._meta.get_fields()
        if isinstance(field, ForeignKey | OneToOneField) and field.related_model is User
    }
    exported = {rows(User(pk=1)).model for rows in contents.FILES.values()}
    exported |= {*UserExtension.__subclasses__()}  # in the profile, with all their fields
    elsewhere = {model for model in theirs if model._meta.app_label not in ("games", "accounts")}
    assert theirs - exported - set(contents.EXCLUDED_MODELS) <= elsewhere
    assert not exported & set(contents.EXCLUDED_MODELS)


def test_a_new_field_of_a_user_is_in_their_profile_or_has_a_reason_not_to_be() -> None:
    names = {field.name for field in User._meta.concrete_fields}
    assert names >= contents.NOT_EXPORTED
    assert set(contents.profile_fields()) == {
        *("username", "nickname", "email", "date_joined", "last_login", "last_seen_at"),
        *("absent_since", "language", "time_zone", "theme", "motion", "confirm_turn"),
        *("warn_reveal", "has_key_shortcuts", "tips", "seen_tips", "is_bot", "country"),
        "preferred_color",
        *("may_be_followed", "may_be_invited", "message_policy", "shows_presence"),
    }


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("circles", {"circle.key", "circle.name", "role", "since"}),
        ("circle-requests", {"circle.key", "word", "since"}),
        ("reports", {"case.what", "case.which", "kind", "words", "at"}),
        ("kept-terms", {"game", "name", "terms", "kept_at"}),
        ("studies", {"key", "name", "readers", "circle.key", "changed_at"}),
        ("lines", {"table.key", "name", "after", "moves", "changed_at"}),
    ],
)
def test_keys_stay_when_fields_get_other_names(
    name: str, keys: set[str], people: list[User], new_table: Callable[..., Table]
) -> None:
    ann, table = people[0], new_table()
    club = Club.objects.create(name="Thursday")
    Membership.objects.create(club=club, user=ann)
    PendingMember.objects.create(club=club, user=ann)
    case = Case.objects.create(target_kind="table", target_key=table.key, subject=ann)
    Report.objects.create(case=case, reporter=ann, kind="spam")
    SavedTableSettings.objects.create(user=ann, game=table.game, table_settings={})
    Study.objects.create(owner=ann, name="Openings", changed_at=timezone.now())
    Variation.objects.create(user=ann, table=table, version=1, after_move=0)
    (row,) = contents.file_rows(name, ann)
    assert set(row) == keys


def test_it_is_carried_on_step_by_step(
    new_table: Callable[..., Table], people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With no time at all, each step takes one match; a step that is lost is done again."""
    tables = [new_table() for _ in range(3)]
    for table in tables:
        for user in people[:2]:
            agreements.agree_to_call_off(table.key, user, agrees=True)
    ann = people[0]
    monkeypatch.setattr(export_jobs, "SECONDS", -1)
    export.request_export(ann, NOW())
    assert export.write_next_step(NOW())
    lost = DataExport.objects.get(user=ann)
    DataExport.objects.update(claimed_until=NOW() + export_jobs.CLAIM_DURATION)
    assert not export.write_next_step(NOW())  # another worker is at it
    later = NOW() + 2 * export_jobs.CLAIM_DURATION
    while export.write_next_step(later):
        pass
    archive = DataExport.objects.get(user=ann)
    assert archive.part_count == lost.part_count + 3
    records = {name for name in files(archive) if "/records/" in name}
    assert records == {f"longtable/records/{one.game}-{one.key}.json" for one in tables}


def test_export_notifies_its_person_once(people: list[User]) -> None:
    user = people[0]
    export.request_export(user, NOW())
    export.request_export(user, NOW())  # pressed again
    data_export_tasks.write_data_exports()
    data_export_tasks.write_data_exports()
    assert Notification.objects.filter(user=user, event="archive", channel="page").count() == 1


def test_one_a_day_and_kept_for_seven(people: list[User]) -> None:
    user = people[0]
    first = write_export(user)
    with expect_refusal(TooManyRequests, "too_soon"):
        export.request_export(user, NOW())
    assert export.request_export(user, NOW() + export.EVERY).pk != first.pk
    archive = write_export(user)
    export.clear_old(NOW() + DataExport.KEPT - timedelta(minutes=1))
    assert DataExport.objects.filter(pk=archive.pk).exists()
    export.clear_old(NOW() + DataExport.KEPT)
    assert not DataExportPart.objects.exists()


def test_the_file_is_ones_own_alone(people: list[User]) -> None:
    """Who is signed in gives their password once more, as for anything that opens the account."""
    ann, ben = people[:2]
    archive = write_export(ann)
    answer = sure(ann).get("/my-data/download/")
    assert int(answer["Content-Length"]) == archive.size
    assert answer["Content-Disposition"].startswith(f'attachment; filename="longtable-{ann}-')
    assert sure(ben).get("/my-data/download/").status_code == 404
    later = signed_in(ann)
    forget_proof(later)
    for client in (later, signed_in(None)):
        assert client.get("/my-data/download/").status_code == 302


def test_a_deleted_account_leaves_none(people: list[User]) -> None:
    user = people[0]
    write_export(user)
    export.request_export(user, NOW() + export.EVERY)
    delete_account(user)
    assert not DataExport.objects.exists()
    assert not export.write_next_step(NOW())


def test_the_page_offers_what_can_be_done_now(people: list[User]) -> None:
    reader = signed_in(people[0])
    assert "Create an archive" in reader.get("/my-data/").text
    write_export(people[0])
    page = reader.get("/my-data/").text
    assert "Download" in page
    assert "Make a" not in page
    DataExport.objects.update(requested_at=NOW() - export.EVERY)
    assert "Create a new archive" in reader.get("/my-data/").text
