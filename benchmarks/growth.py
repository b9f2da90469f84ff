"""What pages and API lists cost when a site has a long history: 20,000 finished matches or 100.

usage: [DATABASE_URL=postgres://…] python -m benchmarks.growth [--sizes 100 2000 20000]
       DATABASE_URL=postgres://… python -m benchmarks.growth --sizes 1000 1000000

Every size is a site of its own in a process of its own: with an account for ten matches, a running
table for fifty and an open one for a thousand. One person has sat at every finished match (at
20,000 at most, spread over the whole history) and has as many running and open tables at every
size. A million matches take four gigabytes and some minutes to make (`bulk.py`).

The sites are asked in turns, so that a slow moment of the machine meets them all. Figures are CPU
milliseconds of a request, of the process and of its database's backend together, how often the
first size's the others' are, and the statements of a request at the last size.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.own_site import own_site
from benchmarks.rules import titles_for

if TYPE_CHECKING:
    from benchmarks import bulk

SIZES = (100, 2000, 20_000)
ROUNDS = 9
TIMES = 3  # requests of a page in a round; the quickest counts
LIVING = 60  # running tables, and open ones; those of one person are among them
RUNNING, OPEN = 0.02, 0.001  # other people's, for each match that is over
SEATED = 40  # people who play what is copied
MOST_OF_ONE = 20_000  # matches that one person has sat at
AT_RANDOM = 0.5  # of the moves of a match, so that none goes on for ever
PEOPLE_PER_MATCH, FEWEST_PEOPLE = 0.1, 60
WANTED_RATIO = 1.3
FOLLOWED, MEMBERS = 200, 200  # whom that person follows; who is in their club
CLUB_MATCHES = 2000  # of their matches, at most
MOST_MS, MOST_QUERIES = 60, 12  # of the pages that say so

GAMES = titles_for(2)
GAME = GAMES[0]
HERO = "hero"
PLAYED_IN_FULL = len(GAMES)  # matches with whole journals; the others are copies with short ones
PAGES = {
    "home": "/",
    "tables, open": "/tables/",
    "tables, open, free": "/tables/?free=1",
    "tables, running": "/tables/?status=running",
    "tables, finished": "/tables/?status=finished",
    "tables, finished, of a game": f"/tables/?status=finished&game={GAME}",
    "tables, finished, by clock": "/tables/?status=finished&clock=days",
    "games": "/games/",
    "a game": f"/games/{GAME}/",
    "a game's paragraph": f"/games/{GAME}/rules/1/",
    "leaderboard": f"/leaderboard/{GAME}/",
    "profile": f"/people/{HERO}/",
    "a person's numbers": f"/people/{HERO}/numbers/",
    "a table, running": "{running}",
    "a table, finished": "{finished}",
    "a table's fragment": "{running}live/",
    "replay, middle": "{finished}replay/?move=50",
    "record": "{finished}record.json",
    "chat": "{finished}chat/",
    "api: tables": "/api/tables/",
    "api: tables, running": "/api/tables/?status=running",
    "api: tables, finished": "/api/tables/?status=finished",
    "api: tables, finished, of a game": f"/api/tables/?status=finished&game={GAME}",
    "api: tables, finished, free": "/api/tables/?status=finished&free=1",
    "api: tables, of a player": f"/api/tables/?player={HERO}",
    "api: tables, finished, of a player": f"/api/tables/?status=finished&player={HERO}",
    "api: table": "/api{finished}",
    "api: log": "/api{finished}log/",
    "api: clocks": "/api{running}clocks/",
    "api: ratings": f"/api/ratings/{GAME}/",
    "api: a person's ratings": f"/api/people/{HERO}/ratings/",
    "api: rating changes": f"/api/people/{HERO}/rating-changes/",
}
OWN_PAGES = {
    "my tables": "/my-tables/",
    "next table": "/next-table/",
    "api: my tables": "/api/my-tables/",
    "following": "/following/",
    "api: following": "/api/following/",
    "circles": "/clubs/",
    "circle": "{circle}",
    "circle, more people": "{circle}?people=2",
    "circle's leaderboard": "{circle}" + f"leaderboard/{GAME}/",
    "api: circle": "/api{circle}",
}
LIMITED = {"tables, open", "profile", "following", "circle", "circle, more people"}
OLDER = ("tables, finished, last page", "/tables/?status=finished")


# --- one site ------------------------------------------------------------------------------------


def fill(matches: int) -> dict[str, str]:
    """A site with so many finished matches; addresses of two tables and a club there."""
    from django.utils import timezone

    from accounts.models import User
    from benchmarks import bulk
    from games.models import Seat, Table

    hero = User.objects.create(username=HERO, email=f"{HERO}@example.org")
    count = max(FEWEST_PEOPLE, round(matches * PEOPLE_PER_MATCH))
    first = bulk.accounts(hero, count)
    people = list(User.objects.filter(pk__gte=first).order_by("pk")[:SEATED])
    patterns = [_play_match(hero, people[:2], number) for number in range(PLAYED_IN_FULL)]
    everybody = bulk.People(hero.pk, first, count, every=-(-matches // MOST_OF_ONE))
    bulk.matches(patterns, matches - len(patterns), everybody, timezone.now())
    _rate(everybody)
    _copy_statistics(everybody)
    for number in range(LIVING):
        _table(
            people[number % 30], [hero] if number % 5 == 0 else [people[30 + number % 10]], number
        )
        _table(hero if number % 10 == 0 else people[number % 30], [], number)
    others = bulk.People(hero.pk, first, count)
    for status, per_match in ((Table.Status.RUNNING, RUNNING), (Table.Status.OPEN, OPEN)):
        living = list(Table.objects.filter(status=status).order_by("pk"))
        bulk.matches(living, round(matches * per_match), others, timezone.now())
    running = Seat.objects.filter(user=hero, table__status=Table.Status.RUNNING)[0].table
    return {
        "running": running.get_absolute_url(),
        "finished": patterns[0].get_absolute_url(),
        "circle": _create_club(hero, list(User.objects.filter(pk__gte=first)[:MEMBERS])),
    }


def _create_club(hero: Any, people: list[Any]) -> str:
    """The address of a club of these people, of whom the hero follows everybody."""
    from games.models import Club, Follow, Membership, Seat, Table

    Follow.objects.bulk_create(Follow(follower=hero, followed=one) for one in people[:FOLLOWED])
    club = Club.objects.create(name="Thursday")
    role = Membership.Role.OWNER
    Membership.objects.create(club=club, user=hero, role=role)
    Membership.objects.bulk_create(Membership(club=club, user=one) for one in people)
    seats = Seat.objects.filter(user=hero, table__status=Table.Status.FINISHED)
    most = min(CLUB_MATCHES, seats.count() // 2)  # what a visitor looks at stays public
    tables = list(seats.order_by("-pk").values_list("table", flat=True)[:most])
    Table.objects.filter(pk__in=tables).update(club=club, visibility=Table.Visibility.CIRCLE)
    return club.get_absolute_url()


def _table(host: Any, others: list[Any], number: int) -> Any:
    from games.lobby.setup import table_setup
    from games.lobby.table_settings import TableSettings
    from games.models import Table
    from games.time_controls import PRESETS_BY_KEY

    clock = PRESETS_BY_KEY["day"].clock
    table = table_setup.open_table(host, GAMES[number % len(GAMES)], TableSettings(2, {}, clock))
    for user in others:
        table_setup.join(table.key, user)
    return Table.objects.get(pk=table.pk)


def _play_match(hero: Any, others: list[Any], number: int) -> Any:
    """A finished match of two with its whole journal."""
    from games.models import Table
    from games.table.actions import player_actions
    from games.table.session.loader import load_match

    table = _table(hero, others[:1], number)
    rng = random.Random(number)
    while True:
        table = Table.objects.get(pk=table.pk)
        if not table.is_running:
            return table
        seat = table.seat_set.filter(waiting_since__isnull=False).select_related("user")[0]
        match = load_match(table)
        moves: list[str] = []
        while seat.number in match.actors and len(moves) < 20:
            legal = match.legal_moves(seat.number)
            policy = match.auto_move(seat.number)
            moves.append(rng.choice(legal) if rng.random() < AT_RANDOM else policy)
            match.play(seat.number, moves[-1])
        assert seat.user is not None
        player_actions.confirm(table.key, seat.user, table.version, moves)


def _rate(people: bulk.People) -> None:
    """Everybody has a rating in every game."""
    import games.rules as rules
    from benchmarks import bulk
    from games.ratings.models import Rating

    Rating.objects.all().delete()
    for game in rules.catalogue():
        pattern = Rating(user_id=people.hero, game=game, value=1500, played=100)
        pattern.save()
        said = {
            "user_id": f"{people.first} + i",
            "value": f"1200 + ({people.first} + i) * 37 % 700",
            "played": "10 + i % 9",
        }
        source = f"JOIN games_rating AS pattern ON pattern.id = {pattern.pk}"
        bulk.copy(Rating, people.count, said, source)


def _copy_statistics(people: bulk.People) -> None:
    """Everybody has numbers in every game."""
    import games.rules as rules
    from benchmarks import bulk
    from games.ratings.models import PlayerStatistics
    from games.ratings.reliability import aggregation

    PlayerStatistics.objects.all().delete()
    for game in (aggregation.ALL_GAMES, *rules.catalogue()):
        pattern = PlayerStatistics(user_id=people.hero, game=game, played=100, finished=98)
        aggregation.set_answers(pattern, {str(bucket): 1 + bucket % 7 for bucket in range(70)})
        pattern.save()
        source = f"JOIN games_tally AS pattern ON pattern.id = {pattern.pk}"
        bulk.copy(PlayerStatistics, people.count, {"user_id": f"{people.first} + i"}, source)


def last_page() -> str:
    """The address of the last whole page of finished tables."""
    from games.lobby.views import PAGE_LENGTH
    from games.models import Table

    finished = Table.objects.filter(status=Table.Status.FINISHED).order_by("ended_at", "pk")
    return f"{OLDER[1]}&after={finished[PAGE_LENGTH].pk}"


def cpu_meter() -> Callable[[], float]:
    """CPU seconds of this process and of the database's backend (if that is on this machine)."""
    from django.db import connection

    if connection.vendor != "postgresql":
        return time.process_time
    with connection.cursor() as cursor:
        # What runs in other processes would not be counted.
        cursor.execute("SET max_parallel_workers_per_gather = 0")
        cursor.execute("SELECT pg_backend_pid()")
        backend = Path(f"/proc/{cursor.fetchone()[0]}/schedstat")
    if not backend.exists():
        return time.perf_counter

    def both() -> float:
        return time.process_time() + int(backend.read_text().split()[0]) / 1e9

    return both


