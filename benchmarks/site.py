"""What a click at a table costs in server CPU and bytes, in every title, early and late in a match.

usage: python -m benchmarks.site [--moves 300] [--game KEY] [--parts]

A click is what `benchmarks.clicks` says, in a process that has played a hundred moves of the title
before. With two pages open, and with as many as the title has seats (five at most). It runs in one
process on a database of its own (SQLite, or beside the one of DATABASE_URL), with a Redis of its
own. Figures are CPU milliseconds at the reference speed of the rules' benchmarks, which is taken
again and again between the clicks, and kB as they go over the wire.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Any

import games.rules as rules
from benchmarks.clicks import Click, clicks
from benchmarks.own_site import own_redis, own_site
from benchmarks.reference import REFERENCE_MOPS, speed

EARLY, LATE = range(5, 16), range(150, 1000)  # numbers of moves
MOST_PAGES = 5
LONGEST_MATCH = 200  # moves
WARM_UP = 100  # moves
SPEED_EVERY = 10  # clicks


class Parts:
    """CPU seconds spent in named functions, nested ones counted in each."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = defaultdict(float)

    def watch(self, name: str, owner: Any, function: str) -> None:
        inner: Callable[..., Any] = getattr(owner, function)

        def call_and_time(*args: Any, **kwargs: Any) -> Any:
            began = time.process_time()
            try:
                return inner(*args, **kwargs)
            finally:
                self.spent[name] += time.process_time() - began

        setattr(owner, function, call_and_time)


def watch_parts() -> Parts:
    from accounts import session_cache
    from games.table.actions import player_actions
    from games.table.realtime import publish
    from games.table.session import drafts, table_session, transaction
    from games.table.views import pages as views_pages

    parts = Parts()
    parts.watch("session", session_cache, "find")
    parts.watch("lock", transaction.LOCKED, "get")
    for room in (transaction, drafts):
        parts.watch("load", room, "seats_of")
    parts.watch("load", transaction, "attempt")
    parts.watch("load", drafts, "load")
    parts.watch("play", table_session.TableSession, "_play")
    parts.watch("store", player_actions, "store")
    parts.watch("store", table_session, "stored")
    parts.watch("tell", publish, "table_changed")
    parts.watch("render", views_pages, "_render")
    return parts


def report(name: str, seen: Sequence[Click], to_ms: float) -> None:
    def cpu(some: Iterable[Click]) -> str:
        found = [click.cpu for click in some]
        return f"{statistics.median(found) * to_ms:.2f}" if found else "–"

    early = cpu(click for click in seen if click.number in EARLY)
    late = cpu(click for click in seen if click.number in LATE)
    request = statistics.median(click.request.cpu for click in seen) * to_ms
    sizes = [click.request.size for click in seen] + [click.news.size for click in seen]
    print(
        f"{name:24} {len(seen):5} moves: a click {cpu(seen)} ms (its request {request:.2f}; "
        f"early {early}, late {late}), {statistics.median(sizes) / 1000:.1f} kB an answer",
        flush=True,
    )


def measure_clicks(game: str, seats: int, moves: int, parts: Parts) -> tuple[list[Click], float]:
    """Clicks of a warm process, and the factor of their seconds to the reference speed."""
    playing = clicks(game, seats, f"{game}{seats}", LONGEST_MATCH)
    for _click in islice(playing, WARM_UP):
        pass
    parts.spent.clear()
    seen, speeds = [], []
    for number, click in enumerate(islice(playing, moves)):
        seen.append(click)
        if number % SPEED_EVERY == 0:
            speeds.append(speed())
    return seen, statistics.fmean(speeds) / REFERENCE_MOPS


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--moves", type=int, default=300)
    parser.add_argument("--game", default="", help="one title; all without it")
    parser.add_argument("--parts", action="store_true", help="say where the CPU went")
    arguments = parser.parse_args()
    with own_site("site"), own_redis():
        from portal.server.garbage_collection import tune_collection
        from portal.server.huge_pages import use_huge_pages

        parts = watch_parts() if arguments.parts else Parts()
        tune_collection()
        use_huge_pages()
        for pages in (2, MOST_PAGES):
            for game in [arguments.game] if arguments.game else list(rules.catalogue()):
                seats = min(pages, rules.get(game).seats[-1])
                seen, scale = measure_clicks(game, seats, arguments.moves, parts)
                report(f"{game}, {seats} pages", seen, 1000 * scale)
                for name, spent in parts.spent.items():
                    print(f"    {name}: mean {spent / len(seen) * 1000 * scale:.2f}")


if __name__ == "__main__":
    main()
