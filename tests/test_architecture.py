"""The laws of the house (docs/architecture.md), held against the text of every source.

What the sources do, other tests say: `tests/rules/contract/` for the rules, `tests/secrets/` for
what stays hidden, `tests/faults/` for what survives.
"""

from __future__ import annotations

import ast
import functools
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import translation

import games.rules as rules
from games import registry
from games.boards import presenter
from tests.imports import ROOT, Source, package_of, site, sources
from tests.test_imports import WITH_TASKS, app_of

pytestmark = pytest.mark.same_everywhere

TITLES = [f"games/titles/{key}" for key in registry.title_folders()]
STANDARD = sys.stdlib_module_names


def of_the_site(source: Source) -> Iterator[str]:
    """What it imports besides Python's own modules."""
    return (name for name in source.imports() if name.split(".")[0] not in STANDARD)


# refusals

KINDS = {"NotFound", "Forbidden", "Conflict", "Invalid", "TooManyRequests"}
# Kinds of refusals that have data of their own or are caught by type. All others are one of the
# five with a code.
REFUSALS = {
    "AccountClosedError",
    "ClubMatchNotFoundError",
    "ClubNotFoundError",
    "ConfirmationRequiredError",
    "IllegalMoveError",
    "InvalidTableError",
    "InviteeBlockedError",
    "LinkClosedError",
    "MatchLoadError",
    "MatchRunningError",
    "NotRunningError",
    "StaleVersionError",
    "StudyNotFoundError",
    "TournamentNotFoundError",
}
OTHER_ERRORS = {
    "ActionError": "the base of the five",
    # requests, below the apps
    "InvalidInputError": "400: a request that cannot be read, before anything is decided",
    "HashingBusyError": "503, in every view that checks a password",
    "MissingScopeError": "403 of REST framework: a token, before a view runs",
    "TooManyStreamsError": "429 of REST framework: a stream, before it opens",
    "TooManyImagesError": "429 with Retry-After and no page: an image",
    "LastOwnerError": "the view shows the form of the deletion again",
    # values that forms, serializers and actions check, which turn them into their own errors
    "InvalidCalendarError": "a calendar; forms and the API name its field in their own ways",
    "ConditionalMoveError": "the text of a conditional move, below the tables",
    "TreeFullError": "the tree of a study, which knows no person",
    "ForbiddenAddressError": "an address that the site does not call",
    # no request: titles, bots, images, delivery, processes
    "TitleError": "a title that does not fit the contract",
    "RulebookError": "a rules sheet that does not fit the contract",
    "BotTimeoutError": "a log entry",
    "IllegalBotMoveError": "a log entry",
    "PositionGoneError": "a preview shows the cover instead",
    "UnresolvedPropertyError": "a style without a value is left out",
    "RasterizerBusyError": "the image is drawn later",
    "RasterizerError": "the image is drawn later",
    "DeliveryError": "a notification is tried again",
    "ChannelUnavailableError": "a round of delivery ends",
    "RequestFailedError": "an outgoing request failed",
    "_ConcurrentChangeError": "an action starts again",
    "UnreadableValueError": "a cached value is computed again",
    "BodyTooLargeError": "the server answers before Django",
    "ClientDisconnectedError": "nobody waits for an answer",
    "RedisServerMissingError": "a start of the processes",
    "ServeError": "a start of the processes",
    "StopRequestedError": "a stop of the processes",
}


def _error_classes() -> dict[str, set[str]]:
    """The exception classes outside the rules, with the names of all their bases."""
    bases = {
        node.name: {_text(base).split(".")[-1] for base in node.bases}
        for source in site()
        if not source.name.startswith("games.rules.")
        for node in source.nodes
        if isinstance(node, ast.ClassDef)
    }

    def all_bases(name: str) -> set[str]:
        own = bases.get(name, set()) - {name}  # a base of another module may have the same name
        return own.union(*map(all_bases, own))

    found = {name: all_bases(name) for name in bases}
    return {
        name: above
        for name, above in found.items()
        if name.endswith("Error") or any(base.endswith(("Error", "Exception")) for base in above)
    }


def test_refusals_are_of_five_kinds() -> None:
    found = _error_classes()
    refusals = {name for name, above in found.items() if above & KINDS}
    assert refusals == REFUSALS
    assert set(found) - refusals - KINDS == set(OTHER_ERRORS)


