"""Notices in words: what each event says, in its reader's language and zone.

What is told of a match is what its reader's own seat may see: their view, and the lines of the log
that are for them.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime

from django.conf import settings
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.site import configuration

from ..availability import descriptions, start_dates
from ..boards import presenter
from ..conditional_moves.actions import kind_label, stop_reason
from ..models import Announcement, Archive, Decision, Invitation, Notice, Seat
from ..models.announcements import absence_text
from ..previews import image_urls as pictures
from ..table import tutorial
from ..table.errors import CannotLoad
from ..table.session.loader import load
from ..table.views.scenes import scene_of
from ..table.views.since_last_move import since_lines
from . import tournament_content
from .backends import Word
from .context import Said, Told, moment
from .events import DIGEST

SINCE_LINES = 8
logger = logging.getLogger(__name__)


def compose(told: Told) -> Word:
    """The word for a notice."""
    notice = told.notice
    user = notice.user
    language = user.language or configuration.language()
    with translation.override(language), timezone.override(user.time_zone):
        said = SAYINGS[notice.event](told)
        if told.is_late:
            said.append(
                _(
                    "We are sending this during your quiet hours because it would be too late "
                    "afterwards."
                )
            )
        title = " | ".join(filter(None, [said.title, *_place(told)]))
    return Word(
        event=notice.event,
        tag="" if notice.table is None else notice.table.key,
        title=" ".join(title.split()),
        text="\n".join(said),
        url=settings.SITE_URL + told.url,
        data=data_of(notice) | {"due_at": due_of(told.seat), "contest": told.data.get("contest")},
    )


def data_of(notice: Notice) -> dict[str, object]:
    """What programs are told of any notice; what is of its table is null where it has none."""
    table = notice.table
    return {
        "notice": notice.pk,
        "event": notice.event,
        "table": None if table is None else table.key,
        "table_name": None if table is None else table.title,
        "game": None if table is None else table.game,
        "picture": None if table is None else pictures.of_match(table),
    }


def _place(told: Told) -> list[str]:
    return [] if told.notice.table is None else [told.table.game_name, told.table.title]


def due_of(seat: Seat | None) -> str | None:
    return None if seat is None or seat.due_at is None else seat.due_at.isoformat()


def asked(told: Told) -> str:
    """What the reader's seat is asked, as its page says it; "" where that cannot be told."""
    seat = told.seat
    if seat is None:
        return ""
    try:
        match = load(told.table)
        legal = match.legal_moves(seat.number)
        scene = scene_of(match, seat.number, told.names, legal, in_words=False)
        return presenter(told.table.game).prompt(scene)
    except CannotLoad:
        return ""
    except Exception:
        logger.exception("what is asked at table %s cannot be told", told.table.key)
        return ""


def since(told: Told) -> list[str]:
    """What happened since the reader's last move, as the panel of their page says it."""
    if told.seat is None:
        return []
    return since_lines(told.table, told.seats, told.seat)[:SINCE_LINES]


def _until(told: Told) -> str:
    if told.seat is None or told.seat.due_at is None:
        return ""
    zone = timezone.get_current_timezone_name()
    return _("Your time runs out on %(when)s (%(zone)s).") % {
        "when": moment(told.seat.due_at),
        "zone": zone,
    }


def _brief_until(told: Told) -> str:
    if told.seat is None or told.seat.due_at is None:
        return ""
    return _("until %(when)s") % {"when": start_dates.brief(told.seat.due_at)}


def _happened(told: Told) -> list[str]:
    lines = since(told)
    return ["", _("Since your last move:"), *(f"– {line}" for line in lines)] if lines else []


def _of_wait(told: Told, title: str) -> Said:
    until = _brief_until(told)
    said = Said(f"{title}, {until}" if until else title, asked(told), _until(told))
    said += _happened(told)
    return said


def _turn(told: Told) -> Said:
    return _of_wait(told, _("It is your turn"))


def _reminder(told: Told) -> Said:
    return _of_wait(told, _("Your time is running out"))


def _order_stopped(told: Told) -> Said:
    found = {"kind": kind_label(told.table.game, told.data["kind"])}
    return Said(
        _("One of your orders has stopped"),
        _("Decision: %(kind)s.") % found,
        stop_reason(told.data["why"]),
        _("You can look at it and switch it on again on the table's page."),
    )


def _invited(told: Told) -> Said:
    until = datetime.fromisoformat(told.data["until"])
    zone = timezone.get_current_timezone_name()
    return Said(
        _("%(name)s invites you") % {"name": told.data["by"]},
        _its_date(told),
        descriptions.rule(told.table),
        _("A seat is held for you until %(when)s (%(zone)s).")
        % {"when": moment(until), "zone": zone},
        _("Accept or decline on the table's page."),
    )


def _its_date(told: Told) -> str:
    """When a table starts that has a date, and with how many; else ""."""
    table = told.table
    if table.starts_at is None:
        return ""
    said = {"when": start_dates.here_and_there(table), "condition": start_dates.condition(table)}
    return _("It starts on %(when)s, %(condition)s.") % said


