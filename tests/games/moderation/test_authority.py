"""Who decides about whom: owners moderate, only they decide about staff, nobody about an owner."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.deletion import delete_account
from accounts.models import User
from accounts.site import owner
from games.models import Appeal, Case, Decision, FairPlaySignal
from games.moderation import cases, fair_play_signals
from portal.errors import Forbidden, Invalid, NotFound
from tests.clients import api_of, signed_in
from tests.games.moderation.conftest import case_of, decide
from tests.refusals import expect_refusal

What = Decision.Action


@pytest.fixture
def boss(people: list[User]) -> User:
    """Ann owns the site, and is nothing else."""
    User.objects.filter(pk=people[0].pk).update(is_superuser=True, is_staff=True)
    return User.objects.get(pk=people[0].pk)


# owners moderate


def test_sole_owner_moderates(people: list[User], boss: User) -> None:
    case = case_of("person", "bob", people[2])
    client = signed_in(boss)
    assert 'href="/moderation/"' in client.get("/").text
    assert "bob" in client.get("/moderation/").text
    assert api_of(boss).get("/api/moderation/cases/").json()[0]["id"] == case.pk
    client.post(reverse("games:case", args=[case.pk]), {"what": "warn", "words": "be kind"})
    assert Decision.objects.filter(action=What.WARN, moderator=boss, subject=people[1]).exists()


def test_sole_owner_answers_appeals_to_their_own_decisions(people: list[User], boss: User) -> None:
    decision = decide(case_of("person", "bob", people[2]), boss, What.WARN)
    made = cases.submit_appeal(decision.pk, people[1], "it was a joke")
    assert cases.open_appeals(boss) == [made]
    cases.answer_appeal(made.pk, boss, lifts=True, words="so it was")
    assert Appeal.objects.get().answer is not None


# staff


def test_moderators_do_not_decide_about_staff(
    people: list[User], boss: User, moderators: list[User]
) -> None:
    dee, eva = moderators
    case = case_of("person", "eva", people[1])
    assert case not in cases.open_cases(dee)
    with pytest.raises(Case.DoesNotExist):
        cases.open_case(case.pk, dee)
    for what in (What.DISMISS, What.MUTE, What.RENAME, What.CLOSE):
        with expect_refusal(Forbidden, "not_moderator"):
            decide(case, dee, what)
    assert signed_in(dee).get(reverse("games:case", args=[case.pk])).status_code == 404
    given = {"what": "close", "words": "x"}
    assert api_of(dee).post(f"/api/moderation/cases/{case.pk}/", given).status_code == 403
    assert case in cases.open_cases(boss)
    decide(case, boss, What.CLOSE)
    assert not User.objects.get(pk=eva.pk).is_active


def test_moderators_do_not_decide_about_people_of_the_administration(
    people: list[User], moderators: list[User]
) -> None:
    User.objects.filter(pk=people[1].pk).update(is_staff=True)
    with expect_refusal(Forbidden, "not_moderator"):
        decide(case_of("person", "bob", people[2]), moderators[0], What.WARN)


def test_only_an_owner_answers_the_appeal_of_staff(
    people: list[User], boss: User, moderators: list[User]
) -> None:
    dee, eva = moderators
    decision = decide(case_of("person", "eva", people[1]), boss, What.MUTE)
    made = cases.submit_appeal(decision.pk, eva, "why?")
    assert made not in cases.open_appeals(dee)
    with expect_refusal(Forbidden, "not_moderator"):
        cases.answer_appeal(made.pk, dee, lifts=True, words="")
    assert cases.open_appeals(boss) == [made]  # nobody else can
    cases.answer_appeal(made.pk, boss, lifts=True, words="")


def test_fair_play_signals_about_staff_are_for_owners(
    people: list[User], boss: User, moderators: list[User]
) -> None:
    dee, eva = moderators
    kind, now = FairPlaySignal.Kind.values[0], timezone.now()
    evidence: dict[str, list[str]] = {"tables": []}
    about = FairPlaySignal.objects.create(
        kind=kind, user=eva, evidence=evidence, dedup_key="a", found_at=now
    )
    beside = FairPlaySignal.objects.create(
        kind=kind, user=people[1], other=eva, evidence=evidence, dedup_key="b", found_at=now
    )
    assert not fair_play_signals.open_signals(dee).filter(pk__in=[about.pk, beside.pk]).exists()
    with expect_refusal(NotFound, "no_such_thing"):
        fair_play_signals.resolve_signal(about.pk, dee, opens=False)
    assert fair_play_signals.open_signals(boss).count() == 2


# owners


def test_nobody_decides_about_an_owner(
    people: list[User], boss: User, moderators: list[User]
) -> None:
    User.objects.filter(pk=people[1].pk).update(is_superuser=True)
    other = User.objects.get(pk=people[1].pk)
    case = case_of("person", "ann", people[2])
    for by in (*moderators, other, boss):
        for what in What.values:
            if what != What.DISMISS or by == boss:
                with pytest.raises((Forbidden, Invalid)):
                    decide(case, by, what)
    assert cases.available_actions(case) == [What.DISMISS]
    client = Client()
    client.force_login(moderators[0])
    assert "You can only close this case." in client.get(f"/moderation/{case.pk}/").text
    assert case not in cases.open_cases(boss)
    decide(case, moderators[0], What.DISMISS)
    boss.refresh_from_db()
    assert (boss.is_active, boss.restrictions.muted_until, boss.username) == (True, None, "ann")


def test_administration_changes_no_owner(boss: User, people: list[User]) -> None:
    User.objects.filter(pk=people[1].pk).update(is_superuser=True, is_staff=True)
    other = Client()
    other.force_login(people[1])
    page = reverse("admin:accounts_user_change", args=[boss.pk])
    assert other.post(page, {}).status_code == 403
    at_home = signed_in(boss)
    chosen = {"action": "sign_out", "_selected_action": [boss.pk, people[2].pk]}
    answer = other.post(reverse("admin:accounts_user_changelist"), chosen, follow=True)
    assert "Ann owns the site" in answer.text
    assert at_home.get("/preferences/").status_code == 200


def test_owner_makes_moderators_and_takes_it_back(boss: User, people: list[User]) -> None:
    client = signed_in(boss)
    page = reverse("admin:accounts_user_change", args=[people[1].pk])
    client.post(page, {"is_active": "on", "is_moderator": "on"})
    assert User.objects.get(pk=people[1].pk).is_moderator
    client.post(page, {"is_active": "on"})
    assert not User.objects.get(pk=people[1].pk).is_moderator


# the last owner


def test_last_owner_cannot_delete_their_account(boss: User, people: list[User]) -> None:
    client = signed_in(boss)
    page = client.post("/preferences/delete/", {"username": "ann"})
    assert "You are the only owner of this site" in page.text
    with pytest.raises(owner.LastOwnerError):
        delete_account(boss)
    assert User.objects.get(pk=boss.pk).is_active
    User.objects.filter(pk=people[1].pk).update(is_superuser=True)
    assert client.post("/preferences/delete/", {"username": "ann"}).headers["Location"] == "/"
    assert User.objects.get(pk=boss.pk).deleted_at is not None
    with pytest.raises(owner.LastOwnerError):
        delete_account(User.objects.get(pk=people[1].pk))
