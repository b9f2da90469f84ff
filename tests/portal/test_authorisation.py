"""Who may ask what: one table of addresses of pages and API, and of everybody who may ask them.

The table is in who_may.py; a test says which address has no row. Every cell is asked in a
transaction that is rolled back, so that rows need not mind each other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any, NamedTuple

import pytest
from django.contrib.auth.hashers import make_password
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from rest_framework.test import APIClient

import games.rules as rules
from accounts import closure_links
from accounts.data_export.models import DataExport
from accounts.models import TableListSettings, User
from games.alerts import searches as alert_searches
from games.alerts.models import Alert
from games.announcements.models import Announcement
from games.archive import importer
from games.archive.models import ImportedRecord
from games.availability.start_dates import StartDate
from games.club_matches import proposals as club_proposals
from games.club_matches.models import ClubMatch, ClubMatchBoard, ClubMatchPlayer
from games.clubs import club_links, creation, membership
from games.history import saved_searches
from games.history.my_matches import MatchFilter
from games.lobby.admission import invitation_links, invitations
from games.lobby.home import calendar_feeds, tutorial
from games.lobby.models import CalendarFeed, InvitationLink, MatchRequest, SavedTableSettings
from games.lobby.setup import saved_settings, table_setup
from games.lobby.table_settings import TableSettings
from games.models import (
    Appeal,
    Block,
    Case,
    Club,
    ClubLink,
    ClubMessage,
    Decision,
    FairPlaySignal,
    Follow,
    HouseholdDeclaration,
    Invitation,
    Membership,
    Message,
    MyTable,
    Note,
    PendingMember,
    PlannedDowntime,
    Report,
    Review,
    SavedSearch,
    Seat,
    Table,
    Webhook,
)
from games.moderation import cases, reports
from games.move_comments.models import CommentPrivacy, MoveComment
from games.notifications import test_throttle
from games.previews import image_urls as pictures
from games.private_messages import conversations
from games.private_messages.models import Conversation, Participant, PrivateMessage
from games.puzzles.models import Puzzle, PuzzleAttempt, PuzzleRating
from games.social import household_declarations
from games.studies import actions
from games.studies import creation as studies_creation
from games.studies.analysis import variations
from games.studies.models import Chapter, Study, Variation
from games.table.agreements import actions as agreements
from games.time_controls import PRESETS_BY_KEY
from games.tournaments import (
    creation as tournaments_creation,
)
from games.tournaments import (
    ladder_challenges,
    registration,
)
from games.tournaments.formats.registry import FORMATS
from games.tournaments.lifecycle import advance
from games.tournaments.models import (
    Challenge,
    Tournament,
    TournamentEntry,
    TournamentSeries,
    TournamentTable,
)
from games.tournaments.tournament_settings import RepeatSchedule, TournamentSettings
from games.translation import translator
from portal import urls as site
from portal.http import outgoing_requests
from portal.http.url_patterns import url_patterns
from tests.api.description import Description
from tests.clients import api_of, signed_in
from tests.games.conftest import GAME
from tests.portal.access_table import (
    FOR_EVERYBODY,
    GUIDED_GAME,
    HOOK,
    POST,
    RECORD,
    ROWS,
    WHO,
    Row,
)
from tests.puzzles.sample_puzzles import make_puzzle
from tests.tournaments.conftest import Twice

pytestmark = pytest.mark.same_everywhere

LOOKED_AT = (  # where a change shows
    *(
        Table,
        Seat,
        Message,
        Invitation,
        InvitationLink,
        SavedTableSettings,
        MatchRequest,
        Webhook,
        Follow,
        FairPlaySignal,
        MoveComment,
        CommentPrivacy,
        Review,
        Note,
        Block,
        HouseholdDeclaration,
        Case,
        Report,
        SavedSearch,
        Alert,
        Puzzle,
        PuzzleAttempt,
        PuzzleRating,
        Conversation,
        Participant,
        PrivateMessage,
        Decision,
        Appeal,
        Variation,
        Study,
        Chapter,
        Announcement,
        PlannedDowntime,
        DataExport,
        ImportedRecord,
    ),
    *(Club, ClubLink, Membership, PendingMember, ClubMessage, CalendarFeed),
    *(MyTable, TableListSettings),
    *(ClubMatch, ClubMatchPlayer, ClubMatchBoard),
    *(Tournament, TournamentTable, TournamentEntry, TournamentSeries, Challenge),
)


class World(NamedTuple):
    """Clients of pages and API of each of `WHO`, and what words in braces stand for."""

    pages: dict[str, Client]
    api: dict[str, APIClient]
    names: dict[str, str]


PLAY = {"version": 2, "step": 0, "move": "pass", "moves": ["pass"], "text": "hello", "agrees": True}
OWN = re.compile(
    r"(preferences|notifications|my-tables|my-matches|alerts|availability|next-table|households)/"
)
PLAYED = re.compile(
    r"tables/<slug:key>/(live|log|since|moves|undo|restart|take-back|suggestion|confirm|draft"
    r"|auto-answers|conditional-moves|resign|come-back|give-time|call-off|proposals|replay|figures|record|legal-moves|clocks)[/.]"
)
LEAD_AWAY = ("/accounts/login/", "/accounts/keep/")
ASKS = ("get", "post", "put", "patch", "delete")


@pytest.fixture(autouse=True)
def _no_pages(monkeypatch: pytest.MonkeyPatch, skip_rendering: None) -> None:
    """Who is turned away is asked here, not how a page looks, or the one that says so."""
    for status in (403, 404):
        monkeypatch.setattr(site, f"handler{status}", partial(_empty, status=status))


def _empty(_request: HttpRequest, exception: Exception, status: int) -> HttpResponse:
    return HttpResponse(status=status)


@pytest.fixture
def world(people: list[User], monkeypatch: pytest.MonkeyPatch) -> World:
    """A table of four before its start: its host, another, a held seat and a free one; a link.

    Two tables of the host and the other, one that runs and one that is over; a table with a date; a
    friendly one with a guest. A circle of an owner, a helper and a member, with a table of its own.
    """
    host, player, invited, stranger, staff = people
    new = (
        User(username=name, email=f"{name}@example.org", password=make_password(None))
        for name in ("mia", "hal", "olga")
    )
    member, helper, owner = User.objects.bulk_create(new)
    User.objects.bulk_create([User(username="shy", email="s@example.org", may_be_followed=False)])
    User.objects.filter(pk=staff.pk).update(is_staff=True, is_superuser=True, is_moderator=True)
    clock, start_when = PRESETS_BY_KEY["day"].clock, Table.StartMode.HOST
    table = table_setup.open_table(host, GAME, TableSettings(4, {}, clock, start_when=start_when))
    table_setup.join(table.key, player)
    running, over = (
        table_setup.open_table(host, GAME, TableSettings(2, {}, clock)) for _ in range(2)
    )
    for one in (running, over):
        table_setup.join(one.key, player)
    for user in (host, player):
        agreements.agree_to_call_off(over.key, user, agrees=True)
    sealed = table_setup.open_table(host, GAME, TableSettings(2, {}, clock))
    table_setup.join(sealed.key, player)
    Table.objects.filter(pk=sealed.pk).update(visibility=Table.Visibility.SEALED)
    date = StartDate(timezone.now() + timedelta(days=9), "UTC", 2)
    dated = table_setup.open_table(
        host, GAME, TableSettings(4, {}, clock, bots=("random",)), date=date
    )
    guest = User.objects.create_user("gus", guest_network="somewhere")
    friendly = table_setup.open_table(
        host, GAME, TableSettings(4, {}, clock, rated=False, start_when=start_when)
    )
    for_guests = invitation_links.create_link(friendly.key, host, uses=3, hours=24, guests=True)
    invitation_links.use_link(for_guests.token, guest)
    terms = TableSettings.defaults_for(rules.get(GAME))
    named = saved_settings.save_named_settings(host, GAME, "Thursdays", terms)
    (invitation,) = invitations.invite(table.key, host, [invited.username])
    link = invitation_links.create_link(table.key, host, uses=3, hours=24)
    Webhook.objects.create(table=table, **HOOK)
    monkeypatch.setattr(test_throttle, "EVERY", 0)
    monkeypatch.setattr(
        outgoing_requests,
        "post",
        lambda *_args, **_more: outgoing_requests.OutgoingResponse(200, b""),
    )
    monkeypatch.setattr("django.conf.settings.TRANSLATION_URL", "https://translation.example")
    monkeypatch.setattr(translator, "_request", lambda text, _language: text)
    club = creation.create_club(owner, "Thursday", "Cards & tea", Club.JoinPolicy.REQUEST)
    Webhook.objects.create(club=club, **HOOK)
    creation.create_club(owner, "Monday", "", Club.JoinPolicy.OPEN)
    shut = creation.create_club(owner, "Sunday", "", Club.JoinPolicy.INVITATION)
    for user in (helper, member, invited):
        membership.invite_or_admit(club.key, owner, user)
    for user in (helper, member, player):
        membership.join_or_request(club.key, user)
    membership.change_role(club.key, owner, helper, Membership.Role.HELPER)
    circle_link = club_links.create_link(club.key, owner, 3, 7)
    of_circle = saved_settings.save_named_settings(helper, GAME, "Thursdays", terms, club)
    within = table_setup.open_table(
        owner, GAME, TableSettings(4, {}, clock, start_when=start_when), club=club
    )
    evening = table_setup.open_table(owner, GAME, TableSettings(4, {}, clock), date=date, club=club)
    played = table_setup.open_table(owner, GAME, TableSettings(2, {}, clock), club=club)
    table_setup.join(played.key, helper)
    Table.objects.filter(pk=played.pk).update(status=Table.Status.FINISHED, move_count=1)
    Seat.objects.filter(table=played).update(rank=1)
    monkeypatch.setitem(FORMATS, "twice", Twice())
    of_two = replace(terms, seats=2)
    tournament, circles_own = (
        tournaments_creation.create_tournament(
            one,
            TournamentSettings(
                "Cup",
                GAME,
                "twice",
                {},
                of_two,
                3,
                least=2,
                club=whose,
                repeats=RepeatSchedule(7),
            ),
        )
        for one, whose in ((host, None), (helper, club))
    )
    assert tournament.series is not None
    assert circles_own.series is not None
    for user in (player, User.objects.create_user("zoe", "zoe@example.org")):
        registration.enter(tournament.key, user)
    Tournament.objects.filter(pk=tournament.pk).update(
        next_action_at=tournament.created_at, starts_at=date.at
    )
    advance(tournament.pk)
    ladder = tournaments_creation.create_tournament(
        host,
        TournamentSettings("Ladder", GAME, "ladder", {}, of_two, 4),
    )
    for user in (player, invited, host, User.objects.get(username="zoe")):
        registration.enter(ladder.key, user)
    advance(ladder.pk)
    ladder_challenges.make_challenge(ladder.key, User.objects.get(username="zoe"), player)
    line = Message.objects.create(table=table, user=host, text="hello")
    circle_line = ClubMessage.objects.create(club=club, user=helper, text="hello")
    staff.refresh_from_db()
    over.refresh_from_db()
    tried = variations.start_variation(host, over, None)
    variations.set_sharing(host, over, tried.pk, by_link=True)
    tried.refresh_from_db()
    hot = table_setup.open_table(host, GAME, TableSettings(2, {}, clock), local_names=["Anna"])
    study, shown = (actions.create_study(host, name) for name in ("mine", "for all"))
    actions.update_study(host, shown.key, name="for all", readers=Study.Visibility.LINK)
    chapter, open_chapter = (
        studies_creation.add_chapter_from_table(host, one.key, over, 1) for one in (study, shown)
    )
    challenge, club_match = (
        club_proposals.challenge_club(
            club.key,
            owner,
            club_proposals.Challenge(
                opponent="Sunday",
                game=GAME,
                table_settings=TableSettings(2, {}, clock),
                pairing=ClubMatch.Pairing.CHOICE,
                min_boards=1,
                max_boards=3,
                starts_at=date.at,
            ),
        )
        for _ in range(2)
    )
    club_proposals.answer_challenge(club_match.key, owner, accepts=True)
    search = saved_searches.save_search(host, "Lost", MatchFilter(result="lost"))
    household = household_declarations.declare_household(host, player, timezone.now())
    Follow.objects.bulk_create(
        Follow(follower=one, followed=other)
        for one, other in ((host, player), (player, host), (stranger, host), (host, stranger))
    )
    private = conversations.send_message(player, host, "hello")
    alert, _is_new = alert_searches.create_alert(host, "tables", "")
    brought = importer.store_import(host, importer.PreparedImport(RECORD))
    Seat.objects.filter(table=brought, number=0).update(user=host)
    Table.objects.filter(pk=brought.pk).update(visibility=Table.Visibility.PUBLIC)
    puzzle = make_puzzle(brought)
    case = _submit_report(player, "message", line.pk)
    first, second = (
        cases.decide_case(_submit_report(owner, what, which).pk, staff, "warn", words="be kind")
        for what, which in (("circle-message", circle_line.pk), ("person", helper.username))
    )
    appeal = cases.submit_appeal(second.pk, helper, "no")
    gone = User.objects.create_user("gone", "gone@example.org")
    hint = FairPlaySignal.objects.create(
        kind=FairPlaySignal.Kind.ON_PURPOSE,
        user=player,
        dedup_key="some",
        evidence={"n": 2, "tables": [over.key]},
        found_at=timezone.now(),
    )
    closing = cases.decide_case(
        _submit_report(owner, "person", "gone").pk, staff, "close", words="no"
    )
    day = timezone.now() + timedelta(days=1)
    said = Announcement.objects.create(text_en="x", starts_at=day, ends_at=day)
    absence = PlannedDowntime.objects.create(
        starts_at=day, ends_at=day + timedelta(hours=1), changed_at=day
    )
    everybody = (None, guest, stranger, invited, player, host, member, helper, owner, staff)
    by_name = dict(zip(WHO, everybody, strict=True))
    return World(
        {who: signed_in(user) for who, user in by_name.items()},
        {who: _calls(user) for who, user in by_name.items()},
        {
            "key": table.key,
            "private": str(private.pk),
            "running": running.key,
            "over": over.key,
            "sealed": sealed.key,
            "hot": hot.key,
            "device": str(hot.seat_set.get(user=host).number),
            "dated": dated.key,
            "evening": evening.key,
            "feed": calendar_feeds.create_feed(host).removesuffix(".ics").rsplit("/", 1)[1],
            "within": within.key,
            "within_over": played.key,
            "game": GAME,
            "guided_game": GUIDED_GAME,
            "guided": tutorial.start_or_resume_tutorial(host, GUIDED_GAME).key,
            "set": str(named.pk),
            "circle_set": str(of_circle.pk),
            "invitation": str(invitation.pk),
            "link": str(link.pk),
            "token": link.token,
            "friendly": friendly.key,
            "open_token": for_guests.token,
            "circle": club.key,
            "circle_link": str(circle_link.pk),
            "circle_token": circle_link.token,
            "contest": tournament.key,
            "circle_contest": circles_own.key,
            "series": tournament.series.key,
            "ladder": ladder.key,
            "circle_series": circles_own.series.key,
            "shut": shut.key,
            "case": str(case.pk),
            "decision": str(first.pk),
            "appeal": str(appeal.pk),
            "hint": str(hint.pk),
            "absence": str(absence.pk),
            "announcement": str(said.pk),
            "closing": str(closing.pk),
            "closed_token": closure_links.closure_token(gone),
            "line": str(line.pk),
            "tried": str(tried.pk),
            "shared": str(tried.token),
            "circle_line": str(circle_line.pk),
            "study": study.key,
            "chapter": str(chapter.pk),
            "open_study": shown.key,
            "open_chapter": str(open_chapter.pk),
            "search": str(search.pk),
            "alert": str(alert.pk),
            "club_challenge": challenge.key,
            "club_match": club_match.key,
            "household": str(household.pk),
            "brought": brought.key,
            "puzzle": str(puzzle.pk),
            "solution": puzzle.best,
            "record": RECORD.decode(),
            "picture": token_of(pictures.table_image_url(Table.objects.get(pk=running.pk))),
            "no_picture": token_of(
                pictures.signed_url(pictures.ImageSubject("table", within.key, 0))
            ),
            "shy": "shy",
            **{who: user.username for who, user in by_name.items() if user is not None},
        },
    )


def token_of(picture: str) -> str:
    return picture.rpartition("/")[2].removesuffix(".png")


def _submit_report(by: User, what: str, which: object) -> Case:
    return reports.submit_report(reports.find_target(what, str(which), by), by, "insult", "")


def _calls(user: User | None) -> APIClient:
    """What calls the API for somebody; a guest has no tokens, and calls it from the browser."""
    if user is None or not user.is_guest:
        return APIClient() if user is None else api_of(user)
    client = APIClient()
    client.force_login(user)
    return client


def test_everybody_may_ask_what_the_table_says_and_nothing_else(world: World) -> None:
    """The first successful answer to each operation of the API is as the API's description says."""
    before, description = everything(), Description()
    wrong = [
        f"{row.address} {row.method or row.data}, {who}: {found!r} instead of {cell!r}"
        for row in ROWS
        for who, cell in zip(WHO, row.cells, strict=True)
        if (found := outcome_letter(row, world, who, before, description)) != cell
    ]
    assert wrong == []
    assert description.faults == []
    assert len(description.answered) > 100


