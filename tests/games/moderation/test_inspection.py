"""What moderators look at stands in the trail; at their own table they see what their seat does."""

from __future__ import annotations

from collections.abc import Callable
from unittest.mock import ANY

import pytest

from accounts.models import User
from games.models import Block, Decision, Message, Report, Table
from games.moderation import cases, reports
from games.table.actions import chat_messages
from tests.clients import api_of, signed_in
from tests.games.conftest import fresh, play_on
from tests.games.moderation.conftest import case_of, decide

What = Decision.Action


def inspection_entries() -> list[tuple[str, str, str]]:
    links = Decision.objects.filter(action=What.LOOKED).select_related("moderator", "subject")
    return [
        (one.moderator.username, one.data["at"], one.subject.username if one.subject else "")
        for one in links
    ]


def test_whatever_a_moderator_looks_at_stands_in_the_audit_log(
    people: list[User], moderators: list[User]
) -> None:
    ann, bob = people[:2]
    dee, eva = moderators
    case = case_of("person", "bob", ann)
    page, calls = signed_in(dee), api_of(eva)
    for address in ("/moderation/", f"/moderation/{case.pk}/"):
        page.get(address)
    for address in ("cases/", f"cases/{case.pk}/", "appeals/"):
        assert calls.get(f"/api/moderation/{address}").status_code == 200
    assert inspection_entries() == [
        ("dee", "queue", ""),
        ("dee", "case", "bob"),
        ("eva", "queue", ""),
        ("eva", "case", "bob"),
        ("eva", "queue", ""),
    ]
    assert cases.decisions_for(bob) == []
    assert "Viewed · bob" in page.get("/moderation/audit-log/").text
    assert inspection_entries()[-1] == ("dee", "trail", "")
    for other in (ann, bob):
        assert signed_in(other).get("/moderation/audit-log/").status_code == 403


def test_who_may_not_look_leaves_no_trace(people: list[User], moderators: list[User]) -> None:
    case = case_of("person", "dee", people[0])
    assert signed_in(moderators[0]).get(f"/moderation/{case.pk}/").status_code == 404
    assert api_of(moderators[0]).get(f"/api/moderation/cases/{case.pk}/").status_code == 404
    assert api_of(people[1]).get("/api/moderation/cases/").status_code == 403
    assert inspection_entries() == []


@pytest.fixture
def own(new_table: Callable[..., Table], people: list[User]) -> Table:
    """A match of Ann, Bob, Cem and Dee that has begun."""
    return play_on(new_table(4), moves=5)


@pytest.mark.same_everywhere
def test_a_moderator_who_plays_sees_of_their_match_what_their_seat_sees(
    own: Table, people: list[User]
) -> None:
    dee = people[3]
    calls = [f"/api/tables/{own.key}/{part}" for part in ("", "log/", "legal-moves/", "record/")]
    pages = [f"/tables/{own.key}/{part}" for part in ("log/", "figures/")]

    def visible_texts() -> list[str]:
        shown = [signed_in(dee).get(address).text for address in pages]
        within = [page[page.index("<main") : page.index("</main>")] for page in shown]
        return [*within, *(api_of(dee).get(address).text for address in calls)]

    before = visible_texts()
    User.objects.filter(pk=dee.pk).update(is_moderator=True)
    dee.refresh_from_db()
    assert visible_texts() == before


def test_a_report_from_their_own_match_does_not_tell_a_moderator_how_far_it_was_for_others(
    own: Table, people: list[User]
) -> None:
    ann, _bob, cem, dee, eva = people
    User.objects.filter(pk__in=[dee.pk, eva.pk]).update(is_moderator=True)
    chat_messages.send_message(own, cem, "you fool", Message.Audience.PLAYERS)
    case = case_of("person", "cem", ann, table=own.key)
    for moderator, is_shown in ((dee, False), (eva, True)):
        moderator.refresh_from_db()
        ((summary,), page) = (
            cases.report_summaries(case, moderator),
            signed_in(moderator).get(f"/moderation/{case.pk}/").text,
        )
        assert ("move" in summary.report.evidence["table"]) is is_shown
        assert ("at move" in page) is is_shown
        assert "you fool" in page  # which everybody at the table has read
    assert fresh(own).is_running


