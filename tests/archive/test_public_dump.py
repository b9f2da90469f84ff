"""The dump: all public matches that are over, and nothing else, written in steps."""

from __future__ import annotations

import runpy
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from asgiref.sync import async_to_sync
from django.http import StreamingHttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

import games.rules as rules
from games.archive import exporter, public_dump
from games.archive import tasks as archive_tasks
from games.archive.models import PublicDump
from games.models import Table
from portal import export_jobs
from tests import sample_titles
from tests.games.conftest import play_on
from tests.secrets.worlds import start_table

pytestmark = pytest.mark.django_db(transaction=True)
READER = Path(__file__).parents[2] / "examples" / "read_dump.py"


@pytest.fixture
def three() -> list[Table]:
    """Two public matches that are over, and one that only its link leads to."""
    game = sample_titles.usual()
    tables = [play_on(start_table(game, sample_titles.few_seats(game)), seed=n) for n in range(3)]
    Table.objects.filter(pk=tables[2].pk).update(visibility=Table.Visibility.LINK)
    return tables


def download_dump() -> bytes:
    answer = Client().get(reverse("games:dump_file"))
    assert isinstance(answer, StreamingHttpResponse)
    data = async_to_sync(_whole)(answer)
    assert answer["Content-Length"] == str(len(data))
    return data


async def _whole(answer: StreamingHttpResponse) -> bytes:
    return b"".join([part async for part in answer])


def test_the_example_reads_what_was_written_in_steps(
    three: list[Table],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    play_on(start_table(three[0].game, sample_titles.few_seats(three[0].game)), moves=5)
    monkeypatch.setattr(export_jobs, "SECONDS", 0)
    assert Client().get(reverse("games:dump_file")).status_code == 404
    now = timezone.now()
    while public_dump.write_next_step(now):
        assert Client().get(reverse("games:dump_index")).status_code == 404
    assert PublicDump.objects.get().part_count == 2
    path = tmp_path / "dump.jsonl.gz"
    path.write_bytes(download_dump())
    reader = runpy.run_path(str(READER))
    found = [(header["table"], len(moves)) for header, moves in reader["matches"](path)]
    assert found == [(table.key, table.move_count) for table in three[:2]]
    monkeypatch.setattr(sys, "argv", [str(READER), str(path)])
    runpy.run_path(str(READER), run_name="__main__")
    assert capsys.readouterr().out.split() == ["2", three[0].game]
    data = Client().get(reverse("games:dump_index")).json()
    assert (data["matches"], data["bytes"]) == (2, path.stat().st_size)
    assert reverse("games:dump_file") in Client().get(reverse("games:dump")).text
    assert len(READER.read_text(encoding="utf-8").splitlines()) <= 22


def test_it_is_renewed_once_a_day_and_the_one_before_stays_readable(three: list[Table]) -> None:
    now = timezone.now().replace(hour=12)
    for day in range(4):
        for _again in range(2):
            assert not public_dump.write_next_step(now + timedelta(days=day))
    assert [dump.matches for dump in PublicDump.objects.all()] == [2, 2]
    assert not public_dump.write_next_step(now + timedelta(days=3, hours=10))
    assert PublicDump.objects.latest("started_at").started_at == now + timedelta(days=3)
    next_day = now + timedelta(days=3, hours=13)  # a late dump makes the next one no later
    assert not public_dump.write_next_step(next_day)
    assert PublicDump.objects.latest("started_at").started_at == next_day


def test_a_step_that_was_lost_is_taken_up_and_nothing_is_doubled(three: list[Table]) -> None:
    now = timezone.now()
    assert public_dump._claim(now) is not None
    assert public_dump._claim(now) is None
    assert not public_dump.write_next_step(now + export_jobs.CLAIM_DURATION)
    assert PublicDump.objects.get().matches == 2


def test_a_match_that_cannot_be_played_keeps_no_other_out(
    three: list[Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = exporter.record_bytes

    def text(table: Table) -> bytes:
        if table.pk == three[0].pk:
            raise rules.MissingTitleError("gone")
        return bare(table)

    monkeypatch.setattr(exporter, "record_bytes", text)
    archive_tasks.write_dump()
    assert PublicDump.objects.get().matches == 1
