"""A month of a site with spammers and cheats: what limits stop, what hints find, whom they wrong.

usage: [DATABASE_URL=postgres://…] python -m benchmarks.month [--people 1000] [--matches 8000]
       [--spammers 30] [--pairs 10] [--seed 1]

People are as strong as they are, and results follow the formula of ratings. Innocent are, among
others: families at one device who play rated matches, friends of unequal strength who play each
other all the time, people who write fast, and people who resign though they lead. Of the pairs of
cheats some sit at one device, some let one always lose, some resign on purpose, some let a program
answer. Spammers write, invite and report as much as the site lets them; half of those at their
tables report them, and a moderator decides in the order of the queue. Makes a site of its own and
removes it.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import json
import math
import random
from collections import Counter, defaultdict
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from benchmarks.own_site import own_redis, own_site
from portal.errors import ActionError

DAYS = 30
HOW = (
    "device",
    "device",
    "device",
    "loses",
    "loses",
    "loses",
    "resigns",
    "resigns",
    "pace",
    "pace",
)
ANSWERS = 15  # of each seat in a match
FAMILIES, OF_FRIENDS, FAST = 0.06, 0.1, 0.03  # of all people


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=1000)
    parser.add_argument("--matches", type=int, default=8000)
    parser.add_argument("--spammers", type=int, default=30)
    parser.add_argument("--pairs", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with own_site("month"), own_redis():
        from accounts.models import User

        rng = random.Random(given.seed)
        made = [
            User(username=f"p{n}", email=f"p{n}@example.org", is_moderator=n == 0)
            for n in range(given.people)
        ]
        people = list(User.objects.bulk_create(made))
        month = Month(people[1:], given.pairs, rng)
        month.play(given.matches)
        print(json.dumps({"hints": month.count_signals()}))
        spammers = people[-given.spammers :]
        print(json.dumps({"spam": spam(people[0], people[1 : -given.spammers], spammers, rng)}))


class Month:
    """Who plays whom, and what it leaves behind."""

    def __init__(self, people: list[Any], pairs: int, rng: random.Random) -> None:
        self.rng, self.people = rng, people
        self.strength = {one.pk: rng.gauss(1500, 200) for one in people}
        shuffled = rng.sample(people, len(people))
        self.cheats = [(shuffled.pop(), shuffled.pop(), HOW[n % len(HOW)]) for n in range(pairs)]
        self.families = self._pairs_of(shuffled, FAMILIES)
        self.friends = self._pairs_of(shuffled, OF_FRIENDS)
        self.fast = {shuffled.pop().pk for _ in range(int(FAST * len(people)))}
        self.guilty = {one.pk for one, other, _how in self.cheats} | {
            other.pk for _one, other, _how in self.cheats
        }

    def _pairs_of(self, left: list[Any], part: float) -> list[tuple[Any, Any]]:
        return [(left.pop(), left.pop()) for _ in range(int(part * len(self.people)))]

    def _sittings(self, matches: int) -> list[tuple[Any, ...]]:
        """Who sits together, in the order of the month."""
        own = [(one, other) for one, other, _how in self.cheats for _ in range(12)]
        families = [pair for pair in self.families for _ in range(self.rng.randint(0, 3))]
        friends = [pair for pair in self.friends for _ in range(self.rng.randint(4, 14))]
        special: list[tuple[Any, ...]] = [*own, *families, *friends]
        usual = [
            tuple(self.rng.sample(self.people, self.rng.choice((2, 2, 2, 3, 4))))
            for _ in range(matches - len(special))
        ]
        return self.rng.sample([*special, *usual], len(special) + len(usual))

    def play(self, matches: int) -> None:
        from django.utils import timezone

        from games.models import Move, Seat, Table
        from games.ratings import elo, rating_changes
        from games.ratings.models import DeviceFingerprint, Rating, RatingChange

        now = timezone.now()
        sittings = self._sittings(matches)
        standing: dict[int, rating_changes.RatingState] = {}
        meetings = rating_changes.RecentMeetings()
        for low in range(0, len(sittings), 1000):
            batch = sittings[low : low + 1000]
            tables = Table.objects.bulk_create(
                Table(
                    key=f"m{low + n}",
                    game="some",
                    rules_version=1,
                    seat_count=len(sitting),
                    host=sitting[0],
                    status=Table.Status.FINISHED,
                    clock_bank=60,
                    clock_increment=60,
                    clock_cap=60,
                    rating_rules=elo.RULES_VERSION,
                    ended_at=now - timedelta(days=DAYS * (1 - (low + n) / len(sittings))),
                )
                for n, sitting in enumerate(batch)
            )
            seats, booked, moves = [], [], []
            for table, sitting in zip(tables, batch, strict=True):
                mine = self._seats(table, sitting)
                made = rating_changes.compute_changes(table, mine, standing, meetings)
                standing |= {row.user_id: after for row, after in made}
                meetings.add([row.user_id for row, _after in made], made[0][0].at)
                seats += mine
                booked += [row for row, _after in made]
                moves += self._moves(table, mine)
            Seat.objects.bulk_create(seats, batch_size=500)
            RatingChange.objects.bulk_create(booked, batch_size=500)
            Move.objects.bulk_create(moves, batch_size=2000)
        Rating.objects.bulk_create(
            Rating(user_id=user, game="some", value=elo.to_points(value), played=played)
            for user, (value, played) in standing.items()
        )
        together = [*self.families, *((a, b) for a, b, how in self.cheats if how == "device")]
        place = {one.pk: f"home {n}" for n, pair in enumerate(together) for one in pair}
        DeviceFingerprint.objects.bulk_create(
            DeviceFingerprint(
                user=one,
                device=place.get(one.pk, f"own {one.pk}"),
                network=place.get(one.pk, f"of many {one.pk % 97}"),
                last_at=now,
            )
            for one in self.people
        )

    def _seats(self, table: Any, sitting: tuple[Any, ...]) -> list[Any]:
        """The seats of a match that is over, by how strong people are, or as cheats agree."""
        from games.models import Seat

        noise = {
            one.pk: self.strength[one.pk] - 400 / math.log(10) * math.log(self.rng.expovariate(1))
            for one in sitting
        }
        how = next((how for a, b, how in self.cheats if {a, b} == set(sitting)), "")
        if how in ("device", "loses", "resigns"):
            noise = {sitting[0].pk: 1.0, sitting[1].pk: 0.0}
        order = sorted(sitting, key=lambda one: -noise[one.pk])
        seats = [
            Seat(table=table, number=n, user=one, rank=order.index(one) + 1)
            for n, one in enumerate(sitting)
        ]
        last = next(seat for seat in seats if seat.rank == len(seats))
        on_purpose = how == "resigns" and self.rng.random() < 0.5
        if on_purpose or self.rng.random() < 0.06:
            ahead = on_purpose or self.rng.random() < 0.08
            last.leave_reason = Seat.LeaveReason.RESIGNED
            last.points_at_leaving = [60 if (seat is last) == ahead else 40 for seat in seats]
        return seats

    def _moves(self, table: Any, seats: list[Any]) -> list[Any]:
        """What people's answers took, in seconds."""
        from games.models import Move

        programs = {one.pk for a, b, how in self.cheats if how == "pace" for one in (a, b)}
        found = []
        for number, (seat, _n) in enumerate(itertools.product(seats, range(ANSWERS)), 1):
            usual = 4 if seat.user_id in self.fast else 60
            took = 1 if seat.user_id in programs else round(self.rng.lognormvariate(0, 1) * usual)
            found.append(
                Move(table=table, number=number, seat=seat.number, text="x", by=Move.Source.PERSON,
                     version=number, took=took)
            )  # fmt: skip
        return found

    def count_signals(self) -> dict[str, Any]:
        """Of each kind: how many pairs of cheats it named, and how many innocent people."""
        from django.utils import timezone

        from games.models import FairPlaySignal
        from games.moderation import fair_play_signals

        fair_play_signals.detect_signals(timezone.now())
        named: dict[str, set[int]] = defaultdict(set)
        for hint in FairPlaySignal.objects.all():
            named[hint.kind] |= {hint.user_id, hint.other_id or hint.user_id}
        named["all"] = set().union(*named.values())
        return {
            kind: {
                "pairs": sum(bool({a.pk, b.pk} & who) for a, b, _how in self.cheats),
                "innocent": len(who - self.guilty),
            }
            for kind, who in named.items()
        }


