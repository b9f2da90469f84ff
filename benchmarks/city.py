"""A city of people, played by bots, enters real tournaments on a site of its own; time is
forwarded.

usage: [DATABASE_URL=postgres://…] python -m benchmarks.city [--people 64] [--seed 1]
       [--four GAME] [--two GAME]

A Swiss at tables of four with a check-in, a league of pairs in divisions of eight and a knock-out
at tables of four, from which two advance. People enter, check in, come late, are on vacation, stay
away without a word and withdraw. Every move is played in a table session, and absent people run out
of time. It checks that every tournament ends, that everyone who waits has a reason at every step,
that everyone gets a place, and that standings of shuffled rows are the same.
"""

from __future__ import annotations

import argparse
import itertools
import random
import time
from collections import Counter, defaultdict
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from benchmarks.own_site import own_site

if TYPE_CHECKING:
    from games.models import Table
    from games.tournaments.models import Tournament, TournamentEntry

STEP = timedelta(hours=6)
MOST_DAYS = 400
LEVELS = ("random", "easy", "steady")  # how people play, by as much as they are rated
RATINGS = {"random": 1300, "easy": 1500, "steady": 1650}
COMES = 0.95  # of the people, to the check-in
LATE = 0.1  # of the people, who enter after the start where they can
EVENING = 0.25  # of the tables that run, in a step
VACATION, SILENT, LEAVES = 0.004, 0.004, 0.001  # of the people, in a step
AWAY = timedelta(days=10)


class City:
    """The people, how each of them plays, and who is away until when; the clock of the site."""

    def __init__(self, count: int, games: set[str], rng: random.Random) -> None:
        from django.utils import timezone

        from accounts.models import User
        from games.ratings.models import Rating

        self.rng, self.now = rng, timezone.now()
        self.people = User.objects.bulk_create(
            User(username=f"p{n}", email=f"p{n}@example.org") for n in range(count)
        )
        self.level = {one.pk: rng.choice(LEVELS) for one in self.people}
        self.silent: dict[int, datetime] = {}
        for game in sorted(games):
            Rating.objects.bulk_create(
                Rating(user=one, game=game, value=RATINGS[self.level[one.pk]] + rng.randint(0, 99))
                for one in self.people
            )

    def clock(self) -> datetime:
        return self.now

    def opens(self, title: str, game: str, key: str, seats: int, **more: Any) -> Tournament:
        import games.rules as rules
        from games.lobby.table_settings import TableSettings
        from games.time_controls import PRESETS_BY_KEY
        from games.tournaments import creation
        from games.tournaments.tournament_settings import TournamentSettings

        terms = replace(
            TableSettings.defaults_for(rules.get(game)),
            seats=seats,
            clock=PRESETS_BY_KEY["day"].clock,
        )
        settings = more.pop("settings")
        host, places = self.people[0], len(self.people)
        return creation.create_tournament(
            host,
            TournamentSettings(title, game, key, settings, terms, places, **more),
        )

    def enters(self, tournament: Tournament) -> list[Any]:
        """Nearly all; the others come late."""
        from games.tournaments import registration

        late = []
        for one in self.people:
            if self.rng.random() < LATE:
                late.append(one)
            else:
                registration.enter(tournament.key, one, self.rng.choice((1, 1, 2)))
        return late

    def lives(self, tournaments: list[Tournament]) -> None:
        """Some go on vacation, some stay away and say nothing, some leave a contest."""
        from games.tournaments import check_ins, registration
        from games.tournaments.models import TournamentEntry

        for one in self.people:
            chance = self.rng.random()
            if chance < SILENT:
                self.silent[one.pk] = self.now + AWAY
            elif chance < SILENT + VACATION:
                self.silent[one.pk] = self.now + AWAY
                vacation = [self.now.isoformat(), (self.now + AWAY).isoformat(), False]
                one.availability.assign(vacations=[vacation])
            elif chance < SILENT + VACATION + LEAVES:
                registration.withdraw(self.rng.choice(tournaments).key, one)
        asked = TournamentEntry.objects.filter(
            checked_in_at=None, tournament__in=tournaments, tournament__state="open"
        )
        for entry in asked.select_related("tournament", "user").order_by("pk"):
            if entry.tournament.checks_in(self.now) and self.rng.random() < COMES:
                check_ins.check_in_player(entry.tournament.key, entry.user)

    def plays(self) -> None:
        """Whose time is over is played for; at some tables people meet and play on."""
        from games import tasks
        from games.models import Table
        from games.table.actions import automation

        while late := tasks.claim_due():
            automation.time_out_seats(late)
        running = Table.objects.filter(status="running").order_by("pk")
        for table in running.defer("state"):
            if self.rng.random() < EVENING:
                self.play(table)

    def play(self, table: Table) -> None:
        """On to the end, or until somebody is to move who is not there."""
        from games import bots
        from games.models import Move
        from games.table.bots import turn
        from games.table.session import transaction

        with transaction.open_table(table.key) as held:
            bot = {level: bots.levels(table.game)[level]() for level in LEVELS}
            for number in itertools.count():
                waits = [seat for seat in held.seats if seat.waiting_since is not None]
                there = [one for one in waits if one.bot or not self._is_silent(one.user_id)]
                if not held.table.is_running or not there:
                    break
                seat = there[0]
                held.table.version += number > 0
                if seat.bot:
                    moves = turn.choose_turn(seat, held.match.copy())
                    held.play_moves(seat, moves, Move.Source.BOT)
                else:
                    level = bot[self.level[seat.user_id or 0]]
                    move = bots.ask(level, held.match, seat.number, self.rng)
                    held.play_moves(seat, [move], Move.Source.PERSON)
            transaction.commit([held])

    def _is_silent(self, user: int | None) -> bool:
        return self.silent.get(user or 0, self.now) > self.now


