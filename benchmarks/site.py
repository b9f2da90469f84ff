"""What a click at a table costs in server CPU and bytes, in every title, early and late in a match.

usage: python -m benchmarks.site [--matches 2] [--game KEY] [--moves 300] [--parts]

A click is: the request of the person who sends a move, checked, stored in one commit, told, and
the part of one other page that is drawn on its socket afterwards. With two pages open, and with as
many as the title has seats (five at most). Pages do as real ones: they say which pieces they have,
keep what they get, and take gzip. It runs in one process on a database of its own (SQLite, or
beside the one of DATABASE_URL), telling replaced by a note. Figures are CPU milliseconds at the
reference speed of the rules' benchmarks, and kB as they go over the wire.
"""

from __future__ import annotations

import argparse
import gzip
import random
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

import games.rules as rules
from benchmarks.own_site import own_site
from benchmarks.reference import at_reference

EARLY, LATE = range(5, 16), 40  # numbers of moves; how many of the last
MOST_PAGES = 5
GZIP = b"\x1f\x8b"


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


class Page:
    """A table's page as its script keeps it: what it has, and what an answer costs."""

    def __init__(self, user: Any, table: Any) -> None:
        from django.test import Client

        self.client = Client(headers={"HX-Request": "true", "Accept-Encoding": "gzip"})
        self.client.force_login(user)
        self.key = table.key
        self.address = table.get_absolute_url()
        self.html = ""
        self._taken(lambda more: self._body(self.client.get(f"{self.address}live/", headers=more)))
        cookies = "; ".join(f"{name}={one.value}" for name, one in self.client.cookies.items())
        headers = [(b"host", b"testserver"), (b"cookie", cookies.encode())]
        self.scope = {"path": f"/ws{self.address}", "headers": headers}

    def hear(self) -> Answer:
        """Take this page's own part as its socket brings it."""
        from games.table import pushing

        def part(more: dict[str, str]) -> bytes:
            found = pushing.drawn(self.scope, self.key, pushing.Page(0, "0", False, more["X-Have"]))
            assert found is not None
            return found

        return self._taken(part)

    def send(self, version: int, step: int) -> Answer:
        """Send the draft."""
        fields = {"version": version, "step": step, "since": 0}
        to = f"{self.address}confirm/"
        form = "application/x-www-form-urlencoded"
        return self._taken(
            lambda more: self._body(self.client.post(to, urlencode(fields), form, headers=more))
        )

    @staticmethod
    def _body(answer: Any) -> bytes:
        assert answer.status_code == 200, answer.content[:300]
        return bytes(answer.content)

    def _taken(self, request: Callable[[dict[str, str]], bytes]) -> Answer:
        from games.boards import patches

        have = ",".join(hash_ for hash_, _start, _end in patches.pieces_of(self.html))
        began = time.process_time()
        told = request({"X-Have": have} if have else {})
        spent = time.process_time() - began
        text = (gzip.decompress(told) if told[:2] == GZIP else told).decode()
        self.html = patches.patched(self.html, text) if have else text
        return Answer(spent, len(told))


class Answer(NamedTuple):
    cpu: float  # seconds
    size: int  # bytes


class Click(NamedTuple):
    """A move: its number, its request, and the mean of what the other pages heard."""

    number: int
    request: Answer
    news: Answer

    @property
    def cpu(self) -> float:
        return self.request.cpu + self.news.cpu


def one_match(game: str, pages: int, seed: int, most: int) -> Iterator[Click]:
    """The clicks of one random match with so many people, up to a number of moves."""
    from accounts.models import User
    from games.clocks import BY_KEY
    from games.lobby import gathering
    from games.models import Table
    from games.table import play

    names = [f"{game}{pages}{seed}{n}" for n in range(pages)]
    users = [User.objects.create_user(name, f"{name}@example.org") for name in names]
    table = gathering.open_table(users[0], game, pages, {}, BY_KEY["day"].clock)
    for user in users[1:]:
        gathering.join(table.key, user)
    opened: dict[int | None, Page] = {user.pk: Page(user, table) for user in users}
    rng = random.Random(seed)
    while True:
        table = Table.objects.get(pk=table.pk)
        if not table.is_running or table.move_count >= most:
            return
        seat = table.seat_set.filter(waiting_since__isnull=False)[0]
        move = rng.choice(play.load(table).legal_moves(seat.number))
        type(seat).objects.filter(pk=seat.pk).update(draft=[move])
        request = opened[seat.user_id].send(table.version, 1)
        others = [page.hear() for user, page in opened.items() if user != seat.user_id]
        mean = Answer(
            statistics.fmean(one.cpu for one in others),
            round(statistics.fmean(one.size for one in others)),
        )
        yield Click(table.move_count + 1, request, mean)


def report(name: str, clicks: Sequence[Click], to_ms: float) -> None:
    def cpu(some: Iterable[Click]) -> str:
        found = [click.cpu for click in some]
        return f"{statistics.median(found) * to_ms:.2f}" if found else "–"

    early = cpu(click for click in clicks if click.number in EARLY)
    late = cpu(clicks[-LATE:])
    request = statistics.median(click.request.cpu for click in clicks) * to_ms
    sizes = [click.request.size for click in clicks] + [click.news.size for click in clicks]
    print(
        f"{name:24} {len(clicks):5} moves: a click {cpu(clicks)} ms (its request {request:.2f}; "
        f"early {early}, late {late}), {statistics.median(sizes) / 1000:.1f} kB an answer"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=2)
    parser.add_argument("--moves", type=int, default=300)
    parser.add_argument("--game", default="", help="one title; all without it")
    parser.add_argument("--parts", action="store_true", help="say where the CPU went")
    arguments = parser.parse_args()
    with own_site("site"):
        from portal.server.web import calm_collector

        parts = watch_parts()
        calm_collector()
        for pages in (2, MOST_PAGES):
            for game in [arguments.game] if arguments.game else list(rules.catalogue()):
                seats = min(pages, rules.get(game).seats[-1])
                parts.spent.clear()
                clicks: list[Click] = []
                with at_reference() as scale:
                    for seed in range(arguments.matches):
                        clicks += one_match(game, seats, seed, arguments.moves)
                report(f"{game}, {seats} pages", clicks, 1000 * scale())
                if arguments.parts:
                    for name, spent in parts.spent.items():
                        print(f"    {name}: mean {spent / len(clicks) * 1000 * scale():.2f}")


if __name__ == "__main__":
    main()
