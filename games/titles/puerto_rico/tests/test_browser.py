"""Two people in real browsers: the position in words comes when somebody opens it."""

from __future__ import annotations

import random
from collections.abc import Callable

from playwright.sync_api import expect

from accounts.models import User
from tests.browser.playing import click, moves_of, play_one, start_table, version_of
from tests.browsing import Person
from tests.waiting import wait_for

NewPerson = Callable[..., Person]


def test_the_position_in_words_comes_when_it_is_opened_and_follows_the_match(
    person: NewPerson,
) -> None:
    ann, bob = person("Ann"), person("Bob")
    User.objects.update(confirm_turn=False, warn_reveal=False)
    table = start_table("puerto_rico", [ann, bob])
    for one in (ann, bob):
        one.page.goto(table.get_absolute_url())
    mover, other = (ann, bob) if moves_of(ann.page).count() else (bob, ann)
    reader, rng = mover.page, random.Random(4)
    reader.locator("#pr-words summary").click()
    reader.locator(".players summary").first.click()
    for _ in range(3):
        play_one(mover.page, rng, click)
        wait_for(
            lambda: moves_of(ann.page).count() or moves_of(bob.page).count(),
            "somebody to be asked",
        )
        expect(other.page.locator("#position")).to_have_attribute(
            "data-version", str(version_of(mover.page))
        )
        expect(reader.locator("#pr-words h3").first).to_be_visible()
        expect(reader.locator(".players details").first).to_have_attribute("open", "")
        if not moves_of(mover.page).count():
            mover, other = other, mover
    for page in (ann.page, bob.page):
        if not page.locator("#pr-words[open]").count():
            expect(page.locator("#pr-words h3")).to_have_count(0)
            page.locator("#pr-words summary").click()
        expect(page.locator("#pr-words h3").first).to_be_visible()
