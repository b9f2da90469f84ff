"""From a report to a decision and its appeal in Chromium: one who reports, and on phones one whom
it is about and two who decide."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.models import Case, Message
from games.moderation import reports
from games.table.actions import chat_messages
from tests import sample_titles
from tests.browser.overflow import misfits
from tests.browser.table_play import faint_text, serious_problems, start_table
from tests.browser_fixtures import PHONE, Person

pytestmark = pytest.mark.same_everywhere

NewPerson = Callable[..., Person]
MUTE = "Temporary writing ban"


def test_a_report_is_decided_and_appealed(person: NewPerson) -> None:
    ann, bob, mia = person("Ann"), person("Bob", **PHONE), person("Mia", **PHONE)
    ned = person("Ned", **PHONE)
    User.objects.filter(pk__in=[mia.user.pk, ned.user.pk]).update(is_moderator=True)
    table = start_table(sample_titles.usual(), [ann, bob])
    chat_messages.send_message(table, bob.user, "you fool", Message.Audience.PUBLIC)
    page = ann.page
    page.goto(f"{table.get_absolute_url()}#chat")
    page.get_by_role("link", name="Report what Bob wrote").click()
    page.get_by_label("Insults or threats").check()
    page.get_by_role("button", name="Send the report").click()
    expect(page.get_by_role("heading", name="Thank you")).to_be_visible()

    page = mia.page
    page.goto("/moderation/")
    page.get_by_role("link", name="A message at a table · Bob").click()
    expect(page.locator("blockquote")).to_contain_text("you fool")
    for action, needed in (("Warning", []), ("Result annulled", ["Match"]), (MUTE, ["Duration"])):
        page.get_by_label(action).check()
        asked = page.locator(".decision-form [data-for]:visible label")
        assert asked.all_inner_texts() == needed, action
    page.get_by_label("Reason").select_option("friendly")
    page.get_by_role("button", name="Decide").click()

    page = bob.page
    page.goto("/decisions/")
    expect(page.get_by_text("Please stay friendly")).to_be_visible()
    page.get_by_text("Appeal", exact=True).click()
    page.get_by_label("Why is it wrong?").fill("He is my brother")
    page.get_by_role("button", name="Send the appeal").click()
    expect(
        page.get_by_text("You have appealed. A moderator will look at the decision again.")
    ).to_be_visible()
    mia.page.goto("/moderation/")
    expect(mia.page.get_by_text("He is my brother")).to_have_count(0)
    page = ned.page
    page.goto("/moderation/")
    expect(page.locator("blockquote")).to_contain_text("He is my brother")
    assert misfits(page) == {}
    assert serious_problems(page) == []
    page.get_by_role("button", name="Reverse the decision").click()
    bob.page.reload()
    expect(bob.page.get_by_text("Appeal granted").first).to_be_visible()

    decided = Case.objects.get()
    thing = reports.find_target("person", "Ann", bob.user)
    case = reports.submit_report(thing, bob.user, "cheating", "Two accounts")
    shown = [
        *((ann, at) for at in ("/people/Bob/?table=x#keep-away", "/report/person/Bob/")),
        *((bob, at) for at in ("/decisions/", "/report/person/Ann/", "/preferences/blocked/")),
        *((mia, f"/moderation/{at}") for at in ("", f"{decided.pk}/", f"{case.pk}/")),
    ]
    for language in ("en", "ja"):
        User.objects.update(language=language)
        for one, at in shown:
            one.page.goto(at)
            assert misfits(one.page) == {}, at
            problems = serious_problems if language == "en" else faint_text
            assert problems(one.page) == [], at