def test_every_address_has_its_row() -> None:
    """Of the API every method of it; a page's methods are not told by its address."""
    there = {(row.address, asks_by(row) if is_call(row) else "") for row in ROWS}
    lacking = [
        f"{name} {method}"
        for name, route, method in addresses()
        if not (name in FOR_EVERYBODY or OWN.match(route) or PLAYED.match(route))
        and (name, method) not in there
    ]
    assert lacking == []


@pytest.mark.parametrize("kind", [OWN, PLAYED])
def test_who_is_not_signed_in_changes_nothing(world: World, kind: re.Pattern[str]) -> None:
    before, wrong = everything(), []
    for name, route, method in addresses():
        if not kind.match(route):
            continue
        for ask in (method,) if method else ("get", "post"):
            client = world.api["anonymous"] if method else world.pages["anonymous"]
            answer = getattr(client, ask)(of_running_table(route, world, bool(method)), POST)
            to_sign_in = "/accounts/login/" in answer.get("Location", "")
            if not (to_sign_in or answer.status_code in (401, 405)) and ask != "get":
                wrong.append((name, ask, answer.status_code))
            if kind is OWN and answer.status_code == 200:
                wrong.append((name, ask, answer.status_code))
    assert wrong == []
    assert everything() == before


@pytest.mark.parametrize("who", ["guest", "stranger", "member", "staff"])
def test_at_a_table_that_runs_others_change_nothing(world: World, who: str) -> None:
    before, wrong = everything(), []
    for name, route, method in addresses():
        if not PLAYED.match(route) or method == "get":
            continue
        client = world.api[who] if method else world.pages[who]
        answer = getattr(client, method or "post")(
            of_running_table(route, world, bool(method)), PLAY
        )
        if answer.status_code < 400 and not answer.get("Location", "").startswith(LEAD_AWAY):
            wrong.append((name, method, answer.status_code))
    assert wrong == []
    assert everything() == before


