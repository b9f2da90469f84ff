"""A bot's turn: asks the bot for moves, and checks them against the rules and a time limit."""

from __future__ import annotations

import contextlib
import logging
import random
import signal
import threading
from collections.abc import Iterator
from time import monotonic

from django.conf import settings
from django.core.cache import cache

import games.rules as rules

from ... import bots
from ...bots.search import Search
from ...models import Seat
from .. import tutorial
from ..session.table_session import MAX_TURN_LENGTH
from . import turn_queue

logger = logging.getLogger(__name__)
AT_ONCE = 10  # seconds; after them the moves so far are played, and another call does the rest
FAILURE_TTL_SECONDS = 7 * 24 * 3600  # how long the staff pages count failures of bots


class BotTimeoutError(Exception):
    """A bot used more CPU time than its level may use."""


class IllegalBotMoveError(Exception):
    """A bot returned a move that is not legal."""


def choose_turn(seat: Seat, match: rules.Match) -> list[str]:
    """Return the moves of a bot's turn, up to and including the first that reveals something.

    The moves are played on `match`. If the bot fails or thinks too long, the auto-play policy
    decides the rest. After a reveal the bot decides in a later call, when the match has the
    revealed card. While bots at other tables wait to search, a searching bot thinks for a shorter
    time and makes one decision per call.
    """
    game = match.game.key
    levels = bots.levels(game)
    if seat.bot not in levels:
        logger.error("there is no bot %s of %s; %s plays", seat.bot, game, bots.STEADY)
    level = levels.get(seat.bot, levels[bots.STEADY])
    bot: bots.Bot | None = tutorial.scripted_opponent(seat.table) or level()
    barred = bots.title_bots(game).personal_verbs if seat.leave_reason else frozenset()
    rng = random.Random(f"{seat.pk} {seat.table.version} {settings.SECRET_KEY}")
    moves: list[str] = []
    reveals, until = match.reveals, monotonic() + AT_ONCE
    while seat.number in match.actors and match.reveals == reveals and len(moves) < MAX_TURN_LENGTH:
        crowd = (
            turn_queue.count_searching_elsewhere(seat.table_id) if isinstance(bot, Search) else 0
        )
        if moves and (crowd or monotonic() > until):
            break
        if isinstance(bot, Search):
            bot.budget = type(bot).budget.split_among(1 + crowd)
        try:
            move = _ask_bot(bot, seat, match, rng) if bot else match.auto_move(seat.number)
        except Exception:
            message = "bot %s of %s is cut off, the policy plays on: seat %s of table %s"
            logger.exception(message, seat.bot, game, seat.number, seat.table.key)
            _count_failure(game, seat.bot)
            bot = None
            continue
        if move.split(" ")[0] in barred:
            move = match.auto_move(seat.number)
        match.play(seat.number, move)
        moves.append(move)
    return moves


def _ask_bot(bot: bots.Bot, seat: Seat, match: rules.Match, rng: random.Random) -> str:
    with _cpu_limit(bots.MOST_SECONDS.get(seat.bot, bots.MOST_SECONDS[bots.STEADY])):
        move = bots.ask(bot, match, seat.number, rng)
    if move not in match.legal_moves(seat.number):
        raise IllegalBotMoveError(move)
    return move


@contextlib.contextmanager
def _cpu_limit(seconds: float) -> Iterator[None]:
    """Interrupt the block when it uses more CPU time, and every second after that.

    It has no effect outside the main thread, because only that thread can be interrupted.

    Raises:
        BotTimeoutError: the block used more CPU time.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupt(*_: object) -> None:
        raise BotTimeoutError(f"more than {seconds} seconds")

    before = signal.signal(signal.SIGVTALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds, 1)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    finally:  # the signal may arrive after the inner `finally` began
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _count_failure(game: str, level: str) -> None:
    key = _failure_key(game, level)
    cache.add(key, 0, FAILURE_TTL_SECONDS)
    with contextlib.suppress(ValueError):  # the cache has dropped the key
        cache.incr(key)


def _failure_key(game: str, level: str) -> str:
    return f"bots-cut-off:{game}:{level}"


def failure_counts() -> dict[str, int]:
    """Return how often bots failed lately, by game and level: {"pebbles strong": 2}."""
    everybody = {
        _failure_key(game, level): f"{game} {level}"
        for game in rules.catalogue()
        for level in bots.levels(game)
    }
    return {everybody[key]: count for key, count in cache.get_many(everybody).items()}
