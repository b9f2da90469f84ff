"""What a step of the viewer costs: server CPU and bytes, beside those of a move's fragment.

usage: python -m benchmarks.viewer [--game KEY] [--moves 300]

In every title a random match of so many moves is stepped through in a warm process, end to end and
back, by a page that says which pieces it has of the position beside, as `static/js/viewer.js` does.
A move's fragment is the part that the page of somebody else is sent when a move was made
(`benchmarks.clicks`), in the same match. CPU milliseconds are at the reference speed of the rules'
benchmarks. Wanted: a step within `MOST_RATIO` of a fragment, and within `MOST_BYTES`.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import time
from typing import Any, NamedTuple

import games.rules as rules
from benchmarks.clicks import Cost, Page, without_chance
from benchmarks.own_site import own_redis, own_site
from benchmarks.reference import REFERENCE_MOPS, speed

MOST_RATIO, MOST_BYTES = 1.5, 8000
AT_RANDOM = 0.5  # of the moves, so that a match goes on
SPEED_EVERY = 20  # moves


class Viewer(Page):
    """The viewer's page as its script keeps it."""

    def step(self, number: int, loop: asyncio.AbstractEventLoop) -> Cost:
        asking = self.get(f"/tables/{self.key}/replay/step/?move={number}")
        began = time.process_time()
        answer = loop.run_until_complete(asking)
        spent = time.process_time() - began
        assert answer.status == 200, answer.text[:300]
        self.take(answer.body)
        return Cost(spent, len(answer.body))


class ViewerCosts(NamedTuple):
    fragments: list[Cost]
    steps: list[Cost]
    speeds: list[float]


def measure_match(game: str, moves: int) -> ViewerCosts:
    """One match of two, move by move, and then looked at again by one of them."""
    from accounts.models import User
    from games.lobby import match_start
    from games.lobby.setup import table_setup
    from games.lobby.table_settings import TableSettings
    from games.models import Table
    from games.table.actions import player_actions
    from games.table.session.loader import load_match
    from games.table.session.move_numbers import numbering_for
    from games.time_controls import PRESETS_BY_KEY
    from portal.asgi import application

    loop, rng = asyncio.new_event_loop(), random.Random(game)
    without_chance(match_start, rng)
    users = [User.objects.create_user(f"{game}{n}", f"{game}{n}@example.org") for n in range(2)]
    table = table_setup.open_table(
        users[0], game, TableSettings(2, {}, PRESETS_BY_KEY["day"].clock)
    )
    table_setup.join(table.key, users[1])
    listener, viewer = Page(application), Viewer(application)
    listener.open(users[1], table.key, loop)
    fragments, speeds = [], []
    while (table := Table.objects.get(pk=table.pk)).is_running and table.move_count < moves:
        seat = table.seat_set.select_related("user").filter(waiting_since__isnull=False)[0]
        match = load_match(table)
        chosen: Any = match.auto_move(seat.number)
        if rng.random() < AT_RANDOM:
            chosen = rng.choice(match.legal_moves(seat.number))
        player_actions.confirm(table.key, seat.user, table.version, [chosen])  # type: ignore[arg-type]
        fragments.append(listener.hear(table.version + 1))
        if len(fragments) % SPEED_EVERY == 0:
            speeds.append(speed())
    viewer.open(users[1], table.key, loop)
    viewer.have = ""
    last = numbering_for(table, table.seat_set.get(user=users[1]).number).moves
    numbers = [*range(last), *range(last, -1, -1)]
    steps = [viewer.step(number, loop) for number in numbers]
    return ViewerCosts(fragments, steps, speeds)


def report(game: str, seen: ViewerCosts) -> bool:
    """One line, and whether it is what is wanted."""
    to_ms = 1000 * statistics.fmean(seen.speeds) / REFERENCE_MOPS
    fragment, step = (
        statistics.median(cost.cpu for cost in costs) * to_ms
        for costs in (seen.fragments, seen.steps)
    )
    sizes = sorted(cost.size for cost in seen.steps[1:])
    print(
        f"{game:12} {len(seen.fragments):4} moves: a fragment {fragment:.2f} ms, a step "
        f"{step:.2f} ms ({step / fragment:.2f} times); kB of a step: median "
        f"{statistics.median(sizes) / 1000:.1f}, most {sizes[-1] / 1000:.1f}",
        flush=True,
    )
    return step / fragment <= MOST_RATIO and sizes[-1] <= MOST_BYTES


def main() -> None:
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--game", default="", help="one title; all without it")
    parser.add_argument("--moves", type=int, default=300)
    arguments = parser.parse_args()
    with own_site("viewer"), own_redis():
        from portal.server.garbage_collection import tune_collection
        from portal.server.huge_pages import use_huge_pages

        tune_collection()
        use_huge_pages()
        games = [arguments.game] if arguments.game else list(rules.catalogue())
        found = [report(game, measure_match(game, arguments.moves)) for game in games]
        if not all(found):
            raise SystemExit("a step costs more than is wanted")


if __name__ == "__main__":
    main()
