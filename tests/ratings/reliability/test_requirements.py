"""What a host asks of others: each predicate, the same in the database, what nobody may ask for."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.boards import presenter
from games.ratings.reliability import requirements
from games.ratings.reliability.requirements import Requirements
from games.time_controls import HOUR
from tests.games.conftest import GAME
from tests.ratings.reliability.stats_factory import asking_tables, follow, rate, set_statistics

pytestmark = pytest.mark.same_everywhere


def unmet_text(person: User, host: User, one: Requirements) -> str:
    """How far somebody is from it, in a sentence; "" where they fit."""
    (table,) = asking_tables(host, one)
    return requirements.unmet_texts(person, [table]).get(table.pk, "")


def test_a_rating_range_takes_both_its_ends(people: list[User]) -> None:
    ann, bob = people[:2]
    rate(bob, 1399.5)  # told as 1400
    assert unmet_text(bob, ann, Requirements(rating_from=1400, rating_to=1400)) == ""
    game = presenter(GAME).name()
    assert unmet_text(bob, ann, Requirements(rating_from=1438)) == (
        f"This table requires a rating of at least 1438 in {game}. Yours is 1400, 38 too low."
    )
    assert unmet_text(bob, ann, Requirements(rating_to=1390)) == (
        f"This table requires a rating of at most 1390 in {game}. Yours is 1400, 10 too high."
    )


def test_whoever_has_played_no_rated_match_has_the_first_rating(people: list[User]) -> None:
    assert unmet_text(people[1], people[0], Requirements(rating_from=1500)) == ""
    text = unmet_text(people[1], people[0], Requirements(rating_from=1501))
    assert "Yours is 1500 (provisional), 1 too low" in text


def test_matches_finished_are_asked_from_five_on(people: list[User]) -> None:
    ann, bob = people[:2]
    set_statistics(bob, finished=15, played=17)
    assert unmet_text(bob, ann, Requirements(finished=88)) == ""
    assert unmet_text(bob, ann, Requirements(finished=95)) == (
        "This table requires 95 % of matches finished. You have finished 88 % of 17, 7 % too few."
    )
    set_statistics(bob, finished=0, played=4)
    assert unmet_text(bob, ann, Requirements(finished=95)) == ""


def test_pace_requirement_uses_the_shown_value(people: list[User]) -> None:
    ann, bob = people[:2]
    set_statistics(bob, 0, 0, pace=14.2 * HOUR)
    assert unmet_text(bob, ann, Requirements(pace=14 * HOUR)) == ""
    assert unmet_text(bob, ann, Requirements(pace=8 * HOUR)) == (
        "This table requires answers usually within 8 hours. Yours usually take 14 "
        "hours, 6 hours longer."
    )
    set_statistics(bob, 0, 0, pace=None)
    assert unmet_text(bob, ann, Requirements(pace=8 * HOUR)) == ""


def test_people_whom_the_host_follows_are_those_who_let_themselves_be_followed(
    people: list[User],
) -> None:
    ann, bob = people[:2]
    message = "This table is only for people the host follows."
    assert unmet_text(bob, ann, Requirements(followed=True)) == message
    follow(ann, bob)
    assert unmet_text(bob, ann, Requirements(followed=True)) == ""
    User.objects.filter(pk=bob.pk).update(may_be_followed=False)
    assert unmet_text(bob, ann, Requirements(followed=True)) == message


def test_everything_that_is_missing_is_said(people: list[User]) -> None:
    set_statistics(people[1], 1, 10)
    text = unmet_text(
        people[1], people[0], Requirements(rating_from=1600, finished=90, followed=True)
    )
    assert [phrase in text for phrase in ("100 too low", "80 % too few", "follows")] == [True] * 3


def test_no_host_asks_for_what_they_have_not(people: list[User]) -> None:
    ann = people[0]

    def excessive_requirements(one: Requirements) -> dict[str, str]:
        return dict(
            one.find_excessive(requirements.requirement_values([(ann.pk, GAME)])[ann.pk, GAME])
        )

    wanted = Requirements(rating_from=1501, finished=90, pace=HOUR, followed=True)
    assert excessive_requirements(wanted).keys() == {"rating_from", "finished", "pace"}
    assert "need 5 matches" in excessive_requirements(wanted)["finished"]
    assert "need 20 answers" in excessive_requirements(wanted)["pace"]
    assert wanted.limited_to_host(ann, GAME) == Requirements(followed=True)
    rate(ann, 1501)
    set_statistics(ann, 90, 100, pace=HOUR)
    assert excessive_requirements(wanted) == {}
    assert wanted.limited_to_host(ann, GAME) == wanted
    assert excessive_requirements(Requirements(rating_to=1500)).keys() == {"rating_to"}


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        (Requirements(rating_from=0), "rating_from"),
        (Requirements(rating_to=10_000), "rating_to"),
        (Requirements(finished=101), "finished"),
        (Requirements(pace=-1), "pace"),
        (Requirements(rating_from=1500, rating_to=1499), "rating_to"),
    ],
    ids=str,
)
def test_nonsense_is_asked_of_nobody(wrong: Requirements, field: str) -> None:
    found = wrong.wrong()
    assert found is not None
    assert found[0] == field


@pytest.mark.parametrize(
    ("one", "text"),
    [
        (Requirements(), ""),
        (Requirements(rating_from=1400), "rating from 1400"),
        (
            Requirements(rating_to=1600, followed=True),
            "rating up to 1600 · people the host follows",
        ),
        (
            Requirements(rating_from=1400, rating_to=1600, finished=95, pace=6 * HOUR),
            "rating from 1400 to 1600 · 95 % of matches finished · answers usually within 6 hours",
        ),
    ],
    ids=str,
)
def test_it_is_said_in_a_line_and_kept_as_it_is(one: Requirements, text: str) -> None:
    assert one.text == text
    assert bool(one) == bool(text)
    assert Requirements.of(one.to_json()) == one
