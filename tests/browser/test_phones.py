"""Every page and every board on phones, in both languages, with names as long as names may be.

Each page is opened once in a language and measured at all widths (`misfits`). While it is open, axe
looks at it: at everything in English and by day, and at the colours in Japanese and by night. Of
pages that one template makes of several games or tables it looks at the first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Literal

import pytest
from django.conf import settings
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

import games.rules as rules
from accounts import closure_links
from accounts.models import User
from games.archive import importer
from games.archive.record_format import serialize
from games.boards import presenter
from games.bots.turning_points import TurningPoint, review_search
from games.club_matches import line_ups
from games.club_matches import proposals as club_proposals
from games.clubs import club_links, creation, membership
from games.lobby import match_start
from games.lobby.admission import invitation_links, invitations
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Club, FairPlaySignal, Report, Review, Seat, Table
from games.moderation import cases, reports
from games.ratings.reliability.requirements import Requirements
from games.rules import corpus
from games.studies import actions
from games.studies import creation as studies_creation
from games.studies.analysis import variations
from games.table.session import journal
from games.time_controls import PRESETS_BY_KEY
from games.tournaments import creation as tournaments_creation
from games.tournaments import registration
from games.tournaments.formats.registry import FORMATS
from games.tournaments.lifecycle import advance
from games.tournaments.tournament_settings import RepeatSchedule, TournamentSettings
from tests import sample_titles
from tests.archive.sample_records import make_record
from tests.browser.overflow import misfits
from tests.browser.table_play import BRINGS_AXE, MODERATE, faint_text, serious_problems
from tests.browser.targets import AROUND, IN_SIGHT
from tests.browser_fixtures import FRAME, PASSWORD, PHONE, make_session, make_user
from tests.games.table.reliability_at import PositionTable
from tests.live_site import LiveSite
from tests.positions import most_distinctive, of_offers
from tests.puzzles.sample_puzzles import make_puzzle

pytestmark = pytest.mark.same_everywhere  # about pages, whatever database is behind them

LANGUAGES = tuple(code for code, _name in settings.LANGUAGES)
PEOPLE = (
    *("Wolfeschlegelstein_4", "Maximilianastasia-42", "Konstantinopolitaner"),
    *("Hubert_Blaine_Wolfes", "Donaudampfschifffahr"),
)
NAMES = {
    "en": "Donaudampfschifffahrts League, Table 12b",
    "ja": "土曜の夜にのんびり遊ぶ人たちのための長い長いテーブルの会・第十二回目の集まり",
}
POSITIONS = 3  # of a title
AROUND_BOARD = 180  # px that bar, jump row (with everybody in short) and dock take
MY_TABLES = 2 * PHONE["viewport"]["height"]  # what eight tables of mine may take
GIVEN_NAME = {"en": "Cheerful heron", "ja": "元気なサギ"}

OF_MEMBERS = (
    *(
        "home",
        "games:mine",
        "games:archive",
        "games:offline_turns",
        "games:lobby",
        "games:catalog",
        "games:new",
        "games:leaderboards",
    ),
    *("games:following", "games:my_notes", "games:data_export", "games:records", "games:alerts"),
    "games:puzzles",
    "games:households",
    "games:conversations",
    "games:studies",
    "games:my_matches",
    "games:my_statistics",
    *("games:clubs", "games:new_club", "games:club_matches"),
    *("games:tournaments", "games:choose_tournament"),
    *("games:notifications", "games:how_ratings_work", "games:verify", "games:availability"),
    *("games:notification_settings", "games:webhook", "games:devices", "games:calendar"),
    *("games:blocked", "games:reported", "games:decisions"),
    *("accounts:preferences", "accounts:keys", "accounts:tokens", "accounts:passkeys"),
    "usersessions_list",
    *("accounts:delete", "account_email"),
    *("account_logout", "account_change_password", "api:docs", "api:shapes"),
)
OF_VISITORS = (
    *("home", "games:lobby", "offline", "account_login", "account_signup", "account_inactive"),
    *("account_reset_password", "account_reset_password_done", "games:dump"),
    *("account_email_verification_sent", "games:privacy"),
)
OF_GAMES = ("games:game", "games:one_page", "games:new_of")
OF_OWN_CONTENT = ("games:game",)  # a title brings the structure of its rules itself
OF_A_GAME = ("games:leaderboard",)
OF_TABLES = (
    *("games:replay", "games:conditional_moves", "games:analysis", "games:proposals"),
    "games:move_comments",
)
OF_A_TABLE = ("games:log", "games:since", "games:take_over")
OTHERS = (
    "account_reauthenticate",
    "accounts:keep",
    "games:table",
    "games:profile",
    "games:conversation",
    "games:reliability",
    "games:paragraph",
    *("games:figures", "games:review", "games:match_puzzles", "games:puzzle"),
    "games:invite",
    "games:invitation",
    "games:invited_by_link",
    *("games:club", "games:club_invitations", "games:club_link"),
    "games:change_club",
    *("games:club_match", "games:choose_club_match", "games:challenge_club"),
    *("games:new_tournament", "games:tournament", "games:tournament_series"),
    "games:report",
    "games:moderation",
    "games:case",
    "games:closed",
    "games:audit_log",
    *("accounts:site", "games:announcements", "games:downtimes"),
    "games:signals",
    "games:variation",
    *("games:study", "games:chapter", "games:study_set_up", "games:study_table"),
)
#: What is no page of its own: answers to forms, parts of pages, files, for programs.
NO_PAGES = (
    *("home_lists", "manifest", "favicon", "service_worker", "healthz", "healthz-web", "metrics"),
    "moved",
    *("games:daily_puzzle", "games:next_puzzle"),
    *("accounts:remove_passkey", "accounts:passkey", "accounts:passkey_options"),
    *("openid_connect_login", "openid_connect_callback"),
    "accounts:invite",  # where people come by invitation: as the page of tokens
    *("accounts:revoke_token", "accounts:language", "accounts:theme", "games:play_bots"),
    *("games:tutorial", "games:back_to_tutorial", "games:playing", "games:like_last"),
    *("games:drawing", "games:cover", "games:position_png", "games:position_svg"),
    *("games:fragment", "games:dismiss_news", "games:join", "games:leave", "games:start"),
    *("games:close", "games:rename", "games:move", "games:undo", "games:restart"),
    *("games:suggestion", "games:take_back"),
    *(
        "games:confirm",
        "games:auto_answers",
        "games:change_conditional_move",
        "games:resign",
        "games:come_back",
    ),
    *(
        "games:give_time",
        "games:call_off",
        "games:answer_proposal",
        "games:hand_over",
        "games:chat",
        "games:table_webhook",
    ),
    *("games:test_table_webhook", "games:remove_table_webhook", "games:mine_lists"),
    *("games:later", "games:list_settings", "games:pin", "games:place_table"),
    *("games:archive_table", "games:archive_finished"),
    *("games:record", "games:record_file", "games:delete_record", "games:verify_table"),
    *("games:dump_index", "games:dump_file"),
    *("games:embed", "games:next", "games:digest", "games:enable_channel"),
    *("games:add_day_off", "games:remove_day_off", "games:add_vacation", "games:end_vacation"),
    *("games:set_auto_vacation", "games:test_webhook", "games:remove_webhook", "games:test_device"),
    *("games:remove_device", "api:schema"),
    *("games:quick", "games:cancel_quick", "games:quick_panel", "games:follow"),
    *("games:follow_by_name", "games:note_person", "games:note_table", "games:rename_settings"),
    *(
        "games:delete_settings",
        "games:withdraw_invitation",
        "games:make_link",
        "games:withdraw_link",
    ),
    *("games:accept", "games:decline", "games:remove", "games:transfer_host", "games:fill"),
    *("games:remove_bots", "games:translate"),
    *("games:offer_seat", "games:keep_seat"),
    *("games:save_move_comment", "games:share_move_comments"),
    *("games:rematch", "games:close_club", "games:join_club", "games:leave_club"),
    *("games:admit_all_to_club", "games:make_club_link", "games:withdraw_club_link"),
    *("games:archive_conversation", "games:declare_household", "games:accept_household"),
    "games:end_household",
    *("games:answer_club_match", "games:call_off_club_match", "games:enter_club_match"),
    *("games:leave_club_match", "games:order_club_match"),
    *("games:invite_to_club", "games:club_chat", "games:club_member"),
    *("games:club_candidate", "games:club_webhook", "games:test_club_webhook"),
    *("games:remove_club_webhook", "games:change_date", "games:table_calendar"),
    *("games:calendar_feed", "games:make_calendar", "games:remove_calendar"),
    *("games:enter_tournament", "games:withdraw_from_tournament", "games:call_off_tournament"),
    *("games:invite_to_tournament", "games:disqualify", "games:decide_tournament_table"),
    *("games:end_tournament", "games:check_in_tournament", "games:end_tournament_series"),
    *("games:challenge", "games:answer_challenge", "games:tournament_calendar"),
    *("games:block", "games:appeal", "games:answer_appeal", "games:step"),
    "games:resolve_signal",
    *("accounts:try_mail", "accounts:site_picture", "accounts:hide_warning"),
    *("games:end_announcement", "games:dismiss_announcement", "games:change_downtime"),
    *("games:study_file", "games:copy_study"),
    *("games:data_export_file", "games:my_matches_csv", "games:my_matches_json"),
    *("games:save_search", "games:delete_search", "games:add_alert", "games:delete_alert"),
)
#: What links in mails lead to: a form or a sentence as on other pages here. And a leaderboard as a
#: game's, of the people of a circle; a line as its own person sees it, with less.
ALIKE = (
    *("socialaccount_login_cancelled", "socialaccount_login_error", "socialaccount_signup"),
    "socialaccount_connections",  # as allauth draws the pages of addresses
    *("games:club_leaderboard", "games:shared_variation", "accounts:waiting"),
    "accounts:first_run",  # tests/browser/test_first_run.py
    *("account_set_password", "account_confirm_email", "account_reset_password_from_key"),
    *("account_reset_password_from_key_done", "account_confirm_login_code", "games:unsubscribe"),
)
NOT_OURS = ("mfa_", "api:", "admin:")  # below /api/ are no pages, and the staff have no phones


def url_names(patterns: list[URLPattern | URLResolver], space: str = "") -> Iterator[str]:
    for one in patterns:
        if isinstance(one, URLResolver):
            inside = f"{space}{one.namespace}:" if one.namespace else space
            yield from url_names(one.url_patterns, inside)
        elif one.name:
            yield f"{space}{one.name}"


def test_every_address_is_looked_at_or_is_no_page() -> None:
    looked_at = {*OF_MEMBERS, *OF_VISITORS, *OF_GAMES, *OF_A_GAME, *OF_TABLES, *OF_A_TABLE, *OTHERS}
    known = looked_at | {*NO_PAGES, *ALIKE}
    found = {one for one in url_names(get_resolver().url_patterns) if not one.startswith(NOT_OURS)}
    assert found - known == set()
    assert {one for one in known if not one.startswith(NOT_OURS)} - found == set()


def positions(key: str, count: int) -> list[rules.Match]:
    """Stored positions of the title's corpus that show most between them."""
    entries = [corpus.read(path) for path in corpus.files(key)]
    found = [
        rules.load(key, corpus.entry_origin(entry))
        for entry in entries
        if not corpus.is_finished(entry)
    ]
    shown = [of_offers(match) | {("seats", match.seats), *match.options.items()} for match in found]
    return [found[number] for number in most_distinctive(shown, count)]


