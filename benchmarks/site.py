"""What a move through the site costs in server CPU, part by part, early and late in a match.

usage: python -m benchmarks.site [--matches 6] [--game KEY]

A move is: the request of the person who confirms, checked, stored in one commit, told, and the
fragment that the other's page fetches afterwards. It runs in one process on a database of its
own (SQLite, or beside the one of DATABASE_URL), telling replaced by a note. Figures are CPU
milliseconds at the reference speed of the rules' benchmarks.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from benchmarks.own_site import own_site
from benchmarks.reference import at_reference
from benchmarks.rules import titles_for

EARLY, LATE = range(5, 16), range(150, 400)


class Parts:
    """CPU seconds spent in named functions, nested ones counted in each."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = defaultdict(float)

    def watch(self, name: str, owner: Any, function: str) -> None:
        inner: Callable[..., Any] = getattr(owner, function)

        def timed(*args: Any, **kwargs: Any) -> Any:
            began = time.process_time()
            try:
                return inner(*args, **kwargs)
            finally:
                self.spent[name] += time.process_time() - began

        setattr(owner, function, timed)


def watch_parts() -> Parts:
    from django.contrib.auth import middleware
    from django.contrib.sessions.middleware import SessionMiddleware

    from games.table import door, drafts, live, views, waking

    parts = Parts()
    live.publish = lambda *told: None
    waking.send = lambda task, *args: None
    parts.watch("session", SessionMiddleware, "process_request")
    parts.watch("session", middleware, "get_user")
    parts.watch("lock", door.HELD, "get")
    for room in (door, drafts):
        parts.watch("load", room, "seats_of")
        parts.watch("load", room, "load")
    parts.watch("play", door.Door, "_play")
    parts.watch("store", door.Door, "store")
    parts.watch("store", door, "stored")
    parts.watch("tell", live, "table_changed")
    parts.watch("render", views, "_render")
    return parts


def one_match(game: str, seed: int, parts: Parts, moves: list[tuple[int, float, float]]) -> None:
    """Play one match of two; note (number, CPU of the request, CPU of the other's fragment)."""
    from django.test import Client

    from accounts.models import User
    from games.clocks import BY_KEY
    from games.lobby import gathering
    from games.models import Table
    from games.table import play

    users = [User.objects.create_user(f"p{seed}{n}", f"p{seed}{n}@example.org") for n in "ab"]
    table = gathering.open_table(users[0], game, 2, {}, BY_KEY["day"].clock)
    gathering.join(table.key, users[1])
    clients: dict[int | None, Client] = {}
    for user in users:
        clients[user.pk] = Client(headers={"HX-Request": "true"})
        clients[user.pk].force_login(user)
    rng = random.Random(seed)
    while True:
        table = Table.objects.get(pk=table.pk)
        if not table.is_running:
            return
        seat = table.seat_set.filter(waiting_since__isnull=False)[0]
        move = rng.choice(play.load(table).legal_moves(seat.number))
        type(seat).objects.filter(pk=seat.pk).update(draft=[move])
        other = next(user for user in users if user.pk != seat.user_id)
        kept = dict(parts.spent)
        began = time.process_time()
        answer = clients[seat.user_id].post(
            f"/tables/{table.key}/confirm/", {"version": table.version, "step": 1}
        )
        between = time.process_time()
        assert answer.status_code == 200, answer.content[:300]
        follow = clients[other.pk].get(f"/tables/{table.key}/live/")
        ended = time.process_time()
        assert follow.status_code == 200
        if not moves:
            parts.spent.update(kept)
        moves.append((table.move_count + 1, between - began, ended - between))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=6)
    parser.add_argument("--game", default=titles_for(2)[0])
    arguments = parser.parse_args()
    moves: list[tuple[int, float, float]] = []
    with own_site("site"):
        parts = watch_parts()
        with at_reference() as scale:
            for seed in range(arguments.matches):
                one_match(arguments.game, seed, parts, moves)
    to_ms = 1000 * scale()
    print(f"{len(moves)} moves of {arguments.matches} matches, CPU ms at reference speed")
    both = [request + follow for _, request, follow in moves]
    print(f"a move and the other's fragment: median {statistics.median(both) * to_ms:.2f}")
    print(f"  the request alone: median {statistics.median(m[1] for m in moves) * to_ms:.2f}")
    for name, spent in parts.spent.items():
        print(f"  {name}: mean {spent / len(moves) * to_ms:.2f}")
    early = [r + f for number, r, f in moves if number in EARLY]
    late = [r + f for number, r, f in moves if number in LATE]
    if early and late:
        ratio = statistics.median(late) / statistics.median(early)
        print(f"late moves against early ones: {ratio:.3f}")


if __name__ == "__main__":
    main()