def spam(moderator: Any, people: list[Any], spammers: list[Any], rng: random.Random) -> Any:
    """What spammers try and what comes through, before and after a moderator has been there."""
    before = _wave(people, spammers, rng)
    decided = _decide(moderator, set(spammers))
    return {"before": before, "decided": decided, "after": _wave(people, spammers, rng)}


def _wave(people: list[Any], spammers: list[Any], rng: random.Random) -> dict[str, str]:
    """A day: so many of each were tried, and so many came through."""
    tried, through = Counter[str](), Counter[str]()
    for spammer in spammers:
        spammer.refresh_from_db()
        Spammer(spammer, people, rng, tried, through).spams()
    return {what: f"{through[what]} of {count}" for what, count in tried.items()}


class Spammer:
    def __init__(self, user: Any, people: list[Any], rng: random.Random, *counts: Any) -> None:
        self.user, self.people, self.rng = user, people, rng
        self.tried, self.through = counts

    def attempt(self, what: str, act: Callable[..., Any], *given: Any) -> Any:

        self.tried[what] += 1
        with contextlib.suppress(ActionError):
            found = act(*given)
            self.through[what] += 1
            return found

    def spams(self) -> None:
        """Write at three tables of others, open tables, invite to them, report whom one finds."""
        from games.lobby.admission import invitations
        from games.lobby.setup import table_setup

        for host in self.rng.sample(self.people, 3):
            table = self._open(host)
            if self.attempt("joins", table_setup.join, table.key, self.user):
                self._write(table)
                if self.rng.random() < 0.5:
                    with contextlib.suppress(ActionError):
                        self._report(self.user, host, table.key)
        own = [self.attempt("tables", self._open, self.user) for _ in range(15)]
        seats = [table.key for table in own if table for _seat in range(4)]
        for key, who in zip(seats, self.rng.sample(self.people, len(seats)), strict=True):
            self.attempt("invitations", invitations.invite, key, self.user, [who.username])
        for victim in self.rng.sample(self.people, 30):
            self.attempt("false reports", self._report, victim, self.user)

    def _open(self, host: Any) -> Any:
        import games.rules as rules
        from games.lobby.setup import table_setup
        from games.lobby.table_settings import TableSettings
        from games.time_controls import PRESETS_BY_KEY

        return table_setup.open_table(
            host, min(rules.catalogue()), TableSettings(3, {}, PRESETS_BY_KEY["day"].clock)
        )

    def _write(self, table: Any) -> None:
        from django.test import Client

        browser = Client(headers={"HX-Request": "true"})
        browser.force_login(self.user)
        for n in range(30):
            self.tried["messages"] += 1
            answer = browser.post(f"/tables/{table.key}/chat/", {"text": f"Buy this! {n}"})
            self.through["messages"] += answer.status_code == 200

    def _report(self, about: Any, by: Any, table: str = "") -> None:
        from games.moderation import reports

        found = reports.find_target("person", about.username, by, table)
        reports.submit_report(found, by, "spam", "")


def _decide(moderator: Any, spammers: set[Any]) -> dict[str, int]:
    """A moderator goes through the whole queue and closes the accounts of those who spam."""
    from games.models import Case
    from games.moderation import cases

    counted = Counter[str]()
    for case in list(cases.open_cases(moderator)):
        counted["cases"] += 1
        if case.about not in spammers:
            cases.decide_case(case.pk, moderator, "dismiss")
            continue
        counted["spammers closed"] += 1
        cases.decide_case(case.pk, moderator, "close", ready="spam")
    counted["waiting"] = Case.objects.filter(decided_at=None).count()
    return dict(counted)


if __name__ == "__main__":
    main()
