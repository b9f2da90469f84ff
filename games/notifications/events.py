"""Every event that somebody may be told of, in the order in which the settings list them."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Event(NamedTuple):
    """A kind of notice.

    Attributes:
        key: its name in rows, settings and the API.
        label: what the settings call it.
        channels: by which it is told unless somebody chooses otherwise.
        waits: whether it comes with the delay that a person chooses, and is asked again when due.
        is_urgent: whether it may come in quiet hours, where it would be too late after them.
    """

    key: str
    label: Promise
    channels: frozenset[str]
    waits: bool = False
    is_urgent: bool = False


PAGE, MAIL, PUSH, WEBHOOK, DIGEST = "page", "mail", "push", "webhook", "digest"
TABLE_WEBHOOK, CIRCLE_WEBHOOK = "table_hook", "circle_hook"
AT_ONCE = frozenset({PAGE, MAIL, PUSH, WEBHOOK})
ASKED = frozenset({MAIL, PUSH, WEBHOOK})  # the page has a mark of its own for tables that wait
QUIETLY = frozenset({PAGE})

EVENTS = {
    event.key: event
    for event in (
        Event("turn", _("It is my turn"), ASKED, waits=True, is_urgent=True),
        Event("reminder", _("A quarter of my time is left"), ASKED, waits=True, is_urgent=True),
        Event("order_stopped", _("One of my orders stops"), AT_ONCE),
        Event("invited", _("I am invited to a table"), AT_ONCE),
        Event("answered", _("My invitation is accepted or declined"), AT_ONCE),
        Event("lapsed", _("An invitation I sent or received runs out"), AT_ONCE),
        Event("joined", _("Somebody joins my table"), QUIETLY),
        Event("enough", _("My table has enough people to start"), QUIETLY),
        Event("full", _("My table is full and can start"), AT_ONCE),
        Event("handed_on", _("A table gets a new host"), AT_ONCE),
        Event("removed", _("I lose my seat at a table"), AT_ONCE),
        Event("date", _("My table starts soon or gets a new date"), AT_ONCE, is_urgent=True),
        Event("closed", _("My table closes before the start"), AT_ONCE),
        Event("matched", _("A quick match finds people for me"), AT_ONCE),
        Event("wish_lapsed", _("A quick match finds nobody in time"), AT_ONCE),
        Event("started", _("My match starts"), AT_ONCE),
        Event("over", _("My match is over"), AT_ONCE),
        Event("replaced", _("A bot takes over my seat"), AT_ONCE),
        Event("away", _("My vacation starts automatically"), AT_ONCE),
        Event("asleep", _("A table I can return to falls asleep"), AT_ONCE),
        Event("set_back", _("Staff set my match back"), AT_ONCE),
        Event("message", _("Somebody writes at my table"), QUIETLY),
        Event("mention", _("A message names me (@name)"), AT_ONCE),
        Event("call_off", _("Somebody wants to call my match off"), AT_ONCE),
        Event("circle", _("My place in a circle changes"), AT_ONCE),
        Event("circle_asked", _("Somebody asks to join my circle"), AT_ONCE),
        Event("circle_talk", _("Somebody writes in my circle"), QUIETLY),
        Event("contest", _("Something happens in a contest of mine"), AT_ONCE),
        Event("archive", _("The archive of my data is ready"), AT_ONCE),
        Event("decided", _("A moderator decides something about me"), AT_ONCE),
        Event("announced", _("The site announces something"), AT_ONCE),
        Event("webhook_stopped", _("My webhook is switched off"), QUIETLY),
    )
}