def _date(told: Told) -> Said:
    if told.data["what"] == "soon":
        at = datetime.fromisoformat(told.data["at"])
        title = _("Your table starts soon: %(when)s") % {"when": start_dates.brief(at)}
        return Said(title, _its_date(told))
    title = _("%(name)s has changed the date of your table") % {"name": told.data["by"]}
    return Said(title, _its_date(told))


def _answered(told: Told) -> Said:
    name, word = {"name": told.data["by"]}, told.data["word"]
    if told.data["answer"] == Invitation.State.ACCEPTED:
        return Said(_("%(name)s has accepted your invitation") % name, word)
    return Said(
        _("%(name)s has declined your invitation") % name, word, _("The seat is free for others.")
    )


def _lapsed(told: Told) -> Said:
    if "name" in told.data:
        return Said(
            _("%(name)s did not answer in time") % told.data, _("The seat is free for others.")
        )
    return Said(
        _("Your invitation has run out"),
        _("Your seat is no longer held. You can still join while there is a free one."),
    )


def _enough(told: Told) -> Said:
    return Said(
        _("Your table has enough people"),
        _its_date(told) or _("You can start with the people who are there, or wait for more."),
    )


def _handed_on(told: Told) -> Said:
    if not told.data["mine"]:
        return Said(_("%(to)s is now the host of your table") % told.data)
    return Said(
        _("You are now the host of this table"),
        _("%(by)s has handed it over to you. You can now invite people, start it or close it.")
        % told.data,
    )


def _removed(told: Told) -> Said:
    name = {"name": told.data["by"]}
    match told.data["why"]:
        case "date":
            return Said(_("The match has started on time, without you"))
        case "started":
            return Said(_("%(name)s has started without you") % name)
        case "withdrawn":
            return Said(_("%(name)s has withdrawn your invitation") % name)
    return Said(_("%(name)s has taken your seat back") % name)


def _closed(told: Told) -> Said:
    by = told.data["by"]
    said = _("%(name)s closed it before the start.") % {"name": by} if by else _why_closed(told)
    return Said(_("The table is closed"), said)


def _why_closed(told: Told) -> str:
    """Why a table closed by itself."""
    match told.data.get("why"):
        case "too_few":
            n = told.data["seats"]
            return (
                ngettext(
                    "When it was time, %(seats)d was there, but it needed at least %(least)d.",
                    "When it was time, %(seats)d were there, but it needed at least %(least)d.",
                    n,
                )
                % told.data
            )
        case "number":
            return _("When it was time, the number of people did not fit the game.")
        case "missed":
            return _("We could not start it on time. We are sorry.")
        case "broken":
            return _("This game cannot be played here right now. We are sorry.")
    return _("It did not start in time.")


def _joined(told: Told) -> Said:
    return Said(_("%(name)s has joined your table") % {"name": told.data["by"]})


def _full(told: Told) -> Said:
    return Said(
        _("Your table is full"),
        _("Every seat is taken. Press start to begin the match."),
        _its_date(told),
    )


def _matched(told: Told) -> Said:
    return Said(
        _("We found a quick match for you"),
        _("The match begins as soon as every seat is taken."),
    )


def _wish_lapsed(told: Told) -> Said:
    return Said(
        _("Nobody was found for your quick match of %(game)s")
        % {"game": presenter(told.data["game"]).name()},
        _("Try again, or open a table that can wait longer."),
    )


def _started(told: Told) -> Said:
    if told.table.follows_id is not None:
        drawn = _("Everybody moves on by one seat, and chance was drawn at random.")
    elif tutorial.guide_of(told.table) is not None:
        drawn = _("The guide knows what chance brings in it.")
    else:
        drawn = _("Seats and chance were drawn at random.")
    table = told.table
    is_its_date = table.starts_at and table.started_at and table.started_at >= table.starts_at
    return Said(
        _("Your match has started"), _("Its starting time has come.") if is_its_date else "", drawn
    )


def _over(told: Told) -> Said:
    data = told.data
    if data.get("called_off"):
        return Said(_("The match was called off"), _("It does not count."))
    if data.get("annulled"):
        return Said(
            _("The result of your match was annulled"),
            _("A moderator decided that it does not count. All ratings are as if without it."),
        )
    if data.get("counts_again"):
        return Said(_("The result of your match counts again"))
    result = _("You finished in place %(rank)s of %(of)s.") % data if data.get("rank") else ""
    points = _("Your points: %(total)s.") % data if data.get("total") is not None else ""
    rating = _("Your rating: %(delta)s, now %(to)s.") % data if "delta" in data else ""
    return Said(_("The match is over"), result, points, rating)


def _replaced(told: Told) -> Said:
    return Said(
        _("A bot plays on for you"),
        _("You ran out of time three times in a row. You can take your seat back."),
    )


def _away(told: Told) -> Said:
    until = moment(datetime.fromisoformat(told.data["until"]))
    return Said(
        _("Your vacation has started automatically"),
        _("Your time would have run out within an hour, so your clocks in days are resting."),
        _("It ends with your first move, or on %(when)s.") % {"when": until},
    )