def test_nothing_raises_the_base_of_refusals() -> None:
    assert not {
        source.name for source in site() for _, called in source.calls if called == "ActionError"
    }


# 1. one entry point

# The modules that may write the journal and the stored state: the table session, the start of a
# match, its rollback, and the import of a record.
STATE_WRITERS = {
    "games.table.session.table_session",
    "games.table.session.transaction",
    "games.lobby.match_start",
    "games.table.actions.rollback",
    "games.archive.importer",
}
JOURNAL = {"Move", "Snapshot"}


def test_only_state_writers_change_a_match() -> None:
    writers = {
        source.name
        for source in site()
        if any(_makes_journal(called) for _, called in source.calls)
        or any(map(_sets_state, source.nodes))
    }
    assert writers <= STATE_WRITERS
    assert "games.table.session.table_session" in writers


def _makes_journal(called: str) -> bool:
    """Whether it is `Move(…)`, `Move.objects.create(…)` and the like."""
    made = re.match(r"(\w+)(\.objects\.(create|bulk_create|update_or_create))?$", called)
    return made is not None and made[1] in JOURNAL


def _sets_state(node: ast.AST) -> bool:
    if not isinstance(node, ast.Assign):
        return False
    return any(isinstance(t, ast.Attribute) and _text(t) == "table.state" for t in node.targets)


def _text(node: ast.AST) -> str:
    return ast.unparse(node)


def test_what_is_only_looked_at_is_not_written() -> None:
    """Pages, drafts as they are shown, and the past are read; their modules write nothing."""
    lookers = (
        "games.table.views.page_context",
        "games.table.session.drafts",
        "games.history.profile",
    )
    for source in site():
        if source.name in lookers:
            calls = {called for _, called in source.calls}
            written = [c for c in calls if re.search(r"\.(save|update|create|bulk_\w+)$", c)]
            assert written == [], source.name


# the client's address


# The bridge writes the environment that the one module reads.
ADDRESS_MODULES = {"portal.http.client_identity", "portal.performance.wsgi_bridge"}
ADDRESS_TEXT = re.compile(r"REMOTE_ADDR|x[-_]forwarded[-_]for|ratelimit\.get_ip", re.IGNORECASE)


def test_one_module_reads_the_address_of_a_client() -> None:
    readers = {
        source.name
        for source in site()
        for node in source.nodes
        if (isinstance(node, ast.Constant) and ADDRESS_TEXT.fullmatch(str(node.value)))
        or (isinstance(node, ast.Constant) and node.value == "HTTP_X_FORWARDED_FOR")
        or (isinstance(node, ast.Attribute) and ADDRESS_TEXT.fullmatch(_text(node)))
        or (isinstance(node, ast.Call) and _text(node.func).endswith("get_client_ip"))
    }
    assert readers == ADDRESS_MODULES


# 2. the list is the law

INSIDE = {"_legal", "_list", "_lists", "_play", "_carry_out", "_refusal", "_events", "_redeal"}


def test_nobody_outside_the_rules_reaches_into_a_match() -> None:
    for source in sources():
        if source.name.startswith("games.rules") or ".rules" in source.name:
            continue
        for node in source.nodes:
            if isinstance(node, ast.Attribute) and node.attr in INSIDE:
                assert _text(node.value) == "self", f"{source.path}:{node.lineno}"


# 3. a table has a version

PUBLISHED_KEYS = {"type", "version", "table"}


def test_messages_say_which_table_and_version_and_nothing_more() -> None:
    source = next(source for source in site() if source.name == "games.table.realtime.publish")
    keys = {
        key.value
        for node in source.nodes
        if isinstance(node, ast.Dict)
        for key in node.keys
        if isinstance(key, ast.Constant)
    }
    assert keys == PUBLISHED_KEYS
    for other in site():
        called = {called for _, called in other.calls}
        publishers = [name for name in called if name.rpartition(".")[2] in ("publish",)]
        if other.name not in ("games.table.realtime.publish", "portal.performance.group_publish"):
            assert publishers == [], f"{other.name} tells by itself"


# 4. the database is the queue of record


