"""All notification events, in the order of the settings page."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class NotificationEvent(NamedTuple):
    """A kind of notification.

    Attributes:
        key: its name in rows, settings and the API.
        label: its name on the settings page.
        channels: the channels that are on by default.
        waits: whether it waits for the delay that a person chooses and is checked again when due.
        is_urgent: whether it may go out in quiet hours if it would be too late after them.
        old_key: the key under which people may have chosen its channels before.
    """

    key: str
    label: Promise
    channels: frozenset[str]
    waits: bool = False
    is_urgent: bool = False
    old_key: str = ""


BELL, MAIL, PUSH, WEBHOOK, DIGEST = "page", "mail", "push", "webhook", "digest"
TABLE_WEBHOOK, CLUB_WEBHOOK = "table_hook", "circle_hook"
AT_ONCE = frozenset({BELL, MAIL, PUSH, WEBHOOK})
TURN_CHANNELS = frozenset({MAIL, PUSH, WEBHOOK})  # the page marks waiting tables in its own way
BELL_ONLY = frozenset({BELL})

EVENTS = {
    event.key: event
    for event in (
        NotificationEvent("turn", _("It is my turn"), TURN_CHANNELS, waits=True, is_urgent=True),
        NotificationEvent(
            "reminder", _("I am reminded of my turn"), TURN_CHANNELS, waits=True, is_urgent=True
        ),
        NotificationEvent("order_stopped", _("One of my conditional moves stops"), AT_ONCE),
        NotificationEvent("invited", _("I am invited to a table"), AT_ONCE),
        NotificationEvent("answered", _("My invitation is accepted or declined"), AT_ONCE),
        NotificationEvent("lapsed", _("An invitation I sent or received expires"), AT_ONCE),
        NotificationEvent("joined", _("Someone joins my table"), BELL_ONLY),
        NotificationEvent("enough", _("My table has enough people to start"), BELL_ONLY),
        NotificationEvent("full", _("My table is full and can start"), AT_ONCE),
        NotificationEvent("handed_on", _("A table gets a new host"), AT_ONCE),
        NotificationEvent("removed", _("I lose my seat at a table"), AT_ONCE),
        NotificationEvent(
            "date", _("My table starts soon or gets a new date"), AT_ONCE, is_urgent=True
        ),
        NotificationEvent("closed", _("My table closes before the start"), AT_ONCE),
        NotificationEvent("matched", _("A quick match is found"), AT_ONCE),
        NotificationEvent("wish_lapsed", _("No quick match is found in time"), AT_ONCE),
        NotificationEvent("alert", _("A table or tournament that I am looking for opens"), AT_ONCE),
        NotificationEvent("started", _("My match starts"), AT_ONCE),
        NotificationEvent("over", _("My match is over"), AT_ONCE),
        NotificationEvent("replaced", _("A bot takes over my seat"), AT_ONCE),
        NotificationEvent("substitute", _("Someone takes over a seat of my match"), BELL_ONLY),
        NotificationEvent("away", _("My vacation starts automatically"), AT_ONCE),
        NotificationEvent("asleep", _("A table I can return to falls asleep"), AT_ONCE),
        NotificationEvent("set_back", _("Staff roll my match back"), AT_ONCE),
        NotificationEvent("message", _("Someone writes at my table"), BELL_ONLY),
        NotificationEvent("mention", _("A message mentions me (@name)"), AT_ONCE),
        NotificationEvent("private_message", _("Someone writes me a private message"), AT_ONCE),
        NotificationEvent(
            "proposal", _("Someone proposes something at my table"), AT_ONCE, old_key="call_off"
        ),
        NotificationEvent("proposal_over", _("A proposal at my table is decided"), BELL_ONLY),
        NotificationEvent("circle", _("My place in a club changes"), AT_ONCE),
        NotificationEvent("circle_asked", _("Someone asks to join my club"), AT_ONCE),
        NotificationEvent("circle_talk", _("Someone writes in my club"), BELL_ONLY),
        NotificationEvent("club_match", _("My club plays against another"), AT_ONCE),
        NotificationEvent("contest", _("Something happens in my tournament"), AT_ONCE),
        NotificationEvent("household", _("Someone declares one household with me"), AT_ONCE),
        NotificationEvent("archive", _("The archive of my data is ready"), AT_ONCE),
        NotificationEvent("decided", _("A moderator makes a decision about me"), AT_ONCE),
        NotificationEvent("announced", _("The site makes an announcement"), AT_ONCE),
        NotificationEvent("webhook_stopped", _("My webhook is switched off"), BELL_ONLY),
    )
}
TURN_EVENTS = tuple(event.key for event in EVENTS.values() if event.waits)