def serve_measures(matches: int) -> None:
    """Fill a site; then read "who address" from the standard input and write what each costs."""
    for person in ("ANONYMOUS", "PERSON"):
        os.environ[f"API_RATE_{person}"] = "1000000000/min"
    with own_site(f"growth_{matches}"):
        from django.db import connection
        from django.test import Client
        from django.test.utils import CaptureQueriesContext

        from accounts.models import User
        from games.table.realtime import publish
        from portal import background

        publish.publish_to_groups = lambda *messages: None
        background.enqueue = lambda task, *args: None
        keys = fill(matches)
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE" if connection.vendor == "postgresql" else "PRAGMA optimize")
        clients = {"visitor": Client(), HERO: Client()}
        clients[HERO].force_login(User.objects.get(username=HERO))
        cpu = cpu_meter()
        print("ready", last_page(), flush=True)
        for line in sys.stdin:
            who, address = line.rstrip("\n").split(" ", 1)
            spent = []
            for _ in range(TIMES):
                began = cpu()
                answer = clients[who].get(address.format(**keys))
                spent.append(cpu() - began)
                assert answer.status_code in (200, 302), (address, answer.status_code)
            with CaptureQueriesContext(connection) as queries:
                clients[who].get(address.format(**keys))
            print(min(spent) * 1000, len(queries), flush=True)


