"""What the webhook of a circle is told: tables that are opened, results, who has come in."""

from __future__ import annotations

from django.conf import settings
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.site import current

from ..calendars import wording
from ..models import Circle, Notice
from . import table_words, words
from .channels import Word


def compose(notice: Notice) -> Word:
    """The word for a circle's notice, in the language and zone of its owner."""
    table, owner = notice.table, notice.user
    circle = Circle.objects.get(key=notice.data["circle"])
    language = owner.language or current.language()
    with translation.override(language), timezone.override(owner.time_zone):
        if table is None:
            title, lines = _("%(by)s has joined the circle") % notice.data, list[str]()
        elif notice.event == "opened":
            title = _("%(name)s has opened a table") % {"name": table.host.display_name}
            lines = [wording.rule(table)]
        else:
            title, lines = table_words.result(table, notice.seats)
        place = [] if table is None else [table.game_name, table.title]
    return Word(
        event=notice.event,
        tag=circle.key,
        title=" ".join(" | ".join([title, *place, circle.name]).split()),
        text="\n".join(lines),
        url=settings.SITE_URL + (circle if table is None else table).get_absolute_url(),
        data=words.data_of(notice) | notice.data,
    )
