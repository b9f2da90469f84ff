"""Check the messages of new commits: `python -m tests.run.commits`.

A commit is new when it descends from the commit that added this file. Older commits, and branches
that began before it, follow other rules. A shallow clone lacks that commit: there the oldest commit
that has the file takes its place. Merge commits are exempt.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LONGEST_SUBJECT = 72
#: Only the newest are checked, so that a wrong message that is published does not fail for ever.
NEWEST = 100

SUBJECT = re.compile(r"(?P<area>[^:]*): (?P<text>\S.*)")
AREA = re.compile(r"[a-z][a-z0-9_]*([./][a-z0-9_]+)*")
TRAILER = re.compile(r"[A-Z][\w-]*-by: ")
VOWEL = re.compile("[aeiouy]", re.IGNORECASE)
#: Words that only look like another form of a verb.
IMPERATIVES = {"always", "embed"}
#: Forms that no ending gives away.
PAST = {"did", "gave", "held", "kept", "made", "ran", "shown", "took", "was", "were", "wrote"}
PRESENT = {"has", "is"}
ARTICLES = {"a", "an", "the"}


def problems(message: str) -> list[str]:
    """What is wrong with the message of a commit, and what would be right.

    >>> problems("lobby: Reject a second submit of the same form\\n\\nIt opened a second table.")
    []
    >>> problems("lobby: Rejected a second submit\\n\\nIt opened a second table.")
    ['"Rejected" is not an imperative: begin with a verb such as "Add", "Fix" or "Remove"']
    """
    subject, *rest = message.rstrip().split("\n")
    found = list(problems_of_subject(subject))
    if rest and rest[0].strip():
        found.append("the second line is not blank: leave a blank line after the subject")
    if not any(line.strip() and not TRAILER.match(line) for line in rest):
        found.append("there is no body: say why the change is made, after a blank line")
    return found


def problems_of_subject(subject: str) -> Iterator[str]:
    if len(subject) > LONGEST_SUBJECT:
        yield f"the subject has {len(subject)} characters: use at most {LONGEST_SUBJECT}"
    if subject.endswith((".", "。")):
        yield "the subject ends with a full stop: leave it out"
    parts = SUBJECT.fullmatch(subject)
    if parts is None:
        yield (
            'the subject is not "area: Imperative subject": '
            'for example "lobby: Reject a second submit of the same form"'
        )
        return
    if not AREA.fullmatch(parts["area"]):
        yield (
            f'"{parts["area"]}" is not an area: use the name of one package in small letters, '
            'such as "lobby"'
        )
    word = parts["text"].split()[0].rstrip(",;:.")
    if not is_imperative(word):
        yield f'"{word}" is not an imperative: begin with a verb such as "Add", "Fix" or "Remove"'
    elif word[:1].islower():
        yield f'"{word}" begins with a small letter: write "{word.capitalize()}"'


def is_imperative(word: str) -> bool:
    """Whether the first word of a subject may be an imperative; False only where it is clear.

    >>> [is_imperative(word) for word in ("Bring", "Adding", "Speed", "Added", "Pass", "Adds")]
    [True, False, True, False, True, False]
    """
    word = word.lower()
    if word in IMPERATIVES:
        return True
    if not word or word in PAST | PRESENT | ARTICLES:
        return False
    if word.endswith("ing"):
        return not VOWEL.search(word.removesuffix("ing"))
    if word.endswith("ed"):
        return word.endswith("eed") or not VOWEL.search(word.removesuffix("ed"))
    return not word.endswith("s") or word.endswith(("ss", "us", "is", "as"))


def new_commits(repository: Path = ROOT, file: Path = Path(__file__)) -> Iterator[tuple[str, str]]:
    """The short hash and the message of each commit since the one that added `file`.

    Raises:
        subprocess.CalledProcessError: there is no history, as in an unpacked archive.
    """
    path = str(file.resolve().relative_to(repository.resolve()))
    added = git(repository, "log", "--diff-filter=A", "--format=%H", "--", path).split()
    found: dict[str, None] = {}
    for commit in added:
        options = ("--no-merges", "--ancestry-path", f"--max-count={NEWEST}")
        found |= dict.fromkeys(git(repository, "rev-list", *options, f"{commit}..HEAD").split())
    if found:
        log = git(repository, "log", "--no-walk", "-z", "--format=%h%n%B", *found)
        for entry in log.rstrip("\0").split("\0"):
            short, _, message = entry.partition("\n")
            yield short, message


def git(repository: Path, *arguments: str) -> str:
    """What git prints; it may read a folder that belongs to another user, as in a container."""
    command = ("git", "-c", "safe.directory=*", "-C", str(repository), *arguments)
    done = subprocess.run(command, capture_output=True, text=True, check=True, encoding="utf-8")
    return done.stdout


def main() -> int:
    try:
        commits = list(new_commits())
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"Commit messages are not checked: there is no git history here ({error}).")
        return 0
    wrong = 0
    for short, message in commits:
        if found := problems(message):
            wrong += 1
            print(f"{short} {message.splitlines()[0] if message.strip() else '(no message)'}")
            print("".join(f"    {problem}\n" for problem in found), end="")
    if wrong:
        print('Change the messages with "git commit --amend" or "git rebase --interactive".')
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