def outcome_letter(
    row: Row, world: World, who: str, before: dict[Any, list[Any]], description: Description
) -> str:
    """What becomes of a row for one of `WHO`, as a letter; `before` is as everything was."""
    written: list[str] = []

    def note(execute: Any, sql: str, *more: Any) -> Any:
        if not sql.startswith(("SELECT", "SAVEPOINT", "RELEASE")):
            written.append(sql)
        return execute(sql, *more)

    with transaction.atomic():
        with connection.execute_wrapper(note):
            answer = send_request(row, world, who)
        has_changed = any(
            rows_of(model) != before[model]
            for model in LOOKED_AT
            if any(model._meta.db_table in sql for sql in written)
        )
        transaction.set_rollback(True)
    assert answer.status_code < 500, (row, who)
    if is_call(row) and answer.status_code < 300:
        description.check(answer, who, again=False)
    if has_changed:
        return "y"
    if answer.status_code >= 400 or (not is_call(row) and leads_away(answer, row)):
        return "."
    return "s"


def is_call(row: Row) -> bool:
    return row.address.startswith("api:")


def asks_by(row: Row) -> str:
    return row.method or ("get" if row.data is None else "post")


def send_request(row: Row, world: World, who: str) -> Any:
    client = world.api[who] if is_call(row) else world.pages[who]
    address = reverse(row.address, args=row.arguments.format(**world.names).split())
    client.cookies.pop("messages", None)  # of the row before
    return getattr(client, asks_by(row))(address, fill_placeholders(row.data, world.names))