def _asleep(told: Told) -> Said:
    until = told.table.asleep_until
    return Said(
        _("Your table sleeps"),
        _("Your time ran out, and nobody else is left. The clocks have stopped."),
        ""
        if until is None
        else _("It is called off on %(date)s and does not count, unless somebody comes back.")
        % {"date": date_format(timezone.localtime(until), "DATE_FORMAT")},
        _("You can take your seat back on its page."),
    )


def _set_back(told: Told) -> Said:
    return Said(
        _("Your match was set back"),
        _("%(staff)s of the staff has set it back from move %(from)s to move %(to)s:") % told.data,
        told.data["reason"],
        _("Everything after that move is undone, along with drafts, standing answers and orders."),
        _("It is your turn.") if told.seat and told.seat.due_at else "",
        _until(told),
    )


def _message(told: Told) -> Said:
    return Said(_("%(name)s writes") % {"name": told.data["by"]}, told.data["text"])


def _mention(told: Told) -> Said:
    return Said(_("%(name)s writes to you") % {"name": told.data["by"]}, told.data["text"])


def _call_off(told: Told) -> Said:
    return Said(
        _("%(name)s would like to call the match off") % {"name": told.data["by"]},
        _("It is called off, and does not count, once everybody who plays agrees."),
    )


def _circle(told: Told) -> Said:
    name, by = {"name": told.data["name"]}, {"by": told.data["by"]}
    match told.data["what"]:
        case "invited":
            title = _("You are invited to the circle “%(name)s”") % name
            return Said(title, _("By %(by)s.") % by, told.data["word"])
        case "admitted":
            return Said(_("You are in the circle “%(name)s”") % name, _("By %(by)s.") % by)
        case "helper":
            title = _("You are a helper of the circle “%(name)s”") % name
            return Said(title, _("You can invite people, let them in and remove them."))
        case "owner":
            title = _("You now own the circle “%(name)s”") % name
            return Said(title, _("The previous owner has handed it over to you."))
        case "member":
            return Said(_("You are no longer a helper of the circle “%(name)s”") % name)
        case "closed":
            title = _("The circle “%(name)s” is closed") % name
        case _:
            title = _("You are no longer in the circle “%(name)s”") % name
    return Said(title, _("The matches you played there stay yours."))


def _circle_asked(told: Told) -> Said:
    title = _("%(by)s would like to join the circle “%(name)s”") % told.data
    return Said(title, told.data["word"])


def _circle_talk(told: Told) -> Said:
    title = _("%(by)s writes in the circle “%(name)s”") % told.data
    return Said(title, told.data["text"])


def _webhook_stopped(told: Told) -> Said:
    return Said(
        _("Your webhook at %(host)s is switched off") % told.data,
        _("The last problem: %(reason)s") % told.data,
        _("A successful test switches it on again."),
    )


def _decided(told: Told) -> Said:
    data = told.data
    until = data["until"] and datetime.fromisoformat(data["until"])
    decision = Decision(what=data["what"], ready=data["ready"], words=data["words"])
    return Said(
        _("A moderator has decided: %(what)s") % {"what": decision.get_what_display()},
        decision.why,
        _("Until %(when)s.") % {"when": moment(until)} if until else "",
        _("You are now called %(name)s.") % data if data.get("name") else "",
    )


def _archive(told: Told) -> Said:
    days = Archive.KEPT.days
    kept = ngettext("We keep it for %(days)d day.", "We keep it for %(days)d days.", days)
    return Said(_("The archive of your data is ready"), kept % {"days": days})


def _announced(told: Told) -> Said:
    data = told.data
    if "start" in data:
        start, end = (datetime.fromisoformat(data[name]) for name in ("start", "end"))
        text = absence_text(start, end)
    else:
        text = Announcement(text_en=data["en"], text_ja=data["ja"]).text
    return Said(Truncator(text).chars(80), text if len(text) > 80 else "")


SAYINGS: dict[str, Callable[[Told], Said]] = {
    "turn": _turn,
    "reminder": _reminder,
    "order_stopped": _order_stopped,
    "invited": _invited,
    "answered": _answered,
    "lapsed": _lapsed,
    "joined": _joined,
    "enough": _enough,
    "full": _full,
    "handed_on": _handed_on,
    "removed": _removed,
    "date": _date,
    "closed": _closed,
    "matched": _matched,
    "wish_lapsed": _wish_lapsed,
    "started": _started,
    "over": _over,
    "replaced": _replaced,
    "away": _away,
    "asleep": _asleep,
    "set_back": _set_back,
    "message": _message,
    "mention": _mention,
    "call_off": _call_off,
    "circle": _circle,
    "circle_asked": _circle_asked,
    "circle_talk": _circle_talk,
    "contest": tournament_content.said,
    "archive": _archive,
    "decided": _decided,
    "announced": _announced,
    "webhook_stopped": _webhook_stopped,
}


def brief_line(notice: Notice) -> str:
    """What a list says of a notice, in the language of the page."""
    if notice.event == DIGEST:
        return _("The digest of your tables")
    told = Told(notice)
    return " · ".join([SAYINGS[notice.event](told).title, *_place(told)])


def digest_address() -> str:
    return settings.SITE_URL + reverse("games:mine")
