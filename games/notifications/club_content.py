"""Texts for the webhook of a club: opened tables, results, new members and tournaments."""

from __future__ import annotations

from django.conf import settings
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.site import configuration

from ..availability import descriptions
from ..boards.translations import join_list
from ..models import Club, Notification
from . import content, table_content
from .backends import NotificationContent


def compose(notification: Notification) -> NotificationContent:
    """Return the text of a club's notification, in the language and time zone of its owner."""
    table, owner = notification.table, notification.user
    club = Club.objects.get(key=notification.data["circle"])
    language = owner.language or configuration.default_language()
    with translation.override(language), timezone.override(owner.time_zone):
        if notification.event == "contest":
            title, lines = _tournament_text(notification)
        elif table is None:
            title, lines = _("%(by)s has joined the club") % notification.data, list[str]()
        elif notification.event == "opened":
            by = table.public_name(table.host) or _("A player")
            title = _("%(name)s has opened a table") % {"name": by}
            lines = [descriptions.time_rules_text(table)]
        else:
            title, lines = table_content.result_text(table, notification.seats)
        place = [] if table is None else [table.game_name, table.title]
    url = (club if table is None else table).get_absolute_url()
    if notification.event == "contest":
        url = reverse("games:tournament", args=[notification.data["contest"]])
    return NotificationContent(
        event=notification.event,
        tag=club.key,
        title=content.title_line(title, *place, club.name),
        text="\n".join(lines),
        url=settings.SITE_URL + url,
        data=content.event_data(notification) | notification.data,
    )


def _tournament_text(notification: Notification) -> tuple[str, list[str]]:
    data = notification.data
    match data["what"]:
        case "opened":
            return _("“%(title)s” is open for entries") % data, []
        case "round":
            return _("Round %(round)d of “%(title)s” has begun") % data, []
    title, names = _("The tournament “%(title)s” is over") % data, data["winners"]
    return title, [
        f"{ngettext('Winner', 'Winners', len(names))}: {join_list(names)}"
    ] if names else []
