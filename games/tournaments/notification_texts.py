"""The texts of notifications about tournaments."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.template.defaultfilters import floatformat
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from portal.dates import moment_text

from ..notifications.context import NotificationContext, NotificationText
from ..templatetags.ordinal import ordinal

# By what happened: the title and the line below it, about the data of the notification. "when" is
# the moment that the data have as "until", "start" or "end".
SENTENCES = {
    "challenged": (
        gettext_lazy("%(by)s challenges you on “%(title)s”"),
        gettext_lazy("Answer by %(when)s, or you lose your place."),
    ),
    "not_taken": (
        gettext_lazy("%(by)s did not accept your challenge on “%(title)s”"),
        gettext_lazy("You have taken their place."),
    ),
    "place_lost": (
        gettext_lazy("You did not accept a challenge on “%(title)s”"),
        gettext_lazy("%(by)s has taken your place."),
    ),
    "dropped": (
        gettext_lazy("You have dropped a place on “%(title)s”"),
        gettext_lazy("You have not played there for %(days)d days."),
    ),
    "moved_up": (gettext_lazy("You have a place in the tournament “%(title)s”"), ""),
    "check_in": (
        gettext_lazy("Check in for the tournament “%(title)s”"),
        gettext_lazy(
            "The tournament starts %(when)s. If you have not checked in by then, "
            "you lose your place."
        ),
    ),
    "not_here": (
        gettext_lazy("You lost your place in the tournament “%(title)s”"),
        gettext_lazy("You had not checked in by the start, so you are now on the waiting list."),
    ),
    "ends_soon": (
        gettext_lazy("Round %(round)d of “%(title)s” ends soon"),
        gettext_lazy(
            "Your match is still running. From %(when)s, the next round no longer waits for it."
        ),
    ),
    "sits_out": (
        gettext_lazy("You sit out in the tournament “%(title)s”"),
        gettext_lazy("The draw put you at a table with someone you have blocked."),
    ),
}


def tournament_text(context: NotificationContext) -> NotificationText:
    """Return the text of a tournament notification; `what` in its data says what happened."""
    data = context.data
    by = _("By %(by)s.") % data if data.get("by") else ""
    if data["what"] in SENTENCES:
        values = data | _moment(data)
        return NotificationText(*(str(text) % values for text in SENTENCES[data["what"]]))
    match data["what"]:
        case "invited":
            return NotificationText(_("You are invited to the tournament “%(title)s”") % data, by)
        case "season":
            return _season_text(data)
        case "round":
            title = _("Round %(round)d of “%(title)s” has begun") % data
            return NotificationText(title, _rank_text(data))
        case "called_off":
            title = _("The tournament “%(title)s” has been called off") % data
            return NotificationText(title, by or _("Too few people have entered."))
        case "bye":
            return _bye_text(data)
        case "put_out":
            title = _("You have been disqualified from the tournament “%(title)s”") % data
            return NotificationText(title, by, data["why"])
        case "ruled":
            title = _("The result of your table in round %(round)d of “%(title)s” has been decided")
            return NotificationText(title % data, by, data["why"])
        case "corrected":
            title = _("The standings of “%(title)s” have changed") % data
            why = _("The result of one of its matches was annulled or counts again.")
            return NotificationText(title, why, _rank_text(data))
    title = _("The tournament “%(title)s” is over") % data
    if by:
        title = _("The tournament “%(title)s” was ended early") % data
    return NotificationText(title, by, data.get("why", ""), _rank_text(data))


def _moment(data: dict[str, Any]) -> dict[str, str]:
    for name in ("until", "start", "end"):
        if name in data:
            return {"when": moment_text(datetime.fromisoformat(data[name]))}
    return {}


def _season_text(data: dict[str, Any]) -> NotificationText:
    moves = {
        "up": _("You are promoted to the next division."),
        "down": _("You are relegated to the division below."),
    }
    here = _("You have a place in it, unless you withdraw.")
    question = _("Would you like to play again?")
    return NotificationText(
        _("“%(title)s” is open for entries") % data,
        moves.get(data["move"], ""),
        here if data["is_in"] else question,
    )


def _bye_text(data: dict[str, Any]) -> NotificationText:
    title = _("You have a bye in round %(round)d of “%(title)s”") % data
    points = data.get("points")
    if points is None:
        on = _("You have no table this time. You advance to the next round.")
        return NotificationText(title, on)
    brings = _("You have no table this time. Points for your bye: %(points)s.")
    return NotificationText(title, brings % {"points": floatformat(points, -2)})


def _rank_text(data: dict[str, Any]) -> str:
    if not data["place"]:
        return ""
    rank = {"place": ordinal(data["place"]), "of": data["of"]}
    return _("You are ranked %(place)s of %(of)s.") % rank