class Phone:
    """A page on which people look, one after the other, in one language after the other."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url
        self.wrong: dict[str, dict[int, list[str]]] = {}
        self.asks_axe = False
        self.problems: dict[str, list[str]] = {}

    def has_scheme(self, scheme: Literal["light", "dark"]) -> None:
        self.page.emulate_media(color_scheme=scheme)

    def belongs_to(self, user: User) -> None:
        self._keep(settings.SESSION_COOKIE_NAME, make_session(user))

    def speaks(self, language: str) -> None:
        self._keep(settings.LANGUAGE_COOKIE_NAME, language)

    def _keep(self, name: str, value: str) -> None:
        self.page.context.add_cookies([{"name": name, "value": value, "url": self.url}])

    def looks_at(
        self,
        path: str,
        status: int = 200,
        measure: Callable[[int], None] | None = None,
        asks_axe: bool = True,
    ) -> None:
        answer = self.page.goto(path)
        assert answer is not None
        assert answer.status == status, path
        assert path in self.page.url, self.page.url
        language = self.page.locator("html").get_attribute("lang")
        if wrong := misfits(self.page, measure):
            self.wrong[f"{path} ({language})"] = wrong
        if self.asks_axe and asks_axe and (problems := self._problems(language)):
            self.problems[f"{path} ({language})"] = problems

    def report(self) -> str:
        """All that is wrong, a line for each address and width."""
        misfit = [
            f"{at} at {width}: {one}" for at, by in self.wrong.items() for width, one in by.items()
        ]
        return "\n".join([*misfit, *(f"{at}, axe: {one}" for at, one in self.problems.items())])

    def _problems(self, language: str | None) -> list[str]:
        """What axe finds: structure and colours in English, colours alone in Japanese."""
        return serious_problems(self.page, MODERATE) if language == "en" else faint_text(self.page)


@pytest.fixture
def phone(visitor: Callable[..., Page], live_site: LiveSite) -> Phone:
    return Phone(visitor(**PHONE, locale="ja-JP", has_own_page=True), live_site.url)


def table_at_position(match: rules.Match, people: list[User]) -> tuple[Table, User]:
    """A table in this position, and somebody who is asked there while their clock runs."""
    at = PositionTable(match, people)
    at.put(match)
    now = timezone.now()
    at.table.seat_set.update(waiting_since=None, due_at=None)
    asked = Seat.objects.filter(table=at.table, number__in=match.actors)
    asked.update(waiting_since=now, due_at=now + timedelta(days=2, hours=23, minutes=5))
    return at.table, at.people[match.actors[0]]


@pytest.mark.parametrize("game", sorted(rules.catalogue()))
def test_every_board_fits_a_phone(phone: Phone, game: str) -> None:
    """And what is asked is in sight, and what stands around it leaves it the screen.

    The first position is looked at in both languages, each other one in one of them. The drafts go
    on from one to the next.
    """
    people, page = list(map(make_user, PEOPLE)), phone.page

    def around(width: int) -> None:
        if width in (360, 390):
            tall, cut = page.evaluate(AROUND)
            assert tall <= AROUND_BOARD, (page.title(), width)
            assert cut == [], (page.title(), width)
        if width == 390:
            assert page.evaluate(IN_SIGHT), page.title()

    for place, match in enumerate(positions(game, POSITIONS)):
        table, asked = table_at_position(match, people)
        seat = Seat.objects.filter(table=table, user=asked)
        phone.belongs_to(asked)
        for number, language in enumerate(LANGUAGES):
            if place and place % len(LANGUAGES) != number:
                continue
            Table.objects.filter(pk=table.pk).update(name=NAMES[language])
            drafts: list[list[str]] = [[], first_step(match), whole_turn(match)]
            seat.update(draft=drafts[(place + number) % 3])
            phone.speaks(language)
            phone.looks_at(table.get_absolute_url(), measure=around)
    assert not phone.report(), phone.report()


def first_step(match: rules.Match) -> list[str]:
    """A draft of one move after which more is asked, if there is one."""
    seat = match.actors[0]
    listed = match.legal_moves(seat)
    return next(([one] for one in listed if sample_titles.leaves_to_move(match, seat, one)), [])


def whole_turn(match: rules.Match) -> list[str]:
    """A draft that is complete, or goes as far as nothing is revealed."""
    seat, moves = match.actors[0], []
    while seat in match.actors:
        move = match.auto_move(seat)
        behind = sample_titles.after(match, seat, move)
        if behind.reveals != match.reveals:
            break
        moves.append(move)
        match = behind
    return moves


def test_eight_tables_of_mine_take_two_screens(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every other asks something of me; the rest tell of people with the longest names."""
    people, games = list(map(make_user, PEOPLE)), sorted(rules.catalogue())
    for number, game in enumerate((games * 8)[:8]):
        match = positions(game, 1)[0]
        mine = [seat for seat in range(match.seats) if (seat in match.actors) == (number % 2 == 0)]
        seat_me = partial(move_first, to=mine[0] if mine else 0)
        monkeypatch.setattr(match_start.random_order, "shuffle", seat_me)
        table_at_position(match, people)
    phone.belongs_to(people[0])
    for language in LANGUAGES:
        Table.objects.update(name=GIVEN_NAME[language])
        phone.speaks(language)
        phone.looks_at(reverse("games:mine"))
        phone.page.set_viewport_size(PHONE["viewport"])
        tall = phone.page.evaluate("document.documentElement.scrollHeight")
        assert tall <= MY_TABLES, language
    phone.page.locator(".my-table-more summary").first.click()
    expect(phone.page.locator(".clock-rule").first).to_be_visible()


