"""Who may ask what: one table of addresses of pages and API, and of everybody who may ask them.

A row is an address, what is sent there, and what becomes of it for each of `WHO`, in their order:

    y   it is answered, and what it is to change has changed
    s   it is answered, and nothing has changed (looking, or what is so already)
    .   it is refused (or leads elsewhere, as to signing in), and nothing has changed

Whoever adds an address adds its row to `ROWS` (a test says which is missing); what address and data
name is made in `world`. Every cell is asked in a transaction that is rolled back, so that rows need
not mind each other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any, NamedTuple

import pytest
from django.contrib.auth.hashers import make_password
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from rest_framework.test import APIClient

import games.rules as rules
from accounts.models import User
from games import rulebook
from games import urls as pages
from games.api import urls as api
from games.calendars.dates import StartDate
from games.circles import founding, joining
from games.clocks import BY_KEY
from games.lobby import feeds, gathering, guided, inviting, links, remembered
from games.lobby.terms import Terms
from games.models import (
    Appeal,
    Archive,
    Block,
    CalendarFeed,
    Candidate,
    Case,
    Circle,
    CircleMessage,
    Decision,
    Follow,
    Imported,
    Invitation,
    InvitationLink,
    KeptTerms,
    Line,
    Membership,
    Message,
    Note,
    Report,
    Seat,
    Table,
    Webhook,
    Wish,
)
from games.notices import trying
from games.peace import deciding, reporting
from games.records import importing
from games.records.format import text_of
from games.table import play
from games.trying import lines
from portal.http import outward
from tests import sample
from tests.clients import api_of, signed_in
from tests.games.conftest import GAME
from tests.games.records.made import made

pytestmark = pytest.mark.same_everywhere

# Of a table: who is invited, plays and hosts. Of a circle: who is invited too, has asked to be in
# it (who plays), is in it, helps and owns it. Everybody is a stranger to the other of the two.
# A guest (accounts/guests.py) sits at a friendly table of the host's, and nowhere else.
WHO = (
    *("anonymous", "guest", "stranger", "invited", "player", "host", "member", "helper", "owner"),
    "staff",
)
LOOKED_AT = (  # where a change shows
    *(
        Table,
        Seat,
        Message,
        Invitation,
        InvitationLink,
        KeptTerms,
        Wish,
        Webhook,
        Follow,
        Note,
        Block,
        Case,
        Report,
        Decision,
        Appeal,
        Line,
        Archive,
        Imported,
    ),
    *(Circle, Membership, Candidate, CircleMessage, CalendarFeed),
)


class Row(NamedTuple):
    """`data` is sent by POST unless `method` says otherwise; without any, an address is looked at.

    Words in braces, in the address as in the data, are names of `World.names`.
    """

    address: str
    arguments: str
    cells: str
    data: dict[str, Any] | None = None
    method: str = ""


class World(NamedTuple):
    """Clients of pages and API of each of `WHO`, and what words in braces stand for."""

    pages: dict[str, Client]
    api: dict[str, APIClient]
    names: dict[str, str]


class Brought:
    """The file of a record, which can be sent again and again."""

    name = "record.jsonl"

    def read(self, *_size: int) -> bytes:
        return RECORD


POST: dict[str, Any] = {}
PLAY = {"version": 2, "step": 0, "move": "pass", "moves": ["pass"], "text": "hello", "agrees": True}
HOOK = {"kind": "slack", "url": "https://example.org/hook"}
SET = {"set_name": "Fridays", "game": "{game}", "seats": 2}
GUIDED_GAME = sample.title(lambda game: rulebook.guide(game.key) is not None)
COMING = date.today() + timedelta(days=7)
DATE = {"day": f"{COMING}", "time": "20:00", "zone": "UTC", "least": 2}
RECORD = text_of(made(GAME))
CIRCLE = {"name": "New", "text": "", "joining": "open"}

ROWS = (
    # what everybody does before the start
    Row("games:lobby", "", "ssssssssss"),
    Row("games:playing", "", "ssssssssss"),
    Row("games:new", "", "..ssssssss"),
    Row("games:like_last", "{game}", "..ssssssss", POST),
    Row("games:new_of", "{game}", "..ssssssss"),
    Row("games:table", "{key}", "ssssssssss"),
    Row("games:join", "{key}", "..yyssyyyy", POST),
    Row("games:leave", "{key}", "....yy....", POST),
    Row("games:start", "{key}", ".....y....", POST),
    Row("games:close", "{key}", ".....y....", POST),
    Row("games:rename", "{key}", ".....y....", {"name": "Friday"}),
    Row("api:tables", "", "ssssssssss"),
    Row("api:tables", "", "..yyyyyyyy", {"game": "{game}", "seats": 2}),
    Row("api:table", "{key}", "ssssssssss"),
    Row("api:join", "{key}", "..yyssyyyy", POST),
    Row("api:leave", "{key}", "....yy....", POST),
    Row("api:start", "{key}", ".....y....", POST),
    Row("api:close", "{key}", ".....y....", POST),
    Row("api:rename", "{key}", ".....y....", {"name": "Friday"}),
    Row("games:chat", "{running}", "ssssssssss"),
    Row("games:chat", "{running}", "....yy....", {"text": "hello"}),
    Row("games:play_bots", "{game}", "yyyyyyyyyy", POST),
    Row("games:guided", "{guided_game}", "yyyyysyyyy", POST),
    Row("games:back_to_guide", "{guided}", ".....y....", POST),
    # looking back: from one's own seat, once there is something to look back at
    Row("games:replay", "{running}", "ssssssssss"),
    Row("games:step", "{running}", "ssssssssss"),
    Row("games:step", "{key}", ".........."),
    Row("games:step", "{within}", ".........."),
    # trying out: those who play, and everybody once the match is over; each their own lines alone
    Row("games:try", "{running}", "..ssssssss"),
    Row("games:try", "{running}", "....yy....", POST),
    Row("games:try", "{over}", "..yyyyyyyy", POST),
    Row("games:try", "{within}", "..........", POST),
    Row("games:line", "{over} {tried}", ".....s...."),
    Row("games:line", "{over} {tried}", ".....y....", {"what": "keep", "name": "mine"}),
    Row("games:line", "{over} {tried}", ".....y....", {"what": "unshare"}),
    Row("games:shared_line", "{over} {shared}", "ssssssssss"),
    Row("games:shared_line", "{over} {shared}", "..yyyyyyyy", POST),
    # a friendly table, where a guest sits who came by its link
    Row("games:leave", "{friendly}", ".y...y....", POST),
    Row("api:leave", "{friendly}", ".y...y....", POST),
    Row("games:chat", "{friendly}", ".y...y....", {"text": "hello"}),
    Row("games:join", "{friendly}", "..yyysyyyy", POST),
    Row("games:invited_by_link", "{open_token}", "ysyyysyyyy", {"name": "Wanda"}),
    Row("api:link", "{open_token}", ".syyysyyyy", POST),
    Row("games:hand_on", "{friendly}", "..........", {"user": "{guest}"}),
    Row("games:profile", "{guest}", ".........."),
    Row("games:numbers", "{guest}", ".........."),
    Row("api:person_numbers", "{guest}", ".........."),
    # a table of a circle is not there for others
    Row("games:table", "{within}", "......sss."),
    Row("games:join", "{within}", "......yys.", POST),
    Row("api:table", "{within}", "......sss."),
    Row("api:join", "{within}", "......yys.", POST),
    # again, quick matches, sets of options
    Row("games:again", "{over}", "....yy....", POST),
    Row("api:again", "{over}", "....yy....", POST),
    Row("games:again", "{key}", "..........", POST),
    Row("games:quick", "{game}", "..yyyyyyyy", POST),
    Row("games:cancel_quick", "{game}", "..ssssssss", POST),
    Row("games:quick_panel", "", "ssssssssss"),
    Row("api:quick_matches", "", "..ssssssss"),
    Row("api:quick_match", "{game}", "..yyyyyyyy", POST),
    Row("api:quick_match", "{game}", "..........", method="delete"),
    Row("games:rename_set", "{set}", ".....y....", {"set_name": "Fridays"}),
    Row("games:delete_set", "{set}", ".....y....", POST),
    Row("games:rename_set", "{circle_set}", ".......yy.", {"set_name": "Fridays"}),
    Row("games:delete_set", "{circle_set}", ".......yy.", POST),
    Row("api:table_set", "{circle_set}", ".......yy.", {"set_name": "Fridays"}),
    Row("api:table_set", "{circle_set}", ".......yy.", method="delete"),
    Row("api:table_sets", "", ".......yy.", SET | {"of_circle": "{circle}"}),
    Row("api:table_sets", "", "..ssssssss"),
    Row("api:table_sets", "", "..yyyyyyyy", SET),
    Row("api:table_set", "{set}", ".....y....", {"set_name": "Fridays"}),
    Row("api:table_set", "{set}", ".....y....", method="delete"),
    # invitations
    Row("games:invite", "{key}", ".....s...."),
    Row("games:invite", "{key}", ".....y....", {"name": "{stranger}"}),
    Row("games:withdraw_invitation", "{key} {invitation}", ".....y....", POST),
    Row("games:make_link", "{key}", ".....y....", {"uses": "2", "hours": "24"}),
    Row("games:withdraw_link", "{key} {link}", ".....y....", POST),
    Row("games:invitation", "{key}", "...s......"),
    Row("games:accept", "{key}", "...y......", POST),
    Row("games:decline", "{key}", "...y......", POST),
    Row("games:invited_by_link", "{token}", "ssssssssss"),
    Row("games:invited_by_link", "{token}", "..yyssyyyy", POST),
    Row("api:played_with", "", "..ssssssss"),
    Row("api:my_invitations", "", ".sssssssss"),
    Row("api:invitations", "{key}", ".....s...."),
    Row("api:invitations", "{key}", ".....y....", {"users": ["{stranger}"]}),
    Row("api:one_invitation", "{key} {invitation}", ".....y....", method="delete"),
    Row("api:links", "{key}", ".....s...."),
    Row("api:links", "{key}", ".....y....", {"uses": 2, "hours": 24}),
    Row("api:one_link", "{key} {link}", ".....y....", method="delete"),
    Row("api:accept", "{key}", "...y......", POST),
    Row("api:decline", "{key}", "...y......", POST),
    Row("api:link", "{token}", "ssssssssss"),
    Row("api:link", "{token}", "..yyssyyyy", POST),
    # a table with a date
    Row(
        "games:change_date", "{dated}", ".....y....", {f"start_{part}": DATE[part] for part in DATE}
    ),
    Row("games:change_date", "{key}", "..........", {f"start_{part}": DATE[part] for part in DATE}),
    Row("api:change_date", "{dated}", ".....y....", DATE),
    Row("games:table_calendar", "{dated}", "ssssssssss"),
    Row("games:table_calendar", "{key}", ".........."),
    Row("games:table_calendar", "{evening}", "......sss."),
    Row("games:calendar_feed", "{feed}", "ssssssssss"),
    Row("games:calendar", "", "..ssssssss"),
    Row("games:make_calendar", "", "..yyyyyyyy", POST),
    Row("games:remove_calendar", "", "..sssyssss", POST),
    Row("api:my_calendar", "", "..ssssssss"),
    Row("api:my_calendar", "", "..yyyyyyyy", POST),
    Row("api:my_calendar", "", "..sssyssss", method="delete"),
    # the host's hand
    Row("games:remove", "{key}", ".....y....", {"user": "{player}"}),
    Row("games:hand_on", "{key}", ".....y....", {"user": "{player}"}),
    Row("games:fill", "{key}", ".....y....", {"seat": "3", "level": "random"}),
    Row("api:remove", "{key}", ".....y....", {"user": "{player}"}),
    Row("api:hand_on", "{key}", ".....y....", {"user": "{player}"}),
    Row("api:fill", "{key}", ".....y....", {"seats": [3], "level": "random"}),
    Row("games:take_off", "{dated}", ".....y....", {"seat": "3"}),
    Row("api:take_off", "{dated}", ".....y....", {"seats": [3]}),
    Row("games:table_webhook", "{key}", ".....s...."),
    Row("games:table_webhook", "{key}", ".....y....", HOOK),
    Row("games:test_table_webhook", "{key}", ".....s....", POST),
    Row("api:test_table_webhook", "{key}", ".....s....", POST),
    Row("games:remove_table_webhook", "{key}", ".....y....", POST),
    Row("api:table_webhook", "{key}", "....ss...."),
    Row("api:table_webhook", "{key}", ".....y....", HOOK, "put"),
    Row("api:table_webhook", "{key}", ".....y....", method="delete"),
    # whom one follows, what one has noted, how somebody plays
    Row("games:following", "", "..ssssssss"),
    Row("games:follow_by_name", "", "..yyyy.yyy", {"name": "{member}"}),
    Row("games:follow", "{member}", "..yyyy.yyy", {"follow": "1"}),
    Row("games:follow", "{member}", "..ssssssss", {"follow": "0"}),
    Row("games:follow", "{shy}", "..........", {"follow": "1"}),
    Row("api:following", "", "..ssssssss"),
    Row("api:follow", "{member}", "..ssssssss"),
    Row("api:follow", "{member}", "..yyyy.yyy", method="put"),
    Row("api:follow", "{member}", "..ssssssss", method="delete"),
    Row("api:follow", "{shy}", "..........", method="put"),
    Row("games:my_notes", "", ".sssssssss"),
    Row("games:note_person", "{member}", "..yyyy.yyy", {"text": "likes corn"}),
    Row("games:note_table", "{key}", ".yyyyyyyyy", {"text": "watch the wharf"}),
    Row("games:note_table", "{within}", "......yyy.", {"text": "watch the wharf"}),
    Row("api:my_notes", "", ".sssssssss"),
    Row("api:person_note", "{member}", "..ssssssss"),
    Row("api:person_note", "{member}", "..yyyy.yyy", {"text": "likes corn"}, "put"),
    Row("api:table_note", "{key}", ".sssssssss"),
    Row("api:table_note", "{within}", "......sss."),
    Row("api:table_note", "{key}", ".yyyyyyyyy", {"text": "watch the wharf"}, "put"),
    Row("api:table_note", "{within}", "......yyy.", {"text": "watch the wharf"}, "put"),
    # one's own data; whoever has a password gives it once more (tests/games/own_data)
    Row("games:own_data", "", "..ssssssss"),
    Row("games:own_data", "", "..yyyyyyyy", POST),
    Row("games:own_data_file", "", ".........."),
    # records that one has brought
    Row("games:records", "", "..ssssssss"),
    Row("games:records", "", "..yyyyyyyy", {"record": Brought()}),
    Row("games:delete_record", "{brought}", ".....y....", POST),
    Row("games:delete_record", "{over}", "..........", POST),
    Row("api:records", "", "..ssssssss"),
    Row("api:records", "", "..yyyyyyyy", {"record": "{record}"}),
    Row("api:brought_record", "{brought}", ".....y....", method="delete"),
    Row("games:report", "person {member}", "..ssss.sss"),
    Row("games:report", "person {member}", "..yyyy.yyy", {"kind": "spam"}),
    Row("games:report", "message {line}", "..sss.ssss"),
    Row("games:report", "circle-message {circle_line}", "......s.s."),
    Row("games:report", "circle {circle}", "..ssssss.s"),
    Row("games:report", "circle {shut}", ".........."),
    Row("games:report", "table {key}", ".........."),
    Row("games:reported", "", "..ssssssss"),
    Row("api:reports", "", "..yyyy.yyy", {"what": "person", "which": "{member}", "kind": "spam"}),
    # moderators, here the staff; a case about a member, an appeal of theirs
    Row("games:moderation", "", ".........s"),
    Row("games:case", "{case}", ".........s"),
    Row("games:case", "{case}", ".........y", {"what": "warn", "words": "be kind"}),
    Row("games:answer_appeal", "{appeal}", ".........y", {"what": "lift"}),
    Row("games:decisions", "", "..ssssssss"),
    Row("games:appeal", "{decision}", ".......y..", {"words": "no"}),
    Row("api:blocked", "", "..ssssssss"),
    Row("games:block", "{member}", "..yyyy.yyy", {"block": "1"}),
    Row("games:block", "{member}", "..ssssssss", {"block": "0"}),
    Row("api:block", "{member}", "..ssssssss"),
    Row("api:block", "{member}", "..yyyy.yyy", method="put"),
    Row("api:block", "{member}", "..ssssssss", method="delete"),
    Row("games:profile", "{member}", "ssssssssss"),
    Row("games:numbers", "{member}", "ssssssssss"),
    Row("api:person_numbers", "{member}", "ssssssssss"),
    Row("api:person_ratings", "{member}", "ssssssssss"),
    Row("api:person_rating_changes", "{member}", "ssssssssss"),
    # circles: one that people ask to be in, and one by invitation (`shut`), of its owner alone
    Row("games:circles", "", "..ssssssss"),
    Row("games:new_circle", "", "..ssssssss"),
    Row("games:new_circle", "", "..yyyyyyyy", CIRCLE),
    Row("games:circle", "{circle}", "..ssssssss"),
    Row("games:circle", "{shut}", "........s."),
    Row("games:change_circle", "{circle}", "........s."),
    Row("games:change_circle", "{circle}", "........y.", CIRCLE),
    Row("games:close_circle", "{circle}", "........y.", POST),
    Row("games:join_circle", "{circle}", "..yysysssy", POST),
    Row("games:join_circle", "{shut}", "........s.", POST),
    Row("games:leave_circle", "{circle}", "..syysyyys", POST),
    Row("games:invite_to_circle", "{circle}", ".......yy.", {"name": "{stranger}"}),
    Row("games:invite_to_circle", "{shut}", "........y.", {"name": "{stranger}"}),
    Row("games:circle_webhook", "{circle}", ".......ss."),
    Row("games:circle_webhook", "{circle}", ".......yy.", HOOK),
    Row("games:test_circle_webhook", "{circle}", ".......ss.", POST),
    Row("games:remove_circle_webhook", "{circle}", ".......yy.", POST),
    Row("games:circle_talk", "{circle}", "......yyy.", {"text": "hello"}),
    Row("games:circle_best", "{circle} {game}", "......sss."),
    Row("games:circle_candidate", "{circle} {player}", ".......yy.", {"what": "admit"}),
    Row("games:circle_candidate", "{circle} {player}", ".......yy.", {"what": "decline"}),
    Row("games:circle_member", "{circle} {member}", ".......yy.", {"what": "remove"}),
    Row("games:circle_member", "{circle} {helper}", "........y.", {"what": "remove"}),
    Row("games:circle_member", "{circle} {owner}", "..........", {"what": "remove"}),
    Row("games:circle_member", "{circle} {member}", "........y.", {"what": "helper"}),
    Row("games:circle_member", "{circle} {member}", "........y.", {"what": "owner"}),
    Row("api:circles", "", "..ssssssss"),
    Row("api:circles", "", "..yyyyyyyy", CIRCLE),
    Row("api:circle", "{circle}", "..ssssssss"),
    Row("api:circle", "{shut}", "........s."),
    Row("api:circle", "{circle}", "........y.", {"text": "x"}, "patch"),
    Row("api:circle", "{circle}", "........y.", method="delete"),
    Row("api:join_circle", "{circle}", "..yysysssy", POST),
    Row("api:join_circle", "{shut}", "........s.", POST),
    Row("api:leave_circle", "{circle}", "..syysyyys", POST),
    Row("api:circle_talk", "{circle}", "......sss."),
    Row("api:circle_talk", "{circle}", "......yyy.", {"text": "hello"}),
    Row("api:circle_webhook", "{circle}", "......sss."),
    Row("api:circle_webhook", "{circle}", ".......yy.", HOOK, "put"),
    Row("api:circle_webhook", "{circle}", ".......yy.", method="delete"),
    Row("api:test_circle_webhook", "{circle}", ".......ss.", POST),
    Row("api:circle_best", "{circle} {game}", "......sss."),
    Row("api:circle_candidates", "{circle}", ".......ss."),
    Row("api:circle_candidate", "{circle} {player}", ".......yy.", POST, "put"),
    Row("api:circle_candidate", "{circle} {stranger}", ".......yy.", POST, "put"),
    Row("api:circle_candidate", "{circle} {player}", ".......yy.", method="delete"),
    Row("api:circle_member", "{circle} {member}", "........y.", {"role": "helper"}, "patch"),
    Row("api:circle_member", "{circle} {member}", ".......yy.", method="delete"),
    Row("api:circle_member", "{circle} {helper}", "........y.", method="delete"),
)

# What is no part of the table: what is there for everybody, what is one's own alone, and what is
# done at a table that runs. Of the last two, tests below say who may not.
FOR_EVERYBODY = {
    *("games:shelf", "games:game", "games:one_page", "games:paragraph"),
    *("games:leaderboards", "games:leaderboard"),
    *("games:how_ratings_work", "games:verify", "games:verify_table", "games:unsubscribe"),
    *("api:docs", "api:schema", "api:games", "api:rules", "api:statistics", "api:ratings"),
}
OWN = re.compile(r"(preferences|notices|my-tables|my-matches|my-time|next-table)/")
PLAYED = re.compile(
    r"tables/<slug:key>/(live|log|since|moves|undo|restart|confirm|draft|orders|resign|come-back"
    r"|give-time|call-off|replay|figures|record|legal-moves|clocks)[/.]"
)
LEAD_AWAY = ("/accounts/login/", "/accounts/keep/")
ASKS = ("get", "post", "put", "patch", "delete")


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
    clock, start_when = BY_KEY["day"].clock, Table.Start.HOST
    table = gathering.open_table(host, GAME, 4, {}, clock, start_when=start_when)
    gathering.join(table.key, player)
    running, over = (gathering.open_table(host, GAME, 2, {}, clock) for _ in range(2))
    for one in (running, over):
        gathering.join(one.key, player)
    for user in (host, player):
        play.agree_call_off(over.key, user, agrees=True)
    date = StartDate(timezone.now() + timedelta(days=9), "UTC", 2)
    dated = gathering.open_table(host, GAME, 4, {}, clock, bot_levels=("random",), date=date)
    guest = User.objects.create_user("gus", guest_of="somewhere")
    friendly = gathering.open_table(host, GAME, 4, {}, clock, rated=False, start_when=start_when)
    for_guests = links.make(friendly.key, host, uses=3, hours=24, guests=True)
    links.use(for_guests.token, guest)
    terms = Terms.at_first(rules.get(GAME))
    named = remembered.save_set(host, GAME, "Thursdays", terms)
    (invitation,) = inviting.invite(table.key, host, [invited.username])
    link = links.make(table.key, host, uses=3, hours=24)
    Webhook.objects.create(table=table, **HOOK)
    monkeypatch.setattr(trying, "EVERY", 0)
    monkeypatch.setattr(outward, "post", lambda *_args, **_more: outward.Answer(200, b""))
    circle = founding.found(owner, "Thursday", "Cards & tea", Circle.Joining.REQUEST)
    Webhook.objects.create(circle=circle, **HOOK)
    shut = founding.found(owner, "Sunday", "", Circle.Joining.INVITATION)
    for user in (helper, member, invited):
        joining.invite(circle.key, owner, user)
    for user in (helper, member, player):
        joining.join(circle.key, user)
    joining.give_role(circle.key, owner, helper, Membership.Role.HELPER)
    of_circle = remembered.save_set(helper, GAME, "Thursdays", terms, circle)
    within = gathering.open_table(owner, GAME, 4, {}, clock, start_when=start_when, circle=circle)
    evening = gathering.open_table(owner, GAME, 4, {}, clock, date=date, circle=circle)
    played = gathering.open_table(owner, GAME, 2, {}, clock, circle=circle)
    gathering.join(played.key, helper)
    Table.objects.filter(pk=played.pk).update(status=Table.Status.FINISHED)
    Seat.objects.filter(table=played).update(rank=1)
    line = Message.objects.create(table=table, user=host, text="hello")
    circle_line = CircleMessage.objects.create(circle=circle, user=helper, text="hello")
    staff.refresh_from_db()
    over.refresh_from_db()
    tried = lines.begin(host, over, None)
    lines.share(host, over, tried.pk, by_link=True)
    tried.refresh_from_db()
    brought = importing.keep(host, importing.Prepared(RECORD))
    case = _reported(player, "message", line.pk)
    first, second = (
        deciding.decide(_reported(owner, what, which).pk, staff, "warn", words="be kind")
        for what, which in (("circle-message", circle_line.pk), ("person", helper.username))
    )
    appeal = deciding.appeal(second.pk, helper, "no")
    everybody = (None, guest, stranger, invited, player, host, member, helper, owner, staff)
    by_name = dict(zip(WHO, everybody, strict=True))
    return World(
        {who: signed_in(user) for who, user in by_name.items()},
        {who: _calls(user) for who, user in by_name.items()},
        {
            "key": table.key,
            "running": running.key,
            "over": over.key,
            "dated": dated.key,
            "evening": evening.key,
            "feed": feeds.make(host).removesuffix(".ics").rsplit("/", 1)[1],
            "within": within.key,
            "game": GAME,
            "guided_game": GUIDED_GAME,
            "guided": guided.sit_down(host, GUIDED_GAME).key,
            "set": str(named.pk),
            "circle_set": str(of_circle.pk),
            "invitation": str(invitation.pk),
            "link": str(link.pk),
            "token": link.token,
            "friendly": friendly.key,
            "open_token": for_guests.token,
            "circle": circle.key,
            "shut": shut.key,
            "case": str(case.pk),
            "decision": str(first.pk),
            "appeal": str(appeal.pk),
            "line": str(line.pk),
            "tried": str(tried.pk),
            "shared": str(tried.token),
            "circle_line": str(circle_line.pk),
            "brought": brought.key,
            "record": RECORD.decode(),
            "shy": "shy",
            **{who: user.username for who, user in by_name.items() if user is not None},
        },
    )


def _reported(by: User, what: str, which: object) -> Case:
    return reporting.report(reporting.find(what, str(which), by), by, "insult", "")


def _calls(user: User | None) -> APIClient:
    """What calls the API for somebody; a guest has no tokens, and calls it from the browser."""
    if user is None or not user.is_guest:
        return APIClient() if user is None else api_of(user)
    client = APIClient()
    client.force_login(user)
    return client


def test_everybody_may_ask_what_the_table_says_and_nothing_else(world: World) -> None:
    before = everything()
    wrong = [
        f"{row.address} {row.method or row.data}, {who}: {found!r} instead of {cell!r}"
        for row in ROWS
        for who, cell in zip(WHO, row.cells, strict=True)
        if (found := became(row, world, who, before)) != cell
    ]
    assert wrong == []


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


def became(row: Row, world: World, who: str, before: dict[Any, list[Any]]) -> str:
    """What becomes of a row for one of `WHO`, as a letter; `before` is as everything was."""
    written: list[str] = []

    def note(execute: Any, sql: str, *more: Any) -> Any:
        if not sql.startswith(("SELECT", "SAVEPOINT", "RELEASE")):
            written.append(sql)
        return execute(sql, *more)

    with transaction.atomic():
        with connection.execute_wrapper(note):
            answer = asked(row, world, who)
        has_changed = any(
            rows_of(model) != before[model]
            for model in LOOKED_AT
            if any(model._meta.db_table in sql for sql in written)
        )
        transaction.set_rollback(True)
    assert answer.status_code < 500, (row, who)
    if has_changed:
        return "y"
    if answer.status_code >= 400 or (not is_call(row) and leads_away(answer, row)):
        return "."
    return "s"


def is_call(row: Row) -> bool:
    return row.address.startswith("api:")


def asks_by(row: Row) -> str:
    return row.method or ("get" if row.data is None else "post")


def asked(row: Row, world: World, who: str) -> Any:
    client = world.api[who] if is_call(row) else world.pages[who]
    address = reverse(row.address, args=row.arguments.format(**world.names).split())
    client.cookies.pop("messages", None)  # of the row before
    return getattr(client, asks_by(row))(address, filled(row.data, world.names))


def addresses() -> Iterator[tuple[str, str, str]]:
    """Every address of a page ("games:mine", "my-tables/", "") and call ("api:games", …, "get")."""
    for found in pages.urlpatterns:
        yield f"games:{found.name}", str(found.pattern), ""
    for found in api.urlpatterns:
        for method in ASKS:
            if hasattr(found.callback.cls, method):  # type: ignore[attr-defined]
                yield f"api:{found.name}", str(found.pattern), method


def of_running_table(route: str, world: World, is_of_api: bool) -> str:
    places = {"<slug:key>": world.names["running"], "<int:pk>": "1", "<slug:channel>": "mail"}
    for place, stands in places.items():
        route = route.replace(place, stands)
    return f"/api/{route}" if is_of_api else f"/{route}"


def filled(data: Any, names: dict[str, str]) -> Any:
    if isinstance(data, dict):
        return {key: filled(value, names) for key, value in data.items()}
    if isinstance(data, list):
        return [filled(value, names) for value in data]
    return data.format(**names) if isinstance(data, str) else data


def leads_away(answer: Any, row: Row) -> bool:
    """Whether a page was not shown; or a change was refused, which a page says on the next one."""
    if row.data is None:
        return answer.status_code == 302
    told = [str(message.level_tag) for message in answer.wsgi_request._messages]
    return "error" in told or answer.get("Location", "").startswith(LEAD_AWAY)


def everything() -> dict[Any, list[Any]]:
    return {model: rows_of(model) for model in LOOKED_AT}


def rows_of(model: Any) -> list[Any]:
    return list(model.objects.order_by("pk").values())
