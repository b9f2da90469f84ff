"""The check of commit messages: `tests/run/commits.py`."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.run import CHECKS, commits

pytestmark = pytest.mark.same_everywhere

BODY = "\n\nThe second submit opened a second table.\n"
GOOD = [
    "lobby: Reject a second submit of the same form",
    "ratings: Void annulled results in one query",
    "portal/quick: Compress pages once",
    "two_words: Bring the ships back to the harbour",
    "games.rules: Re-deal hidden cards",
    "bots: Speed up the search",
    "docs: Embed the picture",
    "tests: Process one title after the other",
    "locale: Focus on plain words",
    "api: Always answer in JSON",
    "a: B " + "c" * 67,
]
BAD = [
    ("Reject a second submit", 'not "area: Imperative subject"'),
    ("lobby:Reject a second submit", 'not "area: Imperative subject"'),
    ("lobby: ", 'not "area: Imperative subject"'),
    ("Two Words: Bring the ships back", '"Two Words" is not an area'),
    ("Lobby: Reject a second submit", '"Lobby" is not an area'),
    ('Revert "lobby: Reject a second submit"', "is not an area"),
    ("lobby: reject a second submit", 'write "Reject"'),
    ("lobby: Rejected a second submit", '"Rejected" is not an imperative'),
    ("lobby: Rejects a second submit", '"Rejects" is not an imperative'),
    ("lobby: Rejecting a second submit", '"Rejecting" is not an imperative'),
    ("lobby: Wrote the second submit", '"Wrote" is not an imperative'),
    ("lobby: The second submit is rejected", '"The" is not an imperative'),
    ("lobby: Reject a second submit.", "full stop"),
    ("a: B " + "c" * 68, "73 characters: use at most 72"),
]


@pytest.mark.parametrize("subject", GOOD)
def test_good_subject_is_accepted(subject: str) -> None:
    assert commits.problems(subject + BODY) == []


@pytest.mark.parametrize(("subject", "problem"), BAD)
def test_bad_subject_is_rejected_for_one_reason(subject: str, problem: str) -> None:
    [found] = commits.problems(subject + BODY)
    assert problem in found


@pytest.mark.parametrize("body", ["", "\n\n", "\n\nCo-authored-by: Nora <nora@example.org>\n"])
def test_missing_body_is_rejected(body: str) -> None:
    [found] = commits.problems(GOOD[0] + body)
    assert "there is no body" in found


def test_body_without_blank_line_is_rejected() -> None:
    [found] = commits.problems(GOOD[0] + "\nIt opened a second table.")
    assert "the second line is not blank" in found


def test_empty_message_is_rejected() -> None:
    assert any("there is no body" in problem for problem in commits.problems(""))


def test_check_is_part_of_every_run() -> None:
    assert CHECKS["commits"] == ("python", "-m", "tests.run.commits")


# which commits are new


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Two old branches, then the check, then a good commit, a merge and a bad commit."""
    folder = tmp_path / "repository"
    folder.mkdir()
    git(folder, "init", "--quiet", "--initial-branch=main")
    commit(folder, "Old words")
    git(folder, "checkout", "--quiet", "-b", "other")
    commit(folder, "Other old words")
    git(folder, "checkout", "--quiet", "main")
    (folder / "check.py").write_text("")
    git(folder, "add", "check.py")
    commit(folder, "tests: Check the messages of commits")
    commit(folder, GOOD[0] + BODY)
    git(folder, *AUTHOR, "merge", "--quiet", "--no-edit", "other")
    commit(folder, "Bad words")
    return folder


AUTHOR = ("-c", "user.name=Nora", "-c", "user.email=nora@example.org")


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(("git", "-C", str(folder), *arguments), check=True, capture_output=True)


def commit(folder: Path, message: str) -> None:
    git(folder, *AUTHOR, "commit", "--quiet", "--allow-empty", "--message", message)


def new_messages(folder: Path) -> list[str]:
    found = commits.new_commits(folder, folder / "check.py")
    return [message.splitlines()[0] for _, message in found]


def test_commits_after_the_check_are_new(repository: Path) -> None:
    assert sorted(new_messages(repository)) == ["Bad words", GOOD[0]]


@pytest.mark.parametrize(
    ("depth", "expected"), [(1, []), (2, ["Bad words"]), (4, ["Bad words", GOOD[0]])]
)
def test_check_works_in_a_shallow_clone(
    repository: Path, tmp_path: Path, depth: int, expected: list[str]
) -> None:
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "--quiet", f"--depth={depth}", f"file://{repository}", str(clone))
    assert sorted(new_messages(clone)) == expected


def test_folder_without_history_passes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    found = commits.new_commits(tmp_path, tmp_path / "check.py")
    monkeypatch.setattr(commits, "new_commits", lambda: found)
    assert commits.main() == 0
    assert "not checked" in capsys.readouterr().out


def test_report_names_the_commit_and_what_is_wrong(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = [("1a2b3c4", GOOD[0] + BODY), ("5d6e7f8", BAD[6][0] + BODY)]
    monkeypatch.setattr(commits, "new_commits", lambda: found)
    assert commits.main() == 1
    assert capsys.readouterr().out.splitlines()[:2] == [
        "5d6e7f8 lobby: reject a second submit",
        '    "reject" begins with a small letter: write "Reject"',
    ]