# --- all sites -----------------------------------------------------------------------------------


class Site:
    """One of the processes, as the one that asks sees it."""

    def __init__(self, matches: int) -> None:
        command = [sys.executable, "-m", "benchmarks.growth", "--serve", str(matches)]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=os.environ
        )
        while not (line := self._read()).startswith("ready "):
            print(line)
        self.last_page = line.removeprefix("ready ")

    def _read(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("a site has ended; it says above why")
        return line.rstrip("\n")

    def cost(self, who: str, address: str) -> tuple[float, int]:
        """CPU milliseconds and statements of a request."""
        assert self.process.stdin is not None
        print(who, address, file=self.process.stdin, flush=True)
        milliseconds, queries = self._read().split()
        return float(milliseconds), int(queries)

    def close(self) -> None:
        """It removes its database when there is nothing more to read."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def questions() -> Iterator[tuple[str, str, str]]:
    """(name, who asks, address); the address of the last page differs from site to site."""
    for name, address in PAGES.items():
        yield name, "visitor", address
        yield name, HERO, address
    yield OLDER[0], "visitor", ""
    for name, address in OWN_PAGES.items():
        yield name, HERO, address


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--only", default="", help="pages whose names hold this")
    parser.add_argument("--serve", type=int, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.serve:
        serve_measures(arguments.serve)
        return
    sites: list[Site] = []
    try:
        for size in arguments.sizes:
            sites.append(Site(size))
        spent: dict[tuple[str, str], list[list[tuple[float, int]]]] = {}
        for _ in range(arguments.rounds):
            for name, who, address in questions():
                if arguments.only not in name:
                    continue
                costs = [site.cost(who, address or site.last_page) for site in sites]
                spent.setdefault((name, who), []).append(costs)
    finally:
        for site in sites:
            site.close()
    report(arguments.sizes, spent)


def report(sizes: list[int], spent: dict[tuple[str, str], list[list[tuple[float, int]]]]) -> None:
    print(
        f"{'CPU ms with so many finished matches':50}",
        *(f"{size:>9}" for size in sizes),
        "ratio",
        "statements",
    )
    worst = 0.0
    for (name, who), rounds in spent.items():
        costs = [
            statistics.median(cost for cost, _queries in column)
            for column in zip(*rounds, strict=True)
        ]
        ratio = statistics.median(row[-1][0] / row[0][0] for row in rounds)
        queries = rounds[-1][-1][1]
        worst = max(worst, ratio)
        is_over = name in LIMITED and (costs[-1] > MOST_MS or queries > MOST_QUERIES)
        mark = (" !" if ratio > WANTED_RATIO else "") + (" over its limit" if is_over else "")
        print(
            f"{f'{name} ({who})':50}",
            *(f"{cost:9.2f}" for cost in costs),
            f"{ratio:5.2f} {queries:3}{mark}",
        )
    print(f"worst ratio {worst:.2f}, wanted at most {WANTED_RATIO}")


if __name__ == "__main__":
    main()