def test_messages_to_workers_go_through_one_place_and_carry_ids_at_most() -> None:
    for source in site():
        for node, called in source.calls:
            if called.endswith((".apply_async", ".delay")):
                assert source.name == "portal.background", f"{source.path}:{node.lineno}"
    modules = [source for source in site() if source.name.endswith(".tasks")]
    assert {app_of(module.name) for module in modules} == WITH_TASKS
    for task in (one for module in modules for one in module.tree.body):
        if isinstance(task, ast.FunctionDef) and task.decorator_list:
            carried = [_text(a.annotation) for a in task.args.args if a.annotation is not None]
            assert set(carried) <= {"int", "list[int]"}, task.name


# Only the package composes notifications, stores them and wakes their delivery.
OUTBOX = "games.notifications.outbox"
OUTBOX_STEPS = {f"{OUTBOX}.writer", f"{OUTBOX}.table_notifications"}


def test_notifications_are_sent_through_the_outbox_alone() -> None:
    for source in site():
        if not source.name.startswith("games.notifications."):
            assert not OUTBOX_STEPS & {*source.imports()}, source.name
            makes = re.compile(r"Notification(\.objects\.(create|bulk_create|get_or_create))?$")
            made = [called for _, called in source.calls if makes.match(called)]
            assert made == [], source.name
            enqueued = [
                called
                for node, called in source.calls
                if called.rpartition(".")[2] in ("enqueue", "enqueue_once", "notify_users")
                and (called.endswith("notify_users") or "SEND_NOTIFICATIONS" in _text(node))
            ]
            assert enqueued == [], source.name


# A response is built by the serializer that describes it.
RESPONSE_MODULES = {
    "games.api.responses",
    "games.api.errors",
    "games.api.docs",  # pages and files
    "games.archive.api.record_views",  # the record of version 1
}


def test_responses_of_the_api_are_built_by_serializers() -> None:
    makers = {s.name for s in site() if "rest_framework.response" in {*s.imports()}}
    assert makers == RESPONSE_MODULES


# 5. rules know nothing of the site, the site knows no game


# The engine finds the titles through their registry; a title never does.
WHO_ASKS_FOR_TITLES = (
    "games.rules",
    *(f"games.rules.{n}" for n in ("corpus", "declaration_check", "game", "record")),
)


@pytest.mark.parametrize("folder", ["games/rules", *(f"{title}/rules" for title in TITLES)])
def test_rules_are_plain_python(folder: str) -> None:
    known = ("games.rules", folder.replace("/", "."))
    for source in sources(folder):
        for name in of_the_site(source):
            at_home = name.startswith(known) or (
                # which titles there are
                name == "games.registry" and source.name in WHO_ASKS_FOR_TITLES
            )
            assert at_home, f"{source.path} imports {name}"


def test_tournament_core_is_plain_python() -> None:
    pure = ("points", "pairings", "round_robin", "formats")
    heart = tuple(f"games.tournaments.{name}" for name in pure)
    for source in sources("games/tournaments"):
        if source.name.startswith(heart):
            for name in of_the_site(source):
                at_home = name.startswith((*heart, "games.rules.reasons"))
                assert at_home, f"{source.path} imports {name}"


ENGINES = (
    *("games.rules", "games.boards", "games.bots", "games.conditional_moves", "games.rulebook"),
    *("portal.byte_lru", "portal.translation_cache"),
)


@pytest.mark.parametrize("title", TITLES)
def test_a_title_builds_on_the_engines_alone(title: str) -> None:
    own = title.replace("/", ".")
    for source in sources(title):
        for name in of_the_site(source):
            allowed = (*ENGINES, "django", "markupsafe", own)
            assert name.startswith(allowed), f"{source.path} imports {name}"


@pytest.mark.parametrize("title", TITLES)
def test_what_measures_a_title_builds_on_the_engines_too(title: str) -> None:
    own = title.replace("/", ".")
    for path in sorted((ROOT / title).glob("benchmarks/*.py")):
        source = Source(f"{own}.benchmarks.{path.stem}", path)
        for name in of_the_site(source):
            ours = name.startswith(("games.", "portal.", "accounts", "benchmarks", "tests"))
            allowed = name.startswith((*ENGINES, own, "benchmarks.rules", "benchmarks.bots"))
            assert allowed or not ours, f"{path} imports {name}"


def test_the_engines_know_no_site() -> None:
    for folder in ("games/boards", "games/bots", "games/rulebook"):
        for source in sources(folder):
            for name in of_the_site(source):
                assert not name.startswith("games.") or package_of(name) in (
                    *(
                        "games.rules",
                        "games.boards",
                        "games.bots",
                        "games.rulebook",
                        "games.registry",
                        "games.templatetags",
                    ),
                ), f"{source.path} imports {name}"


