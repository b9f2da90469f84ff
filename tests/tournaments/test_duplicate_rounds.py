"""Duplicate rounds: one seed for all tables, which nobody else sees before the round is over."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

import games.rules as rules
from accounts.models import User
from games.archive import exporter
from games.models import Decision, Seat, Table
from games.moderation import inspection
from games.rules.coverage import play_random_move
from games.streams.events import StreamState, event_id
from games.table.access import is_visible_to, listable_tables
from games.table.actions import rollback
from games.tournaments import (
    creation,
    duplicate_rounds,
    lifecycle,
    queries,
    registration,
    results,
    tasks,
)
from games.tournaments.formats.base import PairedTable, Pairing
from games.tournaments.models import Round, Tournament, TournamentTable
from games.tournaments.tournament_settings import TournamentSettings
from portal.errors import Conflict, Invalid
from portal.http.url_patterns import url_patterns
from tests.clients import api_of, signed_in
from tests.games.conftest import GAME
from tests.refusals import expect_refusal
from tests.tournaments.conftest import Opens, Twice, call_off_tables, terms

pytestmark = pytest.mark.same_everywhere

DUPLICATE_GAMES = [key for key, game in rules.catalogue().items() if game.suits_duplicate]


@pytest.fixture
def duplicate(people: list[User], opens: Opens) -> Tournament:
    """Two tables of a duplicate round: of Ann and Bob, and of two others; Eva is the organiser."""
    tournament = opens(places=4, by=people[4], is_duplicate=True)
    for user in people[:4]:
        registration.enter(tournament.key, user)
    lifecycle.advance(tournament.pk)
    return Tournament.objects.get()


def tables_of(tournament: Tournament) -> list[TournamentTable]:
    found = TournamentTable.objects.filter(round__tournament=tournament, table__isnull=False)
    return list(found.select_related("table", "round").order_by("round__number", "number"))


def sitter_of(table: Table) -> User:
    user = table.seat_set.select_related("user").order_by("number")[0].user
    assert user is not None
    return user


def finish(table: Table, totals: tuple[int, ...]) -> None:
    """End a match with these points, the more the better."""
    Table.objects.filter(pk=table.pk).update(
        status=Table.Status.FINISHED, ended_at=timezone.now(), rated=False
    )
    for number, total in enumerate(totals):
        rank = 1 + sum(other > total for other in totals)
        Seat.objects.filter(table=table, number=number).update(
            total=total, rank=rank, waiting_since=None, due_at=None
        )


def publish_finished_rounds() -> int:
    found = duplicate_rounds.find_finished_rounds(10)
    return sum(duplicate_rounds.reveal_round(pk, timezone.now()) for pk in found)


def table_addresses(key: str, prefix: str, module: str) -> Iterator[str]:
    """Yield every address that takes a key, with this one in it."""
    for found in url_patterns(module):
        route = str(found.pattern)
        if "<slug:" not in route and "<str:" not in route:
            continue
        route = re.sub(r"<int:\w+>", "1", re.sub(r"<(slug|str|\w+):key>", key, route))
        yield prefix + re.sub(r"<\w+:\w+>", key, route)


@pytest.mark.parametrize("key", DUPLICATE_GAMES)
def test_same_seed_gives_same_start_and_same_rolls(key: str) -> None:
    """Players who play differently start the same and meet the same n-th outcome of a name.

    A draw from other things differs, such as from the bag or hand of a player.
    """
    game = rules.get(key)
    seats = max(game.seats[0], min(3, game.seats[-1]))
    matches = [rules.new_match(key, seats, {}, seed="round") for _table in range(2)]
    first, second = matches
    assert first.dump() == second.dump()
    chances = [match.chance for match in matches]
    assert isinstance(chances[0], rules.FairChance)
    assert isinstance(chances[1], rules.FairChance)
    started = {name: len(some) for name, some in chances[0].outcomes.items()}
    for number, match in enumerate(matches):
        rng = random.Random(number)
        for _move in range(150):
            if match.over:
                break
            play_random_move(match, rng)
    compared = 0
    for name, outcomes in chances[0].outcomes.items():
        others = chances[1].outcomes.get(name, [])
        for number, (one, other) in enumerate(zip(outcomes, others, strict=False)):
            if not isinstance(one, list) or number < started.get(name, 0):
                assert one == other, (name, number)
                compared += 1
    assert compared


def test_tables_of_a_round_have_one_secret_seed(duplicate: Tournament) -> None:
    one, other = (row.table for row in tables_of(duplicate))
    assert one is not None
    assert other is not None
    number_one = duplicate.rounds.get()
    assert one.seed == other.seed == number_one.table_seed
    assert one.commitment == other.commitment == rules.commitment(one.seed)
    assert number_one.commitment == one.commitment
    assert one.state == other.state
    assert one.is_sealed


def test_next_round_has_another_seed(duplicate: Tournament) -> None:
    call_off_tables(*tables_of(duplicate))
    lifecycle.advance(duplicate.pk)
    assert len({one.table_seed for one in duplicate.rounds.all()}) == 2
    assert len({row.table.seed for row in tables_of(duplicate) if row.table}) == 2


def test_ordinary_round_has_no_common_seed(people: list[User], opens: Opens) -> None:
    tournament = opens(places=4)
    for user in people[:4]:
        registration.enter(tournament.key, user)
    lifecycle.advance(tournament.pk)
    assert len({row.table.seed for row in tables_of(tournament) if row.table}) == 2
    assert tournament.rounds.get().table_seed == ""


def test_unequal_tables_are_refused(people: list[User]) -> None:
    settings = TournamentSettings(
        "Cup", GAME, "twice", {"smaller": True}, terms(seats=3), 6, is_duplicate=True
    )
    with pytest.raises(Invalid) as refused:
        creation.create_tournament(people[0], settings)
    assert refused.value.field == "is_duplicate"


def test_formats_without_rounds_are_refused(
    people: list[User], opens: Opens, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Twice, "has_rounds", False)
    with pytest.raises(Invalid) as refused:
        opens(is_duplicate=True, days=3)
    assert refused.value.field == "is_duplicate"


def test_sealed_table_exists_for_its_people_alone(
    duplicate: Tournament, people: list[User]
) -> None:
    one, other = (row.table for row in tables_of(duplicate))
    assert one is not None
    assert other is not None
    sits = {seat.user_id for seat in one.seat_set.all()}
    people[4].is_staff = True
    people[4].save()
    for user in (*people, None):
        is_there = user is not None and user.pk in sits
        assert is_visible_to(one, user) is is_there
        assert listable_tables(user).filter(pk=one.pk).exists() is is_there


@pytest.mark.parametrize("is_over", [False, True])
def test_no_address_shows_a_sealed_table_to_others(
    duplicate: Tournament, people: list[User], is_over: bool
) -> None:
    one, other = (row.table for row in tables_of(duplicate))
    assert one is not None
    assert other is not None
    if is_over:
        finish(one, (7, 3))
    outsiders = [None, people[4], sitter_of(other)]
    shown = []
    for user in outsiders:
        pages, api = (Client(), api_of(None)) if user is None else (signed_in(user), api_of(user))
        for client, prefix, module in (
            (pages, "/", "games.urls"),
            (api, "/api/", "games.api.urls"),
        ):
            for address in table_addresses(one.key, prefix, module):
                if client.get(address).status_code < 300:
                    shown.append((str(user), address))
    assert shown == []
    assert signed_in(sitter_of(one)).get(one.get_absolute_url()).status_code == 200


def test_seed_and_record_wait_for_the_last_table(duplicate: Tournament) -> None:
    one, other = (row.table for row in tables_of(duplicate))
    assert one is not None
    assert other is not None
    page, rounds = signed_in(sitter_of(one)), reverse("api:tournament_rounds", args=[duplicate.key])
    finish(one, (7, 3))
    lifecycle.advance(duplicate.pk)
    assert publish_finished_rounds() == 0
    for client in (page, Client()):
        for address in (duplicate.get_absolute_url(), rounds, one.get_absolute_url()):
            assert one.seed not in client.get(address).content.decode()
    record = reverse("games:record_file", args=[one.key])
    refused = page.get(record)
    assert refused.status_code == 409
    assert "all tables of this round are over" in refused.json()["message"]
    for address in ("api:record", "api:record_file"):
        answer = api_of(sitter_of(one)).get(reverse(address, args=[one.key]))
        assert answer.status_code == 409
        assert "all tables of this round are over" in answer.json()["message"]
    study = reverse("games:study_table", args=[one.key])
    for refused in (page.get(study), page.post(study)):
        assert "all tables of its round are over" in refused.content.decode()
    assert list(exporter.finished_matches(sitter_of(one))) == []
    assert page.get(rounds).json()[0]["seed"] is None

    finish(other, (5, 5))
    assert publish_finished_rounds() == 1
    assert publish_finished_rounds() == 0
    assert page.get(record).status_code == 200
    assert Client().get(one.get_absolute_url()).status_code == 200
    assert Client().get(rounds).json()[0]["seed"] == one.seed
    assert one.seed in Client().get(duplicate.get_absolute_url()).content.decode()


def test_called_off_table_counts_as_over(duplicate: Tournament) -> None:
    call_off_tables(*tables_of(duplicate))
    tasks.advance_due_tournaments()
    assert not Table.objects.filter(visibility=Table.Visibility.SEALED).exists()


def test_round_of_an_ended_tournament_is_published_too(duplicate: Tournament) -> None:
    Tournament.objects.update(state=Tournament.State.OVER)
    call_off_tables(*tables_of(duplicate))
    assert publish_finished_rounds() == 1


def test_round_goes_on_if_a_table_is_rolled_back(duplicate: Tournament) -> None:
    one, other = (row.table for row in tables_of(duplicate))
    assert one is not None
    assert other is not None
    call_off_tables(*tables_of(duplicate))
    found = duplicate_rounds.find_finished_rounds(10)
    Table.objects.filter(pk=one.pk).update(status=Table.Status.RUNNING)
    assert not duplicate_rounds.reveal_round(found[0], timezone.now())
    assert Round.objects.get().is_sealed


def test_table_that_the_staff_roll_back_is_not_compared_and_reveals_nothing(
    duplicate: Tournament, people: list[User]
) -> None:
    one, other = (row.table for row in tables_of(duplicate))
    assert one is not None
    assert other is not None
    rollback.roll_back_table(one.key, 0, people[4], "A bug.", one.version)
    one.refresh_from_db()
    assert one.reseeds
    assert one.reseeds[0]["seed"] != one.seed
    finish(other, (16, 21))
    assert publish_finished_rounds() == 0
    assert other.seed not in signed_in(sitter_of(other)).get(other.get_absolute_url()).text
    finish(one, (40, 10))
    assert publish_finished_rounds() == 1
    rows = queries.compare_round(Tournament.objects.get(), 1)
    assert [[cell.difference for cell in row.cells] for row in rows] == [[None, 0.0], [None, 0.0]]


def test_staff_inspect_a_sealed_table_unless_they_play_with_the_same_chance(
    duplicate: Tournament, people: list[User]
) -> None:
    one, other = (row.table for row in tables_of(duplicate))
    assert one is not None
    assert other is not None
    with expect_refusal(Conflict, Conflict.code):
        inspection.inspect_hidden_state(one.key, sitter_of(other), "a report")
    assert one.seed not in str(inspection.inspect_hidden_state(one.key, people[4], "a report"))
    assert Decision.objects.get(moderator=people[4]).data == {"at": "hidden", "table": one.key}


def test_check_of_the_dice_says_that_the_round_is_not_over(duplicate: Tournament) -> None:
    one = tables_of(duplicate)[0].table
    assert one is not None
    finish(one, (7, 3))
    page = signed_in(sitter_of(one)).get(reverse("games:verify_table", args=[one.key])).text
    assert "The round is not over yet" in page
    assert "still running" not in page


def test_stream_has_no_event_of_a_sealed_table_of_others(
    duplicate: Tournament, people: list[User]
) -> None:
    one, other = (row.table for row in tables_of(duplicate))
    assert one is not None
    assert other is not None
    for user in (sitter_of(one), sitter_of(other), people[4]):
        state = StreamState(0, user.pk, None)
        _at, events = state.first_events(str(event_id(timezone.now())))
        sits = one.seat_set.filter(user=user).exists()
        assert (one.key in str(events)) is sits


def test_results_are_compared_seat_by_seat(duplicate: Tournament) -> None:
    one, other = (row.table for row in tables_of(duplicate))
    assert one is not None
    assert other is not None
    finish(one, (40, 10))
    assert queries.compare_round(duplicate, 1) == []
    finish(other, (16, 21))
    lifecycle.advance(duplicate.pk)
    publish_finished_rounds()
    tournament = Tournament.objects.get()
    rows = queries.compare_round(tournament, 1)
    assert [(row.seat, row.average) for row in rows] == [(1, 28.0), (2, 15.5)]
    assert [[cell.difference_text() for cell in row.cells] for row in rows] == [
        ["+12", "−12"],
        ["−5.5", "+5.5"],
    ]
    by_name = {
        line.person.username: line.difference for line in queries.get_summary(tournament).lines
    }
    assert by_name[sitter_of(one).username] == 12.0
    assert "+12" in Client().get(f"{tournament.get_absolute_url()}?round=1").content.decode()


def test_table_with_a_new_seed_is_not_compared(duplicate: Tournament) -> None:
    one, other = (row.table for row in tables_of(duplicate))
    assert one is not None
    assert other is not None
    Table.objects.filter(pk=one.pk).update(reseeds=[{"after": 0}])
    finish(one, (40, 10))
    finish(other, (16, 21))
    publish_finished_rounds()
    rows = queries.compare_round(Tournament.objects.get(), 1)
    assert [[cell.difference for cell in row.cells] for row in rows] == [[None, 0.0], [None, 0.0]]


def test_new_table_in_a_published_round_has_its_own_seed(duplicate: Tournament) -> None:
    Round.objects.update(revealed_at=timezone.now())
    tournament = Tournament.objects.get()
    rows = results.read_rows(tournament, timezone.now())
    ids = [entry.pk for entry in rows.entries]
    pairing = Pairing((PairedTable(1, 3, (ids[0], ids[1])),), ())
    assert duplicate_rounds.seeds_for(rows, pairing) == {}