def addresses() -> Iterator[tuple[str, str, str]]:
    """Every address of a page ("games:mine", "my-tables/", "") and call ("api:games", …, "get")."""
    for found in url_patterns("games.urls"):
        yield f"games:{found.name}", str(found.pattern), ""
    for found in url_patterns("games.api.urls"):
        for method in ASKS:
            if hasattr(found.callback.cls, method):  # type: ignore[attr-defined]
                yield f"api:{found.name}", str(found.pattern), method


def of_running_table(route: str, world: World, is_of_api: bool) -> str:
    places = {"<slug:key>": world.names["running"], "<int:pk>": "1", "<slug:channel>": "mail"}
    for place, stands in places.items():
        route = route.replace(place, stands)
    return f"/api/{route}" if is_of_api else f"/{route}"


def fill_placeholders(data: Any, names: dict[str, str]) -> Any:
    if isinstance(data, dict):
        return {key: fill_placeholders(value, names) for key, value in data.items()}
    if isinstance(data, list):
        return [fill_placeholders(value, names) for value in data]
    return data.format(**names) if isinstance(data, str) else data


def leads_away(answer: Any, row: Row) -> bool:
    """Whether a page was not shown; or a change was refused, which a page says on the next one."""
    if row.data is None:
        return answer.status_code == 302
    levels = [str(message.level_tag) for message in answer.wsgi_request._messages]
    return "error" in levels or answer.get("Location", "").startswith(LEAD_AWAY)


def everything() -> dict[Any, list[Any]]:
    return {model: rows_of(model) for model in LOOKED_AT}


def rows_of(model: Any) -> list[Any]:
    return list(model.objects.order_by("pk").values())
