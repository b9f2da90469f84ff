"""The texts of notifications of matches between clubs."""

from __future__ import annotations

from django.utils.translation import gettext as _

from ..boards import presenter
from ..notifications.context import NotificationContext, NotificationText


def club_match_text(context: NotificationContext) -> NotificationText:
    data = context.data
    title = _("%(home)s – %(away)s") % data
    game = presenter(data["game"]).name()
    match data["what"]:
        case "proposed":
            line = _("%(home)s challenges your club to a match of %(game)s.")
        case "open":
            line = _("The match of %(game)s is open: say whether you play.")
        case "declined":
            line = _("%(away)s has declined the challenge to a match of %(game)s.")
        case "called_off":
            line = _("The match of %(game)s is called off.")
        case "no_board":
            line = _("The match of %(game)s has started without a board for you.")
        case _:
            line = _("The match of %(game)s is over.")
    return NotificationText(title, line % {**data, "game": game})
