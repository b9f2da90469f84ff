"""The texts of notifications about tournaments."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.template.defaultfilters import floatformat
from django.utils.translation import gettext as _

from portal.dates import moment_text

from ..notifications.context import NotificationContext, NotificationText
from ..templatetags.ordinal import ordinal


def tournament_text(context: NotificationContext) -> NotificationText:
    """Return the text of a tournament notification; `what` in its data says what happened."""
    data = context.data
    by = _("By %(by)s.") % data if data.get("by") else ""
    match data["what"]:
        case "invited":
            return NotificationText(_("You are invited to the tournament “%(title)s”") % data, by)
        case "season":
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
        case "challenged":
            title = _("%(by)s challenges you on “%(title)s”") % data
            until = {"when": moment_text(datetime.fromisoformat(data["until"]))}
            return NotificationText(title, _("Answer by %(when)s, or you lose your place.") % until)
        case "not_taken":
            title = _("%(by)s did not accept your challenge on “%(title)s”") % data
            return NotificationText(title, _("You have taken their place."))
        case "place_lost":
            title = _("You did not accept a challenge on “%(title)s”") % data
            return NotificationText(title, _("%(by)s has taken your place.") % data)
        case "dropped":
            title = _("You have dropped a place on “%(title)s”") % data
            return NotificationText(title, _("You have not played there for %(days)d days.") % data)
        case "moved_up":
            return NotificationText(_("You have a place in the tournament “%(title)s”") % data)
        case "check_in":
            start = {"when": moment_text(datetime.fromisoformat(data["start"]))}
            return NotificationText(
                _("Check in for the tournament “%(title)s”") % data,
                _(
                    "The tournament starts %(when)s. If you have not checked in by then, "
                    "you lose your place."
                )
                % start,
            )
        case "not_here":
            return NotificationText(
                _("You lost your place in the tournament “%(title)s”") % data,
                _("You had not checked in by the start, so you are now on the waiting list."),
            )
        case "round":
            place = _rank_text(data)
            return NotificationText(
                _("Round %(round)d of “%(title)s” has begun") % data,
                place,
            )
        case "ends_soon":
            end = {"when": moment_text(datetime.fromisoformat(data["end"]))}
            return NotificationText(
                _("Round %(round)d of “%(title)s” ends soon") % data,
                _(
                    "Your match is still running. From %(when)s, the next round no "
                    "longer waits for it."
                )
                % end,
            )
        case "called_off":
            title = _("The tournament “%(title)s” has been called off") % data
            return NotificationText(title, by or _("Too few people have entered."))
        case "bye":
            title = _("You have a bye in round %(round)d of “%(title)s”") % data
            points = data.get("points")
            if points is None:
                on = _("You have no table this time. You advance to the next round.")
                return NotificationText(title, on)
            brings = _("You have no table this time. Points for your bye: %(points)s.")
            return NotificationText(title, brings % {"points": floatformat(points, -2)})
        case "sits_out":
            return NotificationText(
                _("You sit out in the tournament “%(title)s”") % data,
                _("The draw put you at a table with someone you have blocked."),
            )
        case "put_out":
            return NotificationText(
                _("You have been disqualified from the tournament “%(title)s”") % data,
                by,
                data["why"],
            )
        case "ruled":
            title = (
                _("The result of your table in round %(round)d of “%(title)s” has been decided")
                % data
            )
            return NotificationText(title, by, data["why"])
        case "corrected":
            title = _("The standings of “%(title)s” have changed") % data
            why = _("The result of one of its matches was annulled or counts again.")
            return NotificationText(title, why, _rank_text(data))
        case _:
            title = _("The tournament “%(title)s” is over") % data
            if data.get("by"):
                title = _("The tournament “%(title)s” was ended early") % data
            place = _rank_text(data)
            return NotificationText(title, by, data.get("why", ""), place)


def _rank_text(data: dict[str, Any]) -> str:
    if not data["place"]:
        return ""
    rank = {"place": ordinal(data["place"]), "of": data["of"]}
    return _("You are ranked %(place)s of %(of)s.") % rank