def _for(seats: int) -> str:
    """The first game for so many."""
    import games.rules as rules

    return next(key for key, game in sorted(rules.catalogue().items()) if seats in game.seats)


def check_waits(tournament: Tournament, now: datetime) -> None:
    """Whoever has a place and sits nowhere is told why."""
    from games.tournaments import results

    entries, tables = results.started_entries(tournament), results.tables_of(tournament)
    state = results.build_state(tournament, entries, tables, now)
    waits = results.format_of(tournament).waits(state)
    assert all(one in waits for one, count in state.running_counts.items() if not count), tournament


def tournament_line(tournament: Tournament, city: City, seconds: float) -> str:
    """A line of the table, once the standings were computed anew from shuffled rows."""
    from games.tournaments import results

    entries, tables = results.started_entries(tournament), results.tables_of(tournament)
    form = results.format_of(tournament)
    lines = form.standings(results.build_state(tournament, entries, tables, city.now))
    again = city.rng.sample(entries, len(entries))
    assert form.standings(results.build_state(tournament, again, tables, city.now)) == lines
    assert all(entry.place for entry in entries)
    played = [one for one in tables if one.table is not None]
    met = Counter(frozenset(p) for one in played for p in itertools.combinations(one.entries, 2))
    ahead, total = _stronger(played, {one.pk: one for one in entries}, city)
    out = sum(entry.is_out for entry in entries)
    days = (tournament.ended_at - tournament.started_at).days if tournament.ended_at else 0  # type: ignore[operator]
    forfeits = sum(len(one.result["forfeits"]) for one in played)
    return (
        f"| {tournament.title} | {len(entries)} | {out} | {len(played)} |"
        f" {len(tables) - len(played)} | {sum(n - 1 for n in met.values())} | {forfeits} |"
        f" {ahead / total:.0%} | {days} | {seconds:.0f} |"
    )


def _stronger(tables: list[Any], by_id: dict[int, TournamentEntry], city: City) -> tuple[int, int]:
    """Of pairs of unequal strength who both finished: in how many the stronger was ahead."""
    ahead = total = 0
    for one in tables:
        placed = dict(zip(one.entries, one.result["places"], strict=True))
        stayed = [pk for pk in one.entries if pk not in one.result["forfeits"]]
        for pair in itertools.combinations(stayed, 2):
            ranks = {pk: LEVELS.index(city.level[by_id[pk].user_id]) for pk in pair}
            weak, strong = sorted(pair, key=ranks.__getitem__)
            if ranks[weak] < ranks[strong]:
                total += 1
                ahead += placed[strong] < placed[weak]
    return ahead, max(total, 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=64)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--four", metavar="GAME", help="that is played at tables of four")
    parser.add_argument("--two", metavar="GAME", help="that is played by pairs")
    given = parser.parse_args()
    with own_site("city"):
        from games import tasks
        from games.lobby import tasks as lobby_tasks
        from games.table.realtime import publish
        from games.tournaments import lifecycle, registration
        from games.tournaments.eligibility import is_open_for_entries
        from games.tournaments.models import Tournament
        from portal import background

        publish.publish_to_groups = lambda *messages: None
        background.enqueue = lambda task, *args: None
        four = given.four or _for(4)
        two = given.two or _for(2)
        city = City(given.people, {four, two}, random.Random(given.seed))
        failed = patch.object(lifecycle.logger, "exception", side_effect=AssertionError)
        with failed, patch("django.utils.timezone.now", city.clock):
            start, swiss = city.now + timedelta(days=2), {"rounds": 5, "smaller": True}
            league = {"division_size": 8}
            tournaments = [
                city.opens(
                    *("Swiss, four at a table", four, "swiss", 4),
                    settings=swiss,
                    starts_at=start,
                    check_in=1440,
                    round_days=10,
                ),
                city.opens(
                    *("League, divisions of eight", two, "groups", 2),
                    settings=league,
                    starts_at=start,
                ),
                city.opens(
                    *("Knock-out, two of four go on", four, "knockout", 4),
                    settings={"go_on": 2},
                    starts_at=start,
                ),
            ]
            late = {tournament.key: city.enters(tournament) for tournament in tournaments}
            since, seconds = time.monotonic(), defaultdict[str, float](float)
            for step in itertools.count():
                living = list(Tournament.objects.filter(state__in=Tournament.LIVING))
                if not living:
                    break
                assert step * STEP < timedelta(days=MOST_DAYS), living
                for tournament in living:
                    if (
                        tournament.is_running
                        and late[tournament.key]
                        and is_open_for_entries(tournament)
                    ):
                        registration.enter(tournament.key, late[tournament.key].pop())
                city.lives(living)
                city.plays()
                for pk in lifecycle.find_due_tournaments(100):
                    began = time.monotonic()
                    lifecycle.advance(pk)
                    seconds[str(pk)] += time.monotonic() - began
                for tournament in Tournament.objects.filter(state="running"):
                    check_waits(tournament, city.now)
                if step % 4 == 0:
                    lobby_tasks.close_expired_tables()
                    tasks.close_stale_tables()
                city.now += STEP
            for tournament in Tournament.objects.order_by("pk"):
                assert tournament.state == Tournament.State.OVER, tournament
                print(tournament_line(tournament, city, seconds[str(tournament.pk)]), flush=True)
            print(f"{time.monotonic() - since:.0f} s in all")


if __name__ == "__main__":
    main()