def reviewed_table(user: User) -> Table:
    """A match that is over, with a review."""
    game = next(game for game in rules.catalogue() if review_search(game))
    record = make_record(game, seats=sample_titles.few_seats(game))
    table = importer.store_import(user, importer.PreparedImport(serialize(record)))
    at, played = next(
        (number, one)
        for number, one in enumerate(record.moves)
        if len(journal.position_after(table, number).legal_moves(one.seat)) > 1
    )
    other = next(
        move
        for move in journal.position_after(table, at).legal_moves(played.seat)
        if move != played.move
    )
    even = [1 / table.seat_count] * table.seat_count
    costly = TurningPoint(at, played.seat, played.move, other, 0.12, 0.02, 7.4, 1.2, True)
    shares = [[[0.4, 0.05], [-0.3, 0.1]]] * table.seat_count
    curve = [(0, even), (len(record.moves), even)]
    found = {"curve": curve, "costly": [costly], "shares": shares}
    Review.objects.create(table=table, version=table.version, results=found, is_done=True)
    return table


def move_first(order: list[object], to: int) -> None:
    """Whoever is first, which is the host, is at this place afterwards."""
    order.insert(to, order.pop(0))


def test_rules_keep_their_length_while_one_scrolls_and_fold_what_is_for_programmers(
    phone: Phone,
) -> None:
    game = sample_titles.title(sample_titles.has_rules)
    phone.speaks("en")
    phone.looks_at(reverse("games:game", args=[game]))
    tall = "document.documentElement.scrollHeight"
    before = phone.page.evaluate(tall)
    phone.page.locator(".chapter").last.scroll_into_view_if_needed()
    phone.page.evaluate(FRAME)
    assert phone.page.evaluate(tall) == before
    folded = phone.page.locator("details.chapter").first
    expect(folded).not_to_have_attribute("open", "")
    phone.page.goto(f"{phone.page.url}#{folded.locator('h3').get_attribute('id')}")
    expect(folded).to_have_attribute("open", "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_fits_a_phone_and_axe_finds_nothing(phone: Phone, language: str) -> None:
    people, games = list(map(make_user, PEOPLE)), sorted(rules.catalogue())
    tables = [table_at_position(positions(game, 1)[0], people)[0] for game in games]
    asks = Requirements(rating_from=1500, rating_to=1500, followed=True)
    day = PRESETS_BY_KEY["day"].clock
    opened = table_setup.open_table(
        people[0], games[0], TableSettings(2, {}, day, rated=False, asks=asks)
    )
    Table.objects.update(name=NAMES[language])
    invitations.invite(opened.key, people[0], [PEOPLE[1]])
    link = invitation_links.create_link(opened.key, people[0], 2, 24, guests=True)
    club = creation.create_club(people[0], NAMES[language][:30], "", Club.JoinPolicy.OPEN)
    membership.invite_or_admit(club.key, people[0], people[1])
    club_link = club_links.create_link(club.key, people[0], 5, 7, NAMES[language])
    creation.create_club(people[1], NAMES[language][-30:], "", Club.JoinPolicy.OPEN)
    terms = TableSettings.defaults_for(rules.get(games[0]))
    club_match = club_proposals.challenge_club(
        club.key,
        people[0],
        club_proposals.Challenge(
            opponent=NAMES[language][-30:],
            game=games[0],
            table_settings=replace(terms, seats=2),
            pairing="choice",
            min_boards=1,
            max_boards=5,
            starts_at=timezone.now() + timedelta(days=3),
            text=NAMES[language],
        ),
    )
    club_proposals.answer_challenge(club_match.key, people[1], accepts=True)
    for one in people[:2]:
        line_ups.enter(club_match.key, one)
    tournament = tournaments_creation.create_tournament(
        people[0],
        TournamentSettings(
            NAMES[language][:40],
            games[0],
            next(iter(FORMATS)),
            {},
            terms,
            5,
            repeats=RepeatSchedule(7),
        ),
    )
    assert tournament.series is not None
    for one in people:
        registration.enter(tournament.key, one)
    advance(tournament.pk)
    study = actions.create_study(people[0], NAMES[language][:40])
    seats = rules.catalogue()[games[-1]].seats[-1]
    chapter = studies_creation.add_chapter_from_set_up(people[0], study.key, games[-1], seats, {})
    actions.set_comment(people[0], study.key, chapter.pk, 0, NAMES[language])
    phone.speaks(language)
    phone.has_scheme("light" if language == "en" else "dark")
    phone.asks_axe = True
    phone.page.add_init_script(BRINGS_AXE)
    for name in OF_VISITORS:
        phone.looks_at(reverse(name))
    phone.looks_at(reverse("games:invited_by_link", args=[link.token]))
    phone.looks_at(reverse("games:club_link", args=[club_link.token]))
    phone.belongs_to(make_user("WanderingWoodcarver", guest_network="somewhere"))
    for name in ("accounts:keep", "account_logout", "games:mine"):
        phone.looks_at(reverse(name))
    phone.belongs_to(people[0])
    phone.looks_at(reverse("account_reauthenticate"))
    phone.page.fill("#id_password", PASSWORD)
    phone.page.press("#id_password", "Enter")
    phone.page.wait_for_url("**/")
    for name in OF_MEMBERS:
        phone.looks_at(reverse(name))
    reviewed = reviewed_table(people[0])
    Seat.objects.filter(table=reviewed, number=0).update(user=people[0])
    examined: set[str] = set()
    for name, *given in [
        *((name, game) for name in OF_GAMES for game in games),
        *((name, games[0]) for name in OF_A_GAME),
        *(
            (name, table.key)
            for name in OF_TABLES
            for table in tables[LANGUAGES.index(language) :: 2]
        ),
        *((name, tables[0].key) for name in OF_A_TABLE),
        *(("games:figures", table.key) for table in tables if presenter(table.game).has_figures),
        ("games:review", reviewed.key),
        ("games:match_puzzles", reviewed.key),
        ("games:puzzle", str(make_puzzle(reviewed).pk)),
        (
            "games:variation",
            tables[0].key,
            str(variations.start_variation(people[0], tables[0], None).pk),
        ),
        ("games:study", study.key),
        ("games:study_set_up", study.key, games[0]),
        ("games:study_table", tables[0].key),
        ("games:chapter", study.key, str(chapter.pk)),
        ("games:profile", PEOPLE[0]),
        ("games:conversation", PEOPLE[1]),
        ("games:reliability", PEOPLE[0]),
        ("games:paragraph", games[0], "5"),
        ("games:table", opened.key),
        ("games:invite", opened.key),
        ("games:invited_by_link", link.token),
        ("games:club", club.key),
        ("games:club_invitations", club.key),
        ("games:change_club", club.key),
        ("games:club_match", club_match.key),
        ("games:choose_club_match", club.key),
        ("games:challenge_club", club.key, games[0]),
        ("games:new_tournament", games[0], next(iter(FORMATS))),
        ("games:tournament", tournament.key),
        ("games:tournament_series", tournament.series.key),
        ("games:report", "person", PEOPLE[1]),
    ]:
        is_new = name not in examined or name in OF_OWN_CONTENT
        phone.looks_at(reverse(name, args=given), asks_axe=is_new)
        examined.add(name)
    phone.looks_at("/tables/nowhere/", status=404)
    phone.belongs_to(people[1])
    phone.looks_at(reverse("games:invitation", args=[opened.key]))
    moderator = make_user("Moderator", is_moderator=True)
    reported = reports.find_target("person", PEOPLE[0], moderator)
    case = reports.submit_report(reported, moderator, Report.Kind.SPAM, "")
    gone = make_user("Gone")
    closing = reports.submit_report(
        reports.find_target("person", "Gone", moderator), moderator, Report.Kind.SPAM, ""
    )
    cases.decide_case(closing.pk, moderator, "close", words="Advertising again and again")
    FairPlaySignal.objects.create(
        kind=FairPlaySignal.Kind.SHARED,
        user=people[0],
        other=people[1],
        dedup_key="both",
        evidence={"tables": [opened.key]},
        found_at=timezone.now(),
    )
    phone.belongs_to(moderator)
    for name, *given in (
        ("games:moderation",),
        ("games:audit_log",),
        ("games:signals",),
        ("games:case", str(case.pk)),
        ("games:closed", closure_links.closure_token(gone)),
    ):
        phone.looks_at(reverse(name, args=given))
    phone.belongs_to(make_user("Owner", is_superuser=True))
    phone.looks_at(reverse("accounts:site"))
    phone.looks_at(reverse("games:announcements"))
    phone.looks_at(reverse("games:downtimes"))
    assert not phone.report(), phone.report()