@pytest.mark.same_everywhere
def test_moderators_decide_and_people_appeal_by_the_api(
    people: list[User], moderators: list[User]
) -> None:
    ann, bob = people[:2]
    dee, eva = map(api_of, moderators)
    case = case_of("person", "bob", ann)
    (found,) = dee.get("/api/moderation/cases/").json()
    what = {"id": case.pk, "what": "person", "which": str(bob.pk), "about": "bob"}
    assert found == {**what, "reports": 1, "opened_at": ANY}
    whole = dee.get(f"/api/moderation/cases/{case.pk}/").json()
    report = {"by": "ann", "kind": "insult", "words": "", "evidence": {"name": "bob"}}
    reports = [{**report, "at": ANY, "sent": 1, "dismissed": 0}]
    rest = {"decided_at": None, "tables": [], "history": [], "report_list": reports}
    assert whole == {**found, **rest, "actions": ANY, "told": reports}
    assert {"warn", "mute", "close", "rename"} <= set(whole["actions"])
    at = f"/api/moderation/cases/{case.pk}/"
    assert dee.post(at, {"what": "warn"}, format="json").status_code == 422
    given = {"what": "mute", "hours": 24, "words": "be kind"}
    decided = dee.post(at, given, format="json").json()
    decision = {"id": ANY, "what": "mute", "why": "be kind", "until": ANY, "at": ANY}
    assert decided == {**decision, "may_appeal": False}
    whole = dee.get(at).json()
    assert whole["decided_at"]
    assert whole["history"] == [decided]
    (mine,) = api_of(bob).get("/api/decisions/").json()
    assert mine == {**decided, "may_appeal": True}
    appeal = f"/api/decisions/{mine['id']}/appeal/"
    assert api_of(bob).post(appeal, {"words": "no"}, format="json").json() == {"appealed": True}
    assert dee.get("/api/moderation/appeals/").json() == []
    (waiting,) = eva.get("/api/moderation/appeals/").json()
    said = {"id": ANY, "about": "bob", "words": "no", "at": ANY}
    assert waiting == {**said, "decision": decided}
    answer = f"/api/moderation/appeals/{waiting['id']}/"
    lifted = {**decision, "what": "lifted", "why": "", "until": None, "may_appeal": False}
    assert eva.post(answer, {"lifts": True}, format="json").json() == lifted
    bob.refresh_from_db()
    assert bob.restrictions.muted_until is None


def test_guests_block_and_report_a_few_times_a_day(people: list[User]) -> None:
    ann = people[0]
    guest = User.objects.create_user("gus", guest_network="somewhere")
    page = signed_in(guest)
    page.post("/people/ann/block/", {"block": "1"})
    assert Block.objects.filter(blocker=guest, blocked=ann).exists()
    for one in people:
        answer = page.post(f"/report/person/{one.username}/", {"kind": "insult"})
        assert answer.status_code == 302
    User.objects.create_user("fay")
    assert page.post("/report/person/fay/", {"kind": "insult"}).status_code == 429
    assert Report.objects.filter(reporter=guest).count() == reports.MAX_GUEST_REPORTS_PER_DAY


@pytest.mark.same_everywhere
def test_a_guest_reads_what_was_decided_about_them(
    people: list[User], moderators: list[User]
) -> None:
    guest = User.objects.create_user("gus", guest_network="somewhere")
    thing = reports.ReportTarget(reports.Case.TargetKind.PERSON, str(guest.pk), guest, "gus")
    case = reports.submit_report(thing, people[0], "insult", "")
    decision = decide(case, moderators[0], What.MUTE)
    page = signed_in(guest)
    assert "be kind" in page.get("/decisions/").text
    page.post(f"/decisions/{decision.pk}/appeal/", {"words": "no"})
    assert cases.open_appeals(moderators[1])
