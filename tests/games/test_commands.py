"""Commands and the README's example: verifying a record, filling a demonstration site."""

import json
import re
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

import games.rules as rules
from games.lobby.home import demo
from games.models import Table
from games.table.session import journal
from games.table.session.loader import load_match
from tests.games.conftest import GAME, play_on

ROOT = Path(__file__).parents[2]


def verify(path: Path) -> str:
    out = StringIO()
    call_command("verify_record", str(path), stdout=out)
    return out.getvalue()


@pytest.mark.same_everywhere
def test_a_sound_record_is_said_to_fit(table: Table, tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    path.write_text(json.dumps(journal.export_record(play_on(table))))
    said = verify(path)
    assert "everything fits" in said
    assert "ok  commitment" in said
    for name in load_match(table).chance.dump(history=False)["calls"]:
        assert f"ok  chance {name}" in said


@pytest.mark.same_everywhere
def test_a_record_with_a_forged_seed_does_not_hold(table: Table, tmp_path: Path) -> None:
    record = journal.export_record(play_on(table))
    record["seed"] = "f" * 64
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record))
    with pytest.raises(CommandError, match="is not valid"):
        verify(path)


@pytest.mark.same_everywhere
@pytest.mark.parametrize(
    ("text", "reason"),
    [("{", "not JSON"), ("[]", "JSON object"), ('{"format": "x"}', "format")],
)
def test_a_broken_record_gets_a_clear_message(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "record.json"
    path.write_text(text)
    with pytest.raises(CommandError, match=reason):
        verify(path)


@pytest.mark.same_everywhere
def test_a_missing_file_gets_a_clear_message(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot be read"):
        verify(tmp_path / "nothing.json")


@pytest.mark.same_everywhere
def test_the_ten_lines_of_the_readme_play_a_match(capsys: pytest.CaptureFixture[str]) -> None:
    code = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.S)[0]
    assert len(code.strip().splitlines()) <= 10
    exec(compile(code, "README.md", "exec"), {})  # noqa: S102
    assert capsys.readouterr().out.strip()


def test_the_demonstration_has_running_finished_and_open_tables(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    only = {GAME: rules.get(GAME)}
    monkeypatch.setattr("games.lobby.home.demo.rules.catalogue", lambda: only)
    demo.fill_site()
    by_status = {s: Table.objects.filter(status=s).count() for s in ("open", "running", "finished")}
    assert by_status["finished"] == demo.FINISHED_PER_GAME
    assert by_status["running"] >= 1
    assert by_status["open"] == 1
