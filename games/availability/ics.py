"""Calendar files (RFC 5545): lines of at most 75 octets, events with times in UTC."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import NamedTuple

from portal.user_text import isolate

LONGEST = 75  # octets of a line
CONTENT_TYPE = "text/calendar; charset=utf-8"


class Event(NamedTuple):
    """An event in a calendar file.

    Attributes:
        uid: its identifier, which never changes.
        sequence: a number that grows with each important change.
        status: CONFIRMED, TENTATIVE or CANCELLED.
        changed: when the data of the event was changed last.
    """

    uid: str
    sequence: int
    status: str
    begins: datetime
    ends: datetime | None
    changed: datetime
    summary: str
    description: str
    url: str


def render_calendar(name: str, events: Iterable[Event]) -> str:
    """Return a calendar file with this name; it asks programs to reload it every 30 minutes."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Longtable//Tables//EN",
        "METHOD:PUBLISH",
        f"X-WR-CALNAME:{_escape_text(name)}",
        "REFRESH-INTERVAL;VALUE=DURATION:PT30M",
        "X-PUBLISHED-TTL:PT30M",
        *(line for event in events for line in _render_event(event)),
        "END:VCALENDAR",
    ]
    return "".join(f"{part}\r\n" for line in lines for part in _fold_line(line))


def _render_event(event: Event) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{event.uid}"
    yield f"SEQUENCE:{event.sequence}"
    yield f"STATUS:{event.status}"
    yield f"DTSTAMP:{_format_utc(event.changed)}"
    yield f"LAST-MODIFIED:{_format_utc(event.changed)}"
    yield f"DTSTART:{_format_utc(event.begins)}"
    if event.ends is not None:
        yield f"DTEND:{_format_utc(event.ends)}"
    yield f"SUMMARY:{_escape_text(event.summary)}"
    yield f"DESCRIPTION:{_escape_text(event.description)}"
    yield f"URL:{event.url}"
    yield "END:VEVENT"


def _format_utc(when: datetime) -> str:
    return f"{when.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _escape_text(text: str) -> str:
    r"""Return a text as an escaped property value.

    >>> print(_escape_text("Ann, Bob; 3\\4\nFriday"))
    Ann\, Bob\; 3\\4\nFriday
    """
    text = isolate(text)
    for plain, escaped in (("\\", "\\\\"), (";", "\\;"), (",", "\\,"), ("\n", "\\n")):
        text = text.replace(plain, escaped)
    return text


def _fold_line(line: str) -> Iterator[str]:
    """Fold a line into parts of at most 75 octets, between characters; later ones start with space.

    >>> [len(part.encode()) for part in _fold_line("木" * 49)]
    [75, 73]
    """
    part, size = "", 0
    for character in line:
        width = len(character.encode())
        if size + width > LONGEST:
            yield part
            part, size = " ", 1
        part += character
        size += width
    yield part