# Whoever tells people what there is to play may say so.
MAY_NAME = ("README.md", "CHANGELOG.md", "docs/", "benchmarks/README.md", "LICENSE")
NOT_READ = {"titles", "__pycache__", "var", "node_modules"}
TEXTS = (".py", ".html", ".js", ".css", ".toml", ".yaml", ".yml", ".txt", ".in", ".po", ".md", "")


def files_outside_titles(folder: Path = ROOT) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.name in NOT_READ or (path.name.startswith(".") and path.name != ".ci"):
            continue
        if path.is_dir():
            yield from files_outside_titles(path)
        elif path.is_file() and path.suffix in TEXTS and not may_name(path):
            yield path


def may_name(path: Path) -> bool:
    return str(path.relative_to(ROOT)).startswith(MAY_NAME)


def ways_to_name(key: str, name: str) -> str:
    """A pattern for the ways in which sources name a title.

    Programs do in quotation marks, in an address or a query, in the path of a file or a module;
    people by its name, with a capital letter unless it has several words. A name that is an
    ordinary word, as it may well be, does not count where people write.
    """
    ways = [rf"""["']{key}["']""", rf"\btitles[./]{key}\b", f"/{key}/", rf"={key}\b"]
    for spelt in {name, key.replace("_", " ").title()}:
        words = map(re.escape, spelt.split())
        if " " in spelt:
            ways.append(rf"(?<![a-z])(?i:{'[ _-]?'.join(words)})(?![a-z])")
        elif not is_ordinary(spelt):
            ways.append(rf"(?<![a-z]){re.escape(spelt)}(?![a-z])")
    return "|".join(ways)


def is_ordinary(name: str) -> bool:
    """Whether it is a word of Python's own manual."""
    return bool(re.search(rf"\b{re.escape(name)}\b", manual(), re.IGNORECASE))


def names_of_titles() -> Iterator[tuple[str, str]]:
    """Every title's key and name, and the names that it has in other languages."""
    for key, game in rules.catalogue().items():
        yield key, game.name
        for language, _ in settings.LANGUAGES:
            with translation.override(language):
                yield key, presenter(key).name()


@functools.cache
def manual() -> str:
    from pydoc_data.topics import topics

    return "\n".join(topics.values())


def first_words(key: str, name: str) -> set[str]:
    """What is written wherever a title is named, in whichever of the ways; in small letters."""
    return {spelt.split()[0].lower() for spelt in (key, key.replace("_", " "), name)}


def test_no_file_outside_a_title_names_it() -> None:
    titles = list(names_of_titles())
    words = set().union(*(first_words(key, name) for key, name in titles))
    names = re.compile("|".join(ways_to_name(key, name) for key, name in titles))
    naming = {}
    for path in files_outside_titles():
        text = path.read_text(encoding="utf-8", errors="replace")
        low = text.lower()
        if any(word in low for word in words) and (found := names.search(text)):
            naming[str(path.relative_to(ROOT))] = found[0]
    assert naming == {}


@pytest.mark.parametrize(
    ("key", "name", "text"),
    [
        ("lost_cities", "Lost Cities", "LostCitiesMatch"),
        ("lost_cities", "Lost Cities", "from lost_cities_rules import x"),
        ("lost_cities", "Lost Cities", "they play lost cities"),
        ("zertz", "Zèrtz", "a round of Zèrtz"),
        ("zertz", "Zèrtz", "match: ZertzMatch"),
        ("zertz", "Zèrtz", "from games.titles.zertz.rules import rings"),
        ("set", "Set", 'GAME = "set"'),
        ("set", "Set", "/leaderboard/set/?page=2"),
        ("set", "Set", "from games.titles.set.rules import x"),
    ],
)
def test_a_name_is_found(key: str, name: str, text: str) -> None:
    assert re.search(ways_to_name(key, name), text)
    assert any(word in text.lower() for word in first_words(key, name))


@pytest.mark.parametrize(
    ("key", "name", "text"),
    [
        ("set", "Set", "Set the match up: a set of tokens"),
        ("market", "Market", 'what="small_market"'),
        ("zertz", "Zèrtz", "Zertzing"),
    ],
)
def test_words_that_name_no_title_are_not_found(key: str, name: str, text: str) -> None:
    assert not re.search(ways_to_name(key, name), text)
