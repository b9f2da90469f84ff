"""Names and options of the task queues, in the forms that Celery's settings need."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

SEARCH_QUEUE = "thinking"  # of bots that search, so that no other task waits for them
QUEUES = ("deadlines", "bots", SEARCH_QUEUE, "notices")
ROUTES = {  # every other task goes to the first queue
    "games.tasks.bot_turn": {"queue": "bots"},
    "games.tasks.think": {"queue": SEARCH_QUEUE},
    "games.tasks.find_hint": {"queue": SEARCH_QUEUE},
    "games.tasks.review": {"queue": SEARCH_QUEUE},
    "games.puzzles.check": {"queue": SEARCH_QUEUE},
    "games.tasks.send_notices": {"queue": "notices"},
    "games.tasks.clear_notices": {"queue": "notices"},
    "games.tasks.tell_everybody": {"queue": "notices"},
    "games.tasks.write_archives": {"queue": "notices"},
}

# Do not wait for a broker that is away: try once, and let the sweep find the work later.
TRANSPORT_OPTIONS = {
    "socket_timeout": 5,
    "socket_connect_timeout": 1,
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0,
    "interval_max": 0,
    "visibility_timeout": 600,
}


def broker_url(redis_url: str) -> str:
    """Return the address of Redis in Celery's spelling, which differs for Unix sockets."""
    parts = urlsplit(redis_url)
    if parts.scheme != "unix":
        return redis_url
    database = parse_qs(parts.query).get("db", ["0"])[0]
    return f"redis+socket://{parts.path}?virtual_host={database}"


def schedule_entry(seconds: int, task: str) -> dict[str, Any]:
    """Return an entry of the schedule; messages that no worker takes in time expire."""
    options = {"expires": max(seconds, 10)}
    return {"task": task, "schedule": float(seconds), "options": options}
