"""What is told of contests."""

from __future__ import annotations

from datetime import datetime

from django.template.defaultfilters import floatformat
from django.utils.translation import gettext as _

from portal.dates import moment_text

from .context import NotificationContext, NotificationText


def tournament_text(told: NotificationContext) -> NotificationText:
    data = told.data
    by = _("By %(by)s.") % data if data.get("by") else ""
    match data["what"]:
        case "invited":
            return NotificationText(_("You are invited to the contest “%(title)s”") % data, by)
        case "season":
            moves = {"up": _("You move up a division."), "down": _("You move down a division.")}
            here = _("You have a place in it, unless you withdraw.")
            asked = _("Would you like to play again?")
            return NotificationText(
                _("“%(title)s” takes entries") % data,
                moves.get(data["move"], ""),
                here if data["is_in"] else asked,
            )
        case "challenged":
            title = _("%(by)s challenges you on “%(title)s”") % data
            until = {"when": moment_text(datetime.fromisoformat(data["until"]))}
            return NotificationText(
                title, _("Answer until %(when)s, or your place is lost.") % until
            )
        case "not_taken":
            title = _("%(by)s did not take your challenge on “%(title)s”") % data
            return NotificationText(title, _("You have won their place."))
        case "place_lost":
            title = _("You did not take a challenge on “%(title)s”") % data
            return NotificationText(title, _("%(by)s has won your place.") % data)
        case "dropped":
            title = _("You have dropped a place on “%(title)s”") % data
            return NotificationText(
                title, _("You have played nothing there for %(days)d days.") % data
            )
        case "moved_up":
            return NotificationText(_("You have a place in the contest “%(title)s”") % data)
        case "check_in":
            start = {"when": moment_text(datetime.fromisoformat(data["start"]))}
            return NotificationText(
                _("Check in for the contest “%(title)s”") % data,
                _("It starts %(when)s. Whoever has not checked in by then loses their place.")
                % start,
            )
        case "not_here":
            return NotificationText(
                _("You lost your place in the contest “%(title)s”") % data,
                _("You had not checked in at the start, so you are on the waiting list now."),
            )
        case "round":
            place = _("You are number %(place)d of %(of)d.") % data if data["place"] else ""
            return NotificationText(
                _("Round %(round)d of “%(title)s” has begun") % data,
                place,
            )
        case "ends_soon":
            end = {"when": moment_text(datetime.fromisoformat(data["end"]))}
            return NotificationText(
                _("Round %(round)d of “%(title)s” ends soon") % data,
                _("Your match still runs: from %(when)s, the next round does not wait for it.")
                % end,
            )
        case "called_off":
            title = _("The contest “%(title)s” is called off") % data
            return NotificationText(title, by or _("Too few people have entered."))
        case "bye":
            title = _("You have a bye in round %(round)d of “%(title)s”") % data
            points = data.get("points")
            if points is None:
                on = _("There is no table for you this time: you go on to the next round.")
                return NotificationText(title, on)
            brings = _("There is no table for you this time. Points for your bye: %(points)s.")
            return NotificationText(title, brings % {"points": floatformat(points, -2)})
        case "sits_out":
            return NotificationText(
                _("You sit out in the contest “%(title)s”") % data,
                _("The draw put you at a table with somebody you have blocked."),
            )
        case "put_out":
            return NotificationText(
                _("You are out of the contest “%(title)s”") % data, by, data["why"]
            )
        case "ruled":
            title = _("Your table in round %(round)d of “%(title)s” is decided") % data
            return NotificationText(title, by, data["why"])
        case "corrected":
            title = _("The standings of “%(title)s” have changed") % data
            why = _("The result of a match in it was annulled, or counts again.")
            return NotificationText(title, why, _("You are number %(place)d of %(of)d.") % data)
        case _:
            title = _("The contest “%(title)s” is over") % data
            if data.get("by"):
                title = _("The contest “%(title)s” was ended early") % data
            place = _("You are number %(place)d of %(of)d.") % data if data["place"] else ""
            return NotificationText(title, by, data.get("why", ""), place)
