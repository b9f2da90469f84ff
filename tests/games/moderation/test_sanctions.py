"""What decisions do to people and their matches, and how an appeal undoes it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.core import mail
from django.utils import timezone

import games.rules as rules
from accounts import nicknames
from accounts.models import User
from games.lobby.admission import invitations, matchmaking
from games.lobby.setup import table_setup
from games.lobby.table_settings import TableSettings
from games.models import Case, Decision, Message, Notification, Seat, Table
from games.moderation import cases
from games.notifications import delivery
from games.ratings import rating_changes
from games.ratings.models import Rating, RatingChange
from games.studies import actions, creation
from games.studies.chapter_page import ChapterPosition
from games.table.actions import player_actions, resignation
from games.time_controls import PRESETS_BY_KEY
from portal.errors import ActionError, Forbidden, Invalid, NotFound
from tests.clients import signed_in
from tests.games.conftest import GAME, actor, fresh, legal, make_notifications_due, play_on, player
from tests.games.moderation.conftest import case_of, create_finished_match, decide
from tests.refusals import expect_refusal

DAY = PRESETS_BY_KEY["day"].clock
What = Decision.Action


def lift(decision: Decision, by: User) -> None:
    found = cases.submit_appeal(decision.pk, decision.subject, "no")
    cases.answer_appeal(found.pk, by, lifts=True, words="")


def test_a_study_is_reported_renamed_and_hidden(people: list[User], moderators: list[User]) -> None:
    ann, bob = people[:2]
    study = actions.create_study(ann, "rude")
    with expect_refusal(NotFound, "no_such_thing"):
        case_of("study", study.key, bob)
    actions.update_study(ann, study.key, name="rude", readers="link")
    seats = rules.get(GAME).seats[0]
    chapter, guessed = (
        creation.add_chapter_from_set_up(ann, study.key, GAME, seats, {}) for _ in range(2)
    )
    match = ChapterPosition(chapter, 0).position_at(0)[0].match
    for one in (chapter, guessed):
        move = match.legal_moves(match.actors[0])[0]
        place = actions.play_moves(ann, study.key, one.pk, 0, [move])
        actions.set_comment(ann, study.key, one.pk, place, f"ruder {one.pk}")
    actions.set_guess_start(ann, study.key, guessed.pk, 0)
    case = case_of("study", study.key, bob)
    words = case.reports.get().evidence["study"]["words"]
    assert f"ruder {chapter.pk}" in words
    assert f"ruder {guessed.pk}" not in words, "that is to be guessed"
    assert "ruder" in signed_in(moderators[0]).get(f"/moderation/{case.pk}/").text
    renamed = decide(case, moderators[0], What.RENAME)
    assert actions.get_readable_study(study.key, bob).name == f"Study {study.key}"
    Case.objects.update(decided_at=None)
    hidden = decide(case, moderators[0], What.HIDE)
    assert "only you can read it" in signed_in(ann).get(study.get_absolute_url()).text
    actions.update_study(ann, study.key, name="rude again", readers="link")
    assert signed_in(bob).get(study.get_absolute_url()).status_code == 404
    for decision in (renamed, hidden):
        lift(decision, moderators[1])
    assert actions.get_readable_study(study.key, bob).name == "rude"


def test_without_rated_matches_one_plays_friendly_ones(
    people: list[User], moderators: list[User]
) -> None:
    ann, bob = people[:2]
    rated, friendly = (
        table_setup.open_table(ann, GAME, TableSettings(3, {}, DAY, rated=r)) for r in (True, False)
    )
    for table in (rated, friendly):
        table_setup.join(table.key, bob)
    decide(case_of("person", "bob", ann), moderators[0], What.UNRATED)
    assert list(Seat.objects.filter(user=bob).values_list("table", flat=True)) == [friendly.pk]
    for session in (
        lambda: table_setup.join(rated.key, bob),
        lambda: table_setup.open_table(bob, GAME, TableSettings(2, {}, DAY)),
        lambda: matchmaking.request_match(bob, GAME),
    ):
        with expect_refusal(Forbidden, "suspended", match=r"rated matches until.*be kind"):
            session()
    table_setup.open_table(bob, GAME, TableSettings(2, {}, DAY, rated=False))


def test_without_open_tables_one_plays_where_one_is_invited(
    people: list[User], moderators: list[User]
) -> None:
    ann, bob = people[:2]
    table = table_setup.open_table(ann, GAME, TableSettings(3, {}, DAY))
    table_setup.join(table.key, bob)
    decision = decide(case_of("person", "bob", ann), moderators[0], What.PRIVATE)
    for session in (
        lambda: table_setup.join(table.key, bob),
        lambda: table_setup.open_table(bob, GAME, TableSettings(2, {}, DAY)),
        lambda: matchmaking.request_match(bob, GAME),
    ):
        with expect_refusal(Forbidden, "suspended", match=r"by a link or an invitation.*be kind"):
            session()
    assert not table.seat_set.filter(user=bob).exists()
    invitations.invite(table.key, ann, ["bob"])
    table_setup.join(table.key, bob)
    table_setup.open_table(bob, GAME, TableSettings(2, {}, DAY, visibility=Table.Visibility.LINK))
    lift(decision, moderators[1])
    table_setup.open_table(bob, GAME, TableSettings(2, {}, DAY))


def test_a_closed_account_leaves_its_tables_and_may_appeal_by_the_mail(
    new_table: Callable[..., Table], people: list[User], moderators: list[User]
) -> None:
    ann, bob = people[:2]
    running, waiting = new_table(3), table_setup.open_table(bob, GAME, TableSettings(2, {}, DAY))
    page = signed_in(bob)
    decide(case_of("person", "bob", ann), moderators[0], What.CLOSE)
    assert not page.get("/").wsgi_request.user.is_authenticated
    assert running.seat_set.get(user=bob).leave_reason == Seat.LeaveReason.RESIGNED
    assert fresh(running).is_running
    assert fresh(waiting).status == Table.Status.CLOSED
    make_notifications_due()
    delivery.send_due()
    (letter,) = (one for one in mail.outbox if one.to == [bob.email] and "decided" in one.subject)
    assert "be kind" in letter.body
    link = next(word for word in letter.body.split() if "/decisions/closed/" in word)
    at = link[link.index("/decisions/") :]
    stranger = signed_in(None)
    assert "be kind" in stranger.get(at).text
    given = {"decision": Decision.objects.get().pk, "words": "It was my cat"}
    assert stranger.post(at, given).status_code == 302
    assert stranger.post(at, given).status_code == 409
    (found,) = cases.open_appeals(moderators[1])
    cases.answer_appeal(found.pk, moderators[1], lifts=True, words="")
    bob.refresh_from_db()
    assert bob.is_active
    assert stranger.get(at).status_code == 404
    assert Notification.objects.filter(user=bob, event="decided", data__what="lifted").exists()


def test_a_person_gets_another_name_and_the_old_one_stays_with_moderators(
    people: list[User], moderators: list[User]
) -> None:
    ann, bob = people[:2]
    case = case_of("person", "bob", ann)
    for wrong in ("ann", "b", "admin"):
        with expect_refusal(Invalid, "bad_decision"):
            decide(case, moderators[0], What.RENAME, name=wrong)
    decision = decide(case, moderators[0], What.RENAME, name="robert")
    reader = signed_in(ann)
    assert reader.get("/people/bob/").status_code == 404
    assert "robert" in reader.get("/people/robert/").text
    assert "“bob”" in signed_in(moderators[1]).get(f"/moderation/{case.pk}/").text
    notification = Notification.objects.filter(user=bob, event="decided").first()
    assert notification is not None
    assert notification.data["name"] == "robert"
    lift(decision, moderators[1])
    bob.refresh_from_db()
    assert bob.username == "bob"


def test_without_a_new_name_the_site_finds_one(people: list[User], moderators: list[User]) -> None:
    ann, bob, cem = people[:3]
    nicknames.change_nickname(bob, "Bobby", timezone.now())
    User.objects.filter(pk=cem.pk).update(username=f"renamed-{bob.pk}")
    decide(case_of("person", "bob", ann), moderators[0], What.RENAME)
    bob.refresh_from_db()
    assert bob.username == bob.display_name == f"renamed-{bob.pk}-2"
    assert {one.name for one in bob.former_names.all()} == {"Bobby", "bob"}
    assert nicknames.is_name_taken("BOB", ann)
    assert not nicknames.is_name_taken("BOB", bob)


def ratings() -> dict[str, tuple[object, int]]:
    rows = Rating.objects.exclude(played=0).select_related("user")
    return {row.user.username: (row.value, row.played) for row in rows}


def test_annulled_result_counts_for_nobody_and_notifies_its_seats(
    people: list[User], moderators: list[User]
) -> None:
    ann, bob, cem = people[:3]
    create_finished_match(ann, bob, days_ago=9)
    create_finished_match(bob, ann, days_ago=5)
    without = ratings()
    annulled = create_finished_match(ann, bob, days_ago=3)
    create_finished_match(bob, cem, days_ago=2)
    create_finished_match(ann, bob, cem, days_ago=1)
    counted, pairs = ratings(), list(RatingChange.objects.values_list("table", "user", "pairs"))
    case = case_of("person", "ann", bob, table=annulled.key)
    with expect_refusal(Invalid, "bad_decision", match="Choose the match"):
        decide(case, moderators[0], What.ANNUL, table="elsewhere")
    decision = decide(case, moderators[0], What.ANNUL, table=annulled.key)
    assert rating_changes.recompute_all() == []
    assert not annulled.rating_changes.exists()
    assert ratings()["ann"] != counted["ann"]
    notifications = Notification.objects.filter(event="over", table=annulled, channel="mail")
    assert {one.user_id for one in notifications} == {ann.pk, bob.pk}
    assert "annulled the result" in signed_in(ann).get(f"/tables/{annulled.key}/log/").text
    lift(decision, moderators[1])
    assert rating_changes.recompute_all() == []
    assert ratings() == counted
    again = RatingChange.objects.values_list("table", "user", "pairs")
    assert sorted(map(str, again)) == sorted(map(str, pairs))
    for later in Table.objects.filter(pk__gt=annulled.pk).order_by("-pk"):
        rating_changes.void_match(later)
    rating_changes.void_match(annulled)
    assert {name: ratings()[name] for name in without} == without


def test_a_match_that_is_struck_leaves_what_those_before_it_weigh(people: list[User]) -> None:
    ann, bob = people[:2]
    for days in (10, 5):
        create_finished_match(ann, bob, days_ago=days)
    before = list(RatingChange.objects.order_by("pk").values_list("pairs", flat=True))
    rating_changes.void_match(create_finished_match(ann, bob, days_ago=0))
    assert list(RatingChange.objects.order_by("pk").values_list("pairs", flat=True)) == before


def test_a_seat_goes_to_a_bot_and_comes_back(
    new_table: Callable[..., Table], people: list[User], moderators: list[User]
) -> None:
    ann, bob = people[:2]
    table = new_table(3)
    case = case_of("person", "bob", ann, table=table.key)
    decision = decide(case, moderators[0], What.RELEASE, table=table.key)
    seat = table.seat_set.get(user=bob)
    assert (bool(seat.bot), seat.leave_reason) == (True, Seat.LeaveReason.RESIGNED)
    with pytest.raises(ActionError):
        resignation.reclaim_seat(table.key, bob)
    assert Message.objects.filter(table=table, log_code="bot_took_over", data__why="released")
    lift(decision, moderators[1])
    seat.refresh_from_db()
    assert (seat.bot, seat.leave_reason) == ("", Seat.LeaveReason.STAYED)
    here, acts = fresh(table), actor(table)
    player_actions.confirm(here.key, player(acts), here.version, [legal(table, acts)[0]])


def test_a_moderator_decides_nothing_about_a_match_that_they_play(
    new_table: Callable[..., Table], people: list[User], moderators: list[User]
) -> None:
    ann = people[0]
    table = new_table(4)  # with Dee
    case = case_of("person", "bob", ann, table=table.key)
    with expect_refusal(Forbidden, "not_moderator", match="You play in this match"):
        decide(case, moderators[0], What.RELEASE, table=table.key)
    assert Case.objects.get().decided_at is None
    decide(case, moderators[1], What.RELEASE, table=table.key)


def test_a_match_that_runs_is_not_annulled(
    new_table: Callable[..., Table], people: list[User], moderators: list[User]
) -> None:
    ann, _bob = people[:2]
    table = new_table()
    case = case_of("person", "bob", ann, table=table.key)
    with expect_refusal(Invalid, "bad_decision"):
        decide(case, moderators[0], What.ANNUL, table=table.key)
    assert play_on(table, moves=2).move_count >= 2
